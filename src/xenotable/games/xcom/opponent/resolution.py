"""Advice in the resolution phase: pushing, fighting, cards in their windows, and the choices inside effects."""

from __future__ import annotations

from typing import Any

from xenotable.engine import Advice, Advisor, Ask, Choose, Random, cite, rule
from xenotable.games.xcom.content import Effect, book, card_of, effects_of
from xenotable.games.xcom.opponent.values import best_attack, harm, push_worth, soldier_value
from xenotable.games.xcom.rules.base.attack import TASK
from xenotable.games.xcom.rules.tasks import is_loss, net_hits
from xenotable.games.xcom.state import POOL, Xcom


def _options(ask: Ask[Any]) -> list[Any]:
    assert isinstance(ask, Choose)
    return ask.options()


# ---- rolls -----------------------------------------------------------------------------------------------------------


def push(game: Xcom, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    worth = push_worth(game, game.throws[0])
    return worth > 0, "It promises more than it risks." if worth > 0 else "It risks more than it promises."


def attack(game: Xcom, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    targets = [t for t in _options(ask) if t is not None]
    step = game.now.step
    worth, target, _ = best_attack(game, step if step in ("mission", "final") else "base", targets)
    if worth < 0:
        return None, "Every attack risks more than it promises."
    return target, "This attack promises most."


def icon(game: Xcom, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    throw = game.throws[0]
    given = tuple((s, "wild") if wild else s or None for _, s, wild in throw.icons)
    _, _, plan = best_attack(game, throw.spot, [throw.foe or TASK], given)
    chosen = plan[len(given)] if plan else None
    return (
        (chosen, "The best use of the soldiers there.")
        if chosen in _options(ask)
        else (_options(ask)[0], "Who is left.")
    )


# ---- cards in their windows ------------------------------------------------------------------------------------------


@rule("ai.cards", neutral=lambda *_: None)
def card(game: Xcom, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    """The first card that helps at once."""
    window = ask.key.partition(":")[2]
    for id in _options(ask):
        if id is not None and any(helps(game, e, window, ask) for e in effects_of(id)):
            return id, f"{game.name(id)} helps at once."
    return None, "No card helps enough now."


def helps(game: Xcom, e: Effect, window: str, ask: Ask[Any]) -> bool:
    if window in ("pre_roll", "post_roll"):
        return _roll_helps(game, e)
    if window == "panic":
        panic = game.continents[(ask.args or {})["c"]].panic
        return panic == 3 or panic >= 6
    if window == "step":
        return _step_helps(game, e)
    return True


def _roll_helps(game: Xcom, e: Effect) -> bool:
    throw = game.throws[0]
    short = net_hits(game) < throw.need
    match e.do:
        case "add_dice":
            return throw.need >= 2
        case "lower_threat":
            return game.now.threat >= 3
        case "reroll_xcom":
            return short and throw.dice - throw.hits >= 2
        case "add_success":
            return short
        case "hold_threat":
            return short and game.now.threat >= 2 and not is_loss(game)
        case "alien_plus":
            return is_loss(game) and throw.alien + e.count > throw.threat and risk(game) >= 1
    return is_loss(game) and risk(game) >= 1


def risk(game: Xcom) -> float:
    """What the loss on the table would cost."""
    throw = game.throws[0]
    each = {"research": 0.5, "orbit": 0.6}.get(throw.task, 1.0)
    left = [u for u in throw.units if u not in throw.saved]
    return sum(soldier_value(game, u) if throw.task in ("base", "mission") else each for u in left)


def _step_helps(game: Xcom, e: Effect) -> bool:
    war = game.now
    match e.do:
        case "destroy_ufo":
            return war.step == ("orbit" if e.where == "orbit" else "globe")
        case "place_success":
            return war.step == "research"
        case "free_recruit":
            return True
        case "choose":
            return war.damage >= 4 or war.emergency <= 4
    return False


# ---- choices inside effects ------------------------------------------------------------------------------------------


def _panic(game: Xcom, place: str | None) -> int:
    return game.continents[place].panic if place is not None and place in game.continents else -1


def highest(game: Xcom, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    return max(_options(ask), key=lambda c: _panic(game, c)), "Panic is highest there."


def lowest(game: Xcom, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    return min(_options(ask), key=lambda c: _panic(game, c)), "Panic is lowest there."


def fewest(game: Xcom, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    """Recruits what there is least of; Interceptors if they run low."""
    pool = [u for u in _options(ask) if u is not None]

    def available(unit: str) -> float:
        cls = game.units[unit].cls
        n = sum(u.cls == cls and u.place != POOL for u in game.units.values())
        return n / book().units[cls].total

    best = min(pool, key=available, default=None)
    return best, "There are fewest of these."


def plenty(game: Xcom, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    """Gives up an ordinary soldier of the class there is most of."""

    def worth(unit: str) -> tuple[bool, int]:
        row = game.units[unit]
        return row.elite, -sum(u.cls == row.cls and u.place != POOL for u in game.units.values())

    return min(_options(ask), key=worth), "He is missed least."


def advise_saved(game: Xcom, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    return max(_options(ask), key=lambda u: game.units[u].elite), "An elite soldier is worth two."


def nearest_done(game: Xcom, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    """Where the fewest successes are missing."""

    def missing(where: str) -> int:
        if where in game.labs:
            return card_of(game.labs[where].tech).research - game.labs[where].tokens
        return card_of(game.foes[where].card).health - game.foes[where].tokens

    return min(_options(ask), key=missing), "The fewest successes are missing there."


def option(game: Xcom, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    """One of the options of an effect: the least harm, repair when the base is in danger, what there is least of."""
    id = (ask.args or {}).get("card", "")
    data = book()
    effects = data.plans[id].critical if id in data.plans else effects_of(id)
    options = next(e.options for e in effects if e.do == "choose")

    def worth(i: int) -> float:
        first = options[i][0]
        match first.do:
            case "repair":
                return float(game.now.damage)
            case "gain_emergency":
                return 4.0
            case "free_recruit":
                return sum(u.place == POOL and u.kind == "soldier" for u in game.units.values()) / 12
            case "free_build":
                return sum(u.place == POOL and u.kind == "interceptor" for u in game.units.values()) / 8
            case "refresh_card":
                return 0.0
        return -harm(game, options[i])

    return max(_options(ask), key=worth), "The best of the options."


def _start(game: Xcom, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    return "start", "Everybody is ready."


def first_candidate(game: Xcom, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    cite("ai.ties")
    options = list(ask.candidates(8, rnd))
    return (options[0], "One is as good as another: the first is taken.") if options else None


RESOLVE: dict[str, Advisor[Xcom]] = {
    "start": _start,
    "push": push,
    "attack": attack,
    "icon": icon,
    "card": card,
    "continent": highest,
    "calm": highest,
    "destroy": highest,
    "rise": lowest,
    "redirect": lowest,
    "recruit": fewest,
    "loss": plenty,
    "save": advise_saved,
    "token": nearest_done,
    "option": option,
}
