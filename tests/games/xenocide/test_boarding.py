"""Getting into transports and out of them: the boundaries (chapter "transport")."""

import pytest

from games.xenocide.battlefield import Battlefield, rules
from xenotable.engine import Moved, Placed
from xenotable.games.xenocide.rules.assault.casualties import assign
from xenotable.games.xenocide.rules.assault.dice import levels_of
from xenotable.games.xenocide.rules.assault.flight import flee
from xenotable.games.xenocide.rules.movement.phases import mode_refusals
from xenotable.games.xenocide.rules.transport.assault import ask_mounting, climb_in, get_out
from xenotable.games.xenocide.rules.transport.boarding import guest_refusals
from xenotable.games.xenocide.rules.transport.driving import altitude, drive_refusals
from xenotable.games.xenocide.rules.transport.passengers import (
    Wreck,
    boarders,
    load,
    load_refusals,
    may_ride,
    mount,
    place_refusals,
    survivors,
    unload,
    unload_refusals,
)
from xenotable.games.xenocide.scenes import Board, Boarding, Carry, Fight, StepOut
from xenotable.table import Circle

rule = pytest.mark.rule
FOOT = "medium-infantry"


def beside(n=2, carrier="apc", kind=FOOT, **row):
    """A transport at (20, 10) and another unit of its company on foot beside it."""
    field = Battlefield()
    ship = field.line(0, carrier, [(20, 10)], order="move-and-fire", **row)
    foot = field.line(0, kind, [(20 + 1.5 * i, 13) for i in range(n)], order="move-and-fire")
    return field, ship, foot


# ---- in --------------------------------------------------------------------------------------------------------------


@rule("xenocide.transport.load-distance")
def test_four_inches_from_base_to_base_are_near_enough():
    field, ship, foot = beside(1)
    for y, near in ((10 + 0.625 + 0.5 + 4.0, True), (10 + 0.625 + 0.5 + 4.1, False)):
        field.game.models.set(f"{foot}m0", y=y)
        assert (boarders(field.game, ship, guests=(foot,)) == {f"{foot}m0": f"{ship}m0"}) == near
    field.game.models.set(f"{foot}m0", y=13.0)
    assert boarders(field.game, ship, (f"{foot}m0",), (foot,)) == {}  # it has just got out


@rule("xenocide.transport.who-may-ride")
def test_who_cannot_move_is_not_carried():
    field, ship, _ = beside(carrier="light-dropship")
    gun = field.line(0, "siege-emplacement", [(20, 7)])
    bike = field.line(0, "jetbike", [(22, 7)])
    assert [may_ride(field.game, f"{u}m0") for u in (gun, bike)] == [False, True]
    assert boarders(field.game, ship, guests=(gun, bike)) == {f"{bike}m0": f"{ship}m0"}
    slow = field.line(0, FOOT, [(22, 13)])
    assert field.game.kinds[FOOT].move == 4.0
    assert may_ride(field.game, f"{slow}m0")


@rule("xenocide.transport.load-distance")
@rule("xenocide.transport.high-drop")
@rule("xenocide.transport.capacity")
def test_why_nobody_gets_in():
    field, ship, foot = beside(carrier="light-dropship")
    assert rules(load_refusals(field.game, ship, (foot,))) == []
    field.game.units.set(ship, high=True)
    assert rules(load_refusals(field.game, ship, (foot,))) == ["transport.high-drop"]
    field.game.units.set(ship, high=False, burrowed=True)
    assert rules(load_refusals(field.game, ship, (foot,))) == ["transport.capacity"]
    field.game.units.set(ship, burrowed=False)
    assert rules(load_refusals(field.game, ship)) == ["transport.load-distance"]  # without guests there is nobody
    assert rules(unload_refusals(field.game, ship)) == ["transport.load-unload-timing"]
    mount(field.game, f"{foot}m0", f"{ship}m0")
    assert rules(unload_refusals(field.game, ship)) == []


