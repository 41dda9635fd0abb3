// When sounds are made and of what, with a stand-in for what a browser makes them with.
import { beforeEach, describe, expect, it, vi } from "vitest";

import { perform, type Sound, SOUNDS } from "../../src/lib/sounds";

/** What was scheduled: which source, from when to when. */
interface Note {
  kind: string;
  start: number;
  stop: number;
}

class Param {
  value = 0;
  times: number[] = [];
  levels: number[] = [];
  #set = (level: number, at: number) => {
    this.times.push(at);
    this.levels.push(level);
    return this;
  };
  setValueAtTime = this.#set;
  linearRampToValueAtTime = this.#set;
  exponentialRampToValueAtTime = this.#set;
}

class Node {
  frequency = new Param();
  detune = new Param();
  gain = new Param();
  Q = new Param();
  type = "";
  into: Node | null = null;
  #note: Note | null = null;
  constructor(
    readonly kind: string,
    readonly audio: Stand,
  ) {}
  connect(next: Node) {
    this.into = next;
    return next;
  }
  start(at: number) {
    this.#note = { kind: this.kind, start: at, stop: Infinity };
    this.audio.notes.push(this.#note);
  }
  stop(at: number) {
    if (this.#note) this.#note.stop = at;
  }
}

/** Stands in for an AudioContext. */
class Stand {
  static made: Stand[] = [];
  currentTime = 10;
  sampleRate = 1000;
  notes: Note[] = [];
  nodes: Node[] = [];
  resumed = 0;
  isRunning = false;
  destination = new Node("destination", this);
  constructor() {
    Stand.made.push(this);
  }
  #make(kind: string) {
    const node = new Node(kind, this);
    this.nodes.push(node);
    return node;
  }
  createOscillator = () => this.#make("tone");
  createBufferSource = () => this.#make("noise");
  createGain = () => this.#make("gain");
  createBiquadFilter = () => this.#make("filter");
  createDynamicsCompressor = () => this.#make("limit");
  createBuffer = (_: number, length: number) => ({ getChannelData: () => new Float32Array(length) });
  resume = () => {
    this.resumed += 1;
    this.isRunning = true;
    return Promise.resolve();
  };
  suspend = () => {
    this.isRunning = false;
    return Promise.resolve();
  };
}

describe("every sound", () => {
  it.each(SOUNDS)("%s is scheduled from its moment on, ends, and goes out", (name) => {
    const audio = new Stand();
    const out = new Node("out", audio);
    perform(audio as unknown as BaseAudioContext, out as unknown as AudioNode, name, 5);
    expect(audio.notes.length).toBeGreaterThan(0);
    expect(Math.min(...audio.notes.map((note) => note.start))).toBe(5);
    for (const note of audio.notes) {
      expect(note.stop).toBeGreaterThan(note.start);
      expect(note.stop).toBeLessThan(5 + 3);
    }
    for (const node of audio.nodes) {
      let last: Node = node;
      while (last.into) last = last.into;
      expect(last).toBe(out);
      const { times, levels } = node.gain;
      expect(times, "in order").toEqual([...times].sort((a, b) => a - b));
      if (levels.length) expect(levels.at(-1), "it fades out").toBeLessThan(0.001);
    }
  });
});

describe("a page that is heard", () => {
  let play: (name: Sound) => Promise<void>;
  let settings: { muted: boolean; volume: number };
  /** What the page does when it is touched; of this page only, not of those of earlier tests. */
  let touched: Record<string, () => void>;
  const gesture = () => touched["pointerup"]?.();
  const notes = () => Stand.made.flatMap((audio) => audio.notes);

  beforeEach(async () => {
    Stand.made = [];
    vi.resetModules();
    vi.stubGlobal("AudioContext", Stand);
    touched = {};
    vi.stubGlobal("addEventListener", (kind: string, hear: () => void) => (touched[kind] = hear));
    localStorage.clear();
    ({ settings } = await import("../../src/lib/settings.svelte"));
    ({ play } = await import("../../src/lib/sound"));
  });

  it("makes nothing before somebody touched it", async () => {
    await play("turn");
    expect(Stand.made).toEqual([]);
  });

  it("makes a sound at once afterwards, low at first, with one context for all", async () => {
    gesture();
    await play("turn");
    await play("card");
    expect(Stand.made).toHaveLength(1);
    const [audio] = Stand.made as [Stand];
    expect(audio.resumed).toBeGreaterThan(0);
    expect(Math.min(...notes().map((note) => note.start))).toBe(audio.currentTime);
    const [volume] = audio.nodes as [Node];
    expect(volume.gain.value).toBe(settings.volume);
    expect(settings.volume).toBeLessThan(0.5);
    expect([volume.into?.kind, volume.into?.into?.kind]).toEqual(["limit", "destination"]);
  });

  it("is as loud as is wished from the next sound on", async () => {
    gesture();
    await play("turn");
    settings.volume = 0.8;
    await play("card");
    expect(Stand.made[0]?.nodes[0]?.gain.value).toBe(0.8);
  });

  it("makes nothing when muted, not even what sounds are made with", async () => {
    settings.muted = true;
    gesture();
    await play("turn");
    expect(Stand.made).toEqual([]);
    settings.muted = false;
    await play("turn");
    expect(notes().length).toBeGreaterThan(0);
  });

  it("makes a sound once that is asked for twice in a moment", async () => {
    gesture();
    await play("card");
    const once = notes().length;
    await play("card");
    expect(notes().length).toBe(once);
    await play("token");
    expect(notes().length).toBeGreaterThan(once);
  });

  it("lets the device rest when nothing was heard for a while, and wakes it for the next sound", async () => {
    vi.useFakeTimers();
    gesture();
    await play("card");
    const [audio] = Stand.made as [Stand];
    vi.advanceTimersByTime(3500);
    expect(audio.isRunning, "the longest sound is heard to its end").toBe(true);
    await play("turn");
    vi.advanceTimersByTime(3500);
    expect(audio.isRunning).toBe(true);
    vi.advanceTimersByTime(1000);
    expect(audio.isRunning).toBe(false);
    await play("token");
    expect(audio.isRunning).toBe(true);
    vi.useRealTimers();
  });

  it("makes no sound that would be late", async () => {
    gesture();
    await play("card");
    const once = notes().length;
    const now = vi.spyOn(performance, "now").mockReturnValueOnce(10_000).mockReturnValue(20_000);
    await play("token");
    expect(notes().length).toBe(once);
    now.mockRestore();
  });

  it("is played where nothing can be heard", async () => {
    vi.stubGlobal("AudioContext", undefined);
    gesture();
    await expect(play("turn")).resolves.toBeUndefined();
  });
});
