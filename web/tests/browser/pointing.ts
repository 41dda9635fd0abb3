// Playing as a hand does: pressing a point of the screen where what is offered can really be hit, with a finger or a mouse, in
// whatever browser. What is covered, too small to find or out of sight is not there.

/** A browser's window as somebody in front of it has it. */
export interface Screen {
  /** Evaluate a function in the page; what it gets and returns is plain data. */
  run: <Got extends unknown[], T>(act: (...got: Got) => T, ...got: Got) => Promise<Awaited<T>>;
  /** Press a point of the window. */
  press: (x: number, y: number) => Promise<void>;
}

/** What the page offers now. */
interface Seen {
  /** Changes whenever a move was made: then the page shows another position. */
  at: string;
  isOver: boolean;
  /** Why something was refused, if it was. */
  refused: string;
  offered: { kind: "move" | "pick" | "go"; what: string; x: number; y: number }[];
}

/** Look at the page: everything that can be pressed to decide something, each with a point where it is hit. A glance looks for no
 * such point, which takes long: it sees what is there, wherever it lies. */
function look(isGlance: boolean): Seen {
  const OFFERED = ["[data-move]", "[data-pick]"].map(
    (what) => `.stage ${what}:not([disabled]):not([aria-disabled="true"])`,
  );
  const GOES_ON = ".curtain button, [data-confirm], [data-interlude] button";
  const STEPS = [0.5, 0.3, 0.7, 0.12, 0.88, 0.04, 0.96];

  /** Find a point of an element where a press reaches it, and nothing that lies over it. */
  const pointOf = (element: Element): [number, number] | null => {
    const { left, top, width, height } = element.getBoundingClientRect();
    if (!width || !height) return null;
    for (const v of STEPS)
      for (const u of STEPS) {
        const [x, y] = [left + width * u, top + height * v];
        if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) continue;
        const hit = document.elementFromPoint(x, y);
        if (
          hit &&
          (hit === element || element.contains(hit)) &&
          hit.closest("[data-move], [data-pick], button") !== null
        ) {
          const nearest = hit.closest("[data-move], [data-pick]");
          if (nearest === null || nearest === element) return [x, y];
        }
      }
    return null;
  };
  const offered: Seen["offered"] = [];
  const going = [...document.querySelectorAll(GOES_ON)];
  for (const element of going.length ? going : document.querySelectorAll(OFFERED.join())) {
    const point: [number, number] | null = isGlance ? [0, 0] : pointOf(element);
    if (!point) continue;
    const move = element.getAttribute("data-move");
    const pick = element.getAttribute("data-pick");
    offered.push({
      kind: going.length ? "go" : move === null ? "pick" : "move",
      what: move ?? pick ?? "",
      x: point[0],
      y: point[1],
    });
  }
  return {
    at: document.querySelector("header .where")?.textContent ?? "",
    isOver: document.querySelector("#result") !== null,
    refused: document.querySelector(".reason.refusal")?.textContent?.trim() ?? "",
    offered,
  };
}

/** How long a page may take to answer, in milliseconds; the machine may be busy. */
const PATIENCE = 30_000;
/** A press that came to nothing after so long missed what it was meant for. */
const SETTLED = 3000;

/** Look until something is so; at a glance, where it does not matter what can be hit. */
async function until<T>(
  screen: Screen,
  what: string,
  find: (seen: Seen) => T | undefined,
  isGlance = false,
): Promise<T> {
  const deadline = Date.now() + PATIENCE;
  for (;;) {
    const seen = await screen.run(look, isGlance);
    const found = find(seen);
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`${what}: ${JSON.stringify(seen)}`);
    await new Promise((done) => setTimeout(done, 30));
  }
}

/** Make one move by pressing what is offered: a move where there is one, else something to choose it from. */
async function makeMove(screen: Screen, roll: (count: number) => number): Promise<void> {
  let picked = "";
  for (let tries = 0; tries < 14; tries += 1) {
    const seen = await until(screen, "nothing can be pressed", (now) =>
      now.offered.length || now.isOver ? now : undefined,
    );
    if (seen.isOver) return;
    const moves = seen.offered.filter((each) => each.kind === "move");
    const others = seen.offered.filter((each) => each.kind === "pick" && each.what.split(" ")[0] !== picked);
    const going = seen.offered.filter((each) => each.kind === "go");
    const among = going.length
      ? going
      : tries === 0
        ? seen.offered
        : moves.length
          ? moves
          : others.length
            ? others
            : seen.offered;
    const chosen = among[roll(among.length)];
    if (!chosen) continue;
    await screen.press(chosen.x, chosen.y);
    if (chosen.kind === "pick") picked = chosen.what.split(" ")[0] ?? "";
    if (chosen.kind !== "move") continue;
    const pressed = Date.now();
    const isDone = (now: Seen) => {
      if (now.at !== seen.at || now.isOver || now.refused) return now;
      if (now.offered.some((each) => each.kind === "go")) return now; // it has to be confirmed
      // What lay there was drawn anew between pressing and letting go: one looks again.
      return now.offered.length > 0 && Date.now() - pressed > SETTLED ? now : undefined;
    };
    const after = await until(screen, `pressing ${chosen.what} does nothing`, isDone, true);
    if (after.refused) throw new Error(`what was offered is refused: ${after.refused}`);
    if (after.at !== seen.at || after.isOver) return;
  }
  throw new Error("nothing that is pressed makes a move");
}

/** Play until the match is over; say how many moves that took. */
export async function playByHand(screen: Screen, roll: (count: number) => number, most = 400): Promise<number> {
  for (let moves = 0; moves < most; moves += 1) {
    const isTurn = (seen: Seen) => (seen.isOver || seen.offered.length ? seen.isOver : undefined);
    const isOver = await until(screen, "it is never one's turn", isTurn, true);
    if (isOver) return moves;
    await makeMove(screen, roll);
  }
  throw new Error("the match does not end");
}

/** The matches that are played by hand: game, seats besides one's own, options. */
export const MATCHES: [string, number, Record<string, string>][] = [
  ["caesar-cleopatra-2024", 1, {}],
  ["caesar-cleopatra-1997", 1, { action_pile: "shuffled" }],
  ["ave-caesar", 2, { players: "3" }],
  ["caesar", 1, { modules: "poison+centurions" }],
];

/** Lay out a table against computers, in the page itself, and return its id. */
export async function layOut(game: string, others: number, options: Record<string, string>): Promise<string> {
  const answer = await fetch("/api/tables", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      game,
      options,
      seats: [{ kind: "me" }, ...Array.from({ length: others }, () => ({ kind: "bot", level: "tiro" }))],
    }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return ((await answer.json()) as { table: { id: string } }).table.id;
}
