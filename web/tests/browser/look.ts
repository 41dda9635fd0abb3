// A helper for looking by hand: node tests/browser/look.ts URL FILE [width] [height] [dark] [language]
import { launch } from "./browser.ts";

const [url = "", file = "look.png", width = "1280", height = "900", theme = "light", locale = "en"] = process.argv.slice(2);
const browser = await launch();
const context = await browser.newContext({ viewport: { width: Number(width), height: Number(height) }, colorScheme: theme === "dark" ? "dark" : "light", locale });
const page = await context.newPage();
page.on("pageerror", (error) => console.log("error:", error.message));
page.on("console", (message) => console.log("console:", message.text()));
await page.goto(url);
await page.waitForTimeout(1500);
await page.screenshot({ path: file, fullPage: true });
await browser.close();
