"""Situations as data: attacks and combats read from JSON, their odds written as JSON. Behind `xenotable odds`."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import compress, pairwise
from typing import Annotated, Any, TypeVar

from msgspec import Meta, Raw, Struct, json

from xenotable.engine.citing import memoize
from xenotable.faults import Fault, nearest
from xenotable.games.killteam.content import Rule, are_counted, at_work, parse_rule
from xenotable.games.killteam.forecasts.best_combats import best_ends
from xenotable.games.killteam.forecasts.exact import (
    FIGHT_POLICIES,
    SHOOTING_POLICIES,
    Fighter,
    fight_odds,
    harm,
    pool_odds,
)
from xenotable.games.killteam.rules.play.measuring import in_inches
from xenotable.games.killteam.rules.shooting.terms import Terms
from xenotable.games.killteam.rules.specials.dice import merge_rules
from xenotable.kernels import compile_now, is_loaded
from xenotable.odds.situations import read as read_situations

Pool = Annotated[int, Meta(ge=0, le=20)]
Skill = Annotated[int, Meta(ge=2, le=6)]
Damage = Annotated[int, Meta(ge=0, le=40)]
Wounds = Annotated[int, Meta(ge=1, le=200)]
KERNELS = "xenotable.games.killteam.kernels"
MOST_BEST = 12  # attack dice that best play looks into: it takes a second then, and minutes for twenty


class Shoot(Struct, forbid_unknown_fields=True):
    """One shooting attack."""

    attacks: Pool
    skill: Skill
    damage: tuple[Damage, Damage]
    rules: tuple[str, ...] = ()
    defence: Annotated[int, Meta(ge=0, le=12)] = 3
    save: Skill = 5
    invulnerable: Skill | None = None
    cover: Annotated[int, Meta(ge=0, le=12)] = 0
    wounds: Wounds = 10
    policy: str = "plain"


class Side(Struct, forbid_unknown_fields=True):
    """One fighter of a combat."""

    attacks: Annotated[int, Meta(ge=0, le=10)]
    skill: Skill
    damage: tuple[Damage, Damage]
    wounds: Annotated[int, Meta(ge=1, le=100)]
    rules: tuple[str, ...] = ()
    policy: str = "best"


class Fight(Struct, forbid_unknown_fields=True):
    """One combat; the attacker strikes first."""

    attacker: Side
    defender: Side


S = TypeVar("S", Shoot, Fight)
FIELDS: dict[type[Any], tuple[str, ...]] = {
    Shoot: Shoot.__struct_fields__,
    Fight: ("attacker", "defender", *Side.__struct_fields__),
}


# ---- reading


def read(data: bytes, kind: type[S]) -> tuple[list[S], bool]:
    """The situations, and whether there was a list of them; a Fault in one sentence when something is wrong."""
    return read_situations(data, kind, FIELDS[kind])


@memoize(512)
def _parsed(text: str) -> Rule:
    """A special rule as people write it, also with the shapes that the published cards print for distances."""
    return parse_rule(in_inches(text))


@memoize(4096)
def rules_of(texts: tuple[str, ...], fighting: bool) -> tuple[Rule, ...]:
    """Those of a weapon that do anything in a combat, or else in shooting."""
    return tuple(at_work(merge_rules([_parsed(text) for text in texts]), fighting))


def _rules(texts: tuple[str, ...], where: str, fighting: bool) -> tuple[Rule, ...]:
    try:
        return rules_of(texts, fighting)
    except Fault as fault:
        own = any(text.lower().startswith("inv") for text in texts)
        hint = " An invulnerable save is a field of its own: invulnerable." if own else ""
        raise Fault(f"{where}, field rules: {fault}{hint}") from None


def _policy(policy: str, known: Sequence[str], where: str) -> str:
    if policy not in known:
        names = ", ".join(known)
        raise Fault(f'{where}, field policy: there is no policy "{policy}".{nearest(policy, known)} They are: {names}.')
    return policy


def terms_of(s: Shoot, where: str) -> Terms:
    _policy(s.policy, SHOOTING_POLICIES, where)
    if s.policy == "best" and s.attacks > MOST_BEST:
        says = f"best play is worked out for up to {MOST_BEST} attack dice; beyond that there are plain and usual"
        raise Fault(f"{where}, field policy: {says}.")
    rules = _rules(s.rules, where, fighting=False)
    return Terms(
        s.attacks,
        s.skill,
        s.damage[0],
        s.damage[1],
        rules,
        s.defence,
        s.save,
        s.wounds,
        s.invulnerable or 0,
        s.cover,
    )


def fighter_of(s: Side, where: str) -> Fighter:
    _policy(s.policy, FIGHT_POLICIES, where)
    rules = _rules(s.rules, where, fighting=True)
    return Fighter(s.attacks, s.skill, s.damage[0], s.damage[1], rules, s.wounds, s.policy)


# ---- answers


def shoot_answers(situations: Sequence[Shoot], fast: bool | None = None) -> list[dict[str, Any]]:
    """The odds of each attack: by the rules themselves, or by tables where they are many or the tables are at hand."""
    if fast is None:
        fast = len(situations) > 40 or is_loaded(KERNELS)
    if fast and len(situations) > 1:
        with without_collector():
            return list(_batch(situations, _in_words))
    found = [(terms_of(s, _where(i, situations)), s.policy) for i, s in enumerate(situations)]
    return [_shot(terms, policy, fast) for terms, policy in found]


def shoot_json(situations: Sequence[Shoot]) -> Iterator[Any]:
    """The same for whoever writes JSON. Of many it is written already, one after the other: what attacks share is
    written once, and nobody has to find room for all of it."""
    return _batch(situations, _in_json) if len(situations) > 40 else iter(shoot_answers(situations))


def _batch(situations: Sequence[Shoot], put: Callable[[Any], Iterator[Any]]) -> Iterator[Any]:
    """By tables, but for best play and for rules that need the whole attack."""
    from xenotable.games.killteam.forecasts import batches, pools

    numbers: dict[Any, int] = {}  # of the weapons that occur, of which there are few
    which = [numbers.setdefault((s.attacks, s.skill, s.rules, s.cover), len(numbers)) for s in situations]
    policies = [s.policy for s in situations]
    for policy in set(policies).difference(SHOOTING_POLICIES):
        _policy(policy, SHOOTING_POLICIES, f"Entry {policies.index(policy) + 1}")
    owned: list[pools.Pool] = []
    places = []  # where the pool of each weapon stands among those that are known; -1: nowhere
    for n, (attacks, skill, texts, cover) in enumerate(numbers):
        pool = pools.attack_pool(attacks, skill, _rules(texts, f"Entry {which.index(n) + 1}", fighting=False), cover)
        places.append(-1 if pool is None else len(owned))
        owned += [] if pool is None else [pool]
    if -1 not in places and "best" not in policies:
        return put(batches.shots(owned, batches.targets(which, situations)))
    by_table = [places[n] >= 0 and policy != "best" for n, policy in zip(which, policies, strict=True)]
    others = iter(
        [
            _shot(terms_of(s, _where(i, situations)), s.policy, fast=True)
            for i, s in enumerate(situations)
            if not by_table[i]
        ]
    )
    answers: Iterator[Any] = iter(())
    if any(by_table):
        at = [places[n] for n in compress(which, by_table)]
        answers = put(batches.shots(owned, batches.targets(at, [*compress(situations, by_table)])))
    return (next(answers if quick else others) for quick in by_table)


@contextmanager
def without_collector() -> Iterator[None]:
    """Many small dicts that all stay would be looked through for cycles again and again."""
    ran = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if ran:
            gc.enable()


def combat_table(a: Fighter, d: Fighter) -> Any:
    """The chance of each pair of wounds left (attacker, defender)."""
    import numpy as np

    from xenotable.games.killteam import kernels

    flags = []
    for f in (a, d):
        own = {name for name, _ in f.rules}
        flags += [int("Brutal" in own), int("Stun" in own), int(f.policy == "strike")]
    denying = int("kill-or-deny" in (a.policy, d.policy))
    damage = (a.normal, a.critical, d.normal, d.critical)
    return kernels.fight(
        pool_row(a.attacks, a.skill, a.rules), pool_row(d.attacks, d.skill, d.rules), a.attacks, d.attacks, a.wounds,
        d.wounds, np.array(damage), np.array((*flags, denying)),
    )  # fmt: skip


@memoize(4096)
def pool_row(attacks: int, skill: int, rules: tuple[Rule, ...]) -> Any:
    """The chances of a fighter's pool, by the pair of hits and critical hits."""
    import numpy as np

    from xenotable.games.killteam.forecasts.pools import pair, pairs

    row = np.zeros(len(pairs(attacks)))
    for (hits, crits), p in pool_odds(Fighter(attacks, skill, 0, 0, rules)).items():
        row[pair(hits, crits)] = p
    return row


