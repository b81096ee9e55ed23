"""Chapter "setup": who attacks, terrain, deployment, reserves, who goes first."""

import random

import pytest

from games.rampant.skirmish import Skirmish, rules, way
from xenotable.engine import Match, Placed, Scripted
from xenotable.games.rampant.rules.activation.order_legality import why_not_unit
from xenotable.games.rampant.rules.content import ready
from xenotable.games.rampant.rules.setup.deployment import deploy_refusals
from xenotable.games.rampant.rules.terrain.field import field_of
from xenotable.games.rampant.scenes import (
    Deploy,
    FirstRound,
    Hiring,
    LostOrders,
    Moving,
    Muster,
    Naming,
    Orders,
    RollAttacker,
    Scatter,
    Scouting,
    SettleAttacker,
    Sleight,
)
from xenotable.games.rampant.state import Entry, Roster, Setup, fielded_units
from xenotable.games.rampant.title import GAME
from xenotable.players import RandomPlayer, play_out


def opened(*faces, **more):
    """A battle of two ready detachments with scripted first dice."""
    setup = Setup((ready("cinder-company"), ready("thornwood-tribes")), **{"scenario": "first-blood", **more})
    return Match(GAME.new(setup), Scripted(faces))


@pytest.mark.rule("rampant.setup.order", "rampant.play.decisions-before-battle")
def test_a_battle_is_set_up_in_the_order_of_the_book():
    roster = Roster(
        "Hunters",
        (
            Entry("Chief", "heavy", commander=True, xeno=("grudge",)),
            Entry("Zealots", "heavy", ("full-squad",), ("sworn-foe",)),
            Entry("Scouts", "light", (), ("forward-scouts",)),
        ),
        "shrewd",
    )
    kins = ("alien", "beast", "alien")
    packs = (Entry(f"Pack {n}", "primitive", kin=kin, commander=n == 0) for n, kin in enumerate(kins))
    prey = Roster("Prey", tuple(packs))
    match = Match(GAME.new(Setup((roster, prey), "first-blood")), 7)
    player = RandomPlayer(GAME, 1)
    keys = []

    class Enough(Exception):
        pass

    def watch(m):
        keys[:] = list(dict.fromkeys(e.key for e in m.tape))
        if m.game.now.round == 1:
            raise Enough

    with pytest.raises(Enough):
        play_out(match, {0: player, 1: player}, watch=watch)
    wanted = ["attacker", "shrewd", "side", "vows", "sworn-foe", "grudge", "deploy", "scouts", "move"]
    assert [k for k in keys if k in wanted] == wanted
    assert match.game.now.active == match.game.now.attacker


@pytest.mark.parametrize(("die", "scenario"), [(1, "first-blood"), (3, "break-the-line"), (6, "night-convoy")])
@pytest.mark.rule("rampant.setup.scenario-roll")
def test_the_scenario_may_be_rolled(die, scenario):
    match = opened(die, 5, 2, scenario="")
    assert match.game.now.scenario == scenario


@pytest.mark.rule("rampant.setup.attacker")
def test_the_higher_die_attacks_and_ties_are_rolled_again():
    assert opened(5, 2).game.now.attacker == 0
    assert opened(3, 3, 1, 6).game.now.attacker == 1


@pytest.mark.rule("rampant.setup.attacker", "rampant.command.tactician-2-outguessed")
def test_an_outguessed_commander_counts_one_less():
    battle = Skirmish().side(1, "outguessed")
    battle.put(0, "heavy", commander=True)
    battle.put(1, "heavy", commander=True)
    battle.start(SettleAttacker((5, 5))).go()
    assert battle.live.now.attacker == 0
    tie = Skirmish().side(1, "outguessed")
    tie.start(SettleAttacker((3, 4))).roll(6, 1).go()
    assert tie.live.now.attacker == 0  # 3 against 3: both roll again


@pytest.mark.rule("rampant.command.planner-3-shrewd")
def test_a_shrewd_commander_changes_the_die():
    for shift, asked in ((1, "The attacker: Side 0"), (0, "")):
        battle = Skirmish().side(0, "shrewd")
        battle.start(RollAttacker()).roll(5, 5)
        if shift:
            battle.go(shrewd=shift)
            assert battle.live.now.attacker == 0
        else:
            battle.go()
            assert battle.asked == "shrewd"
        assert (asked in battle.told()) or not asked
    both = Skirmish().side(0, "shrewd").side(1, "shrewd")
    both.start(RollAttacker()).roll(4, 5)
    assert [a.seat for a in both.match.open] == [0, 1]
    assert all(a.secret for a in both.match.open)


