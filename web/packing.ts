// Packs the built files once and as small as can be, so that the server only has to send them (server/packed.py).
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

import type { Plugin } from "vite";

const TEXT = /^assets\/.*\.(js|css|svg|json)$/;
const ways = {
  ".br": (text: Buffer) =>
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length } }),
  ".gz": (text: Buffer) => promisify(gzip)(text, { level: 9 }),
};

export function packing(): Plugin {
  return {
    name: "quadriga-packing",
    apply: "build",
    async writeBundle({ dir = "" }, bundle) {
      for (const file of Object.keys(bundle).filter((each) => TEXT.test(each))) {
        const text = await readFile(join(dir, file));
        for (const [ending, pack] of Object.entries(ways)) {
          const packed = await pack(text);
          if (packed.length < text.length) await writeFile(join(dir, file + ending), packed);
        }
      }
    },
  };
}
