"""Chapter odds: exact figures, policies, large pools in numbers, and simulation as a witness."""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from games.killteam.field import Field, chances, rule, rules
from xenotable.engine import Choose, Match
from xenotable.games.killteam import content
from xenotable.games.killteam.forecasts import choices
from xenotable.games.killteam.forecasts.attacks import fight_forecast, fighter, shooting_forecast, weapon_forecasts
from xenotable.games.killteam.forecasts.exact import (
    Fighter,
    Solver,
    fight_odds,
    harm,
    least_damage,
    pool_odds,
    shot_odds,
)
from xenotable.games.killteam.rules.datacards.printed import Use
from xenotable.games.killteam.rules.dice import rolls
from xenotable.games.killteam.rules.shooting.attack import remains
from xenotable.games.killteam.rules.shooting.terms import Shot, Terms
from xenotable.games.killteam.scenes import Blade, Bout, Melee
from xenotable.games.killteam.title import GAME
from xenotable.odds import outcomes
from xenotable.players import play_out, player


@rule("odds.exact", "odds.expected-uncapped")
def test_the_reference_carbine():
    line, warden = content.weapons()["cw-carbine"].profiles[0], content.units()["cw-warden"]
    terms = Terms(line.attacks, line.skill, *line.damage, (), warden.DF, warden.SV, warden.W)
    found = harm(terms, exact=True)
    assert (found.kill, found.mean) == (Fraction(25189, 279936), Fraction(131701, 46656))


@rule("odds.policy-names", "odds.policy-defender-invulnerable", "odds.policy-attacker")
def test_plain_and_usual_differ_in_the_invulnerable_save():
    lance = Terms(4, 3, 4, 6, rules("AP1, P2"), 3, 3, 9, 4)
    assert harm(lance, "plain", exact=True).kill == Fraction(25853, 93312)
    assert harm(lance, "usual", exact=True).kill == Fraction(26069, 93312)
    slug = Terms(4, 4, 6, 7, rules("AP2"), 3, 3, 12, 5)
    assert harm(slug, "plain").kill == harm(slug, "usual").kill


@rule("odds.policy-rerolls")
def test_balanced_rerolls_one_failed_die():
    ends = shot_odds(Terms(4, 4, 1, 1, rules("Balanced"), 0, 6, 99), exact=True)
    assert sum(p for end, p in ends.items() if end.damage == 4) == Fraction(3, 16)


@rule("odds.policy-defender-saves", "odds.policy-defender-cover")
def test_saves_leave_the_least_damage_and_cover_is_kept():
    ways = remains(2, 1, 2, 0)
    for damage, left in (((5, 6), (0, 1)), ((1, 6), (2, 0))):
        terms = Terms(3, 3, *damage)
        assert least_damage(terms, Shot(), Choose(among=lambda: ways)) == left
    assert harm(Terms(3, 2, 5, 6, (), 2, 2, 99, cover=2)).damage[-1][0] <= 18
    covered, bare = harm(Terms(4, 3, 3, 4, (), 3, 5, 9, cover=1)), harm(Terms(4, 3, 3, 4, (), 3, 5, 9))
    assert covered.mean < bare.mean


def test_best_play_is_best_for_the_attacker_alone():
    open_target = Terms(5, 3, 3, 4, rules("Balanced, Rending"), 0, 6, 12)
    assert harm(open_target, "best").kill >= harm(open_target, "plain").kill
    choosy = Terms(4, 3, 4, 6, rules("P1"), 3, 4, 9, 4, 1)
    assert harm(choosy, "best").kill <= harm(choosy, "usual").kill + 1e-12


@rule("odds.output-shooting", "odds.multi-target")
def test_the_preview_of_an_attack():
    field = (
        Field()
        .operative("a1", "cw-mortarist", 5, 3)
        .operative("b1", "fp-penitent", 5, 12)
        .operative("b2", "fp-penitent", 5, 14.6)
    )
    one, two, both = found = shooting_forecast(field.game, Use("a1", "cw-tube-mortar", 0, "shoot", "b1"))
    assert both.chances[0].p == pytest.approx(one.chances[0].p * two.chances[0].p)
    assert {c.label for c in found[0].chances} >= {"incapacitated", "injured"}
    assert sum(c.p for c in found[0].distribution) == pytest.approx(1)
    hot = Field().operative("a1", "cw-lancer", 5, 3).operative("b1", "fp-penitent", 5, 12)
    found = shooting_forecast(hot.game, Use("a1", "cw-plasma-lance", 1, "shoot", "b1"))
    assert any(c.label == "the shooter is burnt" for c in found[0].chances)


