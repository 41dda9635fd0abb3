// Lets a browser ask for files that the page's first script would ask for itself, only later: what every view needs stands in the
// page's first lines, and what one view needs is said by the server (server/app.py), which finds it in views.json.
import type { HtmlTagDescriptor, Plugin, Rolldown } from "vite";

type Bundle = Rolldown.OutputBundle;

const VIEW = /\/views\/(\w+)\.svelte$/;

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

function named(names: string[], bundle: Bundle): string[] {
  return Object.values(bundle).flatMap((file) =>
    file.type === "chunk" && names.includes(file.name) ? [file.fileName] : [],
  );
}

function linkTo(file: string): HtmlTagDescriptor {
  const how = file.endsWith(".js") ? { rel: "modulepreload" } : { rel: "preload", as: "style" };
  return { tag: "link", attrs: { ...how, crossorigin: "", href: `/${file}` }, injectTo: "head" };
}

/** Ask sooner for the chunks of these names in every view, and for its own in each. */
export function sooner(names: string[]): Plugin {
  return {
    name: "quadriga-sooner",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (html, { bundle = {} }) =>
        [...filesOf(named(names, bundle), bundle)].filter((file) => !html.includes(file)).map(linkTo),
    },
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const first = filesOf(named(names, bundle), bundle);
        const views = Object.values(bundle).flatMap((file) => {
          const name = file.type === "chunk" && VIEW.exec(file.facadeModuleId ?? "")?.[1];
          const own = name ? [...filesOf([file.fileName], bundle)].filter((each) => !first.has(each)) : [];
          return name ? [[name.toLowerCase(), own]] : [];
        });
        this.emitFile({ type: "asset", fileName: "views.json", source: JSON.stringify(Object.fromEntries(views)) });
      },
    },
  };
}
