"""The exact odds that fire suppresses its target: what the volleys of a weapon system, with the fire of the phase so
far, do to the test at its end (chapter "suppression"). Dice are read as live fire reads them."""

from __future__ import annotations

from msgspec.structs import replace

from xenotable.engine import Forecast
from xenotable.games.xenocide.content import Weapon
from xenotable.games.xenocide.forecasts import losses
from xenotable.games.xenocide.rules.aoe import cap_hits
from xenotable.games.xenocide.rules.play.models import is_titan
from xenotable.games.xenocide.rules.play.units import strength
from xenotable.games.xenocide.rules.shooting.fire import closest
from xenotable.games.xenocide.rules.shooting.hits import deal, effective, read, rolls_again
from xenotable.games.xenocide.rules.shooting.pools import volleys_for
from xenotable.games.xenocide.rules.shooting.targeting import aim
from xenotable.games.xenocide.rules.stats.specials import suppression_weapons
from xenotable.games.xenocide.rules.suppression import area_total, could_hurt, must_test, nerves, passes, target_of
from xenotable.games.xenocide.scenes import Volley
from xenotable.games.xenocide.state import Fire, Xenocide
from xenotable.odds import sums

Hits = tuple[int, ...]
Falls = dict[tuple[Hits, int], float]  # hits by the aspects they reach (or area hits), dice that hit -> chance
VolleyLosses = dict[tuple[int, int, bool], float]  # models lost, Suppression weapons that hit, hit at all -> chance


def die(v: Volley, exact: bool) -> Falls:
    """What one die does, and whether it hit."""
    need = effective(v)
    spread: Falls = {}
    for face in range(1, 7):
        shown = tuple(int(f == face) for f in range(1, 7))
        again = face == 1 and rolls_again(need)
        for second in range(1, 7) if again else (0,):
            tally = read(v, need, shown, tuple(int(f == second) for f in range(1, 7)) if again else ())
            hit = sum(tally.hits) + tally.splash
            for hits, q in _hits(v, tally.hits, tally.splash, exact):
                key = hits, min(hit, 1)
                spread[key] = spread.get(key, 0) + q / (36 if again else 6)
    return spread


def _hits(v: Volley, hits: Hits, splash: int, exact: bool) -> list[tuple[Hits, float]]:
    x, one = v.weapon.aoe, losses.whole(exact)
    if not x:
        return [(hits, one)]
    if sum(hits):
        return [((n,), q) for n, q in losses.area_of(x, v.cap, exact).items()]
    return [((cap_hits(x, v.cap) * splash,), one)]


def add_falls(a: Falls, b: Falls) -> Falls:
    found: Falls = {}
    for (hits, n), p in a.items():
        for (more, k), q in b.items():
            key = tuple(x + y for x, y in zip(hits, more, strict=True)), n + k
            found[key] = found.get(key, 0) + p * q
    return found


def fall(v: Volley, exact: bool = False) -> Falls:
    """All dice of a volley; instead of dice, guns that hit are counted (each gun once)."""
    one = die(v, exact)
    gun = v.dice // v.guns if "suppression" in v.weapon.special and v.dice > v.guns else v.dice
    total = none = {((0,) * len(next(iter(one))[0]), 0): losses.whole(exact)}
    for _ in range(gun):
        total = add_falls(total, one)
    guns = 1 if gun != v.dice else v.guns
    each: Falls = {}
    for (hits, n), p in total.items():
        each[hits, min(n, guns)] = each.get((hits, min(n, guns)), 0) + p
    total = none
    for _ in range(v.dice // gun):
        total = add_falls(total, each)
    return total


def volley_losses(v: Volley, exact: bool = False) -> VolleyLosses:
    """What a volley does to its target."""
    counts = "suppression" in v.weapon.special
    found: VolleyLosses = {}
    for (hits, guns), p in fall(v, exact).items():
        shares = [(n,) for n in deal(v.pools, hits, bool(v.weapon.aoe))]
        for lost, q in losses.loss_odds((v,), shares, losses.whole(exact)).items():
            key = lost, suppression_weapons(guns) if counts else 0, guns > 0
            found[key] = found.get(key, 0) + p * q
    return found


def of_suppression(
    game: Xenocide, unit: str, w: Weapon, target: str, focus: int = 0, exact: bool = False
) -> Forecast | None:
    """The test that a target takes at the end of the phase if nobody else fires at it; none if it need not test."""
    fired = volleys_for(game, unit, w, target, aim(game, unit, w, target), focus)
    if is_titan(game, target) or not fired:
        return None
    fire = game.fire.get(target) or Fire(strength(game, target))
    hurt = [v for v in fired if could_hurt(v)]
    units = fire.units if unit in fire.units or not hurt else (*fire.units, unit)
    shots, area = fire.shots + sum(v.dice for v in hurt), fire.area + sum(area_total(v) for v in fired)
    found = aim(game, unit, w, target)
    nearest = closest(game, target, found.direct or found.indirect, fire.nearest)
    now = replace(fire, shots=shots, area=area, units=units, nearest=nearest)
    if not must_test(now):
        return None
    total: VolleyLosses = {(0, 0, False): losses.whole(exact)}
    for v in fired:
        total = _both(total, volley_losses(v, exact), could_hurt(v))
    dice = sums(nerves(game, target), highest=2, exact=exact)
    failing: float = 0
    standing: float = 0
    size, start = len(game.units[target].models), game.units[target].start
    for (lost, guns, hit), p in total.items():
        if lost >= size:
            continue
        after = replace(now, hit=now.hit or hit, casualty=now.casualty or lost > 0, weapons=now.weapons + guns)
        need = target_of(game, target, after, int((strength(game, target) - lost) * 2 < start))
        failing += p * sum(q for n, q in dice.chances.items() if not passes(n, need))
        standing += p
    title = f"{game.name(target)} is suppressed"
    return dice.forecast(title, "", "suppression.test", [("suppressed", failing), ("survives", standing)])


def _both(a: VolleyLosses, b: VolleyLosses, hurts: bool) -> VolleyLosses:
    found: VolleyLosses = {}
    for (lost, guns, hit), p in a.items():
        for (more, other, struck), q in b.items():
            key = lost + more, guns + other, hit or (hurts and struck)
            found[key] = found.get(key, 0) + p * q
    return found
