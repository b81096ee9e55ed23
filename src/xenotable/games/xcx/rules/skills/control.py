"""Control over models of the other side."""

from __future__ import annotations

from xenotable.engine import acts, cite, rule
from xenotable.games.xcx.rules.engaged.contact import part_from_all
from xenotable.games.xcx.rules.missions.tasks import changed_sides
from xenotable.games.xcx.state import Xcx


def take_control(game: Xcx, caster: str, target: str, rule_id: str) -> None:
    """The target changes to the caster's side at once and cannot act for anybody in the rest of this round."""
    cite("skills.control-start")
    if game.models[target].controls:
        release(game, game.models[target].controls)
    part_from_all(game, target)
    cite("skills.control-separation")
    side, until = game.models[caster].side, game.now.round + 1
    game.models.set(target, side=side, watch=False, activated=True, caster=caster, until=until)
    game.models.set(caster, controls=target)
    changed_sides(game, target)
    game.tell("{who} now obeys {caster}.", rule_id, who=target, caster=caster)


def release(game: Xcx, target: str) -> None:
    """The model belongs to its owner again where it stands; it has no die until the next round is filled."""
    row = game.models[target]
    if not row.caster:
        return
    if row.controls:
        release(game, row.controls)
    part_from_all(game, target)
    caster = row.caster
    game.models.set(target, side=row.owner, caster="", until=0, activated=True, watch=False)
    # In the following round the die in the bag is the caster's: it is spent only if the controlled model acted.
    spent = row.activated if row.until == game.now.round else game.models[caster].activated
    game.models.set(caster, controls="", activated=spent)
    changed_sides(game, target)
    game.tell("{who} is itself again, and {caster} is free.", "skills.control-ends", who=target, caster=caster)


@rule("skills.control-by-owner", neutral=lambda game, target: None)
def freed_by_own(game: Xcx, target: str) -> None:
    """Mind Control by its own side frees a model and locks no caster; the enemy caster may act with its die."""
    release(game, target)


@rule("skills.control-ends", neutral=lambda game: None)
def expire(game: Xcx) -> None:
    """At the close of the round after the one in which control was won."""
    for id in [i for i, m in game.models.items() if m.caster and m.until <= game.now.round]:
        release(game, id)


def control_ends_by_death(game: Xcx, model: str) -> None:
    """Caster or controlled model dies: control ends at once, and the dice follow."""
    row = game.models[model]
    if row.controls and acts("skills.control-caster-dies"):
        release(game, row.controls)
    if row.caster and acts("skills.control-victim-dies"):
        release(game, model)
