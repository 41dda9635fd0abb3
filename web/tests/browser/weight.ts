// What a visit brings over the line: everything, packed as it is sent, with its headers and what a socket says.
import type { Page } from "playwright-core";

/** Bytes. */
export interface Weight {
  total: number;
  fonts: number;
  scripts: number;
  files: string[];
}

export const kB = (bytes: number) => (bytes / 1000).toFixed(1);

/** Weigh a visit of a browser that has nothing yet, until nothing more comes. */
export async function weigh(page: Page, visit: () => Promise<void>): Promise<Weight> {
  const session = await page.context().newCDPSession(page);
  const urls = new Map<string, string>();
  const weight: Weight = { total: 0, fonts: 0, scripts: 0, files: [] };
  session.on("Network.requestWillBeSent", ({ requestId, request }) => urls.set(requestId, request.url));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const path = new URL(urls.get(requestId) ?? "unknown:").pathname;
    weight.total += encodedDataLength;
    if (path.endsWith(".woff2")) weight.fonts += encodedDataLength;
    if (path.endsWith(".js")) weight.scripts += encodedDataLength;
    weight.files.push(`${kB(encodedDataLength)} ${path}`);
  });
  session.on("Network.webSocketFrameReceived", ({ response }) => {
    weight.total += Buffer.byteLength(response.payloadData);
  });
  await session.send("Network.enable");
  await visit();
  await page.evaluate(() => document.fonts.ready);
  await page.waitForLoadState("networkidle");
  await session.detach();
  return weight;
}
