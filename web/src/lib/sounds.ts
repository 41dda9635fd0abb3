// Our own sounds, made of waves and noise when they are needed: stone, parchment, dice, hooves, a crowd, bronze. No file of
// them exists anywhere. lib/sound.ts loads this after the first click and says when something is to be heard.

/** Where a sound goes, and when it begins. */
interface Stage {
  audio: BaseAudioContext;
  out: AudioNode;
  at: number;
}

/** A filtered noise: its pitch goes from one frequency to another while it lasts. */
interface Hiss {
  at?: number;
  length: number;
  loud: number;
  kind?: BiquadFilterType;
  from: number;
  to?: number;
  sharp?: number;
  attack?: number;
}

/** Something struck: every partial is a multiple of the pitch, how loud it is, and for how many seconds it rings. */
interface Strike {
  at?: number;
  pitch: number;
  loud: number;
  partials: readonly (readonly [number, number, number])[];
}

const BRONZE = [
  [0.5, 0.3, 1.5],
  [1, 1, 1.1],
  [1.19, 0.6, 0.9],
  [1.5, 0.35, 0.7],
  [2, 0.45, 0.6],
  [2.74, 0.2, 0.35],
  [3.76, 0.12, 0.2],
] as const;
const COIN = [
  [1, 1, 0.35],
  [1.47, 0.7, 0.28],
  [2.09, 0.5, 0.2],
  [2.56, 0.3, 0.12],
] as const;
const STONE = [
  [1, 1, 0.07],
  [1.62, 0.6, 0.05],
  [2.7, 0.4, 0.03],
] as const;
const WOOD = [
  [1, 1, 0.06],
  [2.4, 0.35, 0.03],
] as const;
const SILENT = 0.0001;

const noises = new WeakMap<BaseAudioContext, AudioBuffer>();

/** Two seconds of noise, the same every time. */
function noiseOf(audio: BaseAudioContext): AudioBuffer {
  let found = noises.get(audio);
  if (!found) {
    found = audio.createBuffer(1, 2 * audio.sampleRate, audio.sampleRate);
    const samples = found.getChannelData(0);
    let state = 753;
    for (let k = 0; k < samples.length; k += 1) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      samples[k] = state / 2 ** 31 - 1;
    }
    noises.set(audio, found);
  }
  return found;
}

/** Let a source be heard from one moment to another, rising at once or slowly and fading out. */
function shape(
  { audio, out }: Stage,
  source: AudioScheduledSourceNode,
  last: AudioNode,
  begin: number,
  length: number,
  loud: number,
  attack: number,
): void {
  const volume = audio.createGain();
  volume.gain.setValueAtTime(SILENT, begin);
  volume.gain.linearRampToValueAtTime(loud, begin + attack);
  volume.gain.exponentialRampToValueAtTime(SILENT, begin + length);
  last.connect(volume).connect(out);
  source.start(begin);
  source.stop(begin + length);
}

function hiss(
  stage: Stage,
  { at = 0, length, loud, kind = "bandpass", from, to = from, sharp = 1, attack }: Hiss,
): void {
  const begin = stage.at + at;
  const source = stage.audio.createBufferSource();
  source.buffer = noiseOf(stage.audio);
  source.loop = true;
  const filter = stage.audio.createBiquadFilter();
  filter.type = kind;
  filter.Q.value = sharp;
  filter.frequency.setValueAtTime(from, begin);
  filter.frequency.exponentialRampToValueAtTime(to, begin + length);
  source.connect(filter);
  shape(stage, source, filter, begin, length, loud, attack ?? 0.003);
}

function wave(
  stage: Stage,
  kind: OscillatorType,
  at: number,
  length: number,
  from: number,
  to: number,
  loud: number,
  attack = 0.003,
): void {
  const begin = stage.at + at;
  const source = stage.audio.createOscillator();
  source.type = kind;
  source.frequency.setValueAtTime(from, begin);
  source.frequency.exponentialRampToValueAtTime(to, begin + length);
  shape(stage, source, source, begin, length, loud, attack);
}

function strike(stage: Stage, { at = 0, pitch, loud, partials }: Strike): void {
  const sum = partials.reduce((all, [, part]) => all + part, 0);
  for (const [times, part, rings] of partials)
    wave(stage, "sine", at, rings, pitch * times, pitch * times, (loud * part) / sum);
}

/** A horn of bronze: two reeds a little apart, opened by the breath. */
function horn(stage: Stage, at: number, length: number, pitch: number, loud: number): void {
  const begin = stage.at + at;
  for (const apart of [-4, 4]) {
    const source = stage.audio.createOscillator();
    source.type = "sawtooth";
    source.frequency.value = pitch;
    source.detune.value = apart;
    const breath = stage.audio.createBiquadFilter();
    breath.type = "lowpass";
    breath.frequency.setValueAtTime(pitch, begin);
    breath.frequency.linearRampToValueAtTime(pitch * 5, begin + 0.08);
    breath.frequency.exponentialRampToValueAtTime(pitch * 1.5, begin + length);
    source.connect(breath);
    shape(stage, source, breath, begin, length, loud / 2, 0.05);
  }
}

