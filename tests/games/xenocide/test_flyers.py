"""Flyers and high models (chapter "flight")."""

import math

import pytest
from msgspec.structs import replace

from games.xenocide.battlefield import Battlefield, rules
from xenotable.engine import Moved
from xenotable.games.xenocide.content import weapons
from xenotable.games.xenocide.rules.army.models import kinds
from xenotable.games.xenocide.rules.buildings.walls import spread
from xenotable.games.xenocide.rules.flight.aiming import ahead
from xenotable.games.xenocide.rules.flight.flyers import (
    crossing_flyers,
    flies,
    flight_refusals,
    flights,
    fly,
    may_return,
    mode_refusals,
)
from xenotable.games.xenocide.rules.movement.zones import zones
from xenotable.games.xenocide.rules.play.measuring import circles, units_in_contact
from xenotable.games.xenocide.rules.play.positions import turns
from xenotable.games.xenocide.rules.scenarios.scoring import holders
from xenotable.games.xenocide.rules.setup.deployment import deployments
from xenotable.games.xenocide.rules.shooting.alternatives import dig_refusals
from xenotable.games.xenocide.rules.shooting.hits import effective
from xenotable.games.xenocide.rules.shooting.pools import pools_of, volleys_for
from xenotable.games.xenocide.rules.shooting.targeting import aim, target_refusals
from xenotable.games.xenocide.rules.sight.line_of_sight import model_sees, sight_shape
from xenotable.games.xenocide.rules.turn.sequence import order_refusals
from xenotable.games.xenocide.scenes import Bombing, DeployUnits, Manner, Movement, Suppression
from xenotable.games.xenocide.title import GAME

rule = pytest.mark.rule


def wing(kind="strike-flyer", points=((20, 10),), facing=90.0, **row):
    field = Battlefield()
    u = field.line(0, kind, points, high=True, **row)
    for m in field.unit(u).models:
        field.game.models.set(m, facing=facing)
    return field, u


def path(u, *points):
    return Moved({f"{u}m0": points})


@rule("xenocide.flight.flyer-minimum")
def test_flyers_keep_moving():
    field, u = wing()
    assert rules(flight_refusals(field.game, u, path(u, (20.0, 22.0)))) == []
    assert rules(flight_refusals(field.game, u, path(u, (20.0, 21.0)))) == ["flight.flyer-minimum"]
    assert rules(flight_refusals(field.game, u, path(u, (20.0, 35.0)))) == ["flight.flyer-minimum"]
    assert "flight.flyer-minimum" in rules(flight_refusals(field.game, u, Moved()))
    (refused,) = flight_refusals(field.game, u, path(u, (20.0, 21.0)))
    assert (refused.args["least"], refused.args["most"]) == (12, 24)
    assert rules(flight_refusals(field.game, u, path(u, (20.0, 34.0)))) == []


@rule("xenocide.play.facing")
@rule("xenocide.flight.flyer-turns")
def test_flyers_turn_little():
    field, u = wing()
    legal = path(u, (28.5, 18.5), (28.5, 27.0))  # 45 degrees at the start, 45 after twelve inches
    assert rules(flight_refusals(field.game, u, legal)) == []
    early = path(u, (20.0, 16.0), (24.0, 20.0), (24.0, 26.0))
    assert rules(flight_refusals(field.game, u, early)) == ["flight.flyer-turns"]
    assert rules(flight_refusals(field.game, u, path(u, (34.0, 10.0)))) == ["flight.flyer-turns"]
    assert rules(flight_refusals(field.game, u, path(u, (20.0, 14.0), (26.0, 20.0)))) == []  # one turn anywhere
    assert turns(90.0, (0.0, 0.0), [(0.0, 5.0)]) == []
    half = kinds()["strike-flyer"].move / 2
    for far, refused in ((half, []), (half - 0.5, ["flight.flyer-turns"])):  # the second turn comes after half the Move
        bend = (20.0 + far * 0.5, 10.0 + far * 0.75**0.5)  # 30 degrees at the start, and back again
        assert rules(flight_refusals(field.game, u, path(u, bend, (bend[0], bend[1] + half)))) == refused
    for degrees, refused in ((45, []), (48, ["flight.flyer-turns"])):
        end = (20.0 + half * math.sin(math.radians(degrees)), 10.0 + half * math.cos(math.radians(degrees)))
        assert rules(flight_refusals(field.game, u, path(u, end))) == refused
    late = path(u, (20.0, 14.0), (22.0, 18.0), (22.0, 30.0))  # two turns, none of them at the start
    (refused,) = flight_refusals(field.game, u, late)
    assert refused.args["h"] == half


