"""Chapter `rewards`: cards and the depot."""

from __future__ import annotations

import random

import pytest

from games.xcx.war import CARDS, War
from xenotable.games.xcx import content
from xenotable.games.xcx.opponent.campaign import depot
from xenotable.games.xcx.rules.campaign.prices import resale
from xenotable.games.xcx.rules.campaign.roster import enlist
from xenotable.games.xcx.rules.rewards.cards import deck, draw_cards, prizes, recruits
from xenotable.games.xcx.rules.rewards.depot import deal_refusals
from xenotable.games.xcx.rules.squad.validation import squad_refusals
from xenotable.games.xcx.scenes import (
    Casualties,
    Depot,
    Grant,
    Rewards,
)
from xenotable.games.xcx.state import Recruit, Squad

rule = pytest.mark.rule


# ---- reward cards ----------------------------------------------------------------------------------------------------


@rule("xcx.rewards.deck")
def test_the_deck() -> None:
    assert len(deck()) == len(set(deck())) == 54
    assert sum(s == "spades" and r <= 10 for s, r in deck()) == 10


@rule(
    "xcx.rewards.tier-one",
    "xcx.rewards.tier-two",
    "xcx.rewards.tier-three",
    "xcx.rewards.suit-needed",
    "xcx.rewards.lower-tier",
    "xcx.rewards.suits",
    "xcx.rewards.weapons-table",
    "xcx.rewards.armour-table",
    "xcx.rewards.items-table",
    "xcx.rewards.one-per-draw",
)
def test_what_cards_offer() -> None:
    def names(*cards: tuple[str, int]) -> set[str]:
        return {p[1] for p in prizes(cards)}

    assert prizes([("spades", 3)]) == [("weapon", "scattergun", 1)]
    assert names(("spades", 2), ("hearts", 2)) == {"patrol-rifle", "coil-rifle", "red-dot-sight", "recoil-brace"}
    three = names(("spades", 4), ("clubs", 4), ("hearts", 4))
    assert {"sun-blade", "siege-plate", "predictor-sight", "machete", "plate-carrier"} <= three
    assert {p[0] for p in prizes([("clubs", 6), ("diamonds", 6)])} == {"armour", "promotions"}


@rule("xcx.rewards.experience-table", "xcx.campaign.promotion")
def test_promotions_as_a_reward() -> None:
    assert prizes([("diamonds", 5)]) == [("promotions", "", 1)]
    assert ("promotions", "", 3) in prizes([("diamonds", 5), ("spades", 5), ("clubs", 5)])
    w = War(winners=(0,)).play(Grant(0, 3), promote=["s1", "s1"], improve=["aim", "aim"])
    assert w.game.soldiers["s1"].ups == ("aim", "aim")
    assert w.open == "promote"
    ask = w.match.open[0]
    assert [r.rule for r in ask.why_not("s1")] == ["rewards.experience-table"]  # at most two from one draw
    assert "s1" not in ask.options()


@rule("xcx.rewards.face-cards")
def test_court_cards_bring_recruits() -> None:
    queen = recruits("XCX", "queen", ())
    assert "breacher" in queen
    assert "longwatch" not in queen
    assert "captain-sable" in recruits("XCX", "king", ())
    assert "captain-sable" not in recruits("XCX", "king", ("captain-sable",))
    assert max(content.units()[u].cost for u in recruits("ADVENT", "jack", ())) <= 80
    w = War(winners=(0,)).play(
        Rewards(1, (0,), (("hearts", 12),)), reward=("recruit", "queen", 130), recruit="breacher"
    )
    assert [s.unit for s in w.game.soldiers.values()].count("breacher") == 2


@rule("xcx.rewards.joker", "xcx.rewards.when", "xcx.play.hidden-information")
def test_jokers_are_replaced() -> None:
    w = War(winners=(0,))
    w.play(Rewards(1, (0,)), draws=[("joker", 1), ("spades", 2), ("joker", 2), ("hearts", 9), ("clubs", 7)])
    assert w.game.now.cards == (("spades", 2), ("hearts", 9), ("clubs", 7))


@rule("xcx.rewards.coop")
def test_partners_share_a_draw() -> None:
    w = War("campaign-together", (0,))
    w.play(
        Rewards(1, (0, 1)), draws=[("spades", 2), ("hearts", 9), ("clubs", 7)], reward=[("weapon", "patrol-rifle", 1)]
    )
    assert w.match.open[0].seat == 1
    assert ("weapon", "patrol-rifle", 1) in w.match.open[0].among()


@rule("xcx.content.rewards")
def test_no_gaps_in_the_reward_tables() -> None:
    found = content.rewards()
    assert set(found) == {
        (s, r, t) for s in ("spades", "clubs", "hearts", "diamonds") for r in range(1, 11) for t in (1, 2, 3)
    }
    for line in found.values():
        assert line.promotions or line.gives in {*content.weapons(), *content.armours(), *content.items()}
    unknown = Recruit("volunteer", leader=True, armour="paper", items=(("pebble", ""),))
    assert [r.rule for r in squad_refusals(Squad("XCX", (unknown,)), 500)] == ["content.rewards"] * 2


