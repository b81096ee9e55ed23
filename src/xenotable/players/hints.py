"""A hint in the words of the table: what to do, what the chances are, and why."""

from __future__ import annotations

from typing import Any

from xenotable.engine import Ask, Assign, Choose, Confirm, Forecast, Game, Number, Pick, is_legal
from xenotable.engine.wire import option_label
from xenotable.players.protocol import Decision

CHANCES = 2  # chances of a forecast that are named
NEVER = 0.005  # what is less likely is not worth a word


def hint_words(game: Game, ask: Ask[Any], said: Decision) -> str:
    """ "Shoot at the Brood: 61 % Suppressed. It promises most." Places are not named: they are lit on the board."""
    what, reason = _sentence(_what(game, ask, said.value)), _sentence(said.reason)
    chances = "" if "%" in what else _chances(ask, said.value)
    if chances:
        what = f"{what.removesuffix('.')}: {chances}."
    elif reason.startswith(what.removesuffix(".")):
        return reason
    return f"{what} {reason}".strip()


def _sentence(words: str) -> str:
    end = "" if not words or words[-1] in ".!?" else "."
    return words[:1].upper() + words[1:] + end


def _what(game: Game, ask: Ask[Any], value: Any) -> str:
    match ask:
        case Choose():
            return option_label(ask.label, ask.settle(ask.shape(value)), game)
        case Confirm():
            return ask.yes if value else ask.no
        case Pick():
            return ", ".join(option_label(ask.label, one, game) for one in value)
        case Number():
            return str(value)
        case _:
            return ""


def _chances(ask: Ask[Any], value: Any) -> str:
    """The first figures of the exact odds, where the ask knows them."""
    if not isinstance(ask, Choose | Confirm | Pick | Assign) or ask.odds is None:
        return ""
    shaped: Any = ask.shape(value)
    if not is_legal(ask.check(shaped)):
        return ""
    odds: Any = ask.odds
    told = odds(ask.settle(shaped))
    forecasts = [] if told is None else [told] if isinstance(told, Forecast) else list(told)
    if not forecasts:
        return ""
    mean, unit = forecasts[0].mean, forecasts[0].unit
    figures = [f"about {mean:.1f} {unit}"] if mean is not None and unit else []
    open_ones = [chance for chance in forecasts[0].chances if NEVER < chance.p < 1 - NEVER]
    return ", ".join([*figures, *(f"{chance.p:.0%} {chance.label}" for chance in open_ones[:CHANCES])])
