// Drawings for the guides.
import ActionCards from "./ActionCards.svelte";

export const figures = { actions: ActionCards };
