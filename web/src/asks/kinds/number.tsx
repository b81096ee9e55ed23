import type { JSX } from "preact";
import { t } from "../../strings";
import type { AskOf, Kind, WidgetProps } from "./kind";
import { Stepper } from "./stepper";

type Ask = AskOf<"number">;

function NumberAsk({ ask, desk }: WidgetProps<Ask>): JSX.Element {
  const value = desk.draft.value?.number ?? ask.low;
  return (
    <div class="row">
      <Stepper
        label={t.asks.number(ask.low, ask.high)}
        value={value}
        low={ask.low}
        high={ask.high}
        onChange={(number) => desk.set({ number })}
      />
      <span class="small muted">{t.asks.number(ask.low, ask.high)}</span>
    </div>
  );
}

export const number: Kind<Ask> = {
  draft: (ask) => ({ number: typeof ask.default === "number" ? ask.default : ask.low }),
  value: (_, draft) => draft.number,
  restore: (_ask, _draft, value) => ({ number: value as number }),
  Widget: NumberAsk,
};