@rule("xenocide.transport.load-unload-timing")
def test_guests_have_moved_and_the_story_says_into_what():
    field, ship, foot = beside()
    load(field.game, ship, guests=(foot,))
    assert (field.unit(foot).moved, field.unit(foot).acted) == (True, True)
    assert "Into transports of APC" in field.told()
    field = Battlefield()
    u = field.line(0, FOOT, [(20, 13)], order="move-and-fire")
    field.mix(u, "apc", [(20, 10)])
    load(field.game, u)
    assert "Into its transports" in field.told()
    assert not field.unit(u).moved


@rule("xenocide.transport.who-may-ride")
@rule("xenocide.transport.load-distance")
def test_why_a_guest_does_not_get_in():
    field, ship, foot = beside()
    other = field.line(0, FOOT, [(22, 7)], order="fire-and-move")
    gun = field.line(0, "siege-emplacement", [(18, 7)], order="move-and-fire")
    says = [next((r.rule, r.says) for r in guest_refusals(field.game, ship, g)) for g in (other, gun, foot)]
    assert says[0] == ("transport.who-may-ride", "{g} does not move together with {unit} now.")
    assert says[1] == ("transport.who-may-ride", "{g} cannot be carried.")
    assert says[2][0] == "transport.load-distance"
    field.mix(gun, "jetbike", [(16, 7)])  # one who can is enough
    assert rules(guest_refusals(field.game, ship, gun)) == ["transport.load-distance"]


@rule("xenocide.transport.load-distance")
@rule("xenocide.flight.burrow-move")
@rule("xenocide.transport.high-drop")
def test_why_a_way_of_carrying_is_closed():
    field, ship, foot = beside(carrier="light-dropship", kind="grav-assault-infantry")
    assert rules(mode_refusals(field.game, ship, "load")) == []
    assert rules(mode_refusals(field.game, ship, "collect")) == []
    for m in field.unit(foot).models:
        field.game.models.set(m, y=47.0)
    assert rules(mode_refusals(field.game, ship, "collect")) == ["transport.load-distance"]
    for m in field.unit(foot).models:
        mount(field.game, m, f"{ship}m0")
    field.game.units.set(ship, high=True)
    assert rules(mode_refusals(field.game, ship, "set-down")) == []  # they float
    walkers = field.line(0, FOOT, [(20, 12)], order="move-and-fire")
    mount(field.game, f"{walkers}m0", f"{ship}m0")
    assert rules(mode_refusals(field.game, ship, "set-down")) == []  # one who can is enough
    field.game.units.set(ship, high=False, burrowed=True)
    assert "flight.burrow-move" in rules(mode_refusals(field.game, ship, "unload"))
    field, ship, walkers = beside(carrier="light-dropship")
    mount(field.game, f"{walkers}m0", f"{ship}m0")
    field.game.units.set(ship, high=True)
    (refused,) = mode_refusals(field.game, ship, "set-down")
    assert (refused.rule, refused.args["k"]) == ("transport.high-drop", "Medium Infantry")


@rule("xenocide.transport.load-distance")
def test_who_walks_up_to_one_of_several_transports_chooses():
    field, ship, foot = beside(1)
    other = field.line(0, "apc", [(23, 10)], order="move-and-fire")
    offered = []

    def chosen(ask):
        offered.extend(ask.among())
        return other

    touching = Moved({f"{foot}m0": ((23.0, 11.125),)})
    after = field.play(Board(foot), host_transport=chosen, move=touching)
    assert offered == [ship, other]
    assert after == []  # they are inside already
    assert field.game.models[f"{foot}m0"].inside == f"{other}m0"
    assert (field.unit(other).acted, field.unit(other).moved) == (True, True)
    assert not field.unit(ship).moved
    field, ship, foot = beside(1)
    field.play(Board(foot), move=lambda _: Moved())
    assert "host-transport" not in field.asked
    assert field.game.models[f"{foot}m0"].inside == ""  # it does not touch


@rule("xenocide.transport.load-distance")
def test_nobody_gets_in_beside_the_enemy():
    for y, inside in ((15, False), (16.2, True)):
        field, ship, foot = beside(1)
        field.game.models.set(f"{foot}m0", y=11.125)
        field.line(1, FOOT, [(20, y)])
        field.play(Boarding(foot, ship))
        assert bool(field.game.models[f"{foot}m0"].inside) == inside


# ---- out -------------------------------------------------------------------------------------------------------------


