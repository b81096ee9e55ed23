"""Chapters actions and activation: what may be done, at what price, in which order."""

import pytest

from games.killteam.field import Field, path, radius, refused, rule
from xenotable.engine import Moved
from xenotable.games.killteam.content import entry
from xenotable.games.killteam.rules.actions.allowed import action_refusals, actions_of
from xenotable.games.killteam.rules.actions.free import burst_refusals
from xenotable.games.killteam.rules.actions.overwatch import covering_refusals, overwatch_refusals
from xenotable.games.killteam.rules.actions.universal import cost_of, mark
from xenotable.games.killteam.scenes import Act, Activate, Burst, CoveringShot, EndActivation, Firefight, Group
from xenotable.games.killteam.state import CONCEAL, ENGAGE

NORMAL = path("a1", (5.0, 7.0))


def two(**k):
    return Field(**k).operative("a1", "cw-warden", 5, 5).operative("b1", "fp-penitent", 5, 15).cp(0, 0)


@rule("actions.universal", "actions.unique")
def test_who_may_do_what():
    field = two().operative("a2", "cw-skirmisher", 9, 5)
    assert list(actions_of(field.game, "a1")) == ["normal", "charge", "fall-back", "dash", "shoot", "fight", "pass"]
    assert "ua-running-burst" in actions_of(field.game, "a2")
    from xenotable.games.killteam.rules.actions.unique import refusals

    assert refused(refusals(field.game, "a1", "ua-running-burst")) == ["actions.unique"]
    from xenotable.games.killteam.rules.actions.missions import mission_refusals

    assert refused(mission_refusals(field.game, "a1", "extract")) == ["actions.mission"]


@rule("actions.costs", "activation.enough-ap")
def test_actions_cost_ap():
    field = two()
    assert [
        cost_of(field.game, "a1", a) for a in ("normal", "charge", "fall-back", "dash", "shoot", "fight", "pass")
    ] == [
        1,
        1,
        2,
        1,
        1,
        1,
        0,
    ]
    field = two().active("a1", 1)
    field.operative("b2", "fp-penitent", 5, 6.5)
    assert refused(action_refusals(field.game, "a1", "fall-back")) == ["activation.enough-ap"]


@rule("activation.no-repeat", "activation.no-declaring", "activation.end", "actions.pass", "actions.active-operative")
def test_an_action_once_per_activation_and_ap_left_are_lost():
    field = two().active("a1", 2, did=("shoot",))
    assert refused(action_refusals(field.game, "a1", "shoot")) == ["activation.no-repeat"]
    field = two().act("a1", "normal", move=NORMAL, stop="action")
    now = field.match.game.operatives["a1"]
    assert (now.active, now.ap, now.did) == (True, 1, ("normal",))
    assert refused(action_refusals(field.match.game, "a1", "normal")) == ["activation.no-repeat"]
    field = two().act("a1", "normal", move=NORMAL)
    assert field["a1"].ap == 0
    assert not field["a1"].ready


@rule("actions.dash", "actions.charge-exclusive", "actions.charge", "actions.normal-move")
def test_moves_exclude_each_other():
    field = two().active("a1", 2, did=("charge",))
    assert refused(action_refusals(field.game, "a1", "dash")) == ["actions.charge-exclusive"]
    assert refused(action_refusals(field.game, "a1", "normal")) == ["actions.charge-exclusive"]
    field.active("a1", 2, did=("dash",)).operative("b2", "fp-penitent", 5, 10)
    assert refused(action_refusals(field.game, "a1", "normal")) == []
    assert refused(action_refusals(field.game, "a1", "charge")) == ["actions.charge"]
    field = two().operative("b2", "fp-penitent", 5, 6.5).active("a1")
    assert refused(action_refusals(field.game, "a1", "normal")) == ["actions.normal-move"]
    assert refused(action_refusals(field.game, "a1", "dash")) == ["actions.dash"]
    assert refused(action_refusals(field.game, "a1", "shoot")) == ["actions.shoot-engaged"]


