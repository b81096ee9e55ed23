"""Chapters datacards and wounds: characteristics, modifiers, damage, falling, healing."""

import pytest

from games.killteam.field import Field, rule
from xenotable.games.killteam.content import rules_of, units, weapons
from xenotable.games.killteam.rules.content.rosters import member
from xenotable.games.killteam.rules.datacards.modified import change_apl, movement, reach_of, skill
from xenotable.games.killteam.rules.datacards.printed import Use, apl, defence, has_keyword, save
from xenotable.games.killteam.rules.specials.invulnerable import invulnerable
from xenotable.games.killteam.rules.wounds import fall, heal, is_injured, mortal, note_unhurt, remove, suffer
from xenotable.games.killteam.scenes import Attack


def warden(**k):
    return Field().operative("a1", "cw-warden", 5, 5, **k).operative("b1", "fp-penitent", 5, 15)


@rule("datacards.movement", "datacards.movement-floor", "wounds.injured")
@pytest.mark.parametrize(
    ("unit", "wounds", "m"), [("fp-penitent", 4, 4), ("cw-warden", 3, 4), ("vc-courtier", 3, 5), ("cw-warden", 7, 6)]
)
def test_movement_never_falls_below_four(unit, wounds, m):
    field = Field().operative("a1", "fp-penitent", 5, 5, wounds=1)
    assert movement(field.game, "a1") == 4
    field = Field().operative("a1", unit, 5, 5, wounds=wounds)
    assert movement(field.game, "a1") == m


@rule("datacards.apl", "datacards.apl-modifier-cap", "datacards.apl-modifier-duration")
@rule("combos.stun-apl-cap", exercises=["datacards.apl-modifier-cap"])
def test_apl_modifiers_are_summed_then_limited():
    field = warden()
    for by in (-1, -1, 1):
        change_apl(field.game, "a1", by, "specials.stun-shooting")
    assert apl(field.game, "a1") == 1
    assert field["a1"].mods == (-1, -1, 1)
    twice = warden()
    for _ in range(2):
        change_apl(twice.game, "a1", -1, "specials.stun-shooting")
    assert apl(twice.game, "a1") == 1
    for _ in range(4):
        change_apl(twice.game, "a1", 1, "specials.stun-shooting")
    assert apl(twice.game, "a1") == 3


@rule("datacards.apl-change-while-active")
def test_the_active_operative_loses_ap_at_once():
    field = warden().active("a1", 1)
    change_apl(field.game, "a1", -1, "specials.stun-fight-second")
    assert field["a1"].ap == 0


@rule("datacards.df", "datacards.sv", "datacards.w", "datacards.weapon-line", "datacards.profiles")
def test_cards_carry_what_attacks_read():
    field = (
        Field(("veil-court", "cinder-wardens"))
        .operative("a1", "vc-starlancer", 5, 5)
        .operative("b1", "cw-warden", 5, 12)
        .cp(0, 0)
    )
    assert (defence(field.game, "a1"), save(field.game, "a1")) == (3, 5)
    from xenotable.games.killteam.rules.setup.sequence import recruit

    row = recruit(field.game, 0, member("fp-penitent"), "x")
    assert (row.full, row.ranged, row.melee) == (9, ("fp-slug-rifle",), ("fp-chain-cleaver",))
    field.act("a1", "shoot", dice="1 1 1 1", weapon=("vc-star-lance", 0), target="b1")
    assert weapons()["cw-plasma-lance"].profiles[1].name == "overcharged"


@rule("specials.invulnerable-several")
def test_the_best_of_several_invulnerable_saves():
    field = Field(("veil-court", "cinder-wardens")).operative("a1", "vc-courtier", 5, 5)
    assert invulnerable(field.game, "a1") == 5
    field.game.operatives.set("a1", effects=("ward:4",))
    assert invulnerable(field.game, "a1") == 4


@rule("datacards.keywords", "datacards.critical-hit-rules")
def test_keywords_and_columns():
    field = warden()
    assert has_keyword(field.game, "a1", "CINDER WARDEN")
    assert not has_keyword(field.game, "a1", "LEADER")
    assert ("MW", 3) in rules_of(weapons()["cw-long-rifle"].profiles[0])
    assert units()["vc-seer"].inv == 5


def test_unbowed_keeps_the_weapon_skill():
    field = Field().operative("a1", "fp-penitent", 5, 5, wounds=4)
    assert skill(field.game, Use("a1", "fp-chain-cleaver", 0, "fight")) == 4
    assert skill(field.game, Use("a1", "fp-slug-rifle", 0, "shoot")) == 5


def test_reach_of_the_moves():
    field = warden()
    assert [reach_of(field.game, "a1", a) for a in ("normal", "dash", "charge", "fall-back")] == [6, 3, 8, 6]


# ---- wounds


