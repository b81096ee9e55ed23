"""Chapter `campaign`."""

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
    cards_for,
    end_campaign,
    solo_result,
    suffer,
    supplies_of,
)
from xenotable.games.xcx.rules.campaign.battles import ai_purse, battle_setup, report, result_refusals
from xenotable.games.xcx.rules.campaign.muster import lent_models, muster_refusals
from xenotable.games.xcx.rules.campaign.prices import price, resale
from xenotable.games.xcx.rules.campaign.promotions import improvements, talents
from xenotable.games.xcx.rules.campaign.roster import LIMITS, available, enlist, rank_name
from xenotable.games.xcx.rules.play.simulation import fought_by_cards
from xenotable.games.xcx.rules.rewards.depot import deal_refusals
from xenotable.games.xcx.rules.squad.validation import squad_cost
from xenotable.games.xcx.scenes import (
    Battlefield,
    Casualties,
    Depot,
    Grant,
    Muster,
    Promote,
    Promotions,
    Recover,
    Rewards,
)
from xenotable.games.xcx.state import Ledger, Recruit, Squad
from xenotable.games.xcx.title import CAMPAIGN, GAME

rule = pytest.mark.rule


# ---- roster and muster -----------------------------------------------------------------------------------------------


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


@rule("xcx.campaign.minimum-force")
def test_volunteers_are_lent() -> None:
    for units, n in ((("breacher", "volunteer"), 1), (("pathfinder", "signalist"), 0), ((), 3)):
        w = War()
        for i in list(w.game.soldiers):
            w.game.soldiers.set(i, dead=True)
        for u in units:
            enlist(w.game, 0, u)
        assert lent_models(w.game, 0) == n


@rule("xcx.squad.faction-advent", "xcx.skills.search-find")
def test_what_a_free_trooper_finds_goes_to_the_store() -> None:
    w = War("campaign")
    for seat in (0, 1):
        first = next(i for i, s in w.game.soldiers.items() if s.seat == seat)
        w.game.accounts.set(seat, mustered=(first,), leader=first)
    battle = GAME.new(battle_setup(w.game, 1))
    trooper = next(i for i, k in battle.kits.items() if k.recruit.free)
    battle.models.set(trooper, state="table", finds=("supplies", "sidearm"))
    answer = report(battle)
    assert answer["extra"] == ((1, "supplies"), (1, "sidearm"))
    w.play(Battlefield(1), dice=[6] * 2, draws=CARDS, battle={**answer, "winner": 0})
    assert w.game.accounts[1].store == ("sidearm",)
    assert w.game.accounts[1].supplies == 80


@rule("xcx.squad.free-troopers-in-campaign")
def test_free_troopers_are_there_anew() -> None:
    w = War("campaign")
    mine = tuple(i for i, s in w.game.soldiers.items() if s.seat == 1)
    w.game.accounts.set(1, mustered=mine, leader=mine[0])
    w.game.accounts.set(0, mustered=("s1",), leader="s1")
    free = [r for r in battle_setup(w.game, 1).sides[1].squads[0].models if r.free]
    assert len(free) == 1
    assert free[0].soldier == ""


@rule("xcx.campaign.solo-escalation")
def test_the_ai_escalates() -> None:
    w = War(winners=(0, 0))
    assert ai_purse(w.game, 3) == 550
    w.game.accounts.set(0, mustered=("s1",), leader="s1")
    assert squad_cost(battle_setup(w.game, 3).sides[1].squads[0]) <= 550


# ---- after the battle ------------------------------------------------------------------------------------------------


def result(w: War, winner: int = 0, **fates: Any) -> dict[str, Any]:
    rows = tuple((i, *fates.get(i, (False, 0, 0, (), ()))) for a in w.game.accounts.values() for i in a.mustered)
    return {"winner": winner, "conceded": -1, "models": rows, "extra": ()}


