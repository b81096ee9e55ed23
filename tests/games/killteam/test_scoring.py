"""Chapters markers and scoring: control, missions, tac ops, victory."""

import pytest

from games.killteam.field import Field, path, refused, rule
from xenotable.games.killteam.rules.actions.allowed import action_refusals
from xenotable.games.killteam.rules.datacards.modified import movement
from xenotable.games.killteam.rules.markers import controller, drop_refusals
from xenotable.games.killteam.rules.scoring import missions, tac_ops
from xenotable.games.killteam.rules.setup import sequence
from xenotable.games.killteam.scenes import LateReveal, TurnEnd
from xenotable.games.killteam.state import CONCEAL, Death, Spot, TacOp


def at_marker(scenario="relay-ground", **k):
    return Field(scenario=scenario).marker("m1", 15, 11).operative("a1", "cw-warden", 15, 12.5, **k).cp(0, 0)


@rule(
    "markers.control",
    "markers.control-modified",
    "markers.control-timing",
)
@rule("combos.stun-objective", exercises=["markers.control", "datacards.apl-modifier-cap"])
def test_control_goes_by_apl():
    field = at_marker().operative("b1", "fp-penitent", 15, 9.3)
    assert controller(field.game, "m1") is None
    field.game.operatives.set("b1", mods=(-1,))
    assert controller(field.game, "m1") == 0
    field.operative("b2", "fp-abbot", 13, 11)
    assert controller(field.game, "m1") == 1


@rule("markers.height")
def test_an_operative_above_a_marker_does_not_control_it():
    assert controller(at_marker(z=3.0).game, "m1") is None
    for height, holder in ((1.9, 0), (2.1, None)):  # straight above it
        field = at_marker(z=height)
        field.game.operatives.set("a1", y=11)
        assert controller(field.game, "m1") == holder


@rule("actions.pick-up", "markers.carried", "markers.one-item", "actions.drop-carried", "scoring.m3-carry-limits")
def test_a_core_is_picked_up_carried_and_dropped():
    field = at_marker("salvage-run").operative("b1", "fp-penitent", 25, 20)
    field.game.operatives.set("a1", y=11.8)
    field.marker("m2", 15, 13)
    field.act("a1", "pick-up", "normal", marker="m1", move=path("a1", (15.0, 14.0)))
    assert field["a1"].carries == "m1"
    assert field.game.markers["m1"].y == 14.0
    assert controller(field.game, "m1") == 0
    assert movement(field.game, "a1") == 5
    field.active("a1", 2, did=())
    assert refused(action_refusals(field.game, "a1", "pick-up")) == ["markers.one-item"]
    assert refused(action_refusals(field.game, "a1", "dash")) == ["scoring.m3-carry-limits"]
    from xenotable.games.killteam.rules.markers import pick_up_refusals

    assert refused(pick_up_refusals(field.game, "a1", "m1")) == ["markers.carried"]
    field.act("a1", "drop", drop=lambda ask: {"at": {"m1": [15.0, 13.2]}})
    assert field["a1"].carries == ""
    assert field.game.markers["m1"].y == pytest.approx(13.2, abs=0.001)


@rule("actions.drop-carried")
def test_a_core_is_not_dropped_in_mid_air_beyond_a_roof():
    field = Field(scenario="salvage-run").operative("a1", "cw-warden", 6.6, 11, 2.5, carries="m1").marker("m1", 7, 11)
    field.terrain(("container", 8, 11)).game.markers.set("m1", carrier="a1")
    field.active("a1").act("a1", "drop", stop="drop")
    assert field.why(0, {"at": {"m1": [5.4, 11.0]}}) == ["actions.drop-carried"]
    assert field.why(0, {"at": {"m1": [5.4, 11.0, 2.5]}}) == ["actions.drop-carried"]
    assert field.why(0, {"at": {"m1": [6.6, 11.0]}}) == []


