"""Decisions of played games as a Parquet file, for learning: what a seat saw, what it was asked, what it could answer,
what it chose, and what came of it."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from xenotable.engine import Ask, View, Wait
from xenotable.engine.wire import to_wire
from xenotable.faults import Fault
from xenotable.lab.playing import Item, Row, play_game
from xenotable.lab.study import Study, rules_hash
from xenotable.lab.working import Job, Worker, check_again
from xenotable.players import Decision, Player

WIDTH = 32  # candidates of an ask whose answers cannot be listed


class Sample(msgspec.Struct):
    """One decision. `view`, `ask`, `candidates` and `answer` are JSON; `choice` is the number of the answer among the
    candidates; `result` is what the seat got in the end: 1, 0.5 or 0."""

    arm: str
    pair: int
    game: int
    step: int
    seat: int
    player: str
    key: str
    view: str
    ask: str
    candidates: str
    choice: int
    answer: str
    result: float = 0.5


class Onlooker:
    """Sits between a player and its seat, and notes every decision. The player does not notice."""

    def __init__(self, plays: Player, row: Row, seat: int, samples: list[Sample]) -> None:
        self.plays, self.row, self.seat, self.samples = plays, row, seat, samples
        self.rnd = random.Random(f"{row.seed}:{row.game}:{seat}").random

    def decide(self, view: View[Any], deadline: float | None = None) -> Decision | Wait:
        said = self.plays.decide(view, deadline)
        if isinstance(said, Decision):
            ask = next((a for a in view.undecided() if a.key == said.key), None)
            if ask is not None:
                self.samples.append(self._sample(view, ask, said.value))
        return said

    def _sample(self, view: View[Any], ask: Ask[Any], answer: Any) -> Sample:
        candidates = list(ask.candidates(WIDTH, self.rnd))
        choice = next((i for i, one in enumerate(candidates) if one == answer), len(candidates))
        if choice == len(candidates):
            candidates.append(answer)
        row = self.row
        return Sample(
            row.arm, row.pair, row.game, len(self.samples), self.seat, row.seats[self.seat], ask.key,
            text(view.game.encode()), text(to_wire(ask, view.id(ask), view.game)), text(candidates), choice,
            text(answer),
        )  # fmt: skip


def text(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def samples_of(job: Job, row: Row) -> list[Sample]:
    """The decisions of a game, which is played once more; Fault if it ends otherwise than its row says."""
    samples: list[Sample] = []

    def look_on(seat: int, plays: Player) -> Player:
        return Onlooker(plays, row, seat, samples)

    check_again(row, play_game(job.study, Item(row.arm, row.pair), row.game, look_on).row)
    for sample in samples:
        sample.result = row.results[sample.seat]
    return samples


def export(study: Study, rows: Iterable[Row], out: Path) -> Iterator[int]:
    """Writes the decisions of these games; gives the number of decisions after each game. What is written is kept on
    disk, not in memory, until the end."""
    polars, worker = polars_module(), Worker(Job(study, rules_hash(study.game)), ())
    with tempfile.TemporaryDirectory(dir=out.parent) as folder:
        lines, written = Path(folder) / "samples.ndjson", 0
        with lines.open("wb") as file:
            for row in rows:
                for sample in worker.do(samples_of, row.arm, row):
                    file.write(msgspec.json.encode(sample) + b"\n")
                    written += 1
                yield written
        worker.close()
        if not written:
            raise Fault("There are no decisions to export.")
        polars.scan_ndjson(lines).sink_parquet(out)


def polars_module() -> Any:
    try:
        import polars
    except ImportError:
        raise Fault("Parquet needs the extra `lab`: pip install 'xenotable[lab]'; a .jsonl needs nothing.") from None
    return polars
