"""Figures of exact odds: one by one and in batches, new situations every time.

Situations are drawn at random: any weapon of 2 to 6 dice with up to three special rules, of which there are some
thousand, against any target. What a weapon's dice leave is worked out when it is first seen, and kept: weapons are
seen before the clock starts, targets are not.
"""

from __future__ import annotations

import gc
import json
import os
import random
import resource
import statistics
import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import Any

from benchmarks.timing import REFERENCE, Figure, speed, spending
from xenotable.games.killteam.forecasts import batches, pools, situations
from xenotable.games.killteam.forecasts.situations import Fight, Shoot, Side
from xenotable.kernels import compile_now

RULES = (
    "AP1", "AP2", "P1", "Lethal 5+", "Balanced", "Ceaseless", "Relentless", "Rending", "MW2", "Splash 1", "Stun",
    "Hot", "No Cover",
)  # fmt: skip
MELEE = ("Balanced", "Ceaseless", "Relentless", "Rending", "Lethal 5+", "Stun", "Brutal", "Reap 1")
WEAPONS = 300


def figures() -> list[Figure]:
    compile_now(situations.KERNELS)
    return [*shots(), *best_shots(), *fights(), command(), *volleys(), *xcx_attacks(), *salvos(), tasks()]


def rate(work: Callable[[Any], Any], items: Sequence[Any], parts: int = 8) -> float:
    """How many a reference second, the median over parts of the items; each is asked once."""
    found, size = [], len(items) // parts
    for n in range(parts):
        part = items[n * size : (n + 1) * size]
        gc.collect()
        with spending() as spent:
            for item in part:
                work(item)
        found.append(size / spent.seconds)
    return statistics.median(found)


def weapons(rnd: random.Random, count: int = WEAPONS) -> list[dict[str, Any]]:
    found = []
    for _ in range(count):
        normal = rnd.randint(2, 4)
        found.append(
            {
                "attacks": rnd.randint(2, 6),
                "skill": rnd.randint(2, 5),
                "damage": (normal, normal + rnd.randint(0, 4)),
                "rules": tuple(rnd.sample(RULES, rnd.choice((0, 0, 1, 1, 2, 3)))),
            }
        )
    return found


def attacks(count: int, policies: Sequence[str] = ("plain", "usual"), seed: int = 1) -> list[Shoot]:
    """New targets for known weapons."""
    rnd = random.Random(seed)
    owned = weapons(rnd)
    return [
        Shoot(
            **rnd.choice(owned),
            defence=rnd.randint(2, 5),
            save=rnd.randint(2, 6),
            invulnerable=rnd.choice((None, None, 4, 5)),
            cover=rnd.choice((0, 0, 1)),
            wounds=rnd.randint(5, 20),
            policy=rnd.choice(policies),
        )
        for _ in range(count)
    ]


def shots() -> list[Figure]:
    many = attacks(40_000)
    situations.shoot_answers(many)  # sees the weapons
    batch = [many[n : n + 20_000] for n in (0, 20_000)]
    arrays = [prepared(part) for part in batch]
    return [
        Figure("killteam: shots one by one, as words", rate(one, many), "odds/s"),
        Figure(
            "killteam: shots in a batch, as arrays", 20_000 * rate(lambda p: batches.shots(*p), arrays * 4), "odds/s"
        ),
        Figure("killteam: shots in a batch, as words", 20_000 * rate(situations.shoot_answers, batch * 4), "odds/s"),
    ]


def one(shot: Shoot) -> dict[str, Any]:
    return situations.shoot_answers([shot])[0]


def prepared(many: Sequence[Shoot]) -> tuple[Any, Any]:
    """What a batch takes: the pools of its weapons, and the targets."""
    numbers: dict[Any, int] = {}
    which = [numbers.setdefault((s.attacks, s.skill, s.rules, s.cover), len(numbers)) for s in many]
    owned = [
        pools.attack_pool(dice, skill, situations.rules_of(rules, False), cover)
        for dice, skill, rules, cover in numbers
    ]
    return owned, batches.targets(which, many)


def best_shots() -> list[Figure]:
    many = attacks(8_000, ("best",))
    situations.shoot_answers(many)
    return [Figure("killteam: best play of 2-6 dice", rate(one, attacks(8_000, ("best",), seed=1)), "odds/s")]


def fights() -> list[Figure]:
    rnd = random.Random(3)

    def fought(least: int, most: int, count: int) -> list[list[Fight]]:
        def side() -> Side:
            normal = rnd.randint(2, 4)
            return Side(
                rnd.randint(least, most),
                rnd.randint(2, 5),
                (normal, normal + rnd.randint(1, 3)),
                rnd.randint(7, 14),
                tuple(rnd.sample(MELEE, rnd.choice((0, 0, 1, 2)))),
            )

        return [[Fight(side(), side())] for _ in range(count)]

    some, large = fought(3, 5, 2_000), fought(6, 6, 800)
    for combat in (*some, *large):
        situations.fight_answers(combat, fast=True)  # sees the weapons
    return [
        Figure("killteam: fights by best play, 3-5 dice", rate(quick_fight, some), "odds/s"),
        Figure("killteam: fights by best play, 6 against 6", rate(quick_fight, large), "odds/s"),
    ]


