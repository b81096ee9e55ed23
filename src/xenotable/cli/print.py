"""`xenotable print`: a list on paper, as one HTML file that any browser prints on A4 or Letter."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from xenotable.engine.muster import from_plain
from xenotable.engine.paper import SIZES, Press
from xenotable.engine.paper_html import to_html
from xenotable.engine.title import Title
from xenotable.faults import Fault, nearest, some
from xenotable.files import NO_JSON, read_file, write_file
from xenotable.games import game as load_game

BLANK = "blank"


def command(
    game: Annotated[str, typer.Argument(help="Which game.")],
    what: Annotated[
        str,
        typer.Argument(
            metavar="LIST", help='A ready list by its name, a JSON file, or "blank". Without it: the ready lists.'
        ),
    ] = "",
    out: Annotated[Path | None, typer.Option(help="Where to write it; by default GAME-LIST.html here.")] = None,
    paper: Annotated[str, typer.Option(help="a4 or letter.")] = "a4",
) -> None:
    """Cards, rules, reference pages and counters of a list, in one file with everything inside."""
    title = load_game(game)
    if title.press is None:
        raise Fault(f"{title.title} has nothing to print.")
    if paper not in SIZES:
        raise Fault(f'There is no paper "{paper}".{nearest(paper, SIZES)} It is {" or ".join(SIZES)}.')
    if not what:
        typer.echo(f"Ready lists of {title.title}: {', '.join(title.press.ready())}; or {BLANK}, or a JSON file.")
        return
    page = to_html(title.press.printed(find_list(title, title.press, what)), "letter" if paper == "letter" else "a4")
    target = out or Path(f"{title.id}-{Path(what).stem}.html")
    write_file(target, page.encode())
    typer.echo(f"{target}: open it in a browser and print it, or save it as a PDF.")


def find_list(title: Title[Any], press: Press, what: str) -> Any:
    """A ready list, a list from a file, or None for blank forms."""
    if what == BLANK:
        return None
    ready = press.ready()
    if what in ready:
        return ready[what]
    file = Path(what)
    if file.suffix != ".json" and not file.is_file():
        raise Fault(
            f'There is no list "{what}".{nearest(what, ready)} They are: {some([*ready, BLANK])}; or a JSON file.'
        )
    data = read_file(file)
    try:
        plain = msgspec.json.decode(data)
        if title.muster is not None and isinstance(plain, dict) and "parts" in plain:  # as the builder writes it
            return press.of_army(title.muster, from_plain(plain))
        return msgspec.convert(plain, press.list_type)
    except NO_JSON as fault:
        raise Fault(f"{what} is no list of this game: {fault}.") from None
