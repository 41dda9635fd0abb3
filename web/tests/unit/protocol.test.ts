// The types of messages are those of the server's models; tests/server/test_messages.py looks after docs/protocol.json.
import { readFileSync } from "node:fs";

import { expect, it } from "vitest";

import { PROTOCOL, protocol } from "../../protocol";

it("src/lib/protocol.ts is what `make protocol` writes", async () => {
  expect(readFileSync(PROTOCOL, "utf8")).toBe(await protocol());
});
