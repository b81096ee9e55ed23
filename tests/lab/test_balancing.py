"""Balance: mirrored battles of every pair, with intervals and a picture."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from xenotable.lab.balancing import Bout, Pair, leagues, overall, pairs, play_bouts, spread
from xenotable.lab.simulating import wilson

ROOT = Path(__file__).parents[2]


def test_the_stronger_list_wins_from_either_seat():
    outcomes = list(play_bouts("tests/workshop.py", ("strong", "weak"), 4, 0, "random", 1))
    assert [b.n for b, _ in outcomes] == [0, 1, 2, 3]
    assert pairs(outcomes) == [Pair("strong", "weak", 4, 0, 4)]


def test_intervals_hold_the_rate_and_shrink():
    assert wilson(0, 0) == (0.0, 1.0)
    low, high = wilson(50, 100)
    assert low < 0.5 < high
    assert wilson(500, 1000)[1] < high
    assert 0.0 <= wilson(0, 5)[0] < wilson(0, 5)[1] < 0.5


def test_every_pairing_counts_alike_overall():
    rows = [Pair("a", "b", 3, 0, 4), Pair("a", "c", 30, 20, 100)]
    assert overall(rows) == {"c": 0.6, "a": (0.75 + 0.4) / 2, "b": 0.25}
    assert list(overall(rows)) == ["c", "a", "b"]


def test_lists_that_never_met_are_another_league():
    met = [Pair("a", "b", 1, 0, 2), Pair("x", "y", 1, 0, 2), Pair("c", "d", 1, 0, 2), Pair("b", "c", 1, 0, 2)]
    assert leagues(met) == [["x", "y"], ["a", "b", "c", "d"]]


@pytest.mark.parametrize("many", [3, 4, 7])
def test_each_scenario_comes_equally_often(many: int):
    drawn = [int(spread(Bout("", "a", "b", n, 5, "")) * many) for n in range(0, 60, 2)]
    counts = [drawn.count(i) for i in range(many)]
    assert max(counts) - min(counts) <= 2
    assert drawn == [int(spread(Bout("", "a", "b", n, 5, "")) * many) for n in range(1, 60, 2)]  # the mirrored battles


def balance(*args: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "xenotable", "balance", *args]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT)


def test_the_command_prints_and_draws(tmp_path: Path):
    picture = tmp_path / "matrix.png"
    done = balance("tests/workshop.py", "-n", "4", "--player", "random", "--json", "--plot", str(picture))
    assert json.loads(done.stdout)[0]["rate"] == 1.0
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert "strong" in balance("tests/workshop.py", "-n", "2", "--player", "random").stdout


def test_mistakes_get_a_sentence():
    assert "no ready-made lists" in balance("docs/duel.py").stderr
    wrong = balance("tests/workshop.py", "--lists", "strong,weka")
    assert wrong.returncode == 2
    assert 'Did you mean "weak"' in wrong.stderr
