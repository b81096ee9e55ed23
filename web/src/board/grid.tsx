import type { JSX } from "preact";
import type { Board } from "../wire";
import { Words } from "./words";

function squares(board: Board, step: number): string {
  let d = "";
  for (let x = step; x < board.width; x += step) d += `M${x} 0V${board.depth}`;
  for (let y = step; y < board.depth; y += step) d += `M0 ${board.depth - y}H${board.width}`;
  return d;
}

/** A small cross at every corner of squares of this size. */
function crosses(board: Board, step: number): string {
  let d = "";
  for (let x = step; x < board.width; x += step)
    for (let y = step; y < board.depth; y += step)
      d += `M${x - 0.22} ${board.depth - y}h.44M${x} ${board.depth - y - 0.22}v.44`;
  return d;
}

const RISE = Math.sqrt(0.75);

/** Hexes with a corner up, one unit wide, in rows; every odd row is shifted half a space to the east. */
function hexes(board: Board): string {
  const side = 1 / Math.sqrt(3);
  const f = (v: number) => v.toFixed(3);
  let d = "";
  for (let row = 0; 0.5 + row * RISE < board.depth; row++) {
    const y = board.depth - 0.5 - row * RISE;
    const shift = row % 2 ? 1 : 0.5;
    for (let x = shift; x + 0.5 <= board.width + 0.01; x++)
      d += `M${f(x - 0.5)} ${f(y + side / 2)}v${f(-side)}l.5 ${f(-side / 2)}l.5 ${f(side / 2)}v${f(side)}l-.5 ${f(side / 2)}Z`;
  }
  return d;
}

/** The lines on the table: the game's own grid, or faint crosses every 6 in. */
export function Grid(props: { board: Board }): JSX.Element | null {
  const { board } = props;
  if (board.grid === "hex") return <path d={hexes(board)} class="grid strong" />;
  if (board.grid === "square") return <path d={squares(board, 1)} class="grid strong" />;
  if (board.measured === false) return null;
  return <path d={crosses(board, 6)} class="grid crosses" />;
}

/** Ticks at every inch of the edges, numbers at every sixth. */
export function Ticks(props: { board: Board; unit: number }): JSX.Element {
  const { width, depth } = props.board;
  const size = 0.7 * props.unit;
  let d = "";
  const numbers: JSX.Element[] = [];
  for (let x = 1; x < width; x++) {
    const long = x % 6 ? 0.18 : 0.45;
    d += `M${x} ${depth}v${-long}M${x} 0v${long}`;
    if (x % 6 === 0)
      numbers.push(
        <Words key={`x${x}`} x={x} y={depth - 0.6} size={size}>
          {x}
        </Words>,
      );
  }
  for (let y = 1; y < depth; y++) {
    const long = y % 6 ? 0.18 : 0.45;
    d += `M0 ${depth - y}h${long}M${width} ${depth - y}h${-long}`;
    if (y % 6 === 0)
      numbers.push(
        <Words key={`y${y}`} x={0.6 + 0.45 * props.unit} y={depth - y + 0.2} size={size}>
          {y}
        </Words>,
      );
  }
  return (
    <g class="ticks" aria-hidden>
      <path d={d} />
      {numbers}
    </g>
  );
}
