"""Moves of a close assault: flight and retreat, maneuver, reinforcement, follow-up (chapter "assault")."""

from math import pi

import pytest

from games.xenocide.battlefield import Battlefield, duel, rules, step
from xenotable.engine import Moved
from xenotable.engine.wording import render_template
from xenotable.games.xenocide.rules.assault.dice import is_disadvantaged
from xenotable.games.xenocide.rules.assault.flight import away, flee, headings, passes
from xenotable.games.xenocide.rules.assault.reinforcement import reinforcement_refusals
from xenotable.games.xenocide.rules.assault.sequence import groups, join_assault, maneuver_refusals, runners
from xenotable.games.xenocide.rules.movement.legality import move_refusals
from xenotable.games.xenocide.rules.play.measuring import units_in_contact
from xenotable.games.xenocide.scenes import CloseAssault, Fight, FollowUp, Manner
from xenotable.table import Circle

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


@rule("xenocide.assault.flee-direction-attacker")
@rule("xenocide.assault.flee-direction-defender")
def test_attackers_flee_to_where_they_came_from_and_defenders_from_there():
    field, a, b = duel(n=1, m=1, charge="assault", came=(4.0, 10.0))
    assert away(field.game, a, [b]) == pytest.approx(pi)
    field.game.units.set(a, came=(2.0, 14.25))
    assert away(field.game, b, [a]) == pytest.approx(0.0)


def runaway(at, came, **row):
    """One model, and the enemy from whom it flees."""
    field = Battlefield()
    u = field.line(1, row.pop("kind", "medium-infantry"), [at], **row)
    foe = field.line(0, "medium-infantry", [came], charge="assault", came=came)
    return field, u, foe


@rule("xenocide.assault.flee-off-table")
@pytest.mark.parametrize(("x", "y", "dx", "dy"), [(8, 20, -1, 0), (64, 20, 1, 0), (20, 8, 0, -1), (20, 40, 0, 1)])
def test_a_flight_may_end_at_the_very_edge(x, y, dx, dy):
    for more, lost in ((-0.5, 0), (0.0, 0), (0.1, 1)):
        field, u, foe = runaway((x + more * dx, y + more * dy), (x - 20 * dx, y - 10 * dy))
        assert (0, lost) in headings(field.game, u, away(field.game, u, [foe]))


@rule("xenocide.assault.flee-avoid")
def test_who_would_still_be_in_contact_is_counted_as_lost_before_the_choice():
    field = Battlefield(("solid-wall", 0, 21, 72, 1))
    u = field.line(1, "medium-infantry", [(20, 20)])
    foe = field.line(0, "medium-infantry", [(20, 16.5)], charge="assault", came=(20.0, 5.0))
    field.line(0, "medium-infantry", [(60, 5)])  # of two enemies one is enough
    runs = dict(headings(field.game, u, away(field.game, u, [foe])))
    assert runs[0] == 1
    assert set(runs) >= {-90, 90}  # nothing within 45 degrees saves it


@rule("xenocide.assault.flee-distance")
@pytest.mark.parametrize(("turn", "x"), [(45, 20 - 5.657), (-45, 20 + 5.657)])
def test_the_owner_picks_the_heading_and_who_runs_gives_up_what_it_did(turn, x):
    field, u, foe = runaway((20, 20), (20, 10), dug=True, watch=True)
    field.run(flee(field.game, u, [foe]), flee=turn)
    assert field.at(f"{u}m0") == pytest.approx((x, 25.657), abs=0.01)
    row = field.unit(u)
    assert (row.fled, row.moved, row.dug, row.watch) == (True, True, False, False)
    assert "flee-mode" not in field.asked  # there is one way only


@rule("xenocide.assault.flee-mode")
def test_who_says_nothing_flees_on_foot():
    field, u, foe = runaway((20, 20), (20, 17), kind="leaper")
    field.run(flee(field.game, u, [foe]), flee=0)
    assert "flee-mode" in field.asked
    assert "lands" not in field.told()


@rule("xenocide.assault.flee-avoid")
def test_who_is_slowed_down_beside_the_enemy_is_caught():
    for face, left in ((3, 1), (6, 0)):
        field = Battlefield(("forest", 0, 0, 72, 48))
        u = field.line(1, "medium-tank", [(20, 20)])
        foe = field.line(0, "medium-infantry", [(20, 18)], charge="assault", came=(10.0, 20.0))
        field.roll(face).run(flee(field.game, u, [foe]), flee=0)
        assert field.size(u) == left