@rule("xenocide.flight.flyer-turns")
def test_flyers_may_turn_at_the_very_end():
    field, u = wing(points=((20, 10),))
    m = f"{u}m0"
    bent = ((28.5, 18.5), (28.5, 27.0))  # two turns already
    for way, facing, refused in (
        (((20.0, 24.0),), 135.0, []),
        (((28.5, 18.5),), 90.0, []),  # 45 degrees at the start, and back at the end
        (((20.0, 24.0),), 140.0, ["flight.flyer-turns"]),
        (bent, 100.0, ["flight.flyer-turns"]),
        (bent, 90.0, []),
        (((20.0, 16.0), (24.0, 20.0), (26.0, 22.0)), 90.0, ["flight.flyer-turns"]),  # the first was not at the start
    ):
        assert rules(flight_refusals(field.game, u, Moved({m: way}, facing={m: facing}))) == refused
    field.run(fly(field.game, u), flight="fly", fly=Moved({m: ((20.0, 24.0),)}, facing={m: 135.0}))
    assert field.game.models[m].facing == 135.0
    field, u = wing(points=((20, 10),))
    field.run(fly(field.game, u), flight="fly", fly=Moved({m: ((20.0, 24.0), (20.0, 24.0))}))
    assert field.game.models[m].facing == pytest.approx(90.0)  # to stop twice at one place is no turn


@rule("xenocide.movement.stay-on-table")
@rule("xenocide.flight.flyer-minimum")
def test_all_of_a_wing_stay_on_the_table_or_crash():
    field, u = wing(points=((20, 30), (24, 30)))
    out = Moved({f"{u}m0": ((20.0, 46.0),), f"{u}m1": ((24.0, 48.5),)})
    refused = list(flight_refusals(field.game, u, out))
    assert [r.rule for r in refused] == ["movement.stay-on-table"]
    together = Moved({f"{u}m0": ((20.0, 44.0),), f"{u}m1": ((24.0, 44.0),)})
    assert rules(flight_refusals(field.game, u, together)) == []


@rule("xenocide.flight.flyer-minimum")
def test_who_flies_faces_where_it_flew_and_gives_up_its_watch():
    field, u = wing(points=((36, 14),), watch=True)
    way = path(u, (36.0, 26.0), (42.0, 32.0))
    seen = {}

    def on(ask):
        seen.update({how: rules(ask.why_not(how)) for how in ask.among()})
        return "fly"

    field.run(fly(field.game, u), flight=on, fly=way)
    assert seen == {"fly": [], "leave": ["flight.flyer-leave-table"]}
    row = field.unit(u)
    assert (row.moved, row.on, row.high, row.away, row.watch) == (True, True, True, 0, False)
    assert field.game.models[f"{u}m0"].facing == pytest.approx(45.0)
    assert field.at(f"{u}m0") == (42.0, 32.0)


@rule("xenocide.flight.flyer-arc")
@pytest.mark.parametrize(
    ("facing", "mark", "seen"),
    [
        (90.0, (0.0, 10.0), True),
        (90.0, (0.0, -10.0), False),
        (90.0, (10.0, 9.5), True),  # a little beside 45 degrees, but its base reaches in
        (90.0, (10.0, 8.0), False),
        (90.0, (-10.0, 9.5), True),
        (90.0, (-10.0, 8.0), False),
        (0.0, (10.0, 0.0), True),
        (0.0, (-10.0, 0.0), False),
        (350.0, (10.0, 7.0), True),  # beyond the full circle
        (350.0, (10.0, 9.0), False),
        (200.0, (-10.0, -3.6), True),
        (200.0, (-10.0, 6.0), False),
        (90.0, (0.3, -0.2), True),  # the flyer is above it
    ],
)
def test_what_lies_in_the_arc_of_a_flyer(facing, mark, seen):
    for x, y in ((0.0, 0.0), (30.0, 20.0)):
        assert ahead(x, y, facing, [(x + mark[0], y + mark[1], 0.5, 0.5)]) == seen
    far = (0.0, 0.0, 0.5, 0.5)
    assert not ahead(30.0, 30.0, 45.0, [far])
    assert ahead(30.0, 30.0, 45.0, [far, (40.0, 40.0, 0.5, 0.5)])  # one of several is enough


