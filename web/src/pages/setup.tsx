import type { JSX } from "preact";
import { t } from "../strings";

const words = (key: string) => key.replaceAll("_", " ");

/** A set-up as a form, whatever its shape: numbers, words and switches as fields, the rest within. The server judges it. */
export function SetupForm(props: { value: unknown; onChange: (value: unknown) => void; label?: string }): JSX.Element | null {
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
  if (Array.isArray(value))
    return (
      <fieldset class="nest">
        <legend>{words(label)}</legend>
        {value.map((v: unknown, i) => (
          <SetupForm key={i} value={v} label={`${i + 1}`} onChange={(next) => onChange(value.map((o: unknown, k) => (k === i ? next : o)))} />
        ))}
      </fieldset>
    );
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
