"""Chapter odds: exact distributions of attacks and combats, and the policies that answer the choices in them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from xenotable.engine import Ask, Row, cite, rule
from xenotable.games.killteam.rules.fighting.blows import STRIKE, STRIKE_CRITICAL, after_blow, blows, over
from xenotable.games.killteam.rules.shooting.attack import remains
from xenotable.games.killteam.rules.shooting.terms import ATTACK, KEEP, MISS, ONE, POOL, Shot, Terms
from xenotable.games.killteam.scenes import Blade, Bout, Melee
from xenotable.odds import Exchange, Steps, distribution, outcomes, prefer

SHOOTING_POLICIES = ("plain", "usual", "best")
FIGHT_POLICIES = ("strike", "best", "kill-or-deny")
CHOICES = {  # by which figures are worked out, for a screen
    "plain": "Counted so: failed dice are rolled again, hits are kept.",
    "usual": "Counted so: failed dice are rolled again, hits are kept, and an invulnerable save is always used.",
    "best": "Counted with best play of both sides.",
}
MOST_FREE = 6  # dice of which Relentless may pick up criticals too in best play; it takes minutes for twelve
KILL = 1000  # a fallen operative outweighs any number of wounds


# ---- policies of a shooting attack


@rule("odds.policy-rerolls", neutral=lambda t, s, ask: {"relentless": (0, 0, 0, 0), "ceaseless": 0}.get(ask.key, KEEP))
def rerolls(terms: Terms, record: Shot, ask: Ask[Any]) -> Any:
    """Failed dice only, a 1 before other failed dice; hits are kept."""
    if ask.key == "relentless":
        return (record.ones, record.misses, 0, 0)
    if ask.key == "ceaseless":
        return record.ones
    return ask.settle(next(k for k in (ONE, MISS, KEEP) if k in ask.among()))  # type: ignore[attr-defined]  # a Choose


@rule("odds.policy-defender-saves", neutral=lambda t, s, ask: ask.among()[-1])
def least_damage(terms: Terms, record: Shot, ask: Ask[Any]) -> Any:
    """The hits that hurt least stay; of equal ones those with fewer criticals."""
    ways = ask.among()  # type: ignore[attr-defined]  # a Choose
    return min(ways, key=lambda w: (w[0] * terms.normal + w[1] * terms.critical, w[1]))


@rule("odds.policy-defender-invulnerable", neutral=lambda *_: "save")
def better_save(terms: Terms, record: Shot, ask: Ask[Any]) -> Any:
    """SV or invulnerable save: the lower chance to fall, then the lower expected damage, then SV."""
    save, invulnerable = (badness(terms, record, choice) for choice in ("save", "invulnerable"))
    return "save" if save <= invulnerable else "invulnerable"


def badness(terms: Terms, record: Shot, choice: str) -> tuple[float, float]:
    """The chance to fall and the damage to expect with one of the saves: what `saved_odds` gives, by counting. Asked
    for every way that attack dice can fall, so it must be quick; a property test holds the two together."""
    dice, need = max(0, terms.defence - record.ap), terms.save
    if choice == "invulnerable":
        dice, need = terms.defence, max(2, terms.invulnerable)
    kept = min(record.cover, dice)
    kill = mean = 0.0
    for (_, normal, critical), p in outcomes(dice - kept, (need, 6)):
        saves = (normal, critical + kept) if terms.kept_critical else (normal + kept, critical)
        ways = remains(record.hits, record.crits, *saves)
        damage = record.damage + min([w[0] * terms.normal + w[1] * terms.critical for w in ways])
        mean += p * damage
        if damage >= terms.wounds:
            kill += p
    return round(kill, 12), round(mean, 12)


def _most(terms: Terms, record: Shot, ask: Ask[Any]) -> Any:
    cite("odds.policy-defender-cover")
    return ask.among()[0]  # type: ignore[attr-defined]  # a Choose


BASIC: Mapping[str, Any] = {
    "relentless": rerolls,
    "ceaseless": rerolls,
    "balanced": rerolls,
    "command": KEEP,
    "rending": True,
    "ap": _most,
    "plate": (0, 0, 0),
    "pl-fp-unto-ruin": False,
    "cover": _most,
    "saves": least_damage,
}
PLAIN: Mapping[str, Any] = {**BASIC, "save": better_save}
USUAL: Mapping[str, Any] = {**BASIC, "save": prefer("invulnerable", "save")}
SAVE_POLICIES: Mapping[str, Mapping[str, Any]] = {
    choice: {**BASIC, "save": prefer(choice)} for choice in ("save", "invulnerable")
}
BEST: Mapping[str, Any] = {"command": KEEP, "plate": (0, 0, 0)}


def saved_odds(terms: Terms, record: Shot, choice: str) -> dict[Shot, float]:
    """How an attack goes on from the defence dice, with the Save or with the Invulnerable Save."""
    return distribution(since(ATTACK, frozenset(), "defence"), terms, record, SAVE_POLICIES[choice])


def since(exchange: Exchange[Terms, Shot], names: frozenset[str], moment: str) -> Steps[Terms, Shot]:
    """The steps from a moment on, of a weapon with these rules."""
    return between(exchange, names, moment)


@lru_cache(2048)
def between(
    exchange: Exchange[Terms, Shot], names: frozenset[str], first: str, last: str | None = None
) -> Steps[Terms, Shot]:
    """The steps from a moment on, up to another one, of a weapon with these rules."""
    begin, end = (exchange.moments.index(m) if m else len(exchange.moments) for m in (first, last))
    plan = exchange.compiled(names).plan
    return Steps(step for step in plan if begin <= exchange.moments.index(step.name) < end)


def kills_first(terms: Terms, shot: Shot) -> float:
    """For best play: falling comes before any expected damage."""
    return (KILL if shot.damage >= terms.wounds else 0) + min(shot.damage, 2 * terms.wounds) / 64


def damage_only(terms: Terms, shot: Shot) -> float:
    """For the expected damage shown as best, which is solved for that figure on its own."""
    return float(shot.damage)


@rule("odds.exact")
def shot_odds(terms: Terms, policy: str = "plain", exact: bool = False) -> dict[Shot, float]:
    """How a shooting attack can end under a named policy."""
    cite("odds.policy-names")
    cite("odds.policy-attacker")
    steps = ATTACK.compiled(name for name, _ in terms.rules)
    if policy == "best":
        return best_odds(terms, kills_first, exact)
    return distribution(steps, terms, Shot(), USUAL if policy == "usual" else PLAIN, None, exact)


def best_odds(terms: Terms, value: Callable[[Terms, Shot], float], exact: bool) -> dict[Shot, float]:
    """Best play of both sides for some end. A weapon's re-rolls come in the order of their registration: to look into
    every order would take minutes where a weapon has three of them. Criticals are picked up as well where they are
    worth less than normal hits; elsewhere that never helps, and not looking at it is much quicker."""
    terms = best_terms(terms)
    return distribution(ATTACK.compiled(name for name, _ in terms.rules), terms, Shot(), BEST, value, exact)


def best_terms(terms: Terms) -> Terms:
    """What best play looks into."""
    quick = terms.attacks <= MOST_FREE or not terms.has("Relentless")
    return replace(terms, free=terms.critical < terms.normal and quick)


class Harm(Row, frozen=True):
    """What an attack does to its target, in figures."""

    damage: tuple[tuple[int, float], ...]  # not capped at the wounds
    mean: float
    capped: float
    kill: float
    injure: float = 0.0
    stun: float = 0.0
    burn: float = 0.0  # chance that the shooter hurts itself


@rule("odds.exact")
def harm(terms: Terms, policy: str = "plain", full: int | None = None, exact: bool = False) -> Harm:
    """The figures that a preview shows; `full` are the target's starting wounds, for the chance to be injured."""
    cite("odds.output-shooting")
    cite("odds.expected-uncapped")
    ends = shot_odds(terms, policy, exact)
    spread: dict[int, float] = {}
    for end, p in ends.items():
        spread[end.damage] = spread.get(end.damage, 0) + p
    mean = sum(d * p for d, p in spread.items())
    if policy == "best":
        mean = sum(end.damage * p for end, p in best_odds(terms, damage_only, exact).items())
    half = terms.wounds if full is None else full
    return Harm(
        tuple(sorted(spread.items())),
        mean,
        sum(min(d, terms.wounds) * p for d, p in spread.items()),
        sum(p for d, p in spread.items() if d >= terms.wounds),
        sum(p for d, p in spread.items() if 2 * (terms.wounds - d) < half),
        sum(p for end, p in ends.items() if end.stun),
        sum(p for end, p in ends.items() if end.burn),
    )


