"""What is written and shown of a campaign: stories of operatives, the chronicle, the page; and odds beside its dice."""

import pytest

from games.killteam.field import Field, chances, rule
from games.killteam.test_campaign import BOTH, War
from xenotable.games.killteam.rules.datacards.printed import Use
from xenotable.games.killteam.rules.narrative.battle_effects import note_dice
from xenotable.games.killteam.rules.narrative.campaign_battle import part_of
from xenotable.games.killteam.rules.narrative.dataslate import buy, honour_odds, new_slate, recovery_odds
from xenotable.games.killteam.scenes import (
    Accounts,
    CasualtyTests,
    Commend,
    Fielding,
    Promotions,
    RecoveryTests,
    VisitBase,
)
from xenotable.games.killteam.show.campaign import panels
from xenotable.games.killteam.state import Performance, Record


def shown(war, seat=0):
    return {p.id: p for p in panels(war.game, seat)}


@rule("narrative.log")
def test_a_battle_stands_in_the_story_of_everybody_who_was_there():
    war = War(rp=0).one(0, xp=4)
    one, two = war.names[:2]
    war.battle(
        0, performances=((one, Performance(2, True)), (two, Performance(fell=True))), moment="Adler dealt 9 damage"
    )
    war.play(Commend(1, 0), commend=[[one, two]])
    war.play(Promotions(0, (one, two)), dice=[1], specialism="blade")
    war.play(CasualtyTests(0, (two,), False), dice=[1, 2])
    war.play(Accounts(1, 0))
    first, second = war.slate.operatives[:2]
    assert first.story == (
        "Battle 1: incapacitated 2 enemies, served the mission.",
        "Battle 1: was commended.",
        "Battle 1: became Seasoned, with the honour Close Quarters.",
    )
    assert second.story[-1] == "Battle 1: bears a scar, Limp."
    (entry,) = war.slate.chronicle
    assert f"Honours: {one} (Close Quarters)." in entry
    assert f"Scars: {two} (Limp)." in entry
    assert entry.endswith("Remembered: Adler dealt 9 damage.")


@rule("narrative.max-roster", "narrative.scar-roll")
def test_whoever_is_gone_is_remembered_and_never_replaced_by_name():
    war = War(rp=3)
    dead = war.names[0]
    war.play(CasualtyTests(0, (dead,), False), dice=[1, 1], surgery=False)
    assert [o.name for o in war.slate.former] == [dead]
    (gone,) = [p for p in shown(war)["slate0"].people if p.tone == "gone"]
    assert (gone.name, gone.story[-1]) == (dead, "Slain.")
    assert buy(war.slate, "rq-recruit", "cw-warden").operatives[-1].name != dead


def test_training_and_recruits_stand_in_the_story():
    war = War(rp=3)
    one = war.names[0]
    war.play(VisitBase(0), quarters=[("rq-training", one), ("rq-recruit", "cw-warden"), ("done", "")])
    assert war.slate.operatives[0].story == ("Trained before battle 1.",)
    assert war.slate.operatives[-1].story == ("Joined after 0 battles.",)


@rule("narrative.log")
def test_the_dice_that_did_most_are_remembered():
    field = Field(way="narrative").operative("a1", "cw-warden", 5, 5).operative("b1", "fp-penitent", 5, 15)
    use = Use("a1", "cw-carbine", 0, "shoot", "b1")
    for damage in (4, 7, 5):
        note_dice(field.game, use, damage)
    assert part_of(field.game, 0).moment == "Warden a1 dealt 7 damage to Penitent b1 with the service carbine"
    matched = Field().operative("a1", "cw-warden", 5, 5).operative("b1", "fp-penitent", 5, 15)
    note_dice(matched.game, use, 7)
    assert matched.game.sides[0].moment == (0, "")


# ---- the page


def test_the_way_shows_what_was_and_what_comes():
    war = War(operation="op-sever", progress=1).battle(1)
    stages = shown(war)["campaign"].stages
    assert [s.state for s in stages] == ["done", "next", "later", "later", "later"]
    assert (stages[0].title, stages[0].tone, stages[0].outcome) == ("1. Relay Ground", "bad", "The machine won, 9 to 4")
    assert (
        dict(stages[1].facts)["Sever the Line"] == "In three battles incapacitate at least three enemies by shooting."
    )
    assert stages[1].key == "field:2"
    watching = shown(war, seat=-2)["campaign"].stages
    assert watching[0].tone == ""
    war.game.slates.set(0, progress=3)
    assert "LEADER" in dict(shown(war)["campaign"].stages[1].facts)["Sever the Line"]


def test_everybody_has_a_card_with_rank_honours_and_scars():
    war = War().one(0, xp=6, rank="Seasoned", specialism="ghost", honours=(2,), scars=(2,), rest=1).one(1, xp=9)
    first, second, *_ = shown(war)["slate0"].people
    assert (first.state, first.tone) == ("rests, scarred", "bad")
    assert first.tags[0] == "Climber"
    assert ("Scars", "Limp") in first.facts
    assert (first.pips.now, first.pips.full) == (1, 7)
    assert (second.pips.now, second.pips.full) == (5, 5)  # it rises after a battle, not before


def test_who_takes_part_is_known_from_the_choice_to_the_end_of_the_battle():
    war = War().battle(0)
    taking = tuple(war.names[:3])
    war.play(Fielding(2), field=[list(taking)], plan=[None], dice=[], draws=["veil-court"])
    states = {p.name: p.state for p in shown(war)["slate0"].people}
    assert {states[n] for n in taking} == {"takes part"}
    assert states[war.names[4]] == "ready"


def test_two_players_see_their_own_base_first():
    war = War(BOTH)
    assert [p.id for p in panels(war.game, 1)][:3] == ["campaign", "points", "base1"]
    assert shown(war, 1)["points"].lines[1].seat == 1


# ---- odds


@pytest.mark.parametrize(("rest", "good"), [(1, 3), (3, 5), (6, 6)])
def test_a_recovery_test_is_shown_with_its_odds(rest, good):
    assert chances(recovery_odds(Record("Ada", "cw-warden", scars=(2,), rest=rest)))["a scar is gone"] == good / 6
    war = War(rp=0).one(0, scars=(2,), rest=rest)
    war.play(RecoveryTests(0, tuple(war.names)))
    ask = war.match.open[0]
    assert chances(ask.odds(True))["a scar is gone"] == good / 6
    assert ask.odds(False) is None


def test_surgery_is_shown_with_its_odds():
    war = War(rp=1)
    war.play(CasualtyTests(0, (war.names[0],), False), dice=[1])
    assert chances(war.match.open[0].odds(True)) == {"recovers": 5 / 6, "bears a scar, or worse": 1 / 6}


def test_a_specialism_is_shown_with_the_honours_it_may_bring():
    fresh = honour_odds(Record("Ada", "cw-warden"), "blade")
    assert len(fresh.chances) == 6
    seasoned = honour_odds(Record("Ada", "cw-warden", honours=(1, 2)), "blade")
    assert chances(seasoned)["Dirty Fighter"] == pytest.approx(3 / 6)


def test_a_new_slate_has_no_stories():
    slate = new_slate("Ash", "Ada", "cinder-wardens")
    assert all(o.story == () for o in slate.operatives)
    assert slate.former == ()
