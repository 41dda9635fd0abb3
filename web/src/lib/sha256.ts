// SHA-256 (FIPS 180-4). Browsers bring it only where pages come safely, which a server on the local network does not.

/** The first 32 bits of what comes after the point in the roots of the first primes. */
function fractions(count: number, root: (prime: number) => number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n += 1) {
    let isPrime = true;
    for (let d = 2; d * d <= n; d += 1) if (n % d === 0) isPrime = false;
    if (isPrime) found.push(((root(n) % 1) * 2 ** 32) | 0);
  }
  return found;
}

const START = fractions(8, Math.sqrt);
const ROUNDS = fractions(64, Math.cbrt);

const turned = (x: number, by: number) => (x >>> by) | (x << (32 - by));

/** The message with its end marked and its length behind, in words, as many blocks as it needs. */
function blocksOf(bytes: Uint8Array): Int32Array {
  const words = new Int32Array((((bytes.length + 8) >> 6) + 1) * 16);
  const put = (k: number, byte: number) => (words[k >> 2] = (words[k >> 2] ?? 0) | (byte << (24 - 8 * (k % 4))));
  bytes.forEach((byte, k) => put(k, byte));
  put(bytes.length, 0x80);
  words[words.length - 1] = bytes.length * 8;
  return words;
}

/** The hash of some bytes (fewer than 256 MB), in hexadecimal digits. */
export function sha256(bytes: Uint8Array): string {
  const words = blocksOf(bytes);
  const hash = Int32Array.from(START);
  const w = new Int32Array(64);
  const at = (list: Int32Array | number[], k: number) => list[k] ?? 0;
  for (let block = 0; block < words.length; block += 16) {
    for (let k = 0; k < 64; k += 1) {
      if (k < 16) w[k] = at(words, block + k);
      else {
        const [x, y] = [at(w, k - 15), at(w, k - 2)];
        const small = turned(x, 7) ^ turned(x, 18) ^ (x >>> 3);
        w[k] = at(w, k - 16) + small + at(w, k - 7) + (turned(y, 17) ^ turned(y, 19) ^ (y >>> 10));
      }
    }
    let [a, b, c, d, e, f, g, h] = Array.from(hash) as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    for (let k = 0; k < 64; k += 1) {
      const one =
        h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + at(ROUNDS, k) + at(w, k);
      const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, k) => (hash[k] = at(hash, k) + word));
  }
  return Array.from(hash, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}
