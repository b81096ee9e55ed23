import { Fragment, type JSX } from "preact";
import type { Draft } from "../asks/draft";
import { standing } from "../asks/draft";
import type { Board, MoveWire, PlaceWire, Token } from "../wire";
import { PX } from "./camera";
import { length, type Pt, xy } from "./geometry";
import { inkOf, TokenShape } from "./token";
import { Words } from "./words";

export const inches = (v: number): string => `${(Math.round(v * 10) / 10).toFixed(1)}″`;

const line = (points: readonly Pt[], depth: number) => points.map(([x, y]) => `${x},${depth - y}`).join(" ");

/** Where a piece can stop. Polygons may overlap: they are shown as one field with one rim, which is what the mask leaves of
 * all the strokes outside all the fields. */
export function Reach(props: { polygons: readonly (readonly Pt[])[]; width: number; depth: number }): JSX.Element {
  const fields = props.polygons.map((polygon, i) => <polygon key={i} points={line(polygon, props.depth)} />);
  const all = { width: props.width, height: props.depth };
  return (
    <g class="reach" aria-hidden>
      <mask id="reach-rim" maskUnits="userSpaceOnUse" x={0} y={0} {...all}>
        <g class="strokes">{fields}</g>
        <g class="holes">{fields}</g>
      </mask>
      <g class="field" clip-path="url(#table-edge)">
        {fields}
      </g>
      <rect {...all} mask="url(#reach-rim)" />
    </g>
  );
}

interface HandProps {
  ask: MoveWire | PlaceWire;
  draft: Draft;
  piece: string; // the chosen one
  board: Board;
  unit: number;
}

/** The ways of the pieces in hand, drawn anew at every move of the hand. */
export function Ways(props: HandProps & { bad: boolean; outlined: boolean }): JSX.Element {
  const { ask, draft } = props;
  const { depth } = props.board;
  return (
    <g class={`ways ${props.bad ? "refused" : ""}`} aria-hidden>
      {ask.pieces.map((piece) => {
        const from = xy(piece.at);
        const path = draft.paths[piece.on] ?? [];
        return (
          <g key={piece.on}>
            {props.piece === piece.on && from && piece.budget && !props.outlined ? (
              <circle class="budget" cx={from[0]} cy={depth - from[1]} r={piece.budget} clip-path="url(#table-edge)" />
            ) : null}
            {from && path.length > 0 && (
              <>
                <polyline class="way" points={line([from, ...path], depth)} />
                {path.slice(0, -1).map((p, i) => (
                  <circle key={i} class="waypoint" cx={p[0]} cy={depth - p[1]} r={0.16} />
                ))}
              </>
            )}
          </g>
        );
      })}
    </g>
  );
}

/** Where a point of the table is on the stage, in pixels. */
function onStage(at: Pt, board: Board, flip: boolean): readonly [number, number] {
  return flip ? [(board.width - at[0]) * PX, at[1] * PX] : [at[0] * PX, (board.depth - at[1]) * PX];
}

const shift = ([x, y]: readonly [number, number]) => ({ transform: `translate(${x}px, ${y}px)` });

/** The new places of the pieces in hand: each a small layer of its own that is only shifted, so that nothing of the board is
 * painted anew while one is dragged. */
export function InHand(props: HandProps & { tokens: ReadonlyMap<string, Token>; flip: boolean }): JSX.Element {
  const { ask, draft, board, flip } = props;
  return (
    <>
      {ask.pieces.map((piece) => {
        const from = xy(piece.at);
        const at = standing(ask, piece, draft);
        const path = draft.paths[piece.on] ?? [];
        const token = props.tokens.get(piece.on) ?? { id: piece.on, label: piece.label, seat: ask.seat };
        if (!at || (from && at[0] === from[0] && at[1] === from[1] && draft.facing[piece.on] === undefined))
          return null;
        const chosen = props.piece === piece.on;
        const r = piece.radius ?? 0.5;
        const facing = draft.facing[piece.on] ?? token.facing;
        const [x, y] = onStage(at, board, flip);
        return (
          <Fragment key={piece.on}>
            <svg
              class="lifted"
              viewBox="-1 -1 2 2"
              width={2 * r * PX}
              height={2 * r * PX}
              style={shift([x - r * PX, y - r * PX])}
            >
              <TokenShape
                token={token}
                at={[0, 0]}
                r={1}
                depth={0}
                state={chosen ? "piece" : ""}
                ghost
                facing={typeof facing === "number" ? (flip ? facing + 180 : facing) : undefined}
              />
            </svg>
            {chosen && from && path.length > 0 && (
              <p
                class="lifted way-length"
                style={{ ...shift([x, y - (r + 0.55) * PX]), fontSize: `${0.95 * props.unit * PX}px` }}
              >
                <span>{`${inches(length(from, path))}${piece.budget ? ` / ${inches(piece.budget)}` : ""}`}</span>
              </p>
            )}
          </Fragment>
        );
      })}
    </>
  );
}