@pytest.mark.rule("rampant.setup.terrain")
def test_the_scenarios_own_terrain_is_the_default():
    match = opened(5, 2)
    assert match.game.now.terrain == "first-blood"


@pytest.mark.rule("rampant.setup.terrain")
def test_random_terrain_is_mirrored_on_a_square_table():
    for seed in range(12):
        setup = Setup((ready("cinder-company"), ready("thornwood-tribes")), "three-beacons", terrain="random")
        game = Match(GAME.new(setup), seed).game
        lands = field_of(game.now.terrain).lands
        assert len(lands) % 2 == 0
        assert len(lands) <= 6
        for name, land in lands.items():
            twin = lands[name[:-1] + ("b" if name.endswith("a") else "a")]
            mirrored = sorted((48 - x, 48 - y) for x, y in land.piece.corners)
            assert sum(sorted(twin.piece.corners), ()) == pytest.approx(sum(mirrored, ()), abs=0.01)
            xs = [p[0] for p in land.piece.corners]
            assert min(xs) >= 2
            assert max(xs) <= 46
    wide = Setup((ready("cinder-company"), ready("thornwood-tribes")), "night-convoy", terrain="random")
    assert len(field_of(Match(GAME.new(wide), 3).game.now.terrain).lands) <= 7
    relay = Setup((ready("cinder-company"), ready("thornwood-tribes")), "hold-the-relay", terrain="random")
    assert "hall-1" in field_of(Match(GAME.new(relay), 3).game.now.terrain).lands


@pytest.mark.rule("rampant.setup.terrain")
def test_a_piece_that_finds_no_place_is_left_out_with_its_mirror_image():
    lines = ("three-beacons", "clear", "+scrub everywhere 24.0 24.0 30.0")
    game = Skirmish("three-beacons").game
    game.scenes = [Scatter(lines, 2)]
    match = Match(game, 5, live=False)
    assert match.game.now.terrain == "\n".join(lines)
    assert len(match.tape) >= 600  # 200 tries


def test_every_try_to_place_terrain_is_a_safe_point():
    setup = Setup((ready("cinder-company"), ready("thornwood-tribes")), "night-convoy", terrain="random")
    match = Match(GAME.new(setup), 3)
    assert sum(e.key == "terrain" for e in match.tape) == 7
    assert len(match.tail) == 0  # what was drawn lies behind a safe point


@pytest.mark.rule("rampant.setup.deploy")
def test_deployment_in_the_zone_and_on_the_table():
    battle = Skirmish()
    uid, other = battle.put(0, "heavy"), battle.put(0, "heavy")
    battle.land("spires", 30, 4, 2)
    game = battle.game
    for at, fine in (((10.0, 8.0), True), ((10.0, 8.1), False), ((1.0, 5.0), False), ((30.0, 4.0), False)):
        assert (not rules(deploy_refusals(game, 0, Placed({uid: at})))) is fine
    assert rules(deploy_refusals(game, 0, Placed({uid: (10.0, 5.0), other: (13.9, 5.0)}))) == {"setup.deploy"}
    assert not rules(deploy_refusals(game, 0, Placed({uid: (10.0, 5.0), other: (14.0, 5.0)})))


@pytest.mark.rule("rampant.play.hidden-information")
def test_a_plan_is_hidden_until_the_deployment_is_confirmed():
    battle = Skirmish("three-beacons", keep=True)
    truck, squad = battle.put(0, "soft-skin-vehicle", None, "seats-5"), battle.put(0, "light")
    battle.put(1, "heavy", (24, 44))
    battle.start(Muster(0), Deploy(0))
    assert battle.asked == "start"
    assert battle.ask.secret
    battle.go(start=f"aboard:{truck}")
    assert battle.unit(squad).where == "reserve"  # nobody sees it yet
    battle.go(deploy=Placed({truck: (24.0, 5.0)}))
    assert (battle.unit(squad).where, battle.unit(squad).inside) == ("aboard", truck)


