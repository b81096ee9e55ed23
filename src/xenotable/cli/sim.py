"""`xenotable sim`: many matches between machines."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from xenotable.engine.readings import RULING_HELP, named_readings
from xenotable.faults import Fault, nearest, some
from xenotable.games import game as game_named
from xenotable.kernels import compile_in_background
from xenotable.lab.simulating import EVERY, Outcome, Plan, simulate, tallies
from xenotable.players import LEVELS


def command(
    game: Annotated[str, typer.Argument(help="Which game, or the file of a game of your own.")],
    n: Annotated[int, typer.Option("-n", "--games", min=1, help="How many games.")] = 100,
    seed: Annotated[int, typer.Option(help="Same seed, same games.")] = 0,
    players: Annotated[str, typer.Option(help=f"Who plays, with commas: {', '.join(LEVELS)}.")] = "random,random",
    offer: Annotated[
        str, typer.Option(help='A ready battle by its id, or "every"; without it, random legal set-ups.')
    ] = "",
    jobs: Annotated[int, typer.Option(min=1, help="How many processes; the results are the same for any number.")] = 1,
    out: Annotated[Path | None, typer.Option(help="One row per game into this .jsonl (resumed) or .parquet.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Rows on standard output, for machines.")] = False,
    check: Annotated[bool, typer.Option(help="Look at the game's invariants after every decision.")] = True,
    ruling: Annotated[list[str] | None, typer.Option(help=RULING_HELP)] = None,
) -> None:
    plan = make_plan(game, seed, players, offer, check, ruling or ())
    rows = resume_outcomes(out, plan) if out is not None and out.suffix == ".jsonl" else {}
    console = Console(stderr=True)
    compile_in_background(game_named(game).kernels, console.print)
    left = [k for k in range(n) if k not in rows]
    if len(left) < n:
        console.print(f"{n - len(left)} games are there already; {len(left)} to go.")
    lines = out.open("ab") if out is not None and out.suffix == ".jsonl" else None
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
    ) as progress:
        task = progress.add_task(f"Playing {plan.game}", total=len(left))
        for row in simulate(plan, left, jobs):
            rows[row.n] = row
            if lines is not None:
                lines.write(msgspec.json.encode(row) + b"\n")
                lines.flush()
            progress.advance(task)
    if lines is not None:
        lines.close()
    played = [rows[k] for k in range(n)]
    if out is not None and out.suffix == ".parquet":
        as_parquet(played, out)
    if json:
        for row in played:
            sys.stdout.write(msgspec.json.encode(row).decode() + "\n")
    else:
        report(Console(), played)
    if any(row.fault for row in played):
        raise typer.Exit(1)


def make_plan(game: str, seed: int, players: str, offer: str, check: bool, rulings: Sequence[str] = ()) -> Plan:
    title = game_named(game)
    names = tuple(p.strip() for p in players.split(","))
    for name in names:
        if name not in LEVELS:
            raise Fault(f'There is no player "{name}".{nearest(name, LEVELS)} The players are {", ".join(LEVELS)}.')
    offers = [EVERY, *(o.id for o in title.offers())]
    if offer and offer not in offers:
        raise Fault(f'{title.title} has no ready battle "{offer}".{nearest(offer, offers)} There are {some(offers)}.')
    return Plan(game, seed, names, offer, check, readings=named_readings(title, rulings))


def resume_outcomes(out: Path, plan: Plan) -> dict[int, Outcome]:
    """The rows written before. The first line holds the plan, so that two never mix; a torn last line is dropped."""
    head = msgspec.json.encode({"plan": plan}) + b"\n"
    if not out.exists() or not out.read_bytes():
        out.write_bytes(head)
        return {}
    data = out.read_bytes()
    if not data.startswith(head):
        raise Fault(f"{out} holds games of another plan; choose another file.")
    whole = data[: data.rfind(b"\n") + 1]
    if whole != data:
        out.write_bytes(whole)
    rows = [msgspec.json.decode(line, type=Outcome) for line in whole.splitlines()[1:]]
    return {row.n: row for row in rows}


def as_parquet(rows: list[Outcome], out: Path) -> None:
    try:
        import polars
    except ImportError:
        raise Fault("Parquet needs the extra `lab`: pip install 'xenotable[lab]'; a .jsonl needs nothing.") from None
    plain = [{**msgspec.structs.asdict(r), "setup": msgspec.json.encode(r.setup).decode()} for r in rows]
    polars.DataFrame(plain).write_parquet(out)


def report(console: Console, rows: list[Outcome]) -> None:
    table = Table(title=f"{len(rows)} games", title_justify="left")
    for column in ("Player", "Wins", "Draws", "Games", "Win rate", "95 % interval"):
        table.add_column(column, justify="left" if column == "Player" else "right")
    for t in tallies(rows):
        low, high = t.interval
        table.add_row(t.player, str(t.wins), str(t.draws), str(t.games), f"{t.rate:.1%}", f"{low:.1%} to {high:.1%}")
    console.print(table)
    decisions = sum(r.decisions for r in rows)
    console.print(f"{decisions / len(rows):.0f} decisions a game on average.")
    for row in [r for r in rows if r.fault][:5]:
        console.print(f"[red]Game {row.n}[/red]: {row.fault}", markup=True)
