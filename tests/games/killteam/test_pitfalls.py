"""What is easily built wrong, played on the table: who is asked, in which order, and what a moment's timing decides."""

import pytest

from games.killteam.field import Field, path, refused, rule, shoot
from xenotable.games.killteam.content import units
from xenotable.games.killteam.rules.datacards.modified import skill
from xenotable.games.killteam.rules.datacards.printed import Use, apl
from xenotable.games.killteam.rules.ploys import tactical
from xenotable.games.killteam.scenes import Attack, Combat, Firefight, Hatch
from xenotable.games.killteam.state import CONCEAL, ENGAGE

CW, FP, VC, CB = "cinder-wardens", "ferric-penitents", "veil-court", "carrion-brood"


def asked(field):
    """(key, seat) of every decision of a battle, in order."""
    return [(e.key, e.seat) for e in field.match.tape if e.kind in ("answer", "forced", "standing")]


# ---- dice


@rule("specials.splash")
@rule("combos.rending-mw", exercises=["specials.rending", "specials.mw"])
def test_rending_is_decided_before_criticals_are_counted():
    shot = shoot("6 4 1 1", "Rending, Splash 1, MW1", defence=0, wounds=60, normal=2, critical=3)
    assert (shot.splash, shot.damage) == (2, 2 + 2 + 6)
    assert shoot("6 4 1 1", "Rending, Splash 1", rending=False, defence=0, wounds=60).splash == 1


@rule("specials.invulnerable-ap")
@pytest.mark.parametrize("special", ["AP2", "P2", "AP1, P2"])
def test_an_invulnerable_save_rolls_every_defence_die(special):
    shot = shoot("6 4 1 1 5 5 5", special, by="invulnerable", defence=3, save=3, invulnerable=5, saves=(0, 0), wounds=9)
    assert shot.damage == 0


@rule("specials.hot-after-rerolls", "dice.command-reroll")
@rule("combos.hot-rerolls", exercises=["specials.hot", "dice.command-reroll"])
def test_a_one_rerolled_by_command_does_not_burn():
    field = Field().operative("a1", "cw-lancer", 5, 5).operative("b1", "fp-penitent", 5, 15).cp(1, 0)
    field.play(Attack("a1", "cw-plasma-lance", 1, "shoot", "b1"), dice="1 2 2 2 3", command="1")
    assert field["a1"].wounds == field["a1"].full
    again = Field().operative("a1", "cw-lancer", 5, 5).operative("b1", "fp-penitent", 5, 15).cp(1, 0)
    again.play(Attack("a1", "cw-plasma-lance", 1, "shoot", "b1"), dice="2 2 2 2 1", command="miss")
    assert again["a1"].wounds == again["a1"].full - 3


@rule("shooting.attack-order", "combos.balanced-ceaseless")
@pytest.mark.parametrize(
    ("first", "keys"), [("Ceaseless", ["ceaseless", "balanced"]), ("Balanced", ["balanced", "ceaseless"])]
)
def test_the_attacker_chooses_the_order_of_rerolls(first, keys):
    field = Field((FP, CW)).operative("a1", "fp-rotorist", 5, 3).operative("b1", "cw-warden", 5, 12).cp(0, 0)
    field.game.sides.set(0, in_force=("pl-fp-brand",), marked="b1")
    dice = "1 1 2 2 2 2 4 4 4 1 1 1"
    shot = Attack("a1", "fp-rotor-cannon", 0, "shoot", "b1")
    field.play(shot, dice=dice, re_roll=first, ceaseless=2, balanced="miss")
    assert [key for key, _ in asked(field) if key in ("balanced", "ceaseless")] == keys
    assert any("3 normal" in line for line in field.story)


