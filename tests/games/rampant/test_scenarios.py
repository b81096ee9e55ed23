"""Chapter "scenarios": victory points, vows, the end of a battle and the seven battles."""

import pytest

from games.rampant.positions import GONE, counted, scores
from games.rampant.skirmish import Skirmish, hits, rules, way
from xenotable.engine import Placed
from xenotable.games.rampant.rules.firefight import aim_refusals
from xenotable.games.rampant.rules.moving.allowance import allowance
from xenotable.games.rampant.rules.scenarios.battlefield import night_refusals, own_zones, part_of
from xenotable.games.rampant.rules.scenarios.envoy import carrier_refusals
from xenotable.games.rampant.rules.scenarios.scoring import (
    bracket_points,
    building_control,
    kill_points,
    last_round,
    marker_control,
    score_round,
    verdict,
)
from xenotable.games.rampant.rules.setup.arrival import home_edges
from xenotable.games.rampant.rules.setup.deployment import deploy_refusals
from xenotable.games.rampant.rules.setup.starts import starts
from xenotable.games.rampant.rules.shooting.targets import target_refusals
from xenotable.games.rampant.scenes import Aftermath, Moving, Nerve, Orders, RoundEnd, Shock, Shooting


@pytest.mark.parametrize(
    ("points", "says"),
    [
        ((9, 4), "A decisive victory of Side 0, 9 to 4"),
        ((6, 4), "A victory of Side 0, 6 to 4"),
        ((5, 5), "A draw, 5 to 5"),
    ],
)
@pytest.mark.rule("rampant.scenarios.winner")
def test_the_higher_total_wins(points, says):
    battle = Skirmish().side(0, score=points[0]).side(1, score=points[1])
    result = verdict(battle.game)
    assert says in result.says
    assert result.winners == (() if points[0] == points[1] else (0,))


@pytest.mark.rule("rampant.scenarios.kill-points")
def test_kill_points():
    assert [kill_points(n) for n in (1, 6, 7, 12, 13)] == [1, 1, 2, 2, 3]
    assert kill_points(6) + kill_points(7) + kill_points(2) == 4
    battle = Skirmish("three-beacons")
    battle.put(1, "elite", None, **GONE)  # 6
    battle.put(1, "elite", None, "powered-edges", **GONE)  # 7
    battle.put(1, "heavy", None, **GONE)  # 2
    assert counted(battle) == (4, 0)


@pytest.mark.rule("rampant.scenarios.bracket-points")
def test_bracket_points():
    assert [bracket_points(n) for n in (4, 5, 8, 9)] == [1, 2, 2, 3]


@pytest.mark.parametrize(
    ("number", "die", "over"), [(6, 4, True), (6, 3, False), (7, 3, False), (7, 5, True), (8, 0, True)]
)
@pytest.mark.rule("rampant.scenarios.rounds")
def test_a_battle_ends_by_a_die_and_surely_after_two_more_rounds(number, die, over):
    battle = Skirmish().now(round=number)
    battle.put(0, "heavy", (10, 10))
    battle.put(1, "heavy", (40, 40))
    battle.start(RoundEnd(number))
    if die:
        battle.roll(die)
    battle.go()
    assert (battle.live.result is not None) is over
    assert over or battle.live.now.round == number + 1
    assert last_round(battle.live) == 6


@pytest.mark.rule("rampant.scenarios.early-end")
def test_the_battle_ends_when_a_side_has_nobody_left():
    battle = Skirmish().now(round=4).side(0, score=2)
    battle.put(0, "heavy", (10, 10))
    battle.put(1, "heavy", None, **GONE)
    battle.start(Aftermath()).go()
    assert battle.live.result.winners == (0,)
    assert battle.live.result.scores == (2 + 1 + 2, 0)  # the kill, and the centre as if it were held
    waiting = Skirmish()
    waiting.put(0, "heavy", (10, 10))
    waiting.put(1, "elite", None, "drop-troops", where="reserve")
    waiting.start(Aftermath()).go()
    assert waiting.live.result is None


