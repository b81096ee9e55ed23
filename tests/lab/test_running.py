"""Running a study: the same rows wherever it is played; nothing is lost, nothing mixes."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from lab.holding import hold
from xenotable.faults import Fault
from xenotable.lab.playing import Pair, Row
from xenotable.lab.running import Engine, Pool, Stops, engine_for, missing, run
from xenotable.lab.store import Store, merge, read_store
from xenotable.lab.study import Sprt, Study, WrittenStudy, make_study, parse_study, rules_hash
from xenotable.lab.working import Job, Worker, processes, record_row, stop, work_here

DUEL = make_study(WrittenStudy(game="docs/duel.py", players=("tactician", "random"), pairs=12))
SPRT = replace(DUEL, sprt=Sprt(0.5, 0.8), pairs=200)
PATCHED = make_study(
    parse_study(
        'game = "killteam"\nplayer = "random"\nlists = ["cinder-wardens", "veil-court"]\npairs = 1\n'
        '[[arm]]\nname = "plain"\n[[arm]]\nname = "eager"\npatch.unit.cw-warden.APL = +1\n'
    )
)


def played(study: Study, path: Path | None = None, jobs: int = 1, shard: tuple[int, int] = (1, 1)) -> list[Row]:
    with Store(study, path) as store, engine_for(Job(study, rules_hash(study.game)), jobs) as engine:
        for _ in run(study, store, engine, shard):
            pass
        return [replace(row, seconds=0.0) for row in store.rows]


def kept(path: Path) -> list[Row]:
    return [replace(row, seconds=0.0) for row in read_store(path).rows]


def test_the_same_rows_come_from_any_number_of_processes():
    one = played(DUEL)
    assert [(row.pair, row.game) for row in one] == [(pair, n) for pair in range(12) for n in (0, 1)]
    assert played(DUEL, jobs=2) == one


def test_who_ends_a_pool_ends_the_helpers_of_its_processes(tmp_path: Path):
    job, held = Job(PATCHED, rules_hash("killteam")), tmp_path / "held"
    pool = processes(1, job)
    pool.submit(work_here, hold, "plain", tmp_path / "other").result()  # so the rules that are changed need a helper
    pool.submit(work_here, hold, "eager", held).result()
    stop(pool)
    with held.open("w") as mine:
        fcntl.flock(mine, fcntl.LOCK_EX)  # for ever, if somebody still held it


ENDED = """
if __name__ == "__main__":
    import sys
    from pathlib import Path
    from lab.holding import hold
    from lab.test_running import PATCHED
    from xenotable.lab.study import rules_hash
    from xenotable.lab.working import Job, processes, stop, work_here

    pool = processes(1, Job(PATCHED, rules_hash("killteam")))
    for arm in ("plain", "eager"):
        pool.submit(work_here, hold, arm, Path(sys.argv[1]) / arm).result()
    stop(pool)
"""


def test_an_ended_pool_leaves_nothing_behind_that_python_would_complain_of(tmp_path: Path):
    script, tests = tmp_path / "ended.py", Path(__file__).parents[1]
    script.write_text(ENDED)
    command, env = [sys.executable, str(script), str(tmp_path)], {**os.environ, "PYTHONPATH": str(tests)}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


KILLED = """
import os, signal, sys
from pathlib import Path
from lab.holding import hold
from lab.test_running import DUEL
from xenotable.lab.forking import forked_processes
from xenotable.lab.study import rules_hash
from xenotable.lab.working import Job, processes, work_here

pool = {"forked": forked_processes, "spawned": processes}[sys.argv[1]](2, Job(DUEL, rules_hash(DUEL.game)))
pool.submit(work_here, hold, DUEL.arms[0].name, Path(sys.argv[2])).result()
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize("how", ["forked", "spawned"])
def test_processes_end_with_the_one_that_gives_out_the_work_however_it_ends(tmp_path: Path, how: str):
    held, tests = tmp_path / "held", Path(__file__).parents[1]
    command = [sys.executable, "-c", KILLED, how, str(held)]
    done = subprocess.run(command, env={**os.environ, "PYTHONPATH": str(tests)}, check=False)
    assert done.returncode == -signal.SIGKILL
    with held.open("w") as mine:
        fcntl.flock(mine, fcntl.LOCK_EX)  # for ever, if somebody still held it


def test_a_sequential_rule_stops_at_the_same_pair_everywhere():
    one = played(SPRT)
    assert played(SPRT, jobs=2) == one
    stops = Stops(SPRT, one)
    assert stops.decided
    assert not Stops(SPRT, one[:-2]).decided
    assert len(one) < 200


def test_changed_rules_are_played_in_a_process_of_their_own(tmp_path: Path):
    rows = played(PATCHED, tmp_path / "x.jsonl")
    plain, eager = rows[:2], rows[2:]
    assert [row.arm for row in rows] == ["plain", "plain", "eager", "eager"]
    assert [row.seed for row in plain] == [row.seed for row in eager]
    assert [row.decisions for row in plain] != [row.decisions for row in eager]
    assert played(PATCHED, jobs=2) == rows
    worker = Worker(Job(PATCHED, rules_hash("killteam")), ())
    assert b"W" in worker.do(record_row, "eager", read_store(tmp_path / "x.jsonl").rows[2])
    worker.close()


