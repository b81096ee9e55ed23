import type { JSX } from "preact";
import { t } from "../../strings";
import type { AskOf, Kind, WidgetProps } from "./kind";

type Ask = AskOf<"confirm">;

function Confirm({ ask, desk }: WidgetProps<Ask>): JSX.Element {
  const draft = desk.draft.value;
  const option = (i: number, label: string) => (
    <button
      type="button"
      class={`button ${draft?.choice === i ? "primary" : ""}`}
      data-option={i}
      onClick={() => desk.option(i)}
      onMouseEnter={() => void desk.look(i)}
      onMouseLeave={() => void desk.look(null)}
      onFocus={() => void desk.look(i)}
    >
      <kbd aria-hidden>{i + 1}</kbd> {label}
    </button>
  );
  return (
    <div class="row answers">
      {option(0, ask.yes ?? t.asks.yes)}
      {option(1, ask.no ?? t.asks.no)}
    </div>
  );
}

export const confirm: Kind<Ask> = {
  draft: (ask) => ({ choice: ask.default === false ? 1 : 0 }),
  value: (_, draft) => draft.choice === 0,
  restore: (_ask, _draft, value) => ({ choice: value === false ? 1 : 0 }),
  Widget: Confirm,
  choices: () => [0, 1],
  direct: true,
};
