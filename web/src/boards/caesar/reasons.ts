// What Crassus tells of his thoughts, by the codes of its events.

export const REASONS: ReadonlySet<string> = new Set([
  "passed-over",
  "passed-over-two",
  "nothing-spared",
  "no-token-fits",
  "priority",
  "narrowed-provinces",
  "tie-province",
  "narrowed-spaces",
  "tie-space",
  "narrowed-tokens",
  "tie-token",
]);
