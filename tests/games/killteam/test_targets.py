"""Chapter specials on the table: which weapon, at whom, and who else is hit."""

import pytest

from games.killteam.field import Field, faces, radius, refused, rule
from xenotable.games.killteam.forecasts.exact import harm
from xenotable.games.killteam.rules.datacards.attack_terms import shot_terms
from xenotable.games.killteam.rules.datacards.printed import Use
from xenotable.games.killteam.rules.datacards.special_rules import rules_for
from xenotable.games.killteam.rules.shooting.targets import cover_die, target_refusals, weapon_refusals
from xenotable.games.killteam.rules.specials.further_targets import (
    blast_targets,
    fusillade_refusals,
    fusillade_targets,
    reap_targets,
    splash_targets,
    torrent_refusals,
    torrent_sets,
    torrent_targets,
)
from xenotable.games.killteam.rules.specials.weapon_use import (
    is_under_roof,
    limited_key,
    psychic_refusals,
    unwieldy_refusals,
)
from xenotable.games.killteam.scenes import Act, Attack, Follow
from xenotable.games.killteam.state import CONCEAL, Spot


def use(operative, weapon, profile=0, kind="shoot", **k):
    return Use(operative, weapon, profile, kind, **k)


@rule("specials.rng", "play.within")
def test_range_binds_to_the_inch():
    field = Field().operative("a1", "cw-burner", 5, 5).operative("b1", "fp-penitent", 5, 5 + 6 + 0.4921 + 0.6299)
    assert refused(target_refusals(field.game, use("a1", "cw-flame-caster"), "b1")) == []
    field.game.operatives.set("b1", y=field["b1"].y + 0.02)
    assert refused(target_refusals(field.game, use("a1", "cw-flame-caster"), "b1")) == ["specials.rng"]


@rule("shooting.valid-target")
def test_friends_at_the_enemy_spoil_the_shot():
    field = (
        Field()
        .operative("a1", "cw-warden", 5, 5)
        .operative("a2", "cw-warden", 5, 13.5)
        .operative("b1", "fp-penitent", 5, 15)
    )
    assert refused(target_refusals(field.game, use("a1", "cw-carbine"), "b1")) == ["shooting.valid-target"]


@rule("specials.indirect")
@rule("specials.indirect-cover-die", exercises=["specials.indirect", "shooting.cover-die"])
@rule("combos.indirect-obscured", exercises=["specials.indirect", "sight.obscured"])
def test_indirect_finds_the_concealed_but_not_the_obscured():
    field = Field().operative("a1", "cw-sapper", 5, 11).operative("b1", "fp-penitent", 8.6, 11, order=CONCEAL)
    field.terrain(("barricade", 7.6, 11, 90))
    satchel = use("a1", "cw-satchel", target="b1")
    assert refused(target_refusals(field.game, satchel, "b1")) == []
    assert cover_die(field.game, satchel, rules_for(field.game, satchel)) == 1
    mortar = Field().operative("a1", "cw-mortarist", 5, 11).operative("b1", "fp-penitent", 19, 11)
    mortar.game.spots.add("s", Spot("smoke", 1, 12, 11))
    assert refused(target_refusals(mortar.game, use("a1", "cw-tube-mortar"), "b1")) == ["sight.obscured"]


@rule("specials.barrage", "specials.barrage-overhead")
@rule("combos.indirect-barrage", exercises=["specials.indirect", "specials.barrage"])
@rule("combos.barrage-blast", exercises=["specials.barrage"])
@rule("specials.barrage-targeting", exercises=["sight.los-conceal"])
def test_barrage_looks_from_above():
    field = Field().operative("a1", "cw-mortarist", 3, 11).operative("b1", "fp-penitent", 14, 11, order=CONCEAL)
    field.terrain(("barricade", 12.6, 11, 90), ("gantry", 20, 11))
    mortar = use("a1", "cw-tube-mortar", target="b1")
    assert refused(target_refusals(field.game, mortar, "b1")) == []
    assert cover_die(field.game, mortar, rules_for(field.game, mortar)) == 0
    field.operative("b2", "fp-penitent", 16.8, 11)
    assert is_under_roof(field.game, "b2")
    second = mortar._replace(target="b2", original="b1")
    assert shot_terms(field.game, second).cover == 1
    from xenotable.games.killteam.rules.shooting.targets import sight_refusals

    assert refused(sight_refusals(field.game, mortar, "b1", (("Barrage", 0),))) == ["sight.cover-conceal-benefit"]


