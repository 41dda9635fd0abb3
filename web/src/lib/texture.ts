// Textures of the ground, as pictures for CSS: tesserae of a mosaic, veins of marble. Reckoned once, the same every time.

/** A picture for CSS. */
function picture(width: number, height: number, drawn: string): string {
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' width='${width}' height='${height}'>${drawn}</svg>`;
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`;
}

/** Numbers from 0 to 1 that look like chance. */
function chance(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16807) % 2147483647) / 2147483647;
}

const TILES = 8;
const SIZE = 12;

function tesserae(): string {
  const next = chance(31);
  let drawn = "";
  for (let row = 0; row < TILES; row += 1)
    for (let k = 0; k < TILES; k += 1) {
      const light = next();
      const fill = light > 0.5 ? "#fff" : "#000";
      const shift = (next() - 0.5) * 1.2;
      drawn += `<rect x='${(k * SIZE + 0.8 + shift).toFixed(1)}' y='${(row * SIZE + 0.8 - shift).toFixed(1)}' width='10.4' height='10.4' rx='1.6' fill='${fill}' fill-opacity='${(Math.abs(light - 0.5) * 0.2 + 0.015).toFixed(3)}'/>`;
    }
  return drawn;
}

/** Each leaves the picture as it enters it, so that no seam is seen where two pictures meet. */
const VEINS = [
  "M0 40C30 20 40 70 80 52S150 90 190 60S210 60 240 40",
  "M0 170C40 140 60 180 90 156S160 186 200 158S200 200 240 170",
  "M60 0C70 40 40 60 64 100S54 170 70 220S50 220 60 260",
  "M170 0C150 50 184 70 164 120S190 210 170 260",
  "M80 52c20 30 14 44 34 64M164 110c14 10 24 8 40 20",
];

/** Tesserae of a floor, light and dark over any colour. */
export const mosaic = picture(TILES * SIZE, TILES * SIZE, tesserae());

/** Veins of a slab of marble, so faint that they strike through no word. */
export const veins = picture(
  240,
  260,
  VEINS.map(
    (path, k) =>
      `<path d='${path}' fill='none' stroke='#7d6a50' stroke-opacity='${k < 2 ? 0.13 : 0.09}' stroke-width='${k < 2 ? 1.6 : 1}'/>`,
  ).join(""),
);
