import { closed, same } from "../draft";
import { listed } from "../order";
import type { AskOf, Kind } from "./kind";
import { marksOf, Options } from "./options";

type Ask = AskOf<"choose">;

function firstChoice({ options, default: preset }: Ask, here: (id: string) => boolean): number {
  const given = preset === undefined ? -1 : options.findIndex((o) => same(o.value, preset));
  if (given >= 0) return given;
  // Something on the table rather than "end the turn", which many games list beside it.
  const on = options.findIndex((o) => o.on && here(o.on) && !closed(o));
  return on >= 0 ? on : options.findIndex((o) => !closed(o));
}

export const choose: Kind<Ask> = {
  draft: (ask, here) => ({ choice: firstChoice(ask, here) }),
  value: (ask, draft) => ask.options[draft.choice]?.value,
  restore(ask, draft, value) {
    const i = ask.options.findIndex((o) => same(o.value, value));
    return { choice: i < 0 ? draft.choice : i };
  },
  Widget: Options,
  makings: (ask) => ask.options.map((o) => o.value),
  choices: (ask) => listed(ask.options),
  marks: (ask, draft, filter) => marksOf(ask.options, (o, i) => draft.choice === i && filter === o.on),
  direct: true,
};