@rule("wounds.injured")
@pytest.mark.parametrize(("full", "least"), [(7, 4), (8, 4), (9, 5)])
def test_injured_below_half(full, least):
    field = warden(full=full, wounds=least)
    assert not is_injured(field.game, "a1")
    field.game.operatives.set("a1", wounds=least - 1)
    assert is_injured(field.game, "a1")


@rule("wounds.damage", "wounds.incapacitated", "wounds.credit")
def test_damage_never_goes_below_zero_and_kills_are_credited():
    field = warden()
    assert suffer(field.game, "b1", 20, "a1", "shoot") == 9
    assert field["b1"].fallen
    assert field["a1"].kills == 1
    assert suffer(field.game, "b1", 5) == 0
    field.operative("a2", "cw-warden", 8, 5)
    suffer(field.game, "a2", 9, "a1", "shoot")
    assert field["a1"].kills == 1
    assert list(remove(field.game, "b1")) == []
    assert not field["b1"].there


@rule("wounds.mortal", "wounds.mortal-not-hit")
def test_mortal_wounds_are_suffered_at_once():
    from games.killteam.field import shoot

    field = warden()
    mortal(field.game, "a1", 3, "b1", "shoot", "specials.splash")
    assert field["a1"].wounds == 4
    assert shoot("6 1 1 1 6", "MW3", defence=1, save=6, wounds=20).damage == 3


@rule("wounds.heal")
@rule("wounds.injured-ends", exercises=["wounds.heal", "wounds.injured"])
def test_healing_stops_at_the_starting_wounds():
    field = warden(wounds=3)
    assert is_injured(field.game, "a1")
    assert heal(field.game, "a1", 2, "wounds.heal") == 2
    assert not is_injured(field.game, "a1")
    assert heal(field.game, "a1", 9, "wounds.heal") == 2
    field.game.operatives.set("a1", fallen=True, wounds=0)
    assert heal(field.game, "a1", 2, "wounds.heal") == 0


# ---- wounds, one by one


@rule("wounds.damage", "wounds.incapacitated")
def test_damage_takes_what_is_there_and_no_more():
    for wounds, fallen, n, lost, left, falls in (
        (5, False, 3, 3, 2, False), (5, False, 4, 4, 1, False), (5, False, 5, 5, 0, True), (5, False, 7, 5, 0, True),
        (5, False, 0, 0, 5, False), (0, True, 3, 0, 0, True), (3, True, 3, 0, 3, True),
    ):  # fmt: skip
        field = (
            Field()
            .operative("a1", "cw-warden", 5, 5)
            .operative("b1", "fp-penitent", 5, 10, wounds=wounds, fallen=fallen)
        )
        assert suffer(field.game, "b1", n, "a1", "shoot") == lost
        assert (field["b1"].wounds, field["b1"].fallen) == (left, falls)
        assert len(field.game.deaths) == int(falls and not fallen)
        assert field["a1"].kills == int(falls and not fallen)


@rule("wounds.incapacitated", "wounds.credit")
def test_a_death_is_noted_with_whom_it_is_credited_to():
    field = Field().operative("a1", "cw-captain", 5, 5).operative("a2", "cw-warden", 8, 5, ready=True, mods=(-1,))
    field.operative("b1", "fp-penitent", 5, 10)
    fall(field.game, "a1", "b1", "fight", "fp-chain-cleaver")
    fall(field.game, "a2", "a1", "shoot")
    one, two = field.game.deaths.values()
    assert (one.operative, one.seat, one.turn, one.by, one.how, one.weapon) == (
        "a1",
        0,
        2,
        "b1",
        "fight",
        "fp-chain-cleaver",
    )
    assert (one.leader, one.slowed, one.unhurt) == (True, False, False)
    assert (two.by, two.leader, two.slowed) == ("", False, True)  # nobody is credited with a comrade
    assert (field["b1"].kills, field["a1"].kills, field.game.now.deaths) == (1, 0, 2)
    assert (field["a2"].ready, field["a2"].wounds) == (False, 0)
    note_unhurt(field.game, "a1")
    assert [d.unhurt for d in field.game.deaths.values()] == [True, False]
    field.game.operatives.set("b1", effects=("rites",))
    fall(field.game, "b1", "a1")
    assert len(field.game.deaths) == 2  # it fell before


@rule("wounds.heal")
def test_healing_stops_at_full_wounds_and_at_death():
    for wounds, fallen, n, got in (
        (5, False, 2, 2),
        (6, False, 1, 1),
        (6, False, 3, 1),
        (7, False, 3, 0),
        (0, True, 3, 0),
    ):
        field = Field().operative("a1", "cw-warden", 5, 5, wounds=wounds, fallen=fallen)
        assert heal(field.game, "a1", n, "ua-patch") == got
        assert field["a1"].wounds == wounds + got


