import type { JSX } from "preact";
import type { Area } from "../wire";
import { boxOf, type Box, type Pt } from "./geometry";
import { Words } from "./words";

const FILLS: Record<string, string> = {
  woods: "woods", wood: "woods", forest: "woods", jungle: "woods",
  rough: "rough", rubble: "rough", scree: "rough", swamp: "rough", debris: "rough",
  hill: "hill", slope: "hill", ridge: "hill",
  water: "water", river: "water", lake: "water",
  building: "building", bunker: "building", block: "building", heavy: "building",
  ruin: "ruin", ruins: "ruin", light: "ruin",
  road: "road", crater: "crater", hazard: "hazard", lava: "hazard", impassable: "hazard",
};
const LINES: Record<string, string> = { woods: "wood", rough: "rough", hill: "hill", water: "water", building: "stone", ruin: "stone", road: "road", crater: "rough" };

const isWall = (kind: string) => /wall|fence|barricade|hedge|barrier|line/.test(kind);

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
    return <polyline points={outline(area, depth)} {...paint} fill="none" stroke-width={width} stroke-linecap="butt" stroke-linejoin="round" />;
  }
  return <polygon points={outline(area, depth)} {...paint} />;
}

function paintOf(area: Area): Record<string, unknown> {
  const kind = area.kind;
  const fill = FILLS[kind];
  if (area.shape.width) {
    const line = kind === "road" ? "var(--road)" : kind === "water" || kind === "river" ? "var(--water)" : "var(--stone-line)";
    return { stroke: line };
  }
  if (kind === "zone") {
    const seat = area.seat ?? -1;
    const line = seat >= 0 ? `var(--seat${seat % 4})` : "var(--nobody)";
    return { fill: `url(#zone-${seat >= 0 ? seat % 4 : "any"})`, "fill-opacity": 0.35, stroke: line, "stroke-width": `calc(0.12px * var(--u))`, "stroke-dasharray": ".8 .5" };
  }
  if (kind === "objective") return { fill: "var(--accent)", "fill-opacity": 0.14, stroke: "var(--accent)", "stroke-width": `calc(0.12px * var(--u))`, "stroke-dasharray": ".5 .3" };
  if (kind === "place") return { fill: "var(--card)", stroke: "var(--line-strong)", "stroke-width": `calc(0.12px * var(--u))` };
  if (isWall(kind)) return { fill: "var(--stone)", stroke: "var(--stone-line)", "stroke-width": `calc(0.1px * var(--u))` };
  if (!fill) return { fill: "url(#f-rough)", stroke: "var(--rough-line)", "stroke-width": `calc(0.1px * var(--u))` };
  return { fill: `url(#f-${fill})`, stroke: `var(--${LINES[fill] ?? "rough"}-line)`, "stroke-width": `calc(${area.height ? 0.16 : 0.1}px * var(--u))` };
}

function Objective(props: { area: Area; depth: number }): JSX.Element {
  const box = boxOfArea(props.area);
  const x = box.x + box.w / 2;
  const y = props.depth - box.y - box.h / 2;
  return <path class="flag" d={`M${x - 0.35} ${y + 0.7}V${y - 0.8}L${x + 0.7} ${y - 0.35} ${x - 0.35} ${y + 0.1}`} fill="var(--accent)" stroke="var(--accent)" stroke-width=".14" stroke-linejoin="round" />;
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
    const crowded = taken.some((o) => (Math.abs(o.y - y) < unit * 0.75 && Math.abs(o.x - x) < (o.w + w) / 2) || (o.name === name && Math.hypot(o.x - x, o.y - y) < 6 * unit));
    if (!label || crowded) continue;
    taken.push({ x, y, w, name });
    found.set(area.id, label);
  }
  return found;
}

export interface AreaProps {
  area: Area;
  depth: number;
  label: string; // "": none
  unit: number;
  state: "" | "offered" | "chosen" | "refused" | "lit" | "blocking";
}

export function AreaShape(props: AreaProps): JSX.Element {
  const { area, depth, state } = props;
  const box = boxOfArea(area);
  const size = props.unit * (area.kind === "objective" ? 0.85 : 0.62);
  const y = depth - box.y - box.h / 2 + (area.kind === "objective" ? 1.7 : 0.3);
  const choosable = state === "offered" || state === "chosen";
  const reach = choosable
    ? { role: "button" as const, tabindex: 0, "aria-pressed": state === "chosen", "data-on": area.id, "aria-label": area.label || area.id }
    : {};
  return (
    <g class={`area ${state}`} {...reach}>
      <Form area={area} depth={depth} {...paintOf(area)}>
        <title>{[area.label || area.kind, area.height ? `${area.height} in` : "", area.about].filter(Boolean).join(" · ")}</title>
      </Form>
      {area.kind === "objective" && <Objective area={area} depth={depth} />}
      {state ? <Form area={area} depth={depth} class="area-state" fill="none" /> : null}
      {props.label ? (
        <Words x={box.x + box.w / 2} y={y} size={size} class="area-label">
          {props.label}
        </Words>
      ) : null}
    </g>
  );
}
