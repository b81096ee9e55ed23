import type { JSX } from "preact";
import { t } from "../../strings";
import { Button } from "../../ui/parts";
import { same } from "../draft";
import type { AskOf, Kind, WidgetProps } from "./kind";

type Ask = AskOf<"arrange">;

function Arrange({ ask, desk }: WidgetProps<Ask>): JSX.Element {
  const order = desk.draft.value?.order ?? [];
  const locked = new Set(ask.locked ?? []);
  const free = order.map((_, i) => i).filter((i) => !locked.has(i));
  const swap = (i: number, by: number) => {
    const j = free[free.indexOf(i) + by];
    if (j === undefined) return;
    const next = [...order];
    [next[i], next[j]] = [next[j] as number, next[i] as number];
    desk.set({ order: next });
  };
  return (
    <ol class="arrange">
      {order.map((item, i) => {
        const label = ask.items[item]?.label ?? "";
        return (
          <li key={item}>
            <span class="mono muted">{i + 1}</span>
            <span class="grow">{label}</span>
            {locked.has(i) ? (
              <span class="small muted">{t.asks.locked}</span>
            ) : (
              <>
                <Button icon="up" label={t.asks.up(label)} disabled={free[0] === i} onClick={() => swap(i, -1)} />
                <Button
                  icon="down"
                  label={t.asks.down(label)}
                  disabled={free.at(-1) === i}
                  onClick={() => swap(i, 1)}
                />
              </>
            )}
          </li>
        );
      })}
    </ol>
  );
}

export const arrange: Kind<Ask> = {
  draft: (ask) => ({ order: ask.items.map((_, i) => i) }),
  value: (ask, draft) => draft.order.map((i) => ask.items[i]?.value),
  restore: (ask, _, value) => ({
    order: (value as unknown[]).map((v) => ask.items.findIndex((o) => same(v, o.value))),
  }),
  Widget: Arrange,
  makings: (ask) => ask.items.map((o) => o.value),
  checked: true,
};