@pytest.mark.rule("rampant.setup.deploy-enemy-gap")
def test_six_inches_from_every_enemy():
    battle = Skirmish("break-the-line")
    uid = battle.put(1, "heavy")
    battle.put(0, "heavy", (24, 20))
    assert not rules(deploy_refusals(battle.game, 1, Placed({uid: (24.0, 29.0)})))
    assert rules(deploy_refusals(battle.game, 1, Placed({uid: (24.0, 28.9)}))) == {"setup.deploy-enemy-gap"}


@pytest.mark.rule("rampant.xeno.forward-scouts")
def test_scouts_stop_at_six_inches_from_a_building_that_the_enemy_holds():
    battle = Skirmish()
    house = battle.land("house", 22, 24, 26, 28)
    scouts = battle.put(0, "light", (24, 10), "forward-scouts")
    battle.put(1, "light", where="inside", inside=house, x=24.0, y=26.0)
    battle.start(Scouting(0)).roll(2).go()
    assert battle.why_not(way(scouts, (24, 16.6))) == {"xeno.forward-scouts"}
    battle.go(move=way(scouts, (24, 16.5)))
    assert battle.place(scouts) == (24, 16.5)


@pytest.mark.rule("rampant.setup.home-edge")
def test_late_units_enter_over_the_home_edge():
    battle = Skirmish().now(round=3)
    uid = battle.put(0, "light", arrives=3)
    battle.put(0, "heavy", (40, 10))
    battle.put(1, "heavy", (40, 40))
    battle.start(Moving(uid))
    assert battle.why_not(Placed({uid: (20.0, 3.0)})) == {"setup.home-edge"}
    battle.go(arrive=Placed({uid: (20.0, 1.5)}))
    assert battle.why_not(way(uid, (20, 8.1))) == {"moving.action"}
    battle.go(move=way(uid, (20, 8)))
    assert battle.place(uid) == (20, 8)
    relay = Skirmish("hold-the-relay").now(round=2)
    uid = relay.put(0, "light", arrives=2)
    relay.put(1, "heavy", (40, 40))
    relay.start(Moving(uid))
    assert relay.asked == "edge"


@pytest.mark.rule("rampant.setup.reserves")
def test_reserves_wait_for_their_round():
    battle = Skirmish().now(round=2)
    late = battle.put(0, "light", arrives=3)
    battle.put(0, "heavy", (40, 10))
    battle.put(1, "heavy", (40, 40))
    assert rules(why_not_unit(battle.game, late)) == {"setup.reserves"}
    assert late not in fielded_units(battle.game, 0)
    battle.start(Orders(0))
    assert late not in battle.options()


@pytest.mark.rule("rampant.setup.first-turn")
def test_the_attacker_begins():
    battle = Skirmish().now(attacker=1)
    battle.put(0, "heavy", (10, 10))
    uid = battle.put(1, "heavy", (40, 40))
    battle.start(FirstRound()).go()
    assert battle.live.now.active == 1
    assert uid in battle.options()


# ---- before the first turn -------------------------------------------------------------------------------------------


@pytest.mark.rule("rampant.command.planner-5-sleight-of-hand")
def test_sleight_of_hand_lets_three_units_change_places():
    battle = Skirmish(keep=True).now(attacker=1).side(0, "sleight-of-hand")
    a, b, c = (battle.put(0, "heavy", (x, 44), commander=x == 8) for x in (8, 16, 24))
    battle.put(0, "heavy", (32, 44))
    battle.start(Sleight(0))
    assert "engine.how-many" in battle.why_not([a, b, c, "a4"])
    battle.go(sleight=(a, b, c), sleight_order=(c, a, b))
    assert [battle.place(u)[0] for u in (a, b, c)] == [16, 24, 8]
    other = Skirmish(keep=True).side(0, "beloved")
    other.put(0, "heavy", (8, 4), commander=True)
    other.start(Sleight(0)).go()
    assert other.asked == ""


@pytest.mark.rule("rampant.command.planner-2-lost-orders")
def test_lost_orders_take_the_first_unit_that_rolls_a_one():
    battle = Skirmish().side(0, "lost-orders", total=24)
    battle.put(0, "heavy", (8, 4), commander=True)
    second = battle.put(0, "heavy", (16, 4))
    third = battle.put(0, "light", (24, 4), "full-squad")  # 3 points
    battle.put(0, "heavy", (32, 4))
    battle.start(LostOrders(0)).roll(3, 1).go()
    assert battle.unit(third).gone == "absent"
    assert battle.unit(second).where == "table"
    assert (battle.of_side(0).total, battle.of_side(0).removed) == (21, 0)


