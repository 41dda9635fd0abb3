// What is drawn on the cards: for each card what it is or does, in a square of 60 units. A drawing is a list of shapes, each with
// its paint; what is painted "far" is scenery, which small cards leave out.

export type Paint = "far" | "gold" | "side" | "deep" | "pale" | "stone" | "ink" | "flesh" | "blood" | "line" | "fine";
export type Drawing = readonly (readonly [Paint, string])[];

const disc = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

/** A card that lies in a drawing, its corner at a point, turned. */
const card = (x: number, y: number, turn: number): string => {
  const at = (dx: number, dy: number): string => {
    const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
    return `${(x + dx * cos - dy * sin).toFixed(1)} ${(y + dx * sin + dy * cos).toFixed(1)}`;
  };
  return `M${at(0, 0)}L${at(16, 0)}L${at(16, 22)}L${at(0, 22)}z`;
};

const HILLS = "M0 46c10-8 16-8 26-2s20 2 34-6v22H0z";
const SUN = disc(44, 16, 8);
const PYRAMIDS = "M0 48 18 24l18 24zM28 48l13-17 13 17zM0 48h60v12H0z";
const TEMPLE = "M4 26 30 10l26 16zM8 28h5v22H8zM20 28h5v22h-5zM35 28h5v22h-5zM47 28h5v22h-5zM3 51h54v6H3z";

/** Caesar buys, feasts, speaks, marches and triumphs. */
const CAESAR: Record<string, Drawing> = {
  1: [
    ["far", HILLS],
    ["gold", disc(38, 40, 13)],
    ["fine", disc(38, 40, 9.5)],
    ["gold", disc(25, 28, 17)],
    ["fine", disc(25, 28, 13)],
    ["deep", "M21 38c0-3-1-4-2-7-1-6 2-11 8-11 4 0 6 2 6 5l2 4-2 1c0 3-1 5-4 5l1 3z"],
  ],
  2: [
    ["far", SUN],
    ["far", HILLS],
    ["line", "M23 14c-9 0-10 10-4 14M37 14c9 0 10 10 4 14"],
    ["side", "M24 8h12v4l-2 3c8 4 10 12 8 20-2 9-7 14-9 20h-6c-2-6-7-11-9-20-2-8 0-16 8-20l-2-3z"],
    ["gold", "M17.500 28h25l.5 6h-26z"],
    ["fine", "M20 31h20"],
    ["deep", `${disc(47, 43, 4)}${disc(53, 46, 4)}${disc(48, 50, 4)}${disc(42, 49, 3.5)}`],
  ],
  3: [
    ["far", TEMPLE],
    ["pale", "M14 12h34v32c0 5-3 8-7 8H18c4 0 6-3 6-7V18c0-5-4-6-10-6z"],
    ["stone", "M14 12c-5 0-7 3-7 6h17c0-4-4-6-10-6zM24 45h30c0 4-3 7-8 7H18c4 0 6-3 6-7z"],
    ["fine", "M29 20h14M29 26h14M29 32h10M29 38h12"],
    ["blood", disc(46, 38, 6)],
    ["fine", "M43.500 38h5M46 35.500v5"],
  ],
  4: [
    ["far", HILLS],
    ["line", "M10 56 46 4M50 56 14 4"],
    ["stone", "M46 4l-1 9-6-4zM14 4l1 9 6-4z"],
    ["side", "M16 14c9-4 19-4 28 0v32c-9 4-19 4-28 0z"],
    ["gold", "M30 16v28M20 30h20M22 20l5 6M38 20l-5 6M22 40l5-6M38 40l-5-6"],
    ["gold", disc(30, 30, 5)],
  ],
  5: [
    ["far", SUN],
    ["gold", "M28 34h4v24h-4zM20 36h20v4H20z"],
    [
      "gold",
      "M30 32c-5 0-7-4-7-8C16 26 8 22 3 8c7 5 11 6 17 6 4 0 6 2 7 5l1-7c-2 0-4-1-5-3l4-2c1-3 5-4 7-1 1 2 1 4-1 6l1 7c1-3 3-5 7-5 6 0 10-1 17-6-5 14-13 18-20 16 0 4-2 8-8 8z",
    ],
    ["fine", "M9 14c4 3 8 4 13 4M51 14c-4 3-8 4-13 4M13 20c3 1 6 2 9 1M47 20c-3 1-6 2-9 1"],
    ["side", "M17 42h26v10l-6-3-7 4-7-4-6 3z"],
  ],
};

