"""Who can sit in a seat. One protocol: `decide(view, deadline)` gives a Decision with its reason, or Wait."""

from collections.abc import Callable
from typing import Any

from xenotable.engine import Title
from xenotable.faults import Fault, nearest
from xenotable.players.levels import Recruit, Veteran
from xenotable.players.outside import Declared, Outsider, declare, declared
from xenotable.players.protocol import Decision, Player
from xenotable.players.random_player import RandomPlayer
from xenotable.players.running import Stall, play_out
from xenotable.players.searcher import Searcher
from xenotable.players.tactician import Tactician

Maker = Callable[[Title[Any], int | str], Player]
LEVELS: dict[str, Maker] = {
    "random": RandomPlayer,
    "recruit": Recruit,
    "tactician": Tactician,
    "veteran": Veteran,
    "searcher": Searcher,
}  # the weakest first

__all__ = [
    "LEVELS",
    "Decision",
    "Declared",
    "Player",
    "RandomPlayer",
    "Recruit",
    "Searcher",
    "Stall",
    "Tactician",
    "Veteran",
    "check_player",
    "declare",
    "declared",
    "levels",
    "play_out",
    "player",
]  # fmt: skip


def player(name: str, title: Title[Any], seed: int | str = 0) -> Player:
    """A machine player by its name: one of ours, or one that was declared."""
    check_player(name)
    return LEVELS[name](title, seed) if name in LEVELS else Outsider(name, title, seed)


def levels() -> list[str]:
    """The names of all machine players: ours, the weakest first, then those that were declared."""
    return [*LEVELS, *declared()]


def check_player(name: str) -> None:
    """Fault if there is no machine player of this name."""
    known = levels()
    if name in known:
        return
    if name.endswith(".py"):
        raise Fault(f'"{name}" is a file; name a class in it, such as {name}:Bot.')
    raise Fault(
        f'There is no player "{name[:80]}".{nearest(name, known)} The players are {", ".join(known)}, and those '
        "whom the one who starts Xenotable has declared (--bot NAME=my_bot.py:Bot)."
    )
