"""The command line: one module per command, imported only when that command is called.

To add a command, write `cli/<name>.py` with a function `command` (or, for a command with sub-commands, a `typer.Typer`
called `app`) and add a line to COMMANDS.
"""

import atexit
import gc
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated

import typer
from typer._click.exceptions import ClickException

from xenotable import __version__
from xenotable.cli.usage import usage_fault
from xenotable.faults import Fault

COMMANDS = {
    "play": "Play a game in this terminal, against the machine or together.",
    "sim": "Play many matches between machines and count.",
    "lab": "Studies: who is too strong, what a change does, by how much.",
    "balance": "Play every list against every other and show who is too strong.",
    "muster": "Build a list of your own: prices, limits, repairs, links.",
    "odds": "Exact odds of attacks, fights, tests and tasks: chart or JSON.",
    "print": "Put a list on paper: cards, rules, a reference, counters.",
    "rules": "Show a game's rules and rulings, and what stands behind them.",
    "warm": "Compile ahead what makes games faster.",
    "verify": "Prove a record without a server: its dice and every state.",
    "serve": "Serve the browser table, for yourself or for a club.",
    "admin": "Look after a server: list, close and delete tables, ban, export.",
}


def build(called: str | None) -> typer.Typer:
    """The application with the called command loaded. Of the others it knows the line that `--help` shows."""
    app = typer.Typer(
        name="xenotable",
        help="A digital tabletop for five science-fiction games that knows their rules.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,  # boxes and colours would take half of the time of `--help`
    )
    app.callback()(about)
    for name, line in COMMANDS.items():
        module = import_module(f"xenotable.cli.{name}") if name == called else None
        if module is not None and hasattr(module, "app"):
            app.add_typer(module.app, name=name, help=line)
        else:
            app.command(name, help=line)(module.command if module is not None else placeholder_command)
    return app


def placeholder_command() -> None:
    """Stands in `--help` for a command that was not called."""


def show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"xenotable {__version__}")
        raise typer.Exit


def about(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and stop.", is_eager=True, callback=show_version)
    ] = False,
) -> None:
    """What may stand before a command."""


def take_any_letters() -> None:
    """What the terminal or the file has no letter for is printed as a question mark, and what is typed and is no letter
    is read as one: better than no answer, and than a match that is lost."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def check_letters(given: Sequence[str]) -> None:
    """Fault if a word is no text: a seed or a name could not be kept."""
    for word in given:
        try:
            word.encode()
        except UnicodeEncodeError:
            raise Fault(f"{word!a} is no text in UTF-8.") from None


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line. Whatever goes wrong, a person gets a sentence and never a traceback."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    called = next((word for word in given if not word.startswith("-")), None)
    atexit.register(gc.freeze)  # to look for cycles at the end takes longer than many a command
    take_any_letters()
    try:
        check_letters(given)
        sys.exit(build(called)(args=given, prog_name="xenotable", standalone_mode=False))
    except ClickException as said:
        typer.echo(str(usage_fault(said, called)), err=True)
        sys.exit(2)
    except Fault as fault:
        typer.echo(str(fault), err=True)
        sys.exit(2)
    except typer.Abort:
        typer.echo("Nothing was done.", err=True)
        sys.exit(1)
    except Exception as fault:
        if os.environ.get("XENOTABLE_DEBUG"):
            raise
        typer.echo(
            f"Something went wrong inside Xenotable: {type(fault).__name__}: {fault}. "
            "This is not your mistake. Set XENOTABLE_DEBUG=1 to see where it happened.",
            err=True,
        )
        sys.exit(3)
