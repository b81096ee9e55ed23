"""Chapter shooting (and the dice behind it): the steps of one attack, with scripted dice."""

import pytest
from msgspec.structs import replace

from games.killteam.field import Field, faces, rule, run, shoot
from xenotable.engine.gestures import Threw
from xenotable.games.killteam.rules.shooting.attack import discard, remains, save_again, saves
from xenotable.games.killteam.rules.shooting.terms import Shot, Terms
from xenotable.games.killteam.scenes import Aftermath, Attack


@rule("shooting.attack-roll", "dice.natural-faces", "play.dice-order")
def test_dice_at_or_above_the_skill_hit_and_a_six_is_critical():
    shot = Field().operative("a1", "cw-warden", 5, 5).operative("b1", "fp-penitent", 5, 15)
    shot.play(Attack("a1", "cw-carbine", 0, "shoot", "b1"), dice="1 2 4 6 1 1 1", command="keep")
    assert "Warden a1 hits Penitent b1: 1 normal, 1 critical of 4 dice." in shot.story
    assert shot["b1"].wounds == 9 - 2 - 3
    again = Field().operative("a1", "cw-warden", 5, 5).operative("b1", "fp-penitent", 5, 15).cp(1, 0)
    again.play(Attack("a1", "cw-carbine", 0, "shoot", "b1"), dice="1 2 4 6 6 1 1 1", command="miss")
    assert "Warden a1 hits Penitent b1: 1 normal, 2 critical of 4 dice." in again.story


@rule("shooting.saves-critical", "shooting.saves-normal", "shooting.damage")
def test_the_worked_attack():
    shot = shoot("6 5 4 2 6 4 1", defence=3, save=4, saves=(1, 0))
    assert shot.damage == 3


@rule("shooting.defence-dice")
def test_defence_dice_save_on_the_save_and_six_is_critical():
    assert shoot("6 6 6 6 6 4 3", defence=3, save=4, saves=(0, 3)).damage == 3 * 4


@rule("datacards.save-limits")
@pytest.mark.parametrize(("printed", "read"), [(7, 6), (1, 2)])
def test_a_one_always_fails_and_a_six_always_saves(printed, read, monkeypatch):
    from xenotable.games.killteam import state
    from xenotable.games.killteam.rules.datacards import printed as datacards_printed

    field = Field().operative("b1", "fp-penitent", 5, 15)
    printed_card = replace(state.card_of(field.game, "b1"), SV=printed)
    monkeypatch.setattr(datacards_printed, "card_of", lambda game, operative: printed_card)
    assert datacards_printed.save(field.game, "b1") == read


@rule("shooting.cover-die", "shooting.cover-die-optional", "dice.command-reroll-unrolled", "combos.ap-cover")
def test_the_cover_die_comes_out_of_the_defence_dice_after_ap():
    assert shoot("4 4 4 4 1", "AP1", defence=3, save=5, cover=1, wounds=50).damage == 3 * 3
    assert shoot("4 4 4 4", "AP2", defence=3, save=5, cover=1, wounds=50).damage == 3 * 3
    assert shoot("4 4 4 4", "AP2", defence=2, save=5, cover=1, wounds=50).damage == 4 * 3
    rolled = shoot("4 4 4 4 5 5 5", defence=3, save=5, wounds=50)
    assert rolled.damage == 3


@rule("shooting.saves-two-normal", "shooting.saves-choice")
def test_two_normal_saves_cancel_a_critical_and_the_defender_chooses():
    assert set(remains(2, 1, 2, 0)) == {(0, 1), (2, 0)}
    assert remains(0, 2, 2, 0) == ((0, 1),)
    both = {shoot("6 4 4 1 5 5 1", normal=4, critical=6, defence=3, save=5, saves=s).damage for s in ((0, 1), (2, 0))}
    assert both == {6, 8}


