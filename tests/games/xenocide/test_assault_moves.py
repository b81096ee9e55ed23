"""Moves of a close assault: flight and retreat, maneuver, reinforcement, follow-up (chapter "assault")."""

import pytest

from games.xenocide.battlefield import Battlefield, duel, rules, step
from xenotable.engine import Moved
from xenotable.games.xenocide.rules.assault.flight import away, flee
from xenotable.games.xenocide.rules.assault.sequence import groups, join_assault, maneuver_refusals
from xenotable.games.xenocide.rules.movement.legality import move_refusals
from xenotable.games.xenocide.rules.play.measuring import units_in_contact
from xenotable.games.xenocide.scenes import CloseAssault, Fight, FollowUp, Manner

rule = pytest.mark.rule


@rule("xenocide.assault.flee-who")
@rule("xenocide.assault.defender-stays")
@rule("xenocide.assault.flee-distance")
@rule("xenocide.assault.flee-direction-attacker")
def test_attackers_flee_first_and_then_the_defender_stays():
    field, a, b = duel(n=3, m=3, charge="assault", came=(11.5, 2.0))
    for u in (a, b):
        field.game.units.set(u, marks=1)
    field.plays(Fight(0, (a,), (b,), 1, "flee-attackers"), retreat=(), follow=None)
    assert field.unit(a).models
    assert all(field.at(m)[1] == 2.0 for m in field.unit(a).models)
    assert all(field.at(m)[1] == 14.25 for m in field.unit(b).models)


@rule("xenocide.assault.flee-direction-defender")
@rule("xenocide.assault.flee-avoid")
@rule("xenocide.assault.flee-off-table")
@rule("xenocide.assault.flee-immobile")
def test_where_defenders_flee():
    field, a, b = duel(n=3, m=3, charge="assault", came=(11.5, 2.0))
    assert away(field.game, b, [a]) == pytest.approx(1.5708, abs=0.01)
    field.line(0, "medium-infantry", [(11.5, 19.5)])
    field.run(flee(field.game, b, [a]), flee=0)
    assert field.size(b) == 0  # straight into another enemy: they stop before it, in contact with those they fled from
    edge = field.line(1, "medium-infantry", [(30, 44), (32, 44)])
    foe = field.line(0, "medium-infantry", [(30, 41)], charge="assault", came=(30.0, 30.0))
    field.run(flee(field.game, edge, [foe]), flee=0)
    assert field.size(edge) == 0
    gun = field.put(1, "siege-emplacement", (50, 20), 2)
    field.run(flee(field.game, gun, [foe]))
    assert field.size(gun) == 0


@rule("xenocide.assault.flee-past")
def test_a_flight_does_not_lead_past_enemies_who_have_no_part():
    field, a, b = duel(n=1, m=1, charge="assault", came=(10.0, 2.0))
    x, y = field.at(f"{b}m0")
    beside = field.game.copy()
    field.run(flee(field.game, b, [a]), flee=0)
    assert field.at(f"{b}m0")[1] == pytest.approx(y + 8.0, abs=0.01)

    field.game = beside
    field.line(0, "medium-infantry", [(x + 3.2, y + 3.9)])  # the straight way leads 2.2 inches past it, and ends clear
    field.run(flee(field.game, b, [a]), flee=0)
    assert field.size(b) == 0  # it stops before, still in contact with those it flees from


@rule("xenocide.assault.flee-mode")
@pytest.mark.parametrize(("kind", "mode"), [("leaper", "jump"), ("blink-guard", "teleport")])
def test_fleeing_by_special_movement_ignores_what_lies_between(kind, mode):
    def fled(how):
        field = Battlefield(("solid-wall", 0, 23, 72, 1))
        u = field.line(1, kind, [(20, 20)])
        foe = field.line(0, "medium-infantry", [(20, 17)], charge="assault", came=(20.0, 5.0))
        faces = (4,) if how == "teleport" else ()  # beyond the wall nobody sees
        field.roll(*faces).run(flee(field.game, u, [foe]), flee_mode=how, flee=0)
        return field.at(f"{u}m0")[1] if field.size(u) else None

    assert fled(mode) == 28.0
    assert fled("walk") is None or fled("walk") < 23.0


