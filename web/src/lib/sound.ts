// Our own sounds, made when they are needed: a stone on stone, a lyre for one's turn, a horn at the end.
import { settings } from "./settings.svelte";

let audio: AudioContext | null = null;

function tone(frequency: number, at: number, length: number, loudness: number, kind: OscillatorType): void {
  if (!audio) return;
  const wave = audio.createOscillator();
  const volume = audio.createGain();
  wave.type = kind;
  wave.frequency.value = frequency;
  volume.gain.setValueAtTime(0, audio.currentTime + at);
  volume.gain.linearRampToValueAtTime(loudness, audio.currentTime + at + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + at + length);
  wave.connect(volume).connect(audio.destination);
  wave.start(audio.currentTime + at);
  wave.stop(audio.currentTime + at + length);
}

const SOUNDS = {
  move: () => {
    tone(180, 0, 0.09, 0.25, "triangle");
    tone(95, 0.01, 0.12, 0.3, "sine");
  },
  turn: () => [392, 523, 659].forEach((note, k) => tone(note, k * 0.09, 0.5, 0.12, "triangle")),
  end: () => [262, 392, 523, 784].forEach((note, k) => tone(note, k * 0.14, 0.7, 0.12, "sawtooth")),
};

export function play(sound: keyof typeof SOUNDS): void {
  if (!settings.sound) return;
  audio ??= new AudioContext();
  void audio.resume();
  SOUNDS[sound]();
}
