import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { GameScene } from "../art/scenes";
import { store, stored } from "../stored";
import { t } from "../strings";
import { OriginWord } from "../ui/origin";
import { RuleLink, SideSign } from "../ui/parts";
import type { Panel } from "../wire";
import { byHeading } from "./headings";
import "./goal.css";

/** Counts the wishes to see the goal; whoever wishes is brought to it. */
export const goalAsked = signal(0);

const KEY = "xenotable.goals";
const MOST = 60;

const seen = (): string[] => stored(KEY, []);

/** Folded by hand once, it stays folded when the page is loaded again. */
function keep(room: string, folded: boolean): void {
  const others = seen().filter((id) => id !== room);
  store(KEY, folded ? [room, ...others].slice(0, MOST) : others);
}

/** Folds the card once somebody here has decided something: from then on the story has its place. Questions that others
 * put or take away meanwhile fold nothing. */
function useFolding(card: { current: HTMLDetailsElement | null }, deeds: number): void {
  useEffect(() => {
    if (deeds && card.current) card.current.open = false;
  }, [deeds]);
}

/** What wins, how long it takes and who fights: open when a battle begins, and a key away at any time. */
export function GoalCard(props: { room: string; game: string; panel: Panel; deeds: number }): JSX.Element {
  const card = useRef<HTMLDetailsElement>(null);
  useFolding(card, props.deeds);
  useEffect(
    () =>
      goalAsked.subscribe((times) => {
        const here = card.current;
        if (!times || !here) return;
        here.open = true;
        here.scrollIntoView({ block: "nearest" });
        here.querySelector("summary")?.focus();
      }),
    [],
  );
  useEffect(
    () => () => {
      goalAsked.value = 0;
    },
    [],
  );
  return (
    <details
      ref={card}
      class="goal card"
      open={!seen().includes(props.room)}
      onToggle={(e) => keep(props.room, !e.currentTarget.open)}
    >
      <summary>
        <span class="eyebrow">{t.goal.title}</span> <b>{props.panel.title}</b>
      </summary>
      <GameScene game={props.game} />
      <dl>
        {byHeading(props.panel.lines ?? []).map(([heading, lines]) => (
          <div key={heading}>
            <dt>
              {typeof lines[0]?.seat === "number" && <SideSign seat={lines[0].seat} />}
              {heading}
            </dt>
            {lines.map((line) => (
              <dd key={line.rule ?? line.value}>
                {line.value} <RuleLink game={props.game} rule={line.rule} text="§" />
                {line.origin && <OriginWord origin={line.origin} />}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </details>
  );
}
