// What the computer thinks of a match, as far as it is known yet: asked for at once, and again until it is done.
import { analysis, faultOf } from "./api";
import type { Fault, ReviewShown } from "./types";

const PAUSE = 1000;

export class Analysis {
  review = $state.raw<ReviewShown | null>(null);
  /** How far the look is; null: it is done, or was not asked for. */
  progress = $state.raw<{ done: number; of: number } | null>(null);
  fault = $state.raw<Fault | null>(null);

  /** Ask until it is done, or until the returned function is called. */
  follow(id: string): () => void {
    let isOff = false;
    let later: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      try {
        const answer = await analysis(id);
        if (isOff) return;
        this.fault = null;
        this.review = answer.review;
        this.progress = answer.status === "running" ? { done: answer.done, of: answer.of } : null;
      } catch (error) {
        if (isOff) return;
        this.fault = faultOf(error);
        // Only what may pass is worth asking for again.
        if (!["offline", "busy", "slow"].includes(this.fault.code)) return void (this.progress = null);
      }
      if (this.progress || this.fault) later = setTimeout(look, PAUSE);
    };
    this.progress = { done: 0, of: 0 };
    void look();
    return () => {
      isOff = true;
      clearTimeout(later);
    };
  }
}
