"""Chapters specials and combos: what the special rules do to dice."""

import pytest

from games.killteam.field import blows, pool, rule, shoot
from games.killteam.test_fighting import melee
from xenotable.games.killteam.rules.fighting.blows import blows as ways
from xenotable.games.killteam.scenes import Blade, Bout

OPEN = {"defence": 0, "wounds": 60}


@rule("specials.ap", "specials.ap-scope")
def test_ap_takes_defence_dice_in_each_attack():
    assert shoot("4 4 1 1 4 4", "AP1", defence=3, save=4, wounds=50).damage == 0
    assert shoot("4 4 1 1", "AP2", defence=2, save=4, wounds=50).damage == 6


@rule("specials.ap-not-cumulative", "combos.ap-piercing", "specials.piercing", "specials.piercing-scope")
def test_of_ap_and_p_the_larger_counts_never_the_sum():
    assert shoot("6 1 1 1 4", "AP1, P2", defence=3, save=3, wounds=50).damage == 4
    assert shoot("4 1 1 1 4 4", "AP1, P2", skill=3, defence=3, save=3, wounds=50).damage == 0


@rule("specials.ap-not-cumulative", "combos.ap-piercing")
@pytest.mark.parametrize(("ap", "dice"), [(2, "4"), (1, "4 4")])
def test_the_attacker_selects_which_ap_counts(ap, dice):
    log = []
    shoot(f"6 1 1 1 {dice}", "AP1, P2", log, ap=ap, free=True, defence=3, save=3, wounds=50)
    assert ("ap", 0) in log
    one = []
    shoot("6 1 1 1 4 4", "AP1", one, free=True, defence=3, save=3, wounds=50)
    assert ("ap", 0) not in one


@rule(
    "specials.invulnerable",
    "specials.invulnerable-ap",
    "specials.invulnerable-choice-time",
)
@rule("specials.invulnerable-unmodified", exercises=["specials.invulnerable", "specials.ap"])
@rule("combos.piercing-invulnerable", exercises=["specials.piercing", "specials.invulnerable-ap"])
def test_an_invulnerable_save_ignores_ap_and_is_chosen_after_the_attack_dice():
    log = []
    shot = shoot(
        "6 4 4 1 4 4 1", "AP1, P2", log=log, by="invulnerable", defence=3, save=3, invulnerable=4, saves=(0, 1)
    )
    assert [key for key, _ in log] == ["attack", "save", "defence", "saves"]
    assert shot.damage == 4


@rule("specials.invulnerable-critical")
@rule("combos.invulnerable-cover", exercises=["specials.invulnerable", "shooting.cover-die"])
def test_otherwise_it_works_like_a_save():
    shot = shoot("4 4 4 6 6 5", "AP2", defence=3, invulnerable=5, cover=1, wounds=50, by="invulnerable", saves=(1, 0))
    assert shot.damage == 3


@rule("specials.ceaseless")
def test_ceaseless_rerolls_ones_only():
    asked = []
    shot = shoot("1 1 3 5 4 4", "Ceaseless", ceaseless=lambda ask: asked.append(ask.among()[-1]) or 2, **OPEN)
    assert asked == [2]
    assert shot.damage == 9
    assert shoot("1 1 3 5 4", "Ceaseless", ceaseless=1, **OPEN).damage == 6


@rule("specials.relentless")
@rule("combos.relentless-with-others", exercises=["specials.relentless", "specials.balanced"])
def test_relentless_rerolls_any_dice_chosen_at_once():
    assert pool("1 2 4 6 5 2", "Relentless", skill=3, relentless=(0, 2, 0, 0)).hits == 2
    asked = []
    shot = shoot(
        "2 2 4 6 5 1",
        "Relentless, Balanced",
        relentless=(0, 2, 0, 0),
        balanced=lambda a: asked.append(a.among()) or "keep",
        **OPEN,
    )
    assert asked == [("keep", "hit")]
    assert shot.damage == 3 + 3 + 4