@rule(
    "xcx.campaign.persistence",
    "xcx.campaign.wounds-heal",
    "xcx.campaign.marks",
    "xcx.campaign.after-battle",
    "xcx.skills.search-find",
)
def test_a_battle_comes_home() -> None:
    w = War()
    w.game.accounts.set(0, mustered=("s1", "s2"), leader="s1")
    w.game.soldiers.set("s1", marks=1, shaken=1, items=(("field-dressing", ""),))
    answer = result(w, 0, s1=(False, 2, 1, ("supplies", "sidearm"), ("field-dressing",)), s2=(True, 1, 0, (), ()))
    w.play(Battlefield(1), dice=[6], draws=CARDS, battle=answer, improve="aim")
    s1, s2 = w.game.soldiers["s1"], w.game.soldiers["s2"]
    assert (s1.rank, s1.marks, s1.shaken, s1.items, s1.kills) == (1, 0, 0, (), 2)
    assert (s2.marks, s2.dead) == (0, False)  # the fallen gain no marks
    assert w.game.accounts[0].supplies == 140
    assert w.game.accounts[0].store == ("sidearm",)
    assert "promoted to Regular" in s1.story[-1]
    assert w.match.answer(0, answer, "1.battle:1")  # it cannot be fought again


@rule("xcx.campaign.casualties")
def test_who_was_never_found_has_not_fallen() -> None:
    w = War("campaign")
    hidden = enlist(w.game, 1, "hollowface")
    first = next(i for i, s in w.game.soldiers.items() if s.seat == 0)
    w.game.accounts.set(0, mustered=(first,), leader=first)
    w.game.accounts.set(1, mustered=(hidden,), leader=hidden)
    setup = battle_setup(w.game, 2)
    battle = fought_by_cards(replace(setup, sides=tuple(replace(s, ai=True) for s in setup.sides)), 1)
    assert battle.result is not None
    lies_low = next(i for i, k in battle.kits.items() if k.recruit.soldier == hidden)
    for state, fell in (("reserve", False), ("table", False), ("left", False), ("dead", True)):
        battle.models.set(lies_low, state=state)
        assert {row[0]: row[1] for row in report(battle)["models"]}[hidden] is fell, state
    for state, story in (("reserve", "came home; no kills, no objectives."), ("dead", "badly hurt.")):
        for i in battle.models:
            battle.models.set(i, state="table")
        battle.models.set(lies_low, state=state, kills=0, objectives=0)
        w.play(Battlefield(2), dice=[3], draws=CARDS * 2, battle={**report(battle), "winner": 0})
        assert w.game.soldiers[hidden].story[-1].endswith(story)


@rule("xcx.campaign.structure")
def test_a_wrong_result_is_refused() -> None:
    w = War()
    w.game.accounts.set(0, mustered=("s1", "s2"), leader="s1")
    w.play(Battlefield(1))
    ask = w.match.open[0]
    for bad in ({}, {"winner": 5}, {"winner": 0, "models": [["s1", True]]}, {"winner": 0, "models": []}):
        assert w.match.answer(0, bad, w.match.id(ask))


@rule("xcx.campaign.casualties", "xcx.campaign.casualties-unique")
def test_the_casualty_table() -> None:
    for total, (dead, misses, shaken) in {
        1: (True, 0, 0),
        3: (False, 1, 0),
        5: (False, 0, 1),
        6: (False, 0, 0),
    }.items():
        w = War(winners=(1,))
        suffer(w.game, "s1", total)
        s = w.game.soldiers["s1"]
        assert (s.dead, s.misses, s.shaken) == (dead, misses, shaken), total
    for total, (misses, shaken) in {1: (2, 0), 2: (2, 0), 3: (1, 0), 5: (0, 1), 6: (0, 0)}.items():
        w = War(winners=(1,))
        captain = enlist(w.game, 0, "captain-sable")
        suffer(w.game, captain, total)
        s = w.game.soldiers[captain]
        assert (s.dead, s.misses, s.shaken) == (False, misses, shaken), total
        assert s.story[-1].endswith("out for two missions.") is (total <= 2)


