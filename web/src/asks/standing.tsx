import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { t } from "../strings";
import { Button } from "../ui/parts";
import type { OptionWire, Token, Wire } from "../wire";
import type { Desk } from "./desk";
import { familiesOf } from "./order";

const FEW = 4;

/** A standing order in words: "6" is "at 6 or more", a mapping names its pieces. */
export function orderWords(order: unknown, tokens: ReadonlyMap<string, Token>): string {
  if (typeof order === "number") return t.orders.atLeast(order);
  if (typeof order === "boolean") return order ? t.asks.yes : t.asks.no;
  if (typeof order === "string") return tokens.get(order)?.label ?? t.words(order);
  if (Array.isArray(order)) return order.map((part) => orderWords(part, tokens)).join(", ");
  if (order === null || order === undefined) return t.orders.nothing;
  return Object.entries(order)
    .map(([id, what]) => `${tokens.get(id)?.label ?? t.words(id)}: ${orderWords(what, tokens)}`)
    .join("; ");
}

/** Plain answers that can be given once for all: not those about a piece, which is another one next time. */
function plain(ask: Wire, desk: Desk): { value: unknown; label: string }[] {
  if (ask.type === "confirm")
    return [
      { value: true, label: ask.yes ?? t.asks.yes },
      { value: false, label: ask.no ?? t.asks.no },
    ];
  if (ask.type !== "choose") return [];
  return ask.options.filter((o) => !(o.on && desk.here(o.on)) && !o.why?.length).slice(0, FEW);
}

function Conditions(props: { orders: readonly OptionWire[]; onTake: (order: OptionWire) => void }): JSX.Element {
  const [chosen, choose] = useState(0);
  const all = props.orders.map((option, i) => ({ option, i }));
  const families = familiesOf(all) ?? [{ name: "", members: all }];
  const entry =
    (name: string) =>
    ({ option, i }: (typeof all)[number]) => (
      <option key={i} value={i}>
        {name ? option.label.slice(name.length + 2) : option.label}
      </option>
    );
  return (
    <div class="row">
      <label class="grow">
        <span class="hidden-label">{t.orders.condition}</span>
        <select value={chosen} onChange={(e) => choose(Number(e.currentTarget.value))}>
          {families.map(({ name, members }) =>
            name ? (
              <optgroup key={name} label={name}>
                {members.map(entry(name))}
              </optgroup>
            ) : (
              members.map(entry(""))
            ),
          )}
        </select>
      </label>
      <Button label={t.orders.give} onClick={() => props.orders[chosen] && props.onTake(props.orders[chosen])} />
    </div>
  );
}

/** "Answer this for me from now on": standing orders by the key of the decision, some with a condition. */
export function Standing(props: { ask: Wire; desk: Desk }): JSX.Element | null {
  const { ask, desk } = props;
  const view = desk.table.view.value;
  // Where several people act at once, an order would act again and again.
  if (!view || ask.aside || view.asks.filter((a) => !a.aside).length > 1 || typeof ask.until === "number") return null;
  const options = plain(ask, desk);
  const conditions = ask.orders ?? [];
  if (!options.length && !conditions.length) return null;
  const key = ask.key.split(":")[0] ?? ask.key;
  const stands = view.orders[key];
  return (
    <details class="standing small" open={stands !== undefined}>
      <summary>{t.orders.offer}</summary>
      <p class="muted">{t.orders.about(key)}</p>
      {stands !== undefined && (
        <p class="row">
          <span class="grow">{t.orders.stands(key, orderWords(stands, view.tokens))}</span>
          <Button label={t.orders.end} onClick={() => void desk.table.order(key)} />
        </p>
      )}
      <div class="row">
        {options.map((o, i) => (
          <Button key={i} label={t.orders.always(o.label)} onClick={() => void desk.table.order(key, o.value)} />
        ))}
      </div>
      {conditions.length > 0 && <Conditions orders={conditions} onTake={(o) => void desk.table.order(key, o.value)} />}
    </details>
  );
}
