import type { JSX } from "preact";
import { Button } from "../ui/parts";
import { book, CONTINENTS, type Colour } from "./generator";
import { AdjustNext } from "./guide";
import { AtHand, Either, nameOf, Stepper } from "./parts";
import { COLOURS, type Companion, MISSIONS, UFOS } from "./play";
import { forget, goOn, put } from "./store";
import { COLOUR, c, MISSION } from "./strings";

const MARKS: Record<Colour, string> = { yellow: "●", red: "▲", orange: "■" }; // told apart without colours

function Panic(props: { game: Companion }): JSX.Element {
  const { draft, last, doubtful } = props.game;
  return (
    <section class="stack" aria-labelledby="co-panic">
      <h2 id="co-panic">{c.reports.panic}</h2>
      {CONTINENTS.map((id, i) => {
        const [was, is] = [last.colours[i] as Colour, draft.colours[i] as Colour];
        const options = COLOURS.map((value) => ({
          value,
          label: `${MARKS[value]} ${COLOUR[value]}`,
          disabled: was === "orange" && value !== "orange",
        }));
        return (
          <div key={id}>
            <Either
              legend={nameOf(id)}
              value={is}
              options={options}
              onChange={(colour) => put("panic", [id, colour])}
            />
            {was === "orange" && <p class="small muted">{c.reports.has(nameOf(id))}</p>}
            {doubtful.includes(id) && (
              <p class="notice" role="status">
                {c.reports.check(nameOf(id), COLOUR[was] ?? "", COLOUR[is] ?? "")}
              </p>
            )}
          </div>
        );
      })}
    </section>
  );
}

export function Reports(props: { game: Companion }): JSX.Element {
  const { game } = props;
  const { draft, newlyFallen } = game;
  const yesOrNo = [
    { value: false, label: c.no },
    { value: true, label: c.yes },
  ];
  return (
    <section class="stack" aria-labelledby="co-title">
      <h1 id="co-title" tabIndex={-1}>
        {c.reports.title(game.round)}
      </h1>
      <p class="muted">{c.reports.lead}</p>
      <Either legend={c.reports.base} value={draft.destroyed} options={yesOrNo} onChange={(v) => put("base", v)} />
      <Stepper label={c.reports.orbit} value={draft.orbit} high={UFOS} onChange={(n) => put("orbit", n)} />
      <Either
        legend={c.reports.mission}
        value={draft.mission}
        options={MISSIONS.map((value) => ({ value, label: MISSION[value] }))}
        onChange={(v) => put("mission", v)}
      />
      <Panic game={game} />
      {newlyFallen.length > 0 && (
        <div class="notice stack">
          <p>{c.reports.fallen(newlyFallen.map(nameOf).join(", "))}</p>
          <Stepper
            label={c.reports.fallenName}
            value={draft.fallen_ufos}
            high={UFOS - draft.orbit}
            onChange={(n) => put("fallen", n)}
          />
        </div>
      )}
      <div class="co-nav">
        <Button icon="back" label={c.reports.back} text={c.reports.back} onClick={() => put("back", "back")} />
        <Button
          label={c.reports.confirm}
          text={c.reports.confirm}
          kind="primary"
          onClick={() => put("confirm", "confirm")}
        />
      </div>
      <AtHand
        ids={[
          "companion.ask-base",
          "companion.ask-orbit",
          "companion.ask-mission",
          "companion.ask-panic",
          "companion.ask-fallen-ufos",
          "companion.validate",
          "companion.confirm",
          "companion.lose-panic",
        ]}
      />
      <AdjustNext game={game} />
    </section>
  );
}

/** The end is announced; the score may be worked out. */
export function End(props: { game: Companion }): JSX.Element {
  const { game } = props;
  const end = (book.ends as Record<string, { says: string; rule: string }>)[game.why];
  const parts = [
    ["ufos", c.end.ufos, UFOS],
    ["pool", c.end.pool, 20],
    ["damage", c.end.damage, 9],
  ] as const;
  return (
    <section class="stack" aria-labelledby="co-title">
      <h1 id="co-title" tabIndex={-1} class={game.won === "won" ? "good" : "bad"}>
        {game.won === "won" ? c.end.won : c.end.lost}
      </h1>
      <p>{end?.says}</p>
      {game.phase === "score" ? (
        <>
          <p class="muted">{c.end.how}</p>
          {parts.map(([key, label, high]) => (
            <Stepper key={key} label={label} value={game.entries[key] ?? 0} high={high} onChange={(n) => put(key, n)} />
          ))}
          <Button label={c.end.finish} text={c.end.finish} kind="primary" onClick={() => finish(game)} />
          {parts.some(([key]) => game.entries[key] === undefined) && (
            <Button label={c.end.without} kind="quiet" onClick={() => put("finish", "finish")} />
          )}
          <Button icon="undo" label={c.end.mistake} text={c.end.mistake} kind="quiet" onClick={goOn} />
          <AtHand ids={[...(end ? [end.rule] : []), "companion.score", "victory.score"]} />
        </>
      ) : (
        <>
          <p class="co-figure">{game.score === null ? c.end.none : c.end.points(game.score)}</p>
          <Button label={c.end.again} text={c.end.again} kind="primary" onClick={forget} />
        </>
      )}
    </section>
  );
}

/** The numbers count as they are shown, also those that nobody has touched. */
function finish(game: Companion): void {
  for (const key of ["ufos", "pool", "damage"]) if (game.entries[key] === undefined) put(key, 0);
  put("finish", "finish");
}
