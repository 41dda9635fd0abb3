// Writes src/lib/protocol.ts, the types of all messages, from docs/protocol.json, which Python writes from its models.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { compile, type JSONSchema } from "json-schema-to-typescript";

const SCHEMA = join(import.meta.dirname, "../docs/protocol.json");
export const PROTOCOL = join(import.meta.dirname, "src/lib/protocol.ts");

const BANNER =
  "// Every message to and from the server. Written by `make protocol` from src/quadriga/server/messages; not by hand.";

/** The types of all messages, and the limits that the page keeps to. */
export async function protocol(): Promise<string> {
  const { limits, ...schema } = JSON.parse(readFileSync(SCHEMA, "utf8")) as JSONSchema;
  const types = await compile(schema, "AnyMessage", {
    bannerComment: BANNER,
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
    style: { printWidth: 118, bracketSpacing: true, trailingComma: "all" },
  });
  const numbers = Object.entries(limits as Record<string, number>).map(([name, most]) => `${name}: ${most}`);
  return `${types}\n/** The most letters of a name and of what is said, seats of a table, games of a series. */
export const LIMITS = { ${numbers.join(", ")} } as const;\n`;
}

if (process.argv[1] === import.meta.filename) writeFileSync(PROTOCOL, await protocol());
