import type { JSX } from "preact";
import type { Area, Board, Token } from "../wire";
import { type AreaProps, boxOfArea, outline, reachOf } from "./areas";
import { Desks } from "./desks";
import type { Box } from "./geometry";
import { nameOf } from "./token";
import { Words } from "./words";
import "./places.css";

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
  const letters = Math.max(4, label.length * 0.62 + (SIGNS[area.kind] && !land ? 2 : 0)); // with the sign before them
  const size = Math.min(unit * (land ? 0.88 : 0.78), box.h * 0.3, (box.w * 0.92) / letters);
  const head = isSky(area) ? unit * 0.3 : size * (land ? 2.1 : 1.75);
  const top = box.y + box.h;
  const bar = tracked ? unit * (land ? 0.9 : 0.75) : 0;
  const width = land ? Math.min(box.w * 0.72, unit * 6.6) : box.w - unit;
  const used = head + (tracked ? bar + unit * 0.45 : 0);
  const inset = land ? box.w * 0.1 : unit * 0.25;
  const foot = land ? (box.h - used) * 0.28 : unit * 0.2; // continents are narrow at their feet
  const side = isSky(area) ? unit * 4 : 0; // its title stands beside the pieces
  return {
    size,
    head,
    title: {
      x: land ? box.x + box.w / 2 : box.x + unit * 0.4,
      y: isSky(area) ? box.y + box.h / 2 - size * 0.35 : top - size * (land ? 1.55 : 1.2),
    },
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

/** A room cut open: light from above, a floor. */
function Room(props: { frame: { x: number; y: number; width: number; height: number }; head: number }): JSX.Element {
  const { x, y, width, height } = props.frame;
  const floor = Math.min(0.8, height * 0.08);
  const [top, foot] = [y + props.head, y + height - 0.3];
  return (
    <g class="room">
      <rect class="room-light" x={x + 0.3} y={top} width={width - 0.6} height={foot - top} rx={0.2} />
      <rect class="room-floor" x={x + 0.3} y={foot - floor} width={width - 0.6} height={floor} />
      <path class="lamp" d={`M${x + width * 0.3} ${top + 0.14}h${width * 0.4}`} />
    </g>
  );
}

/** A place of a board without distances: a continent, or a box with a title. */
export function PlaceShape(props: AreaProps & { tracked: boolean; alarm: boolean }): JSX.Element {
  const { area, depth, state, unit } = props;
  const box = boxOfArea(area);
  const land = isLand(area);
  const { size, head, title } = layoutOf(area, unit, props.tracked);
  const frame = { x: box.x, y: depth - box.y - box.h, width: box.w, height: box.h, rx: unit * 0.3 };
  const boxed = !land && area.shape.points?.length === 4;
  const form = (css: string) =>
    boxed ? <rect {...frame} class={css} /> : <polygon points={outline(area, depth)} class={css} />;
  const sign = SIGNS[area.kind];
  const written = title.x + (sign && !land ? size * 1.25 : 0);
  return (
    <g class={`area place ${area.kind} ${state}`} {...reachOf(props)}>
      <title>{[area.label || area.kind, area.about].filter(Boolean).join(" · ")}</title>
      {land && <polygon points={outline(area, depth)} class="shelf" />}
      {form("place-ground")}
      {land && form("land-dots")}
      {land && props.alarm && form("land-alarm")}
      {boxed && <Room frame={frame} head={head} />}
      {isSky(area) && <path class="stars" d={starsIn(box, depth)} />}
      {boxed && (
        <path
          class="place-head"
          d={`M${frame.x} ${frame.y + head}v${-head + frame.rx}q0 ${-frame.rx} ${frame.rx} ${-frame.rx}h${box.w - 2 * frame.rx}q${frame.rx} 0 ${frame.rx} ${frame.rx}v${head - frame.rx}Z`}
        />
      )}
      {state ? form("area-state") : null}
      {sign && !land && (
        <path
          class="place-sign"
          d={sign}
          fill-rule="evenodd"
          transform={`translate(${title.x + size * 0.45} ${depth - title.y - size * 0.36}) scale(${size * 0.45})`}
        />
      )}
      {area.label ? (
        <Words x={written} y={depth - title.y} size={size} class={land ? "area-label" : "area-label left"}>
          {area.label}
        </Words>
      ) : null}
    </g>
  );
}

/** A track in a place: a bar for every step, higher and higher, those that are reached filled, and the figure beside them. */
export function TrackShape(props: { token: Token; area: Area; depth: number; unit: number }): JSX.Element | null {
  const { token, area, depth, unit } = props;
  const pips = token.pips;
  if (!pips) return null;
  const { x, y, w, h } = layoutOf(area, unit, true).track;
  const then = Math.max(pips.now, pips.then ?? pips.now);
  const words = `${isLand(area) ? "" : `${token.label} `}${pips.now}/${pips.full}${then > pips.now ? ` ▸ ${then}` : ""}`;
  const size = h * 0.74;
  const bars = w - words.length * size * 0.68 - 0.4 * h; // the room before the words
  const step = bars / pips.full;
  const high = (i: number) => h * (0.38 + (0.62 * (i + 1)) / pips.full);
  return (
    <g
      class="track"
      data-token={token.id}
      role="img"
      aria-label={nameOf(token)}
      transform={`translate(${x} ${depth - y - h})`}
    >
      <title>{nameOf(token)}</title>
      <rect class="track-back" x={-0.25 * h} y={-0.2 * h} width={w + 0.5 * h} height={1.4 * h} rx={0.3 * h} />
      {Array.from({ length: pips.full }, (_, i) => (
        <rect
          key={i}
          class={`step ${pips.tones?.[i] ?? "calm"} ${i < pips.now ? "on" : i < then ? "then" : ""}`}
          x={i * step + step * 0.08}
          y={h - high(i)}
          width={step * 0.84}
          height={high(i)}
          rx={step * 0.16}
        />
      ))}
      <Words class="track-name left" x={bars + 0.3 * h} y={h * 0.8} size={size}>
        {words}
      </Words>
    </g>
  );
}

/** How bad a track stands: the tone of the space that it has reached. */
export const toneOf = (track: Token | undefined): string =>
  track?.pips && track.pips.now > 0 ? (track.pips.tones?.[track.pips.now - 1] ?? "calm") : "calm";

/** The room that a board with continents hangs in: a screen of the world above, earth around the rooms below. */
export function WarRoom(props: { board: Board; unit: number; awaited: readonly number[] }): JSX.Element | null {
  const { width, depth, areas = [] } = props.board;
  if (!areas.some(isLand)) return null;
  const floor =
    Math.max(
      ...areas.filter((a) => !isLand(a) && !isSky(a) && a.kind !== "pool").map((a) => boxOfArea(a).y + boxOfArea(a).h),
    ) +
    props.unit * 0.25;
  const edge = depth - floor; // where the screen ends and the earth begins, from above
  let lines = "";
  for (let i = 1; i < 6; i++)
    lines += `M0 ${(edge * i) / 6}Q${width / 2} ${(edge * i) / 6 - 1.4} ${width} ${(edge * i) / 6}`;
  for (let i = -6; i <= 6; i++) {
    const x = (by: number) => width / 2 + ((width * i) / 13) * by;
    lines += `M${x(0.95)} 0Q${x(1.08)} ${edge / 2} ${x(0.95)} ${edge}`;
  }
  const turf = `M0 ${edge}Q${width * 0.2} ${edge - 1.1} ${width * 0.4} ${edge - 0.2}T${width * 0.77} ${edge - 0.5} ${width} ${edge}`;
  return (
    <g class="war-room" aria-hidden>
      <defs>
        <linearGradient id="screen" x2="0" y2="1">
          <stop offset="0" stop-color="var(--screen-top)" />
          <stop offset="1" stop-color="var(--screen-foot)" />
        </linearGradient>
        <radialGradient id="vignette" r=".75">
          <stop offset=".6" stop-color="#000" stop-opacity="0" />
          <stop offset="1" stop-color="#000" stop-opacity="var(--vignette)" />
        </radialGradient>
        <linearGradient id="lit-room" x2="0" y2="1">
          <stop offset="0" stop-color="var(--lit-top)" />
          <stop offset="1" stop-color="var(--lit-foot)" />
        </linearGradient>
        <pattern id="land-dots" width=".9" height=".9" patternUnits="userSpaceOnUse">
          <circle cx=".22" cy=".22" r=".13" fill="var(--land-dot)" />
          <circle cx=".67" cy=".67" r=".13" fill="var(--land-dot)" />
        </pattern>
        <pattern id="land-alarm" width="1.3" height="1.3" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width=".5" height="1.3" fill="var(--bad)" opacity=".3" />
        </pattern>
      </defs>
      <path
        class="earth"
        d={`${turf}V${depth - 0.9}Q${width} ${depth} ${width - 0.9} ${depth}H.9Q0 ${depth} 0 ${depth - 0.9}Z`}
      />
      <path
        class="strata"
        d={`M0 ${edge + floor * 0.45}q${width * 0.2} 1.2 ${width * 0.42} -.4t${width * 0.58} .6M0 ${edge + floor * 0.75}q${width * 0.26} -1 ${width * 0.5} .5t${width * 0.5} -.6`}
      />
      <rect class="bezel" x={-0.5} y={-0.5} width={width + 1} height={edge + 0.6} rx={1.2} />
      <rect class="screen" width={width} height={edge - 0.4} rx={0.8} />
      <path class="graticule" d={lines} clip-path="url(#table-edge)" />
      <rect class="vignette" width={width} height={edge - 0.4} rx={0.8} />
      {width > depth && (
        <Desks areas={areas} width={width} depth={depth} edge={edge} unit={props.unit} awaited={props.awaited} />
      )}
      <path class="turf" d={turf} />
    </g>
  );
}
