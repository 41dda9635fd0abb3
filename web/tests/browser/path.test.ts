// A server under a path of its site: the page, its parts, its links, its sockets and its cookies are all there.
import { afterAll, beforeAll, expect, it } from "vitest";

import { visit } from "./browser.ts";
import { serve, type Served } from "./serve.ts";

let server: Served;
beforeAll(async () => {
  server = await serve(0, undefined, { QUADRIGA_BASE_PATH: "/games" });
});
afterAll(async () => {
  await server.stop();
});

it("under a path people play, look up rules, come back, and take their seat along to another device", async () => {
  expect(server.url).toMatch(/\/games$/);
  const page = await visit(`${server.url}/`);
  const strays: string[] = [];
  page.on("request", (request) => {
    const path = new URL(request.url()).pathname;
    if (!path.startsWith("/games/") && !request.url().startsWith("data:")) strays.push(path);
  });
  await page.locator('a[href="/games/rules/caesar"]').click();
  await page.waitForURL("**/games/rules/caesar");
  await page.goBack();
  await page.getByRole("button", { name: /^Play/ }).first().click();
  await page.waitForURL(/\/games\/table\/[\w-]+$/);
  await page.locator("[data-board], .board, svg").first().waitFor();
  await page.reload();
  const cookies = await page.context().cookies(page.url());
  expect(cookies.map(({ name, path }) => [name, path])).toEqual([["quadriga", "/games"]]);

  // Another device, by a link that works; and one that was revoked.
  const base = page.url().replace("/games/table/", "/games/api/tables/");
  const asked = await page.request.post(`${base}/link`, { data: {} });
  const { link } = (await asked.json()) as { link: string };
  const other = await visit(new URL(link, server.url).href);
  await other.waitForURL(/\/games\/table\/[\w-]+$/); // the key is gone from the address
  await expect
    .poll(async () => ((await (await other.request.get(base)).json()) as { held: number[] }).held.length)
    .toBe(1);
  expect(strays).toEqual([]);
});

it("a private link is revoked by who asked for it", async () => {
  const page = await visit(`${server.url}/`);
  await page.getByRole("button", { name: /^Play/ }).first().click();
  await page.waitForURL(/\/games\/table\/[\w-]+$/);
  const device = page.getByRole("button", { name: "Play on another device" });
  if (!(await device.isVisible()))
    await page
      .getByRole("button", { name: /menu|more|tools/i })
      .first()
      .click();
  await device.click();
  const shown = page.getByRole("textbox", { name: "Play on another device" });
  const link = await shown.inputValue();
  expect(link).toMatch(/\/games\/table\/[\w-]+#key=/);
  await page.getByRole("button", { name: "Revoke the link" }).click();
  await expect.poll(() => shown.count()).toBe(0);
  const key = link.split("#key=")[1];
  const claimed = await page.request.post(`${page.url().replace("/games/table/", "/games/api/tables/")}/claim`, {
    data: { key },
  });
  expect(claimed.status()).toBe(410);
});
