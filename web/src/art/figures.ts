/** Silhouettes by name: one path each on a grid of 64 by 64, facing right, feet at about 60. */
import paths from "./figures.json";

const FIGURES: Readonly<Record<string, string>> = paths;
/** What fills its whole base. */
const LARGE = new Set([
  "tank",
  "transport",
  "buggy",
  "titan",
  "beast",
  "broodmother",
  "gunship",
  "aircraft",
  "walker",
  "robot",
  "ufo",
  "crate",
]);

export const figureNames: readonly string[] = Object.keys(FIGURES);
export const figurePath = (name: string | undefined): string | undefined => (name ? FIGURES[name] : undefined);
export const isLarge = (name: string): boolean => LARGE.has(name);
