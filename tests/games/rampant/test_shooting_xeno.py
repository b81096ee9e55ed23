"""Chapter "shooting": options, specials and xeno rules in fire, explosions."""

import pytest

from games.rampant.positions import fire
from games.rampant.skirmish import Skirmish, hits
from xenotable.games.rampant.rules.shooting.dice import volley
from xenotable.games.rampant.rules.xeno.combat import surgeon_near
from xenotable.games.rampant.scenes import Nerve, Shock, Shooting
from xenotable.odds import explore

# ---- Armour of options, specials and xeno rules ------------------------------------------------------------------

ARMOUR = [
    ("specials.vehicle", ("elite", "anti-vehicle"), ("soft-skin-vehicle",), (), {}, 1),
    ("specials.vehicle", ("elite", "anti-vehicle"), ("heavy",), (), {}, 3),
    ("specials.anti-vehicle", ("elite", "anti-vehicle"), ("fighting-vehicle",), ("scrub",), {}, 4),
    ("specials.prone", ("heavy",), ("light", "full-squad"), ("scrub",), {"prone": True}, 4),
    ("specials.elusive", ("heavy",), ("recon",), ("scrub",), {}, 3),
    ("terrain.cover-soft", ("heavy",), ("light",), ("scrub",), {}, 3),
    ("terrain.cover-hard", ("heavy",), ("light",), ("ruins",), {}, 4),
    ("terrain.cover-best", ("heavy",), ("light",), ("ruins", "scrub"), {"prone": True}, 5),
    ("options.bushcraft", ("heavy",), ("light", "bushcraft"), ("scrub",), {}, 4),
    ("options.bushcraft", ("heavy",), ("light", "bushcraft"), ("woods",), {}, 4),
    ("options.engulfing", ("support", "engulfing"), ("light",), ("ruins",), {}, 2),
    ("options.hide-armour", ("militia", "throng"), ("primitive", "hide-armour"), (), {}, 2),
    ("options.bows", ("primitive", "bows"), ("heavy",), (), {}, 4),
    ("options.titan-plate", ("elite", "anti-vehicle"), ("elite", "titan-plate"), (), {}, 2),
    ("xeno.assault-shields", ("heavy",), ("heavy", "assault-shields"), (), {}, 4),
    ("xeno.cloaked", ("heavy",), ("elite", "cloaked"), (), {}, 5),
]


@pytest.mark.parametrize(
    ("mine", "theirs", "lands", "row", "armour"),
    [pytest.param(*a[1:], marks=pytest.mark.rule(f"rampant.{a[0]}"), id=f"{a[0]}-{a[2][-1]}") for a in ARMOUR],
)
def test_armour_against_shooting(mine, theirs, lands, row, armour):
    battle = Skirmish()
    shooter, target = battle.face_off(mine, theirs, 6.0)
    for kind in lands:
        battle.land(kind, 20, 10, 28, 18)
    battle.rows[target] |= row
    assert volley(battle.game, shooter, target, "shoot").armour == armour


@pytest.mark.rule("rampant.options.hide-armour", "rampant.options.bows")
def test_hides_and_bows_are_for_their_like():
    battle = Skirmish()
    bows, hides = battle.face_off(("primitive", "bows"), ("primitive", "hide-armour"), 6.0)
    rifles, plain = battle.put(0, "heavy", (34, 4)), battle.put(1, "primitive", (31, 8))
    tank = battle.put(1, "heavy", (17, 8))
    assert volley(battle.game, rifles, hides, "shoot").armour == 1
    assert volley(battle.game, bows, hides, "shoot").armour == 2
    assert volley(battle.game, bows, plain, "shoot").armour == 1
    assert volley(battle.game, bows, tank, "shoot").armour == 4