@rule("markers.carrier-removed")
def test_a_removed_carrier_drops_its_core():
    from xenotable.games.killteam.scenes import Aftermath

    field = at_marker("salvage-run", carries="m1", fallen=True, wounds=0)
    field.game.markers.set("m1", carrier="a1")
    field.play(Aftermath("a1", "shoot"), drop=lambda ask: {"at": {"m1": [15.0, 12.0]}})
    assert field.game.markers["m1"].carrier == ""
    assert not field["a1"].there


@rule("scoring.m1-relay-ground", "scoring.primary-timing", "scoring.caps")
def test_relay_ground():
    field = at_marker().marker("m2", 20, 11).marker("m3", 25, 11).marker("m4", 5, 5)
    field.operative("a2", "cw-warden", 20, 12).operative("a3", "cw-warden", 25, 12).operative("b1", "fp-penitent", 5, 6)
    missions.score_primary(field.game)
    assert [field.game.sides[s].primary for s in (0, 1)] == [(3,), (0,)]
    field.game.sides.set(0, primary=(3, 3, 3, 2))
    missions.add_primary(field.game, 0, 3)
    assert sum(field.game.sides[0].primary) == 12


@rule("scoring.m2-extract", "scoring.m2-scoring", "scoring.mission-action-common")
def test_data_harvest():
    field = at_marker("data-harvest").operative("b1", "fp-penitent", 25, 20)
    field.game.operatives.set("a1", y=12.0)
    field.active("a1")
    field.game.battle.set("now", turn=1)
    assert refused(action_refusals(field.game, "a1", "extract")) == ["scoring.m2-extract"]
    field.game.battle.set("now", turn=2)
    field.act("a1", "extract")
    assert missions.data_harvest(field.game, 0) == 1
    field.active("a1", 2, did=())
    assert refused(action_refusals(field.game, "a1", "extract")) == ["scoring.mission-action-common"]
    missions.end_of_battle(field.game)
    assert field.game.sides[0].primary == (1,)


@rule("scoring.m3-salvage-run", "setup.territory")
def test_salvage_run():
    field = (
        Field(scenario="salvage-run")
        .marker("m1", 5, 11)
        .marker("m2", 22, 11)
        .operative("a1", "cw-warden", 5, 11, carries="m1")
    )
    field.game.markers.set("m1", carrier="a1")
    assert missions.salvage_run(field.game, 0) == 3
    field.game.operatives.set("a1", x=14.8)
    assert missions.salvage_run(field.game, 0) == 2


@rule("scoring.m4-set-charge", "scoring.m4-disarm", "scoring.m4-attacker", "scoring.m4-defender")
def test_break_the_line():
    field = at_marker("break-the-line").marker("m2", 20, 5).marker("m3", 20, 17).operative("b1", "fp-penitent", 20, 6)
    field.game.operatives.set("a1", y=12.0)
    field.active("a1")
    assert refused(action_refusals(field.game, "a1", "disarm"))[0] == "scoring.m4-disarm"
    field.act("a1", "set-charge")
    assert field.game.markers["m1"].charged
    field.active("b1")
    assert "scoring.m4-set-charge" in refused(action_refusals(field.game, "b1", "set-charge"))
    field.game.operatives.set("a1", x=26.0)
    missions.score_primary(field.game)
    assert field.game.markers["m1"].gone
    assert field.game.sides[0].primary == (3,)
    assert field.game.sides[1].primary == (2,)
    field.game.operatives.set("b1", x=3.0)
    missions.score_primary(field.game)
    assert field.game.sides[0].primary == (3, 1)


@rule("scoring.vp", "scoring.winner", "scoring.wipe-out", "scoring.tacop-hidden")
def test_more_points_win_even_without_operatives():
    field = Field()
    field.game.sides.set(0, primary=(3, 3, 3))
    field.game.sides.set(1, primary=(2, 3, 3))
    field.game.secret.set(1, tac_ops=("to-cull",))
    field.game.tacops.add("0:to-cull", TacOp(0, "to-cull", 1, scored=(True, False)))
    assert missions.victory_points(field.game, 0) == 10
    missions.finish(field.game)
    assert field.game.result.winners == (0,)
    even = Field()
    missions.finish(even.game)
    assert even.game.result.winners == ()


