"""Exhaustion, loss and recruiting."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from xenotable.engine import Choose, Flow, Refusal, acts, cite, rule
from xenotable.games.xcom.content import book
from xenotable.games.xcom.rules.content.soldiers import remember, soldier_name
from xenotable.games.xcom.rules.units.unit_locations import alike, owner
from xenotable.games.xcom.state import POOL, RESERVE, Xcom

ELITES = 4


@rule("units.exhaust-kinds", neutral=lambda *_: None)
def hit(game: Xcom, units: Iterable[str], rule_: str, task: str = "", odds: float = 0.0) -> None:
    """What a loss does: satellites and scientists are exhausted, the others leave for the recruitment pool."""
    for unit in units:
        if book().units[game.units[unit].cls].on_loss == "exhaust":
            exhaust(game, unit, rule_)
        else:
            lose(game, unit, rule_, task, odds)


def exhaust(game: Xcom, unit: str, rule_: str) -> None:
    game.units.set(unit, exhausted=True)
    game.tell("{unit} is exhausted.", rule_, unit=unit)


def lose(game: Xcom, unit: str, rule_: str, task: str = "", odds: float = 0.0) -> None:
    """To the recruitment pool; an elite soldier loses the mark, and a soldier's name is kept."""
    row = game.units[unit]
    if row.kind == "soldier":
        remember(game, unit, task, odds)
        game.tell("{cls} {n} is lost.", rule_, cls=row.cls, n=row.name)
    else:
        game.tell("{unit} is lost.", rule_, unit=unit)
    game.units.set(unit, place=POOL, elite=row.elite and not acts("units.elite-lost"), action=-1)


def recruit(game: Xcom, unit: str, rule_: str) -> None:
    """From the recruitment pool to the reserve; a recruited soldier is somebody else."""
    if game.units[unit].kind == "soldier":
        cite("content.soldier-names")
        game.units.set(unit, place=RESERVE, name=soldier_name(game.now.names))
        game.put(names=game.now.names + 1)
    else:
        game.units.set(unit, place=RESERVE)
    game.tell("{unit} joins the reserve.", rule_, unit=unit)


@rule("units.elite-max", neutral=lambda game: True)
def room_for_elite(game: Xcom) -> bool:
    return sum(u.elite for u in game.units.values()) < ELITES


@rule("units.owner-picks", neutral=lambda *_, **__: [])
def pick_units(
    game: Xcom, units: Sequence[str], n: int, prompt: str, key: str = "unit", shut: str = "This is not about {unit}."
) -> Flow[list[str]]:
    """n of these units, picked one after the other by the role that controls them; asked only where they differ. Others
    in the same places are closed, and `shut` says why."""
    left, out = list(units), list[str]()
    while left and len(out) < n:
        sorts = alike(game, left)
        if len(sorts) == 1 or len(left) <= n - len(out):
            chosen = left[0]
        else:
            chosen = yield from Choose(
                seat=owner(game.units[left[0]].kind),
                key=key,
                rule="units.owner-picks",
                prompt=prompt,
                among=lambda sorts=sorts: (*sorts, *others_there(game, units, sorts)),  # type: ignore[misc]
                why_not=lambda unit, sorts=sorts: (  # type: ignore[misc]
                    () if unit in sorts else (Refusal("units.owner-picks", shut, {"unit": unit}),)
                ),
            )
        left.remove(chosen)
        out.append(chosen)
    return out


def others_there(game: Xcom, units: Sequence[str], sorts: Sequence[str]) -> list[str]:
    """One of each sort that is like none of these, in the places where some units are."""
    where = {(game.units[unit].kind, game.units[unit].place) for unit in units}
    there = [u for u, row in game.units.items() if (row.kind, row.place) in where and u not in units]
    return alike(game, (*sorts, *there))[len(sorts) :]
