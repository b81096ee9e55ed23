import type { JSX } from "preact";
import { xy } from "../board/geometry";
import { MarkIcon } from "../board/mark";
import { TokenIcon } from "../board/token";
import { link } from "../router";
import { settings } from "../settings";
import { t } from "../strings";
import { OriginWord } from "../ui/origin";
import { Button, RuleLink } from "../ui/parts";
import type { Board, Token } from "../wire";
import "./position.css";

/** The odds page with this piece filled in: it is looked for by its name and by what its card says it is. */
const oddsOf = (game: string, token: Token): string =>
  `/odds/${encodeURIComponent(game)}/of/${[token.label, token.label.replace(/ \S*\d+$/, ""), ...(token.about ?? []).map(([, value]) => value)].filter(Boolean).map(encodeURIComponent).join("/")}`;

/** Everything known about one piece. */
export function TokenCard(props: {
  token: Token;
  game: string;
  seatName: (seat: number) => string;
  onClose: () => void;
}): JSX.Element {
  const { token } = props;
  const at = xy(token.at);
  return (
    <section class="token-card card" aria-label={t.token.card(token.label)}>
      <header class="row">
        <TokenIcon token={token} letters={settings.value.letters} />
        <h3 class="grow">{token.label}</h3>
        {token.seat >= 0 && (
          <a
            class="button quiet small"
            {...link(oddsOf(props.game, token))}
            target="_blank"
            rel="noopener"
            aria-label={t.calculator.ofUnit(token.label)}
          >
            {t.home.odds}
          </a>
        )}
        <Button icon="close" label={t.close} kind="quiet" onClick={props.onClose} />
      </header>
      <p class="small muted">
        {[
          token.seat >= 0 ? props.seatName(token.seat) : "",
          token.kind,
          token.state,
          at ? t.token.at(at[0], at[1]) : t.token.off,
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {token.pips && <p>{t.token.pips(token.pips.name ?? "strength", token.pips.now, token.pips.full)}</p>}
      {(token.marks?.length ?? 0) > 0 && (
        <ul class="row">
          {(token.marks ?? []).map((m) => (
            <li key={m.sign} class={`chip ${m.good ? "good" : "bad"}`}>
              <MarkIcon mark={m} /> {m.name} <RuleLink game={props.game} rule={m.rule} text="§" />
            </li>
          ))}
        </ul>
      )}
      <dl class="about">
        {(token.about ?? []).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {token.origin && (
          <div>
            <dt>{t.rules.whose}</dt>
            <dd>
              <OriginWord origin={token.origin} />
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}

/** The position in words: the same that the board shows, for screen readers and for those who prefer reading. */
export function Position(props: {
  board: Board;
  tokens: readonly Token[];
  seatName: (seat: number) => string;
  onShow: (id: string) => void;
}): JSX.Element {
  const areas = props.board.areas ?? [];
  const where = (token: Token) => {
    const at = xy(token.at);
    if (at) return t.token.at(at[0], at[1]);
    const inside =
      areas.find((a) => a.id === token.inside)?.label ??
      props.tokens.find((o) => o.id === token.inside)?.label ??
      token.inside;
    return inside ? t.token.inside(inside) : t.token.off;
  };
  return (
    <div class="position">
      <table>
        <caption>{t.position.tokens}</caption>
        <thead>
          <tr>
            <th scope="col">{t.position.name}</th>
            <th scope="col">{t.position.side}</th>
            <th scope="col">{t.position.where}</th>
            <th scope="col">{t.position.state}</th>
          </tr>
        </thead>
        <tbody>
          {props.tokens.map((token) => (
            <tr key={token.id}>
              <th scope="row">
                <button type="button" class="rule-link" onClick={() => props.onShow(token.id)}>
                  {token.label}
                </button>
              </th>
              <td>{token.seat >= 0 ? props.seatName(token.seat) : "–"}</td>
              <td>{where(token)}</td>
              <td>
                {[
                  token.pips ? `${token.pips.now}/${token.pips.full}` : "",
                  token.state,
                  ...(token.marks ?? []).map((m) => m.name),
                ]
                  .filter(Boolean)
                  .join(", ") || "–"}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <table>
        <caption>{t.position.areas}</caption>
        <thead>
          <tr>
            <th scope="col">{t.position.name}</th>
            <th scope="col">{t.position.kind}</th>
            <th scope="col">{t.position.where}</th>
            <th scope="col">{t.position.does}</th>
          </tr>
        </thead>
        <tbody>
          {areas.map((area) => {
            const { centre, r, points } = area.shape;
            const spot = centre
              ? t.position.disc(centre[0], centre[1], r ?? 0)
              : t.position.corners(
                  (points ?? [])
                    .slice(0, 6)
                    .map((p) => `${p[0]}, ${p[1]}`)
                    .join("; "),
                );
            return (
              <tr key={area.id}>
                <th scope="row">{area.label || area.id}</th>
                <td>{area.kind}</td>
                <td>{spot}</td>
                <td>
                  {[area.about, area.height ? t.position.high(area.height) : ""].filter(Boolean).join(" ") || "–"}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