def beaten() -> Skirmish:
    battle = Skirmish(variants=("no-vows",)).now(round=3)
    battle.put(0, "elite", (10, 10), "powered-edges")  # 7
    battle.put(0, "support", (20, 10), commander=True)  # 5
    battle.put(0, "heavy", (30, 10))  # 2
    battle.put(1, "heavy", (40, 40))
    return battle


@pytest.mark.rule("rampant.scenarios.concede")
def test_conceding_gives_everything_to_the_enemy():
    battle = beaten().start(Orders(0))
    assert battle.match.concede(0) == []
    assert battle.live.result.winners == (1,)
    assert battle.live.result.scores == (0, 2 + 1 + 1 + 2 + 2)
    assert battle.live.result.says == "Conceded by Side 0. A decisive victory of Side 1, 8 to 0."


@pytest.mark.rule("rampant.scenarios.concede")
def test_who_concedes_may_still_have_more_points():
    battle = beaten().side(0, score=9).start(Orders(0))
    assert battle.match.concede(0) == []
    assert battle.live.result.winners == (0,)
    assert battle.live.result.scores == (9, 8)


@pytest.mark.rule("rampant.scenarios.concede")
def test_nobody_concedes_in_the_turn_of_the_enemy():
    battle = beaten().start(Orders(0))
    refusals = battle.match.concede(1)
    assert [r.rule for r in refusals] == ["scenarios.concede"]
    assert not battle.match.over
    assert battle.unit("b1").where == "table"


@pytest.mark.rule("rampant.scenarios.concede")
def test_a_conceding_carrier_leaves_the_envoy_to_the_enemy():
    battle = Skirmish("the-envoy", variants=("no-vows",)).now(round=3, carrier="a1")
    battle.put(0, "heavy", (24, 20))
    battle.put(1, "heavy", (40, 40))
    battle.start(Orders(0))
    battle.match.concede(0)
    assert battle.live.result.scores == (0, 1 + 2)  # the kill, and the envoy as if it were carried


@pytest.mark.rule("rampant.scenarios.control")
def test_control_of_a_marker():
    for gap, suppressed, owner in ((3.0, True, 0), (3.0, False, None), (3.1, True, None)):
        battle = Skirmish("three-beacons")
        battle.put(0, "heavy", (12, 24 - 1.5 - gap))
        battle.put(1, "heavy", (12, 24 + 1.5 + 2), suppressed=suppressed)
        assert marker_control(battle.game, (12, 24)) is owner
    flyer = Skirmish("three-beacons")
    flyer.put(0, "elite", (12, 22), "flying")
    assert marker_control(flyer.game, (12, 24)) is None


@pytest.mark.rule("rampant.scenarios.control")
def test_a_garrison_next_door_holds_an_empty_relay():
    for gap, owner in ((2.9, 0), (3.1, None)):
        battle = Skirmish("hold-the-relay")
        house = battle.land("house", 28 + gap, 22, 32 + gap, 25)
        battle.put(0, "heavy", where="inside", inside=house, x=30.0 + gap, y=23.5)
        assert building_control(battle.game, "hall-1") is owner


@pytest.mark.rule("rampant.scenarios.control")
def test_a_building_belongs_to_its_garrison():
    battle = Skirmish("hold-the-relay")
    battle.put(0, "heavy", (24, 17))
    assert building_control(battle.game, "hall-1") == 0
    held = Skirmish("hold-the-relay")
    held.put(0, "heavy", (24, 17))
    held.put(1, "heavy", where="inside", inside="hall-1", x=24.0, y=24.0)
    assert building_control(held.game, "hall-1") == 1


@pytest.mark.rule("rampant.scenarios.score-timing", "rampant.scenarios.three-beacons")
def test_beacons_score_each_round_from_the_second():
    battle = Skirmish("three-beacons")
    battle.put(0, "heavy", (12, 24))
    battle.put(0, "heavy", (24, 24))
    for number, total in ((1, 0), (2, 2), (3, 4), (4, 6)):
        score_round(battle.game, number)
        assert scores(battle) == (total, 0)