@rule("xcx.rewards.who-gets-it", "xcx.rewards.store")
def test_handing_out_equipment() -> None:
    w = War(winners=(0,))
    w.game.accounts.set(0, store=("coil-rifle", "red-dot-sight", "shock-baton"))
    gremlin = next(i for i, s in w.game.soldiers.items() if s.unit == "gremlin")
    assert [r.rule for r in deal_refusals(w.game, 0, 1, ("give", "shock-baton", gremlin, ""))] == ["squad.weapon-swap"]
    deals = [
        ("give", "coil-rifle", "s1", ""),
        ("give", "red-dot-sight", "s1", "coil-rifle"),
        ("take", "s1", "red-dot-sight"),
        ("done",),
    ]
    w.play(Depot(1, (0,)), depot=deals)
    assert w.game.soldiers["s1"].primary == "coil-rifle"
    assert sorted(w.game.accounts[0].store) == ["patrol-rifle", "red-dot-sight", "shock-baton"]


@rule("xcx.rewards.second-chance", "xcx.play.decisions-after")
def test_a_second_chance() -> None:
    w = War(winners=(1,))
    w.game.soldiers.set("s1", items=(("second-chance", ""),))
    w.play(Casualties(1, ("s1",)), dice=[2, 5], draws=CARDS[:1], chance=True)
    assert (w.game.soldiers["s1"].dead, w.game.soldiers["s1"].shaken, w.game.soldiers["s1"].items) == (False, 1, ())
    w = War(winners=(1,))
    w.game.soldiers.set("s1", items=(("second-chance", ""), ("field-dressing", "")))
    w.play(Casualties(1, ("s1",)), dice=[5])
    assert (w.open, list(w.match.open[0].among()), w.match.open[0].default) == ("chance", [True, False], True)
    w.play(Casualties(1, ("s1",)), dice=[5, 6], draws=CARDS[:1], chance=False)  # kept: one roll only
    assert (w.game.soldiers["s1"].shaken, len(w.game.soldiers["s1"].items)) == (1, 2)


# ---- where the rules end ---------------------------------------------------------------------------------------------


@rule("xcx.rewards.one-per-draw", "xcx.rewards.who-gets-it", "xcx.rewards.experience-table")
def test_a_reward_goes_to_the_store_to_a_soldier_or_is_declined() -> None:
    w = War(winners=(0,)).play(Rewards(1, (0,), CARDS), reward=None)
    assert (w.open, w.game.accounts[0].store) == ("", ())
    w = War(winners=(0,)).play(Rewards(1, (0,), CARDS), reward=("weapon", "patrol-rifle", 1))
    assert w.game.accounts[0].store == ("patrol-rifle",)
    w = War(winners=(0,)).play(Rewards(1, (0,), (("diamonds", 5),)), reward=("promotions", "", 1))
    assert w.open == "promote"


@rule("xcx.rewards.who-gets-it", "xcx.campaign.buying")
def test_what_the_depot_refuses() -> None:
    w = War(winners=(0,))
    w.game.accounts.set(0, supplies=10, store=("coil-rifle", "weave-vest", "red-dot-sight"))

    def why(*deal: str) -> list[str]:
        return [r.rule for r in deal_refusals(w.game, 0, 1, deal)]

    assert why("buy", "sidearm") == []  # 10 spl, all that there is
    w.game.accounts.set(0, supplies=9)
    assert why("buy", "sidearm") == ["campaign.buying"]
    assert why("hire", "volunteer") == ["campaign.buying"]
    gremlin = next(i for i, s in w.game.soldiers.items() if s.unit == "gremlin")
    assert why("give", "coil-rifle", "s1", "") == []
    assert why("give", "coil-rifle", gremlin, "") == ["squad.weapon-swap"]
    assert why("give", "weave-vest", gremlin, "") == ["squad.buy-equipment"]
    assert why("give", "red-dot-sight", "s1", "coil-rifle") == ["squad.equipment-slots"]  # it has no such weapon
    w.game.soldiers.set("s1", primary="coil-rifle", armour="weave-vest")
    assert why("give", "coil-rifle", "s1", "") == why("give", "weave-vest", "s1", "") == ["rewards.who-gets-it"]
    assert why("give", "red-dot-sight", "s1", "coil-rifle") == []
    w.game.soldiers.set("s1", primary="")
    assert why("give", "patrol-rifle", "s1", "") == ["rewards.who-gets-it"]  # its own is one, and would be lost


