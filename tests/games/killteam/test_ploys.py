"""Chapter ploys, and every ploy, item, unique action, honour and scar of the tables by its effect."""

import pytest

from games.killteam.field import Field, faces, path, refused, rule
from xenotable.games.killteam.content import units
from xenotable.games.killteam.rules.actions.unique import refusals
from xenotable.games.killteam.rules.datacards.attack_terms import shot_terms
from xenotable.games.killteam.rules.datacards.modified import change_apl, reach_of, skill
from xenotable.games.killteam.rules.datacards.printed import Use, apl, save
from xenotable.games.killteam.rules.datacards.special_rules import rules_for
from xenotable.games.killteam.rules.ploys import buying, strategic, tactical
from xenotable.games.killteam.rules.specials.invulnerable import invulnerable
from xenotable.games.killteam.scenes import (
    Act,
    Activate,
    Aftermath,
    Attack,
    CombatEnd,
    EndActivation,
    Hatch,
    LastRites,
    Strategy,
)
from xenotable.games.killteam.state import CONCEAL, ENGAGE

CW, FP, VC, CB = "cinder-wardens", "ferric-penitents", "veil-court", "carrion-brood"
LINE = {CW: "cw-warden", FP: "fp-penitent", VC: "vc-courtier", CB: "cb-scuttler"}


def duel(one=CW, two=FP, gap=10.0, **k):
    return Field((one, two)).operative("a1", LINE[one], 5, 3, **k).operative("b1", LINE[two], 5, 3 + gap)


def force(field, *names, seat=0):
    field.game.sides.set(seat, in_force=names)
    return field


@rule("ploys.pay", "ploys.tactical", "ploys.window", "ploys.resolve-at-once", "content.ids-cited")
def test_a_ploy_is_offered_paid_and_used_once_per_turning_point():
    field = duel(wounds=1).cp(2, 0).play(Activate("a1"), order=ENGAGE, pl_cw_grit=True, action="pass")
    assert field.game.sides[0].cp == 1
    assert field.game.sides[0].used == ("pl-cw-grit",)
    assert refused(buying.ploy_refusals(field.game, 0, "pl-cw-grit")) == ["ploys.tactical"]
    poor = duel().cp(0, 0)
    assert refused(buying.ploy_refusals(poor.game, 0, "pl-command-reroll")) == ["ploys.pay"]


# ---- strategic ploys


def test_fields_of_fire_needs_a_shooter_that_did_not_move():
    field = force(duel(), "pl-cw-fields-of-fire")
    use = Use("a1", "cw-carbine", 0, "shoot", "b1")
    assert ("Ceaseless", 0) in rules_for(field.game, use)
    field.game.operatives.set("a1", did=("normal",))
    assert rules_for(field.game, use) == ()
    assert rules_for(field.game, use._replace(kind="overwatch")) == ()


def test_dig_in_keeps_the_cover_die_as_a_critical_save():
    field = force(duel(FP, CW), "pl-cw-dig-in", seat=1).terrain(("barricade", 5, 11.8)).cp(0, 0)
    assert shot_terms(field.game, Use("a1", "fp-slug-rifle", 0, "shoot", "b1")).kept_critical
    field.play(Attack("a1", "fp-slug-rifle", 0, "shoot", "b1"), dice="6 1 1 1 1 1")
    assert field["b1"].wounds == 7


@pytest.mark.parametrize(
    ("team", "ploy", "action", "inches"),
    [
        (CW, "pl-cw-rolling-advance", "dash", 4),
        (FP, "pl-fp-procession", "normal", 6),
        (FP, "pl-fp-procession", "charge", 8),
        (VC, "pl-vc-quicksilver", "dash", 4),
    ],
)
def test_ploys_that_lengthen_a_move(team, ploy, action, inches):
    assert reach_of(force(duel(team), ploy).game, "a1", action) == inches


def test_litany_turns_one_mortal_wound_of_each_source_aside():
    field = force(duel(VC, FP), "pl-fp-litany", seat=1)
    assert shot_terms(field.game, Use("a1", "vc-shard-carbine", 0, "shoot", "b1")).shed == (0, 1)


def test_brand_the_guilty_gives_balanced_against_one_enemy():
    field = duel(FP, CW).cp(1, 0)
    from games.killteam.field import run

    run(strategic.put_in_force(field.game, 0, "pl-fp-brand"), [], {"brand": "b1"})
    assert ("Balanced", 0) in rules_for(field.game, Use("a1", "fp-slug-rifle", 0, "shoot", "b1"))
    assert ("Balanced", 0) in rules_for(field.game, Use("a1", "fp-chain-cleaver", 0, "fight", "b1"))