@rule("odds.output-fight")
def test_the_preview_of_a_fight():
    field = Field().operative("a1", "cw-captain", 5, 3).operative("b1", "fp-hammerer", 5, 4.6)
    mine, yours = fight_forecast(field.game, "a1", "b1")
    assert sum(c.p for c in mine.distribution) == pytest.approx(1)
    assert any(c.label == "loses 1 APL" for c in yours.chances)


@rule("odds.fight-best")
def test_best_play_lives_before_it_wounds():
    """A strike would take one wound; the enemy's would be the end: the hit parries."""
    melee = Melee((Blade(1, 2), Blade(2, 3)))
    value, end = Solver(melee, (2, 9), ("best", "best")).play(Bout((1, 1), (0, 0), (2, 9)))
    assert (value, end.wounds) == (0, (2, 9))
    _, end = Solver(Melee((Blade(9, 9), Blade(2, 3))), (2, 9), ("best", "best")).play(Bout((1, 1), (0, 0), (2, 9)))
    assert end.wounds == (2, 0)


@rule("odds.fight-all-out")
def test_all_out_strikes_with_everything():
    melee = Melee((Blade(4, 5), Blade(2, 3)))
    _, end = Solver(melee, (30, 30), ("strike", "strike")).play(Bout((1, 2), (1, 0), (30, 30)))
    assert end.wounds == (30 - 4, 30 - 9)


@rule("odds.fight-kill-or-deny")
def test_a_kill_that_can_be_forced():
    melee = Melee((Blade(5, 6), Blade(3, 4)))
    value, end = Solver(melee, (9, 7), ("kill-or-deny", "kill-or-deny")).play(Bout((1, 1), (1, 0), (9, 7)))
    assert end.wounds[1] == 0
    assert value > 900


def test_fights_add_up():
    ends = fight_odds(Fighter(4, 3, 3, 4, rules("Stun"), 10), Fighter(4, 4, 3, 4, rules("Brutal"), 9), exact=True)
    assert sum(ends.values()) == 1
    assert sum(pool_odds(Fighter(4, 3, 3, 4, rules("Relentless")), exact=True).values()) == 1


# ---- odds beside small decisions


@pytest.mark.parametrize("special", ["Balanced", "Relentless", "Ceaseless", "Ceaseless, Balanced", "Relentless, Hot"])
def test_a_reroll_is_shown_with_the_rest_of_the_attack(special):
    """What is shown beside each way to re-roll, weighed by the dice that lead there, is the attack as a whole."""
    terms = Terms(3, 4, 3, 4, rules(special), 3, 4, 7)
    by = special.partition(",")[0]
    whole = harm(terms)
    kill = mean = 0.0
    for (ones, misses, hits, crits), p in outcomes(3, (2, 4, 6)):
        told = by == "Ceaseless" or "Hot" in special or "Ceaseless" in special
        s = Shot(ones * told, misses + ones * (not told), hits, crits, counting=told)
        which = {
            "Ceaseless": (s.ones, 0, 0, 0),
            "Relentless": (s.ones, s.misses, 0, 0),
            "Balanced": (0, min(1, s.misses), 0, 0),
        }[by]
        found = choices.attack_dice(terms, s, by, "specials.balanced", which)
        assert sum(c.p for c in found.distribution) == pytest.approx(1)
        kill += p * chances(found)["incapacitated"]
        mean += p * found.mean
    assert (kill, mean) == pytest.approx((whole.kill, whole.capped))


def test_dice_of_a_combat_are_shown_as_hits():
    terms = Terms(4, 4, 3, 4, rules("Balanced, Lethal 5+"), melee=True)
    one = choices.attack_dice(terms, Shot(misses=1, hits=1, crit_from=5), "Balanced", "specials.balanced", (0, 1, 0, 0))
    assert {c.label: c.p for c in one.distribution} == pytest.approx(
        {"1 normal, 0 critical": 1 / 2, "2 normal, 0 critical": 1 / 6, "1 normal, 1 critical": 1 / 3}
    )
    kept = choices.attack_dice(terms, Shot(misses=1, hits=1), "Balanced", "specials.balanced", (0, 0, 0, 0))
    assert [c.label for c in kept.distribution] == ["1 normal, 0 critical"]
    assert kept.title == "Keep all"


