/** Forms on the screen and what grows from a seed. Units are inches of the table, y goes down. */
import { type Box, boxOf } from "../../board/geometry";

export type Point = readonly [number, number];

export interface Form {
  points: Point[]; // the outline; of a line, its middle
  circle?: { x: number; y: number; r: number };
  width?: number; // of a line
}

export type Random = () => number;

/** Numbers in 0..1 that follow from a text: the same table always has the same trees. */
export function seeded(text: string): Random {
  let h = 2166136261;
  for (const ch of text) h = Math.imul(h ^ ch.charCodeAt(0), 16777619);
  return () => {
    h = (h + 0x6d2b79f5) | 0;
    let t = Math.imul(h ^ (h >>> 15), 1 | h);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export const between = (random: Random, a: number, b: number): number => a + (b - a) * random();
export const round = (v: number): string => String(+v.toFixed(2)).replace(/^(-?)0\./, "$1.");
export const at = (x: number, y: number): string => `${round(x)} ${round(y)}`;

export function middleOf(points: readonly Point[]): Point {
  const { x, y, w, h } = boxOf(points);
  return [x + w / 2, y + h / 2];
}

/** A rectangle as an upright box and the degrees by which it is turned (at most 45); nothing if the form is none. */
export function rectangleOf({ points }: Form): { box: Box; turn: number } | null {
  if (points.length !== 4) return null;
  const [a, b, c, d] = points as [Point, Point, Point, Point];
  const [ux, uy, vx, vy] = [b[0] - a[0], b[1] - a[1], d[0] - a[0], d[1] - a[1]];
  if (Math.abs(ux * vx + uy * vy) > 0.01 || Math.hypot(b[0] + d[0] - a[0] - c[0], b[1] + d[1] - a[1] - c[1]) > 0.01)
    return null;
  let [w, h, turn] = [Math.hypot(ux, uy), Math.hypot(vx, vy), (Math.atan2(uy, ux) * 180) / Math.PI];
  for (; turn > 45; turn -= 90) [w, h] = [h, w];
  for (; turn <= -45; turn += 90) [w, h] = [h, w];
  const [x, y] = [(a[0] + c[0]) / 2, (a[1] + c[1]) / 2];
  return { box: { x: x - w / 2, y: y - h / 2, w, h }, turn };
}

export const cornersOf = ({ x, y, w, h }: Box): Point[] => [
  [x, y],
  [x + w, y],
  [x + w, y + h],
  [x, y + h],
];

export function inside(points: readonly Point[], x: number, y: number): boolean {
  let odd = false;
  points.forEach(([ax, ay], i) => {
    const [bx, by] = points[(i || points.length) - 1] as Point;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
  });
  return odd;
}

function toRim(points: readonly Point[], x: number, y: number): number {
  let best = Infinity;
  points.forEach(([ax, ay], i) => {
    const [bx, by] = points[(i + 1) % points.length] as Point;
    const [dx, dy] = [bx - ax, by - ay];
    const t = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
    best = Math.min(best, Math.hypot(x - ax - t * dx, y - ay - t * dy));
  });
  return best;
}

/** Points at least `apart` from each other and `inset` from the rim. */
export function scatter(points: readonly Point[], random: Random, apart: number, inset = 0, most = 400): Point[] {
  const box = boxOf(points);
  const found: Point[] = [];
  const tries = Math.min(9000, Math.ceil((box.w * box.h) / (apart * apart)) * 26);
  for (let i = 0; i < tries && found.length < most; i++) {
    const [x, y] = [box.x + random() * box.w, box.y + random() * box.h];
    if (!inside(points, x, y) || (inset && toRim(points, x, y) < inset)) continue;
    if (found.every((o) => Math.hypot(o[0] - x, o[1] - y) >= apart)) found.push([x, y]);
  }
  return found;
}

/** Heaps: a few middles, and more close around each, fewer the farther. */
export function clumps(points: readonly Point[], random: Random, apart: number, inset: number): Point[] {
  const found: Point[] = [];
  for (const [x, y] of scatter(points, random, apart, inset)) {
    for (let i = 2 + Math.floor(random() * 5); i > 0; i--) {
      const [a, far] = [random() * 2 * Math.PI, random() ** 1.4 * apart * 0.5];
      const [px, py] = [x + far * Math.cos(a), y + far * Math.sin(a)];
      if (
        inside(points, px, py) &&
        toRim(points, px, py) > inset * 0.6 &&
        found.every((o) => Math.hypot(o[0] - px, o[1] - py) > 0.42)
      )
        found.push([px, py]);
    }
  }
  return found.sort((a, b) => a[1] - b[1]);
}

/** More points along the edges, each moved a little: the start of anything grown. */
export function wobble(points: readonly Point[], random: Random, by: number, step = 1.1): Point[] {
  return points.flatMap(([x, y], i) => {
    const [a, b] = points[(i + 1) % points.length] as Point;
    const n = Math.max(1, Math.round(Math.hypot(a - x, b - y) / step));
    return Array.from(
      { length: n },
      (_, k): Point => [
        x + ((a - x) * k) / n + between(random, -by, by),
        y + ((b - y) * k) / n + between(random, -by, by),
      ],
    );
  });
}

/** Corners cut: what nature has rounded. */
export function rounded(points: readonly Point[], times = 2): Point[] {
  let found = [...points];
  for (let k = 0; k < times; k++) {
    const now = found;
    found = now.flatMap(([x, y], i): Point[] => {
      const [a, b] = now[(i + 1) % now.length] as Point;
      return [
        [x * 0.75 + a * 0.25, y * 0.75 + b * 0.25],
        [x * 0.25 + a * 0.75, y * 0.25 + b * 0.75],
      ];
    });
  }
  return found;
}

export const moved = (points: readonly Point[], dx: number, dy: number): Point[] =>
  points.map(([x, y]) => [x + dx, y + dy]);

export function scaled(points: readonly Point[], k: number): Point[] {
  const [x, y] = middleOf(points);
  return points.map(([a, b]) => [x + (a - x) * k, y + (b - y) * k]);
}

/** Every corner nearer to the middle by so much. */
export function inset(points: readonly Point[], by: number): Point[] {
  const x = points.reduce((sum, p) => sum + p[0], 0) / points.length;
  const y = points.reduce((sum, p) => sum + p[1], 0) / points.length;
  return points.map(([a, b]) => {
    const far = Math.hypot(a - x, b - y) || 1;
    return [a - ((a - x) / far) * by, b - ((b - y) / far) * by];
  });
}

/** Straight edges as the data of a path. */
export const flat = (points: readonly Point[]): string => `M${points.map((p) => at(...p)).join("L")}Z`;

/** A smooth closed curve through the points. */
export function smooth(points: readonly Point[]): string {
  const n = points.length;
  const of = (i: number) => points[(i + n) % n] as Point;
  let d = `M${at(...of(0))}`;
  for (let i = 0; i < n; i++) {
    const [a, b, c, e] = [of(i - 1), of(i), of(i + 1), of(i + 2)];
    d += `C${at(b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6)} ${at(c[0] - (e[0] - b[0]) / 6, c[1] - (e[1] - b[1]) / 6)} ${at(...c)}`;
  }
  return `${d}Z`;
}

export const ring = (x: number, y: number, r: number): string =>
  `M${at(x - r, y)}a${round(r)} ${round(r)} 0 1 0 ${round(2 * r)} 0a${round(r)} ${round(r)} 0 1 0 ${round(-2 * r)} 0Z`;