@rule("specials.no-cover-targeting", exercises=["sight.los-conceal"])
@rule("combos.indirect-no-cover", exercises=["specials.indirect", "specials.no-cover"])
def test_no_cover_alone_does_not_find_the_concealed():
    field = (
        Field(("veil-court", "cinder-wardens"))
        .operative("a1", "vc-prismcaster", 5, 11)
        .operative("b1", "cw-warden", 13, 11, order=CONCEAL)
    )
    field.terrain(("barricade", 12, 11, 90))
    assert refused(target_refusals(field.game, use("a1", "vc-prism-orb"), "b1")) == ["sight.cover-conceal-benefit"]
    field.game.operatives.set("a1", honours=("deadeye:6",))
    assert refused(target_refusals(field.game, use("a1", "vc-prism-orb"), "b1")) == []
    field.cp(0, 0).play(Attack("a1", "vc-prism-orb", 0, "shoot", "b1"), dice="3 1 1 1 1 1 1")
    assert field["b1"].wounds == field["b1"].full - 2


@rule("specials.silent", "actions.shoot-conceal", "play.refusal")
@rule("specials.silent-order-kept", exercises=["specials.silent", "actions.shoot"])
@rule("combos.silent-free", exercises=["specials.silent"])
def test_only_silent_weapons_shoot_from_conceal():
    field = Field().operative("a1", "cw-deadeye", 5, 5, order=CONCEAL).operative("b1", "fp-penitent", 5, 15)
    assert refused(weapon_refusals(field.game, use("a1", "cw-long-rifle"), 1)) == []
    assert refused(weapon_refusals(field.game, use("a1", "cw-long-rifle", free=True), 1)) == []
    assert refused(weapon_refusals(field.game, use("a1", "cw-sidearm"), 1)) == ["actions.shoot-conceal"]
    field.operative("b2", "fp-penitent", 5, 9).active("a1").play(Act("a1"), stop="action")
    assert field.why(0, "fight") == ["actions.fight"]
    assert field.why(0, "charge")[0] == "activation.order-conceal"
    field.cp(0, 0).act("a1", "shoot", dice="2 1 1 1 1 1 1", target="b1")
    assert field["a1"].order == CONCEAL


@rule("specials.heavy", "specials.heavy-profile")
@rule("combos.heavy-free", exercises=["specials.heavy"])
def test_heavy_weapons_and_moves_exclude_each_other():
    from xenotable.games.killteam.rules.actions.allowed import action_refusals

    field = (
        Field().operative("a1", "cw-deadeye", 5, 5, did=("normal",)).operative("b1", "fp-penitent", 5, 10).active("a1")
    )
    assert refused(weapon_refusals(field.game, use("a1", "cw-long-rifle"), 1)) == ["specials.heavy"]
    assert refused(weapon_refusals(field.game, use("a1", "cw-sidearm"), 1)) == []
    field.game.operatives.set("a1", did=("dash",))
    assert refused(weapon_refusals(field.game, use("a1", "cw-long-rifle"), 1)) == []
    field.game.operatives.set("a1", did=("shoot",), fired=("Heavy",))
    assert refused(action_refusals(field.game, "a1", "normal")) == ["specials.heavy"]
    assert refused(action_refusals(field.game, "a1", "dash")) == []
    field.game.operatives.set("a1", did=(), fired=())
    from xenotable.games.killteam.rules.shooting.sequence import use_up_weapon

    rifle = use("a1", "cw-long-rifle", free=True)
    use_up_weapon(field.game, rifle, rules_for(field.game, rifle))
    assert refused(action_refusals(field.game, "a1", "normal")) == ["specials.heavy"]


