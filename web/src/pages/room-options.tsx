import type { JSX } from "preact";
import { t } from "../strings";
import { SelectField } from "../ui/fields";
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
  const pace = options.pace ?? "live";
  const change = (part: Partial<Options>) => onChange({ ...options, ...part });
  return (
    <>
      <SelectField
        label={t.create.dice}
        value={options.dice ?? "server"}
        options={["server", "typed"]}
        words={(dice) => (dice === "server" ? t.create.diceServer : t.create.diceTyped)}
        onTake={(dice) => change({ dice })}
      />
      <SelectField
        label={t.create.undo}
        value={options.undo ?? "free"}
        options={["free", "consent", "strict"]}
        words={(undo) => t.create.undos[undo]}
        onTake={(undo) => change({ undo })}
      />
      <SelectField
        label={t.create.seconds}
        value={options.seconds ?? 0}
        options={[0, 30, 60, 120, 300]}
        words={(s) => (s ? t.duration(s) : t.create.noLimit)}
        onTake={(s) => change({ seconds: s || null })}
      />
      {options.seconds ? <p class="small muted">{t.away.time(options.seconds)}</p> : null}
      <SelectField
        label={t.create.pace}
        value={pace}
        options={["live", "correspondence"]}
        words={(p) => t.create.paces[p]}
        onTake={(p) => change({ pace: p, grace: usual(p) })}
      />
      <SelectField
        label={t.create.grace}
        value={options.grace ?? 0}
        options={GRACES[pace]}
        words={t.duration}
        onTake={(grace) => change({ grace })}
      />
      <label class="row">
        <input
          type="checkbox"
          checked={options.claim ?? true}
          onChange={(e) => change({ claim: e.currentTarget.checked })}
        />
        <span class="grow">{t.create.claim}</span>
      </label>
    </>
  );
}
