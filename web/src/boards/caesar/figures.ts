// Drawings for the guide.
import Tokens from "./pieces/Tokens.svelte";

export const figures = { tokens: Tokens };
