import type { JSX } from "preact";
import { t } from "../strings";
import { OriginWord } from "../ui/origin";
import { RuleLink, SideSign } from "../ui/parts";
import type { Line, Panel } from "../wire";
import { SPECIAL } from "./special";
import "./panels.css";

const ELSEWHERE = new Set(["story", "strip", "steps", "goal", "coach", "lessons"]); // kinds that have a place of their own on the page
const LONG = 24; // letters of a value that stand beside its name

function Row(props: { line: Line; game: string; onShow: ((id: string) => void) | undefined }): JSX.Element {
  const { line } = props;
  const track = typeof line.now === "number" && typeof line.full === "number";
  return (
    <li class={(line.value?.length ?? 0) > LONG ? "long" : ""}>
      {line.on && props.onShow ? (
        <button type="button" class="rule-link" onClick={() => props.onShow?.(line.on as string)}>
          {line.label}
        </button>
      ) : (
        <span>{line.label}</span>
      )}
      {track && <meter min={0} max={line.full ?? 0} value={line.now ?? 0} aria-label={line.label} />}
      <span class="mono value">{line.value || (track ? `${line.now} / ${line.full}` : "")}</span>
      {line.origin && <OriginWord origin={line.origin} />}
      <RuleLink game={props.game} rule={line.rule} text="§" />
    </li>
  );
}

/** The cards in somebody's own hand. */
export const isHand = (panel: Panel, seat: number): boolean =>
  panel.kind === "cards" && panel.seat === seat && (panel.lines?.length ?? 0) > 0;

/** One's own cards, side by side, where they are always at hand. */
export function Hand(props: { panels: readonly Panel[]; game: string }): JSX.Element {
  return (
    <>
      {props.panels.map((panel) => (
        <section key={panel.id} class="hand" aria-label={panel.title}>
          <h3>{panel.title}</h3>
          <ul tabIndex={0}>
            {(panel.lines ?? []).map((line, i) => (
              <li key={i}>
                <b>{line.label}</b>
                {typeof line.now === "number" && typeof line.full === "number" && (
                  <meter min={0} max={line.full} value={line.now} aria-label={line.label} />
                )}
                <span>{line.value}</span>
                {line.origin && <OriginWord origin={line.origin} />}
                <RuleLink game={props.game} rule={line.rule} text="§" />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function Content(props: { panel: Panel; game: string; onShow: ((id: string) => void) | undefined }): JSX.Element {
  const Special = SPECIAL[props.panel.kind ?? ""];
  if (Special) return <Special {...props} />;
  return (
    <ul>
      {(props.panel.lines ?? []).map((line, i) => (
        <Row key={i} line={line} game={props.game} onShow={props.onShow} />
      ))}
    </ul>
  );
}

/** The boxes that a game puts beside its board: scores, tracks, hands, bags. */
export function Panels(props: { panels: readonly Panel[]; game: string; onShow?: (id: string) => void }): JSX.Element {
  if (!props.panels.length) return <p class="muted">{t.panels.none}</p>;
  return (
    <div class="panels">
      {props.panels
        .filter((p) => !ELSEWHERE.has(p.kind ?? ""))
        .map((panel) => (
          <section key={panel.id} class={`panel ${panel.kind ?? "list"}`} aria-label={panel.title}>
            <h3 class="row">
              {typeof panel.seat === "number" && panel.seat >= 0 && (
                <span class="seat">
                  <SideSign seat={panel.seat} />
                </span>
              )}
              {panel.title}
            </h3>
            <Content panel={panel} game={props.game} onShow={props.onShow} />
          </section>
        ))}
    </div>
  );
}