@rule("play.forfeit")
def test_conceding_gives_the_other_the_game():
    field = Field().operative("a1", "cw-warden", 5, 5).operative("b1", "fp-penitent", 5, 15)
    field.active("a1").act("a1", stop="action")
    field.match.concede(0)
    assert field.match.game.result.winners == (1,)


# ---- tac ops


def death(operative="b1", seat=1, turn=2, by="a1", how="shoot", **k):
    return Death(operative, seat, turn, by, how, **k)


def board(turn=2, **k):
    field = (
        Field(("carrion-brood", "cinder-wardens"))
        .operative("a1", "cb-scuttler", 15, 11)
        .operative("a2", "cb-scuttler", 3, 3)
    )
    field.operative("b1", "cw-warden", 25, 11).operative("b2", "cw-captain", 27, 5)
    field.game.battle.set("now", turn=turn)
    for n, d in enumerate(k.get("deaths", ())):
        field.game.deaths.add(f"d{n}", d)
    return field


def earns(card, field, turn=2, **k):
    return tac_ops.CONDITIONS[card](field.game, TacOp(0, card, turn, **k))


@rule("scoring.tacop-counts")
def test_shares_count_every_fall_of_the_battle():
    three = [death(f"b{n}", turn=1) for n in range(3)]
    assert earns("to-cull", board(deaths=three)) == (True, False)
    assert earns("to-cull", board(deaths=three * 2)) == (True, True)
    assert earns("to-cull", board(deaths=three[:2])) == (False, False)


@pytest.mark.parametrize(
    ("card", "field", "vp", "k"),
    [
        ("to-headhunt", board(deaths=[death(leader=True)]), (True, True), {}),
        ("to-headhunt", board(4, deaths=[death(turn=4, leader=True)]), (True, False), {}),
        ("to-headhunt", board(deaths=[death(turn=1, leader=True)]), (False, False), {}),
        ("to-marked", board(deaths=[death("b9")]), (True, True), {"note": "b9"}),
        ("to-marked", board(4, deaths=[death("b9", turn=4)]), (False, True), {"note": "b9"}),
        ("to-centre", board(), (True, False), {}),
        ("to-centre", board(4), (False, True), {}),
        ("to-no-step-back", board(3), (True, False), {}),
        ("to-brawl", board(deaths=[death(how="fight")]), (True, False), {}),
        ("to-brawl", board(3, deaths=[death(how="fight"), death(how="fight", by="a2", turn=3)]), (True, True), {}),
        ("to-brawl", board(3, deaths=[death(how="fight"), death(how="fight", turn=3)]), (True, False), {}),
        (
            "to-brawl",  # it does not matter which of the two was noted first
            board(3, deaths=[death(how="fight"), death(how="fight", by="a2"), death(how="fight", turn=3)]),
            (True, True),
            {},
        ),
        ("to-terror", board(deaths=[death(), death()]), (True, False), {}),
        ("to-terror", board(deaths=[death(), death(), death(seat=0), death(seat=0)]), (False, False), {}),
        ("to-cw", board(deaths=[death(how="overwatch"), death(), death()]), (True, True), {}),
        ("to-vc", board(deaths=[death(how="fight", slowed=True, unhurt=True)]), (True, True), {}),
    ],
)
def test_tac_ops(card, field, vp, k):
    assert earns(card, field, **k) == vp


def test_tac_ops_of_places():
    field = board(2)
    field.game.operatives.set("a1", x=28.0, y=18.0)
    assert earns("to-infiltrate", field) == (True, False)
    for i in ("a1", "a2"):
        field.game.operatives.set(i, order=CONCEAL)
    assert earns("to-shadow", field) == (True, False)
    assert earns("to-shadow", field, turn=1) == (False, True)
    field.marker("m1", 3, 4)
    assert earns("to-bastion", field, note="m1") == (True, False)
    field.game.operatives.set("a2", wounds=1)
    assert earns("to-fp", field) == (True, False)


