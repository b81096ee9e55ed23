"""The turns of a round, and the order of what happens at one moment."""

from __future__ import annotations

from collections.abc import Sequence

from xenotable.engine import Choose, Flow, Scene, cite, rule, scene
from xenotable.games.rampant.rules.courage.courage_test import ask_next, takes_courage_tests
from xenotable.games.rampant.rules.psychic.lasting import end_spells
from xenotable.games.rampant.rules.vehicles import get_out
from xenotable.games.rampant.scenes import Nerve, Nerves, Wrecks
from xenotable.games.rampant.state import NOW, Rampant


@rule("play.round-turn-phase")
def begin_turn(game: Rampant, number: int, seat: int) -> None:
    """A side's turn of a round: what is marked for one turn only is taken off."""
    game.battle.set(NOW, round=number, active=seat, over=False, phase="rally")
    cite("play.markers")
    for unit, row in game.units.items():
        if row.where != "gone" and (row.activated or row.targeted or row.charge or row.rallied or row.moved):
            game.units.set(unit, activated=False, targeted=False, charge="", rallied=False, moved=0.0)
    for side in (0, 1):
        if game.sides[side].used or game.sides[side].drops:
            game.sides.set(side, used=(), drops=0)
    end_spells(game, "start", seat)
    game.tell("Round {n}: the turn of {who}.", "play.round-turn-phase", n=number, who=game.seat_name(seat))


@scene
@rule("play.simultaneous")
def nerves(game: Rampant, at: Nerves) -> Flow[list[Scene]]:
    """Several units were struck at one moment: the active player's test first, each owner choosing the order."""
    left = tuple(s for s in at.left if takes_courage_tests(game, s.unit))
    if not left:
        return []
    active = game.now.active
    mine = [s for s in left if game.units[s.unit].seat == active] or left
    shock = yield from ask_next(game, mine, "play.simultaneous")
    return [Nerve(shock), Nerves(tuple(s for s in left if s is not shock))]


def ask_first(game: Rampant, of: Sequence[tuple[int, str]], key: str, prompt: str) -> Flow[str]:
    """Of several effects (seat, id) at one moment the active player's come first, in the order their owner chooses."""
    active = game.now.active
    seat = active if any(s == active for s, _ in of) else 1 - active
    mine = [id for s, id in of if s == seat]
    if len(mine) == 1:
        return mine[0]
    return (
        yield from Choose(
            seat=seat,
            key=key,
            rule="play.simultaneous",
            prompt=prompt,
            among=lambda: mine,
        )
    )


@scene
@rule("play.simultaneous")
def wrecks(game: Rampant, at: Wrecks) -> Flow[list[Scene]]:
    """Of several vehicles lost at one moment the passengers get out in turn; when all are out, who must tests."""
    if not at.left:
        return [Nerves(at.shocks)]
    owners = [(game.units[w.unit].seat, w.unit) for w in at.left]
    first = yield from ask_first(game, owners, "bail-first", "Which unit bails out first?")
    wreck = next(w for w in at.left if w.unit == first)
    shock, after = yield from get_out(game, wreck)
    shocks = at.shocks if shock is None else (*at.shocks, shock)
    return [*after, Wrecks(tuple(w for w in at.left if w is not wreck), shocks)]