@pytest.mark.rule("rampant.scenarios.home-and-zones", "rampant.setup.home-edge")
def test_sides_may_be_exchanged():
    battle = Skirmish()
    assert [part_of(battle.game, s) for s in (0, 1)] == ["attacker", "defender"]
    assert home_edges(battle.game, 0) == ("south",)
    other = Skirmish().now(swapped=True)
    assert home_edges(other.game, 0) == ("north",)
    assert own_zones(other.game, 0)[0].corners[0][1] == 40.0


@pytest.mark.rule("rampant.scenarios.first-blood")
def test_first_blood_counts_the_centre_by_points():
    battle = Skirmish()
    battle.put(0, "elite", (24, 28))  # 6 points in the circle
    battle.put(0, "light", (20, 24))  # 1
    battle.put(1, "support", (28, 24))  # 5
    battle.put(1, "heavy", (24, 20), suppressed=True)
    battle.put(1, "elite", (30.1, 24))  # outside
    assert counted(battle) == (2, 0)
    lost = Skirmish()
    lost.put(1, "heavy", None, commander=True, **GONE)
    assert counted(lost) == (1 + 2, 0)


@pytest.mark.rule("rampant.scenarios.break-the-line")
def test_break_the_line():
    battle = Skirmish("break-the-line").side(0, exited=("a1", "a2"))
    battle.put(0, "transport-vehicle", None, where="gone", gone="exited")  # 4
    battle.put(0, "support", None, where="gone", gone="exited")  # 5
    battle.put(0, "elite", None, "anti-vehicle", "powered-edges", **GONE)  # 9
    battle.put(0, "heavy", (20, 40))
    battle.put(1, "heavy", None, **GONE)
    assert counted(battle) == (1 + 2, 3)


def envoy(at=(24, 20), *bought, **rows):
    battle = Skirmish("the-envoy").now(marker=(24.0, 24.0))
    uid = battle.put(0, "light", at, *bought, **rows)
    battle.put(1, "heavy", (44, 44))
    return battle, uid


@pytest.mark.rule("rampant.scenarios.the-envoy")
def test_the_envoy_is_picked_up_at_the_end_of_a_move_and_taken_home():
    battle, uid = envoy()
    battle.start(Moving(uid)).go(manner="move", move=way(uid, (24, 21.5)))
    assert battle.asked == "pick-up"
    battle.go(pick_up=True)
    assert (battle.live.now.carrier, battle.live.now.marker) == (uid, None)
    home = Skirmish("the-envoy").now(carrier="a1")
    uid = home.put(0, "light", (24, 7))
    home.put(1, "heavy", (44, 44))
    home.start(Moving(uid)).go(manner="exit:south")
    assert scores(home) == (5, 0)
    carried = Skirmish("the-envoy").now(carrier="a1")
    carried.put(0, "light", (24, 7))
    assert counted(carried) == (2, 0)


@pytest.mark.rule("rampant.scenarios.the-envoy")
def test_the_envoy_is_picked_up_by_who_enters_the_table_or_blinks_to_it():
    battle, uid = envoy((24, 17), "blink")
    battle.roll(3, 2).start(Moving(uid)).go(manner="blink", direction=90, along=(24.0, 22.0), pick_up=True)
    assert (battle.live.now.carrier, battle.live.now.marker) == (uid, None)
    late = Skirmish("the-envoy").now(round=3, marker=(24.0, 6.0))
    uid = late.put(0, "light", arrives=3)
    late.put(0, "heavy", (40, 10)), late.put(1, "heavy", (44, 44))
    late.start(Moving(uid)).go(arrive=Placed({uid: (24.0, 1.5)}), move=way(uid, (24, 4)), pick_up=True)
    assert (late.live.now.carrier, late.live.now.marker) == (uid, None)


@pytest.mark.rule("rampant.scenarios.the-envoy")
@pytest.mark.parametrize("how", ["enter", "stay"])
def test_an_envoy_that_was_left_in_a_building_is_picked_up_there(how):
    battle = Skirmish("the-envoy").now(marker=(24.0, 23.5))
    house = battle.land("house", 22, 22, 26, 25)
    inside = {"where": "inside", "inside": house, "x": 24.0, "y": 23.5}
    uid = battle.put(0, "light", (24, 17)) if how == "enter" else battle.put(0, "light", **inside)
    battle.put(1, "heavy", (44, 44))
    battle.start(Moving(uid)).go(manner=how if how == "stay" else f"enter:{house}")
    assert battle.asked == "pick-up"
    battle.go(pick_up=True)
    assert (battle.live.now.carrier, battle.live.now.marker) == (uid, None)