@rule(
    "specials.unwieldy",
    "specials.unwieldy-overwatch",
    "specials.unwieldy-profile",
)
@rule("specials.unwieldy-free", "combos.stun-unwieldy", exercises=["specials.unwieldy"])
@rule("combos.heavy-unwieldy", exercises=["specials.heavy", "specials.unwieldy"])
def test_unwieldy_takes_one_ap_more():
    from xenotable.games.killteam.rules.actions.allowed import action_refusals

    field = (
        Field().operative("a1", "cw-mortarist", 5, 5, mods=(-1,)).operative("b1", "fp-penitent", 5, 15).active("a1", 1)
    )
    assert refused(weapon_refusals(field.game, use("a1", "cw-tube-mortar"), 0)) == ["specials.unwieldy"]
    assert refused(weapon_refusals(field.game, use("a1", "cw-tube-mortar"), 1)) == []
    assert refused(weapon_refusals(field.game, use("a1", "cw-tube-mortar", free=True), 0)) == ["specials.unwieldy"]
    assert refused(weapon_refusals(field.game, use("a1", "cw-sidearm"), 0)) == []
    over = refused(weapon_refusals(field.game, use("a1", "cw-tube-mortar", kind="overwatch"), 0))
    assert over == ["specials.blast-no-overwatch", "specials.unwieldy-overwatch"]
    field.active("a1", 1, fired=("Heavy", "Unwieldy"), did=("shoot",))
    assert refused(action_refusals(field.game, "a1", "normal")) == ["specials.heavy"]
    assert refused(action_refusals(field.game, "a1", "dash")) == []


@rule("specials.blast-no-overwatch", "combos.unwieldy-overwatch-blast", "actions.overwatch-not-shoot")
def test_what_may_be_used_for_overwatch():
    field = Field().operative("a1", "cw-deadeye", 5, 5, did=("normal",)).operative("b1", "fp-penitent", 5, 15)
    assert refused(weapon_refusals(field.game, use("a1", "cw-long-rifle", kind="overwatch"), 0)) == []
    field.operative("a2", "cw-mortarist", 9, 5)
    assert "specials.blast-no-overwatch" in refused(
        weapon_refusals(field.game, use("a2", "cw-tube-mortar", kind="overwatch"), 0)
    )


@rule("specials.limited", "specials.limited-weapon")
@rule("combos.limited-overwatch", exercises=["specials.limited", "actions.overwatch-not-shoot"])
def test_limited_weapons_are_used_up():
    field = Field().operative("a1", "cw-sapper", 5, 5).operative("b1", "fp-penitent", 5, 8).cp(0, 0)
    field.act("a1", "shoot", dice="1 1 1 1 1", weapon=("cw-satchel", 1), target="b1")
    assert field["a1"].used == ("cw-satchel",)
    assert refused(weapon_refusals(field.game, use("a1", "cw-satchel", 0), 1)) == ["specials.limited"]
    assert refused(weapon_refusals(field.game, use("a1", "cw-satchel", 0, "overwatch"), 1))[0] == "specials.limited"
    sun = Field().operative("a1", "cw-warden", 5, 5, ranged=("st-sun-pistol",), used=("st-sun-pistol/1",))
    assert refused(weapon_refusals(sun.game, use("a1", "st-sun-pistol", 1), 1)) == ["specials.limited"]
    assert refused(weapon_refusals(sun.game, use("a1", "st-sun-pistol", 0), 1)) == []


@rule("content.only-with", "specials.psychic-action", "datacards.ability-once")
def test_the_mind_lash_is_fired_through_its_action():
    field = (
        Field(("veil-court", "ferric-penitents"))
        .operative("a1", "vc-seer", 5, 5)
        .operative("b1", "fp-null-cantor", 5, 10)
    )
    assert refused(weapon_refusals(field.game, use("a1", "vc-mind-lash"), 1)) == ["content.only-with"]
    assert refused(weapon_refusals(field.game, use("a1", "vc-mind-lash", free=True, by="ua-unleash-lash"), 1)) == []
    from xenotable.games.killteam.rules.actions.unique import refusals

    field.active("a1").operative("b2", "fp-null-cantor", 7, 10)
    assert refused(refusals(field.game, "a1", "ua-dread-whisper")) == ["datacards.ability-once"]