@rule("shooting.attack-order")
def test_one_reroll_alone_needs_no_order():
    field = Field((FP, CW)).operative("a1", "fp-rotorist", 5, 3).operative("b1", "cw-warden", 5, 12).cp(0, 0)
    shot = Attack("a1", "fp-rotor-cannon", 0, "shoot", "b1")
    field.play(shot, dice="1 2 2 2 2 2 2", ceaseless=1)
    assert ("re-roll", 0) not in asked(field)
    field.game.sides.set(0, in_force=("pl-fp-brand",), marked="b1")
    field.play(shot, dice="1 1 2 2 2 2 2 2 2", re_roll="Ceaseless", ceaseless=2, balanced="miss")
    assert asked(field).count(("re-roll", 0)) == 1  # the one that is left needs no order either


@rule("dice.command-reroll")
@rule("shooting.friendly-defender", exercises=["shooting.defence-dice", "dice.command-reroll"])
def test_whoever_blasts_a_friend_pays_for_both_sides_out_of_one_purse():
    field = (
        Field()
        .operative("a1", "cw-mortarist", 5, 5)
        .operative("a2", "cw-warden", 5, 6)
        .operative("b1", "fp-penitent", 5, 7.2)
        .cp(2, 3)
    )
    field.play(
        Attack("a1", "cw-tube-mortar", 0, "shoot", "a2", "b1"),
        dice="4 4 1 1 4 1 1 1 5",
        command=["miss", "keep", "miss"],
    )
    assert field["a2"].wounds == 7 - 2 * 3
    assert (field.game.sides[0].cp, field.game.sides[1].cp) == (0, 3)
    assert {seat for _, seat in asked(field)} == {0}


def test_an_ablative_plate_rerolls_any_of_the_dice():
    field = (
        Field()
        .operative("a1", "cw-warden", 5, 5)
        .operative("b1", "fp-penitent", 5, 15, items=("it-ablative-plate",))
        .cp(0, 0)
    )
    field.play(Attack("a1", "cw-carbine", 0, "shoot", "b1"), dice="6 6 1 1 4 4 1 6 6", plate=(1, 1, 0), saves=(0, 0))
    assert field["b1"].wounds == 9
    assert field["b1"].used == ("it-ablative-plate",)
    kept = (
        Field()
        .operative("a1", "cw-warden", 5, 5)
        .operative("b1", "fp-penitent", 5, 15, items=("it-ablative-plate",))
        .cp(0, 0)
    )
    kept.play(Attack("a1", "cw-carbine", 0, "shoot", "b1"), dice="4 4 1 1 4 4 1", plate=(0, 0, 0))
    assert kept["b1"].used == ()


# ---- combats


@rule("fighting.alternate", "fighting.parry")
@rule("fighting.both-fight", exercises=["fighting.alternate", "specials.brutal"])
def test_both_sides_are_asked_for_every_blow():
    field = Field().operative("a1", "cw-captain", 5, 5).operative("b1", "fp-hammerer", 5, 6.6).cp(0, 0)
    field.play(
        Combat("a1", "b1", ("cw-sabre", 0), ("fp-thunder-maul", 0)),
        dice="6 6 4 1 6 6 4 1",
        balanced="keep",
        blow=["strike critical", "parry critical", "strike", "strike critical"],
    )
    assert [seat for key, seat in asked(field) if key == "blow"] == [0, 1, 1]
    assert "parries" in " ".join(field.story)


@rule("specials.stun-fight-first", "specials.stun-fight-second", "specials.stun-shooting")
def test_stun_takes_apl_at_once_in_shooting_and_with_the_second_strike_in_a_fight():
    field = Field((CB, CW)).operative("a1", "cb-stinger", 5, 5).operative("b1", "cw-warden", 5, 15).cp(0, 0)
    field.play(Attack("a1", "cb-barb-rifle", 0, "shoot", "b1"), dice="6 1 1 1 6 1 1")
    assert apl(field.game, "b1") == 1
    fight = (
        Field((FP, CW))
        .operative("a1", "fp-shieldbearer", 5, 5)
        .operative("b1", "cw-captain", 5, 6.5, full=40, wounds=40)
    )
    fight.cp(0, 0)
    arms = (("fp-shield-mace", 0), ("cw-sabre", 0))
    fight.play(Combat("a1", "b1", *arms), dice="6 1 1 1 4 1 1 1", balanced="keep", blow="strike critical")
    assert apl(fight.game, "b1") == units()["cw-captain"].APL
    assert fight["a1"].wounds == fight["a1"].full
    fight.play(Combat("a1", "b1", *arms), dice="6 6 1 1 1 1 1 1", balanced="keep", blow="strike critical")
    assert apl(fight.game, "b1") == units()["cw-captain"].APL - 1


