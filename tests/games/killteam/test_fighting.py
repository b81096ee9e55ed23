"""Chapter fighting: strikes, parries, the end of a combat, combat support."""

import pytest

from games.killteam.field import Field, blows, faces, pool, refused, rule, rules
from xenotable.games.killteam.rules.fighting.blows import blows as ways
from xenotable.games.killteam.rules.fighting.sequence import foe_refusals, pool_terms, support
from xenotable.games.killteam.scenes import Blade, Blows, Bout, CombatEnd, Melee

PLAIN, LIGHT = Blade(4, 5), Blade(2, 3)


def melee(a="", d="", one=PLAIN, two=LIGHT):
    from msgspec.structs import replace

    return Melee((replace(one, rules=rules(a)), replace(two, rules=rules(d))))


@rule("fighting.alternate", "fighting.strike", "fighting.parry")
def test_the_worked_combat():
    a, d = pool("1 2 4 6", attacks=4, skill=3), pool("1 4 6", attacks=3, skill=4)
    assert ((a.hits, a.crits), (d.hits, d.crits)) == ((1, 1), (1, 1))
    end = blows(melee(), Bout((1, 1), (1, 1), (10, 10)), "parry critical", "strike", "strike")
    assert end.wounds == (8, 6)
    assert end.hits == end.crits == (0, 0)


@rule("fighting.parry-needs-target")
def test_a_normal_hit_cannot_parry_a_critical_one():
    assert ways(melee(), Bout((1, 0), (0, 1), (9, 9)), 0) == ("strike",)
    assert "parry" in ways(melee(), Bout((1, 1), (0, 0), (9, 9)), 0)
    assert "parry with critical" in ways(melee(), Bout((0, 1), (1, 1), (9, 9)), 0)


@rule("fighting.alternate")
def test_a_side_without_hits_is_skipped():
    end = blows(melee(), Bout((2, 0), (0, 0), (9, 9)))
    assert end.wounds == (9, 1)


@rule("fighting.end")
def test_the_combat_ends_when_somebody_falls():
    end = blows(melee(), Bout((2, 3), (0, 0), (9, 4)), "strike")
    assert end.wounds == (9, 0)
    assert end.hits == (1, 3)


@rule("fighting.steps", "fighting.target", "fighting.weapons", "fighting.roll", "actions.fight")
def test_a_fight_on_the_table():
    field = Field().operative("a1", "cw-captain", 5, 5).operative("b1", "fp-penitent", 5, 6.5).cp(0, 0)
    field.act("a1", "fight", dice="3 3 1 1 1 4 4 1", foe="b1", balanced="keep", ceaseless=0, blow=["strike"] * 3)
    assert field["b1"].wounds == 9 - 6
    assert field["a1"].wounds == field["a1"].full - 6
    field.operative("b2", "fp-penitent", 5, 9)
    assert refused(foe_refusals(field.game, "a1", "b2")) == ["fighting.target"]


@rule("fighting.weapons")
def test_both_sides_choose_their_weapon():
    field = (
        Field(("veil-court", "ferric-penitents"))
        .operative("a1", "vc-duelist", 5, 5)
        .operative("b1", "fp-penitent", 5, 6.5)
        .cp(0, 0)
    )
    field.act("a1", "fight", dice="3 1 1 1 1 1 1 1", foe="b1", weapon=("vc-razor-flail", 0), ceaseless=0)
    assert field["b1"].wounds == 9 - 4


@rule("fighting.support", "fighting.support-timing")
def test_unengaged_friends_at_the_enemy_improve_the_skill():
    field = (
        Field()
        .operative("a1", "cw-warden", 5, 5)
        .operative("a2", "cw-warden", 6.6, 6.5)
        .operative("a3", "cw-warden", 3.4, 6.5)
    )
    field.operative("b1", "fp-penitent", 5, 6.5)
    assert support(field.game, "a1", "b1") == 2
    assert pool_terms(field.game, "a1", "b1", ("cw-bayonet", 0)).skill == 2
    assert pool_terms(field.game, "b1", "a1", ("fp-chain-cleaver", 0)).rules == (("Ceaseless", 0),)
    field.operative("b2", "fp-penitent", 8.2, 6.5)
    assert support(field.game, "a1", "b1") == 1


