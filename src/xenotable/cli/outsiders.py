"""Players from outside, as a command line names them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import typer

from xenotable.cli.usage import check_finite
from xenotable.faults import Fault
from xenotable.players import LEVELS, Declared, declare
from xenotable.players.outside import SECONDS, named_specs, specs_among

Bots = Annotated[
    list[str] | None,
    typer.Option("--bot", help="A player from outside: NAME=my_bot.py:Bot or NAME='exec:COMMAND'; repeatable."),
]
BotSeconds = Annotated[
    float, typer.Option(min=0.01, callback=check_finite, help="Seconds that such a player has for a decision.")
]
WHO = "a class in a file (my_bot.py:Bot), or a program (exec:COMMAND)"


def declare_players(bots: Iterable[str] | None, players: Iterable[str] = (), seconds: float = SECONDS) -> None:
    """Makes those known that were declared with `--bot`, and those that are named by where they are."""
    declare({**specs_among(players, seconds), **named_bots(bots, seconds)})


def named_bots(bots: Iterable[str] | None, seconds: float = SECONDS) -> dict[str, Declared]:
    """Those that were declared with `--bot`; Fault if one has the name of another kind of player."""
    found = named_specs(bots or (), seconds)
    for name in found:
        if name in (*LEVELS, "human"):
            raise Fault(f'"{name}" is a player that is there already; give yours another name.')
    return found
