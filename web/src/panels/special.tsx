import type { JSX } from "preact";
import { formOf, inkOf } from "../board/token";
import { words } from "../pages/campaign-words";
import { RuleLink, SideSign } from "../ui/parts";
import type { Line, Panel, Person, Pips } from "../wire";
import { Deck } from "./cards";

type Props = { panel: Panel; game: string; onShow?: ((id: string) => void) | undefined };

const DIE = 24;
const PER_ROW = 6;

/** Dice in the order in which they happen to lie: the same for the same bag, and well mixed. */
function heap(lines: readonly Line[]): number[] {
  const dice = lines.flatMap((line) => Array.from({ length: line.now ?? 0 }, () => line.seat ?? -1));
  return dice
    .map((seat, i) => ({ seat, key: (i * 7919 + 31 * dice.length) % 97 }))
    .sort((a, b) => a.key - b.key)
    .map((d) => d.seat);
}

/** A bag with its dice as a picture, each with the sign of its side, and beside it the figures. */
function Bag(props: Props): JSX.Element {
  const lines = props.panel.lines ?? [];
  const dice = heap(lines);
  const rows = Math.max(1, Math.ceil(dice.length / PER_ROW));
  const size = Math.min(DIE, 78 / rows);
  return (
    <div class="bag-picture">
      <svg viewBox="0 0 200 150" role="img" aria-label={dice.length ? words.bag(lines) : words.empty}>
        <path class="pouch" d="M70 34C30 52 12 92 20 120 26 142 60 146 100 146S174 142 180 120C188 92 170 52 130 34Z" />
        <path class="neck" d="M62 14Q100 26 138 14L130 34Q100 42 70 34Z" />
        <path class="cord" d="M66 32Q100 44 134 32M128 35Q146 44 142 58M124 37Q132 50 126 60" />
        {dice.map((seat, i) => {
          const row = Math.floor(i / PER_ROW);
          const inRow = Math.min(PER_ROW, dice.length - row * PER_ROW);
          const x = 100 + ((i % PER_ROW) - (inRow - 1) / 2) * (size + 2);
          const y = 138 - size / 2 - row * (size + 1);
          return (
            <g key={i} transform={`translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${((i * 37) % 19) - 9})`}>
              <rect
                x={-size / 2}
                y={-size / 2}
                width={size}
                height={size}
                rx={3}
                class="bag-die"
                stroke={inkOf(seat)}
              />
              <path d={formOf(seat)} transform={`scale(${size * 0.3})`} fill={inkOf(seat)} />
            </g>
          );
        })}
      </svg>
      <ul>
        {lines.map((line) => (
          <li key={line.label}>
            <span class="seat">
              <SideSign seat={line.seat ?? -1} /> <b>{line.label}</b>
            </span>
            <span class="small">{line.value}</span>
            <RuleLink game={props.game} rule={line.rule} text="§" />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Rows under columns, with the cell that counts now; below them what belongs to no column. */
function Chart(props: Props): JSX.Element {
  const { columns = [], lines = [] } = props.panel;
  const rows = lines.filter((line) => line.cells?.length);
  const lit = (line: Line) => typeof line.lit === "number";
  return (
    <div class="lit-chart">
      <table>
        <thead>
          <tr>
            {columns.map((c) => (
              <th key={c} scope="col">
                {c}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((line) => (
            <tr key={line.label} class={lit(line) ? "lit" : ""} aria-current={lit(line) || undefined}>
              <th scope="row">{line.label.replace(/^> /, "")}</th>
              {(line.cells ?? []).map((cell, k) => (
                <td key={k}>
                  {k === line.lit ? (
                    <mark>
                      {cell} <span class="hidden-label">({words.lit})</span>
                    </mark>
                  ) : (
                    cell
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <dl>
        {lines
          .filter((line) => !line.cells?.length)
          .map((line) => (
            <div key={line.label}>
              <dt>
                {line.label} <RuleLink game={props.game} rule={line.rule} text="§" />
              </dt>
              <dd>{line.value}</dd>
            </div>
          ))}
      </dl>
    </div>
  );
}

/** A short row of marks, told in words to whoever does not see it. */
function Marks(props: { pips: Pips }): JSX.Element {
  const { now, full, name = "" } = props.pips;
  return (
    <span class="marks" role="img" aria-label={words.pips(name, now, full)}>
      {Array.from({ length: Math.max(full, now) }, (_, i) => (
        <svg key={i} viewBox="-1.1 -1.1 2.2 2.2" class={i < now ? "on" : ""} aria-hidden>
          <path d="M0-1 .26-.32.98-.31.41.12.6.82 0 .4-.6.82-.41.12-.98-.31-.26-.32Z" />
        </svg>
      ))}
    </span>
  );
}

function Soldier(props: { person: Person }): JSX.Element {
  const { person } = props;
  const { story = [], tags = [], facts = [] } = person;
  return (
    <li class={`person tone-${person.tone ?? ""}`}>
      <article aria-label={person.name}>
        <header>
          <h4>{person.name}</h4>
          <span class={`state-chip tone-${person.tone ?? ""}`}>{person.state}</span>
          <span class="small muted">{person.title}</span>
          {person.pips && <Marks pips={person.pips} />}
        </header>
        <dl class="facts">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd class="mono">{value}</dd>
            </div>
          ))}
        </dl>
        {tags.length > 0 && (
          <ul class="tags" aria-label={words.carries}>
            {tags.map((tag, i) => (
              <li key={i}>{tag}</li>
            ))}
          </ul>
        )}
        {story.length > 0 ? (
          <details>
            <summary>{words.history(story.length)}</summary>
            <ol class="history">
              {story.map((line, i) => (
                <li key={i}>{line}</li>
              ))}
            </ol>
          </details>
        ) : (
          <p class="small muted">{words.noHistory}</p>
        )}
      </article>
    </li>
  );
}

/** The living first; those who did not come back are remembered below. */
function Roster(props: Props): JSX.Element {
  const people = props.panel.people ?? [];
  const gone = people.filter((p) => p.tone === "gone");
  return (
    <>
      <ul class="roster">
        {people
          .filter((p) => p.tone !== "gone")
          .map((p) => (
            <Soldier key={p.id} person={p} />
          ))}
      </ul>
      {gone.length > 0 && (
        <>
          <h4 class="eyebrow">{words.fallen}</h4>
          <ul class="roster">
            {gone.map((p) => (
              <Soldier key={p.id} person={p} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** The stages of a campaign in one line each: for places where there is no room for more. */
function Stages(props: Props): JSX.Element {
  return (
    <ol class="history">
      {(props.panel.stages ?? []).map((step) => (
        <li key={step.title}>
          {step.title}{" "}
          <span class="muted">{words.mission(words.states[step.state ?? "later"] ?? "", step.outcome ?? "")}</span>
        </li>
      ))}
    </ol>
  );
}

/** Kinds of panels that are more than lines. */
export const SPECIAL: Record<string, (props: Props) => JSX.Element> = {
  bag: Bag,
  chart: Chart,
  roster: Roster,
  deck: Deck,
  path: Stages,
};
