import { beforeEach } from "vitest";

import { errors } from "./browser.ts";

beforeEach(() => {
  errors.length = 0;
});