def test_defence_dice_rolled_again_and_kept_for_cover():
    terms = Terms(4, 4, 3, 4, (), 3, 5, 9, cover=1)
    one = choices.defence_dice(terms, Shot(hits=1, fails=1, need=5), "dice.command-reroll", (1, 0, 0))
    assert {c.label: c.p for c in one.distribution} == pytest.approx({"0": 1 / 3, "3": 2 / 3})
    kept = choices.cover_choice(terms, Shot(hits=3), 3, 5, 1)
    rolled = choices.cover_choice(terms, Shot(hits=3), 3, 5, 0)
    assert kept.mean < rolled.mean
    assert kept.mean == pytest.approx(3 * 3 - 3 - 2 * 3 / 3)


def test_rending_and_ap_are_shown_with_the_rest_of_the_attack():
    terms = Terms(4, 4, 3, 5, rules("Rending, MW1, AP1, P2"), 3, 4, 30)
    with_it, without = (choices.rending_forecast(terms, Shot(hits=1, crits=1), use) for use in (True, False))
    assert with_it.mean > without.mean
    high, low = (choices.with_ap(terms, Shot(hits=2, crits=1, ap=1), ap) for ap in (2, 1))
    assert high.mean > low.mean


def test_a_blow_is_shown_with_where_it_leads():
    melee = Melee((Blade(4, 5), Blade(3, 4)))
    bout = Bout((1, 1), (0, 0), (6, 4))
    assert chances(choices.blow(melee, bout, "strike")) == {"the enemy falls": 1.0, "you fall": 0.0}
    assert chances(choices.blow(melee, bout, "parry")) == {"the enemy falls": 0.0, "you fall": 0.0}


def test_the_weapon_of_the_defender_is_shown_for_this_very_combat():
    field = (
        Field(("cinder-wardens", "veil-court"))
        .operative("a1", "cw-captain", 5, 3)
        .operative("b1", "vc-duelist", 5, 4.5)
    )
    for arm in (("vc-twin-rapiers", 0), ("vc-razor-flail", 0)):
        theirs, mine = fight_forecast(field.game, "a1", "b1", ("cw-sabre", 0), arm)[:2]
        a, d = (
            fighter(field.game, "a1", "b1", ("cw-sabre", 0)),
            fighter(field.game, "b1", "a1", arm),
        )
        left = Counter()
        for end, p in fight_odds(a, d).items():
            left[end.wounds[0] <= 0] += p
        assert chances(mine)["incapacitated"] == pytest.approx(left[True])
        assert "Duelist" in theirs.title


@rule("odds.output-fight", "specials.reap")
def test_bystanders_of_a_combat_are_shown():
    field = (
        Field(("veil-court", "cinder-wardens")).operative("a1", "vc-duelist", 5, 5).operative("b1", "cw-warden", 5, 6.6)
    )
    field.operative("b2", "cw-warden", 6.6, 7, wounds=2)
    (reap,) = [f for f in fight_forecast(field.game, "a1", "b1", ("vc-razor-flail", 0)) if "Reap" in f.title]
    assert 0 < chances(reap)["incapacitated"] < 1
    assert sum(c.p for c in reap.distribution) == pytest.approx(1)


@rule("odds.multi-target")
def test_splash_and_blast_are_looked_at_together():
    """Targets of one action that hurt each other by Splash fall together more often than by themselves."""
    from xenotable.games.killteam.forecasts.attacks import joint_falls

    field = Field(("ferric-penitents", "cinder-wardens")).operative("a1", "fp-ruin-gunner", 5, 3)
    field.operative("b1", "cw-warden", 5, 12, wounds=3).operative("b2", "cw-warden", 5, 14.2, wounds=3)
    use = Use("a1", "fp-ruin-cannon", 1, "shoot", "b1")
    attacks = [use, use._replace(target="b2", original="b1")]
    apart = [chances(f)["incapacitated"] for f in shooting_forecast(field.game, use)[:2]]
    assert joint_falls(field.game, attacks)[0] > apart[0] * apart[1]
    field.game.operatives.set("b2", wounds=1)
    field.game.operatives.set("b1", wounds=1)
    assert joint_falls(field.game, attacks)[0] <= 1.0
    names = [f.title for f in shooting_forecast(field.game, use)]
    assert "Splash: Warden b2" in names


@rule("odds.multi-target", "specials.torrent-set")
def test_a_torrent_is_shown_with_its_largest_set():
    field = Field().operative("a1", "cw-burner", 10, 8).operative("b1", "cw-warden", 10, 12)
    field.operative("b2", "cw-warden", 8, 12).operative("b3", "cw-warden", 12, 12)
    found = shooting_forecast(field.game, Use("a1", "cw-flame-caster", 0, "shoot", "b1"))
    assert [f.title for f in found][-1] == "All of them"
    assert len(found) == 3
    one, two, both = (chances(f) for f in found)
    assert both["all incapacitated"] == pytest.approx(one["incapacitated"] * two["incapacitated"])


