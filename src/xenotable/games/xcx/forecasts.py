"""What the dice may bring, before anybody decides (rule `play.odds-preview`): attacks and what may come back, WILL,
Rally, skills, flight. All of it by the steps and values that the rules themselves use."""

from __future__ import annotations

from msgspec.structs import replace

from xenotable.engine import Chance, Forecast, rule
from xenotable.games.xcx import content
from xenotable.games.xcx.charging import strikes
from xenotable.games.xcx.engaged import free_attackers, free_options
from xenotable.games.xcx.modifiers import FREE_MELEE, MELEE, will_aim
from xenotable.games.xcx.shooting import forecast, shots
from xenotable.games.xcx.skills import DRESSING, Deed
from xenotable.games.xcx.state import CIVIL, Xcx
from xenotable.games.xcx.tests import chance_under
from xenotable.games.xcx.tests import forecast as test_forecast

Forecasts = list[Forecast]


def worth(found: Forecast) -> float:
    """To find the best of several: mean damage, or the chance to hit where nothing is damaged."""
    return found.mean if found.mean is not None else found.chances[0].p


@rule("play.odds-preview")
def both_ways(game: Xcx, id: str, target: str, weapon: str, manner: str) -> Forecasts:
    """An attack, and the best that its target could do to the attacker from where both stand."""
    return [forecast(game, id, target, weapon, manner), *answer(game, id, target, manner)]


def answer(game: Xcx, id: str, target: str, manner: str) -> Forecasts:
    if game.models[target].side == CIVIL:
        return []
    close = manner in (MELEE, FREE_MELEE)
    if close:
        found = [forecast(game, target, id, w, MELEE) for w, _ in strikes(game, target, (id,))]
    else:
        found = [forecast(game, target, id, w, "fire") for w, t in shots(game, target, "fire") if t == id]
    best = max(found, key=worth, default=None)
    return [] if best is None else [replace(best, title=f"{game.name(target)} could answer. {best.title}")]


def best_attack(game: Xcx, id: str, manner: str) -> Forecasts:
    options = strikes(game, id, game.models[id].engaged) if manner == MELEE else shots(game, id, manner)
    found = [(forecast(game, id, t, w, manner), t) for w, t in options]
    if not found:
        return []
    best, target = max(found, key=lambda f: worth(f[0]))
    return [replace(best, title=f"{game.name(target)}: {best.title}"), *answer(game, id, target, manner)]


@rule("play.odds-preview")
def order_odds(game: Xcx, id: str, order: str) -> Forecasts:
    """Of an order: the WILL test that comes first, and the best attack, the Rally or the flight."""
    found: Forecasts = []
    if game.models[id].markers and order not in ("rally", "down"):
        found.append(test_forecast("WILL test first", will_aim(game, id).value, "suppression.value"))
    if order == "rally":
        found.append(rally_odds(game.models[id].markers))
    elif order in ("fire", "advance"):
        found += best_attack(game, id, order)
    elif order == "strike":
        found += best_attack(game, id, MELEE)
    elif order == "flee":
        found += flight_odds(game, id)
    return found


def rally_odds(markers: int) -> Forecast:
    """How many markers a D6 leaves."""
    left = [max(0, markers - face) for face in range(1, 7)]
    spread = tuple(Chance(f"{n} left", left.count(n) / 6) for n in sorted(set(left)))
    return Forecast(
        "Rally", "actions.rally", sum(left) / 6, "markers", (Chance("none left", left.count(0) / 6),), spread
    )


def flight_odds(game: Xcx, id: str) -> Forecasts:
    """The best free attack of each enemy that gets one."""
    found = []
    for foe in free_attackers(game, id):
        options = [forecast(game, foe, id, w, manner) for _, w, manner in free_options(game, foe, id)]
        if options:
            best = max(options, key=worth)
            found.append(replace(best, title=f"{game.name(foe)} strikes at it. {best.title}"))
    return found


@rule("play.odds-preview")
def deed_odds(game: Xcx, id: str, deed: Deed | None) -> Forecast | None:
    """The chance of a skill, of what a great hack may do, and of what a container may hold."""
    if deed is None or deed[0] in DRESSING:
        return None
    what, target = deed[0], deed[1]
    value = game.profile(id).skill(what)
    found = test_forecast(f"[{content.skills()[what].name}]", value, "skills.test-needed")
    if what == "computer_use" and target in game.models:
        great = chance_under(value // 2)
        return replace(found, chances=(*found.chances, Chance("override", great)))
    if what == "search" and target in game.things and game.things[target].kind == "container":
        p = found.chances[0].p
        lines = [Chance(r.kind, p * len(r.d6) / 6) for r in content.search_results()]
        return replace(found, distribution=(*lines, Chance("failure", 1 - p)))
    return found


@rule("play.odds-preview")
def casualty_odds(more: int, twice: bool, unique: bool) -> Forecast:
    """A fallen soldier's roll, with what is added; the better of two with a Second Chance."""
    ends: dict[str, float] = {}
    for one in range(1, 7):
        for two in range(1, 7) if twice else (one,):
            total = min(6, max(one, two) + more)
            line = next(r for r in content.casualty_results() if total in r.d6)
            name = "out for two missions" if unique and line.misses < 0 else line.name
            ends[name] = ends.get(name, 0.0) + (1 / 36 if twice else 1 / 6)
    spread = tuple(Chance(name, p) for name, p in ends.items())
    return Forecast("Casualty roll", "campaign.casualties", chances=spread[:1], distribution=spread)
