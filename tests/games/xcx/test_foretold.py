"""What is shown is what happens: the odds of XCX against going on from where they are shown."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from foretold import Figure, ForetoldContract, Occasion, Reading, amount_of, chances_of
from xenotable.engine import Ask, Choose, Forecast
from xenotable.engine.asks import Safe
from xenotable.games.xcx.forecasts.attacks import worth
from xenotable.games.xcx.scenes import Flight, Order, Shooting, Striking
from xenotable.games.xcx.title import GAME
from xenotable.odds import End


def after_the_attack(game: Any, ask: Ask[Any]) -> bool:
    return type(ask) is Safe and not isinstance(game.scenes[-1], Order | Shooting | Striking)


def best_attack(game: Any, _: Any, ask: Choose[Any]) -> Any:
    """As the odds of an order assume: the attack that does most."""
    return max((o for o in ask.options() if o), key=lambda o: worth(ask.odds(o)[0]))


POLICY = {"attack": best_attack, "strike": best_attack}
TO_HIT = ("shooting.to-hit", "charging.attack")


def attack(occasion: Occasion, forecast: Forecast, target: str) -> Iterator[Figure]:
    """Whether it hits, scatters, hurts and kills, and how many Wounds it costs; spared by whoever goes to ground."""
    before = occasion.game.models[target].wounds

    def told(end: End, rule: tuple[str, ...], what: str, value: str) -> bool:
        return next((e.args[what] == value for e in end.told if e.rule in rule and what in e.args), False)

    def scatters(end: End) -> bool:
        return told(end, ("special.scatter",), "fate", "it explodes elsewhere")

    def table(effect: str) -> Any:
        return lambda end: any(
            e.rule == "skills.mindspin-table" and effect in e.args["effect"].lower() for e in end.told
        )

    def lost(end: End) -> int:
        return 0 if scatters(end) else before - end.game.models[target].wounds

    yield from chances_of(forecast, {
        "hit": lambda end: told(end, TO_HIT, "end", "hit") and not scatters(end),
        "scatters": scatters,
        "damage": lambda end: lost(end) > 0,
        "kill": lambda end: lost(end) == before,
        "panic": table("panic"), "disorientation": table("disorient"), "control": table("control"),
    })  # fmt: skip
    if forecast.mean is not None:
        yield Figure("mean Wounds", forecast.mean, lost)


def attack_figures(occasion: Occasion) -> Iterator[Figure]:
    target = occasion.answer[1]
    yield from attack(occasion, occasion.forecasts[0], target)
    before = occasion.game.models[target].wounds
    spread = Forecast("", distribution=occasion.forecasts[0].distribution)
    if not any("catters" in c.label for c in occasion.forecasts[0].chances):
        yield from amount_of(spread, lambda end: before - end.game.models[target].wounds)


def reaction_figures(occasion: Occasion) -> Iterator[Figure]:
    return attack(occasion, occasion.forecasts[0], occasion.ask.args["who"])


def order_figures(occasion: Occasion) -> Iterator[Figure]:
    """The WILL test, a Rally, or the best attack with the WILL test in it."""
    forecasts = list(occasion.forecasts)
    if forecasts[0].rule == "suppression.value":
        yield will_figure(forecasts.pop(0))
    if occasion.answer == "rally":
        model = occasion.ask.args["who"]
        yield from chances_of(forecasts[0], {"none left": lambda end: end.game.models[model].markers == 0})
        yield from amount_of(forecasts[0], lambda end: end.game.models[model].markers)
    elif occasion.answer in ("fire", "strike") and forecasts:
        name = forecasts[0].title.partition(":")[0]
        target = next(m for m in occasion.game.models if occasion.game.name(m) == name)
        yield from attack(occasion, forecasts[0], target)


def will_figure(forecast: Forecast) -> Figure:
    def passed(end: End) -> bool | None:
        tests = [e for e in end.told if e.rule == "suppression.value"]
        return tests[0].args["end"] == "passed" if tests else None

    return Figure("WILL test", forecast.chances[0].p, passed)


def skill_figures(occasion: Occasion) -> Iterator[Figure]:
    forecasts = list(occasion.forecasts)
    if forecasts[0].rule == "suppression.value":
        yield will_figure(forecasts.pop(0))
    for forecast in forecasts:
        yield Figure("success", forecast.chances[0].p, lambda end: any(
            e.rule == "skills.test-needed" and e.args.get("end") in ("passed", "success") for e in end.told
        ))  # fmt: skip


class TestForetold(ForetoldContract):
    game = GAME
    decisions = 250
    seeds = (1, 2)
    readings: ClassVar[Mapping[str, Reading]] = {
        "attack": Reading(attack_figures, POLICY, after_the_attack),
        "strike": Reading(attack_figures, POLICY, after_the_attack),
        "react": Reading(reaction_figures, POLICY, after_the_attack),
        "free": Reading(
            reaction_figures,
            POLICY,
            lambda game, ask: after_the_attack(game, ask) or isinstance(game.scenes[-1], Flight),
        ),
        "order": Reading(order_figures, POLICY, after_the_attack),
        "skill": Reading(skill_figures, POLICY, after_the_attack),
    }
    unread: ClassVar[Mapping[str, str]] = {"chance": "of campaigns: the matches here are battles"}
    rolled_later: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(
            ("attack", "strike", "react", "free", "skill"), "to do nothing goes on with the next model's turn"
        ),
        **dict.fromkeys(("leader", "onward", "deploy", "edge"), "a roll-off, equal for both, or the turn of the cards"),
        **dict.fromkeys(("flee", "move", "halt", "contacts"), "answers of the enemy: its odds, or those of the order"),
        "order": "orders without dice of their own: the enemy reacts, or the next model's turn begins",
        "model": "a model with a single order, whose test it is",
    }
