"""Chapter `campaign`: what a battle brings home."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from games.xcx.war import CARDS, War
from xenotable.games.xcx.rules.campaign.aftermath import (
    cards_for,
    suffer,
    supplies_of,
)
from xenotable.games.xcx.rules.campaign.battles import battle_setup, report, result_refusals
from xenotable.games.xcx.rules.campaign.prices import price, resale
from xenotable.games.xcx.rules.campaign.roster import available, enlist
from xenotable.games.xcx.rules.play.simulation import fought_by_cards
from xenotable.games.xcx.rules.rewards.depot import deal_refusals
from xenotable.games.xcx.scenes import (
    Battlefield,
    Casualties,
    Depot,
    Recover,
)

rule = pytest.mark.rule


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


@rule("xcx.campaign.structure")
@pytest.mark.parametrize(
    "wrong", [{"winner": 2}, {"winner": "me"}, {"conceded": 2}, {"conceded": "me"}, {"models": 1}, {"extra": 1}]
)
def test_a_result_says_who_won_and_who_conceded(wrong: dict[str, Any]) -> None:
    game, good = War().game, {"winner": 0, "conceded": -1, "models": (), "extra": ()}
    assert "The winner" not in str([*result_refusals(game, good)])
    before = [str(r) for r in result_refusals(game, good)]
    assert [str(r) for r in result_refusals(game, {**good, **wrong})] != before


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


@rule("xcx.squad.faction-advent", "xcx.skills.search-find")
def test_what_a_free_trooper_finds_goes_to_the_store() -> None:
    w = War("campaign")
    battle = w.one_each()
    trooper = next(i for i, k in battle.kits.items() if k.recruit.free)
    battle.models.set(trooper, state="table", finds=("supplies", "sidearm"))
    answer = report(battle)
    assert answer["extra"] == ((1, "supplies"), (1, "sidearm"))
    w.play(Battlefield(1), dice=[6] * 2, draws=CARDS, battle={**answer, "winner": 0})
    assert w.game.accounts[1].store == ("sidearm",)
    assert w.game.accounts[1].supplies == 80


@rule("xcx.squad.faction-advent")
def test_what_the_dead_have_found_is_lost() -> None:
    w = War("campaign")
    battle = w.one_each()
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


@rule("xcx.campaign.buying")
def test_what_is_not_for_sale_is_refused() -> None:
    w = War()
    w.game.accounts.set(0, supplies=9999)
    assert [r.rule for r in deal_refusals(w.game, 0, 1, ("buy", "nonsense", "", ""))] == ["campaign.buying"]
    before, after = w.play(Depot(3, (0,))).shown, w.play(Depot(4, (0,))).shown
    assert before["Buy Patrol Rifle (20 spl)"] == before["Hire Volunteer (70 spl)"] == ""
    assert before["Buy Coil Rifle"] == "Tier II is for sale after mission 4 and later."
    assert after["Buy Coil Rifle (60 spl)"] == ""
    assert after["Buy Sun Rifle"] == "Tier III is never for sale."
    assert after["Hire Captain Sable"] == "Captain Sable is Unique and cannot be hired."
    assert not any("Knife" in deal or "Trooper" in deal for deal in after)  # nobody deals in these here
