"""Many games: the same rows for any number of jobs, resumable, with clear words."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from calling import xenotable
from xenotable.cli import studying
from xenotable.cli.sim import intervals_of, one_arm
from xenotable.lab.playing import Row
from xenotable.lab.statistics.pairs import Pentanomial

ROOT = Path(__file__).parents[2]


def sim(*args: str) -> subprocess.CompletedProcess[str]:
    return xenotable("sim", *args)


def rows_of(text: str) -> list[dict[str, Any]]:
    """Rows without how long they took."""
    return [{key: value for key, value in json.loads(line).items() if key != "seconds"} for line in text.splitlines()]


def test_rows_are_the_same_for_any_number_of_jobs():
    one, two = sim("docs/duel.py", "-n", "30", "--json"), sim("docs/duel.py", "-n", "30", "--json", "--jobs", "2")
    rows = rows_of(one.stdout)
    assert rows == rows_of(two.stdout)
    assert [r["pair"] for r in rows] == list(range(30))
    assert all(r["decisions"] > 0 and "fault" not in r for r in rows)
    assert rows_of(sim("docs/duel.py", "-n", "30", "--json", "--seed", "1").stdout) != rows


def test_a_stopped_run_is_resumed(tmp_path: Path):
    out = tmp_path / "rows.jsonl"
    assert sim("docs/duel.py", "-n", "10", "--out", str(out)).returncode == 0
    torn = out.read_bytes()[:-20]
    out.write_bytes(torn)
    again = sim("docs/duel.py", "-n", "20", "--out", str(out))
    assert "9 games are there already" in again.stderr
    rows = [row for row in rows_of(out.read_text()) if "study" not in row]
    assert [r["pair"] for r in rows] == list(range(20))
    fresh = tmp_path / "fresh.jsonl"
    sim("docs/duel.py", "-n", "20", "--out", str(fresh))
    assert rows_of(fresh.read_text())[1:] == rows


def test_more_games_or_processes_than_any_machine_could_hold_are_refused_at_once():
    many = sim("docs/duel.py", "-n", "99999999999999999999")
    assert (many.returncode, many.stderr) == (2, "A study has at most 1,000,000 pairs of games in each arm.\n")
    assert sim("docs/duel.py", "-n", "1", "--jobs", "99999999").returncode == 2


def test_no_more_processes_are_started_than_have_something_to_do(monkeypatch: pytest.MonkeyPatch):
    wanted = []
    begin = studying.engine_for
    monkeypatch.setattr(studying, "engine_for", lambda job, jobs, on: wanted.append(jobs) or begin(job, 1, on))
    assert len(studying.play_study(one_arm("docs/duel.py", 2, 0, "random,random", "", False), jobs=500)) == 2
    assert wanted == [2]


def test_two_studies_never_mix(tmp_path: Path):
    out = tmp_path / "rows.jsonl"
    sim("docs/duel.py", "-n", "2", "--out", str(out))
    other = sim("docs/duel.py", "-n", "2", "--seed", "7", "--out", str(out))
    assert other.returncode == 2
    assert "another study" in other.stderr


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
        (
            ("docs/duel.py", "--players", "random,recruit,tactician"),
            "3 players (random, recruit, tactician) on 2 seats",
        ),
        (("docs/duel.py", "--players", "my_bot.py,random"), '"my_bot.py" is a file; name a class in it'),
        (("docs/duel.py", "--out", "rows.csv"), ".jsonl or a .parquet"),
        (("docs/duel.py", "--out", "nowhere/rows.jsonl"), "There is no folder nowhere"),
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


def test_an_odd_number_of_games_is_a_whole_number_of_pairs():
    assert len(sim("docs/duel.py", "-n", "5", "--players", "tactician,random", "--json").stdout.splitlines()) == 6
    assert len(sim("docs/duel.py", "-n", "5", "--json").stdout.splitlines()) == 5


def test_where_two_meet_the_interval_is_that_of_pairs():
    """Three pairs that were won whole are three things that happened, not six."""
    study = one_arm("docs/duel.py", 6, 0, "tactician,random", "", False)
    rows = [
        Row(study.arms[0].name, n // 2, n % 2, "r", "s", {}, ("x", "y"), (0, 1), 5, 0.1, results=(1.0, 0.0))
        for n in range(6)
    ]
    rows = [row if row.game == 0 else replace(row, sides=(1, 0), results=(0.0, 1.0)) for row in rows]
    pairs = Pentanomial.of([1.0] * 3).interval
    assert intervals_of(study, rows) == {"tactician": pairs, "random": (1 - pairs[1], 1 - pairs[0])}
    assert intervals_of(one_arm("docs/duel.py", 6, 0, "random", "", False), rows) == {}


def test_draws_stand_beside_victories_and_defeats():
    said = sim("docs/duel.py", "-n", "10").stdout
    assert all(word in said for word in ("Wins", "Draws", "Losses", "Share"))


def test_a_defeat_of_all_is_counted_as_one():
    done = sim("xcom", "-n", "1", "--players", "random", "--offer", "impossible")
    assert "\u2502 random \u2502    0 \u2502     0 \u2502      1 \u2502" in done.stdout


def test_rows_as_parquet(tmp_path: Path):
    out = tmp_path / "rows.parquet"
    assert sim("docs/duel.py", "-n", "4", "--out", str(out)).returncode == 0
    import polars

    assert polars.read_parquet(out)["pair"].to_list() == [0, 1, 2, 3]


BOT = """
import random
from xenotable.players import Decision

