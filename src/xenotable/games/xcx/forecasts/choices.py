"""The odds of the other choices: orders, skills on a Down order, flight, casualty rolls (rule `play.odds-preview`)."""

from __future__ import annotations

from msgspec.structs import replace

from xenotable.engine import Chance, Forecast, cite
from xenotable.games.xcx import content
from xenotable.games.xcx.forecasts.attacks import Forecasts, best_attack, flight_odds
from xenotable.games.xcx.rules.actions import carrying_out, orders
from xenotable.games.xcx.rules.campaign import aftermath
from xenotable.games.xcx.rules.modifiers.tables import will_aim
from xenotable.games.xcx.rules.modifiers.values import MELEE
from xenotable.games.xcx.rules.rewards.equipment import DRESSING
from xenotable.games.xcx.rules.skills.attempts import Attempt
from xenotable.games.xcx.rules.squad.profiles import profile_of
from xenotable.games.xcx.rules.tests import chance_under, skill_name
from xenotable.games.xcx.state import Xcx


@orders.order_odds.fill
def order_forecasts(game: Xcx, model: str, order: str) -> Forecasts:
    """Of an order: the WILL test that comes first, and the best attack, the Rally or the flight."""
    cite("play.odds-preview")
    found: Forecasts = []
    if game.models[model].markers and order not in ("rally", "down"):
        found.append(skill_test_forecast("WILL test first", will_aim(game, model).value, "suppression.value"))
    if order == "rally":
        found.append(rally_odds(game.models[model].markers))
    elif order in ("fire", "advance"):
        found += best_attack(game, model, order)
    elif order == "strike":
        found += best_attack(game, model, MELEE)
    elif order == "flee":
        found += flight_odds(game, model)
    return found


def rally_odds(markers: int) -> Forecast:
    """How many markers a D6 leaves."""
    left = [max(0, markers - face) for face in range(1, 7)]
    spread = tuple(Chance(f"{n} left", left.count(n) / 6) for n in sorted(set(left)))
    return Forecast(
        "Rally", "actions.rally", sum(left) / 6, "markers", (Chance("none left", left.count(0) / 6),), spread
    )


@carrying_out.attempt_odds.fill
def attempt_forecast(game: Xcx, model: str, deed: Attempt | None) -> Forecast | None:
    """The chance of a skill, of what a great hack may do, and of what a container may hold."""
    cite("play.odds-preview")
    if deed is None or deed[0] in DRESSING:
        return None
    what, target = deed[0], deed[1]
    value = profile_of(game, model).skill(what)
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
