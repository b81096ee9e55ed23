import type { JSX } from "preact";
import { t } from "../strings";
import { Button } from "../ui/parts";
import type { ChooseWire, Wire } from "../wire";
import type { Desk } from "./desk";
import { closed } from "./draft";
import { isQuick, wordsOf } from "./order";

/** What else stands open: words to say at once, then the decisions to turn to. */
export function Asides(props: { desk: Desk; main: Wire }): JSX.Element | null {
  const { desk, main } = props;
  const view = desk.table.view.value;
  const others = (view?.asks ?? []).filter((a) => a.id !== main.id);
  if (!others.length) return null;
  const quick = others.filter(isQuick).filter((a) => !view?.locked.includes(a.id));
  const long = others.filter((a) => !quick.includes(a as ChooseWire));
  return (
    <div class="asides" role="group" aria-label={t.asks.several}>
      {quick.length > 0 && (
        <div class="row">
          {quick.flatMap((ask) =>
            ask.options.map((option, i) => (
              <button
                key={`${ask.id}-${i}`}
                type="button"
                class="button aside"
                title={[ask.prompt, ...(option.why ?? []).map((w) => w.says)].join(" ")}
                aria-disabled={closed(option)}
                disabled={desk.table.busy.value}
                data-key={ask.key}
                onClick={() => void desk.table.act(ask, option.value)}
              >
                {wordsOf(ask, option.label)}
              </button>
            )),
          )}
        </div>
      )}
      {long.length > 0 && (
        <div class="row">
          <span class="small muted">{t.asks.also}</span>
          {long.map((ask) => (
            <Button key={ask.id} label={ask.prompt} kind="quiet" onClick={() => (desk.wanted.value = ask.id)} />
          ))}
        </div>
      )}
    </div>
  );
}
