"""Movement, terrain and special movement (chapters "movement", "ground" and "flight")."""

import pytest

from games.xenocide.battlefield import Battlefield, refused, rules, step
from xenotable.engine import Moved, is_legal
from xenotable.games.xenocide.content import Terrain, terrains
from xenotable.games.xenocide.rules.flight.special_moves import land, settled_skimmers, teleports, way_refusals
from xenotable.games.xenocide.rules.ground.classes import DANGEROUS, DIFFICULT, IMPASSABLE, OPEN, thumb
from xenotable.games.xenocide.rules.ground.paths import (
    add_loss,
    attack_by_terrain,
    features_passed,
    floor,
    loss,
    models_in_danger,
    roll_difficult_ground,
    trials,
)
from xenotable.games.xenocide.rules.ground.terrain import rank
from xenotable.games.xenocide.rules.movement.allowances import allowance
from xenotable.games.xenocide.rules.movement.legality import move_refusals
from xenotable.games.xenocide.rules.movement.moving import begin_assault, perform, settle, shorten_ways
from xenotable.games.xenocide.rules.movement.phases import mode_refusals
from xenotable.games.xenocide.rules.movement.proposals import charge, march, toward
from xenotable.games.xenocide.rules.play.measuring import circle, units_in_contact
from xenotable.games.xenocide.rules.saves.cover import cover_in
from xenotable.games.xenocide.rules.sight.line_of_sight import model_sees
from xenotable.games.xenocide.scenes import Manner, Movement

rule = pytest.mark.rule


@rule("xenocide.movement.model-path")
@rule("xenocide.movement.allowance")
def test_the_length_of_the_path_counts():
    field = Battlefield()
    u = field.line(0, "medium-tank", [(10, 10)])
    m = f"{u}m0"
    assert refused(field, u, Moved({m: ((15, 10), (15, 13))})) == []
    assert refused(field, u, Moved({m: ((15, 10), (15, 13.1))})) == ["movement.model-path"]


@rule("xenocide.turn.assault-order-infantry-move")
def test_infantry_on_assault_orders():
    field = Battlefield()
    foot, fast = field.line(0, "medium-infantry", [(10, 10)]), field.line(0, "skitterling", [(30, 10)])
    field.game.units.set(foot, order="assault")
    field.game.units.set(fast, order="assault")
    assert allowance(field.game, f"{foot}m0", Manner()) == 8
    assert allowance(field.game, f"{fast}m0", Manner()) == 16
    field.game.units.set(foot, order="move-and-fire")
    assert allowance(field.game, f"{foot}m0", Manner()) == 4


@rule("xenocide.movement.stay-on-table")
def test_nobody_leaves_the_table():
    field = Battlefield()
    u = field.line(0, "medium-tank", [(10, 2)])
    assert refused(field, u, step(field, u, 0, -2)) == ["movement.stay-on-table"]


@rule("xenocide.movement.zone-of-control")
@rule("xenocide.movement.zoc-none-for")
def test_zones_of_control():
    field = Battlefield()
    u = field.line(0, "jetbike", [(10, 10)])
    foe = field.line(1, "medium-infantry", [(15, 14.5)])
    past = Moved({f"{u}m0": ((20, 10),)})
    assert refused(field, u, past) == ["movement.zone-of-control"]
    field.game.models.set(f"{foe}m0", y=15.0)
    assert refused(field, u, past) == []
    field.game.models.set(f"{foe}m0", y=12.0)
    field.game.units.set(foe, burrowed=True)
    assert refused(field, u, past) == []


@rule("xenocide.movement.coherency-end")
@rule("xenocide.army.coherency-area")
def test_every_pair_within_eight_inches():
    from xenotable.engine import Placed
    from xenotable.games.xenocide.rules.setup.deployment import deploy_refusals

    field = Battlefield()
    u = field.line(0, "jetbike", [(10, 10), (12, 10)])
    assert refused(field, u, Moved({f"{u}m0": ((3, 10),)})) == []
    assert refused(field, u, Moved({f"{u}m0": ((2.8, 10),)})) == ["movement.coherency-end"]
    new = field.put(0, "medium-tank", (30, 3), 3, on=False)
    wide = Placed({f"{new}m0": (20.0, 3.0), f"{new}m1": (26.0, 3.0), f"{new}m2": (32.0, 3.0)})
    assert rules(deploy_refusals(field.game, new, wide)) == ["army.coherency-area"]


