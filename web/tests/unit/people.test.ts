// Computers have names: distinct at a table, the same for everybody, the same during a match.
import { beforeAll, describe, expect, it } from "vitest";

import { botName, botTitle, nameOf, titleAt } from "../../src/lib/people";
import type { Level, SeatShown } from "../../src/lib/types";
import { has, LANGUAGES, speak, start, t } from "../../src/lib/words.svelte";

const LEVELS: Level[] = ["tiro", "miles", "centurio", "legatus", "consul"];
const bot = (seat: string, level: Level, name: string | null = null): SeatShown => ({
  seat,
  kind: "bot",
  level,
  name,
  open: false,
});
const person = (seat: string, name: string | null): SeatShown => ({
  seat,
  kind: "person",
  level: null,
  name,
  open: name === null,
});
const namesAt = (seats: SeatShown[]) => seats.map((_, k) => nameOf(seats, k));

beforeAll(() => start());

describe("names of computers", () => {
  it("are all different, over all levels and at any table", () => {
    const all = LEVELS.flatMap((level) => Array.from({ length: 20 }, (_, k) => botName(level, k)));
    expect(new Set(all).size).toBe(all.length);
    const seats = ["a", "b", "c", "d", "e"].map((seat) => bot(seat, "miles"));
    expect(new Set(namesAt(seats)).size).toBe(5);
  });

  it("begin with the one who was chosen, wherever that one sits", () => {
    expect(namesAt([person("a", "Anna"), bot("b", "legatus")])).toEqual(["Anna", botName("legatus")]);
    expect(namesAt([bot("a", "legatus"), person("b", "Anna")])).toEqual([botName("legatus"), "Anna"]);
  });

  it("say of a program that sat down as people do that it is a bot, in every language", async () => {
    const seats = [person("a", "Anna"), { ...person("b", "Careful"), program: true }];
    for (const language of LANGUAGES) {
      await speak(language);
      expect(namesAt(seats)).toEqual(["Anna", "Careful (bot)"]);
    }
    await speak("en");
  });

  it("stay when a computer plays on for somebody who left", () => {
    const before = [person("a", "Anna"), bot("b", "miles"), bot("c", "miles")];
    const after = [bot("a", "miles", "Anna"), bot("b", "miles"), bot("c", "miles")];
    expect(namesAt(after).slice(1)).toEqual(namesAt(before).slice(1));
    expect(new Set(namesAt(after)).size).toBe(3);
  });

  it.each(LANGUAGES)("have a level and a line on how they play in %s", async (language) => {
    await speak(language, false);
    for (const level of LEVELS) {
      expect(titleAt([bot("a", level)], 0)).toBe(`${botName(level)} · ${level}`);
      expect(has(`bot.plays.${level}`)).toBe(true);
    }
    expect(new Set(LEVELS.map((level) => t(`bot.plays.${level}`))).size).toBe(5);
    expect(botTitle("consul", 1)).not.toBe(botTitle("consul"));
  });

  it("are not for people and free seats", async () => {
    await speak("en", false);
    expect(titleAt([person("a", "Anna"), person("b", null)], 0)).toBe("Anna");
    expect(titleAt([person("a", "Anna"), person("b", null)], 1)).toBe("free seat");
  });
});
