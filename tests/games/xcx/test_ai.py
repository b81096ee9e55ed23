"""Chapter `ai`: the cards to the letter."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from games.xcx.ai_cards import card
from xenotable.games.xcx import content
from xenotable.games.xcx.rules.ai.attack_values import (
    cached_expected_damage,
    cover_from,
    expected_damage,
    preferred_weapon,
)
from xenotable.games.xcx.rules.ai.cards import carried_out, column, must_rally
from xenotable.games.xcx.rules.ai.deployment import deployment
from xenotable.games.xcx.rules.ai.destinations import Destinations
from xenotable.games.xcx.rules.ai.picking import pick_model, pick_refusals, spare_dice
from xenotable.games.xcx.rules.ai.reactions import by_card
from xenotable.games.xcx.rules.ai.squads import ai_squad, leader_index
from xenotable.games.xcx.rules.content import solo
from xenotable.games.xcx.rules.modifiers.tables import aim
from xenotable.games.xcx.rules.play.models import seat_of
from xenotable.games.xcx.rules.skills.control import take_control
from xenotable.games.xcx.rules.special.officers import card_of
from xenotable.games.xcx.rules.squad.validation import squad_cost, squad_refusals
from xenotable.games.xcx.scenes import Aimed, Flight, Striking
from xenotable.games.xcx.state import Recruit
from xenotable.games.xcx.title import GAME

rule = pytest.mark.rule


@rule("xcx.ai.pick-model")
def test_which_model_acts(bench: Any) -> None:
    b = bench(ai=(False, True))
    b.add(0, "volunteer", 10, 5)
    far, near = b.add(1, "advent-trooper", 10, 30), b.add(1, "advent-trooper", 10, 20)
    assert pick_model(b.game, 1, [far, near]) == near
    dear = b.add(1, "bulwark", 10.25, 20.25)
    b.game.models.set(dear, x=11.5, y=19.5)
    foe = b.add(0, "volunteer", 10, 31)
    b.engage(far, foe)
    assert pick_model(b.game, 1, [far, near, dear]) == far


@rule("xcx.ai.roll", "xcx.ai.bands", "xcx.ai.letters", "xcx.ai.log", "xcx.ai.same-rules", "xcx.ai.every-unit-has-card")
def test_an_activation_by_the_card(bench: Any) -> None:
    b = bench(ai=(False, True))
    b.add(0, "volunteer", 10, 5)
    t = b.add(1, "advent-trooper", 10, 25)
    b.activate(t, [6, 1, 1, 6, 6])  # A: the card, then a shot that hits armour that holds
    assert b.game.now.card == (t, "6", "healthy", "A")
    assert any("rolls 6 (Alpha, healthy column): A." in line for line in b.log)
    assert b.model("a1").markers == 1
    panel = next(p for p in GAME.panels(b.game, 0) if p.id == "card")
    assert panel.lines[5].label.startswith("> 6")
    assert "[A]" in panel.lines[5].value
    assert "attacks Volunteer 1" in panel.lines[-1].value
    assert set(content.ai_cards()) == {u.id for u in content.units().values() if u.type != "civilian"}
    b.add(1, "advent-officer", 20, 30)  # lends its card to Troopers, and to nobody else
    assert card_of(b.game, b.add(1, "shock-warden", 25, 25)).unit == "shock-warden"


@rule("xcx.ai.wounded-column")
def test_the_wounded_column(bench: Any) -> None:
    b = bench(ai=(False, True))
    t = b.add(1, "advent-trooper", 10, 20, wounds=2)
    assert column(b.game, t, card_of(b.game, t)) == card("advent-trooper").healthy
    b.game.models.set(t, wounds=1)
    assert column(b.game, t, card_of(b.game, t)) == card("advent-trooper").wounded


@rule("xcx.ai.suppressed")
def test_a_shaken_model_rallies_without_a_card(bench: Any) -> None:
    b = bench(ai=(False, True))
    b.add(0, "volunteer", 10, 5)
    t = b.add(1, "advent-trooper", 10, 20, markers=2)
    assert not must_rally(b.game, t)
    b.game.models.set(t, markers=3)
    b.activate(t, [3])
    b.used_up()
    assert b.model(t).markers == 0


@rule("xcx.ai.expected-damage", "xcx.ai.preference", "xcx.ai.attack-zero")
def test_expected_damage_and_preference(bench: Any) -> None:
    b = bench(ai=(False, True))
    t, a = b.add(1, "advent-trooper", 10, 20), b.add(0, "volunteer", 10, 5)
    assert cached_expected_damage(b.game, t, a, "coil-rifle", "fire") == pytest.approx(15 / 36 * 26 / 36 * 3)
    mind = b.add(1, "thinling", 10, 12)  # PSI 9, short range: 10
    assert cached_expected_damage(b.game, mind, a, "mindspin", "fire") == pytest.approx(33 / 36)
    assert preferred_weapon(b.game, t, "primary", [(0.2, "coil-rifle"), (0.9, "knife")]) == (0.2, "coil-rifle")
    assert preferred_weapon(b.game, t, "none", [(0.2, "coil-rifle"), (0.9, "knife")]) == (0.9, "knife")
    assert preferred_weapon(b.game, t, "none", [(0.0, "coil-rifle")]) is None
    assert preferred_weapon(b.game, mind, "mindspin", [(0.2, "mindspin"), (0.9, "knife")]) == (0.2, "mindspin")
    assert preferred_weapon(b.game, mind, "melee", [(0.9, "mindspin"), (0.2, "knife")]) == (0.2, "knife")


@rule("xcx.ai.small-choices")
@pytest.mark.parametrize(("order", "runs"), [("run", True), ("charge", True), ("advance", False)])
def test_only_who_advances_does_not_run(bench: Any, order: str, runs: bool) -> None:
    b = bench(ai=(False, True))
    t, a = b.add(1, "advent-trooper", 10, 20), b.add(0, "volunteer", 10, 5)
    with pytest.raises(StopIteration) as end:
        next(carried_out(b.game, t, (order, ((10.0, 17.0),), "", a, "")))
    assert end.value.value[0].run is runs


@rule("xcx.ai.small-choices")
@pytest.mark.parametrize(
    ("table", "engaged"),
    [pytest.param("inches", ("a1", "a2"), marks=rule("xcx.charging.contact")), ("square", ("a1",))],
)
def test_a_charge_of_the_ai_engages_all_that_it_touches_but_on_a_grid(
    bench: Any, table: str, engaged: tuple[str, ...]
) -> None:
    b = bench(table, ai=(False, True))
    for x in (9.5, 10.5):
        b.add(0, "volunteer", x, 10.5)
    t = b.add(1, "advent-trooper", 9.5, 14.5)
    spot = (10.0, 10.5 + 0.75**0.5) if table == "inches" else (9.5, 11.5)
    way = (spot,) if table == "inches" else ((9.5, 13.5), (9.5, 12.5), spot)
    (charge,) = ends(carried_out(b.game, t, ("charge", way, "", "a1", "")))
    assert charge.charge == engaged


@rule("xcx.ai.free-attacks")
def test_the_ai_always_makes_free_attacks(bench: Any) -> None:
    from xenotable.engine import Moved

    b = bench(ai=(False, True))
    a, t = b.add(0, "volunteer", 10, 10), b.add(1, "advent-trooper", 11, 10)
    b.engage(a, t)
    b.order(a, "flee", [1, 1, 6, 6], flee=Moved({a: ((4.0, 10.0),)}))
    b.used_up()
    assert b.model(a).markers == 1  # the shot (8 to hit) is better than the blow


@rule("xcx.ai.deployment")
def test_deployment_in_cover_near_the_front(bench: Any) -> None:
    b = bench(ai=(False, True)).terrain("hard", 12, 27, 3, 1)
    cheap, dear = b.add(1, "advent-trooper", 2, 2), b.add(1, "bulwark", 5, 2)
    for i in (cheap, dear):
        b.game.models.set(i, state="reserve", x=-9.0)
    id, p = deployment(b.game, [cheap, dear])
    assert id == dear
    assert 28 <= p[1] <= 30
    assert 11 <= p[0] <= 16
    b.game.models.set(dear, x=p[0], y=p[1], state="table")
    fierce = b.add(1, "shock-warden", 8, 2)
    b.game.models.set(fierce, state="reserve", x=-9.0)
    _, q = deployment(b.game, [fierce])
    assert abs(q[0] - 18) <= 1.5  # a melee card ignores cover: the middle of the front line


@rule("xcx.ai.mind-controlled", exercises=["ai.every-unit-has-card"])
def test_a_controlled_model_uses_its_own_card(bench: Any) -> None:
    from xenotable.games.xcx.rules.skills.control import take_control

    b = bench(ai=(False, True))
    a, t = b.add(0, "longwatch", 10, 10), b.add(1, "thinling", 10, 14)
    b.add(0, "advent-officer", 20, 30)
    b.add(1, "advent-officer", 30, 30)
    take_control(b.game, t, a, "skills.control-start")
    assert card_of(b.game, a).unit == "longwatch"
    assert seat_of(b.game, a) == -1


@rule("xcx.ai.small-choices", "xcx.ai.modes")
def test_a_solo_battle_asks_only_the_player() -> None:
    from xenotable.engine import Match
    from xenotable.players import RandomPlayer, play_out

    setup = solo("broken-convoy", 500)
    match = Match(GAME.new(setup), 5)
    assert match.game.seats == 1
    play_out(match, {0: RandomPlayer(GAME, 1)})
    assert match.game.result is not None
    cited = {e.rule for e in match.events}
    assert {"ai.log", "missions.deploy", "bag.draw"} <= cited


@rule("xcx.ai.expected-damage")
def test_what_a_monster_is_worth_is_not_carried_over_from_another_branch(bench: Any) -> None:
    """The same number is a Gnasher in one branch of a battle and the Brood Maw in another."""
    from xenotable.games.xcx.rules.ai import attack_values

    worth = []
    b = bench(mission="heart-of-the-hive")
    a = b.add(0, "volunteer", 10, 10)
    for unit in ("gnasher", "brood-maw"):
        branch = b.game.copy()
        b2 = bench(mission="heart-of-the-hive")
        b2.game = branch
        n = b2.add(2, unit, 10, 16)
        worth.append(attack_values.cached_expected_damage(branch, a, n, "patrol-rifle", "fire"))
        assert worth[-1] == attack_values.expected_damage(branch, a, n, "patrol-rifle", "fire")
    assert worth[0] != worth[1]


# ---- where the rules end ---------------------------------------------------------------------------------------------


def ends(flow: Any) -> Any:
    """What a flow comes to that asks nothing."""
    with pytest.raises(StopIteration) as end:
        next(flow)
    return end.value.value


@rule("xcx.ai.small-choices")
def test_every_order_of_a_card_is_carried_out(bench: Any) -> None:
    way = ((10.0, 17.0),)

    def scenes(order: str, path: Any = (), weapon: str = "", **row: Any) -> tuple[Any, Any]:
        b = bench(ai=(False, True))
        t, a = b.add(1, "advent-trooper", 10, 20, **row), b.add(0, "volunteer", 10, 5)
        b.game.models.set(t, engaged=(a,) if order in ("strike", "flee") else ())
        b.game.models.set(a, engaged=(t,) if order in ("strike", "flee") else ())
        return ends(carried_out(b.game, t, (order, path, weapon, a, ""))), b.model(t)

    found, row = scenes("down", watch=True, markers=3)  # nobody tests WILL to keep down
    assert (found, row.down, row.watch) == ([], True, False)
    found, row = scenes("overwatch")
    assert (found, row.watch, row.down) == ([], True, False)
    assert scenes("fire", (), "coil-rifle")[0] == [Aimed("b1", "coil-rifle", "a1", "fire")]
    assert scenes("strike")[0] == [Striking("b1", ("a1",))]
    assert scenes("flee", way)[0] == [Flight("b1", way, ("a1",))]
    assert scenes("advance", (), "coil-rifle")[0] == [Aimed("b1", "coil-rifle", "a1", "advance")]
    walked, shot = scenes("advance", way, "coil-rifle")[0]
    assert (walked.steps[-1], walked.charge, shot) == (way[0], (), Aimed("b1", "coil-rifle", "a1", "advance"))
    (walked,) = scenes("advance", way)[0]
    assert not walked.run
    (ran,) = scenes("run", way, "coil-rifle")[0]
    assert (ran.run, ran.charge) == (True, ())
    (charged,) = scenes("charge", way)[0]
    assert charged.charge == ("a1",)
    assert scenes("run")[0] == []


@rule("xcx.ai.small-choices", "xcx.actions.rally", "xcx.suppression.test")
def test_a_card_that_rallies_needs_no_test_and_any_other_order_does(bench: Any) -> None:
    b = bench(ai=(False, True))
    t = b.add(1, "advent-officer", 10, 20, markers=1)
    b.add(0, "volunteer", 10, 5)
    b.activate(t, [1, 4])  # D: it rallies
    b.used_up()
    assert (b.model(t).markers, b.model(t).down) == (0, False)
    b.game.models.set(t, markers=1)
    b.activate(t, [6, 6, 6])  # A: WILL 7 fails
    b.used_up()
    assert b.model(t).down
    assert b.game.now.card[3] == "A"


@rule("xcx.ai.same-rules", "xcx.skills.used-on-down")
def test_a_card_uses_a_skill_on_a_down_order(bench: Any) -> None:
    b = bench(mission="broken-convoy", ai=(False, True))
    box = b.thing("container", 12, 20)
    t = b.add(1, "advent-officer", 10, 20, watch=True)
    b.add(0, "volunteer", 10, 2)
    b.activate(t, [2, 1, 1, 1])  # O!: the container beside it, and nothing is in it
    b.used_up()
    assert (b.model(t).down, b.model(t).watch, b.game.things[box].gone) == (True, False, True)
    assert b.game.now.card == (t, "2", "healthy", "O!")


@rule("xcx.ai.suppressed", "xcx.ai.same-rules")
@pytest.mark.parametrize(("markers", "engaged", "rallies"), [
    (3, False, True), (2, False, False), (3, True, False), (0, False, False),  # WILL 4 and 5
])  # fmt: skip
def test_who_is_too_shaken_to_act(bench: Any, markers: int, engaged: bool, rallies: bool) -> None:
    b = bench(ai=(False, True))
    t, a = b.add(1, "advent-trooper", 10, 20, markers=markers), b.add(0, "volunteer", 10, 19)
    if engaged:
        b.engage(t, a)
    assert must_rally(b.game, t) is rallies
    if rallies:
        b.activate(t, [3])
        assert (b.game.now.card, b.game.now.reason) == ((t, "-", "", "Rally"), "Too shaken to act.")
    else:
        b.activate(t, [1, 6, 6, 1, 1, 1, 1])
        assert b.game.now.card[1] == "1"


@rule("xcx.ai.roll", "xcx.ai.bands")
@pytest.mark.parametrize(("face", "band"), [(1, "Omega"), (2, "Delta"), (3, "Delta"), (4, "Bravo"), (5, "Bravo")])
def test_the_face_names_the_band(bench: Any, face: int, band: str) -> None:
    b = bench(ai=(False, True))
    t = b.add(1, "advent-officer", 10, 20)
    b.activate(t, [face])
    assert f"rolls {face} ({band}, healthy column): {card('advent-officer').healthy[face - 1]}." in "".join(b.log)


@rule("xcx.ai.expected-damage")
def test_what_an_attack_is_worth(bench: Any) -> None:
    b = bench(ai=(False, True))
    a, t = b.add(1, "bulwark", 10, 20), b.add(0, "breacher", 10, 8)  # 11 away: short for both guns, Armour 7
    hit = 26 / 36  # 7 + 1
    assert expected_damage(b.game, a, t, "autocannon", "fire") == pytest.approx(hit * hit * 2)  # 3 less 1
    assert expected_damage(b.game, a, t, "grenade-launcher", "fire") == pytest.approx(hit * 21 / 36 * 4 * 0.5)
    b.game.models.set(t, wounds=1)
    assert expected_damage(b.game, a, t, "autocannon", "fire") == pytest.approx(hit * hit)  # no more than is left
    club = 10 / 36  # 7 - 2
    assert expected_damage(b.game, a, t, "autocannon", "melee") == pytest.approx(club * 15 / 36)
    fist = 15 / 36
    assert expected_damage(b.game, a, t, "unarmed", "melee") == pytest.approx(fist * 21 / 36)
    keen = b.add(1, "advent-trooper", 20, 20, {"items": (("magnified-optic", "coil-rifle"),)})
    b.game.models.set(t, x=20.0, wounds=5)
    assert expected_damage(b.game, keen, t, "coil-rifle", "fire") > hit * 21 / 36 * 3


@rule("xcx.ai.in-cover-from")
def test_cover_counts_from_where_the_enemy_stands(bench: Any) -> None:
    b = bench(ai=(False, True)).terrain("hard", 14, 17, 2, 1).terrain("impassable", 24, 10, 2, 12)
    a = b.add(0, "volunteer", 15, 5)
    at = Destinations(b.game, b.add(1, "advent-trooper", 10, 30), False).at
    assert [cover_from(b.game, a, at(p)) for p in ((15.0, 18.75), (15.0, 24.0), (15.0, 15.0), (32.0, 20.0))] == [
        2, 0, 0, 0,
    ]  # fmt: skip


@rule("xcx.ai.reactions")
@pytest.mark.parametrize(("y", "last", "fires"), [(14.0, False, True), (20.0, False, False), (20.0, True, True)])
def test_a_card_fires_at_six_or_on_the_last_step(bench: Any, y: float, last: bool, fires: bool) -> None:
    b = bench(ai=(False, True)).terrain("hard", 8, 6.2, 4, 0.6)
    w, a = b.add(1, "advent-trooper", 10, y, watch=True), b.add(0, "volunteer", 10, 5)
    value = aim(b.game, w, a, "coil-rifle", "react").value
    assert value == (6 if y == 14.0 else 4)  # 7 + 1 - 2, 7 - 1 - 2
    assert by_card(b.game, w, a, last) == ((w, "coil-rifle") if fires else None)
    b.game.models.set(a, down=True)
    assert by_card(b.game, w, a, True) == ((w, "coil-rifle") if value - 2 >= 2 else None)
    b.game.models.set(w, x=30.0, y=35.0)
    assert by_card(b.game, w, a, True) is None  # out of range


@rule("xcx.bag.pick-unactivated", "xcx.skills.control-caster-locked", "xcx.skills.control-start")
def test_why_a_die_cannot_activate_a_model(bench: Any) -> None:
    b = bench()
    a, caster, t = b.add(0, "volunteer", 10, 10), b.add(0, "seer", 12, 10), b.add(1, "advent-trooper", 14, 10)

    def why(model: str) -> list[str]:
        return [r.rule for r in pick_refusals(b.game, model)]

    b.game.models.set(a, activated=True)
    assert why(a) == ["bag.pick-unactivated"]
    take_control(b.game, caster, t, "skills.control-start")
    assert (why(caster), why(t)) == (["skills.control-caster-locked"], ["skills.control-start"])
    b.game.note(round=2)
    assert why(t) == ["bag.pick-unactivated"]


@rule("xcx.ai.difficulty")
@pytest.mark.parametrize(("difficulty", "n", "spare"), [
    ("easy", 6, -2), ("easy", 2, -1), ("easy", 1, 0), ("normal", 6, -1), ("classic", 6, 0), ("impossible", 6, 1),
    ("impossible", 1, 1), ("easy", 0, 0), ("normal", 0, 0),  # nobody: not even a die for who may still appear
])  # fmt: skip
def test_how_many_dice_difficulty_adds_or_withholds(bench: Any, difficulty: str, n: int, spare: int) -> None:
    b = bench(ai=(False, True))
    for k in range(n):
        b.add(1, "advent-trooper", 4 + 3 * k, 32)
    b.game.setup = replace(b.setup, sides=(b.setup.sides[0], replace(b.setup.sides[1], difficulty=difficulty)))
    assert (spare_dice(b.game, 1), spare_dice(b.game, 0)) == (spare, 0)


@rule("xcx.ai.leader", "xcx.ai.squad-choice")
def test_who_leads_where_the_named_unit_is_missing() -> None:
    models = [Recruit("volunteer"), Recruit("breacher"), Recruit("spark"), Recruit("spark")]
    assert leader_index(models, "breacher") == 1
    assert leader_index(models, "seer") == 2  # the dearest, the first of two
    for faction in ("XCX", "ADVENT"):
        for limit in (300, 500, 650, 750, 1000, 1250):
            found = ai_squad(faction, limit)
            assert squad_cost(found) <= limit
            assert [*squad_refusals(found, limit)] == []