@rule("xenocide.movement.coherency-broken")
def test_a_torn_unit_must_close_up():
    field = Battlefield()
    u = field.line(0, "medium-infantry", [(10, 10), (12, 10), (30, 10)])
    assert refused(field, u, Moved({f"{u}m2": ((27, 10),)})) == []
    assert refused(field, u, Moved({f"{u}m2": ((32, 10),)})) == ["movement.coherency-end"]


@rule("xenocide.play.no-overlap")
def test_bases_do_not_overlap_at_the_end():
    field = Battlefield()
    u, friend = field.line(0, "medium-tank", [(10, 10), (12, 10)]), field.line(0, "medium-tank", [(10, 14)])
    assert refused(field, u, Moved({f"{u}m0": ((10, 13.5),)})) == ["play.no-overlap"]
    assert refused(field, u, Moved({f"{u}m0": ((10, 17),)})) == []  # through a friend
    assert refused(field, u, Moved({f"{u}m0": ((11, 10),)})) == ["play.no-overlap"]
    assert friend


@rule("xenocide.movement.assault-declare")
@rule("xenocide.movement.assault-move")
def test_assaults_are_declared_and_bring_everybody_in():
    field = Battlefield()
    u = field.line(0, "jetbike", [(10, 10), (12, 10)])
    foe, other = field.line(1, "medium-infantry", [(10, 20)]), field.line(1, "medium-infantry", [(20, 22)])
    named = Manner("walk", (foe,))
    assert refused(field, u, step(field, u, 0, 6), named) == []
    assert refused(field, u, Moved({f"{u}m0": ((10, 16),)}), named) == ["movement.assault-move"]
    assert "movement.assault-declare" in refused(field, u, step(field, u, 0, 2), named)
    assert "movement.assault-declare" in refused(field, u, step(field, u, 0, 6), Manner("walk", (foe, other)))
    moved = charge(field.game, u, named)
    assert len(moved.paths) == 2


@rule("xenocide.movement.guarded-edge")
def test_guarded_edges_stop_attackers():
    field = Battlefield(("ruins", 8, 14, 12, 8))
    u = field.line(0, "medium-infantry", [(14, 10)])
    foe = field.line(1, "medium-infantry", [(14, 16)])
    field.game.units.set(u, order="assault")
    assert refused(field, u, step(field, u, 0, 4.5), Manner("walk", (foe,))) == ["movement.guarded-edge"]
    assert refused(field, u, step(field, u, 0, 3), Manner("walk", (foe,))) == []
    field.game.models.set(f"{foe}m0", y=19.0)
    assert refused(field, u, step(field, u, 0, 5.5), Manner("walk", (foe,))) == []


@rule("xenocide.movement.suppressed-move")
def test_suppressed_units_do_not_come_nearer():
    field = Battlefield(("forest", 5, 22, 20, 12))
    u = field.line(0, "medium-infantry", [(10, 20)], marks=1)
    foe = field.line(1, "medium-infantry", [(10, 36)])
    assert refused(field, u, step(field, u, 0, 1)) == ["movement.suppressed-move"]
    assert refused(field, u, step(field, u, 0, -4)) == []
    assert refused(field, u, step(field, u, 0, 2.5)) == []  # 12.5 in away, in the forest
    assert refused(field, u, step(field, u, 0, 4)) == ["movement.suppressed-move"]  # 11 in away
    field.game.units.set(u, freed=True)
    assert refused(field, u, step(field, u, 0, 4)) == []
    assert foe


@rule("xenocide.movement.suppressed-move")
def test_every_model_of_a_suppressed_unit_keeps_its_distance_or_all_are_in_cover():
    field = Battlefield(("forest", 8, 22, 4, 12))
    u = field.line(0, "medium-infantry", [(10, 20), (13, 20)], marks=1)
    field.line(1, "medium-infantry", [(10, 38)])
    one = Moved({f"{u}m0": ((10, 22.5),)})
    assert refused(field, u, one) == ["movement.suppressed-move"]  # the other one stands in the open
    both = Moved({f"{u}m0": ((10, 22.5),), f"{u}m1": ((11.5, 22.5),)})
    assert refused(field, u, both) == []
    behind = Moved({f"{u}m1": ((13, 17),)})
    assert refused(field, u, behind) == []
    rear = field.line(0, "medium-infantry", [(40, 26), (40, 20)], marks=1)
    field.line(1, "medium-infantry", [(40, 44)])
    nearer = Moved({f"{rear}m1": ((42, 22),)})  # still farther away than its mate, which is the nearest of the unit
    assert refused(field, rear, nearer) == ["movement.suppressed-move"]


