"""What everybody sees, what is hidden, and other worlds that a seat may hold possible."""

from __future__ import annotations

from collections.abc import Sequence

from xenotable.engine import NOBODY, Random, rule
from xenotable.games.xcom.content import DECKS, SCIENTIST, book
from xenotable.games.xcom.rules.modes.tutorial import lesson
from xenotable.games.xcom.rules.setup.pieces import deck_cards
from xenotable.games.xcom.rules.timed.action_list import brief_of, possible, still_to_come
from xenotable.games.xcom.state import Planned, Xcom

# ---- where every card is ---------------------------------------------------------------------------------------------


@rule("play.public")
def seen_cards(game: Xcom) -> dict[str, list[str]]:
    """The cards of each deck that everybody can see."""
    war = game.now
    out = {d: [*game.decks[d].below, *game.decks[d].discard] if d in game.decks else [] for d in DECKS}
    for lab in game.labs.values():
        out["tech"] += [c for c in (lab.tech, lab.old) if c]
    out["tech"] += [c for c in game.cards if book().cards[c].deck == "tech"]
    out["crisis"] += war.crises
    if war.drawn:
        out["crisis" if war.drawn[0] in game_deck("crisis") else "mission"] += war.drawn
    if "mission" in game.ventures:
        out["mission"].append(game.ventures["mission"].card)
    out["enemy"] += [f.card for f in game.foes.values() if f.card and book().cards[f.card].deck == "enemy"]
    out["enemy"] += [c for c in war.salvage if c != "?"]
    return out


def game_deck(deck: str) -> frozenset[str]:
    return frozenset(book().deck(deck))


def whereabouts(game: Xcom) -> dict[str, list[str]]:
    """Every card of each deck, seen or not."""
    out = seen_cards(game)
    hidden = game.secret[NOBODY]
    for deck in DECKS:
        out[deck] += getattr(hidden, deck)
    out["tech"] += game.secret[SCIENTIST].hand
    out["enemy"] += [c for _, c in hidden.down]
    out["enemy"] += hidden.salvage
    return out


# ---- worlds a seat may hold possible ---------------------------------------------------------------------------------


@rule("play.hidden", neutral=lambda *_: None)
@rule("play.hidden-role", neutral=lambda *_: None)
def redeal(game: Xcom, seat: int, rnd: Random) -> None:
    """What this seat does not know will be something possible, as soon as somebody looks at it."""
    own = stream(rnd)
    game.deal_when_looked_at(lambda game: _deal(game, seat, own))


def _deal(game: Xcom, seat: int, rnd: Random) -> None:
    """Fills what this seat does not know, from public facts and its own alone."""
    seed = bytes(int(rnd() * 256) for _ in range(8)).hex()
    game.secret.set(NOBODY, seed=seed)
    if not game.decks:
        return
    seen = seen_cards(game)
    unseen = {}
    for deck in DECKS:
        known = set(seen[deck])
        left = [c for c in deck_cards(deck, game.now.plan, game.setup.timer) if c not in known]
        unseen[deck] = shuffle(left, rnd)
    _redeal_hand(game, seat, unseen)
    _redeal_enemies(game, unseen)
    _redeal_peek(game, seat, unseen)
    game.secret.set(NOBODY, **{d: tuple(unseen[d]) for d in DECKS})
    if game.now.phase == "timed":
        game.secret.set(NOBODY, coming=coming_actions(game, rnd))


def stream(rnd: Random) -> Random:
    """A cheap stream out of two dear numbers: a hundred cards are dealt anew for every imagined world."""
    state = int(rnd() * (1 << 24)) << 24 | int(rnd() * (1 << 24))

    def draw() -> float:
        nonlocal state
        state = (state * 0x5DEECE66D + 0xB) & ((1 << 48) - 1)
        return state / (1 << 48)

    return draw


def shuffle(cards: Sequence[str], rnd: Random) -> list[str]:
    left = list(cards)
    return [left.pop(int(rnd() * n)) for n in range(len(left), 0, -1)]


def _redeal_hand(game: Xcom, seat: int, unseen: dict[str, list[str]]) -> None:
    war = game.now
    if seat == SCIENTIST:
        mine = game.secret[SCIENTIST].hand
    else:
        others = [c for c in unseen["tech"] if c not in war.shown]
        mine = (*war.shown, *others[: war.hand - len(war.shown)])
        game.secret.set(SCIENTIST, hand=mine)
    unseen["tech"] = [c for c in unseen["tech"] if c not in mine]


def _redeal_enemies(game: Xcom, unseen: dict[str, list[str]]) -> None:
    left = unseen["enemy"]
    slots = [s for s, f in game.foes.items() if not f.card]
    down = tuple((s, left.pop()) for s in slots)
    salvage = tuple(left.pop() for c in game.now.salvage if c == "?")
    game.secret.set(NOBODY, down=down, salvage=salvage)


def _redeal_peek(game: Xcom, seat: int, unseen: dict[str, list[str]]) -> None:
    """Who has looked at the top of a deck knows it; the others only know that he looked."""
    war = game.now
    if war.looking == NOBODY:
        return
    if war.looking == seat:
        # Cards that lie below the unknown part are open to all and stay where they are.
        top_ = [c for c in game.secret[seat].peeked if c in unseen[war.looked]]
        unseen[war.looked] = top_ + [c for c in unseen[war.looked] if c not in top_]
    else:
        cards = (*unseen[war.looked], *game.decks[war.looked].below)[: war.look]
        game.secret.set(war.looking, peeked=cards)


def coming_actions(game: Xcom, rnd: Random) -> tuple[Planned, ...]:
    """Actions that may still come in the running phase."""
    brief = brief_of(game)
    if game.setup.tutorial and brief.round <= len(book().lessons):
        return still_to_come(lesson(brief, book().lessons[brief.round - 1]).actions, list(game.now.past))
    return possible(brief, game.now.past, rnd)
