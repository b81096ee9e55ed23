import type { JSX } from "preact";
import { t } from "../strings";
import { Button } from "../ui/parts";

interface Props {
  value: unknown;
  onChange: (value: unknown) => void;
  label?: string;
}

const words = (key: string) => key.replaceAll("_", " ");

/** What an item of a list is called: by its own name if it has one. */
function called(item: unknown, i: number): string {
  const named = item as { name?: unknown; id?: unknown } | null;
  const name = typeof item === "object" && named ? (named.name ?? named.id) : typeof item === "string" ? item : "";
  return name ? `${i + 1}. ${String(name)}` : `${i + 1}`;
}

function List(props: Props & { items: unknown[] }): JSX.Element {
  const { items, onChange, label = "" } = props;
  const without = (i: number) => onChange(items.filter((_, k) => k !== i));
  return (
    <fieldset class="nest">
      <legend>{words(label)}</legend>
      {items.map((item, i) => (
        <div key={i} class="nest-item">
          {typeof item === "object" && item !== null ? (
            <details>
              <summary>{called(item, i)}</summary>
              <SetupForm value={item} label={called(item, i)} onChange={(next) => onChange(items.map((o, k) => (k === i ? next : o)))} />
            </details>
          ) : (
            <SetupForm value={item} label={`${label} ${i + 1}`} onChange={(next) => onChange(items.map((o, k) => (k === i ? next : o)))} />
          )}
          <Button icon="close" label={t.create.remove(called(item, i))} kind="quiet" onClick={() => without(i)} />
        </div>
      ))}
      {items.length > 0 && <Button icon="plus" label={t.create.more(words(label))} text={t.create.more(words(label))} onClick={() => onChange([...items, items.at(-1)])} />}
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
        <input type="number" step="any" value={value} onInput={(e) => Number.isFinite(e.currentTarget.valueAsNumber) && onChange(e.currentTarget.valueAsNumber)} />
      </label>
    );
  if (typeof value === "string")
    return (
      <label class="field">
        <span>{words(label)}</span>
        <input type="text" value={value} onInput={(e) => onChange(e.currentTarget.value)} />
      </label>
    );
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
