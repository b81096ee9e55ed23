"""Where a move ends, and who may make one: the boundaries (chapters "movement" and "ground")."""

import pytest

from games.xenocide.battlefield import Battlefield, refused, rules, step
from xenotable.engine import Moved
from xenotable.games.xenocide.rules.buildings.leaving import stay_behind, step_out
from xenotable.games.xenocide.rules.buildings.walls import spread
from xenotable.games.xenocide.rules.ground.paths import attack_by_terrain, floor, models_in_danger, road_bonus
from xenotable.games.xenocide.rules.movement.allowances import allowance
from xenotable.games.xenocide.rules.movement.legality import move_refusals
from xenotable.games.xenocide.rules.movement.moving import float_down, perform, rest_refusals
from xenotable.games.xenocide.rules.movement.phases import mode_refusals, prey_refusals, staying_refusals
from xenotable.games.xenocide.rules.movement.proposals import march
from xenotable.games.xenocide.rules.movement.restrictions import contact_refusals, largest_group, room_refusals
from xenotable.games.xenocide.rules.play.measuring import circle, circles, units_in_contact
from xenotable.games.xenocide.rules.transport.passengers import mount
from xenotable.games.xenocide.scenes import Manner, Movement, Moving
from xenotable.table import Circle, move_circle

rule = pytest.mark.rule


def to(u, *points):
    """The models of a unit go straight to these points; None: it stays."""
    return Moved({f"{u}m{i}": (p,) for i, p in enumerate(points) if p})


# ---- staying together ------------------------------------------------------------------------------------------------


@rule("xenocide.movement.coherency-end")
def test_eight_inches_from_base_to_base_are_allowed():
    field = Battlefield()
    u = field.line(0, "medium-infantry", [(10, 10), (16, 10)])
    assert refused(field, u, to(u, None, (19.0, 10.0))) == []
    assert refused(field, u, to(u, None, (19.1, 10.0))) == ["movement.coherency-end"]


@rule("xenocide.movement.coherency-broken")
@rule("xenocide.movement.coherency-end")
def test_every_straggler_must_come_nearer():
    field = Battlefield()
    u = field.line(0, "jetbike", [(10, 10), (12, 10), (40, 10), (12, 45)])
    near = Moved({f"{u}m2": ((30.0, 10.0),), f"{u}m3": ((12.0, 35.0),)})
    assert refused(field, u, near) == []
    assert refused(field, u, Moved({f"{u}m2": ((30.0, 10.0),)})) == ["movement.coherency-end"]  # the other stays away
    aside = Moved({f"{u}m2": ((30.0, 10.0),), f"{u}m3": ((12.0, 45.5),)})
    assert refused(field, u, aside) == ["movement.coherency-end"]
    # near to the nearest of those who are together, though far from another of them
    toward = Moved({f"{u}m2": ((39.0, 10.0),), f"{u}m3": ((11.0, 44.0),)})
    assert refused(field, u, toward) == []


@rule("xenocide.movement.coherency-broken")
def test_who_hangs_together_over_more_than_eight_inches_closes_up_too():
    field = Battlefield(("cliff", 14.0, 5.0, 3.0, 10.0))  # no way for tanks
    u = field.line(0, "medium-tank", [(4, 10), (6, 10), (13, 10), (21, 10)])  # each within 8 in of the next
    last = f"{u}m3"
    assert largest_group(circles(field.game, u)) == [0, 1, 2]
    assert refused(field, u, Moved({last: ((21.0, 12.0),)})) == ["movement.coherency-end"]
    assert refused(field, u, Moved({last: ((20.0, 10.0),)})) == []
    # who was together may not part instead
    assert refused(field, u, Moved({last: ((20.0, 10.0),), f"{u}m0": ((2.0, 10.0),)})) == ["movement.coherency-end"]


