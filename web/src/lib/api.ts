import { at } from "./base";
import { revealing, withShares } from "./fairness";
import { unbroken } from "./setting";
import type {
  Fault,
  FilmShown,
  GameShown,
  HintAnswer,
  Invitation,
  Language,
  LinkAnswer,
  LinksRevoked,
  Material,
  PlayOnRequest,
  ReviewAnswer,
  RulesShown,
  ScenariosShown,
  SeatNames,
  SeriesShown,
  TableListed,
  TableMessage,
  TableRequest,
  Tried,
} from "./types";

/** An answer that says no, in a way that can be shown. */
export class Refused extends Error {
  constructor(
    readonly fault: Fault,
    readonly status: number,
  ) {
    super(fault.message);
  }
}

/** Say what went wrong in words for people. */
export function faultOf(error: unknown): Fault {
  if (error instanceof Refused) return error.fault;
  return { code: "error", message: error instanceof Error ? error.message : String(error), rule: null };
}

export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(at(path), {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch {
    throw new Refused({ code: "offline", message: "The server cannot be reached.", rule: null }, 0);
  }
  const isJson = answer.headers.get("content-type")?.includes("json") ?? false;
  const content: unknown = isJson ? await answer.json() : await answer.text();
  if (!answer.ok) {
    const fault = isJson ? (content as { error?: Fault }).error : undefined;
    throw new Refused(fault ?? { code: "refused", message: answer.statusText, rule: null }, answer.status);
  }
  return content as T;
}

const kept = new Map<string, Promise<unknown>>();

/** Ask once for what does not change while the page is open. */
function once<T>(path: string): Promise<T> {
  let found = kept.get(path) as Promise<T> | undefined;
  if (!found) {
    found = ask<T>("GET", path);
    kept.set(path, found);
    found.catch(() => kept.delete(path));
  }
  return found;
}

export const games = () => once<GameShown[]>("/api/games");
export const material = (game: string) => once<Material>(`/api/games/${game}/material`);
export const clauses = (game: string, language: Language) =>
  once<RulesShown>(`/api/games/${game}/rules?language=${language}`).then((answer) =>
    answer.clauses.map((clause) => ({
      ...clause,
      text: unbroken(clause.text, language),
      ruling: clause.ruling && unbroken(clause.ruling, language),
    })),
  );
/** The clauses that the guide to a game rests on: by page and section, those of each paragraph. */
export const guideClauses = (game: string, language: Language) =>
  once<RulesShown>(`/api/games/${game}/rules?language=${language}`).then((answer) => answer.guide);
export const scenarios = (game: string, language: Language) =>
  once<ScenariosShown>(`/api/games/${game}/scenarios?language=${language}`).then((answer) =>
    answer.scenarios.map((scenario) => ({ ...scenario, title: unbroken(scenario.title, language) })),
  );
export const invitation = () => ask<Invitation>("GET", "/api/invitation");
export const createTable = (table: TableRequest) =>
  ask<TableMessage>("POST", "/api/tables", { ...table, seats: withShares(table.seats) }).then(begin);
export const hintFor = (id: string, seat: number) => ask<HintAnswer>("POST", `/api/tables/${id}/hint`, { seat });
export const linkFor = (id: string, seat?: number) => ask<LinkAnswer>("POST", `/api/tables/${id}/link`, { seat });
export const revokeLinks = (id: string, seat?: number) =>
  ask<LinksRevoked>("DELETE", `/api/tables/${id}/link${seat === undefined ? "" : `?seat=${seat}`}`);
export const series = (id: string) => ask<SeriesShown>("GET", `/api/series/${id}`);
/** Lists of tables come in pages of this many. */
export const PAGE = 50;
export async function tables(show: "open" | "live" | "over" | "mine", pages = 1): Promise<TableListed[]> {
  const found: TableListed[] = [];
  for (let page = 0; page < pages && found.length === page * PAGE; page += 1) {
    const last = found.at(-1);
    const before = last ? `&before=${encodeURIComponent(last.cursor)}` : "";
    found.push(...(await ask<TableListed[]>("GET", `/api/tables?show=${show}&limit=${PAGE}${before}`)));
  }
  return found;
}
export const seatsOf = (game: string, options: Record<string, string>) =>
  ask<SeatNames>("GET", `/api/games/${game}/seats?${new URLSearchParams(options)}`).then((answer) => answer.seats);
export const tryScenario = (game: string, id: string, moves: string[], language: Language) =>
  ask<Tried>("POST", `/api/games/${game}/scenarios/${id}/try?language=${language}`, { moves }).then((tried) => ({
    ...tried,
    title: unbroken(tried.title, language),
    text: unbroken(tried.text, language),
  }));
export const version = (id: string, number: number, seat?: number) =>
  ask<TableMessage>("GET", `/api/tables/${id}/versions/${number}${seat === undefined ? "" : `?seat=${seat}`}`);
export const film = (id: string, seat?: number) =>
  ask<FilmShown>("GET", `/api/tables/${id}/film${seat === undefined ? "" : `?seat=${seat}`}`);
export const analysis = (id: string) => ask<ReviewAnswer>("GET", `/api/tables/${id}/analysis`);
export const playOn = (id: string, wish: PlayOnRequest) =>
  ask<TableMessage>("POST", `/api/tables/${id}/play-on`, { ...wish, seats: withShares(wish.seats) }).then(begin);

/** Where nobody else has to come, reveal one's shares in the dice at once: then the match has begun when it is shown. */
async function begin(made: TableMessage): Promise<TableMessage> {
  try {
    for (const command of revealing(made.table, made.held))
      await ask("POST", `/api/tables/${made.table.id}/commands`, command);
  } catch {
    // It is tried again at the table, and begins without them soon.
  }
  return made;
}