@pytest.mark.rule("rampant.options.heavy-weapon")
def test_a_heavy_weapon_counts_sixes_twice():
    battle = Skirmish()
    shooter, target = battle.face_off(("heavy", "heavy-weapon"), ("heavy",))
    battle.start(Shooting(shooter)).roll(6, 6, 1, 2, 3, 4, 5, 5, 2, 1, 6, 6).go(target=target)
    assert "a1 shoots at Heavy Infantry b1: 4 hits" in battle.told()
    assert battle.unit(target).strength == 4


@pytest.mark.rule("rampant.options.engulfing")
def test_engulfing_weapons_leave_the_cover_of_courage():
    battle = Skirmish()
    battle.land("ruins", 20, 12, 28, 22)
    shooter, target = battle.face_off(("support", "engulfing"), ("light",), 10.0)
    battle.start(Shooting(shooter)).roll(*hits(6, face=4), 6).go(target=target)
    assert battle.unit(target).strength == 2
    assert "Courage test: 4 against 4" in battle.told()  # 6 - 3 + 1


@pytest.mark.rule("rampant.specials.one-reduction", "rampant.options.penetrators")
def test_a_unit_with_two_reductions_uses_one():
    battle = Skirmish()
    tank, target = battle.face_off(("fighting-vehicle", "penetrators"), ("soft-skin-vehicle", "bolted-plates"))
    infantry = battle.put(1, "heavy", (34, 18))
    battle.start(Shooting(tank)).go(target=target)
    assert battle.asked == "reduction"
    assert battle.ask.default == "anti-vehicle"
    battle.roll(*hits(6, face=4), 6, 6).go(reduction="penetrators")  # 4 - 1 = 3: two points, not three
    assert battle.unit(target).strength == 3
    assert volley(battle.live, tank, infantry, "shoot").armour == 2


# ---- xeno rules in fire ------------------------------------------------------------------------------------------


@pytest.mark.rule("rampant.xeno.deflector", "rampant.xeno.loss-order")
@pytest.mark.parametrize(("tier", "dice", "lost"), [(2, (5, 6, 1), 1), (1, (5, 6, 1), 2), (2, (1, 1, 1), 3)])
def test_a_deflector_cancels_points(tier, dice, lost):
    battle = Skirmish()
    shooter, target = battle.face_off(("elite",), ("heavy", f"deflector:{tier}"))
    battle.start(Shooting(shooter)).roll(*hits(9, face=4), *dice, *((6,) if lost > 2 else (6, 6))).go(target=target)
    assert battle.unit(target).strength == 5 - lost


@pytest.mark.rule("rampant.xeno.deflector", "rampant.xeno.loss-order")
@pytest.mark.parametrize(("saved", "left"), [(4, 0), (5, 1)])
def test_surplus_points_are_deflected_too(saved, left):
    battle = Skirmish()
    shooter, target = battle.face_off(("elite",), ("primitive", "deflector:2"))
    dice = (*hits(9, face=4), *hits(saved, of=9), *((6,) if left else ()))
    battle.start(Shooting(shooter)).roll(*dice).go(target=target)
    assert battle.unit(target).strength == left


@pytest.mark.rule("rampant.xeno.deflector")
def test_a_fully_deflected_volley_is_still_tested():
    battle = Skirmish()
    shooter, target = battle.face_off(("elite",), ("heavy", "deflector:1"))
    battle.start(Shooting(shooter)).roll(*hits(3, face=4), 6, 1, 1).go(target=target)
    assert battle.unit(target).strength == 5
    assert battle.unit(target).suppressed


@pytest.mark.rule("rampant.xeno.field-surgeon")
@pytest.mark.parametrize(("die", "worn", "lost"), [(4, False, 1), (3, False, 2), (4, True, 2), (5, True, 1)])
def test_a_surgeon_keeps_one_point(die, worn, lost):
    battle = Skirmish()
    shooter, target = battle.face_off(("elite",), ("heavy",))
    battle.put(1, "heavy", (32, 19), "field-surgeon", strength=2 if worn else 5)
    battle.start(Shooting(shooter)).roll(*hits(6, face=4), die, 5, 5).go(target=target)
    assert battle.unit(target).strength == 5 - lost
    assert f"Courage test: {10 - lost} against 4" in battle.told()


