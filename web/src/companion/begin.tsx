import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { SelectField } from "../ui/fields";
import { Button } from "../ui/parts";
import { book, CONTINENTS, level, plan } from "./generator";
import { AtHand, counted, Either, nameOf } from "./parts";
import type { Companion, TableSetup } from "./play";
import { blankPlan, EVEN, PrintedForm, rememberPlan } from "./printed";
import { begin, put } from "./store";
import { c, TIMER } from "./strings";

const PRINTED = "printed";
const FIRST: TableSetup = { difficulty: "normal", timer: "on", players: 4, plan: "", headquarters: "" };

/** What it asks for before the game. */
export function Choose(): JSX.Element {
  const [setup, setSetup] = useState(FIRST);
  const change = (part: Partial<TableSetup>) => setSetup({ ...setup, ...part });
  const easy = setup.difficulty === "easy";
  return (
    <form
      class="stack"
      onSubmit={(e) => {
        e.preventDefault();
        if (setup.printed) rememberPlan(setup.printed, setup.difficulty);
        begin({ ...setup, headquarters: easy ? setup.headquarters : "", tutorial: easy && (setup.tutorial ?? false) });
      }}
    >
      <div class="lead">
        <h1>{c.title}</h1>
        <p>{c.lead}</p>
      </div>
      <h2>{c.choose.title}</h2>
      <Either
        legend={c.choose.difficulty}
        kind="pairs"
        value={setup.difficulty}
        options={book.difficulties.map((d) => ({
          value: d.id,
          label: d.name,
          about: c.choose.level(d.pause, d.start_ufos, d.emergency),
        }))}
        onChange={(difficulty) => change({ difficulty })}
      />
      <Either
        legend={c.choose.timer}
        value={setup.timer}
        options={Object.entries(TIMER).map(([value, [label, about]]) => ({ value, label, about }))}
        onChange={(timer) => change({ timer })}
      />
      <Either
        legend={c.choose.players}
        kind="pairs"
        value={setup.players}
        options={[1, 2, 3, 4].map((n) => ({ value: n, label: c.choose.player(n) }))}
        onChange={(players) => change({ players })}
      />
      <Either
        legend={c.choose.plan}
        kind="wide"
        value={setup.printed ? PRINTED : setup.plan}
        options={[
          { value: PRINTED, label: c.choose.printed, about: c.choose.printedAbout },
          { value: "", label: c.choose.rolled, about: c.choose.rolledAbout },
          ...book.plans.map((p) => ({ value: p.id, label: p.name, about: c.choose.ours(p.about) })),
        ]}
        onChange={(id) =>
          id === PRINTED ? change({ plan: EVEN, printed: blankPlan() }) : change({ plan: id, printed: null })
        }
      />
      {setup.printed && (
        <PrintedForm setup={setup} card={setup.printed} onChange={(printed, like) => change({ printed, plan: like })} />
      )}
      {easy && (
        <label class="row">
          <input
            type="checkbox"
            checked={setup.tutorial ?? false}
            onChange={(e) => change({ tutorial: e.currentTarget.checked })}
          />
          <span class="grow">{c.choose.tutorial}</span>
        </label>
      )}
      {easy && (
        <SelectField
          label={c.choose.home}
          value={setup.headquarters}
          options={["", ...book.continents.map((x) => x.id)]}
          words={(id) => (id ? nameOf(id) : c.choose.rolled)}
          onTake={(headquarters) => change({ headquarters })}
        />
      )}
      <AtHand
        ids={[
          "companion.scope",
          "companion.setup",
          "companion.printed-plan",
          "companion.tutorial",
          "setup.difficulty",
          "modes.timer-option",
          "companion.resume",
          "timed.leave",
        ]}
      />
      <button type="submit" class="button primary co-big">
        {c.choose.go}
      </button>
    </form>
  );
}

function Roles(props: { players: number }): JSX.Element {
  return (
    <ol class="co-facts">
      {(book.splits[props.players - 1] ?? []).map((seats, i) => (
        <li key={i}>
          <span>{c.setup.player(i + 1)}</span>
          <strong>{seats.map((s) => book.roles[s]?.name).join(", ")}</strong>
        </li>
      ))}
    </ol>
  );
}

function Facts(props: { rows: readonly (readonly [string, string])[] }): JSX.Element {
  return (
    <ul class="co-facts">
      {props.rows.map(([name, value]) => (
        <li key={name}>
          <span>{name}</span>
          <strong>{value}</strong>
        </li>
      ))}
    </ul>
  );
}

function Step(props: { id: string; game: Companion }): JSX.Element {
  const { setup, fixed } = props.game;
  const w = c.setup;
  switch (props.id) {
    case "start":
      return <p>{w.box(level(setup.difficulty).name, TIMER[setup.timer]?.[0] ?? "")}</p>;
    case "plan":
      return <p>{setup.printed ? w.plan(setup.printed.name) : w.ourPlan(plan(fixed.plan).name)}</p>;
    case "roles":
      return (
        <>
          <p>{w.roles}</p>
          <Roles players={setup.players} />
        </>
      );
    case "headquarters":
      return <p>{w.headquarters(nameOf(fixed.headquarters))}</p>;
    case "reserves":
      return <p>{w.reserves}</p>;
    case "emergency":
      return <p>{w.emergency(level(setup.difficulty).emergency)}</p>;
    case "tracks":
      return (
        <>
          <p>{w.tracks}</p>
          <Facts rows={CONTINENTS.map((x, i) => [nameOf(x), w.panic(fixed.panic[i] ?? 0)])} />
        </>
      );
    case "decks":
      return <p>{setup.timer === "off" ? `${w.decks} ${w.decksOff}` : w.decks}</p>;
    default:
      return (
        <>
          <p>{w.ufos}</p>
          <Facts rows={counted(fixed.ufos).map(([p, n]) => [nameOf(p), `×${n}`])} />
        </>
      );
  }
}

/** The set-up step by step; the last step has Start. */
export function SetUp(props: { game: Companion }): JSX.Element {
  const { game } = props;
  const end = book.steps.length - 1;
  const step = book.steps[game.step] as (typeof book.steps)[number];
  return (
    <section class="stack" aria-labelledby="co-title">
      <p class="eyebrow">
        {c.setup.title} · {c.setup.step(game.step + 1, end + 1)}
      </p>
      <h1 id="co-title" tabIndex={-1}>
        {c.setup.names[step.id]}
      </h1>
      <div class="co-card stack">
        <Step id={step.id} game={game} />
      </div>
      <div class="co-nav">
        <Button
          icon="back"
          label={c.back}
          text={c.back}
          disabled={game.step === 0}
          onClick={() => put("step", game.step - 1)}
        />
        {game.step < end ? (
          <Button label={c.next} text={c.next} kind="primary" onClick={() => put("step", game.step + 1)} />
        ) : (
          <Button
            label={c.setup.start(1)}
            text={c.setup.start(1)}
            kind="primary"
            onClick={() => put("start", "start")}
          />
        )}
      </div>
      {game.step < end && <Button label={c.setup.skip} kind="quiet" onClick={() => put("step", end)} />}
      <AtHand ids={step.rules} />
    </section>
  );
}

export function Ready(props: { game: Companion }): JSX.Element {
  const n = props.game.round + 1;
  return (
    <section class="stack" aria-labelledby="co-title">
      <h1 id="co-title" tabIndex={-1}>
        {c.ready.title(n)}
      </h1>
      <p>{c.ready.lead}</p>
      <button type="button" class="button primary co-big" onClick={() => put("start", "start")}>
        {c.setup.start(n)}
      </button>
    </section>
  );
}
