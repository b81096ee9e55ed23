"""Overwatch (chapter "overwatch")."""

import random

import pytest

from games.xenocide.battlefield import Battlefield, rules
from xenotable.engine import Moved
from xenotable.games.xenocide.rules.movement.moving import perform
from xenotable.games.xenocide.rules.overwatch import all_openings, lose_watch, moments, openings, reaction
from xenotable.games.xenocide.scenes import Manner, Reaction, Shooting

rule = pytest.mark.rule


@rule("xenocide.overwatch.trigger")
@rule("xenocide.overwatch.measuring-point")
@rule("xenocide.overwatch.decide-now")
@rule("xenocide.overwatch.spent")
@rule("xenocide.overwatch.one-target")
@rule("xenocide.overwatch.no-suppression")
@rule("xenocide.overwatch.several-units")
def test_overwatch_is_measured_where_the_mover_passed():
    field = Battlefield(("solid-wall", 4, 20, 12, 1), ("solid-wall", 24, 20, 12, 1))
    mover = field.line(0, "jetbike", [(10, 14)])
    gun = field.line(1, "medium-tank", [(20, 30)], watch=True)
    m = f"{mover}m0"
    starts, ways = {m: (10.0, 14.0)}, {m: [(30.0, 14.0)]}
    field.game.models.set(m, x=30.0)
    when = moments(starts, ways)
    assert 4 in openings(field.game, gun, mover, when)
    assert 0 not in openings(field.game, gun, mover, when)
    field.roll(6, 6, 6).run(reaction(field.game, mover, starts, ways), react=gun, moment=4)
    assert not field.unit(gun).watch
    assert not field.game.fire
    field.run(reaction(field.game, mover, starts, ways))


@rule("xenocide.overwatch.whole-way")
@pytest.mark.parametrize(("slit", "x"), [(0.2, 11.3), (0.2, 18.7), (0.2, 26.1), (0.5, 26.1)])
def test_overwatch_sees_the_whole_way_however_short_the_stretch(slit, x):
    field = Battlefield(("solid-wall", 0, 20, x, 1), ("solid-wall", x + slit, 20, 72 - x - slit, 1))
    mover = field.line(0, "jetbike", [(10, 14)])
    gun = field.line(1, "medium-tank", [(x + slit / 2, 24)], watch=True)
    m = f"{mover}m0"
    field.game.models.set(m, x=30.0)
    at = Reaction(mover, ((m, (10.0, 14.0)),), ((m, ((30.0, 14.0),)),))
    shares, when, ready = all_openings(field.game, [gun], at)
    assert ready[gun]
    seen_at = [when[k][m][0] for k in ready[gun]]
    assert any(abs(p - x - slit / 2) < 1.5 for p in seen_at)
    assert list(shares) == sorted(shares)


@rule("xenocide.overwatch.whole-way")
def test_no_stretch_that_a_fine_look_finds_is_missed():
    rnd = random.Random(9)
    short = 0
    for _ in range(25):
        x, slit = rnd.uniform(8, 22), rnd.uniform(0.1, 0.6)
        walls = [("solid-wall", 0, 20, x, 1), ("solid-wall", x + slit, 20, 72 - x - slit, 1)]
        if rnd.random() < 0.4:
            walls.append(("forest", x - 2, 21.5, 4, rnd.uniform(1, 5)))
        field = Battlefield(*walls)
        mover = field.line(0, "jetbike", [(5, 14)])
        gun = field.line(1, "medium-tank", [(x + rnd.uniform(-2, 2), rnd.uniform(28, 40))], watch=True)
        m, end = f"{mover}m0", (rnd.uniform(15, 25), rnd.uniform(4, 14))
        at = Reaction(mover, ((m, (5.0, 14.0)),), ((m, (end,)),))
        field.game.models.set(m, x=end[0], y=end[1])
        _, _, ready = all_openings(field.game, [gun], at)
        fine = [k / 400 for k in range(401)]
        often = openings(field.game, gun, mover, moments({m: (5.0, 14.0)}, {m: [end]}, fine))
        assert bool(often) <= bool(ready)
        short += bool(ready) and not openings(field.game, gun, mover, moments({m: (5.0, 14.0)}, {m: [end]}))
    assert short  # some that nine moments alone would have missed