@rule("turns.strategic-ploys")
def test_nobody_brands_the_guilty_when_no_enemy_is_left():
    field = duel(FP, CW).cp(3, 0)
    field.game.operatives.set("b1", there=False, fallen=True, wounds=0)
    field.play(Strategy(0), stop="ploy")
    assert field.why(0, "pl-fp-brand") == ["ploys.strategic"]
    assert field.why(0, "pl-fp-litany") == []
    field.play(Strategy(0), ploy=["pl-fp-litany", None])
    assert field.game.sides[0].in_force == ("pl-fp-litany",)


def test_mirage_hides_from_overwatch():
    from xenotable.games.killteam.rules.shooting.targets import target_refusals

    field = force(duel(CW, VC), "pl-vc-mirage", seat=1)
    assert refused(target_refusals(field.game, Use("a1", "cw-carbine", 0, "overwatch"), "b1")) == ["ploys.strategic"]
    assert refused(target_refusals(field.game, Use("a1", "cw-carbine", 0, "shoot"), "b1")) == []


def test_frenzy_needs_a_charge_and_chitin_bloom_spares_invulnerable_saves():
    field = force(duel(CB), "pl-cb-frenzy", "pl-cb-chitin-bloom")
    use = Use("a1", "cb-claws", 0, "fight", "b1")
    assert ("Lethal", 5) not in rules_for(field.game, use)
    field.active("a1", did=("charge",))
    assert ("Lethal", 5) in rules_for(field.game, use)
    assert save(field.game, "a1") == units()["cb-scuttler"].SV - 1
    field.operative("a2", "cb-matron", 9, 3)
    assert invulnerable(field.game, "a2") == 5


def test_tide_lets_friends_pass():
    from games.killteam.test_movement import why

    field = force(duel(CB), "pl-cb-tide").operative("a2", "cb-scuttler", 7, 3)
    assert why(field, ((9.0, 3.0),), budget=7) == []


# ---- tactical ploys


def test_grit_and_pounce_last_for_the_activation():
    field = duel(wounds=2).active("a1", effects=("grit",))
    assert reach_of(field.game, "a1", "normal") == 6
    high = (
        Field((CB, CW))
        .operative("a1", "cb-scuttler", 5, 5, 2.5)
        .operative("b1", "cw-warden", 20, 5)
        .terrain(("container", 5, 5))
        .cp(1, 0)
    )
    high.play(Activate("a1"), order=ENGAGE, pl_cb_pounce=True, stop="action")
    assert reach_of(high.match.game, "a1", "charge") == units()["cb-scuttler"].M + 3


def test_spare_charges():
    field = (
        Field().operative("a1", "cw-sapper", 5, 3, used=("cw-satchel",)).operative("b1", "fp-penitent", 5, 8).cp(1, 0)
    )
    field.play(Aftermath("a1", "shoot", "cw-satchel"), dice="4", pl_cw_spare_charges=True)
    assert field["a1"].used == ()


def test_covering_shot():
    field = (
        Field((FP, CW)).operative("a1", "fp-penitent", 5, 3).operative("b1", "cw-warden", 5, 12, ready=False).cp(0, 1)
    )
    field.act("a1", "normal", move=path("a1", (5.0, 6.0)), dice="5 5 1 1 1 1 1", pl_cw_covering_shot="b1", target="a1")
    assert field["b1"].overwatched
    assert field["a1"].wounds == 5


def test_shield_of_oaths_for_one_attack():
    field = duel(CW, FP).cp(0, 1)
    field.play(
        Attack("a1", "cw-carbine", 0, "shoot", "b1"),
        dice="4 4 1 1 5 5 1",
        pl_fp_shield_of_oaths=True,
        save="invulnerable",
    )
    assert field["b1"].wounds == 9
    assert field["b1"].effects == ()


def test_last_rites():
    field = duel(CW, FP).cp(0, 1)
    from xenotable.games.killteam.rules.wounds import fall

    fall(field.game, "b1", "a1", "shoot")
    assert tactical.may_have_last_rites(field.game, "b1", "a1")
    field.play(LastRites("b1", "a1", "shoot"), pl_fp_last_rites=True, target="a1", dice="4 4 1 1 1 1 1")
    assert field["a1"].wounds == 1
    assert not field["b1"].there


