import type { GameFamily } from "../../lib/board";
import Picture from "./Picture.svelte";
import "./sides.css";

export default {
  Picture,
  Board: () => import("./Board.svelte"),
  Sheet: () => import("./Sheet.svelte"),
  say: () => import("./say"),
  scenes: () => import("./scenes"),
  seatColour: (seat: string) => `var(--${seat})`,
  lesson: () => import("./lesson"),
  figures: () => import("./figures"),
} satisfies GameFamily;
