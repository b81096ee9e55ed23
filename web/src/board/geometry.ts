/** Plane geometry for drawing and dragging. What is legal, the server says; this only keeps a ghost within its budget. */
import type { Board } from "../wire";
export type Pt = readonly [number, number] | readonly [number, number, number]; // x, y and, where a game has heights, z

export const distance = (a: Pt, b: Pt): number => Math.hypot(b[0] - a[0], b[1] - a[1]);

export const round = (v: number): number => Math.round(v * 64) / 64;

export const snap = (p: Pt): Pt => (p.length === 3 ? [round(p[0]), round(p[1]), p[2]] : [round(p[0]), round(p[1])]);

export function xy(at: readonly number[] | undefined): Pt | null {
  if (!at || at.length < 2) return null;
  const [x, y, z] = at as [number, number, number?];
  return z === undefined ? [x, y] : [x, y, z];
}

export function length(from: Pt, path: readonly Pt[]): number {
  let sum = 0;
  let last = from;
  for (const p of path) {
    sum += distance(last, p);
    last = p;
  }
  return sum;
}

/** The point on the way from a to b that is no farther than `most`, a hair inside so that rounding cannot overstep. */
export function clamped(a: Pt, b: Pt, most: number): Pt {
  const far = distance(a, b);
  if (far <= most) return snap(b);
  const k = Math.max(0, most - 0.02) / far;
  const [x, y] = [a[0] + (b[0] - a[0]) * k, a[1] + (b[1] - a[1]) * k];
  return snap(b.length === 3 ? [x, y, b[2]] : [x, y]);
}

/** The path with its last leg led to `to`, or with one more leg; within the budget if there is one. */
export function led(from: Pt, path: readonly Pt[], to: Pt, budget: number, more: boolean): Pt[] {
  const kept = more ? [...path] : path.slice(0, -1);
  const start = kept.at(-1) ?? from;
  const left = budget > 0 ? budget - length(from, kept) : Infinity;
  return [...kept, clamped(start, to, Math.max(0, left))];
}

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

export function boxOf(points: readonly Pt[]): Box {
  const xs = points.map((p) => p[0]);
  const ys = points.map((p) => p[1]);
  const x = Math.min(...xs);
  const y = Math.min(...ys);
  return { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y };
}

/** Whether a point lies in a polygon. */
export function within(p: Pt, polygon: readonly (readonly number[])[]): boolean {
  let inside = false;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [ax, ay] = polygon[i] as [number, number];
    const [bx, by] = polygon[j] as [number, number];
    if (ay > p[1] !== by > p[1] && p[0] < ((bx - ax) * (p[1] - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

/** How far a point is from a line between two others. */
export function near(p: Pt, a: Pt, b: Pt): number {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const k = Math.max(0, Math.min(1, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy || 1)));
  return distance(p, [a[0] + k * dx, a[1] + k * dy]);
}

export const APART = [2.7, 3.3] as const; // radii between neighbours: room for names below
export const CLOSE = [2.6, 2.8] as const; // in places, where few names are written

/** n spots in a box, in rows, with the radius that fits. */
export function spots(
  box: Box,
  n: number,
  largest: number,
  apart: readonly [number, number] = APART,
): { at: Pt[]; r: number } {
  const radius = (columns: number) =>
    Math.min(largest, box.w / columns / apart[0], box.h / Math.ceil(n / columns) / apart[1]);
  let columns = Math.max(1, n);
  // The longest rows that cost hardly any size.
  for (let k = columns - 1; k > 0; k--) if (radius(k) > radius(columns) * 1.05) columns = k;
  const r = radius(columns);
  const rows = Math.ceil(n / columns);
  columns = Math.ceil(n / rows); // rows of about the same length
  const at: Pt[] = [];
  for (let i = 0; i < n; i++) {
    const inRow = Math.min(columns, n - Math.floor(i / columns) * columns);
    const x = box.x + box.w / 2 + ((i % columns) - (inRow - 1) / 2) * r * apart[0];
    const y = box.y + box.h / 2 - (Math.floor(i / columns) - (rows - 1) / 2) * r * apart[1];
    at.push([x, y]);
  }
  return { at, r };
}

const GROWN = 2.5; // times its own size: what a face can grow to at most
const LAPPED = 1.1; // neighbours' faces may overlap a little

/** Faces of at least this radius, as far as neighbours leave room: two that are small share what is between them. What lies
 * flat keeps nobody small who stands on it. */
export function readable<S extends { at: Pt; r: number }>(
  faces: readonly S[],
  least: number,
  grows: (face: S) => boolean = () => true,
  flat: (face: S) => boolean = () => false,
): readonly S[] {
  if (faces.every((f) => f.r >= least || !grows(f))) return faces;
  return faces.map((face) => {
    if (face.r >= least || !grows(face)) return face;
    let room = Math.min(least, GROWN * face.r);
    for (const other of faces) {
      if (other === face || (flat(other) && !flat(face)) || Math.abs(other.at[0] - face.at[0]) > 2 * least + other.r)
        continue;
      const d = distance(face.at, other.at);
      room = Math.min(room, LAPPED * Math.min(d / 2, Math.max(0, d - other.r)));
    }
    return room > face.r ? { ...face, r: room } : face;
  });
}

/** The middle of an area, or of the whole board: where an unplaced piece appears first. */
export function middleOf(board: Board | null, area = ""): Pt {
  const { centre, points = [] } = board?.areas?.find((a) => a.id === area)?.shape ?? {};
  if (centre) return xy(centre) as Pt;
  if (!points.length) return [(board?.width ?? 0) / 2, (board?.depth ?? 0) / 2];
  const mean = (i: 0 | 1) => points.reduce((sum, p) => sum + p[i], 0) / points.length;
  return [mean(0), mean(1)];
}
