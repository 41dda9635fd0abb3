// What a visitor prefers, kept on this device.
import type { Level } from "./types";

/** What the page can look like; "auto": marble by day and night by night, as the system has it. */
export const THEMES = ["auto", "marble", "papyrus", "night"] as const;
export type Theme = (typeof THEMES)[number];

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
    const theme = THEMES.find((each) => each === kept.theme) ?? DEFAULTS.theme;
    return { ...DEFAULTS, ...kept, theme };
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
  if (name === "theme") dress();
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
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const theme = settings.theme === "auto" ? (isDark ? "night" : "marble") : settings.theme;
  const page = document.documentElement;
  page.dataset["theme"] = theme;
  const ground = getComputedStyle(page).getPropertyValue("--marble").trim();
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", ground);
}

/** Show the theme that was chosen, and follow the system where none was. */
export function dressAlways(): void {
  dress();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", dress);
}
