// Hosts keep order at their table, and nobody waits for ever for somebody who has left.
import { expect, inject, it } from "vitest";

import { everybodySees, Person } from "./people.ts";
import { Refusal } from "./ear.ts";

const url = inject("url");
const PHONE = { viewport: { width: 390, height: 844 } };

it("a host lets spectators write nothing, and write again", async () => {
  const livia = await Person.comes(url, "Livia");
  const table = await livia.laysTable("caesar", ["me", "open"]);
  const marcus = await Person.comes(url, "Marcus", `/table/${table}`, PHONE);
  const waiting = livia.page.locator("[data-waiting]");
  await waiting.getByLabel("Spectators may not write").check();
  await marcus.page.getByText("The host does not let spectators write.").waitFor();
  expect(await marcus.page.getByLabel("Message").isDisabled()).toBe(true);
  await waiting.getByLabel("Spectators may not write").uncheck();
  await expect.poll(() => marcus.page.getByLabel("Message").isDisabled()).toBe(false);
});

it("a guest whom the host sends away sees the seat open, and is told why they do not sit down again", async () => {
  const livia = await Person.comes(url, "Livia");
  const table = await livia.laysTable("ave-caesar", ["me", "open", "open"], { players: "3" });
  const marcus = await Person.comes(url, "Marcus", `/table/${table}`);
  await marcus.sits("Blue");
  await everybodySees([livia, marcus]);
  await livia.sendsAway("Blue");
  await everybodySees([livia, marcus]);
  await expect(marcus.sits("Blue")).rejects.toBeInstanceOf(Refusal);
  await marcus.page.getByText("The host has sent you away from this table.").waitFor();
  // Others may still come.
  const gaius = await Person.comes(url, "Gaius", `/table/${table}`);
  await gaius.sits("Blue");
  await everybodySees([livia, marcus, gaius]);
});

it("whoever waits for somebody who has left ends the match", async () => {
  const livia = await Person.comes(url, "Livia");
  const table = await livia.laysTable("caesar", ["me", "open"]);
  const marcus = await Person.comes(url, "Marcus", `/table/${table}`);
  await marcus.sits("Pompey");
  await everybodySees([livia, marcus]);
  const { awaited } = await livia.mayKnow();
  const [gone, waits] = livia.holds(awaited) ? [livia, marcus] : [marcus, livia];
  expect(await waits.canClaim(), "they are there").toBe(false);
  await gone.leaves();
  await waits.claimsWin();
  await waits.page.getByText("You have won!").first().waitFor();
});
