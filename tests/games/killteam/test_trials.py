"""Dice rolled often agree with every kind of odds that is shown: within 4 sigma, XENOTABLE_TRIALS times each.

The witness rolls seeded dice through the rules of the live game; of the enumerator it uses nothing.
"""

import os
import random
from collections import Counter

import pytest
from msgspec.structs import replace

from games.killteam.field import Field, chances, rules
from xenotable.engine import UNSET, Roll, Seeded
from xenotable.games.killteam.forecasts import choices
from xenotable.games.killteam.forecasts.attacks import joint_falls
from xenotable.games.killteam.forecasts.exact import PLAIN, Fighter, Solver, fight_odds, shot_odds
from xenotable.games.killteam.rules.actions.moving import jump_odds, walk
from xenotable.games.killteam.rules.datacards.attack_terms import shot_terms
from xenotable.games.killteam.rules.datacards.printed import Use
from xenotable.games.killteam.rules.dice import rolls
from xenotable.games.killteam.rules.dice.rolls import d3
from xenotable.games.killteam.rules.movement.legality import legs_of, way_of
from xenotable.games.killteam.rules.narrative.dataslate import (
    casualty,
    gain_honour,
    honour_name,
    honour_odds,
    new_slate,
    record_of,
    recovery,
    recovery_odds,
    with_record,
)
from xenotable.games.killteam.rules.ploys.tactical import charge_odds
from xenotable.games.killteam.rules.shooting.terms import ATTACK, POOL, Shot, Terms
from xenotable.games.killteam.rules.specials.dice import with_reroll_order
from xenotable.games.killteam.scenes import Blade, Bout, Melee
from xenotable.odds import agrees, resolve, simulate

TRIALS = int(os.environ.get("XENOTABLE_TRIALS", "5000"))


def often(make, seed, answers=None, first=()):
    """The ends of a flow, rolled often: seeded dice (the first roll may be given), answers by key, else the default."""
    dice, said = Seeded(f"trials:{seed}"), answers or {}
    for _ in range(TRIALS):
        flow, value, given = make(), None, list(first)
        try:
            while True:
                ask = flow.send(value)
                if type(ask) is Roll:
                    faces = [given.pop(0) for _ in range(ask.n)] if given else dice.roll(ask.n, ask.sides)
                    value = ask.counts(faces)
                    continue
                value = said.get(ask.key, UNSET)
                value = value(ask) if callable(value) else value
                if value is UNSET:
                    value = ask.default if ask.default is not UNSET else ask.among()[0]
        except StopIteration as end:
            yield end.value


def spread(forecast):
    return {c.label: c.p for c in forecast.distribution}


# ---- attacks and combats as a whole


@pytest.mark.parametrize(
    "special",
    ["", "Balanced, Lethal 5+", "Ceaseless, Rending, P1", "Relentless, MW2, AP1", "Hot, Splash 1, P2, AP1, Stun"],
)
def test_dice_rolled_often_agree_with_the_odds_of_an_attack(special):
    terms = Terms(4, 4, 3, 4, rules(special), 3, 4, 9, 5, 1)
    steps = ATTACK.compiled(name for name, _ in terms.rules)
    assert agrees(shot_odds(terms), simulate(steps, terms, Shot(), PLAIN, TRIALS, seed=special))


@pytest.mark.parametrize(
    ("one", "two", "policy"),
    [("", "", "strike"), ("Stun, Lethal 5+", "Brutal, Balanced", "best"), ("Relentless, Rending", "Ceaseless", "best")],
)
def test_dice_rolled_often_agree_with_the_odds_of_a_combat(one, two, policy):
    """Both pools are rolled by the rules and the blows follow the policies; only the enumeration is left out."""
    a, d = Fighter(4, 3, 3, 4, rules(one), 9, policy), Fighter(3, 4, 4, 5, rules(two), 8, policy)
    pools = []
    for side, f in enumerate((a, d)):
        terms = Terms(f.attacks, f.skill, f.normal, f.critical, f.rules)
        steps = POOL.compiled(name for name, _ in terms.rules)
        ends = simulate(steps, terms, Shot(), PLAIN, TRIALS, seed=f"{one}{two}{side}")
        rolled = [(end.hits, end.crits) for end in ends.elements()]
        random.Random(f"{side}{one}").shuffle(rolled)
        pools.append(rolled)
    melee = Melee(tuple(Blade(f.normal, f.critical, f.rules) for f in (a, d)))
    solver = Solver(melee, (9, 8), (policy, policy))
    fought = Counter(
        solver.play(Bout((ah, dh), (ac, dc), (9, 8)))[1].wounds for (ah, ac), (dh, dc) in zip(*pools, strict=True)
    )
    exact: dict[tuple[int, int], float] = {}
    for end, p in fight_odds(a, d).items():
        exact[end.wounds] = exact.get(end.wounds, 0.0) + p
    assert agrees(exact, fought)


