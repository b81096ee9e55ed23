"""Chapter fighting: strikes, parries, the end of a combat, combat support."""

from games.killteam.field import Field, blows, pool, refused, rule
from xenotable.games.killteam.rules.fighting.blows import blows as ways
from xenotable.games.killteam.rules.fighting.sequence import foe_refusals, pool_terms, support
from xenotable.games.killteam.scenes import Blade, Bout, CombatEnd, Melee

PLAIN, LIGHT = Blade(4, 5), Blade(2, 3)


def melee(a="", d="", one=PLAIN, two=LIGHT):
    from msgspec.structs import replace

    from games.killteam.field import rules

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