@rule("odds.multi-target", "specials.fusillade")
def test_a_fusillade_is_shown_for_all_its_targets_together():
    field = (
        Field(("ferric-penitents", "cinder-wardens"))
        .operative("a1", "fp-rotorist", 5, 3)
        .operative("b1", "cw-warden", 5, 12)
    )
    field.operative("b2", "cw-warden", 7.4, 12).cp(0, 0)
    field.act("a1", "shoot", target="b1", fusillade=lambda ask: ("b2",), stop="split")
    one, two, both = field.match.open[0].odds({"b1": 3, "b2": 3})
    assert chances(one)["incapacitated"] == pytest.approx(chances(two)["incapacitated"])
    assert chances(both)["all incapacitated"] == pytest.approx(chances(one)["incapacitated"] ** 2)
    assert chances(both)["at least one incapacitated"] == pytest.approx(1 - (1 - chances(one)["incapacitated"]) ** 2)


def test_a_shield_of_oaths_is_shown_against_the_attack_without_it():
    from xenotable.games.killteam.rules.ploys.tactical import oath_odds

    field = Field().operative("a1", "cw-lancer", 5, 3).operative("b1", "fp-penitent", 5, 12)
    use = Use("a1", "cw-plasma-lance", 1, "shoot", "b1")
    assert oath_odds(field.game, use, True).mean < oath_odds(field.game, use, False).mean
    assert field["b1"].effects == ()


def test_a_rupture_and_a_jump_are_shown():
    from xenotable.games.killteam.rules.actions.moving import jump_odds
    from xenotable.games.killteam.rules.actions.unique import rupture_odds
    from xenotable.games.killteam.rules.movement.legality import legs_of, way_of

    field = Field(("carrion-brood", "ferric-penitents")).operative("a1", "cb-spore-beast", 5, 5)
    field.operative("b1", "fp-penitent", 5, 7.2, wounds=2)
    (one,) = rupture_odds(field.game, "a1")
    assert chances(one) == {"incapacitated": pytest.approx(2 / 3)}
    up = Field().operative("a1", "cw-warden", 6.4, 11, 2.5).terrain(("container", 5, 11), ("container", 11.5, 11))
    way = way_of(up.game, "a1", "normal", 6.0)
    jump = jump_odds(up.game, way, legs_of(up.game, way, ((10.4, 11.0, 2.5),)))
    assert chances(jump)["gets across"] == pytest.approx(5 / 6)


def test_which_save_is_shown_with_its_odds():
    terms = Terms(4, 3, 4, 6, rules("AP2"), 3, 3, 9, 4)
    record = Shot(hits=2, crits=1, ap=2)
    shown = {c: choices.save_choice(terms, record, c) for c in ("save", "invulnerable")}
    assert all(sum(c.p for c in f.distribution) == pytest.approx(1) for f in shown.values())
    assert shown["invulnerable"].mean < shown["save"].mean


def test_a_d3_is_shown_as_far_as_it_counts():
    healing = rolls.d3_spread("Patch", "actions.unique", 2)
    assert {c.label: c.p for c in healing.distribution} == pytest.approx({"1": 1 / 3, "2": 2 / 3})
    assert healing.mean == pytest.approx(5 / 3)


def test_every_weapon_is_shown_against_every_target():
    field = (
        Field()
        .operative("a1", "cw-warden", 5, 3)
        .operative("b1", "fp-penitent", 5, 12)
        .operative("b2", "fp-penitent", 8, 12)
    )
    use = Use("a1", field["a1"].ranged[0], 0, "shoot")
    assert len(weapon_forecasts(field.game, use, "")) == 2
    assert len(weapon_forecasts(field.game, use, "b2")) == 1
    near = Field().operative("a1", "cw-captain", 5, 3).operative("b1", "fp-hammerer", 5, 4.6)
    both = fight_forecast(near.game, "a1", "b1", (near["a1"].melee[0], 0))
    assert [sum(c.p for c in f.distribution) for f in both] == pytest.approx([1, 1])


@rule("odds.simulate")
def test_battles_are_simulated_from_a_seed():
    def end() -> str:
        match = Match(GAME.new(GAME.random_setup(Random(7).random)), 7)
        play_out(match, {seat: player("random", GAME, f"7:{seat}") for seat in (0, 1)})
        return match.game.fingerprint()

    assert end() == end()