@rule("play.refund")
def test_a_charge_called_off_was_not_performed():
    field = two().operative("b2", "fp-penitent", 5, 10).active("a1")
    field.act("a1", "charge", move=lambda ask: Moved({}, "off"))
    assert not any("Charge" in line for line in field.story)
    field = two().operative("b2", "fp-penitent", 5, 10).active("a1", 2, did=("!charge",))
    assert refused(action_refusals(field.game, "a1", "charge")) == ["play.refund"]
    assert refused(action_refusals(field.game, "a1", "normal")) == []


@rule("shooting.no-target", "shooting.steps", "shooting.weapon", "actions.shoot", "actions.shoot-engaged")
def test_shoot_needs_a_valid_target():
    field = two().active("a1").terrain(("wall", 5, 10))
    assert refused(action_refusals(field.game, "a1", "shoot")) == ["shooting.no-target"]
    field = two().act("a1", "shoot", dice="4 1 1 1 1 1 1", target="b1")
    assert field["b1"].wounds == 7
    field.operative("b2", "fp-penitent", 5, 6.5).active("a1", 2, did=())
    assert refused(action_refusals(field.game, "a1", "shoot")) == ["actions.shoot-engaged"]


@rule("activation.conceal-may-fight", "activation.order-conceal", "actions.shoot-conceal")
def test_conceal_forbids_shooting_and_charging_but_not_fighting():
    field = two().operative("b2", "fp-penitent", 5, 10).active("a1", order=CONCEAL)
    assert refused(action_refusals(field.game, "a1", "shoot")) == ["actions.shoot-conceal"]
    assert refused(action_refusals(field.game, "a1", "charge")) == ["activation.order-conceal"]
    field.operative("b3", "fp-penitent", 5, 6.5)
    assert refused(action_refusals(field.game, "a1", "fight")) == []
    field.act("a1", "pass")


# ---- free actions


def skirmisher(**k):
    return Field().operative("a1", "cw-skirmisher", 5, 5, **k).operative("b1", "fp-penitent", 5, 10.5).cp(0, 0)


@rule(
    "actions.free-definition",
    "actions.free-no-ap",
    "actions.free-counts",
    "actions.free-optional",
    "actions.free-example-burst",
)
def test_running_burst_is_a_free_dash_and_a_free_shoot():
    field = skirmisher().act(
        "a1",
        "ua-running-burst",
        "normal",
        dice="4 1 1 1 1 1 1 1",
        stop="done",
        burst=["shoot", "dash"],
        weapon=("cw-repeater", 0),
        target="b1",
        move=[path("a1", (6.0, 5.0)), path("a1", (6.0, 4.0))],
        ceaseless=0,
    )
    assert field["b1"].wounds == 6
    assert (field["a1"].x, field["a1"].y) == (6.0, 4.0)
    field = skirmisher().active("a1", 1, did=("dash", "free:dash"))
    assert refused(action_refusals(field.game, "a1", "dash")) == ["actions.free-counts"]
    from xenotable.games.killteam.rules.actions.free import burst_ways

    assert burst_ways(field.game, "a1", ("dash", "shoot")) == ["shoot"]
    field.play(
        Burst("a1", ("dash", "shoot")),
        dice="1 1 1 1 1",
        weapon=("cw-repeater", 0),
        target="b1",
        ceaseless=0,
        burst="shoot",
    )


@rule("actions.free-requirements")
@rule("play.cannot-beats-can", exercises=["actions.free-requirements", "actions.shoot-engaged"])
def test_a_free_action_must_meet_its_requirements():
    field = skirmisher().operative("b2", "fp-penitent", 5, 6.5).active("a1")
    assert refused(action_refusals(field.game, "a1", "ua-running-burst")) == ["actions.free-optional"]


@rule("actions.free-outside-activation")
def test_a_free_dash_outside_the_activation_does_not_count():
    field = (
        Field(("carrion-brood", "cinder-wardens"))
        .operative("a1", "cb-matron", 5, 5)
        .operative("a2", "cb-scuttler", 8, 5)
    )
    field.operative("b1", "cw-warden", 25, 20).cp(0, 0)
    field.act("a1", "ua-hive-pulse", subject="a2", move=path("a2", (8.0, 8.0)))
    assert field["a2"].y == 8.0
    field.active("a2")
    assert refused(action_refusals(field.game, "a2", "dash")) == []


# ---- Overwatch


