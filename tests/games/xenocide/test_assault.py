"""Close assault (chapter "assault"), overruns and overwatch."""

import random

import pytest

from games.xenocide.battlefield import Battlefield, faces, rules, step
from xenotable.engine import Moved
from xenotable.games.xenocide.content import weapons
from xenotable.games.xenocide.rules.army.models import kinds
from xenotable.games.xenocide.rules.assault import casualties, morale, tally
from xenotable.games.xenocide.rules.assault import dice as melee
from xenotable.games.xenocide.rules.assault.flight import away, flee
from xenotable.games.xenocide.rules.assault.sequence import groups, joined, maneuver_refusals
from xenotable.games.xenocide.rules.movement.legality import move_refusals
from xenotable.games.xenocide.rules.movement.moving import perform
from xenotable.games.xenocide.rules.overrun import passing
from xenotable.games.xenocide.rules.overwatch import all_openings, moments, openings, reaction
from xenotable.games.xenocide.rules.play.measuring import circle, touched
from xenotable.games.xenocide.rules.play.units import destroy
from xenotable.games.xenocide.rules.shooting.pools import volleys
from xenotable.games.xenocide.rules.shooting.targeting import aim
from xenotable.games.xenocide.rules.stats import specials
from xenotable.games.xenocide.scenes import CloseAssault, Fight, FollowUp, Manner, Reaction
from xenotable.table import bases_overlap, gap, moved

rule = pytest.mark.rule


def duel(ours="medium-infantry", theirs="medium-infantry", n=6, m=6, **row):
    """Two units three inches apart."""
    field = Battlefield()
    for seat in (0, 1):
        field.game.sides.set(seat, points=0)
    a = field.line(0, ours, [(10 + 1.5 * i, 10) for i in range(n)], **row)
    b = field.line(1, theirs, [(10 + 1.5 * i, 14.25) for i in range(m)])
    return field, a, b


@rule("xenocide.assault.start")
@rule("xenocide.assault.several")
def test_assaults_are_groups_connected_by_contact():
    field, a, b = duel(n=2, m=2)
    c = field.line(0, "medium-infantry", [(40, 10)])
    d = field.line(1, "medium-infantry", [(40, 14)])
    assert groups(field.game, 0) == [((a,), (b,)), ((c,), (d,))]
    assert field.play(CloseAssault(0), assault=1)[0] == Fight(0, (c,), (d,))
    assert field.play(CloseAssault(1), assault=0)[0] == Fight(1, (b,), (a,))


@rule("xenocide.assault.engaged")
@rule("xenocide.assault.tally")
@rule("xenocide.stats.caa")
def test_only_models_within_six_inches_fight():
    field = Battlefield()
    a = field.line(0, "medium-infantry", [(10 + i, 10) for i in range(4)] + [(10, 6), (11, 6)])
    b = field.line(1, "medium-infantry", [(10, 14), (11, 14), (12, 14)])
    models = melee.engaged_models(field.game, a, [b])
    assert (len(models), tally.tally(field.game, a, models, True)) == (4, 8)
    assert melee.engaged_models(field.game, a, [field.line(1, "medium-infantry", [(60, 40)])]) == []


@rule("xenocide.stats.ca-charge")
def test_charge_counts_in_the_first_round_of_a_started_assault():
    field = Battlefield()
    a = field.put(0, "thren-warrior", (10, 10), 5, charge="assault")
    assert [tally.tally(field.game, a, field.unit(a).models, first) for first in (True, False)] == [25, 20]
    field.game.units.set(a, charge="firing")
    assert tally.tally(field.game, a, field.unit(a).models, True) == 20


@rule("xenocide.assault.defence-split")
@rule("xenocide.assault.disadvantage")
@pytest.mark.parametrize(
    ("n", "weak", "left", "most"),
    [(14, False, 14, 4), (10, True, 6, 3), (14, True, 9, 4), (1, True, 1, 0), (12, True, 8, 4)],
)
def test_thirds_and_halves(n, weak, left, most):
    assert melee.dice_and_limit(n, weak) == (left, most)
    assert melee.third(n) == n // 3
    assert tally.at_disadvantage(3) == (2, 1)