@rule("xenocide.transport.unload-distance")
@rule("xenocide.transport.unload-terrain")
@rule("xenocide.movement.coherency-end")
@rule("xenocide.play.no-overlap")
def test_where_passengers_may_stand():
    field = Battlefield(("plasma-crater", 10, 5, 6, 10))
    ship = field.line(0, "apc", [(20, 10)], order="move-and-fire")
    foot = field.line(0, FOOT, [(20, 12), (20, 13), (26, 12)], order="move-and-fire")
    for i in (0, 1):
        mount(field.game, f"{foot}m{i}", f"{ship}m0")
    where = {f"{foot}m{i}": Circle(20.0, 10.0, 0.625) for i in (0, 1)}

    def refused(*points, fighting=False):
        put = Placed({f"{foot}m{i}": p for i, p in enumerate(points)})
        return rules(place_refusals(field.game, foot, where, put, fighting))

    far = 10 + 0.625 + 0.5 + 4.0
    assert refused((20.0, far)) == []
    assert refused((20.0, far + 0.1)) == ["transport.unload-distance"]
    assert refused((20.0, 12.0), (20.9, 12.0)) == ["play.no-overlap"]
    assert refused((20.0, 11.0)) == ["play.no-overlap"]  # on its own transport
    assert refused((17.0, 12.0)) == []
    assert refused((16.9, 12.0)) == ["movement.coherency-end"]  # the third stands 8.1 inches away
    assert refused((15.6, 10.0)) == ["movement.coherency-end", "transport.unload-terrain"]  # and impassable
    field.line(1, FOOT, [(20, 18.5)])
    assert refused((20.0, 13.5)) == []  # 4 inches from the enemy
    assert refused((20.0, 13.6)) == ["transport.unload-terrain"]
    assert refused((20.0, 13.6), fighting=True) == []


@rule("xenocide.movement.suppressed-move")
@rule("xenocide.command.use-suppressed-move")
def test_suppressed_passengers_do_not_get_out_towards_the_enemy():
    field = Battlefield()
    ship = field.line(0, "apc", [(20, 10)], order="move-and-fire")
    foot = field.line(0, FOOT, [(20, 12)], order="move-and-fire", marks=1)
    mount(field.game, f"{foot}m0", f"{ship}m0")
    field.line(1, FOOT, [(20, 40)])
    where = {f"{foot}m0": Circle(20.0, 10.0, 0.625)}

    def refused(y):
        return rules(place_refusals(field.game, foot, where, Placed({f"{foot}m0": (20.0, y)}), False))

    assert (refused(13.0), refused(7.0)) == (["movement.suppressed-move"], [])
    out = lambda _: Placed({f"{foot}m0": (20.0, 13.0)})  # noqa: E731
    field.play(Carry(ship, "set-down"), free=True, get_down=out)
    assert field.unit(foot).models == (f"{foot}m0",)
    assert field.game.sides[0].points == 2
    field.game.units.set(foot, freed=False, models=(), riding=(f"{foot}m0",))
    field.game.models.set(f"{foot}m0", x=20.0, y=10.0, inside="a wreck")
    assert refused(13.0) == []  # nobody chooses to get out of that


@rule("xenocide.movement.dug-in-lost")
@rule("xenocide.overwatch.lost")
@pytest.mark.parametrize("how", ["load", "set-down"])
def test_who_gets_in_or_out_has_moved(how):
    field = Battlefield()
    unit = field.line(0, FOOT, [(20, 12), (22, 12)], order="move-and-fire", dug=True, watch=True)
    field.mix(unit, "apc", [(20, 10)])
    if how == "set-down":
        mount(field.game, f"{unit}m0", field.unit(unit).models[-1])
        field.game.units.set(unit, dug=True, watch=True)
    field.play(Carry(unit, how), get_down=lambda _: Placed({f"{unit}m0": (20.0, 8.0)}))
    assert bool(field.unit(unit).riding) == (how == "load")
    assert (field.unit(unit).dug, field.unit(unit).watch) == (False, False)
    assert "no longer dug in" in field.told()


