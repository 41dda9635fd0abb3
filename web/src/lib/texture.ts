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

const VEINS = [
  "M-10 40C30 20 40 70 80 52S150 90 190 60s50 10 80-10",
  "M-10 170c40-30 60 10 90-14s70 30 110 2 40 4 70-12",
  "M60-10c10 40-20 60 4 100s-10 70 6 120 0 40 4 60",
  "M170-10c-20 50 14 70-6 120s22 60 0 150",
  "M80 52c20 30 14 44 34 64M164 110c14 10 24 8 40 20",
];

/** Tesserae of a floor, light and dark over any colour. */
export const mosaic = picture(TILES * SIZE, TILES * SIZE, tesserae());

/** Veins of a slab of marble. */
export const veins = picture(
  240,
  260,
  VEINS.map(
    (path, k) =>
      `<path d='${path}' fill='none' stroke='#7d6a50' stroke-opacity='${k < 2 ? 0.24 : 0.14}' stroke-width='${k < 2 ? 1.6 : 1}'/>`,
  ).join(""),
);