# ---- further targets


def cluster():
    field = Field().operative("a1", "cw-mortarist", 5, 3).operative("b1", "fp-penitent", 5, 12)
    return (
        field.operative("b2", "fp-penitent", 5, 14.6)
        .operative("a2", "cw-warden", 5, 9.6)
        .operative("b4", "fp-penitent", 9.5, 12)
        .cp(0, 0)
    )


@rule(
    "specials.blast",
    "specials.blast-validity",
    "specials.blast-mandatory",
    "specials.blast-example-a",
    "specials.blast-example-b",
    "combos.blast-rng",
)
def test_blast_hits_everybody_near_and_seen_by_the_original_target():
    field = cluster()
    seen = blast_targets(field.game, use("a1", "cw-tube-mortar", original="b1"), 2)
    assert seen == ["b2", "a2"]
    field.play(
        Follow("a1", "cw-tube-mortar", 0, "shoot", "b1", ("b1",)), dice="4 1 1 1 1 1 1 4 4 1 1 1 1 1", further="a2"
    )
    assert field["a2"].wounds == 7 - 3
    assert field["b2"].wounds == 9 - 6


@rule("specials.blast-example-c")
def test_blast_stops_at_a_wall_as_the_original_target_sees_it():
    field = cluster().terrain(("wall", 5, 13.3))
    assert blast_targets(field.game, use("a1", "cw-tube-mortar", original="b1"), 2) == ["a2"]


@rule("specials.blast-no-cover")
def test_follow_up_targets_are_never_in_cover():
    field = (
        Field()
        .operative("a1", "fp-ruin-gunner", 5, 3)
        .operative("b1", "cw-warden", 5, 12)
        .operative("b2", "cw-warden", 5, 14.2)
    )
    field.terrain(("barricade", 5, 13.1))
    second = use("a1", "fp-ruin-cannon", 1, target="b2", original="b1")
    assert cover_die(field.game, second, rules_for(field.game, second)) == 0
    assert cover_die(field.game, second._replace(original=""), rules_for(field.game, second)) == 1


@rule(
    "specials.torrent",
    "specials.torrent-validity",
    "specials.torrent-set",
    "specials.torrent-example-a",
    "specials.torrent-example-b",
    "specials.torrent-example-c",
)
def test_torrent_targets_are_pairwise_near():
    r = 2 * 0.4921
    field = Field().operative("a1", "cw-burner", 10, 8).operative("b1", "cw-warden", 10, 12)
    field.operative("b2", "cw-warden", 10 - 1.5 - r, 12).operative("b3", "cw-warden", 10 + 1.5 + r, 12)
    caster = use("a1", "cw-flame-caster", original="b1")
    assert torrent_targets(field.game, caster, 2, ("b1",)) == ["b2", "b3"]
    assert torrent_targets(field.game, caster, 2, ("b1", "b2")) == []
    assert set(torrent_sets(field.game, caster, "b1", 2)) == {(), ("b2",), ("b3",)}
    field.operative("a2", "cw-warden", 10 + 1.5 + r, 10.4)  # at the side of b3, which is no target then
    assert torrent_targets(field.game, caster, 2, ("b1",)) == ["b2"]
    field.game.operatives.set("b2", order=CONCEAL)
    field.terrain(("barricade", 10 - 1.5 - r, 11.1))
    assert torrent_targets(field.game, caster, 2, ("b1",)) == []