@rule("xenocide.assault.flee-mode")
def test_a_failed_teleport_flees_on_foot_and_burrowers_go_below():
    field = Battlefield(("solid-wall", 0, 26, 72, 1))
    u = field.line(1, "blink-guard", [(20, 20)])
    foe = field.line(0, "medium-infantry", [(20, 17)], charge="assault", came=(20.0, 5.0))
    field.roll(5).run(flee(field.game, u, [foe]), flee_mode="teleport", flee=0)
    assert 20.0 < field.at(f"{u}m0")[1] < 26.0

    field = Battlefield(("solid-wall", 0, 23, 72, 1))
    u = field.line(1, "delver", [(20, 20)])
    foe = field.line(0, "medium-infantry", [(20, 17)], charge="assault", came=(20.0, 5.0))
    field.run(flee(field.game, u, [foe]), flee_mode="dive", flee=0)
    assert field.unit(u).burrowed
    assert field.at(f"{u}m0") == (20, 28)


@rule("xenocide.assault.retreat")
@rule("xenocide.assault.another-round")
@rule("xenocide.assault.follow-up")
def test_retreat_another_round_and_follow_up():
    field, a, b = duel(n=2, m=2, charge="assault", came=(11.0, 3.0))
    at = Fight(0, (a,), (b,), 1, "retreat-attacker")
    assert field.play(at, retreat=()) == [Fight(0, (a,), (b,), 1, "retreat-defender")]
    assert field.play(Fight(0, (a,), (b,), 1, "retreat-defender"), retreat=()) == [Fight(0, (a,), (b,), 2)]
    field.play(at, retreat=(a,))
    assert (field.unit(a).fled, field.unit(a).marks) == (True, 0)
    (follow,) = field.play(Fight(0, (a,), (b,), 1, "retreat-defender"))
    assert follow == FollowUp(0, (a,), (b,))
    (follow,) = field.play(follow)
    assert follow.defending
    field.play(follow, follow=b, follow_move=lambda _: step(field, b, 4, 0))
    assert field.at(f"{b}m0") == (14, 14.25)


@rule("xenocide.assault.maneuver")
@rule("xenocide.assault.maneuver-new-units")
def test_maneuver():
    field, a, b = duel(n=2, m=2)
    way = Manner("walk", (b,), limit=2.0, maneuver=True)
    assert rules(move_refusals(field.game, a, way, step(field, a, 0, 2))) == []
    assert "assault.maneuver" in rules(move_refusals(field.game, a, way, step(field, a, 0, -1)))
    assert "movement.model-path" in rules(move_refusals(field.game, a, way, step(field, a, 0, 2.5)))
    field.game.units.set(a, marks=1)
    assert rules(maneuver_refusals(field.game, a)) == ["movement.suppressed-move"]
    field.game.units.set(a, marks=0)
    other = field.line(1, "medium-infantry", [(13, 14)])
    (at,) = field.play(Fight(0, (a,), (b,), 1, "maneuver-attacker"), maneuver=a, maneuver_move=lambda _: Moved())
    assert at.done == (a,)
    assert join_assault(field.game, Fight(0, (a,), (b,))).defenders == (b, other)


@rule("xenocide.assault.reinforcement")
@rule("xenocide.assault.reinforcement-engaged")
@rule("xenocide.command.use-assault-reinforcement")
def test_reinforcements_from_the_second_round():
    from xenotable.games.xenocide.rules.assault.reinforcement import reinforcement_refusals
    from xenotable.games.xenocide.rules.movement.proposals import charge

    field, a, b = duel(n=2, m=2)
    field.game.sides.set(1, points=2)
    help_ = field.line(1, "medium-infantry", [(10, 22), (12, 22)], company=1)
    assert field.play(Fight(0, (a,), (b,), 1, "reinforce-defender"))[0].step == "reinforce-attacker"
    assert rules(reinforcement_refusals(field.game, b, (b,), [a])) == ["assault.reinforcement-engaged"]
    field.game.units.set(help_, marks=1)
    assert rules(reinforcement_refusals(field.game, help_, (b,), [a])) == ["assault.reinforcement"]
    field.game.units.set(help_, marks=0)
    (at,) = field.play(Fight(0, (a,), (b,), 2, "reinforce-defender"), reinforce=help_,
                       reinforce_move=lambda _: charge(field.game, help_, Manner("walk", (a,), limit=8.0)))  # fmt: skip
    assert at.defenders == (b, help_)
    assert field.game.sides[1].points == 1


def brought_in(field, help_, a, b, mode="", **answers):
    """A unit of the defender is called in the second round; the attacker stands at (10, 10) and (11.5, 10)."""
    field.game.sides.set(1, points=2)
    more = {"reinforce_mode": mode} if mode else {}
    field.play(Fight(0, (a,), (b,), 2, "reinforce-defender"), reinforce=help_, **more, **answers)
    return units_in_contact(field.game, help_), field.game.sides[1].points