@rule("actions.overwatch", "activation.overwatch-when", "activation.one-sided", "activation.overwatch-not-activation")
def test_overwatch_when_no_friend_is_ready():
    field = two().operative("b2", "fp-penitent", 9, 15, ready=True)
    field.game.operatives.set("a1", ready=False)
    field.game.operatives.set("b1", ready=True)
    field.play(Firefight(0), dice="5 4 1 1 1 1 1", overwatch="a1", target="b1", stop="activate")
    assert field.match.game.operatives["b1"].wounds == 7
    assert field.match.game.operatives["a1"].overwatched
    from xenotable.games.killteam.rules.actions.overwatch import overwatch_refusals

    field.game = field.match.game
    assert refused(overwatch_refusals(field.game, "a1")) == ["actions.overwatch"]


@rule("combos.silent-conceal-overwatch")
def test_silent_does_not_allow_overwatch_from_conceal():
    from xenotable.games.killteam.rules.actions.overwatch import overwatch_refusals

    field = (
        Field().operative("a1", "cw-deadeye", 5, 5, ready=False, order=CONCEAL).operative("b1", "fp-penitent", 5, 15)
    )
    assert refused(overwatch_refusals(field.game, "a1")) == ["actions.overwatch"]


def test_fire_discipline_keeps_the_aim():
    from xenotable.games.killteam.rules.datacards.modified import skill
    from xenotable.games.killteam.rules.datacards.printed import Use

    field = two().operative("a2", "cw-captain", 8, 5)
    assert skill(field.game, Use("a1", "cw-carbine", 0, "overwatch")) == 4
    field.game.operatives.set("a2", x=20.0)
    assert skill(field.game, Use("a1", "cw-carbine", 0, "overwatch")) == 5


# ---- activation


@rule("activation.alternate", "activation.group", "activation.same-type", "activation.max-two", "datacards.ga")
def test_wardens_are_activated_in_pairs():
    field = (
        two().operative("a2", "cw-warden", 7, 5).operative("a3", "cw-warden", 9, 5).operative("a4", "cw-deadeye", 11, 5)
    )
    field.play(Group(0, "cw-warden"), stop="activate")
    assert field.match.open[0].options() == ["a1", "a2", "a3"]
    field.play(Firefight(0), stop="activate")
    assert field.match.open[0].seat == 0
    field.match.answer(0, "a1")
    kinds = [type(s).__name__ for s in field.match.game.scenes]
    assert kinds == ["Firefight", "Group", "Activate"]


@rule("activation.order-choice", "activation.ap", "datacards.apl")
def test_an_order_is_chosen_and_ap_are_generated():
    field = two().play(Activate("a1"), order=CONCEAL, action="pass")
    assert field["a1"].order == CONCEAL
    assert not field["a1"].ready
    assert field.story[0] == "Warden a1 takes the order conceal."
    assert "2 AP" in field.story[1]


@rule("activation.order-first-tp", "setup.scouting-infiltrate")
def test_in_the_first_turning_point_the_order_stays_unless_infiltrate_changes_it():
    field = two()
    field.game.battle.set("now", turn=1)
    field.play(Activate("a1"), action="pass")
    assert field["a1"].order == ENGAGE
    field.game.sides.set(0, infiltrates=True)
    field.play(Activate("a1"), infiltrate=True, action="pass")
    assert field["a1"].order == CONCEAL
    assert not field.game.sides[0].infiltrates


@rule("activation.end")
def test_modifiers_end_with_the_activation():
    field = two().active("a1", 1, mods=(-1,), effects=("grit", "ward:4"))
    field.play(EndActivation("a1"))
    assert field["a1"].mods == ()
    assert field["a1"].effects == ("ward:4",)


@rule("activation.alternate", "turns.firefight-end")
def test_the_phase_ends_when_nobody_is_ready():
    from xenotable.games.killteam.rules.turns import turn_end
    from xenotable.games.killteam.scenes import TurnEnd

    field = two()
    for i in ("a1", "b1"):
        field.game.operatives.set(i, ready=False)
    field.play(Firefight(0))
    assert [type(s).__name__ for s in turn_end(field.game, TurnEnd(2))] == ["LateReveal", "Hatch", "Turn"]


# ---- what closes an action


