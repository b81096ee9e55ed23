import type { JSX } from "preact";
import { t } from "../../strings";
import { Button } from "../../ui/parts";
import type { AskOf, Kind, WidgetProps } from "./kind";
import "./roll.css";

type Ask = AskOf<"roll">;

/** Real dice: each face typed or tapped. */
function TypedRoll({ ask, desk }: WidgetProps<Ask>): JSX.Element {
  const faces = desk.draft.value?.faces ?? [];
  const sides = ask.sides ?? 6;
  const put = (i: number, face: number | null) => desk.set({ faces: faces.map((f, k) => (k === i ? face : f)) });
  const next = faces.indexOf(null);
  const name = (face: number | null) =>
    ask.classes?.find((c) => face !== null && face >= c.low && face <= c.high)?.name ?? "";
  return (
    <>
      <p class="small muted">{t.asks.rollHow(ask.dice, sides)}</p>
      <ol class="typed-dice">
        {faces.map((face, i) => (
          <li key={i}>
            <input
              type="number"
              inputMode="numeric"
              min={1}
              max={sides}
              value={face ?? ""}
              aria-label={t.asks.die(i + 1)}
              onInput={(e) => {
                const v = e.currentTarget.valueAsNumber;
                put(i, Number.isInteger(v) && v >= 1 && v <= sides ? v : null);
              }}
            />
            <span class="small muted">{name(face)}</span>
          </li>
        ))}
      </ol>
      {sides <= 12 && (
        <div class="row" role="group" aria-label={t.asks.faces}>
          {Array.from({ length: sides }, (_, k) => (
            <Button key={k} label={`${k + 1}`} disabled={next < 0} onClick={() => put(next, k + 1)} />
          ))}
          <Button icon="undo" label={t.asks.lastDie} onClick={() => put((next < 0 ? faces.length : next) - 1, null)} />
        </div>
      )}
    </>
  );
}

export const roll: Kind<Ask> = {
  draft: (ask) => ({ faces: Array.from({ length: ask.dice }, () => null) }),
  value: (_, { faces }) => (faces.every((f) => f !== null) ? faces : undefined),
  restore: (_ask, _draft, value) => ({ faces: value as number[] }),
  Widget: TypedRoll,
};
