"""The four kinds of units, where they are and where they may go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xenotable.engine import Refusal, cite, rule
from xenotable.games.xcom.content import COMMANDER, CONTINENTS, LABS, LEADER, OFFICER, SCIENTIST, book
from xenotable.games.xcom.state import CARD, POOL, RESERVE, Xcom


def at(game: Xcom, place: str) -> list[str]:
    """The units in a place, in the order of their assignment."""
    here = [(u.assignment, id) for id, u in game.units.items() if u.place == place]
    here.sort()
    return [id for _, id in here]


def soldiers_at(game: Xcom, place: str) -> list[str]:
    return [id for id, u in game.units.items() if u.place == place and u.kind == "soldier"]


def on_board(place: str) -> bool:
    return place not in (RESERVE, POOL, CARD)


@rule("units.match", neutral=lambda game, soldier, icon: True)
def matches(game: Xcom, soldier: str, icon: str) -> bool:
    cite("base.icons-match")
    return any(bare(icon) == bare(own) for own in icons(game.units[soldier].cls))


OWNERS = {"satellite": OFFICER, "scientist": SCIENTIST, "interceptor": COMMANDER, "soldier": LEADER}


SQUAD = 4


@rule("units.kinds", neutral=lambda kind: -1)
def owner(kind: str) -> int:
    """The seat that controls units of this kind."""
    return OWNERS[kind]


@rule("units.classes", neutral=lambda cls: ())
def icons(cls: str) -> tuple[str, ...]:
    return book().units[cls].icons


def bare(icon: str) -> str:
    return icon.rstrip("*")


# ---- where a unit may be assigned ------------------------------------------------------------------------------------


def unit_refusals(game: Xcom, unit: str) -> Iterator[Refusal]:
    """Why this unit cannot be assigned anywhere."""
    row = game.units[unit]
    if row.place != RESERVE:
        yield Refusal(
            "actions.one-place", "{unit} is not in the reserve.", {"unit": unit}, "Choose a unit in the reserve."
        )
    elif row.exhausted:
        cite("units.exhausted")
        yield Refusal("actions.no-exhausted", "{unit} is exhausted.", {"unit": unit}, "Choose a ready unit.")


@rule("units.training", neutral=lambda game, unit: ())
def train_refusals(game: Xcom, unit: str) -> Iterator[Refusal]:
    """Why this soldier cannot be trained."""
    if game.units[unit].place != RESERVE:
        yield Refusal(
            "units.training", "{unit} is not in the reserve.", {"unit": unit}, "Choose a soldier in the reserve."
        )
    elif game.units[unit].elite:
        yield Refusal("units.training", "{unit} is elite already.", {"unit": unit})


def place_refusals(game: Xcom, kind: str, place: str, but: str = "") -> Iterator[Refusal]:
    """Why one more unit of this kind cannot come to this place; `but` is a unit that does not count there."""
    if kind == "interceptor":
        yield from _sky_refusals(game, place, but)
    elif kind == "scientist":
        yield from _lab_refusals(game, place, but)
    elif kind == "satellite":
        if place != "orbit" or _there(game, place, but) >= 3:
            yield Refusal("actions.satellites", "Orbit has three satellite spaces; all are taken.")
    elif place in ("mission", "final"):
        yield from _squad_refusals(game, place, but)


def _there(game: Xcom, place: str, but: str) -> int:
    return sum(u.place == place and id != but for id, u in game.units.items())


def _sky_refusals(game: Xcom, place: str, but: str) -> Iterator[Refusal]:
    if place == "orbit":
        yield Refusal("actions.interceptors-orbit", "Interceptors cannot go to orbit.", {}, "Choose a continent.")
    elif game.continents[place].fallen:
        yield Refusal("actions.interceptors-fallen", "{c} has fallen into panic.", {"c": place})
    elif _there(game, place, but) >= 3:
        says = "{c} holds three Interceptors already."
        yield Refusal("actions.interceptors", says, {"c": place}, "Choose another continent.")


def _lab_refusals(game: Xcom, place: str, but: str) -> Iterator[Refusal]:
    if not game.labs[place].tech:
        says = "There is no tech card in {lab}."
        yield Refusal("actions.research-empty", says, {"lab": place}, "Place a tech card first.")
    elif _there(game, place, but) >= 3:
        yield Refusal("actions.research-three", "Three scientists are beside that card already.")


def _squad_refusals(game: Xcom, place: str, but: str) -> Iterator[Refusal]:
    if place not in game.ventures:
        yield Refusal("actions.deploy-squad", "There is no such mission in play.")
    elif _there(game, place, but) >= SQUAD:
        yield Refusal("actions.deploy-squad-four", "Four soldiers are on that mission already.")


def places_for(game: Xcom, kind: str) -> tuple[str, ...]:
    if kind == "interceptor":
        return CONTINENTS
    if kind == "scientist":
        return LABS
    return ("orbit",) if kind == "satellite" else ("base", "mission", "final")


def assign(game: Xcom, unit: str, place: str, action: int = -1) -> None:
    """Puts the unit there; `action` lets its role take it back while that action lasts."""
    game.put(assignments=game.now.assignments + 1)
    game.units.set(unit, place=place, assignment=game.now.assignments, action=action)


def back(game: Xcom, unit: str) -> None:
    game.units.set(unit, place=RESERVE, action=-1)


def tell_all(game: Xcom, says: str, rule_: str, ids: Sequence[str]) -> None:
    """One sentence about many; nothing where there is nobody."""
    if ids:
        game.tell(says, rule_, all=", ".join(map(game.name, ids)))


def alike(game: Xcom, units: Sequence[str]) -> list[str]:
    """One unit of each sort: those that are alike in everything that matters are not told apart."""
    seen: dict[tuple[str, str, bool, bool], str] = {}
    for id in units:
        row = game.units[id]
        seen.setdefault((row.cls, row.place, row.elite, row.exhausted), id)
    return list(seen.values())


@rule("units.places", neutral=lambda game: ())
def misplaced_units(game: Xcom) -> Iterator[str]:
    """Units where they can never be."""
    for kind in book().units.values():
        if sum(u.cls == kind.id for u in game.units.values()) != kind.total:
            yield f"there are not {kind.total} of {kind.id}"
    for id, row in game.units.items():
        if row.place == POOL and row.kind in ("satellite", "scientist"):
            yield f"{id} is in the recruitment pool"
        if row.exhausted and row.kind in ("interceptor", "soldier"):
            yield f"{id} is exhausted"
        if on_board(row.place) and row.place not in places_for(game, row.kind):
            yield f"{id} is at {row.place}"
        if row.place == CARD and row.kind != "soldier":
            yield f"{id} is on a card"
    for place, most in (*((c, 3) for c in CONTINENTS), *((lab, 3) for lab in LABS), ("orbit", 3), ("mission", 4)):
        if len(at(game, place)) > most:
            yield f"more than {most} units at {place}"