@pytest.mark.parametrize(
    ("rigs", "vp"),
    [
        ((("wall-1", 2),), (True, False)),
        ((("wall-1", 2), ("wall-1", 3)), (True, False)),  # no other feature
        ((("wall-1", 2), ("wall-2", 2)), (True, False)),  # no later turning point
        ((("wall-1", 2), ("wall-2", 3)), (True, True)),
        ((("wall-1", 2), ("wall-2", 2), ("wall-1", 3)), (True, True)),  # it does not matter which was noted first
    ],
)
def test_two_features_are_rigged_in_two_turning_points(rigs, vp):
    field = board(3)
    for n, (feature, turn) in enumerate(rigs):
        field.game.spots.add(f"rig{n}", Spot("rig", 0, 20, 11, 0.0, "a1", turn, feature))
    assert earns("to-demolish", field) == vp


def test_what_is_named_counts_where_it_is_and_not_when_it_is_gone():
    field = board(2).marker("m1", 15, 10)
    assert earns("to-bastion", field, note="m1") == (True, False)
    field.game.markers.set("m1", gone=True)
    assert earns("to-bastion", field, note="m1") == (False, False)
    field.game.markers.set("m1", gone=False, carrier="b1")  # carried far away from where it lay
    assert earns("to-bastion", field, note="m1") == (False, False)
    field.game.operatives.set("a1", x=22.0)
    assert earns("to-bastion", field, note="m1") == (False, False)  # its carrier is an enemy
    field.game.markers.set("m1", carrier="a1")
    field.game.operatives.set("a1", x=15.0)
    assert earns("to-bastion", field, note="m1") == (True, False)


@rule("scoring.tacop-archetypes", "setup.tac-ops")
def test_hands_of_tac_ops():
    pool = tac_ops.pool_of("cinder-wardens")
    assert len(pool) == 7
    assert refused(sequence.hand_refusals("cinder-wardens", tuple(pool[:3]))) == []
    assert refused(sequence.hand_refusals("cinder-wardens", tuple(pool[:2]))) == ["setup.tac-ops"]


@rule("scoring.tacop-reveal", "scoring.tacop-once")
def test_a_tac_op_is_revealed_and_scored_once():
    from games.killteam.field import run

    field = board(1, deaths=[death(f"b{n}", turn=1) for n in range(3)])
    field.game.secret.set(0, tac_ops=("to-cull", "to-marked", "to-centre"))
    held = field.game.secret[0].tac_ops
    assert [c for c in held if not refused(tac_ops.reveal_refusals(field.game, 0, c))] == ["to-cull", "to-marked"]
    run(tac_ops.reveal(field.game, 0, "to-cull"), [], {})
    run(tac_ops.reveal(field.game, 0, "to-marked"), [], {"name": "b1"})
    tac_ops.score(field.game)
    tac_ops.score(field.game)
    assert field.game.tacops["0:to-cull"].scored == (True, False)
    assert field.game.tacops["0:to-marked"].note == "b1"
    assert field.game.secret[0].tac_ops == ("to-centre",)


@rule("actions.mission")
def test_tac_ops_give_mission_actions():
    field = board(2)
    for card in ("to-beacon", "to-demolish", "to-cb"):
        field.game.tacops.add(f"0:{card}", TacOp(0, card, 1))
    field.terrain(("container", 25, 3))
    field.game.operatives.set("a1", x=22.3, y=3.0)
    field.game.spots.add("f", Spot("fell", 1, 22.3, 4.0, 0.0, "b9", 1))
    field.cp(0, 0).act("a1", "beacon", "rig", "feed", ap=3)
    assert {s.kind for s in field.game.spots.values()} == {"fell", "beacon", "rig", "feed"}
    assert earns("to-beacon", field) == earns("to-demolish", field) == earns("to-cb", field) == (True, False)
    field.active("a2", 3)
    assert refused(action_refusals(field.game, "a2", "beacon")) == ["scoring.tacop-counts"]


