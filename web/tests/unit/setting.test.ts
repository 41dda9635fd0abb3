// How texts are set: hard spaces in Czech, percentages as each language writes them, searches that pass over both.
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";

import { clauses, scenarios, tryScenario } from "../../src/lib/api";
import { closed, holds, sentence, unbroken } from "../../src/lib/setting";
import { percent, speak, start, t } from "../../src/lib/words.svelte";

const H = "\u00a0";

describe("hard spaces in Czech", () => {
  it.each([
    ["v Římě a s ním i v Egyptě", `v${H}Římě a${H}s${H}ním i${H}v${H}Egyptě`],
    ["K edilům (v ruce) „a tak“", `K${H}edilům (v${H}ruce) „a${H}tak“`],
    ["12 : 6, získáváte edila", `12${H}:${H}6, získáváte edila`],
    ["v 1. kole", `v${H}1.${H}kole`],
    ["šance 5 %", `šance 5${H}%`],
    ["Zbývají dva. 3. Kolo", "Zbývají dva. 3. Kolo"],
    ["hra se má hrát", "hra se má hrát"],
  ])("%s", (text, set) => {
    expect(unbroken(text, "cs")).toBe(set);
    expect(unbroken(set, "cs"), "twice is as once").toBe(set);
  });

  it("are in no other language", () => {
    for (const language of ["en", "nl"] as const) expect(unbroken("a 12 : 6 v 5 %", language)).toBe("a 12 : 6 v 5 %");
  });
});

it("a sentence ends with one sign", () => {
  expect(["The bag is empty", "Done.", "Veto!", "Why?"].map(closed)).toEqual([
    "The bag is empty.",
    "Done.",
    "Veto!",
    "Why?",
  ]);
});

describe("words of the page", () => {
  beforeAll(start);

  it("are set as the language wants it", async () => {
    await speak("cs", false);
    expect(t("unofficial")).toContain(`Kresby i${H}texty`);
    expect(t("hint.chance", { percent: percent(0.4) })).toBe(`šance na výhru 40${H}%`);
    await speak("nl", false);
    expect(t("hint.chance", { percent: percent(0.4) })).toBe("winstkans 40%");
  });

  it.each([
    ["en", "25%"],
    ["cs", `25${H}%`],
    ["nl", "25%"],
  ] as const)("write a percentage in %s", async (language, written) => {
    await speak(language, false);
    expect(percent(0.25)).toBe(written);
    expect(percent(0.2549)).toBe(written);
  });
});

describe("clauses and scenarios of the server", () => {
  afterEach(() => vi.unstubAllGlobals());
  const answer = (content: unknown) =>
    vi.stubGlobal("fetch", () =>
      Promise.resolve(new Response(JSON.stringify(content), { headers: { "content-type": "application/json" } })),
    );

  it("are set in Czech", async () => {
    answer({
      clauses: [
        { id: "X-1", text: "Karta v ruce", sources: [], ruling: "Výsledek 1 : 0" },
        { id: "X-2", text: "u ní", sources: [], ruling: null },
      ],
    });
    expect((await clauses("x", "cs")).map(({ text, ruling }) => [text, ruling])).toEqual([
      [`Karta v${H}ruce`, `Výsledek 1${H}:${H}0`],
      [`u${H}ní`, null],
    ]);
    answer({ scenarios: [{ id: "x", title: "Bohatství a Síla", shows: [] }] });
    expect((await scenarios("x", "cs"))[0]?.title).toBe(`Bohatství a${H}Síla`);
    answer({ title: "Bohatství a Síla", text: "v 2. kole" });
    const { title, text } = await tryScenario("x", "y", [], "cs");
    expect([title, text]).toEqual([`Bohatství a${H}Síla`, `v${H}2.${H}kole`]);
  });

  it("are left as they are in Dutch", async () => {
    answer({ clauses: [{ id: "X-1", text: "a 1 : 0", sources: [], ruling: null }] });
    expect((await clauses("x", "nl"))[0]?.text).toBe("a 1 : 0");
  });
});

describe("a search", () => {
  const text = unbroken("CC97-V2 Vyšší součet v kole vítězí 12 : 6", "cs");
  it.each(["v kole", `v${H}kole`, "12 : 6", "SOUČET vyssi", "", "  ", "cc97-v2"])("finds “%s”", (sought) =>
    expect(holds(text, sought)).toBe(true),
  );
  it.each(["zebra", "kole zebra"])("does not find “%s”", (sought) => expect(holds(text, sought)).toBe(false));
});

describe("a sentence", () => {
  it("begins with a capital, whatever it begins with", () => {
    expect(["štít 4/2 sem nepatří", "žolíkový žeton", "Už velké", "5 polí", ""].map(sentence)).toEqual([
      "Štít 4/2 sem nepatří",
      "Žolíkový žeton",
      "Už velké",
      "5 polí",
      "",
    ]);
  });
});
