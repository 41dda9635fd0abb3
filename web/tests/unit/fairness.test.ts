// Fair dice: this browser's shares, what it writes down before it reveals them, and what it checks at the end.
import { createHash } from "node:crypto";
import { beforeEach, describe, expect, it, vi } from "vitest";

import { createTable } from "../../src/lib/api";
import { check, hashOf, newShare, note, revealing, seedOf, withShares } from "../../src/lib/fairness";
import { sha256 } from "../../src/lib/sha256";
import type { TableShown } from "../../src/lib/types";
import { tableOf } from "./wire";

const SECRET = "00000000000000000000000000000001";
const OTHER = "f".repeat(32);
const COMMITMENT = "7c3ccd10bb7ec37b46d37926ae6274267f007a34aeaf15c882a715a7f3300529";

const hashed = (hash: string, share: string | null = null) => ({ hash, share });

/** A table at which all sit and shares are revealed. */
function starting(...shares: TableShown["shares"]): TableShown {
  return tableOf("waiting", { commitment: COMMITMENT, shares, begins_by: 1005 });
}

beforeEach(() => localStorage.clear());

describe("SHA-256", () => {
  it("is what everybody else computes, for messages of any length", () => {
    for (const length of [0, 1, 3, 16, 55, 56, 57, 63, 64, 65, 119, 120, 128, 1000]) {
      const bytes = Uint8Array.from({ length }, (_, k) => (k * 37 + length) % 256);
      expect(sha256(bytes), `${length} bytes`).toBe(createHash("sha256").update(bytes).digest("hex"));
    }
  });
});

describe("fair dice", () => {
  it("hash the sixteen bytes of a secret or a share", () => expect(hashOf(SECRET)).toBe(COMMITMENT));

  it("come from the secret and the shares in the order of the seats, as the server makes them", () => {
    const text = `${SECRET} ${OTHER} -`;
    expect(seedOf(SECRET, [OTHER, null])).toBe(createHash("sha256").update(text).digest("hex").slice(0, 32));
    expect(seedOf(SECRET, [null, null])).toBe(SECRET);
  });

  it("have a share of this browser for each of one's own seats, another every time", () => {
    const seats = withShares([{ kind: "me" }, { kind: "open" }, { kind: "me" }, { kind: "bot", level: "tiro" }]);
    expect(seats.map((seat) => typeof seat.hash)).toEqual(["string", "undefined", "string", "undefined"]);
    expect(seats[0]?.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(seats[0]?.hash).not.toBe(seats[2]?.hash);
  });

  it("are given the share when all have promised theirs, once, with a promise for the next match", () => {
    const hash = newShare();
    const table = starting(hashed(hash), hashed(COMMITMENT));
    expect(revealing({ ...table, begins_by: null }, [0]), "somebody still has to come").toEqual([]);
    expect(revealing(table, [1]), "a share that was made elsewhere").toEqual([]);
    const asked = new Set<string>();
    const [command] = revealing(table, [0], asked);
    if (command?.do !== "reveal") throw new Error("nothing is revealed");
    expect(hashOf(command.share)).toBe(hash);
    expect(command.next_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(revealing(table, [0], asked)).toEqual([]);
    const next = starting(hashed(command.next_hash ?? ""), null);
    expect(revealing({ ...next, id: "u" }, [0]), "the next match").toHaveLength(1);
  });

  it("are revealed at once by who plays alone", async () => {
    const said: [string, Record<string, unknown>][] = [];
    vi.stubGlobal("fetch", (path: string, { body }: { body: string }) => {
      const sent = JSON.parse(body) as Record<string, unknown> & { seats?: { hash: string }[] };
      said.push([path, sent]);
      const table = starting(hashed(sent.seats?.[0]?.hash ?? ""), null);
      const answer = sent.seats ? { table, held: [0] } : { version: 3, repeated: false };
      return Promise.resolve(
        new Response(JSON.stringify(answer), { headers: { "content-type": "application/json" } }),
      );
    });
    await createTable({ game: "caesar", seats: [{ kind: "me" }, { kind: "bot", level: "tiro" }] });
    vi.unstubAllGlobals();
    expect(said.map(([path]) => path)).toEqual(["/api/tables", "/api/tables/t/commands"]);
    const seats = said[0]?.[1]["seats"] as { hash: string }[];
    expect(hashOf(String(said[1]?.[1]["share"]))).toBe(seats[0]?.hash);
  });

  describe("at the end", () => {
    const shares = [hashed(hashOf(OTHER), OTHER), null];
    const over = (more: Partial<TableShown> = {}) =>
      tableOf("over", { commitment: COMMITMENT, secret: SECRET, shares, ...more });

    it("are fair if all is as it was promised", () => {
      expect(check(tableOf("live", { commitment: COMMITMENT }))).toBeNull();
      expect(check(over({ shares: [null, null] }))).toBe("good");
      note(starting(hashed(hashOf(OTHER)), null));
      expect(check(over())).toBe("good-shares");
    });

    it("are not if the secret or a share is another", () => {
      note(starting(hashed(hashOf(OTHER)), null));
      expect(check(over({ secret: OTHER }))).toBe("bad");
      expect(check(over({ secret: OTHER, commitment: hashOf(OTHER) })), "a new promise").toBe("bad");
      expect(check(over({ shares: [hashed(hashOf(OTHER), SECRET), null] }))).toBe("bad-shares");
      expect(check(over({ shares: [hashed(hashOf(SECRET), SECRET), null] })), "a new promise").toBe("bad-shares");
      expect(check(over({ shares: [...shares.slice(0, 1), hashed(hashOf(SECRET), SECRET)] }))).toBe("bad-shares");
      expect(check(over({ shares: [null, null] })), "left out").toBe("bad-shares");
    });
  });

  it("are remembered where the browser may keep nothing", () => {
    vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
      throw new Error("not allowed");
    });
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new Error("not allowed");
    });
    const hash = newShare();
    expect(revealing({ ...starting(hashed(hash), null), id: "v" }, [0])).toHaveLength(1);
    vi.restoreAllMocks();
  });
});