@pytest.mark.parametrize("policy", ["usual", "best"])
def test_dice_rolled_often_agree_with_the_other_policies(policy):
    from xenotable.games.killteam.forecasts.exact import USUAL

    terms = Terms(4, 4, 3, 4, rules("Balanced, P1"), 3, 4, 7, 5, 1)
    if policy == "usual":
        steps = ATTACK.compiled(name for name, _ in terms.rules)
        assert agrees(shot_odds(terms, "usual"), simulate(steps, terms, Shot(), USUAL, TRIALS, seed=policy))
        return
    # Best play here: re-roll a failure, keep the die for Cover, the save that falls less often, least damage.
    bare = replace(terms, rules=rules("Balanced"), invulnerable=0, normal=1, critical=1, defence=0)
    steps = ATTACK.compiled(["Balanced"])
    assert agrees(shot_odds(bare, "best"), simulate(steps, bare, Shot(), PLAIN, TRIALS, seed=policy))


def test_dice_rolled_often_agree_with_several_targets_at_once():
    field = Field(("ferric-penitents", "cinder-wardens")).operative("a1", "fp-ruin-gunner", 5, 3)
    field.operative("b1", "cw-warden", 5, 12, wounds=3).operative("b2", "cw-warden", 5, 14.2, wounds=3)
    use = Use("a1", "fp-ruin-cannon", 1, "shoot", "b1")
    attacks = [use, use._replace(target="b2", original="b1")]
    terms = [shot_terms(field.game, one) for one in attacks]
    steps = ATTACK.compiled(name for name, _ in terms[0].rules)
    dice = Seeded("both")

    def both():
        left = [t.wounds for t in terms]
        for n, t in enumerate(terms):
            if left[n] > 0:
                shot = rolled(resolve(steps, replace(t, wounds=left[n]), Shot()), dice)
                left[n] -= shot.damage
                left[1 - n] -= shot.splash
        return left[0] <= 0 and left[1] <= 0

    p = joint_falls(field.game, attacks)[0]
    assert agrees({True: p, False: 1 - p}, Counter(both() for _ in range(TRIALS)))


def rolled(flow, dice):
    """One attack with the plain policy."""
    value, record = None, Shot()
    while True:
        try:
            ask = flow.send(value)
        except StopIteration as end:
            return end.value
        if type(ask) is Roll:
            value = ask.counts(dice.roll(ask.n, ask.sides))
        elif ask.key == "saves":
            value = min(ask.among(), key=lambda w: w[0] * 3 + w[1] * 4)
        else:
            value = PLAIN[ask.key](None, record, ask)


# ---- what is shown inside an attack

LIVE = Terms(4, 4, 3, 4, (), 3, 4, 7, free=True)


@pytest.mark.parametrize(
    ("special", "key", "answer", "which"),
    [
        ("Balanced", "balanced", "miss", (0, 1, 0, 0)),
        ("Balanced", "balanced", "keep", (0, 0, 0, 0)),
        ("Relentless", "relentless", (0, 2, 1, 0), (0, 2, 1, 0)),
        ("Ceaseless", "ceaseless", 1, (1, 0, 0, 0)),
        ("Ceaseless, Hot", "ceaseless", 1, (1, 0, 0, 0)),
    ],
)
def test_a_reroll(special, key, answer, which):
    """The first dice are 1, 3, 4, 6: what follows is rolled."""
    terms = replace(LIVE, rules=with_reroll_order(tuple(sorted(rules(special)))))
    counting = "Ceaseless" in special
    record = Shot(int(counting), 2 - counting, 1, 1, counting=counting)
    by = special.partition(",")[0]
    steps = ATTACK.compiled(name for name, _ in terms.rules)
    least = {"saves": lambda ask: min(ask.among(), key=lambda w: w[0] * 3 + w[1] * 4)}
    ends = often(lambda: resolve(steps, terms, Shot()), special, {key: answer, **least}, (1, 3, 4, 6))
    found = choices.attack_dice(terms, record, by, f"specials.{by.lower()}", which)
    assert agrees(spread(found), Counter(str(end.damage) for end in ends))