@rule("specials.torrent", "specials.torrent-example-a", "specials.torrent-example-b", "specials.torrent-example-c")
def test_the_torrent_example_with_its_four_operatives():
    """A is the target, B and C follow; D is near A and C, but not near B."""
    field = (
        Field()
        .operative("a1", "cw-burner", 10, 8)
        .operative("b1", "fp-penitent", 10, 12)
        .operative("b2", "fp-penitent", 8.2, 12)
    )
    field.operative("b3", "fp-penitent", 11.4, 12).operative("b4", "fp-penitent", 12.3, 13.2).cp(0, 0)
    gaps = {pair: field.gap(*pair) <= 2 for pair in (("b1", "b4"), ("b3", "b4"), ("b2", "b3"), ("b2", "b4"))}
    assert gaps == {("b1", "b4"): True, ("b3", "b4"): True, ("b2", "b3"): True, ("b2", "b4"): False}
    dice = faces("1", "cw-flame-caster")
    shot = {"weapon": ("cw-flame-caster", 0), "target": "b1"}
    field.act("a1", "shoot", dice=f"{dice} {dice}", further=["b2"], stop="further", **shot)
    assert field.why(0, "b4") == ["specials.torrent"]
    match = field.match
    match.dice.faces.extend(int(d) for d in dice.split())
    assert match.answer(0, "b3") == []
    told = [e.words(field.game.name) for e in match.events if e.rule == "shooting.attack-roll"]
    assert [name in words for name, words in zip(("b1", "b2", "b3"), told, strict=True)] == [True] * 3
    assert match.open[0].key == "action"  # the action is over: D was never attacked


@rule("combos.blast-torrent-fusillade")
@rule("combos.silent-multi", exercises=["specials.silent", "specials.blast"])
@rule("specials.limited-multi", exercises=["specials.limited", "specials.blast"])
def test_follow_ups_of_limited_and_silent_weapons_are_all_made():
    field = Field().operative("a1", "cw-warden", 5, 5, ranged=("eq-shard-bomb",), order=CONCEAL, honours=("ghost:6",))
    field.operative("b1", "fp-penitent", 5, 9).operative("b2", "fp-penitent", 5, 11.5).cp(0, 0)
    field.act("a1", "shoot", dice="4 1 1 1 1 1 1 4 1 1 1 1 1 1", target="b1")
    assert [field[i].wounds for i in ("b1", "b2")] == [7, 7]
    assert field["a1"].used == ("eq-shard-bomb",)


@rule("specials.fusillade", "specials.fusillade-split", "specials.fusillade-distance", "combos.fusillade-hot")
def test_fusillade_divides_the_dice():
    field = (
        Field(("ferric-penitents", "cinder-wardens"))
        .operative("a1", "fp-rotorist", 5, 3)
        .operative("b1", "cw-warden", 5, 12)
    )
    field.operative("b2", "cw-warden", 7.4, 12).operative("b3", "cw-warden", 2.6, 12).cp(0, 0)
    assert fusillade_targets(field.game, use("a1", "fp-rotor-cannon"), "b1") == ["b2", "b3"]
    field.act(
        "a1",
        "shoot",
        dice="4 4 4 1 1 1 4 4 1 1 1 4 1 1 1",
        target="b1",
        fusillade=lambda ask: ("b2", "b3"),
        split=lambda ask: {"b1": 3, "b2": 2, "b3": 1},
    )
    assert [field[i].wounds for i in ("b1", "b2", "b3")] == [0, 1, 4]


def test_a_division_shows_what_each_target_gets():
    field = (
        Field(("ferric-penitents", "cinder-wardens"))
        .operative("a1", "fp-rotorist", 5, 3)
        .operative("b1", "cw-warden", 5, 12)
    )
    field.operative("b2", "cw-warden", 7.4, 12).cp(0, 0)
    shown = []

    def split(ask):
        shown.extend(ask.odds({"b1": 5, "b2": 1}))
        return {"b1": 5, "b2": 1}

    field.act("a1", "shoot", dice="2 " * 6, target="b1", fusillade=lambda ask: ("b2",), split=split)
    cannon = use("a1", "fp-rotor-cannon")
    five = harm(shot_terms(field.game, cannon._replace(target="b1"), 5))
    one = harm(shot_terms(field.game, cannon._replace(target="b2", original="b1"), 1))
    assert [f.mean for f in shown[:2]] == [five.capped, one.capped]
    assert five.capped > one.capped > 0


@rule("specials.fusillade-overwatch")
def test_in_overwatch_all_dice_go_at_one_target():
    from games.killteam.field import run
    from xenotable.games.killteam.rules.specials.fusillade import fusillade

    field = (
        Field(("ferric-penitents", "cinder-wardens"))
        .operative("a1", "fp-rotorist", 5, 3)
        .operative("b1", "cw-warden", 5, 12)
    )
    field.operative("b2", "cw-warden", 7.4, 12)
    said = {"fusillade": ("b2",), "split": {"b1": 3, "b2": 3}}  # nobody asks for it
    shots = run(fusillade(field.game, use("a1", "fp-rotor-cannon", kind="overwatch"), "b1"), [], said)
    assert [(s.target, s.dice) for s in shots] == [("b1", -1)]


