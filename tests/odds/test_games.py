"""The calculators of the games against figures worked out by hand, and against dice thrown by the rules themselves."""

from collections import Counter
from fractions import Fraction

import pytest

from xenotable.engine import Choose, Roll, Seeded
from xenotable.games import game
from xenotable.games.rampant.forecasts import calculators as rampant
from xenotable.games.rampant.forecasts.stage import MINE, YOURS, stage
from xenotable.games.rampant.rules.play.dice import Wound
from xenotable.games.rampant.rules.shooting.dice import volley
from xenotable.games.rampant.rules.xeno.loss_order import FULL
from xenotable.games.xenocide.forecasts import stage as xenocide_stage
from xenotable.games.xenocide.rules.shooting.hits import deal, saves, to_hit
from xenotable.games.xenocide.rules.shooting.pools import volleys_for
from xenotable.games.xenocide.rules.shooting.targeting import aim
from xenotable.odds import agrees, simulate

ONE = {"models": 1, "caa": 1, "cad": "4"}
ALONE = {"attacker": ONE, "defender": ONE}
BY_HAND = [
    ("rampant", "order", {"unit": {"attack": 6}}, 0, "succeeds", "13/18"),  # 26 of 36 ways to roll 6 or more
    ("rampant", "order", {"unit": {"attack": 6}, "modifiers": {"chief": True}}, 0, "succeeds", "5/6"),  # 5 or more
    ("rampant", "power", {"power": {"power": "Barrier"}}, 0, "succeeds", "7/12"),
    ("rampant", "power", {"modifiers": {"otherworldly": True}}, 0, "succeeds", "5/6"),  # +2
    ("rampant", "courage", {"unit": {"courage": 4}}, 0, "passes", "11/12"),
    ("rampant", "courage", {"unit": {"courage": 4}, "modifiers": {"lost": 3}}, 0, "passes", "7/12"),  # 7 or more
    ("rampant", "courage", {"unit": {"strength": 2}}, 0, "passes", "1/2"),  # one die at half strength
    ("xcx", "shoot", {}, 0, "hit", "13/18"),  # AIM 7, short range: 8 or less
    ("xcx", "shoot", {}, 0, "kill", "169/324"),  # and Armour 8: 26/36 once more
    ("xcx", "shoot", {"modifiers": {"far": True, "cover": "hard cover"}}, 0, "hit", "1/6"),  # 7 - 1 - 2 = 4
    ("xcx", "fight", {"modifiers": {"down": True}}, 0, "hit", "13/18"),  # FIGHT 6 + 2
    ("xcx", "will", {"modifiers": {"markers": 2, "leader": True}}, 0, "success", "1/6"),  # 7 - 2 - 1 = 4
    ("xcx", "mindspin", {}, 0, "control", "13/216"),  # 26/36 to hit, 3/36 for 11 or 12
    ("xcx", "skill", {"test": {"skill": "computer_use"}}, 1, "success", "1/36"),  # half of 5 is 2
    ("xenocide", "shoot", {"weapon": {"models": 1, "shots": 1}, "target": {"models": 1}}, 0, "eliminated", "1/3"),
    ("xenocide", "suppression", {"modifiers": {"units": 2, "hit": True}}, 0, "passes", "13/18"),  # 3 + 2 + 1
    ("xenocide", "assault", ALONE, 0, "wiped out", "1/3"),  # one die above CAD 4
    ("xenocide", "assault", ALONE, 1, "breaks", "1/81"),  # nobody falls, 4/9, and the attacker rolls a double one
    ("xcom", "interception", {}, 0, "at least 2", "1/9"),
    ("xcom", "attack", {"enemy": {"need": 1, "minus": 1}}, 0, "a loss", "1/4"),  # 1 or 2 of 8
    ("killteam", "shoot", {"weapon": {"attacks": 1}, "target": {"defence": 0, "wounds": 3}}, 0, "incapacitated", "2/3"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "kind", "said", "which", "label", "fraction"), BY_HAND)
def test_by_hand(name, kind, said, which, label, fraction):
    found = game(name).calculate(kind, said, True)[which]
    chance = next(c for c in found.chances if c.label == label)
    assert Fraction(chance.exact) == Fraction(fraction)


def thrown(flow, dice):
    """Rules played on with seeded dice; choices as they suggest themselves."""
    said = None
    while True:
        try:
            ask = flow.send(said)
        except StopIteration as end:
            return end.value
        assert isinstance(ask, Roll | Choose)
        said = ask.counts(dice.roll(ask.n, ask.sides)) if isinstance(ask, Roll) else ask.default


