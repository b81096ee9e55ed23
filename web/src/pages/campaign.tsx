import type { ComponentChildren, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { GameScene } from "../art/scenes";
import { api } from "../net/api";
import { anyToken, seated } from "../net/mine";
import type { View } from "../net/view";
import { Panels } from "../panels/panels";
import { go } from "../router";
import { settings } from "../settings";
import { t } from "../strings";
import { Button, Failure } from "../ui/parts";
import type { Panel, RoomWire, Stage } from "../wire";
import { words } from "./campaign-words";
import { download } from "./table-parts";
import "./campaign.css";

/** Has this game a way through stages to show? */
export const isCampaign = (panels: readonly Panel[]): boolean => panels.some((p) => p.kind === "path");

/** A new room that begins where a stage of this one began, with the same people in the same seats. */
async function branch(room: RoomWire, key: string): Promise<void> {
  const token = anyToken(room.id);
  const record = await api.replay(room.id, token);
  const index = record.steps.find((s) => s.key === key)?.index ?? record.length;
  const seats = room.seats.map((s) =>
    s.kind === "machine"
      ? { kind: "machine" as const, level: s.level ?? "tactician" }
      : { kind: "human" as const, name: s.name || settings.peek().name },
  );
  const answer = await api.branch(room.id, { index, seats }, token);
  seated(answer);
  go(`/table/${answer.room.id}`);
}

/** In a battle for which its campaign waits no longer: that was taken back, or has been told another result. */
export function AdriftNote(props: { room: RoomWire }): JSX.Element | null {
  const { id, parent } = props.room;
  const [adrift, setAdrift] = useState(false);
  useEffect(() => {
    const compare = (campaign: RoomWire) => setAdrift(campaign.battle !== id);
    if (parent) api.room(parent).then(compare, () => undefined); // nothing is known of it
  }, [id, parent]);
  return adrift ? (
    <p class="notice" role="status">
      {t.table.adrift}
    </p>
  ) : null;
}

/** Goes back to the beginning of a stage; undefined where nobody may. */
type OnBranch = ((key: string) => void) | undefined;

function StageCard(props: { step: Stage; onBranch: OnBranch }): JSX.Element {
  const { step, onBranch } = props;
  const { state = "later", story = [], facts = [] } = step;
  const done = state === "done";
  return (
    <li class={`mission ${state} tone-${step.tone ?? ""}`} aria-current={state === "next" ? "step" : undefined}>
      <h3>{step.title}</h3>
      <p class={`state-chip tone-${step.tone ?? ""}`}>{done ? step.outcome : words.states[state]}</p>
      {!done && step.about && <p class="small">{step.about}</p>}
      {state === "next" && (
        <dl class="facts">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {done && (
        <details>
          <summary aria-label={`${words.happened}: ${step.title}`}>{words.happened}</summary>
          <p class="small muted">{step.about}</p>
          {story.length ? (
            <ul class="history">
              {story.map((line, i) => (
                <li key={i}>{line}</li>
              ))}
            </ul>
          ) : (
            <p class="small">{words.nothing}</p>
          )}
          {onBranch && step.key && (
            <button
              type="button"
              class="button"
              aria-label={`${words.branch}: ${step.title}`}
              title={words.branching}
              onClick={() => onBranch(step.key ?? "")}
            >
              {words.branch}
            </button>
          )}
        </details>
      )}
    </li>
  );
}

/** What a campaign has to show: the cards just drawn, its stages, the rosters and their histories. */
export function CampaignState(props: {
  game: string;
  panels: readonly Panel[];
  onBranch: OnBranch;
  children?: ComponentChildren;
}): JSX.Element {
  const { game, panels } = props;
  const paths = panels.filter((p) => p.kind === "path");
  const drawn = panels.filter((p) => p.kind === "deck");
  const rest = panels.filter((p) => p.kind !== "path" && p.kind !== "deck");
  return (
    <section class="no-board campaign" aria-label={words.page}>
      <h2 class="hidden-label">{words.page}</h2>
      <GameScene game={game.replace(/-.*/, "")} />
      {drawn.length > 0 && <Panels panels={drawn} game={game} />}
      {paths.map((panel) => (
        <section key={panel.id} class="path" aria-label={panel.title}>
          <h2>{panel.title}</h2>
          <ol>
            {(panel.stages ?? []).map((step) => (
              <StageCard key={step.title} step={step} onBranch={props.onBranch} />
            ))}
          </ol>
        </section>
      ))}
      <Panels panels={rest} game={game} />
      {props.children}
    </section>
  );
}

/** A campaign on the whole table, with what can be done with it as a whole. */
export function CampaignPage(props: { room: RoomWire; view: View }): JSX.Element {
  const { room, view } = props;
  const [says, setSays] = useState("");
  const fail = (e: Error) => setSays(e.message);
  const mine = room.seats.some((s) => s.seat === view.seat);
  return (
    <CampaignState
      game={room.game}
      panels={view.panels}
      onBranch={mine ? (key) => void branch(room, key).catch(fail) : undefined}
    >
      <footer class="stack">
        <Failure says={says} />
        <div class="row">
          <Button
            icon="down"
            label={words.save}
            text={words.save}
            onClick={() => download(room.id, room.game).catch(fail)}
          />
          <Button icon="play" label={words.watch} text={words.watch} onClick={() => go(`/replay/${room.id}`)} />
        </div>
        <p class="small muted">{words.resume}</p>
      </footer>
    </CampaignState>
  );
}