def test_no_last_rites_for_whoever_falls_in_a_fight_of_its_own():
    """The ploy answers an enemy action; its own Fight is none, whoever strikes last in it."""
    field = Field((FP, CW)).operative("a1", "fp-penitent", 5, 3, wounds=1).operative("b1", "cw-warden", 5, 4.5).cp(1, 0)
    field.act("a1", "fight", dice="1 1 1 1 6 6 6", foe="b1", ceaseless=0, command="keep")
    assert not field["a1"].there
    assert "pl-fp-last-rites" not in [e.key for e in field.match.tape]


@rule("actions.free-counts")
def test_last_rites_repeat_no_action_of_the_own_activation():
    from xenotable.games.killteam.rules.wounds import fall

    for did, asked in (((), True), (("shoot",), False)):
        field = duel(FP, CW).cp(1, 0).active("a1", did=did)
        fall(field.game, "a1", "b1", "overwatch")
        field.play(Aftermath("b1", "overwatch"), pl_fp_last_rites=False)
        assert ("pl-fp-last-rites" in [e.key for e in field.match.tape]) is asked
        assert not field["a1"].there


def test_unto_ruin():
    field = Field((FP, CW)).operative("a1", "fp-penitent", 5, 3).operative("b1", "cw-warden", 5, 4.5).cp(1, 0)
    field.act("a1", "fight", dice="4 1 1 1 1 1 1", foe="b1", ceaseless=0, command="keep", pl_fp_unto_ruin=True)
    assert field["b1"].wounds == 7 - 4
    assert "pl-fp-unto-ruin" in field.game.sides[0].used


def test_a_command_reroll_may_take_the_point_that_unto_ruin_needs():
    field = Field((FP, CW)).operative("a1", "fp-penitent", 5, 3).operative("b1", "cw-warden", 5, 4.5).cp(1, 0)
    field.act("a1", "fight", dice="4 1 1 1 1 1 1 1", foe="b1", ceaseless=0, command=["1"])
    assert field.game.sides[0].cp == 0
    assert "pl-fp-unto-ruin" not in field.game.sides[0].used


def test_fade():
    field = duel(VC).cp(1, 0).active("a1", 0).play(EndActivation("a1"), pl_vc_fade=True)
    assert field["a1"].order == CONCEAL


def test_riposte():
    field = Field((CW, VC)).operative("a1", "cw-warden", 5, 3).operative("b1", "vc-courtier", 5, 4.4).cp(0, 1)
    dice = f"{faces('4 4', 'cw-bayonet')} {faces('6', 'vc-courtblade')}"
    field.act("a1", "fight", dice=dice, foe="b1", command="keep", blow=["parry with critical"], pl_vc_riposte=True)
    assert field["a1"].wounds == 5


def test_borrowed_moment():
    field = (
        Field((VC, FP))
        .operative("a1", "vc-seer", 5, 3)
        .operative("b1", "fp-penitent", 5, 8)
        .operative("b2", "fp-penitent", 8, 8)
        .cp(1, 0)
    )
    field.act("a1", "ua-dread-whisper", "ua-dread-whisper", subject=["b1", "b2"], pl_vc_borrowed_moment=[True])
    assert apl(field.game, "b1") == apl(field.game, "b2") == 1


@pytest.mark.parametrize(("ap", "offered"), [(2, True), (1, False)])
def test_no_moment_is_borrowed_without_ap_for_it(ap, offered):
    field = Field((VC, FP)).operative("a1", "vc-seer", 5, 3).operative("b1", "fp-penitent", 5, 8).cp(1, 0)
    field.act("a1", "ua-dread-whisper", ap=ap, subject="b1", stop="pl-vc-borrowed-moment")
    assert (not field.match.over) is offered


@rule("actions.free-counts")
def test_borrowed_moment_gives_the_same_psychic_action_again_and_nothing_else():
    """Its free Shoot counts as the Shoot of the activation: a second lash, never another weapon."""
    field = Field((VC, FP)).operative("a1", "vc-seer", 5, 3).operative("b1", "fp-penitent", 5, 8).cp(1, 0)
    field.game.operatives.set("a1", ranged=(*field["a1"].ranged, "vc-shard-carbine"))
    field.act("a1", "ua-unleash-lash", dice="1 1 1 1", ap=3, stop="action", target="b1", pl_vc_borrowed_moment=True)
    assert field.why(0, "shoot") == ["actions.free-counts"]
    assert field.why(0, "ua-unleash-lash") == []