@rule("xenocide.transport.survivors")
@rule("xenocide.transport.unload-distance")
def test_who_is_left_of_a_high_unit_needs_room_below():
    field = Battlefield()
    u = field.line(0, "light-dropship", [(20, 10), (26, 10)], high=True, order="move-and-fire")
    foot = field.line(0, FOOT, [(20, 12)])
    mount(field.game, f"{foot}m0", f"{u}m0")
    field.game.units.set(u, riding=(f"{foot}m0",))
    where = {f"{foot}m0": Circle(20.0, 10.0, 1.0)}
    put = Placed({f"{foot}m0": (20.0, 12.5)})
    assert rules(place_refusals(field.game, u, where, put, False)) == []
    field.line(1, "medium-tank", [(26, 10.5)])  # below one of them
    assert "transport.survivors" in rules(place_refusals(field.game, u, where, put, True))
    field.game.units.set(u, high=False)
    assert "transport.survivors" not in rules(place_refusals(field.game, u, where, put, True))


@rule("xenocide.transport.high-drop")
def test_of_a_high_transport_only_those_get_out_who_can_drop():
    field, ship, foot = beside(2, carrier="light-dropship", kind="grav-assault-infantry", high=True)
    walkers = field.line(0, FOOT, [(20, 12)], order="move-and-fire")
    for m in (*field.unit(foot).models, *field.unit(walkers).models):
        mount(field.game, m, f"{ship}m0")
    trail = ((10.0, 10.0), (20.0, 10.0))
    put = Placed({f"{foot}m0": (10.0, 17.9), f"{foot}m1": (12.0, 17.9)})  # 8 inches beside the way
    out = field.run(unload(field.game, ship, trails={f"{ship}m0": trail}), get_down=put)
    assert list(out) == [foot]
    assert field.unit(walkers).riding == (f"{walkers}m0",)
    assert field.game.listener[-1].rule == "transport.high-drop"


@rule("xenocide.transport.unload-terrain")
def test_who_steps_out_into_difficult_ground_rolls_for_it():
    for high, dice in ((False, (3,)), (True, ())):
        field = Battlefield(("shallow-water", 0, 12, 72, 10))
        foot = field.line(0, FOOT, [(20, 13)])
        at = StepOut(foot, ((f"{foot}m0", (20.0, 10.0)),), ((f"{foot}m0", (20.0, 13.0)),), high)
        field.roll(*dice).play(at)
        assert bool(field.asked) == bool(dice)


@rule("xenocide.transport.load-unload-timing")
def test_a_drive_ends_when_the_transports_are_lost():
    field, ship, foot = beside()
    field.game.units.set(ship, models=())
    assert field.play(Carry(ship, "load")) == []
    field, ship, foot = beside()
    (after,) = field.play(Carry(ship, "load"), guests=(foot,))
    assert (after.stage, set(after.busy)) == (1, {f"{foot}m0", f"{foot}m1"})


@rule("xenocide.flight.hover-altitude")
@rule("xenocide.transport.high-drop")
def test_who_takes_somebody_in_at_the_end_must_be_down_then():
    field, ship, _ = beside(carrier="light-dropship")
    assert rules(drive_refusals(field.game, ship, "fly", True)) == ["transport.high-drop"]
    assert rules(drive_refusals(field.game, ship, "fly", False)) == []
    closed = {}

    def how(ask):
        closed.update({m: rules(ask.why_not(m)) for m in ask.among()})
        return "land"

    assert field.run(altitude(field.game, ship, True), drive=how) == "land"
    assert closed == {"walk": [], "fly": ["transport.high-drop"], "land": []}
    apc = field.line(0, "apc", [(40, 10)])
    field.asked.clear()
    assert field.run(altitude(field.game, apc, False)) == "walk"
    assert field.asked == []


# ---- in assaults -----------------------------------------------------------------------------------------------------


@rule("xenocide.transport.assault-from-transport")
@rule("xenocide.transport.passengers-assault-first-round")
def test_when_passengers_may_get_out_and_fight():
    def asked(round_, **row):
        field, ship, foot = beside(1)
        foe = field.line(1, FOOT, [(20, 6)])
        mount(field.game, f"{foot}m0", f"{ship}m0")
        field.game.units.set(ship, **row)
        seen = []

        def stay(ask):
            seen.append((ask.rule, tuple(ask.among())))
            return False

        field.run(get_out(field.game, Fight(0, (ship,), (foe,), round_, "maneuver-attacker"), [ship]), get_out=stay)
        return seen

    assert asked(1) == []
    assert asked(1, charge="assault") == [("transport.assault-from-transport", (False, True))]
    assert asked(2) == [("transport.passengers-assault-first-round", (False, True))]