@rule("xenocide.movement.coherency-broken")
def test_who_can_come_together_again_must():
    field = Battlefield()
    u = field.line(0, "medium-tank", [(4, 10), (6, 10), (12, 13), (20, 10)])
    last = f"{u}m3"
    assert refused(field, u, Moved({last: ((19.0, 10.0),)})) == ["movement.coherency-broken"]
    assert refused(field, u, Moved({last: ((20.0, 9.0),)})) == ["movement.coherency-end"]
    assert refused(field, u, Moved({last: ((15.0, 10.0),), f"{u}m0": ((6.0, 12.0),)})) == []
    whole = march(field.game, u, Manner(), (10.0, 0.0))
    assert refused(field, u, whole) == []
    assert spread([move_circle(circle(field.game, m), whole.way(m)[-1]) if whole.way(m) else circle(field.game, m)
                   for m in field.unit(u).models]) <= 8.01  # fmt: skip


@rule("xenocide.movement.coherency-end")
@pytest.mark.parametrize(("at", "side", "refused"), [((29.5, 36.5), "N", True), ((30.5, 35.0), "S", False)])
def test_who_stays_inside_is_measured_from_its_walls_whichever_door_it_came_to(at, side, refused):
    field = Battlefield(buildings=(("prefab-hut", 28.0, 24.0),))
    u = field.line(0, "medium-infantry", [(29.5, 27.0), (29.5, 35.5)], order="assault")  # 8 in from the hut
    field.game.models.set(f"{u}m0", section="b0s0")
    before = field.run(step_out(field.game, u, "walk"), way_out=side)
    assert field.game.models[f"{u}m0"].door == "b0s0"
    went = Moved({f"{u}m1": (at,)})
    assert rules(move_refusals(field.game, u, Manner(), went)) == (["movement.coherency-end"] if refused else [])
    if refused:  # who goes out is measured where it goes
        both = Moved({**went.paths, f"{u}m0": ((29.5, 29.0),)})
        assert rules(move_refusals(field.game, u, Manner(), both)) == []
    stay_behind(field.game, before, went)
    assert field.game.models[f"{u}m0"].section == "b0s0"


@rule("xenocide.movement.model-path")
def test_how_much_too_far_a_move_is():
    field = Battlefield()
    u = field.line(0, "medium-tank", [(10, 10)])
    (refusal,) = move_refusals(field.game, u, Manner(), to(u, (10.0, 19.5)))
    assert (refusal.args["far"], refusal.args["over"]) == (8.0, 1.5)
    assert refused(field, u, to(u, (10.0, 18.0))) == []


@rule("xenocide.play.no-overlap")
def test_nobody_stops_on_another_base():
    field = Battlefield()
    u = field.line(0, "medium-infantry", [(10, 10)])
    field.line(0, "medium-infantry", [(20, 20)])
    field.line(1, "medium-infantry", [(30, 20)])
    for x, free in ((20.9, False), (21.0, True), (29.1, False), (25.0, True)):
        assert (rules(room_refusals(field.game, u, [Circle(x, 20.0, 0.5)])) == []) == free
    assert rules(room_refusals(field.game, u, [Circle(25.0, 20.0, 0.5), Circle(29.5, 20.0, 0.5)])) == [
        "play.no-overlap"
    ]
    assert refused(field, u, to(u, (10.0, 10.5))) == []


@rule("xenocide.play.no-overlap")
@rule("xenocide.movement.stay-on-table")
@rule("xenocide.ground.impassable")
def test_where_a_unit_that_was_stopped_can_stand():
    field = Battlefield(("solid-wall", 30, 0, 1, 40))
    u = field.line(0, "medium-infantry", [(10, 10), (12, 10)])
    field.line(1, "medium-tank", [(20, 20)])
    stands = lambda *points: rules(  # noqa: E731
        rest_refusals(field.game, u, Manner(), {f"{u}m{i}": [p] for i, p in enumerate(points)})
    )
    assert stands((10.0, 14.0), (12.0, 14.0)) == []
    assert stands((10.0, 14.0), (12.0, 0.3)) == ["movement.coherency-end", "movement.stay-on-table"]
    assert stands((10.0, 2.0), (12.0, 0.3)) == ["movement.stay-on-table"]
    assert stands((27.0, 20.0), (29.7, 20.0)) == ["ground.impassable"]
    assert stands((17.0, 20.0), (19.0, 20.0)) == ["play.no-overlap"]


