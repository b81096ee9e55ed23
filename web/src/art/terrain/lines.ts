/** What people laid out along a line: walls, wire, pipes, rails, roads, trenches. */
import { boxOf } from "../../board/geometry";
import { fill, line, outlined, shadow } from "./paint";
import {
  at,
  between,
  type Form,
  flat,
  inset,
  moved,
  type Point,
  type Random,
  rectangleOf,
  ring,
  round,
  seeded,
} from "./shapes";

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