AMOUNTS = [str(damage) for damage in range(5001)]


def _in_words(found: Any) -> Iterator[dict[str, Any]]:
    """The answers of a batch; those with the same damage share it."""
    damage, means = _damage(found), found.mean.tolist()
    for kind, kill in zip(found.kinds.tolist(), found.kill.tolist(), strict=True):
        yield {"damage": damage[kind], "mean": means[kind], "kill": kill}


def _in_json(found: Any) -> Iterator[Raw]:
    """The same, written."""
    encode = json.Encoder().encode
    shared = [
        encode({"damage": damage, "mean": mean})[:-1] + b',"kill":'
        for damage, mean in zip(_damage(found), found.mean.tolist(), strict=True)
    ]
    for kind, kill in zip(found.kinds.tolist(), found.kill.tolist(), strict=True):
        yield Raw(shared[kind] + encode(kill) + b"}")


def _damage(found: Any) -> list[dict[str, float]]:
    """Of each kind."""
    keys, chances = [AMOUNTS[d] for d in found.amounts.tolist()], found.chances.tolist()
    return [dict(zip(keys[a:b], chances[a:b], strict=True)) for a, b in pairwise(found.begins.tolist())]


def _where(i: int, situations: Sequence[Any]) -> str:
    return f"Entry {i + 1}" if len(situations) > 1 else "The situation"