@rule("shooting.attack-order")
def test_rerolls_come_before_anything_that_counts_results():
    shot = shoot("1 5 5 5 6", "Balanced, Lethal 6+, MW2", defence=0, balanced="miss", wounds=50)
    assert shot.damage == 3 * 3 + 4 + 2


@rule("shooting.target-dies-early", "specials.mw", "wounds.mortal")
def test_mortal_wounds_that_fell_the_target_end_the_attack():
    log = []
    shot = shoot("6 6 1 1", "MW3", skill=2, normal=3, critical=3, defence=3, wounds=6, log=log)
    assert shot.damage == 6
    assert "defence" not in [key for key, _ in log]


@rule("shooting.removal")
def test_the_fallen_stand_until_all_attacks_are_made():
    field = Field().operative("a1", "cw-warden", 5, 5).operative("b1", "fp-penitent", 5, 15, wounds=1)
    field.play(Attack("a1", "cw-carbine", 0, "shoot", "b1"), dice="4 4 1 1 1 1 1")
    assert field["b1"].fallen
    assert field["b1"].there
    field.cp(0, 0).play(Aftermath("a1", "shoot"))
    assert not field["b1"].there


@rule("shooting.shooter-dies", "specials.hot", "combos.hot-self-kill")
def test_a_shooter_that_burns_itself_still_fires():
    field = Field().operative("a1", "cw-lancer", 5, 5, wounds=3).operative("b1", "cw-warden", 5, 15).cp(0, 0)
    field.play(Attack("a1", "cw-plasma-lance", 1, "shoot", "b1"), dice="1 4 6 6 1")
    assert field["a1"].fallen
    assert field["b1"].fallen


@rule("shooting.friendly-defender", exercises=["shooting.defence-dice", "shooting.saves-choice"])
def test_an_attack_on_a_friend_leaves_the_defence_to_the_same_player():
    field = (
        Field()
        .operative("a1", "cw-mortarist", 5, 5)
        .operative("a2", "cw-warden", 5, 6)
        .operative("b1", "fp-penitent", 5, 7.2)
    )
    field.cp(0, 0).play(Attack("a1", "cw-tube-mortar", 0, "shoot", "a2", "b1"), dice="4 4 1 1 5 1 1")
    assert field["a2"].wounds == 7 - 3
    assert {e.seat for e in field.match.tape} == {0}


@rule("dice.reroll-once", "dice.reroll-optional", "specials.balanced")
def test_a_die_is_never_picked_up_twice_and_a_hit_may_be():
    asked = []

    def keep(ask):
        asked.append(ask.among())
        return "keep"

    shot = shoot("1 1 3 4 1 1", "Ceaseless, Balanced", balanced=keep, defence=0, wounds=50)
    assert asked == [("keep", "miss", "hit")]
    assert shot.damage == 3
    assert shoot("4 4 4 4 6", "Balanced", balanced="hit", defence=0, wounds=50).damage == 3 * 3 + 4


@rule("dice.command-reroll")
def test_command_rerolls_cost_a_point_each_and_never_the_same_die():
    field = Field().operative("a1", "cw-warden", 5, 5).operative("b1", "fp-penitent", 5, 15).cp(2, 0)
    field.play(Attack("a1", "cw-carbine", 0, "shoot", "b1"), dice="2 3 4 4 5 1 1 1 1", command=["miss", "miss"])
    assert field.game.sides[0].cp == 0
    assert field["b1"].wounds == 9 - 3 * 2
    poor = Field().operative("a1", "cw-warden", 5, 5).operative("b1", "fp-penitent", 5, 15).cp(0, 0)
    poor.play(Attack("a1", "cw-carbine", 0, "shoot", "b1"), dice="2 3 4 4 1 1 1")
    assert [e.key for e in poor.match.tape] == ["attack", "defence"]


def test_a_defence_die_may_be_rerolled_too():
    field = Field().operative("a1", "cw-warden", 5, 5).operative("b1", "fp-penitent", 5, 15).cp(0, 1)
    field.play(Attack("a1", "cw-carbine", 0, "shoot", "b1"), dice="4 4 1 1 1 1 1 4", command=["miss"])
    assert field["b1"].wounds == 9 - 2
    assert field.game.sides[1].cp == 0