def test_a_shot_of_rampant_is_what_the_rules_throw():
    s = rampant.Shot(rampant.Shooter(rules=("Squad Heavy Weapon",)), rampant.Target(armour=2, rules=("Deflector 2",)))
    (found,) = rampant.shot(s)
    blow = volley(stage((s.shooter, s.target)), MINE, YOURS, "shoot")
    counted: Counter[int] = Counter()
    for wound, n in simulate(FULL, blow, Wound(), n=4000, seed="rampant").items():
        counted[wound.lost] += n
    assert agrees({int(c.label): c.p for c in found.distribution}, counted)


def test_a_salvo_of_xenocide_is_what_the_rules_throw():
    from xenotable.games.xenocide.forecasts.calculators import FireModifiers, Salvo, salvo

    gun, mark = xenocide_stage.Gun(models=3, strength=1), xenocide_stage.Mark(models=5, shield=1)
    found, *_ = salvo(Salvo(gun, mark, FireModifiers(cover="soft cover")))
    counted, dice = Counter(), Seeded("xenocide")
    pair = ((xenocide_stage.gunners(gun), 3), (xenocide_stage.marks(mark), 5))
    with xenocide_stage.stage(pair, terrain="forest") as war:
        (w,) = war.kinds[war.models[war.units[xenocide_stage.MINE].models[0]].kind].weapons
        aimed = aim(war, xenocide_stage.MINE, w, "r0u0")
        (v,) = volleys_for(war, xenocide_stage.MINE, w, xenocide_stage.YOURS, aimed)
        for _ in range(3000):
            tally = thrown(to_hit(v), dice)
            shares = deal(v.pools, tally.hits)
            lost = sum(min(thrown(saves(v, p, n), dice), len(p.models)) for p, n in zip(v.pools, shares, strict=True))
            counted[lost] += 1
    assert agrees({int(c.label): c.p for c in found.distribution}, counted)


def test_cover_and_obstacles_count_as_on_a_table():
    shoot = lambda **m: game("rampant").calculate("shoot", {"modifiers": m})[0]  # noqa: E731
    assert "Armour 5" in shoot(cover="hard cover").notes
    assert "Armour 4" in shoot(cover="soft cover").notes
    assert "Armour 4" in shoot(extreme=True).notes
    assert "Armour 2" in game("rampant").calculate(
        "shoot", {"target": {"type": "Fighting Vehicle"}, "modifiers": {"behind": True}}
    )[0].notes  # fmt: skip
    fight = game("rampant").calculate("fight", {"modifiers": {"obstacle": True}})
    assert ["Armour 4" in f.notes for f in fight] == [True, False]


def test_cover_of_xenocide_counts_for_all_of_a_unit():
    for cover, value in (("soft cover", 2), ("hard cover", 3), ("fortified", 4)):  # one more for infantry
        found, *_ = game("xenocide").calculate("shoot", {"target": {"models": 12}, "modifiers": {"cover": cover}})
        assert f"The target: cover {value}" in found.notes
        assert found.shares[0].mean < 0


def test_several_targets_of_kill_team_are_one_result():
    said = {"weapon": {"rules": "Hot"}, "third": {"there": True, "wounds": 5}}
    joint, *each, shooter = game("killteam").calculate("several", said)
    kills = [f.chances[0].p for f in each]
    assert len(each) == 3
    assert joint.chances[0].label == "all fall"
    assert joint.chances[0].p == pytest.approx(kills[0] * kills[1] * kills[2])
    none_burnt = (5 / 6) ** 12
    assert {c.label: c.p for c in shooter.chances}["the shooter is burnt"] == pytest.approx(1 - none_burnt)


def test_best_play_picks_up_criticals_that_are_worth_less():
    """One die, Relentless; a normal hit does 5, a critical 1: a 6 is rolled again."""
    said = {
        "weapon": {"attacks": 1, "normal": 5, "critical": 1, "rules": "Relentless"},
        "target": {"defence": 0, "wounds": 5},
    }
    plain, best = (game("killteam").calculate("shoot", {**said, "play": {"policy": p}})[0] for p in ("plain", "best"))
    hit = Fraction(3, 6)  # 3, 4 or 5
    assert best.chances[0].p == pytest.approx(float(hit + (1 - hit) * hit))
    assert plain.chances[0].p == pytest.approx(float(hit + Fraction(2, 6) * hit))
    several = {**said, "weapon": {**said["weapon"], "attacks": 5}, "target": {"defence": 0, "wounds": 60}}
    many = game("killteam").calculate("shoot", {**several, "play": {"policy": "best"}})[0]
    assert many.mean == pytest.approx(5 * best.mean)