@rule("xenocide.movement.suppressed-no-assault")
@rule("xenocide.command.use-suppressed-move")
def test_a_command_point_frees_a_suppressed_unit():
    field = Battlefield()
    u = field.line(0, "jetbike", [(10, 10)], marks=1, order="assault")
    field.line(1, "medium-infantry", [(10, 20)])
    assert rules(mode_refusals(field.game, u, "assault")) == ["movement.suppressed-no-assault"]
    field.play(Movement(0, "b0", True), unit=u, free=True, how="assault", named=("r0u0",), move=lambda a: charge(
        field.game, u, Manner("walk", ("r0u0",))))  # fmt: skip
    assert field.game.sides[0].points == 2
    assert units_in_contact(field.game, u) == ["r0u0"]


@rule("xenocide.movement.move-zero")
def test_move_zero_never_moves():
    field = Battlefield()
    u = field.put(0, "siege-emplacement", (10, 10), 2, order="move-and-fire")
    assert allowance(field.game, f"{u}m0", Manner()) == 0
    assert field.play(Movement(0, "b0", False)) == []


@rule("xenocide.movement.dug-in-lost")
@rule("xenocide.overwatch.lost")
def test_who_moves_is_no_longer_dug_in_or_watching():
    field = Battlefield()
    u = field.line(0, "medium-infantry", [(10, 10)], dug=True, watch=True)
    settle(field.game, u, {f"{u}m0": [(11.0, 10.0)]})
    assert (field.unit(u).dug, field.unit(u).watch, field.at(f"{u}m0")) == (False, False, (11.0, 10.0))


@rule("xenocide.turn.order-move-and-fire")
@rule("xenocide.turn.order-fire-and-move")
@rule("xenocide.movement.action")
def test_orders_say_when_a_unit_moves():
    field = Battlefield()
    a = field.line(0, "medium-tank", [(10, 10)], order="move-and-fire")
    b = field.line(0, "medium-tank", [(20, 10)], order="fire-and-move")
    field.play(Movement(0, "b0", False), unit=a, how="move", move=lambda _: step(field, a, 0, 8))
    assert field.at(f"{a}m0") == (10, 18)
    assert field.play(Movement(0, "b0", False)) == []
    assert "moves" in field.told()
    assert field.play(Movement(0, "b0", True), unit=b, how="stay") != []
    assert field.play(Movement(0, "b0", True)) == []


def test_toward_moves_the_whole_unit_round_obstacles():
    field = Battlefield(("solid-wall", 8, 14, 14, 1))
    u = field.put(0, "jetbike", (12, 10), 5)
    moved = toward(field.game, u, Manner(), f"{u}m0", (12.0, 22.0))
    assert len(moved.paths) == 5
    assert is_legal(move_refusals(field.game, u, Manner(), moved))
    assert any(len(p) > 1 for p in moved.paths.values())
    assert march(field.game, u, Manner(), (0.0, 0.0)) == Moved()


# ---- ground ----------------------------------------------------------------------------------------------------------


@rule("xenocide.ground.classes")
@rule("xenocide.flight.skimmer-low-terrain")
@rule("xenocide.flight.skimmer-cover-terrain")
@rule("xenocide.flight.skimmer-cliffs")
@rule("xenocide.flight.amphibious")
@rule("xenocide.stats.type-combination")
@pytest.mark.parametrize(
    ("terrain", "ranks"),
    [
        ("low-wall", (OPEN, OPEN, DANGEROUS, DIFFICULT, OPEN)),
        ("brush", (OPEN, OPEN, DIFFICULT, OPEN, OPEN)),
        ("forest", (OPEN, OPEN, DANGEROUS, DIFFICULT, DIFFICULT)),
        ("trench", (OPEN, OPEN, DANGEROUS, DIFFICULT, OPEN)),
        ("ruins", (OPEN, OPEN, DANGEROUS, DIFFICULT, DIFFICULT)),
        ("cliff", (DIFFICULT, DIFFICULT, IMPASSABLE, IMPASSABLE, IMPASSABLE)),
        ("mud", (DIFFICULT, DANGEROUS, DANGEROUS, DIFFICULT, OPEN)),
        ("deep-water", (DANGEROUS, IMPASSABLE, IMPASSABLE, IMPASSABLE, OPEN)),
        ("solid-wall", (IMPASSABLE,) * 5),
        ("smoke", (OPEN,) * 5),
        ("lava", (DIFFICULT,) * 4 + (OPEN,)),
    ],
)
def test_the_terrain_table(terrain, ranks):
    t = terrains()[terrain]
    assert tuple(rank(t, c)[0] for c in ("infantry", "walker", "wheeled", "tracked", "skimmer")) == ranks
    assert rank(terrains()["forest"], "infantry+skimmer") == (OPEN, "infantry")
    assert rank(terrains()["deep-water"], "walker+amphibious")[0] == OPEN
    assert rank(terrains()["cliff"], "skimmer")[0] == IMPASSABLE
    assert [rank(terrains()[x], "skimmer")[0] for x in ("mud", "forest")] == [OPEN, DIFFICULT]


