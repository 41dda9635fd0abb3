// What a visitor prefers, kept on this device.

export type Theme = "auto" | "light" | "dark";

interface Settings {
  name: string;
  theme: Theme;
  muted: boolean;
  /** How loud sounds are, from 0 to 1. */
  volume: number;
  /** Ask before a move that cannot simply be taken back. */
  confirm: boolean;
}

const DEFAULTS: Settings = { name: "", theme: "auto", muted: false, volume: 0.35, confirm: true };

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

/** Show the theme that was chosen. */
export function dress(): void {
  if (settings.theme === "auto") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = settings.theme;
}
