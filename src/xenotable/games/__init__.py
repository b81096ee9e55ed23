"""The games that can be played: the five of this package, which never import each other, and those of strangers.

A game is found by its `Title`: in `title.py` of its package, behind an entry point of the group `xenotable.games`, or
in a Python file as `GAME = Title(...)`.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from xenotable.engine import Title
from xenotable.faults import Fault, nearest

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

NAMES = ("rampant", "killteam", "xcx", "xenocide", "xcom")
GROUP = "xenotable.games"  # of entry points: `starfall = "starfall.title:GAME"` in a project of its own


@cache
def game(name: str) -> Title[Any]:
    """The game of this name, or of this Python file (a game of your own)."""
    if name.endswith(".py"):
        return load_file(Path(name))
    package = name.partition("-")[0]  # "xcx-campaign" is a second game of xcx
    found = family(package) if is_package(package) else {}
    if name not in found:
        known = [*packages(), *found]
        raise Fault(f'There is no game "{name}".{nearest(name, known)} The games are {", ".join(packages())}.')
    return found[name]


def packages() -> tuple[str, ...]:
    """The names of all games, those of this package first. Nothing is loaded for it."""
    return (*NAMES, *(name for name in installed_games() if name not in NAMES))


def is_package(name: str) -> bool:
    """Whether there is a game of this name. Of ours it is known without looking at everything that is installed."""
    return name in NAMES or name in installed_games()


@cache
def installed_games() -> dict[str, EntryPoint]:
    """Games that other installed distributions bring, by name."""
    from importlib.metadata import entry_points  # takes a fiftieth of a second, which most commands need not wait for

    return {found.name: found for found in sorted(entry_points(group=GROUP))}


@cache
def family(package: str) -> dict[str, Title[Any]]:
    """The titles of a package by their ids, the main one first: a campaign or a companion comes with its game."""
    if package in NAMES:
        module = importlib.import_module(f"xenotable.games.{package}.title")
        return titles_in(module, module.GAME)
    entry = installed_games()[package]
    try:
        main = entry.load()
    except Exception as fault:
        raise Fault(f'"{package}" cannot be loaded: {type(fault).__name__}: {fault}') from fault
    if not isinstance(main, Title) or main.id != package:
        raise Fault(f'The entry point "{package}" ({entry.value}) is not the title of a game of that id.')
    return titles_in(sys.modules[entry.module], main)


def titles_in(module: ModuleType, main: Title[Any]) -> dict[str, Title[Any]]:
    return {title.id: title for title in (main, *vars(module).values()) if isinstance(title, Title)}


def kernels() -> list[str]:
    """The modules with compiled code of all games of this package."""
    return sorted({module for name in NAMES for module in game(name).kernels})


def load_module(path: Path, name: str) -> ModuleType:
    """A Python file of somebody else, once; Fault where there is none or it does not run."""
    if not path.is_file():
        raise Fault(f"There is no file {path}.")
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
    return sys.modules[name]


def load_file(path: Path) -> Title[Any]:
    """A game from a file outside the package; it says `GAME = ...`."""
    found = getattr(load_module(path, path.stem), "GAME", None)
    if not isinstance(found, Title):
        raise Fault(f"{path} does not say which game it holds: it needs a line `GAME = Title(...)`.")
    return found
