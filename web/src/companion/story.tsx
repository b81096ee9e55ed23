import type { JSX } from "preact";
import type { Past } from "./clock";
import { action } from "./generator";
import { AtHand, inWords } from "./parts";
import type { Companion, Told } from "./play";
import { box } from "./sound";
import { c, FOCUS, LABEL, MISSION, ROLL } from "./strings";

const WHY = [
  "generator.focus",
  "generator.wave",
  "generator.descent",
  "generator.placement",
  "generator.order",
  "generator.scramble-roll",
];

function Action(props: { past: Past }): JSX.Element {
  const { past } = props;
  const kind = box({ ...past, n: 0, zero: null, paused: null, halve: false, ended: "" });
  const marks = [LABEL[kind], ...(past.expired ? [LABEL.expired] : [])].join(", ");
  return (
    <li>
      <strong>{action(past.action).title}</strong>
      {past.places.length > 0 && `: ${inWords(past.places)}`}{" "}
      <span class="muted">
        ({marks}) {c.story.took(past.ended - past.began, past.how)}
      </span>
    </li>
  );
}

/** The hidden rolls by what they decided, each group with the rule behind it. */
function Rolls(props: { rolls: Told["invasion"]["rolls"] }): JSX.Element {
  const groups = Object.entries(ROLL).map(([what, [name, rule]]) => ({
    name,
    rule,
    rolls: props.rolls.filter(([w]) => w === what),
  }));
  return (
    <ul class="co-rolls">
      {groups
        .filter((g) => g.rolls.length)
        .map((g) => (
          <li key={g.name}>
            <strong>{g.name}</strong> <code>{g.rule}</code>
            <span class="mono small">
              {g.rolls.map(([, sides, result]) => c.story.roll(sides, result)).join(" · ")}
            </span>
          </li>
        ))}
    </ul>
  );
}

function Round(props: { told: Told; game: Companion; open: boolean }): JSX.Element {
  const { told, game } = props;
  const { invasion, past } = told;
  const [why = "", rule = ""] = FOCUS[invasion.focus] ?? [];
  const report = game.reports[told.round];
  const budget = past.at(-2)?.budget ?? -1; // what ENDING found
  return (
    <details class="co-hand" open={props.open}>
      <summary>{c.story.round(told.round)}</summary>
      <div class="stack small">
        <p>
          {why} {c.story.wave(...invasion.wave)} {budget >= 0 && c.story.pause(budget)}
        </p>
        <h3>{c.story.actions}</h3>
        <ol class="co-past">
          {past.map((p, i) => (
            <Action key={i} past={p} />
          ))}
        </ol>
        <h3>{c.story.rolls}</h3>
        <Rolls rolls={invasion.rolls} />
        {report && <p>{c.story.report(report.orbit, MISSION[report.mission] ?? "")}</p>}
        <AtHand title={c.story.rules} ids={[...new Set([rule, ...WHY])]} />
      </div>
    </details>
  );
}

/** What it did and why; never during a timed phase, when the coming actions are hidden. */
export function Story(props: { game: Companion }): JSX.Element | null {
  const { game } = props;
  if (game.phase === "timed") return null;
  const over = game.phase === "over" || game.phase === "score";
  return (
    <section class="stack co-story" aria-labelledby="co-story">
      <h2 id="co-story">{c.story.title}</h2>
      {[...game.told].reverse().map((told, i) => (
        <Round key={told.round} told={told} game={game} open={over && i === 0} />
      ))}
    </section>
  );
}
