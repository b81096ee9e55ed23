"""Chapters `shooting`, `modifiers` and `tests`: values, refusals and the steps of an attack."""

from __future__ import annotations

import os
from typing import Any

import pytest

from xenotable.engine import Moved
from xenotable.engine.wording import render_template
from xenotable.games.xcx import content
from xenotable.games.xcx.forecasts.attacks import forecast_of
from xenotable.games.xcx.rules.modifiers.tables import aim
from xenotable.games.xcx.rules.rewards.equipment import dice_of, dressing_refusals
from xenotable.games.xcx.rules.shooting.attack import ATTACK, terms_of
from xenotable.games.xcx.rules.shooting.modifiers import range_band
from xenotable.games.xcx.rules.shooting.shots import shot_refusals, shots
from xenotable.games.xcx.rules.shooting.terms import Shot, Terms
from xenotable.games.xcx.rules.squad.profiles import profile_of
from xenotable.games.xcx.rules.squad.validation import squad_refusals
from xenotable.games.xcx.rules.tests import chance_optic, chance_under, under
from xenotable.games.xcx.scenes import Turn
from xenotable.games.xcx.state import Recruit, Squad
from xenotable.odds import simulate

rule = pytest.mark.rule
SAMPLES = int(os.environ.get("XENOTABLE_SAMPLES", "20000"))  # a million for the long run


def refused(b: Any, a: str, weapon: str, t: str, manner: str = "fire") -> list[str]:
    return [r.rule for r in shot_refusals(b.game, a, weapon, t, manner)]


@rule("xcx.tests.odds-table")
def test_chances_by_value() -> None:
    for value, ways in ((1, 0), (2, 1), (7, 21), (9, 30), (11, 35), (12, 36), (15, 36), (-3, 0)):
        assert chance_under(value) == ways / 36


@rule("xcx.tests.roll-under", "xcx.shooting.to-hit")
@pytest.mark.parametrize(("faces", "hit"), [((3, 5), True), ((4, 5), False)])
def test_equal_or_below_succeeds(bench: Any, faces: tuple[int, int], hit: bool) -> None:
    b = bench()
    a, t = b.add(0, "volunteer", 10, 10), b.add(1, "advent-trooper", 10, 20)
    b.shoot(a, t, "patrol-rifle", [*faces, *([6, 6] if hit else [])])  # value 7 + 1 = 8
    b.used_up()
    assert b.model(t).markers == (1 if hit else 0)


@rule("xcx.shooting.short-range", "xcx.shooting.long-range", "xcx.play.tolerance")
def test_range_bands(bench: Any) -> None:
    for distance, value in ((11.9, 8), (12.0, 6), (11.9995, 6), (24.0, 6), (24.0006, 6)):
        b = bench()
        a, t = b.add(0, "volunteer", 10, 5), b.add(1, "advent-trooper", 10, 6 + distance)
        assert aim(b.game, a, t, "patrol-rifle", "fire").value == value
        assert refused(b, a, "patrol-rifle", t) == []


@rule("xcx.grid.half-range")
@pytest.mark.parametrize(("distance", "amount"), [(7, 1), (8, -1)])
def test_half_of_an_odd_range_is_not_rounded(distance: int, amount: int) -> None:
    assert range_band(distance, 15)[1] == amount


@rule("xcx.shooting.max-range", "xcx.shooting.target-legal", "xcx.play.measure-base-to-base")
def test_beyond_the_range_is_refused(bench: Any) -> None:
    b = bench()
    a = b.add(0, "volunteer", 10, 5)
    near, far = b.add(1, "advent-trooper", 10, 30), b.add(1, "advent-trooper", 14, 30)
    friend = b.add(0, "volunteer", 20, 5)
    assert refused(b, a, "patrol-rifle", near) == []
    assert refused(b, a, "patrol-rifle", far) == ["shooting.max-range"]
    assert refused(b, a, "patrol-rifle", friend) == ["shooting.target-legal"]
    from xenotable.games.xcx.rules.charging import contacts_at

    assert contacts_at(b.game, a, (10, 29)) == [near]


