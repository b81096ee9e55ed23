"""A new battle between two players, and what each of them alone knows."""

from __future__ import annotations

from msgspec.structs import replace

from xenotable.engine import All, Choose, Flow, Pick, Random, Scene, Then, rule, scene
from xenotable.games.rampant.content import content
from xenotable.games.rampant.rules.detachment.legality import total
from xenotable.games.rampant.rules.scenarios.vows import MOST_VOWS
from xenotable.games.rampant.rules.setup.starts import start_label, starts
from xenotable.games.rampant.rules.variants.plain_victory import has_vows
from xenotable.games.rampant.scenes import Begin, Deploy, LayOut, Muster, RollAttacker, Scatter, SettleAttacker, Vowing
from xenotable.games.rampant.state import NOW, Battle, Rampant, Setup, Side, Unit, number_units, roster_of


@rule("play.players")
def new(setup: Setup) -> Rampant:
    game = Rampant(setup)
    for seat, roster in enumerate(setup.rosters):
        for unit, _ in number_units(seat, roster):
            game.units.add(unit, Unit(seat, game.profile[unit].strength))
        game.sides.add(seat, Side(trait=roster.trait, total=total(roster)))
    game.battle.add(NOW, Battle(scenario=setup.scenario))
    game.scenes = [Begin()]
    return game


@scene
@rule("play.hidden-information")
def vowing(game: Rampant, at: Vowing) -> Flow[list[Scene]]:
    """Up to three different vows, in secret."""
    vows = content().vows

    def label(v: str) -> str:
        return f"{vows[v].name} ({vows[v].value})"

    chosen = yield from All(
        asks=[
            Pick(
                seat=s,
                key="vows",
                rule="scenarios.vows",
                prompt="Choose up to three vows",
                secret=True,
                among=lambda: tuple(vows),
                most=MOST_VOWS,
                label=label,
                always=True,
            )
            for s in (0, 1)
        ]
    )
    for seat in (0, 1):
        game.secret.set(seat, vows=chosen[seat])
    return []


@scene
@rule("play.hidden-information")
def muster(game: Rampant, at: Muster) -> Then:
    """Unit after unit with a choice: on the table, aboard, in a building or in reserve; unseen until all is placed."""
    units = roster_of(game, at.seat)
    for unit in units[units.index(at.done[-1]) + 1 :] if at.done else units:  # who had no choice before gets none now
        if len(options := starts(game, at.seat, unit)) > 1:
            return ask_start(game, at, unit, options)
    return []


def ask_start(game: Rampant, at: Muster, unit: str, options: list[str]) -> Flow[list[Scene]]:
    where = yield from Choose(
        seat=at.seat,
        key="start",
        rule="setup.deploy",
        prompt="Where does {unit} start?",
        args={"unit": unit},
        secret=True,
        among=lambda: options,
        label=lambda o: start_label(game, o),
        always=True,
        on=lambda o: unit,
    )
    game.secret.set(at.seat, plans=(*game.secret[at.seat].plans, (unit, where)))
    deploy = game.scenes[-2]
    if isinstance(deploy, Deploy):
        game.scenes[-2] = replace(deploy, done=(*at.done, unit))
    return [Muster(at.seat, (*at.done, unit))]


# ---- what others may hold possible -----------------------------------------------------------------------------------


BEFORE_VOWS = frozenset((Begin, RollAttacker, SettleAttacker, LayOut, Scatter, Vowing))


def vows_are_taken(game: Rampant) -> bool:
    """Has the battle got so far that both sides have taken their vows?"""
    return has_vows(game) and BEFORE_VOWS.isdisjoint(map(type, game.scenes))


def redeal(game: Rampant, seat: int, rnd: Random) -> None:
    """Fills the secrets of the others with something possible, from public facts alone."""
    chosen = vows_are_taken(game)
    top = game.scenes[-1] if game.scenes else None
    for other in (0, 1):
        if other == seat:
            continue
        picked: tuple[str, ...] = ()
        if chosen:
            vows = list(content().vows)
            drawn = [vows.pop(int(rnd() * len(vows))) for _ in range(int(rnd() * 4))]
            picked = tuple([v for v in content().vows if v in drawn])
        game.secret.set(other, vows=picked)
        if isinstance(top, SettleAttacker) and game.sides[other].trait == "shrewd":
            game.secret.set(other, shift=int(rnd() * 3) - 1)
        if isinstance(top, Muster | Deploy) and top.seat == other:
            game.secret.set(other, plans=tuple((u, "table") for u in top.done))
