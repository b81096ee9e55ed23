"""`xenotable verify`: proves a record, without any server."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from xenotable.engine.asks import UNSET
from xenotable.engine.proof import Proof
from xenotable.engine.saving import Save, proof_of, read, verify
from xenotable.files import read_file
from xenotable.games import game as game_named


def command(
    file: Annotated[Path, typer.Argument(help="A record: the download of a match.")],
    game: Annotated[str, typer.Option(help="The file of the game, if it is one of your own.")] = "",
) -> None:
    saved = read(read_file(file))
    faults = verify(saved, game_named(game or saved.game))
    for sentence in (faults and [f"FAULT  {fault}" for fault in faults]) or proof_sentences(saved):
        typer.echo(sentence)
    raise typer.Exit(1 if faults else 0)


def proof_sentences(saved: Save) -> Iterator[str]:
    """What the record proves, and what it does not, in sentences."""
    if saved.fair is UNSET:
        yield "Every die follows from the seed in the record. Whoever made the seed could know the dice beforehand."
    else:
        yield from about_dice(proof_of(saved))
    yield "Every state follows from the set-up by the rules: nothing was done that the rules do not allow."
    if saved.result is None:
        yield "The match is not over."


def about_dice(found: Proof) -> Iterator[str]:
    if found.secrets:
        yield (
            f"The commitments match ({found.secrets} of the server, {found.shares} of people): all had fixed what they "
            "put in before they saw what the others put in."
        )
    if found.dice:
        yield f"Every die follows: {found.dice} rolls, draws and shuffles come from the secret and the shares."
    if found.unshown:
        yield f"{found.unshown} more cannot be checked before the match is over: the secret is not shown yet."
    if found.elsewhere:
        yield f"{found.elsewhere} more were rolled at another table, or before there were fair dice: not checked."
    if found.typed:
        yield f"{found.typed} rolls of real dice were typed in by people: nothing proves them."
