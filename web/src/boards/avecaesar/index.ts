import type { GameFamily } from "../../lib/board";
import Picture from "./Picture.svelte";
import "./paints.css";

export default {
  Picture,
  Board: () => import("./Board.svelte"),
  Sheet: () => import("./Sheet.svelte"),
  say: () => import("./say"),
  scenes: () => import("./scenes"),
  seatColour: (seat: string) => `var(--chariot-${seat})`,
  lesson: () => import("./lesson"),
  rounds: () => import("./rounds"),
  figures: () => import("./figures"),
  colour: "gold",
} satisfies GameFamily;
