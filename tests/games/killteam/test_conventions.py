"""The conventions of the policies, face by face: every die is rolled out by hand, with nothing of the house."""

from fractions import Fraction
from itertools import product

import pytest

from games.killteam.field import rule, rules
from xenotable.games.killteam.forecasts.exact import harm
from xenotable.games.killteam.rules.shooting.terms import Terms

DIE = range(1, 7)


def rolls(n):
    """Every way that n dice can fall, equally likely."""
    return list(product(DIE, repeat=n))


def finals(dice, skill, own):
    """The dice after the weapon's re-rolls, each way with its chance: failed dice only, no die twice."""
    again = [False] * len(dice)
    for i, face in enumerate(dice):
        again[i] = ("Relentless" in own and face < skill) or ("Ceaseless" in own and face == 1)
    first = [i for i, up in enumerate(again) if up]
    for faces in rolls(len(first)):
        now = list(dice)
        for i, face in zip(first, faces, strict=True):
            now[i] = face
        share = Fraction(1, 6 ** len(first))
        failed = [i for i in range(len(now)) if not again[i] and now[i] < skill]
        if "Balanced" not in own or not failed:
            yield now, share
            continue
        one = min(failed, key=lambda i: now[i])  # a 1 before other failed dice
        for face in DIE:
            yield [face if i == one else f for i, f in enumerate(now)], share / 6