@rule("play.refund")
def test_a_charge_called_off_is_closed_until_something_else_is_done_and_costs_nothing():
    field = two().operative("b2", "fp-penitent", 5, 10)
    field.act("a1", "charge", stop="action", move=lambda ask: Moved({}, "off"))
    assert field.why(0, "charge") == ["play.refund"]
    assert field.why(0, "normal") == []
    assert field.match.game.operatives["a1"].ap == 2


@rule("play.refund")
def test_after_another_action_a_charge_that_was_called_off_is_open_again():
    field = two().operative("b2", "fp-penitent", 5, 10)
    off, on = Moved({}, "off"), Moved({"a1": ((5.0, 8.0),)}, "charge")
    field.act("a1", "charge", "shoot", "charge", dice="1 1 1 1", target="b2", move=[lambda ask: off, lambda ask: on])
    assert (field["a1"].x, field["a1"].y) == (5.0, 8.0)
    assert any("Charge, 3.0 in" in line for line in field.story)


@rule("movement.climb-with-dash")
def test_a_dash_that_finishes_a_climb_is_paid_and_done():
    field = two().terrain(("container", 5, 9))
    up = Moved({"a1": ((5.0, 7.0), (5.0, 8.5, 2.5))}, "long")
    field.act("a1", "normal", ap=3, stop="action", move=lambda ask: up)
    row = field.match.game.operatives["a1"]
    assert (row.ap, row.did, row.z) == (1, ("normal", "dash"), 2.5)


@rule("scoring.mission-action-common")
def test_a_mission_action_needs_elbow_room():
    field = Field(scenario="data-harvest").operative("a1", "cw-warden", 15, 12).operative("b1", "fp-penitent", 25, 20)
    field.marker("m1", 15, 11).active("a1")
    assert refused(action_refusals(field.game, "a1", "extract")) == []
    field.operative("b2", "fp-penitent", 15, 13.4)
    field.operative("a2", "cw-warden", 14, 11)  # so that the marker stays under control
    assert refused(action_refusals(field.game, "a1", "extract")) == ["scoring.mission-action-common"]


@rule("actions.overwatch", "activation.overwatch-when")
def test_why_overwatch_is_not_performed():
    for fields, y, why in (
        ({}, 15.0, []),
        ({"ready": True}, 15.0, ["activation.overwatch-when"]),
        ({"overwatched": True}, 15.0, ["actions.overwatch"]),
        ({}, 6.4, ["actions.shoot-engaged"]),
    ):
        field = Field().operative("a1", "cw-warden", 5, 5, **{"ready": False, **fields})
        field.operative("b1", "fp-penitent", 5, y)
        assert refused(overwatch_refusals(field.game, "a1")) == why


@rule("shooting.no-target")
def test_a_covering_shot_needs_a_weapon_that_reaches_its_mover():
    field = Field(("ferric-penitents", "cinder-wardens")).operative("a1", "fp-penitent", 5, 5)
    field.operative("b1", "cw-warden", 5, 10, ready=False)
    assert refused(covering_refusals(field.game, "b1", "a1")) == []
    field.game.operatives.set("a1", order=CONCEAL)
    field.terrain(("barricade", 5, 6.2))
    assert refused(covering_refusals(field.game, "b1", "a1")) == ["shooting.no-target"]
    field.game.operatives.set("b1", ready=True, overwatched=True)
    assert refused(covering_refusals(field.game, "b1", "a1")) == [entry("pl-cw-covering-shot"), "actions.overwatch"]


@rule("actions.free-counts")
def test_each_part_of_a_running_burst_has_its_own_requirements():
    field = skirmisher().active("a1")
    both = ("dash", "shoot")
    assert [refused(burst_refusals(field.game, "a1", both, way)) for way in both] == [[], []]
    field.terrain(("wall", 5, 8))
    assert [refused(burst_refusals(field.game, "a1", both, way)) for way in both] == [[], ["shooting.no-target"]]
    field.terrain().active("a1", did=("charge",))
    assert [refused(burst_refusals(field.game, "a1", both, way)) for way in both] == [["actions.charge-exclusive"], []]
    assert refused(burst_refusals(field.game, "a1", ("shoot",), "dash")) == ["actions.free-counts"]


