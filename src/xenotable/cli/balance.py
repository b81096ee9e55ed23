"""`xenotable balance`: every ready-made list against every other."""

from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from xenotable.engine.readings import RULING_HELP, named_readings
from xenotable.faults import Fault, nearest
from xenotable.games import game as game_named
from xenotable.kernels import compile_in_background
from xenotable.lab.balancing import draw_matrices, overall, pairs, play_bouts


def command(
    game: Annotated[str, typer.Argument(help="Which game.")],
    n: Annotated[
        int, typer.Option("-n", "--games", min=2, help="Battles per pair; each is played twice, seats changed.")
    ] = 40,
    lists: Annotated[str, typer.Option(help="Only these lists, with commas.")] = "",
    player: Annotated[str, typer.Option(help="Who plays both sides.")] = "tactician",
    seed: Annotated[int, typer.Option(help="Same seed, same battles.")] = 0,
    jobs: Annotated[int, typer.Option(min=1, help="How many processes.")] = 1,
    plot: Annotated[Path | None, typer.Option(help="Draw the matrix into this .png or .svg.")] = None,
    json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
    ruling: Annotated[list[str] | None, typer.Option(help=RULING_HELP)] = None,
) -> None:
    title = game_named(game)
    known = list(title.lists())
    if len(known) < 2:
        raise Fault(f"{title.title} has no ready-made lists to compare.")
    chosen = [x.strip() for x in lists.split(",")] if lists else known
    for name in chosen:
        if name not in known:
            raise Fault(f'{title.title} has no list "{name}".{nearest(name, known)} There are {", ".join(known)}.')
    readings = named_readings(title, ruling or ())
    console = Console(stderr=True)
    compile_in_background(title.kernels, console.print)
    total = n * len(chosen) * (len(chosen) - 1) // 2
    outcomes = []
    with Progress(
        TextColumn("Balancing"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
    ) as progress:
        task = progress.add_task("", total=total)
        for outcome in play_bouts(game, chosen, n, seed, player, jobs, readings):
            outcomes.append(outcome)
            progress.advance(task)
    rows = pairs(outcomes)
    if plot is not None:
        draw_matrices(rows, f"{title.title}: {player}, {n} battles a pair", plot)
    if json:
        typer.echo(
            msgspec.json.encode([{**msgspec.structs.asdict(r), "rate": r.rate, "interval": r.interval} for r in rows])
        )
        return
    table = Table(
        "First", "Second", "Wins", "Draws", "Battles", "Rate", "95 % interval", title=f"{title.title}, {player}"
    )
    for r in sorted(rows, key=lambda r: -abs(r.rate - 0.5)):
        low, high = r.interval
        table.add_row(
            r.first, r.second, str(r.wins), str(r.draws), str(r.games), f"{r.rate:.0%}", f"{low:.0%} to {high:.0%}"
        )
    Console().print(table)
    whole = Table("List", "Overall", title="Every pairing counting alike")
    for name, share in overall(rows).items():
        whole.add_row(name, f"{share:.0%}")
    Console().print(whole)