@rule("xcx.campaign.casualties-held-field", "xcx.campaign.salvage")
def test_the_winner_holds_the_field() -> None:
    w = War(winners=(0,)).play(Casualties(1, ("s1",)), dice=[2], draws=CARDS)
    assert w.game.soldiers["s1"].misses == 1
    w = War(winners=(0,))
    w.game.soldiers.set("s1", primary="coil-rifle", armour="weave-vest")
    w.play(Casualties(1, ("s1",)), dice=[1], draws=CARDS)
    assert w.game.soldiers["s1"].dead
    assert set(w.game.accounts[0].store) == {"coil-rifle", "knife", "weave-vest"}
    lucky = War(winners=(0,)).play(Casualties(1, ("s1",)), dice=[6], draws=CARDS)
    assert (lucky.game.soldiers["s1"].misses, lucky.game.soldiers["s1"].shaken) == (0, 0)  # a 7 is a 6
    nobody = War(winners=(-1,)).play(Casualties(1, ("s1",)), dice=[2], draws=CARDS)
    assert nobody.game.soldiers["s1"].dead  # in a draw nobody holds the field
    drawn = War(winners=(-1,))
    drawn.game.soldiers.set("s1", primary="coil-rifle", armour="weave-vest")
    drawn.play(Casualties(1, ("s1",)), dice=[1], draws=CARDS)
    assert set(drawn.game.accounts[0].store) == {"coil-rifle", "knife", "weave-vest"}  # a draw saves the equipment, too
    lost = War(winners=(1,))
    lost.play(Casualties(1, ("s1",)), dice=[2], draws=CARDS)
    assert lost.game.accounts[0].store == ()
    gave_up = War(winners=(1,))
    gave_up.game.ledger.set("now", conceded=0)
    gave_up.play(Casualties(1, ("s1",)), dice=[2], draws=CARDS)
    assert not gave_up.game.soldiers["s1"].dead


@rule("xcx.campaign.points")
@pytest.mark.parametrize(("winner", "points", "wins"), [(0, 3, 1), (-1, 1, 0), (1, 0, 0)])
def test_campaign_points_and_victories(winner: int, points: int, wins: int) -> None:
    w = War(winners=(winner,)).play(Casualties(1, ()), draws=CARDS)
    assert (w.game.accounts[0].points, w.game.accounts[0].wins) == (points, wins)


@rule("xcx.campaign.structure")
@pytest.mark.parametrize(
    "wrong", [{"winner": 2}, {"winner": "me"}, {"conceded": 2}, {"conceded": "me"}, {"models": 1}, {"extra": 1}]
)
def test_a_result_says_who_won_and_who_conceded(wrong: dict[str, Any]) -> None:
    game, good = War().game, {"winner": 0, "conceded": -1, "models": (), "extra": ()}
    assert "The winner" not in str([*result_refusals(game, good)])
    before = [str(r) for r in result_refusals(game, good)]
    assert [str(r) for r in result_refusals(game, {**good, **wrong})] != before


@rule("xcx.campaign.buying")
def test_what_is_not_for_sale_is_refused() -> None:
    w = War()
    w.game.accounts.set(0, supplies=9999)
    assert [r.rule for r in deal_refusals(w.game, 0, 1, ("buy", "nonsense", "", ""))] == ["campaign.buying"]
    before, after = shown(w.play(Depot(3, (0,)))), shown(w.play(Depot(4, (0,))))
    assert before["Buy Patrol Rifle (20 spl)"] == before["Hire Volunteer (70 spl)"] == ""
    assert before["Buy Coil Rifle"] == "Tier II is for sale after mission 4 and later."
    assert after["Buy Coil Rifle (60 spl)"] == ""
    assert after["Buy Sun Rifle"] == "Tier III is never for sale."
    assert after["Hire Captain Sable"] == "Captain Sable is Unique and cannot be hired."
    assert not any("Knife" in deal or "Trooper" in deal for deal in after)  # nobody deals in these here


@rule("xcx.campaign.recovery")
def test_recovery() -> None:
    w = War(winners=(0,))
    w.game.soldiers.set("s1", misses=2)
    w.game.soldiers.set("s2", misses=1)
    w.game.accounts.set(0, mustered=("s2",))  # fell in this very battle
    w.play(Recover(1))
    assert w.match.open[0].key == "muster:2"
    assert (w.game.soldiers["s1"].misses, w.game.soldiers["s2"].misses) == (1, 1)
    assert "s1" not in available(w.game, 0)