# ---- contact ---------------------------------------------------------------------------------------------------------


@rule("xenocide.movement.assault-declare")
@rule("xenocide.flight.teleport-assault")
def test_who_comes_into_contact_must_have_declared_it():
    field = Battlefield()
    u = field.line(0, "blink-guard", [(10, 10), (12, 10)])
    foe, other = field.line(1, "medium-infantry", [(10, 20), (40, 20)]), field.line(1, "medium-infantry", [(60, 20)])
    at = lambda *points: [Circle(x, y, 0.5) for x, y in points]  # noqa: E731
    assert rules(contact_refusals(field.game, u, at((10, 15.0), (12, 10)), "teleport")) == []  # 4 inches
    assert rules(contact_refusals(field.game, u, at((10, 15.2), (12, 10)), "teleport")) == ["flight.teleport-assault"]
    assert rules(contact_refusals(field.game, u, at((10, 15.2), (12, 15.2)), "walk")) == ["movement.assault-declare"]
    field.game.models.set(f"{u}m0", y=16.0)  # who is in contact already may stay so
    assert rules(contact_refusals(field.game, u, at((10, 16.5), (12, 10)), "walk")) == []
    both = at((10, 16.5), (57, 20))
    assert rules(contact_refusals(field.game, u, both, "walk")) == ["movement.assault-declare"]
    assert foe
    assert other


@rule("xenocide.movement.assault-declare")
@rule("xenocide.movement.assault-move")
def test_an_assault_touches_whom_it_named_and_nobody_else():
    field = Battlefield()
    u = field.line(0, "jetbike", [(10, 10), (12, 10)])
    a, b = field.line(1, "medium-infantry", [(10, 20)]), field.line(1, "medium-infantry", [(20, 20)])
    way = Manner("walk", (a,))
    assert refused(field, u, to(u, (10.0, 16.0), (12.0, 16.0)), way) == []
    assert refused(field, u, to(u, (10.0, 15.0), (12.0, 15.0)), way)[0] == "movement.assault-declare"  # 4 inches away
    assert "movement.assault-declare" in refused(field, u, to(u, (10.0, 16.0), (16.5, 18.0)), way)  # at the other, too
    both = Manner("walk", (a, b))
    assert refused(field, u, to(u, (12.0, 17.0), (16.5, 18.0)), both) == []
    assert refused(field, u, to(u, (12.0, 17.0), (13.5, 17.0)), both) == ["movement.assault-declare"]


@rule("xenocide.movement.assault-move")
def test_who_can_come_into_contact_must():
    field = Battlefield(("forest", 30, 12, 6, 6))
    u = field.line(0, "medium-infantry", [(10, 10), (12, 10)], order="assault")
    a = field.line(1, "medium-infantry", [(10, 20)])
    way = Manner("walk", (a,))
    assert refused(field, u, to(u, (10.0, 16.0), (12.0, 16.0)), way) == []
    assert refused(field, u, to(u, (10.0, 16.0), (12.0, 14.0)), way) == ["movement.assault-move"]
    slow = field.line(0, "medium-infantry", [(10, 29), (10, 33.2)], order="assault")
    assert refused(field, slow, to(slow, (10.0, 24.5), None), way) == []  # 8.3 inches are too far for the other
    behind = field.line(0, "medium-infantry", [(33, 10), (35, 8)], order="assault")
    foe = field.line(1, "medium-infantry", [(33, 20)])
    shaded = Manner("walk", (foe,))
    assert refused(field, behind, to(behind, (33.0, 16.0), None), shaded) == []  # its way leads through a forest