export interface Measure {
  kind: "ruler" | "sight";
  from: Pt;
  to: Pt;
  rims: readonly [number, number]; // radii of the bases at both ends
  text: string;
  clear?: boolean | undefined;
  through?: readonly Run[]; // where the line runs through terrain
}

type Run = readonly (readonly [number, number])[];

/** The point so far from a on the way to b. */
function onWay(a: Pt, b: Pt, far: number): Pt {
  const all = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  return [a[0] + ((b[0] - a[0]) * far) / all, a[1] + ((b[1] - a[1]) * far) / all];
}

/** A stretch in terrain, with a bar at each edge that the line crosses. */
function Stretch(props: { run: Run; depth: number; unit: number }): JSX.Element | null {
  const [p, q] = [props.run[0], props.run[props.run.length - 1]];
  if (!p || !q) return null;
  const far = Math.hypot(q[0] - p[0], q[1] - p[1]) || 1;
  const [nx, ny] = [(-(q[1] - p[1]) / far) * 0.55 * props.unit, ((q[0] - p[0]) / far) * 0.55 * props.unit];
  const y = (v: number) => props.depth - v;
  const bar = ([x, at]: readonly [number, number]) => (
    <line class="edge" x1={x - nx} y1={y(at - ny)} x2={x + nx} y2={y(at + ny)} />
  );
  return (
    <g class="through">
      <line x1={p[0]} y1={y(p[1])} x2={q[0]} y2={y(q[1])} />
      {bar(p)}
      {bar(q)}
    </g>
  );
}

export function MeasureLine(props: { measure: Measure; depth: number; unit: number }): JSX.Element {
  const { measure, depth } = props;
  const a = onWay(measure.from, measure.to, measure.rims[0]);
  const b = onWay(measure.to, measure.from, measure.rims[1]);
  const state = measure.kind === "ruler" || measure.clear === undefined ? "" : measure.clear ? "clear" : "blocked";
  return (
    <g class={`measure ${state}`} aria-hidden>
      <line x1={a[0]} y1={depth - a[1]} x2={b[0]} y2={depth - b[1]} />
      {(measure.through ?? []).map((run, i) => (
        <Stretch key={i} run={run} depth={depth} unit={props.unit} />
      ))}
      <circle cx={a[0]} cy={depth - a[1]} r={0.18} />
      <circle cx={b[0]} cy={depth - b[1]} r={0.18} />
      <Words size={0.95 * props.unit} x={(a[0] + b[0]) / 2} y={depth - (a[1] + b[1]) / 2 - 0.4}>
        {measure.text}
      </Words>
    </g>
  );
}

const RINGS = [6, 12, 18, 24];

/** Distances around the base of a token. */
export function Rings(props: { token: Token; depth: number; unit: number }): JSX.Element | null {
  const at = xy(props.token.at);
  if (!at) return null;
  return (
    <g class="rings" aria-hidden style={{ color: inkOf(props.token.seat) }}>
      {RINGS.map((far) => (
        <g key={far}>
          <circle cx={at[0]} cy={props.depth - at[1]} r={far + (props.token.radius ?? 0.5)} />
          <Words size={0.95 * props.unit} x={at[0]} y={props.depth - at[1] - far - (props.token.radius ?? 0.5) + 0.8}>
            {far}″
          </Words>
        </g>
      ))}
    </g>
  );
}