def quick_fight(combat: list[Fight]) -> Any:
    return situations.fight_answers(combat, fast=True)


def command(count: int = 100_000) -> Figure:
    """The whole command in a new process, from its start to its end. Python may keep its bytecode, as it does for
    everybody: the first run is for that."""
    fields = Shoot.__struct_fields__
    data = json.dumps([{f: getattr(s, f) for f in fields} for s in attacks(count)]).encode()
    words = [sys.executable, "-m", "xenotable", "odds", "killteam", "shoot", "--json", "-"]
    usual = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    found = []
    for _ in range(4):
        before, first = resource.getrusage(resource.RUSAGE_CHILDREN), speed()
        done = subprocess.run(words, input=data, stdout=subprocess.PIPE, check=True, env=usual)
        after, last = resource.getrusage(resource.RUSAGE_CHILDREN), speed()
        assert len(json.loads(done.stdout)) == count
        took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        found.append(took * (first + last) / 2 / REFERENCE)
    return Figure(f"killteam: the command, {count:,} shots", statistics.median(found[1:]), "s")


# ---- other games


def volleys() -> list[Figure]:
    """Of Xenos Rampant: any throw at any target, as the ends that are possible with their chances."""
    from xenotable.games.rampant.forecasts.chances import VOLLEY
    from xenotable.games.rampant.rules.play.dice import Blow

    rnd = random.Random(5)
    many = [
        Blow(
            "shoot", rnd.randint(3, 12), rnd.randint(3, 6), rnd.randint(2, 5), rnd.randint(1, 12),
            rnd.random() < 0.2, rnd.choice((0, 0, 2)), deflect=rnd.choice((0, 0, 5)), surgeon=rnd.choice((0, 0, 4)),
        )
        for _ in range(20_000)
    ]  # fmt: skip
    return staged("rampant: volleys", VOLLEY, many)


def xcx_attacks() -> list[Figure]:
    from xenotable.games.xcx.forecasts.attacks import SHOTS
    from xenotable.games.xcx.rules.shooting.terms import Terms

    rnd = random.Random(6)
    many = [
        Terms(
            rnd.randint(3, 11), rnd.randint(2, 3), rnd.randint(4, 11), rnd.randint(0, 2), rnd.randint(1, 3),
            rnd.randint(1, 4), rnd.random() < 0.2, rnd.random() < 0.2,
        )
        for _ in range(20_000)
    ]  # fmt: skip
    return staged("xcx: attacks", SHOTS, many)


def staged(name: str, stages: Any, many: Sequence[Any]) -> list[Figure]:
    stages.many(many)  # sees all halves
    return [
        Figure(f"{name}, one by one", rate(stages.ends, many), "odds/s"),
        Figure(name, len(many) * rate(stages.many, [many] * 8), "odds/s"),
    ]


def salvos() -> list[Figure]:
    """Of Xenocide: any weapon at one kind of models in any cover."""
    from xenotable.games.xenocide.forecasts.losses import salvo
    from xenotable.games.xenocide.forecasts.losses import salvos as salvos_of
    from xenotable.games.xenocide.rules.army.models import armoury
    from xenotable.games.xenocide.scenes import Pool, Volley

    rnd = random.Random(8)
    weapons = [w for w in armoury().values() if not w.aoe]
    many = []
    for _ in range(20_000):
        saves = rnd.randint(0, 3), rnd.choice((0, 0, 3)), rnd.randint(0, 4)
        pool = Pool("", 0, rnd.randint(-1, 1), ("",) * rnd.randint(1, 8), saves)
        dice, accuracy = rnd.randint(1, 12), rnd.randint(0, 5)
        many.append(Volley(rnd.choice(weapons), dice, 1, accuracy, 3, (pool,), len(pool.models), (0, 1)))
    salvos_of(many)  # sees all halves
    return [
        Figure("xenocide: salvos, one aspect, one by one", rate(salvo, many), "odds/s"),
        Figure("xenocide: salvos, one aspect", len(many) * rate(salvos_of, [many] * 8), "odds/s"),
    ]


def tasks() -> Figure:
    """Of XCOM: the policy of pushing on to the end, for all tasks there are, from one table."""
    from xenotable.games.xcom.forecasts.dice import DOUBLES, TOP, policy

    many = [
        (dice, need, threat, TOP, armour, minus, DOUBLES)
        for dice in range(1, 11)
        for need in range(1, 9)
        for threat in range(1, 6)
        for armour in range(3)
        for minus in range(3)
    ]
    random.Random(7).shuffle(many)
    for one in many:
        policy(*one)
    return Figure("xcom: tasks", rate(lambda one: policy(*one), many), "odds/s")
