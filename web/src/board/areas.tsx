import type { JSX } from "preact";
import { figurePath } from "../art/figures";
import { scaled } from "../art/paths";
import { kindOf } from "../art/terrain";
import type { Area } from "../wire";
import { type Box, boxOf, distance, type Pt } from "./geometry";
import { LETTER, type Written } from "./names";
import { sideOfSeat } from "./sides";
import { Words } from "./words";

/** The flat fills of high contrast; in the other themes terrain is a picture below. */
const FLAG = scaled(figurePath("flag") ?? "", 0.0235, 0.0235, [32, 32]);
const FILLS: Record<string, string> = {
  woods: "woods",
  wood: "woods",
  forest: "woods",
  jungle: "woods",
  scrub: "woods",
  hedge: "woods",
  rough: "rough",
  rubble: "rough",
  scree: "rough",
  swamp: "rough",
  debris: "rough",
  scrap: "rough",
  trench: "rough",
  hill: "hill",
  slope: "hill",
  ridge: "hill",
  water: "water",
  river: "water",
  lake: "water",
  building: "building",
  bunker: "building",
  block: "building",
  heavy: "building",
  container: "building",
  tower: "building",
  gantry: "building",
  rocks: "building",
  ruin: "ruin",
  ruins: "ruin",
  light: "ruin",
  barrels: "ruin",
  floor: "ruin",
  road: "road",
  crater: "crater",
  chasm: "crater",
  hazard: "hazard",
  lava: "hazard",
  impassable: "hazard",
};
const LINES: Record<string, string> = {
  woods: "wood",
  rough: "rough",
  hill: "hill",
  water: "water",
  building: "stone",
  ruin: "stone",
  road: "road",
  crater: "rough",
};

const isWall = (kind: string) => /wall|fence|barricade|barrier|line|wire|pipe|rail|ladder/.test(kind);

/** Points of an area on the screen: y goes up on the table, down on the screen. */
export function outline(area: Area, depth: number): string {
  return (area.shape.points ?? []).map(([x, y]) => `${x},${depth - y}`).join(" ");
}

export function boxOfArea(area: Area): Box {
  const { centre, r = 0, points } = area.shape;
  if (centre) return { x: centre[0] - r, y: centre[1] - r, w: 2 * r, h: 2 * r };
  return points?.length ? boxOf(points as unknown as Pt[]) : { x: 0, y: 0, w: 0, h: 0 };
}

function Form(props: { area: Area; depth: number } & Record<string, unknown>): JSX.Element | null {
  const { area, depth, ...paint } = props;
  const { centre, r = 0, width = 0, points } = area.shape;
  if (centre) return <circle cx={centre[0]} cy={depth - centre[1]} r={Math.max(r, 0.05)} {...paint} />;
  if (!points?.length) return null;
  if (width > 0) {
    // A line of some width is painted by its stroke.
    return (
      <polyline
        points={outline(area, depth)}
        {...paint}
        fill="none"
        stroke-width={width}
        stroke-linecap="butt"
        stroke-linejoin="round"
      />
    );
  }
  return <polygon points={outline(area, depth)} {...paint} />;
}

function paintOf(area: Area): Record<string, unknown> {
  const kind = area.kind;
  const fill = FILLS[kind];
  if (area.shape.width) {
    const line =
      kind === "road" ? "var(--road)" : kind === "water" || kind === "river" ? "var(--water)" : "var(--stone-line)";
    return { stroke: line };
  }
  if (kind === "zone") {
    const seat = area.seat ?? -1;
    const line = seat >= 0 ? `var(--seat${seat % 4})` : "var(--nobody)";
    return {
      fill: `url(#zone-${seat >= 0 ? seat % 4 : "any"})`,
      stroke: line,
      "stroke-width": `calc(0.12px * var(--u))`,
      "stroke-dasharray": seat === 1 ? ".5 .35" : "1.1 .5",
    };
  }
  if (kind === "objective")
    return {
      fill: "var(--accent)",
      "fill-opacity": 0.14,
      stroke: "var(--accent)",
      "stroke-width": `calc(0.12px * var(--u))`,
      "stroke-dasharray": ".5 .3",
    };
  if (kind === "place")
    return { fill: "var(--card)", stroke: "var(--line-strong)", "stroke-width": `calc(0.12px * var(--u))` };
  if (isWall(kind))
    return { fill: "var(--stone)", stroke: "var(--stone-line)", "stroke-width": `calc(0.1px * var(--u))` };
  if (!fill) return { fill: "url(#f-rough)", stroke: "var(--rough-line)", "stroke-width": `calc(0.1px * var(--u))` };
  return {
    fill: `url(#f-${fill})`,
    stroke: `var(--${LINES[fill] ?? "rough"}-line)`,
    "stroke-width": `calc(${area.height ? 0.16 : 0.1}px * var(--u))`,
  };
}

/** A flag on a base in the colours of who holds it. */
function Objective(props: { area: Area; depth: number; unit: number }): JSX.Element {
  const box = boxOfArea(props.area);
  const side = sideOfSeat(props.area.seat ?? -1);
  return (
    <g
      class={`sided side-${side.name}`}
      transform={`translate(${box.x + box.w / 2} ${props.depth - box.y - box.h / 2}) scale(${0.8 * props.unit})`}
    >
      <g class="flag">
        <ellipse class="cast" cx=".12" cy=".2" rx="1.22" ry="1.18" />
        <use href={`#base-full-${side.name}`} />
        <path class="figure" d={FLAG} />
      </g>
    </g>
  );
}