@rule("xenocide.assault.flee-past")
@pytest.mark.parametrize(
    ("foe", "end", "near"),
    [
        ((4.9, 4.0), (0.0, 8.0), True),  # 3.9 inches beside the way
        ((5.1, 4.0), (0.0, 8.0), False),
        ((3.0, 0.0), (-8.0, 0.0), False),  # who begins in the zone may leave it
        ((3.0, 0.0), (1.0, 0.0), True),
        ((4.9, 0.0), (0.0, 0.0), True),  # a teleport has only its end
        ((5.1, 0.0), (0.0, 0.0), False),
    ],
)
def test_a_way_passes_an_enemy_within_four_inches(foe, end, near):
    base = Circle(0.0, 0.0, 0.5)
    assert passes(base, (0.0, 0.0), end, Circle(*foe, 0.5)) == near


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


@rule("xenocide.assault.disadvantage-firing-duration")
def test_who_has_left_an_assault_is_done_with_it_while_others_fight_on():
    field, a, b = duel(n=2, m=2, charge="firing", came=(11.0, 3.0))
    titan = field.line(0, "bastion-titan", [(60, 10)], charge="firing", fallen=2, fled=True, dropped=("x",))
    field.game.titans.set(titan, blades=(("arm", 2),))
    assert is_disadvantaged(field.game, titan)
    again = field.play(Fight(0, (a, titan), (b,), 1, "retreat-defender"), retreat=())
    assert again == [Fight(0, (a,), (b,), 2)]
    row = field.unit(titan)
    assert (row.charge, row.fallen, row.fled, row.dropped) == ("", 0, False, ())
    assert not is_disadvantaged(field.game, titan)  # when somebody assaults it later
    assert not field.game.titans[titan].blades
    assert field.unit(a).charge == "firing"  # in all rounds of this assault


@rule("xenocide.assault.disadvantage-firing-duration")
def test_an_assault_that_comes_to_nothing_is_over_with_its_phase():
    field = Battlefield()
    unit = field.line(0, "medium-infantry", [(10, 10)], charge="firing")
    assert is_disadvantaged(field.game, unit)
    field.play(CloseAssault(0))
    assert not is_disadvantaged(field.game, unit)


@rule("xenocide.assault.flee-who")
def test_who_must_run():
    field, a, b = duel(n=2, m=2, marks=1)
    field.game.units.set(b, marks=1)
    steps = [Fight(0, (a,), (b,), 1, "flee-attackers"), Fight(0, (a,), (b,), 1, "flee-defenders")]
    assert [runners(field.game, at) for at in steps] == [[a], [b]]
    field.game.units.set(a, fled=True)
    assert [runners(field.game, at) for at in steps] == [[], []]


@rule("xenocide.assault.retreat")
def test_units_that_retreat_go_one_after_the_other():
    field = Battlefield()
    a, c = (field.line(0, "medium-infantry", [(x, 10)], charge="assault", came=(x, 3.0)) for x in (10.0, 20.0))
    far = field.line(0, "medium-infantry", [(60, 40)])
    b = field.line(1, "medium-infantry", [(10, 14), (20, 14)])
    at = Fight(0, (a, c, far), (b,), 1, "retreat-attacker")
    closed = {}

    def both(ask):
        closed.update({u: rules(ask.why_not(u)) for u in ask.among()})
        return (a, c)

    (at,) = field.play(at, retreat=both)
    assert closed == {a: [], c: [], far: ["assault.retreat"]}
    assert (at.done, field.unit(a).fled, field.unit(c).fled) == ((c,), True, False)
    assert [at.step for at in field.play(at)] == ["retreat-defender"]
    assert field.unit(c).fled
    field.play(Fight(0, (a, c), (b,), 1, "retreat-defender"))
    assert field.asked.count("retreat") == 1  # the defender is in contact with nobody any more


@rule("xenocide.assault.follow-up")
def test_who_follows_up_does_so_once_and_who_cannot_move_is_shown():
    field, a, b = duel(n=2, m=2)
    gun = field.line(0, "siege-emplacement", [(40, 10)])
    field.game.units.set(b, models=())
    closed = {}

    def first(ask):
        closed.update({u: rules(ask.why_not(u)) for u in ask.among()})
        return a

    at = FollowUp(0, (a, gun), (b,))
    assert field.play(at, follow=first, follow_move=lambda _: step(field, a, 0, 4)) == [
        FollowUp(0, (a, gun), (b,), False, (a,))
    ]
    assert closed == {None: [], a: [], gun: ["movement.move-zero"]}
    assert "follows up" in field.told()
    assert field.play(FollowUp(0, (a, gun), (b,), False, (a,))) == [FollowUp(0, (a, gun), (b,), True)]


