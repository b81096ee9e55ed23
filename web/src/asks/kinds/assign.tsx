import type { JSX } from "preact";
import { t } from "../../strings";
import { Button } from "../../ui/parts";
import type { AskOf, Kind, WidgetProps } from "./kind";
import { Stepper } from "./stepper";

type Ask = AskOf<"assign">;

function left(total: number, counts: Readonly<Record<string, number>>): number {
  return total - Object.values(counts).reduce((a, b) => a + b, 0);
}

function Assign({ ask, desk }: WidgetProps<Ask>): JSX.Element {
  const counts = desk.draft.value?.counts ?? {};
  const rest = left(ask.total, counts);
  return (
    <>
      <p class="small" role="status">
        {t.asks.left(rest, ask.total, ask.unit)}
      </p>
      <ul class="buckets">
        {ask.buckets.map((bucket) => {
          const value = counts[bucket.value] ?? 0;
          const high = Math.min(bucket.max ?? ask.total, value + rest);
          return (
            <li key={bucket.value}>
              <span class="grow">{bucket.label}</span>
              <Stepper
                label={bucket.label}
                value={value}
                low={bucket.min ?? 0}
                high={high}
                onChange={(n) => desk.set({ counts: { ...counts, [bucket.value]: n } })}
              />
              <Button
                label={t.asks.all}
                disabled={high <= value}
                onClick={() => desk.set({ counts: { ...counts, [bucket.value]: high } })}
              />
            </li>
          );
        })}
      </ul>
    </>
  );
}

export const assign: Kind<Ask> = {
  draft: (ask) => ({ counts: Object.fromEntries(ask.buckets.map((b) => [b.value, b.min ?? 0])) }),
  value: (ask, { counts }) => (left(ask.total, counts) === 0 || ask.partly ? counts : undefined),
  restore: (_ask, _draft, value) => ({ counts: value as Record<string, number> }),
  Widget: Assign,
  makings: (ask) => [ask.total, ask.buckets],
  marks: (ask, { counts }) =>
    ask.buckets.flatMap((b) => (b.on ? [[b.on, counts[b.value] ? "chosen" : "offered"] as const] : [])),
  checked: true,
  foreseen: true,
};
