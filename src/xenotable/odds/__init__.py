"""Exact distributions: the steps of an exchange run over all dice. Knows no game.

An exchange (an attack, a fight, a test with its consequences) is a list of named steps over `Terms`, fixed for this
attack, and a small frozen record of what it has become so far (`class Shot(Row, frozen=True)`). A step is a plain
function, or a generator where it asks. Drop from the record what no later step reads: equal records merge.

    ATTACK = Exchange[Terms, Shot]("roll", "retained", "saves", "damage", specials=("Balanced", "Rending"))

    @ATTACK.step("roll")
    @rule("shooting.attack-roll")
    def attack_roll(t: Terms, s: Shot) -> Flow[Shot]:
        _, hits, crits = yield from Roll(seat=ATTACKER, key="attack", n=t.attacks, cuts=(t.skill, 6))
        return replace(s, hits=hits, crits=crits)

    @ATTACK.special("Rending", at="retained")         # after the step of that moment, in the order declared
    @rule("specials.rending", neutral=lambda t, s: s)
    def rending(t: Terms, s: Shot) -> Flow[Shot]: ...

    @FIGHT.step("blow", until=over)                   # repeated until over(terms, record), asked before each round

    steps = ATTACK.compiled(weapon.rules)             # names of special rules; those that act elsewhere are ignored

Live: `end = yield from assign_seats(resolve(steps, terms, Shot()), (seat, foe), answered=pay)`. Steps put asks to the
seats ATTACKER and DEFENDER; `assign_seats` makes real seats of them and calls `pay(ask, value)` after each answer,
before the steps go on. Make every ask anew: `assign_seats` writes into it.

Odds: `ends = distribution(steps, terms, Shot(), policy=…, value=…)` gives `{final record: probability}`, remembered.
    policy  by the keys of asks, {"rending": True, "balanced": prefer(MISS, ONE, None)}, or a function
            (terms, record, ask) -> answer; keep it at module level, so that results are found again
    value   (terms, final record) -> number: where the policy says nothing, seat 0 plays for the highest mean of it and
            the others for the lowest; ties go to the first option. Without it, the only answer or the ask's default.
    exact   True: Fractions instead of floats
`worth(steps, terms, start, value)` is the mean with best play alone; `chance(ends, predicate)` adds up.

`Odds.of(ends, lambda end: end.damage)`: `.mean .variance .deviation .likeliest .at_least(k) .at_most(k) .quantile(q)`,
`odds[k]`, `.chances`; `a + b` and `.times(n)` (independent sums), `.join(b, f)`, `.map(f)`, `.again(when)` (the whole
test rolled once more), `Odds.mixture([(p, odds)])`; `.forecast(title, unit, rule, chances, notes)`, `.data()` for JSON.

Plain dice: `sums(2).at_least(7)`, roll-under `sums(2).at_most(7)`, `sums(3, lowest=2)`, D3s `sums(2, 3)`,
`pool(10, 5, again=1)` (successes; ones rolled again), `doubles()`, `retry_chance(p)`; all take `exact=True`.

`explore(match, answer)` needs no exchange: it goes on from an open ask of a running match over all dice (`exploring`).

`simulate` rolls the same steps with seeded dice, `agrees` compares: for tests. Thousands of exchanges at once go to
`xenotable.odds.stages`, which works each half of them out once.
"""

from xenotable.odds.exact import distribution, draw_outcomes, outcomes, worth
from xenotable.odds.exchange import ATTACKER, DEFENDER, Exchange, Steps, assign_seats, resolve
from xenotable.odds.exploring import End, Explored, TooMany, explore
from xenotable.odds.plain import doubles, pool, retry_chance, sums
from xenotable.odds.policies import Policy, Unanswered, prefer
from xenotable.odds.result import Odds, chance
from xenotable.odds.sampling import agrees, simulate

__all__ = [
    "ATTACKER",
    "DEFENDER",
    "End",
    "Exchange",
    "Explored",
    "Odds",
    "Policy",
    "Steps",
    "TooMany",
    "Unanswered",
    "agrees",
    "assign_seats",
    "chance",
    "distribution",
    "doubles",
    "draw_outcomes",
    "explore",
    "outcomes",
    "pool",
    "prefer",
    "resolve",
    "retry_chance",
    "simulate",
    "sums",
    "worth",
]
