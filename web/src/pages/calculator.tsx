import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { api } from "../net/api";
import { percent } from "../panels/odds";
import { link } from "../router";
import { GAMES, t } from "../strings";
import { Select } from "../ui/fields";
import { Failure, RuleLink, TopBar } from "../ui/parts";
import type { Calculator, Field, Forecast, Group } from "../wire";
import type { Answer, Filled, Values } from "./calculator-values";
import {
  barsOf,
  calculatorOf,
  changes,
  headingsOf,
  known,
  oddsAddress,
  paired,
  presetOf,
  readSaid,
  within,
} from "./calculator-values";
import { GamePages } from "./game-pages";
import "./calculator.css";

const PAUSE = 200; // milliseconds of quiet before the odds are asked for

function Entry(props: { field: Field; value: Answer; onChange: (v: Answer) => void }): JSX.Element {
  const { field, value, onChange } = props;
  if (field.kind === "flag")
    return (
      <label class="compare">
        <input type="checkbox" checked={value === true} onChange={() => onChange(value !== true)} />
        <span>{field.label}</span>
      </label>
    );
  return (
    <label class={`field ${(field.kind ?? "number") === "number" ? "" : "wide"}`}>
      <span>{field.label}</span>
      {field.kind === "choice" ? (
        <Select value={String(value)} options={field.choices ?? []} words={(c) => c} onTake={onChange} />
      ) : field.kind === "words" ? (
        <input
          type="text"
          value={String(value)}
          placeholder={t.calculator.rules}
          onInput={(e) => onChange(e.currentTarget.value)}
        />
      ) : (
        <input
          type="number"
          inputMode="numeric"
          min={field.low ?? 0}
          max={field.high ?? 0}
          value={Number(value)}
          onInput={(e) => onChange(within(field, e.currentTarget.valueAsNumber, value))}
          onBlur={(e) => (e.currentTarget.value = String(value))}
        />
      )}
    </label>
  );
}

