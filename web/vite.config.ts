import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

import { fonts } from "./fonts.ts";
import { packing } from "./packing.ts";
import { sooner } from "./sooner.ts";

/** What every view needs: what runs them, faces, and what a family of games brings at once. */
const BASE = new RegExp(
  [
    String.raw`node_modules/(svelte|esm-env|clsx)/`,
    String.raw`src/(main|App|views/index|boards/\w+/index)\.`,
    String.raw`src/parts/(Clause|Head|Moment|Notice|Picture|Portrait|Stage)\.`,
    String.raw`src/lib/(api|calm|film|games|loadedGame|moments|moves|people|protocol|router|setting|settings|terms|words)\.`,
  ].join("|"),
);
/** What lies around every board. */
const AROUND = /src\/(shell\/(Frame|Tabs)|lib\/(analysis|focus|review|shared|standing|texture))\./;
/** The board of a family of games, with the words for it. */
const BOARD = /src\/boards\/(\w+)\/(?:Board\.svelte|say\.ts)/;
const ABOUT = /src\/boards\/\w+\/about\/(\w+)\.json/;
const found = (names: RegExp, id: string) => names.exec(id)?.[1] ?? "";
const server = process.env["QUADRIGA_SERVER"] ?? "http://127.0.0.1:8420";

export default defineConfig({
  // The page works under any path: the server writes that into index.html, files find each other from where they are.
  experimental: {
    renderBuiltUrl: (file, { hostType }) => (hostType === "html" ? `/${file}` : { relative: true }),
  },
  plugins: [svelte(), fonts(), sooner("base"), packing()],
  build: {
    outDir: process.env["QUADRIGA_PAGE"] ?? "../src/quadriga/server/page",
    emptyOutDir: true,
    assetsDir: "assets",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0, // what stands in a style sheet itself is no file of ours to the server's policy
    rolldownOptions: {
      checks: { pluginTimings: false },
      // What is needed together is one file: small ones pack worse, each has its headers, and a phone waits for each.
      output: {
        codeSplitting: {
          groups: [
            { name: "base", test: BASE },
            { name: "around", test: AROUND },
            { name: (id) => `about-${found(ABOUT, id)}`, test: ABOUT, debugName: "about" },
            { name: (id) => `${found(BOARD, id)}-board`, test: BOARD, debugName: "boards" },
          ],
        },
      },
    },
    target: "es2022",
    chunkSizeWarningLimit: 250,
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
});