MODIFIED: list[tuple[dict[str, Any], str, int]] = [
    ({}, "fire", 8),
    ({}, "advance", 7),
    ({"target": {"down": True}}, "fire", 6),
    ({"form": "soft"}, "fire", 7),
    ({"form": "hard"}, "fire", 6),
    ({"kit": {"items": (("red-dot-sight", "patrol-rifle"),)}}, "fire", 9),
    ({"kit": {"items": (("predictor-sight", "patrol-rifle"),)}}, "fire", 10),
    ({"kit": {"items": (("recoil-brace", "patrol-rifle"),)}}, "advance", 8),
    ({"kit": {"talents": ("Deadeye",)}}, "fire", 9),
    ({"kit": {"talents": ("Deadeye",)}}, "advance", 7),
    ({"kit": {"talents": ("Deadeye",)}}, "react", 9),
]


@rule(
    "xcx.shooting.moving",
    "xcx.shooting.target-down",
    "xcx.shooting.soft-cover",
    "xcx.modifiers.to-hit-table",
    "xcx.actions.advance-penalty",
    "xcx.rewards.red-dot",
    "xcx.special.deadeye",
    "xcx.tests.modifiers-to-value",
    "xcx.shooting.modifiers-add",
    "xcx.modifiers.no-cap",
    "xcx.shooting.hard-cover",
    "xcx.rewards.recoil-brace",
    "xcx.actions.down-effect",
    "xcx.modifiers.sources",
    "xcx.modifiers.same-source-once",
)
def test_every_modifier_of_the_table(bench: Any) -> None:
    for what, manner, value in MODIFIED:
        b = bench()
        if "form" in what:
            b.terrain(what["form"], 8, 13.2, 4, 0.8)
            b.terrain(what["form"], 8, 13.6, 4, 0.1)
        a = b.add(0, "volunteer", 10, 5, what.get("kit"))
        t = b.add(1, "advent-trooper", 10, 15, **what.get("target", {}))
        found = aim(b.game, a, t, "patrol-rifle", manner)
        assert found.value == value, (what, manner, found.words())


@rule("xcx.special.sniper-modifiers", "xcx.modifiers.sniper-ignores")
def test_a_sniper_weapon_ignores_everything_but_down(bench: Any) -> None:
    b = bench().terrain("hard", 8, 33.0, 4, 0.5)
    a = b.add(0, "longwatch", 10, 1, {"items": (("red-dot-sight", "marksman-rifle"),), "talents": ("Deadeye",)})
    t = b.add(1, "advent-trooper", 10, 34.5)
    assert aim(b.game, a, t, "marksman-rifle", "fire").value == 8
    b.game.models.set(t, down=True)
    assert aim(b.game, a, t, "marksman-rifle", "fire").value == 6


@rule(
    "xcx.special.sniper-minimum",
    "xcx.special.sniper-no-move",
    "xcx.overwatch.no-sniper-no-psi",
    "xcx.principles.special-beats-general",
)
def test_where_a_sniper_weapon_cannot_be_used(bench: Any) -> None:
    b = bench()
    a = b.add(0, "longwatch", 10, 5)
    near, far = b.add(1, "advent-trooper", 10, 18), b.add(1, "advent-trooper", 12, 18.6)
    assert refused(b, a, "marksman-rifle", near) == ["special.sniper-minimum"]
    assert refused(b, a, "marksman-rifle", far) == []
    assert refused(b, a, "marksman-rifle", far, "advance") == ["special.sniper-no-move"]
    assert refused(b, a, "marksman-rifle", far, "react") == ["overwatch.no-sniper-no-psi"]


@rule("xcx.special.squadsight", "xcx.special.squadsight-spotter")
def test_squadsight_needs_a_second_pair_of_eyes(bench: Any) -> None:
    b = bench(size=48)
    a, t = b.add(0, "longwatch", 10, 2), b.add(1, "advent-trooper", 10, 46)
    assert refused(b, a, "marksman-rifle", t) == ["shooting.max-range"]
    b.add(0, "volunteer", 20, 30, down=True, markers=3)
    assert refused(b, a, "marksman-rifle", t) == []


