import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { t } from "../strings";
import { ruleTitle } from "../ui/overlays";
import { agreedReadings, RuleLink } from "../ui/parts";
import type { Reading, RoomWire } from "../wire";
import "./readings.css";

interface Props {
  game: string;
  readings: readonly Reading[]; // all that the game knows
  chosen: readonly string[]; // ids
  onChange: (ids: string[]) => void;
}

const letter = (readings: readonly Reading[]): string[] =>
  readings.filter((r) => r.preset === "letter").map((r) => r.id);
const alike = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id) => b.includes(id));

/** How doubtful rules are read: as we rule, by the letter of the source, or each as the table likes. */
export function ReadingsForm(props: Props): JSX.Element | null {
  const { readings, chosen, onChange } = props;
  if (!readings.length) return null;
  const presets = [
    { name: t.readings.ours, ids: [] as string[] },
    { name: t.readings.letter, ids: letter(readings) },
  ];
  const preset = presets.find((p) => alike(p.ids, chosen));
  const rules = [...new Set(readings.map((r) => r.rule))];
  return (
    <details class="readings">
      <summary>
        {t.readings.title}: <b>{preset?.name ?? t.readings.mixed(chosen.length)}</b>
      </summary>
      <p class="small muted">{t.readings.lead}</p>
      <div class="row" role="group" aria-label={t.readings.presets}>
        {presets.map((p) => (
          <button key={p.name} type="button" class="button" aria-pressed={p === preset} onClick={() => onChange(p.ids)}>
            {p.name}
          </button>
        ))}
      </div>
      {rules.map((rule) => (
        <OneRule key={rule} {...props} rule={rule} />
      ))}
    </details>
  );
}

function OneRule(props: Props & { rule: string }): JSX.Element {
  const { rule, chosen } = props;
  const others = props.readings.filter((r) => r.rule === rule);
  const now = others.find((r) => chosen.includes(r.id))?.id ?? "";
  const take = (id: string) =>
    props.onChange([...chosen.filter((c) => !others.some((r) => r.id === c)), ...(id ? [id] : [])]);
  const radio = (id: string, whose: string, says: string, why = "") => (
    <label key={id} class="reading">
      <input type="radio" name={rule} checked={now === id} onChange={() => take(id)} />
      <span>
        <b>{whose}</b> {says} {why && <span class="small muted">{why}</span>}
      </span>
    </label>
  );
  return (
    <fieldset class="nest">
      <legend>
        {ruleTitle(rule.split(".")[0] ?? "")}: {ruleTitle(rule).toLowerCase()}{" "}
        <RuleLink game={props.game} rule={rule} text="§" />
      </legend>
      {radio("", t.readings.asRuled, others[0]?.stands ?? "", others[0]?.ruling)}
      {others.map((r) => radio(r.id, r.preset === "letter" ? t.readings.byLetter : t.readings.other, r.says))}
    </fieldset>
  );
}

/** While a table is shown, the texts of rules say how it reads them. */
export function useAgreed(room: RoomWire | null | undefined): void {
  const ids = (room?.readings ?? []).map((r) => r.id);
  useEffect(() => {
    agreedReadings.value = ids;
    return () => {
      agreedReadings.value = [];
    };
  }, [ids.join()]);
}

/** For whoever comes to a table: what it reads otherwise than we rule. */
export function ReadingsNote(props: { game: string; readings: readonly Reading[] }): JSX.Element | null {
  if (!props.readings.length) return null;
  return (
    <details class="readings" open>
      <summary>{t.readings.here(props.readings.length)}</summary>
      <ul>
        {props.readings.map((r) => (
          <li key={r.id}>
            {r.says} <RuleLink game={props.game} rule={r.rule} text="§" />
          </li>
        ))}
      </ul>
    </details>
  );
}
