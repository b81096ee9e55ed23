import type { JSX } from "preact";
import { change, settings } from "../settings";
import { t } from "../strings";

interface Choosing<T> {
  value: T;
  options: readonly T[];
  words: (option: T) => string;
  onTake: (option: T) => void;
}

/** One of several, as a list that opens. */
export function Select<T extends string | number>(props: Choosing<T> & { label?: string }): JSX.Element {
  const { options } = props;
  return (
    <select
      value={props.value}
      aria-label={props.label}
      onChange={(e) => props.onTake(options[e.currentTarget.selectedIndex] as T)}
    >
      {options.map((one) => (
        <option key={one} value={one}>
          {props.words(one)}
        </option>
      ))}
    </select>
  );
}

export function SelectField<T extends string | number>(props: Choosing<T> & { label: string }): JSX.Element {
  const { label, ...choosing } = props;
  return (
    <label class="field">
      <span>{label}</span>
      <Select {...choosing} />
    </label>
  );
}

/** What somebody is called at this device. */
export function NameField(): JSX.Element {
  return (
    <label class="field">
      <span>{t.settings.name}</span>
      <input
        type="text"
        maxLength={40}
        value={settings.value.name}
        onInput={(e) => change({ name: e.currentTarget.value })}
      />
    </label>
  );
}
