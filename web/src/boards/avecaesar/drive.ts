// Seeing chariots drive: when the view changes, each one runs along its way to where it stands now.
import { wantsStillness } from "../../lib/flight";
import type { Told } from "../../lib/types";
import { standing } from "./posture";
import { FINISH, type ChariotShown, type Reach } from "./race";
import type { Arena, Point } from "./track";
import { guessWay, pointsOf } from "./way";

const PER_STEP = 190;

export interface Seen {
  /** What is shown: race, track, direction and how it lies; in another picture nobody drives. */
  picture: string;
  at: Map<string, number>;
  reaches: Reach[];
}

export interface Ride {
  name: string;
  points: Point[];
  finishes: boolean;
}

export function see(picture: string, chariots: Record<string, ChariotShown>, reaches: Reach[]): Seen {
  const at = new Map<string, number>();
  for (const [name, chariot] of Object.entries(chariots)) if (chariot.number) at.set(name, chariot.number);
  return { picture, at, reaches };
}

/** Find who drove between two pictures of the same race, and along which way. */
export function rides(
  before: Seen,
  now: Seen,
  arena: Arena,
  told: Told[],
  chariots: Record<string, ChariotShown>,
): Ride[] {
  if (before.picture !== now.picture) return [];
  const found: Ride[] = [];
  for (const [name, from] of before.at) {
    const to = now.at.get(name) ?? FINISH;
    const finishes = to === FINISH && (chariots[name]?.crossings ?? 0) > 3;
    if (to === from || (to === FINISH && !finishes)) continue;
    const drove = told.find((each) => each.key === "drove" && each["chariot"] === name && each["from"] === from);
    const chosen = before.reaches.find((reach) => reach.to === to && (!drove || reach.card === drove["card"]));
    const way = chosen?.way ?? (finishes ? [] : guessWay(arena, from, to, Number(drove?.["card"] ?? 0)));
    found.push({ name, points: pointsOf(arena, from, way, finishes), finishes });
  }
  return found;
}

/** Let a chariot run along points. */
export function run(chariot: Element, points: Point[], heading: number): Promise<unknown> {
  const team = chariot.querySelector(".team");
  if (wantsStillness() || typeof chariot.animate !== "function" || !team || points.length < 2)
    return Promise.resolve();
  let last = heading;
  const turns = points
    .map((_, k) => {
      const [ax, ay] = points[Math.max(0, k - 1)] as Point;
      const [bx, by] = points[Math.min(points.length - 1, k + 1)] as Point;
      return (Math.atan2(by - ay, bx - ax) * 180) / Math.PI;
    })
    .reverse()
    .map((turn) => (last = turn - 360 * Math.round((turn - last) / 360)))
    .reverse();
  turns[turns.length - 1] = heading;
  const timing = { duration: Math.min(1300, 260 + PER_STEP * (points.length - 1)), easing: "ease-in-out" };
  const riding = chariot.animate(
    points.map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` })),
    timing,
  );
  team.animate(
    turns.map((turn) => ({ transform: standing(turn) })),
    timing,
  );
  return riding.finished.catch(() => undefined);
}
