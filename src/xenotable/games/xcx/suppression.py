"""Suppression: markers, the WILL test before acting, and removal."""

from __future__ import annotations

from xenotable.engine import Flow, cite, rule
from xenotable.games.xcx.models import seat_of
from xenotable.games.xcx.modifiers import will_aim
from xenotable.games.xcx.recruits import profile_of
from xenotable.games.xcx.state import Xcx
from xenotable.games.xcx.tests import d6, two_dice, under


@rule("rewards.pin-down-kit", neutral=lambda game, id, weapon: 1)
def markers_of(game: Xcx, id: str, weapon: str) -> int:
    """One marker a hit, two with a Pin-down Kit."""
    return 2 if "pin-down-kit" in profile_of(game, id).fitted.get(weapon, ()) else 1


@rule("suppression.which-hits", neutral=lambda game, target, shot: None)
def hit_by(game: Xcx, target: str, shot: tuple[str, str] | None) -> None:
    """A hit, damaging or not. Shots place markers (`shot`: who, with what); close combat (None) never does."""
    from xenotable.games.xcx.missions import on_hit

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


@rule("actions.rally", neutral=lambda game, id: None)
def rally(game: Xcx, id: str) -> Flow[None]:
    """One D6 of markers is removed, at most as many as there are; nobody else is affected."""
    cite("actions.rally-self-only")
    n = yield from d6(seat_of(game, id), "rally", "actions.rally", "How many markers are removed?")
    left = max(0, game.models[id].markers - n)
    gone = game.models[id].markers - left
    game.models.set(id, markers=left)
    game.tell("{who} rallies: {gone:marker} removed, {left} left.", "actions.rally", who=id, gone=gone, left=left)