def test_burst_ichor():
    field = (
        Field((CB, CW))
        .operative("a1", "cb-scuttler", 5, 3, fallen=True, wounds=0)
        .operative("b1", "cw-warden", 5, 4.5)
        .cp(1, 0)
    )
    field.play(CombatEnd("b1", "a1", (7, 6)), dice="5", pl_cb_burst_ichor=True)
    assert field["b1"].wounds == 4


def test_hatch():
    field = (
        Field((CB, CW))
        .operative("a1", "cb-scuttler", 5, 3, fallen=True, wounds=0, there=False)
        .operative("b1", "cw-warden", 25, 4)
        .cp(1, 0)
    )
    field.play(Hatch(2), pl_cb_hatch=True, hatch=lambda a: {"at": {"a1": [2, 5]}})
    assert field["a1"].there
    assert field["a1"].wounds == 6
    assert refused(buying.ploy_refusals(field.game, 0, "pl-cb-hatch")) == ["ploys.pay", "ploys.tactical"]


# ---- unique actions


def test_relay_order_and_dread_whisper_change_apl():
    field = (
        Field()
        .operative("a1", "cw-signaller", 5, 3)
        .operative("a2", "cw-warden", 8, 3)
        .operative("b1", "fp-penitent", 5, 13)
        .cp(0, 0)
    )
    field.act("a1", "ua-relay-order", subject="a2")
    assert apl(field.game, "a2") == 3


def test_direct_fire_gives_each_warden_one_balanced_shot():
    field = (
        Field()
        .operative("a1", "cw-captain", 5, 3)
        .operative("a2", "cw-warden", 8, 3)
        .operative("b1", "fp-penitent", 5, 13)
        .cp(0, 0)
    )
    field.act("a1", "ua-direct-fire", subject="b1")
    use = Use("a2", "cw-carbine", 0, "shoot", "b1")
    assert ("Balanced", 0) in rules_for(field.game, use)
    field.act("a2", "shoot", dice="1 1 1 1", weapon=("cw-carbine", 0), target="b1", balanced="keep")
    assert ("Balanced", 0) not in rules_for(field.game, use)


@rule("actions.unique")
@pytest.mark.parametrize(("first", "balanced", "left"), [("b1", 2, False), ("b2", 0, True)])
def test_direct_fire_lasts_for_the_whole_action_at_its_original_target(first, balanced, left):
    """With Blast all attacks are Balanced; a follow-up at the named enemy neither has it nor uses it up."""
    field = (
        Field()
        .operative("a1", "cw-captain", 5, 3)
        .operative("a2", "cw-warden", 5, 5, ranged=("eq-shard-bomb",))
        .cp(0, 0)
    )
    field.operative("b1", "fp-penitent", 5, 9).operative("b2", "fp-penitent", 5, 11.5).act(
        "a1", "ua-direct-fire", subject="b1"
    )
    field.act("a2", "shoot", dice="1 1 1 1 1 1 1 1", target=first, balanced=["keep"] * balanced)
    assert sum(e.key == "balanced" for e in field.match.tape) == balanced
    use = Use("a2", "eq-shard-bomb", 0, "shoot", "b1")
    assert (("Balanced", 0) in rules_for(field.game, use)) is left


def test_lay_smoke():
    field = Field().operative("a1", "cw-sapper", 5, 3).operative("b1", "fp-penitent", 5, 13).cp(0, 0)
    field.act("a1", "ua-lay-smoke", smoke=lambda a: {"at": {"smoke1": [5, 7]}})
    assert [s.kind for s in field.game.spots.values()] == ["smoke"]
    assert refused(refusals(field.game, "a1", "ua-lay-smoke")) == ["actions.unique"]


def test_anoint_and_patch_heal():
    field = (
        Field((FP, CW))
        .operative("a1", "fp-reliquarist", 5, 3, wounds=3, items=("it-medi-gel",))
        .operative("b1", "cw-warden", 25, 13)
        .cp(0, 0)
    )
    field.act("a1", "ua-anoint", "ua-patch", dice="5 1", subject="a1")
    assert field["a1"].wounds == 3 + 4 + 1
    field.active("a1", 2, did=())
    assert refused(refusals(field.game, "a1", "ua-patch")) == ["actions.unique"]


def test_unleash_lash_and_veil_ward():
    field = Field((VC, FP)).operative("a1", "vc-seer", 5, 3).operative("b1", "fp-penitent", 5, 9).cp(0, 0)
    field.act("a1", "ua-unleash-lash", "ua-veil-ward", dice="6 1 1 1 1 1 1", target="b1", subject="a1")
    assert field["b1"].wounds == 9 - 2 - 3
    assert invulnerable(field.game, "a1") == 4


