import type { JSX } from "preact";
import { shortName } from "../board/names";
import { TokenIcon, type TokenProps } from "../board/token";
import { settings } from "../settings";
import { t } from "../strings";
import type { Token } from "../wire";
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