@rule("xcx.campaign.promotion", "xcx.campaign.promotion-limits", "xcx.campaign.promotion-talent", "xcx.campaign.ranks")
def test_promotions() -> None:
    w = War(winners=(0,))
    longwatch, hound = enlist(w.game, 0, "longwatch"), enlist(w.game, 0, "scrap-hound")
    gremlin = next(i for i, s in w.game.soldiers.items() if s.unit == "gremlin")
    w.play(Promote(longwatch), Promote(longwatch), improve=["aim", "aim"])
    assert "aim" not in improvements(w.game, longwatch)
    assert improvements(w.game, hound) == ["fight", "will", "wounds", "mobility"]
    assert "will" not in improvements(w.game, gremlin)
    assert "Squadsight" not in talents(w.game, "s1")
    assert "Deadeye" in talents(w.game, longwatch)
    w.play(Promote(longwatch), improve="wounds", talent="Phantom")
    s = w.game.soldiers[longwatch]
    assert (s.rank, s.talents, rank_name(w.game, longwatch)) == (3, ("Phantom",), "Sergeant")


@rule("xcx.campaign.marks")
def test_three_marks_are_a_promotion() -> None:
    w = War(winners=(0,))
    w.game.soldiers.set("s1", marks=5)
    w.game.soldiers.set("s2", marks=2)
    w.game.soldiers.set("s3", marks=3, dead=True)
    w.play(Promotions(1), improve="will")
    assert (w.open, w.game.soldiers["s1"].rank, w.game.soldiers["s1"].marks) == ("", 1, 2)
    assert [w.game.soldiers[i].rank for i in ("s2", "s3")] == [0, 0]


@rule("xcx.campaign.supplies", "xcx.campaign.buying", "xcx.campaign.selling")
def test_supplies() -> None:
    assert [supplies_of(e) for e in (1, 0, -1)] == [120, 90, 60]
    assert (price(3, "coil-rifle"), price(4, "coil-rifle"), price(6, "sun-rifle")) == (None, 60, None)
    assert (price(1, "volunteer"), price(1, "captain-sable"), price(1, "sidearm")) == (70, None, 10)
    assert resale("coil-rifle") == 15
    w = War(winners=(0,))
    w.game.accounts.set(0, supplies=100, store=("coil-rifle",))
    w.play(Depot(1, (0,)), depot=[("hire", "volunteer"), ("sell", "coil-rifle"), ("buy", "sidearm"), ("done",)])
    assert w.game.accounts[0].supplies == 100 - 70 + 15 - 10
    assert w.game.accounts[0].store == ("sidearm",)


@rule("xcx.campaign.underdog")
def test_the_underdog_draws_one_more() -> None:
    w = War("campaign", (1,))
    w.game.ledger.set("now", costs=(400, 480))
    assert (cards_for(w.game, 0, 1), cards_for(w.game, 1, 1)) == (2, 3)
    w.game.ledger.set("now", costs=(405, 480))
    assert cards_for(w.game, 0, 1) == 2
    w.game.ledger.set("now", costs=(406, 480))
    assert cards_for(w.game, 0, 1) == 1
    alone = War(winners=(1,))
    alone.game.ledger.set("now", costs=(100, 480))
    assert cards_for(alone.game, 0, 1) == 1  # in a versus campaign only


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


# ---- where the rules end ---------------------------------------------------------------------------------------------


@rule("xcx.campaign.promotion-limits")
def test_nothing_improves_beyond_its_limit() -> None:
    w = War(winners=(0,))
    assert improvements(w.game, "s1") == ["aim", "fight", "computer_use", "will", "search", "wounds", "mobility"]
    w.game.soldiers.set("s1", ups=("mobility", "wounds", "wounds", "will", "will", "aim"))
    assert improvements(w.game, "s1") == ["aim", "fight", "computer_use", "search"]
    signalist = next(i for i, s in w.game.soldiers.items() if s.unit == "signalist")
    w.game.soldiers.set(signalist, ups=("search",))  # [Search] 10 and [Interact] 10 now
    assert "search" not in improvements(w.game, signalist)
    w.game.soldiers.set(signalist, ups=("computer_use",))  # 10
    assert "computer_use" not in improvements(w.game, signalist)
    assert "search" in improvements(w.game, signalist)  # [Search] 9, though [Interact] is 10