def test_rupture():
    field = (
        Field((CB, CW))
        .operative("a1", "cb-spore-beast", 5, 3)
        .operative("b1", "cw-warden", 5, 5)
        .operative("b2", "cw-warden", 5, 12)
        .cp(0, 0)
    )
    field.act("a1", "ua-rupture", dice="6")
    assert not field["a1"].there
    assert field["b1"].wounds == 4
    assert field["b2"].wounds == 7


# ---- items


@pytest.mark.parametrize(
    ("team", "item", "weapon", "kind", "gift"),
    [
        (CW, "it-optic", "cw-carbine", "shoot", ("Balanced", 0)),
        (CW, "it-cw-trench-club", "cw-bayonet", "fight", ("Stun", 0)),
        (VC, "it-vc-blood-oil", "vc-courtblade", "fight", ("Rending", 0)),
        (CB, "it-cb-venom-gland", "cb-claws", "fight", ("Lethal", 5)),
    ],
)
def test_items_that_give_a_rule(team, item, weapon, kind, gift):
    field = duel(team, items=(item,))
    use = Use("a1", weapon, 0, kind, "b1")
    assert gift in rules_for(field.game, use)
    if item == "it-optic":
        field.game.operatives.set("a1", did=("dash",))
        assert gift not in rules_for(field.game, use)


def test_censer_chains_and_cloak():
    field = duel(CW, FP, items=("it-optic",))
    field.game.operatives.set("b1", items=("it-fp-censer", "it-fp-penance-chains"))
    assert ("Balanced", 0) not in rules_for(field.game, Use("a1", "cw-carbine", 0, "shoot", "b1"))
    change_apl(field.game, "b1", -1, "specials.stun-shooting")
    assert apl(field.game, "b1") == 2
    change_apl(field.game, "b1", -1, "specials.stun-shooting")
    assert apl(field.game, "b1") == 1
    court = duel(CW, VC)
    court.game.operatives.set("b1", items=("it-vc-mirror-cloak",))
    assert shot_terms(court.game, Use("a1", "cw-carbine", 0, "shoot", "b1")).cover == 1


def test_ablative_plate_range_cards_and_adrenal_sac():
    field = duel(CW, FP).cp(0, 0)
    field.game.operatives.set("b1", items=("it-ablative-plate",))
    field.play(Attack("a1", "cw-carbine", 0, "shoot", "b1"), dice="4 4 1 1 1 1 1 4 4 1", plate=(3, 0, 0))
    assert field["b1"].wounds == 9
    assert field["b1"].used == ("it-ablative-plate",)

    def shoot(**more):
        mortar = Field().operative("a1", "cw-mortarist", 5, 3, items=("it-cw-range-cards",))
        mortar.operative("b1", "fp-penitent", 5, 13).cp(0, 0)
        return mortar.act("a1", "shoot", weapon=("cw-tube-mortar", 0), target="b1", **more)

    (ask,) = shoot(stop="range-cards").match.open
    assert ["No Cover" in str(ask.odds(used).notes) for used in (False, True)] == [False, True]
    assert shoot(dice="1 1 1 1", range_cards=True)["a1"].used == ("it-cw-range-cards",)
    brood = duel(CB, items=("it-cb-adrenal-sac",)).cp(0, 0)
    brood.play(Activate("a1"), order=ENGAGE, adrenal_sac=True, stop="action")
    assert brood.match.game.operatives["a1"].ap == 3


def test_climbing_rig_counts_the_exact_height():
    from games.killteam.test_movement import cost

    field = Field().operative("a1", "cw-warden", 5, 11, items=("it-climbing-rig",)).terrain(("container", 8, 11))
    assert cost(field, (6.6, 11.0, 2.5)) == pytest.approx(1.6 + 2.5)


# ---- honours and scars


@pytest.mark.parametrize(
    ("honour", "weapon", "kind", "gift"),
    [
        ("blade:1", "cw-bayonet", "fight", ("Ceaseless", 0)),
        ("blade:3", "cw-bayonet", "fight", ("Stun", 0)),
        ("blade:4", "cw-bayonet", "fight", ("Reap", 1)),
        ("deadeye:1", "cw-carbine", "shoot", ("Balanced", 0)),
        ("deadeye:2", "cw-carbine", "shoot", ("MW", 1)),
        ("deadeye:3", "cw-carbine", "shoot", ("P", 1)),
        ("deadeye:6", "cw-carbine", "shoot", ("Indirect", 0)),
        ("ghost:6", "cw-sidearm", "shoot", ("Silent", 0)),
    ],
)
def test_honours_that_give_a_rule(honour, weapon, kind, gift):
    field = duel(honours=(honour,)).active("a1")
    assert gift in rules_for(field.game, Use("a1", weapon, 0, kind, "b1"))