def test_a_command_reroll_of_attack_and_defence_dice():
    terms = replace(LIVE, command=(1, 0))
    steps = ATTACK.compiled()
    least = {"saves": lambda ask: min(ask.among(), key=lambda w: w[0] * 3 + w[1] * 4)}
    ends = often(lambda: resolve(steps, terms, Shot()), "command", {"command": "miss", **least}, (1, 3, 4, 6))
    found = choices.attack_dice(terms, Shot(0, 2, 1, 1), "command", "dice.command-reroll", (0, 1, 0, 0))
    assert agrees(spread(found), Counter(str(end.damage) for end in ends))
    terms = replace(LIVE, command=(0, 1), attacks=2)
    ends = often(lambda: resolve(steps, terms, Shot()), "defence", {"command": "miss", **least}, (4, 6, 1, 1, 1))
    record = Shot(hits=1, crits=1, fails=3, need=4)
    found = choices.defence_dice(terms, record, "dice.command-reroll", (1, 0, 0))
    assert agrees(spread(found), Counter(str(end.damage) for end in ends))


def test_an_ablative_plate():
    terms, steps = replace(LIVE, plate=True, attacks=2), ATTACK.compiled()
    least = {"saves": lambda ask: min(ask.among(), key=lambda w: w[0] * 3 + w[1] * 4)}
    ends = often(lambda: resolve(steps, terms, Shot()), "plate", {"plate": (2, 1, 0), **least}, (4, 6, 1, 1, 4))
    record = Shot(hits=1, crits=1, fails=2, normals=1, need=4)
    found = choices.defence_dice(terms, record, "equipment.assign", (2, 1, 0))
    assert agrees(spread(found), Counter(str(end.damage) for end in ends))


@pytest.mark.parametrize(("kept", "save"), [(1, "save"), (0, "save"), (1, "invulnerable")])
def test_the_cover_die_and_the_choice_of_a_save(kept, save):
    terms, steps = replace(LIVE, cover=1, invulnerable=5, rules=rules("AP1")), ATTACK.compiled(["AP"])
    said = {
        "save": save,
        "cover": kept,
        "saves": lambda ask: min(ask.among(), key=lambda w: w[0] * 3 + w[1] * 4),
    }
    ends = Counter(
        str(end.damage) for end in often(lambda: resolve(steps, terms, Shot()), f"{kept}{save}", said, (4, 4, 6, 1))
    )
    record, dice, need = Shot(hits=2, crits=1, ap=1, cover=1), *((2, 4) if save == "save" else (3, 5))
    assert agrees(spread(choices.cover_choice(terms, record, dice, need, kept)), ends)
    if kept:
        assert agrees(spread(choices.save_choice(terms, record, save)), ends)


def test_rending_and_ap():
    terms = replace(LIVE, rules=tuple(sorted(rules("Rending, AP1, P2"))))
    steps = ATTACK.compiled(name for name, _ in terms.rules)
    least = {"saves": lambda ask: min(ask.among(), key=lambda w: w[0] * 3 + w[1] * 4)}
    for use, ap in ((True, 2), (False, 2), (True, 1)):
        said = {"rending": use, "ap": ap, **least}
        flows = often(lambda: resolve(steps, terms, Shot()), f"{use}{ap}", said, (4, 4, 6, 1))
        ends = Counter(str(end.damage) for end in flows)
        if ap == 2:  # the larger one is what the plain policy takes
            assert agrees(spread(choices.rending_forecast(terms, Shot(hits=2, crits=1, ap=1), use)), ends)
        if use:
            assert agrees(spread(choices.with_ap(terms, Shot(hits=1, crits=2, ap=1), ap)), ends)


