"""Games of every version ever released, in `tests/museum/`: saves go on, replays hold, databases open."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from xenotable import __version__
from xenotable.engine import View, load, verify
from xenotable.engine.saving import proof_of, read
from xenotable.games import NAMES, family, game
from xenotable.players import RandomPlayer, play_out
from xenotable.server.log.storage import LOG, Storage
from xenotable.server.rooms import deciding
from xenotable.server.rooms.room import Room
from xenotable.server.rooms.table_server import Settings, TableServer

MUSEUM = Path(__file__).parents[1] / "museum"
KEY = "00" * 32  # as in tools/museum.py
VERSIONS = sorted(p for p in MUSEUM.iterdir() if p.is_dir())


def exhibits(ending: str) -> list[object]:
    return [pytest.param(p, id=f"{p.parent.name}/{p.name}") for v in VERSIONS for p in sorted(v.glob(f"*{ending}"))]


@pytest.mark.parametrize("version", VERSIONS, ids=lambda p: p.name)
def test_every_version_shows_every_game_and_campaign(version: Path):
    ids = {id for package in NAMES for id in family(package)}
    for ending in (".save.json", ".replay.json", ".log.tsv"):
        assert {p.name.removesuffix(ending) for p in version.glob(f"*{ending}")} >= ids


def test_the_version_of_today_is_in_the_museum():
    """With its rules and its fair dice; `tools/museum.py` puts it there."""
    today = MUSEUM / __version__
    for package in NAMES:
        for title in family(package).values():
            for ending in (".save.json", ".replay.json"):
                path = today / f"{title.id}{ending}"
                assert (read(path.read_bytes()).rules, verify(path.read_bytes(), title)) == (title.rules, []), path
            assert proof_of(read(path.read_bytes())).secrets == 1
            assert '"type":"begun"' in (today / f"{title.id}.log.tsv").read_text()


@pytest.mark.parametrize("path", exhibits(".save.json"))
def test_a_save_goes_on(path: Path):
    title = game(path.name.removesuffix(".save.json"))
    match, note = load(path.read_bytes(), title)
    assert note == ""
    assert not match.over
    play_out(match, {s: RandomPlayer(title, s) for s in range(match.game.seats)})
    assert match.over


@pytest.mark.parametrize("path", exhibits(".replay.json"))
def test_a_replay_holds(path: Path):
    """As long as the rules number is the same, all of it follows from the seed; it can be watched for ever."""
    title = game(path.name.removesuffix(".replay.json"))
    match, note = load(path.read_bytes(), title)
    assert note == ""
    assert match.over
    middle = len(match.tape) // 2
    assert [e.key for e in match.at(middle).tape[:middle]] == [e.key for e in match.tape[:middle]]
    assert "{" not in "".join(View(match, 0).story())
    faults = verify(path.read_bytes(), title)
    assert faults == [] or "was played by rules" in faults[0]


def restored(path: Path, url: str) -> list[str]:
    """A database with the rows of this file; gives its rooms."""
    rows = [line.split("\t", 2) for line in path.read_text().splitlines()]
    with closing(Storage(url)) as storage, storage.engine.begin() as connection:
        table = [{"room": room, "sequence": int(n), "line": line.encode()} for room, n, line in rows]
        connection.execute(LOG.insert(), table)
    return list(dict.fromkeys(room for room, _, _ in rows))


@pytest.mark.parametrize("path", exhibits(".log.tsv"))
def test_a_database_opens_and_its_rooms_go_on(path: Path, tmp_path: Path):
    async def work() -> None:
        url = f"sqlite:///{tmp_path}/games.db"
        rooms = restored(path, url)
        key = tmp_path / "server.key"
        key.write_text(KEY)
        key.chmod(0o600)
        tables = TableServer(Settings(url, key_file=str(key)))
        await tables.start()
        try:
            for id in rooms:
                room = await tables.room(id)
                assert room.note == ""
                before = len(room.match.tape)
                assert View(room.match, 0).story()
                for seat, ask, value in decisions(room):
                    ack = await deciding.act(room, seat, ask, "museum", value)
                    assert ack.refusals == []
                del tables.rooms[id]
                again = await tables.room(id)
                assert len(again.match.tape) > before
        finally:
            await tables.stop()

    asyncio.run(work())


def decisions(room: Room) -> Iterator[tuple[int, str, object]]:
    """One decision of whoever is asked."""
    match = room.match
    ask = next(a for i, a in enumerate(match.open) if i not in match.held)
    title = match.title
    said = RandomPlayer(title, ask.seat).decide(View(match, ask.seat))
    at = match.find(ask.seat, said.key)
    assert at is not None
    yield ask.seat, match.id(match.open[at]), said.value