# ---- missions, at their limits


@rule("scoring.mission-action-common", "scoring.m2-extract", "scoring.m4-set-charge", "scoring.m4-disarm")
def test_why_a_marker_is_closed_to_a_mission_action():
    common = "scoring.mission-action-common"
    for action, fields, y, why in (
        ("extract", {}, 12.4, []),
        ("extract", {"drawn": (0,)}, 12.4, ["scoring.m2-extract"]),
        ("extract", {"drawn": (1,)}, 12.4, []),
        ("extract", {"gone": True}, 12.4, [common]),
        ("extract", {}, 12.5, [common]),  # 1.01 in away
        ("extract", {}, 14.0, [common, common]),  # and not controlled
        ("set-charge", {}, 12.4, []),
        ("set-charge", {"charged": True}, 12.4, ["scoring.m4-set-charge"]),
        ("disarm", {"charged": True}, 12.4, []),
        ("disarm", {}, 12.4, ["scoring.m4-disarm"]),
    ):
        field = Field(scenario="data-harvest").marker("m1", 15, 11).operative("a1", "cw-warden", 15, y)
        field.game.markers.set("m1", **fields)
        assert refused(missions.marker_refusals(field.game, "a1", action, "m1")) == why, (action, fields, y)


@rule("scoring.m1-relay-ground")
@pytest.mark.parametrize("seat", [0, 1])
def test_relay_ground_counts_two_three_and_more_than_the_enemy(seat):
    for mine, yours, points in ((0, 0, 0), (1, 0, 1), (1, 1, 0), (2, 2, 1), (2, 1, 2), (3, 2, 3), (2, 3, 1)):
        field = Field()
        units = ("cw-warden", "fp-penitent")
        for n in range(mine + yours):
            owner = seat if n < mine else 1 - seat
            field.marker(f"m{n}", 4 * n + 2, 11).operative(f"{'ab'[owner]}{n}", units[owner], 4 * n + 2, 11)
        assert missions.relay_ground(field.game, seat) == points


@rule("scoring.m2-scoring")
def test_a_harvest_counts_from_the_second_turning_point_on():
    field = Field(scenario="data-harvest").marker("m1", 5, 11).marker("m2", 10, 11)
    field.game.markers.set("m1", drawn=(0, 1)), field.game.markers.set("m2", drawn=(0,))
    for turn, points in ((1, [0, 0]), (2, [2, 1])):
        field.game.battle.set("now", turn=turn)
        assert [missions.data_harvest(field.game, s) for s in (0, 1)] == points


@rule("scoring.m3-salvage-run", "scoring.m3-carry-limits")
@pytest.mark.parametrize("seat", [0, 1])
def test_a_salvage_run_counts_carrying_home_and_more(seat):
    unit, home = ("cw-warden", "fp-penitent")[seat], (5.0, 25.0)[seat]
    me, other = "ab"[seat], "ab"[1 - seat]
    for lying, carried, theirs, points in (
        ([], [], [], 0),
        ([home], [], [], 2),  # at home, and more
        ([home], [], [15.0], 1),
        ([15.0], [home], [30 - home], 3),
        ([home, 15.0], [15.0], [30 - home] * 3, 2),
    ):
        field = Field(scenario="salvage-run")
        for n, x in enumerate(lying):
            field.marker(f"m{n}", x, 3 + 5 * n).operative(f"{me}{n}", unit, x, 3 + 5 * n)
        for n, x in enumerate(carried):
            field.marker(f"c{n}", x, 18).operative(f"{me}c{n}", unit, x, 18, carries=f"c{n}")
            field.game.markers.set(f"c{n}", carrier=f"{me}c{n}")
        for n, x in enumerate(theirs):
            foe = ("cw-warden", "fp-penitent")[1 - seat]
            field.marker(f"t{n}", x, 8 + 5 * n).operative(f"{other}{n}", foe, x, 8 + 5 * n)
        assert missions.salvage_run(field.game, seat) == points, (lying, carried, theirs)
    slow = (
        Field(scenario="salvage-run")
        .operative("a1", "cw-warden", 5, 5, carries="m1")
        .operative("a2", "cw-warden", 9, 5)
    )
    assert [movement(slow.game, i) for i in ("a1", "a2")] == [5, 6]
    plain = Field(scenario="relay-ground").operative("a1", "cw-warden", 5, 5, carries="m1")
    assert movement(plain.game, "a1") == 6


