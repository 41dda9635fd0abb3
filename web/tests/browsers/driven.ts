// A browser that is driven from outside, whichever it is.
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

import type { Screen } from "../browser/pointing.ts";

export interface Driven extends Screen {
  name: string;
  open: (url: string) => Promise<void>;
  /** What went wrong in the page. */
  errors: () => Promise<string[]>;
  quit: () => Promise<void>;
}

/** Find a program: the one that a variable names, or the first of these on the path. */
export function installed(variable: string, names: string[]): string | null {
  const named = process.env[variable];
  if (named) return existsSync(named) ? named : null;
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return (
    names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path)) ?? null
  );
}