@pytest.mark.rule("rampant.scenarios.envoy-carrying")
def test_a_carrier_in_a_building_hands_the_envoy_out_or_puts_it_down():
    for said in ("a2", "down"):
        battle = Skirmish("the-envoy").now(carrier="a1")
        house = battle.land("house", 22, 22, 26, 25)
        battle.put(0, "light", where="inside", inside=house, x=24.0, y=23.5)
        friend = battle.put(0, "light", (24, 19.6))  # 0.9 in from the building
        battle.put(1, "heavy", (44, 44))
        battle.start(Moving("a1")).go(manner="stay", hand_over=said)
        now = battle.live.now
        assert (now.carrier, now.marker) == ((friend, None) if said == "a2" else ("", (24.0, 23.5)))


@pytest.mark.rule("rampant.scenarios.envoy-carrying")
def test_the_carrier_is_slow_and_drops_the_envoy_when_it_retreats():
    battle = Skirmish("the-envoy").now(carrier="a1")
    uid = battle.put(0, "light", (24, 20), "mobile")
    foe = battle.put(1, "heavy", (24, 10))
    assert allowance(battle.game, uid) == 8
    assert "scenarios.envoy-carrying" in rules(attack_rules(battle, uid, foe))
    battle.start(Nerve(Shock(uid, "shoot", by=foe, source=True, x=24, y=10))).roll(1, 2).go()
    assert battle.live.now.marker == (24, 20)
    assert battle.place(uid) == (24, 26)  # retreats are not limited
    home = Skirmish("the-envoy").now(carrier="a1")
    uid = home.put(0, "light", (24, 5), suppressed=True)
    home.put(1, "heavy", (44, 44))
    home.start(Nerve(Shock(uid, "rally"))).roll(1, 2).go()
    assert "is at home already" in home.told()
    assert (home.live.now.carrier, home.live.now.marker) == (uid, None)  # it does not move
    hand = Skirmish("the-envoy").now(carrier="a1")
    uid, friend = hand.put(0, "light", (24, 20)), hand.put(0, "heavy", (28, 20))
    hand.put(1, "heavy", (44, 44))
    hand.start(Moving(uid)).go(manner="move", move={"paths": {}}, hand_over=friend)
    assert hand.live.now.carrier == friend


def attack_rules(battle, uid, foe):
    from xenotable.games.rampant.rules.attacking.targets import attack_refusals

    return attack_refusals(battle.game, uid, foe)


@pytest.mark.rule("rampant.scenarios.hold-the-relay")
def test_the_attacker_of_the_relay_may_hold_back_half():
    battle = Skirmish("hold-the-relay", keep=True)
    units = [battle.put(0, "light") for _ in range(5)]
    battle.put(1, "heavy", (24, 31))
    game = battle.game
    assert "reserve" in starts(game, 0, units[0])
    game.secret.set(0, plans=((units[0], "reserve"), (units[1], "reserve")))
    assert "reserve" not in starts(game, 0, units[2])
    assert rules(deploy_refusals(game, 1, Placed({"b1": (24.0, 33.1)}))) == {"setup.deploy"}
    assert not rules(deploy_refusals(game, 1, Placed({"b1": (24.0, 32.9)})))
    assert home_edges(game, 0) == ("south", "north")