@rule("combos.balanced-ceaseless", "combos.rerolls-per-attack")
def test_balanced_and_ceaseless_together():
    """The order is the player's choice, who sees the result of the first before deciding on the second."""
    for first, dice, keys in (
        ("Ceaseless", "1 1 3 4 4 1 5", ["ceaseless", "balanced"]),
        ("Balanced", "1 1 3 4 5 4 1", ["balanced", "ceaseless"]),
    ):
        log = []
        shot = shoot(dice, "Balanced, Ceaseless", log, ceaseless=2, balanced="miss", **{"re-roll": first}, **OPEN)
        assert shot.damage == 9
        assert [key for key, _ in log if key in keys] == keys


@rule("specials.lethal")
def test_lethal_makes_criticals_of_hits():
    assert shoot("3 4 5 6", "Lethal 5+", **OPEN).damage == 3 + 4 + 4


@rule("specials.lethal-needs-hit", exercises=["specials.lethal", "shooting.attack-roll"])
def test_lethal_never_turns_a_miss_into_a_hit():
    assert shoot("5 5 6 1", "Lethal 5+", skill=6, **OPEN).damage == 4


@rule("specials.hot", "specials.hot-after-rerolls")
@rule("combos.hot-rerolls", exercises=["specials.hot", "specials.ceaseless", "specials.balanced"])
def test_hot_counts_the_ones_finally_discarded():
    assert shoot("1 1 4 6", "Hot", **OPEN).burn == 6
    assert shoot("1 1 5 6 1 4", "Hot, Ceaseless", ceaseless=2, **OPEN).burn == 3
    assert shoot("2 4 4 5 1", "Hot, Balanced", balanced="miss", **OPEN).burn == 3


@rule("specials.mw-then-hit", "wounds.mortal-not-hit")
def test_criticals_with_mw_stay_in_the_pool():
    from games.killteam.field import Field
    from xenotable.games.killteam.rules.wounds import mortal

    assert shoot("6 1 1 1", "MW3", normal=3, critical=3, **OPEN).damage == 6
    assert shoot("6 1 1 1 6", "MW3", normal=3, critical=3, defence=1, wounds=50, save=6).damage == 3
    field = Field().operative("a1", "cw-warden", 5, 5)
    mortal(field.game, "a1", 3, "", "other", "specials.mw")
    assert field["a1"].wounds == 4


@rule("specials.no-cover")
@rule("combos.no-cover-barrage", exercises=["specials.no-cover"])
def test_no_cover_forbids_the_kept_die():
    assert shoot("4 4 4 4 1 1 1", "No Cover", defence=3, cover=1, wounds=50).damage == 12
    assert shoot("4 4 4 4 1 1 1", "No Cover, Barrage", defence=3, cover=1, wounds=50).damage == 12


@rule("specials.rending", "combos.rending-optional")
def test_rending_turns_one_normal_hit_into_a_critical():
    assert shoot("6 4 4 1", "Rending", normal=3, critical=5, **OPEN).damage == 5 + 5 + 3
    assert shoot("6 4 4 1", "Rending", normal=3, critical=5, rending=False, **OPEN).damage == 5 + 3 + 3


@rule("specials.rending-once")
def test_rending_changes_one_die_and_needs_a_critical():
    assert shoot("6 6 4 4", "Rending", normal=3, critical=5, **OPEN).damage == 15 + 3
    assert shoot("4 4 4 1", "Rending", normal=3, critical=5, **OPEN).damage == 9
    assert shoot("6 6 1 1", "Rending", normal=3, critical=5, **OPEN).damage == 10


@rule("combos.lethal-rending", exercises=["specials.lethal", "specials.rending"])
def test_a_critical_made_by_lethal_allows_rending():
    assert shoot("5 4 1 1", "Rending, Lethal 5+", normal=3, critical=5, **OPEN).damage == 10


