/** What grew, what lies about, and the lie of the land. All trees of a wood are a few paths, all stones of a field four. */
import { boxOf } from "../../board/geometry";
import { fill, line, outlined, shadow, stones, tufts } from "./paint";
import {
  at,
  between,
  clumps,
  type Form,
  flat,
  inside,
  middleOf,
  moved,
  type Point,
  type Random,
  rounded,
  scaled,
  scatter,
  seeded,
  smooth,
  wobble,
} from "./shapes";

/** A crown from above: a ring of lobes. */
function crown(x: number, y: number, r: number, random: Random, lobes = 7): string {
  const start = random() * 2 * Math.PI;
  const rim = Array.from({ length: lobes }, (_, i): Point => {
    const [a, far] = [
      start + (i / lobes) * 2 * Math.PI + between(random, -0.12, 0.12),
      r * between(random, 0.86, 1.06),
    ];
    return [x + far * Math.cos(a), y + far * Math.sin(a)];
  });
  let d = `M${at(...(rim[0] as Point))}`;
  rim.forEach((from, i) => {
    const to = rim[(i + 1) % lobes] as Point;
    const bow = (Math.hypot(to[0] - from[0], to[1] - from[1]) * 0.58).toFixed(2);
    d += `A${bow} ${bow} 0 0 1 ${at(...to)}`;
  });
  return `${d}Z`;
}

/** A conifer from above: a star of boughs. */
function conifer(x: number, y: number, r: number, random: Random, boughs = 9): string {
  const start = random() * 2 * Math.PI;
  const rim = Array.from({ length: boughs * 2 }, (_, i): Point => {
    const [a, far] = [start + (i / boughs) * Math.PI, i % 2 ? r * 0.56 : r * between(random, 0.92, 1.1)];
    return [x + far * Math.cos(a), y + far * Math.sin(a)];
  });
  return flat(rim);
}

interface Tree {
  x: number;
  y: number;
  r: number;
  pine: boolean;
  layer: number;
}

const LOW = ["leaf1", "leaf2", "leaf3"] as const;
const HIGH = ["leaf2", "leaf3", "leaf-hi"] as const;

/** Trees of one layer: shade, crowns, light on them. */
function canopy(trees: readonly Tree[], layer: number, random: Random): string {
  let [dark, low, high, top, pine, pineTop] = ["", "", "", "", "", ""];
  for (const { x, y, r, pine: needles } of trees.filter((t) => t.layer === layer).sort((a, b) => a.y - b.y)) {
    if (needles) {
      dark += conifer(x + 0.17, y + 0.24, r, random);
      pine += conifer(x, y, r, random);
      pineTop += conifer(x - r * 0.1, y - r * 0.12, r * 0.52, random, 7);
    } else {
      dark += crown(x + 0.17, y + 0.25, r * 1.02, random);
      low += crown(x, y, r, random);
      high += crown(x - r * 0.2, y - r * 0.22, r * 0.62, random, 6);
      top += crown(x - r * 0.34, y - r * 0.38, r * 0.27, random, 5);
    }
  }
  return (
    fill(dark, "leaf-shade", 'opacity=".45"') +
    fill(low, LOW[layer] as string, `${outlined("leaf-shade", 0.05)} stroke-opacity=".55"`) +
    fill(high, HIGH[layer] as string) +
    fill(top, layer ? "leaf-hi2" : "leaf-hi", 'opacity=".75"') +
    fill(pine, "pine", outlined("leaf-shade", 0.04)) +
    fill(pineTop, "pine-hi")
  );
}

function grown(places: readonly Point[], random: Random, least: number, most: number, pines: number): string {
  const trees = places.map(
    ([x, y]): Tree => ({
      x,
      y,
      r: between(random, least, most),
      pine: random() < pines,
      layer: Math.floor(random() * 3),
    }),
  );
  return [0, 1, 2].map((layer) => canopy(trees, layer, random)).join("");
}

export function woods(form: Form, seed: string): string {
  const random = seeded(seed);
  const { w, h } = boxOf(form.points);
  const size = Math.min(1, Math.min(w, h) / 3.2); // in a small wood the trees are small
  const floor = fill(smooth(wobble(form.points, random, 0.16)), "leaf-floor", 'opacity=".85"');
  const trees = grown(scatter(form.points, random, 1.02 * size, 0.42 * size), random, 0.62 * size, 0.98 * size, 0.12);
  return floor + tufts(scatter(form.points, random, 0.9), "leaf-shade", random) + trees;
}

/** Bushes apart from each other, and grass between them. */
export function scrub(form: Form, seed: string): string {
  const random = seeded(seed);
  const floor = fill(smooth(wobble(form.points, random, 0.08, 0.7)), "leaf-floor", 'opacity=".6"');
  const bushes = grown(scatter(form.points, random, 0.66, 0.24), random, 0.22, 0.42, 0);
  return floor + tufts(scatter(form.points, random, 0.42, 0.1), "leaf1", random) + bushes;
}

/** Points along a line, `step` apart. */
function along(points: readonly Point[], step: number): Point[] {
  return points.slice(1).flatMap((b, i) => {
    const a = points[i] as Point;
    const n = Math.max(1, Math.round(Math.hypot(b[0] - a[0], b[1] - a[1]) / step));
    return Array.from(
      { length: n + 1 },
      (_, k): Point => [a[0] + ((b[0] - a[0]) * k) / n, a[1] + ((b[1] - a[1]) * k) / n],
    );
  });
}

