import type { ComponentChildren, JSX } from "preact";
import "./words.css";

const LETTER = 20; // pixels of a letter before it is scaled into place: browsers refuse very small ones

/** Letters on the board, `y` at their foot. Not SVG text: browsers lay that out and paint it anew at every scale, and a table
 * of 300 pieces then cannot be zoomed in a sixtieth of a second. (A bare number would be written anew at every rendering.) */
export function Words(props: {
  x?: number;
  y: number;
  size: number;
  class?: string;
  children: ComponentChildren;
}): JSX.Element {
  return (
    <g
      class={`words ${props.class ?? ""}`}
      transform={`translate(${props.x ?? 0} ${props.y}) scale(${props.size / LETTER})`}
    >
      <foreignObject x={-200} y={-LETTER} width={400} height={LETTER * 1.3}>
        <div>
          <span>{typeof props.children === "number" ? `${props.children}` : props.children}</span>
        </div>
      </foreignObject>
    </g>
  );
}
