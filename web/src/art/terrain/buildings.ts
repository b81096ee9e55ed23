/** What people built to be in, and what is left of it. */
import type { Box } from "../../board/geometry";
import { fill, line, outlined, rect, shadow, stones, upright } from "./paint";
import {
  at,
  between,
  clumps,
  cornersOf,
  type Form,
  flat,
  inset,
  moved,
  type Point,
  type Random,
  ring,
  round,
  scatter,
  seeded,
  wobble,
} from "./shapes";

/** A round roof with ribs. */
function dome({ x, y, r }: { x: number; y: number; r: number }, high: number): string {
  const disc = (k: number, name: string, off = 0, more = "") =>
    fill(ring(x - r * off, y - r * off * 1.2, r * k), name, more);
  let ribs = "";
  for (let i = 0; i < 12; i++) {
    const a = (i / 6) * Math.PI;
    ribs += `M${at(x + r * 0.24 * Math.cos(a), y + r * 0.24 * Math.sin(a))}L${at(x + r * 0.94 * Math.cos(a), y + r * 0.94 * Math.sin(a))}`;
  }
  return (
    shadow(ring(x, y, r), high) +
    disc(1, "metal2", 0, outlined("slate-line", 0.09)) +
    disc(0.94, "slate-b") +
    disc(0.86, "slate-a", 0.04) +
    disc(0.6, "slate-c", 0.12, 'opacity=".8"') +
    line(ribs, "slate-line", 0.06, 'opacity=".7"') +
    disc(0.24, "metal", 0, outlined("slate-line", 0.07)) +
    disc(0.12, "slate-b")
  );
}

/** The four slopes of a hipped roof along its longer side, each with its shade: a lit, b dark, c brightest. */
function slopes(box: Box, hip: number): { faces: [Point[], string][]; ridge: [Point, Point] } {
  const [nw, ne, se, sw] = cornersOf(box) as [Point, Point, Point, Point];
  const [x, y] = [box.x + box.w / 2, box.y + box.h / 2];
  if (box.h > box.w) {
    const [top, bottom]: [Point, Point] = [
      [x, box.y + hip],
      [x, box.y + box.h - hip],
    ];
    return {
      ridge: [top, bottom],
      faces: [
        [[nw, ne, top], "c"],
        [[ne, se, bottom, top], "b"],
        [[se, sw, bottom], "b"],
        [[sw, nw, top, bottom], "a"],
      ],
    };
  }
  const [left, right]: [Point, Point] = [
    [box.x + hip, y],
    [box.x + box.w - hip, y],
  ];
  return {
    ridge: [left, right],
    faces: [
      [[nw, ne, right, left], "c"],
      [[ne, se, right], "b"],
      [[se, sw, left, right], "b"],
      [[sw, nw, left], "a"],
    ],
  };
}

/** Lines across a slope, from its foot to the ridge. */
function courses(faces: readonly [Point[], string][]): string {
  let d = "";
  for (const [face] of faces) {
    const [u, v, w, z = w] = face as [Point, Point, Point, Point?];
    for (let k = 0.2; k < 1; k += 0.2)
      d += `M${at(u[0] + (z[0] - u[0]) * k, u[1] + (z[1] - u[1]) * k)}L${at(v[0] + (w[0] - v[0]) * k, v[1] + (w[1] - v[1]) * k)}`;
  }
  return d;
}

/** A chimney and a window in the roof. */
function fittings({ x, y, w, h }: Box, random: Random, edge: string): string {
  if (Math.min(w, h) <= 2.4) return "";
  const [cx, cy] = [x + w * between(random, 0.22, 0.34), y + h * between(random, 0.2, 0.3)];
  const [gx, gy] = [x + w * 0.7 - 0.35, y + h * 0.72 - 0.3];
  const cast = flat([
    [cx + 0.12, cy + 0.16],
    [cx + 0.72, cy + 0.16],
    [cx + 0.92, cy + 0.8],
    [cx + 0.3, cy + 0.8],
  ]);
  return (
    fill(cast, "shadow", 'opacity=".35"') +
    rect({ x: cx, y: cy, w: 0.62, h: 0.52 }, "stone2", outlined(edge, 0.06)) +
    rect({ x: cx + 0.16, y: cy + 0.13, w: 0.3, h: 0.26 }, edge) +
    rect({ x: gx, y: gy, w: 0.74, h: 0.56 }, "glass", outlined(edge, 0.08)) +
    line(`M${at(gx + 0.37, gy)}v.56`, edge, 0.06)
  );
}

