import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const server = process.env["QUADRIGA_SERVER"] ?? "http://127.0.0.1:8420";

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: process.env["QUADRIGA_PAGE"] ?? "../src/quadriga/server/page",
    emptyOutDir: true,
    assetsDir: "assets",
    target: "es2022",
    chunkSizeWarningLimit: 250,
    // Every file costs a request with its headers: what several views share comes in one.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: "shared", test: /node_modules|src\/(lib|shell|parts)\/[^/]*$/, minShareCount: 3 }],
        },
      },
    },
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
});
