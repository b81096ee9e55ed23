import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { t } from "../../strings";
import { Button } from "../../ui/parts";
import type { AskOf, Kind, WidgetProps } from "./kind";
import "./roll.css";

type Ask = AskOf<"roll">;

/** Real dice: each face typed or tapped. A face that no more digits can follow leads on to the next die. */
function TypedRoll({ ask, desk }: WidgetProps<Ask>): JSX.Element {
  const faces = desk.draft.value?.faces ?? [];
  const sides = ask.sides ?? 6;
  const dice = useRef<HTMLOListElement>(null);
  const [wrong, setWrong] = useState("");
  const type = (i: number, field: HTMLInputElement) => {
    const face = field.valueAsNumber;
    const right = Number.isInteger(face) && face >= 1 && face <= sides;
    setWrong(right || field.value === "" ? "" : t.asks.wrongFace(field.value, sides));
    desk.set({ faces: faces.with(i, right ? face : null) });
    if (right && face * 10 > sides) dice.current?.querySelectorAll("input")[i + 1]?.focus();
  };
  const name = (face: number | null) =>
    ask.classes?.find((c) => face !== null && face >= c.low && face <= c.high)?.name ?? "";
  return (
    <>
      <p class="small muted">{t.asks.rollHow(ask.dice, sides)}</p>
      <ol class="typed-dice" ref={dice}>
        {faces.map((face, i) => (
          <li key={i}>
            <input
              type="number"
              inputMode="numeric"
              min={1}
              max={sides}
              value={face ?? ""}
              aria-label={t.asks.die(i + 1)}
              onInput={(e) => type(i, e.currentTarget)}
              onFocus={(e) => e.currentTarget.select()}
            />
            <span class="small muted">{name(face)}</span>
          </li>
        ))}
      </ol>
      <p class="small wrong-face" role="alert">
        {wrong}
      </p>
      {sides <= 12 && (
        <div class="row" role="group" aria-label={t.asks.faces}>
          {Array.from({ length: sides }, (_, k) => (
            <Button key={k} label={`${k + 1}`} disabled={!faces.includes(null)} onClick={() => desk.rolled(k + 1)} />
          ))}
          <Button icon="undo" label={t.asks.lastDie} onClick={() => desk.rolled(null)} />
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