@rule("actions.free-optional")
def test_the_second_part_of_a_running_burst_may_be_left_out():
    field = skirmisher().active("a1").play(Burst("a1", ("shoot",)), burst=lambda ask: None)
    assert field["b1"].wounds == 9
    assert field["a1"].did == ()
    fallen = skirmisher(fallen=True).active("a1").play(Burst("a1", ("shoot",)))
    assert [e.key for e in fallen.match.tape] == []


@rule("actions.free-definition")
def test_a_free_dash_counts_and_costs_nothing():
    field = (
        skirmisher()
        .active("a1", 2)
        .play(Burst("a1", ("dash", "shoot")), burst=["dash"], move=path("a1", (6.0, 5.0)), stop="burst")
    )
    row = field.match.game.operatives["a1"]
    assert (row.ap, row.did) == (2, ("dash", "free:dash"))


@rule("actions.normal-move", "actions.charge", "actions.fall-back", "specials.heavy", "scoring.m3-carry-limits")
def test_what_closes_a_move():
    """What was done before, a Heavy weapon that was fired, a core that is carried, an enemy close by."""
    normal, charge, back, dash = "normal", "charge", "fall-back", "dash"
    for fields, y, closed in (
        ({}, 10.0, {back: ["actions.fall-back"]}),
        (
            {"did": (back,)},
            10.0,
            {normal: ["actions.normal-move"], charge: ["actions.charge"], back: ["activation.no-repeat"]},
        ),
        ({"did": (charge,)}, 6.4, {back: ["actions.fall-back"]}),
        ({"did": (normal,)}, 6.4, {back: ["actions.fall-back"]}),
        ({}, 6.4, {normal: ["actions.normal-move"], charge: ["actions.charge"], dash: ["actions.dash"]}),
        ({"fired": ("Heavy",)}, 10.0, {normal: ["specials.heavy"], charge: ["specials.heavy"]}),
        ({"fired": ("Heavy",)}, 6.4, {back: ["specials.heavy"]}),
        ({"carries": "m1"}, 10.0, {charge: ["scoring.m3-carry-limits"], dash: ["scoring.m3-carry-limits"]}),
    ):
        field = Field(scenario="salvage-run").operative("a1", "cw-warden", 5, 5).operative("b1", "fp-penitent", 5, y)
        field.marker("m1", 5, 5).active("a1", 3, **fields)
        every = (normal, charge, back, dash) if not fields else closed
        found = {action: refused(action_refusals(field.game, "a1", action)) for action in every}
        assert {action: why for action, why in found.items() if why} == closed


@rule("actions.charge")
@pytest.mark.parametrize(("dx", "dy"), [(1, 0), (-1, 0), (0, 1), (0.6, 0.8), (-0.6, -0.8)])
def test_a_charge_is_possible_when_it_could_end_beside_an_enemy(dx, dy):
    """6 in, 2 in more for a Charge, 1 in of engagement range, and both bases."""
    reach = 6 + 2 + 1 + radius("cw-warden") + radius("fp-penitent")
    for far, why in ((reach - 0.01, []), (reach + 0.01, ["actions.charge"])):
        field = (
            Field().operative("a1", "cw-warden", 15, 11).operative("b1", "fp-penitent", 15 + dx * far, 11 + dy * far)
        )
        field.operative("a2", "cw-warden", 15, 14).operative("b2", "fp-penitent", 15, 8, fallen=True)
        field.operative("b3", "fp-penitent", 15, 9, there=False).active("a1")
        assert refused(action_refusals(field.game, "a1", "charge")) == why


@rule("actions.pick-up")
def test_what_closes_a_pick_up():
    for y, enemy, why in (
        (11.8, 20.0, []),
        (11.8, 13.2, ["actions.pick-up"]),  # an enemy close by, and the marker is still controlled
        (14.0, 20.0, ["actions.pick-up"]),  # no marker in reach
    ):
        field = Field(scenario="salvage-run").marker("m1", 15, 11).operative("a1", "cw-warden", 15, y)
        field.operative("a2", "cw-warden", 13.5, 11).operative("b1", "fp-penitent", 15, enemy).active("a1")
        assert refused(action_refusals(field.game, "a1", "pick-up")) == why