@pytest.mark.parametrize(("face", "worth"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
@rule("dice.d3")
def test_a_d3_is_half_a_die_rounded_up(face, worth):
    from games.killteam.field import run
    from xenotable.games.killteam.rules.dice.rolls import d3

    assert run(d3(0, "x", "dice.d3"), [face], {}) == worth


@rule("dice.d6", "dice.result-modifiers")
def test_x_plus_is_met_from_x_on_and_modifiers_add_up():
    from xenotable.games.killteam.rules.dice.rolls import meets, modified_result

    assert [meets(face, 3) for face in range(1, 7)] == [False] * 2 + [True] * 4
    assert modified_result(6, 1) == 7
    assert modified_result(1, -1, -1) == -1


@rule("datacards.read-stats-when", "datacards.natural-limits", "wounds.injured")
@rule("datacards.modify-cumulative", exercises=["wounds.injured"])
def test_stats_are_read_at_the_start_of_each_attack():
    from xenotable.games.killteam.rules.datacards.attack_terms import shot_terms
    from xenotable.games.killteam.rules.datacards.modified import skill
    from xenotable.games.killteam.rules.datacards.printed import Use

    field = Field().operative("a1", "cw-lancer", 5, 5, wounds=3).operative("b1", "fp-penitent", 5, 15)
    assert shot_terms(field.game, Use("a1", "cw-plasma-lance", 0, "shoot", "b1")).skill == 5
    assert skill(field.game, Use("a1", "cw-plasma-lance", 0, "overwatch")) == 6
    assert skill(field.game, Use("a1", "cw-bayonet", 0, "fight"), support=4) == 2


# ---- what a special rule does is on the table, and told, before anybody decides more


def told_under(field, rule_id):
    return [e.words(field.match.game.name) for e in field.match.events if e.rule == rule_id]


@rule("specials.mw", "wounds.mortal")
def test_mortal_wounds_are_suffered_before_the_defender_chooses():
    field = (
        Field()
        .operative("a1", "cw-warden", 5, 3, honours=("deadeye:2",))
        .operative("b1", "fp-penitent", 5, 13)
        .cp(0, 0)
    )
    field.terrain(("barricade", 5, 11.8))
    field.play(Attack("a1", "cw-carbine", 0, "shoot", "b1"), dice="6 1 1 1", stop="cover")
    assert field.match.game.operatives["b1"].wounds == 8
    assert told_under(field, "specials.mw") == ["Penitent b1 suffers 1 mortal wound; 8 wounds are left."]


@rule("specials.splash", "specials.splash-friends")
def test_splash_strikes_target_and_bystanders_at_once_each_under_its_rule():
    field = Field(("ferric-penitents", "cinder-wardens")).operative("a1", "fp-ruin-gunner", 5, 3).cp(0, 0)
    field.operative("b1", "cw-warden", 5, 12).operative("b2", "cw-warden", 5, 14.2)
    field.play(Attack("a1", "fp-ruin-cannon", 1, "shoot", "b1"), dice=faces("6", "fp-ruin-cannon", 1) + " 6 1 1")
    assert [line[:9] for line in told_under(field, "specials.splash")] == ["Warden b1", "Warden b2"]
    order = [e.rule for e in field.match.events]
    assert order.index("specials.splash") < order.index("shooting.defence-dice")


@rule("specials.rending")
def test_rending_is_told_by_itself():
    field = (
        Field(("carrion-brood", "cinder-wardens"))
        .operative("a1", "cb-scuttler", 5, 3)
        .operative("b1", "cw-warden", 5, 4.5)
    )
    field.cp(0, 0).act("a1", "fight", dice="6 4 1 1 1 1", foe="b1", rending=True, blow=["strike critical"] * 2)
    assert told_under(field, "specials.rending") == ["Rending: Scuttler a1 retains a normal hit as a critical hit."]


@rule("dice.command-reroll", "ploys.pay")
def test_a_command_reroll_is_paid_before_the_next_question():
    field = (
        Field()
        .operative("a1", "cw-warden", 5, 3)
        .operative("b1", "fp-penitent", 5, 13)
        .cp(1, 0)
        .terrain(("barricade", 5, 11.8))
    )
    field.play(Attack("a1", "cw-carbine", 0, "shoot", "b1"), dice="4 2 2 2 4", command=["miss"], stop="cover")
    assert field.match.game.sides[0].cp == 0
    assert told_under(field, "dice.command-reroll") == ["Cinder Wardens paid 1 CP for a Command Re-roll."]
    paid = next(e for e in field.match.events if e.rule == "dice.command-reroll")
    assert not any(isinstance(shown, Threw) and len(shown.dice) == 1 for shown in paid.shows), "its die falls later"


# ---- what is kept of a step, and what is forgotten


@rule("shooting.attack-order")
def test_after_the_rerolls_all_dice_are_one_pool():
    rolled = Shot(ones=1, misses=2, hits=1, crits=2, fixed=(1, 2, 3), counting=True, crit_from=5, used=("Balanced",))
    assert discard(Terms(9, 4), rolled) == Shot(ones=2, hits=3, crits=5)  # equal pools are equal records, for the odds


@rule("shooting.saves-choice")
def test_after_the_saves_only_hits_are_left():
    rolled = Shot(hits=3, crits=1, fails=2, normals=1, criticals=0, saved=(1, 1), need=4, ap=1, cover=1)
    found = {
        left: run(saves(Terms(9, 4, 3, 4), rolled), [], {"saves": left})
        for left in ((1, 0), (3, 0))
        if left in remains(3, 1, 2, 1)
    }
    assert found == {left: Shot(hits=left[0], crits=left[1]) for left in found}
    assert (1, 0) in found
    assert run(saves(Terms(9, 4, 3, 4), Shot(hits=2, normals=1)), [], {}) == Shot(hits=1)


@rule("shooting.defence-dice")
def test_defence_dice_that_are_rolled_again_stand():
    before = Shot(fails=3, normals=2, criticals=2, saved=(1, 1), need=4)
    after = run(save_again(before, (2, 1, 1)), [3, 4, 6, 6], {})
    assert after == replace(before, fails=1, normals=1, criticals=1, saved=(2, 3))
    for which, dice, wounds in (((1, 1, 1), "6 6 1", 3), ((1, 1, 0), "1 1", 0), ((0, 0, 0), "", 0)):
        field = Field().operative("a1", "cw-warden", 5, 5).cp(0, 0)
        field.operative("b1", "fp-penitent", 5, 15, items=("it-ablative-plate",))
        shot = Attack("a1", "cw-carbine", 0, "shoot", "b1")
        field.play(shot, dice=f"6 6 6 6 1 5 6 {dice}", plate=lambda ask, which=which: which, saves=(0, 2))
        assert field["b1"].wounds == wounds


@rule("shooting.saves-two-normal", "shooting.saves-critical", "shooting.saves-normal")
def test_every_way_to_spend_saves_that_is_worth_it():
    """Counted out by hand: (normal hits, critical hits, normal saves, critical saves)."""
    for given, left in (
        ((2, 0, 1, 0), {(1, 0)}),
        ((0, 1, 1, 0), {(0, 1)}),
        ((0, 1, 2, 0), {(0, 0)}),
        ((0, 2, 3, 0), {(0, 1)}),
        ((1, 1, 0, 1), {(1, 0), (0, 1)}),
        ((2, 2, 2, 1), {(2, 0), (0, 1)}),
        ((1, 1, 2, 0), {(0, 1), (1, 0)}),
        ((1, 0, 0, 2), {(0, 0)}),
        ((3, 1, 0, 0), {(3, 1)}),
    ):
        assert set(remains(*given)) == left, given