function Fields(props: { group: Group; title: string; filled: Filled; onChange: (f: Filled) => void }): JSX.Element {
  const { group, filled, onChange } = props;
  const presets = group.presets ?? [];
  return (
    <fieldset class="sheet">
      <legend>{props.title}</legend>
      {presets.length > 0 && (
        <label class="field wide">
          <span>{t.calculator.preset}</span>
          <select
            value={String(presetOf(presets, filled))}
            onChange={(e) => onChange({ ...filled, ...(presets[Number(e.currentTarget.value)]?.values ?? {}) })}
          >
            <option value="-1">{t.calculator.free}</option>
            {headingsOf(presets).map((h) => (
              <optgroup key={h.under} label={h.under}>
                {h.members.map(({ preset, at }) => (
                  <option key={at} value={String(at)}>
                    {preset.label}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        </label>
      )}
      {group.fields.map((f) => (
        <Entry
          key={f.name}
          field={f}
          value={filled[f.name] ?? f.value ?? 0}
          onChange={(v) => onChange({ ...filled, [f.name]: v })}
        />
      ))}
    </fieldset>
  );
}

/** Asks for the odds once the person has paused; an answer that comes too late is dropped. */
function useOdds(
  game: string,
  id: string,
  values: Values | null,
  exact: boolean,
): { forecasts: Forecast[]; fail: string } {
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
      api.calculate(game, id, { values, exact }).then(
        (a) => n === asked.current && setFound({ forecasts: a.forecasts, fail: "" }),
        (e: Error) => n === asked.current && setFound({ forecasts: [], fail: e.message }),
      );
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [game, id, key, exact]);
  return found;
}

const fraction = (f: Forecast, label: string): string => f.chances?.find((c) => c.label === label)?.exact ?? "";

const signed = (p: number): string => `${p < 0 ? "−" : "+"}${Math.abs(p * 100).toFixed(1)}`;

/** What each modifier does: the odds with it less those without it, in points of a hundred. */
function Shares(props: { forecast: Forecast; letter: string }): JSX.Element | null {
  const shares = props.forecast.shares ?? [];
  if (!shares.length) return null;
  return (
    <section class="shares">
      <h2>{props.letter ? `${props.letter}: ${t.calculator.shares}` : t.calculator.shares}</h2>
      <dl>
        {shares.map((s) => (
          <div key={s.label}>
            <dt>{s.label}</dt>
            <dd class="mono">
              {[
                ...(s.chances ?? [])
                  .filter((c) => Math.abs(c.p) >= 0.0005)
                  .map((c) => t.calculator.share(c.label, signed(c.p))),
                ...(s.mean
                  ? [t.calculator.share(t.calculator.mean, `${s.mean < 0 ? "−" : "+"}${Math.abs(s.mean).toFixed(2)}`)]
                  : []),
              ].join(", ")}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The figures to look at first, and a bar for each number; of two sides compared both at once, on one scale. */
function Figure(props: {
  game: string;
  forecasts: readonly Forecast[];
  letters: readonly string[];
  atLeast: boolean;
}): JSX.Element | null {
  const { forecasts, letters } = props;
  const [first] = forecasts;
  if (!first) return null;
  const bars = barsOf(
    forecasts.map((f) => f.distribution ?? []),
    props.atLeast,
  );
  const most = Math.max(...bars.flatMap((b) => b.chances), 0.0001);
  const labels = (first.chances ?? []).map((c) => c.label);
  const side = (i: number) => (forecasts.length > 1 ? `side-${i}` : "");
  return (
    <figure class="versus">
      <figcaption>
        {first.title} <RuleLink game={props.game} rule={first.rule} />
      </figcaption>
      {forecasts.map((f, i) => (
        <dl key={i} class={`figures ${side(i)}`}>
          {labels.map((label) => (
            <div key={label}>
              <dd class="mono">{percent(f.chances?.find((c) => c.label === label)?.p ?? 0)}</dd>
              {fraction(f, label) && <dd class="mono fraction">{fraction(f, label)}</dd>}
              <dt>{letters[i] ? `${letters[i]}: ${label}` : label}</dt>
            </div>
          ))}
          {f.mean != null && (
            <div>
              <dd class="mono">{f.mean.toFixed(2)}</dd>
              <dt>{letters[i] ? `${letters[i]}: ${t.odds.mean(f.unit ?? "")}` : t.odds.mean(f.unit ?? "")}</dt>
            </div>
          )}
        </dl>
      ))}
      {bars.length > 0 && (
        <table class="bars">
          <caption class="hidden-label">
            {props.atLeast ? t.calculator.atLeastOf(first.unit ?? "") : t.odds.distribution(first.unit ?? "")}
          </caption>
          {forecasts.length > 1 && (
            <thead class="hidden-label">
              <tr>
                <th scope="col">{first.unit}</th>
                <td />
                {letters.map((l) => (
                  <th key={l} scope="col">
                    {l}
                  </th>
                ))}
              </tr>
            </thead>
          )}
          <tbody>
            {bars.map((b) => (
              <tr key={b.label}>
                <th scope="row">{props.atLeast ? `${b.label}+` : b.label}</th>
                <td class="bar" aria-hidden>
                  {b.chances.map((p, i) => (
                    <span key={i} class={`${side(i)} ${p ? "" : "none"}`} style={{ width: `${(p / most) * 100}%` }} />
                  ))}
                </td>
                {b.chances.map((p, i) => (
                  <td key={i} class={`mono ${side(i)}`}>
                    {percent(p)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {forecasts.map((f, i) => (
        <Shares key={i} forecast={f} letter={letters[i] ?? ""} />
      ))}
      {(first.notes?.length ?? 0) > 0 && <p class="small muted">{(first.notes ?? []).join(" · ")}</p>}
    </figure>
  );
}

function Answers(props: {
  game: string;
  letters: readonly string[];
  found: readonly { forecasts: Forecast[]; fail: string }[];
  exact: boolean;
  onExact: () => void;
}): JSX.Element {
  const [atLeast, setAtLeast] = useState(false);
  const [first, second] = props.found;
  const fails = props.found
    .map((f, i) => (f.fail ? `${props.letters[i] ? `${props.letters[i]}: ` : ""}${f.fail}` : ""))
    .filter(Boolean);
  return (
    <section class="odds answers" aria-label={t.odds.title} aria-live="polite">
      {fails.map((f) => (
        <Failure key={f} says={f} />
      ))}
      {!fails.length && (
        <>
          <label class="compare">
            <input type="checkbox" checked={atLeast} onChange={() => setAtLeast(!atLeast)} />
            <span>{t.calculator.atLeast}</span>
          </label>
          <label class="compare">
            <input type="checkbox" checked={props.exact} onChange={props.onExact} />
            <span>{t.calculator.exact}</span>
          </label>
          <div class="forecasts">
            {paired(first?.forecasts ?? [], second?.forecasts ?? []).map((pair, i) => (
              <Figure
                key={i}
                game={props.game}
                forecasts={pair}
                letters={pair.length > 1 ? props.letters : []}
                atLeast={atLeast}
              />
            ))}
          </div>
        </>
      )}
    </section>
  );
}

function Sheet(props: { game: string; calculator: Calculator; said: string; saidOther: string }): JSX.Element {
  const { game, calculator } = props;
  const compared = calculator.groups.find((g) => g.id === calculator.compare);
  const [values, setValues] = useState<Values>(() => readSaid(calculator, props.said));
  const [other, setOther] = useState<Filled | null>(() =>
    compared && props.saidOther
      ? (readSaid(calculator, JSON.stringify({ [compared.id]: parsed(props.saidOther) }))[compared.id] ?? null)
      : null,
  );
  const [exact, setExact] = useState(false);
  const first = useOdds(game, calculator.id, values, exact);
  const second = useOdds(game, calculator.id, compared && other ? { ...values, [compared.id]: other } : null, exact);
  // The situation stands in the address: it can be given to somebody, and comes back with the page.
  useEffect(
    () =>
      history.replaceState(
        null,
        "",
        `#${oddsAddress(game, calculator.id, changes(calculator, values), other ?? undefined)}`,
      ),
    [game, calculator, values, other],
  );
  const both = compared && other;
  const title = (group: Group, letter: string) =>
    both && group === compared ? `${group.title} ${letter}` : group.title;
  return (
    <>
      <p class="muted">{calculator.about}</p>
      <div class="calculator">
        <div class="sheets">
          {calculator.groups.flatMap((g) => [
            <Fields
              key={g.id}
              group={g}
              title={title(g, "A")}
              filled={values[g.id] ?? {}}
              onChange={(f) => setValues({ ...values, [g.id]: f })}
            />,
            ...(g === compared && other
              ? [<Fields key="other" group={g} title={title(g, "B")} filled={other} onChange={setOther} />]
              : []),
          ])}
          {compared && (
            <label class="compare">
              <input
                type="checkbox"
                checked={other !== null}
                onChange={() => setOther(other ? null : known(compared, values[compared.id] ?? {}))}
              />
              <span>{t.calculator.compare(compared.title.toLowerCase())}</span>
            </label>
          )}
        </div>
        <Answers
          game={game}
          letters={both ? ["A", "B"] : []}
          found={both ? [first, second] : [first]}
          exact={exact}
          onExact={() => setExact(!exact)}
        />
      </div>
    </>
  );
}

function parsed(said: string): unknown {
  try {
    return JSON.parse(said);
  } catch {
    return null;
  }
}

/** `said`: the rest of the address. With the id "of" it is a list of names: the calculator is looked for that knows one. */
export function CalculatorPage(props: { game: string; id: string; said: readonly string[] }): JSX.Element {
  const [all, setAll] = useState<Calculator[] | null>(null);
  const [fail, setFail] = useState("");
  useEffect(
    () =>
      void api.calculators(props.game).then(
        (a) => setAll(a.calculators),
        (e: Error) => setFail(e.message),
      ),
    [props.game],
  );
  const unit = all && props.id === "of" ? calculatorOf(all, props.said) : undefined;
  const chosen = all?.find((c) => c.id === (unit?.id ?? props.id)) ?? all?.[0];
  const [said, saidOther] = unit
    ? [JSON.stringify(unit.values), ""]
    : props.id === "of"
      ? ["", ""]
      : [props.said[0] ?? "", props.said[1] ?? ""];
  return (
    <>
      <TopBar />
      <main class="page">
        <div class="lead">
          <h1>{t.calculator.of(GAMES[props.game]?.title ?? props.game)}</h1>
        </div>
        <GamePages game={props.game} now="odds" />
        <Failure says={fail} />
        {all && !all.length && <p>{t.calculator.none}</p>}
        {all && all.length > 1 && (
          <nav class="row" aria-label={t.calculator.title}>
            {all.map((c) => (
              <a
                key={c.id}
                class={`button ${c === chosen ? "primary" : ""}`}
                aria-current={c === chosen ? "page" : undefined}
                {...link(`/odds/${props.game}/${c.id}`)}
              >
                {c.title}
              </a>
            ))}
          </nav>
        )}
        {chosen && <Sheet key={chosen.id} game={props.game} calculator={chosen} said={said} saidOther={saidOther} />}
      </main>
    </>
  );
}