@rule("xcx.shooting.into-engagement", "xcx.shooting.engaged-cannot")
def test_engagements_cannot_be_shot_into_or_out_of(bench: Any) -> None:
    b = bench()
    a, friend = b.add(0, "volunteer", 10, 5), b.add(0, "volunteer", 10, 14)
    t = b.add(1, "advent-trooper", 10, 15)
    b.engage(friend, t)
    assert refused(b, a, "patrol-rifle", t) == ["shooting.into-engagement"]
    assert "shooting.engaged-cannot" in refused(b, friend, "patrol-rifle", t)
    assert shots(b.game, friend, "fire") == []


@rule("xcx.shooting.range-zero-cannot", "xcx.tests.value-zero-means-none", "xcx.shooting.when")
def test_no_range_no_skill_no_shot(bench: Any) -> None:
    b = bench()
    a, t = b.add(0, "volunteer", 10, 5), b.add(1, "advent-trooper", 10, 15)
    drone = b.add(0, "gremlin", 14, 5)
    assert refused(b, a, "knife", t)[0] == "shooting.range-zero-cannot"
    assert refused(b, drone, "patrol-rifle", t) == ["tests.value-zero-means-none"]
    assert shots(b.game, a, "fire") == [("patrol-rifle", t)]


@rule("xcx.tests.weapon-skill")
def test_an_arc_coil_is_used_with_computer_use(bench: Any) -> None:
    b = bench()
    a, t = b.add(0, "gremlin", 10, 5), b.add(1, "advent-trooper", 10, 10)
    found = aim(b.game, a, t, "arc-coil", "fire")
    assert (found.skill, found.base) == ("computer_use", 8)


@rule("xcx.tests.no-automatic-results")
def test_a_shot_at_value_one_may_be_taken_and_cannot_hit(bench: Any) -> None:
    b = bench().terrain("hard", 8, 26.0, 4, 0.9)
    a, t = b.add(0, "volunteer", 10, 5), b.add(1, "advent-trooper", 10, 28, down=True)
    assert aim(b.game, a, t, "patrol-rifle", "advance").value == 1
    b.shoot(a, t, "patrol-rifle", [1, 1], "advance")
    assert b.model(t).markers == 0
    assert (under(2, 1), under(12, 12), under(3, 2)) == (False, True, False)


@rule(
    "xcx.shooting.steps",
    "xcx.play.log-cites-rules",
    "xcx.tests.sum-kept",
    "xcx.actions.one-attack",
    "xcx.squad.unit-means-model-in-combat",
    "xcx.suppression.test",
)
def test_the_log_of_a_shot(bench: Any) -> None:
    b = bench()
    a, t = b.add(0, "volunteer", 10, 5, markers=1), b.add(1, "advent-trooper", 10, 15)
    b.activate(a, [3, 3, 2, 3, 4, 4], order="fire", attack=("patrol-rifle", t))
    b.used_up()
    assert (
        "Volunteer 1 shoots at ADVENT Trooper 1 with Patrol Rifle: aim 7, short range +1 = 8; roll 2+3 = 5: hit."
        in b.log
    )
    assert b.model(t).wounds == 0
    assert b.open == ""


@rule("xcx.shooting.distance-moment", "xcx.sight.cover-attacker-side")
def test_cover_is_judged_where_the_shooter_stands_when_it_shoots(bench: Any) -> None:
    b = bench().terrain("soft", 9, 13.2, 2, 0.8)
    a, t = b.add(0, "volunteer", 10, 5), b.add(1, "advent-trooper", 10, 15)
    assert aim(b.game, a, t, "patrol-rifle", "advance").value == 6
    b.game.models.set(a, x=20.0, y=15.0)
    assert aim(b.game, a, t, "patrol-rifle", "advance").value == 7


@rule("xcx.play.odds-preview")
def test_the_odds_of_the_book() -> None:
    f = forecast_of(Terms(7, armour=8, lost=3, wounds=3), "")
    chances = {c.label: c.p for c in f.chances}
    assert chances["hit"] == pytest.approx(21 / 36)
    assert chances["damage"] == pytest.approx(546 / 1296)


