import type { JSX } from "preact";
import { MARKS, type MarkArt } from "../art/marks";
import type { Mark } from "../wire";

/** The picture of a state, about its middle. */
export function MarkShape({ art: { tab, sign, width, dot } }: { art: MarkArt }): JSX.Element {
  return (
    <>
      <path class="mark-tab" d={tab} />
      {dot ? <circle class="mark-dot" r={dot} /> : null}
      {sign ? <path class="mark-sign" d={sign} stroke-width={width ?? 0.1} /> : null}
    </>
  );
}

/** In a list or beside its name: the picture of a mark, or its letters. */
export function MarkIcon({ mark }: { mark: Mark }): JSX.Element {
  const art = MARKS[mark.picture ?? ""];
  return art ? (
    <svg class="mark-icon" viewBox="-.56 -.56 1.12 1.12" aria-hidden>
      <MarkShape art={art} />
    </svg>
  ) : (
    <b>{mark.sign}</b>
  );
}
