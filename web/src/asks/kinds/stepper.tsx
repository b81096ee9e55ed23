import type { JSX } from "preact";
import { t } from "../../strings";
import { Button } from "../../ui/parts";
import "./stepper.css";

/** A number with buttons either side; typing works too. */
export function Stepper(props: {
  label: string;
  value: number;
  low: number;
  high: number;
  onChange: (n: number) => void;
}): JSX.Element {
  const { value, low, high } = props;
  const to = (n: number) => props.onChange(Math.max(low, Math.min(high, n)));
  return (
    <span class="stepper">
      <Button icon="minus" label={t.asks.less(props.label)} disabled={value <= low} onClick={() => to(value - 1)} />
      <input
        type="number"
        inputMode="numeric"
        aria-label={props.label}
        min={low}
        max={high}
        value={value}
        onInput={(e) => Number.isFinite(e.currentTarget.valueAsNumber) && to(Math.round(e.currentTarget.valueAsNumber))}
      />
      <Button icon="plus" label={t.asks.more(props.label)} disabled={value >= high} onClick={() => to(value + 1)} />
    </span>
  );
}
