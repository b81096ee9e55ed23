import type { JSX } from "preact";
import { t } from "../strings";
import { Button } from "../ui/parts";
import type { ChooseWire, Wire } from "../wire";
import type { Desk } from "./desk";
import { closed } from "./draft";
import { isQuick, questionOf, wordsOf } from "./order";

/** Words of the other seats of one side that the same person holds, such as DONE: they need no change of seat. */
function beside(desk: Desk): { ask: ChooseWire; option: ChooseWire["options"][number]; who: string }[] {
  const { room, views, seat } = desk.table;
  if (!room.value?.together) return [];
  const held = Object.values(views.value).filter((v) => v.seat !== seat.value);
  const single = held.flatMap((v) =>
    v.asks.filter(
      (a): a is ChooseWire => a.type === "choose" && !a.aside && a.options.length === 1 && !v.locked.includes(a.id),
    ),
  );
  return single.flatMap((ask) =>
    ask.options.map((option) => ({
      ask,
      option,
      who: room.value?.seats.find((s) => s.seat === ask.seat)?.title ?? "",
    })),
  );
}

/** What else stands open: words to say at once, then the decisions to turn to. */
export function Asides(props: { desk: Desk; main: Wire }): JSX.Element | null {
  const { desk, main } = props;
  const view = desk.table.view.value;
  const others = (view?.asks ?? []).filter((a) => a.id !== main.id);
  if (!others.length && !beside(desk).length) return null;
  const quick = others.filter(isQuick).filter((a) => !a.aside && !view?.locked.includes(a.id));
  const elsewhere = beside(desk);
  const long = others.filter((a) => !quick.includes(a as ChooseWire));
  return (
    <div class="asides" role="group" aria-label={t.asks.several}>
      {elsewhere.length > 0 && (
        <div class="row">
          {elsewhere.map(({ ask, option, who }, i) => (
            <button
              key={`${ask.id}-${i}`}
              type="button"
              class="button aside"
              title={ask.prompt}
              aria-disabled={closed(option)}
              disabled={desk.table.busy.value}
              data-key={ask.key}
              onClick={() => void desk.table.act(ask, option.value)}
            >
              {who}: {wordsOf(ask, option.label)}
            </button>
          ))}
        </div>
      )}
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
            <Button
              key={ask.id}
              label={questionOf(ask.prompt).question}
              kind="quiet"
              onClick={() => (desk.wanted.value = ask.id)}
            />
          ))}
        </div>
      )}
    </div>
  );
}
