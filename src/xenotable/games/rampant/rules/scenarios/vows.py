"""Vows: secret promises, kept or broken at the end; what happens on the way is noted for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from xenotable.engine import Refusal, acts, cite, rule
from xenotable.games.rampant.content import content
from xenotable.games.rampant.state import NOW, Rampant


def first_blood(game: Rampant, lost: dict[str, int], by_enemy: bool = True) -> None:
    """The vow First Strike: who makes whom lose the first Strength Point of the battle."""
    if game.now.blood or not any(lost.values()):
        return
    game.battle.set(NOW, blood=True)
    seats = {game.units[u].seat for u, n in lost.items() if n}
    if by_enemy and len(seats) == 1:
        first_strike(game, 1 - seats.pop())


def first_strike(game: Rampant, seat: int) -> None:
    if acts("scenarios.vow-first-strike"):
        fact(game, seat, "first-strike")


def fact(game: Rampant, seat: int, what: str) -> None:
    """Notes for the vows that something has happened."""
    facts = game.sides[seat].facts
    if what not in facts:
        game.sides.set(seat, facts=(*facts, what))


MOST_VOWS = 3


def vow_refusals(vows: Sequence[str]) -> Iterator[Refusal]:
    """What is wrong with the vows that somebody means to take."""
    if len(vows) > MOST_VOWS or len(set(vows)) < len(vows):
        says = "Up to {most} different vows can be taken, not {n}."
        yield Refusal("scenarios.vows", says, {"most": MOST_VOWS, "n": len(vows)}, "Leave one out.")


Score = Callable[[Rampant, int, int, str, str], None]


def is_vow_kept(game: Rampant, seat: int, vow: str) -> bool:
    """Was this vow's condition met before the battle ended?"""
    side = game.sides[seat]
    cite(content().vows[vow].rule)
    if vow == "no-step-back":
        return "stepped-back" not in side.facts
    if vow == "unbroken":
        return side.removed * 4 < side.total
    if vow == "clockwork":
        return all(n in side.tested for n in (1, 2, 3)) and not any(n in side.failed for n in (1, 2, 3))
    return vow in side.facts


@rule("scenarios.vows", neutral=lambda *a: None)
def vow_points(game: Rampant, seat: int, score: Score) -> None:
    """A kept vow gives its value, a broken one costs 1."""
    for vow in game.secret[seat].vows:
        entry = content().vows[vow]
        done = is_vow_kept(game, seat, vow)
        says = "{who} had vowed {v}: {r}."
        game.tell(
            says, entry.rule, reveals=True, who=game.seat_name(seat), v=entry.name, r="kept" if done else "broken"
        )
        score(game, seat, entry.value if done else -1, f"the vow {entry.name}", "scenarios.vows")
