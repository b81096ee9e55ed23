/** Units of several models: their outline, and where their badges stand so that none covers another. */
import type { Token } from "../wire";
import type { Box, Pt } from "./geometry";

export interface Model {
  token: Token;
  at: Pt;
  r: number;
}

export interface Unit {
  id: string;
  models: Model[];
  box: Box; // around its bases
}

/** A piece by its name, or the first of the unit of that name. */
export function pieceOf(tokens: readonly Token[], id: string): Token | undefined {
  return tokens.find((k) => k.id === id) ?? tokens.find((k) => k.unit === id);
}

/** The units among the pieces on the table, those of a single model too. */
export function unitsOf(spots: readonly Model[]): Unit[] {
  const found = new Map<string, Model[]>();
  for (const spot of spots)
    if (spot.token.unit) found.set(spot.token.unit, [...(found.get(spot.token.unit) ?? []), spot]);
  return [...found].map(([id, models]) => ({ id, models, box: around(models) }));
}

function around(models: readonly Model[]): Box {
  const [x, y] = [Math.min(...models.map((m) => m.at[0] - m.r)), Math.min(...models.map((m) => m.at[1] - m.r))];
  return {
    x,
    y,
    w: Math.max(...models.map((m) => m.at[0] + m.r)) - x,
    h: Math.max(...models.map((m) => m.at[1] + m.r)) - y,
  };
}

const APART = 1.2; // inches between bases from which on a unit is drawn in parts

/** The models that stand together, the largest part first. */
export function clustersOf(models: readonly Model[]): Model[][] {
  const left = new Set(models);
  const found: Model[][] = [];
  for (const start of models) {
    if (!left.delete(start)) continue;
    const cluster = [start];
    for (const one of cluster) {
      for (const other of left) {
        if (Math.hypot(one.at[0] - other.at[0], one.at[1] - other.at[1]) - one.r - other.r > APART) continue;
        left.delete(other);
        cluster.push(other);
      }
    }
    found.push(cluster);
  }
  return found.sort((a, b) => b.length - a.length);
}

const ROUND = 14; // points around a base

/** The outline of a unit: the convex hull of its bases, a little wider. */
export function hullOf(models: readonly Model[], wider: number): Pt[] {
  const points = models
    .flatMap(({ at, r }) =>
      Array.from(
        { length: ROUND },
        (_, i): Pt => [
          at[0] + (r + wider) * Math.cos((i / ROUND) * 2 * Math.PI),
          at[1] + (r + wider) * Math.sin((i / ROUND) * 2 * Math.PI),
        ],
      ),
    )
    .sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const turn = (o: Pt, a: Pt, b: Pt) => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
  const half = (list: readonly Pt[]): Pt[] => {
    const hull: Pt[] = [];
    for (const p of list) {
      while (hull.length > 1 && turn(hull.at(-2) as Pt, hull.at(-1) as Pt, p) <= 0) hull.pop();
      hull.push(p);
    }
    return hull.slice(0, -1);
  };
  return [...half(points), ...half([...points].reverse())];
}

const shared = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y));

/** Places for a badge of this size about a unit: above, below, beside, then farther away. */
function placesAround(box: Box, w: number, h: number, up: number): Box[] {
  const [cx, cy] = [box.x + box.w / 2, box.y + box.h / 2];
  const found: Box[] = [];
  for (const far of [0.25, 1.1, 2, 3.2]) {
    const [dx, dy] = [box.w / 2 + w / 2 + far * h * 0.6, box.h / 2 + h / 2 + far * h * 0.6];
    const spots: readonly (readonly [number, number])[] = [
      [0, up * dy],
      [dx, 0],
      [-dx, 0],
      [0, -up * dy],
      [dx * 0.8, up * dy],
      [-dx * 0.8, up * dy],
      [dx * 0.8, -up * dy],
      [-dx * 0.8, -up * dy],
    ];
    for (const [x, y] of spots) found.push({ x: cx + x - w / 2, y: cy + y - h / 2, w, h });
  }
  return found;
}

/** Whose names are written: those whose badge and name share no place with another. */
export function uncovered(badges: ReadonlyMap<string, Box>): Set<string> {
  const all = [...badges];
  return new Set(
    all.filter(([id, box]) => all.every(([other, o]) => other === id || shared(box, o) === 0)).map(([id]) => id),
  );
}

/** Where the badges stand: each at the place about its unit that covers least of the others, of the models and of the rim. */
export function badgesOf(
  units: readonly Unit[],
  sizes: ReadonlyMap<string, { w: number; h: number }>,
  table: { width: number; depth: number },
  flip: boolean,
): Map<string, Box> {
  const placed = new Map<string, Box>();
  const whole: Box = { x: 0, y: 0, w: table.width, h: table.depth };
  const up = flip ? -1 : 1;
  for (const unit of [...units].sort((a, b) => up * (b.box.y - a.box.y))) {
    let best: Box | undefined;
    let least = Infinity;
    const { w, h } = sizes.get(unit.id) ?? { w: 1, h: 1 };
    placesAround(unit.box, w, h, up).forEach((spot, i) => {
      const area = spot.w * spot.h;
      const badges = [...placed.values()].reduce((sum, o) => sum + shared(spot, o), 0);
      const models = units.reduce((sum, o) => sum + shared(spot, o.box) * (o === unit ? 2 : 1), 0);
      const cost = (badges * 8 + models * 12 + (area - shared(spot, whole)) * 6) / area + i * 0.06;
      if (cost < least) [best, least] = [spot, cost];
    });
    if (best) placed.set(unit.id, best);
  }
  return placed;
}
