"""The five games, one package each; they never import each other."""

import importlib
import importlib.util
import sys
from functools import cache
from pathlib import Path

from xenotable.engine import Game
from xenotable.faults import Fault, nearest

NAMES = ("rampant", "killteam", "xcx", "xenocide", "xcom")


@cache
def game(name: str) -> type[Game]:
    """The game of this name, or of this Python file (a game of your own)."""
    if name.endswith(".py"):
        return load_file(Path(name))
    package = name.partition("-")[0]  # "xcx-campaign" is a second game of xcx
    found = family(package) if package in NAMES else {}
    if name not in found:
        known = [*NAMES, *found]
        raise Fault(f'There is no game "{name}".{nearest(name, known)} The games are {", ".join(NAMES)}.')
    return found[name]


def family(package: str) -> dict[str, type[Game]]:
    """The games of a package by their ids, the main one first: a campaign or a companion comes with its game."""
    module = importlib.import_module(f"xenotable.games.{package}")
    main = getattr(module, "GAME", None)
    if main is None:
        raise Fault(f'"{package}" cannot be played yet; its rules can be read with: xenotable rules {package}')
    others = [k for k in vars(module).values() if isinstance(k, type) and issubclass(k, Game) and k.id]
    return {k.id: k for k in (main, *others)}


def available() -> list[str]:
    """The games that can be played."""
    return [n for n in NAMES if getattr(importlib.import_module(f"xenotable.games.{n}"), "GAME", None) is not None]


def load_file(path: Path) -> type[Game]:
    """A game from a file outside the package; it says `GAME = ...`."""
    if not path.is_file():
        raise Fault(f"There is no file {path}.")
    name = path.stem
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, path)
        if spec is None or spec.loader is None:
            raise Fault(f"{path} is not a Python file.")
        module = sys.modules[name] = importlib.util.module_from_spec(spec)
        try:
            spec.loader.exec_module(module)
        except Exception as fault:
            del sys.modules[name]
            raise Fault(f"{path} cannot be loaded: {type(fault).__name__}: {fault}") from fault
    found = getattr(sys.modules[name], "GAME", None)
    if not (isinstance(found, type) and issubclass(found, Game)):
        raise Fault(f"{path} does not say which game it holds: it needs a line `GAME = ...`.")
    return found
