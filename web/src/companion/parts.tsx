import type { ComponentChildren, JSX } from "preact";
import { useId, useState } from "preact/hooks";
import { RuleText } from "../ui/overlays";
import { Button } from "../ui/parts";
import type { RuleWire } from "../wire";
import { book, CONTINENTS } from "./generator";
import { type Entry, entryOf, SECONDS } from "./play";
import { put } from "./store";
import { c } from "./strings";

const TEXTS = book.rules as Record<string, Omit<RuleWire, "id">>;

export const nameOf = (place: string): string => book.continents.find((x) => x.id === place)?.name ?? "Orbit";

/** Places with how often each is meant: "Asia ×2, Orbit". */
export function counted(places: readonly string[]): [string, number][] {
  return [...CONTINENTS, "orbit"]
    .map((p): [string, number] => [p, places.filter((x) => x === p).length])
    .filter(([, n]) => n > 0);
}

export const inWords = (places: readonly string[]): string =>
  counted(places)
    .map(([p, n]) => (n > 1 ? `${nameOf(p)} ×${n}` : nameOf(p)))
    .join(", ");

function Texts(props: { ids: readonly string[] }): JSX.Element {
  return (
    <div class="co-rules">
      <h2 class="hidden-label">{c.rules}</h2>
      {props.ids.map((id) => {
        const text = TEXTS[id];
        return text && <RuleText key={id} rule={{ id, ...text }} />;
      })}
    </div>
  );
}

/** The catalogue's own words, folded away until somebody wants them. */
export function AtHand(props: { ids: readonly string[]; title?: string; open?: boolean }): JSX.Element {
  if (props.open) return <Texts ids={props.ids} />;
  return (
    <details class="co-hand">
      <summary>{props.title ?? c.rules}</summary>
      <Texts ids={props.ids} />
    </details>
  );
}

/** A number with a button on either side, big enough for a thumb. */
export function Stepper(props: {
  label: string;
  value: number;
  low?: number;
  high: number;
  onChange: (n: number) => void;
}): JSX.Element {
  const { label, value, low = 0, high, onChange } = props;
  const id = useId();
  return (
    <div class="co-stepper">
      <label for={id}>{label}</label>
      <Button icon="minus" label={c.less(label)} disabled={value <= low} onClick={() => onChange(value - 1)} />
      <input
        id={id}
        type="number"
        inputMode="numeric"
        min={low}
        max={high}
        value={value}
        onChange={(e) => onChange(e.currentTarget.valueAsNumber)}
      />
      <Button icon="plus" label={c.more(label)} disabled={value >= high} onClick={() => onChange(value + 1)} />
    </div>
  );
}

/** So many seconds, and a button for each entry of the Adjust panel that is made of them; `ahead`: of the next phase. */
export function Corrections(props: { of: (n: number) => Entry[]; ahead?: boolean }): JSX.Element {
  const [n, setN] = useState(20);
  return (
    <>
      <Stepper
        label={c.adjust.seconds}
        value={n}
        low={1}
        high={SECONDS}
        onChange={(v) => entryOf(["pause", v], true) && setN(v)}
      />
      <div class="row">
        {props.of(n).map((entry) => (
          <button key={entry.join()} type="button" class="button" onClick={() => put("adjust", entry)}>
            {c.adjust.entry(entry, props.ahead)}
          </button>
        ))}
      </div>
    </>
  );
}

interface Option<T> {
  value: T;
  label: ComponentChildren;
  about?: string | undefined;
  disabled?: boolean;
}

/** One of a few: radio buttons that look like buttons. */
export function Either<T extends string | number | boolean>(props: {
  legend: ComponentChildren;
  options: readonly Option<T>[];
  value: T;
  kind?: "wide" | "pairs" | "";
  onChange: (v: T) => void;
}): JSX.Element {
  const name = useId();
  return (
    <fieldset class={`co-either ${props.kind ?? ""}`}>
      <legend>{props.legend}</legend>
      <div class="co-options">
        {props.options.map((o) => (
          <label key={String(o.value)} class="co-option" data-value={String(o.value)}>
            <input
              type="radio"
              name={name}
              checked={o.value === props.value}
              disabled={o.disabled}
              onChange={() => props.onChange(o.value)}
            />
            <span>
              {o.label}
              {o.about && <small>{o.about}</small>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
