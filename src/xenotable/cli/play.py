"""`xenotable play`: a game in this terminal, against the machine or together at one screen."""

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape

from xenotable.cli.muster import read_list_file
from xenotable.cli.outsiders import WHO, Bots, declare_players
from xenotable.cli.terminal import Sitting
from xenotable.engine import Match, Title, TypedIn, load
from xenotable.engine.fair import lone_epoch
from xenotable.engine.readings import RULING_HELP, agree, named_readings
from xenotable.engine.saving import read
from xenotable.faults import Fault, nearest
from xenotable.files import read_file
from xenotable.games import game as game_named
from xenotable.games import packages
from xenotable.kernels import compile_in_background, load_when_ready
from xenotable.players import LEVELS, Player, levels, player


def command(
    game: Annotated[str, typer.Argument(help="Which game, or the file of a game of your own.")] = "",
    offer: Annotated[str, typer.Option(help="Which ready battle, by its id; the first one without it.")] = "",
    players: Annotated[
        str, typer.Option(help=f"Who sits where: human, {', '.join(LEVELS)}; {WHO}.")
    ] = "human,tactician",
    seed: Annotated[str, typer.Option(help="Same seed, same dice.")] = "",
    real_dice: Annotated[bool, typer.Option("--real-dice", help="You roll real dice and type them in.")] = False,
    lists: Annotated[str, typer.Option(help="Lists of your own, by seat: files with commas between.")] = "",
    resume: Annotated[Path | None, typer.Option("--load", help="Go on with a saved match.")] = None,
    text: Annotated[bool, typer.Option("--plain", help="No map, for screen readers.")] = False,
    ruling: Annotated[list[str] | None, typer.Option(help=RULING_HELP)] = None,
    bot: Bots = None,
) -> None:
    declare_players(bot, (name.strip() for name in players.split(",")))
    console = Console(highlight=False)
    if resume is not None:
        begin = {"--offer": offer, "--seed": seed, "--real-dice": real_dice, "--lists": lists, "--ruling": ruling}
        if given := [option for option, value in begin.items() if value]:
            raise Fault(f"--load goes on with a match as it was begun; {given[0]} is for a new one.")
        match, seats = load_match(resume, game, players, console)
    else:
        match, seats = start_match(game or choose_game(console), offer, players, seed, real_dice, lists, ruling or ())
    compile_in_background(match.title.kernels, console.print)
    load_when_ready(match.title.kernels)
    Sitting(console, match, seats, plain=text).run()


def choose_game(console: Console) -> str:
    games = packages()
    for i, name in enumerate(games, 1):
        console.print(f"{i}  [bold]{game_named(name).title}[/bold]: {game_named(name).about}")
    while True:
        try:
            said = console.input("Which game? (1, q to leave) ").strip() or "1"
        except EOFError:
            said = "q"
        if said in ("q", "quit"):
            raise typer.Exit
        if said in (numbers := [str(i) for i in range(1, len(games) + 1)]):
            return games[numbers.index(said)]
        if said in games or Path(said).is_file():
            return said
        meant = nearest(said, games)
        console.print(f'There is no game "{escape(said)}".{meant} A number from 1 to {len(games)} will do.')


def start_match(
    name: str, offer: str, players: str, seed: str, real_dice: bool, lists: str = "", rulings: Sequence[str] = ()
) -> tuple[Match, dict[int, Player | None]]:  # type: ignore[type-arg]  # any game
    title = game_named(name)
    setup = (title.offered(offer) if offer else title.offers()[0]).setup
    setup = agree(setup, named_readings(title, rulings))
    source = seed or secrets.token_hex(16)
    match = Match(title.begin(seat_lists(title, setup, lists)), TypedIn(source) if real_dice else source)
    return match, seat_players(players, match)


def seat_lists(title: Title[Any], setup: Any, files: str) -> Any:
    """The set-up with lists from files in their seats; a seat without a name keeps its own."""
    for seat, file in enumerate(files.split(",") if files else ()):
        if file.strip():
            book = title.muster
            if book is None:
                raise Fault(f"{title.title} has no lists of one's own.")
            setup = book.seated(setup, seat, read_list_file(book, Path(file.strip())))
    return setup


def load_match(path: Path, game: str, players: str, console: Console) -> tuple[Match, dict[int, Player | None]]:  # type: ignore[type-arg]  # any game
    saved = read(read_file(path))
    match, note = load(saved, game_named(game or saved.game))
    if note:
        console.print(note, style="yellow")
    elif match.rules != match.title.rules:
        began = f"This match began by version {match.rules} of the rules; it goes on by version {match.title.rules}."
        console.print(began, style="yellow")
    if match.dice.fair and not match.over:  # the server kept the secret of its dice
        match.begin_epoch(lone_epoch())
    return match, seat_players(players, match)


def seat_players(players: str, match: Match) -> dict[int, Player | None]:  # type: ignore[type-arg]  # any game
    names = [p.strip() for p in players.split(",")]
    for name in names:
        if name != "human" and name not in levels():
            known = ["human", *levels()]
            raise Fault(f'There is no player "{name}".{nearest(name, known)} There are {", ".join(known)}.')
    if len(names) > max(2, match.game.seats):  # the usual two are fine where one plays alone
        raise Fault(f"{len(names)} players ({', '.join(names)}), but only {match.game.seats} seats.")
    title = match.title
    by_seat = {s: names[s] if s < len(names) else names[-1] for s in range(match.game.seats)}
    return {s: None if n == "human" else player(n, title, secrets.token_hex(8)) for s, n in by_seat.items()}