@rule("xcx.special.scatter", "xcx.special.shredding", "xcx.skills.mindspin-table")
def test_the_odds_of_special_weapons() -> None:
    def damage(t: Terms) -> float:
        return {c.label: c.p for c in forecast_of(t, "").chances}["damage"]

    assert damage(Terms(7, armour=7, scatter=True)) == pytest.approx(441 / 2592)
    assert damage(Terms(7, shredding=True)) == pytest.approx(441 / 1296)
    spun = {c.label: c.p for c in forecast_of(Terms(12, mind=True), "").chances}
    assert [round(spun[e] * 36) for e in ("panic", "disorientation", "control")] == [10, 23, 3]


@rule("xcx.rewards.optic")
def test_a_magnified_optic_discards_the_highest_die(bench: Any) -> None:
    assert chance_optic(7) == pytest.approx(174 / 216)
    assert chance_optic(8) == pytest.approx(193 / 216)
    b = bench()
    a = b.add(0, "volunteer", 10, 5, {"items": (("magnified-optic", "patrol-rifle"),)})
    t = b.add(1, "advent-trooper", 10, 25)  # long range: value 6
    b.shoot(a, t, "patrol-rifle", [6, 3, 3, 6, 6])
    b.used_up()
    assert b.model(t).markers == 1


@pytest.mark.parametrize(
    "terms",
    [
        Terms(7, armour=8, lost=3, wounds=3),
        Terms(8, 3, 7, 0, 2, 5),
        Terms(7, shredding=True, lost=2),
        Terms(9, scatter=True, armour=7),
        Terms(9, mind=True),
    ],
)
def test_simulated_attacks_agree_with_the_exact_odds(terms: Terms) -> None:
    from xenotable.odds import agrees, distribution

    steps = ATTACK.compiled()
    assert agrees(distribution(steps, terms, Shot()), simulate(steps, terms, Shot(), n=SAMPLES, seed=3))


@rule("xcx.content.weapons")
def test_three_tiers_of_nine_families() -> None:
    families = {w.family for w in content.weapons().values()} - {"none"}
    assert len(families) == 9
    assert all({w.tier for w in content.weapons().values() if w.family == f} == {1, 2, 3} for f in families)
    unknown = Squad("XCX", (Recruit("volunteer", leader=True, primary="broom"),))
    assert "content.weapons" in [r.rule for r in squad_refusals(unknown, 500)]


@rule("xcx.actions.one-order", "xcx.damage.armour-test", "xcx.suppression.gain", "xcx.play.log-cites-rules")
def test_the_story_tells_the_order_the_armour_value_and_the_markers(bench: Any) -> None:
    b = bench()
    a, t = b.add(0, "volunteer", 10, 5), b.add(1, "advent-trooper", 10, 15)
    b.activate(a, [1, 1, 6, 6], order="fire", attack=("patrol-rifle", t))
    assert "Volunteer 1 is ordered to Fire." in b.log
    assert any(line.startswith("Volunteer 1 shoots at ADVENT Trooper 1") for line in b.log)
    assert "ADVENT Trooper 1 gains 1 Suppression marker, 1 now." in b.log
    assert "ADVENT Trooper 1 tests Armour: value 8; roll 6+6 = 12: it holds." in b.log


@rule("xcx.charging.attack", "xcx.charging.gun-armour")
def test_a_blow_is_told_as_a_blow_and_a_clubs_point_on_the_armour_dice(bench: Any) -> None:
    b = bench()
    a, t = b.add(0, "volunteer", 10, 10), b.add(1, "advent-trooper", 11, 10)
    b.engage(a, t)
    b.strike(a, t, "patrol-rifle", [1, 1, 4, 4])
    told = {e.rule: e.words(b.game.name) for e in b.match.events}
    assert "strikes at" in told["charging.attack"]
    assert "shooting.to-hit" not in told
    assert told["damage.armour-test"].endswith("value 8; roll 4+4 = 8, +1 (gun in close combat) = 9: it holds.")


