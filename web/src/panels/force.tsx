import type { JSX } from "preact";
import { closed } from "../asks/draft";
import { shortName } from "../board/names";
import { TokenIcon, type TokenProps } from "../board/token";
import { settings } from "../settings";
import { t } from "../strings";
import type { Token, Wire } from "../wire";
import "./force.css";

interface Member {
  id: string; // of the unit, or of the piece
  token: Token;
}

/** The pieces and units of a seat that have strength, each unit once, in the order of the game. */
export function forceOf(tokens: readonly Token[], seat: number): Member[] {
  const found = new Map<string, Token>();
  for (const token of tokens) {
    const id = token.unit || token.id;
    if (token.seat === seat && token.pips && token.kind !== "card" && token.kind !== "track" && !found.has(id))
      found.set(id, token);
  }
  return [...found].map(([id, token]) => ({ id, token }));
}

/** The units of a seat that a decision is about: those to be moved, or the only one on which open answers lie. */
export function askedOf(tokens: readonly Token[], seat: number, ask: Wire | undefined): ReadonlySet<string> {
  const moves = ask?.type === "move" || ask?.type === "place";
  const options = ask?.type === "choose" ? ask.options.filter((o) => !closed(o)) : [];
  const ids = new Set((moves ? ask.pieces : options).map((one) => one.on));
  const own = tokens.filter((k) => k.seat === seat && (ids.has(k.id) || ids.has(k.unit || k.id)));
  const found = new Set(own.map((k) => k.unit || k.id));
  return moves || found.size === 1 ? found : new Set();
}

/** Who is asked about acts, whatever a game says of it: its turn is not over before it has been moved. */
export const acting = (tokens: readonly Token[], asked: ReadonlySet<string>): readonly Token[] =>
  asked.size
    ? tokens.map((k) => (k.state === "done" && asked.has(k.unit || k.id) ? { ...k, state: "active" } : k))
    : tokens;

/** One's own force beside the board: who is left, how strong, and who has acted. A press does what one on the board does. */
export function Force(props: {
  members: readonly Member[];
  state: (id: string) => TokenProps["state"];
  onPress: (id: string) => void;
}): JSX.Element {
  return (
    <ul class="force" aria-label={t.board.force} tabIndex={0}>
      {props.members.map(({ id, token }) => {
        const state = props.state(id);
        const acted =
          token.state && token.state !== "ready" ? t.token.states[token.state as keyof typeof t.token.states] : "";
        const words = [t.token.left(token.pips?.now ?? 0, token.pips?.full ?? 0), acted].filter(Boolean).join(" · ");
        return (
          <li key={id}>
            <button type="button" class={`${token.state ?? ""} ${state}`} onClick={() => props.onPress(id)}>
              <TokenIcon token={token} letters={settings.value.letters} />
              <span class="grow">
                <b>{shortName(token)}</b>
                <small>{words}</small>
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