@rule("xenocide.flight.flyer-leave-table")
@pytest.mark.parametrize(
    ("row", "turn", "comes"),
    [
        ({"on": False, "away": -2}, 1, True),  # it waited there from the start
        ({"on": False, "away": 2}, 3, False),
        ({"on": False, "away": 2}, 4, True),
        ({"on": True, "away": 0}, 4, False),
        ({"on": False, "away": 0}, 4, False),  # only attackers of an invasion enter
    ],
)
def test_when_a_flyer_comes_back(row, turn, comes):
    field, u = wing()
    field.game.units.set(u, **row)
    field.game.war.set("war", turn=turn)
    assert may_return(field.game, u) == comes


@rule("xenocide.flight.flyer-leave-table")
def test_attackers_of_an_invasion_come_like_their_army():
    field, u = wing()
    field.game.units.set(u, on=False)
    field.game.war.set("war", scenario="invasion", turn=1)
    assert may_return(field.game, u)
    field.game.units.set(u, on=True)
    assert not may_return(field.game, u)


@rule("xenocide.flight.flyer-leave-table")
@pytest.mark.parametrize(
    ("edge", "i", "spots"),
    [
        ("south", 24, [(24, 0), (26.125, 0)]),
        ("north", 24, [(24, 48), (26.125, 48)]),
        ("west", 24, [(0, 24), (0, 26.125)]),
        ("east", 40, [(72, 40), (72, 42.125)]),
    ],
)
def test_a_wing_comes_back_side_by_side_from_any_edge(edge, i, spots):
    field, u = wing("drift-ray", points=((20, 10), (24, 10)))
    field.game.units.set(u, on=False, away=2)
    wide = 2 * kinds()["drift-ray"].radius + 0.125
    offered, begins, facings = [], [], []

    def where(ask):
        offered.extend(ask.among())
        return (edge, i)

    def onward(ask):
        begins.extend(field.at(m) for m in field.unit(u).models)
        return ask.candidates(1, lambda: 0.0)[0]

    def turned(ask):
        facings.extend(ask.among())
        return ask.among()[1]

    field.run(fly(field.game, u), **{"return": where}, facing=turned, fly=onward)
    assert offered[0] is None
    assert {e for e, _ in offered[1:]} == {"south", "north", "west", "east"}
    assert max(n for e, n in offered[1:] if e == "west") == 40
    assert max(n for e, n in offered[1:] if e == "north") == 64
    assert min(n for _, n in offered[1:]) == 8
    along = 0 if edge in ("south", "north") else 1
    middle = sum(p[along] for p in begins) / 2
    assert middle == i
    assert begins[1][along] - begins[0][along] == pytest.approx(wide)
    assert begins[0][1 - along] == begins[1][1 - along] == spots[0][1 - along]
    inward = {"south": 90, "north": 270, "west": 0, "east": 180}[edge]
    assert facings == [(inward + turn) % 360 for turn in (0, 30, -30, 60, -60)]


@rule("xenocide.flight.flyer-leave-table", exercises=["movement.coherency-end"])
@pytest.mark.parametrize(
    ("edge", "behind"), [("south", (0, -1)), ("west", (-1, 0)), ("north", (0, 1)), ("east", (1, 0))]
)
def test_a_wing_too_wide_to_stay_together_comes_in_two_rows(edge, behind):
    field, u = wing(points=[(20 + 2 * k, 10) for k in range(7)])
    field.game.units.set(u, on=False, away=2)
    begins = []

    def onward(ask):
        begins.extend(field.at(m) for m in field.unit(u).models)
        return ask.candidates(1, lambda: 0.0)[0]

    field.run(fly(field.game, u), **{"return": (edge, 24)}, fly=onward)
    (x, y), (last_x, last_y) = begins[0], begins[6]
    assert (last_x - x, last_y - y) == (1.625 * behind[0], 1.625 * behind[1])
    assert field.unit(u).on
    assert spread(circles(field.game, u)) <= 8.01


@rule("xenocide.flight.flyer-leave-table", exercises=["movement.coherency-end"])
@pytest.mark.parametrize(("radius", "other"), [(0.91, 0.91), (0.91, 0.4), (0.625, 0.75)])
def test_in_two_rows_nobody_is_too_far_from_those_aslant(radius, other):
    field, u = wing(points=[(20 + 2 * k, 10) for k in range(7)])
    plain = field.game.kinds
    field.game.kinds = {
        **plain,
        "strike-flyer": replace(plain["strike-flyer"], radius=radius),
        "nova-dart": replace(plain["nova-dart"], radius=other),
    }
    field.game.models.set(f"{u}m0", kind="nova-dart")
    field.game.units.set(u, on=False, away=2)
    field.run(fly(field.game, u), **{"return": ("south", 24)}, fly=lambda ask: ask.candidates(1, lambda: 0.0)[0])
    assert field.unit(u).on
    assert spread(circles(field.game, u)) <= 8.01