class Bot:
    def __init__(self, title, seed=0): self.random = random.Random(seed)
    def decide(self, view, deadline=None):
        ask = view.undecided()[0]
        return Decision(ask.key, ask.drawn(1, self.random.random)[0], "")

class Broken(Bot):
    def decide(self, view, deadline=None): raise ValueError("oops")
"""


@pytest.fixture
def bot(tmp_path: Path) -> str:
    (tmp_path / "my_bot.py").write_text(BOT)
    return str(tmp_path / "my_bot.py")


def test_a_bot_that_fails_is_told_in_a_sentence_and_no_empty_table(bot: str):
    done = sim("docs/duel.py", "-n", "2", "--players", f"{bot}:Broken,random")
    said = " ".join(done.stdout.split())
    assert done.returncode == 1
    assert said.startswith("No game came to an end.")
    assert "game 2: " in said
    assert "fails (ValueError: oops in my_bot.py" in said
    assert "Fault:" not in said
    assert "comes from outside: its games are the same again if it is." in " ".join(done.stderr.split())


def test_bots_from_outside_play_wherever_machines_are_named(bot: str, tmp_path: Path):
    out, mine = str(tmp_path / "rows.jsonl"), f"mine={bot}:Bot"
    balance = xenotable("balance", "tests/workshop.py", "-n", "2", "--player", "mine", "--bot", mine)
    assert balance.returncode == 0, balance.stderr
    words = ("--lists", "cinder-wardens,veil-court", "--pairs", "1", "--out", out, "--players", f"{bot}:Bot")
    change = xenotable("lab", "sensitivity", "killteam", "unit.cw-warden.wounds+1", *words)
    assert change.returncode == 0, change.stdout


def test_what_broke_is_told_where_a_change_is_weighed(bot: str, tmp_path: Path):
    words = ("--lists", "cinder-wardens,veil-court", "--pairs", "1", "--players", f"{bot}:Broken")
    done = xenotable("lab", "sensitivity", "killteam", "unit.cw-warden.wounds+1", *words, home=tmp_path)
    assert done.returncode == 1
    assert done.stdout.startswith("No pair has been played both with and without the change yet.")
    assert "fails (ValueError: oops" in " ".join(done.stdout.split())


def test_who_was_not_declared_is_told_how():
    done = sim("docs/duel.py", "-n", "2", "--players", "nobodys,random")
    assert done.returncode == 2
    assert "--bot NAME=my_bot.py:Bot" in done.stderr


def test_a_long_run_without_a_terminal_says_how_far_it_is(monkeypatch: pytest.MonkeyPatch):
    told: list[str] = []
    monkeypatch.setattr(studying, "SILENT", 0.0)
    monkeypatch.setattr(studying.time, "monotonic", iter([0.0, 30.0, 60.0]).__next__)
    monkeypatch.setattr(studying, "has_bar", lambda: False)
    monkeypatch.setattr(studying, "say", told.append)
    said = studying.Milestones(100)
    said.note(10)
    said.note(10)
    assert told == ["10 of 100 games; about 4 min to go.", "20 of 100 games; about 4 min to go."]


BARE = """
import sys
from xenotable.cli import main
try:
    main(["sim", "rampant", "-n", "2", "--json"])
finally:
    print(*({"numpy", "numba", "llvmlite", "rich"} & sys.modules.keys()), file=sys.stderr)
"""


def test_a_few_games_load_only_what_they_need():
    """Whatever is loaded before the first game is no work that several processes can share."""
    done = subprocess.run([sys.executable, "-c", BARE], cwd=ROOT, capture_output=True, text=True, check=True)
    assert len(done.stdout.splitlines()) == 2
    assert done.stderr.strip() == ""