@rule("xenocide.movement.guarded-edge")
@pytest.mark.parametrize(
    ("guard", "stopped"),
    [((22, 21.9), True), ((22, 22.6), False), ((22, 19.5), False), ((29.5, 21), True), ((30.5, 21), False)],
)
def test_an_edge_is_guarded_by_who_stands_inside_within_two_inches(guard, stopped):
    field = Battlefield(("ruins", 15, 20, 15, 8))
    u = field.line(0, "jetbike", [(22, 10)])
    sentry = field.line(1, "medium-infantry", [(29, 21)])  # holds the edge in any case
    assert refused(field, u, to(u, (27.0, 20.8)), Manner("walk", (sentry,))) == ["movement.guarded-edge"]
    field.game.units.set(sentry, on=False, models=())
    foe = field.line(1, "medium-infantry", [guard])
    found = refused(field, u, to(u, (22.0, 20.8) if guard[0] < 25 else (27.0, 20.8)), Manner("walk", (foe,)))
    assert ("movement.guarded-edge" in found) == stopped


@rule("xenocide.movement.suppressed-move")
def test_a_suppressed_unit_keeps_away_or_ends_in_cover_far_from_all():
    field = Battlefield(("forest", 0, 16, 30, 10), ("forest", 50, 0, 22, 20))
    u = field.line(0, "jetbike", [(10, 10), (12, 10)], marks=1)
    assert refused(field, u, step(field, u, 0, 1)) == []  # there is no enemy
    foe = field.line(1, "medium-infantry", [(11, 33)])
    assert refused(field, u, step(field, u, 0, -1)) == []
    assert refused(field, u, step(field, u, 0, 5)) == ["movement.suppressed-move"]
    assert refused(field, u, to(u, (10.0, 20.0), (12.0, 20.0))) == []  # in cover, 12 inches away
    assert refused(field, u, to(u, (10.0, 20.0), (12.0, 20.1))) == ["movement.suppressed-move"]
    assert refused(field, u, to(u, (10.0, 20.0), (12.0, 15.0))) == ["movement.suppressed-move"]  # one is not in cover
    field.line(1, "medium-infantry", [(21, 20)])
    assert refused(field, u, to(u, (10.0, 20.0), (12.0, 20.0))) == ["movement.suppressed-move"]
    assert foe


# ---- who moves, and how far ------------------------------------------------------------------------------------------


@rule("xenocide.movement.action")
@rule("xenocide.turn.orders-given")
@rule("xenocide.movement.move-zero")
@rule("xenocide.setup.off-table-status")
@rule("xenocide.transport.load-unload-timing")
def test_why_a_unit_does_not_move_now():
    field = Battlefield()
    field.line(1, "medium-infantry", [(40, 13)])
    kept = field.line(0, "medium-infantry", [(20, 10)], order="fire-and-move")
    why = {"ready": field.line(0, "medium-tank", [(10, 10)], order="move-and-fire")}
    for name, row in (
        ("acted", {"acted": True}),
        ("moved", {"moved": True}),
        ("away", {"on": False, "away": 3}),
        ("other", {"company": "b1"}),
    ):
        why[name] = field.line(0, "medium-tank", [(60, 40)], **{"order": "move-and-fire", **row})
    why["kept"] = kept
    why["gun"] = field.line(0, "siege-emplacement", [(30, 10)], order="move-and-fire")
    why["met"] = field.line(0, "medium-infantry", [(40, 10)], order="move-and-fire")
    why["rider"] = field.line(0, "medium-infantry", [(50, 10)], order="move-and-fire")
    ship = field.line(0, "apc", [(52, 10)], order="move-and-fire")
    mount(field.game, f"{why['rider']}m0", f"{ship}m0")
    closed = {}

    def nobody(ask):
        closed.update({x: rules(ask.why_not(x)) for x in ask.among()})

    field.play(Movement(0, "b0", False), unit=nobody)
    assert {name: closed[u] for name, u in why.items()} == {
        "ready": [],
        "acted": ["movement.action"],
        "moved": ["movement.action"],
        "away": ["setup.off-table-status"],
        "other": ["turn.whole-company"],
        "kept": ["turn.orders-given"],
        "gun": ["movement.move-zero"],
        "met": ["movement.action"],
        "rider": ["transport.load-unload-timing"],
    }
    second = Movement(0, "b0", True)
    assert rules(staying_refusals(field.game, why["ready"], second)) == ["turn.orders-given"]
    met = list(staying_refusals(field.game, why["met"], Movement(0, "b0", False)))
    assert met[0].remedy == "The assault comes first."


