import { createContext, type JSX } from "preact";
import { useContext, useId } from "preact/hooks";
import { t } from "../strings";
import { Button } from "../ui/parts";

interface Props {
  value: unknown;
  onChange: (value: unknown) => void;
  label?: string;
}

/** What stands under each name in the set-ups that the game offers: words to suggest, and whole parts to take over. */
export const Known = createContext<ReadonlyMap<string, readonly unknown[]>>(new Map());

export function knownIn(setups: readonly unknown[]): Map<string, unknown[]> {
  const known = new Map<string, Map<string, unknown>>();
  const note = (key: string, value: unknown) => {
    if (!known.has(key)) known.set(key, new Map());
    known.get(key)?.set(JSON.stringify(value), value);
  };
  const walk = (value: unknown, key: string): void => {
    if (Array.isArray(value))
      for (const item of value) {
        note(key, item);
        walk(item, key);
      }
    else if (value !== null && typeof value === "object")
      for (const [k, v] of Object.entries(value)) {
        if (typeof v === "string" && v) note(k, v);
        walk(v, k);
      }
  };
  for (const setup of setups) walk(setup, "");
  return new Map([...known].map(([key, values]) => [key, [...values.values()]]));
}

const words = (key: string) => key.replaceAll("_", " ");

/** What an item of a list is called: by its own name if it has one. */
function called(item: unknown, i: number): string {
  const named = item as { name?: unknown; id?: unknown } | null;
  const name = typeof item === "object" && named ? (named.name ?? named.id) : typeof item === "string" ? item : "";
  return name ? `${i + 1}. ${String(name)}` : `${i + 1}`;
}

/** A ready part instead of this one: another army, another unit. */
function TakeOver(props: {
  items: readonly unknown[];
  label: string;
  onTake: (item: unknown) => void;
}): JSX.Element | null {
  const named = [...new Map(props.items.map((item) => [called(item, 0).slice(3), item])).entries()].filter(
    ([name]) => name,
  );
  if (named.length < 2) return null;
  return (
    <label class="field">
      <span>{t.create.instead}</span>
      <select
        value=""
        aria-label={t.create.insteadOf(props.label)}
        onChange={(e) => props.onTake(named[Number(e.currentTarget.value)]?.[1])}
      >
        <option value="">{t.create.asItIs}</option>
        {named.map(([name], i) => (
          <option key={name} value={i}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function Text(props: { value: string; label: string; onChange: (value: string) => void }): JSX.Element {
  const id = useId();
  const key = props.label.replace(/ \d+$/, "");
  const offered = (useContext(Known).get(key) ?? []).filter((v): v is string => typeof v === "string");
  const some = offered.length > 1 && key !== "name" ? offered : [];
  return (
    <label class="field">
      <span>{words(props.label)}</span>
      <input
        type="text"
        value={props.value}
        list={some.length ? id : undefined}
        onInput={(e) => props.onChange(e.currentTarget.value)}
      />
      {some.length > 0 && (
        <datalist id={id}>
          {some.map((v) => (
            <option key={v} value={v} />
          ))}
        </datalist>
      )}
    </label>
  );
}

function List(props: Props & { items: unknown[] }): JSX.Element {
  const { items, onChange, label = "" } = props;
  const known = useContext(Known);
  const next = items.at(-1) ?? known.get(label)?.[0];
  const without = (i: number) => onChange(items.filter((_, k) => k !== i));
  return (
    <fieldset class="nest">
      <legend>{words(label)}</legend>
      {items.map((item, i) => (
        <div key={i} class="nest-item">
          {typeof item === "object" && item !== null ? (
            <details>
              <summary>{called(item, i)}</summary>
              <TakeOver
                items={(known.get(label) ?? []).filter((o) => typeof o === "object")}
                label={called(item, i)}
                onTake={(next) => onChange(items.map((o, k) => (k === i ? next : o)))}
              />
              <SetupForm
                value={item}
                label={called(item, i)}
                onChange={(next) => onChange(items.map((o, k) => (k === i ? next : o)))}
              />
            </details>
          ) : (
            <SetupForm
              value={item}
              label={`${label} ${i + 1}`}
              onChange={(next) => onChange(items.map((o, k) => (k === i ? next : o)))}
            />
          )}
          <Button icon="close" label={t.create.remove(called(item, i))} kind="quiet" onClick={() => without(i)} />
        </div>
      ))}
      {next !== undefined && (
        <Button
          icon="plus"
          label={t.create.more(words(label))}
          text={t.create.more(words(label))}
          onClick={() => onChange([...items, next])}
        />
      )}
    </fieldset>
  );
}

/** A set-up as a form, whatever its shape: numbers, words and switches as fields, lists and parts within. The server
 * judges it, with reasons. */
export function SetupForm(props: Props): JSX.Element | null {
  const { value, onChange, label = t.create.setup } = props;
  if (typeof value === "boolean")
    return (
      <label class="row">
        <input type="checkbox" checked={value} onChange={(e) => onChange(e.currentTarget.checked)} /> {words(label)}
      </label>
    );
  if (typeof value === "number")
    return (
      <label class="field">
        <span>{words(label)}</span>
        <input
          type="number"
          step="any"
          value={value}
          onInput={(e) => Number.isFinite(e.currentTarget.valueAsNumber) && onChange(e.currentTarget.valueAsNumber)}
        />
      </label>
    );
  if (typeof value === "string") return <Text value={value} label={label} onChange={onChange} />;
  if (Array.isArray(value)) return <List {...props} label={label} items={value as unknown[]} />;
  if (value !== null && typeof value === "object")
    return (
      <fieldset class="nest">
        <legend>{words(label)}</legend>
        {Object.entries(value).map(([k, v]) => (
          <SetupForm key={k} value={v} label={k} onChange={(next) => onChange({ ...value, [k]: next })} />
        ))}
      </fieldset>
    );
  return null;
}
