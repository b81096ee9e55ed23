"""Rulings are the players' choice: each rule as we rule, and as a table may read it instead."""

from __future__ import annotations

from typing import Any

import pytest

from readings import both
from xenotable.engine import Placed
from xenotable.games.xcx.content import ai_cards
from xenotable.games.xcx.rules.ai.attack_values import expected_damage
from xenotable.games.xcx.rules.ai.cards import column, must_rally
from xenotable.games.xcx.rules.shooting.attack import terms_of
from xenotable.games.xcx.rules.skills.attempts import attempt_refusals
from xenotable.games.xcx.rules.special.infiltration import marker_refusals
from xenotable.games.xcx.rules.special.officers import card_of
from xenotable.games.xcx.scenes import Shooting
from xenotable.games.xcx.state import Marker


@pytest.mark.rule("xcx.special.scatter-spot", "xcx.special.scatter-spot=players-choice")
def test_whether_a_die_sends_a_scattered_shot(bench: Any) -> None:
    for chosen, dice in both("special.scatter-spot=players-choice", [1, 1, 5, 2], [1, 1, 5]):
        b = bench(factions=("ADVENT", "XCX"), readings=chosen)
        a, t = b.add(0, "bulwark", 10, 8), b.add(1, "volunteer", 10, 18)
        b.shoot(a, t, "grenade-launcher", dice)  # a 2 sends it beyond the target
        b.used_up()
        aside = ["special.scatter-spot"] if not chosen else []
        assert b.why(Placed({"blast": (10.0, 21.5)})) == []
        assert [b.why(Placed({"blast": p})) for p in ((13.5, 18.0), (10.0, 14.5))] == [aside, aside]
        assert b.why(Placed({"blast": (10.0, 20.0)})) == ["special.scatter-spot"]  # not 3 Range away
        assert [e.readings for e in b.match.events if e.rule == "special.scatter-spot"] == [chosen]


@pytest.mark.rule("xcx.special.hacker", "xcx.special.hacker=unseen")
def test_whether_a_hacker_must_see_what_it_hacks(bench: Any) -> None:
    for chosen, no in both("special.hacker=unseen", ["skills.adjacent"], []):
        b = bench(mission="open-line", readings=chosen).terrain("impassable", 8, 15, 4, 2)
        terminal, far = b.thing("terminal", 10, 20), b.thing("terminal", 10, 30)
        a = b.add(0, "signalist", 10, 10)
        assert [r.rule for r in attempt_refusals(b.game, a, ("computer_use", terminal))] == no
        assert [r.rule for r in attempt_refusals(b.game, a, ("computer_use", far))] == ["skills.adjacent"]


@pytest.mark.rule("xcx.special.infiltrate-setup", "xcx.special.infiltrate-setup=anywhere-unseen")
def test_where_an_infiltrator_may_hide(bench: Any) -> None:
    for chosen, no in both("special.infiltrate-setup=anywhere-unseen", ["special.infiltrate-setup"], []):
        b = bench(readings=chosen).terrain("impassable", 0, 12, 36, 1)
        ghost = b.add(1, "hollowface", 0, 0)
        b.game.models.set(ghost, state="reserve", x=0.0, y=0.0)
        b.game.markers.add("i1", Marker(ghost, 18.0, 20.0))
        near, zone = (10.0, 22.0), (30.0, 4.0)
        assert [[r.rule for r in marker_refusals(b.game, ghost, p)] for p in (near, zone)] == [no, no]
        b.add(0, "volunteer", 10, 5)
        assert "special.infiltrate-setup" in [r.rule for r in marker_refusals(b.game, ghost, zone)]  # in sight


@pytest.mark.rule("xcx.charging.gun-armour", "xcx.charging.gun-armour=on-the-value")
def test_whether_a_gun_in_close_combat_pierces_more_or_less(bench: Any) -> None:
    for chosen, plus in both("charging.gun-armour=on-the-value", 1, -1):
        b = bench(factions=("ADVENT", "XCX"), readings=chosen)
        a, t = b.add(0, "advent-trooper", 10, 10), b.add(1, "volunteer", 11, 10)
        b.engage(a, t)
        assert terms_of(b.game, a, t, "coil-rifle", "melee").plus == plus
        assert terms_of(b.game, a, t, "knife", "melee").plus == 0
        hit, hurt = 10 / 36, (21 if plus > 0 else 30) / 36
        assert expected_damage(b.game, a, t, "coil-rifle", "melee") == pytest.approx(hit * hurt * 3)
        b.strike(a, t, "coil-rifle", [1, 1, 4, 5])  # 9 against Armour 8
        assert b.model(t).wounds == (3 if plus > 0 else 0)


@pytest.mark.rule("xcx.skills.mindspin-panic-timing", "xcx.skills.mindspin-panic-timing=counts")
def test_whether_panic_is_an_activation(bench: Any) -> None:
    for chosen, acted in both("skills.mindspin-panic-timing=counts", False, True):
        b = bench(factions=("ADVENT", "XCX"), readings=chosen)
        a, t = b.add(0, "thinling", 10, 10, activated=True), b.add(1, "breacher", 10, 14)
        b.play(Shooting(a, "fire"), dice=[4, 4, 1, 1], answers={"attack": ("mindspin", t)})
        assert b.model(t).here == (10.0, 24.0)
        assert b.model(t).activated is acted


@pytest.mark.rule("xcx.ai.wounded-column", "xcx.ai.wounded-column=two-left")
def test_when_an_ai_model_counts_as_wounded(bench: Any) -> None:
    card = ai_cards()["advent-trooper"]
    for chosen, used in both("ai.wounded-column=two-left", card.healthy, card.wounded):
        b = bench(ai=(False, True), readings=chosen)
        t = b.add(1, "advent-trooper", 10, 20, wounds=2)
        assert column(b.game, t, card_of(b.game, t)) == used
        b.activate(t, [1])
        assert f"rolls 1 (Omega, {'wounded' if chosen else 'healthy'} column)" in "".join(b.log)
        b.game.models.set(t, wounds=3)
        assert column(b.game, t, card_of(b.game, t)) == card.healthy


@pytest.mark.rule("xcx.ai.suppressed", "xcx.ai.suppressed=card-decides")
def test_whether_a_shaken_ai_model_rallies(bench: Any) -> None:
    for chosen, rallies in both("ai.suppressed=card-decides", True, False):
        b = bench(ai=(False, True), readings=chosen)
        b.add(0, "volunteer", 10, 5)
        t = b.add(1, "advent-trooper", 10, 20, markers=3)
        assert must_rally(b.game, t) is rallies
