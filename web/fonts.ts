// Cuts the two typefaces to what the page writes with: a file for the letters of English, two small ones for what Czech and
// Dutch need besides, two for everybody else's names. A browser asks for one only when it has to draw a letter of it.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import subset from "subset-font";
import type { Plugin } from "vite";

/** Titles have one weight, whatever weight is asked for. */
const FACES = [
  { family: "Alegreya Sans", file: "alegreya-sans", weight: 400, stands: "400" },
  { family: "Alegreya Sans", file: "alegreya-sans", weight: 700, stands: "700" },
  { family: "Cinzel", file: "cinzel", weight: 600, stands: "400 900" },
];
const BASIC = "U+20-7E, U+A0, U+B0-B1, U+B7, U+D7, U+2013-2014, U+2018-201A, U+201C-201E, U+2022, U+2026, U+2212";
const ACCENTS =
  "U+A7, U+C8-C9, U+CB, U+CD, U+CF, U+D3, U+D6, U+DA, U+DC-DD, U+E1, U+E8-E9, U+EB, U+ED, U+EF, U+F3, U+F6, U+FA, U+FC-FD";
const HOOKS = "U+10C-10F, U+11A-11B, U+147-148, U+158-159, U+160-161, U+164-165, U+16E-16F, U+17D-17E";
/** Letters by their numbers, as CSS writes them; `from` says in which file of the package they are. */
export const SLICES = [
  { slice: "basic", from: "latin", range: BASIC },
  { slice: "accents", from: "latin", range: ACCENTS },
  { slice: "hooks", from: "latin-ext", range: HOOKS },
  { slice: "western", from: "latin", range: without("U+A1-FF, U+131, U+152-153, U+20AC", BASIC, ACCENTS) },
  { slice: "extended", from: "latin-ext", range: without("U+100-130, U+132-151, U+154-17F, U+218-21B", HOOKS) },
];
/** What the page asks of them: kerning, accents in their places, figures of equal height or width. */
const FEATURES = ["kern", "mark", "ccmp", "locl", "liga", "lnum", "tnum"];
/** The same without what needs letters of two files: those are never set as one. */
const ALONE = ["mark", "ccmp", "locl"];
/** Needed by whatever is seen first. */
const FIRST = ["alegreya-sans-400-basic", "cinzel-600-basic"];
const FOLDER = join(import.meta.dirname, "node_modules/.cache/quadriga-fonts");
const SHEET = join(FOLDER, "fonts.css");

/** The numbers of all letters of a range that CSS can read. */
export function numbers(range: string): number[] {
  return range.split(", ").flatMap((part) => {
    const [first = 0, last = first] = part
      .slice(2)
      .split("-")
      .map((number) => parseInt(number, 16));
    return Array.from({ length: last - first + 1 }, (_, k) => first + k);
  });
}

/** A range without those letters that others have. */
function without(range: string, ...others: string[]): string {
  const taken = new Set(others.flatMap(numbers));
  const runs: [number, number][] = [];
  for (const number of numbers(range).filter((each) => !taken.has(each))) {
    const run = runs.at(-1);
    if (run && run[1] === number - 1) run[1] = number;
    else runs.push([number, number]);
  }
  return runs.map(([first, last]) => `U+${first.toString(16)}-${last.toString(16)}`).join(", ");
}

/** Cut every face into its slices, and write the style sheet that names them. */
async function cut(): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  const rules: string[] = [];
  for (const { family, file, weight, stands } of FACES)
    for (const { slice, from, range } of SLICES) {
      const name = `${file}-${weight}-${slice}`;
      const source = `node_modules/@fontsource/${file}/files/${file}-${from}-${weight}-normal.woff2`;
      const whole = await readFile(join(import.meta.dirname, source));
      const keepFeatures = slice === "basic" ? FEATURES : ALONE;
      const options = { targetFormat: "woff2", keepFeatures, noHinting: true } as const;
      const letters = String.fromCodePoint(...numbers(range));
      await writeFile(join(FOLDER, `${name}.woff2`), await subset(whole, letters, options));
      rules.push(
        `@font-face{font-family:"${family}";font-weight:${stands};font-display:swap;` +
          `src:url(./${name}.woff2) format("woff2");unicode-range:${range}}`,
      );
    }
  await writeFile(SHEET, rules.join("\n"));
}

/** `import "virtual:fonts.css"` brings the typefaces; the page's first lines ask for those that are seen first. */
export function fonts(): Plugin {
  return {
    name: "quadriga-fonts",
    buildStart: cut,
    resolveId: (id) => (id === "virtual:fonts.css" ? SHEET : undefined),
    transformIndexHtml: {
      order: "post",
      handler: (_, { bundle }) =>
        FIRST.flatMap((name) => {
          const found = Object.keys(bundle ?? {}).find((file) => file.includes(`/${name}-`));
          const attrs = { rel: "preload", as: "font", type: "font/woff2", crossorigin: "", href: `/${found}` };
          return found ? [{ tag: "link", attrs, injectTo: "head" as const }] : [];
        }),
    },
  };
}