@rule("xcx.rewards.experience-table", "xcx.campaign.ranks", "xcx.campaign.promotion-limits")
def test_who_cannot_rise_is_not_promoted() -> None:
    w = War(winners=(0,))
    w.game.soldiers.set("s1", rank=4)
    w.game.soldiers.set("s2", rank=5, marks=3)
    full = ("aim", "fight", "computer_use", "will", "search", "wounds")
    w.game.soldiers.set("s3", ups=(*full, *full, "mobility"), marks=3)
    w.play(Grant(0, 1))
    ask = w.match.open[0]
    assert [r.rule for r in ask.why_not("s2")] == ["campaign.ranks"]
    assert [r.rule for r in ask.why_not("s3")] == ["campaign.promotion-limits"]
    assert [*ask.why_not("s1")] == []
    w.play(Promotions(1))
    assert w.open == ""  # their marks bring nothing
    w.play(Grant(0, 2), promote=["s1"], improve="aim")
    assert (w.open, w.game.soldiers["s1"].rank) == ("promote", 5)
    for i in w.game.soldiers:
        w.game.soldiers.set(i, rank=5)
    assert w.play(Grant(0, 2)).open == ""  # nobody is left
    assert [e.words(w.game.name) for e in w.match.events] == ["2 promotions find nobody who could be promoted."]
    assert War(winners=(0,)).play(Grant(0, 0)).open == ""  # nothing is left


def shown(w: War) -> dict[str, str]:
    """What is open to the player, by its label, and why the rest is closed."""
    ask: Any = w.match.open[0]
    label = ask.label or str
    words = {label(o): [render_template(r.says, r.args, w.game.name) for r in ask.why_not(o)] for o in ask.among()}
    assert [label(o) for o in ask.options()] == [o for o, why in words.items() if not why]
    return {o: " ".join(why) for o, why in words.items()}


@rule("xcx.campaign.promotion-limits", "xcx.campaign.promotion-talent")
def test_what_a_promotion_cannot_improve_stands_closed_with_the_reason() -> None:
    w = War(winners=(0,))
    signalist = next(i for i, s in w.game.soldiers.items() if s.unit == "signalist")
    w.game.soldiers.set(signalist, name="Abara", ups=("mobility", "will", "will"))
    assert shown(w.play(Promote(signalist))) == {
        "+1 AIM": "", "+1 FIGHT": "", "+1 Computer Use": "", "+1 Search": "",  # [Interact] is 10 already
        "+1 PSI / Mindspin": "Recruit Abara has no PSI / Mindspin to improve.",
        "+1 WILL": "Recruit Abara has improved WILL 2 times already.",
        "+1 Wounds": "", "+1 Mobility": "Recruit Abara has improved Mobility 1 time already.",
    }  # fmt: skip
    assert "+1 Search and Interact" in shown(w.play(Promote("s1")))
    w.play(Promote("s1"), improve="search")
    assert w.game.soldiers["s1"].story[-1].endswith("+1 Search and Interact.")
    w.game.soldiers.set(signalist, rank=2, ups=("search", "computer_use"))
    closed = shown(w.play(Promote(signalist)))
    assert closed["+1 Search"] == "Search of Veteran Abara is 10 already, the most there is."
    w.play(Promote(signalist), improve="aim")
    assert {o: why for o, why in shown(w).items() if why} == {
        "Hacker": "Sergeant Abara has Hacker already.",
        "Squadsight": "Squadsight needs a Sniper weapon.",
    }
    hound = enlist(w.game, 0, "scrap-hound")
    assert shown(w.play(Promote(hound)))["+1 Search"].endswith("is a beast, which learns no Search.")


@rule("xcx.campaign.promotion", "xcx.campaign.promotion-talent")
def test_a_promotion_is_a_choice_and_the_third_brings_a_talent() -> None:
    w = War(winners=(0,))
    w.game.soldiers.set("s1", rank=1)
    w.play(Promote("s1"))
    assert w.open == "improve"
    w.play(Promote("s1"), improve="aim")
    assert w.open == ""  # rank 2
    w.play(Promote("s1"), improve="will")
    assert (w.open, set(w.match.open[0].options())) == ("talent", {"Deadeye", "Phantom", "Blast Padding", "Hacker"})
    w.game.soldiers.set("s1", rank=2)
    w.play(Promote("s1"), improve="wounds", talent="Hacker")
    assert w.game.soldiers["s1"].story[-1].endswith("learnt Hacker.")
    assert "Hacker" not in talents(w.game, "s1")
    hound = enlist(w.game, 0, "scrap-hound")
    assert "Hacker" not in talents(w.game, hound)
    longwatch = enlist(w.game, 0, "longwatch")
    assert "Squadsight" not in talents(w.game, longwatch)  # it has it
    marksman = enlist(w.game, 0, "volunteer")
    w.game.soldiers.set(marksman, primary="marksman-rifle")
    assert "Squadsight" in talents(w.game, marksman)


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


