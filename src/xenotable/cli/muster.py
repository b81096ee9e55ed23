"""`xenotable muster`: a list of one's own, built at the terminal or made, checked and written by options."""

import random
import secrets
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape

from xenotable.cli.building import Workbench, show_differences, show_faults, show_worth
from xenotable.engine.muster import (
    ArmyList,
    Book,
    complete,
    from_json,
    from_link,
    from_text,
    random_list,
    since_kept,
    to_json,
    to_link,
    to_text,
)
from xenotable.faults import Fault, nearest, some
from xenotable.files import read_file, write_file
from xenotable.games import game as game_named

LARGEST = 1 << 20  # bytes of a file with a list


def command(
    game: Annotated[str, typer.Argument(help="Which game.")],
    file: Annotated[Path | None, typer.Option("--list", help="A list to begin with: text, JSON or a link.")] = None,
    ready: Annotated[str, typer.Option(help="A ready list to begin with, by its id.")] = "",
    by_chance: Annotated[bool, typer.Option("--random", help="Make a legal list by chance.")] = False,
    fill: Annotated[bool, typer.Option("--complete", help="Complete the list up to its limit.")] = False,
    seed: Annotated[str, typer.Option(help="Same seed, same list.")] = "",
    check: Annotated[bool, typer.Option("--check", help="Only say what is wrong; ends with 1 if anything is.")] = False,
    against: Annotated[Path | None, typer.Option(help="Only say what has changed since this older version.")] = None,
    text: Annotated[bool, typer.Option("--text", help="Write the list as text.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Write the list as JSON.")] = False,
    link: Annotated[bool, typer.Option("--link", help="Write the list as the text of a link.")] = False,
    worth: Annotated[bool, typer.Option("--worth", help="What it is worth: odds, and battles until Ctrl-C.")] = False,
    battles: Annotated[int, typer.Option(min=0, help="So many battles for --worth.")] = 40,
    out: Annotated[Path | None, typer.Option(help="Write to this file instead.")] = None,
) -> None:
    title = game_named(game)
    if title.muster is None:
        raise Fault(f"{title.title} has no army builder.")
    book, console = title.muster, Console(highlight=False)
    army = first_list(book, file, ready, by_chance, fill, seed)
    for note in since_kept(book, army):
        Console(stderr=True, highlight=False).print(escape(note))
    if against is not None:
        show_differences(console, book, read_list_file(book, against), army)
        return
    if not (by_chance or fill or check or text or json or link or worth or out):
        Workbench(console, title, book, army, file).run()
        return
    if check:
        faults = show_faults(console, book, army)
        raise typer.Exit(1 if faults else 0)
    if worth:
        show_worth(console, title, book, army, battles, seed)
        return
    written = to_json(book.kept(army)).decode() if json else to_link(book.kept(army)) if link else ""
    write(written or to_text(book, book.kept(army)), out)


def write(text: str, out: Path | None) -> None:
    if out is None:
        sys.stdout.write(text if text.endswith("\n") else text + "\n")
        return
    write_file(out, text.encode())


def first_list(book: Book, file: Path | None, ready: str, by_chance: bool, fill: bool, seed: str) -> ArmyList:
    if (file is not None) + bool(ready) + by_chance > 1:
        raise Fault("A list begins as a file, as a ready one or by chance: give one of --list, --ready and --random.")
    rnd = random.Random(seed or secrets.token_hex(8)).random
    if by_chance:
        return random_list(book, rnd)
    army = read_list_file(book, file) if file is not None else ready_list(book, ready) if ready else book.blank()
    return complete(book, army, rnd) if fill else army


def ready_list(book: Book, id: str) -> ArmyList:
    known = book.ready()
    if id not in known:
        raise Fault(f'{book.title} has no ready list "{id}".{nearest(id, known)} There are {some(known)}.')
    return known[id]


def read_list_file(book: Book, file: Path) -> ArmyList:
    """A list in any of its forms."""
    try:
        text = read_file(file, LARGEST + 1).decode()
    except UnicodeDecodeError:
        raise Fault(f"{file} is no text.") from None
    return read_list(book, text)


def read_list(book: Book, text: str) -> ArmyList:
    bare = text.strip()
    found: Any
    if bare.startswith("{"):
        found = from_json(bare)
    elif "\n" not in bare and bare[:1].isdigit():
        found = from_link(bare)
    else:
        found = from_text(book, text)
    if found.game != book.game:
        raise Fault(f"That is a list of {found.game!r}, not of {book.title}.")
    return book.settle(found)