@pytest.mark.rule("rampant.xeno.forward-scouts")
def test_forward_scouts_move_before_the_battle():
    battle = Skirmish()
    uid = battle.put(0, "light", (24, 4), "forward-scouts")
    foe = battle.put(1, "heavy", (24, 25))
    battle.start(Scouting(0)).roll(4).go()
    assert "xeno.forward-scouts" in battle.why_not(way(uid, (24, 16.1)))
    assert "moving.action" in battle.why_not(way(uid, (36.1, 4)))
    battle.go(move=way(uid, (24, 16)))
    assert battle.place(uid) == (24, 16)
    assert battle.place(foe) == (24, 25)


@pytest.mark.rule("rampant.xeno.forward-scouts")
def test_forward_scouts_use_no_building_and_leave_none():
    battle = Skirmish()
    house = battle.land("house", 22, 3, 26, 6)
    battle.put(0, "light", None, "forward-scouts", where="inside", inside=house, x=24.0, y=4.5)
    scouts = battle.put(0, "light", (24, 8), "forward-scouts")
    battle.put(1, "heavy", (24, 40))
    battle.start(Scouting(0)).roll(2).go()
    assert battle.asked == "move"  # the garrison is passed over, and the others are not asked how they move
    assert battle.why_not(way(scouts, (24, 5))) >= {"terrain.impassable"}
    battle.go(move=way(scouts, (24, 17)))
    assert not battle.asked


@pytest.mark.rule("rampant.play.simultaneous")
def test_the_owner_says_which_scouts_go_first():
    battle = Skirmish()
    one, two = (battle.put(0, "light", (x, 4), "forward-scouts") for x in (12, 36))
    battle.start(Scouting(0)).roll(1).go(scout=two)
    assert battle.ask.pieces[0].on == two
    battle.roll(1).go(move=[way(two, (36, 8))])
    assert battle.ask.pieces[0].on == one


@pytest.mark.rule("rampant.xeno.grudge")
def test_kins_are_named_with_both_rosters_open():
    battle = Skirmish()
    battle.put(0, "heavy", (8, 4), "sworn-foe", kin="terran")
    battle.put(0, "heavy", (18, 4), "grudge", kin="terran")
    for kin in ("terran", "alien", "beast"):
        battle.put(1, "primitive", (8, 44), kin=kin)
    battle.start(Naming(0, "foe"), Naming(0, "grudge"))
    assert battle.options() == ["alien", "beast"]  # not the own kin
    battle.go(sworn_foe="beast")
    assert battle.options() == ["terran", "alien", "beast"]
    battle.go(grudge="terran")
    assert (battle.of_side(0).foe, battle.of_side(0).grudge) == ("beast", "terran")
    none = Skirmish()
    none.put(0, "heavy", (8, 4), "sworn-foe")
    none.put(1, "heavy", (8, 44))
    none.start(Naming(0, "foe")).go()
    assert none.of_side(0).foe == ""


@pytest.mark.parametrize(
    ("dice", "field", "value"),
    [((1,), "gone", "absent"), ((2, 3), "arrives", 3), ((3,), "hired", 3), ((4,), "hired", 4), ((5,), "hired", 5)],
)
@pytest.mark.rule("rampant.xeno.hired-guns")
def test_hired_guns_roll_what_they_are_worth(dice, field, value):
    battle = Skirmish().side(0, total=24)
    uid = battle.put(0, "light", None, "hired-guns")
    battle.put(1, "heavy")
    battle.start(Hiring((uid,))).roll(*dice).go()
    assert getattr(battle.unit(uid), field) == value
    assert battle.of_side(0).total == (24 if dice != (1,) else 23)  # a no-show is no part of the detachment


@pytest.mark.rule("rampant.xeno.hired-guns")
def test_a_night_raid_strikes_the_cheapest_enemy():
    battle = Skirmish()
    uid = battle.put(0, "light", None, "hired-guns")
    cheap, twin = battle.put(1, "light"), battle.put(1, "light")
    battle.put(1, "elite")
    battle.start(Hiring((uid,))).roll(6, 5).go(raided=twin)
    assert (battle.unit(cheap).strength, battle.unit(twin).strength) == (5, 1)
    assert not battle.live.now.blood


