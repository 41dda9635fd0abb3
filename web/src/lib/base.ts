// Where the page lies on its server: at the top, or under a path such as /games, which the server writes into index.html.

const written =
  typeof document === "undefined" ? null : document.querySelector("meta[name=base-path]")?.getAttribute("content");

export const BASE = written ?? "";

/** The address of a place of the page, or of the server's API. */
export const at = (path: string): string => BASE + path;

/** The same the other way round: which place an address is. */
export const within = (path: string): string =>
  BASE && path.startsWith(`${BASE}/`) ? path.slice(BASE.length) : path;
