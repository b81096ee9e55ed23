import { inkOf } from "../../board/token";
import { Words } from "../../board/words";
import { t } from "../../strings";
import type { Gesture } from "../vocabulary";
import { Animated, shift } from "./parts";

export const scored: Gesture<"scored"> = {
  duration: () => 700,
  draw: (shown, ground) => {
    const nth = ground.with.indexOf(shown);
    const at = [ground.width / 2, ground.depth / 2 + nth * 2.2 * ground.unit] as const;
    return (
      <g class="scored" style={{ color: inkOf(shown.seat) }}>
        <Animated
          ms={Math.min(ground.ms, 400)}
          looks={[
            { transform: shift(at, "scale(.7)"), opacity: 0 },
            { transform: shift(at), opacity: 1 },
          ]}
        >
          <Words size={1.5 * ground.unit} y={0}>
            {t.story.points(ground.seatName(shown.seat), shown.n)}
          </Words>
        </Animated>
      </g>
    );
  },
};
