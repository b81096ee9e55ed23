/** What all drawings of terrain share: fills in the colours of the theme, shadows, stones, tufts. No filters: they are dear. */
import { type Box, boxOf } from "../../board/geometry";
import { at, between, type Form, flat, moved, type Point, type Random, rectangleOf, round, scaled } from "./shapes";

/** A colour of board/terrain.css. */
export const ink = (name: string): string => `var(--t-${name})`;

export const fill = (d: string, name: string, more = ""): string =>
  d ? `<path d="${d}" fill="${ink(name)}" ${more}/>` : "";

export const line = (d: string, name: string, width: number, more = ""): string =>
  d
    ? `<path d="${d}" fill="none" stroke="${ink(name)}" stroke-width="${round(width)}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`
    : "";

export const outlined = (name: string, width: number): string =>
  `stroke="${ink(name)}" stroke-width="${round(width)}" stroke-linejoin="round"`;

/** A soft shadow of something so high: the form four times, each wider and fainter. The light comes from the upper left. */
export function shadow(d: string, high = 1): string {
  const wide = (w: number, opacity: number) =>
    `<path d="${d}" fill="none" stroke="${ink("shadow")}" stroke-width="${w}" stroke-linejoin="round" opacity="${opacity}"/>`;
  return `<g transform="translate(${round(0.16 * high)} ${round(0.22 * high)})" style="opacity:var(--t-shade)">${fill(d, "shadow", 'opacity=".9"')}${wide(0.3, 0.55)}${wide(0.62, 0.32)}${wide(1, 0.2)}</g>`;
}

function stone(x: number, y: number, r: number, random: Random): Point[] {
  const n = 6 + Math.floor(random() * 3);
  const start = random() * 2 * Math.PI;
  return Array.from({ length: n }, (_, i): Point => {
    const [a, far] = [start + (i / n) * 2 * Math.PI, r * between(random, 0.78, 1.12)];
    return [x + far * Math.cos(a), y + far * Math.sin(a) * 0.86];
  });
}

/** Stones at these places: all shadows, sides and lit tops are one path each. */
export function stones(places: readonly Point[], random: Random, least: number, most: number): string {
  let [dark, side, top, lit] = ["", "", "", ""];
  for (const [x, y] of places) {
    const r = least + (most - least) * random() ** 2;
    const form = stone(x, y, r, random);
    dark += flat(moved(form, 0.1 + r * 0.2, 0.14 + r * 0.26));
    side += flat(form);
    top += flat(moved(scaled(form, 0.72), -r * 0.12, -r * 0.16));
    if (r > 0.24) lit += flat(moved(scaled(form, 0.4), -r * 0.26, -r * 0.3));
  }
  return (
    fill(dark, "shadow", 'style="opacity:calc(var(--t-shade) * 1.8)"') +
    fill(side, "stone3", outlined("stone-edge", 0.04)) +
    fill(top, "stone2") +
    fill(lit, "stone1")
  );
}

/** Tufts of grass. */
export function tufts(places: readonly Point[], name: string, random: Random): string {
  let d = "";
  for (const [x, y] of places) {
    const s = between(random, 0.14, 0.26);
    for (const [dx, dy] of [
      [-0.6, -1],
      [0, -1.25],
      [0.6, -1],
    ] as const)
      d += `M${at(x, y)}l${at(s * dx, s * dy)}`;
  }
  return line(d, name, 0.06);
}

export const rect = ({ x, y, w, h }: Box, name: string, more = ""): string =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(w)}" height="${round(h)}" fill="${ink(name)}" ${more}/>`;

/** Draws in an upright box and turns it into place; a form that is no rectangle is drawn in the box around it. */
export function upright(form: Form, draw: (box: Box) => string): string {
  const { box, turn } = rectangleOf(form) ?? { box: boxOf(form.points), turn: 0 };
  const drawn = draw(box);
  return Math.abs(turn) < 0.01
    ? drawn
    : `<g transform="rotate(${round(turn)} ${at(box.x + box.w / 2, box.y + box.h / 2)})">${drawn}</g>`;
}