@rule("xcx.special.shredding")
def test_the_second_shredding_test_is_not_told_as_armour(bench: Any) -> None:
    b = bench(factions=("ADVENT", "XCX"))
    a, t = b.add(0, "bulwark", 10, 5), b.add(1, "volunteer", 10, 15)
    b.shoot(a, t, "autocannon", [1, 1, 6, 6])
    (told,) = [e.words(b.game.name) for e in b.match.events if e.rule == "special.shredding"]
    assert "tests to hit again (Shredding)" in told
    assert "roll 6+6 = 12: failed." in told
    assert not any("Armour" in line for line in b.log)


@rule("xcx.skills.mindspin-table")
def test_the_roll_on_the_mindspin_table_is_told(bench: Any) -> None:
    b = bench(factions=("ADVENT", "XCX"))
    a, t = b.add(0, "thinling", 10, 10), b.add(1, "breacher", 10, 14)
    b.shoot(a, t, "mindspin", [1, 1, 3, 4])
    assert "Mindspin: roll 3+4 = 7: Psi Disorientation." in b.log


# ---- closed, not hidden ----------------------------------------------------------------------------------------------


@rule("xcx.shooting.max-range", "xcx.shooting.target-legal")
def test_every_enemy_is_a_target_open_or_closed(bench: Any) -> None:
    b = bench().terrain("impassable", 18, 3, 1, 4)
    a, near = b.add(0, "volunteer", 10, 5), b.add(1, "advent-trooper", 10, 15)
    far, hidden = b.add(1, "advent-trooper", 10, 30.2), b.add(1, "advent-trooper", 26, 5)
    b.order(a, "fire")
    ask = b.match.open[0]
    assert {t for o in ask.among() if o for t in o[1:]} == {near, far, hidden}
    assert ask.options() == [("patrol-rifle", near), None]
    (refusal,) = b.match.check(0, ("patrol-rifle", far), b.match.id(ask))[1]
    assert (refusal.rule, render_template(refusal.remedy, refusal.args, b.game.name)) == (
        "shooting.max-range",
        "Come 0.2 closer.",
    )
    assert b.why(("patrol-rifle", hidden)) == ["shooting.target-legal"]
    (nonsense,) = b.match.check(0, ("patrol-rifle", "zz"), b.match.id(ask))[1]
    assert (nonsense.rule, str(nonsense)) == ("engine.no-such-option", "That is not one of the options.")


@rule("xcx.shooting.when")
def test_a_fire_order_without_a_target_says_so(bench: Any) -> None:
    b = bench()
    a, t = b.add(0, "volunteer", 10, 5), b.add(1, "advent-trooper", 10, 35)
    b.activate(a)
    assert b.match.open[0].label("fire") == "Fire: stand and shoot (nobody in range and sight)"
    b.game.models.set(t, y=15.0)
    assert b.match.open[0].label("fire") == "Fire: stand and shoot"
    b.game.models.set(t, y=35.0)
    b.go(order="fire")
    assert b.log[-1] == "Volunteer 1 has nobody to shoot at."


@rule("xcx.charging.gun-restrictions", "xcx.charging.attack")
def test_weapons_and_enemies_out_of_reach_of_a_blow_are_closed(bench: Any) -> None:
    b = bench()
    a, t = b.add(0, "longwatch", 10, 10), b.add(1, "advent-trooper", 11, 10)
    other = b.add(1, "advent-trooper", 20, 20)
    b.engage(a, t)
    b.order(a, "strike")
    rifle = next(w.id for w in profile_of(b.game, a).weapons if "Sniper" in w.rules)
    assert b.why((rifle, t)) == ["charging.gun-restrictions"]
    assert b.why(("unarmed", other)) == ["charging.attack"]


@rule("xcx.overwatch.no-sniper-no-psi", "xcx.overwatch.choice")
def test_watchers_that_cannot_fire_stand_beside_those_that_can(bench: Any) -> None:
    b = bench()
    a, w = b.add(1, "advent-trooper", 10, 10), b.add(0, "volunteer", 10, 25, watch=True)
    sniper = b.add(0, "longwatch", 14, 30, watch=True)
    rifle = next(x.id for x in profile_of(b.game, sniper).weapons if "Sniper" in x.rules)
    b.order(a, "run", move=Moved({a: ((10.0, 12.0),)}, "run"))
    assert (w, "patrol-rifle") in b.match.open[0].options()
    assert "overwatch.no-sniper-no-psi" in b.why((sniper, rifle))


