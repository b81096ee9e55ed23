"""Chapters `squad` and `principles`: what a Squad may be, with every reason when it may not."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from xenotable.games.xcx import content
from xenotable.games.xcx.offers import offers, random_setup
from xenotable.games.xcx.rules.ai.squads import ai_squad, ready
from xenotable.games.xcx.rules.content import versus
from xenotable.games.xcx.rules.principles import setup_refusals
from xenotable.games.xcx.rules.squad.profiles import join, profile_of
from xenotable.games.xcx.rules.squad.validation import (
    earned_refusals,
    free_troopers,
    model_cost,
    squad_cost,
    squad_refusals,
)
from xenotable.games.xcx.rules.terrain.ground import field_of
from xenotable.games.xcx.state import BattleSetup, Recruit, Side, Squad
from xenotable.games.xcx.title import GAME

rule = pytest.mark.rule


def why(squad: Squad, limit: int = 500, **more: bool) -> list[str]:
    return [r.rule for r in squad_refusals(squad, limit, **more)]


def xcx(*models: Recruit) -> Squad:
    return Squad("XCX", models)


LEADER = Recruit("volunteer", leader=True)


@rule("xcx.squad.equal-points", "xcx.squad.validation")
def test_a_squad_stays_within_its_limit() -> None:
    assert squad_cost(ready("xcx-500")) == 495
    assert why(ready("xcx-500")) == []
    over = xcx(*[Recruit("volunteer", leader=i == 0) for i in range(6)], Recruit("seer"), Recruit("gremlin"))
    assert why(over) == ["squad.equal-points"]
    assert why(xcx()) == ["squad.validation"]


@rule("xcx.squad.sizes")
def test_limits() -> None:
    from xenotable.games.xcx.rules.squad.validation import limit_refusals

    for limit, good in ((300, True), (325, False), (250, True), (200, False), (3000, True), (3050, False)):
        assert (not [*limit_refusals(limit)]) is good


@rule("xcx.squad.leader-one")
def test_exactly_one_leader() -> None:
    assert why(xcx(Recruit("volunteer"))) == ["squad.leader-one"]
    assert why(xcx(LEADER, LEADER)) == ["squad.leader-one"]
    free = Squad("ADVENT", (Recruit("advent-officer"), Recruit("advent-trooper", free=True, leader=True)))
    assert why(free) == []


@rule("xcx.squad.faction")
def test_factions_do_not_mix() -> None:
    assert why(xcx(LEADER, Recruit("advent-trooper"))) == ["squad.faction"]
    assert why(xcx(LEADER, Recruit("freelance-gunhand"))) == []
    assert why(xcx(LEADER, Recruit("gnasher"))) == ["squad.faction"]


@rule("xcx.squad.model-limit", "xcx.squad.one-unit-per-name")
def test_a_unit_has_a_maximum() -> None:
    assert why(xcx(LEADER, *[Recruit("seer")] * 3), 500) == ["squad.model-limit"]
    troopers = [*[Recruit("advent-trooper")] * 7, Recruit("advent-trooper", leader=True)]
    assert why(Squad("ADVENT", (*troopers, Recruit("advent-trooper", free=True))), 1000) == []


@rule("xcx.squad.faction-advent", "xcx.squad.trooper-levy")
def test_free_troopers() -> None:
    def advent(n: int, **kit: str) -> Squad:
        trooper = Recruit("advent-trooper", free=True, **kit)
        return Squad("ADVENT", (Recruit("advent-officer", leader=True), *[trooper] * n))

    assert squad_cost(advent(1)) == 105
    assert why(advent(1)) == []
    assert why(advent(2), 1000) == ["squad.faction-advent"]
    assert why(advent(2), 1000, levy=True) == []
    assert why(advent(1, armour="weave-vest")) == ["squad.faction-advent"]
    assert [free_troopers(n, True) for n in (250, 500, 750, 1000, 1500, 2000)] == [1, 1, 1, 2, 3, 4]
    assert free_troopers(2000, False) == 1
    assert why(Squad("XCX", (LEADER, Recruit("volunteer", free=True)))) == ["squad.faction-advent"]


@rule("xcx.squad.weapon-swap")
def test_swapping_weapons() -> None:
    assert model_cost(Recruit("volunteer", primary="coil-rifle")) == 80
    assert model_cost(Recruit("pathfinder", primary="patrol-rifle")) == 125  # no refund
    assert why(xcx(Recruit("volunteer", leader=True, primary="machete"))) == ["squad.weapon-swap"]
    assert why(xcx(LEADER, Recruit("seer", primary="patrol-rifle"))) == ["squad.weapon-swap"]  # no such slot
    assert why(xcx(LEADER, Recruit("gremlin", secondary="sidearm"))) == ["squad.weapon-swap"]
    assert why(xcx(LEADER, Recruit("gremlin", secondary="arc-coil-two"))) == []


@rule("xcx.squad.buy-equipment", "xcx.squad.equipment-slots")
def test_buying_equipment() -> None:
    kit = Recruit("volunteer", leader=True, armour="weave-vest", items=(("red-dot-sight", "patrol-rifle"),))
    assert model_cost(kit) == 115
    assert why(xcx(kit)) == []
    assert why(xcx(LEADER, Recruit("gremlin", armour="weave-vest"))) == ["squad.buy-equipment"]
    assert why(xcx(LEADER, Recruit("scrap-hound", items=(("field-dressing", ""),)))) == ["squad.buy-equipment"]
    three = (("field-dressing", ""), ("trauma-kit", ""), ("second-chance", ""))
    assert why(xcx(Recruit("volunteer", leader=True, items=three))) == ["squad.equipment-slots"]
    twice = (("field-dressing", ""), ("field-dressing", ""))
    assert why(xcx(Recruit("volunteer", leader=True, items=twice))) == ["squad.equipment-slots"]
    sights = (("red-dot-sight", "patrol-rifle"), ("predictor-sight", "patrol-rifle"))
    assert why(xcx(Recruit("volunteer", leader=True, items=sights))) == ["rewards.red-dot"]
    loose = (("red-dot-sight", ""),)
    assert why(xcx(Recruit("volunteer", leader=True, items=loose))) == ["squad.equipment-slots"]


@rule("xcx.squad.equipment-slots")
def test_an_attachment_needs_the_weapon_that_it_is_on() -> None:
    swapped = Recruit("volunteer", leader=True, primary="coil-rifle", items=(("red-dot-sight", "patrol-rifle"),))
    assert why(xcx(swapped)) == ["squad.equipment-slots"]
    assert why(xcx(replace(swapped, items=(("red-dot-sight", "coil-rifle"),)))) == []


def test_unknown_names_get_the_nearest() -> None:
    (refusal,) = squad_refusals(xcx(LEADER, Recruit("volunter")), 500)
    assert "volunteer" in str(refusal)


@rule("xcx.squad.base-loadout", "xcx.squad.unit-is-models")
def test_the_base_loadout_is_the_ai_loadout() -> None:
    game = GAME.new(versus("attrition", 500))
    trooper = next(i for i, m in game.models.items() if m.unit == "advent-trooper")
    assert [w.id for w in profile_of(game, trooper).weapons] == ["coil-rifle", "knife"]
    extra = join(game, 0, 20, Recruit("volunteer", primary="sun-rifle"), "XCX", 0)
    assert [w.id for w in profile_of(game, extra).weapons] == ["sun-rifle", "knife"]


@rule("xcx.content.squads", "xcx.ai.leader")
def test_ready_made_squads_are_legal() -> None:
    for id, squad in content.squads().items():
        found = ready(id)
        assert why(found, squad.limit) == [], id
        assert squad_cost(found) == squad.cost
        assert sum(not r.free for r in found.models) == squad.models
        assert next(r.unit for r in found.models if r.leader) == squad.leader


def test_ready_made_squads_of_one_size_can_be_paired() -> None:
    """Also two of one faction; only in missions that ask the same of both sides, or the mission would favour one."""
    missions = set()
    for first, second in product(GAME.lists(), repeat=2):
        squads = [content.squads()[x] for x in (first, second)]
        limits = {squad.limit for squad in squads}
        for share in (0.0, 0.3, 0.6, 0.9):
            setup = GAME.pairing(first, second, lambda share=share: share)
            assert (setup is not None) == (len(limits) == 1)
            if setup is not None:
                assert setup.limit in limits
                assert [side.squads[0].name for side in setup.sides] == [squad.name for squad in squads]
                assert not [*setup_refusals(setup)]
                missions.add(setup.mission)
    assert missions == {"attrition", "broken-convoy", "open-line", "heart-of-the-hive"}


@rule("xcx.ai.squad-choice")
def test_the_squad_of_the_ai_at_any_limit() -> None:
    assert squad_cost(ai_squad("ADVENT", 750)) == 705
    assert squad_cost(ai_squad("XCX", 750)) == 690
    assert [r.unit for r in ai_squad("ADVENT", 750).models].count("advent-trooper") == 6
    assert squad_cost(ai_squad("XCX", 300)) <= 300
    assert squad_cost(ai_squad("ADVENT", 3000)) == content.squads()["advent-2000"].cost
    assert squad_cost(ai_squad("ADVENT", 500, spend=550)) <= 550


@rule("xcx.principles.house-options", "xcx.play.sides")
def test_options_are_checked_all_at_once() -> None:
    bad = BattleSetup("atrition", 525, "inch", "long-front", (Side((xcx(LEADER),)),))
    found = [r.rule for r in setup_refusals(bad)]
    assert {"squad.sizes", "principles.house-options", "play.table-size", "play.sides"} <= set(found)
    assert any("attrition" in str(r) for r in setup_refusals(bad))
    harsh = BattleSetup("attrition", 500, "inches", "", (Side((xcx(LEADER),), True, "harsh"), Side((xcx(LEADER),))))
    assert any("harsh" in str(r) for r in setup_refusals(harsh))


@rule("xcx.play.table-size")
def test_table_sizes() -> None:
    for limit, size in ((500, (36, 36)), (750, (48, 48)), (1000, (48, 48)), (2000, (72, 48))):
        field = field_of(GAME.new(versus("attrition", limit)))
        assert (field.width, field.depth) == size


@rule("xcx.content.tutorial", "xcx.ai.modes")
def test_the_guided_first_battle_and_all_offers() -> None:
    found = {o.id: o.setup for o in offers()}
    first = found["first-battle"]
    assert (first.mission, first.layout) == ("attrition", "foundry-row")
    assert (first.sides[1].ai, first.sides[1].difficulty) == (True, "easy")
    panels = GAME.panels(GAME.new(first), 0)
    coach = next(p for p in panels if p.id == "coach")
    explained = {line.rule for line in coach.lines}
    assert explained >= {
        "bag.draw", "actions.one-order", "shooting.long-range", "sight.wholly-covered", "damage.armour-test",
        "suppression.test", "overwatch.shot", "charging.down-bonus",
    }  # fmt: skip
    assert {s.mission for s in found.values()} == set(content.missions())
    for id in ("cut-the-spire", "spire-hexes"):
        assert [side.squads[0].name for side in found[id].sides] == ["Night Shift", "Cold Street"]


def test_random_battles_are_legal() -> None:
    for seed in range(150):
        setup = random_setup(random.Random(seed).random)
        assert [str(r) for r in setup_refusals(setup)] == [], seed


# ---- where the rules end ---------------------------------------------------------------------------------------------


@rule("xcx.squad.equal-points", "xcx.squad.buy-equipment")
def test_the_limit_itself_may_be_spent_and_everything_bought_counts() -> None:
    kit = Recruit("volunteer", leader=True, armour="weave-vest", items=(("field-dressing", ""), ("trauma-kit", "")))
    plain = model_cost(Recruit("volunteer"))
    armour, items = content.armours()["weave-vest"].cost, content.items()
    cost = plain + armour + items["field-dressing"].cost + items["trauma-kit"].cost
    assert model_cost(kit) == cost
    assert why(xcx(kit), cost) == []
    (over,) = squad_refusals(xcx(kit), cost - 5)
    assert (over.rule, over.args) == ("squad.equal-points", {"cost": cost, "limit": cost - 5, "more": 5})
    assert model_cost(Recruit("volunteer", lent=True)) == model_cost(Recruit("advent-trooper", free=True)) == 0


@rule("xcx.squad.equipment-slots", "xcx.squad.buy-equipment")
def test_where_attachments_and_items_go() -> None:
    def kit(*items: tuple[str, str], unit: str = "volunteer", **more: str) -> list[str]:
        return why(xcx(Recruit(unit, leader=True, items=items, **more)))

    assert kit(("field-dressing", ""), ("trauma-kit", "")) == []
    assert kit(("field-dressing", "patrol-rifle")) == ["squad.equipment-slots"]  # carried, not fitted
    assert kit(("red-dot-sight", "patrol-rifle"), ("predictor-sight", "knife")) == []  # on two weapons
    assert kit(("red-dot-sight", "ram-fist"), unit="spark") == ["squad.buy-equipment"]  # part of its body
    assert kit(("red-dot-sight", "autocannon"), unit="spark") == []


@rule("xcx.squad.faction", "xcx.squad.leader-one", "xcx.squad.faction-advent")
def test_a_squad_belongs_to_a_faction_and_pays_for_its_models() -> None:
    assert why(Squad("HIVE", (Recruit("scrap-hound", leader=True),))) == ["squad.faction"]
    assert why(xcx(Recruit("volunteer"), Recruit("volunteer")), leaderless=True) == []
    assert why(xcx(LEADER, LEADER), leaderless=True) == ["squad.leader-one"]
    officer = Recruit("advent-officer", leader=True)
    assert why(Squad("ADVENT", (officer, Recruit("shock-warden", free=True)))) == ["squad.faction-advent"]


@rule("xcx.campaign.roster")
@pytest.mark.parametrize("earned", [
    {"lent": True}, {"ups": ("aim",)}, {"talents": ("Deadeye",)}, {"shaken": 1}, {"soldier": "s1"},
])  # fmt: skip
def test_what_only_a_campaign_gives_is_refused_in_a_battle(earned: dict[str, Any]) -> None:
    assert [*earned_refusals(xcx(LEADER))] == []
    (no,) = earned_refusals(xcx(LEADER, Recruit("volunteer", **earned)))
    assert (no.rule, no.args) == ("campaign.roster", {"who": "volunteer"})
    (no,) = earned_refusals(xcx(Recruit("volunteer", name="Ada", **earned)))
    assert no.args == {"who": "Ada"}


@rule("xcx.principles.house-options", "xcx.squad.unique", "xcx.squad.validation")
def test_both_sides_of_a_battle_are_checked() -> None:
    def found(*squads: Squad, limit: int = 500) -> list[str]:
        other = Side((xcx(LEADER),))
        return [r.rule for r in setup_refusals(BattleSetup("attrition", limit, "inches", "", (other, Side(squads))))]

    assert found(xcx(LEADER)) == []
    assert found() == ["squad.validation"]
    captain = xcx(Recruit("captain-sable", leader=True))
    assert found(captain) == []
    assert found(captain, captain) == ["squad.unique"]
    assert found(xcx(Recruit("volunteer", leader=True, primary="sun-rifle")), ready("xcx-500"), limit=500) == [
        "squad.equal-points"
    ]
    assert found(captain, limit=3050) == ["squad.sizes"]
