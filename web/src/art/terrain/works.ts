/** What people built, and what is left of it. */
import { fill, ink, line, outlined, shadow, stones } from "./paint";
import {
  at,
  type Box,
  between,
  boxOf,
  clumps,
  cornersOf,
  type Form,
  flat,
  inset,
  moved,
  type Point,
  type Random,
  rectangleOf,
  ring,
  round,
  scatter,
  seeded,
  wobble,
} from "./shapes";

const rect = ({ x, y, w, h }: Box, name: string, more = ""): string =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(w)}" height="${round(h)}" fill="${ink(name)}" ${more}/>`;

/** Draws in an upright box and turns it into place; a form that is no rectangle is drawn in the box around it. */
function upright(form: Form, draw: (box: Box) => string): string {
  const { box, turn } = rectangleOf(form) ?? { box: boxOf(form.points), turn: 0 };
  const drawn = draw(box);
  return Math.abs(turn) < 0.01
    ? drawn
    : `<g transform="rotate(${round(turn)} ${at(box.x + box.w / 2, box.y + box.h / 2)})">${drawn}</g>`;
}

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

/** A line or a long box as its middle line and its thickness. */
function spine(form: Form): { ends: [Point, Point][]; thick: number } {
  if (form.width)
    return {
      ends: form.points.slice(1).map((to, i) => [form.points[i] as Point, to]),
      thick: Math.max(form.width, 0.34),
    };
  const { box, turn } = rectangleOf(form) ?? { box: boxOf(form.points), turn: 0 };
  const [x, y, long] = [box.x + box.w / 2, box.y + box.h / 2, Math.max(box.w, box.h) / 2];
  const a = ((turn + (box.w >= box.h ? 0 : 90)) * Math.PI) / 180;
  return {
    ends: [
      [
        [x - long * Math.cos(a), y - long * Math.sin(a)],
        [x + long * Math.cos(a), y + long * Math.sin(a)],
      ],
    ],
    thick: Math.min(box.w, box.h),
  };
}

interface Run {
  far: number;
  u: Point; // along it
  place: (t: number, off: number) => Point;
  hull: string;
}

function runOf([from, to]: readonly [Point, Point], thick: number): Run {
  const far = Math.hypot(to[0] - from[0], to[1] - from[1]) || 0.01;
  const u: Point = [(to[0] - from[0]) / far, (to[1] - from[1]) / far];
  const place = (t: number, off: number): Point => [from[0] + u[0] * t - u[1] * off, from[1] + u[1] * t + u[0] * off];
  const h = thick / 2;
  return { far, u, place, hull: flat([place(0, -h), place(far, -h), place(far, h), place(0, h)]) };
}

/** Blocks one after the other. */
function blocks({ far, place }: Run, thick: number, random: Random): string {
  let [side, top, lit] = ["", "", ""];
  for (let t = 0; t < far - 0.1; ) {
    const long = Math.min(between(random, 0.7, 1.15), far - t);
    const [a, e, w] = [t + 0.02, t + long - 0.03, thick / 2];
    const loose = () => between(random, -0.035, 0.035);
    const block = [place(a + loose(), -w), place(e + loose(), -w), place(e + loose(), w), place(a + loose(), w)];
    side += flat(block);
    top += flat(moved(inset(block, Math.min(0.09, thick * 0.2)), -0.02, -0.03));
    if (random() < 0.35) lit += flat(moved(inset(block, Math.min(0.2, thick * 0.36)), -0.03, -0.04));
    t += long;
  }
  return (
    fill(side, "wall-side", outlined("stone-edge", 0.06)) +
    fill(top, "wall-top") +
    fill(lit, "stone-hi", 'opacity=".55"')
  );
}

/** Rows of sandbags. */
function bags({ far, u, place }: Run, thick: number, random: Random): string {
  let [side, top] = ["", ""];
  const turn = round((Math.atan2(u[1], u[0]) * 180) / Math.PI);
  const rows = Math.max(1, Math.round(thick / 0.36));
  for (let row = 0; row < rows; row++) {
    const off = ((row + 0.5) / rows - 0.5) * thick;
    for (let t = row % 2 ? -0.3 : 0; t < far - 0.1; ) {
      const long = Math.min(between(random, 0.6, 0.78), far - t);
      const [a, e] = [Math.max(0, t) + 0.02, t + long - 0.03];
      const [x, y] = place((a + e) / 2, off);
      const oval = (k: number, shift: number) => {
        const [rx, ry] = [((e - a) / 2) * k, (thick / rows / 2) * k * 1.08];
        return `M${at(x + shift - u[0] * rx, y + shift * 1.3 - u[1] * rx)}a${round(rx)} ${round(ry)} ${turn} 1 0 ${at(2 * u[0] * rx, 2 * u[1] * rx)}a${round(rx)} ${round(ry)} ${turn} 1 0 ${at(-2 * u[0] * rx, -2 * u[1] * rx)}Z`;
      };
      if (e - a > 0.15) {
        side += oval(1.04, 0);
        top += oval(0.82, -0.03);
      }
      t += long;
    }
  }
  return fill(side, "bag-side", outlined("stone-edge", 0.05)) + fill(top, "bag");
}

