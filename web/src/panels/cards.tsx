import type { JSX } from "preact";
import { OriginWord } from "../ui/origin";
import { RuleLink } from "../ui/parts";
import type { Card, Panel } from "../wire";

/** The four suits around (0, 0), one unit to each side. */
const SUITS: Record<string, string> = {
  hearts: "M0 .92C-.95 .2-1.05-.3-.78-.66-.52-.98-.12-.88 0-.46.12-.88.52-.98.78-.66 1.05-.3.95.2 0 .92Z",
  diamonds: "M0-1 .72 0 0 1-.72 0Z",
  spades: "M0-.95C.95-.2 1.05.2.78.5.56.74.2.66.06.38L.24.95H-.24L-.06.38C-.2.66-.56.74-.78.5-1.05.2-.95-.2 0-.95Z",
  clubs:
    "M0-.98a.41.41 0 1 1 0 .82.41.41 0 1 1 0-.82ZM-.47-.2a.41.41 0 1 1 0 .82.41.41 0 1 1 0-.82ZM.47-.2a.41.41 0 1 1 0 .82.41.41 0 1 1 0-.82ZM0-.35.24.95H-.24Z",
  joker: "M0-1 .26-.32.98-.31.41.12.6.82 0 .4-.6.82-.41.12-.98-.31-.26-.32Z",
};

type Spot = readonly [number, number];
const pair = (y: number): Spot[] => [
  [-1, y],
  [1, y],
];
const SIX: Spot[] = [...pair(-1), ...pair(0), ...pair(1)];
const EIGHT: Spot[] = [...pair(-1), ...pair(-0.34), ...pair(0.34), ...pair(1)];

/** Where the signs stand on the cards from 2 to 10. */
const SPOTS: Record<string, Spot[]> = {
  "2": [
    [0, -1],
    [0, 1],
  ],
  "3": [
    [0, -1],
    [0, 0],
    [0, 1],
  ],
  "4": [...pair(-1), ...pair(1)],
  "5": [...pair(-1), [0, 0], ...pair(1)],
  "6": SIX,
  "7": [...SIX, [0, -0.5]],
  "8": [...SIX, [0, -0.5], [0, 0.5]],
  "9": [...EIGHT, [0, 0]],
  "10": [...EIGHT, [0, -0.67], [0, 0.67]],
};

/** What a court card wears: a cap, a diadem, a crown. */
const COURT: Record<string, string> = {
  J: "M-14 9-11-4Q0-12 11-4L14 9ZM9-3Q24-20 21 2 16-3 12 0Z",
  Q: "M-15 10-17-7-8 1 0-11 8 1 17-7 15 10Z",
  K: "M-16 11V-8L-8 0-4-13H4L8 0 16-8V11ZM-2-19H2V-13H-2Z",
};

function Face(props: { card: Card }): JSX.Element {
  const { suit = "", rank = "" } = props.card;
  const sign = SUITS[suit] ?? "";
  const spots = SPOTS[rank];
  if (spots)
    return (
      <>
        {spots.map(([x, y]) => (
          <path
            key={`${x},${y}`}
            d={sign}
            transform={`translate(${50 + x * 20} ${70 + y * 40}) scale(${y > 0 ? -8.5 : 8.5})`}
          />
        ))}
      </>
    );
  if (!COURT[rank]) return <path d={sign} transform={`translate(50 70) scale(${rank === "A" ? 26 : 30})`} />;
  return (
    <>
      <rect x="24" y="22" width="52" height="96" rx="4" class="frame" />
      <path d={COURT[rank]} transform="translate(50 50)" />
      <text x="50" y="92" class="court">
        {rank}
      </text>
      <path d={sign} transform="translate(50 107) scale(7)" />
    </>
  );
}

/** A playing card, drawn; its name and what it offers stand below it in words. */
function PlayingCard(props: { card: Card; game: string; nth: number }): JSX.Element {
  const { card } = props;
  const red = card.suit === "hearts" || card.suit === "diamonds";
  const corner = (
    <g>
      <text x="11" y="20">
        {card.rank === "joker" ? "★" : card.rank}
      </text>
      <path d={SUITS[card.suit ?? ""] ?? ""} transform="translate(11 30) scale(5.5)" />
    </g>
  );
  return (
    <li class="playing" style={{ "--nth": props.nth }}>
      {card.suit ? (
        <svg viewBox="0 0 100 140" class={red ? "red" : "black"} aria-hidden>
          <rect x="1" y="1" width="98" height="138" rx="8" class="paper" />
          <Face card={card} />
          {corner}
          <g transform="rotate(180 50 70)">{corner}</g>
        </svg>
      ) : null}
      <b>{card.title}</b>
      {card.text && <span class="small">{card.text}</span>}
      {card.origin && <OriginWord origin={card.origin} />}
      <RuleLink game={props.game} rule={card.rule} text="§" />
    </li>
  );
}

/** The cards of a draw, side by side, and what they offer together. */
export function Deck(props: { panel: Panel; game: string }): JSX.Element {
  const { cards = [], lines = [] } = props.panel;
  return (
    <>
      <ul class="deck">
        {cards.map((card, i) => (
          <PlayingCard key={`${card.title}${i}`} card={card} game={props.game} nth={i} />
        ))}
      </ul>
      {lines.length > 0 && (
        <ul class="small">
          {lines.map((line, i) => (
            <li key={i}>
              <b>{line.label}:</b> {line.value} <RuleLink game={props.game} rule={line.rule} text="§" />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
