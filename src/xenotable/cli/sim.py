"""`xenotable sim`: many matches between machines. A short way to a study with one arm."""

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from xenotable.cli import studying
from xenotable.cli.outsiders import WHO, Bots, BotSeconds, declare_players
from xenotable.engine.readings import RULING_HELP
from xenotable.faults import Fault
from xenotable.lab.playing import Row, games_in
from xenotable.lab.scoring import tallies
from xenotable.lab.store import SUFFIX, check_writable
from xenotable.lab.study import Study, WrittenArm, WrittenStudy, make_study
from xenotable.players import LEVELS
from xenotable.players.outside import SECONDS

PARQUET = ".parquet"


def command(
    game: Annotated[str, typer.Argument(help="Which game, or the file of a game of your own.")],
    n: Annotated[
        int,
        typer.Option(
            "-n",
            "--games",
            min=1,
            help="How many games; two kinds of players meet in pairs, so an odd number is one more.",
        ),
    ] = 100,
    seed: Annotated[int, typer.Option(help="Same seed, same games.")] = 0,
    players: Annotated[
        str, typer.Option(help=f"Who plays, with commas: {', '.join(LEVELS)}; {WHO}.")
    ] = "random,random",
    offer: Annotated[
        str, typer.Option(help='A ready battle by its id, or "every"; without it, random legal set-ups.')
    ] = "",
    jobs: studying.Jobs = 1,
    out: Annotated[Path | None, typer.Option(help="One row per game into this .jsonl (resumed) or .parquet.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Rows on standard output, for machines.")] = False,
    check: Annotated[
        bool,
        typer.Option("--check", help="Look at the game's invariants after every decision, not only now and then."),
    ] = False,
    ruling: Annotated[list[str] | None, typer.Option(help=RULING_HELP)] = None,
    bot: Bots = None,
    bot_seconds: BotSeconds = SECONDS,
) -> None:
    declare_players(bot, (name.strip() for name in players.split(",")), bot_seconds)
    study = one_arm(game, n, seed, players, offer, check, tuple(ruling or ()))
    if out is not None:
        check_file(out)
    rows = studying.play_study(study, out if out is not None and out.suffix == SUFFIX else None, jobs)
    wanted = study.pairs * games_in(study.arms[0])
    rows = rows[:wanted]
    if out is not None and out.suffix == PARQUET:
        write_parquet(rows, out)
    if json:
        studying.print_rows(rows)
    else:
        report(study, rows)
    studying.exit_code(rows, wanted)


def one_arm(
    game: str, n: int, seed: int, players: str, offer: str, check: bool, rulings: tuple[str, ...] = ()
) -> Study:
    names = tuple(p.strip() for p in players.split(","))
    arms = (WrittenArm(players=names, rulings=rulings),)
    study = make_study(WrittenStudy(game=game, seed=seed, offers=offer, check=check, pairs=n, arms=arms))
    per_pair = games_in(study.arms[0])
    return msgspec.structs.replace(study, pairs=(n + per_pair - 1) // per_pair)


def check_file(out: Path) -> None:
    if out.suffix not in (SUFFIX, PARQUET):
        raise Fault(f"{out.name}: rows are kept in a {SUFFIX} or a {PARQUET} file.")
    check_writable(out)
    if out.suffix == PARQUET:
        from xenotable.lab.exporting import polars_module

        polars_module()


def write_parquet(rows: list[Row], out: Path) -> None:
    from xenotable.lab.exporting import polars_module

    plain = [
        {**msgspec.structs.asdict(r), **{k: msgspec.json.encode(getattr(r, k)).decode() for k in ("setup", "luck")}}
        for r in rows
    ]
    polars_module().DataFrame(plain, infer_schema_length=None).write_parquet(out)


def report(study: Study, rows: list[Row]) -> None:
    from rich.console import Console

    from xenotable.cli.tables import print_faults, tally_table

    console = Console()
    if not any(row.results for row in rows):
        console.print("No game came to an end." if rows else "Nothing was played.")
    else:
        console.print(tally_table(f"{len(rows)} games", tallies(rows), intervals_of(study, rows)))
        console.print(f"{sum(r.decisions for r in rows) / len(rows):.0f} decisions a game on average.")
    print_faults(console, [row for row in rows if row.fault])


def intervals_of(study: Study, rows: list[Row]) -> dict[str, tuple[float, float]]:
    """Where two sides meet: of each, by pairs."""
    [arm] = study.arms
    if not arm.mirrored or any(set(row.sides) != {0, 1} for row in rows):
        return {}
    from xenotable.lab.summary import figures_of  # loads numpy

    first, second = arm.sides
    low, high = figures_of(study, arm, [row for row in rows if not row.fault]).interval
    return {first: (low, high), second: (1 - high, 1 - low)}