@rule(
    "specials.splash-friends",
    "combos.splash-blast-skip",
    "combos.blast-stun-each",
    "play.own-order",
)
@rule("combos.splash-chain", exercises=["specials.splash"])
def test_splash_hits_friend_and_enemy_and_an_attack_on_the_fallen_is_skipped():
    field = (
        Field(("carrion-brood", "cinder-wardens")).operative("a1", "cb-hulk", 5, 3).operative("b1", "cw-warden", 5, 12)
    )
    field.operative("a2", "cb-scuttler", 7, 12).operative("b2", "cw-warden", 3, 12, wounds=1).cp(0, 0)
    assert splash_targets(field.game, "b1") == ["a2", "b2"]
    field.play(Attack("a1", "cb-bile-cannon", 0, "shoot", "b1"), dice="6 1 1 1 6 1")
    assert field["b1"].wounds == 6
    assert field["a2"].wounds == 5
    assert field["b2"].fallen
    field.play(Attack("a1", "cb-bile-cannon", 0, "shoot", "b2", "b1"))
    assert "skipped" in field.story[-1]
    field.play(Attack("a1", "cb-bile-cannon", 0, "shoot", "a2", "b1"), dice="6 1 1 1 6 1")
    assert field["a2"].wounds == 4


@rule("specials.blast")
def test_nobody_is_asked_whether_a_blast_attacks_the_fallen_next():
    field = Field(("ferric-penitents", "cinder-wardens")).operative("a1", "fp-ruin-gunner", 5, 3)
    field.operative("b1", "cw-warden", 5, 12).operative("b2", "cw-warden", 7, 12, wounds=1)
    field.operative("b3", "cw-warden", 3, 12).operative("b4", "cw-warden", 5, 14).cp(0, 0)
    asked = []

    def further(ask):
        asked.append(list(ask.options()))
        return "b4"

    dice = "6 1 1 1 1 " + "1 1 1 " + "1 1 1 1 1 " * 2  # one critical hit, whose splinters fell the one with 1 wound
    field.act("a1", "shoot", dice=dice, weapon=("fp-ruin-cannon", 1), target="b1", further=further)
    assert asked == [["b3", "b4"]]
    assert not field["b2"].there


@rule("specials.reap", "specials.reap-not-target", "specials.reap-last-strike", "combos.reap-support")
def test_reap_hurts_other_enemies_close_by():
    field = (
        Field(("veil-court", "cinder-wardens"))
        .operative("a1", "vc-duelist", 5, 5)
        .operative("a2", "vc-courtier", 3.4, 6)
    )
    field.operative("b1", "cw-warden", 5, 6.6).operative("b2", "cw-warden", 6.6, 7).cp(0, 0)
    assert reap_targets(field.game, "a1", "b1") == ["b2"]
    field.act("a1", "fight", dice="6 1 1 1 1 1 1", foe="b1", weapon=("vc-razor-flail", 0))
    assert field["b1"].wounds == 2
    assert field["b2"].wounds == 5


@rule("datacards.special-rules-scope", "datacards.critical-hit-rules")
@rule("combos.granted-rule-range", exercises=["datacards.special-rules-scope"])
def test_granted_rules_act_where_they_can():
    field = (
        Field(("veil-court", "cinder-wardens")).operative("a1", "vc-duelist", 5, 5).operative("b1", "cw-warden", 5, 6.6)
    )
    field.game.sides.set(0, in_force=("pl-vc-cruel-grace",))
    assert ("Lethal", 5) in rules_for(field.game, use("a1", "vc-twin-rapiers", kind="fight", target="b1"))
    assert ("Lethal", 5) not in rules_for(field.game, use("a1", "vc-shard-pistol", target="b1"))