@rule("xenocide.flight.flyer-leave-table")
def test_who_has_not_been_on_the_table_comes_from_its_own_edge_or_waits():
    field, u = wing()
    field.game.units.set(u, on=False, away=-2)
    offered = []

    def not_yet(ask):
        offered.extend(ask.among())

    assert field.run(fly(field.game, u), **{"return": not_yet}) == []
    assert {p[0] for p in offered if p} == {"south"}
    assert not field.unit(u).on
    assert "fly" not in field.asked


@rule("xenocide.flight.bombs")
def test_bombs_may_be_kept_and_reach_only_what_was_passed():
    field, u = wing("drift-ray", ((20, 10), (24, 10)), order="fire-and-move")
    foe, beside = field.line(1, "medium-infantry", [(20, 18)]), field.line(1, "medium-infantry", [(40, 18)])
    closed = {}

    def keep(ask):
        closed.update({t: rules(ask.why_not(t)) for t in ask.among()})

    assert field.play(Bombing(u, ((foe, (f"{u}m0",)),)), bomb=keep) == []
    assert closed == {foe: [], beside: ["flight.bombs"], None: []}
    field.game.units.set(foe, models=())
    assert field.play(Bombing(u, ((foe, (f"{u}m0",)),))) == []
    assert field.asked.count("bomb") == 1  # there is nobody left to bomb
    tank = field.line(0, "medium-tank", [(50, 10)])
    assert field.play(Bombing(tank, ((beside, (f"{tank}m0",)),))) == []  # it has no bombs
    assert field.asked.count("bomb") == 1


@rule("xenocide.flight.flyer-high")
@rule("xenocide.movement.zoc-none-for")
def test_high_models_neither_touch_nor_hold():
    field, u = wing()
    foe = field.line(1, "medium-infantry", [(20, 12)])
    assert units_in_contact(field.game, u) == []
    assert units_in_contact(field.game, foe) == []
    assert holders(field.game, 0) == []
    assert zones(field.game, foe, Manner()) == []
    assert zones(field.game, u, Manner())  # who stands on the ground has some
    assert flights(field.game, u, 3, lambda: 0.5)
    assert flies(field.game, u)
    assert not flies(field.game, foe)


@rule("xenocide.flight.high-line-of-sight")
def test_high_models_see_over_walls():
    field, u = wing()
    foe = field.line(1, "medium-infantry", [(20, 22)])
    field.game.field = Battlefield(("solid-wall", 10, 15, 20, 1)).game.field
    assert sight_shape(field.game, f"{u}m0")[3] == 12.0
    assert model_sees(field.game, f"{u}m0", f"{foe}m0")


@rule("xenocide.flight.high-range")
@rule("xenocide.stats.anti-air")
def test_altitude_adds_six_inches_but_not_for_anti_air():
    field, u = wing()
    tanks = field.line(1, "medium-tank", [(20, 41.5), (22, 41.5)])
    flak = field.line(1, "anti-aircraft-tank", [(20, 46)])
    cannon, quad = weapons()["tank-cannon"], weapons()["quad-flak"]
    assert rules(target_refusals(field.game, tanks, cannon, u)) == []  # 30 + 6
    field.game.models.set(f"{tanks}m0", y=43.0)
    field.game.models.set(f"{tanks}m1", y=43.0)
    assert rules(target_refusals(field.game, tanks, cannon, u)) == ["shooting.eligibility"]
    (v,) = volleys_for(field.game, flak, quad, u, aim(field.game, flak, quad, u))
    assert effective(v) == (3 + 1 - 1,)


@rule("xenocide.flight.flyer-arc")
def test_flyers_shoot_ahead():
    field, u = wing()
    ahead, behind = field.line(1, "medium-tank", [(24, 20)]), field.line(1, "medium-tank", [(20, 4)])
    gun = weapons()["strafing-cannon"]
    assert aim(field.game, u, gun, ahead).direct
    assert not aim(field.game, u, gun, behind).direct