@pytest.mark.rule("rampant.scenarios.hold-the-relay")
def test_whatever_keeps_units_off_the_table_counts_towards_the_half_at_the_relay():
    battle = Skirmish("hold-the-relay", keep=True)
    truck = battle.put(0, "transport-vehicle")
    squad, light, *_ = [battle.put(0, "light") for _ in range(4)]
    game = battle.game
    game.secret.set(0, plans=((truck, "reserve"),))
    assert f"aboard:{truck}" in starts(game, 0, squad)  # two of five wait
    game.secret.set(0, plans=((truck, "reserve"), (light, "reserve")))
    assert f"aboard:{truck}" not in starts(game, 0, squad)
    game.secret.set(0, plans=((squad, f"aboard:{truck}"), (light, "reserve")))
    assert "reserve" not in starts(game, 0, truck)  # it would take the squad along
    drops = Skirmish("hold-the-relay", keep=True)
    for _ in range(2):
        drops.put(0, "light", None, "drop-troops")
    units = [drops.put(0, "light") for _ in range(3)]
    late = drops.put(0, "light", None, arrives=2)
    assert [starts(drops.game, 0, u) for u in (*units, late)] == [["table"], ["table"], ["table"], ["reserve"]]


@pytest.mark.rule("rampant.setup.deploy-enemy-gap")
def test_a_building_too_near_to_an_enemy_is_no_place_to_start():
    for y, free in ((13.6, True), (13.4, False)):
        battle = Skirmish()
        house = battle.land("house", 22, 3, 26, 6)
        squad = battle.put(0, "light")
        battle.put(1, "light", (24, y))
        assert (f"inside:{house}" in starts(battle.game, 0, squad)) is free


@pytest.mark.rule("rampant.scenarios.relay-points")
def test_the_relay_scores_for_both_and_at_the_end():
    battle = Skirmish("hold-the-relay")
    battle.put(1, "heavy", where="inside", inside="hall-1", x=24.0, y=24.0)
    for number in (1, 2, 3):
        score_round(battle.game, number)
    assert scores(battle) == (0, 2)
    taken = Skirmish("hold-the-relay")
    taken.put(0, "heavy", where="inside", inside="hall-1", x=24.0, y=24.0)
    for number in (4, 5, 6):
        score_round(taken.game, number)
    assert counted(taken) == (2 + 2 + 2 + 3, 0)
    fallen = Skirmish("hold-the-relay")
    shooter = fallen.put(0, "elite", (24, 12), "anti-vehicle")
    fallen.put(0, "heavy", (24, 18))
    fallen.put(1, "heavy", (44, 44))
    fallen.start(Shooting(shooter), Shooting(shooter)).roll(*hits(10), *hits(10)).go(target=["hall-1", "hall-1"])
    assert "The relay is rubble" in fallen.told()
    assert building_control(fallen.live, "hall-1") is None  # the heavies are 4.5 in from the marker


@pytest.mark.rule("rampant.scenarios.night-convoy")
def test_the_convoy_and_its_ambush():
    battle = Skirmish("night-convoy", keep=True)
    hunter, cart = battle.put(0, "light"), battle.put(1, "light")
    battle.put(1, "light", (60, 24))
    game = battle.game
    for at, fine in (((10.0, 27.0), True), ((10.0, 27.5), False), ((2.0, 24.0), False)):
        assert (not rules(deploy_refusals(game, 1, Placed({cart: at})))) is fine
    for at, fine in (((30.0, 10.0), True), ((30.0, 11.0), False), ((30.0, 38.0), True)):
        assert (not rules(deploy_refusals(game, 0, Placed({hunter: at})))) is fine
    assert home_edges(game, 1) == ("west",)
    leaving = Skirmish("night-convoy")
    cart = leaving.put(1, "light", (66, 24))
    leaving.put(0, "light", (30, 5))
    leaving.start(Moving(cart)).go(manner="exit:east")
    assert leaving.of_side(1).exited == (cart,)


@pytest.mark.rule("rampant.scenarios.night-convoy-points")
def test_convoy_points():
    battle = Skirmish("night-convoy").side(1, exited=("b1", "b2"))
    battle.put(1, "support", None, where="gone", gone="exited")  # 5
    battle.put(1, "light", None, "full-squad", where="gone", gone="exited")  # 3
    battle.put(1, "transport-vehicle", None, commander=True, **GONE)  # 4
    battle.put(0, "elite", None, **GONE)  # 6
    battle.put(0, "light", None, **GONE)  # 1
    assert counted(battle) == (1 + 2, 2 + 1 + 1)


