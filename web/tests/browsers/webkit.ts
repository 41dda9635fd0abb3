// WebKit, if it is installed: WebKitGTK's MiniBrowser by plain W3C WebDriver, on a display of its own where there is none.
import { type ChildProcess, spawn } from "node:child_process";
import { globSync } from "node:fs";
import { createServer } from "node:net";

import { type Driven, installed } from "./driven.ts";

const BROWSERS = "/usr/lib/*/webkit{2gtk-4.1,2gtk-4.0,gtk-6.0}/MiniBrowser";
const WINDOW = { width: 1366, height: 720 };

/** Find a port that nobody listens on. */
function freePort(): Promise<number> {
  return new Promise((found) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => found(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/** Ask until an answer comes. */
async function answered<T>(ask: () => Promise<T>, patience = 30_000): Promise<T> {
  const deadline = Date.now() + patience;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((done) => setTimeout(done, 100));
    }
  }
}

/** Start a display without a screen. It says which number it took. */
async function display(program: string): Promise<{ process: ChildProcess; name: string }> {
  const size = `${WINDOW.width}x${WINDOW.height}x24`;
  const started = spawn(program, ["-displayfd", "3", "-screen", "0", size, "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const name = await new Promise<string>((found, failed) => {
    started.stdio[3]?.once("data", (data: Buffer) => found(`:${String(data).trim()}`));
    started.once("exit", () => failed(new Error("the display did not start")));
  });
  return { process: started, name };
}

/** Start WebKit; null if it is not installed. */
export async function webkit(): Promise<Driven | null> {
  const driver = installed("QUADRIGA_WEBKIT_DRIVER", ["WebKitWebDriver"]);
  const binary = process.env["QUADRIGA_WEBKIT"] ?? globSync(BROWSERS)[0];
  const xvfb = installed("QUADRIGA_XVFB", ["Xvfb"]);
  if (!driver || !binary || (!process.env["DISPLAY"] && !xvfb)) return null;
  const shown = process.env["DISPLAY"] || !xvfb ? null : await display(xvfb);
  const port = await freePort();
  const driving = spawn(driver, [`--port=${port}`, "--host=127.0.0.1"], {
    env: { ...process.env, ...(shown ? { DISPLAY: shown.name } : {}), WEBKIT_DISABLE_COMPOSITING_MODE: "1" },
    stdio: "ignore",
  });

  const end = () => {
    driving.kill();
    shown?.process.kill();
  };
  process.once("exit", end);

  const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body), headers: { "content-type": "application/json" } } : {}),
    });
    const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
  await answered(() => ask("GET", "/status"));
  type Session = { sessionId: string; capabilities: { browserVersion?: string } };
  const { sessionId, capabilities } = await ask<Session>("POST", "/session", {
    capabilities: { alwaysMatch: { "webkitgtk:browserOptions": { binary, args: ["--automation"] } } },
  });
  const session = `/session/${sessionId}`;
  await ask("POST", `${session}/timeouts`, { script: 30_000 });
  await ask("POST", `${session}/window/rect`, { x: 0, y: 0, ...WINDOW }).catch(() => undefined); // a bare display has no windows to size

  const run: Driven["run"] = async (act, ...got) => {
    // What is thrown in the page comes back in words: the driver tells nothing of an asynchronous failure.
    const script = `const done = arguments[arguments.length - 1], given = [...arguments].slice(0, -1);
      Promise.resolve().then(() => (${act})(...given)).then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    const answer = await ask<{ value?: unknown; error?: string }>("POST", `${session}/execute/async`, {
      script,
      args: got,
    });
    if (answer.error) throw new Error(answer.error);
    return answer.value as never;
  };
  return {
    name: `WebKitGTK ${capabilities.browserVersion ?? ""}`,
    open: async (url) => {
      await ask("POST", `${session}/url`, { url });
      await run(() => {
        const failed: string[] = [];
        addEventListener("error", (event) => failed.push(event.message));
        addEventListener("unhandledrejection", (event) => failed.push(String(event.reason)));
        Object.assign(globalThis, { failed });
      });
    },
    run,
    press: async (x, y) => {
      const to = { type: "pointerMove", duration: 0, x: Math.round(x), y: Math.round(y) };
      const actions = [to, { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }];
      await ask("POST", `${session}/actions`, {
        actions: [{ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions }],
      });
    },
    errors: () => run(() => (globalThis as unknown as { failed: string[] }).failed),
    quit: async () => {
      await ask("DELETE", session).catch(() => undefined);
      end();
    },
  };
}
