import type { JSX } from "preact";
import type { Area, Board, Token } from "../wire";
import { boxOfArea, type AreaProps, outline } from "./areas";
import { nameOf } from "./token";
import type { Box } from "./geometry";
import { Words } from "./words";

/** Small signs beside the titles of places, in a box of 2 by 2. Kinds differ by them, not by colour alone. */
const SIGNS: Record<string, string> = {
  lab: "M-.25-.9H.25V-.7H.17V-.2L.75.7Q.8.9.6.9H-.6Q-.8.9-.75.7L-.17-.2V-.7H-.25Z",
  base: "M0-.95.85-.65V0Q.75.65 0 .95-.75.65-.85 0V-.65Z",
  mission: "M-.6.95V-.9L.8-.4-.35.1V.95Z",
  goal: "M0-1 .28-.3 1-.28.45.18.65.9 0 .48-.65.9-.45.18-1-.28-.28-.3Z",
  alert: "M0-.9 1 .85H-1ZM-.12-.3-.06.35H.06L.12-.3ZM-.1.48H.1V.68H-.1Z",
  reserve: "M-.9-.8H-.1V-.05H-.9ZM.1-.8H.9V-.05H.1ZM-.9.15H-.1V.9H-.9ZM.1.15H.9V.9H.1Z",
  pool: "M-.2-.9H.2V-.2H.9V.2H.2V.9H-.2V.2H-.9V-.2H-.2Z",
  sky: "M-.9.1A.9.9 0 1 1 .9.1L.7 0A.7.7 0 1 0-.7 0ZM0-.35A.35.35 0 1 1 0 .35.35.35 0 1 1 0-.35Z",
};

const isLand = (area: Area) => area.kind === "land";
const isSky = (area: Area) => area.kind === "sky";

interface Layout {
  size: number; // of the title
  title: { x: number; y: number };
  head: number; // from the top down to where tracks and tokens begin
  track: Box;
  room: Box; // of the tokens
}

/** Where the title, the track and the tokens of a place go; y goes up. */
export function layoutOf(area: Area, unit: number, tracked: boolean): Layout {
  const box = boxOfArea(area);
  const land = isLand(area);
  const label = area.label ?? "";
  const size = Math.min(unit * (land ? 0.88 : 0.78), box.h * 0.3, (box.w * 0.86) / Math.max(4, label.length * 0.62));
  const head = isSky(area) ? unit * 0.3 : size * (land ? 2.1 : 1.75);
  const top = box.y + box.h;
  const bar = tracked ? unit * 0.66 : 0;
  const width = land ? Math.min(box.w * 0.72, unit * 7.4) : box.w - unit;
  const used = head + (tracked ? bar + unit * 0.45 : 0);
  const inset = land ? box.w * 0.1 : unit * 0.25;
  const foot = land ? (box.h - used) * 0.28 : unit * 0.2; // continents are narrow at their feet
  const side = isSky(area) ? unit * 4 : 0; // its title stands beside the pieces
  return {
    size,
    head,
    title: { x: land ? box.x + box.w / 2 : box.x + unit * 0.4, y: isSky(area) ? box.y + box.h / 2 - size * 0.35 : top - size * (land ? 1.55 : 1.2) },
    track: { x: box.x + (box.w - width) / 2, y: top - head - bar - (land ? 0 : unit * 0.15), w: width, h: bar },
    room: { x: box.x + inset + side, y: box.y + foot, w: box.w - 2 * inset - 2 * side, h: box.h - used - foot },
  };
}

/** Dots strewn over a sky, always the same. */
function starsIn(box: Box, depth: number): string {
  let d = "";
  for (let i = 1; i < 70; i++) {
    const [x, y] = [(i * 0.618034) % 1, (i * 0.754878) % 1];
    d += `M${(box.x + 1 + x * (box.w - 2)).toFixed(2)} ${(depth - box.y - 1.6 - y * (box.h - 2.4)).toFixed(2)}h.01`;
  }
  return d;
}