export function building(form: Form, seed: string, high: number): string {
  if (form.circle) return dome(form.circle, high * 0.8);
  const random = seeded(`house ${seed}`);
  const roof = random() < 0.5 ? "roof" : "slate";
  return upright(form, (box) => {
    const { faces, ridge } = slopes(box, (Math.min(box.w, box.h) / 2) * between(random, 0.55, 0.9));
    const walls = flat(cornersOf(box));
    const hips = faces.map(([[u, , w, z = w]]) => `M${at(...(u as Point))}L${at(...(z as Point))}`).join("");
    return (
      shadow(walls, high * 0.85) +
      fill(walls, `${roof}-line`) +
      faces.map(([face, shade]) => fill(flat(inset(face, 0.03)), `${roof}-${shade}`)).join("") +
      line(courses(faces), `${roof}-line`, 0.045, 'opacity=".55"') +
      line(`M${at(...ridge[0])}L${at(...ridge[1])}${hips}`, `${roof}-line`, 0.1) +
      line(
        `M${at(ridge[0][0] - 0.03, ridge[0][1] - 0.04)}L${at(ridge[1][0] - 0.03, ridge[1][1] - 0.04)}`,
        "stone-hi",
        0.05,
        'opacity=".7"',
      ) +
      line(walls, `${roof}-line`, 0.12) +
      fittings(box, random, `${roof}-line`)
    );
  });
}

/** A flat roof of concrete with slits and a hatch. */
export function bunker(form: Form, _seed: string, high: number): string {
  if (form.circle) return dome(form.circle, high * 0.8);
  return upright(form, (box) => {
    const all = cornersOf(box);
    const { x, y, w, h } = box;
    const slits = `M${at(x + w * 0.2, y + 0.16)}h${round(w * 0.22)}M${at(x + w * 0.58, y + 0.16)}h${round(w * 0.22)}M${at(x + w * 0.2, y + h - 0.16)}h${round(w * 0.22)}M${at(x + w * 0.58, y + h - 0.16)}h${round(w * 0.22)}`;
    return (
      shadow(flat(all), high * 0.7) +
      fill(flat(all), "stone3", outlined("stone-edge", 0.12)) +
      fill(flat(inset(all, 0.42)), "stone2", outlined("stone-edge", 0.05)) +
      fill(flat(moved(inset(all, 0.62), -0.04, -0.05)), "stone1") +
      line(slits, "stone-edge", 0.14) +
      fill(ring(x + w / 2, y + h / 2, Math.min(w, h) * 0.14), "metal2", outlined("stone-edge", 0.06)) +
      line(`M${at(x + w / 2 - 0.14, y + h / 2)}h.28`, "stone-edge", 0.07)
    );
  });
}

interface Strip {
  points: Point[];
  level: number; // 0: as high as the wall was, 2: a low rest
}

/** The corners of the walls that still stand, lower the farther from the corner. */
function rests(box: Box, random: Random): Strip[] {
  const thick = Math.min(0.5, Math.min(box.w, box.h) * 0.13);
  const gone = Math.floor(random() * 4);
  const signs = [
    [1, 1],
    [-1, 1],
    [-1, -1],
    [1, -1],
  ] as const;
  return cornersOf(box).flatMap(([x, y], i) => {
    const [sx, sy] = signs[i] as readonly [number, number];
    return (["x", "y"] as const).flatMap((axis): Strip[] => {
      const reach = (axis === "x" ? box.w : box.h) * between(random, 0.28, 0.5) * (i === gone ? 0.16 : 1);
      const ends = i === gone ? [reach] : [reach * 0.45, reach * 0.75 + between(random, -0.1, 0.1), reach];
      return ends.map((to, level) => {
        const [from, ragged] = [level ? (ends[level - 1] as number) : 0, between(random, -0.12, 0.12)];
        const points: Point[] =
          axis === "x"
            ? [
                [x + sx * from, y],
                [x + sx * (to + ragged), y],
                [x + sx * (to - ragged), y + sy * thick],
                [x + sx * from, y + sy * thick],
              ]
            : [
                [x, y + sy * from],
                [x, y + sy * (to + ragged)],
                [x + sx * thick, y + sy * (to - ragged)],
                [x + sx * thick, y + sy * from],
              ];
        return { points, level: i === gone ? 2 : level };
      });
    });
  });
}

