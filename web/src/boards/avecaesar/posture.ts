// How a chariot that is drawn from the side looks where it drives: to the left or the right, its nose up or down.

/** Chariots lean less than their way turns: whoever drives straight up still stands on wheels. */
const LEAN = 0.55;

/** Find which way a chariot faces (1: to the right) and how far it leans, in degrees. */
export function posture(heading: number): { face: 1 | -1; lean: number } {
  const turned = ((((heading + 180) % 360) + 360) % 360) - 180; // from -180 to 180
  if (Math.abs(turned) <= 90) return { face: 1, lean: turned * LEAN };
  return { face: -1, lean: (turned > 0 ? turned - 180 : turned + 180) * LEAN };
}

/** Say the same as a transform of a drawing that faces right. */
export function standing(heading: number): string {
  const { face, lean } = posture(heading);
  return `rotate(${lean.toFixed(1)}deg) scaleX(${face})`;
}