# ---- combats


class Fighter(Row, frozen=True):
    """One side of a combat, as far as its dice go."""

    attacks: int
    skill: int
    normal: int
    critical: int
    rules: tuple[tuple[str, int], ...] = ()
    wounds: int = 10
    policy: str = "best"


def pool_odds(f: Fighter, exact: bool = False) -> dict[tuple[int, int], float]:
    """The chance of each number of normal and critical hits that a fighter retains."""
    terms = Terms(f.attacks, f.skill, f.normal, f.critical, f.rules)
    found: dict[tuple[int, int], float] = {}
    for end, p in distribution(POOL.compiled(n for n, _ in f.rules), terms, Shot(), BASIC, None, exact).items():
        found[end.hits, end.crits] = found.get((end.hits, end.crits), 0) + p
    return found


@rule("odds.fight-best", neutral=lambda *_: 0.0)
def fight_value(b: Bout, start: tuple[int, int]) -> float:
    """Wounds taken from the enemy, and 1000 if it falls, less the same for one's own."""
    taken, lost = start[1] - b.wounds[1], start[0] - b.wounds[0]
    return taken + KILL * (b.wounds[1] <= 0) - lost - KILL * (b.wounds[0] <= 0)


@rule("odds.fight-all-out", neutral=lambda ways: ways[-1])
def all_out(ways: tuple[str, ...]) -> str:
    return next(w for w in (STRIKE_CRITICAL, STRIKE) if w in ways)