@rule("xenocide.assault.infantry-defence")
@rule("xenocide.stats.ca-guard")
@rule("xenocide.assault.declare-split")
@rule("xenocide.assault.disadvantage-causes")
def test_defence_dice():
    field = Battlefield()
    foot = field.put(0, "medium-infantry", (10, 10), 7)
    assert melee.infantry_defence(field.game, foot) == 4
    guard = field.put(1, "blink-guard", (30, 10), 4)
    assert specials.guard_dice(field.game, field.unit(guard).models) == 4
    field.run(melee.split(field.game, guard, field.unit(guard).models, True, [foot]), split=4)
    assert (field.unit(guard).attack, field.unit(guard).defence) == (12 - 4, 4 + 2 + 4)
    field.game.units.set(foot, marks=1)
    field.run(melee.split(field.game, foot, field.unit(foot).models, True, [guard]), split=4)
    assert (field.unit(foot).attack, field.unit(foot).defence) == (9 - 4, 8)


@rule("xenocide.assault.allocate-attacks")
def test_dice_are_divided_among_units_in_contact():
    field, a, b = duel(n=6, m=2)
    c = field.line(1, "medium-infantry", [(16, 14.25)])
    far = field.line(1, "medium-infantry", [(60, 14)])
    field.game.units.set(a, attack=12)
    assert field.run(melee.divide(field.game, a, [b, c, far]), divide={b: 7, c: 5}) == {b: 7, c: 5}
    assert field.run(melee.divide(field.game, a, [c, far])) == {c: 12}


@rule("xenocide.assault.attack-roll")
@rule("xenocide.assault.assign-lowest")
@rule("xenocide.assault.dead-aside")
def test_successes_remove_models():
    field, a, b = duel()
    field.roll(2, 4, 5, 6).run(melee.struck(field.game, b, [(a, 4)], True), remove=lambda ask: ask.among()[:3])
    assert field.size(b) == 3
    assert field.unit(b).fallen == 3


@rule("xenocide.assault.defence-roll")
@rule("xenocide.assault.defence-once")
def test_defence_dice_cancel_equal_or_lower():
    one = lambda *d: {(f, False, False): d.count(f) for f in d}  # noqa: E731  # dice by face
    assert melee.cancelled(one(4, 5, 6), faces(5, 2)) == one(4, 6)
    assert melee.cancelled(one(4, 4), faces(6, 4)) == {}
    assert melee.cancelled(one(6), faces(5)) == one(6)
    field, a, b = duel()
    field.game.units.set(b, defence=2)
    field.roll(4, 4, 4, 6, 3).run(melee.struck(field.game, b, [(a, 3)], True), remove=lambda ask: ask.among()[:2])
    assert field.size(b) == 4


@rule("xenocide.assault.assign-lost")
@rule("xenocide.assault.assign-lowest")
def test_lowest_first_and_what_cannot_destroy_is_lost():
    field = Battlefield()
    b = field.line(1, "medium-infantry", [(10, 10), (12, 10)])
    field.mix(b, "apc", [(14, 10)])
    levels = melee.levels_of(field.game, b, True)
    field.run(casualties.assign(field.game, b, {(4, False, False): 2, (5, False, False): 1}, levels))
    assert field.size(b) == 0
    c = field.line(1, "medium-infantry", [(10, 20)])
    field.mix(c, "apc", [(12, 20), (14, 20)])
    field.run(casualties.assign(field.game, c, {(4, False, False): 3}, melee.levels_of(field.game, c, True)))
    assert field.size(c) == 2


@rule("xenocide.assault.assign-sixes")
@pytest.mark.parametrize(("dice", "pick", "left", "counted"), [
    (5, "apc/5", 0, 5), (3, "apc/5", 1, 3), (2, "heavy-tank/7", 2, 2), (2, "apc/5", 2, 1),
])  # fmt: skip
def test_sixes_against_multi_six_models(dice, pick, left, counted):
    field = Battlefield()
    b = field.line(1, "apc", [(10, 10)])
    field.mix(b, "heavy-tank", [(13, 10), (16, 10)])
    levels = melee.levels_of(field.game, b, True)
    sixes = {(6, False, False): dice}
    field.run(casualties.assign(field.game, b, sixes, levels), casualty=pick, remove=lambda a: a.among()[:1])
    assert (field.size(b), field.unit(b).fallen) == (left, counted)


@rule("xenocide.assault.multi-six-weight")
def test_multi_six_models_weigh_more():
    from xenotable.games.xenocide.rules.army.models import kinds

    assert [casualties.weight(kinds()[k]) for k in ("medium-infantry", "assault-walker", "heavy-tank")] == [1, 1, 2]


