import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// Logic and boards, in a browser's document without a browser.
export default defineConfig({
  plugins: [svelte()],
  resolve: { conditions: ["browser"] },
  test: {
    environment: "happy-dom",
    include: ["tests/unit/**/*.test.ts"],
    testTimeout: 60_000, // the machine may be busy
    hookTimeout: 60_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
