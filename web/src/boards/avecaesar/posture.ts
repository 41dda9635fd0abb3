// How a chariot that is drawn from the side looks where it drives: to the left or the right, its nose up or down.

/** Chariots lean less than their way turns: whoever drives straight up still stands on wheels. */
const LEAN = 0.55;

/** Find which way a chariot faces (1: to the right) and how far it leans, in degrees. */
export function posture(heading: number): { face: 1 | -1; lean: number } {
  const turned = ((((heading + 180) % 360) + 360) % 360) - 180; // from -180 to 180
  if (Math.abs(turned) <= 90) return { face: 1, lean: turned * LEAN };
  return { face: -1, lean: (turned > 0 ? turned - 180 : turned + 180) * LEAN };
}

/** Find where something is that goes along upright, from where it is when the chariot faces right. */
export function alongside(heading: number, x: number, y: number): [number, number] {
  const { face, lean } = posture(heading);
  const turn = (lean * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return [face * x * cos - y * sin, face * x * sin + y * cos];
}

/** Where a chariot has its sign: above the driver. */
export const SIGN = [-48, -32] as const;

/** Say the same as a transform of a drawing that faces right. */
export function standing(heading: number): string {
  const { face, lean } = posture(heading);
  return `rotate(${lean.toFixed(1)}deg) scaleX(${face})`;
}
