import type { JSX } from "preact";
import { PIPS } from "../../art/pips";
import { Words } from "../../board/words";
import { classOf } from "../../panels/reading";
import { t } from "../../strings";
import type { Gesture, Ground, Of } from "../vocabulary";
import { lineOf } from "./aimed";
import { Animated, down } from "./parts";

const ROW = 10; // dice in a row
const MOST = 40; // that are drawn one by one

/** "2 miss, 3 hit" */
function counts(shown: Of<"threw">): string {
  const needed = shown.needed ?? [];
  const names = shown.names ?? [];
  if (!needed.length || !names.length) return "";
  const n = names.map((_, i) => shown.dice.filter((face) => classOf(face, needed) === i).length);
  return names
    .map((name, i) => (n[i] ? `${n[i]} ${name}` : ""))
    .filter(Boolean)
    .join(" · ");
}

/** Beside the line of the shot, else beside whoever the sentence speaks of, else in the middle of the table. */
function placeOf(shown: Of<"threw">, ground: Ground): readonly [number, number] {
  const nth = ground.with.filter((o) => o.type === "threw").indexOf(shown);
  const lower = nth * 2.9 * ground.unit;
  const aim = ground.with.find((other): other is Of<"aimed"> => other.type === "aimed");
  const line = aim ? lineOf(aim, ground) : null;
  if (line) {
    const [x, y] = down([(line[0][0] + line[1][0]) / 2, (line[0][1] + line[1][1]) / 2], ground);
    return [x, y + (ground.flip ? -1 : 1) * (1.6 * ground.unit + lower)];
  }
  const about = ground.on.map(ground.before).find((spot) => spot !== undefined);
  if (!about) return [ground.width / 2, ground.depth / 2 + lower];
  const [x, y] = down(about.at, ground);
  const name = 2.6 * ground.unit; // stands between
  return [x, y + (ground.flip ? -1 : 1) * (about.r + name + lower)];
}

/** A face as on a real die; letters for dice of other forms. */
function Pips({ face }: { face: number }): JSX.Element {
  const pips = PIPS[face];
  if (!pips)
    return (
      <Words class="thrown-face" size={0.74} y={0.27}>
        {face}
      </Words>
    );
  return (
    <g class="thrown-pips" transform="scale(.042) translate(-12 -12)">
      {pips.map(([x, y]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r={2.3} />
      ))}
    </g>
  );
}

function Plate(props: { shown: Of<"threw">; ground: Ground }): JSX.Element {
  const { shown, ground } = props;
  const needed = shown.needed ?? [];
  const dice = shown.dice.slice(0, MOST);
  const rows = Math.ceil(dice.length / ROW);
  const wide = Math.max(Math.min(dice.length, ROW) * 1.15 + 0.5, 4.2);
  const words = [t.dice.key(shown.key), counts(shown)].filter(Boolean).join(": ");
  const high = rows * 1.15 + 1.35;
  const width = Math.max(wide, words.length * 0.42 + 0.8);
  const [px, py] = placeOf(shown, ground);
  const u = 0.82 * ground.unit;
  const x = Math.max((width / 2) * u, Math.min(ground.width - (width / 2) * u, px));
  const y = Math.max(0, Math.min(ground.depth - high * u, py));
  return (
    <g
      class="throw"
      transform={`translate(${x} ${y}) scale(${ground.flip ? -u : u}) ${ground.flip ? `translate(0 ${-high})` : ""}`}
    >
      <rect class="plate-back" x={-width / 2} y={0} width={width} height={high} rx={0.35} />
      {dice.map((face, i) => {
        const row = Math.floor(i / ROW);
        const here = Math.min(ROW, dice.length - row * ROW);
        const at = [((i % ROW) - (here - 1) / 2) * 1.15, 0.75 + row * 1.15] as const;
        const best = needed.length ? classOf(face, needed) / needed.length : 0;
        const ms = ground.ms ? 240 + 30 * i : 0;
        return (
          <Animated
            key={i}
            ms={ms}
            looks={[
              { opacity: 0, transform: `translate(${at[0]}px, ${at[1] - 1.4}px)` },
              { opacity: 1, transform: `translate(${at[0]}px, ${at[1]}px)` },
            ]}
          >
            <rect
              class={`thrown ${best >= 1 ? "best" : best > 0 ? "good" : ""}`}
              x={-0.48}
              y={-0.48}
              width={0.96}
              height={0.96}
              rx={0.2}
            />
            <Pips face={face} />
            {best > 0 && <path class="thrown-line" d="M-.34.66H.34" />}
          </Animated>
        );
      })}
      <Words class="plate-words" size={0.72} y={high - 0.32}>
        {words}
      </Words>
    </g>
  );
}

export const threw: Gesture<"threw"> = {
  duration: (shown) => 740 + 30 * Math.min(shown.dice.length, MOST),
  draw: (shown, ground) => <Plate shown={shown} ground={ground} />,
};
