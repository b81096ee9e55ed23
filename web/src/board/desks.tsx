import type { JSX } from "preact";
import type { Area } from "../wire";
import { formOf } from "./token";

/** Somebody at a desk, seen from behind: 124 wide and 73 high, standing on y = 0. */
const TABLE = "M-62 0-54-36H54L62 0Z";
const BODY =
  "M-34 0C-34-30-20-38-11-41-15-45-17-50-17-56-17-66-10-73 0-73S17-66 17-56C17-50 15-45 11-41 20-38 34-30 34 0Z";
const PHONES = "M-21-60h7v12h-7ZM14-60h7v12h-7Z";
const SCREENS = "M-52-57h24v20h-24ZM28-57h24v20h-24Z";
const WRITTEN = "M-48-43l5-6 4 3 6-7M32-51h10M32-46h16M32-41h7";
const READY = "M34-17l7 7 12-14";
const [WIDE, HIGH] = [124, 73];
const ROOM = 3; // units above the floor that a desk takes
const CREW = 4;

const nth = (of: readonly number[], share: number): number => of[Math.floor(share * of.length)] ?? 0;

/** The stretches along the foot of the screen that no place covers. */
function gaps(areas: readonly Area[], width: number, low: number, high: number): [number, number][] {
  const covered = areas
    .map((a) => (a.shape.points ?? []).filter(([, y]) => y >= low && y <= high).map(([x]) => x))
    .filter((xs) => xs.length > 0)
    .map((xs): [number, number] => [Math.min(...xs), Math.max(...xs)])
    .sort((a, b) => a[0] - b[0]);
  const found: [number, number][] = [];
  let from = 0;
  for (const [start, end] of [...covered, [width, width] as const]) {
    if (start > from) found.push([from, start]);
    from = Math.max(from, end);
  }
  return found;
}

/** The crew of the war room at the foot of its screen, each with the sign of a role and whether it is ready, where the map
 * leaves room. */
export function Desks(props: {
  areas: readonly Area[];
  width: number;
  depth: number;
  edge: number;
  unit: number;
  awaited: readonly number[];
}) {
  const { areas, depth, edge, unit } = props;
  const k = (0.72 * ROOM * unit) / HIGH;
  const each = WIDE * k + unit * 0.2;
  const floor = depth - edge;
  const free = gaps(areas, props.width, floor - 0.1, floor + ROOM * unit).flatMap(([from, to]) => {
    const n = Math.floor((to - from) / each);
    return Array.from({ length: n }, (_, i) => from + ((to - from) * (i + 0.5)) / n);
  });
  const places = free.length < CREW ? [] : Array.from({ length: CREW }, (_, i) => nth(free, (i + 0.5) / CREW));
  return (
    <g class="desks">
      {places.map((x, seat) => (
        <Desk
          key={seat}
          seat={seat}
          ready={!props.awaited.includes(seat)}
          at={`translate(${x} ${edge - 0.4 * unit}) scale(${k})`}
        />
      ))}
    </g>
  );
}

function Desk(props: { seat: number; ready: boolean; at: string }): JSX.Element {
  return (
    <g class={props.ready ? "" : "awaited"} transform={props.at}>
      <path class="desk-screens" d={SCREENS} />
      <path class="desk-written" d={WRITTEN} />
      <path class="desk" d={TABLE} />
      <path class="crew" d={BODY + PHONES} />
      <g class={`sided side-${props.seat}`} transform="translate(-46 -16) scale(9)">
        <path d={formOf(props.seat)} class="rim" stroke-width=".14" />
      </g>
      <path class="desk-edge" d="M-54-36H54" />
      {props.ready ? <path class="desk-ready" d={READY} /> : <path class="desk-busy" d="M34-14h.1M43-14h.1M52-14h.1" />}
    </g>
  );
}
