"""`xenotable balance`: every ready-made list against every other. A short way to a study of lists."""

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from xenotable.cli import studying, tables
from xenotable.cli.outsiders import WHO, Bots, BotSeconds, declare_players
from xenotable.engine.readings import RULING_HELP
from xenotable.faults import Fault
from xenotable.games import game as game_named
from xenotable.lab.playing import games_in
from xenotable.lab.store import check_writable
from xenotable.lab.study import WrittenStudy, make_study
from xenotable.lab.summary import Figures, summarise
from xenotable.players.outside import SECONDS

PICTURES = (".png", ".svg", ".pdf")


def command(
    game: Annotated[str, typer.Argument(help="Which game.")],
    n: Annotated[
        int,
        typer.Option(
            "-n",
            "--games",
            min=2,
            help="Games for each two lists; a battle is two of them, seats changed, so an odd number is one more.",
        ),
    ] = 40,
    lists: Annotated[str, typer.Option(help="Only these lists, with commas.")] = "",
    player: Annotated[str, typer.Option(help=f"Who plays both sides. Also {WHO}.")] = "tactician",
    seed: Annotated[int, typer.Option(help="Same seed, same battles.")] = 0,
    jobs: studying.Jobs = 1,
    out: Annotated[Path | None, typer.Option(help="One row per game into this .jsonl, resumed if it is there.")] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw the matrix into this .png, .svg or .pdf.")] = None,
    json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
    ruling: Annotated[list[str] | None, typer.Option(help=RULING_HELP)] = None,
    bot: Bots = None,
    bot_seconds: BotSeconds = SECONDS,
) -> None:
    declare_players(bot, (player,), bot_seconds)
    title = game_named(game)
    if len(title.lists()) < 2:
        raise Fault(f"{title.title} has no ready-made lists to compare.")
    if plot is not None:
        if plot.suffix not in PICTURES:
            raise Fault(f"{plot.name}: the matrix is drawn as {' or '.join(PICTURES)}.")
        check_writable(plot)
    written = WrittenStudy(game=game, name=f"{title.title}, {player}", player=player, lists=lists or "every", seed=seed)
    study = make_study(msgspec.structs.replace(written, pairs=(n + 1) // 2, rulings=tuple(ruling or ())))
    rows = studying.play_study(study, out, jobs)
    figures = summarise(study, rows)
    if plot is not None:
        from xenotable.lab.report.plots import save_matrices

        save_matrices(figures, plot)
    if json:
        typer.echo(msgspec.json.encode(plain_figures(figures)))
    else:
        tables.print_figures(figures)
        for remark in title.off_balance({(a.arm.sides[0], a.arm.sides[1]): a.outcomes.mean for a in figures.arms}):
            typer.echo(remark)
    studying.exit_code(rows, sum(study.pairs * games_in(arm) for arm in study.arms))


def plain_figures(figures: Figures) -> list[dict[str, object]]:
    return [
        {
            "first": one.arm.sides[0],
            "second": one.arm.sides[1],
            "wins": one.tally.wins,
            "draws": one.tally.draws,
            "losses": one.tally.losses,
            "games": one.tally.games,
            "rate": one.outcomes.mean,
            "interval": one.interval,
            "p": one.p_holm,
        }
        for one in figures.arms
    ]