@rule("xenocide.ground.difficult-roll")
@rule("xenocide.ground.difficult-several")
@rule("xenocide.ground.row-forest")
def test_difficult_ground_costs_a_quarter_or_half():
    assert (loss(8.0, True), loss(8.0, False)) == (2, 4)
    assert add_loss(2.0, 4.0) == 6.0
    field = Battlefield(("forest", 5, 12, 20, 1), ("forest", 5, 15, 20, 1))
    u = field.line(0, "medium-tank", [(10, 10)])
    ways = {f"{u}m0": [(10.0, 18.0)]}
    assert field.roll(3, 6).run(roll_difficult_ground(field.game, u, trials(field.game, u, ways), {f"{u}m0": 8.0})) == {
        f"{u}m0": 6.0
    }


@rule("xenocide.ground.difficult-commit")
@rule("xenocide.ground.difficult-two-inches")
def test_a_model_that_cannot_reach_the_feature_still_gets_two_inches_into_it():
    field = Battlefield(("forest", 5, 15.5, 20, 9))
    u = field.line(0, "medium-tank", [(10, 10)], order="move-and-fire")
    assert floor(field.game, f"{u}m0", [(10.0, 18.0)], 4.0) == 7.5
    assert floor(field.game, f"{u}m0", [(10.0, 18.0)], 5.5) == 0.0  # it gets there by itself
    cut = shorten_ways(field.game, u, Manner(), {f"{u}m0": [(10.0, 18.0)]}, {f"{u}m0": 4.0})
    assert cut[f"{u}m0"][-1] == (10.0, 17.5)
    field.roll(6).play(Movement(0, "b0", False), unit=u, how="move", move=lambda _: step(field, u, 0, 8))
    assert field.at(f"{u}m0") == (10.0, 17.5)
    near = field.line(0, "medium-tank", [(20, 11.5)], order="move-and-fire")  # the forest begins 4 in ahead
    field.roll(6).play(Movement(0, "b0", False), unit=near, how="move", move=lambda _: step(field, near, 0, 8))
    assert field.at(f"{near}m0") == (20.0, 15.5)


@rule("xenocide.ground.dangerous")
@rule("xenocide.ground.terrain-attack")
@rule("xenocide.ground.terrain-attack-no-test")
@rule("xenocide.ground.row-craters")
def test_dangerous_ground_attacks_on_four_and_more():
    field = Battlefield(("crater", 5, 12, 30, 4))
    u = field.line(0, "scout-car", [(10, 10), (12, 10), (14, 10), (16, 10)])
    ways = {m: [(field.at(m)[0], 18.0)] for m in field.unit(u).models}
    paces = dict.fromkeys(ways, 16.0)
    field.roll(4, 4, 5, 3, 2).run(
        roll_difficult_ground(field.game, u, trials(field.game, u, ways), paces)
    )  # CAD 4: two die
    assert field.size(u) == 2
    heavy = field.line(0, "heavy-tank", [(40, 10), (44, 10)])
    field.roll(6, 5).run(attack_by_terrain(field.game, heavy, field.unit(heavy).models, "ground.dangerous"))
    assert field.size(heavy) == 1
    assert not field.game.fire


