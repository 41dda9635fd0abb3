// When something is heard: not before the first click or key, never when muted, as loud as the visitor wants.
import { settings } from "./settings.svelte";
import type { Sound } from "./sounds";

export type { Sound };

interface Opened {
  audio: AudioContext;
  volume: GainNode;
  perform: typeof import("./sounds").perform;
}

/** A sound that would be heard later than this, in milliseconds, is not made at all. */
const LATE = 1000;
/** The same sound again within this time, in milliseconds, is the same sound. */
const SAME = 60;
/** After this many milliseconds without a sound the device rests: every sound is over by then, and silence costs power too. */
const REST = 4000;

let opened: Promise<Opened> | null = null;
let isAwake = false;
let resting: ReturnType<typeof setTimeout> | undefined;
const made = new Map<Sound, number>();

async function open(): Promise<Opened> {
  const audio = new AudioContext();
  const volume = audio.createGain();
  const limit = audio.createDynamicsCompressor(); // several at once are not louder than the loudest
  volume.connect(limit).connect(audio.destination);
  const { perform } = await import("./sounds");
  return { audio, volume, perform };
}

/** Browsers let a page be heard once somebody has touched it. */
function wake(): void {
  isAwake = true;
  if (settings.muted || typeof AudioContext === "undefined") return;
  opened ??= open();
  opened.then(
    ({ audio }) => {
      clearTimeout(resting);
      resting = setTimeout(() => void audio.suspend(), REST);
      return audio.resume();
    },
    () => (opened = null), // the next one tries again
  );
}

for (const gesture of ["pointerup", "keydown"]) addEventListener(gesture, wake, { capture: true, passive: true });

/** Let something be heard, by what it means. */
export async function play(name: Sound): Promise<void> {
  const asked = performance.now();
  if (settings.muted || !isAwake || asked - (made.get(name) ?? -SAME) < SAME) return;
  made.set(name, asked);
  wake();
  try {
    const stage = await opened;
    if (!stage || settings.muted || performance.now() - asked > LATE) return;
    stage.volume.gain.value = settings.volume;
    stage.perform(stage.audio, stage.volume, name, stage.audio.currentTime);
  } catch {
    // A page that cannot be heard is still to be played.
  }
}