@rule("specials.reap-last-strike")
def test_who_is_removed_by_reap_leaves_no_modifiers_behind():
    field = (
        Field(("veil-court", "cinder-wardens")).operative("a1", "vc-duelist", 5, 5).operative("b1", "cw-warden", 5, 6.5)
    )
    field.operative("b2", "cw-warden", 6.7, 6, wounds=1, mods=(-1,), effects=("whispered",)).cp(0, 0)
    field.act("a1", "fight", dice="6 1 1 1 1 1 1", foe="b1", weapon=("vc-razor-flail", 0))
    assert not field["b2"].there
    assert (field["b2"].mods, field["b2"].effects, field["b2"].ready) == ((), (), False)


# ---- who else is caught, to the inch


def around(gap, **fields):
    """The target b1, and b2 and a2 so far from it on either side; a1 shoots from afar."""
    r, q = radius("fp-penitent"), radius("cw-warden")
    field = Field(("ferric-penitents", "ferric-penitents")).operative("a1", "cw-warden", 15, 2)
    field.operative("b1", "fp-penitent", 15, 11).operative("b2", "fp-penitent", 15 + 2 * r + gap, 11, **fields)
    return field.operative("a2", "cw-warden", 15 - r - q - gap, 11, **fields).cp(0, 0)


@rule("specials.blast", "specials.splash-friends")
@pytest.mark.parametrize(("gap", "caught"), [(2.0, ["b2", "a2"]), (2.01, [])])
def test_blast_and_splash_reach_two_inches_friend_and_foe_alike(gap, caught):
    field = around(gap)
    assert blast_targets(field.game, use("a1", "eq-shard-bomb", target="b1", original="b1"), 2) == caught
    assert splash_targets(field.game, "b1") == caught
    gone, fallen = around(gap, there=False), around(gap, fallen=True)
    assert blast_targets(gone.game, use("a1", "eq-shard-bomb", target="b1", original="b1"), 2) == []
    assert splash_targets(gone.game, "b1") == splash_targets(fallen.game, "b1") == []
    hidden = around(gap).terrain(("wall", 15 + radius("fp-penitent") + gap / 2, 11, 90))
    assert splash_targets(hidden.game, "b1") == [i for i in caught if i == "a2"]


@rule("specials.reap")
@pytest.mark.parametrize(("gap", "caught"), [(1.0, True), (1.01, False)])
def test_reap_reaches_an_inch_from_wielder_and_target(gap, caught):
    r = radius("fp-penitent")
    at_target = Field(("ferric-penitents", "ferric-penitents")).operative("a1", "fp-penitent", 15, 9.5)
    at_target.operative("b1", "fp-penitent", 15, 11).operative("b2", "fp-penitent", 15 + 2 * r + gap, 11)
    at_wielder = Field(("ferric-penitents", "ferric-penitents")).operative("a1", "fp-penitent", 15, 9.5)
    at_wielder.operative("b1", "fp-penitent", 15, 11).operative("b2", "fp-penitent", 15 - 2 * r - gap, 9.5)
    for field in (at_target, at_wielder):
        field.operative("a2", "fp-penitent", 13.3, 11)  # a friend is never reaped
        assert reap_targets(field.game, "a1", "b1") == (["b2"] if caught else [])
        field.game.operatives.set("b2", fallen=True)
        assert reap_targets(field.game, "a1", "b1") == []


@rule("specials.fusillade-distance", "specials.torrent")
@pytest.mark.parametrize(("gap", "near"), [(2.0, True), (2.01, False)])
def test_fusillade_and_torrent_reach_two_inches_from_the_target(gap, near):
    r = radius("cw-warden")
    field = Field(("ferric-penitents", "cinder-wardens")).operative("a1", "fp-rotorist", 15, 4)
    field.operative("b1", "cw-warden", 15, 9).operative("b2", "cw-warden", 15 + 2 * r + gap, 9).cp(0, 0)
    cannon, horn = use("a1", "fp-rotor-cannon", target="b1"), use("a1", "fp-dirge-horn", target="b1")
    assert fusillade_targets(field.game, cannon, "b1") == (["b2"] if near else [])
    assert torrent_targets(field.game, horn, 2, ("b1",)) == (["b2"] if near else [])
    assert torrent_sets(field.game, horn, "b1", 2) == ([(), ("b2",)] if near else [()])
    assert refused(fusillade_refusals(field.game, cannon, "b1", "b2")) == (
        [] if near else ["specials.fusillade-distance"]
    )
    assert refused(torrent_refusals(field.game, horn, 2, ("b1",), "b2")) == ([] if near else ["specials.torrent"])