def test_the_dice_of_a_combat():
    terms = Terms(4, 4, 3, 4, rules("Balanced"), melee=True, free=True)
    steps = POOL.compiled(["Balanced"])
    ends = often(lambda: resolve(steps, terms, Shot()), "pool", {"balanced": "miss"}, (1, 3, 4, 6))
    found = choices.attack_dice(terms, Shot(0, 2, 1, 1), "Balanced", "specials.balanced", (0, 1, 0, 0))
    assert agrees(spread(found), Counter(f"{end.hits} normal, {end.crits} critical" for end in ends))


# ---- single dice


@pytest.mark.parametrize(("most", "more"), [(9, 0), (2, 0), (3, 1)])
def test_a_d3(most, more):
    """Rupture, Burst Ichor, Anoint, Patch."""
    found = Counter(str(min(most, n + more)) for n in often(lambda: d3(0, "x", "dice.d3"), f"d3{most}{more}"))
    assert agrees(spread(rolls.d3_spread("", "", most, more)), found)
    fell = Counter(n >= most for n in often(lambda: d3(0, "x", "dice.d3"), f"fall{most}{more}"))
    (shown,) = rolls.falls("Rupture", "", [("x", most)])
    assert agrees({True: chances(shown)["incapacitated"], False: 1 - chances(shown)["incapacitated"]}, fell)


def test_a_jump():
    field = Field().operative("a1", "cw-warden", 6.4, 11, 2.5).terrain(("container", 5, 11), ("container", 11.5, 11))
    game = field.game
    way, path = way_of(game, "a1", "normal", 6.0), ((10.4, 11.0, 2.5),)
    shown = chances(jump_odds(game, way, legs_of(game, way, path)))

    def once():
        game.operatives.set("a1", x=6.4)
        yield from walk(game, way, legs_of(game, way, path))
        return "gets across" if game.operatives["a1"].x > 8 else "stays at the edge"

    assert agrees(shown, Counter(often(once, "jump")))


def test_a_die_at_four_and_more():
    """Spare Charges."""
    from xenotable.games.killteam.rules.dice.rolls import one_die

    found = Counter(
        "not used up" if face >= 4 else "used up" for face in often(lambda: one_die(0, "x", "dice.d6"), "spare")
    )
    assert agrees(chances(charge_odds()), found)


# ---- between battles


def slate(**fields):
    new = new_slate("Ash", "Ada", "cinder-wardens")
    one = new.operatives[0].name
    return replace(with_record(new, replace(new.operatives[0], **fields)), rp=0), one


@pytest.mark.parametrize("rest", [1, 2, 4])
def test_a_recovery_test(rest):
    start, one = slate(scars=(2,), rest=rest)
    found = Counter(
        "not yet" if record_of(end, one).scars else "a scar is gone"
        for end in often(lambda: recovery(start, one), rest)
    )
    assert agrees(chances(recovery_odds(record_of(start, one))), found)


def test_a_casualty_test():
    """One in six bears a scar, one in thirty-six is slain."""
    start, one = slate()

    def fate(end):
        left = [o for o in end[0].operatives if o.name == one]
        return "slain" if not left else "scar" if left[0].scars else "recovers"

    found = Counter(fate(end) for end in often(lambda: casualty(start, one), "casualty"))
    assert agrees({"recovers": 5 / 6, "scar": 5 / 36, "slain": 1 / 36}, found)


def test_surgery():
    """Another roll: what is shown beside it."""
    start, one = slate()
    paid = replace(start, rp=1)
    ends = often(lambda: casualty(paid, one), "surgery", {"surgery": True}, first=(1,))
    found = Counter("recovers" if any(o.name == one and not o.scars for o in s.operatives) else "not" for s, _ in ends)
    assert agrees({"recovers": 5 / 6, "not": 1 / 6}, found)


def test_an_honour():
    start, one = slate(specialism="blade", honours=(1, 4))
    record = record_of(start, one)
    ends = often(lambda: gain_honour(record), "honour")
    found = Counter(honour_name("blade", end.honours[-1]) for end in ends)
    assert agrees(chances(honour_odds(record, "blade")), found)
