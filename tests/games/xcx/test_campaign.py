"""Chapter `campaign`: its course, and who goes to battle."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from games.xcx.war import CARDS, OFFERS, War
from xenotable.engine import Match, load, save
from xenotable.engine.wording import render_template
from xenotable.games.xcx import content
from xenotable.games.xcx.opponent.campaign import WAR
from xenotable.games.xcx.rules.campaign.aftermath import (
    end_campaign,
    solo_result,
)
from xenotable.games.xcx.rules.campaign.battles import ai_purse, battle_setup, report
from xenotable.games.xcx.rules.campaign.muster import lent_models, muster_refusals
from xenotable.games.xcx.rules.campaign.roster import LIMITS, enlist
from xenotable.games.xcx.rules.squad.validation import squad_cost
from xenotable.games.xcx.scenes import (
    Casualties,
    Grant,
    Muster,
    Promote,
    Recover,
    Rewards,
)
from xenotable.games.xcx.state import Ledger, Recruit, Squad
from xenotable.games.xcx.title import CAMPAIGN, GAME

rule = pytest.mark.rule


@rule("xcx.campaign.structure", "xcx.campaign.roster", "xcx.squad.campaign-start", "xcx.squad.persistent")
def test_a_campaign_begins() -> None:
    w = War("campaign")
    assert LIMITS == (500, 500, 500, 750, 750, 1000)
    assert [s.unit for s in w.game.soldiers.values() if s.seat == 1].count("advent-trooper") == 2  # not the free one
    assert all(not s.ups and not s.armour for s in w.game.soldiers.values())
    armed = replace(OFFERS["campaign"].forces[0].squads[0].models[0], armour="weave-vest")
    force = replace(
        OFFERS["campaign"].forces[0], squads=(replace(OFFERS["campaign"].forces[0].squads[0], models=(armed,)),)
    )
    bad = replace(OFFERS["campaign"], forces=(force, OFFERS["campaign"].forces[1]))
    assert "squad.campaign-start" in [r.rule for r in CAMPAIGN.setup_refusals(bad)]
    mustered = tuple(i for i, s in w.game.soldiers.items() if s.seat == 0)
    w.game.accounts.set(0, mustered=mustered, leader=mustered[0])
    setup = battle_setup(w.game, 1)
    assert {r.soldier for r in setup.sides[0].squads[0].models} == set(mustered)


@rule("xcx.campaign.structure", "xcx.squad.campaign-start", "xcx.principles.house-options")
def test_what_a_campaign_may_not_begin_with() -> None:
    setup = OFFERS["campaign"]

    def why(**more: Any) -> list[str]:
        return [r.rule for r in CAMPAIGN.setup_refusals(replace(setup, **more))]

    assert why() == []
    assert why(mode="miles") == ["principles.house-options"]
    one, other = setup.forces
    assert why(forces=(replace(one, ai=True), other)) == []
    assert why(forces=(replace(one, ai=True), replace(other, ai=True))) == ["campaign.structure"]
    assert why(forces=(one,)) == ["campaign.structure"]
    armed = replace(one.squads[0], models=(replace(one.squads[0].models[0], primary="coil-rifle"),))
    assert why(forces=(replace(one, squads=(armed,)), other)) == ["squad.campaign-start"]
    half = Squad("XCX", (Recruit("captain-sable", leader=True),))
    assert why(forces=(replace(one, squads=(half, half)), other)) == ["squad.unique"]


@rule("xcx.campaign.roster")
def test_names_of_the_roster() -> None:
    w = War()
    named = {s.unit: s.name for s in w.game.soldiers.values()}
    assert named["breacher"].endswith(" (Breacher)")
    assert named["gremlin"].startswith("GREMLIN")  # machines have no names
    assert len({s.name for s in w.game.soldiers.values()}) == len(w.game.soldiers) == 6
    assert list(w.game.soldiers) == [f"s{n}" for n in range(1, 7)]
    assert w.game.soldiers[enlist(w.game, 0, "captain-sable")].name == content.units()["captain-sable"].name
    for unit, n in (("gremlin", 2), ("scrap-hound", 3), ("volunteer", 30)):
        for _ in range(n):
            enlist(w.game, 0, unit)
    names = [s.name for s in w.game.soldiers.values()]
    assert {"GREMLIN", "GREMLIN 2", "GREMLIN 3", "Scrap Hound", "Scrap Hound 2", "Scrap Hound 3"} <= set(names)
    assert len(set(names)) == len(names)


@rule("xcx.campaign.solo-escalation")
def test_the_ai_escalates() -> None:
    w = War(winners=(0, 0))
    assert ai_purse(w.game, 3) == 550
    w.game.accounts.set(0, mustered=("s1",), leader="s1")
    assert squad_cost(battle_setup(w.game, 3).sides[1].squads[0]) <= 550


@rule("xcx.campaign.points")
@pytest.mark.parametrize(
    ("points", "last", "winners"), [((9, 6), 1, (0,)), ((6, 9), 0, (1,)), ((6, 6), 1, (1,)), ((6, 6), -1, ())]
)
def test_the_end_of_a_versus_campaign(points: tuple[int, int], last: int, winners: tuple[int, ...]) -> None:
    w = War("campaign", (0, 1, 0, 1, -1, last))
    for seat in (0, 1):
        w.game.accounts.set(seat, points=points[seat])
    end_campaign(w.game)
    assert w.game.result is not None
    assert w.game.result.winners == winners


@rule("xcx.campaign.points")
def test_mission_six_counts_double() -> None:
    w = War("campaign", (0, 0, 0, 0, 0, 0))
    w.play(Casualties(6, ()), draws=CARDS)
    assert w.game.accounts[0].points == 6
    assert Ledger().mission == 1


@rule("xcx.campaign.solo-result")
def test_the_end_of_a_solo_campaign() -> None:
    ends = [solo_result(points) for points in (13, 12, 11, 8, 7)]
    assert ends == ["won", "won", "held", "held", "lost"]


@rule("xcx.campaign.solo-result", "xcx.campaign.recovery")
@pytest.mark.parametrize(("offer", "points", "winners"), [
    ("campaign-solo", (12,), (0,)), ("campaign-solo", (11,), ()), ("campaign-together", (9, 12), (0, 1)),
])  # fmt: skip
def test_a_campaign_against_the_ai_ends_after_the_sixth_mission(
    offer: str, points: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    w = War(offer, (0,) * 6)
    for seat, n in enumerate(points):
        w.game.accounts.set(seat, points=n)
    w.play(Recover(6))
    assert w.game.result is not None
    assert (w.game.result.winners, w.game.result.scores) == (winners, tuple(map(float, points)))


@rule("xcx.campaign.solo-result")
def test_a_campaign_of_the_aliens_alone_is_judged_by_their_points() -> None:
    setup = OFFERS["campaign"]
    w = War("campaign", (1,) * 6)
    w.game = CAMPAIGN.new(replace(setup, forces=(replace(setup.forces[0], ai=True), setup.forces[1])))
    w.game.ledger.set("now", winners=(1, 0))
    assert ai_purse(w.game, 3) == 525  # one of two was won
    w.game.accounts.set(0, points=12)
    w.play(Recover(6))
    assert w.game.result is not None
    assert w.game.result.winners == (0,)


def test_a_real_battle_is_an_answer_and_a_campaign_can_be_branched() -> None:
    """The whole loop: muster, fight with AI cards on both sides, report, save, load."""
    match = Match(CAMPAIGN.new(OFFERS["campaign-solo"]), 8)
    everybody = list(match.game.soldiers)
    assert match.answer(0, everybody) == []
    assert match.answer(0, everybody[0]) == []
    setup = match.open[0].setup
    battle = Match(GAME.new(replace(setup, sides=tuple(replace(s, ai=True) for s in setup.sides))), 3, live=False).game
    assert battle.result is not None
    assert match.answer(0, report(battle), match.id(match.open[0])) == []
    assert len(match.game.now.winners) == 1
    again, note = load(save(match), CAMPAIGN)
    assert note == ""
    assert again.game.encoded() == match.game.encoded()


def test_machines_choose_as_people_would_between_battles() -> None:
    w = War(winners=(0,))
    units = {s.unit: i for i, s in w.game.soldiers.items()}

    def advised() -> Any:
        ask: Any = w.match.open[0]
        return WAR[ask.key](w.game, 0, ask, random.random)[0]

    for unit, key, gift in (("volunteer", "aim", "Deadeye"), ("gremlin", "computer_use", "Deadeye")):
        w.game.soldiers.set(units[unit], rank=2)
        w.play(Promote(units[unit]))
        assert advised() == key
        w.play(Promote(units[unit]), improve=key)
        assert advised() == gift
    for unit, key, gift in (
        ("scrap-hound", "fight", "Phantom"),
        ("longwatch", "aim", "Phantom"),
        ("seer", "aim", "Deadeye"),  # its PSI is 10
    ):
        soldier = enlist(w.game, 0, unit)
        w.game.soldiers.set(soldier, rank=2)
        assert (w.play(Promote(soldier)).open, advised()) == ("improve", key)
        w.play(Promote(soldier), improve=key)
        assert advised() == gift
    w.play(Grant(0, 1))
    assert w.game.soldiers[advised()].unit == "longwatch"
    w.play(Rewards(1, (0,), (("hearts", 12),)), reward=("recruit", "queen", 130))
    assert advised() == "pathfinder"
    w.play(Muster(1), muster=(units["breacher"], units["volunteer"]))
    assert advised() == units["breacher"]
    w.game.soldiers.set("s1", items=(("second-chance", ""),))
    assert (w.play(Casualties(1, ("s1",))).open, advised()) == ("chance", True)


# ---- roster and muster -----------------------------------------------------------------------------------------------


@rule("xcx.campaign.muster")
def test_muster_counts_card_costs_only() -> None:
    w = War()
    w.game.soldiers.set("s1", primary="sun-rifle", ups=("aim", "aim"), rank=2)
    ids = list(w.game.soldiers)
    assert not [*muster_refusals(w.game, 0, 1, ids)]
    extra = enlist(w.game, 0, "longwatch")
    assert [r.rule for r in muster_refusals(w.game, 0, 1, [*ids, extra])] == ["campaign.muster"]


@rule("xcx.campaign.leader")
def test_who_takes_part_and_who_leads() -> None:
    w = War()
    w.game.ledger.set("now", mission=3, cards=(("hearts", 2),))
    w.play(Muster(1), muster=("s1", "s2"), leader="s2")
    assert (w.game.now.mission, w.game.now.cards) == (1, ())
    assert w.game.accounts[0].leader == "s2"
    assert w.open == "battle"
    setup = w.match.open[0].setup
    assert [r.leader for r in setup.sides[0].squads[0].models] == [False, True]
    assert setup.mission == "cut-the-spire"


@rule("xcx.campaign.muster", "xcx.campaign.minimum-force")
def test_who_may_be_mustered() -> None:
    w = War()
    ids = list(w.game.soldiers)
    w.game.soldiers.set(ids[0], misses=1)
    w.play(Muster(1))
    ask = w.match.open[0]
    assert (ids[0] in ask.options(), ask.least, ask.secret, ask.always) == (False, 1, True, True)
    assert [(r.rule, render_template(r.says, r.args, str)) for r in ask.why_not(ids[0])] == [
        ("campaign.recovery", "S1 has to sit 1 mission out.")
    ]
    poor = War()
    for i in poor.game.soldiers:
        poor.game.soldiers.set(i, dead=True)
    poor.play(Muster(1), muster=())
    assert (poor.game.accounts[0].lent, poor.open) == (3, "battle")  # a lent model leads
    captains = [enlist(w.game, 0, "captain-sable") for _ in range(2)]
    assert {r.rule for r in muster_refusals(w.game, 0, 1, captains)} == {"squad.unique", "squad.model-limit"}
    exact = [enlist(w.game, 0, unit) for unit in ("spark", "spark", "gremlin", "breacher")]  # 165 + 165 + 45 + 110
    assert [*muster_refusals(w.game, 0, 1, exact)] == []
    with_seer = [*exact[:3], enlist(w.game, 0, "pathfinder")]  # 500, the limit itself
    assert [*muster_refusals(w.game, 0, 1, with_seer)] == []


@rule("xcx.campaign.minimum-force")
def test_volunteers_are_lent() -> None:
    for units, n in ((("breacher", "volunteer"), 1), (("pathfinder", "signalist"), 0), ((), 3)):
        w = War()
        for i in list(w.game.soldiers):
            w.game.soldiers.set(i, dead=True)
        for u in units:
            enlist(w.game, 0, u)
        assert lent_models(w.game, 0) == n


@rule("xcx.campaign.minimum-force")
@pytest.mark.parametrize(("offer", "units", "n"), [
    ("campaign-solo", ("spark", "gremlin"), 0),  # 210, and 40 are less than a Volunteer
    ("campaign-solo", ("longwatch", "breacher"), 0),  # 250 are enough
    ("campaign", ("advent-trooper",), 2),
])  # fmt: skip
def test_a_poor_player_is_lent_models_up_to_250(offer: str, units: tuple[str, ...], n: int) -> None:
    w = War(offer)
    seat = 1 if offer == "campaign" else 0
    for i in list(w.game.soldiers):
        w.game.soldiers.set(i, dead=True)
    for u in units:
        enlist(w.game, seat, u)
    assert lent_models(w.game, seat) == n


@rule("xcx.squad.free-troopers-in-campaign")
def test_free_troopers_are_there_anew() -> None:
    w = War("campaign")
    mine = tuple(i for i, s in w.game.soldiers.items() if s.seat == 1)
    w.game.accounts.set(1, mustered=mine, leader=mine[0])
    w.game.accounts.set(0, mustered=("s1",), leader="s1")
    free = [r for r in battle_setup(w.game, 1).sides[1].squads[0].models if r.free]
    assert len(free) == 1
    assert free[0].soldier == ""


@rule("xcx.campaign.leader")
def test_a_free_or_lent_model_may_lead() -> None:
    w = War("campaign")
    mine = [i for i, s in w.game.soldiers.items() if s.seat == 0]
    for i in mine[2:]:
        w.game.soldiers.set(i, dead=True)  # two Volunteers are left, and one is lent
    theirs = next(i for i, s in w.game.soldiers.items() if s.seat == 1)
    w.play(Muster(1), muster=[mine[:2], (theirs,)])
    asked = {ask.seat: ask for ask in w.match.open}
    assert {seat: list(ask.among()) for seat, ask in asked.items()} == {0: [*mine[:2], "lent"], 1: [theirs, "free"]}
    assert [ask.label(ask.among()[-1]) for ask in asked.values()] == ["Volunteer (on loan)", "ADVENT Trooper (free)"]
    for seat, leader in ((0, "lent"), (1, "free")):
        assert not w.match.answer(seat, leader, w.match.id(asked[seat]))
    assert "Volunteer (on loan) leads." in [e.words(w.match.game.name) for e in w.match.events]
    led = [[r for r in side.squads[0].models if r.leader] for side in w.match.open[0].setup.sides]
    assert [(r.lent, r.free) for (r,) in led] == [(True, False), (False, True)]


@rule("xcx.campaign.leader")
def test_leaders_are_named_in_secret() -> None:
    w = War().play(Muster(1), muster=("s1", "s2"))
    ask = w.match.open[0]
    assert (ask.key, ask.secret, ask.always, tuple(ask.among())) == ("leader", True, True, ("s1", "s2"))