def test_a_torn_store_goes_on_where_it_was(tmp_path: Path):
    out, fresh = tmp_path / "rows.jsonl", tmp_path / "fresh.jsonl"
    played(replace(DUEL, pairs=5), out)
    out.write_bytes(out.read_bytes()[:-20])
    assert len(read_store(out).rows) == 9
    whole = played(DUEL, out)
    assert whole == played(DUEL, fresh)
    assert kept(out) == kept(fresh)


def test_short_games_go_to_processes_in_portions_and_come_back_in_order():
    study = replace(DUEL, pairs=60)
    with Store(study, None) as store, engine_for(Job(study, rules_hash(study.game)), 2) as engine:
        for _ in run(study, store, engine):
            pass
        assert engine.size > 2
        assert [replace(row, seconds=0.0) for row in store.rows] == played(study)


def test_long_games_go_to_processes_one_by_one():
    pool = Pool.__new__(Pool)
    pool.jobs, pool.items, pool.seconds = 2, 0, 0.0
    (row, *_) = played(replace(DUEL, pairs=1))
    pool.note(Pair([replace(row, seconds=3.0)], []))
    assert pool.size == 2
    for _ in range(1000):
        pool.note(Pair([replace(row, seconds=0.001)], []))
    assert pool.size > 2


class Interrupted:
    """An engine that is stopped by Ctrl-C after some items."""

    size = 0

    def __init__(self, engine: Engine, items: int) -> None:
        self.engine, self.left = engine, items

    def begin(self, item):
        if not self.left:
            raise KeyboardInterrupt
        self.left -= 1
        return self.engine.begin(item)


def test_what_was_played_before_ctrl_c_is_kept(tmp_path: Path):
    out = tmp_path / "rows.jsonl"
    with pytest.raises(KeyboardInterrupt), Store(DUEL, out) as store:  # noqa: SIM117
        with engine_for(Job(DUEL, rules_hash(DUEL.game))) as engine:
            list(run(DUEL, store, Interrupted(engine, 4)))
    assert len(read_store(out).rows) == 8
    assert played(DUEL, out) == played(DUEL)


def test_two_studies_two_rules_and_two_writers_never_mix(tmp_path: Path):
    out = tmp_path / "rows.jsonl"
    played(replace(DUEL, pairs=1), out)
    with pytest.raises(Fault, match="another study"), Store(replace(DUEL, seed=7), out):
        pass
    with Store(DUEL, out), pytest.raises(Fault, match="Another run"), Store(DUEL, out):
        pass
    text = out.read_text().replace(rules_hash(DUEL.game), "0" * 16)
    out.write_text(text)
    with pytest.raises(Fault, match="other rules"), Store(DUEL, out):
        pass


def test_a_place_that_cannot_keep_rows_is_refused_before_the_first_game(tmp_path: Path):
    for wrong, says in ((tmp_path / "rows.csv", "jsonl"), (tmp_path / "no" / "rows.jsonl", "no folder")):
        with pytest.raises(Fault, match=says):
            Store(DUEL, wrong)
    (tmp_path / "folder.jsonl").mkdir()
    with pytest.raises(Fault, match="is a folder"):
        Store(DUEL, tmp_path / "folder.jsonl")
    (tmp_path / "bad.jsonl").write_text('{"study": 3}\n')
    with pytest.raises(Fault, match="damaged in line 1"):
        read_store(tmp_path / "bad.jsonl")
    (tmp_path / "empty.jsonl").write_text("")
    with pytest.raises(Fault, match="holds no study"):
        read_store(tmp_path / "empty.jsonl")


def test_shards_together_are_the_whole(tmp_path: Path):
    for part in (1, 2, 3):
        played(DUEL, tmp_path / f"{part}.jsonl", shard=(part, 3))
    files = [tmp_path / f"{part}.jsonl" for part in (3, 1, 2)]
    merge(files, tmp_path / "all.jsonl")
    assert kept(tmp_path / "all.jsonl") == played(DUEL)
    assert not list(missing(DUEL, read_store(tmp_path / "all.jsonl").rows))
    with pytest.raises(Fault, match="there already"):
        merge(files, tmp_path / "all.jsonl")
    text = files[0].read_text().replace('"results":[1.0,0.0]', '"results":[0.0,1.0]')
    files[0].write_text(text)
    with pytest.raises(Fault, match="another end"):
        merge([tmp_path / "all.jsonl", files[0]], tmp_path / "more.jsonl")


def test_a_machine_with_other_rules_is_refused():
    worker = Worker(Job(DUEL, "0" * 16), ())
    with pytest.raises(Fault, match="other rules"):
        worker.do(record_row, DUEL.arms[0].name, None)
