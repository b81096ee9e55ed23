import type { JSX } from "preact";
import { figureNames, figurePath } from "../art/figures";
import { MARKS } from "../art/marks";
import { ALL_SIDES, type Side } from "./sides";

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
      {figureNames.map((name) => (
        <path key={name} id={`figure-${name}`} d={figurePath(name) as string} transform="translate(-32 -32)" />
      ))}
      {Object.entries(MARKS).map(([name, { tab, sign, width, dot }]) => (
        <g key={name} id={`mark-${name}`}>
          <path class="mark-tab" d={tab} />
          {dot ? <circle class="mark-dot" r={dot} /> : null}
          {sign ? <path class="mark-sign" d={sign} stroke-width={width ?? 0.1} /> : null}
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
            d={form}
            class="rim-pattern"
            transform="scale(.905)"
            stroke-width={side.rimWidth}
            stroke-dasharray={side.rim}
            stroke-linecap={side.rimEnds}
          />
        ) : null}
        <path d={form} class="base-face" transform="scale(.8)" fill={`url(#face-${name})`} stroke-width=".05" />
        <path class="glint" d="M-.7-.5A.86.86 0 0 1 .1-.855" />
      </g>
      <g id={`base-small-${name}`}>
        <path d={form} class="rim" stroke-width=".1" />
        <path d={form} class="base-plain" transform="scale(.84)" />
      </g>
      <g id={`base-chip-${name}`}>
        <path d={form} class="rim" stroke-width=".14" />
        <path d={form} transform="scale(.62)" fill={`url(#face-${name})`} />
      </g>
    </>
  );
}