@rule("xcx.bag.pick-unactivated")
def test_a_model_that_has_acted_is_closed(bench: Any) -> None:
    b = bench()
    a, done = b.add(0, "volunteer", 10, 10), b.add(0, "volunteer", 14, 10, activated=True)
    other = b.add(0, "volunteer", 18, 10)
    b.add(1, "advent-trooper", 10, 30)
    b.play(Turn(), draws=[0])
    assert b.match.open[0].options() == [a, other]
    assert b.why(done) == ["bag.pick-unactivated"]


@rule("xcx.skills.adjacent", "xcx.tests.value-zero-means-none")
def test_objects_out_of_reach_of_a_skill_are_closed(bench: Any) -> None:
    b = bench(mission="broken-convoy")
    a, near, far = b.add(1, "advent-trooper", 10, 10), b.thing("container", 11.5, 10), b.thing("container", 30, 30)
    terminal = b.thing("terminal", 8.5, 10)
    b.order(a, "down")
    assert ("search", near) in b.match.open[0].options()
    assert b.why(("search", far)) == ["skills.adjacent"]
    assert "tests.value-zero-means-none" in b.why(("computer_use", terminal))


@rule("xcx.special.marching-order-limits")
def test_troopers_out_of_reach_of_an_officer_are_closed(bench: Any) -> None:
    b = bench(size=48)
    officer = b.add(1, "advent-officer", 10, 10)
    b.add(1, "advent-trooper", 14, 10)
    far = b.add(1, "advent-trooper", 10, 40)
    b.activate(officer)
    assert b.why(far) == ["special.marching-order-limits"]


@rule("xcx.engaged.free-attack-shooting")
def test_weapons_barred_from_free_attacks_are_closed(bench: Any) -> None:
    b = bench(factions=("XCX", "ADVENT"))
    a, t = b.add(0, "volunteer", 10, 10), b.add(1, "bulwark", 11.25, 10)
    b.engage(a, t)
    b.order(a, "flee", flee=Moved({a: ((4.0, 10.0),)}))
    assert b.why((t, "grenade-launcher", "free")) == ["engaged.free-attack-shooting"]


# ---- where the rules end ---------------------------------------------------------------------------------------------


@rule("xcx.play.log-cites-rules", "xcx.special.scatter")
def test_the_story_of_a_shot_that_scatters_or_does_not(bench: Any) -> None:
    def log(*dice: int) -> str:
        b = bench(factions=("ADVENT", "XCX"))
        a, t = b.add(0, "bulwark", 10, 8), b.add(1, "volunteer", 10, 18)
        b.shoot(a, t, "grenade-launcher", [*dice])
        return "\n".join(b.log)

    missed, stayed, strayed = log(6, 6), log(1, 1, 2, 6, 6), log(1, 1, 5, 2)
    assert "roll 6+6 = 12: miss." in missed
    assert "Scatter die" not in missed
    assert "roll 1+1 = 2: hit.\nThe Scatter die shows 1 to 3: it stays on target." in stayed
    assert "roll 1+1 = 2: hit.\nThe Scatter die shows 4 to 6: it explodes elsewhere." in strayed


@rule("xcx.shooting.steps", "xcx.charging.no-suppression", "xcx.special.shredding-close")
def test_what_close_combat_leaves_out(bench: Any) -> None:
    b = bench(factions=("ADVENT", "XCX"))
    a, t = b.add(0, "lashback", 10, 10), b.add(1, "volunteer", 11.25, 10)
    b.engage(a, t)
    b.game.note(active=t)
    b.strike(a, t, "lash-tendril", [1, 1, 6, 6])
    assert (b.model(t).markers, b.model(t).halted) == (0, False)  # no marker, no pull
    heavy = b.add(0, "bulwark", 20, 10)
    for manner in ("melee", "free-melee"):
        assert not terms_of(b.game, heavy, t, "autocannon", manner).shredding
        assert not terms_of(b.game, heavy, t, "grenade-launcher", manner).scatter
    assert terms_of(b.game, heavy, t, "autocannon", "fire").shredding
    assert terms_of(b.game, heavy, t, "grenade-launcher", "fire").scatter
    assert not terms_of(b.game, heavy, t, "grenade-launcher", "fire").shredding
    assert not terms_of(b.game, heavy, t, "autocannon", "fire").scatter
    assert [terms_of(b.game, a, t, w, m).plus for w, m in (
        ("coil-rifle", "melee"), ("coil-rifle", "free"), ("coil-rifle", "fire"), ("unarmed", "melee"),
    )] == [1, 0, 0, 0]  # fmt: skip


