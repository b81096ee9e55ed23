import type { Token } from "../wire";
import type { Shown, Tokens } from "./vocabulary";

/** The table after a gesture. What a gesture does not say, such as the card behind a piece, stays as it was. */
export function applied(tokens: Tokens, shown: Shown): Tokens {
  switch (shown.type) {
    case "moved":
      return changed(tokens, [shown.piece], () => ({
        at: shown.at ?? [],
        inside: shown.inside ?? "",
        facing: shown.facing ?? null,
      }));
    case "lost":
    case "gained":
      return changed(tokens, shown.pieces, (t) =>
        t.pips ? { pips: { ...t.pips, now: shown.left, full: shown.of } } : {},
      );
    case "became":
      return changed(tokens, shown.pieces, (t) => ({
        marks: [
          ...(t.marks ?? []).filter((m) => !shown.gone?.some((g) => g.sign === m.sign && g.name === m.name)),
          ...(shown.gained ?? []),
        ],
        ...(shown.state ? { state: shown.state } : {}),
        ...(typeof shown.seat === "number" ? { seat: shown.seat } : {}),
      }));
    case "appeared":
      return new Map(tokens).set(shown.token.id, { ...shown.token, about: tokens.get(shown.token.id)?.about ?? [] });
    case "fell":
    case "left": {
      const rest = new Map(tokens);
      rest.delete(shown.piece);
      return rest;
    }
    case "aimed":
    case "threw":
    case "drew":
    case "scored":
      return tokens;
  }
}

function changed(tokens: Tokens, ids: readonly string[], change: (token: Token) => Partial<Token>): Tokens {
  const next = new Map(tokens);
  for (const id of ids) {
    const token = tokens.get(id);
    if (token) next.set(id, { ...token, ...change(token) });
  }
  return next;
}
