import { inkOf } from "../../board/token";
import { Words } from "../../board/words";
import type { Gesture } from "../vocabulary";
import { Animated, shift } from "./parts";

/** A card is turned up in the middle of the table. */
export const drew: Gesture<"drew"> = {
  duration: () => 820,
  draw: (shown, ground) => {
    const at = [ground.width / 2, ground.depth / 2] as const;
    const wide = Math.max(5, shown.card.length * 0.52 + 1.2);
    return (
      <g class="drawn" style={{ color: inkOf(shown.seat ?? -1) }}>
        <Animated
          ms={Math.min(ground.ms, 320)}
          looks={[
            { transform: shift(at, `scale(0, ${ground.unit})`) },
            { transform: shift(at, `scale(${ground.unit})`) },
          ]}
        >
          <rect x={-wide / 2} y={-1.4} width={wide} height={2.8} rx={0.4} />
          <Words size={0.95} y={0.34}>
            {shown.card}
          </Words>
        </Animated>
      </g>
    );
  },
};