@rule("actions.active-operative")
def test_a_second_chance_is_spent_on_its_own_action_alone():
    field = two().active("a1", 2, freed=("shoot", "fight"))
    mark(field.game, "a1", "shoot", 1)
    assert (field["a1"].freed, field["a1"].did, field["a1"].ap) == (("fight",), ("shoot",), 1)


@rule("actions.free-example-burst", "actions.unique", "actions.costs")
def test_each_unique_action_does_its_own():
    burst = skirmisher().act("a1", "ua-running-burst", stop="burst")
    assert burst.match.open[0].options() == ["dash", "shoot"]
    seer = (
        Field(("veil-court", "ferric-penitents")).operative("a1", "vc-seer", 5, 5).operative("b1", "fp-penitent", 5, 10)
    )
    seer.cp(0, 0).act("a1", "ua-unleash-lash", "ua-dread-whisper", dice="1 1 1 1", target="b1", subject="b1")
    assert seer["b1"].effects == ("whispered",)
    assert any("shoots" in line for line in seer.story)
    seer.active("a1", did=("shoot",))
    assert refused(action_refusals(seer.game, "a1", "ua-unleash-lash")) == ["actions.free-counts"]
    assert refused(action_refusals(seer.game, "a1", "ua-dread-whisper")) == [entry("ua-dread-whisper")]  # once for b1
    assert refused(action_refusals(seer.game, "a1", "ua-rupture")) == ["actions.unique"]
    spore = Field(("carrion-brood", "cinder-wardens")).operative("a1", "cb-spore-beast", 5, 5).cp(0, 0)
    spore.operative("b1", "cw-warden", 5, 7.2)
    assert cost_of(spore.game, "a1", "ua-rupture") == 2
    spore.act("a1", "ua-rupture", dice="3", rupture=True)
    assert spore["b1"].wounds == 5
    assert not spore["a1"].there


@rule("terrain.smoke", "sight.visible-point", exercises=["play.table"])
def test_smoke_is_laid_where_it_can_be_seen():
    field = Field().operative("a1", "cw-sapper", 5, 5).operative("b1", "fp-penitent", 5, 20).cp(0, 0)
    field.terrain(("wall", 5, 8)).act("a1", "ua-lay-smoke", stop="smoke")
    assert field.why(0, {"at": {"smoke1": [5, 10]}}) == ["sight.visible-point"]
    assert field.why(0, {"at": {"smoke1": [13, 5]}}) == [entry("ua-lay-smoke")]
    assert field.why(0, {"at": {"smoke1": [-0.5, 5]}}) == ["play.table"]
    assert field.why(0, {"at": {"smoke1": [9, 5]}}) == []
    field.active("a1", did=()).act("a1", "ua-lay-smoke", smoke=lambda ask: {"at": {"smoke1": [9, 5]}})
    spot = field.game.spots["smoke1"]
    assert (spot.x, spot.y, spot.z, spot.by, spot.turn, field.game.now.tokens) == (9, 5, 0.0, "a1", 2, 1)
    assert field["a1"].used == ()
    potter = (
        Field().operative("a1", "cw-warden", 8, 5, 2.5, items=("it-smoke-pot",)).operative("b1", "fp-penitent", 5, 20)
    )
    potter.terrain(("container", 9, 5)).cp(0, 0)
    potter.act("a1", "ua-lay-smoke", smoke=lambda ask: {"at": {"smoke1": [9, 5, 2.5]}})
    assert potter["a1"].used == ("it-smoke-pot",)
    assert potter.game.spots["smoke1"].z == 2.5


@rule("ploys.window")
def test_a_covering_shot_is_paid_and_not_offered_at_the_fallen():
    for fallen, cp, asked in ((False, 1, True), (True, 1, False), (False, 0, False)):
        field = Field(("ferric-penitents", "cinder-wardens")).operative("a1", "fp-penitent", 5, 5, fallen=fallen)
        field.operative("b1", "cw-warden", 5, 10, ready=False).cp(0, cp)
        shot = {"pl_cw_covering_shot": "b1", "target": "a1", "dice": "1 1 1 1"} if asked else {}
        field.play(CoveringShot("a1"), **shot)
        assert field.game.sides[1].cp == (0 if asked else cp)
        assert field["b1"].overwatched is asked


# ---- whose turn it is


def scenes_of(field):
    return [(type(s).__name__, getattr(s, "seat", None)) for s in field.match.game.scenes]


