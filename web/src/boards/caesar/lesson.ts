import type { Chapter, Lesson, LessonMove } from "../../lib/lesson";

/** A chapter of the lesson; its words stand under `lesson.<name>` in the texts. */
function chapter(name: string, scenario: string, moves: Omit<LessonMove, "say" | "then">[]): Chapter {
  const key = (part: string) => `lesson.${name}.${part}`;
  return {
    scenario,
    seat: "caesar",
    title: key("title"),
    say: key("say"),
    moves: moves.map((move, k) => ({ ...move, say: key(`move-${k + 1}`), then: key(`then-${k + 1}`) })),
  };
}

const LESSON: Lesson = {
  game: "caesar",
  chapters: [
    chapter("placing", "lesson-1-placing", [
      { move: "ship 5 Sicilia 1 Sardinia" },
      { move: "shield 4 Sardinia 2 Italia", other: true },
      { move: "sword 6 Italia 0 Sicilia", or: ["sword 6 Italia 0 Gallia Cisalpina"] },
    ]),
    chapter("closing", "lesson-2-closing", [{ move: "shield 5 Syria 1 Asia" }, { move: "use the bonus" }]),
    chapter("bonus", "lesson-3-bonus", [
      { move: "sword 3 Achaia 3 Macedonia" },
      { move: "use the bonus" },
      { move: "shield 4 Creta 2 Asia", or: ["shield 4 Creta 2 Cyrene"] },
    ]),
    chapter("borders", "lesson-4-borders", [{ move: "ship 5 Asia 1 Aegyptus" }, { move: "use the bonus" }]),
    chapter("chain", "lesson-5-two-at-once", [
      { move: "shield 4 Hispania Ulterior 2 Hispania Citerior" },
      { move: "close Hispania Ulterior first", or: ["close Hispania Citerior first"] },
      { move: "use the bonus" },
      { move: "use the bonus" },
    ]),
    chapter("might", "lesson-6-might", [
      { move: "shield 5 Syria 1 Asia" },
      { move: "might on Aegyptus-Asia" },
      { move: "sword 3 Macedonia 3 Dalmatia", other: true },
      { move: "shield 4 Creta 2 Asia" },
      { move: "use the bonus" },
    ]),
    chapter("senate", "lesson-7-senate", [{ move: "shield 3 Hispania Ulterior 3 Hispania Citerior" }]),
    chapter("winning", "rome-last-on-province", [{ move: "shield 4 Hispania Ulterior 2 Hispania Citerior" }]),
  ],
};

export const lessons: Record<string, Lesson> = { caesar: LESSON };
