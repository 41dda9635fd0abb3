// Where the visitor is. Addresses are paths of the server, which answers all of them with the page.
import { at, BASE, within } from "./base";

export type Place =
  | { at: "home" }
  | { at: "new"; game: string }
  | { at: "table"; id: string }
  | { at: "review"; id: string }
  | { at: "rules"; game: string; clause: string | null }
  | { at: "learn"; game: string }
  | { at: "scenario"; game: string; id: string }
  | { at: "nowhere" };

const NAME = "([a-z0-9-]+)";
const PLACES: [RegExp, (found: string[], hash: string) => Place][] = [
  [/^\/$/, () => ({ at: "home" })],
  [new RegExp(`^/new/${NAME}$`), ([game = ""]) => ({ at: "new", game })],
  [/^\/table\/([A-Za-z0-9_-]+)$/, ([id = ""]) => ({ at: "table", id })],
  [/^\/table\/([A-Za-z0-9_-]+)\/review$/, ([id = ""]) => ({ at: "review", id })],
  [new RegExp(`^/rules/${NAME}$`), ([game = ""], hash) => ({ at: "rules", game, clause: hash || null })],
  [new RegExp(`^/learn/${NAME}$`), ([game = ""]) => ({ at: "learn", game })],
  [new RegExp(`^/rules/${NAME}/${NAME}$`), ([game = "", id = ""]) => ({ at: "scenario", game, id })],
];

export function placeOf(path: string, hash = ""): Place {
  for (const [pattern, make] of PLACES) {
    const found = pattern.exec(path);
    if (found) return make(found.slice(1), decodeURIComponent(hash.slice(1)));
  }
  return { at: "nowhere" };
}

const now = $state({ place: placeOf(within(location.pathname), location.hash) });

export function place(): Place {
  return now.place;
}

function look(): void {
  now.place = placeOf(within(location.pathname), location.hash);
}

export function go(path: string): void {
  history.pushState(null, "", at(path));
  look();
  scrollTo(0, 0);
}

addEventListener("popstate", look);
addEventListener("hashchange", look);
addEventListener("click", (event) => {
  if (
    event.defaultPrevented ||
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey
  )
    return;
  const link = (event.target as Element | null)?.closest("a");
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (BASE && !link.pathname.startsWith(`${BASE}/`)) return;
  if (placeOf(within(link.pathname)).at === "nowhere") return;
  if (link.pathname === location.pathname && link.hash) return;
  event.preventDefault();
  go(within(link.pathname) + link.search + link.hash);
});
