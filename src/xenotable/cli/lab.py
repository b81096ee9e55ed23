"""`xenotable lab`: studies. Run, report, merge, replay, export; what a change does; what a list is worth."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from msgspec.structs import replace
from rich.console import Console

from xenotable.cli import studying, tables
from xenotable.cli.outsiders import WHO, Bots, BotSeconds, declare_players
from xenotable.cli.serve import data_folder
from xenotable.engine.readings import RULING_HELP
from xenotable.faults import Fault
from xenotable.files import make_folder, write_file
from xenotable.games import game as game_named
from xenotable.lab import store as stores
from xenotable.lab.playing import games_in
from xenotable.lab.running import Shard, missing
from xenotable.lab.study import Sprt, Study, WrittenStudy, make_study, read_study, rules_hash
from xenotable.lab.summary import shifts_of, summarise
from xenotable.lab.working import Job, Worker, record_row
from xenotable.players.outside import SECONDS

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, pretty_exceptions_enable=False)

WRITING = "Writing the report; the strangest games are played once more for it ..."

Game = Annotated[str, typer.Argument(help="Which game.")]
On = Annotated[
    str, typer.Option(help="A Ray cluster: ray://host:10001, auto for the one on this machine, or ray to start one.")
]
Out = Annotated[
    Path | None, typer.Option(help="Rows go into this .jsonl, and go on there; else into your data folder.")
]
Rows = Annotated[Path, typer.Argument(help="A .jsonl that a run has made.")]
Lists = Annotated[str, typer.Option(help='Ready-made lists that meet, with commas, or "every".')]
Players = Annotated[str, typer.Option(help=f"Who plays, with commas; more than one meet each other. Also {WHO}.")]
Pairs = Annotated[int | None, typer.Option(min=1, help="Battles in each arm; each is played twice, seats changed.")]
Seed = Annotated[int | None, typer.Option(help="Same seed, same battles.")]


@app.command()
def run(
    study: Annotated[Path | None, typer.Argument(help="A study in TOML; what a flag says counts instead.")] = None,
    game: Annotated[str, typer.Option(help="Which game.")] = "",
    players: Players = "",
    lists: Lists = "",
    offers: Annotated[str, typer.Option(help='Ready battles in turn, with commas, or "every".')] = "",
    scenarios: Annotated[str, typer.Option(help="Of lists: only these scenarios, with commas.")] = "",
    patch: Annotated[list[str] | None, typer.Option(help="A change: unit.cw-warden.wounds+1; repeatable.")] = None,
    ruling: Annotated[list[str] | None, typer.Option(help=f"{RULING_HELP} Repeatable.")] = None,
    pairs: Pairs = None,
    sprt: Annotated[
        str, typer.Option(help="Stop as soon as it is settled: 0.5,0.55 (two shares), then alpha and beta if you like.")
    ] = "",
    seed: Seed = None,
    jobs: studying.Jobs = 1,
    on: On = "",
    shard: Annotated[str, typer.Option(help="Play one part of many: 1/4 is the first of four; merge them later.")] = "",
    out: Out = None,
    records: Annotated[bool, typer.Option("--records", help="Keep the whole record of each game.")] = False,
    report: Annotated[bool, typer.Option(help="Write the page with the figures beside the rows.")] = True,
    json: Annotated[bool, typer.Option("--json", help="Rows on standard output, for machines.")] = False,
    check: Annotated[
        bool,
        typer.Option("--check", help="Look at the game's invariants after every decision, not only now and then."),
    ] = False,
    bot: Bots = None,
    bot_seconds: BotSeconds = SECONDS,
) -> None:
    """Play a study, or what is missing of it, and show it."""
    declare_players(bot, split(players), bot_seconds)
    written = read_study(study) if study is not None else WrittenStudy()
    given = {
        "game": game,
        "players": split(players),
        "lists": split(lists),
        "offers": split(offers),
        "scenarios": split(scenarios),
        "pairs": pairs,
        "seed": seed,
        "sprt": parse_sprt(sprt),
        "patch": tuple(patch or ()),
        "rulings": tuple(ruling or ()),
        "check": check or None,
    }
    changed = {key: value for key, value in given.items() if value not in (None, "", ())}
    made = make_study(replace(written, **changed))
    part = parse_shard(shard)
    kept = out or usual_store(made, part)
    if report and find_spec("matplotlib") is None:
        studying.say("Without the extra `lab` there is no report: pip install 'xenotable[lab]'.")
        report = False
    if made.sprt is None:
        studying.say(studying.precision(made))
    rows = studying.play_study(made, kept, jobs, on, part, records)
    finish(made, kept, report, json)
    wanted = sum(len(range(part[0] - 1, made.pairs, part[1])) * games_in(arm) for arm in made.arms)
    studying.exit_code(rows, 0 if made.sprt else wanted)


def finish(study: Study, kept: Path, report: bool, json: bool) -> None:
    """What a run has brought: on the terminal, and as a page."""
    rows = stores.read_store(kept).rows
    if json:
        studying.print_rows(rows)
    else:
        tables.print_figures(summarise(study, rows))
    if report and rows:
        from xenotable.lab.report.writing import write_report

        page, console = kept.with_suffix(".html"), Console(stderr=True)
        with console.status(WRITING):
            write_report(kept, page)
        console.print(f"Rows: {kept}\nReport: {page}", soft_wrap=True)


@app.command()
def report(
    rows: Rows,
    out: Annotated[Path | None, typer.Option(help="A page, or a text (.md); else a page beside the rows.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Figures on standard output, for machines.")] = False,
) -> None:
    """Work the figures out anew, as a page or a text.

    They stand on the terminal too. A page is HTML, a text Markdown."""
    from xenotable.lab.report.writing import check_page, write_report

    page = out or rows.with_suffix(".html")
    check_page(page)

    with Console(stderr=True).status(WRITING):
        figures = write_report(rows, page)
    if json:
        typer.echo(msgspec.json.encode(msgspec.structs.replace(figures, strangest=())))
    else:
        tables.print_figures(figures)
        Console(stderr=True).print(f"Report: {page}", soft_wrap=True)


@app.command()
def merge(
    shards: Annotated[list[Path], typer.Argument(help="The .jsonl files of all parts.")],
    out: Annotated[Path, typer.Option(help="One .jsonl for all.")],
) -> None:
    """Make one file of the parts that machines have played."""
    kept = stores.merge(shards, out)
    left = len(list(missing(kept.study, kept.rows)))
    lacks = "1 pair is missing" if left == 1 else f"{left} pairs are missing"
    typer.echo(f"{len(kept.rows)} games in {out}." + (f" {lacks}." if left else ""))


@app.command()
def replay(
    rows: Rows,
    arm: Annotated[int, typer.Argument(min=1, help="Number of the arm.")],
    pair: Annotated[int, typer.Argument(min=0, help="Number of the pair.")],
    game: Annotated[int, typer.Argument(min=1, max=2, help="First or second game of the pair.")],
    out: Annotated[Path, typer.Option(help="The record goes here.")],
    bot: Bots = None,
) -> None:
    """Keep the record of one game, to be watched at the table.

    The game is played once more for it."""
    declare_players(bot)
    kept = stores.read_store(rows)
    stores.check_writable(out)
    if arm > len(kept.study.arms):
        raise Fault(f"There is no arm {arm}; the study has {len(kept.study.arms)}.")
    wanted = (kept.study.arms[arm - 1].name, pair, game - 1)
    row = next((r for r in kept.rows if stores.key_of(r) == wanted), None)
    if row is None:
        raise Fault(f"{rows} holds no game {game} of pair {pair} in arm {arm}.")
    worker = Worker(Job(kept.study, rules_hash(kept.study.game)), ())
    try:
        with Console(stderr=True).status("Playing the game once more ..."):
            write_file(out, worker.do(record_row, row.arm, row))
    finally:
        worker.close()
    typer.echo(f"{out}: {row.says}")


@app.command()
def export(
    rows: Rows,
    out: Annotated[Path, typer.Argument(help="A .parquet of decisions: view, ask, candidates, choice, result.")],
    games: Annotated[int | None, typer.Option(min=1, help="Only the first games.")] = None,
    bot: Bots = None,
) -> None:
    """Write every decision as Parquet, for learning.

    The games are played once more for it."""
    declare_players(bot)
    from xenotable.lab.exporting import export as export_decisions

    if out.suffix != ".parquet":
        raise Fault(f"{out.name}: decisions are written as a .parquet file.")
    stores.check_writable(out)
    kept = stores.read_store(rows)
    wanted = [row for row in kept.rows if not row.fault][:games]
    counts: list[int] = []
    with studying.progress_bar("Exporting", len(wanted)) as advance:
        for count in export_decisions(kept.study, wanted, out):
            counts.append(count)
            advance(1)
    typer.echo(f"{counts[-1]} decisions of {len(wanted)} games in {out}.")


@app.command()
def sensitivity(
    game: Game,
    changes: Annotated[list[str], typer.Argument(help="What is changed: unit.cw-warden.wounds+1, or ...=8.")],
    lists: Lists = "",
    players: Players = "",
    pairs: Pairs = None,
    seed: Seed = None,
    jobs: studying.Jobs = 1,
    on: On = "",
    out: Out = None,
    bot: Bots = None,
    bot_seconds: BotSeconds = SECONDS,
) -> None:
    """What a change of the rules does.

    The same battles and dice are played with and without it."""
    from xenotable.lab.sensitivity import with_and_without

    declare_players(bot, split(players), bot_seconds)
    written = small_study(game, lists, players, pairs, seed, f"{game}: {', '.join(changes)}")
    study = with_and_without(written, changes)
    kept = out or usual_store(study)
    rows = studying.play_study(study, kept, jobs, on)
    console, shifts = Console(), shifts_of(study, rows)
    if shifts:
        console.print(tables.shift_table(f"{study.name}, in points", shifts))
        console.print("Worth: so many times the games would be needed without the same dice.")
    else:
        console.print("No pair has been played both with and without the change yet.")
    tables.print_faults(console, [row for row in rows if row.fault])
    tell_rows(kept)
    studying.exit_code(rows, study.pairs * sum(map(games_in, study.arms)))


@app.command()
def price(
    game: Game,
    name: Annotated[str, typer.Argument(metavar="LIST", help="The ready-made list.")],
    lists: Lists = "",
    players: Players = "",
    pairs: Pairs = None,
    seed: Seed = None,
    jobs: studying.Jobs = 1,
    on: On = "",
    out: Out = None,
    bot: Bots = None,
    bot_seconds: BotSeconds = SECONDS,
) -> None:
    """How many points a list is worth.

    Those are meant at which it would win half of its battles."""
    from xenotable.lab.pricing import price_of, price_study

    declare_players(bot, split(players), bot_seconds)
    study = price_study(small_study(game, lists, players, pairs, seed, f"{game}: price of {name}"), name)
    kept = out or usual_store(study)
    rows = studying.play_study(study, kept, jobs, on)
    tables.print_faults(Console(stderr=True), [row for row in rows if row.fault])
    tell_rows(kept)
    p = price_of(study, rows)
    of = game_named(game).counted_in
    typer.echo(
        f"{p.name} counts {p.points:g} {of} and wins {p.share:.1%}. It is worth {p.fair:.1f} {of}: counted as so much, "
        f"it would win half (95 % interval {p.low:.1f} to {p.high:.1f}; {p.pairs} pairs)."
    )
    studying.exit_code(rows, study.pairs * sum(map(games_in, study.arms)))


def tell_rows(kept: Path) -> None:
    """Where rows are, and how they become a page."""
    Console(stderr=True).print(f"Rows: {kept} (xenotable lab report makes a page of them)", soft_wrap=True)


# ---- flags -----------------------------------------------------------------------------------------------------------


def small_study(game: str, lists: str, players: str, pairs: int | None, seed: int | None, name: str) -> WrittenStudy:
    return WrittenStudy(
        game=game, name=name, lists=split(lists), players=split(players), pairs=pairs or 20, seed=seed or 0
    )


def split(words: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in words.split(",") if word.strip())


def parse_sprt(text: str) -> Sprt | None:
    if not text:
        return None
    try:
        numbers = [float(part) for part in text.split(",")]
    except ValueError:
        numbers = []
    if not 2 <= len(numbers) <= 4:
        raise Fault(f'--sprt takes two to four numbers, such as 0.5,0.55 or 0.5,0.55,0.05,0.05; not "{text}".')
    return Sprt(*numbers)


def parse_shard(text: str) -> Shard:
    if not text:
        return 1, 1
    found = re.fullmatch(r"([0-9]{1,9})/([0-9]{1,9})", text)
    if found is None or not 1 <= int(found[1]) <= int(found[2]):
        raise Fault(f'--shard takes the number of a part and how many there are, such as 1/4; not "{text}".')
    return int(found[1]), int(found[2])


def usual_store(study: Study, shard: Shard = (1, 1)) -> Path:
    """Where a study is kept if nobody says where: in the data folder, by its name and what it asks."""
    folder = data_folder() / "lab"
    make_folder(folder, "say where with --out")
    plain = "-".join("".join(c if c.isalnum() else " " for c in study.name.lower()).split())[:60]
    part = f"-{shard[0]}-of-{shard[1]}" if shard != (1, 1) else ""
    rules = rules_hash(study.game)
    return folder / f"{plain}-{study.identity()[:6]}{rules[:6]}{part}{stores.SUFFIX}"
