"""What a person types at a prompt, made into an answer; one way per kind of ask."""

from __future__ import annotations

import re
from typing import Any, TypeVar

from xenotable.cli.position_parser import PositionParser
from xenotable.engine import (
    Arrange,
    Ask,
    Assign,
    Choose,
    Confirm,
    Game,
    MalformedAnswer,
    Move,
    Number,
    Pick,
    Place,
    Roll,
    is_legal,
)
from xenotable.engine.wire import ChooseWire, ConfirmWire, to_wire

X = TypeVar("X")
WHOLE = re.compile(r"-?[0-9]{1,18}")  # not all that Unicode calls a digit, nor what is too long to be meant


def how(ask: Ask[Any]) -> str:
    """How to answer this, in a line."""
    match ask:
        case Choose():
            return "a number"
        case Confirm():
            return "y or n"
        case Pick():
            return "numbers with spaces, or - for none"
        case Number():
            return f"a number from {ask.low} to {ask.high}"
        case Assign():
            return f"{len(ask.buckets)} numbers with spaces, {'up to' if ask.partly else 'in all'} {ask.total}"
        case Arrange():
            return "all the numbers in the order you want"
        case Place():
            return "a place (x y, 6 towards b2) for each piece, with commas between (1 x y picks a piece)"
        case Move():
            return "a place (x y, 6 towards b2), more of them with commas; stay; mode: first for another way of moving"
        case Roll():
            return f"{ask.n} faces from 1 to {ask.sides}"
    return "fight, or auto to let machines settle it"


def parse_answer(ask: Ask[Any], text: str, positions: PositionParser | None = None) -> Any:
    """The answer in the words; MalformedAnswer, with a sentence, when they make none. `positions` knows what they can
    name."""
    if not text.strip():
        raise MalformedAnswer("Nothing was said.")
    positions = positions or PositionParser()
    words = text.replace(",", " ").split()
    match ask:
        case Choose():
            return only(parse_numbers(ask.among(), words))
        case Confirm():
            if text.strip().lower() not in ("y", "yes", "n", "no"):
                raise MalformedAnswer("Answer y or n.")
            return text.strip().lower().startswith("y")
        case Pick():
            return () if text.strip() == "-" else tuple(parse_numbers(ask.among(), words))
        case Number():
            return only(whole(words))
        case Assign():
            counts = whole(words)
            if len(counts) != len(ask.buckets):
                raise MalformedAnswer("Give {n} numbers, one for each.", n=len(ask.buckets))
            return {b.value: n for b, n in zip(ask.buckets, counts, strict=True)}
        case Arrange():
            return tuple(parse_numbers(ask.items, words))
        case Place():
            return parse_placement(ask, text, positions)
        case Move():
            return parse_move(ask, text, positions)
        case Roll():
            return whole(words if len(words) > 1 else list(text.strip()))
    raise MalformedAnswer("This cannot be answered by typing; say auto.")


def orders(ask: Ask[Any], game: Game) -> list[tuple[str, Any]]:
    """The standing orders that can be left here, in words and as the match wants them."""
    shown = to_wire(ask, "", game)
    match shown:
        case ChooseWire():
            plain = [(f"always {o.label}", o.value) for o in shown.options if not o.why]
        case ConfirmWire():
            plain = [(f"always {shown.yes}", True), (f"always {shown.no}", False)]
        case _:
            return []
    return plain + [(p.label, p.value) for p in shown.orders]


def open_options(ask: Ask[Any], game: Game) -> list[tuple[str, Any]]:
    """What can be chosen, each with its number and its words."""
    if not isinstance(ask, Choose):
        return []
    labels = [option.label for option in to_wire(ask, "", game).options]  # type: ignore[union-attr]  # it has options
    told = enumerate(zip(labels, ask.among(), strict=True), 1)
    return [(f"{n}  {label}", option) for n, (label, option) in told if is_legal(ask.check(option))]


def parse_numbers(options: Any, words: list[str]) -> list[Any]:
    out = []
    for n in whole(words):
        if not 1 <= n <= len(options):
            raise MalformedAnswer("There is no number {n} in the list.", n=n)
        out.append(options[n - 1])
    return out


def only(said: list[X]) -> X:
    """What was said, if it is one thing: of two the second is no slip to pass over, it may be a place."""
    if len(said) > 1:
        raise MalformedAnswer("Answer with one number, or ? for help.")
    return said[0]


def whole(words: list[str]) -> list[int]:
    if not words or not all(WHOLE.fullmatch(w) for w in words):
        raise MalformedAnswer("Answer with numbers, or ? for help.")
    return [int(w) for w in words]


def parse_placement(ask: Place, text: str, positions: PositionParser) -> dict[str, Any]:
    """`1 x y` is about the first piece; without a number the pieces come in their order."""
    at = {}
    for i, part in enumerate(part.strip() for part in text.split(",") if part.strip()):
        first, _, rest = part.partition(" ")
        n = int(first) if rest and WHOLE.fullmatch(first) else 0
        numbered = 1 <= n <= len(ask.pieces) and not positions.is_place(part)
        piece = ask.pieces[n - 1] if numbered else ask.pieces[i] if i < len(ask.pieces) else None
        if piece is None:
            raise MalformedAnswer("Give places for {n:piece}, not for more.", n=len(ask.pieces))
        at[piece.on] = positions.point(rest if numbered else part, piece.at)
    return {"at": at}


def parse_move(ask: Move, text: str, positions: PositionParser) -> Any:
    """Points on the way with commas between; numbers alone may stand without them."""
    mode, colon, rest = text.partition(":")
    mode = mode.strip() if colon else (ask.modes[0].value if ask.modes else "")
    said = (rest if colon else text).strip()
    if said == "stay":
        return {"mode": mode, "paths": {}}
    way = positions.way(said, ask.pieces[0].at)
    if len(ask.pieces) > 1 or len(way) == 1:
        whole_move = ask.toward(ask.pieces[0].on, way[-1], mode) if ask.toward is not None else None
        if whole_move is not None and (len(ask.pieces) > 1 or whole_move.end(ask.pieces[0].on) == way[-1]):
            return whole_move
    return {"mode": mode, "paths": {ask.pieces[0].on: way}}