@rule("xenocide.assault.maneuver")
def test_a_maneuver_leads_nearer_to_one_of_the_enemies():
    field = Battlefield()
    a = field.line(0, "medium-infantry", [(9, 10), (14, 10)])
    b, c = field.line(1, "medium-infantry", [(10, 14)]), field.line(1, "medium-infantry", [(15, 14)])
    way = Manner("walk", (b, c), limit=2.0, maneuver=True)

    def refused(*ends):
        moves = {f"{a}m{i}": (end,) for i, end in enumerate(ends) if end}
        return rules(move_refusals(field.game, a, way, Moved(moves)))

    assert refused((8.0, 11.0)) == []  # nearer to one, farther from the other
    assert refused((11.0, 10.0)) == []
    way = Manner("walk", (b,), limit=2.0, maneuver=True)
    assert refused((11.0, 10.0)) == ["assault.maneuver"]  # as far as before
    assert refused((9.0, 9.0), (14.0, 9.0)) == ["assault.maneuver"]


@rule("xenocide.assault.maneuver")
def test_who_maneuvers_is_asked_only_if_somebody_can():
    field, a, b = duel(n=2, m=2)
    gun = field.line(0, "siege-emplacement", [(13, 10)])
    closed = {}

    def nobody(ask):
        closed.update({u: rules(ask.why_not(u)) for u in ask.among()})

    at = Fight(0, (a, gun), (b,), 1, "maneuver-attacker")
    (after,) = field.play(at, maneuver=nobody)
    assert closed == {None: [], a: [], gun: ["movement.move-zero"]}
    assert after.step == "reinforce-defender"
    field.asked.clear()
    field.game.units.set(a, marks=1)
    assert field.play(at)[0].step == "reinforce-defender"
    assert "maneuver" not in field.asked
    field.game.units.set(a, marks=0)
    field.game.units.set(b, fled=True)
    field.play(at)
    assert "maneuver" not in field.asked  # there is nobody to go nearer to


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


@rule("xenocide.assault.flee-direction-attacker")
@rule("xenocide.assault.maneuver-limits")
def test_who_reinforces_the_attacker_flees_to_where_it_came_from_and_stops_at_guarded_edges():
    field = Battlefield(("trench", 8, 12, 12, 6))
    a = field.line(0, "medium-infantry", [(10, 10)], charge="assault", came=(10.0, 2.0))
    b = field.line(1, "medium-infantry", [(10, 13), (13, 13)])
    help_ = field.line(0, "medium-infantry", [(24, 10.5)], company=1)
    there = Moved({f"{help_}m0": ((16.375, 10.5),)})
    (at,) = field.play(Fight(0, (a,), (b,), 2, "reinforce-attacker"), reinforce=help_, reinforce_move=there)
    assert at.attackers == (a, help_)
    assert away(field.game, help_, [b]) == pytest.approx(0.0)  # east
    assert not is_disadvantaged(field.game, help_)
    into = step(field, help_, -0.5, 1.875)
    way = Manner("walk", (b,), limit=2.0, maneuver=True)
    assert "movement.guarded-edge" in rules(move_refusals(field.game, help_, way, into))


@rule("xenocide.assault.reinforcement")
def test_a_reinforcement_that_the_ground_stops_does_not_join():
    field = Battlefield(("forest", 13.5, 0, 4, 40))
    a, b = field.line(0, "medium-infantry", [(10, 10)]), field.line(1, "medium-infantry", [(10, 14)])
    help_ = field.line(0, "medium-tank", [(20, 14)])
    field.roll(6).play(Fight(0, (a,), (b,), 2, "reinforce-attacker"), reinforce=help_,
                       reinforce_move=Moved({f"{help_}m0": ((12.0, 14.0),)}))  # fmt: skip
    assert "does not get as far" in field.told()
    assert "joins" not in field.told()
    assert field.unit(help_).charge == ""


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


@rule("xenocide.assault.reinforcement")
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


@rule("xenocide.assault.reinforcement")
@rule("xenocide.assault.reinforcement-engaged")
@rule("xenocide.command.use-assault-reinforcement")
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


@rule("xenocide.assault.reinforcement")
@rule("xenocide.assault.reinforcement-engaged")
def test_why_a_unit_cannot_be_brought_in():
    field = Battlefield(("solid-wall", 20, 0, 0.5, 40))
    a, other = field.line(0, "medium-infantry", [(10, 10)]), field.line(0, "medium-infantry", [(60, 40)])
    b = field.line(1, "medium-infantry", [(10, 14)])

    def why(at, kind="medium-infantry", **row):
        u = field.line(1, kind, [at], **row)
        refused = list(reinforcement_refusals(field.game, u, (b,), [a, other]))
        field.game.units.set(u, models=())
        return [render_template(r.says, {**r.args, "unit": "it"}, str) for r in refused]

    assert why((18, 10)) == []  # near one of the enemies
    assert why((60, 36)) == ["It is fighting already."]
    assert why((18, 10), marks=1) == ["It is suppressed."]
    assert why((18, 10), kind="siege-emplacement") == ["It cannot move."]
    assert why((10, 25.5)) == ["It is 2.5 in too far from the assault."]
    assert why((21.5, 10)) == ["No way of 8 in brings it into contact."]


