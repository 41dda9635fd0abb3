// The first lesson: a race in eight short chapters, from the first card to the line.
import type { Chapter, Lesson, LessonMove } from "../../lib/lesson";

type Taught = Pick<LessonMove, "move" | "or" | "other">;

/** A chapter whose words are under `lesson.<name>`: title, say, then for each move move-N and then-N. */
function chapter(name: string, scenario: string, seat: string, moves: Taught[]): Chapter {
  const key = (part: string) => `lesson.${name}.${part}`;
  return {
    scenario,
    seat,
    title: key("title"),
    say: key("say"),
    moves: moves.map((move, k) => ({ ...move, say: key(`move-${k + 1}`), then: key(`then-${k + 1}`) })),
  };
}

const FIRST_RACE: Lesson = {
  game: "ave-caesar",
  chapters: [
    chapter("drive", "lesson-1-first-drive", "red", [
      { move: "4 to 10", or: ["5 to 11", "5 to 13", "2 to 2", "2 to 5", "2 to 8"] },
    ]),
    chapter("inside", "lesson-2-inner-lane", "red", [{ move: "4 to 22" }]),
    chapter("passing", "ave-drive-passing", "red", [
      { move: "2 to 34", or: ["1 to 33", "2 to 36", "3 to 35", "3 to 37"] },
    ]),
    chapter("blocking", "ave-drive-skipped", "red", [
      { move: "1 to 14" },
      { move: "4 to 22", or: ["4 to 20", "4 to 21", "4 to 24"] },
    ]),
    chapter("sixes", "ave-six-leader", "red", [
      { move: "5 to 41", or: ["5 to 39", "5 to 40", "5 to 43"] },
      { move: "6 to 31", other: true },
    ]),
    chapter("caesar", "ave-lane-pay", "red", [
      { move: "3 to 62" },
      { move: "1 to 31", other: true },
      { move: "5 to 12" },
    ]),
    chapter("chance", "ave-lane-drive-by", "red", [{ move: "5 to 64", or: ["1 to 60", "4 to 63"] }]),
    chapter("finish", "lesson-3-count-your-cards", "blue", [
      { move: "2 over the line" },
      { move: "2 to 56", other: true },
    ]),
  ],
};

export const lessons: Record<string, Lesson> = { "ave-caesar": FIRST_RACE };