@rule("xenocide.stats.ca-cutter")
def test_cutter_sixes_count_twice_against_multi_six():
    field = Battlefield()
    b = field.line(1, "heavy-tank", [(10, 10), (14, 10)])
    levels = melee.levels_of(field.game, b, True)
    field.run(casualties.assign(field.game, b, {(6, True, False): 1}, levels), remove=lambda a: a.among()[:1])
    assert field.size(b) == 1
    foot = field.line(1, "medium-infantry", [(30, 10), (32, 10), (34, 10)])
    field.run(casualties.assign(field.game, foot, {(6, True, False): 1}, melee.levels_of(field.game, foot, True)),
              remove=lambda a: a.among()[:1])  # fmt: skip
    assert field.size(foot) == 2


@rule("xenocide.stats.ca-by-model")
@rule("xenocide.assault.dice-frozen")
def test_specials_are_those_of_the_models_and_outlive_them():
    keen = next(k.id for k in Battlefield().game.kinds.values() if k.cutter and k.titan is None)
    field = Battlefield()
    mixed = field.line(1, "apc", [(10, 10)])  # the first model has no special, the others have
    field.mix(mixed, keen, [(12, 10), (14, 10)])
    tank = field.line(0, "heavy-tank", [(12, 13)])
    dice = sum(field.game.kinds[field.game.models[m].kind].caa for m in field.unit(mixed).models)
    plain = field.game.kinds["apc"].caa
    field.run(melee.split(field.game, mixed, field.unit(mixed).models, False, (tank,)), split=0)
    assert field.unit(mixed).edged == (0, dice - plain, 0)
    destroy(field.game, field.unit(mixed).models)
    field.game.units.set(tank, defence=0)
    # wiped out, it still strikes back: one six of a Cutter die is enough for CAD 66
    field.roll(6, *[1] * (dice - 1)).play(Fight(0, (tank,), (mixed,), 1, "strike-back"))
    assert field.size(tank) == 0


@rule("xenocide.assault.shield-block")
@rule("xenocide.stats.ca-shatter")
def test_shields_block_but_not_against_shatter():
    field = Battlefield()
    b = field.line(1, "lancer-adept", [(10, 10), (12, 10)])
    levels = melee.levels_of(field.game, b, True)
    field.roll(1).run(casualties.assign(field.game, b, {(5, False, False): 1}, levels))
    assert field.size(b) == 2
    field.run(casualties.assign(field.game, b, {(5, False, True): 1}, levels), remove=lambda a: a.among()[:1])
    assert field.size(b) == 1


@rule("xenocide.assault.cad-bonus")
def test_only_defenders_profit_from_their_position():
    field = Battlefield(("trench", 28, 8, 6, 6))
    dug = field.line(1, "medium-infantry", [(10, 10)], dug=True)
    trench = field.line(1, "medium-infantry", [(30, 10)])
    assert list(melee.levels_of(field.game, dug, True).values()) == [5]
    assert list(melee.levels_of(field.game, trench, True).values()) == [5]
    assert list(melee.levels_of(field.game, dug, False).values()) == [4]


@rule("xenocide.assault.dice-frozen")
@rule("xenocide.assault.steps")
def test_who_fell_still_strikes_back():
    field, a, b = duel(n=2, m=2)
    field.game.units.set(a, attack=4)
    field.game.units.set(b, attack=4)
    at = Fight(0, (a,), (b,), 1, "attack")
    (at,) = field.roll(4, 4, 1, 1).play(at)
    assert field.size(b) == 0
    field.roll(4, 1, 1, 1).play(at, remove=(f"{a}m0",))
    assert field.size(a) == 1


@rule("xenocide.assault.suppression-test")
@rule("xenocide.assault.test-casualties")
@rule("xenocide.assault.test-half")
@rule("xenocide.assault.test-rounds")
@rule("xenocide.assault.test-outnumbered")
@rule("xenocide.assault.test-cover")
def test_target_numbers_of_the_assault_test():
    field, a, b = duel()
    number = lambda u, foes, n=1: morale.target_number(field.game, u, [u], foes, n)  # noqa: E731
    assert [morale.by_casualties(n) for n in (0, 1, 2, 3, 4, 9)] == [0, 1, 2, 2, 3, 3]
    assert number(b, [a]) == 3
    field.game.units.set(b, fallen=2, start=13)
    assert number(b, [a], 2) == 3 + 2 + 1 + 1
    field.game.units.set(b, dug=True, fallen=1, start=6)
    assert number(b, [a]) == 3
    tank = field.line(1, "heavy-tank", [(40, 20)])
    four = field.line(0, "medium-infantry", [(40, 24), (42, 24), (44, 24), (46, 24)])
    assert morale.outnumbered(morale.weighed(field.game, [tank]), morale.weighed(field.game, [four])) == 1
    field.game.units.set(b, fallen=2, dug=False)
    field.roll(6, 6, 2, 2).run(morale.tests(field.game, [a], [b], 1))
    assert field.unit(b).marks == 1