@pytest.mark.rule("rampant.scenarios.night-visibility")
def test_nobody_sees_farther_than_eighteen_inches_at_night():
    for gap, refused in ((18.0, set()), (20.0, {"scenarios.night-visibility"})):
        battle = Skirmish("night-convoy")
        a, b = battle.face_off(("support",), ("heavy",), gap)
        assert rules(target_refusals(battle.game, a, b)) == refused
        assert rules(aim_refusals(battle.game, b, a)) == refused  # nor do those who would answer
    assert rules(night_refusals(Skirmish("night-convoy").game, 18.5, "a1"))
    assert not rules(night_refusals(Skirmish().game, 18.5, "a1"))


@pytest.mark.rule("rampant.scenarios.sabotage")
def test_sabotage():
    battle = Skirmish("sabotage")
    raider = battle.put(0, "support", (12, 22), "anti-vehicle")
    guard = battle.put(1, "support", (24, 30))
    assert set(battle.game.buildings) == {"generator-1", "generator-2", "generator-3"}
    assert rules(target_refusals(battle.game, guard, "generator-2")) == {"scenarios.sabotage"}
    battle.start(Shooting(raider)).roll(*hits(8)).go(target="generator-1")
    assert battle.live.buildings["generator-1"].strength == 1
    for name in ("generator-1", "generator-2"):
        battle.live.buildings.set(name, strength=0)
    assert counted(battle) == (6, 2)


# ---- the envoy, hand to hand -----------------------------------------------------------------------------------------


@pytest.mark.rule("rampant.scenarios.envoy-carrying")
def test_who_can_be_handed_the_envoy():
    battle = Skirmish("the-envoy").now(carrier="a1", marker=None)
    house = battle.land("house", 30, 20, 34, 23)
    uid = battle.put(0, "light", (24, 10))
    inside = battle.put(0, "light", where="inside", inside=house, x=32.0, y=21.5)
    near, far = battle.put(0, "light", (28, 10)), battle.put(0, "light", (19.9, 10))  # 1 in and 1.1 in away
    truck, wings = battle.put(0, "transport-vehicle", (24, 14)), battle.put(0, "elite", (24, 6), "flying")
    found = {f: [r.says for r in carrier_refusals(battle.game, uid, f)] for f in (inside, near, far, truck, wings)}
    assert found == {
        inside: ["{f} is not in the open."],
        near: [],
        far: ["{f} is not within 1 in of {unit}."],
        truck: ["{f} cannot carry the envoy."],
        wings: ["{f} cannot carry the envoy."],
    }
    battle.put(1, "heavy", (44, 44))
    battle.start(Moving(uid)).go(manner="move", move={"paths": {}})
    assert battle.options() == [uid, near, "down"]
    battle.go(hand_over="down")
    assert (battle.live.now.carrier, battle.live.now.marker) == ("", (24.0, 10.0))


@pytest.mark.rule("rampant.scenarios.the-envoy")
def test_who_takes_the_envoy_up():
    for kind, bought, y, marker, asked in (
        ("light", (), 11.5, (24.0, 14.0), True),
        ("light", (), 11.4, (24.0, 14.0), False),
        ("light", (), 11.5, None, False),
        ("elite", ("flying",), 11.5, (24.0, 14.0), False),
        ("soft-skin-vehicle", (), 11.5, (24.0, 14.0), False),
    ):
        battle = Skirmish("the-envoy").now(marker=marker)
        uid = battle.put(0, kind, (24, y), *bought)
        battle.put(1, "heavy", (44, 44))
        battle.start(Moving(uid)).go()
        if battle.asked == "manner":
            battle.go(manner="move")
        battle.go(move={"paths": {}})
        assert (battle.asked == "pick-up") is asked, (kind, y, marker)


@pytest.mark.rule("rampant.scenarios.the-envoy")
def test_an_envoy_brought_home_is_there_no_more():
    battle = Skirmish("the-envoy").now(carrier="a1", marker=None)
    uid = battle.put(0, "light", (24, 7))
    battle.put(0, "light", (4, 7)), battle.put(1, "heavy", (44, 44))
    battle.start(Moving(uid)).go(manner="exit:south")
    assert (battle.live.now.carrier, battle.live.now.marker) == ("", None)
    assert scores(battle) == (5, 0)