/** A place of a board without distances: a continent, or a box with a title. */
export function PlaceShape(props: AreaProps & { tracked: boolean }): JSX.Element {
  const { area, depth, state, unit } = props;
  const box = boxOfArea(area);
  const land = isLand(area);
  const { size, head, title } = layoutOf(area, unit, props.tracked);
  const choosable = state === "offered" || state === "chosen";
  const reach = choosable
    ? { role: "button" as const, tabindex: 0, "aria-pressed": state === "chosen", "data-on": area.id, "aria-label": area.label || area.id }
    : {};
  const frame = { x: box.x, y: depth - box.y - box.h, width: box.w, height: box.h, rx: unit * 0.3 };
  const boxed = !land && area.shape.points?.length === 4;
  const form = (css: string) => (boxed ? <rect {...frame} class={css} /> : <polygon points={outline(area, depth)} class={css} />);
  const sign = SIGNS[area.kind];
  const written = title.x + (sign && !land ? size * 1.25 : 0);
  return (
    <g class={`area place ${area.kind} ${state}`} {...reach}>
      <title>{[area.label || area.kind, area.about].filter(Boolean).join(" · ")}</title>
      {land && <polygon points={outline(area, depth)} class="shelf" />}
      {form("place-ground")}
      {isSky(area) && <path class="stars" d={starsIn(box, depth)} />}
      {boxed && <path class="place-head" d={`M${frame.x} ${frame.y + head}v${-head + frame.rx}q0 ${-frame.rx} ${frame.rx} ${-frame.rx}h${box.w - 2 * frame.rx}q${frame.rx} 0 ${frame.rx} ${frame.rx}v${head - frame.rx}Z`} />}
      {state ? form("area-state") : null}
      {sign && !land && <path class="place-sign" d={sign} fill-rule="evenodd" transform={`translate(${title.x + size * 0.45} ${depth - title.y - size * 0.36}) scale(${size * 0.45})`} />}
      {area.label ? (
        <Words x={written} y={depth - title.y} size={size} class={land ? "area-label" : "area-label left"}>
          {area.label}
        </Words>
      ) : null}
    </g>
  );
}

/** A track in a place: a space for every step, those that are reached filled, and the figure beside its name. */
export function TrackShape(props: { token: Token; area: Area; depth: number; unit: number }): JSX.Element | null {
  const { token, area, depth, unit } = props;
  const pips = token.pips;
  if (!pips) return null;
  const { x, y, w, h } = layoutOf(area, unit, true).track;
  const then = Math.max(pips.now, pips.then ?? pips.now);
  const words = `${token.label} ${pips.now}/${pips.full}${then > pips.now ? ` ▸ ${then}` : ""}`;
  const name = words.length * h * 0.61; // the room of the words, before the spaces
  const step = (w - name) / pips.full;
  return (
    <g class="track" data-token={token.id} role="img" aria-label={nameOf(token)} transform={`translate(${x} ${depth - y - h})`}>
      <title>{nameOf(token)}</title>
      <rect class="track-back" x={-0.2 * h} y={-0.2 * h} width={w + 0.4 * h} height={1.4 * h} rx={0.4 * h} />
      {Array.from({ length: pips.full }, (_, i) => (
        <rect key={i} class={`step ${pips.tones?.[i] ?? "calm"} ${i < pips.now ? "on" : i < then ? "then" : ""}`} x={name + i * step + step * 0.06} y={0} width={step * 0.88} height={h} rx={h * 0.2} />
      ))}
      <Words class="track-name left" x={0.1 * h} y={h * 0.84} size={h * 0.98}>
        {words}
      </Words>
    </g>
  );
}

/** The lines of a globe, where there are continents. */
export function Graticule(props: { board: Board }): JSX.Element | null {
  const { width, depth, areas } = props.board;
  if (!areas?.some(isLand)) return null;
  let d = "";
  for (let i = 1; i < 8; i++) d += `M0 ${(depth * i) / 8}H${width}`;
  for (let i = -6; i <= 6; i++) {
    const x = (by: number) => width / 2 + ((width * i) / 13) * by;
    d += `M${x(0.92)} 0Q${x(1.1)} ${depth / 2} ${x(0.92)} ${depth}`;
  }
  return <path class="graticule" d={d} />;
}
