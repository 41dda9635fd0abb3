// Every sound, rendered by a real browser: neither silent nor too loud, and over when it should be.
import { readdirSync } from "node:fs";
import { resolve } from "node:path";

import { type Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";

import { SOUNDS } from "../../src/lib/sounds.ts";
import { newcomer, open, visit } from "./browser.ts";
import { inspect } from "./inspect.ts";

const url = inject("url");
const ASSETS = resolve(import.meta.dirname, "../../../src/quadriga/server/page/assets");

interface Heard {
  peak: number;
  loudness: number;
  /** The last sample that can be heard, in seconds. */
  last: number;
  begins: number;
}

/** Renders a sound at full volume; as text, so that nothing rewrites its import for another place. */
const RENDER = `async ([address, sound]) => {
  const { perform } = await import(address);
  const audio = new OfflineAudioContext(1, 4 * 44100, 44100);
  perform(audio, audio.destination, sound, 0);
  const samples = (await audio.startRendering()).getChannelData(0);
  let [peak, sum, last, begins] = [0, 0, 0, -1];
  for (const [k, sample] of samples.entries()) {
    peak = Math.max(peak, Math.abs(sample));
    sum += sample * sample;
    if (Math.abs(sample) > 0.002) {
      last = k / 44100;
      if (begins < 0) begins = last;
    }
  }
  return { peak, last, begins, loudness: Math.sqrt(sum / samples.length) };
}`;

it("every sound is heard, is not clipped, and ends", async () => {
  const page = await visit(url);
  const chunk = readdirSync(ASSETS).find((file) => /^sounds-.*\.js$/.test(file));
  expect(chunk, "a file of their own").toBeDefined();
  for (const name of SOUNDS) {
    const given = JSON.stringify([`${url}/assets/${chunk}`, name]);
    const { peak, loudness, last, begins } = (await page.evaluate(`(${RENDER})(${given})`)) as Heard;
    expect.soft(peak, name).toBeGreaterThan(0.15);
    expect.soft(peak, name).toBeLessThan(0.95);
    expect.soft(loudness, name).toBeGreaterThan(0.003);
    expect.soft(begins, name).toBeLessThan(0.15);
    expect.soft(last, name).toBeLessThan(3);
  }
});

describe("the control of all sounds", () => {
  /** Count how often the page begins to make sounds, and how many tones it makes. */
  const COUNT = `
    globalThis.contexts = 0; globalThis.tones = 0;
    globalThis.AudioContext = class extends AudioContext { constructor() { super(); globalThis.contexts += 1; } };
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) { globalThis.tones += 1; return start.apply(this, when); };`;
  const count = (page: Page, what: "contexts" | "tones") => page.evaluate(`globalThis.${what}`) as Promise<number>;

  it("nothing is heard before a gesture; then as loud as is wished, which is kept; and nothing when muted", async () => {
    const context = await newcomer({ reducedMotion: "reduce" });
    await context.addInitScript(COUNT);
    const page = await open(context, url);
    await page.waitForSelector("article h2");
    expect(await count(page, "contexts")).toBe(0);

    await page.getByRole("button", { name: "Sound: on" }).click();
    await expect.poll(() => count(page, "contexts")).toBe(1);
    const volume = page.getByRole("slider", { name: "Volume" });
    expect(await volume.inputValue(), "low at first").toBe("35");
    await volume.press("ArrowRight");
    await expect.poll(() => count(page, "tones"), { message: "reduced motion is not silence" }).toBeGreaterThan(0);
    await inspect(page, "the volume");

    const before = await count(page, "tones");
    await page.getByRole("checkbox", { name: "Sound" }).uncheck();
    await page.keyboard.press("Escape");
    await volume.waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Sound: off" }).waitFor();
    expect(await count(page, "tones")).toBe(before);

    await page.reload();
    await page.getByRole("button", { name: "Sound: off" }).click();
    expect(await volume.inputValue()).toBe("40");
    expect(await count(page, "contexts")).toBe(0);
  });
});
