import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { distance, type Pt } from "../../board/geometry";
import { TokenShape } from "../../board/token";
import type { Ground, Spot } from "../vocabulary";

/** Inches of the table to units of the drawing, whose y goes down. */
export const down = (at: Pt, ground: Ground): readonly [number, number] => [at[0], ground.depth - at[1]];

/** A piece drawn around the origin, to be carried about. */
export function Piece(props: { spot: Spot; ground: Ground }): JSX.Element | null {
  const { spot, ground } = props;
  return spot.token ? (
    <TokenShape token={spot.token} at={[0, 0]} r={spot.r} depth={0} state="" ghost flip={ground.flip} />
  ) : null;
}

/** Something that changes from one look to the next while the gesture lasts; where nothing moves it has its last look. */
export function Animated(props: {
  looks: Keyframe[];
  ms: number;
  easing?: string;
  class?: string;
  children: ComponentChildren;
}): JSX.Element {
  const box = useRef<SVGGElement>(null);
  useLayoutEffect(() => {
    const { looks, ms, easing = "ease-out" } = props;
    const run = box.current?.animate(looks, { duration: Math.max(1, ms), easing, fill: "both" });
    return () => run?.cancel();
  }, []);
  return (
    <g class={`travels ${props.class ?? ""}`} ref={box}>
      {props.children}
    </g>
  );
}

export const shift = (at: readonly [number, number], more = ""): string => `translate(${at[0]}px, ${at[1]}px) ${more}`;

/** Between the rims of two bases. */
export function between(a: Spot, b: Spot): [Pt, Pt] {
  const far = distance(a.at, b.at) || 1;
  const towards = (from: Pt, to: Pt, by: number): Pt => [
    from[0] + ((to[0] - from[0]) * by) / far,
    from[1] + ((to[1] - from[1]) * by) / far,
  ];
  return [towards(a.at, b.at, Math.min(a.r * 1.15, far * 0.45)), towards(b.at, a.at, Math.min(b.r * 1.15, far * 0.45))];
}

/** The middle of several spots; as wide as one of them if there is only one. */
export function middle(ids: readonly string[], find: (id: string) => Spot | undefined): Spot | undefined {
  const spots = ids.map(find).filter((s): s is Spot => s !== undefined);
  if (!spots.length) return undefined;
  if (spots.length === 1) return spots[0];
  const x = spots.reduce((sum, s) => sum + s.at[0], 0) / spots.length;
  const y = spots.reduce((sum, s) => sum + s.at[1], 0) / spots.length;
  const nearest = spots.reduce((a, b) => (distance(a.at, [x, y]) <= distance(b.at, [x, y]) ? a : b));
  return { at: nearest.at, r: nearest.r };
}