const TILE = 0.9;

/** A floor of tiles, some of them dark, with joints that do not reach everywhere. */
function tiles({ x, y, w, h }: Box, random: Random): string {
  let [joints, dark] = ["", ""];
  for (let at0 = x + TILE; at0 < x + w - 0.2; at0 += TILE)
    joints += `M${at(at0, y + 0.3 + random() * h * 0.3)}V${round(y + h - 0.2 - random() * h * 0.35)}`;
  for (let at0 = y + TILE; at0 < y + h - 0.2; at0 += TILE)
    joints += `M${at(x + 0.3 + random() * w * 0.3, at0)}H${round(x + w - 0.2 - random() * w * 0.35)}`;
  for (let i = 0; i < (w * h) / 3.2; i++) {
    const [tx, ty] = [x + TILE * Math.floor(random() * (w / TILE)), y + TILE * Math.floor(random() * (h / TILE))];
    if (tx + TILE < x + w && ty + TILE < y + h) dark += `M${at(tx, ty)}h${TILE}v${TILE}h-${TILE}Z`;
  }
  return fill(dark, "floor2", 'opacity=".8"') + line(joints, "floor-line", 0.05, 'opacity=".7"');
}

/** A floor of tiles, with a little rubble. */
export function floor(form: Form, seed: string, high: number): string {
  const random = seeded(seed);
  return upright(
    form,
    (box) =>
      shadow(flat(cornersOf(box)), high * 0.4) +
      fill(flat(cornersOf(box)), "floor") +
      tiles(box, random) +
      stones(clumps(cornersOf(box), random, 2.2, 0.5), random, 0.06, 0.24),
  );
}

/** What is left of a house: its floor, corners of its walls in steps, rubble. */
export function ruin(form: Form, seed: string, high: number): string {
  const random = seeded(seed);
  return upright(form, (box) => {
    const rim = wobble(cornersOf(box), random, 0.1, 0.6);
    const strips = rests(box, random);
    const of = (level: number) => strips.filter((s) => s.level === level);
    let out = fill(flat(rim), "floor", outlined("floor-line", 0.05)) + tiles(box, random);
    for (const level of [2, 1, 0])
      out += shadow(
        of(level)
          .map((s) => flat(s.points))
          .join(""),
        high * ([0.75, 0.5, 0.25][level] as number),
      );
    out += stones(clumps(rim, random, 2.2, 0.5), random, 0.07, 0.34);
    for (const level of [2, 1, 0]) {
      out += fill(
        of(level)
          .map((s) => flat(s.points))
          .join(""),
        ["stone1", "stone2", "stone3"][level] as string,
        outlined("stone-edge", 0.07),
      );
      if (level < 2)
        out += fill(
          of(level)
            .map((s) => flat(moved(inset(s.points, 0.13), -0.03, -0.04)))
            .join(""),
          ["stone-hi", "stone1"][level] as string,
          'opacity=".85"',
        );
    }
    return out;
  });
}

/** Broken floor and many stones. */
export function rubble(form: Form, seed: string): string {
  const random = seeded(seed);
  const rim = wobble(form.points, random, 0.14, 0.5);
  return (
    fill(flat(rim), "floor2", 'opacity=".75"') +
    stones(scatter(form.points, random, 0.34, 0.12), random, 0.07, 0.3) +
    stones(scatter(form.points, random, 1.1, 0.35), random, 0.26, 0.5)
  );
}