@rule("xcx.shooting.steps", "xcx.skills.mindspin-no-damage")
def test_mindspin_leaves_a_marker_and_no_wound(bench: Any) -> None:
    b = bench(factions=("ADVENT", "XCX"))
    a, t = b.add(0, "thinling", 10, 10), b.add(1, "breacher", 10, 14)
    assert terms_of(b.game, a, t, "mindspin", "fire").mind
    b.shoot(a, t, "mindspin", [6, 6])
    assert (b.model(t).markers, b.model(t).down) == (0, False)
    b.shoot(a, t, "mindspin", [1, 1, 3, 4])
    assert (b.model(t).markers, b.model(t).wounds) == (1, 5)


@rule("xcx.rewards.optic")
@pytest.mark.parametrize(("manner", "n"), [("fire", 3), ("advance", 3), ("react", 2), ("free", 2), ("melee", 2)])
def test_when_an_optic_gives_a_third_die(bench: Any, manner: str, n: int) -> None:
    b = bench()
    a = b.add(0, "volunteer", 10, 5, {"items": (("magnified-optic", "patrol-rifle"),)})
    assert dice_of(b.game, a, "patrol-rifle", manner) == n
    assert dice_of(b.game, a, "knife", manner) == 2


@rule("xcx.rewards.field-dressing")
def test_whom_a_dressing_can_treat(bench: Any) -> None:
    b = bench()
    a = b.add(0, "volunteer", 10, 10, {"items": (("field-dressing", ""),)}, wounds=1)
    near, far = b.add(0, "volunteer", 12, 10, wounds=1), b.add(0, "volunteer", 10, 12.25, wounds=1)
    foe = b.add(1, "advent-trooper", 8.5, 10)

    def why(target: str) -> int:
        return len([*dressing_refusals(b.game, a, "field-dressing", target)])

    assert [why(i) for i in (a, near, far, foe)] == [0, 0, 1, 1]
    assert len([*dressing_refusals(b.game, near, "field-dressing", a)]) == 1  # it has none


@rule("xcx.shooting.target-legal", "xcx.shooting.range-zero-cannot", "xcx.tests.value-zero-means-none")
def test_why_a_shot_is_refused(bench: Any) -> None:
    b = bench()
    a, friend, t = b.add(0, "volunteer", 10, 5), b.add(0, "volunteer", 12, 5), b.add(1, "advent-trooper", 10, 15)

    def why(who: str, weapon: str, target: str) -> list[str]:
        return [r.rule for r in shot_refusals(b.game, who, weapon, target, "fire")]

    assert why(a, "patrol-rifle", t) == []
    assert why(a, "patrol-rifle", friend) == ["shooting.target-legal"]  # and nothing else
    assert why(a, "knife", t) == ["shooting.range-zero-cannot", "shooting.max-range"]
    drone = b.add(0, "gremlin", 10, 10)
    assert "tests.value-zero-means-none" in why(drone, "patrol-rifle", t)
    assert why(drone, "arc-coil", t) == []


@rule("xcx.shooting.short-range", "xcx.shooting.long-range")
@pytest.mark.parametrize(("distance", "short"), [(11.99, True), (11.9995, False), (12.0, False), (12.1, False)])
def test_exactly_half_the_range_is_long(distance: float, short: bool) -> None:
    assert (range_band(distance, 24)[1] == 1) is short
    assert range_band(1.0, 24)[1] == 1