@rule("xenocide.overwatch.trigger")
def test_who_teleports_is_seen_only_where_he_arrives():
    field = Battlefield(("solid-wall", 0, 20, 18, 1), ("solid-wall", 22, 20, 50, 1))
    u = field.line(0, "blink-guard", [(14, 14)])
    gun = field.line(1, "medium-tank", [(20, 30)], watch=True)
    field.run(perform(field.game, u, Manner("teleport"), Moved({f"{u}m0": ((25.0, 14.0),)})))
    assert "react" not in field.asked
    assert gun


@rule("xenocide.shooting.focus-fire")
@rule("xenocide.command.use-directed-fire")
@rule("xenocide.overwatch.no-suppression")
def test_fire_on_overwatch_is_focused_and_directed_like_any_other():
    field = Battlefield()
    mover = field.line(0, "heavy-tank", [(10, 14)])  # armour that rifles cannot pierce
    field.mix(mover, "medium-infantry", [(12, 14)])
    foot = field.line(1, "medium-infantry", [(10 + i, 24) for i in range(3)], watch=True)
    starts = {m: field.at(m) for m in field.unit(mover).models}
    ways = {m: [(x, y + 1.0)] for m, (x, y) in starts.items()}
    seen = {}

    def focus(ask):
        seen["focus"] = [(s, ask.odds(s).notes[0]) for s in ask.among()]
        return 1

    def directed(ask):
        seen["directed"] = ask.among()
        return ("kind", "heavy-tank")

    field.roll(6, 6, 6, 6, 6).run(
        reaction(field.game, mover, starts, ways), react=foot, moment=8, focus=focus, directed=directed
    )
    assert [s for s, _ in seen["focus"]] == [0, 1]
    assert "strength 1" in seen["focus"][1][1]
    assert ("kind", "heavy-tank") in seen["directed"]
    assert field.game.sides[1].points == 2
    assert field.asked.count("directed") == 1
    assert "fires" in field.told()


@rule("xenocide.overwatch.marker")
@rule("xenocide.command.use-overwatch")
@rule("xenocide.overwatch.cannot-suppressed")
def test_going_on_overwatch_costs_one_point_for_the_company():
    from xenotable.games.xenocide.rules.shooting.alternatives import watch_refusals
    from xenotable.games.xenocide.scenes import Shooting

    field = Battlefield()
    a = field.put(0, "medium-tank", (10, 10), 2, order="move-and-fire")
    b = field.put(0, "medium-tank", (30, 10), 2, order="move-and-fire")
    c = field.put(0, "medium-tank", (50, 10), 2, order="move-and-fire", marks=1)
    field.play(Shooting(0, "b0"), unit=a, act="overwatch")
    field.play(Shooting(0, "b0"), unit=b, act="overwatch")
    assert (field.unit(a).watch, field.unit(b).watch, field.game.sides[0].points) == (True, True, 2)
    assert rules(watch_refusals(field.game, c)) == ["overwatch.cannot-suppressed"]
    field.game.war.set("war", watching=False)
    field.game.sides.set(0, points=0)
    assert rules(watch_refusals(field.game, field.put(0, "medium-tank", (60, 30)))) == ["command.use-overwatch"]


@rule("xenocide.overwatch.against-assaulter")
def test_overwatch_against_the_unit_that_assaults():
    from xenotable.games.xenocide.rules.movement.proposals import charge

    field = Battlefield()
    a = field.line(0, "jetbike", [(10, 10), (12, 10)], order="assault")
    b = field.line(1, "medium-infantry", [(10, 20)], watch=True)
    way = Manner("walk", (b,))
    field.roll(1, 6, 6, 2).run(perform(field.game, a, way, charge(field.game, a, way)), react=b, moment=8,
                               remove=lambda ask: ask.among()[:1])  # fmt: skip
    assert not field.unit(b).watch
    assert field.unit(a).charge == "assault"