@rule("xenocide.ground.intrinsic-danger")
@rule("xenocide.flight.skimmer-ends-in-feature")
@rule("xenocide.ground.row-special-craters")
def test_minefields():
    field = Battlefield(("minefield", 5, 12, 30, 4))
    foot = field.line(0, "medium-infantry", [(10, 11)])
    bikes = field.line(0, "jetbike", [(20, 10), (22, 10)])
    over = {m: [(field.at(m)[0], 20.0)] for m in field.unit(bikes).models}
    into = {m: [(field.at(m)[0], 14.0)] for m in field.unit(bikes).models}
    assert models_in_danger(field.game, foot, {f"{foot}m0": [(10.0, 14.0)]}) == [f"{foot}m0"]
    assert models_in_danger(field.game, bikes, over) == []
    assert settled_skimmers(field.game, bikes, over) == []
    assert settled_skimmers(field.game, bikes, into) == list(into)
    assert trials(field.game, foot, {f"{foot}m0": [(10.0, 14.0)]}) == {}
    field.roll(3).run(perform(field.game, bikes, Manner(), Moved({m: tuple(w) for m, w in into.items()})))
    assert field.size(bikes) == 2


@rule("xenocide.ground.impassable")
@rule("xenocide.flight.skimmer-no-end-impassable")
@rule("xenocide.buildings.footprint")
def test_impassable_ground():
    field = Battlefield(("plasma-crater", 8, 12, 4, 4), buildings=(("apartment-block", 20, 12), ("pillbox", 30, 12)))
    tank, bike = field.line(0, "medium-tank", [(10, 9)]), field.line(0, "jetbike", [(10, 6)])
    assert refused(field, tank, step(field, tank, 0, 5)) == ["ground.impassable"]
    assert refused(field, bike, step(field, bike, 0, 8)) == ["ground.impassable"]
    assert refused(field, bike, step(field, bike, 0, 14)) == []
    field.game.models.set(f"{bike}m0", x=22.0)
    assert refused(field, bike, step(field, bike, 0, 14)) == ["ground.impassable"]
    field.game.models.set(f"{bike}m0", x=31.5)
    assert refused(field, bike, step(field, bike, 0, 14)) == []


@rule("xenocide.ground.row-cliffs")
def test_cliffs_are_rolled_for_at_their_edge():
    field = Battlefield(("cliff", 5, 12, 20, 20))
    up = field.line(0, "medium-infantry", [(10, 11)])
    on_top = field.line(0, "medium-infantry", [(10, 20)])
    assert list(trials(field.game, up, {f"{up}m0": [(10.0, 14.0)]})) == [(0, "infantry")]
    assert trials(field.game, on_top, {f"{on_top}m0": [(12.0, 20.0)]}) == {}


@rule("xenocide.ground.row-road")
def test_roads_hinder_nobody_and_hide_nobody():
    field = Battlefield(("road", 5, 12, 20, 2))
    u, foe = field.line(0, "scout-car", [(10, 10)]), field.line(1, "medium-tank", [(10, 20)])
    assert trials(field.game, u, {f"{u}m0": [(10.0, 15.0)]}) == {}
    assert model_sees(field.game, f"{u}m0", f"{foe}m0")
    assert cover_in(field.game, 10.0, 13.0) == 0


@rule("xenocide.ground.row-smoke")
def test_smoke_hides_but_neither_shelters_nor_slows():
    field = Battlefield(("smoke", 0, 12, 40, 6))
    u, foe = field.line(0, "scout-car", [(10, 10)]), field.line(1, "medium-tank", [(10, 20)])
    assert trials(field.game, u, {f"{u}m0": [(10.0, 15.0)]}) == {}
    assert not model_sees(field.game, f"{u}m0", f"{foe}m0")
    assert cover_in(field.game, 10.0, 13.0) == 0


@rule("xenocide.ground.row-solid-wall")
def test_a_solid_wall_is_jumped_but_not_walked_through():
    field = Battlefield(("solid-wall", 0, 12, 40, 0.5))
    foe = field.line(1, "medium-tank", [(10, 24)])
    walker, jumper = field.line(0, "medium-infantry", [(10, 11)]), field.line(0, "grav-assault-infantry", [(20, 11)])
    assert not model_sees(field.game, f"{walker}m0", f"{foe}m0")
    assert refused(field, walker, step(field, walker, 0, 3)) == ["ground.impassable"]
    assert refused(field, jumper, step(field, jumper, 0, 3), Manner("jump")) == []


