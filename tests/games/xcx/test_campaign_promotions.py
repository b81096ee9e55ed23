"""Chapter `campaign`: promotions."""

from __future__ import annotations

import pytest

from games.xcx.war import War
from xenotable.games.xcx.rules.campaign.promotions import improvements, talents
from xenotable.games.xcx.rules.campaign.roster import enlist, rank_name
from xenotable.games.xcx.scenes import (
    Grant,
    Promote,
    Promotions,
)

rule = pytest.mark.rule


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


@rule("xcx.campaign.promotion-limits", "xcx.campaign.promotion-talent")
def test_what_a_promotion_cannot_improve_stands_closed_with_the_reason() -> None:
    w = War(winners=(0,))
    signalist = next(i for i, s in w.game.soldiers.items() if s.unit == "signalist")
    w.game.soldiers.set(signalist, name="Abara", ups=("mobility", "will", "will"))
    assert w.play(Promote(signalist)).shown == {
        "+1 AIM": "", "+1 FIGHT": "", "+1 Computer Use": "", "+1 Search": "",  # [Interact] is 10 already
        "+1 PSI / Mindspin": "Recruit Abara has no PSI / Mindspin to improve.",
        "+1 WILL": "Recruit Abara has improved WILL 2 times already.",
        "+1 Wounds": "", "+1 Mobility": "Recruit Abara has improved Mobility 1 time already.",
    }  # fmt: skip
    assert "+1 Search and Interact" in w.play(Promote("s1")).shown
    w.play(Promote("s1"), improve="search")
    assert w.game.soldiers["s1"].story[-1].endswith("+1 Search and Interact.")
    w.game.soldiers.set(signalist, rank=2, ups=("search", "computer_use"))
    closed = w.play(Promote(signalist)).shown
    assert closed["+1 Search"] == "Search of Veteran Abara is 10 already, the most there is."
    w.play(Promote(signalist), improve="aim")
    assert {o: why for o, why in w.shown.items() if why} == {
        "Hacker": "Sergeant Abara has Hacker already.",
        "Squadsight": "Squadsight needs a Sniper weapon.",
    }
    hound = enlist(w.game, 0, "scrap-hound")
    assert w.play(Promote(hound)).shown["+1 Search"].endswith("is a beast, which learns no Search.")


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
