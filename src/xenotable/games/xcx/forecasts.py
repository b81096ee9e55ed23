"""What the dice may bring, before anybody decides (rule `play.odds-preview`): attacks and what may come back, WILL,
Rally, skills, flight. All of it by the steps and values that the rules themselves use."""

from __future__ import annotations

from msgspec.structs import replace

from xenotable.engine import Chance, Forecast, cite
from xenotable.games.xcx import actions, aftermath, content, shooting
from xenotable.games.xcx.charging import strikes
from xenotable.games.xcx.engaged import free_attackers, free_options
from xenotable.games.xcx.modifiers import FREE_MELEE, MELEE, aim, will_aim
from xenotable.games.xcx.recruits import profile_of
from xenotable.games.xcx.shooting import ATTACK, Shot, Terms, shots, terms_of
from xenotable.games.xcx.skills import DRESSING, Deed
from xenotable.games.xcx.state import CIVIL, Xcx
from xenotable.games.xcx.tests import chance_under, skill_name
from xenotable.odds import distribution

Forecasts = list[Forecast]
_STEPS = ATTACK.compiled()


def worth(found: Forecast) -> float:
    """To find the best of several: mean damage, or the chance to hit where nothing is damaged."""
    return found.mean if found.mean is not None else found.chances[0].p


@actions.attack_odds.fill
def both_ways(game: Xcx, id: str, target: str, weapon: str, manner: str) -> Forecasts:
    """An attack, and the best that its target could do to the attacker from where both stand."""
    cite("play.odds-preview")
    return [attack_forecast(game, id, target, weapon, manner), *answer(game, id, target, manner)]


def answer(game: Xcx, id: str, target: str, manner: str) -> Forecasts:
    if game.models[target].side == CIVIL:
        return []
    close = manner in (MELEE, FREE_MELEE)
    if close:
        found = [attack_forecast(game, target, id, w, MELEE) for w, _ in strikes(game, target, (id,))]
    else:
        found = [attack_forecast(game, target, id, w, "fire") for w, t in shots(game, target, "fire") if t == id]
    best = max(found, key=worth, default=None)
    return [] if best is None else [replace(best, title=f"{game.name(target)} could answer. {best.title}")]


def best_attack(game: Xcx, id: str, manner: str) -> Forecasts:
    options = strikes(game, id, game.models[id].engaged) if manner == MELEE else shots(game, id, manner)
    found = [(attack_forecast(game, id, t, w, manner), t) for w, t in options]
    if not found:
        return []
    best, target = max(found, key=lambda f: worth(f[0]))
    return [replace(best, title=f"{game.name(target)}: {best.title}"), *answer(game, id, target, manner)]


@actions.order_odds.fill
def order_forecasts(game: Xcx, id: str, order: str) -> Forecasts:
    """Of an order: the WILL test that comes first, and the best attack, the Rally or the flight."""
    cite("play.odds-preview")
    found: Forecasts = []
    if game.models[id].markers and order not in ("rally", "down"):
        found.append(skill_test_forecast("WILL test first", will_aim(game, id).value, "suppression.value"))
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
        options = [attack_forecast(game, foe, id, w, manner) for _, w, manner in free_options(game, foe, id)]
        if options:
            best = max(options, key=worth)
            found.append(replace(best, title=f"{game.name(foe)} strikes at it. {best.title}"))
    return found


@actions.deed_odds.fill
def deed_forecast(game: Xcx, id: str, deed: Deed | None) -> Forecast | None:
    """The chance of a skill, of what a great hack may do, and of what a container may hold."""
    cite("play.odds-preview")
    if deed is None or deed[0] in DRESSING:
        return None
    what, target = deed[0], deed[1]
    value = profile_of(game, id).skill(what)
    found = skill_test_forecast(f"[{skill_name(what)}]", value, "skills.test-needed")
    if what == "computer_use" and target in game.models:
        great = chance_under(value // 2)
        return replace(found, chances=(*found.chances, Chance("override", great)))
    if what == "search" and target in game.things and game.things[target].kind == "container":
        p = found.chances[0].p
        lines = [Chance(r.kind, p * len(r.d6) / 6) for r in content.search_results()]
        return replace(found, distribution=(*lines, Chance("failure", 1 - p)))
    return found


@aftermath.casualty_odds.fill
def casualty_forecast(more: int, twice: bool, unique: bool) -> Forecast:
    """A fallen soldier's roll, with what is added; the better of two with a Second Chance."""
    cite("play.odds-preview")
    ends: dict[str, float] = {}
    for one in range(1, 7):
        for two in range(1, 7) if twice else (one,):
            total = min(6, max(one, two) + more)
            line = next(r for r in content.casualty_results() if total in r.d6)
            name = "out for two missions" if unique and line.misses < 0 else line.name
            ends[name] = ends.get(name, 0.0) + (1 / 36 if twice else 1 / 6)
    spread = tuple(Chance(name, p) for name, p in ends.items())
    return Forecast("Casualty roll", "campaign.casualties", chances=spread[:1], distribution=spread)


def skill_test_forecast(title: str, value: int, rule_id: str, notes: tuple[str, ...] = ()) -> Forecast:
    return Forecast(title, rule_id, chances=(Chance("success", chance_under(value)),), notes=notes)


@shooting.attack_forecast.fill
def attack_forecast(game: Xcx, id: str, target: str, weapon: str, manner: str) -> Forecast:
    """Exact odds of one attack, by the very steps that resolve it."""
    found = aim(game, id, target, weapon, manner)
    terms = terms_of(game, id, target, weapon, manner, found)
    return forecast_of(terms, f"{content.named(weapon)}: {found.words()}")


def forecast_of(terms: Terms, title: str) -> Forecast:
    cite("play.odds-preview")
    ends = distribution(_STEPS, terms, Shot())
    hit = sum(p for s, p in ends.items() if s.hit)
    chances = [Chance("hit", hit)]
    if terms.scatter:
        chances.append(Chance("scatters", sum(p for s, p in ends.items() if s.scattered)))
    if terms.mind:
        chances += [
            Chance(e, sum(p for s, p in ends.items() if s.effect == e)) for e in ("panic", "disorientation", "control")
        ]
        return Forecast(title, "skills.mindspin-table", chances=tuple(chances))
    lost: dict[int, float] = {}
    for s, p in ends.items():
        lost[s.lost] = lost.get(s.lost, 0.0) + p
    chances.append(Chance("damage", sum(p for s, p in ends.items() if s.hurt)))
    chances.append(Chance("kill", sum(p for s, p in ends.items() if s.lost >= terms.wounds)))
    mean = sum(n * p for n, p in lost.items())
    spread = tuple(Chance(f"{n} Wounds", p) for n, p in sorted(lost.items()))
    return Forecast(title, "play.odds-preview", mean, "Wounds", tuple(chances), spread)