@rule("xenocide.assault.multi-six-weight")
def test_printed_sixes_count_however_a_unit_feels():
    field = Battlefield()
    by_cad = {k.cad: k for k in kinds().values()}
    assert [casualties.weight(by_cad[cad]) for cad in (4, 6, 7, 8, 9)] == [1, 1, 2, 3, 4]
    tank = field.line(0, "heavy-tank", [(10, 10), (12, 10)])
    assert kinds()["heavy-tank"].cad == 7  # 66
    assert morale.weighed(field.game, [tank]) == 4
    field.game.units.set(tank, marks=1)  # its effective CAD is 6 now
    assert morale.weighed(field.game, [tank]) == 4


def test_cover_is_what_the_mover_had_at_the_moment_of_the_shot():
    field = Battlefield(("forest", 18, 12, 6, 6))
    mover = field.line(0, "medium-infantry", [(20, 14)])
    gun = field.line(1, "medium-tank", [(20, 30)], watch=True)
    m, w = f"{mover}m0", weapons()["tank-cannon"]
    when = moments({m: (20.0, 21.0)}, {m: [(20.0, 14.0)]})  # out of the open into the forest, where it is now
    pools = [volleys(field.game, gun, w, mover, aim(field.game, gun, w, mover, at, True), where=at)[0].pools
             for at in (when[0], when[8])]  # fmt: skip
    assert [p[0].cover for p in pools] == [0, 2]


def test_no_tests_when_one_side_is_gone():
    field, a, b = duel()
    field.game.units.set(b, models=())
    field.run(morale.tests(field.game, [a], [b], 1))


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
    field.line(0, "medium-infantry", [(11.5, 20)])
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
    start = circle(field.game, f"{b}m0")
    other = field.line(0, "medium-infantry", [(x + 3.2, y + 5.0)])  # 2.2 inches beside the straight way
    field.run(flee(field.game, b, [a]), flee=0)
    here = circle(field.game, f"{b}m0") if field.size(b) else None
    assert here is None or gap(here, circle(field.game, f"{other}m0")) >= 4.0 - 0.002
    assert here is None or here.y - start.y < 5.0  # it does not get past

    field, a, b = duel(n=1, m=1, charge="assault", came=(10.0, 2.0))
    field.run(flee(field.game, b, [a]), flee=0)
    assert circle(field.game, f"{b}m0").y - start.y == pytest.approx(8.0, abs=0.01)


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
    assert joined(field.game, Fight(0, (a,), (b,))).defenders == (b, other)


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
    return touched(field.game, help_), field.game.sides[1].points


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


@rule("xenocide.assault.reinforcement-mode")
def test_a_garrison_and_a_high_unit_reinforce():
    field = Battlefield(buildings=(("apartment-block", 20.0, 8.0),))
    a = field.line(0, "medium-infantry", [(12, 10)])
    b = field.line(1, "medium-infantry", [(12, 14)])
    help_ = field.house(field.line(1, "medium-infantry", [(0, 0)]), "b0s0", "W")
    side = lambda ask: "W" if "W" in ask.among() else ask.among()[0]  # noqa: E731
    there = lambda ask: Moved({f"{help_}m0": ((15.5, 9.5),)})  # noqa: E731
    assert brought_in(field, help_, a, b, way_out=side, reinforce_move=there) == ([a], 1)

    field = Battlefield()
    a = field.line(0, "medium-infantry", [(10, 10)])
    b = field.line(1, "medium-infantry", [(10, 14)])
    help_ = field.line(1, "light-dropship", [(18, 10)], high=True)
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
    assert shown == {None: [], near: [], far: ["assault.reinforcement"], shaken: ["assault.reinforcement"]}


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
    assert touched(field.game, ours) == [foe]
    move = Moved({f"{ours}m1": ((24.5, 21.75),)})
    after = field.play(
        Fight(0, (ours,), (foe,), 1, "maneuver-attacker"), maneuver=ours, maneuver_move=move,
        answer_move=Moved({f"{third}m0": ((27.5, 23.5),)}),
    )  # fmt: skip
    assert after[0].defenders == (foe, third)
    assert not field.unit(third).watch
    assert field.at(f"{third}m0") == (27.5, 23.5)


