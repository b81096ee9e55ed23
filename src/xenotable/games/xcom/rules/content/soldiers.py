"""Soldiers' names and their memorial: without effect on play."""

from __future__ import annotations

from xenotable.engine import rule
from xenotable.games.xcom.content import book
from xenotable.games.xcom.state import Fallen, Xcom


@rule("content.soldier-names", neutral=lambda game: [])
def memorial(game: Xcom) -> list[str]:
    """Everybody who did not come back: when, where, and how likely it was."""
    out = []
    for f in game.memorial.values():
        odds = f"; the roll had a chance of {f.odds:.1%} to go wrong" if f.odds else ""
        task = f.task.split()[-1].replace("_", " ") if f.task else "the war"
        out.append(f"{f.name}, {book().units[f.cls].name}: round {f.round}, {task}{odds}.")
    return out


# fmt: off
SOLDIER_NAMES = (
    "Adeyemi", "Akintola", "Alvarez", "Andersson", "Aoki", "Arslan", "Baptiste", "Barros", "Bauer", "Benali",
    "Bianchi", "Bogdan", "Brandt", "Castellanos", "Chaudhry", "Cisse", "Cordeiro", "Dahl", "Delacroix", "Demir",
    "Diallo", "Dragomir", "Eide", "Ekström", "Farouk", "Fischer", "Fontaine", "Gallo", "Ghosh", "Grant",
    "Haddad", "Halloran", "Hashimoto", "Horvat", "Ibarra", "Ito", "Ivanova", "Jansen", "Kamara", "Kaya",
    "Keane", "Khalil", "Kowalski", "Kruger", "Lindqvist", "Lopes", "Mbeki", "Mendoza", "Moreau", "Nakamura",
    "Ndiaye", "Novak", "Okafor", "Oyelaran", "Park", "Petrov", "Quispe", "Rahman", "Reyes", "Romero", "Sato",
    "Schneider", "Silva", "Sokolov", "Tanaka", "Tembo", "Torres", "Ueda", "Vargas", "Weber", "Yilmaz", "Zhang",
)


# fmt: on


def soldier_name(n: int) -> str:
    """The n-th soldier of a game; after the list has run out it starts again with a number."""
    again, at = divmod(n, len(SOLDIER_NAMES))
    return SOLDIER_NAMES[at * 29 % len(SOLDIER_NAMES)] + (f" {again + 1}" if again else "")


@rule("content.soldier-names", neutral=lambda *_: None)
def remember(game: Xcom, unit: str, task: str, odds: float) -> None:
    row = game.units[unit]
    game.memorial.add(len(game.memorial), Fallen(row.name, row.cls, game.now.round, task or game.now.step, odds))