@rule("xenocide.overwatch.against-assaulter")
def test_who_is_assaulted_and_holds_its_fire_does_not_watch_others_any_more():
    from xenotable.games.xenocide.rules.movement.proposals import charge

    field = Battlefield()
    a = field.line(0, "jetbike", [(10, 10), (12, 10)], order="assault")
    b, other = (field.line(1, "medium-infantry", [(x, 20)], watch=True) for x in (10, 20))
    way = Manner("walk", (b,))
    field.run(perform(field.game, a, way, charge(field.game, a, way)), react=None)
    assert "react" in field.asked
    assert (field.unit(b).watch, field.unit(other).watch) == (False, True)
    field.asked.clear()
    field.game.units.set(other, watch=False)
    c = field.line(0, "jetbike", [(14, 12)])
    field.run(perform(field.game, c, Manner("walk"), Moved({f"{c}m0": ((18.0, 12.0),)})))
    assert "react" not in field.asked


@rule("xenocide.overwatch.several-units")
@rule("xenocide.overwatch.decide-now")
@rule("xenocide.overwatch.trigger")
def test_who_watches_may_hold_its_fire_and_who_saw_nothing_is_shown():
    field = Battlefield()
    mover = field.line(0, "jetbike", [(30, 14)])
    near, far = (
        field.line(1, "medium-tank", [(30, 30)], watch=True),
        field.line(1, "medium-tank", [(2, 47)], watch=True),
    )
    field.line(1, "medium-tank", [(40, 30)])  # not on overwatch
    m = f"{mover}m0"
    at = Reaction(mover, ((m, (28.0, 14.0)),), ((m, ((30.0, 14.0),)),))
    closed = {}

    def hold(ask):
        closed.update({s: rules(ask.why_not(s)) for s in ask.among()})

    assert field.play(at, react=hold) == []
    assert closed == {near: [], far: ["overwatch.trigger"], None: []}
    assert field.deciders["react"] == 1
    assert field.unit(near).watch
    field.asked.clear()
    assert field.play(Reaction(mover, at.starts, at.ways, (near, far))) == []  # both have decided
    assert "react" not in field.asked
    field.game.units.set(mover, models=())
    assert field.play(at) == []
    assert "react" not in field.asked


@rule("xenocide.overwatch.lost")
def test_who_holds_all_its_fire_keeps_its_watch():
    field = Battlefield()
    unit = field.line(0, "medium-infantry", [(10, 10)], watch=True, order="move-and-fire")
    foe = field.line(1, "medium-infantry", [(10, 20)])
    field.plays(Shooting(0, "b0"), unit=[unit, None], act="shoot", target=None)
    assert field.asked.count("target") == 2
    assert (field.unit(unit).watch, field.unit(unit).shot) == (True, False)
    field.game.units.set(unit, acted=False)
    field.roll(*[6] * 12).plays(Shooting(0, "b0"), unit=[unit, None], act="shoot", target=foe, focus=0, directed=())
    assert not field.unit(unit).watch


@rule("xenocide.overwatch.lost")
@rule("xenocide.overwatch.overwatch-cancels-move")
def test_why_a_watch_is_given_up():
    for order, said in (("move-and-fire", "overwatch.lost"), ("fire-and-move", "overwatch.overwatch-cancels-move")):
        field = Battlefield()
        u = field.line(0, "medium-tank", [(10, 10)], watch=True, order=order)
        lose_watch(field.game, u)
        assert not field.unit(u).watch
        assert [e.rule for e in field.game.listener] == [said]
        lose_watch(field.game, u)
        assert len(field.game.listener) == 1