@pytest.mark.parametrize(("active", "did", "kind", "steady"), [
    (True, (), "shoot", True), (True, ("normal",), "shoot", False), (False, (), "overwatch", False),
])  # fmt: skip
def test_steady_aim_is_for_activations_without_a_move_and_not_for_overwatch(active, did, kind, steady):
    field = duel(honours=("deadeye:1",))
    field.game.operatives.set("a1", active=active, did=did)
    assert (("Balanced", 0) in rules_for(field.game, Use("a1", "cw-carbine", 0, kind, "b1"))) is steady


def test_other_honours():
    field = duel(
        gap=6, honours=("deadeye:5", "blade:2", "blade:6", "deadeye:4", "blade:5", "ghost:1", "bulwark:2", "bulwark:3")
    )
    field.game.operatives.set("b1", wounds=1)
    assert ("Lethal", 5) in rules_for(field.game, Use("a1", "cw-carbine", 0, "shoot", "b1"))
    assert ("Lethal", 5) in rules_for(field.game, Use("a1", "cw-bayonet", 0, "fight", "b1"))
    field.active("a1", did=("charge",))
    assert ("Brutal", 0) in rules_for(field.game, Use("a1", "cw-bayonet", 0, "fight", "b1"))
    assert skill(field.game, Use("a1", "cw-carbine", 0, "overwatch")) == 4
    assert reach_of(field.game, "a1", "charge") == 9
    assert reach_of(field.game, "a1", "dash") == 4
    assert invulnerable(field.game, "a1") == 6
    change_apl(field.game, "a1", -1, "specials.stun-shooting")
    assert apl(field.game, "a1") == 2


def test_hard_to_kill_and_quick_to_act():
    from xenotable.games.killteam.rules.actions.universal import cost_of
    from xenotable.games.killteam.rules.wounds import is_injured

    field = duel(FP, CW).cp(0, 0)
    field.game.operatives.set("b1", honours=("bulwark:6", "bulwark:4"), wounds=3)
    assert not is_injured(field.game, "b1")
    field.play(Attack("a1", "fp-slug-rifle", 0, "shoot", "b1"), dice="4 4 1 1 1 1 1 5")
    assert field["b1"].wounds == 1
    ghost = duel(honours=("ghost:4", "ghost:5"), wounds=3)
    assert cost_of(ghost.game, "a1", "fall-back") == 1
    assert cost_of(ghost.game, "a1", "extract") == 0
    walker = duel(honours=("bulwark:5",), wounds=3).cp(0, 0).play(Activate("a1"), order=ENGAGE, stop="action")
    assert walker.match.game.operatives["a1"].wounds == 4


def test_scars():
    from xenotable.games.killteam.rules.datacards.printed import defence

    field = duel(VC, scars=(2, 3, 4, 6)).cp(0, 0)
    assert reach_of(field.game, "a1", "normal") == 6
    assert defence(field.game, "a1") == 2
    field.game.operatives.set("a1", items=("it-optic",))
    assert ("Balanced", 0) not in rules_for(field.game, Use("a1", "vc-shard-carbine", 0, "shoot", "b1"))
    field.play(Activate("a1"), order=ENGAGE, stop="action")
    assert field.match.game.operatives["a1"].ap == 1


@rule("activation.end")
def test_quick_hands_pick_up_even_when_all_action_points_are_spent():
    for honours, y, goes_on in (("ghost:5",), 11.9, True), (("ghost:5",), 15.0, False), (("ghost:4",), 11.9, False):
        field = Field(scenario="salvage-run", way="narrative").cp(0, 0).marker("m1", 15, 11)
        field.operative("a1", "cw-warden", 15, y, honours=honours).operative("b1", "fp-penitent", 28, 20)
        field.active("a1", 0, did=("normal", "dash"))
        field.play(Act("a1"), stop="action")
        assert (not field.match.over) is goes_on
        if goes_on:
            assert field.match.open[0].options() == ["pick-up", "pass"]
            field.active("a1", 0).act("a1", "pick-up", marker="m1", ap=0)
            assert field["a1"].carries == "m1"