@rule("xenocide.movement.allowance")
@rule("xenocide.movement.move-zero")
def test_how_far_a_model_may_go():
    field = Battlefield()

    def far(kind, manner, **row):
        u = field.line(0, kind, [(10, 10)], **row)
        return allowance(field.game, f"{u}m0", manner)

    assert far("siege-emplacement", Manner(limit=4.0)) == 0.0
    assert far("medium-tank", Manner(limit=4.0)) == 4.0
    assert far("leaper", Manner("jump")) == 16.0
    assert far("blink-guard", Manner("teleport")) == 12.0
    assert far("delver", Manner("dive")) == 8.0
    assert far("delver", Manner("surface"), burrowed=True) == 8.0
    assert far("delver", Manner("tunnel"), burrowed=True) == 12.0
    tank = field.line(0, "medium-tank", [(10, 10)])
    assert allowance(field.game, f"{tank}m0", Manner(spent=((f"{tank}m0", 3.0),))) == 5.0
    assert allowance(field.game, f"{tank}m0", Manner(spent=((f"{tank}m0", 9.0),))) == 0.0


@rule("xenocide.movement.assault-move")
@rule("xenocide.movement.assault-declare")
@rule("xenocide.overrun.who-cannot")
def test_whom_a_unit_cannot_go_for():
    field = Battlefield(buildings=(("apartment-block", 20.0, 8.0),))
    u = field.line(0, "jetbike", [(10, 10)], order="assault")
    near = field.line(1, "medium-infantry", [(10, 20)])
    far = field.line(1, "medium-infantry", [(10, 44)])
    below, high = (
        field.line(1, "delver", [(14, 20)], burrowed=True),
        field.line(1, "light-dropship", [(5, 20)], high=True),
    )
    inside = field.house(field.line(1, "medium-infantry", [(0, 0)]), "b0s0", "W")
    why = lambda how, t: rules(prey_refusals(field.game, u, how, t))  # noqa: E731
    assert why("assault", near) == why("overrun", near) == []
    (refusal,) = prey_refusals(field.game, u, "assault", far)
    assert refusal.rule == "movement.assault-move"
    assert refusal.args["more"] == pytest.approx(33 - 20 - 3.999, abs=0.01)
    assert why("overrun", inside) == ["overrun.who-cannot"]
    assert why("assault", inside) == []
    for t in (below, high):
        assert "movement.assault-move" not in why("assault", t)
        assert len(why("assault", t)) == 1
    shown = {}

    def named(ask):
        shown.update({t: rules(ask.why_not(t)) for t in ask.among()})
        return (near,)

    field.play(Movement(0, "b0", True), unit=u, how="assault", named=named, move=to(u, (10.0, 16.0)))
    assert shown[near] == []
    assert shown[far] == ["movement.assault-move"]
    assert units_in_contact(field.game, u) == [near]


@rule("xenocide.movement.assault-move")
@rule("xenocide.movement.suppressed-no-assault")
def test_an_assault_needs_an_enemy_in_reach_and_steady_nerves():
    field = Battlefield()
    u = field.line(0, "medium-infantry", [(10, 10)], order="assault")
    far = field.line(1, "medium-infantry", [(10, 25)])
    assert rules(mode_refusals(field.game, u, "assault")) == ["movement.assault-move"]
    field.game.models.set(f"{far}m0", y=20.0)
    assert rules(mode_refusals(field.game, u, "assault")) == []
    field.game.units.set(u, marks=1)
    assert rules(mode_refusals(field.game, u, "assault")) == ["movement.suppressed-no-assault"]


@rule("xenocide.command.use-suppressed-move")
@pytest.mark.parametrize("pays", [True, False])
def test_a_command_point_is_offered_and_can_be_kept(pays):
    field = Battlefield()
    field.line(1, "medium-infantry", [(10, 40)])
    u = field.line(0, "medium-tank", [(10, 10)], order="move-and-fire", marks=1)
    seen = []

    def said(ask):
        seen.append((tuple(ask.among()), ask.default))
        return pays

    field.play(Moving(0, u), free=said, how="stay")
    assert seen == [((False, True), False)]
    assert (field.game.sides[0].points, field.unit(u).freed) == ((2, True) if pays else (3, False))