@rule("specials.psychic-action")
@pytest.mark.parametrize(("gap", "legal"), [(6.0, False), (6.01, True)])
def test_a_null_hymn_is_heard_six_inches_away(gap, legal):
    far = radius("vc-seer") + radius("fp-null-cantor") + gap
    field = Field(("veil-court", "ferric-penitents")).operative("a1", "vc-seer", 5, 5)
    field.operative("b1", "fp-null-cantor", 5, 5 + far).operative("b2", "fp-penitent", 9, 5)
    assert (refused(psychic_refusals(field.game, "a1")) == []) is legal
    field.game.operatives.set("b1", fallen=True)
    assert refused(psychic_refusals(field.game, "a1")) == []


@rule("specials.barrage", "specials.barrage-overhead")
def test_a_roof_is_what_hangs_over_the_base():
    field = Field().operative("b1", "fp-penitent", 15, 11).terrain(("gantry", 15, 11))
    assert is_under_roof(field.game, "b1")
    for y, under in ((12.5, True), (12.7, False)):  # the platform ends at 12, the base begins 0.63 in before its middle
        field.game.operatives.set("b1", y=y)
        assert is_under_roof(field.game, "b1") is under
    field.game.operatives.set("b1", y=11, z=3.0)
    assert not is_under_roof(field.game, "b1")


@rule("specials.unwieldy", "specials.unwieldy-free")
def test_an_unwieldy_weapon_needs_a_spare_point_of_the_active_operative():
    mortar = use("a1", "cw-tube-mortar")
    rules = (("Unwieldy", 0),)
    for active, spare, free, why in (
        (True, 1, False, []), (True, 0, False, ["specials.unwieldy"]), (False, 1, False, ["specials.unwieldy"]),
        (True, 0, True, ["specials.unwieldy"]), (True, 2, True, []),
    ):  # fmt: skip
        field = Field().operative("a1", "cw-mortarist", 5, 5)
        field.game.operatives.set("a1", active=active)
        assert refused(unwieldy_refusals(field.game, mortar._replace(free=free), rules, spare)) == why
    assert refused(unwieldy_refusals(field.game, mortar, (), 0)) == []


@rule("specials.limited", "specials.limited-weapon")
def test_a_limited_profile_uses_up_itself_and_a_limited_weapon_all_of_it():
    assert limited_key(use("a1", "cw-satchel", 1)) == "cw-satchel"
    assert limited_key(use("a1", "st-sun-pistol", 1)) == "st-sun-pistol/1"
    field = Field().operative(
        "a1", "cw-warden", 5, 5, ranged=("st-sun-pistol", "cw-satchel"), used=("st-sun-pistol/1", "cw-satchel")
    )
    field.operative("b1", "fp-penitent", 5, 9)
    found = {
        (w, n): "specials.limited" in refused(weapon_refusals(field.game, use("a1", w, n), 1))
        for w, n in (("st-sun-pistol", 0), ("st-sun-pistol", 1), ("cw-satchel", 0), ("cw-satchel", 1))
    }
    assert list(found.values()) == [False, True, True, True]


@rule("shooting.valid-target")
def test_only_enemies_that_stand_are_targets():
    field = Field().operative("a1", "cw-warden", 5, 5).operative("a2", "cw-warden", 5, 12)
    field.operative("b1", "fp-penitent", 9, 12).operative("b2", "fp-penitent", 12, 12, fallen=True)
    field.operative("b3", "fp-penitent", 15, 12, there=False)
    found = {t: refused(target_refusals(field.game, use("a1", "cw-carbine"), t)) for t in ("a2", "b1", "b2", "b3")}
    assert found == {t: [] if t == "b1" else ["shooting.valid-target"] for t in found}
