import type { JSX } from "preact";
import { useId } from "preact/hooks";
import { store, stored } from "../stored";
import { SelectField } from "../ui/fields";
import { book, level, type PrintedPlan, plan } from "./generator";
import { Stepper } from "./parts";
import { printable, type TableSetup } from "./play";
import { c } from "./strings";

const KEY = "xenotable.companion.plans"; // plans of the box that were entered on this device
const MOST = 20;
export const EVEN = "beachhead"; // of our plans the one that adds nothing

export const blankPlan = (): PrintedPlan => ({ name: "", clock: 6, orbit: 0, panic: [0, 0, 0, 0, 0, 0] });

/** The plans entered before, the last one first; what is damaged is passed over. */
function rememberedPlans(difficulty: string): PrintedPlan[] {
  const like = { difficulty, plan: EVEN } as TableSetup;
  return stored<PrintedPlan[]>(KEY, []).filter((p) => p && printable(p, like));
}

/** Entered once, it need not be entered again. */
export function rememberPlan(card: PrintedPlan, difficulty: string): void {
  const others = rememberedPlans(difficulty).filter((p) => p.name !== card.name);
  store(KEY, [card, ...others].slice(0, MOST));
}

/** What stands on an invasion plan of the box. */
export function PrintedForm(props: {
  setup: TableSetup;
  card: PrintedPlan;
  onChange: (card: PrintedPlan, like: string) => void;
}): JSX.Element {
  const { setup, card, onChange } = props;
  const names = useId();
  const known = rememberedPlans(setup.difficulty);
  const change = (part: Partial<PrintedPlan>) => onChange({ ...card, ...part }, setup.plan);
  const named = (name: string) => change(known.find((p) => p.name === name) ?? { name });
  const most = 7 - level(setup.difficulty).start_panic;
  return (
    <fieldset class="co-card stack">
      <legend>{c.choose.printed}</legend>
      <label class="field">
        <span>{c.choose.name}</span>
        <input
          type="text"
          maxLength={40}
          required
          list={names}
          value={card.name}
          onInput={(e) => named(e.currentTarget.value)}
        />
        <datalist id={names}>
          {known.map((p) => (
            <option key={p.name} value={p.name} />
          ))}
        </datalist>
      </label>
      <Stepper
        label={c.choose.clock}
        value={card.clock}
        low={1}
        high={20}
        onChange={(clock) => change({ clock: between(1, clock, 20) })}
      />
      <Stepper
        label={c.choose.orbit}
        value={card.orbit}
        high={8}
        onChange={(orbit) => change({ orbit: between(0, orbit, 8) })}
      />
      {book.continents.map((x, i) => (
        <Stepper
          key={x.id}
          label={c.choose.panic(x.name)}
          value={card.panic[i] ?? 0}
          high={most}
          onChange={(n) => change({ panic: card.panic.map((old, k) => (k === i ? between(0, n, most) : old)) })}
        />
      ))}
      <SelectField
        label={c.choose.like}
        value={setup.plan}
        options={book.plans.map((p) => p.id)}
        words={(id) => `${plan(id).name}: ${plan(id).about}`}
        onTake={(id) => onChange(card, id)}
      />
    </fieldset>
  );
}

const between = (low: number, n: number, high: number): number =>
  Number.isInteger(n) ? Math.max(low, Math.min(high, n)) : low;
