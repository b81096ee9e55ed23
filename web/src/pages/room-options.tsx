import type { JSX } from "preact";
import { t } from "../strings";
import type { Options } from "../wire";

type Pace = NonNullable<Options["pace"]>;

const GRACES: Record<Pace, number[]> = {
  live: [60, 120, 300, 900, 3600],
  correspondence: [86_400, 3 * 86_400, 7 * 86_400, 14 * 86_400],
};
const usual = (pace: Pace) => GRACES[pace][1] ?? 120;

export const USUAL: Options = {
  dice: "server",
  undo: "consent",
  seconds: null,
  pace: "live",
  grace: usual("live"),
  claim: true,
};

/** How the dice are rolled, what may be taken back, how long a decision may take, and what if somebody stays away. */
export function RoomOptions(props: { options: Options; onChange: (options: Options) => void }): JSX.Element {
  const { options, onChange } = props;
  return (
    <>
      <label class="field">
        <span>{t.create.dice}</span>
        <select
          value={options.dice}
          onChange={(e) => onChange({ ...options, dice: e.currentTarget.value as "server" })}
        >
          <option value="server">{t.create.diceServer}</option>
          <option value="typed">{t.create.diceTyped}</option>
        </select>
      </label>
      <label class="field">
        <span>{t.create.undo}</span>
        <select value={options.undo} onChange={(e) => onChange({ ...options, undo: e.currentTarget.value as "free" })}>
          {(["free", "consent", "strict"] as const).map((u) => (
            <option key={u} value={u}>
              {t.create.undos[u]}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        <span>{t.create.seconds}</span>
        <select
          value={String(options.seconds ?? "")}
          onChange={(e) =>
            onChange({ ...options, seconds: e.currentTarget.value ? Number(e.currentTarget.value) : null })
          }
        >
          <option value="">{t.create.noLimit}</option>
          {[30, 60, 120, 300].map((s) => (
            <option key={s} value={s}>
              {t.duration(s)}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        <span>{t.create.pace}</span>
        <select
          value={options.pace}
          onChange={(e) =>
            onChange({ ...options, pace: e.currentTarget.value as Pace, grace: usual(e.currentTarget.value as Pace) })
          }
        >
          {(["live", "correspondence"] as const).map((p) => (
            <option key={p} value={p}>
              {t.create.paces[p]}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        <span>{t.create.grace}</span>
        <select
          value={options.grace ?? 0}
          onChange={(e) => onChange({ ...options, grace: Number(e.currentTarget.value) })}
        >
          {GRACES[options.pace ?? "live"].map((s) => (
            <option key={s} value={s}>
              {t.duration(s)}
            </option>
          ))}
        </select>
      </label>
      <label class="row">
        <input
          type="checkbox"
          checked={options.claim ?? true}
          onChange={(e) => onChange({ ...options, claim: e.currentTarget.checked })}
        />
        <span class="grow">{t.create.claim}</span>
      </label>
    </>
  );
}
