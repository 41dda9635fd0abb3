import type { Lesson } from "../../lib/lesson";
import type { GameName } from "../../lib/types";

export const lessons: Partial<Record<GameName, Lesson>> = {};
