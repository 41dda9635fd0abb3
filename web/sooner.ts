// Lets a browser ask for files that the page's first script would ask for itself, only later: what a view, a game's board and a
// language need is said by the server (server/sooner.py), which finds it in sooner.json.
import type { Plugin, Rolldown } from "vite";

type Bundle = Rolldown.OutputBundle;

const VIEW = /\/views\/(\w+)\.svelte$/;
const BOARD = /\/boards\/(\w+)\/Board\.svelte$/;
/** The words in a language: the page's own, what it says of all games, and those of a family of games. */
const WORDS = /\/(?:boards\/(?:(\w+)\/texts|\w+\/(about))|texts)\/(\w+)(?:\/page)?\.json$/;

/** The files of some chunks and of all that they import, with their styles. */
function filesOf(chunks: string[], bundle: Bundle): Set<string> {
  const files = new Set<string>();
  const add = (file: string) => {
    const chunk = bundle[file];
    if (chunk?.type !== "chunk" || files.has(file)) return;
    files.add(file);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
    chunk.imports.forEach(add);
  };
  chunks.forEach(add);
  return files;
}

function named(name: string, bundle: Bundle): string[] {
  return Object.values(bundle).flatMap((file) =>
    file.type === "chunk" && file.name === name ? [file.fileName] : [],
  );
}

/** Write down what each view needs beside the chunk of this name, which stands in the page itself. */
export function sooner(base: string): Plugin {
  return {
    name: "quadriga-sooner",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const first = filesOf(named(base, bundle), bundle);
        const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
        /** The files of what is asked for by a name, under that name. */
        const byName = (name: (id: string) => string | undefined) =>
          Object.fromEntries(
            chunks.flatMap(({ fileName, moduleIds, facadeModuleId }) => {
              const found = [facadeModuleId ?? "", ...moduleIds].map(name).find(Boolean);
              return found ? [[found, [...filesOf([fileName], bundle)].filter((each) => !first.has(each))]] : [];
            }),
          );
        const source = {
          views: byName((id) => VIEW.exec(id)?.[1]?.toLowerCase()),
          boards: byName((id) => BOARD.exec(id)?.[1]),
          words: byName((id) => {
            const [, family, about, language] = WORDS.exec(id) ?? [];
            return language && `${language} ${family ?? about ?? "page"}`;
          }),
        };
        this.emitFile({ type: "asset", fileName: "sooner.json", source: JSON.stringify(source) });
      },
    },
  };
}