@rule("xenocide.flight.high-no-cover")
def test_no_cover_up_there_and_only_cover_below_one_is_in():
    field, u = wing()
    field.game.field = Battlefield(("forest", 18, 8, 6, 6), ("low-wall", 15, 29, 10, 0.5)).game.field
    foe = field.line(1, "medium-tank", [(20, 30.5)])
    gun = weapons()["tank-cannon"]
    found = aim(field.game, foe, gun, u)
    assert [p.cover for p in pools_of(field.game, gun, u, found, (f"{foe}m0",))] == [0]
    strafe = weapons()["strafing-cannon"]
    assert [p.cover for p in pools_of(field.game, strafe, foe, aim(field.game, u, strafe, foe), (f"{u}m0",))] == [0]
    assert "flight.high-no-cover" in rules(dig_refusals(field.game, u))


@rule("xenocide.turn.flyers-no-assault")
def test_flyers_get_no_assault_orders():
    field, u = wing()
    assert rules(order_refusals(field.game, u, "assault")) == ["turn.flyers-no-assault"]
    assert rules(order_refusals(field.game, u, "fire-and-move")) == []


@rule("xenocide.flight.bombs")
@rule("xenocide.flight.bombs-resolution")
def test_bombs_fall_on_what_is_passed():
    field, u = wing("drift-ray", ((20, 10), (24, 10)), order="fire-and-move")
    foe = field.line(1, "medium-infantry", [(20, 18), (18, 18)])
    away = Moved({f"{u}m0": ((20.0, 30.0),), f"{u}m1": ((24.0, 30.0),)})
    assert crossing_flyers(field.game, u, away, foe) == [f"{u}m0"]
    # two dice at accuracy 3 - 1: one hit (2d3 capped at two models), one miss; armour 2
    field.roll(2, 6, 4, 4, 3, 3)
    field.play(Movement(0, "b0", True), flight="fly", fly=away, bomb=foe)
    assert field.size(foe) == 0
    assert field.at(f"{u}m0") == (20, 30)
    assert field.play(Movement(0, "b0", True)) == [Suppression((foe,))]


@rule("xenocide.flight.flyer-leave-table")
@rule("xenocide.setup.deploy-flyers")
def test_leaving_and_coming_back():
    field, u = wing(points=((20, 40),))
    assert rules(mode_refusals(field.game, u, "leave")) == []
    field.run(fly(field.game, u), flight="leave")
    assert (field.unit(u).on, field.unit(u).away, field.game.sides[0].lost) == (False, 2, 0)
    assert not may_return(field.game, u)
    field.game.war.set("war", turn=4)
    assert may_return(field.game, u)
    field.run(fly(field.game, u), **{"return": ("west", 24)}, fly=lambda ask: ask.candidates(1, lambda: 0.0)[0])
    assert field.unit(u).on
    assert field.at(f"{u}m0")[0] > 10
    new = field.put(0, "drift-ray", (40, 3), 3, company=1, on=False)
    put = deployments(field.game, new, 1, lambda: 0.4)[0]
    field.play(DeployUnits(0, (new,)), deploy=put, facing=45)
    assert field.unit(new).high
    assert field.game.models[f"{new}m0"].facing == 45.0


@rule("xenocide.flight.flyer-leave-table")
def test_the_edge_must_be_in_reach():
    field, u = wing(points=((36, 10),))
    assert rules(mode_refusals(field.game, u, "leave")) == ["flight.flyer-leave-table"]


@rule("xenocide.flight.flyer-suppressed")
def test_suppressed_flyers_fly_their_minimum():
    field, u = wing(marks=1)
    field.line(1, "medium-infantry", [(20, 40)])
    assert rules(flight_refusals(field.game, u, path(u, (20.0, 22.0)))) == []
    assert rules(flight_refusals(field.game, u, path(u, (20.0, 30.0)))) == ["movement.suppressed-move"]


@rule("xenocide.content.quick-start")
def test_the_quick_start():
    quick = GAME.offers()[1]
    assert (quick.id, quick.setup.scenario, quick.setup.map) == ("quick-start", "attrition", "crossroads")
    assert [a.name for a in quick.setup.armies] == ["Border Patrol", "Hunting Brood"]
    assert quick.setup.points == 500
    assert not list(GAME.setup_refusals(quick.setup))


@rule("xenocide.content.first-battle")
def test_the_first_battle_is_a_small_one():
    first = GAME.offers()[0]
    assert (first.id, first.setup.scenario, first.setup.map, first.setup.turns) == (
        "first-battle", "attrition", "crossroads", 3,
    )  # fmt: skip
    units = [[unit[0][0] for c in army.companies for unit in c.units] for army in first.setup.armies]
    assert units == [["medium-infantry", "jetbike", "medium-artillery"], ["thren-warrior", "delver", "drift-ray"]]
    assert not list(GAME.setup_refusals(first.setup))
