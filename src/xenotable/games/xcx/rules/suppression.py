"""Suppression: markers, the WILL test before acting, and removal."""

from __future__ import annotations

from xenotable.engine import Flow, cite, rule
from xenotable.games.xcx.rules.missions.tasks import on_hit
from xenotable.games.xcx.rules.modifiers.tables import will_aim
from xenotable.games.xcx.rules.play.models import seat_of
from xenotable.games.xcx.rules.rewards.equipment import markers_of
from xenotable.games.xcx.rules.tests import two_dice, under
from xenotable.games.xcx.state import Xcx


@rule("suppression.which-hits", neutral=lambda game, target, shot: None)
def hit_by(game: Xcx, target: str, shot: tuple[str, str] | None) -> None:
    """A hit, damaging or not. Shots place markers (`shot`: who, with what); close combat (None) never does."""
    on_hit(game, target)
    if shot is None:
        cite("charging.no-suppression")
        return
    suppress(game, target, markers_of(game, *shot))


@rule("suppression.gain", neutral=lambda game, target, n: None)
def suppress(game: Xcx, target: str, n: int) -> None:
    cite("suppression.shredding-one")
    cite("suppression.persist")
    game.models.set(target, markers=game.models[target].markers + n)


@rule("suppression.test", neutral=lambda game, id: True)
def tested(game: Xcx, id: str) -> Flow[bool]:
    """Before any order but Rally: a model with markers tests WILL, and goes Down instead when it fails."""
    if not game.models[id].markers:
        return True
    found = will_aim(game, id)
    faces = yield from two_dice(seat_of(game, id), "will", "suppression.value", "WILL test")
    passed = under(sum(faces), found.value)
    end = "passed" if passed else "failed"
    says = "{who} tests WILL: {aim}; roll {n}: {end}."
    game.tell(says, "suppression.value", who=id, aim=found.words(), n=sum(faces), end=end)
    if passed:
        cite("suppression.pass")
    else:
        forced_down(game, id)
    return passed


@rule("suppression.fail", neutral=lambda game, id: None)
def forced_down(game: Xcx, id: str) -> None:
    """Down instead of the order: no move, no attack, no skill; an engaged model stays engaged."""
    if game.models[id].engaged:
        cite("suppression.fail-engaged")
    game.models.set(id, down=True, watch=False)
    game.tell("{who} goes to ground instead.", "suppression.fail", who=id)
