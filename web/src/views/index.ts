// The views, one for each kind of address, loaded when somebody goes there.
import type { Component } from "svelte";

import type { Place } from "../lib/router.svelte";

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each view takes the parts of its own address
type Load = () => Promise<{ default: Component<any> }>;

export const VIEWS: Record<Place["at"], Load> = {
  home: () => import("./Home.svelte"),
  new: () => import("./New.svelte"),
  table: () => import("./Table.svelte"),
  review: () => import("./Review.svelte"),
  rules: () => import("./Rules.svelte"),
  learn: () => import("./Learn.svelte"),
  scenario: () => import("./Scenario.svelte"),
  nowhere: () => import("./Nowhere.svelte"),
};
