"""Close assault: who fights, dice, casualties, tests (chapter "assault")."""

import pytest

from games.xenocide.battlefield import Battlefield, duel, faces
from xenotable.games.xenocide.content import weapons
from xenotable.games.xenocide.rules.army.models import kinds
from xenotable.games.xenocide.rules.assault import casualties, dice_count, morale
from xenotable.games.xenocide.rules.assault import dice as melee
from xenotable.games.xenocide.rules.assault.sequence import groups
from xenotable.games.xenocide.rules.overwatch import moments
from xenotable.games.xenocide.rules.play.units import destroy
from xenotable.games.xenocide.rules.shooting.pools import volleys_for
from xenotable.games.xenocide.rules.shooting.targeting import aim
from xenotable.games.xenocide.rules.stats import specials
from xenotable.games.xenocide.scenes import CloseAssault, Fight

rule = pytest.mark.rule


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
    assert (len(models), dice_count.tally(field.game, a, models, True)) == (4, 8)
    assert melee.engaged_models(field.game, a, [field.line(1, "medium-infantry", [(60, 40)])]) == []


@rule("xenocide.assault.engaged")
def test_a_unit_fights_that_is_in_contact_with_one_of_its_enemies():
    field = Battlefield()
    a = field.line(0, "medium-infantry", [(10, 10), (22, 10)])
    near = field.line(1, "medium-infantry", [(10, 15.5)])  # 4.5 inches: within six, but no contact
    assert melee.engaged_models(field.game, a, [near]) == []
    touching, far = field.line(1, "medium-infantry", [(10, 14)]), field.line(1, "medium-infantry", [(60, 40)])
    assert melee.engaged_models(field.game, a, [touching, far]) == [f"{a}m0"]


@rule("xenocide.assault.steps")
@rule("xenocide.assault.tally")
def test_the_dice_of_a_round_are_those_of_the_models_at_the_enemy():
    for n, dice in ((1, 10), (2, 8)):  # Charge counts in the first round
        field, a, b = duel("thren-warrior", n=2, m=2, charge="assault")
        at = Fight(0, (a,), (b,), n, "tally")
        while isinstance(at, Fight) and at.step == "tally":
            (at,) = field.play(at, split=0)
        assert (field.unit(a).attack, field.unit(b).attack) == (dice, 4)


@rule("xenocide.stats.ca-charge")
def test_charge_counts_in_the_first_round_of_a_started_assault():
    field = Battlefield()
    a = field.put(0, "thren-warrior", (10, 10), 5, charge="assault")
    assert [dice_count.tally(field.game, a, field.unit(a).models, first) for first in (True, False)] == [25, 20]
    field.game.units.set(a, charge="firing")
    assert dice_count.tally(field.game, a, field.unit(a).models, True) == 20


@rule("xenocide.assault.defence-split")
@rule("xenocide.assault.disadvantage")
@pytest.mark.parametrize(
    ("n", "weak", "left", "most"),
    [(14, False, 14, 4), (10, True, 6, 3), (14, True, 9, 4), (1, True, 1, 0), (12, True, 8, 4)],
)
def test_thirds_and_halves(n, weak, left, most):
    assert melee.dice_and_limit(n, weak) == (left, most)
    assert melee.third(n) == n // 3
    assert dice_count.at_disadvantage(3) == (2, 1)


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
    field.roll(2, 4, 5, 6).run(melee.strike_unit(field.game, b, [(a, 4)], True), remove=lambda ask: ask.among()[:3])
    assert field.size(b) == 3
    assert field.unit(b).fallen == 3


@rule("xenocide.assault.defence-roll")
@rule("xenocide.assault.defence-once")
def test_defence_dice_cancel_equal_or_lower():
    one = lambda *d: {(f, False, False): d.count(f) for f in d}  # noqa: E731  # dice by face
    assert melee.cancel_dice(one(4, 5, 6), faces(5, 2)) == one(4, 6)
    assert melee.cancel_dice(one(4, 4), faces(6, 4)) == {}
    assert melee.cancel_dice(one(6), faces(5)) == one(6)
    field, a, b = duel()
    field.game.units.set(b, defence=2)
    field.roll(4, 4, 4, 6, 3).run(melee.strike_unit(field.game, b, [(a, 3)], True), remove=lambda ask: ask.among()[:2])
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


@rule("xenocide.assault.assign-sixes")
def test_a_single_six_destroys_one_model_of_cad_six():
    field = Battlefield()
    tanks = field.line(1, "medium-tank", [(10, 10), (14, 10)])
    levels = melee.levels_of(field.game, tanks, True)
    assert set(levels.values()) == {6}
    field.run(casualties.assign(field.game, tanks, {(6, False, False): 1}, levels), remove=lambda a: a.among()[:1])
    assert field.size(tanks) == 1


