// The waiting room and the chat: how others are invited, what they are told before they sit down, who says what to whom.
import type { Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";

import { inspect } from "./inspect.ts";
import { Person } from "./people.ts";

const url = inject("url");
const GAME = "caesar-cleopatra-2024";
const LAN = "http://192.168.1.7:8420";

const room = (person: Person) => person.page.locator("[data-waiting]");

/** Let the server of this person's page say where others come to. */
const invitedTo = (page: Page, base: string | null) =>
  page.route("**/api/invitation", (route) => route.fulfill({ json: { base } }));

describe("the waiting room", () => {
  it("says that a link works on this machine only, and how to change that", async () => {
    const host = await Person.comes(url, "Livia");
    await host.laysTable(GAME, ["me", "open"]);
    await room(host).getByText("quadriga serve --lan").waitFor();
    expect(await room(host).locator("figure").count()).toBe(0);
  });

  it("offers the address by which others come, as a link and as a code", async () => {
    const host = await Person.comes(url, "Livia");
    await invitedTo(host.page, LAN);
    const id = await host.laysTable(GAME, ["me", "open"]);
    await room(host).getByRole("img", { name: "QR code of the link" }).waitFor();
    expect(await room(host).getByLabel("Link to this table").inputValue()).toBe(`${LAN}/table/${id}`);
    expect(await room(host).getByText("--lan").count()).toBe(0);
    await inspect(host.page, "the waiting room");
  });

  it("opens the system's share sheet where there is one", async () => {
    const host = await Person.comes(url, "Livia");
    await host.page.addInitScript(() => {
      Object.assign(navigator, { share: (what: ShareData) => Object.assign(globalThis, { sharing: what }) });
    });
    await invitedTo(host.page, LAN);
    const id = await host.laysTable(GAME, ["me", "open"]);
    await room(host).getByRole("button", { name: "Share…" }).click();
    await expect.poll(() => host.page.evaluate("globalThis.sharing?.url")).toBe(`${LAN}/table/${id}`);
  });

  it("copies the link where pages do not come safely", async () => {
    const host = await Person.comes(url, "Livia");
    await host.page.addInitScript(() => {
      Object.defineProperty(navigator, "clipboard", { value: undefined });
      document.execCommand = (what) =>
        Object.assign(globalThis, { did: what, marked: String(getSelection()) }) && true;
    });
    await host.laysTable(GAME, ["me", "open"]);
    await room(host).getByRole("button", { name: "Copy the link" }).click();
    await room(host).getByRole("button", { name: "Copied" }).waitFor();
    expect(await host.page.evaluate("globalThis.did")).toBe("copy");
  });

  it("tells a guest the terms before they sit down", async () => {
    const host = await Person.comes(url, "Livia");
    const answer = await host.asks<{ table: { id: string } }>("/api/tables", {
      game: "caesar",
      options: { modules: "poison" },
      seats: [{ kind: "me" }, { kind: "open" }],
      clock: { kind: "bank", seconds: 450, increment: 3 },
      undo: false,
      hints: true,
      games: 3,
    });
    const guest = await Person.comes(url, "Marcus", `/table/${answer.table.id}`);
    const terms = room(guest).locator("dl div");
    await terms.first().waitFor();
    expect(await terms.evaluateAll((all) => all.map((each) => each.textContent.replace(/\s+/g, " ").trim()))).toEqual(
      [
        "Clock 7:30 plus 3 s a move",
        "Moves may be taken back no",
        "Hints yes",
        "Matches 3 matches in a row",
        "Modules Poison",
      ],
    );
    expect(await room(guest).getByLabel("Link to this table").count()).toBe(0);
  });

  it.each([
    ["cs", { width: 360, height: 740 }],
    ["nl", { width: 800, height: 1000 }],
  ] as const)("is in order in %s", async (locale, viewport) => {
    const host = await Person.comes(url, "Livia", "", { locale, viewport, colorScheme: "dark" });
    const made = await host.asks<{ table: { id: string } }>("/api/tables", {
      game: GAME,
      seats: [{ kind: "me" }, { kind: "open" }],
    });
    await invitedTo(host.page, LAN);
    await host.page.goto(`${url}/table/${made.table.id}`);
    await room(host).locator("figure svg").waitFor();
    await room(host).locator("dl").waitFor();
    await inspect(host.page, `the waiting room in ${locale}`);
  });
});

describe("the chat", () => {
  const line = (person: Person, text: string) => person.page.locator("li[data-role]", { hasText: text });

  it("is in the waiting room, tells host, player and spectator apart, and marks what nobody has read", async () => {
    const host = await Person.comes(url, "Livia");
    const id = await host.laysTable(GAME, ["me", "open"]);
    const guest = await Person.comes(url, "Marcus", `/table/${id}`);
    await room(host).getByRole("button", { name: /^Ave!/ }).click();
    await line(guest, "Livia: Ave!").getByText("host", { exact: true }).waitFor();
    await room(guest).getByLabel("Message").fill("Salve!");
    await room(guest).getByLabel("Message").press("Enter");
    await line(host, "Marcus: Salve!").getByText("spectator", { exact: true }).waitFor();
    expect(await host.page.locator(".unread").count(), "both look at it").toBe(0);

    await guest.sits("Caesar");
    await host.page.locator("[data-waiting]").waitFor({ state: "detached" });
    const tab = host.page.getByRole("tab", { name: /^Chat/ });
    expect(await tab.textContent(), "what was read before is read").toBe("Chat");
    for (const [count, text] of [
      [1, "Bene!"],
      [2, "Vae mihi!"],
    ] as const) {
      await guest.page.getByRole("tab", { name: /^Chat/ }).click();
      await guest.page.getByRole("button", { name: text }).click();
      await host.page.getByRole("tab", { name: `${count} new message` }).waitFor();
    }
    expect(await guest.page.locator(".unread").count(), "one's own words are no news").toBe(0);
    await inspect(host.page, "a table with something unread");
    await tab.click();
    await line(host, "Marcus: Vae mihi!").getByText("player", { exact: true }).waitFor();
    expect(await host.page.locator(".unread").count()).toBe(0);
    await inspect(host.page, "the chat");
  });
});