# ---- overruns --------------------------------------------------------------------------------------------------------


@rule("xenocide.overrun.condition")
@rule("xenocide.overrun.no-difficult")
def test_when_a_unit_may_overrun():
    field = Battlefield(("forest", 28, 14, 10, 4))
    u = field.line(0, "jetbike", [(10, 10), (12, 10)])
    foe = field.line(1, "medium-infantry", [(10, 16), (12, 16)])
    way = Manner("walk", (foe,), overrun=True)
    assert rules(passing.refusals(field.game, u, way, step(field, u, 0, 11))) == []
    assert rules(move_refusals(field.game, u, way, step(field, u, 0, 11))) == []
    assert rules(passing.refusals(field.game, u, way, step(field, u, 0, 9))) == ["overrun.condition"]
    field.game.models.set(f"{u}m0", x=30.0)
    field.game.models.set(f"{u}m1", x=32.0)
    assert "overrun.no-difficult" in rules(passing.refusals(field.game, u, way, step(field, u, 0, 11)))


@rule("xenocide.overrun.one-round")
@rule("xenocide.overrun.participants")
@rule("xenocide.overrun.dice-loss")
@rule("xenocide.overrun.success")
@rule("xenocide.overrun.victim-flees")
def test_a_successful_overrun():
    field = Battlefield()
    for seat in (0, 1):
        field.game.sides.set(seat, points=0)
    u = field.line(0, "jetbike", [(10, 10), (12, 10)], order="move-and-fire")
    foe = field.line(1, "medium-infantry", [(10, 16), (12, 16), (14, 16), (16, 16)])
    way = Manner("walk", (foe,), overrun=True)
    # 4 dice at a disadvantage: 2 left. Two fall; the victims strike with 8 dice in vain; tests: 12 and 3.
    field.roll(5, 5, 1, 1, *[1] * 8, 6, 6, 1, 2)
    field.run(perform(field.game, u, way, step(field, u, 0, 12)), split=0, remove=lambda a: a.among()[:2],
              finish_overrun=far_side)  # fmt: skip
    assert field.size(foe) == 2
    assert field.unit(foe).marks == 1
    # the victims have run the same way, 8 inches, as if nobody stood there; the bikes end where these leave room
    assert all(field.at(m)[1] > 22.0 for m in field.unit(foe).models)
    assert field.at(f"{u}m0")[1] > 20.0
    assert all(gap(circle(field.game, a), circle(field.game, b)) >= 4.0 - 0.002
               for a in field.unit(u).models for b in field.unit(foe).models)  # fmt: skip


def far_side(ask):
    return ask.candidates(1, lambda: 0.5)[0]


@rule("xenocide.overrun.success")
def test_the_end_of_an_overrun_is_chosen_after_the_fight():
    field = Battlefield()
    for seat in (0, 1):
        field.game.sides.set(seat, points=0)
    u = field.line(0, "jetbike", [(10, 10), (12, 10)], order="move-and-fire")
    foe = field.line(1, "medium-infantry", [(10, 16), (12, 16), (14, 16), (16, 16)])
    refused = []

    def elsewhere(ask):
        back = Moved({m: ((10.0 + 2 * i, 8.0),) for i, m in enumerate(field.unit(u).models)})
        refused.extend(rules(ask.check(back)) + rules(ask.check(Moved())))
        return Moved({m: ((21.0 + 2 * i, 20.0),) for i, m in enumerate(field.unit(u).models)})

    field.roll(1, 1, *[1] * 8, 6, 6, 6, 6)  # nobody falls, nobody is shaken: the victims stay where they are
    field.run(perform(field.game, u, Manner("walk", (foe,), overrun=True), step(field, u, 0, 12)), split=0,
              finish_overrun=elsewhere)  # fmt: skip
    assert refused == ["overrun.success", "overrun.success"]
    assert field.at(f"{u}m0") == (21, 20)  # not where it was declared


@rule("xenocide.overrun.condition")
def test_every_model_goes_through_the_enemy():
    field = Battlefield()
    u = field.line(0, "jetbike", [(10, 10), (17.5, 10)])
    foe = field.line(1, "medium-infantry", [(10, 16)])
    way = Manner("walk", (foe,), overrun=True)
    assert rules(passing.refusals(field.game, u, way, step(field, u, 0, 12))) == ["overrun.condition"]


