// What Lighthouse finds on the home page and at a table: performance, accessibility, best practices, each at least 95. `make
// lighthouse` runs it. A slow phone is simulated, as by default: four times slower than an office computer. On a machine that is
// slower itself, or busy, that would be a phone that nobody has: so the machine is measured first, as Lighthouse measures it, and
// slowed down by so much less. What was measured is said beside the scores.
import lighthouse, { defaultConfig, desktopConfig } from "lighthouse";
import { pageFunctions } from "lighthouse/core/lib/page-functions.js";

import { launch } from "../browser/browser.ts";
import { layOut } from "../browser/pointing.ts";
import { serve } from "../browser/serve.ts";

const LEAST = 0.95;
/** What an office computer comes to in Lighthouse's benchmark, and how much slower the phone is. */
const OFFICE = 1750;
const PHONE = 4;
const CATEGORIES = ["performance", "accessibility", "best-practices"];
const PORT = 9222 + (process.pid % 1000);

const server = await serve();
const browser = await launch([`--remote-debugging-port=${PORT}`]);
const page = await browser.newPage();
await page.goto(server.url);
const id = await page.evaluate(`(${layOut})("caesar-cleopatra-2024", 1, {})`);
const power = (await page.evaluate(`(${pageFunctions.computeBenchmarkIndex})()`)) as number;
await page.close();
const slowed = (by: number) => Math.max(1, by * Math.min(1, power / OFFICE));
console.log(
  `this machine: ${Math.round(power)} of ${OFFICE}; a phone is simulated ${slowed(PHONE).toFixed(1)} times slower`,
);

let failed = 0;
for (const [form, config] of [
  ["phone", defaultConfig],
  ["laptop", desktopConfig],
] as const)
  for (const [name, path] of [
    ["home", "/"],
    ["table", `/table/${id}`],
  ] as const) {
    const found = await lighthouse(
      server.url + path,
      { port: PORT, logLevel: "error", output: "json" },
      {
        ...config,
        settings: {
          ...config.settings,
          onlyCategories: CATEGORIES,
          throttling: { ...config.settings?.throttling, cpuSlowdownMultiplier: slowed(form === "phone" ? PHONE : 1) },
        },
      },
    );
    if (!found) throw new Error("Lighthouse found nothing");
    const scores = CATEGORIES.map((each) => [each, found.lhr.categories[each]?.score ?? 0] as const);
    console.log(
      `${form}, ${name}: ${scores.map(([each, score]) => `${each} ${Math.round(score * 100)}`).join(", ")}`,
    );
    for (const [each, score] of scores) {
      if (score >= LEAST) continue;
      failed += 1;
      for (const { id, weight } of found.lhr.categories[each]?.auditRefs ?? []) {
        const audit = found.lhr.audits[id];
        if (audit && weight > 0 && audit.score !== null && audit.score < 0.9)
          console.log(`  ${audit.title}: ${audit.displayValue ?? audit.score}`);
      }
    }
  }
await browser.close();
await server.stop();
process.exitCode = failed ? 1 : 0;