def test_every_ready_battle_reaches_its_first_turn():
    for offer in GAME.offers():
        match = Match(GAME.new(offer.setup), 3, live=False)
        rnd = random.Random(3).random
        while match.game.now.round == 0:
            ask = next(a for i, a in enumerate(match.open) if i not in match.held)
            options = ask.candidates(3, rnd)
            match.play(options[0], list(match.open).index(ask))
        assert match.game.now.phase != "setup"


@pytest.mark.rule("rampant.command.planner-5-sleight-of-hand")
def test_sleight_of_hand_is_for_two_or_three_units_that_fit():
    def swap(*places, trait="sleight-of-hand"):
        battle = Skirmish(keep=True).now(attacker=0).side(0, trait)
        units = [battle.put(0, kind, at) for kind, at in places]
        battle.put(1, "heavy", (24, 44)), battle.put(0, "heavy", None)
        return battle.start(Sleight(0)), units

    light, truck = ("light", (10.0, 1.5)), ("transport-vehicle", (20.0, 4.0))
    for places, trait, asked in (
        ([light, truck], "sleight-of-hand", "sleight"),
        ([light, truck], "drillmaster", ""),
        ([light], "sleight-of-hand", ""),
    ):
        battle, units = swap(*places, trait=trait)
        battle.go()
        assert battle.asked == asked
    battle, units = swap(light, truck, ("light", (30.0, 2.0)), ("light", (40.0, 2.0)))
    battle.go()
    assert battle.why_not(units[:1]) == {"command.planner-5-sleight-of-hand"}
    assert battle.why_not(units[:3]) == battle.why_not([]) == set()
    assert battle.why_not(units) != set()
    battle.go(sleight=())
    assert battle.asked == ""
    battle, units = swap(light, ("heavy", (20.0, 4.0)), ("light", (30.0, 2.0)))
    battle.go(sleight=tuple(units[:2]), sleight_order=(units[1], units[0]))
    assert [battle.place(u) for u in units] == [(20, 4), (10, 1.5), (30, 2)]
    battle, units = swap(light, truck)  # the truck would stand over the edge
    battle.go(sleight=tuple(units), sleight_order=(units[1], units[0]))
    assert [battle.place(u) for u in units] == [(10, 1.5), (20, 4)]
    assert "stay" in battle.told()


@pytest.mark.rule("rampant.command.planner-2-lost-orders")
@pytest.mark.parametrize(("where", "arrives"), [("table", 0), ("reserve", 1)])
def test_riders_of_a_vehicle_without_orders_come_on_foot(where, arrives):
    battle = Skirmish().side(0, "lost-orders")
    battle.put(0, "heavy", (40, 4), commander=True)
    at = (10.0, 4.0) if where == "table" else None
    truck, other = battle.put(0, "transport-vehicle", at), battle.put(0, "transport-vehicle", (20, 4))
    rider = battle.put(0, "light", where="aboard", inside=truck)
    stays = battle.put(0, "light", where="aboard", inside=other)
    battle.put(1, "heavy", (24, 44))
    battle.start(LostOrders(0)).roll(1).go()
    assert battle.unit(truck).gone == "absent"
    row = battle.unit(rider)
    assert (row.where, row.inside, row.arrives) == (where, "", arrives)
    assert battle.unit(stays).inside == other


@pytest.mark.rule("rampant.command.planner-2-lost-orders")
def test_orders_are_lost_on_a_one_only_and_by_their_own_side():
    battle = Skirmish().side(0, "lost-orders")
    battle.put(0, "heavy", (40, 4), commander=True), battle.put(0, "light", None, where="gone")
    units = [battle.put(0, "light", (x, 4)) for x in (10, 20)]
    battle.put(1, "heavy", (24, 44))
    battle.start(LostOrders(0)).roll(2, 2).go()
    assert [battle.unit(u).where for u in units] == ["table", "table"]


@pytest.mark.rule("rampant.xeno.forward-scouts")
def test_scouts_stop_at_six_inches_and_are_fresh_afterwards():
    battle = Skirmish()
    scouts, foe = battle.put(0, "light", (24, 10), "forward-scouts"), battle.put(1, "light", (24, 27))
    battle.start(Scouting(0)).roll(2).go()
    assert battle.why_not(way(scouts, (24, 18.1))) == {"xeno.forward-scouts"}
    battle.go(move=way(scouts, (24, 18)))
    assert (battle.place(scouts), battle.unit(scouts).moved) == ((24, 18), 0.0)
    assert battle.unit(foe).strength == 5


