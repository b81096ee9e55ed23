import type { JSX } from "preact";
import { MARKS } from "../art/marks";
import { scaled } from "../art/paths";
import { MarkShape } from "./mark";
import { ALL_SIDES, RIM, type Side } from "./sides";

/** The parts that pieces are put together from, once for the whole board. Shadows are gradients: filters are dear. */
export function PieceDefs(): JSX.Element {
  return (
    <defs>
      <radialGradient id="cast">
        <stop offset=".62" stop-color="#000" stop-opacity=".42" />
        <stop offset="1" stop-color="#000" stop-opacity="0" />
      </radialGradient>
      {ALL_SIDES.map((side) => (
        <Bases key={side.name} side={side} />
      ))}
      {Object.entries(MARKS).map(([name, art]) => (
        <g key={name} id={`mark-${name}`}>
          <MarkShape art={art} />
        </g>
      ))}
    </defs>
  );
}

/** The base of a side in its three sizes. */
function Bases({ side }: { side: Side }): JSX.Element {
  const { name, form } = side;
  return (
    <>
      <radialGradient id={`face-${name}`} class={`sided side-${name}`} cx=".42" cy=".34" r=".75">
        <stop offset="0" stop-color="var(--face)" />
        <stop offset="1" stop-color="var(--face-deep)" />
      </radialGradient>
      <g id={`base-full-${name}`}>
        <path d={form} class="rim" stroke-width=".07" />
        {side.rim ? (
          <path
            d={scaled(form, RIM)}
            class="rim-pattern"
            stroke-width={side.rimWidth * RIM}
            stroke-dasharray={side.rim.replace(/[\d.]+/g, (n) => `${Number(n) * RIM}`)}
            stroke-linecap={side.rimEnds}
          />
        ) : null}
        <path d={scaled(form, 0.8)} class="base-face" fill={`url(#face-${name})`} stroke-width=".04" />
        <path class="glint" d="M-.7-.5A.86.86 0 0 1 .1-.855" />
      </g>
      <g id={`base-small-${name}`}>
        <path d={form} class="rim" stroke-width=".1" />
        <path d={scaled(form, 0.84)} class="base-plain" />
      </g>
      <g id={`base-chip-${name}`}>
        <path d={form} class="rim" stroke-width=".14" />
        <path d={scaled(form, 0.62)} fill={`url(#face-${name})`} />
      </g>
    </>
  );
}