@rule("xenocide.assault.reinforcement-mode")
@pytest.mark.parametrize(("kind", "mode"), [("leaper", "jump"), ("blink-guard", "teleport")])
def test_reinforcements_jump_or_teleport_over_a_wall(kind, mode):
    field = Battlefield(("solid-wall", 0, 3, 30, 0.5))
    a = field.line(0, "medium-infantry", [(10, 10)])
    b = field.line(1, "medium-infantry", [(10, 14)])
    help_ = field.line(1, kind, [(10, 1.5)])
    there = lambda ask: Moved({f"{help_}m0": ((10.0, 8.0),)})  # noqa: E731
    if mode == "teleport":
        field.roll(4)  # beyond the wall nobody sees
    assert brought_in(field, help_, a, b, reinforce_move=there) == ([a], 1)


def test_a_garrison_reinforces():
    field = Battlefield(buildings=(("apartment-block", 20.0, 8.0),))
    a = field.line(0, "medium-infantry", [(12, 10)])
    b = field.line(1, "medium-infantry", [(12, 14)])
    help_ = field.house(field.line(1, "medium-infantry", [(0, 0)]), "b0s0", "W")
    side = lambda ask: "W" if "W" in ask.among() else ask.among()[0]  # noqa: E731
    there = lambda ask: Moved({f"{help_}m0": ((15.5, 9.5),)})  # noqa: E731
    assert brought_in(field, help_, a, b, way_out=side, reinforce_move=there) == ([a], 1)


@rule("xenocide.assault.reinforcement-mode")
def test_a_high_unit_reinforces_by_landing_beyond_a_wall():
    field = Battlefield(("solid-wall", 16.2, 0, 0.5, 40))
    a = field.line(0, "medium-infantry", [(10, 10)])
    b = field.line(1, "medium-infantry", [(10, 14)])
    help_ = field.line(1, "light-dropship", [(19, 10)], high=True)
    there = lambda ask: Moved({f"{help_}m0": ((14.0, 10.0),)})  # noqa: E731
    assert brought_in(field, help_, a, b, reinforce_move=there) == ([a], 1)
    assert not field.unit(help_).high


def test_who_cannot_reinforce_is_shown_with_the_reason():
    field, a, b = duel(n=2, m=2)
    near = field.line(1, "medium-infantry", [(10, 22)], company=1)
    far = field.line(1, "medium-infantry", [(40, 40)], company=1)
    shaken = field.line(1, "medium-infantry", [(14, 22)], company=1, marks=1)
    field.game.sides.set(1, points=2)
    shown = {}
    field.play(Fight(0, (a,), (b,), 2, "reinforce-defender"),
               reinforce=lambda ask: shown.update({x: rules(ask.why_not(x)) for x in ask.among()}))  # fmt: skip
    assert shown == {
        None: [],
        near: [],
        b: ["assault.reinforcement-engaged"],
        far: ["assault.reinforcement"],
        shaken: ["assault.reinforcement"],
    }


@rule("xenocide.assault.start")
def test_a_whole_assault_ends():
    field, a, b = duel("thren-warrior", "medium-infantry", 6, 3, charge="assault", came=(13.0, 2.0))
    field.roll(*[6] * 200)
    field.plays(CloseAssault(0), split=0, maneuver=None, retreat=(), follow=None, stop=80,
                remove=lambda ask: ask.among()[: ask.least])  # fmt: skip
    assert field.size(b) == 0 or field.size(a) == 0 or not groups(field.game, 0)


@rule("xenocide.assault.maneuver-new-units")
def test_a_maneuver_may_draw_in_a_third_unit_which_answers():
    field = Battlefield()
    ours = field.line(0, "medium-infantry", [(20, 20), (24, 20)])
    foe = field.line(1, "medium-infantry", [(20, 24.5)])
    third = field.line(1, "medium-infantry", [(28, 24.5)], watch=True)
    assert units_in_contact(field.game, ours) == [foe]
    move = Moved({f"{ours}m1": ((24.5, 21.75),)})
    after = field.play(
        Fight(0, (ours,), (foe,), 1, "maneuver-attacker"), maneuver=ours, maneuver_move=move,
        answer_move=Moved({f"{third}m0": ((27.5, 23.5),)}),
    )  # fmt: skip
    assert after[0].defenders == (foe, third)
    assert not field.unit(third).watch
    assert field.at(f"{third}m0") == (27.5, 23.5)
