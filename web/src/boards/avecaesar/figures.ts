// Drawings for the guide.
import Deck from "./Deck.svelte";

export const figures = { deck: Deck };
