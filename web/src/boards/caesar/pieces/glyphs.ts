// Our own small drawings, each a filled path around the origin, 24 units across.

function leaf(x: number, y: number, turn: number, long: number, wide: number): string {
  const [dx, dy] = [Math.cos(turn) * long, Math.sin(turn) * long];
  const [nx, ny] = [-Math.sin(turn) * wide, Math.cos(turn) * wide];
  const at = (px: number, py: number) => `${px.toFixed(1)} ${py.toFixed(1)}`;
  return `M${at(x, y)}Q${at(x + dx / 2 + nx, y + dy / 2 + ny)} ${at(x + dx, y + dy)}Q${at(x + dx / 2 - nx, y + dy / 2 - ny)} ${at(x, y)}Z`;
}

/** Leaves along two branches that meet below and leave the top open. */
function wreath(radius: number, leaves: number, long: number, wide: number): string {
  let path = "";
  for (const hand of [-1, 1]) {
    for (let k = 0; k < leaves; k += 1) {
      const around = Math.PI / 2 - hand * (0.2 + (k / (leaves - 1)) * 2.25);
      const along = around - hand * 1.57;
      const [x, y] = [Math.cos(around) * radius, Math.sin(around) * radius];
      path += leaf(x, y, along - hand * 0.55, long, wide) + leaf(x, y, along + hand * 0.55, long, wide);
    }
  }
  return path;
}

function ring(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
}

const SPEAR = (hand: 1 | -1) => {
  const at = (x: number, y: number) => `${hand * x} ${y}`;
  return `M${at(-10, 9.8)}L${at(4.6, -6.4)}L${at(6.8, -4.4)}L${at(-7.8, 11.8)}ZM${at(11.6, -12)}L${at(10, -3.4)}L${at(7.4, -3)}L${at(3.6, -6.4)}L${at(3.6, -9)}Z`;
};

export const WREATH = wreath(9.4, 6, 5.2, 2.7);
export const SMALL_WREATH = wreath(8.4, 4, 6.4, 3.6);