def _shot(terms: Terms, policy: str, fast: bool) -> dict[str, Any]:
    found = _by_tables(terms, policy) if fast else None
    if found is not None:
        chances, mean, kill = found
        return {"damage": {AMOUNTS[d]: p for d, p in enumerate(chances) if p}, "mean": mean, "kill": kill}
    h = harm(terms, policy)
    return {"damage": {str(d): p for d, p in h.damage}, "mean": h.mean, "kill": h.kill}


def _by_tables(terms: Terms, policy: str) -> tuple[list[float], float, float] | None:
    """The chance of every amount of damage, the mean, the chance to incapacitate; None where the rules of the weapon
    need the whole attack."""
    if policy == "best":
        from xenotable.games.killteam.forecasts.best_shots import best_shot

        return best_shot(terms)
    from xenotable.games.killteam.forecasts.pools import attack_pool, shot

    pool = attack_pool(terms.attacks, terms.skill, terms.rules, terms.cover)
    return None if pool is None else shot(pool, terms, always=policy == "usual")


def fight_answers(situations: Sequence[Fight], fast: bool | None = None) -> list[dict[str, Any]]:
    """The odds of each combat: by the rules themselves, or for many by the table of the kernels."""
    fast = len(situations) > 20 if fast is None else fast
    if fast and not is_loaded(KERNELS):  # uncompiled, the table takes far longer than the rules
        compile_now(KERNELS)
    found = []
    for i, s in enumerate(situations):
        where = _where(i, situations)
        a, d = fighter_of(s.attacker, f"{where}, attacker"), fighter_of(s.defender, f"{where}, defender")
        found.append(
            _combat_answer(_by_kernels(a, d) if fast and are_counted((*a.rules, *d.rules)) else _by_rules(a, d))
        )
    return found


def _by_kernels(a: Fighter, d: Fighter) -> dict[tuple[int, int], float]:
    left = combat_table(a, d)
    where = left.nonzero()
    return dict(zip(zip(*(w.tolist() for w in where), strict=True), left[where].tolist(), strict=True))


def _by_rules(a: Fighter, d: Fighter) -> dict[tuple[int, int], float]:
    """Without numpy: by the look-ahead of previews if both play best, else by the rules of blows themselves."""
    found: dict[tuple[int, int], float] = {}
    if a.policy == d.policy == "best":
        for (mine, yours, *_), p in best_ends(a, d).items():
            found[mine, yours] = found.get((mine, yours), 0.0) + p
        return found
    for end, p in fight_odds(a, d).items():
        found[end.wounds] = found.get(end.wounds, 0.0) + p
    return found


def _combat_answer(left: Mapping[tuple[int, int], float]) -> dict[str, Any]:
    kills = {
        "attacker": sum(p for (_, d), p in left.items() if d == 0),
        "defender": sum(p for (a, _), p in left.items() if a == 0),
    }
    return {"wounds_left": {f"{a},{d}": p for (a, d), p in sorted(left.items())}, "kills": kills}