/** Cleopatra charms, perfumes, beguiles, sails and reigns. */
const CLEOPATRA: Record<string, Drawing> = {
  1: [
    ["far", "M0 44h60v16H0zM6 50h14M30 53h18"],
    ["side", "M30 44c-3 4-3 9-1 14M30 44c3 4 4 9 3 14"],
    ["pale", "M30 46C16 46 7 38 4 24c9 1 15 5 19 12zM30 46c14 0 23-8 26-22-9 1-15 5-19 12z"],
    ["side", "M30 46C20 44 14 30 17 15c8 5 11 12 13 20zM30 46c10-2 16-16 13-31-8 5-11 12-13 20z"],
    ["gold", "M30 46c-7-9-7-27 0-38 7 11 7 29 0 38z"],
  ],
  2: [
    ["far", PYRAMIDS],
    ["fine", "M20 8c-4-3 3-5 0-8M40 8c4-3-3-5 0-8"],
    ["gold", "M24 6h12v6H24zM26 12h8v5h-8z"],
    ["side", "M25 17h10c9 4 13 13 12 22-1 8-5 13-10 15H23c-5-2-9-7-10-15-1-9 3-18 12-22z"],
    ["gold", "M14.500 32h31l.5 6h-32z"],
    ["fine", "M17 26c8 3 18 3 26 0M17 45c8 3 18 3 26 0M19 35h22"],
  ],
  3: [
    ["far", SUN],
    ["far", PYRAMIDS],
    [
      "ink",
      "M23 14 22 3l8 6 8-6-1 11c2 4 2 8-1 11 7 6 9 16 8 29H18c-4-1-6-4-6-8 0-5 4-7 4-11 1-6 4-8 8-10-3-3-3-7-1-11z",
    ],
    ["gold", "M23 25c4 3 10 3 14 0l1 5c-5 3-11 3-16 0z"],
    ["gold", `${disc(26.5, 17, 1.8)}${disc(33.5, 17, 1.8)}`],
    ["line", "M44 53c8 1 10-6 6-11"],
  ],
  4: [
    ["far", PYRAMIDS],
    ["line", "M31 6v36M31 8l17 28M31 8 13 30"],
    ["pale", "M32 9c13 7 18 17 16 27H32z"],
    ["side", "M40 15c5 5 8 13 8 21h-8z"],
    ["gold", "M3 32c3 8 8 10 14 10h26c7 0 11-5 13-12l2 3c-1 12-7 19-17 19H19C9 52 3 45 1 34z"],
    ["deep", "M6 45h47c-3 5-7 7-12 7H19c-6 0-10-3-13-7z"],
    ["fine", "M16 48l-4 9M25 50l-3 8M34 50l-1 8M43 48l1 9"],
  ],
  5: [
    ["far", SUN],
    ["gold", "M30 4c14 0 19 10 19 22 0 10 4 17 6 26H40l-3-12H23l-3 12H5c2-9 6-16 6-26C11 14 16 4 30 4z"],
    ["side", "M14 17h6l-1 7h-6zM41 17h5l1 7h-6zM12 31h7v7h-8zM41 31h7l1 7h-8zM10 44h9l-1 7H7zM41 44h9l3 7H42z"],
    ["flesh", "M20 22c0-9 4-11 10-11s10 2 10 11c0 12-4 20-10 20s-10-8-10-20z"],
    ["gold", "M20 18c2-6 6-7 10-7s8 1 10 7c-6-2-14-2-20 0z"],
    ["side", "M28 11c-2-4 0-7 2-8 2 1 4 4 2 8z"],
    ["line", "M22 25c2-2 4-2 6 0M32 25c2-2 4-2 6 0M22 25h6l-8 2M38 25h-6l8 2M30 26v5M27 35c2 1 4 1 6 0"],
    ["gold", "M28 42h4l-1 9h-2z"],
  ],
};