/** Something laid out along the middle of a line or a long box. */
const laid =
  (draw: (run: Run, thick: number, random: Random) => string, shade: number) =>
  (form: Form, seed: string, high: number): string => {
    const random = seeded(seed);
    const { ends, thick } = spine(form);
    const runs = ends.map((end) => runOf(end, thick));
    return (
      shadow(runs.map((run) => run.hull).join(""), Math.max(0.6, high * shade)) +
      runs.map((run) => draw(run, thick, random)).join("")
    );
  };

export const wall = laid(blocks, 0.55);
export const barricade = laid(bags, 0.5);

/** Coils of wire on pickets. */
export const wire = laid(({ far, place }, _thick, random) => {
  let [coil, posts] = ["", ""];
  for (let t = 0; t <= far; t += 0.3) coil += ring(...place(t, between(random, -0.04, 0.04)), 0.24);
  for (let t = 0.2; t <= far; t += 1.4) posts += `M${at(...place(t, -0.26))}L${at(...place(t, 0.26))}`;
  return line(coil, "metal2", 0.05) + line(posts, "stone-edge", 0.12);
}, 0.2);

/** A pipe with flanges. */
export const pipe = laid(({ far, place, hull }, thick) => {
  const h = thick / 2;
  let joints = "";
  for (let t = 0.25; t < far; t += 1.15) joints += `M${at(...place(t, -h))}L${at(...place(t, h))}`;
  return (
    fill(hull, "metal2", outlined("slate-line", 0.06)) +
    line(
      `M${at(...place(0, -h * 0.35))}L${at(...place(far, -h * 0.35))}`,
      "metal",
      thick * 0.36,
      'style="stroke-linecap:butt"',
    ) +
    line(`M${at(...place(0, -h * 0.5))}L${at(...place(far, -h * 0.5))}`, "stone-hi", thick * 0.1, 'opacity=".7"') +
    line(joints, "slate-line", 0.16) +
    line(joints, "metal", 0.07)
  );
}, 0.5);

/** Rails, legs and ladders of metal. */
export const rail = laid(({ hull }) => fill(hull, "metal", outlined("slate-line", 0.04)), 0.2);
export const ladder = laid(({ far, place, hull }, thick) => {
  let rungs = "";
  for (let t = 0.06; t < far; t += 0.12) rungs += `M${at(...place(t, -thick / 2))}L${at(...place(t, thick / 2))}`;
  return fill(hull, "slate-b", outlined("slate-line", 0.04)) + line(rungs, "metal", 0.04);
}, 0.2);

/** A way with its corners bent. */
function bent(points: readonly Point[]): string {
  let d = `M${at(...(points[0] as Point))}`;
  for (let i = 1; i < points.length - 1; i++) {
    const [o, q, n] = [points[i - 1], points[i], points[i + 1]] as [Point, Point, Point];
    d += `L${at(q[0] + (o[0] - q[0]) * 0.25, q[1] + (o[1] - q[1]) * 0.25)}Q${at(...q)} ${at(q[0] + (n[0] - q[0]) * 0.25, q[1] + (n[1] - q[1]) * 0.25)}`;
  }
  return `${d}L${at(...(points.at(-1) as Point))}`;
}

export function road(form: Form, seed: string): string {
  const random = seeded(seed);
  const { ends, thick } = spine(form);
  const d = bent([(ends[0] as [Point, Point])[0], ...ends.map(([, to]) => to)]);
  const band = (width: number, name: string, more = "") => line(d, name, width, `style="stroke-linecap:butt" ${more}`);
  let grit = "";
  for (const end of ends) {
    const { far, place } = runOf(end, thick);
    for (let k = 0; k < far * 2.2; k++)
      grit += `M${at(...place(random() * far, between(random, -0.48, 0.48) * thick))}h.01`;
  }
  return (
    band(thick, "road-edge") +
    band(thick - 0.3, "road") +
    band(thick * 0.58, "road-track") +
    band(thick * 0.3, "road") +
    band(Math.max(0.06, thick * 0.045), "road-hi", 'stroke-dasharray=".9 1.3" opacity=".8"') +
    line(grit, "road-edge", 0.1)
  );
}

/** A ditch with boards along it. */
export const trench = laid(({ far, place, hull }, thick) => {
  const floor = thick * 0.3;
  let boards = "";
  for (let t = 0.15; t < far; t += 0.42) boards += `M${at(...place(t, -floor))}L${at(...place(t, floor))}`;
  const ditch = flat([
    place(0, -floor * 1.2),
    place(far, -floor * 1.2),
    place(far, floor * 1.2),
    place(0, floor * 1.2),
  ]);
  return fill(hull, "soil2", outlined("soil3", 0.12)) + fill(ditch, "crater2") + line(boards, "edge2", 0.16);
}, 0.2);