@rule("activation.alternate", "datacards.ga")
@pytest.mark.parametrize("seat", [0, 1])
def test_after_an_activation_it_is_the_turn_of_the_other(seat):
    for unit, group in (("cw-deadeye", False), ("cw-warden", True)):
        mine, foe = "ab"[seat], "ab"[1 - seat]
        field = Field(("cinder-wardens", "cinder-wardens")).operative(f"{mine}1", unit, 5, 5)
        field.operative(f"{mine}2", "cw-captain", 9, 5).operative(f"{foe}1", "cw-warden", 25, 15)
        field.play(Firefight(seat), stop="activate")
        assert field.match.answer(seat, f"{mine}1") == []
        scenes = [("Firefight", 1 - seat), *([("Group", seat)] if group else []), ("Activate", None)]
        assert scenes_of(field) == scenes


@rule("activation.overwatch-when")
@pytest.mark.parametrize("seat", [0, 1])
def test_with_or_without_an_overwatch_the_other_goes_on(seat):
    for who in (None, "first"):
        mine, foe = "ab"[seat], "ab"[1 - seat]
        field = Field(("cinder-wardens", "cinder-wardens")).operative(f"{mine}1", "cw-warden", 5, 5, ready=False)
        field.operative(f"{foe}1", "cw-warden", 5, 15).operative(f"{foe}2", "cw-deadeye", 9, 15).cp(0, 0)
        said = f"{mine}1" if who else None
        dice = "1 1 1 1" if who else ""
        field.play(Firefight(seat), overwatch=said, target=f"{foe}1", dice=dice, stop="activate")
        assert field.match.open[0].seat == 1 - seat
        assert field.match.game.operatives[f"{mine}1"].overwatched is bool(who)


@rule("activation.group")
def test_the_second_of_a_group_is_activated_at_once():
    field = two().operative("a2", "cw-warden", 9, 5)
    field.play(Group(0, "cw-warden"), activate="a2", stop="order")
    assert field.match.open[0].args["operative"] == "a2"


@rule("activation.ap")
def test_who_has_fallen_is_not_activated_and_others_are_counted():
    for fields, active in (({"fallen": True}, False), ({"there": False}, False), ({}, True)):
        field = two()
        field.game.operatives.set("a1", activations=3, did=("shoot",), **fields)
        field.play(Activate("a1"), order=ENGAGE, stop="action")
        row = field.match.game.operatives["a1"]
        assert row.active is active
        assert row.activations == (4 if active else 3)
        assert row.did == (() if active else ("shoot",))


@rule("activation.order-choice", "activation.order-first-tp")
def test_without_infiltrators_the_first_orders_stay():
    field = two()
    field.game.battle.set("now", turn=1)
    field.play(Activate("a1"), stop="action")
    assert [e.key for e in field.match.tape] == []
    field.game.sides.set(0, infiltrates=True)
    field.play(Activate("a1"), stop="infiltrate")
    ask = field.match.open[0]
    assert (ask.options(), ask.default) == ([False, True], False)


@rule("activation.no-declaring")
def test_who_is_spent_is_done_unless_it_carries_something():
    for ap, carries, asked in ((0, "", False), (1, "", True), (0, "m1", True)):
        field = Field(scenario="salvage-run").operative("a1", "cw-warden", 5, 5, carries=carries)
        field.marker("m1", 5, 5).operative("b1", "fp-penitent", 25, 15).active("a1", ap)
        field.play(Act("a1"), stop="action")
        assert bool(field.match.open) is asked
    ask = field.match.open[0]
    assert [ask.has_odds(a) for a in ("shoot", "fight", "ua-patch", "normal")] == [True, True, True, False]


@rule("activation.end")
def test_what_an_activation_leaves_behind():
    field = two().active("a1", 1, mods=(-1,), did=("shoot",), fired=("Heavy",), freed=("fight",))
    field.play(EndActivation("a1"))
    row = field["a1"]
    assert (row.active, row.ready, row.ap, row.did, row.fired, row.freed) == (False, False, 0, (), (), ())
    assert "has APL 2 again" in field.story[-1]
    plain = two().active("a1", 1).play(EndActivation("a1"))
    assert not any("again" in line for line in plain.story)