@pytest.mark.rule("rampant.setup.home-edge")
@pytest.mark.parametrize(("edge", "x", "y", "on"), [("west", 1.5, 24, (8, 24)), ("east", 46.5, 24, (40, 24))])
def test_reserves_enter_touching_their_edge(edge, x, y, on):
    battle = Skirmish("hold-the-relay").now(round=2, attacker=1)
    uid = battle.put(0, "light", arrives=2)
    battle.put(1, "heavy", (x, 34)), battle.put(1, "heavy", (24, 44))
    battle.start(Moving(uid)).go(edge=edge)
    shift = 1 if x < 24 else -1
    assert battle.why_not(Placed({uid: (x + shift, y)})) == {"setup.home-edge"}
    assert battle.why_not(Placed({uid: (x - shift / 2, y)})) == {"setup.home-edge", "moving.separation"}
    assert battle.why_not(Placed({uid: (float(x), 31.5)})) == {"moving.separation"}
    battle.go(arrive=Placed({uid: (float(x), float(y))}))
    assert battle.why_not(way(uid, (on[0] + shift / 8, on[1]))) == {"moving.action"}
    battle.go(move=way(uid, on))  # 8 in from the edge itself
    assert (battle.unit(uid).where, battle.unit(uid).arrives) == ("table", 0)


@pytest.mark.rule("rampant.setup.home-edge")
def test_who_finds_no_edge_free_is_told_so():
    for n, refused in ((11, set()), (12, {"activation.legal-order", "setup.home-edge"})):
        battle = Skirmish().now(round=2)
        late = battle.put(0, "light", arrives=2)
        for k in range(n):
            battle.put(1, "light", (1.5 + 4 * k, 1.5))
        assert rules(why_not_unit(battle.game, late)) == refused


@pytest.mark.rule("rampant.setup.home-edge")
def test_who_finds_no_edge_free_waits_on():
    battle = Skirmish().now(round=2)
    late = battle.put(0, "light", arrives=2)
    for n in range(12):
        battle.put(1, "light", (1.5 + 4 * n, 1.5))
    battle.start(Moving(late)).go()
    assert battle.unit(late).where == "reserve"


@pytest.mark.rule("rampant.setup.deploy", "rampant.setup.reserves")
@pytest.mark.parametrize("attacker", [0, 1])
def test_a_detachment_is_deployed_by_its_plans(attacker):
    battle = Skirmish(keep=False).now(attacker=attacker, phase="setup")
    house = battle.land("house", 20, 2 if attacker == 0 else 43, 24, 5 if attacker == 0 else 46)
    tank, squad = battle.put(0, "transport-vehicle", None), battle.put(0, "light", None)
    held, drop = battle.put(0, "light", None), battle.put(0, "light", None, "drop-troops")
    late = battle.put(0, "light", None, arrives=3)
    battle.put(1, "light", None)
    plans = ((squad, f"inside:{house}"), (held, "reserve"), (drop, "reserve"), (late, "reserve"))
    battle.game.secret.set(0, plans=plans)
    y = 4.0 if attacker == 0 else 44.0
    battle.start(Deploy(0)).go(deploy=Placed({tank: (10.0, y)}))
    assert (battle.unit(tank).where, battle.place(tank)) == ("table", (10, y))
    assert battle.unit(tank).facing == (90.0 if attacker == 0 else 270.0)
    assert (battle.unit(squad).where, battle.unit(squad).inside) == ("inside", house)
    assert [battle.unit(u).arrives for u in (held, drop, late)] == [2, 0, 3]
    assert battle.live.secret[0].plans == ()


@pytest.mark.rule("rampant.setup.deploy")
def test_nobody_is_left_out_while_there_is_room():
    battle = Skirmish().now(phase="setup")
    one, two = battle.put(0, "light", None), battle.put(0, "light", None)
    battle.put(1, "light", None)
    battle.start(Deploy(0)).go()
    assert battle.why_not(Placed({one: (10.0, 4.0)})) == {"setup.deploy"}
    assert battle.why_not(Placed({one: (10.0, 4.0), two: (14.0, 4.0)})) == set()  # exactly 1 in apart
    assert battle.why_not(Placed({one: (10.0, 4.0), two: (13.9, 4.0)})) == {"setup.deploy"}
    assert battle.why_not(Placed({one: (10.0, 4.0), two: (10.0, 7.9)})) == {"setup.deploy"}