@rule("datacards.apl-change-while-active")
@pytest.mark.parametrize(("ap", "by", "after"), [(2, -1, 1), (0, -1, 0), (1, 1, 2), (3, -1, 2)])
def test_points_of_the_active_operative_follow_its_apl(ap, by, after):
    field = warden().active("a1", ap)
    change_apl(field.game, "a1", by, "specials.stun-fight-second")
    assert field["a1"].ap == after
    waiting = warden()
    waiting.game.operatives.set("a1", ap=0)
    change_apl(waiting.game, "a1", by, "specials.stun-fight-second")
    assert waiting["a1"].ap == 0


@rule("datacards.read-stats-when")
def test_what_is_read_for_an_attack():
    from xenotable.games.killteam.rules.datacards.attack_terms import shot_terms

    field = warden().operative("a2", "cw-warden", 8, 5).cp(2, 1)
    shot = Use("a1", "cw-carbine", 0, "shoot", "b1")
    live, plain = shot_terms(field.game, shot, live=True), shot_terms(field.game, shot)
    assert (live.command, plain.command) == ((2, 1), (0, 0))
    assert (
        live.attacks,
        shot_terms(field.game, shot, dice=2).attacks,
        shot_terms(field.game, shot, dice=0).attacks,
    ) == (4, 2, 0)
    friend = shot._replace(target="a2")
    purses = [
        shot_terms(field.game, u, live=alive).one_purse for u, alive in ((shot, True), (friend, True), (friend, False))
    ]
    assert purses == [False, True, False]


@rule("datacards.df")
def test_a_scar_costs_a_defence_die_and_never_more_than_all():
    field = warden()
    plain = defence(field.game, "a1")
    field.game.operatives.set("a1", scars=(4,))
    assert defence(field.game, "a1") == plain - 1


@rule("dice.roll-off")
@pytest.mark.parametrize(("dice", "winner"), [([4, 2], 0), ([2, 4], 1), ([3, 3, 5, 6], 1)])
def test_each_player_rolls_a_die_of_the_roll_off(dice, winner):
    from games.killteam.field import run
    from xenotable.games.killteam.rules.dice.rolls import roll_off

    log = []
    assert run(roll_off(warden().game, "turns.initiative"), dice, {}, log) == winner
    assert log == [("roll-off", 0), ("roll-off", 1)] * (len(dice) // 2)
    if dice[0] == dice[1]:
        assert run(roll_off(warden().game, "turns.initiative", again=False), dice[:2], {}) is None


@rule("content.only-with")
def test_an_action_fires_its_own_weapon_alone():
    from xenotable.games.killteam.content import entry
    from xenotable.games.killteam.rules.content.rosters import only_with_refusals

    for weapon, by, why in (
        ("vc-mind-lash", "ua-unleash-lash", []), ("vc-mind-lash", "", ["content.only-with"]),
        ("vc-shard-pistol", "ua-unleash-lash", [entry("ua-unleash-lash")]), ("vc-shard-pistol", "", []),
        ("cw-repeater", "ua-running-burst", []), ("cw-sidearm", "ua-running-burst", [entry("ua-running-burst")]),
    ):  # fmt: skip
        assert [r.rule for r in only_with_refusals(Use("a1", weapon, 0, "shoot", by=by))] == why, (weapon, by)


@rule("wounds.damage", "wounds.heal", "shooting.defence-dice")
def test_wounds_and_saves_are_told_with_their_numbers():
    field = Field().operative("a1", "cw-warden", 5, 5).operative("b1", "fp-penitent", 5, 15, wounds=5).cp(0, 0)
    field.play(Attack("a1", "cw-carbine", 0, "shoot", "b1"), dice="6 6 4 4 6 5 1", saves=lambda ask: (1, 1))
    assert "Penitent b1 saves: 1 normal, 1 critical." in field.story
    for wounds, dice, says in ((4, "6 1 1 1", "1 wound is left."), (5, "6 1 1 1", "2 wounds are left.")):
        hurt = Field().operative("a1", "cw-warden", 5, 5).operative("b1", "fp-penitent", 5, 15, wounds=wounds).cp(0, 0)
        hurt.play(Attack("a1", "cw-carbine", 0, "shoot", "b1"), dice=f"{dice} 1 1 1")
        assert any(line.endswith(says) for line in hurt.story)
    for wounds, says in ((6, "regains 1 wound and has 7"), (5, "regains 2 wounds and has 7")):
        healed = Field().operative("a1", "cw-warden", 5, 5, items=("it-medi-gel",)).operative("a2", "cw-warden", 5, 6.2)
        healed.game.operatives.set("a2", wounds=wounds)
        healed.operative("b1", "fp-penitent", 25, 15).cp(0, 0).act("a1", "ua-patch", subject="a2", dice="5")
        assert any(says in line for line in healed.story)
