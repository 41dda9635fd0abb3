// The first lesson of each edition: small positions in which the player makes the moves.
import type { Chapter, Lesson, LessonMove } from "../../lib/lesson";

/** A move of the lesson; its words follow its number in the chapter, what is said after it only where `then` is set. */
type Step = Pick<LessonMove, "move" | "or" | "other"> & { then?: true };

/** A chapter; its words stand under `lesson.<name>` in the texts. */
function chapter(name: string, scenario: string, steps: Step[]): Chapter {
  const key = (part: string): string => `lesson.${name}.${part}`;
  return {
    scenario,
    seat: "cleopatra",
    title: key("title"),
    say: key("say"),
    moves: steps.map(({ then, ...step }, k) => ({
      ...step,
      say: key(`move-${k + 1}`),
      ...(then ? { then: key(`then-${k + 1}`) } : {}),
    })),
  };
}

const at = (card: string, face: string, groups: string[]): string[] =>
  groups.map((group) => `${card} face ${face} at ${group}`);

const RENEWED: Lesson = {
  game: "caesar-cleopatra-2024",
  chapters: [
    chapter("opening", "lesson-24-1-opening", [
      { move: "2 face down at praetors" },
      { move: "3 face down at quaestors" },
      { move: "1 face down at aediles" },
      { move: "5 face down at consuls", then: true },
      { move: "4 face down at censors", then: true },
    ]),
    chapter("laying", "lesson-24-2-laying", [
      { move: "5 face up at aediles", then: true },
      {
        move: "3 face down at aediles",
        or: at("3", "down", ["praetors", "quaestors", "consuls", "censors"]),
        then: true,
      },
      { move: "done" },
      { move: "draw influence", or: ["draw action"] },
      { move: "draw action", or: ["draw influence"], then: true },
    ]),
    chapter("vote", "lesson-24-3-vote", [
      { move: "5 face up at aediles", then: true },
      { move: "done", then: true },
    ]),
    chapter("scout", "lesson-24-4-scout", [
      { move: "scout consuls", then: true },
      { move: "2 face down at consuls", or: ["2 face up at consuls"] },
      { move: "done", then: true },
    ]),
    chapter("philosopher", "lesson-24-5-philosopher", [
      { move: "philosopher face down at censors", or: ["philosopher face up at censors"] },
      { move: "done", then: true },
    ]),
    chapter("special", "lesson-24-6-special-vote", [
      { move: "5 face up at praetors", or: ["5 face down at praetors"] },
      { move: "done", then: true },
    ]),
    chapter("assassination", "lesson-24-7-assassination", [
      { move: "assassinate face-down 1 at quaestors", then: true },
      { move: "allow", other: true, then: true },
    ]),
    chapter("veto", "lesson-24-8-veto", [
      { move: "wrath at aediles", other: true },
      { move: "veto" },
      { move: "draw influence", or: ["draw action"], then: true },
    ]),
    chapter("mission", "lesson-24-9-mission", [
      { move: "4 face up at censors", or: ["4 face down at censors"] },
      { move: "done" },
      { move: "keep most-censors", then: true },
    ]),
    chapter("end", "lesson-24-10-end", [
      { move: "5 face up at consuls", or: ["5 face down at consuls"] },
      { move: "done", then: true },
    ]),
  ],
};

const CLASSIC: Lesson = {
  game: "caesar-cleopatra-1997",
  chapters: [
    chapter("laying97", "lesson-97-1-laying", [
      { move: "5 face up at senators", then: true },
      { move: "3 face up at quaestors" },
      { move: "draw influence", or: ["draw action"] },
      { move: "draw action", or: ["draw influence"], then: true },
    ]),
    chapter("vote97", "lesson-97-2-vote", [
      { move: "3 face down at aediles" },
      { move: "draw influence", or: ["draw action"], then: true },
    ]),
    chapter("philosopher97", "lesson-97-3-philosopher", [
      { move: "philosopher face down at censors" },
      { move: "draw influence", or: ["draw action"], then: true },
    ]),
    chapter("exchange97", "lesson-97-4-exchange", [
      { move: "discard 1", then: true },
      { move: "discard 1" },
      { move: "done" },
      { move: "draw influence", or: ["draw action"] },
      { move: "draw action", or: ["draw influence"], then: true },
    ]),
    chapter("spy97", "lesson-97-5-spy", [
      { move: "spy", then: true },
      { move: "allow", other: true },
      { move: "discard wrath", then: true },
      { move: "draw influence", other: true },
    ]),
    chapter("special97", "lesson-97-6-special-vote", [
      { move: "5 face up at quaestors" },
      { move: "5 face up at quaestors", then: true },
    ]),
    chapter("veto97", "lesson-97-7-veto", [
      { move: "wrath at senators", other: true },
      { move: "veto" },
      { move: "draw influence", or: ["draw action", "draw nothing"], then: true },
    ]),
    chapter("arranging97", "lesson-97-8-arranging", [
      { move: "pick spy" },
      { move: "pick veto" },
      { move: "pick assassination", then: true },
    ]),
    chapter("end97", "lesson-97-9-end", [{ move: "5 face down at quaestors", then: true }]),
  ],
};

export const lessons: Record<string, Lesson> = {
  "caesar-cleopatra-2024": RENEWED,
  "caesar-cleopatra-1997": CLASSIC,
};