export function hedge(form: Form, seed: string): string {
  const random = seeded(seed);
  const places = form.width ? along(form.points, 0.42) : scatter(form.points, random, 0.5, 0.15);
  return grown(places, random, 0.3, 0.44, 0);
}

export function rough(form: Form, seed: string): string {
  const random = seeded(seed);
  const rim = wobble(form.circle ? form.points : rounded(scaled(form.points, 1.03), 1), random, 0.16, 0.8);
  return (
    fill(smooth(rim), "soil", 'opacity=".85"') +
    fill(smooth(scaled(rim, 0.8)), "soil3", 'opacity=".5"') +
    tufts(scatter(form.points, random, 1.1, 0.25), "g3", random) +
    stones(clumps(form.points, random, 1.9, 0.4), random, 0.1, 0.62)
  );
}

/** Boulders that fill their place. */
export function rocks(form: Form, seed: string): string {
  const random = seeded(seed);
  return (
    fill(smooth(wobble(form.points, random, 0.1, 0.6)), "stone3", 'opacity=".55"') +
    stones(scatter(form.points, random, 0.62, 0.28), random, 0.3, 0.85) +
    stones(scatter(form.points, random, 0.5, 0.1), random, 0.08, 0.2)
  );
}

export function hill(form: Form, seed: string): string {
  const random = seeded(seed);
  const rim = wobble(form.circle ? form.points : rounded(form.points, 2), random, 0.1, 1);
  let out = shadow(smooth(rim), 1.1);
  let ticks = "";
  [1, 0.78, 0.55].forEach((size, i) => {
    const band = moved(scaled(rim, size), -i * 0.12, -i * 0.16);
    out += fill(smooth(band), `hill${i + 1}`, `${outlined("hill-line", 0.06)} stroke-opacity=".7"`);
    const [mx, my] = middleOf(band);
    band.forEach(([x, y], j) => {
      const [dx, dy] = [x - mx, y - my];
      const far = Math.hypot(dx, dy) || 1;
      const tick = j % 2 ? 0.32 : 0.5;
      if (dx + dy > -0.2 * far)
        ticks += `M${at(x - (dx / far) * 0.06, y - (dy / far) * 0.06)}l${at((-dx / far) * tick, (-dy / far) * tick)}`;
    });
  });
  return (
    out + line(ticks, "hill-line", 0.06, 'opacity=".65"') + tufts(scatter(scaled(rim, 0.8), random, 1.7), "g3", random)
  );
}

export function water(form: Form, seed: string): string {
  const random = seeded(seed);
  const rim = wobble(form.circle ? form.points : rounded(form.points, 2), random, 0.1, 0.9);
  const shore = smooth(rim);
  let ripples = "";
  for (const [x, y] of scatter(scaled(rim, 0.8), random, 1.15)) {
    const w = between(random, 0.3, 0.6);
    ripples += `M${at(x - w, y)}q${at(w / 2, -0.16)} ${at(w, 0)}t${at(w, 0)}`;
  }
  return (
    fill(shore, "water1", outlined("shore", 0.5)) +
    line(shore, "water-hi", 0.09, 'opacity=".8"') +
    fill(smooth(scaled(rim, 0.86)), "water2") +
    fill(smooth(scaled(rim, 0.64)), "water3", 'opacity=".8"') +
    line(ripples, "water-hi", 0.07, 'opacity=".7"')
  );
}

export function crater(form: Form, seed: string): string {
  const random = seeded(seed);
  const points = form.circle ? form.points : rounded(form.points, 2);
  const rim = wobble(points, random, 0.12, 0.7);
  const { w, h } = boxOf(form.points);
  const r = Math.min(w, h) / 2;
  return (
    fill(smooth(scaled(wobble(points, random, r * 0.12, 1.2), 1.28)), "soil2", 'opacity=".32"') +
    fill(smooth(rim), "soil2") +
    fill(smooth(moved(scaled(rim, 0.97), -0.06, -0.08)), "crater-hi") +
    fill(smooth(scaled(rim, 0.84)), "crater") +
    fill(smooth(moved(scaled(rim, 0.66), -r * 0.08, -r * 0.1)), "crater2") +
    fill(smooth(moved(scaled(rim, 0.42), r * 0.05, r * 0.07)), "crater", 'opacity=".8"') +
    stones(scatter(scaled(rim, 1.5), random, Math.max(0.4, r * 0.62)).slice(0, 7), random, 0.06, 0.2)
  );
}

/** A deep hole with broken edges: what nobody crosses. */
export function chasm(form: Form, seed: string): string {
  const random = seeded(seed);
  const rim = wobble(form.points, random, 0.08, 0.5);
  let cracks = "";
  for (const [x, y] of wobble(form.points, random, 0, 1.3)) {
    const [mx, my] = middleOf(form.points);
    const out: Point = [x + (x - mx) * between(random, 0.06, 0.16), y + (y - my) * between(random, 0.06, 0.16)];
    if (!inside(form.points, ...out)) cracks += `M${at(x, y)}L${at(...out)}`;
  }
  return (
    line(cracks, "crater", 0.07) +
    fill(flat(rim), "crater-hi") +
    fill(flat(moved(scaled(rim, 0.97), 0.05, 0.07)), "crater") +
    fill(flat(moved(scaled(rim, 0.86), 0.08, 0.12)), "crater2") +
    stones(
      scatter(scaled(rim, 1.08), random, 1.2).filter(([x, y]) => !inside(scaled(form.points, 0.9), x, y)),
      random,
      0.08,
      0.22,
    )
  );
}