export const GLYPHS: Record<string, string> = {
  sword: `M0 -12.4L3.2 -8.4V2.4H-3.2V-8.4ZM-7 2.900H7V6H-7ZM-1.8 6H1.8V8.6H-1.8Z${ring(0, 10.3, 2.3)}`,
  shield: `M-7.6 -9.6Q0 -12.6 7.6 -9.6V9.6Q0 12.6 -7.6 9.6Z${ring(0, 0, 2.7)}M-5.4 -7.6Q-2.6 -8.7 -1 -8.8V-4.4Q-3.6 -3.9 -4.4 -1H-5.4ZM5.4 -7.6Q2.6 -8.7 1 -8.8V-4.4Q3.6 -3.9 4.4 -1H5.4ZM-5.4 7.6Q-2.6 8.7 -1 8.8V4.4Q-3.6 3.9 -4.4 1H-5.4ZM5.4 7.6Q2.6 8.7 1 8.8V4.4Q3.6 3.9 4.4 1H5.4Z`,
  ship: "M-12 3.4H9.4L12 1.4Q11.4 10.6 3 10.6H-4.4Q-10.4 10.6 -12 3.4ZM-1.2 -12H1V2.4H-1.2ZM2 -10.4Q10.6 -5 8.8 1.6H2ZM-2.2 -8.4Q-8.6 -4 -7.6 1.6H-2.2Z",
  wild: SMALL_WREATH,
  tactics:
    "M-9.6 -11.4H9.6Q11.4 -11.4 11.4 -9.4T9.6 -7.4H8.4V7.4H9.6Q11.4 7.4 11.4 9.4T9.6 11.4H-9.6Q-11.4 11.4 -11.4 9.4T-9.6 7.4H-8.4V-7.4H-9.6Q-11.4 -7.4 -11.4 -9.4T-9.6 -11.4ZM-5.6 -4.6H5.6V-2.8H-5.6ZM-5.6 -.9H5.6V.9H-5.6ZM-5.6 2.8H2V4.6H-5.6Z",
  wealth:
    "M-3.6 -12H3.6V-9.8H2.4V-7.2Q7.4 -5.4 7 1Q6.4 7 1.9 9.4V10H3.6V12H-3.6V10H-1.9V9.4Q-6.4 7 -7 1Q-7.4 -5.4 -2.4 -7.2V-9.8H-3.6ZM3.4 -9.6H5.4Q10.2 -9.2 9.4 -2.2L7.8 -2.6Q8 -7.6 5.2 -7.9H3.4ZM-3.4 -9.6H-5.4Q-10.2 -9.2 -9.4 -2.2L-7.8 -2.6Q-8 -7.6 -5.2 -7.9H-3.4Z",
  might: SPEAR(1) + SPEAR(-1),
  senate:
    "M-12 -4.6L0 -11.8L12 -4.6V-3H-12ZM-10 -1.8H-6.6V7H-10ZM-4.4 -1.8H-1.2V7H-4.4ZM1.2 -1.8H4.4V7H1.2ZM6.6 -1.8H10V7H6.6ZM-12 8.2H12V11.4H-12Z",
  poison:
    "M-7.4 -3.4H7.4Q7.4 4.4 1.4 5.6V8.8H5.2V11.6H-5.2V8.8H-1.4V5.6Q-7.4 4.4 -7.4 -3.4ZM-4.6 -5Q-6.6 -7.2 -4.8 -9T-5 -12Q-1.8 -10.4 -3.4 -8.2T-3 -5ZM.2 -5Q-1.8 -7.2 0 -9T-.2 -12Q3 -10.4 1.4 -8.2T1.8 -5ZM5 -5Q3 -7.2 4.8 -9T4.6 -12Q7.8 -10.4 6.2 -8.2T6.6 -5Z",
  centurion:
    "M-11 -2.6Q-10.4 -12 0 -12T11 -2.6L7.8 -1.8Q7.2 -8.2 0 -8.2T-7.8 -1.8ZM-6.4 .4Q-6.4 -6.6 0 -6.6T6.4 .4V9.4L3.2 11.8V3.2H1.2V7H-1.2V3.2H-3.2V11.8L-6.4 9.4Z",
  caesar: WREATH,
  pompey:
    "M-1.2 -12H1.2V12H-1.2ZM0 -13L2.9 -8.4H-2.9ZM-8.6 -10.4L-6 -6.8H-7.2Q-7.6 -.6 -1.4 .2V2.8Q-10.4 2.2 -9.9 -6.8H-11.2ZM8.6 -10.4L11.2 -6.8H9.9Q10.4 2.2 1.4 2.8V.2Q7.6 -.6 7.2 -6.8H6Z",
};

/** A disc whose edge is cut into lobes: Caesar's. */
export const LOBES = (() => {
  const [count, outer, inner] = [18, 51.5, 47.5];
  let path = "";
  for (let k = 0; k < count; k += 1) {
    const at = (turn: number, r: number) => `${(Math.cos(turn) * r).toFixed(1)} ${(Math.sin(turn) * r).toFixed(1)}`;
    const [from, peak, to] = [k, k + 0.5, k + 1].map((n) => (n / count) * Math.PI * 2) as [number, number, number];
    path += `${k ? "L" : "M"}${at(from, inner)}Q${at(peak, outer + 3)} ${at(to, inner)}`;
  }
  return path + "Z";
})();

/** A disc with eight straight edges: Pompey's. */
export const EDGES = (() => {
  const points = Array.from({ length: 8 }, (_, k) => {
    const turn = ((k + 0.5) / 8) * Math.PI * 2;
    return `${(Math.cos(turn) * 52.5).toFixed(1)} ${(Math.sin(turn) * 52.5).toFixed(1)}`;
  });
  return `M${points.join("L")}Z`;
})();
