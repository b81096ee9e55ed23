"""Exchanges of dice as they stand on the table, each with its exact odds and with the live rules that resolve it.

    python exchanges.py 20000        plays each of them so often and prints what came out, as JSON

It runs in a process of its own, because nothing is cited there. The position is built once; every sequence of rolls is
played by the live rules on a copy of it (see `throwing`).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from games.xenocide.battlefield import Battlefield, rolled_out
from games.xenocide.throwing import Rolls, Trials
from xenotable.engine import Forecast, Roll
from xenotable.games.xenocide.content import weapons
from xenotable.games.xenocide.forecasts import assault, losses, titans
from xenotable.games.xenocide.forecasts import blows as forecasts_blows
from xenotable.games.xenocide.forecasts.buildings import escapes, of_blows, of_bombardment
from xenotable.games.xenocide.forecasts.suppression import of_suppression
from xenotable.games.xenocide.rules.army.models import armoury, kinds
from xenotable.games.xenocide.rules.assault import dice as melee
from xenotable.games.xenocide.rules.assault import morale
from xenotable.games.xenocide.rules.buildings.assault import dice_at
from xenotable.games.xenocide.rules.buildings.bombardment import fire_at
from xenotable.games.xenocide.rules.buildings.collapse import run_out
from xenotable.games.xenocide.rules.buildings.structure import batter_section
from xenotable.games.xenocide.rules.flight.flyers import bomb_odds, release
from xenotable.games.xenocide.rules.flight.special_moves import roll_teleport, teleport_odds
from xenotable.games.xenocide.rules.rally import chances, roll
from xenotable.games.xenocide.rules.scenarios.scoring import break_odds, holds
from xenotable.games.xenocide.rules.shooting.fire import fire
from xenotable.games.xenocide.rules.shooting.pools import volleys_for
from xenotable.games.xenocide.rules.shooting.targeting import aim
from xenotable.games.xenocide.rules.suppression import tests as nerve_tests
from xenotable.games.xenocide.rules.titans.hits import hull_of
from xenotable.games.xenocide.scenes import Suppression
from xenotable.games.xenocide.state import Xenocide
from xenotable.odds import Odds

Play = Callable[[Xenocide, Rolls], Sequence[float]]
Case = tuple[Xenocide, dict[str, tuple[float, float]], Play]  # the position, (mean, deviation) of figures, a trial

CASES: dict[str, Callable[[], Case]] = {}


def figure(exact: Odds) -> tuple[float, float]:
    return exact.mean, exact.deviation


def chance(p: float) -> tuple[float, float]:
    return p, max(0.0, p * (1.0 - p)) ** 0.5


def told(shown: Forecast) -> Odds:
    return Odds({float(c.label.split()[0]): c.p for c in shown.distribution})


def labelled(shown: Forecast, label: str) -> float:
    return next(c.p for c in shown.chances if c.label == label)


# ---- fire ------------------------------------------------------------------------------------------------------------

FIRE = [
    ("tank-cannon", "medium-tank", 5, "medium-infantry", 6, False),
    ("assault-rifles", "medium-infantry", 6, "jetbike", 5, False),
    ("howitzer", "medium-artillery", 3, "medium-infantry", 6, False),
    ("assault-rifles", "medium-infantry", 5, "medium-infantry", 4, True),
    ("chorus-array", "chorus-battery", 3, "lancer-adept", 3, False),
]
SHOCK = [
    ("assault-rifles", "medium-infantry", 6, "medium-infantry", 6, False),
    ("howitzer", "medium-artillery", 3, "medium-infantry", 6, False),  # area and Suppression
    ("twin-autogun", "apc", 4, "medium-infantry", 5, True),
    ("quad-flak", "anti-aircraft-tank", 3, "jetbike", 4, False),
    ("needle-volley", "needleback", 3, "medium-infantry", 4, False),
]


def line_up(kind: str, n: int, target: str, m: int, mixed: bool) -> tuple[Battlefield, str, str]:
    field = Battlefield(("forest", 18, 24, 4, 8))
    a, b = field.put(0, kind, (20, 10), n), field.put(1, target, (21, 26), m)
    if mixed:
        field.mix(b, "apc", [(26, 26), (26, 28)])
    for seat in (0, 1):
        field.game.sides.set(seat, points=0)
    return field, a, b


def fired(weapon: str, *setup: Any) -> Case:
    field, a, b = line_up(*setup)
    game, w = field.game, weapons()[weapon]
    kills = Odds.certain(0)
    for v in volleys_for(game, a, w, b, aim(game, a, w, b)):
        kills = kills + losses.losses(v)
    size, scenes = field.size(b), fire(game, a, w, b)

    def play(copy: Xenocide, rolls: Rolls) -> Sequence[float]:
        rolled_out(copy, scenes, rolls)
        return (size - len(copy.units[b].models),)

    return game, {"lost": figure(kills)}, play


def shaken(weapon: str, *setup: Any) -> Case:
    field, a, b = line_up(*setup)
    shown = of_suppression(field.game, a, weapons()[weapon], b)
    assert shown is not None
    scenes = fire(field.game, a, weapons()[weapon], b)

    def play(copy: Xenocide, rolls: Rolls) -> Sequence[float]:
        rolled_out(copy, scenes, rolls)
        alive = bool(copy.units[b].models)
        if alive:
            rolled_out(copy, nerve_tests(copy, Suppression((b,))), rolls)
        return alive, copy.units[b].marks > 0

    exact = {x: chance(labelled(shown, x)) for x in ("survives", "suppressed")}
    return field.game, exact, play


TITANS = [
    ("medium-tank", 5, "tank-cannon", "bastion-titan", {}),
    ("jetbike", 6, "twin-stubbers", "bastion-titan", {"layers": 1, "core": 1}),
    ("obelisk-titan", 1, "sunlance@3", "bastion-titan", {"core": 2}),  # Shield Breaker and Crippling
    ("obelisk-titan", 1, "sunlance@2", "obelisk-titan", {"core": 3}),  # crippled projectors stop flickering
    ("mirage-titan", 1, "mirage-lance@1", "mirage-titan", {}),
    ("medium-tank", 5, "tank-cannon", "mirage-titan", {"core": 1}),
    ("medium-artillery", 4, "howitzer", "worldmaw", {"core": 2}),
    ("heavy-tank", 4, "heavy-cannon", "crawler-titan", {"core": 1, "layers": 2}),
]


def pierced(kind: str, n: int, weapon: str, target: str, state: dict[str, int]) -> Case:
    field = Battlefield(("forest", 18, 24, 6, 8))
    a, t = field.put(0, kind, (20, 8), n), field.put(1, target, (21, 27))
    game = field.game
    game.titans.set(t, **state)
    names = [w.id for w in game.kinds[game.models[field.unit(a).models[0]].kind].weapons]
    w = armoury()[weapon if weapon in names else names[0]]
    start, scenes = hull_of(game, t), fire(game, a, w, t)
    ends = titans.after_fire(game, t, volleys_for(game, a, w, t, aim(game, a, w, t)))

    def play(copy: Xenocide, rolls: Rolls) -> Sequence[float]:
        rolled_out(copy, scenes, rolls)
        row, gone = copy.titans[t], not copy.units[t].models
        return start.core - row.core + gone, row.layers, gone

    exact = {
        "levels": figure(Odds.of(ends, lambda end: titans.levels_lost(start, end))),
        "layers": figure(Odds.of(ends, lambda end: end.layers)),
        "gone": figure(Odds.of(ends, lambda end: int(end.gone))),
    }
    return game, exact, play


# ---- close assault ---------------------------------------------------------------------------------------------------

FIGHTS = [
    ("medium-infantry", 6, "medium-infantry", 6, "", False),
    ("thren-warrior", 8, "heavy-tank", 2, "", False),  # 66
    ("delver", 4, "heavy-tank", 3, "", False),  # Cutter against 66
    ("blink-guard", 6, "lancer-adept", 6, "", False),  # Shatter against shields
    ("skitterling", 8, "lancer-adept", 5, "", True),  # shields, dug in
    ("assault-walker", 4, "medium-infantry", 5, "apc", False),  # two kinds with different CAD
    ("gorehorn", 3, "assault-walker", 4, "heavy-tank", False),  # CAD 6 and 66 in one unit
]
BRAWLS = [
    ("bastion-titan", 1, "medium-tank", 4, {"power": 0}),
    ("gorehorn", 4, "bastion-titan", 1, {"core": 2, "layers": 2}),
    ("blink-guard", 8, "bastion-titan", 1, {"core": 1, "layers": 2}),  # Shatter
    ("delver", 5, "worldmaw", 1, {"core": 1}),  # Cutter against 6666
    ("worldmaw", 1, "heavy-tank", 3, {}),  # Cutter of a weapon
    ("skyrender", 1, "mirage-titan", 1, {"core": 1}),
]


def duel(kind: str, n: int, target: str, m: int, mixed: str, dug: bool) -> tuple[Battlefield, str, str]:
    field = Battlefield()
    ranks = [(10 + 1.5 * (i % 4), 10 + 1.5 * (i // 4)) for i in range(n)]
    a = field.line(0, kind, ranks, order="assault", charge="assault")
    b = field.line(1, target, [(10 + 1.5 * (i % 4), 16 + 1.5 * (i // 4)) for i in range(m)], dug=dug)
    if mixed:
        field.mix(b, mixed, [(17, 16), (17, 18)])
    for side in (0, 1):
        field.game.sides.set(side, points=0)
    return field, a, b


def struck(*setup: Any) -> Case:
    """One strike: what falls, and how often at least so many."""
    field, a, b = duel(*setup)
    game = field.game
    dice, _, _ = melee.count_dice(game, a, field.unit(a).models, True)
    guard = melee.count_dice(game, b, field.unit(b).models, True)[2]
    exact = forecasts_blows.lost_models(forecasts_blows.blows(game, a, b, dice, guard, True))
    game.units.set(a, attack=dice)
    game.units.set(b, defence=guard)
    size = field.size(b)

    def play(copy: Xenocide, rolls: Rolls) -> Sequence[float]:
        rolled_out(copy, melee.strike_unit(copy, b, [(a, dice)], True), rolls, casualty=lambda ask: cheapest(copy, ask))
        lost = size - len(copy.units[b].models)
        return lost, *(lost >= k for k in range(1, size + 1))

    figures = {"lost": figure(exact)} | {f"at least {k}": chance(exact.at_least(k)) for k in range(1, size + 1)}
    return game, figures, play


def cheapest(game: Xenocide, ask: Any) -> str:
    """The pool that an owner gives up first."""
    return min(ask.among(), key=lambda name: (game.kinds[name.split("/")[0]].vp, name))


def both_strike(copy: Xenocide, a: str, b: str, rolls: Rolls) -> None:
    for flow in (
        melee.strike(copy, (a,), (b,), True, True),
        melee.strike(copy, (b,), (a,), False, True),
        morale.tests(copy, (a,), (b,), 1),
    ):
        rolled_out(copy, flow, rolls)


def broken(*setup: Any) -> Case:
    """Both strikes and both tests: who is marked."""
    field, a, b = duel(*setup)
    game = field.game
    game.units.set(a, charge="")
    there, back = assault.of_assault(game, a, (b,))
    game.units.set(a, charge="assault")
    for u, foe in ((b, a), (a, b)):
        field.run(melee.split(game, u, field.unit(u).models, True, (foe,)), split=0)

    def play(copy: Xenocide, rolls: Rolls) -> Sequence[float]:
        both_strike(copy, a, b, rolls)
        return copy.units[b].marks, copy.units[a].marks

    return game, {"they": chance(labelled(there, "breaks")), "we": chance(labelled(back, "breaks"))}, play


def level(game: Xenocide, u: str) -> int:
    """Core levels and the life of a titan, models of others."""
    n = len(game.units[u].models)
    return game.titans[u].core + n if u in game.titans else n


def brawl(kind: str, n: int, target: str, m: int, state: dict[str, int], suppressed: bool) -> Case:
    field = Battlefield()
    a = field.put(0, kind, (20, 10), n, order="assault", charge="assault")
    d = field.put(1, target, (20, 16.5), m)
    game = field.game
    for u in (a, d):
        if u in game.titans:
            game.titans.set(u, **state)
    if suppressed:
        game.units.set(d, marks=1)
    for side in (0, 1):
        game.sides.set(side, points=0)
    there, back = assault.of_assault(game, a, (d,))
    for u, foe in ((d, a), (a, d)):
        field.run(melee.split(game, u, field.unit(u).models, True, (foe,)), split=0, blades=0)
    before, marks = (level(game, d), level(game, a)), (game.units[d].marks, game.units[a].marks)

    def play(copy: Xenocide, rolls: Rolls) -> Sequence[float]:
        both_strike(copy, a, d, rolls)
        lost = before[0] - level(copy, d), before[1] - level(copy, a)
        return *lost, copy.units[d].marks > marks[0], copy.units[a].marks > marks[1]

    exact = {
        "they lose": figure(told(there)), "we lose": figure(told(back)),
        "they break": chance(labelled(there, "breaks")), "we break": chance(labelled(back, "breaks")),
    }  # fmt: skip
    return game, exact, play


# ---- buildings -------------------------------------------------------------------------------------------------------

SHELLED = [
    ("apartment-block", "medium-tank", 4, 10), ("apartment-block", "medium-tank", 4, 2),
    ("power-station", "medium-artillery", 3, 10),
    ("prefab-hut", "medium-infantry", 6, 3), ("prefab-hut", "medium-artillery", 3, 0),
]  # fmt: skip
BATTERED = [("medium-infantry", 10), ("medium-infantry", 1), ("delver", 3)]


def house(kind: str, before: str, n: int, left: int) -> tuple[Battlefield, str]:
    field = Battlefield(buildings=((kind, 20.0, 20.0),))
    u = field.put(0, before, (22, 13), n)
    field.game.sections.set("b0s0", points=left)
    return field, u


def section(game: Xenocide, shown: Forecast, left: int, flow: Callable[[Xenocide], Any]) -> Case:
    def play(copy: Xenocide, rolls: Rolls) -> Sequence[float]:
        rolled_out(copy, flow(copy), rolls)
        row = copy.sections["b0s0"]
        return left - row.points, row.down

    return game, {"structure": figure(told(shown)), "collapses": chance(labelled(shown, "collapses"))}, play


def shelled(kind: str, before: str, n: int, left: int) -> Case:
    field, u = house(kind, before, n, left)
    w = kinds()[before].weapons[0]
    shown = of_bombardment(field.game, u, w, "b0s0")
    return section(field.game, shown, left, lambda copy: fire_at(copy, u, w, "b0s0"))


def blows(kind: str, left: int) -> Case:
    field, u = house("apartment-block", kind, 3, left)
    for m in field.unit(u).models:
        field.game.models.set(m, y=18.0)
    dice = dice_at(field.game, u, "b0s0")
    shown = of_blows(field.game, u, "b0s0", dice)
    return section(field.game, shown, left, lambda copy: batter_section(copy, "b0s0", [(u, dice)]))


# ---- single rolls ----------------------------------------------------------------------------------------------------


def buried(kind: str, n: int) -> Case:
    """Who is in a section that collapses runs for it."""
    field = Battlefield(buildings=(("apartment-block", 20.0, 20.0),))
    u = field.house(field.put(0, kind, (0, 0), n))
    (shown,) = escapes(field.game, "b0s0")

    def play(copy: Xenocide, rolls: Rolls) -> Sequence[float]:
        rolled_out(copy, run_out(copy, "b0s0", u), rolls)
        return (n - len(copy.units[u].models),)

    return field.game, {"buried": figure(told(shown))}, play


def divided(kind: str, n: int, target: str, m: int, dice: int) -> Case:
    """Some of the dice of a unit at one of several enemies, which defends itself with three."""
    field = Battlefield()
    a, b = field.put(0, kind, (20, 10), n, order="assault", charge="assault"), field.put(1, target, (20, 16.5), m)
    game = field.game
    game.units.set(b, defence=3)
    shown, before = assault.of_dice(game, a, b, dice, True), level(game, b)

    def play(copy: Xenocide, rolls: Rolls) -> Sequence[float]:
        rolled_out(copy, melee.strike_unit(copy, b, [(a, dice)], True), rolls)
        return (before - level(copy, b),)

    return game, {"lost": figure(told(shown))}, play


def rallied(marks: int, extra: bool, friend: bool) -> Case:
    field = Battlefield()
    u = field.line(0, "medium-infantry", [(10, 10)], marks=marks)
    if friend:
        field.line(0, "medium-infantry", [(15, 10)])
    (shown,) = chances(field.game, u, extra).chances

    def play(copy: Xenocide, rolls: Rolls) -> Sequence[float]:
        rolled_out(copy, roll(copy, u, extra), rolls)
        return (not copy.units[u].marks,)

    return field.game, {"rallies": chance(shown.p)}, play


def teleported() -> Case:
    field = Battlefield(("solid-wall", 0, 14, 40, 1))
    u = field.line(0, "blink-guard", [(10, 8)])
    (shown,) = teleport_odds().chances
    eyes, ends = [(10.0, 8.0, 0.3, 0.5)], {f"{u}m0": (10.0, 19.0)}

    def play(copy: Xenocide, rolls: Rolls) -> Sequence[float]:
        return (rolled_out(copy, roll_teleport(copy, u, eyes, ends), rolls),)

    return field.game, {"arrives": chance(shown.p)}, play


def bombed() -> Case:
    field = Battlefield()
    u, t = field.put(0, "strike-flyer", (20, 10), 3, high=True), field.put(1, "medium-infantry", (20, 20), 6)
    bombs = [w for w in kinds()["strike-flyer"].weapons if w.bombs]
    (shown,) = bomb_odds(field.game, u, bombs, t, field.unit(u).models)

    def play(copy: Xenocide, rolls: Rolls) -> Sequence[float]:
        rolled_out(copy, release(copy, u, bombs[0], t, copy.units[u].models), rolls)
        return (6 - len(copy.units[t].models),)

    return field.game, {"lost": figure(told(shown))}, play


def held(scenario: str, target: int) -> Case:
    field = Battlefield(scenario=scenario)
    (shown,) = break_odds(field.game, target).chances

    def play(_: Xenocide, rolls: Rolls) -> Sequence[float]:
        faces = rolls(Roll(n=2))
        return (holds(sum(face * n for face, n in enumerate(faces, 1)), target, scenario == "invasion"),)

    return field.game, {"holds": chance(shown.p)}, play


def register() -> None:
    for c in FIRE:
        CASES[f"fire of {c[1]} at {c[3]}{' mixed' if c[5] else ''}"] = lambda c=c: fired(*c)
    for c in SHOCK:
        CASES[f"suppression by {c[0]}"] = lambda c=c: shaken(*c)
    for t in TITANS:
        CASES[f"fire of {t[0]} at {t[3]}"] = lambda t=t: pierced(*t)
    for f in FIGHTS:
        CASES[f"strike of {f[0]} at {f[2]}{' and ' + f[4] if f[4] else ''}"] = lambda f=f: struck(*f)
    for f in FIGHTS[:2]:
        CASES[f"round of {f[0]} against {f[2]}"] = lambda f=f: broken(*f)
    for b in BRAWLS:
        for marked in (False, True):
            foe = f"suppressed {b[2]}" if marked else b[2]
            CASES[f"round of {b[0]} against {foe}"] = lambda b=b, s=marked: brawl(*b, s)
    for s in SHELLED:
        CASES[f"{s[1]} shells {s[0]} with {s[3]} points"] = lambda s=s: shelled(*s)
    for kind, left in BATTERED:
        CASES[f"{kind} batters a building with {left} points"] = lambda k=kind, n=left: blows(k, n)
    for r in ((1, False, False), (1, True, False), (2, False, True)):
        CASES[f"rally {r}"] = lambda r=r: rallied(*r)
    for h in (("attrition", 9), ("attrition", 7), ("invasion", 12)):
        CASES[f"break test {h}"] = lambda h=h: held(*h)
    for kind, n in (("medium-infantry", 4), ("blink-guard", 3), ("jetbike", 2)):
        CASES[f"escape of {kind}"] = lambda k=kind, n=n: buried(k, n)
    for d in (("medium-infantry", 6, "medium-infantry", 5, 4), ("delver", 4, "bastion-titan", 1, 9)):
        CASES[f"{d[4]} dice of {d[0]} at {d[2]}"] = lambda d=d: divided(*d)
    CASES["teleport"] = teleported
    CASES["bombs"] = bombed


register()


def simulated(n: int, names: Sequence[str]) -> Iterator[tuple[str, dict[str, tuple[float, float, float]]]]:
    """Of each exchange and figure: the exact mean and deviation, and the mean of so many trials."""
    for name in names:
        game, exact, play = CASES[name]()
        game.listener = None
        trials = Trials(name, lambda rolls, game=game, play=play: play(game.copy(), rolls))
        sums = [0.0] * len(exact)
        for _ in range(n):
            for i, x in enumerate(trials.trial()):
                sums[i] += x
        yield name, {key: (*exact[key], sums[i] / n) for i, key in enumerate(exact)}


if __name__ == "__main__":
    json.dump(dict(simulated(int(sys.argv[1]), sys.argv[2:] or list(CASES))), sys.stdout)
