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
    if order == "rally":
        return [rally_odds(game.models[model].markers)]
    if order == "down":
        return []
    first = will_forecast(game, model)
    if order == "flee":
        return [*first, *(with_will(found, first) for found in flight_odds(game, model))]
    if order in ("fire", "advance", "strike"):
        mine = best_attack(game, model, MELEE if order == "strike" else order)
        return [*first, *(with_will(found, first) for found in mine[:1]), *mine[1:]]
    return first


def will_forecast(game: Xcx, model: str) -> Forecasts:
    """The test that a suppressed model has to pass first."""
    if not game.models[model].markers:
        return []
    return [skill_test_forecast("WILL test first", will_aim(game, model).value, "suppression.value")]


def with_will(found: Forecast, first: Forecasts) -> Forecast:
    """What comes after the WILL test, that test included: whoever fails it goes to ground and does nothing."""
    if not first:
        return found
    p = first[0].chances[0].p
    spread = [replace(c, p=p * c.p) for c in found.distribution]
    return replace(
        found,
        title=f"{found.title} (WILL test included)",
        mean=None if found.mean is None else p * found.mean,
        chances=tuple(replace(c, p=p * c.p) for c in found.chances),
        distribution=(*spread, Chance("goes to ground", 1 - p)) if spread else (),
    )


def rally_odds(markers: int) -> Forecast:
    """How many markers a D6 leaves."""
    left = [max(0, markers - face) for face in range(1, 7)]
    spread = tuple(Chance(f"{n} left", left.count(n) / 6) for n in sorted(set(left)))
    return Forecast(
        "Rally", "actions.rally", sum(left) / 6, "markers", (Chance("none left", left.count(0) / 6),), spread
    )


@carrying_out.attempt_odds.fill
def attempt_forecasts(game: Xcx, model: str, deed: Attempt | None) -> Forecasts:
    """The WILL test of a suppressed model; then, both tests together, the chance of a skill, of what a great hack may
    do, and of what a container may hold."""
    cite("play.odds-preview")
    if deed is None:
        return []
    first = will_forecast(game, model)
    return first if deed[0] in DRESSING else [*first, with_will(skill_forecast(game, model, *deed), first)]


def skill_forecast(game: Xcx, model: str, what: str, target: str) -> Forecast:
    value = profile_of(game, model).skill(what)
    found = skill_test_forecast(f"[{skill_name(what)}]", value, "skills.test-needed")
    p = found.chances[0].p
    if what == "computer_use" and target in game.models:
        return replace(found, chances=(*found.chances, Chance("override", chance_under(value // 2))))
    if what == "search" and target in game.things and game.things[target].kind == "container":
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
    return Forecast(title, rule_id, chances=(Chance.of("success", chance_under(value)),), notes=notes)