def test_swarm_instinct_supports_while_engaged():
    field = (
        Field(("carrion-brood", "ferric-penitents"))
        .operative("a1", "cb-scuttler", 5, 5)
        .operative("a2", "cb-scuttler", 6.6, 6.5)
    )
    field.operative("b1", "fp-penitent", 5, 6.5).operative("b2", "fp-penitent", 8.2, 6.5)
    assert support(field.game, "a1", "b1") == 1


def test_whoever_fell_in_a_combat_leaves_the_table_and_a_place_to_feed():
    field = (
        Field(("carrion-brood", "ferric-penitents"))
        .operative("a1", "cb-scuttler", 5, 5)
        .operative("b1", "fp-penitent", 5, 6.5)
    )
    field.game.operatives.set("b1", wounds=0, fallen=True)
    field.cp(0, 0).play(CombatEnd("a1", "b1", (6, 9)))
    assert not field["b1"].there
    assert [s.kind for s in field.game.spots.values()] == ["fell"]


# ---- what is told, and both sides of it


@rule("fighting.strike", "fighting.parry", "fighting.roll")
def test_a_combat_is_told_blow_by_blow():
    field = Field().operative("a1", "cw-warden", 5, 5).operative("b1", "fp-penitent", 5, 6.5).cp(0, 0)
    dice = f"{faces('6 4', 'cw-bayonet')} {faces('4', 'fp-chain-cleaver')}"
    field.act("a1", "fight", dice=dice, foe="b1", ceaseless=0, blow=["parry", "strike"])
    assert [line for line in field.story if "strikes" in line or "parries" in line or "retains" in line] == [
        "Warden a1 retains 1 normal and 1 critical hits.",
        "Penitent b1 retains 1 normal and 0 critical hits.",
        "Warden a1 parries Penitent b1.",
        "Warden a1 strikes Penitent b1 with a critical hit.",
    ]
    other = Field().operative("a1", "cw-warden", 5, 5).operative("b1", "fp-penitent", 5, 6.5).cp(0, 0)
    dice = f"{faces('4', 'cw-bayonet')} {faces('6', 'fp-chain-cleaver')}"
    other.act("a1", "fight", dice=dice, foe="b1", ceaseless=0, blow=["strike", "strike"])
    assert "Warden a1 strikes Penitent b1 with a normal hit." in other.story
    assert "Penitent b1 strikes Warden a1 with a critical hit." in other.story


@rule("fighting.roll", "dice.command-reroll")
def test_both_sides_may_use_their_command_rerolls_in_a_combat():
    field = Field().operative("a1", "cw-warden", 5, 5).operative("b1", "fp-penitent", 5, 6.5).cp(1, 1)
    dice = f"{faces('4', 'cw-bayonet')} 6 {faces('1', 'fp-chain-cleaver')} 4"
    field.act("a1", "fight", dice=dice, foe="b1", ceaseless=0, command=["miss", "1"], blow=["strike"] * 3)
    assert [field.game.sides[s].cp for s in (0, 1)] == [0, 0]
    assert [(e.key, e.seat) for e in field.match.tape if e.key == "command"] == [("command", 0), ("command", 1)]


@rule("specials.stun-fight-second")
@pytest.mark.parametrize("me", [0, 1])
def test_a_second_stunning_blow_takes_an_action_point_of_whoever_still_stands(me):
    for damage, mods in ((1, (-1,)), (5, ())):
        field = Field().operative("a1", "cw-warden", 5, 5).operative("b1", "fp-penitent", 5, 6.5).cp(0, 0)
        field.game.operatives.set("ab"[1 - me] + "1", wounds=8, full=9)
        wounds = tuple(field[i].wounds for i in ("a1", "b1"))
        blades = tuple(Blade(1, damage, rules("Stun") if side == me else ()) for side in (0, 1))
        crits = (2, 0) if me == 0 else (0, 2)
        field.play(Blows("a1", "b1", Melee(blades), Bout((0, 0), crits, wounds, turn=me), wounds))
        assert field["ab"[1 - me] + "1"].mods == mods
        assert field["ab"[me] + "1"].mods == ()
