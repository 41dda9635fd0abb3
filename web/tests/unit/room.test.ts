// What the waiting room and the chat are made of.
import { encode } from "uqr";
import { beforeAll, describe, expect, it } from "vitest";

import { codeOf } from "../../src/lib/code";
import { clockInWords, CLOCKS } from "../../src/lib/terms";
import type { Entry } from "../../src/lib/types";
import { Unread } from "../../src/lib/unread.svelte";
import { speak, start, t } from "../../src/lib/words.svelte";

const entry = (version: number, kind: Entry["kind"], seat: number | null = 0): Entry => ({
  version,
  kind,
  seat,
  at: version,
});

describe("what nobody has read", () => {
  const log = [entry(1, "sit"), entry(2, "say", 1), entry(3, "start", null)];

  it("is nothing of what was said before one came", () => {
    const unread = new Unread();
    expect([unread.hear(log, [0], false), unread.count]).toEqual([false, 0]);
  });

  it("is what others say while one looks elsewhere, each told once", () => {
    const unread = new Unread();
    unread.hear(log, [0], false);
    const more = [...log, entry(4, "say", 1)];
    expect([unread.hear(more, [0], false), unread.count]).toEqual([true, 1]);
    expect([unread.hear([...more, entry(5, "move", 1)], [0], false), unread.count]).toEqual([false, 1]);
    const most = [...more, entry(5, "move", 1), entry(6, "say", null)];
    expect([unread.hear(most, [0], false), unread.count]).toEqual([true, 2]);
    expect([unread.hear(most, [0], true), unread.count]).toEqual([false, 0]);
    expect([unread.hear(most, [0], false), unread.count]).toEqual([false, 0]);
  });

  it("is not what one says oneself", () => {
    const unread = new Unread();
    unread.hear(log, [0], false);
    expect([unread.hear([...log, entry(4, "say", 0)], [0], false), unread.count]).toEqual([false, 0]);
  });

  it("is nothing while one reads", () => {
    const unread = new Unread();
    unread.hear(log, [0], true);
    expect([unread.hear([...log, entry(4, "say", 1)], [0], true), unread.count]).toEqual([false, 0]);
  });

  it("stays while a screen changes hands and has no log", () => {
    const unread = new Unread();
    unread.hear(log, [0, 1], false);
    const more = [...log, entry(4, "say", 2)];
    unread.hear(more, [0, 1], false);
    unread.hear([], [0, 1], false);
    expect([unread.hear(more, [0, 1], false), unread.count]).toEqual([false, 1]);
  });
});

describe("the code of a link", () => {
  it("draws every dark module once, and nothing else", async () => {
    const text = "http://192.168.1.7:8420/table/aB_9-xyz";
    const { size, path } = await codeOf(text);
    const drawn = Array.from({ length: size }, () => Array.from({ length: size }, () => 0));
    for (const [piece, x, y, width, back] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H(\d+)z/g)) {
      expect(back, piece).toBe(x);
      for (let k = 0; k < Number(width); k += 1) (drawn[Number(y)] as number[])[Number(x) + k]! += 1;
    }
    expect(path.replaceAll(/M\d+ \d+h\d+v1H\d+z/g, "")).toBe("");
    const { data } = encode(text, { ecc: "M", border: 4 });
    expect(drawn).toEqual(data.map((row) => row.map(Number)));
    expect(drawn.slice(0, 4).flat().some(Boolean), "a light margin").toBe(false);
  });
});

describe("a clock in words", () => {
  beforeAll(() => start());

  it.each(["en", "cs", "nl"] as const)("is said in %s as the form offers it, or by its numbers", async (language) => {
    await speak(language, false);
    for (const [name, clock] of Object.entries(CLOCKS)) expect(clockInWords(clock)).toBe(t(`clock.${name}`));
    expect(clockInWords({ kind: "bank", seconds: 450, increment: 3 })).toMatch(/7:30.*3\ss/);
    expect(clockInWords({ kind: "move", seconds: 65, increment: 0 })).toContain("1:05");
  });
});
