import type { Scene, Scenes } from "../../../lib/moments";
export function scenesOf(): Scene[] {
  return [];
}
export const drawings: Scenes["drawings"] = {};