/** What both sides play. */
const COMMON: Record<string, Drawing> = {
  philosopher: [
    ["far", TEMPLE],
    ["line", "M6 40 54 20M30 30v24M20 56h20M6 40l-4 10h10zM54 20l-5 10h11z"],
    ["gold", "M1 50h12c0 5-12 5-12 0zM48 30h12c0 5-12 5-12 0z"],
    ["stone", "M18 4c4 3 6 4 8 4h8c2 0 4-1 8-4-1 5 0 7 1 10v9c0 8-5 12-13 12S17 31 17 23v-9c1-3 2-5 1-10z"],
    ["pale", `${disc(24, 16, 5.5)}${disc(36, 16, 5.5)}`],
    ["ink", `${disc(24, 16, 2.2)}${disc(36, 16, 2.2)}`],
    ["gold", "M28 20h4l-2 5z"],
    ["fine", "M23 28c1 2 3 2 4 0 1 2 3 2 4 0 1 2 3 2 4 0"],
  ],
  assassination: [
    ["far", "M0 0h60v12c-10 6-14 18-12 34-6 6-8 8-8 14H0z"],
    ["pale", card(16, 30, -14)],
    ["fine", "M22 35l11 7M35 33l-9 12"],
    ["stone", "M50 4 33 38l-6 9 1-11L44 2z"],
    ["fine", "M47 4 30 40"],
    ["gold", "M34 18l13 7-2 4-13-7z"],
    ["ink", "M44 1l8 4 3-5h-9z"],
    ["blood", "M27 46c3 4 4 6 4 8a4 4 0 0 1-8 0c0-2 1-4 4-8z"],
  ],
  spy: [
    ["far", "M0 0h16c2 20-2 40-8 60H0zM60 0H44c-2 20 2 40 8 60h8z"],
    ["side", card(9, 33, -18)],
    ["side", card(22, 31, 0)],
    ["side", card(36, 28, 18)],
    ["fine", "M15 40l9 8M26 36h8v12h-8zM39 37l7 10"],
    ["pale", "M8 18c7-9 14-13 22-13s15 4 22 13c-7 9-14 13-22 13S15 27 8 18z"],
    ["gold", disc(30, 18, 9)],
    ["ink", disc(30, 18, 4.5)],
    ["line", "M13 9 9 4M30 4V0M47 9l4-5"],
  ],
  castling: [
    ["far", HILLS],
    ["stone", "M5 20h18v5h-3v26h4v5H4v-5h4V25H5zM37 20h18v5h-3v26h4v5H36v-5h4V25h-3z"],
    ["fine", "M12 27v22M16 27v22M44 27v22M48 27v22"],
    ["gold", "M12 16C20 2 36 2 44 8l3-5 4 14-14-2 4-4C34 7 24 8 17 17z"],
    ["side", "M25 34h10l-2-4 8 7-8 7 2-4H25l2 4-8-7 8-7z"],
  ],
  scout: [
    ["far", "M30 18m-28 0a28 28 0 1 0 56 0a28 28 0 1 0-56 0z"],
    ["side", card(36, 26, 10)],
    ["pale", "M36 26l-7 4 1 22 4-4z"],
    ["fine", "M41 33l9 10M50 32l-11 12"],
    ["ink", "M12 28h10l-3 28h-4z"],
    ["gold", "M8 24h18v5H8z"],
    ["blood", "M17 2c7 8 11 11 11 17 0 5-5 8-11 8S6 24 6 19c0-4 2-6 5-9 0 3 1 4 3 5 3-3 1-8 3-13z"],
    ["gold", "M17 13c3 3 5 5 5 8 0 3-2 5-5 5s-5-2-5-5c0-3 3-4 5-8z"],
  ],
  wrath: [
    ["far", TEMPLE],
    ["side", `${card(4, 42, -24)}${card(40, 36, 26)}`],
    ["stone", "M13 24A9 9 0 0 1 14 7 11 11 0 0 1 34 5a9 9 0 0 1 13 7 7 7 0 0 1 0 13z"],
    ["gold", "M32 20 17 40h9l-6 18 22-25H31l8-13z"],
  ],
  veto: [
    ["far", disc(30, 30, 28)],
    [
      "flesh",
      "M17 34V14a3.500 3.500 0 0 1 7 0v12V7a3.500 3.500 0 0 1 7 0v18V9a3.500 3.500 0 0 1 7 0v18-11a3.500 3.500 0 0 1 7 0v20c0 10-6 16-14 16-7 0-11-4-15-10l-6-11c-2-4 3-6 5-3z",
    ],
    ["fine", "M23 38c4-2 10-2 15 0M25 44c3-1 7-1 10 0"],
    ["side", "M20 50h24l3 10H16z"],
    ["blood", disc(46, 46, 9)],
    ["line", "M42 42l8 8M50 42l-8 8"],
  ],
};

/** Find what is drawn on a card of a side; undefined for one that has no drawing. */
export function drawingOf(card: string, side: string): Drawing | undefined {
  return COMMON[card] ?? (side === "caesar" ? CAESAR : CLEOPATRA)[card];
}
