// Fair dice: the SHA-256 of the match's secret was published before the first move, the secret at the end.

/** The hash of a secret of 32 hexadecimal digits, in hexadecimal digits; null where the browser cannot compute it. */
export async function commitmentOf(secret: string): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null;
  const bytes = Uint8Array.from(secret.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const hash = await crypto.subtle.digest("SHA-256", bytes);
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const KEPT = 50;

/** Write down a commitment the first time it is seen, so that nobody can change it later. */
export function remember(table: string, commitment: string): string {
  try {
    const kept = JSON.parse(localStorage.getItem("commitments") ?? "[]") as [string, string][];
    const found = kept.find(([id]) => id === table);
    if (found) return found[1];
    localStorage.setItem("commitments", JSON.stringify([...kept, [table, commitment]].slice(-KEPT)));
  } catch {
    // Nothing is kept: then there is only what the server says.
  }
  return commitment;
}
