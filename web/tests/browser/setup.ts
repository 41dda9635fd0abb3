// Around every test: nothing went wrong in any page, and nobody stays.
import { afterEach, beforeEach, expect } from "vitest";

import { allLeave, errors } from "./browser.ts";

beforeEach(() => {
  errors.length = 0;
});
afterEach(async () => {
  const wrong = [...errors];
  await allLeave();
  expect(wrong).toEqual([]);
});