@rule("scoring.m4-attacker")
def test_the_attacker_scores_ground_three_times_at_most():
    for turn, before, defenders, points, after in (
        (2, 0, 0, 1, 1), (2, 2, 0, 1, 3), (2, 3, 0, 0, 3), (1, 0, 0, 0, 0), (2, 0, 1, 0, 0),
    ):  # fmt: skip
        field = Field(scenario="break-the-line").marker("m1", 17, 5).operative("a1", "cw-warden", 20, 11)
        for n in range(defenders):
            field.operative(f"b{n}", "fp-penitent", 20, 15 + 2 * n)
        field.game.battle.set("now", turn=turn)
        field.game.sides.set(0, territory=before)
        assert missions.line_attacker(field.game, 0) == points
        assert field.game.sides[0].territory == after
    field.game.markers.set("m1", charged=True)
    assert missions.line_attacker(field.game, 0) == 3
    assert (field.game.markers["m1"].gone, field.game.markers["m1"].charged) == (True, False)
    assert missions.line_attacker(field.game, 0) == 0


@rule("scoring.m4-defender")
def test_the_defender_scores_two_nodes_and_a_clear_zone():
    for gone, intruders, points in (
        ((), (), 3),
        (("m1",), (), 3),
        (("m1", "m2"), (), 2),
        ((), (27.0,), 2),
        ((), (25.4,), 2),
        ((), (24.4,), 3),
        ((), (24.4, 27.0), 2),
    ):
        field = Field(scenario="break-the-line").marker("m1", 17, 5).marker("m2", 18, 11).marker("m3", 17, 17)
        for marker in gone:
            field.game.markers.set(marker, gone=True)
        for n, x in enumerate(intruders):
            field.operative(f"a{n}", "cw-warden", x, 5 + 5 * n)
        assert missions.line_defender(field.game, 1) == points, (gone, intruders)


@rule("scoring.winner")
def test_the_second_seat_wins_as_well():
    field = Field()
    field.game.sides.set(0, primary=(2,)), field.game.sides.set(1, primary=(3,))
    missions.finish(field.game)
    assert field.game.result.winners == (1,)
    assert "3 VP against 2" in field.game.result.says


@rule("markers.control")
def test_a_marker_that_is_gone_belongs_to_nobody():
    field = at_marker()
    assert controller(field.game, "m1") == 0
    field.game.markers.set("m1", gone=True)
    assert controller(field.game, "m1") is None
    theirs = Field().marker("m1", 15, 11).operative("b1", "fp-penitent", 15, 12)
    assert controller(theirs.game, "m1") == 1