def overrunning(order):
    """Two bikes overrun infantry; one tank is near enough for the rest of their movement, another is not."""
    field = Battlefield()
    for seat in (0, 1):
        field.game.sides.set(seat, points=0)
    u = field.line(0, "jetbike", [(10, 10), (12, 10)], order=order)
    foe = field.line(1, "medium-infantry", [(10, 16), (12, 16), (14, 16), (16, 16)])
    field.line(1, "medium-tank", [(10, 30)])
    field.line(1, "medium-tank", [(40, 40)])
    field.roll(5, 5, *([1, 1] if order == "assault" else []), 1, 1, *[1] * 8, 6, 6, 1, 2)
    offered = []
    field.run(perform(field.game, u, Manner("walk", (foe,), overrun=True), step(field, u, 0, 12)), split=0,
              remove=lambda ask: ask.among()[: ask.least], press_on_move=lambda _: step(field, u, 0, 4),
              finish_overrun=lambda ask: Moved({m: ((field.at(m)[0], 22.0),) for m in field.unit(u).models}),
              press_on=lambda ask: offered.extend(ask.among()) or tuple(ask.among()))  # fmt: skip
    return field, u, offered


@rule("xenocide.overrun.assault-after")
def test_an_assault_with_the_rest_of_the_movement():
    field, u, offered = overrunning("assault")
    assert offered == ["r0u1"]
    assert field.at(f"{u}m0") == (10, 26)
    assert field.unit(u).charge == "assault"


def test_no_assault_after_an_overrun_on_firing_orders():
    field, u, offered = overrunning("move-and-fire")
    assert offered == []
    assert field.at(f"{u}m0") == (10, 22)


@rule("xenocide.overrun.failure")
def test_a_failed_overrun_goes_back():
    field = Battlefield()
    for seat in (0, 1):
        field.game.sides.set(seat, points=0)
    u = field.line(0, "jetbike", [(10, 10), (12, 10)], order="assault")
    foe = field.line(1, "medium-infantry", [(10, 16), (12, 16)])
    way = Manner("walk", (foe,), overrun=True)
    field.roll(1, 1, 1, 1, *[1] * 4, 1, 1, 6, 6)
    field.run(perform(field.game, u, way, step(field, u, 0, 12)), split=0)
    assert field.unit(u).marks == 1
    assert all(field.at(m)[1] <= 10.0 for m in field.unit(u).models)


def test_a_failed_overrun_flees_from_where_it_can_stand():
    field = Battlefield()
    u = field.line(0, "jetbike", [(10, 6)], order="assault")
    foe = field.line(1, "medium-infantry", [(10, 18)])
    m, way = f"{u}m0", {f"{u}m0": ((10.0, 24.0),)}
    met = passing.caught(field.game, u, (foe,), {m: (10.0, 6.0)}, way)[0][m]
    assert 12.0 < met[1] < 18.0
    friend = field.line(0, "medium-infantry", [met])
    before = passing.caught(field.game, u, (foe,), {m: (10.0, 6.0)}, way)[0][m]
    assert 6.0 <= before[1] < met[1]
    assert not bases_overlap(moved(circle(field.game, m), before), circle(field.game, f"{friend}m0"))


# ---- overwatch -------------------------------------------------------------------------------------------------------


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
@pytest.mark.parametrize("slit", [0.2, 0.5, 2.0])
@pytest.mark.parametrize("x", [11.3, 18.7, 26.1])
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


@rule("xenocide.overwatch.whole-way")
def test_who_teleports_is_seen_only_where_he_arrives():
    field = Battlefield(("solid-wall", 0, 20, 18, 1), ("solid-wall", 22, 20, 50, 1))
    u = field.line(0, "blink-guard", [(14, 14)])
    gun = field.line(1, "medium-tank", [(20, 30)], watch=True)
    field.run(perform(field.game, u, Manner("teleport"), Moved({f"{u}m0": ((25.0, 14.0),)})))
    assert "react" not in field.asked
    assert gun



@rule("xenocide.overwatch.marker")
@rule("xenocide.command.use-overwatch")
@rule("xenocide.overwatch.cannot-suppressed")
def test_going_on_overwatch_costs_one_point_for_the_company():
    from xenotable.games.xenocide.rules.shooting.instead import watch_refusals
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
