import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { api } from "../net/api";
import { OddsCard } from "../panels/odds";
import { link } from "../router";
import { t } from "../strings";
import { TopBar } from "../ui/parts";
import type { Calculator, Field, Forecast, Group } from "../wire";

type Filled = Record<string, number | string>;
type Values = Record<string, Filled>;

const PAUSE = 200; // milliseconds of quiet before the odds are asked for

export function atFirst(calculator: Calculator): Values {
  return Object.fromEntries(calculator.groups.map((g) => [g.id, Object.fromEntries(g.fields.map((f) => [f.name, f.value ?? 0]))]));
}

function Entry(props: { field: Field; value: number | string; onChange: (v: number | string) => void }): JSX.Element {
  const { field, value, onChange } = props;
  return (
    <label class="field">
      <span>{field.label}</span>
      {field.kind === "choice" ? (
        <select value={String(value)} onChange={(e) => onChange(e.currentTarget.value)}>
          {(field.choices ?? []).map((c) => (
            <option key={c} value={c}>
              {c}
            </option>
          ))}
        </select>
      ) : field.kind === "words" ? (
        <input type="text" value={String(value)} placeholder={t.calculator.rules} onInput={(e) => onChange(e.currentTarget.value)} />
      ) : (
        <input type="number" min={field.low ?? 0} max={field.high ?? 0} value={value} onInput={(e) => onChange(Math.round(e.currentTarget.valueAsNumber || 0))} />
      )}
    </label>
  );
}

function Fields(props: { group: Group; title: string; filled: Filled; onChange: (f: Filled) => void }): JSX.Element {
  const { group, filled, onChange } = props;
  return (
    <fieldset class="sheet">
      <legend>{props.title}</legend>
      {(group.presets?.length ?? 0) > 0 && (
        <label class="field">
          <span>{t.calculator.preset}</span>
          <select onChange={(e) => onChange({ ...filled, ...(group.presets?.[Number(e.currentTarget.value)]?.values ?? {}) })}>
            <option value="-1">{t.calculator.free}</option>
            {(group.presets ?? []).map((p, i) => (
              <option key={p.label + i} value={i}>
                {p.label}
              </option>
            ))}
          </select>
        </label>
      )}
      {group.fields.map((f) => (
        <Entry key={f.name} field={f} value={filled[f.name] ?? f.value ?? 0} onChange={(v) => onChange({ ...filled, [f.name]: v })} />
      ))}
    </fieldset>
  );
}

/** Asks for the odds once the person has paused; an answer that comes too late is dropped. */
function useOdds(game: string, id: string, values: Values | null): { forecasts: Forecast[]; fail: string } {
  const [found, setFound] = useState<{ forecasts: Forecast[]; fail: string }>({ forecasts: [], fail: "" });
  const asked = useRef(0);
  const key = JSON.stringify(values);
  useEffect(() => {
    const n = ++asked.current;
    if (!values) {
      setFound({ forecasts: [], fail: "" });
      return;
    }
    const timer = setTimeout(() => {
      api.calculate(game, id, { values }).then(
        (a) => n === asked.current && setFound({ forecasts: a.forecasts, fail: "" }),
        (e: Error) => n === asked.current && setFound({ forecasts: [], fail: e.message }),
      );
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [game, id, key]);
  return found;
}

function Answer(props: { game: string; title: string; found: { forecasts: Forecast[]; fail: string } }): JSX.Element {
  return (
    <div aria-live="polite">
      {props.found.fail ? <p role="alert">{props.found.fail}</p> : <OddsCard title={props.title} forecasts={props.found.forecasts} game={props.game} />}
    </div>
  );
}

function Sheet(props: { game: string; calculator: Calculator }): JSX.Element {
  const { game, calculator } = props;
  const [values, setValues] = useState<Values>(() => atFirst(calculator));
  const [other, setOther] = useState<Filled | null>(null);
  const compared = calculator.groups.find((g) => g.id === calculator.compare);
  const first = useOdds(game, calculator.id, values);
  const second = useOdds(game, calculator.id, compared && other ? { ...values, [compared.id]: other } : null);
  const title = (group: Group, letter: string) => (other && group === compared ? `${group.title} ${letter}` : group.title);
  return (
    <>
      <p class="muted">{calculator.about}</p>
      <div class="sheets">
        {calculator.groups.flatMap((g) => [
          <Fields key={g.id} group={g} title={title(g, "A")} filled={values[g.id] ?? {}} onChange={(f) => setValues({ ...values, [g.id]: f })} />,
          ...(g === compared && other ? [<Fields key="other" group={g} title={title(g, "B")} filled={other} onChange={setOther} />] : []),
        ])}
      </div>
      {compared && (
        <label class="compare">
          <input type="checkbox" checked={other !== null} onChange={() => setOther(other ? null : { ...values[compared.id] })} />
          <span>{t.calculator.compare(compared.title.toLowerCase())}</span>
        </label>
      )}
      <div class="sheets">
        <Answer game={game} title={compared && other ? title(compared, "A") : calculator.title} found={first} />
        {compared && other && <Answer game={game} title={title(compared, "B")} found={second} />}
      </div>
    </>
  );
}

export function CalculatorPage(props: { game: string; id: string }): JSX.Element {
  const [all, setAll] = useState<Calculator[] | null>(null);
  const [fail, setFail] = useState("");
  useEffect(() => void api.calculators(props.game).then((a) => setAll(a.calculators), (e: Error) => setFail(e.message)), [props.game]);
  const chosen = all?.find((c) => c.id === props.id) ?? all?.[0];
  return (
    <>
      <TopBar />
      <main class="page">
        <div class="lead">
          <h1>{t.calculator.title}</h1>
        </div>
        {fail && <p role="alert">{fail}</p>}
        {all && !all.length && <p>{t.calculator.none}</p>}
        {all && all.length > 1 && (
          <nav class="row" aria-label={t.calculator.title}>
            {all.map((c) => (
              <a key={c.id} class={`button ${c === chosen ? "primary" : ""}`} aria-current={c === chosen ? "page" : undefined} {...link(`/odds/${props.game}/${c.id}`)}>
                {c.title}
              </a>
            ))}
          </nav>
        )}
        {chosen && <Sheet key={chosen.id} game={props.game} calculator={chosen} />}
      </main>
    </>
  );
}