@rule("xcx.campaign.persistence", "xcx.campaign.marks", "xcx.skills.search-find")
def test_what_is_written_about_everybody_who_took_part() -> None:
    w = War()
    w.game.accounts.set(0, mustered=("s1", "s2", "s3"), leader="s1")
    w.game.soldiers.set("s1", missions=2, kills=3, objectives=4, marks=0)
    fates = {
        "s1": (False, 2, 1, ("supplies", "supplies", "sidearm", "nothing"), ()),
        "s2": (True, 1, 1, ("sidearm",), ()),
        "s3": (False, 0, 1, (), ()),
    }
    w.play(Battlefield(1), dice=[6], draws=CARDS, battle=result(w, 0, **fates))
    s1, s2, s3 = (w.game.soldiers[i] for i in ("s1", "s2", "s3"))
    assert (s1.missions, s1.kills, s1.objectives, s1.marks) == (3, 5, 5, 2)
    assert (s2.missions, s2.kills, s2.marks) == (1, 1, 0)
    assert s3.marks == 1
    assert s1.story[-1] == "Mission 1: came home; 2 kills, 1 objective."
    assert "Mission 1: fell." in s2.story
    assert (w.game.accounts[0].supplies, w.game.accounts[0].store) == (160, ("sidearm",))
    assert w.game.now.conceded == -1


@rule("xcx.campaign.structure")
def test_what_a_result_may_say() -> None:
    w = War()
    w.game.accounts.set(0, mustered=("s1", "s2"), leader="s1")
    good = result(w)

    def wrong(**more: Any) -> int:
        return len([*result_refusals(w.game, {**good, **more})])

    for fine in ({"winner": -1}, {"winner": 1}, {"conceded": 0}, {"conceded": 1}, {"extra": ((0, "supplies"),)}):
        assert wrong(**fine) == 0, fine
    row = ("s1", False, 0, 0, (), ())
    for bad in (
        {"winner": -2}, {"winner": True}, {"conceded": -2}, {"models": (row,)}, {"models": (row, row)},
        {"extra": ((7, "supplies"),)}, {"extra": ((0, "gold"),)}, {"extra": ((0,),)},
        {"models": (row, ("s2", False, 100, 0, (), ()))}, {"models": (row, ("s2", False, 0, -1, (), ()))},
        {"models": (row, ("s2", 0, 0, 0, (), ()))}, {"models": (row, ("s2", False, 0, 0, ("gold",), ()))},
        {"models": (row, ("s2", False, 0, 0, ()))},
    ):  # fmt: skip
        assert wrong(**bad) == 1, bad
    w.game.accounts.set(0, mustered=())
    assert len([*result_refusals(w.game, {"winner": 0})]) == 0  # nobody took part, nobody conceded


@rule("xcx.squad.faction-advent")
def test_what_the_dead_have_found_is_lost() -> None:
    w = War("campaign")
    for seat in (0, 1):
        first = next(i for i, s in w.game.soldiers.items() if s.seat == seat)
        w.game.accounts.set(seat, mustered=(first,), leader=first)
    battle = GAME.new(battle_setup(w.game, 1))
    for i, k in battle.kits.items():
        battle.models.set(i, state="dead" if k.recruit.free else "table", finds=("sidearm",))
    found = report(battle)
    assert found["extra"] == ()
    assert [row[4] for row in found["models"]] == [("sidearm",)] * 2
    battle.models.set(next(i for i, k in battle.kits.items() if k.recruit.soldier), state="dead")
    battle.models.set(next(i for i, k in battle.kits.items() if k.recruit.free), state="left")
    found = report(battle)
    assert found["extra"] == ((1, "sidearm"),)
    assert [row[1] for row in found["models"]] == [True, False]


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
