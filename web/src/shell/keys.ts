// One listener for the keys of the whole page: what was opened last answers first, so that one Escape closes one thing.

/** What keys do, by their names; a key whose action returns false goes on to the layer below. */
export type Layer = Record<string, (event: KeyboardEvent) => unknown>;

const layers: Layer[] = [];

/** The keys that a slider has for itself. */
const SLIDING = /^(Arrow|Page|Home|End)/;

function hear(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const field = (event.target as Element | null)?.closest?.("input, select, textarea");
  const isSlider = field?.matches("input[type=range]") ?? false;
  const isTyping = field != null && (!isSlider || SLIDING.test(event.key));
  if (isTyping && event.key !== "Escape") return;
  for (const layer of [...layers].reverse()) {
    const act = layer[event.key];
    if (act && act(event) !== false) return event.preventDefault();
  }
}

/** Let keys do something until the returned function is called. */
export function listenTo(layer: Layer): () => void {
  if (!layers.length) addEventListener("keydown", hear);
  layers.push(layer);
  return () => {
    layers.splice(layers.indexOf(layer), 1);
    if (!layers.length) removeEventListener("keydown", hear);
  };
}