/** A cargo container from above: ribs across, corner posts. */
export function container(form: Form, seed: string, high: number): string {
  const random = seeded(seed);
  const [side, top, edge] = [
    ["roof-b", "roof-a", "roof-line"],
    ["slate-b", "slate-a", "slate-line"],
    ["leaf1", "leaf2", "leaf-shade"],
  ][Math.floor(random() * 3)] as [string, string, string];
  return upright(form, (box) => {
    const { x, y, w, h } = box;
    const flatOn = w >= h;
    let ribs = "";
    for (let t = 0.36; t < Math.max(w, h) - 0.2; t += 0.3)
      ribs += flatOn ? `M${at(x + t, y + 0.16)}v${round(h - 0.32)}` : `M${at(x + 0.16, y + t)}h${round(w - 0.32)}`;
    const posts = cornersOf({ x: x + 0.11, y: y + 0.11, w: w - 0.22, h: h - 0.22 })
      .map(([px, py]) => ring(px, py, 0.1))
      .join("");
    const all = flat(cornersOf(box));
    return (
      shadow(all, high * 0.7) +
      fill(all, side, outlined(edge, 0.1)) +
      rect({ x: x + 0.14, y: y + 0.14, w: w - 0.28, h: h - 0.28 }, top) +
      line(ribs, side, 0.11) +
      line(ribs, "stone-hi", 0.03, 'opacity=".35" transform="translate(-.06 -.02)"') +
      fill(posts, "metal", outlined(edge, 0.04))
    );
  });
}

/** A platform of grating. */
export function gantry(form: Form, _seed: string, high: number): string {
  return upright(form, (box) => {
    const { x, y, w, h } = box;
    let bars = "";
    for (let t = 0.25; t < w; t += 0.25) bars += `M${at(x + t, y)}v${round(h)}`;
    for (let t = 0.25; t < h; t += 0.25) bars += `M${at(x, y + t)}h${round(w)}`;
    const all = flat(cornersOf(box));
    return (
      shadow(all, high * 0.9) +
      fill(all, "slate-a", 'opacity=".92"') +
      line(bars, "slate-line", 0.045, 'opacity=".8"') +
      line(all, "slate-line", 0.14) +
      line(all, "metal", 0.05)
    );
  });
}

/** A tower from above: a square shaft, its platform, a dish. */
export function tower(form: Form, _seed: string, high: number): string {
  return upright(form, (box) => {
    const all = cornersOf(box);
    const [x, y, r] = [box.x + box.w / 2, box.y + box.h / 2, Math.min(box.w, box.h) / 2];
    const cross = all.map((p) => `M${at(...p)}L${at(x, y)}`).join("");
    return (
      shadow(flat(all), high * 0.7) +
      fill(flat(all), "slate-b", outlined("slate-line", 0.12)) +
      fill(flat(inset(all, 0.3)), "slate-a", outlined("slate-line", 0.05)) +
      line(cross, "slate-line", 0.07) +
      fill(ring(x, y, r * 0.48), "metal", outlined("slate-line", 0.07)) +
      fill(ring(x - r * 0.06, y - r * 0.08, r * 0.32), "metal2") +
      line(`M${at(x, y)}l${at(-r * 0.3, -r * 0.36)}`, "slate-line", 0.09) +
      fill(ring(x - r * 0.3, y - r * 0.36, 0.12), "glass", outlined("slate-line", 0.04))
    );
  });
}

/** A stack of barrels. */
export function barrels(form: Form, seed: string, high: number): string {
  const random = seeded(seed);
  const places = scatter(form.points, random, 0.5, 0.24);
  const of = (k: number, off = 0) => places.map(([x, y]) => ring(x - off, y - off * 1.3, 0.26 * k)).join("");
  return (
    shadow(of(1), high * 0.5) +
    fill(of(1), "roof-b", outlined("roof-line", 0.05)) +
    fill(of(0.8, 0.02), "roof-a") +
    fill(of(0.4, 0.04), "roof-c") +
    fill(of(0.14, -0.08), "roof-line")
  );
}

/** Plates, beams and pieces of a wreck, one over the other. */
export function scrap(form: Form, seed: string, high: number): string {
  const random = seeded(seed);
  let out = fill(flat(wobble(form.points, random, 0.08, 0.5)), "soil2", 'opacity=".6"');
  for (const [x, y] of scatter(form.points, random, 0.44, 0.3)) {
    const [w, h, turn] = [between(random, 0.3, 0.9), between(random, 0.14, 0.42), between(random, 0, 180)];
    const plate = ["metal2", "metal", "roof-b", "slate-a", "slate-b"][Math.floor(random() * 5)] as string;
    out += `<g transform="rotate(${round(turn)} ${at(x, y)})">${rect({ x: x - w / 2, y: y - h / 2, w, h }, plate, outlined("slate-line", 0.05))}${line(`M${at(x - w * 0.36, y - h * 0.26)}h${round(w * 0.6)}`, "stone-hi", 0.04, 'opacity=".6"')}</g>`;
  }
  return shadow(flat(inset(form.points, 0.2)), high * 0.3) + out;
}
