import type { JSX } from "preact";
import { link } from "../../router";
import { t } from "../../strings";
import type { AskOf, Kind, WidgetProps } from "./kind";

type Ask = AskOf<"play">;

/** A battle within a campaign: the result as the server wants it. */
function PlayBattle({ ask, desk }: WidgetProps<Ask>): JSX.Element {
  const battle = desk.table.room.value?.battle;
  return (
    <>
      <p>
        {t.asks.battle(ask.game)} {battle && t.asks.comesBack}
      </p>
      {battle && (
        <a class="button primary" {...link(`/table/${battle}`)}>
          {t.asks.toBattle}
        </a>
      )}
      <details open={!battle}>
        <summary>{t.asks.battleResult}</summary>
        <label class="field">
          <span>{t.asks.battleResult}</span>
          <textarea
            rows={5}
            value={desk.draft.value?.text ?? ""}
            onInput={(e) => desk.set({ text: e.currentTarget.value })}
          />
        </label>
      </details>
    </>
  );
}

export const play: Kind<Ask> = {
  draft: () => ({}),
  value(_, draft) {
    try {
      return JSON.parse(draft.text) as unknown;
    } catch {
      return undefined;
    }
  },
  restore: (_ask, _draft, value) => ({ text: JSON.stringify(value, null, 1) }),
  Widget: PlayBattle,
  checked: true,
};