@rule("xenocide.transport.followup-load")
def test_nobody_is_asked_to_mount_who_has_nothing_to_mount():
    field, ship, foot = beside()
    assert field.run(ask_mounting(field.game, foot)) == ""
    assert "mounting" not in field.asked
    mount(field.game, f"{foot}m0", f"{ship}m0")
    closed = {}

    def neither(ask):
        closed.update({way: rules(ask.why_not(way)) for way in ask.among()})
        return ""

    assert field.run(ask_mounting(field.game, ship), mounting=neither) == ""
    assert closed == {"": [], "load": ["transport.load-distance"], "unload": []}


@rule("xenocide.transport.flee-load")
def test_whom_transports_take_in_before_they_run():
    for said in (True, False):
        field, ship, foot = beside()
        below = field.line(0, "delver", [(17, 10)], burrowed=True, order="move-and-fire")
        away = field.line(0, FOOT, [(21, 7)], on=False, order="move-and-fire")
        fighting = field.line(0, FOOT, [(16.5, 13)], order="move-and-fire")
        field.line(1, FOOT, [(13, 13)])
        among = []

        def yes(ask, said=said, among=among):
            among.append((tuple(ask.among()), ask.default))
            return said

        field.run(climb_in(field.game, ship), flee_load=yes)
        assert among == [((True, False), True)]
        riding = [len(field.unit(u).riding) for u in (foot, below, away, fighting)]
        assert riding == ([2, 0, 0, 0] if said else [0, 0, 0, 0])
    lonely = Battlefield()
    tank = lonely.line(0, "medium-tank", [(20, 20)])
    lonely.run(flee(lonely.game, tank, []), flee=0)
    assert "flee-load" not in lonely.asked


@rule("xenocide.transport.survivors")
@pytest.mark.parametrize("fighting", [True, False])
def test_all_wrecks_must_have_been_lost_in_close_assault(fighting):
    field, ship, foot = beside(2)
    for m in field.unit(foot).models:
        mount(field.game, m, f"{ship}m0")
    field.game.units.set(ship, models=())
    field.line(1, FOOT, [(20, 16)])
    at = Circle(20.0, 10.0, 0.625)
    left = {f"{foot}m0": Wreck(at, False, True), f"{foot}m1": Wreck(at, False, fighting)}
    put = Placed({f"{foot}m0": (20.0, 13.0), f"{foot}m1": (22.0, 13.0)})  # beside the enemy
    if fighting:
        assert len(field.run(survivors(field.game, foot, left), get_down=put)) == 2
    else:
        with pytest.raises(AssertionError, match="next to the enemy"):
            field.run(survivors(field.game, foot, left), get_down=put)
        field.run(survivors(field.game, foot, left), get_down=Placed({f"{foot}m0": (20.0, 8.0)}))
        assert "No room for 1 survivor" in field.told()
        assert field.unit(foot).models == (f"{foot}m0",)


@rule("xenocide.transport.destroyed")
@rule("xenocide.assault.assign-lowest")
def test_passengers_lost_with_a_transport_in_close_assault_are_casualties_of_its_unit():
    field = Battlefield()
    u = field.line(1, FOOT, [(20, 13)], order="move-and-fire")
    field.mix(u, "apc", [(20, 10)])
    load(field.game, u)
    levels = levels_of(field.game, u, True)
    levels = {m: n for m, n in levels.items() if field.game.models[m].kind == "apc"}
    field.roll(4).run(assign(field.game, u, {(5, False, False): 1}, levels))  # the passenger falls on 4
    assert field.size(u) == 0
    assert field.unit(u).fallen == 2


@rule("xenocide.transport.load-unload-timing")
def test_nobody_drives_without_a_move():
    field, ship, foot = beside()
    field.plays(Carry(ship, "load"), guests=(foot,), move=lambda _: Moved())
    assert not field.unit(ship).moved
    assert len(field.unit(foot).riding) == 2
