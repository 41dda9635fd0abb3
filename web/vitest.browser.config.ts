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
    testTimeout: 180_000,
    retry: 1, // a browser on a busy machine may miss a moment; what fails twice is broken
    hookTimeout: 120_000,
    fileParallelism: true,
    maxWorkers: 2,
  },
});
