"""Situations as data: attacks and combats read from JSON, their odds written as JSON. Behind `xenotable odds`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any, TypeVar

from msgspec import Meta, Struct

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
from xenotable.games.killteam.rules.shooting.terms import Terms
from xenotable.games.killteam.rules.specials.dice import merge_rules
from xenotable.kernels import compile_now
from xenotable.odds.situations import read as read_situations

Pool = Annotated[int, Meta(ge=0, le=20)]
Skill = Annotated[int, Meta(ge=2, le=6)]
Damage = Annotated[int, Meta(ge=0, le=40)]
Wounds = Annotated[int, Meta(ge=1, le=200)]
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


_parsed = lru_cache(512)(parse_rule)


@lru_cache(4096)
def rules_of(texts: tuple[str, ...]) -> tuple[Rule, ...]:
    return merge_rules([_parsed(text) for text in texts])


def _rules(texts: tuple[str, ...], where: str) -> tuple[Rule, ...]:
    try:
        return rules_of(texts)
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
    rules = tuple(at_work(_rules(s.rules, where), fighting=False))
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
    rules = tuple(at_work(_rules(s.rules, where), fighting=True))
    return Fighter(s.attacks, s.skill, s.damage[0], s.damage[1], rules, s.wounds, s.policy)


# ---- answers


def shoot_answers(situations: Sequence[Shoot], fast: bool | None = None) -> list[dict[str, Any]]:
    """The odds of each attack: many at once by the kernels, few by the rules themselves."""
    if len(situations) > 40 if fast is None else fast:
        return _batch(situations)
    found = [(terms_of(s, _where(i, situations)), s.policy) for i, s in enumerate(situations)]
    return [_shot(terms, policy) for terms, policy in found]


def _batch(situations: Sequence[Shoot]) -> list[dict[str, Any]]:
    """By the kernels where these know every rule and play no best play, else by the rules themselves."""
    from xenotable.games.killteam import kernels

    try:
        quick = [s.policy != "best" and _are_counted(s.rules) for s in situations]
        rows = _rows([s for s, one in zip(situations, quick, strict=True) if one])
    except (Fault, KeyError):
        for i, s in enumerate(situations):
            terms_of(s, _where(i, situations))  # tells which one is wrong
        raise
    answers = _spread(*kernels.shots(rows))
    return [
        next(answers) if quick[i] else _shot(terms_of(s, _where(i, situations)), s.policy)
        for i, s in enumerate(situations)
    ]


@lru_cache(4096)
def _are_counted(texts: tuple[str, ...]) -> bool:
    return are_counted(rules_of(texts))


def attack_row(t: Terms, policy: str) -> tuple[int, ...]:
    """An attack as numbers; the rules that change no damage are left out."""
    own = dict(t.rules)
    flags = (int(name in own) for name in ("Balanced", "Ceaseless", "Relentless", "Rending", "No Cover"))
    x = own.get
    numbers = (x("Lethal", 6), x("AP", 0), x("P", 0), x("MW", 0), x("Splash", 0))
    fixed = (t.attacks, t.skill, t.normal, t.critical, t.defence, t.save, t.invulnerable, t.wounds, t.cover)
    return (*fixed, int(t.kept_critical), *numbers, *flags, int(policy == "usual"))


def combat_table(a: Fighter, d: Fighter) -> Any:
    """The chance of each pair of wounds left (attacker, defender)."""
    from xenotable.games.killteam import kernels

    flags = []
    for f in (a, d):
        own = {name for name, _ in f.rules}
        flags += [int("Brutal" in own), int("Stun" in own), int(f.policy == "strike")]
    denying = int("kill-or-deny" in (a.policy, d.policy))
    damage = (a.normal, a.critical, d.normal, d.critical)
    return kernels.fight((pool_odds(a), pool_odds(d)), (a.wounds, d.wounds), damage, (*flags, denying))


ALWAYS_INVULNERABLE = {"plain": 0, "usual": 1}


def _rows(situations: Sequence[Shoot]) -> Any:
    """Attacks as the numbers of the kernels, column by column: their terms one by one would take most of the time."""
    from xenotable.games.killteam import kernels

    kinds: dict[tuple[str, ...], int] = {}  # the lists of rules that occur, of which there are few
    which = [kinds.setdefault(s.rules, len(kinds)) for s in situations]
    own = [attack_row(Terms(1, 6, rules=rules_of(texts)), "plain")[10:-1] for texts in kinds]
    columns = (
        [s.attacks for s in situations],
        [s.skill for s in situations],
        [s.damage[0] for s in situations],
        [s.damage[1] for s in situations],
        [s.defence for s in situations],
        [s.save for s in situations],
        [s.invulnerable or 0 for s in situations],
        [s.wounds for s in situations],
        [s.cover for s in situations],
    )
    return kernels.columns(columns, own, which, [ALWAYS_INVULNERABLE[s.policy] for s in situations])


def _spread(out: Any, mean: Any, kill: Any) -> Iterator[dict[str, Any]]:
    """The answers of a batch, with the amounts that can happen alone."""
    at, amounts = out.nonzero()
    names = [str(d) for d in range(out.shape[1])]
    keys = [names[d] for d in amounts.tolist()]
    chances = out[at, amounts].tolist()
    ends = (out != 0).sum(axis=1).cumsum().tolist()
    first = 0
    for last, m, k in zip(ends, mean.tolist(), kill.tolist(), strict=True):
        yield {"damage": dict(zip(keys[first:last], chances[first:last], strict=True)), "mean": m, "kill": k}
        first = last


def _where(i: int, situations: Sequence[Any]) -> str:
    return f"Entry {i + 1}" if len(situations) > 1 else "The situation"


def _shot(terms: Terms, policy: str) -> dict[str, Any]:
    h = harm(terms, policy)
    return {"damage": {str(d): p for d, p in h.damage}, "mean": h.mean, "kill": h.kill}


def fight_answers(situations: Sequence[Fight], fast: bool | None = None) -> list[dict[str, Any]]:
    """The odds of each combat: by the rules themselves, or for many by the table of the kernels."""
    fast = len(situations) > 20 if fast is None else fast
    if fast:  # uncompiled, the table takes far longer than the rules
        compile_now("xenotable.games.killteam.kernels")
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
    return {(int(x), int(y)): float(left[x, y]) for x, y in zip(*left.nonzero(), strict=True)}


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
