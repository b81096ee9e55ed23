"""Suppression: markers, the WILL test before acting, and removal."""

from __future__ import annotations

from xenotable.engine import Flow, acts, cite, rule
from xenotable.games.xcx.rules.missions.tasks import on_hit
from xenotable.games.xcx.rules.modifiers.tables import will_aim
from xenotable.games.xcx.rules.play.models import seat_of
from xenotable.games.xcx.rules.rewards.equipment import markers_of
from xenotable.games.xcx.rules.tests import dice_words, two_dice, under
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
    now = game.models[target].markers + n
    game.models.set(target, markers=now)
    says = "{who} gains {n:Suppression marker}, {now} now."
    game.tell(says, "suppression.gain", who=target, n=n, now=now)


@rule("suppression.test", neutral=lambda game, model: True)
def passes_will_test(game: Xcx, model: str) -> Flow[bool]:
    """Before any order but Rally: a model with markers tests WILL, and goes Down instead when it fails."""
    if not game.models[model].markers:
        return True
    found = will_aim(game, model)
    faces = yield from two_dice(seat_of(game, model), "will", "suppression.value", "WILL test")
    passed = under(sum(faces), found.value)
    end = "passed" if passed else "failed"
    says = "{who} tests WILL: {aim}; roll {n}: {end}."
    game.tell(says, "suppression.value", who=model, aim=found.words(), n=dice_words(faces), end=end)
    if passed and acts("suppression.pass"):
        return True
    forced_down(game, model)
    return False


@rule("suppression.fail", neutral=lambda game, model: None)
def forced_down(game: Xcx, model: str) -> None:
    """Down instead of the order: no move, no attack, no skill; an engaged model stays engaged."""
    if game.models[model].engaged:
        cite("suppression.fail-engaged")
    game.models.set(model, down=True, watch=False)
    game.tell("{who} goes to ground instead.", "suppression.fail", who=model)