@rule("xenocide.ground.cover-rule-of-thumb")
def test_rule_of_thumb():
    hedge = Terrain("hedge", "Hedge", False, False, 1.0, "soft")  # without a row in the table
    assert [rank(hedge, mover)[0] for mover in ("wheeled", "tracked", "infantry")] == [DIFFICULT, OPEN, OPEN]
    assert [thumb("soft", False, c) for c in ("wheeled", "tracked")] == ["difficult", "open"]
    assert thumb("hard", False, "wheeled") == "dangerous"
    assert [thumb("none", True, c) for c in ("wheeled", "walker", "tracked", "infantry")] == [
        "dangerous", "dangerous", "difficult", "difficult",
    ]  # fmt: skip


@rule("xenocide.ground.road-bonus")
def test_roads():
    for kind, along, far in (("scout-car", 8, 24), ("scout-car", 7, 16), ("apc", 6, 15)):
        field = Battlefield(("road", 10, 9, along, 2))
        u = field.line(0, kind, [(10, 10)])
        path = [(10.0 + along, 10.0), (10.0 + along, 14.0)]
        assert allowance(field.game, f"{u}m0", Manner(), path) == far


@rule("xenocide.flight.skimmer-road")
def test_skimmers_gain_nothing_on_roads():
    field = Battlefield(("road", 0, 9, 72, 2))
    bike = field.line(0, "jetbike", [(10, 10)])
    assert allowance(field.game, f"{bike}m0", Manner(), [(30.0, 10.0)]) == 20


def test_roads_bridge_what_they_cross():
    field = Battlefield(("deep-water", 0, 20, 72, 4), ("road", 10, 18, 4, 8))
    u = field.line(0, "medium-infantry", [(12, 19)])
    assert features_passed(field.game.field, "infantry", circle(field.game, f"{u}m0"), [(12.0, 25.0)]) == []
    assert features_passed(field.game.field, "infantry", circle(field.game, f"{u}m0"), [(20.0, 25.0)]) == [0]


# ---- special movement ------------------------------------------------------------------------------------------------


@rule("xenocide.flight.jump")
@rule("xenocide.flight.jump-landing")
def test_jumps():
    field = Battlefield(("solid-wall", 5, 14, 20, 1), ("minefield", 5, 18, 20, 6))
    u = field.line(0, "leaper", [(10, 10), (12, 10)])
    jump = Manner("jump")
    assert refused(field, u, step(field, u, 0, 16), jump) == []
    assert set(refused(field, u, step(field, u, 0, 4.5), jump)) == {"ground.impassable"}
    bent = Moved({f"{u}m0": ((10.0, 12.0), (12.0, 16.0))})
    assert "flight.jump" in refused(field, u, bent, jump)
    assert rules(way_refusals(field.game, field.put(0, "medium-tank", (40, 10)), "jump")) == ["flight.jump"]
    ends = {m: (field.at(m)[0], 20.0) for m in field.unit(u).models}
    field.roll(4, 3).run(land(field.game, u, ends))
    assert field.size(u) == 1


@rule("xenocide.movement.zone-of-control")
def test_jumpers_respect_zones_of_control():
    field = Battlefield()
    u, foe = field.line(0, "leaper", [(10, 10)]), field.line(1, "medium-infantry", [(13.5, 18)])
    assert refused(field, u, step(field, u, 0, 15), Manner("jump")) == ["movement.zone-of-control"]
    field.game.models.set(f"{foe}m0", x=15.0)
    assert refused(field, u, step(field, u, 0, 15), Manner("jump")) == []


@rule("xenocide.flight.teleport")
@rule("xenocide.flight.teleport-test")
@rule("xenocide.flight.teleport-recon")
def test_teleports():
    field = Battlefield(("solid-wall", 0, 14, 72, 1))
    u = field.line(0, "blink-guard", [(10, 10), (12, 10)])
    way = Manner("teleport")
    assert refused(field, u, step(field, u, 0, 12), way) == []
    assert refused(field, u, step(field, u, 0, 12.5), way) == ["movement.model-path", "movement.model-path"]
    seen = {m: (field.at(m)[0], 12.0) for m in field.unit(u).models}
    hidden = {m: (field.at(m)[0], 20.0) for m in field.unit(u).models}
    assert field.run(teleports(field.game, u, seen))
    assert field.roll(4).run(teleports(field.game, u, hidden))
    assert not field.roll(5).run(teleports(field.game, u, hidden))
    field.line(0, "veil-scout", [(20, 20)])
    assert field.run(teleports(field.game, u, hidden))
    assert rules(way_refusals(field.game, field.put(0, "medium-tank", (40, 10)), "teleport")) == ["flight.teleport"]


