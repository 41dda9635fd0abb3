// Series and tournaments: between two matches or races the table shows how things stand.
import { expect, inject, it } from "vitest";

import { inspect } from "./inspect.ts";
import { boardIsDrawn } from "./browser.ts";
import { Person } from "./people.ts";
import { dice, moveByClick, playSome, press } from "./playing.ts";
import { playAhead } from "./tables.ts";

const url = inject("url");

const cells = (person: Person) =>
  person.page
    .locator("[data-standing] tbody tr")
    .evaluateAll((rows) =>
      rows.map((row) => [...row.children].map((cell) => cell.textContent.replace(/\s+/g, " ").trim())),
    );

it.each(["caesar-cleopatra-2024", "caesar-cleopatra-1997"])(
  "a series of %s shows its standing after every match",
  async (game) => {
    const livia = await Person.comes(url, "Livia", "", { viewport: { width: 390, height: 844 } });
    const { table } = await livia.asks<{ table: { id: string } }>("/api/tables", {
      game,
      options: game.endsWith("1997") ? { action_pile: "shuffled" } : {},
      seats: [{ kind: "me" }, { kind: "bot", level: "tiro" }],
      name: "Livia",
      games: 2,
    });
    await livia.page.goto(`${url}/table/${table.id}`);
    await boardIsDrawn(livia.page);
    await press(livia.page, "Resign");
    await livia.page.waitForSelector("[data-standing]");
    expect(await livia.page.locator("[data-standing] caption").textContent()).toBe("Match 1 of 2");
    expect(await cells(livia)).toEqual([
      ["Rufus ♛, leads", "1", "1"],
      ["Livia", "0", "0"],
    ]);
    await livia.page.getByText("Next: match 2 of 2.").waitFor();
    await inspect(livia.page, "the standing of a series");
    await livia.page.locator(".end a.primary").click(); // to the next match
    await livia.isTakenAlong(table.id);
    await livia.page.locator(".end").waitFor({ state: "detached" });
    await press(livia.page, "Resign");
    await livia.page.getByText("Rufus wins the series.").waitFor();
    expect((await cells(livia)).map((row) => row.at(-1))).toEqual(["2", "0"]);
  },
);

it("a tournament shows its standing between two races", async () => {
  const livia = await Person.comes(url, "Livia");
  const { table } = await livia.asks<{ table: { id: string } }>("/api/tables", {
    game: "ave-caesar",
    options: { players: "2", tournament: "true" },
    seats: [{ kind: "me" }, { kind: "bot", level: "tiro" }],
    name: "Livia",
  });
  const roll = dice(5);
  await playAhead([livia.page.context()], url, table.id, roll, 18); // a race has at least 23 moves
  await livia.page.goto(`${url}/table/${table.id}`);
  await boardIsDrawn(livia.page);
  const between = livia.page.locator("[data-interlude]");
  await playSome(livia.page, roll, Infinity, "#result, [data-interlude]");
  expect(await between.locator("caption").textContent()).toBe("Race 1 of 4 is over");
  const rows = await cells(livia);
  expect(rows.map((row) => row[0]?.split(" ")[0]).sort()).toEqual(["Livia", "Rufus"]);
  for (const row of rows) expect(row[1], "after one race the total is what it brought").toBe(row[2]);
  await between.getByText(/^Next: race 2 of 4/).waitFor();
  await inspect(livia.page, "between two races");
  await between.getByRole("button", { name: "Go on" }).click();
  await between.waitFor({ state: "detached" });
  await moveByClick(livia.page, roll);
  expect(await between.count(), "it is shown once").toBe(0);
});