@rule("xcx.rewards.store", "xcx.campaign.buying", "xcx.campaign.selling", "xcx.rewards.who-gets-it")
def test_what_happens_at_the_depot_is_told() -> None:
    w = War(winners=(0,))
    w.game.soldiers.set("s1", name="Abara", items=(("red-dot-sight", "patrol-rifle"),))
    w.game.accounts.set(0, supplies=100, store=("coil-rifle", "sun-blade"))
    deals = [("buy", "sidearm"), ("sell", "sun-blade"), ("give", "coil-rifle", "s1", ""), ("done",)]
    w.play(Depot(1, (0,)), depot=deals)
    assert [e.words(w.game.name) for e in w.match.events] == [
        "XCX (player 1): Buy Sidearm (10 spl).",
        "XCX (player 1): Sell Sun Blade (20 spl).",
        "XCX (player 1): Give Coil Rifle to Recruit Abara.",
        "Patrol Rifle, Red-dot Sight of Recruit Abara: to the store.",
    ]


@pytest.mark.parametrize(("unit", "attachment", "on"), [
    ("volunteer", "red-dot-sight", "patrol-rifle"), ("volunteer", "overcharge-cell", "patrol-rifle"),
    ("longwatch", "red-dot-sight", "sidearm"), ("longwatch", "magnified-optic", "marksman-rifle"),
    ("longwatch", "recoil-brace", "sidearm"),
])  # fmt: skip
def test_a_machine_fits_an_attachment_where_it_serves(unit: str, attachment: str, on: str) -> None:
    w = War(winners=(0,))
    for i in w.game.soldiers:
        w.game.soldiers.set(i, dead=True)
    soldier = enlist(w.game, 0, unit)
    w.game.accounts.set(0, store=(attachment,))
    w.play(Depot(1, (0,)))
    assert depot(w.game, 0, w.match.open[0], random.random)[0] == ("give", attachment, soldier, on)


@rule("xcx.rewards.store", "xcx.campaign.selling")
def test_partners_go_to_the_depot_one_after_the_other() -> None:
    w = War("campaign-together", (0,))
    w.game.accounts.set(0, supplies=0, store=("weave-vest",))
    w.game.accounts.set(1, supplies=100)
    w.play(Depot(1, (0, 1)), depot=[("give", "weave-vest", "s1", ""), ("take", "s1", "weave-vest")])
    assert (w.match.open[0].seat, w.game.accounts[0].store, w.game.soldiers["s1"].armour) == (0, ("weave-vest",), "")
    w.play(Depot(1, (0, 1)), depot=[("sell", "weave-vest"), ("done",)])
    assert (w.match.open[0].seat, w.game.accounts[0].store) == (1, ())
    assert w.game.accounts[0].supplies == resale("weave-vest")


@rule("xcx.rewards.when", "xcx.rewards.joker")
def test_each_card_is_in_the_draw_once() -> None:
    flow = draw_cards(2)
    first = next(flow)
    assert (len(first.bag), {n for _, n in first.bag}) == (54, {1})
    second = flow.send(("joker", 1))
    assert len(second.bag) == 53
    third = flow.send(("spades", 2))
    assert ("spades", 2) not in dict(third.bag)
    with pytest.raises(StopIteration) as end:
        flow.send(("hearts", 3))
    assert end.value.value == (("spades", 2), ("hearts", 3))


@rule("xcx.rewards.face-cards")
def test_a_unique_of_a_partner_is_closed_with_the_reason() -> None:
    w = War("campaign-together", (0,))
    captain = enlist(w.game, 1, "captain-sable")
    w.play(Rewards(1, (0,), (("hearts", 13),)), reward=("recruit", "king", 9999))
    ask = w.match.open[0]
    assert [r.rule for r in ask.why_not("captain-sable")] == ["squad.unique"]
    assert "captain-sable" in ask.among()
    assert "captain-sable" not in ask.options()
    w.game.soldiers.set(captain, dead=True)
    w.play(Rewards(1, (0,), (("hearts", 13),)), reward=("recruit", "king", 9999), recruit="captain-sable")
    assert [s.seat for s in w.game.soldiers.values() if s.unit == "captain-sable" and not s.dead] == [0]
    w.play(Rewards(1, (0,), (("hearts", 11),)), reward=("recruit", "jack", 80))
    assert [r.rule for r in w.match.open[0].why_not("breacher")] == ["rewards.face-cards"]


@rule("xcx.rewards.face-cards")
@pytest.mark.parametrize(("face", "most"), [("jack", 80), ("queen", 130), ("king", 9999)])
def test_a_court_card_reaches_so_far(face: str, most: int) -> None:
    found = {content.units()[u].cost for u in recruits("ADVENT", face, ())}
    hireable = [u for u in content.units().values() if u.hireable and u.faction in ("ADVENT", "neutral")]
    fitting = {u.cost for u in hireable if u.cost <= most and (face == "king" or "Unique" not in u.rules)}
    assert found == fitting
    assert face != "queen" or 130 in found
