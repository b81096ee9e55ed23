import type { JSX } from "preact";
import { t } from "../strings";
import { RuleLink } from "../ui/parts";
import type { Chance, Forecast } from "../wire";
import "./odds.css";

export const percent = (p: number): string =>
  p > 0 && p < 0.0005
    ? "<0.1 %"
    : p < 1 && p > 0.9995
      ? ">99.9 %"
      : `${(p * 100).toFixed((p > 0 && p < 0.1) || (p > 0.995 && p < 1) ? 1 : 0)} %`;

/** Bars of a distribution, with the numbers as a table for those who cannot see them. */
function Bars(props: { chances: readonly Chance[]; unit: string }): JSX.Element {
  const most = Math.max(...props.chances.map((c) => c.p), 0.0001);
  return (
    <table class="bars">
      <caption class="hidden-label">{t.odds.distribution(props.unit)}</caption>
      <tbody>
        {props.chances.map((c) => (
          <tr key={c.label}>
            <th scope="row">{c.label}</th>
            <td class="bar" aria-hidden>
              <span style={{ width: `${(c.p / most) * 100}%` }} />
            </td>
            <td class="mono">{percent(c.p)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function OddsCard(props: { title: string; forecasts: readonly Forecast[]; game: string }): JSX.Element {
  return (
    <section class="odds" aria-label={t.odds.title}>
      <p class="odds-title">{t.odds.of(props.title)}</p>
      {!props.forecasts.length && <p class="small muted">{t.odds.none}</p>}
      <div class="forecasts">
        {props.forecasts.map((f, i) => (
          <figure key={i}>
            <figcaption>
              {f.title} <RuleLink game={props.game} rule={f.rule} />
            </figcaption>
            <dl class="figures">
              {(f.chances ?? []).map((c) => (
                <div key={c.label}>
                  <dd class="mono">{percent(c.p)}</dd>
                  <dt>{c.label}</dt>
                </div>
              ))}
              {typeof f.mean === "number" && (
                <div>
                  <dd class="mono">{f.mean.toFixed(2)}</dd>
                  <dt>{t.odds.mean(f.unit ?? "")}</dt>
                </div>
              )}
            </dl>
            {(f.distribution?.length ?? 0) > 0 && <Bars chances={f.distribution ?? []} unit={f.unit ?? ""} />}
            {(f.notes ?? []).map((n) => (
              <p key={n} class="small muted">
                {n}
              </p>
            ))}
          </figure>
        ))}
      </div>
    </section>
  );
}
