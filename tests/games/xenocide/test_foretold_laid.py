"""What is shown is what happens, where played games roll too many dice to go through them all: the same asks in small
positions laid by hand, each figure against all that follows from the answer, exactly."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from driver import Driver
from foretold import Figure, Occasion, Reading, amount_of, chances_of, differences, forecasts_of
from games.xenocide import test_foretold
from games.xenocide.battlefield import Battlefield
from xenotable.engine import Ask, Forecast, Placed
from xenotable.engine.asks import UNSET, Safe
from xenotable.games.xenocide.rules.transport.passengers import mount
from xenotable.games.xenocide.scenes import (
    Bombing,
    BreakTests,
    CloseAssault,
    Fight,
    FollowUp,
    Movement,
    Moving,
    PowerUp,
    Reaction,
    Shooting,
    Storm,
)
from xenotable.odds import End

Laid = tuple[Driver, Reading]
CASES: dict[str, Callable[[], Laid]] = {}


def case(lay: Callable[[], Laid]) -> Callable[[], Laid]:
    """A position that stands at the ask after which the function is called."""
    CASES[lay.__name__.rstrip("_").replace("_", "-")] = lay
    return lay


def leave(game: Any, _: Any, ask: Ask[Any]) -> Any:
    """Whoever is asked on the way does nothing: no dice are kept back, nobody maneuvers or is called."""
    if ask.default is not UNSET:
        return ask.default
    options = list(ask.candidates(1, lambda: 0.0))
    return next((o for o in (None, 0, (), "stay") if o in options), options[0])


# ---- figures ---------------------------------------------------------------------------------------------------------


def level(game: Any, unit: str) -> int:
    """What a unit can lose: models, and core levels of a titan."""
    models = len(game.units[unit].models)
    return game.titans[unit].core + models if unit in game.titans else models


def named(game: Any, name: str) -> str:
    return next(u for u in (*game.units, *game.sections) if game.name(u) == name)


def harm_figures(occasion: Occasion) -> Iterator[Figure]:
    """Of every forecast: what is lost of whom it is about ("X strikes Y", "Bombs at Y")."""
    for forecast in occasion.forecasts:
        if " if " not in forecast.title:  # what a collapse would do is another question
            yield from figures_of(occasion, forecast)


def figures_of(occasion: Occasion, forecast: Forecast) -> Iterator[Figure]:
    game = occasion.game
    unit = named(game, forecast.title.rpartition(" strikes " if " strikes " in forecast.title else " at ")[2])
    if unit in game.sections:
        points = game.sections[unit].points
        yield from chances_of(forecast, {
            "damaged": lambda end: end.game.sections[unit].points < points,
            "collapses": lambda end: end.game.sections[unit].down,
        })  # fmt: skip
        yield from amount_of(forecast, lambda end: points - end.game.sections[unit].points)
        return
    before, marks = level(game, unit), game.units[unit].marks
    layers = game.titans[unit].layers if unit in game.titans else 0

    def lost(end: End) -> int:
        return before - level(end.game, unit)

    yield from chances_of(forecast, {
        **dict.fromkeys(("loses a model", "loses a core level"), lambda end: lost(end) > 0),
        **dict.fromkeys(("eliminated", "wiped out", "destroyed"), lambda end: not end.game.units[unit].models),
        "breaks": lambda end: bool(end.game.units[unit].models) and end.game.units[unit].marks > marks,
        "loses a layer": lambda end: end.game.titans[unit].layers < layers,
    })  # fmt: skip
    yield from amount_of(forecast, lost)


def after_the_tests(game: Any, ask: Ask[Any]) -> bool:
    """A round of close assault is over up to its tests."""
    top = game.scenes[-1] if game.scenes else None
    return type(ask) is Safe and (
        (isinstance(top, Fight) and (top.step.startswith("flee") or top.round > 1)) or isinstance(top, FollowUp)
    )


def after_the_blows(game: Any, ask: Ask[Any]) -> bool:
    """One side has struck."""
    top = game.scenes[-1] if game.scenes else None
    return type(ask) is Safe and isinstance(top, Fight) and top.step == "strike-back"


# ---- positions -------------------------------------------------------------------------------------------------------


@case
def react() -> Laid:
    field = Battlefield()
    mover = field.line(0, "medium-tank", [(10, 10), (13, 10)])
    field.line(1, "apc", [(10, 20)], watch=True)
    ways = tuple((m, (field.at(m),)) for m in field.unit(mover).models)
    starts = tuple((m, (x, y - 3.0)) for m, ((x, y),) in ways)
    return Driver(field.game).start(Reaction(mover, starts, ways)).go(), Reading(harm_figures, leave)


@case
def moment() -> Laid:
    play, reading = react()
    return play.go(react=play.ask.among()[0]), reading


@case
def bomb() -> Laid:
    field = Battlefield()
    flyer, below = field.put(0, "strike-flyer", (20, 10), 1, high=True), field.put(1, "medium-infantry", (20, 20), 2)
    scene = Bombing(flyer, ((below, field.unit(flyer).models),))
    return Driver(field.game).start(scene).go(), Reading(harm_figures, leave)


def melee(field: Battlefield, ours: str, theirs: str, n: int, m: int, step: str) -> tuple[str, str, Fight]:
    """Two lines in contact, at a step of the first round."""
    space = field.game.kinds[ours].radius + field.game.kinds[theirs].radius
    wide = 2.0 * max(field.game.kinds[ours].radius, field.game.kinds[theirs].radius)
    a = field.line(0, ours, [(20 + wide * i, 10) for i in range(n)], order="assault", charge="assault")
    b = field.line(1, theirs, [(20 + wide * i, 10 + space) for i in range(m)])
    return a, b, Fight(0, (a,), (b,), 1, step)


@case
def split() -> Laid:
    field = Battlefield()
    *_, scene = melee(field, "medium-infantry", "medium-infantry", 2, 1, "tally")
    return Driver(field.game).start(scene).go(), Reading(harm_figures, leave, after_the_tests)


@case
def divide() -> Laid:
    field = Battlefield()
    a, b, _ = melee(field, "medium-infantry", "medium-infantry", 1, 1, "attack")
    x, y = field.at(f"{a}m0")
    c = field.line(1, "medium-tank", [(x, y - 1.4)])
    for unit, dice in ((a, 2), (b, 0), (c, 0)):
        field.game.units.set(unit, attack=dice)
    return Driver(field.game).start(Fight(0, (a,), (b, c), 1, "attack")).go(), Reading(
        harm_figures, leave, after_the_blows
    )


@case
def blades() -> Laid:
    field = Battlefield()
    a, _, scene = melee(field, "bastion-titan", "medium-tank", 1, 1, "tally")
    field.game.titans.set(a, power=1)
    return Driver(field.game).start(scene).go(), Reading(harm_figures, leave, after_the_tests)


FIRE = ("focus", "directed", "pools", "remove", "merge", "power", "unit", "act", "steady", "level")


def enemy(game: Any, _: Any, ask: Ask[Any]) -> Any:
    """The only one there is."""
    return next(unit for unit, row in game.units.items() if row.seat != ask.seat)


@case
def level_() -> Laid:
    field = Battlefield()
    titan = field.put(0, "mirage-titan", (30, 10), order="fire-and-move")
    field.game.titans.set(titan, power=2)
    field.put(1, "medium-infantry", (30, 22), 2)
    play = Driver(field.game).start(Shooting(0, "b0")).go(unit=titan, act="shoot")
    return play, Reading(harm_figures, {**dict.fromkeys(FIRE, leave), "target": enemy})


@case
def break_down() -> Laid:
    field = Battlefield(buildings=(("prefab-hut", 20.0, 20.0),))
    field.line(0, "medium-infantry", [(21, 19.5)], order="assault")
    field.game.sections.set("b0s0", points=1)
    field.game.war.set("war", company="b0")
    return Driver(field.game).start(Storm(0)).go(), Reading(harm_figures, leave)


def into_contact(game: Any, _: Any, ask: Ask[Any]) -> Any:
    """Straight ahead, until the bases touch."""
    unit = ask.args["unit"]
    foe = next(u for u, row in game.units.items() if row.seat != game.units[unit].seat)
    (mine,), (theirs,) = game.units[unit].models, game.units[foe].models
    near = game.models[theirs]
    space = game.kinds[game.models[mine].kind].radius + game.kinds[near.kind].radius
    return ask.settle(ask.shape({"paths": {mine: ((near.x, near.y - space),)}}))


def charge(game: Any, none: Any, ask: Ask[Any]) -> Any:
    if ask.key in ("move", "enter-move"):
        return into_contact(game, none, ask)
    if ask.key == "named":
        return tuple(ask.options())
    return leave(game, none, ask)


@case
def how(*cover: tuple[str, float, float, float, float]) -> Laid:
    field = Battlefield(*cover)
    unit = field.line(0, "medium-infantry", [(20, 10)], order="assault")
    field.line(1, "medium-infantry", [(20, 15)])
    play = Driver(field.game).start(Moving(0, unit), CloseAssault(0)).go()
    return play, Reading(harm_figures, charge, after_the_tests)


@case
def enter_how() -> Laid:
    field = Battlefield(scenario="invasion")
    unit = field.line(0, "jetbike", [(10, 10)], on=False, order="assault")
    field.line(1, "medium-infantry", [(20, 19)])
    play = Driver(field.game).start(Movement(0, "b0", True), CloseAssault(0)).go(unit=unit, entry=20)
    return play, Reading(harm_figures, charge, after_the_tests)


STREET = (("apartment-block", 20.0, 20.0), ("apartment-block", 26.0, 20.0))


@case
def section() -> Laid:
    field = Battlefield(buildings=STREET[:1])
    unit = field.line(0, "medium-infantry", [(22, 17)], order="assault")
    field.line(1, "medium-infantry", [(22, 27.5)])
    play = Driver(field.game).start(Moving(0, unit), CloseAssault(0)).go(how="enter")
    return play, Reading(harm_figures, charge, after_the_tests)


@case
def sally() -> Laid:
    field = Battlefield(buildings=STREET)
    field.house(field.line(0, "medium-infantry", [(0, 0)], order="assault"), "b0s0", "E")
    field.house(field.line(1, "medium-infantry", [(0, 0)]), "b1s0", "W")
    field.game.war.set("war", company="b0")
    return Driver(field.game).start(Storm(0), CloseAssault(0)).go(), Reading(harm_figures, charge, after_the_tests)


@case
def storm() -> Laid:
    field = Battlefield(buildings=(("row-block", 20.0, 20.0),))
    field.house(field.line(0, "medium-infantry", [(0, 0)], order="assault"), "b0s0", "N")
    field.house(field.line(1, "medium-infantry", [(0, 0)]), "b0s1", "N")
    field.game.war.set("war", company="b0")
    return Driver(field.game).start(Storm(0), CloseAssault(0)).go(), Reading(harm_figures, charge, after_the_tests)


@case
def break_points() -> Laid:
    field = Battlefield()

    def passed(occasion: Occasion) -> Iterator[Figure]:
        yield from chances_of(occasion.forecasts[0], {"passes": lambda end: end.game.result is None})

    return Driver(field.game).start(BreakTests(1, (0,))).go(), Reading(passed, leave)


@case
def regenerate() -> Laid:
    field = Battlefield()
    titan = field.put(0, "worldmaw", (20, 10))
    field.game.titans.set(titan, core=3, damaged=("drive",))

    def repaired(occasion: Occasion) -> Iterator[Figure]:
        hurt = lambda game: (game.titans[titan].core, game.titans[titan].damaged)  # noqa: E731
        yield from chances_of(occasion.forecasts[0], {"repaired": lambda end: hurt(end.game) != hurt(occasion.game)})

    return Driver(field.game).start(PowerUp(0, "b0")).go(), Reading(repaired, leave)


@case
def port() -> Laid:
    field = Battlefield(("solid-wall", 0, 14, 40, 1))
    foot = field.line(0, "blink-guard", [(10, 5)], order="move-and-fire")
    ship = field.line(0, "concord-carrier", [(11, 9)], order="move-and-fire")
    mount(field.game, f"{foot}m0", f"{ship}m0")
    beyond = Placed({f"{foot}m0": (11.0, 17.0)})  # where nobody sees

    def arrives(occasion: Occasion) -> Iterator[Figure]:
        stands = lambda end: bool(end.game.units[foot].models)  # noqa: E731
        yield from chances_of(occasion.forecasts[0], {"arrives": stands})

    return Driver(field.game).start(Moving(0, foot)).go(), Reading(arrives, {"port-out": beyond})


# ---- the comparison --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", CASES)
def test_what_is_shown_is_what_happens(key: str) -> None:
    play, reading = CASES[key]()
    assert play.asked == key
    compared = 0
    for answer in play.ask.candidates(6, lambda: 0.5)[:3]:
        compared += compare(play, reading, answer)
    assert compared


def compare(play: Driver, reading: Reading, answer: Any) -> bool:
    """Holds the odds of an answer, if there are any, to what follows from it."""
    shown = forecasts_of(play.ask, answer)
    if not shown:
        return False
    found = play.explore(answer, policy=reading.policy, until=reading.until)
    wrong = differences(Occasion(play.match, play.ask, answer, shown), found, reading)
    assert wrong is not None
    assert not list(wrong)
    return True


@pytest.mark.parametrize("ruins", [(18, 8, 4, 4), (18, 13, 4, 4)], ids=["out of ruins", "into ruins"])
def test_who_assaults_is_judged_by_the_cover_where_it_comes_to_stand(ruins: tuple[float, float, float, float]) -> None:
    play, reading = how(("ruins", *ruins))
    compare(play, reading, "assault")


def test_each_ask_that_played_games_do_not_compare_is_laid_here() -> None:
    unread = test_foretold.TestForetold.unread
    assert {key for key, why in unread.items() if why == test_foretold.LAID} == set(CASES)
