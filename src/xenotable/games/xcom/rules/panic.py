"""Panic: the track, how it rises and falls, who is most and least panicked, and what a fall means."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import Choose, Flow, Refusal, cite, rule
from xenotable.games.xcom.content import COMMANDER, CONTINENTS, colour
from xenotable.games.xcom.rules.cards.windows import window
from xenotable.games.xcom.rules.effects.context import Context, Rise
from xenotable.games.xcom.state import Xcom


@rule("panic.most", neutral=lambda game: [])
def most(game: Xcom) -> list[str]:
    """The most-panicked continents: several if they tie, none if no continent can rise."""
    return _extreme(game, True)


@rule("panic.least", neutral=lambda game: [])
def least(game: Xcom) -> list[str]:
    return _extreme(game, False)


def _extreme(game: Xcom, highest: bool) -> list[str]:
    free = can_rise(game)
    if not free:
        return []
    spaces = [game.continents[c].panic for c in free]
    level = max(spaces) if highest else min(spaces)
    return [c for c in free if game.continents[c].panic == level]


def extreme(game: Xcom, which: str, rule_: str) -> Flow[str]:
    """The most- or least-panicked continent; ties go to the Commander. "" if nobody can rise."""
    tied = most(game) if which == "most" else least(game)
    if not tied:
        cite("panic.nobody")
        return ""
    if len(tied) == 1:
        return tied[0]
    chosen: str = yield from Choose(
        seat=COMMANDER,
        key=f"tie:{which}",
        rule=rule_,
        prompt="Which of the {which}-panicked continents is it?",
        args={"which": which},
        among=lambda: [*tied, *(c for c in CONTINENTS if c not in tied)],
        why_not=lambda c: () if c in tied else _not_extreme(game, which, c),
    )
    return chosen


def _not_extreme(game: Xcom, which: str, continent: str) -> Iterator[Refusal]:
    args = {"c": continent, "which": which}
    if game.continents[continent].fallen:
        yield Refusal("panic.fallen", "{c} has fallen into panic.", args)
    else:
        yield Refusal(f"panic.{which}", "{c} is not {which}-panicked.", args, "Choose one of those that are.")


@rule("panic.rise", neutral=lambda *_: None)
def rise(game: Xcom, continent: str, rises: Rise, rule_: str) -> Flow[None]:
    """One space. In the resolution phase cards may answer first."""
    row = game.continents[continent]
    if row.fallen or top(row.panic):
        return
    if rises.left.get(continent, 0):
        rises.left[continent] -= 1
        return
    rises.continent, rises.cancelled, rises.to = continent, False, ""
    yield from _answer_panic(game, rises)
    if rises.cancelled:
        game.tell("Panic in {c} does not rise.", "effects.cancel_panic", c=continent)
    elif rises.to:
        game.tell("The panic of {c} goes to {to}.", "effects.redirect_panic", c=continent, to=rises.to)
        rises.redirected = True
        yield from rise(game, rises.to, rises, rule_)
        rises.redirected = False
    else:
        game.continents.set(continent, panic=game.continents[continent].panic + 1)
        game.tell(
            "Panic in {c} rises to {n} ({colour}).",
            rule_,
            c=continent,
            n=game.continents[continent].panic,
            colour=panic_colour(game, continent),
        )
        if top(game.continents[continent].panic) and game.reads("panic.fall-when=at-once"):
            fall(game, continent)


def _answer_panic(game: Xcom, rises: Rise) -> Flow[None]:
    if game.now.phase == "resolution":
        yield from window(game, "panic", COMMANDER, Context("card", rises=rises))


@rule("panic.top", neutral=lambda panic: False)
def top(panic: int) -> bool:
    return panic >= 8


@rule("panic.bottom", neutral=lambda *_: None)
def calm(game: Xcom, continent: str, n: int, rule_: str) -> None:
    """Panic goes back n spaces, not below 0; a fallen continent does not move."""
    row = game.continents[continent]
    if row.fallen or not row.panic:
        return
    game.continents.set(continent, panic=max(0, row.panic - n))
    game.tell("Panic in {c} falls to {n}.", rule_, c=continent, n=game.continents[continent].panic)


@rule("panic.fall-when", neutral=lambda game: ())
def falls(game: Xcom) -> Iterator[str]:
    """The continents that fall at the panic report."""
    return (c for c in standing_continents(game) if game.continents[c].panic >= 8)


@rule("panic.report-colours", neutral=lambda game: ("yellow",) * 6)
def reported_colours(game: Xcom) -> tuple[str, ...]:
    """All that the app learns of panic: a colour for each continent, not the space."""
    return tuple("orange" if game.continents[c].fallen else panic_colour(game, c) for c in CONTINENTS)


@rule("panic.fall-ufos", neutral=lambda *_: None)
@rule("panic.fall-count", neutral=lambda *_: None)
@rule("panic.fallen", neutral=lambda *_: None)
def fall(game: Xcom, continent: str) -> None:
    """It stays fallen; its UFOs go to orbit and count for the next round."""
    ufos = game.continents[continent].ufos
    game.continents.set(continent, fallen=True, ufos=0)
    game.put(orbit=game.now.orbit + ufos)
    game.tell("{c} falls into panic; UFOs that move to orbit: {n}.", "panic.fall-ufos", c=continent, n=ufos)


def standing_continents(game: Xcom) -> list[str]:
    """The continents that have not fallen, in canonical order."""
    return [c for c in CONTINENTS if not game.continents[c].fallen]


def can_rise(game: Xcom) -> list[str]:
    rows = game.continents
    return [c for c in CONTINENTS if not rows[c].fallen and rows[c].panic < 8]


def panic_colour(game: Xcom, continent: str) -> str:
    return colour("panic", game.continents[continent].panic)
