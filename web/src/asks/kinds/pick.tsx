import type { JSX } from "preact";
import { t } from "../../strings";
import { same } from "../draft";
import { listed } from "../order";
import type { AskOf, Kind, WidgetProps } from "./kind";
import { marksOf, Options } from "./options";

type Ask = AskOf<"pick">;

function Pick({ ask, desk, game }: WidgetProps<Ask>): JSX.Element {
  const draft = desk.draft.value;
  const n = draft?.picked.length ?? 0;
  return (
    <>
      <p class="small muted" role="status">
        {t.asks.picked(n, ask.least, ask.most)}
      </p>
      <Options ask={ask} desk={desk} game={game} />
    </>
  );
}

const indices = (ask: Ask, values: unknown): number[] =>
  ask.options.flatMap((o, i) => (Array.isArray(values) && values.some((v) => same(v, o.value)) ? [i] : []));

export const pick: Kind<Ask> = {
  draft: (ask) => ({ picked: indices(ask, ask.default) }),
  value: (ask, { picked }) =>
    picked.length >= ask.least && picked.length <= ask.most
      ? picked.map((i) => ask.options[i]?.value) // in the order of the clicks: where it matters, the rules keep it
      : undefined,
  restore: (ask, _, value) => ({ picked: indices(ask, value) }),
  Widget: Pick,
  makings: (ask) => ask.options.map((o) => o.value),
  choices: (ask) => listed(ask.options),
  marks: (ask, draft) => marksOf(ask.options, (_, i) => draft.picked.includes(i)),
  checked: true,
  foreseen: true,
};
