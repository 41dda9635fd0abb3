import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// Whole matches in a real browser against a real server, which tests/browser/serve.ts starts.
export default defineConfig({
  plugins: [svelte()], // the page's own words say what has to be shown
  test: {
    environment: "node",
    include: ["tests/browser/**/*.test.ts"],
    globalSetup: ["tests/browser/serve.ts"],
    setupFiles: ["tests/browser/setup.ts"],
    // On a busy machine everything takes longer, and nothing else changes.
    testTimeout: 400_000,
    expect: { poll: { timeout: 60_000 } },
    hookTimeout: 120_000,
    maxWorkers: 2,
    isolate: false, // the tests of a worker share its browser and what was read of the page's sources
  },
});