# ---- windows for reactions


def moved(x=5.0, y=6.0, **b):
    """A Penitent moves; a Warden that was activated stands by with 1 CP."""
    return (
        Field((FP, CW))
        .operative("a1", "fp-penitent", 5, 3)
        .operative("b1", "cw-warden", 5, 12, ready=False, **b)
        .cp(0, 1)
    )


def test_a_covering_shot_needs_the_mover_visible_to_whoever_fires():
    field = Field((FP, CW)).operative("a1", "fp-penitent", 12, 10.9).operative("b1", "cw-warden", 4, 10.8, ready=False)
    field.terrain(("wall", 5.25, 9, 90)).cp(0, 1)
    field.game.operatives.set("a1", x=9.0)
    from xenotable.games.killteam.rules.sight.visibility import sees

    assert (sees(field.game, "a1", "b1"), sees(field.game, "b1", "a1")) == (True, False)
    assert refused(tactical.covering_refusals(field.game, "b1", "a1")) == ["sight.visible"]
    field.game.operatives.set("a1", x=4.0, y=10.8)
    field.game.operatives.set("b1", x=9.0, y=10.9)
    assert (sees(field.game, "a1", "b1"), sees(field.game, "b1", "a1")) == (False, True)
    assert refused(tactical.covering_refusals(field.game, "b1", "a1")) == []


def test_nobody_who_was_charged_answers_with_a_covering_shot():
    field = moved()
    field.act("a1", "charge", move=path("a1", (5.0, 9.95)))
    assert "pl-cw-covering-shot" not in [key for key, _ in asked(field)]
    near = moved()
    near.act("a1", "normal", move=path("a1", (5.0, 6.0)), pl_cw_covering_shot=None)
    assert ("pl-cw-covering-shot", 1) in asked(near)


def test_fire_discipline_looks_from_the_captain_who_sees_himself():
    field = (
        Field()
        .operative("a1", "cw-warden", 4, 10.8)
        .operative("a2", "cw-captain", 9, 10.9)
        .operative("b1", "fp-penitent", 4, 20)
    )
    field.terrain(("wall", 5.25, 9, 90))
    assert skill(field.game, Use("a1", "cw-carbine", 0, "overwatch")) == 4
    field.game.operatives.set("a1", x=9.0, y=10.9)
    field.game.operatives.set("a2", x=4.0, y=10.8)
    assert skill(field.game, Use("a1", "cw-carbine", 0, "overwatch")) == 5
    assert skill(field.game, Use("a2", "cw-ember-pistol", 0, "overwatch")) == 3


def test_a_borrowed_moment_is_offered_when_the_lash_has_struck():
    field = Field((VC, CW)).operative("a1", "vc-seer", 5, 5).operative("b1", "cw-warden", 5, 10).cp(1, 0)
    field.act(
        "a1", "ua-unleash-lash", dice="4 1 1 1 1 1 1", ap=2, pl_vc_borrowed_moment=True, command="keep", target="b1"
    )
    keys = [e.key for e in field.match.tape]
    assert keys.index("pl-vc-borrowed-moment") > keys.index("defence")
    assert field.game.sides[0].cp == 0


def test_last_rites_for_whoever_falls_beside_a_combat():
    field = Field((VC, FP)).operative("a1", "vc-duelist", 5, 5).operative("b1", "fp-penitent", 5, 6.5)
    field.operative("b2", "fp-penitent", 6.7, 6, wounds=1).cp(0, 1)
    field.act(
        "a1",
        "fight",
        dice="6 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1",
        foe="b1",
        weapon=("vc-razor-flail", 0),
        foe_weapon=("vc-razor-flail", 0),
        pl_fp_last_rites=True,
        ceaseless=0,
        command="keep",
    )
    assert ("pl-fp-last-rites", 1) in asked(field)
    assert not field["b2"].there


