"""Positions and shorthands that several test modules begin with."""

from games.rampant.skirmish import Skirmish, hits
from xenotable.engine import Moved
from xenotable.games.rampant.content import content
from xenotable.games.rampant.rules.activation.order_tests import modifiers, score_of
from xenotable.games.rampant.rules.scenarios.scoring import end_points
from xenotable.games.rampant.scenes import Melee, Orders, Shooting
from xenotable.games.rampant.state import Entry
from xenotable.odds import sums

GONE = {"where": "gone", "gone": "destroyed"}
STAY = Moved()


def entry(kind, *bought, **more):
    """A line of a roster with these options and xeno rules."""
    options = tuple(b for b in bought if b in content().options)
    return Entry("Unit", kind, options, tuple(b for b in bought if b not in options), **more)


def meet(mine, theirs, *, at=(24, 20), **more):
    """Attacker (from the south) and defender in contact."""
    battle = Skirmish(**more)
    a, b = battle.face_off(mine, theirs, 0.0)
    shift = at[1] - battle.rows[b]["y"]
    for uid in (a, b):
        battle.rows[uid] |= {"y": battle.rows[uid]["y"] + shift}
    return battle.start(Melee(a, b)), a, b


def fight(mine, theirs, attack, defend, *courage, **more):
    """Hits of both sides, then the dice of the tests that follow."""
    battle, a, b = meet(mine, theirs, **more)
    battle.roll(*hits(attack, face=6), *hits(defend, face=6), *courage)
    return battle, a, b


def scores(battle):
    return tuple(battle.of_side(s).score for s in (0, 1))


def counted(battle, alone=None):
    end_points(battle.live, alone)
    return scores(battle)


def chance(battle, unit, order):
    """The exact chance of an ordered test, in 36ths."""
    need, bonus = score_of(battle.game, unit, order), modifiers(battle.game, unit, order)
    return sums(2, exact=True).at_least(need - bonus) * 36


def orders(*units, enemy=(24, 44), **more):
    """The third step of a phase with these units of seat 0, all in its zone; an enemy far away."""
    battle = Skirmish(**more)
    named = [u if isinstance(u, tuple) else (u,) for u in units]
    ids = [battle.put(0, kind, (6 + 8 * i, 4), *bought) for i, (kind, *bought) in enumerate(named)]
    battle.put(1, "heavy", enemy)
    return battle.start(Orders(0)), *ids


def fire(mine, theirs, n, gap=12.0, face=6, then=(6, 6), **rows):
    """One volley with so many hits; gives what the target lost."""
    battle = Skirmish()
    a, b = battle.face_off(mine, theirs, gap)
    battle.rows[b] |= rows
    before = battle.unit(b).strength
    battle.start(Shooting(a)).roll(*hits(n, face=face), *(then if n else ())).go(target=b)
    return before - battle.unit(b).strength