@rule("xenocide.assault.reinforcement")
def test_nobody_is_asked_whom_to_bring_in_if_nobody_can_come():
    field, a, b = duel(n=2, m=2)
    field.game.sides.set(1, points=2)
    field.line(1, "medium-infantry", [(60, 40)])
    field.play(Fight(0, (a,), (b,), 2, "reinforce-defender"))
    assert "reinforce" not in field.asked


@rule("xenocide.assault.reinforcement")
def test_reinforcements_go_over_the_ground_and_who_stays_pays_nothing():
    def came(go, *dice):
        field = Battlefield(("forest", 13.5, 0, 4, 40))
        a = field.line(0, "medium-infantry", [(10, 10)])
        b = field.line(1, "medium-infantry", [(10, 14)])
        help_ = field.line(1, "medium-tank", [(20, 10)])
        there = lambda ask: Moved({f"{help_}m0": ((12.0, 10.0),)}) if go else Moved()  # noqa: E731
        field.roll(*dice)
        return brought_in(field, help_, a, b, reinforce_move=there)

    assert came(True, 3)[1] == came(True, 6)[1] == 1
    assert [bool(came(True, face)[0]) for face in (3, 6)] == [True, False]  # the forest takes a half of the 8 inches
    assert came(False) == ([], 2)


@rule("xenocide.assault.reinforcement-mode")
def test_a_teleport_that_fails_is_paid_for_all_the_same():
    field = Battlefield(("solid-wall", 0, 3, 30, 0.5))
    a, b = field.line(0, "medium-infantry", [(10, 10)]), field.line(1, "medium-infantry", [(10, 14)])
    help_ = field.line(1, "blink-guard", [(10, 1.5)])
    there = lambda ask: Moved({f"{help_}m0": ((10.0, 8.0),)})  # noqa: E731
    assert brought_in(field.roll(5), help_, a, b, reinforce_move=there) == ([], 1)
    assert field.at(f"{help_}m0") == (10, 1.5)


@rule("xenocide.assault.reinforcement-mode")
@rule("xenocide.movement.assault-declare")
def test_who_comes_chooses_how_and_against_whom():
    field = Battlefield()
    a, c = field.line(0, "medium-infantry", [(10, 10)]), field.line(0, "medium-infantry", [(14, 10)])
    b = field.line(1, "medium-infantry", [(12, 14)])
    help_ = field.line(1, "leaper", [(13, 1.5)])
    field.game.sides.set(1, points=2)
    field.play(Fight(0, (a, c), (b,), 2, "reinforce-defender"), reinforce=help_, reinforce_mode="jump",
               reinforce_move=lambda ask: Moved({f"{help_}m0": ((15.0, 6.0),)}))  # fmt: skip
    assert {"reinforce-mode", "reinforce-named"} <= set(field.asked)
    assert units_in_contact(field.game, help_) == [c]  # the nearest, since nobody else was named


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
    third = field.line(1, "medium-infantry", [(28, 24.5)], watch=True, fallen=2, fled=True)
    assert units_in_contact(field.game, ours) == [foe]
    move = Moved({f"{ours}m1": ((24.5, 21.75),)})

    def answer(ask):
        assert rules(ask.check(Moved({f"{third}m0": ((27.5, 26.3),)}))) == ["assault.maneuver"]  # nearer to friends
        return Moved({f"{third}m0": ((27.5, 23.5),)})

    after = field.play(
        Fight(0, (ours,), (foe,), 1, "maneuver-attacker"), maneuver=ours, maneuver_move=move, answer_move=answer
    )  # fmt: skip
    assert after[0].defenders == (foe, third)
    assert (field.unit(third).fallen, field.unit(third).fled) == (0, False)
    assert not field.unit(third).watch
    assert field.at(f"{third}m0") == (27.5, 23.5)


@rule("xenocide.assault.maneuver-new-units")
def test_a_suppressed_unit_that_is_drawn_in_does_not_answer():
    field = Battlefield()
    ours = field.line(0, "medium-infantry", [(20, 20), (24, 20)])
    foe = field.line(1, "medium-infantry", [(20, 24.5)])
    third = field.line(1, "medium-infantry", [(28, 24.5)], watch=True, marks=1)
    field.play(Fight(0, (ours,), (foe,), 1, "maneuver-attacker"), maneuver=ours,
               maneuver_move=Moved({f"{ours}m1": ((24.5, 21.75),)}))  # fmt: skip
    assert "answer-move" not in field.asked
    assert not field.unit(third).watch