@pytest.mark.rule("rampant.xeno.field-surgeon")
@pytest.mark.parametrize(("strength", "p"), [(5, 3 / 6), (2, 2 / 6)])
def test_the_odds_of_a_surgeon_are_those_of_its_die(strength, p):
    battle = Skirmish(ask_all=True)
    shooter, target = battle.face_off(("elite",), ("heavy",))
    battle.put(1, "heavy", (32, 19), "field-surgeon", strength=strength)
    battle.start(Shooting(shooter)).roll(*hits(6, face=4)).go(target=target)
    found = explore(battle.match, True, battle.match.id(battle.ask))
    kept = found.chance(lambda end: end.game.units[target].strength == 4)
    assert battle.ask.odds(True).chances[0].p == pytest.approx(p) == pytest.approx(float(kept))
    assert battle.ask.odds(False) is None


@pytest.mark.rule("rampant.xeno.field-surgeon")
@pytest.mark.parametrize("strengths", [(5, 2), (2, 5)])
def test_of_two_surgeons_the_fresher_one_rolls(strengths):
    battle = Skirmish()
    hurt = battle.put(1, "heavy", (24, 24))
    for x, strength in zip((20, 28), strengths, strict=True):
        battle.put(1, "heavy", (x, 24), "field-surgeon", strength=strength)
    assert surgeon_near(battle.game, hurt) == 4


@pytest.mark.rule("rampant.xeno.field-surgeon")
def test_the_owner_may_send_the_surgeon_away():
    battle = Skirmish(ask_all=True)
    shooter, target = battle.face_off(("elite",), ("heavy",))
    battle.put(1, "heavy", (32, 19), "field-surgeon")
    battle.start(Shooting(shooter)).roll(*hits(6, face=4)).go(target=target)
    assert (battle.asked, battle.ask.seat, battle.ask.default) == ("treat", 1, True)
    battle.roll(5, 5).go(treat=False)
    assert battle.unit(target).strength == 3


@pytest.mark.rule("rampant.xeno.field-surgeon-kin")
def test_a_surgeon_does_not_treat_the_undying():
    battle = Skirmish()
    shooter, target = battle.face_off(("elite",), ("heavy", "undying"))
    battle.put(1, "heavy", (32, 19), "field-surgeon")
    battle.start(Shooting(shooter)).roll(*hits(6, face=4), 6, 6).go(target=target)
    assert battle.unit(target).strength == 3


@pytest.mark.rule("rampant.xeno.sworn-foe", "rampant.play.rerolls")
def test_sworn_foes_throw_their_misses_again_once():
    battle = Skirmish().side(0, foe="alien")
    shooter, target = battle.face_off(("heavy", "sworn-foe"), ("heavy",))
    battle.entries[1][0] = _kin(battle.entries[1][0], "alien")
    battle.start(Shooting(shooter)).roll(*hits(2, face=6), *hits(4, of=8, face=6), 6, 6).go(target=target)
    assert battle.unit(target).strength == 3


@pytest.mark.rule("rampant.xeno.sworn-foe", "rampant.play.rerolls")
def test_sworn_foes_may_let_their_misses_lie():
    battle = Skirmish(ask_all=True).side(0, foe="terran")
    shooter, target = battle.face_off(("heavy", "sworn-foe"), ("heavy",))
    battle.start(Shooting(shooter)).roll(*hits(2, face=6)).go(target=target)
    assert (battle.asked, battle.ask.default, battle.options()) == ("throw-again", 8, [8, 0])
    battle.roll(6, 6).go(throw_again=0)
    assert battle.unit(target).strength == 5


def _kin(entry, kin):
    return type(entry)(**{**{f: getattr(entry, f) for f in entry.__struct_fields__}, "kin": kin})


