"""`xenotable admin`: looks after the tables of a server, on its database, while it runs or not."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from xenotable.cli.usage import check_finite
from xenotable.faults import Fault
from xenotable.files import make_folder, write_file

if TYPE_CHECKING:
    from xenotable.server.log.storage import Storage

app = typer.Typer(no_args_is_help=True, pretty_exceptions_enable=False)
MOST_HOURS = 87_600.0  # ten years
Rooms = Annotated[list[str], typer.Argument(help="The names of tables, as in their links.")]
Address = Annotated[str, typer.Argument(help="An IP address; of IPv6 its network of 64 bits is meant.")]
Person = Annotated[str, typer.Argument(help="The name somebody plays under, or a token from their browser.")]
Sure = Annotated[bool, typer.Option("--yes", help="Do not ask again.")]


@app.callback()
def where(
    context: typer.Context,
    database: Annotated[str, typer.Option(help="The database of the server, as given to `serve`.")] = "",
    key_file: Annotated[str, typer.Option(help="The key file of the server, as given to `serve`.")] = "",
) -> None:
    """Looks after the tables of a server, on its database, while it runs or not."""
    context.obj = database, key_file


@contextmanager
def storage_of(context: typer.Context) -> "Iterator[Storage]":
    from xenotable.cli.serve import data_folder, file_in
    from xenotable.server.log.storage import Storage

    database = context.obj[0] or file_in(data_folder())
    storage = Storage(database, make=False)  # on a file made by a mistyped name nobody would play
    try:
        yield storage
    finally:
        storage.close()


@app.command("list")
def list_tables(
    context: typer.Context,
    game: Annotated[str, typer.Option(help="Only tables of this game.")] = "",
    state: Annotated[str, typer.Option(help="Only playing, over, closed, archived or record.")] = "",
) -> None:
    """Shows the tables."""
    from rich.console import Console
    from rich.table import Table

    from xenotable.server.administration import tables

    shown = Table("Table", "Game", "Opened", "People", "Record", "State")
    with storage_of(context) as storage:
        for one in tables(storage.engine):
            ledger = one.ledger
            if game in ("", ledger.opened.game) and state in ("", one.state):
                opened = datetime.fromtimestamp(ledger.opened.at).astimezone()
                people = ", ".join(one.people)
                shown.add_row(
                    one.room, ledger.opened.game, f"{opened:%Y-%m-%d %H:%M}", people, str(len(ledger.tape)), one.state
                )
    Console().print(shown)


@app.command()
def close(
    context: typer.Context,
    rooms: Rooms,
    says: Annotated[str, typer.Option(help="What people are told.")] = "The administrator has closed this table.",
) -> None:
    """Ends play at tables; they can still be looked at."""
    from xenotable.server import administration

    with storage_of(context) as storage:
        for room in rooms:
            administration.close(storage, room, says)
            typer.echo(f"{room} is closed.")


@app.command()
def delete(context: typer.Context, rooms: Rooms, yes: Sure = False) -> None:
    """Deletes tables for good."""
    from xenotable.server import administration

    _confirm(yes, f"Delete for good: {', '.join(rooms)}?")
    with storage_of(context) as storage:
        for room in rooms:
            administration.delete(storage, room)
            typer.echo(f"{room} is deleted.")


@app.command()
def lists(context: typer.Context) -> None:
    """Shows the army lists that people keep by a private link. The names here open none of them."""
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    from xenotable.server.rooms.kept_lists import all_lists

    shown = Table("List", "Game", "Name", "Points", "Versions", "Kept")
    with storage_of(context) as storage:
        for one in all_lists(storage.engine):
            at = datetime.fromtimestamp(one.at).astimezone()
            army = one.army
            shown.add_row(
                one.id, army.game, escape(army.name), str(army.points), str(one.versions), f"{at:%Y-%m-%d %H:%M}"
            )
    Console().print(shown)


@app.command("delete-lists")
def delete_lists(
    context: typer.Context,
    ids: Annotated[list[str], typer.Argument(help="As `xenotable admin lists` names them.")],
    yes: Sure = False,
) -> None:
    """Deletes army lists that people keep by a private link, for good."""
    from xenotable.server.rooms.kept_lists import delete_by_id

    _confirm(yes, f"Delete for good: {', '.join(ids)}?")
    with storage_of(context) as storage:
        for id in ids:
            delete_by_id(storage.engine, id)
            typer.echo(f"{id} is deleted.")


@app.command()
def ban(
    context: typer.Context,
    address: Address,
    hours: Annotated[float, typer.Option(min=0.01, max=MOST_HOURS, callback=check_finite, help="For how long.")] = 24.0,
) -> None:
    """Keeps an address out for a while."""
    from xenotable.server.log import registers

    network = _network(address)
    with storage_of(context) as storage:
        registers.ban(storage.engine, network, time.time() + hours * 3600)
    typer.echo(f"{network} is kept out for {hours:g} hours; a server that runs knows it in some seconds.")


@app.command()
def unban(context: typer.Context, address: Address) -> None:
    """Lets an address in again."""
    from xenotable.server.log import registers

    network = _network(address)
    with storage_of(context) as storage:
        if not registers.unban(storage.engine, network):
            raise Fault(f"{network} is not kept out.")
    typer.echo(f"{network} may come in again.")


@app.command()
def bans(context: typer.Context) -> None:
    """Shows who is kept out, and until when."""
    from xenotable.server.log import registers

    with storage_of(context) as storage:
        for address, until in sorted(registers.bans(storage.engine, time.time()).items()):
            typer.echo(f"{address} until {datetime.fromtimestamp(until).astimezone():%Y-%m-%d %H:%M}")


@app.command()
def export(context: typer.Context, person: Person, folder: Path) -> None:
    """Writes the tables of one person to a folder, one file each."""
    import msgspec

    from xenotable.server import administration
    from xenotable.server.log.sealing import default_key_file, seal_from

    seal = seal_from(Path(context.obj[1] or default_key_file()))
    with storage_of(context) as storage:
        tables = administration.tables_of(storage.engine, person, seal)
        if not tables:
            raise Fault("Nobody of that name, and nobody with that token, sits at a table.")
        make_folder(folder, "name another")
        for table in tables:
            data = msgspec.json.format(msgspec.json.encode(administration.export_table(table, seal)), indent=1)
            write_file(folder / f"{table.room}.json", data)
    typer.echo(f"{len(tables)} tables are in {folder}.")


@app.command()
def forget(context: typer.Context, person: Person, yes: Sure = False) -> None:
    """Deletes all tables of one person, also for those who played there with them."""
    from xenotable.server import administration

    with storage_of(context) as storage:
        tables = administration.tables_of(storage.engine, person)
        if not tables:
            raise Fault("Nobody of that name, and nobody with that token, sits at a table.")
        _confirm(yes, f"Delete for good: {', '.join(table.room for table in tables)}?")
        for table in tables:
            administration.delete(storage, table.room)
    typer.echo(f"{len(tables)} tables are deleted.")


def _network(address: str) -> str:
    from xenotable.server.visitors import network_of

    network = network_of(address)
    if not network:
        raise Fault(f'"{address}" is not an IP address.')
    return network


def _confirm(yes: bool, question: str) -> None:
    if not yes and not typer.confirm(question):
        raise Fault("Nothing was changed.")
