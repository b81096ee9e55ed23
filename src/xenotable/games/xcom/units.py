"""Units: the four kinds, where they may be, exhaustion, losses, elite soldiers, and the invariants of the board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from xenotable.engine import Choose, Flow, Refusal, cite, rule
from xenotable.games.xcom.content import CONTINENTS, LABS, book
from xenotable.games.xcom.names import soldier_name
from xenotable.games.xcom.roles import COMMANDER, LEADER, OFFICER, SCIENTIST
from xenotable.games.xcom.state import CARD, POOL, RESERVE, UFOS, Fallen, Xcom, at, on_board, ufos_out

KINDS = ("satellite", "scientist", "interceptor", "soldier")
OWNERS = {"satellite": OFFICER, "scientist": SCIENTIST, "interceptor": COMMANDER, "soldier": LEADER}
SQUAD = 4
ELITES = 4


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
        yield Refusal("actions.one-place", "{u} is not in the reserve.", {"u": unit}, "Choose a unit in the reserve.")
    elif row.exhausted:
        cite("units.exhausted")
        yield Refusal("actions.no-exhausted", "{u} is exhausted.", {"u": unit}, "Choose a ready unit.")


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
    game.put(placed=game.w.placed + 1)
    game.units.set(unit, place=place, placed=game.w.placed, action=action)


def back(game: Xcom, unit: str) -> None:
    game.units.set(unit, place=RESERVE, action=-1)


# ---- exhaustion and loss ---------------------------------------------------------------------------------------------


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
    game.tell("{u} is exhausted.", rule_, u=unit)


def lose(game: Xcom, unit: str, rule_: str, task: str = "", odds: float = 0.0) -> None:
    """To the recruitment pool; an elite soldier loses the mark, and a soldier's name is kept."""
    row = game.units[unit]
    if row.elite:
        cite("units.elite-lost")
    if row.kind == "soldier":
        remember(game, unit, task, odds)
        game.tell("{cls} {n} is lost.", rule_, cls=row.cls, n=row.name)
    else:
        game.tell("{u} is lost.", rule_, u=unit)
    game.units.set(unit, place=POOL, elite=False, action=-1)


@rule("content.soldier-names", neutral=lambda *_: None)
def remember(game: Xcom, unit: str, task: str, odds: float) -> None:
    row = game.units[unit]
    game.memorial.add(len(game.memorial), Fallen(row.name, row.cls, game.w.round, task or game.w.step, odds))


def recruit(game: Xcom, unit: str, rule_: str) -> None:
    """From the recruitment pool to the reserve; a recruited soldier is somebody else."""
    if game.units[unit].kind == "soldier":
        cite("content.soldier-names")
        game.units.set(unit, place=RESERVE, name=soldier_name(game.w.names))
        game.put(names=game.w.names + 1)
    else:
        game.units.set(unit, place=RESERVE)
    game.tell("{u} joins the reserve.", rule_, u=unit)


@rule("units.elite-max", neutral=lambda game: True)
def room_for_elite(game: Xcom) -> bool:
    return sum(u.elite for u in game.units.values()) < ELITES


# ---- who picks -------------------------------------------------------------------------------------------------------


def alike(game: Xcom, units: Sequence[str]) -> list[str]:
    """One unit of each sort: those that are alike in everything that matters are not told apart."""
    seen: dict[tuple[str, str, bool, bool], str] = {}
    for id in units:
        row = game.units[id]
        seen.setdefault((row.cls, row.place, row.elite, row.exhausted), id)
    return list(seen.values())


@rule("units.owner-picks", neutral=lambda *_, **__: [])
def pick_units(game: Xcom, units: Sequence[str], n: int, prompt: str, key: str = "unit") -> Flow[list[str]]:
    """n of these units, picked one after the other by the role that controls them; asked only where they differ."""
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
                among=lambda sorts=sorts: sorts,  # type: ignore[misc]
            )
        left.remove(chosen)
        out.append(chosen)
    return out


# ---- invariants ------------------------------------------------------------------------------------------------------


@rule("units.places", neutral=lambda game: ())
def broken(game: Xcom) -> Iterator[str]:
    """What must never be."""
    for kind in book().units.values():
        if sum(u.cls == kind.id for u in game.units.values()) != kind.total:
            yield f"there are not {kind.total} of {kind.id}"
    for id, u in game.units.items():
        if u.place == POOL and u.kind in ("satellite", "scientist"):
            yield f"{id} is in the recruitment pool"
        if u.exhausted and u.kind in ("interceptor", "soldier"):
            yield f"{id} is exhausted"
        if on_board(u.place) and u.place not in places_for(game, u.kind):
            yield f"{id} is at {u.place}"
        if u.place == CARD and u.kind != "soldier":
            yield f"{id} is on a card"
    for place, most in (*((c, 3) for c in CONTINENTS), *((lab, 3) for lab in LABS), ("orbit", 3), ("mission", 4)):
        if len(at(game, place)) > most:
            yield f"more than {most} units at {place}"
    cite("units.ufo-limit")
    if ufos_out(game) > UFOS:
        yield "more UFOs than there are"
    w = game.w
    if not (0 <= w.damage <= 9 and 1 <= w.threat <= 5 and w.emergency >= 0 and w.credits >= 0):
        yield f"a track or a purse is out of its range: {w}"
    if any(not 0 <= c.panic <= 8 or (c.fallen and c.ufos) for c in game.continents.values()):
        yield "a continent is out of its range"
    yield from _cards_broken(game)


def _cards_broken(game: Xcom) -> Iterator[str]:
    """Every card of a deck is in exactly one place."""
    from xenotable.games.xcom.hiding import whereabouts

    for deck, cards in whereabouts(game).items():
        if len(cards) != len(set(cards)):
            yield f"a card of the {deck} deck is there twice"
        if game.w.round and sorted(cards) != sorted(all_cards(game, deck)):
            yield f"a card of the {deck} deck is missing"


def all_cards(game: Xcom, deck: str) -> list[str]:
    from xenotable.games.xcom.setup import deck_cards

    return deck_cards(deck, game.w.plan, game.setup.timer)
