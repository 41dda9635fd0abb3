// The board of every game whose family has no folder of its own: drawn from the view alone.
import type { GameFamily } from "../../lib/board";
import Picture from "./Picture.svelte";

export default {
  Picture,
  Board: () => import("./Board.svelte"),
  Sheet: () => import("./Sheet.svelte"),
  say: () => import("./say"),
  scenes: () => import("./scenes"),
} satisfies GameFamily;