# ---- the ground ------------------------------------------------------------------------------------------------------


@rule("xenocide.ground.road-bonus")
@pytest.mark.parametrize(("on_road", "bonus"), [(4.0, 2.0), (3.9, 0.0)])
def test_half_of_the_move_on_a_road_is_enough(on_road, bonus):
    field = Battlefield(("road", 8, 10, 4, on_road))
    u = field.line(0, "medium-tank", [(10, 10)])
    kind, base = field.game.kinds["medium-tank"], circle(field.game, f"{u}m0")
    assert road_bonus(field.game, kind, 8.0, base, [(10.0, 19.0)]) == bonus


@rule("xenocide.ground.difficult-two-inches")
def test_two_inches_into_the_first_feature_but_not_out_of_it():
    field = Battlefield(("forest", 5, 15, 20, 1.5), ("forest", 5, 20, 20, 5))
    u = field.line(0, "medium-tank", [(10, 10)])
    far = lambda left, *path: floor(field.game, f"{u}m0", path, left)  # noqa: E731
    assert far(4.0, (10.0, 18.0)) == 6.5  # through the narrow wood, not out of it
    assert far(5.0, (10.0, 18.0)) == 0.0  # it gets there by itself
    assert far(4.0, (10.0, 15.5)) == 5.5  # no farther than it wanted
    assert far(4.0, (10.0, 12.0), (10.0, 18.0)) == 6.5  # around a corner, too
    assert far(4.0, (13.0, 10.0), (13.0, 12.0)) == 0.0  # it meets none
    wide = Battlefield(("forest", 5, 15, 20, 9))
    tank = wide.line(0, "medium-tank", [(10, 10)])
    assert floor(wide.game, f"{tank}m0", [(10.0, 18.0)], 4.0) == 7.0
    assert floor(wide.game, f"{tank}m0", [(10.0, 15.5), (10.0, 18.0)], 4.0) == 7.0  # also round a corner inside
    assert floor(wide.game, f"{tank}m0", [(10.0, 15.5), (10.0, 12.0)], 4.0) == 6.0  # and out again


@rule("xenocide.ground.intrinsic-danger")
def test_low_skimmers_float_over_what_is_dangerous_to_others():
    field = Battlefield(("minefield", 5, 15, 20, 4))
    bike, foot = field.line(0, "jetbike", [(10, 10)]), field.line(0, "medium-infantry", [(14, 10)])
    ways = {f"{bike}m0": [(10.0, 22.0)], f"{foot}m0": [(14.0, 16.0)]}
    assert models_in_danger(field.game, bike, ways) == [f"{foot}m0"]


@rule("xenocide.ground.terrain-attack")
def test_who_is_in_danger_twice_is_attacked_twice_if_it_lives():
    field = Battlefield()
    u = field.line(0, "medium-infantry", [(10, 10), (12, 10)])
    twice = [f"{u}m0", f"{u}m0", f"{u}m1"]
    field.roll(1, 1, 1).run(attack_by_terrain(field.game, u, twice, "ground.intrinsic-danger"))
    assert field.size(u) == 2
    field.roll(6, 6).run(attack_by_terrain(field.game, u, twice, "ground.intrinsic-danger"))
    assert field.size(u) == 0


@rule("xenocide.flight.skimmer-ends-in-feature")
def test_who_lands_in_a_minefield_is_in_danger_on_four_and_more():
    for face, more in ((3, ()), (4, (6,))):
        field = Battlefield(("minefield", 5, 15, 20, 8))
        u = field.line(0, "light-dropship", [(10, 10)], high=True, order="move-and-fire")
        field.roll(face, *more).run(perform(field.game, u, Manner("land"), to(u, (10.0, 19.0))))
        assert field.size(u) == (0 if more else 1)
    field = Battlefield(("minefield", 5, 15, 20, 8))
    u = field.line(0, "light-dropship", [(10, 10)], high=True)
    field.run(float_down(field.game, u, {f"{u}m0": [(10.0, 30.0)]}))
    assert "settle" not in field.asked
