// A match that lives through a server that dies in the middle of it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, it } from "vitest";

import { everybodySees, Person } from "./people.ts";
import { dice } from "./playing.ts";
import { serve } from "./serve.ts";

/** Below those that a system hands out by itself: while the server is away, nobody else is given it. */
const PORT = 20_000 + (process.pid % 12_000);

it("a server that dies in the middle of a turn comes back, and the match goes on", async () => {
  const folder = mkdtempSync(join(tmpdir(), "quadriga-dies-"));
  const first = await serve(PORT, folder);
  const person = await Person.comes(first.url, "Livia");
  await person.laysTable("ave-caesar", ["me", "tiro"], { players: "2" });
  const roll = dice(11);
  for (let moves = 0; moves < 6; moves += 1) await person.plays(roll);
  await person.page.locator("p.turn", { hasText: "Your turn." }).waitFor();
  await everybodySees([person]);
  const before = await person.sees();
  first.process.kill("SIGKILL");
  await person.hearsOfLoss();
  const second = await serve(PORT, folder);
  await person.page.getByText(/connection is lost/i).waitFor({ state: "detached" });
  expect(await person.sees()).toEqual(before);
  for (let moves = 0; moves < 4; moves += 1) await person.plays(roll);
  await everybodySees([person]);
  await second.stop();
  rmSync(folder, { recursive: true, force: true });
});