@rule("actions.drop-carried", "play.table")
def test_where_a_core_may_be_dropped():
    from xenotable.engine import Placed

    field = Field(scenario="salvage-run").operative("a1", "cw-warden", 0.6, 11, carries="m1").marker("m1", 0.6, 11)
    field.terrain(("wall", 1.6, 11, 90))
    for at, why in (
        ((0.6, 12.49), []),
        ((0.6, 12.5), ["actions.drop-carried"]),
        ((0.0, 11.0), []),
        ((-0.1, 11.0), ["play.table"]),
        ((2.0, 11.0), ["actions.drop-carried"]),  # behind the wall
        ((0.6, 11.5, -0.5), ["actions.drop-carried"]),
    ):
        assert refused(drop_refusals(field.game, "a1", Placed({"m1": at}))) == why, at
    corner = Field(scenario="salvage-run").operative("a1", "cw-warden", 29.4, 21.4, carries="m1")
    for at, why in (
        ((30.0, 21.4), []),
        ((30.1, 21.4), ["play.table"]),
        ((29.4, 22.0), []),
        ((29.4, 22.1), ["play.table"]),
    ):
        assert refused(drop_refusals(corner.game, "a1", Placed({"m1": at}))) == why, at
    floor = Field(scenario="salvage-run").operative("a1", "cw-warden", 5, 0.5, carries="m1")
    assert refused(drop_refusals(floor.game, "a1", Placed({"m1": (5.0, -0.1)}))) == ["play.table"]
    assert refused(drop_refusals(floor.game, "a1", Placed({"m1": (5.0, 0.0)}))) == []


@rule("scoring.tacop-reveal")
def test_why_a_tac_op_is_not_revealed():
    field = Field().operative("b1", "fp-penitent", 20, 11)
    why = lambda card: refused(tac_ops.reveal_refusals(field.game, 0, card))  # noqa: E731
    assert why("to-headhunt") == []
    assert why("to-demolish") == ["scoring.tacop-reveal"]  # nobody of its own in the killzone
    field.operative("a1", "cw-warden", 5, 11)
    assert why("to-demolish") == []
    assert why("to-marked") == []
    field.game.operatives.set("b1", fallen=True)
    assert why("to-marked") == ["scoring.tacop-reveal"]  # nobody to name
    late = lambda card: refused(tac_ops.late_refusals(field.game, 0, card))  # noqa: E731
    assert late("to-shadow") == []
    assert late("to-no-step-back") == ["scoring.tacop-reveal"]  # of the third turning point
    assert late("to-brawl") == ["scoring.tacop-reveal"]  # it would not score
    field.play(LateReveal(2))


@rule("scoring.tacop-once", "scoring.tacop-counts")
def test_each_point_of_a_tac_op_is_scored_once_and_told_with_its_number():
    """Cull wants a quarter, and then half, of the enemy's eight."""
    for fallen, before, scored, told in (
        (1, (False, False), (False, False), []),
        (2, (False, False), (True, False), ["1 VP"]),
        (3, (True, False), (True, False), []),
        (4, (True, False), (True, True), ["1 VP"]),
        (4, (False, False), (True, True), ["2 VP"]),
        (0, (True, True), (True, True), []),
    ):
        field = Field().operative("a1", "cw-warden", 5, 11).operative("b9", "fp-penitent", 25, 11)
        field.game.tacops.add("0:to-cull", TacOp(0, "to-cull", 1, scored=before))
        for n in range(fallen):
            field.game.deaths.add(str(n), Death(f"b{n}", 1, 2))
        field.play(TurnEnd(2), dice="4 2", initiative=0, stop="ploy")
        assert field.match.game.tacops["0:to-cull"].scored == scored
        assert [w for w in ("1 VP", "2 VP") if any(f"{w} for Cull" in line for line in field.story)] == told


@rule("actions.mission")
def test_a_feature_is_rigged_by_choice_and_each_token_is_counted():
    field = Field().operative("a1", "cw-warden", 20, 11).operative("b1", "fp-penitent", 28, 20).cp(0, 0)
    field.terrain(("barrels", 21.5, 11), ("barrels", 18.5, 11), ("barrels", 5, 5))
    field.game.tacops.add("0:to-demolish", TacOp(0, "to-demolish", 1))
    field.act("a1", "rig", stop="feature")
    assert field.match.open[0].options() == ["barrels-1", "barrels-2"]
    field.active("a1", did=()).act("a1", "rig", feature="barrels-2")
    (spot,) = field.game.spots.values()
    assert (spot.kind, spot.feature, spot.by, field.game.now.tokens) == ("rig", "barrels-2", "a1", 1)
