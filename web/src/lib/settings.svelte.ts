// What a visitor prefers, kept on this device.
import type { Level } from "./types";

export type Theme = "auto" | "light" | "dark";

/** How quick scenes are. */
export const PACES = [0.5, 1, 2, 0] as const;
export type Pace = (typeof PACES)[number];

interface Settings {
  name: string;
  theme: Theme;
  muted: boolean;
  /** How loud sounds are, from 0 to 1. */
  volume: number;
  /** How many times as quick as usual scenes are; 0: there are none. */
  pace: Pace;
  /** Ask before a move that cannot simply be taken back. */
  confirm: boolean;
  /** The computer that one plays against with one click. */
  opponent: Level;
  /** The lessons that were begun and not finished: the game, and the number of the chapter from 0; the latest is the last. */
  lessons: [string, number][];
}

const DEFAULTS: Settings = {
  name: "",
  theme: "auto",
  muted: false,
  volume: 0.35,
  pace: 1,
  confirm: true,
  opponent: "miles",
  lessons: [],
};

function read(): Settings {
  try {
    const kept = JSON.parse(localStorage.getItem("settings") ?? "{}") as Partial<Settings>;
    return { ...DEFAULTS, ...kept };
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings = $state<Settings>(read());

/** Change a setting and keep it. */
export function set<K extends keyof Settings>(name: K, value: Settings[K]): void {
  settings[name] = value;
  try {
    localStorage.setItem("settings", JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays.
  }
  dress();
}

/** Remember how far a lesson got; null: it is finished. */
export function reach(game: string, chapter: number | null): void {
  const others = settings.lessons.filter(([name]) => name !== game);
  set("lessons", chapter ? [...others, [game, chapter]] : others);
}

/** The chapter at which a lesson goes on. */
export function reached(game: string): number {
  return settings.lessons.find(([name]) => name === game)?.[1] ?? 0;
}

/** Show the theme that was chosen. */
export function dress(): void {
  if (settings.theme === "auto") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = settings.theme;
}