@rule("xenocide.overwatch.lost")
@rule("xenocide.movement.dug-in-lost")
def test_who_goes_below_where_it_is_has_moved():
    field = Battlefield()
    u = field.line(0, "delver", [(10, 10), (12, 10)], order="move-and-fire", watch=True, dug=True)
    field.play(Movement(0, "b0", False), unit=u, how="dive", move=Moved())
    row = field.unit(u)
    assert (row.burrowed, row.watch, row.dug) == (True, False, False)


@rule("xenocide.flight.burrow-down")
@rule("xenocide.flight.burrow-move")
@rule("xenocide.flight.burrow-up")
def test_burrowing():
    field = Battlefield(("deep-water", 5, 20, 20, 4), ("road", 30, 8, 10, 4))
    u = field.line(0, "delver", [(10, 10), (12, 10)], order="move-and-fire")
    foe = field.line(1, "medium-infantry", [(11, 16)])
    m = f"{u}m0"
    assert [allowance(field.game, m, Manner(x)) for x in ("dive", "tunnel", "surface")] == [8, 12, 8]
    field.play(Movement(0, "b0", False), unit=u, how="dive", move=Moved())
    assert field.unit(u).burrowed
    assert rules(way_refusals(field.game, u, "walk")) == ["flight.burrow-move"]
    assert refused(field, u, step(field, u, 0, 8), Manner("tunnel")) == []  # below the enemy's zone of control
    from xenotable.games.xenocide.rules.movement.moving import whole_refusals

    under = step(field, u, 0, 11)
    assert "flight.burrow-move" in rules(whole_refusals(field.game, u, Manner("tunnel"), under))
    field.game.units.set(u, acted=False, moved=False)
    field.play(Movement(0, "b0", False), unit=u, how="surface", move=step(field, u, 8, 0))
    assert not field.unit(u).burrowed
    on_road = field.line(0, "delver", [(32, 10)])
    assert rules(way_refusals(field.game, on_road, "dive")) == ["flight.burrow-down"]
    below = field.line(0, "delver", [(35, 20)], burrowed=True)
    field.game.models.set(f"{below}m0", x=31.0, y=14.0)
    assert "flight.burrow-up" in rules(whole_refusals(field.game, below, Manner("surface"), step(field, below, 1, -4)))
    assert foe


@rule("xenocide.movement.firing-order-assault")
@rule("xenocide.assault.disadvantage-firing-duration")
def test_how_an_assault_was_started():
    from xenotable.games.xenocide.rules.assault.dice import is_disadvantaged

    field = Battlefield()
    u, foe = field.line(0, "jetbike", [(10, 10)], order="move-and-fire"), field.line(1, "medium-infantry", [(10, 14)])
    begin_assault(field.game, u)
    assert is_disadvantaged(field.game, u)
    assert not is_disadvantaged(field.game, foe)
    field.game.units.set(u, order="assault")
    begin_assault(field.game, u)
    assert not is_disadvantaged(field.game, u)


@rule("xenocide.movement.action")
@rule("xenocide.movement.assault-declare")
@rule("xenocide.movement.assault-move")
def test_every_unit_and_every_enemy_stands_in_the_ask_open_or_closed():
    field = Battlefield()
    u = field.put(0, "jetbike", (20, 10), 2, order="assault")
    gun = field.put(0, "siege-emplacement", (40, 6), 2, order="assault")
    late = field.put(0, "medium-infantry", (50, 6), 2, order="move-and-fire")
    foe = field.put(1, "medium-infantry", (20, 24), 2)
    far = field.put(1, "medium-infantry", (66, 44), 2)
    units, foes = {}, {}

    def who(ask):
        units.update({x: rules(ask.why_not(x)) for x in ask.among()})
        return u

    def whom(ask):
        foes.update({t: rules(ask.why_not(t)) for t in ask.among()})
        return (foe,)

    field.play(Movement(0, "b0", True), unit=who, how="assault", named=whom,
               move=lambda ask: ask.candidates(1, lambda: 0.5)[0])  # fmt: skip
    assert units == {u: [], gun: ["movement.move-zero"], late: ["turn.orders-given"], None: []}
    assert foes == {foe: [], far: ["movement.assault-move"]}