def least(hits, crits, normal, critical, low, high):
    """The least damage that these saves can leave: every way to spend them is tried."""
    found = []
    for a in range(normal + 1):  # normal saves on normal hits
        for b in range((normal - a) // 2 + 1):  # pairs of them on criticals
            for c in range(critical + 1):  # critical saves on criticals
                left = max(0, hits - a - (critical - c)), max(0, crits - b - c)
                found.append(left[0] * low + left[1] * high)
    return min(found)


def against(hits, crits, first, dice, need, cover, damage):
    """How much comes through a defence of so many dice: amount by chance."""
    kept = min(cover, dice)
    found = {}
    for faces in rolls(dice - kept):
        normal = kept + sum(need <= f < 6 for f in faces)
        done = first + least(hits, crits, normal, sum(f == 6 for f in faces), *damage)
        found[done] = found.get(done, 0) + Fraction(1, 6 ** (dice - kept))
    return found


def by_hand(attacks, skill, damage, special, defence, save, wounds, inv, cover, policy):
    own = dict(rules(special))
    found = {}
    for dice in rolls(attacks):
        for now, share in finals(dice, skill, own):
            lethal = own.get("Lethal", 6)
            crits = sum(f >= skill and f >= lethal for f in now) if lethal < 6 else sum(f == 6 for f in now)
            hits = sum(f >= skill for f in now) - crits
            if "Rending" in own and hits and crits:
                hits, crits = hits - 1, crits + 1
            first = (own.get("MW", 0) + own.get("Splash", 0)) * crits
            ap = max(own.get("AP", 0), own.get("P", 0) if crits else 0)
            kept = 0 if "No Cover" in own else cover
            p = share * Fraction(1, 6**attacks)
            ends = {first: Fraction(1)}
            if first < wounds and hits + crits:
                ends = against(hits, crits, first, max(0, defence - ap), save, kept, damage)
                if inv:
                    other = against(hits, crits, first, defence, inv, kept, damage)
                    if policy == "usual" or badness(other, wounds) < badness(ends, wounds):
                        ends = other
            for d, q in ends.items():
                found[d] = found.get(d, 0) + p * q
    return found


def badness(ends, wounds):
    """What a defender likes less: falling first, then damage."""
    return sum(q for d, q in ends.items() if d >= wounds), sum(d * q for d, q in ends.items())


CASES = [
    (3, 4, (3, 4), "", 2, 5, 6, 0, 0),
    (3, 3, (3, 5), "Lethal 5+", 2, 4, 7, 0, 0),
    (3, 6, (3, 5), "Lethal 5+", 2, 4, 7, 0, 0),
    (3, 4, (2, 3), "Balanced", 2, 3, 4, 0, 1),
    (3, 4, (2, 3), "Ceaseless", 2, 3, 4, 0, 1),
    (2, 4, (2, 3), "Relentless", 2, 3, 4, 0, 1),
    (2, 4, (2, 3), "Ceaseless, Balanced", 2, 3, 4, 0, 0),
    (2, 5, (2, 3), "Relentless, Balanced", 2, 3, 4, 0, 0),
    (3, 3, (2, 5), "Rending", 2, 4, 8, 0, 0),
    (3, 4, (2, 4), "Rending, P1", 3, 4, 6, 0, 1),
    (3, 4, (2, 4), "AP1, P2", 3, 3, 6, 5, 0),
    (3, 4, (2, 4), "P2", 3, 3, 6, 4, 1),
    (3, 3, (3, 3), "MW3", 3, 4, 7, 0, 0),
    (3, 3, (2, 3), "Splash 1, Rending", 2, 4, 5, 0, 1),
    (3, 3, (4, 4), "AP2", 3, 3, 8, 5, 2),
    (3, 3, (4, 4), "No Cover", 3, 5, 8, 0, 2),
    (3, 3, (5, 6), "", 3, 4, 9, 4, 3),
    (3, 4, (4, 2), "Rending, Lethal 5+", 2, 5, 6, 0, 0),
]


@rule("odds.policy-names", "odds.exact")
@pytest.mark.parametrize("policy", ["plain", "usual"])
@pytest.mark.parametrize("case", CASES, ids=lambda c: f"{c[3] or 'nothing'}, save {c[5]}, inv {c[7]}, cover {c[8]}")
def test_policies_face_by_face(case, policy):
    attacks, skill, damage, special, defence, save, wounds, inv, cover = case
    terms = Terms(attacks, skill, *damage, tuple(sorted(rules(special))), defence, save, wounds, inv, cover)
    found = harm(terms, policy, exact=True)
    assert dict(found.damage) == by_hand(*case, policy)
    assert found.kill == sum(p for d, p in found.damage if d >= wounds)


@rule("odds.policy-names")
def test_the_usual_convention_always_uses_the_invulnerable_save():
    """One die of 3 damage at 2+ against one defence die, SV 2+ or Inv 6+. A normal hit (4/6) gets past SV 2+ in 1/6 and
    past Inv 6+ in 5/6, a critical hit (1/6) past either in 5/6."""
    terms = Terms(1, 2, 3, 3, (), 1, 2, 3, 6)
    critical = Fraction(1, 6) * Fraction(5, 6)
    assert harm(terms, "plain", exact=True).kill == Fraction(4, 6) * Fraction(1, 6) + critical
    assert harm(terms, "usual", exact=True).kill == Fraction(4, 6) * Fraction(5, 6) + critical


@rule("odds.policy-names")
def test_best_play_by_hand():
    """Two dice at 4+ with Balanced against 2 wounds, 2 damage a hit, no defence: one hit is enough, so a hit is never
    given up; two failures leave one die to try: 1 - 1/4 * 1/2."""
    assert harm(Terms(2, 4, 2, 2, rules("Balanced"), 0, 6, 2), "best", exact=True).kill == 1 - Fraction(1, 8)
    # With MW, a critical hit alone kills: best play gives up normal hits to look for it, plain does not.
    fishing = Terms(2, 2, 0, 0, rules("Relentless, MW2"), 0, 6, 2)
    assert harm(fishing, "best", exact=True).kill == 1 - Fraction(5, 6) ** 4
    assert harm(fishing, "plain", exact=True).kill == 1 - (Fraction(4, 6) + Fraction(1, 6) * Fraction(5, 6)) ** 2


@rule("odds.policy-names")
@rule("combos.relentless-with-others", exercises=["specials.relentless", "specials.balanced"])
def test_best_play_uses_every_reroll_there_is():
    both = Terms(3, 3, 1, 2, rules("Balanced, Relentless, P2"), 3, 4, 4)
    alone = harm(Terms(3, 3, 1, 2, rules("Relentless, P2"), 3, 4, 4), "best", exact=True).kill
    assert harm(both, "best", exact=True).kill > alone
    assert harm(both, "best", exact=True).kill >= harm(both, "plain", exact=True).kill
