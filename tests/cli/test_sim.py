"""Many games: the same rows for any number of jobs, resumable, with clear words."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def sim(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "xenotable", "sim", *args], capture_output=True, text=True, cwd=ROOT)


def test_rows_are_the_same_for_any_number_of_jobs():
    one, two = sim("docs/duel.py", "-n", "30", "--json"), sim("docs/duel.py", "-n", "30", "--json", "--jobs", "2")
    assert one.stdout == two.stdout
    rows = [json.loads(line) for line in one.stdout.splitlines()]
    assert [r["n"] for r in rows] == list(range(30))
    assert all(r["decisions"] > 0 and "fault" not in r for r in rows)
    assert sim("docs/duel.py", "-n", "30", "--json", "--seed", "1").stdout != one.stdout


def test_a_stopped_run_is_resumed(tmp_path: Path):
    out = tmp_path / "rows.jsonl"
    assert sim("docs/duel.py", "-n", "10", "--out", str(out)).returncode == 0
    torn = out.read_bytes()[:-20]
    out.write_bytes(torn)
    again = sim("docs/duel.py", "-n", "20", "--out", str(out))
    assert "9 games are there already" in again.stderr
    rows = [json.loads(line) for line in out.read_text().splitlines()[1:]]
    assert [r["n"] for r in rows] == list(range(20))
    fresh = tmp_path / "fresh.jsonl"
    sim("docs/duel.py", "-n", "20", "--out", str(fresh))
    assert fresh.read_bytes() == out.read_bytes()


def test_two_plans_never_mix(tmp_path: Path):
    out = tmp_path / "rows.jsonl"
    sim("docs/duel.py", "-n", "2", "--out", str(out))
    other = sim("docs/duel.py", "-n", "2", "--seed", "7", "--out", str(out))
    assert other.returncode == 2
    assert "another plan" in other.stderr


def test_different_players_change_seats():
    done = sim("docs/duel.py", "-n", "6", "--players", "tactician,random", "--json")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [r["seats"] for r in rows[:2]] == [["tactician", "random"], ["random", "tactician"]]
    assert rows[0]["setup"] == rows[1]["setup"]


def test_the_report_has_rates_with_intervals():
    done = sim("docs/duel.py", "-n", "10")
    assert "95 % interval" in done.stdout
    assert "decisions a game" in done.stdout


def test_a_game_that_breaks_is_reported_and_fails(tmp_path: Path):
    broken = (ROOT / "docs/duel.py").read_text().replace("f.wounds < 0:", "f.wounds < 3:")
    (tmp_path / "broken_duel.py").write_text(broken)
    done = sim(str(tmp_path / "broken_duel.py"), "-n", "3")
    assert done.returncode == 1
    assert "stands at" in done.stdout


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("dule",), "There is no game"),
        (("docs/duel.py", "--players", "randon"), 'Did you mean "random"'),
        (("docs/duel.py", "--offer", "blod"), 'Did you mean "blood"'),
        (("rampant", "--ruling", "retreat.fan=straigt-only"), 'Did you mean "retreat.fan=straight-only"'),
    ],
)
def test_mistakes_get_a_sentence(args: tuple[str, ...], says: str):
    done = sim(*args)
    assert done.returncode == 2
    assert says in done.stderr


def test_games_by_the_letter_of_the_source():
    done = sim("rampant", "-n", "1", "--ruling", "letter", "--json")
    (row,) = (json.loads(line) for line in done.stdout.splitlines())
    assert "retreat.fan=straight-only" in row["setup"]["readings"]
    assert "fault" not in row


def test_every_ready_battle_in_turn():
    done = sim("rampant", "-n", "9", "--offer", "every", "--json")
    setups = [json.loads(line)["setup"] for line in done.stdout.splitlines()]
    assert len({json.dumps(s) for s in setups}) == 8
    assert setups[0] == setups[8]


def test_a_wrong_battle_of_many_is_answered_with_the_nearest_and_a_few():
    said = sim("xenocide", "--offer", "quick-strat")
    assert said.returncode == 2
    assert 'Did you mean "quick-start"?' in said.stderr
    assert " more." in said.stderr
    assert said.stderr.count("attrition-") <= 12
