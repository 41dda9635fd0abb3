// What Lighthouse finds on the home page and at a table: performance, accessibility, best practices, each at least 95. `make
// lighthouse` runs it. Slowness is simulated from what was observed, as Lighthouse does by default; a busy machine costs points.
import lighthouse, { desktopConfig } from "lighthouse";

import { launch } from "../browser/browser.ts";
import { layOut } from "../browser/pointing.ts";
import { serve } from "../browser/serve.ts";

const LEAST = 0.95;
const CATEGORIES = ["performance", "accessibility", "best-practices"];
const PORT = 9222 + (process.pid % 1000);

const server = await serve();
const browser = await launch([`--remote-debugging-port=${PORT}`]);
const page = await browser.newPage();
await page.goto(server.url);
const id = await page.evaluate(`(${layOut})("caesar-cleopatra-2024", 1, {})`);
await page.close();

let failed = 0;
for (const [form, config] of [
  ["phone", undefined],
  ["laptop", desktopConfig],
] as const)
  for (const [name, path] of [
    ["home", "/"],
    ["table", `/table/${id}`],
  ] as const) {
    const found = await lighthouse(
      server.url + path,
      { port: PORT, onlyCategories: CATEGORIES, logLevel: "error", output: "json" },
      config,
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