/** "the corner ruin (upper floor)" is "Corner ruin" on the board; what is too long for its place loses its "of …". */
function labelOf(area: Area, unit: number): string {
  const plain = (area.label ?? "").replace(/^the /, "").replace(/ \([^()]*\)$/, "");
  const short = plain.length * 0.36 * unit > boxOfArea(area).w * 1.4 ? (plain.split(" of ")[0] ?? plain) : plain;
  const name = short.charAt(0).toUpperCase() + short.slice(1);
  return name && area.height ? `${name} · ${area.height}″` : name;
}

/** Which words stand on which ground: as many as have room, the largest first; parts of one thing are named once. */
export function labelsOf(areas: readonly Area[], unit: number): Map<string, string> {
  const size = (a: Area) => boxOfArea(a).w * boxOfArea(a).h;
  const taken: { x: number; y: number; w: number; name: string }[] = [];
  const found = new Map<string, string>();
  for (const area of [...areas].filter((a) => a.kind !== "objective").sort((a, b) => size(b) - size(a))) {
    const label = labelOf(area, unit);
    const name = label.split(" · ")[0] ?? label;
    const box = boxOfArea(area);
    const [x, y, w] = [box.x + box.w / 2, box.y + box.h / 2, label.length * 0.36 * unit];
    const crowded = taken.some(
      (o) =>
        (Math.abs(o.y - y) < unit * 0.75 && Math.abs(o.x - x) < (o.w + w) / 2) ||
        (o.name === name && Math.hypot(o.x - x, o.y - y) < 6 * unit),
    );
    if (!label || crowded) continue;
    taken.push({ x, y, w, name });
    found.set(area.id, label);
  }
  return found;
}

/** The line that the rules know, exact to the point, over whatever was drawn across it. */
function Edge(props: { area: Area; depth: number; line: string }): JSX.Element {
  const { area, depth, line } = props;
  const { width = 0, points = [] } = area.shape;
  if (!width) return <Form area={area} depth={depth} class={`area-edge ${line}`} />;
  return (
    <>
      {points.slice(1).map((to, i) => (
        <polygon key={i} class={`area-edge ${line}`} points={band(points[i] as Pt, to, width, depth)} />
      ))}
    </>
  );
}

/** The four corners of a line of some width. */
function band(a: Pt, b: Pt, width: number, depth: number): string {
  const far = distance(a, b) || 1;
  const [nx, ny] = [(-(b[1] - a[1]) / far) * (width / 2), ((b[0] - a[0]) / far) * (width / 2)];
  const corners = [
    [a[0] + nx, a[1] + ny],
    [b[0] + nx, b[1] + ny],
    [b[0] - nx, b[1] - ny],
    [a[0] - nx, a[1] - ny],
  ] as const;
  return corners.map(([x, y]) => `${x},${depth - y}`).join(" ");
}

const OBJECTIVE = 0.85; // units that the letters of its name are high

/** A flag stands in the middle of an objective, its name at the near edge. */
const nameAt = ({ y, h }: Box, unit: number): number => y + Math.min(0.5, h / 2) * unit;

/** Where the names of objectives stand. */
export const namedObjectives = (areas: readonly Area[], unit: number): Written[] =>
  areas
    .filter((area) => area.kind === "objective" && area.label)
    .map((area) => {
      const box = boxOfArea(area);
      const size = OBJECTIVE * unit;
      return {
        x: box.x + box.w / 2,
        y: nameAt(box, unit) + size * 0.35,
        w: (area.label ?? "").length * size * LETTER,
        h: size,
      };
    });

export interface AreaProps {
  area: Area;
  depth: number;
  label: string; // "": none
  unit: number;
  state: "" | "offered" | "chosen" | "refused" | "lit" | "blocking";
}

/** What makes an area a button, while it can be chosen. */
export const reachOf = ({ area, state }: AreaProps) =>
  state === "offered" || state === "chosen"
    ? {
        role: "button" as const,
        tabindex: 0,
        "aria-pressed": state === "chosen",
        "data-on": area.id,
        "aria-label": area.label || area.id,
      }
    : {};

export function AreaShape(props: AreaProps): JSX.Element {
  const { area, depth, state } = props;
  const terrain = kindOf(area.kind);
  const box = boxOfArea(area);
  const size = props.unit * (area.kind === "objective" ? OBJECTIVE : 0.62);
  const y = depth - (area.kind === "objective" ? nameAt(box, props.unit) : box.y + box.h / 2 - 0.3);
  return (
    <g class={`area ${state}`} {...reachOf(props)}>
      <Form area={area} depth={depth} class={terrain ? "area-flat" : ""} {...paintOf(area)}>
        <title>
          {[area.label || area.kind, area.height ? `${area.height} in` : "", area.about].filter(Boolean).join(" · ")}
        </title>
      </Form>
      {terrain && <Edge area={area} depth={depth} line={terrain.edge} />}
      {area.kind === "objective" && <Objective area={area} depth={depth} unit={props.unit} />}
      {state ? <Form area={area} depth={depth} class="area-state" fill="none" /> : null}
      {props.label ? (
        <Words x={box.x + box.w / 2} y={y} size={size} class="area-label">
          {props.label}
        </Words>
      ) : null}
    </g>
  );
}