def test_sworn_foes_shoot_at_others_as_anybody():
    battle = Skirmish().side(0, foe="alien")
    shooter, target = battle.face_off(("heavy", "sworn-foe"), ("heavy",))
    battle.start(Shooting(shooter)).roll(*hits(2, face=6), 6, 6).go(target=target)
    assert "2 hits" in battle.told()


@pytest.mark.rule("rampant.xeno.stunners")
def test_stunned_points_are_not_lost_but_count_twice():
    battle = Skirmish()
    shooter, target = battle.face_off(("heavy", "stunners"), ("heavy",))
    battle.start(Shooting(shooter)).roll(*hits(6, face=6), 4, 4).go(target=target, stun="stun")
    assert battle.unit(target).strength == 5
    assert "passes its Courage test: 4 against 4" in battle.told()  # 8 - 4


@pytest.mark.rule("rampant.xeno.stunners")
@pytest.mark.parametrize("nature", ["machine", "undying", "otherworldly"])
def test_some_cannot_be_stunned(nature):
    battle = Skirmish()
    shooter, target = battle.face_off(("heavy", "stunners"), ("heavy", nature))
    human = battle.put(1, "heavy", (34, 18))
    battle.start(Shooting(shooter), Shooting(shooter)).roll(*hits(0)).go(target=[target, human])
    assert battle.asked == "stun"  # asked for the second shot alone


@pytest.mark.rule("rampant.xeno.otherworldly-weakness")
def test_rift_beings_hurt_one_another_twice():
    battle = Skirmish()
    shooter, target = battle.face_off(("heavy", "otherworldly"), ("heavy", "otherworldly"))
    battle.start(Shooting(shooter)).roll(*hits(4, face=6), 6, 6).go(target=target)
    assert battle.unit(target).strength == 3


@pytest.mark.rule("rampant.xeno.undying-hits")
def test_shooting_at_the_undying_is_rounded_down():
    from xenotable.games.rampant.rules.play.dice import Blow, Wound
    from xenotable.games.rampant.rules.xeno.loss_order import divide

    assert fire(("elite",), ("light", "undying"), 3, face=4) == 1
    struck = Blow("attack", 10, 4, 2, 5, up=True)
    assert divide(struck, Wound(hits=3)).points == 2


# ---- explosions --------------------------------------------------------------------------------------------------


@pytest.mark.rule("rampant.xeno.volatile-1", "rampant.xeno.volatile-blast")
def test_a_volatile_unit_explodes_with_what_it_had():
    battle = Skirmish()
    shooter, target = battle.face_off(("elite",), ("heavy", "volatile:1"), 12.0)
    battle.rows[target] |= {"strength": 2}
    near, far = battle.put(1, "light", (31, 19)), battle.put(1, "light", (34, 19))
    battle.start(Shooting(shooter)).roll(*hits(9, face=4), 3, 3, 4, 4).go(target=target)
    assert battle.unit(target).gone == "destroyed"
    assert battle.unit(near).strength == 4  # two dice at 3+, Armour 2
    assert battle.unit(far).strength == 5


@pytest.mark.rule("rampant.xeno.volatile-1")
def test_a_routed_volatile_unit_does_not_explode():
    battle = Skirmish()
    unit = battle.put(1, "heavy", (24, 24), "volatile:1", strength=2)
    doomed, near = battle.put(1, "heavy", (44, 44), "volatile:1", strength=1), battle.put(1, "light", (30, 24))
    battle.start(Nerve(Shock(unit, "shoot", 3, source=True, x=24.0, y=10.0))).roll(3).go()
    assert battle.unit(unit).gone == "routed"
    assert battle.unit(near).strength == 5
    from xenotable.games.rampant.rules.courage.losses import suffer
    from xenotable.games.rampant.scenes import Blast

    assert [type(s) for s in suffer(battle.live, doomed, 1, "shooting.losses")] == [Blast]