@rule("combos.lethal-piercing", exercises=["specials.lethal", "specials.piercing"])
def test_criticals_of_lethal_trigger_p():
    assert shoot("5 4 1 1 5 5", "Lethal 5+, P1", defence=3, save=5, wounds=50, saves=(1, 0)).damage == 3


@rule("combos.rending-mw", exercises=["specials.rending", "specials.mw"])
def test_rending_comes_before_mw():
    assert shoot("6 4 4 1", "Rending, MW1", normal=3, critical=4, **OPEN).damage == 4 + 4 + 3 + 2


@rule("specials.splash")
@rule("combos.splash-mw", exercises=["specials.splash", "specials.mw"])
def test_splash_and_mw_both_hurt_the_target():
    shot = shoot("6 6 1 1", "Splash 1, MW1", normal=2, critical=3, **OPEN)
    assert shot.damage == 4 + 6
    assert shot.splash == 2


@rule("specials.stun-shooting")
def test_stun_in_shooting_counts_once():
    assert shoot("6 6 6 1", "Stun", **OPEN).stun == 1
    assert shoot("4 4 4 1", "Stun", **OPEN).stun == 0


# ---- combats


@rule("specials.stun-fight-first", "specials.stun-fight-second")
def test_stun_in_a_fight_discards_then_slows():
    end = blows(
        melee("Stun"), Bout((0, 2), (3, 0), (30, 40)), "strike critical", "strike", "strike critical", "strike critical"
    )
    assert end.stunned == (0, 1)
    assert end.wounds == (30 - 2, 40 - 15)


@rule("specials.stun-parry")
def test_critical_parries_do_not_count_for_stun():
    end = blows(melee("Stun"), Bout((0, 2), (2, 0), (30, 40)), "parry with critical", "strike", "strike critical")
    assert end.stunned == (0, 0)
    assert end.wounds == (30 - 2, 40 - 5)


@rule("combos.stun-both-sides", exercises=["specials.stun-fight-first", "specials.stun-fight-second"])
def test_both_sides_stun():
    end = blows(
        melee("Stun", "Stun"), Bout((1, 2), (2, 1), (30, 40)), "strike critical", "strike critical", "strike critical"
    )
    assert end.wounds == (30 - 3 - 2, 40 - 10)
    assert end.stunned == (0, 1)


@rule("specials.brutal")
@rule("combos.brutal-stun", exercises=["specials.brutal"])
def test_against_brutal_only_criticals_parry():
    assert ways(melee("Brutal, Stun"), Bout((1, 2), (1, 1), (9, 9)), 1) == (
        "strike critical",
        "strike",
        "parry critical",
        "parry with critical",
    )


@rule("combos.brutal-both", exercises=["specials.brutal"])
def test_if_both_are_brutal_no_normal_hit_parries():
    m = melee("Brutal", "Brutal")
    assert "parry" not in ways(m, Bout((1, 1), (0, 0), (9, 9)), 0)
    assert "parry" not in ways(m, Bout((1, 1), (0, 0), (9, 9)), 1)


@rule("combos.rending-parry", exercises=["specials.rending", "specials.brutal"])
def test_a_die_made_critical_by_rending_parries_against_brutal():
    shot = pool("6 4 1 1", "Rending")
    assert shot.crits == 2
    found = ways(melee("Rending", "Brutal"), Bout((1, 1), (shot.crits, 1), (9, 9)), 0)
    assert "parry critical" in found
    assert "parry" not in found


@rule("datacards.same-rule-twice")
@pytest.mark.parametrize(
    ("twice", "once"), [((("Lethal", 5), ("Lethal", 4)), ("Lethal", 4)), ((("AP", 1), ("AP", 2)), ("AP", 2))]
)
def test_a_rule_held_twice_is_used_once(twice, once):
    from xenotable.games.killteam.rules.specials.dice import merge_rules

    assert merge_rules(list(twice)) == (once,)


def test_blades_know_their_rules():
    assert Blade(1, 2, (("Stun", 0),)).has("Stun")
