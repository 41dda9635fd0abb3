import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

import { fonts } from "./fonts.ts";
import { packing } from "./packing.ts";

const BASE =
  /node_modules\/(svelte|esm-env|clsx)\/|src\/(main|App|views\/index)|src\/lib\/(api|games|router|setting|settings|words)\./;
/** What the front page and every table show alike. */
const FACES = /src\/(parts\/(Head|Portrait|Picture|Notice|Stage|Moment)|shell\/Stage|lib\/(people|moments))\./;
const server = process.env["QUADRIGA_SERVER"] ?? "http://127.0.0.1:8420";

export default defineConfig({
  // The page works under any path: the server writes that into index.html, files find each other from where they are.
  experimental: {
    renderBuiltUrl: (file, { hostType }) => (hostType === "html" ? `/${file}` : { relative: true }),
  },
  plugins: [svelte(), fonts(), packing()],
  build: {
    outDir: process.env["QUADRIGA_PAGE"] ?? "../src/quadriga/server/page",
    emptyOutDir: true,
    assetsDir: "assets",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0, // what stands in a style sheet itself is no file of ours to the server's policy
    rolldownOptions: {
      checks: { pluginTimings: false },
      // What every view needs is one file, and what most show is another: small ones pack worse, and each has its headers.
      output: {
        codeSplitting: {
          groups: [
            { name: "base", test: BASE },
            { name: "faces", test: FACES },
          ],
        },
      },
    },
    target: "es2022",
    chunkSizeWarningLimit: 250,
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
});
