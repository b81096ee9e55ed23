"""AI models play by the rules of people: every plan of whole battles is held against the very refusals that a player's
move or shot would meet, in every distance mode."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from xenotable.engine import Match, Moved
from xenotable.games.xcx.rules.actions.orders import order_refusals
from xenotable.games.xcx.rules.ai import cards
from xenotable.games.xcx.rules.ai.letters import attack_plan, plan_of_letter
from xenotable.games.xcx.rules.content import versus
from xenotable.games.xcx.rules.movement.legality import move_refusals
from xenotable.games.xcx.rules.shooting.shots import shot_refusals
from xenotable.games.xcx.rules.special import officers
from xenotable.games.xcx.state import Marker, Xcx
from xenotable.games.xcx.title import GAME

MOVES = {"advance": False, "run": True, "charge": True, "flee": True}


def wrong(game: Xcx, id: str, plan: Any) -> list[str]:
    order, path, weapon, target, why = plan
    said = "run" if order == "charge" else "down" if order == "skill" else order
    found = [*order_refusals(game, id, said)]
    if path:
        mode = "charge" if order == "charge" else "run" if order == "run" else ""
        found += move_refusals(game, id, MOVES[order], Moved({id: tuple(path)}, mode))
    if order == "fire":
        found += shot_refusals(game, id, weapon, target, "fire")
    return [f"{order}: {r}" for r in found] + ([] if why else [f"{order}: no reason given"])


@pytest.mark.parametrize(
    ("mission", "mode"),
    [("broken-convoy", "inches"), ("attrition", "square"), ("cut-the-spire", "hex"), ("heart-of-the-hive", "square")],
)
def test_no_plan_of_a_card_breaks_a_rule(mission: str, mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plans: list[str] = []

    def watched(game: Xcx, id: str, card: Any, letter: str) -> Any:
        plan = plan_of_letter(game, id, card, letter)
        faults = wrong(game, id, plan)
        assert not faults, (id, letter, plan, faults)
        plans.append(plan[0])
        return plan

    monkeypatch.setattr(cards, "plan_of_letter", watched)
    setup = versus(mission, 500, mode)
    setup = replace(setup, sides=tuple(replace(s, ai=True) for s in setup.sides))
    assert Match(GAME.new(setup), 3, live=False).over
    assert len(plans) > 20
    assert len(set(plans)) >= 3


def test_a_card_knows_of_markers_what_everybody_knows(bench: Any) -> None:
    """A marker is in the way like a model, but nobody is there to be attacked, whichever of three it may be."""
    b = bench(ai=(False, True))
    trooper = b.add(1, "advent-trooper", 18, 25)
    hidden = b.add(0, "longwatch", 0, 0)
    b.game.models.set(hidden, state="reserve")
    for k, (x, y) in enumerate(((18.0, 22.0), (18.0, 10.0), (5.0, 5.0)), 1):
        b.game.markers.add(f"i{k}", Marker(hidden, x, y))
    card = officers.card_of(b.game, trooper)
    order, path, _, target, _ = attack_plan(b.game, trooper, card, False)
    assert target == ""
    assert order in ("overwatch", "down")  # there is nobody to move towards either
    assert not path
    b.add(0, "volunteer", 18, 5)
    plan = attack_plan(b.game, trooper, card, False)
    assert not wrong(b.game, trooper, plan)
    assert all(abs(p[0] - 18.0) > 1.9 or abs(p[1] - 22.0) > 1.9 for p in plan[1])