@rule("xenocide.assault.assign-lowest")
@pytest.mark.parametrize("dice", [{(4, True, False): 2}, {(4, False, False): 1, (4, True, False): 1}])
def test_below_six_a_cutter_die_is_a_die_like_others(dice):
    field = Battlefield()
    foot = field.line(1, "medium-infantry", [(10 + 2 * i, 10) for i in range(5)])
    levels = melee.levels_of(field.game, foot, True)
    field.run(casualties.assign(field.game, foot, dice, levels), remove=lambda a: a.among()[:2])
    assert field.size(foot) == 3
    assert "loses 2 models in close assault" in field.told()


@rule("xenocide.assault.attack-roll")
def test_a_die_that_reaches_the_weakest_of_a_mixed_unit_counts():
    field = Battlefield()
    a, b = field.line(0, "medium-infantry", [(12, 6.5)]), field.line(1, "medium-infantry", [(10, 10)])
    field.mix(b, "apc", [(13, 10)])
    field.roll(4).run(melee.strike_unit(field.game, b, [(a, 1)], True))
    assert field.unit(b).models == (f"{b}x2",)


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
    shield = kinds()["lancer-adept"].shield
    blow = {(5, False, False): 1}
    field.roll(shield).run(casualties.assign(field.game, b, blow, melee.levels_of(field.game, b, True)))
    assert field.size(b) == 1
    field.roll(shield + 1).run(casualties.assign(field.game, b, blow, melee.levels_of(field.game, b, True)))
    assert field.size(b) == 0


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


@rule("xenocide.assault.steps")
@rule("xenocide.assault.cad-bonus")
def test_attackers_strike_at_those_they_touch_who_profit_from_their_position():
    field, a, b = duel(n=2, m=2)
    field.game.units.set(b, dug=True)
    far = field.line(1, "medium-infantry", [(60, 40)])
    field.game.units.set(a, attack=2)
    field.roll(4, 5).play(Fight(0, (a,), (b, far), 1, "attack"), remove=(f"{b}m0",))
    assert (field.size(b), field.size(far)) == (1, 1)
    assert "divide" not in field.asked


@rule("xenocide.assault.start")
def test_a_single_assault_is_not_asked_for_and_begins_afresh():
    field, a, b = duel(n=2, m=2, watch=True, fallen=3, fled=True)
    assert field.play(CloseAssault(0))[0] == Fight(0, (a,), (b,))
    assert "assault" not in field.asked
    assert (field.unit(a).fallen, field.unit(a).fled, field.unit(a).watch) == (0, False, False)


@rule("xenocide.assault.suppression-test")
@rule("xenocide.assault.test-outnumbered")
def test_attackers_test_first_and_nobody_does_once_one_side_is_gone():
    field, a, b = duel(n=4, m=2)
    field.roll(1, 2, 1, 2).play(Fight(0, (a,), (b,), 1, "tests"))
    assert (field.unit(a).marks, field.unit(b).marks) == (0, 1)  # 3 against 3, and against 4: outnumbered
    for gone in (a, b):
        field, a, b = duel(n=4, m=2)
        field.game.units.set(gone, models=())
        field.run(morale.tests(field.game, [a], [b], 1))
        assert "nerve" not in field.asked


@rule("xenocide.assault.test-cover")
def test_more_than_half_of_the_models_in_hard_cover_help_the_unit():
    field = Battlefield(("ruins", 0, 0, 20, 20), ("brush", 30, 0, 20, 20), ("ruins", 0, 30, 30, 18))
    modifier = lambda *points: morale.cover_modifier(  # noqa: E731
        field.game, field.line(0, "medium-infantry", points)
    )
    assert [modifier((10, 10), (25, 10)), modifier((10, 10), (12, 10), (25, 10))] == [0, 1]
    assert modifier((40, 10)) == 0
    titan = field.put(0, "bastion-titan", (15, 38))
    assert morale.cover_modifier(field.game, titan) == 0


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
    assert (
        morale.outnumbered_modifier(morale.side_weight(field.game, [tank]), morale.side_weight(field.game, [four])) == 1
    )
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
    assert morale.side_weight(field.game, [tank]) == 4
    field.game.units.set(tank, marks=1)  # its effective CAD is 6 now
    assert morale.side_weight(field.game, [tank]) == 4


def test_cover_is_what_the_mover_had_at_the_moment_of_the_shot():
    field = Battlefield(("forest", 18, 12, 6, 6))
    mover = field.line(0, "medium-infantry", [(20, 14)])
    gun = field.line(1, "medium-tank", [(20, 30)], watch=True)
    m, w = f"{mover}m0", weapons()["tank-cannon"]
    when = moments({m: (20.0, 21.0)}, {m: [(20.0, 14.0)]})  # out of the open into the forest, where it is now
    pools = [volleys_for(field.game, gun, w, mover, aim(field.game, gun, w, mover, at, True), where=at)[0].pools
             for at in (when[0], when[8])]  # fmt: skip
    assert [p[0].cover for p in pools] == [0, 2]
