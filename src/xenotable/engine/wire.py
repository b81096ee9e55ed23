"""Asks as data: what a client gets, and what it needs to draw a widget. One tagged struct per kind of ask."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from xenotable.engine.asks import UNSET, Ask, Roll
from xenotable.engine.decisions import Arrange, Assign, Bucket, Choose, Confirm, Number, Pick, Play
from xenotable.engine.game import Game
from xenotable.engine.pieces import Move, Place
from xenotable.engine.refusals import Refusal
from xenotable.engine.viewing import prompt_of
from xenotable.engine.wording import render_template


class Why(msgspec.Struct, frozen=True, omit_defaults=True):
    rule: str
    says: str
    remedy: str = ""


class OptionWire(msgspec.Struct, omit_defaults=True):
    value: Any
    label: str
    on: str = ""
    why: list[Why] = []
    odds: bool = False  # a query "odds" with this value gets an answer


class AskWire(msgspec.Struct, omit_defaults=True, kw_only=True):
    id: str
    key: str
    seat: int
    prompt: str
    rule: str
    until: int | None = None
    secret: bool = False
    aside: bool = False  # nobody waits for an answer
    can_wait: bool = False  # it can be answered later as well: another decision stands in front
    default: Any = UNSET
    odds: bool = False
    orders: list[OptionWire] = []  # standing orders with a condition: "fire at 6 or more"


class ChooseWire(AskWire, tag="choose"):
    options: list[OptionWire]


class ConfirmWire(AskWire, tag="confirm"):
    yes: str = "Yes"
    no: str = "No"


class PickWire(AskWire, tag="pick"):
    options: list[OptionWire]
    least: int
    most: int


class NumberWire(AskWire, tag="number"):
    low: int
    high: int


class BucketWire(msgspec.Struct, omit_defaults=True):
    value: str
    label: str
    min: int = 0
    max: int | None = None
    on: str = ""


class AssignWire(AskWire, tag="assign"):
    total: int
    unit: str
    buckets: list[BucketWire]
    partly: bool = False


class ArrangeWire(AskWire, tag="arrange"):
    items: list[OptionWire]
    locked: list[int] = []


class PieceWire(msgspec.Struct, omit_defaults=True):
    on: str
    label: str
    at: tuple[float, ...] = ()
    radius: float = 0.5
    budget: float = 0.0
    turns: bool = False


class PlaceWire(AskWire, tag="place"):
    pieces: list[PieceWire]
    zone: str = ""
    optional: bool = False


class MoveWire(AskWire, tag="move"):
    pieces: list[PieceWire]
    modes: list[OptionWire] = []
    together: dict[str, float] = {}
    reach: bool = False  # a query "reach" with {"piece", "mode"} gets polygons
    toward: bool = False  # a query "toward" with {"piece", "to", "mode"} gets a whole move


class ClassWire(msgspec.Struct, omit_defaults=True):
    low: int
    high: int
    name: str = ""


class RollWire(AskWire, tag="roll"):
    dice: int
    sides: int = 6
    classes: list[ClassWire] = []
    again: list[int] = []


class PlayWire(AskWire, tag="play"):
    game: str
    setup: Any


Wire = (
    ChooseWire
    | ConfirmWire
    | PickWire
    | NumberWire
    | AssignWire
    | ArrangeWire
    | PlaceWire
    | MoveWire
    | RollWire
    | PlayWire
)


def why(refusals: Iterable[Refusal], game: Game) -> list[Why]:
    """Refusals in words."""
    return [
        Why(r.rule, render_template(r.says, r.args, game.name), render_template(r.remedy, r.args, game.name))
        for r in refusals
    ]


def to_wire(ask: Ask[Any], id: str, game: Game) -> Wire:
    base: dict[str, Any] = {
        "id": id,
        "key": ask.key,
        "seat": ask.seat,
        "prompt": prompt_of(ask, game),
        "rule": ask.rule,
        "until": ask.until,
        "secret": ask.secret,
        "aside": ask.aside,
        "can_wait": ask.can_wait,
        "default": ask.default,
    }
    match ask:
        case Choose():
            options = [_option(ask, o, game) for o in ask.among()]
            return ChooseWire(**base, options=options, odds=ask.odds is not None, orders=_orders(ask))
        case Confirm():
            return ConfirmWire(**base, yes=ask.yes, no=ask.no, odds=ask.odds is not None, orders=_orders(ask))
        case Pick():
            options = [_option(ask, o, game) for o in ask.among()]
            most = len(options) if ask.most is None else ask.most
            return PickWire(**base, options=options, least=ask.least, most=most, odds=ask.odds is not None)
        case Number():
            return NumberWire(**base, low=ask.low, high=ask.high)
        case Assign():
            buckets = [_bucket(b, game) for b in ask.buckets]
            odds = ask.odds is not None
            return AssignWire(**base, total=ask.total, unit=ask.unit, buckets=buckets, partly=ask.partly, odds=odds)
        case Arrange():
            items = [OptionWire(i, option_label(ask.label, i, game)) for i in ask.items]
            return ArrangeWire(**base, items=items, locked=list(ask.locked))
        case Place():
            return PlaceWire(**base, pieces=_pieces(ask, game), zone=ask.zone, optional=ask.optional)
        case Move():
            together, reach, toward = dict(ask.together or {}), ask.reach is not None, ask.toward is not None
            pieces, modes = _pieces(ask, game), _modes(ask, game)
            return MoveWire(**base, pieces=pieces, modes=modes, together=together, reach=reach, toward=toward)
        case Roll():
            again = list(ask.again or ())
            return RollWire(**base, dice=ask.n, sides=ask.sides, classes=_classes(ask), again=again)
        case Play():
            return PlayWire(**base, game=ask.game, setup=ask.setup)
    raise TypeError(f"{type(ask).__name__} is not an ask that stands open")


def _option(ask: Choose[Any] | Pick[Any], option: Any, game: Game) -> OptionWire:
    on = ask.on(option) if ask.on is not None else option if type(option) is str else ""
    refusals = ask.why_not(option) if ask.why_not is not None else ()
    odds = isinstance(ask, Choose) and ask.foretells(option)
    return OptionWire(option, option_label(ask.label, option, game), on, why(refusals, game), odds)


def option_label(label: Callable[[Any], str] | None, option: Any, game: Game) -> str:
    """What an option is called on the table."""
    if label is not None:
        return label(option)
    if type(option) is str:
        return game.name(option)
    if type(option) is bool:
        return "Yes" if option else "No"
    return "None" if option is None else str(option)


def _orders(ask: Choose[Any] | Confirm) -> list[OptionWire]:
    return [OptionWire(p.value, p.label) for p in ask.presets()] if ask.presets is not None else []


def _bucket(b: Bucket, game: Game) -> BucketWire:
    return BucketWire(b.value, b.label or game.name(b.value), b.least, b.most, b.on or b.value)


def _modes(ask: Move, game: Game) -> list[OptionWire]:
    """The ways of moving; those that are closed with their reasons."""
    refusals = ask.why_not or (lambda mode: ())
    return [OptionWire(m.value, m.label or m.value.capitalize(), why=why(refusals(m.value), game)) for m in ask.modes]


def _classes(ask: Roll) -> list[ClassWire]:
    """The classes of faces that the rule reads; one without faces is none."""
    bounds = (1, *ask.cuts, ask.sides + 1)
    names = (*ask.names, *[""] * len(bounds))
    return [ClassWire(a, b - 1, n) for a, b, n in zip(bounds, bounds[1:], names, strict=False) if b > a]


def _pieces(ask: Place | Move, game: Game) -> list[PieceWire]:
    return [PieceWire(p.on, game.name(p.on), p.at, p.radius, p.budget, p.turns) for p in ask.pieces]
