// Starts a real server for the browser tests, on a free port, with its tables in a folder of its own; stops it afterwards.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";

import type { TestProject } from "vitest/node";

import { unpack } from "./browser.ts";

declare module "vitest" {
  interface ProvidedContext {
    url: string;
  }
}

export function python(): string {
  const ours = resolve(import.meta.dirname, "../../../.venv/bin/python");
  return process.env["QUADRIGA_PYTHON"] ?? (existsSync(ours) ? ours : "python3");
}

export interface Served {
  url: string;
  stop: () => Promise<void>;
  process: ChildProcess;
}

/** Start a server and wait until it is ready. */
export async function serve(
  port = 0,
  folder = mkdtempSync(join(tmpdir(), "quadriga-page-")),
  told: Record<string, string> = {},
): Promise<Served> {
  const started = spawn(python(), ["-m", "quadriga.cli", "serve", "--no-browser", "--port", String(port)], {
    env: {
      ...process.env,
      QUADRIGA_DATA_DIR: folder,
      QUADRIGA_LIMITS: "off",
      QUADRIGA_REVIEW_AHEAD: "off",
      QUADRIGA_BOT_PACE: "0",
      QUADRIGA_BOT_WORKERS: "1",
      QUADRIGA_CLAIM_SECONDS: "1",
      ...told,
    },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const end = () => void started.kill("SIGTERM");
  process.once("exit", end); // also of who fails before stopping it
  const lines = createInterface({ input: started.stdout });
  const url = await new Promise<string>((found, failed) => {
    lines.on("line", (line) => {
      const address = /https?:\/\/\S+/.exec(line)?.[0];
      if (address) found(address.replace("localhost", "127.0.0.1").replace(/\/$/, ""));
    });
    started.on("exit", (code) => failed(new Error(`the server ended with ${code}`)));
  });
  const deadline = Date.now() + 600_000; // the machine may be busy
  while (
    !(await fetch(`${url}/ready`).then(
      (answer) => answer.ok,
      () => false,
    ))
  ) {
    if (Date.now() > deadline) throw new Error("the server does not become ready");
    await new Promise((done) => setTimeout(done, 100));
  }
  const stop = async () => {
    const ended = new Promise((done) => started.on("exit", done));
    end();
    await ended;
    process.off("exit", end);
    rmSync(folder, { recursive: true, force: true });
  };
  return { url, stop, process: started };
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await unpack();
  const server = await serve();
  project.provide("url", server.url);
  return server.stop;
}
