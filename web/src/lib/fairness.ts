// Fair dice: the hashes of the match's secret and of everybody's share in the dice are known before the first move, the
// shares when all have sat down, the secret at the end. This browser adds a share for each of its seats by itself.
import { sha256 } from "./sha256";
import type { Command, SeatRequest, TableShown } from "./types";

const KEPT = 50;
const memory = new Map<string, unknown>();

/** What this browser wrote down under a name; where it may keep nothing, until the page is left. */
function read<T>(name: string): T[] {
  try {
    const kept = localStorage.getItem(name);
    if (kept !== null) return JSON.parse(kept) as T[];
  } catch {
    // Then it is in memory.
  }
  return (memory.get(name) as T[] | undefined) ?? [];
}

function write(name: string, list: unknown[]): void {
  try {
    localStorage.setItem(name, JSON.stringify(list.slice(-KEPT)));
    memory.delete(name);
  } catch {
    memory.set(name, list.slice(-KEPT));
  }
}

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The hash of a secret or a share of 32 hexadecimal digits, in hexadecimal digits. */
export function hashOf(secret: string): string {
  return sha256(Uint8Array.from(secret.match(/../g) ?? [], (pair) => parseInt(pair, 16)));
}

/** What the dice come from: made of the secret and the shares in the order of the seats. */
export function seedOf(secret: string, shares: readonly (string | null)[]): string {
  if (shares.every((share) => share === null)) return secret;
  const text = [secret, ...shares.map((share) => share ?? "-")].join(" ");
  return sha256(new TextEncoder().encode(text)).slice(0, 32);
}

// --- one's own shares

/** Make a share in the dice, kept until it is revealed; return its hash. */
export function newShare(): string {
  const share = hex(crypto.getRandomValues(new Uint8Array(16)));
  write("shares", [...read<string>("shares"), share]);
  return hashOf(share);
}

/** The seats of a new table, with the hash of a share for each of one's own. */
export const withShares = (seats: SeatRequest[]): SeatRequest[] =>
  seats.map((seat) => (seat.kind === "me" ? { ...seat, hash: newShare() } : seat));

/** What reveals the shares of one's seats that are waited for, if this browser made them; each asks once. */
export function revealing(table: TableShown, held: number[], asked = new Set<string>()): Command[] {
  if (table.status !== "waiting" || table.begins_by === null) return [];
  note(table);
  const shares = new Map(read<string>("shares").map((share) => [hashOf(share), share]));
  return held.flatMap((seat): Command[] => {
    const mine = table.shares[seat];
    const share = mine && mine.share === null && !asked.has(mine.hash) ? shares.get(mine.hash) : undefined;
    if (!mine || share === undefined) return [];
    asked.add(mine.hash);
    return [{ do: "reveal", seat, share, next_hash: newShare() }];
  });
}

// --- what was promised

type Note = [table: string, commitment: string, hashes?: (string | null)[]];

/** Write down what is promised the first time it is seen, so that nobody can change it later. */
export function note(table: TableShown): void {
  const notes = read<Note>("commitments");
  const found = notes.find(([id]) => id === table.id);
  const hashes = table.begins_by === null ? undefined : table.shares.map((share) => share?.hash ?? null);
  if (!found) write("commitments", [...notes, [table.id, table.commitment, ...(hashes ? [hashes] : [])]]);
  else if (hashes && !found[2]) {
    found[2] = hashes;
    write("commitments", notes);
  }
}

export type Check = "good" | "good-shares" | "bad" | "bad-shares";

/** Check what was told at the end against what was promised; the shuffles themselves `quadriga verify` makes again. */
export function check(table: TableShown): Check | null {
  if (table.secret === null) return null;
  const [, commitment, hashes] = read<Note>("commitments").find(([id]) => id === table.id) ?? ["", table.commitment];
  if (hashOf(table.secret) !== commitment || table.commitment !== commitment) return "bad";
  const isKept = table.shares.every(
    (share, k) =>
      (!hashes || hashes[k] === (share?.hash ?? null)) &&
      (!share || share.share === null || hashOf(share.share) === share.hash),
  );
  if (!isKept) return "bad-shares";
  return table.shares.some((share) => share?.share) ? "good-shares" : "good";
}
