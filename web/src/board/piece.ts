/** What a piece shows, by what it is and by how large it is on the screen. */

import { figurePath, isLarge } from "../art/figures";
import { MARKS } from "../art/marks";
import { scaled } from "../art/paths";
import type { Mark, Pips, Token } from "../wire";
import { looksLeft, rimAt, type Side } from "./sides";

export type Size = "full" | "small" | "chip";

/** By the pixels across its base: all of it, without pattern and beads, or a plain disc whose unit has a badge. */
export const sizeOf = (across: number): Size => (across >= 30 ? "full" : across >= 20 ? "small" : "chip");

/** Whoever stands alone is never a plain disc: no badge has its figure. */
export const shownAs = (size: Size, crowded: boolean): Size => (size === "chip" && !crowded ? "small" : size);

/** The width of a figure on a base of radius 1. */
export function figureWidth(figure: string, side: Side, size: Size): number {
  return (size === "full" ? (isLarge(figure) ? 1.66 : 1.5) : 1.68) * side.room;
}

const ON_BASE = new Map<string, string>();

/** The silhouette about the middle of a base of radius 1, as wide as it is there and facing as its side does. */
export function figureOn(figure: string, side: Side, size: Size): string {
  const key = `${figure} ${side.name} ${size}`;
  const known = ON_BASE.get(key);
  if (known !== undefined) return known;
  const wide = figureWidth(figure, side, size) / 64;
  const path = scaled(figurePath(figure) ?? "", looksLeft(side) ? -wide : wide, wide, [32, 32]);
  ON_BASE.set(key, path);
  return path;
}

/** What stands on the base: a silhouette, or the letters for it. */
export function faceOf(token: Token, letters: boolean): { figure?: string; text?: string } {
  if (!letters && token.figure && figurePath(token.figure)) return { figure: token.figure };
  return {
    text:
      token.glyph ||
      (token.label || token.id)
        .split(/\s+/)
        .map((w) => w[0])
        .join("")
        .slice(0, 3)
        .toUpperCase(),
  };
}

/** A picture of a state, and how many of it there are if that is said. */
export interface Picture {
  name: string;
  count: string;
}

/** The marks that are pictures, each once, and the others, which are letters. A sign that ends in a number counts. */
export function marksOf(token: Token): { pictures: Picture[]; signs: Mark[] } {
  const drawn = new Map<string, Picture>();
  const signs: Mark[] = [];
  for (const mark of token.marks ?? []) {
    const name = mark.picture ?? "";
    if (!(name in MARKS)) signs.push(mark);
    else if (!drawn.has(name)) drawn.set(name, { name, count: /\d+$/.exec(mark.sign)?.[0] ?? "" });
  }
  if (token.state === "done") drawn.set("activated", { name: "activated", count: "" });
  return { pictures: [...drawn.values()], signs };
}

const MOST_BEADS = 12;
const dot = (x: number, y: number, r: number) =>
  `M${(x - r).toFixed(3)} ${y.toFixed(3)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

/** Strength as beads in the rim, from the lower left to the lower right; what is lost are empty sockets. */
export function beadsOf({ now, full }: Pick<Pips, "now" | "full">, side: Side): { live: string; lost: string } {
  const step = Math.min(0.3, 2.7 / full);
  const r = +Math.min(0.105, step * 0.4).toFixed(3);
  let [live, lost] = ["", ""];
  for (let i = 0; i < full; i++) {
    const angle = Math.PI / 2 - (i - (full - 1) / 2) * step;
    const far = rimAt(side, angle);
    const bead = dot(Math.cos(angle) * far, Math.sin(angle) * far, r);
    if (i < now) live += bead;
    else lost += bead;
  }
  return { live, lost };
}

/** Whether strength is a number: more than beads can show, or too small for them and no longer whole. */
export const counted = ({ now, full }: Pick<Pips, "now" | "full">, size: Size): boolean =>
  full > MOST_BEADS || (size !== "full" && now < full);
