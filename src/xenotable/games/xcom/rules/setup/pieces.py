"""The pieces: all of them at the start, the decks, the supply of UFOs, and the bonus of the headquarters."""

from __future__ import annotations

from xenotable.engine import acts, memoize, rule
from xenotable.games.xcom.content import LABS, book
from xenotable.games.xcom.rules.cards.ownership import asset_cards
from xenotable.games.xcom.rules.content.soldiers import soldier_name
from xenotable.games.xcom.scenes import Home, SettingUp
from xenotable.games.xcom.state import POOL, RESERVE, UFOS, Asset, Clock, Lab, Setup, Unit, War, Xcom


@rule("setup.headquarters-bonus", neutral=lambda game: "")
def bonus_in_force(game: Xcom) -> str:
    """The continent that gives its bonus; "" once it has fallen."""
    home = game.now.headquarters
    return home if home and not game.continents[home].fallen else ""


def remove_ufo(game: Xcom, where: str) -> None:
    if where == "orbit":
        game.put(orbit=game.now.orbit - 1)
    else:
        game.continents.set(where, ufos=game.continents[where].ufos - 1)


@rule("setup.ufo-supply", neutral=lambda *_: None)
def put_ufo(game: Xcom, where: str, rule_: str) -> None:
    """From the supply, if one is left there."""
    if ufos_out(game) >= UFOS:
        game.tell("No UFO is left in the supply.", "setup.ufo-supply")
        return
    if where == "orbit":
        game.put(orbit=game.now.orbit + 1)
    else:
        game.continents.set(where, ufos=game.continents[where].ufos + 1)
    says = "A UFO descends from orbit to {where}." if rule_ == "actions.ufos-descend" else "A UFO appears: {where}."
    game.tell(says, rule_, where=where)


SHORT = {"satellite": "sat", "scientist": "sci", "interceptor": "int"}


def new(setup: Setup) -> Xcom:
    """All pieces in their starting places; what chance decides comes in the first scene."""
    game = Xcom(setup, 4)
    level = book().difficulties[setup.difficulty]
    game.war.add(0, War(emergency=emergency(level.id)))
    game.clock.add(0, Clock())
    for lab in LABS:
        game.labs.add(lab, Lab())
    _units(game)
    _assets(game)
    choose = level.id == "easy" and not game.setup.headquarters and not game.setup.tutorial
    game.scenes = [Home()] if choose else [SettingUp()]
    return game


@rule("setup.emergency", neutral=lambda difficulty: 0)
@rule("setup.difficulty", neutral=lambda difficulty: 0)
def emergency(difficulty: str) -> int:
    return book().difficulties[difficulty].emergency


@rule("setup.soldiers", neutral=lambda *_: None)
@rule("setup.interceptors", neutral=lambda *_: None)
@rule("setup.satellites-scientists", neutral=lambda *_: None)
def _units(game: Xcom) -> None:
    named = 0
    for kind in book().units.values():
        for i in range(1, kind.total + 1):
            place = RESERVE if i <= kind.start_reserve else POOL
            name = ""
            if kind.kind == "soldier":
                name, named = soldier_name(named), named + 1
            game.units.add(f"{SHORT.get(kind.id, kind.id)}{i}", Unit(kind.kind, kind.id, place, name=name))
    game.put(names=named)


@rule("setup.roles", neutral=lambda *_: None)
def _assets(game: Xcom) -> None:
    for card in asset_cards():
        game.cards.add(card.id, Asset(card.seat))


@memoize(64)
@rule("setup.enemy-deck")
def deck_cards(deck: str, plan: str, timer: str) -> tuple[str, ...]:
    """The cards that a deck consists of in this game, in the order of the catalogue."""
    cards = [book().cards[c] for c in book().deck(deck)]
    if deck == "enemy":
        groups = ("core", *book().plans[plan].groups)
        cards = [c for c in cards if c.group in groups]
    if timer == "off" and acts("modes.timer-off"):
        # Without timers a card that only gives time is taken out.
        cards = [c for c in cards if not _only_time(c.id)]
    return tuple(c.id for c in cards)


def _only_time(card: str) -> bool:
    effects = book().cards[card].effects
    inner = [e for top in effects for option in (top.options or ((top,),)) for e in option]
    return bool(inner) and all(e.do in ("add_time", "add_pause") for e in inner)


def ufos_out(game: Xcom) -> int:
    return game.war[0].orbit + sum(c.ufos for c in game.continents.values())