function hoof(stage: Stage, at: number, loud: number): void {
  wave(stage, "sine", at, 0.11, 150, 55, loud);
  hiss(stage, { at, length: 0.06, loud: loud * 0.8, from: 700, to: 300 });
}

/** Many voices far away; the higher its vowels, the more excited. */
function voices(stage: Stage, at: number, length: number, loud: number, vowels: readonly number[]): void {
  for (const [k, vowel] of vowels.entries())
    hiss(stage, {
      at: at + k * 0.05,
      length: length - k * 0.05,
      loud: loud / (1 + k * 0.4),
      from: vowel,
      to: vowel * 0.8,
      sharp: 3,
      attack: length * 0.35,
    });
}

/** When the dice hit the cup, in seconds. */
const RATTLE = [0, 0.07, 0.12, 0.2, 0.26, 0.34, 0.39, 0.47];

/** Sounds by what they mean. */
const RECIPES = {
  card: (stage) => {
    hiss(stage, { length: 0.09, loud: 0.5, kind: "highpass", from: 2200, to: 5000, attack: 0.03 });
    hiss(stage, { at: 0.07, length: 0.07, loud: 0.6, from: 1800, to: 900, sharp: 0.8 });
  },
  token: (stage) => {
    strike(stage, { pitch: 880, loud: 0.55, partials: STONE });
    hiss(stage, { length: 0.03, loud: 0.5, from: 3000, to: 1500 });
    strike(stage, { at: 0.055, pitch: 930, loud: 0.2, partials: STONE });
  },
  dice: (stage) => {
    for (const [k, at] of RATTLE.entries()) {
      strike(stage, { at, pitch: 1100 + ((k * 5) % 7) * 130, loud: 0.3, partials: WOOD });
      hiss(stage, { at, length: 0.03, loud: 0.3, from: 2600 });
    }
    strike(stage, { at: 0.62, pitch: 420, loud: 0.5, partials: WOOD });
    strike(stage, { at: 0.7, pitch: 760, loud: 0.3, partials: WOOD });
  },
  hooves: (stage) => {
    for (let stride = 0; stride < 3; stride += 1)
      for (const [beat, loud] of [0.35, 0.5, 0.6].entries()) hoof(stage, stride * 0.34 + beat * 0.085, loud);
  },
  crowd: (stage) => voices(stage, 0, 1.8, 1, [320, 560, 820]),
  cheer: (stage) => {
    voices(stage, 0, 1.9, 1, [520, 900, 1500, 2400]);
    voices(stage, 0.25, 1.4, 0.7, [700, 1200]);
  },
  coin: (stage) => {
    strike(stage, { pitch: 2350, loud: 0.35, partials: COIN });
    strike(stage, { at: 0.09, pitch: 2790, loud: 0.3, partials: COIN });
  },
  seal: (stage) => {
    hiss(stage, { length: 0.12, loud: 0.3, kind: "highpass", from: 2500, attack: 0.06 });
    wave(stage, "sine", 0.11, 0.2, 130, 48, 0.8);
    hiss(stage, { at: 0.11, length: 0.08, loud: 0.5, kind: "lowpass", from: 900, to: 200 });
  },
  vote: (stage) => {
    strike(stage, { pitch: 220, loud: 0.7, partials: BRONZE });
    hiss(stage, { at: 0.05, length: 0.3, loud: 0.12, kind: "highpass", from: 1800, to: 3200, attack: 0.1 });
  },
  turn: (stage) => {
    strike(stage, { pitch: 587, loud: 0.5, partials: BRONZE });
    strike(stage, { at: 0.14, pitch: 784, loud: 0.45, partials: BRONZE });
  },
  chat: (stage) => {
    strike(stage, { pitch: 990, loud: 0.4, partials: WOOD });
    strike(stage, { at: 0.1, pitch: 1320, loud: 0.4, partials: WOOD });
  },
  refused: (stage) => {
    wave(stage, "sine", 0, 0.14, 140, 90, 0.6);
    wave(stage, "sine", 0.13, 0.16, 120, 75, 0.6);
  },
  horn: (stage) => {
    horn(stage, 0, 0.3, 196, 0.4);
    horn(stage, 0.26, 0.9, 294, 0.45);
  },
  "end-won": (stage) => {
    for (const [k, pitch] of [196, 294, 392].entries()) horn(stage, k * 0.2, k === 2 ? 1.2 : 0.3, pitch, 0.35);
    voices(stage, 0.5, 2, 0.35, [520, 900, 1500]);
  },
  "end-lost": (stage) => {
    for (const [k, pitch] of [220, 175, 147].entries()) horn(stage, k * 0.3, k === 2 ? 1.3 : 0.4, pitch, 0.3);
    voices(stage, 0.4, 1.8, 0.2, [300, 480]);
  },
} satisfies Record<string, (stage: Stage) => void>;

export type Sound = keyof typeof RECIPES;

export const SOUNDS = Object.keys(RECIPES) as Sound[];

/** Make a sound, from a moment on, into whatever is to carry it. */
export function perform(audio: BaseAudioContext, out: AudioNode, name: Sound, at: number): void {
  RECIPES[name]({ audio, out, at });
}
