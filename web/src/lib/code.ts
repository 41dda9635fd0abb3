// A QR code as the path of a drawing; what makes it is loaded when the first one is needed.

export interface Code {
  /** Modules on each side, with the light margin. */
  size: number;
  /** The dark modules, each row's neighbours as one piece. */
  path: string;
}

/** The light margin that a camera needs, in modules. */
const MARGIN = 4;

export async function codeOf(text: string): Promise<Code> {
  const { encode } = await import("uqr");
  const { data, size } = encode(text, { ecc: "M", border: MARGIN });
  const pieces: string[] = [];
  for (const [y, row] of data.entries())
    for (let x = 0; x < size; x += 1) {
      if (!row[x]) continue;
      const begin = x;
      while (row[x + 1]) x += 1;
      pieces.push(`M${begin} ${y}h${x + 1 - begin}v1H${begin}z`);
    }
  return { size, path: pieces.join("") };
}