def test_last_rites_for_whoever_falls_to_a_rupture():
    field = (
        Field((CB, FP))
        .operative("a1", "cb-spore-beast", 5, 5)
        .operative("b1", "fp-penitent", 5, 7.2, wounds=1)
        .cp(0, 1)
    )
    field.operative("a2", "cb-scuttler", 5, 8.4)
    field.act(
        "a1", "ua-rupture", dice="1 1 1 1 1 4 4 1", pl_fp_last_rites=True, ceaseless=0, command="keep", rupture=True
    )
    assert ("pl-fp-last-rites", 1) in asked(field)
    assert not field["b1"].there
    assert not field["a1"].there


def test_a_rupture_may_be_thought_better_of():
    field = Field((CB, FP)).operative("a1", "cb-spore-beast", 5, 5).operative("b1", "fp-penitent", 5, 7.2).cp(0, 0)
    field.act("a1", "ua-rupture", rupture=False)
    assert field["a1"].there
    assert field["b1"].wounds == 9
    assert ("rupture", 0) in asked(field)


def test_which_scuttler_hatches_is_the_players_choice():
    field = (
        Field((CB, CW))
        .operative("a1", "cb-scuttler", 5, 5)
        .operative("a2", "cb-scuttler", 6, 5)
        .operative("b1", "cw-warden", 25, 5)
    )
    for i in ("a1", "a2"):
        field.game.operatives.set(i, there=False, fallen=True, wounds=0)
    field.cp(1, 0).play(
        Hatch(2),
        pl_cb_hatch=True,
        scuttler="a2",
        hatch=lambda ask: ask.candidates(1, lambda: 0.5)[0],
    )
    assert (field["a1"].there, field["a2"].there) == (False, True)
    assert field["a2"].order == CONCEAL


@rule("specials.fusillade", "specials.fusillade-split")
def test_the_attacker_orders_the_attacks_of_a_fusillade():
    field = (
        Field((FP, CW))
        .operative("a1", "fp-rotorist", 5, 3)
        .operative("b1", "cw-warden", 5, 12)
        .operative("b2", "cw-warden", 7.4, 12)
    )
    field.cp(0, 0).act(
        "a1",
        "shoot",
        dice="2 2 2 2 2 2",
        target="b1",
        fusillade=lambda ask: ("b2",),
        split=lambda ask: {"b1": 3, "b2": 3},
        order_of_attacks=("b2", "b1"),
    )
    hits = [line for line in field.story if " hits " in line]
    assert ["Warden b2" in line for line in hits] == [True, False]


@rule("activation.overwatch-when", "activation.one-sided")
def test_a_player_without_ready_operatives_may_overwatch_before_each_activation():
    field = Field().operative("a1", "cw-warden", 5, 5, ready=False).operative("b1", "fp-penitent", 5, 15, ready=True)
    field.operative("b2", "fp-penitent", 8, 15, ready=True).cp(0, 0)
    field.play(Firefight(0), dice="1 1 1 1", overwatch="a1", target="b1", order=ENGAGE, action="pass", activate="b1")
    assert [key for key, _ in asked(field)].count("overwatch") == 1
    assert field["a1"].overwatched


# ---- a test that is dared


@rule("movement.jump-test")
@pytest.mark.parametrize(("dare", "dice", "x"), [(True, "2", 10.4), (True, "1", 6.4), (False, "", 6.4)])
def test_a_jump_is_confirmed_before_its_test(dare, dice, x):
    field = Field().operative("a1", "cw-warden", 6.4, 11, 2.5).operative("b1", "fp-penitent", 25, 20)
    field.terrain(("container", 5, 11), ("container", 11.5, 11))
    field.act("a1", "normal", dice=dice, dare=dare, move=path("a1", (10.4, 11.0, 2.5)))
    assert field["a1"].x == pytest.approx(x, abs=0.001)
    assert ("Normal Move" in " ".join(field.story)) is dare
