// Why something is not possible, or by which clause something happened: said beside the finger (parts/Reason.svelte).
import { clauses } from "../lib/api";
import type { Fault } from "../lib/types";
import { has, language, t } from "../lib/words.svelte";
import { interrupt } from "./announce.svelte";

/** Where on the screen something was pressed. */
export interface Spot {
  left: number;
  top: number;
  width: number;
  height: number;
}

interface Shown {
  game: string;
  rule: string | null;
  /** Why not, in words; "" where the clause itself says it, or where nothing was refused. */
  words: string;
  isRefusal: boolean;
  at: Spot;
  /** What was pressed to read it: the focus goes back there. */
  from?: HTMLElement;
}

let last: Spot | null = null;

/** Remember where the last click or key press was. */
function press(event: Event): void {
  if (event instanceof PointerEvent) last = { left: event.clientX, top: event.clientY, width: 0, height: 0 };
  else if (event instanceof KeyboardEvent && (event.key === "Enter" || event.key === " "))
    last = document.activeElement?.getBoundingClientRect() ?? last;
}
addEventListener("pointerdown", press, true);
addEventListener("keydown", press, true);

/** The words for a reason that the clause's text does not give. */
function wordsOf(fault: Fault, family: string): string {
  const key = `${family}:refused.${fault.reason}`;
  if (fault.rule) return fault.reason && has(key) ? t(key, fault.parts ?? {}) : "";
  return has(`error.${fault.code}`) ? t(`error.${fault.code}`) : fault.message;
}

class Reasons {
  now = $state.raw<Shown | null>(null);
  /** The position that is being played with, to see a clause at work (Trying.svelte). */
  tried = $state.raw<{ game: string; id: string } | null>(null);

  /** Say why something was refused, where it was tried. */
  refuse(fault: Fault, game: string, family: string): void {
    const words = wordsOf(fault, family);
    const middle = { left: innerWidth / 2, top: innerHeight / 2, width: 0, height: 0 };
    this.now = { game, rule: fault.rule, words, isRefusal: true, at: last ?? middle };
    if (words) interrupt(words);
    else if (fault.rule) void this.#read(game, fault.rule);
  }

  /** Show a clause beside what names it. */
  clause(game: string, rule: string, from: HTMLElement): void {
    this.now = { game, rule, words: "", isRefusal: false, at: from.getBoundingClientRect(), from };
  }

  close(): void {
    this.now = null;
    interrupt("");
  }

  /** Say the clause aloud that forbids something. */
  async #read(game: string, rule: string): Promise<void> {
    const found = (await clauses(game, language()).catch(() => [])).find((clause) => clause.id === rule);
    if (found && this.now?.rule === rule) interrupt(`${t("refused.rule")} ${found.text}`);
  }
}

export const reasons = new Reasons();