class Solver:
    """Every choice of one combat, looked ahead to its end; there are no dice left to roll."""

    def __init__(self, melee: Melee, start: tuple[int, int], policies: tuple[str, str]) -> None:
        self.melee, self.start, self.policies = melee, start, policies
        self.denying = "kill-or-deny" in policies
        self.known: dict[Bout, tuple[float, Bout]] = {}

    @rule("odds.fight-kill-or-deny")
    def denied(self, b: Bout) -> float:
        """The attacker plays for the fall of the target, the defender against it."""
        return KILL * (b.wounds[1] <= 0) + (self.start[1] - b.wounds[1]) / 64

    def value(self, b: Bout) -> float:
        return self.denied(b) if self.denying else fight_value(b, self.start)

    def play(self, b: Bout) -> tuple[float, Bout]:
        """The value of a position and how it ends."""
        if over(self.melee, b):
            return self.value(b), b
        found = self.known.get(b)
        if found is None:
            found = self.known[b] = self.chosen(b)
        return found

    def chosen(self, b: Bout) -> tuple[float, Bout]:
        me = b.turn
        if not (b.hits[me] or b.crits[me]):
            cite("fighting.alternate")
            return self.play(replace(b, turn=1 - me))
        ways = blows(self.melee, b, me)
        if self.policies[me] == "strike":
            ways = (all_out(ways),)
        best: tuple[float, Bout] | None = None
        for way in ways:
            found = self.play(after_blow(self.melee, b, way))
            if best is None or (found[0] > best[0] if me == 0 else found[0] < best[0]):
                best = found
        assert best is not None
        return best


def fight_odds(a: Fighter, d: Fighter, exact: bool = False) -> dict[Bout, float]:
    """How a combat can end. Re-rolls and Rending follow the plain policy, blows each side's own."""
    cite("odds.output-fight")
    cite("odds.policy-names")
    melee = Melee((Blade(a.normal, a.critical, a.rules), Blade(d.normal, d.critical, d.rules)))
    start = (a.wounds, d.wounds)
    solver = Solver(melee, start, (a.policy, d.policy))
    ends: dict[Bout, float] = {}
    for (ah, ac), p in pool_odds(a, exact).items():
        for (dh, dc), q in pool_odds(d, exact).items():
            _, end = solver.play(Bout((ah, dh), (ac, dc), start))
            end = replace(end, hits=(0, 0), crits=(0, 0), turn=0, struck=(0, 0))
            ends[end] = ends.get(end, 0) + p * q
    return ends
