"""`xenotable lab` as people call it, and `balance`, which is a short way to it."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import polars
import pytest

from calling import xenotable

ROOT = Path(__file__).parents[2]
DUEL = ("--game", "docs/duel.py", "--players", "tactician,random")


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("lab") / "duel.jsonl"
    done = xenotable("lab", "run", *DUEL, "--pairs", "25", "--records", "--out", str(out))
    assert done.returncode == 0, done.stderr
    return out


def test_a_run_keeps_rows_records_and_a_report(store: Path):
    assert len(store.read_text().splitlines()) == 51
    assert len(list(store.with_suffix(".records").iterdir())) == 50
    card = json.loads(store.with_suffix(".card.json").read_text())
    assert (card["title"], card["games"], card["arms"]) == ("Duel", 50, 1)
    assert all((store.with_suffix(".records") / game["file"]).is_file() for game in card["watch"])


def test_the_report_is_one_page_that_needs_nothing(store: Path):
    page = store.with_suffix(".html").read_text()
    assert "<script" not in page
    assert "http" not in page.replace("http://www.w3.org", "")
    for part in (
        "Results",
        "Ratings",
        "By seat and scenario",
        "How the estimate settled",
        "Luck",
        "The strangest games",
    ):
        assert f"<h2>{part}</h2>" in page
    assert page.count("<svg role") == 3
    assert 'href="duel.records/' in page
    assert "Variance saved" in page


def test_a_record_can_be_proved(store: Path):
    record = next(iter(store.with_suffix(".records").iterdir()))
    done = xenotable("verify", str(record), "--game", "docs/duel.py")
    assert done.returncode == 0, done.stdout


def test_a_game_can_be_had_again_as_a_record(store: Path, tmp_path: Path):
    out = tmp_path / "again.json"
    done = xenotable("lab", "replay", str(store), "1", "3", "2", "--out", str(out))
    assert done.returncode == 0, done.stderr
    assert out.read_bytes() == (store.with_suffix(".records") / "1-3-1.json").read_bytes()
    assert "holds no game" in xenotable("lab", "replay", str(store), "1", "99", "1", "--out", str(out)).stderr


def test_a_report_as_figures_for_machines(store: Path, tmp_path: Path):
    done = xenotable("lab", "report", str(store), "--json", "--out", str(tmp_path / "x.html"))
    figures: dict[str, Any] = json.loads(done.stdout)
    [arm] = figures["arms"]
    counts = arm["outcomes"]["counts"]
    assert sum(counts) == 25
    assert arm["tally"]["wins"] + arm["tally"]["draws"] + arm["tally"]["losses"] == 50
    assert arm["adjusted"]["saved"] < 1


def test_a_report_as_a_short_text(tmp_path: Path):
    rows, text = tmp_path / "lists.jsonl", tmp_path / "lists.md"
    words = ("--game", "rampant", "--lists", "cinder-company,lancet-cadre", "--players", "random", "--pairs", "2")
    done = xenotable("lab", "run", *words, "--no-report", "--out", str(rows))
    assert done.returncode == 0, done.stderr
    assert xenotable("lab", "report", str(rows), "--out", str(text)).returncode == 0
    said = text.read_text()
    assert said.startswith("# cinder-company against lancet-cadre\n\nXenos Rampant: 4 games, ")
    assert "| arm | won | drawn | lost | share | interval | p | luck taken out |\n| --- | --: |" in said
    assert "\n| cinder-company against lancet-cadre | " in said
    four = r"Pairings: whole interval inside (\d), share inside (\d), share outside (\d), whole interval outside (\d)\."
    counts = re.search(four, said)
    assert counts is not None
    assert sum(map(int, counts.groups())) == 1
    assert "| seat 2 | " in said
    assert "Sequential" not in said
    assert not text.with_suffix(".card.json").exists()


def test_decisions_as_parquet(store: Path, tmp_path: Path):
    out = tmp_path / "decisions.parquet"
    done = xenotable("lab", "export", str(store), str(out), "--games", "6")
    assert done.returncode == 0, done.stderr
    table = polars.read_parquet(out)
    rows = [json.loads(line) for line in store.read_text().splitlines()[1:7]]
    assert len(table) == sum(row["decisions"] for row in rows)
    assert set(table["result"]) <= {0.0, 0.5, 1.0}
    for one in table.head(20).iter_rows(named=True):
        candidates = json.loads(one["candidates"])
        assert candidates[one["choice"]] == json.loads(one["answer"])
        assert json.loads(one["ask"])["key"] == one["key"]
        assert "figures" in json.loads(one["view"])
    hidden = json.loads(table["view"][0])["secret"]
    assert hidden[str(1 - table["seat"][0])] == {"chosen": ""}


def test_shards_and_merge(store: Path, tmp_path: Path):
    for part in ("1/2", "2/2"):
        out = tmp_path / f"{part[0]}.jsonl"
        assert xenotable("lab", "run", *DUEL, "--pairs", "25", "--shard", part, "--out", str(out)).returncode == 0
    merged = tmp_path / "all.jsonl"
    done = xenotable("lab", "merge", str(tmp_path / "1.jsonl"), str(tmp_path / "2.jsonl"), "--out", str(merged))
    assert done.stdout == f"50 games in {merged}.\n"

    def untimed(file: Path) -> list[dict[str, Any]]:
        rows = [json.loads(line) for line in file.read_text().splitlines()[1:]]
        return [{k: v for k, v in row.items() if k != "seconds"} for row in rows]

    assert untimed(merged) == untimed(store)


def test_a_study_in_a_file_is_kept_in_the_data_folder_and_goes_on(tmp_path: Path):
    file = tmp_path / "first blood.toml"
    file.write_text('game = "docs/duel.py"\nplayers = ["recruit", "random"]\noffers = ["blood"]\npairs = 2\n')
    first = xenotable("lab", "run", str(file), home=tmp_path)
    assert first.returncode == 0, first.stderr
    assert "2 pairs tell a share to about" in first.stderr
    [rows] = (tmp_path / "xenotable" / "lab").glob("*.jsonl")
    again = xenotable("lab", "run", str(file), "--pairs", "4", home=tmp_path)
    assert "4 games are there already; 4 to go." in again.stderr
    assert sum('"arm"' in line for line in rows.read_text().splitlines()) >= 8


def test_flags_say_all_that_a_file_can(tmp_path: Path):
    out = tmp_path / "letter.jsonl"
    words = ("--players", "random", "--ruling", "letter", "--check", "--seed", "3", "--pairs", "1", "--no-report")
    done = xenotable("lab", "run", "--game", "rampant", *words, "--out", str(out))
    assert done.returncode == 0, done.stderr
    assert "1 game tells a share to about \u00b1 50 points." in " ".join(done.stderr.split())
    study = json.loads(out.read_text().splitlines()[0])["study"]
    assert (study["check"], study["seed"]) == (True, 3)
    assert "retreat.fan=straight-only" in study["arms"][0]["readings"]


def test_a_sequential_study_foretells_and_decides(tmp_path: Path):
    out = tmp_path / "sprt.jsonl"
    done = xenotable("lab", "run", *DUEL, "--sprt", "0.5,0.8", "--pairs", "200", "--out", str(out), "--no-report")
    assert "An arm needs about" in done.stderr
    assert "50% stands (log ratio" in " ".join(done.stdout.split())
    assert done.returncode == 0
    text = tmp_path / "sprt.md"
    assert xenotable("lab", "report", str(out), "--out", str(text)).returncode == 0
    assert re.search(r"\| tactician against random \| \d+ \| -\d\.\d\d \| 50% stands \|", text.read_text())


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is another thing there")
def test_ctrl_c_shows_what_is_there(tmp_path: Path):
    out = tmp_path / "long.jsonl"
    command = [sys.executable, "-m", "xenotable", "lab", "run", *DUEL, "--pairs", "100000", "--out", str(out)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT) as run:
        while not out.exists() or out.read_bytes().count(b"\n") < 5:
            assert run.poll() is None
        run.send_signal(signal.SIGINT)
        said, told = run.communicate()
    assert run.returncode == 130
    assert "Interrupted." in told
    assert "the same command goes on" in " ".join(told.split())
    assert "tactician" in said


def test_a_place_that_keeps_nothing_is_refused_before_the_first_game():
    done = xenotable(
        "lab", "sensitivity", "killteam", "unit.cw-warden.wounds+5", "--lists", "cinder-wardens,veil-court",
        "--players", "random", "--pairs", "2", "--jobs", "2", "--out", "/nonexistent/x.jsonl",
    )  # fmt: skip
    assert "There is no folder" in done.stderr


def test_the_price_of_a_list_needs_lists():
    assert "has no lists whose points" in xenotable("lab", "price", "docs/duel.py", "x").stderr


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("run", "nowhere.toml"), "cannot be read"),
        (("run", *DUEL, "--shard", "3/2"), "--shard takes"),
        (("run", *DUEL, "--sprt", "a,b"), "--sprt takes"),
        (("run", *DUEL, "--sprt", "0.5"), "--sprt takes two to four numbers"),
        (("run", *DUEL, "--bot", "random=docs/duel.py:Duel"), '"random" is a player that is there already'),
        (("report", "docs/duel.py"), "docs/duel.py holds no study"),
        (("report", "docs/duel.py", "--out", "report.pdf"), "a page (.html) or a text (.md)"),
        (("run", *DUEL, "--sprt", "0.5,0.6", "--shard", "1/2"), "cannot be split"),
        (("report", "nowhere.jsonl"), "cannot be read"),
        (("sensitivity", "killteam", "unit.cw-wardn.W+1"), 'Did you mean "cw-warden"'),
        (("price", "killteam", "nobody"), 'has no list "nobody"'),
        (("export", "nowhere.jsonl", "x.csv"), ".parquet"),
        (("run", *DUEL, "--pairs", "1", "--on", "127.0.0.1:1"), "no cluster at"),
    ],
)
def test_mistakes_get_a_sentence(args: tuple[str, ...], says: str, tmp_path: Path):
    done = xenotable("lab", *args, home=tmp_path)
    assert done.returncode == 2
    assert says in " ".join(done.stderr.split())


# ---- balance ---------------------------------------------------------------------------------------------------------


def test_balance_prints_and_draws(tmp_path: Path):
    picture = tmp_path / "matrix.png"
    done = xenotable("balance", "tests/workshop.py", "-n", "4", "--player", "random", "--json", "--plot", str(picture))
    [arm] = json.loads(done.stdout)
    assert (arm["rate"], arm["wins"], arm["draws"], arm["games"]) == (1.0, 4, 0, 4)
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert "strong" in xenotable("balance", "tests/workshop.py", "-n", "2", "--player", "random").stdout


def test_mistakes_of_balance_get_a_sentence():
    assert "no ready-made lists" in xenotable("balance", "docs/duel.py").stderr
    drawn = xenotable("balance", "tests/workshop.py", "-n", "2", "--player", "random", "--plot", "matrix.doc")
    assert (drawn.returncode, drawn.stdout) == (2, "")
    assert "the matrix is drawn as .png or .svg or .pdf" in drawn.stderr
    wrong = xenotable("balance", "tests/workshop.py", "--lists", "strong,weka")
    assert wrong.returncode == 2
    assert 'Did you mean "weak"' in wrong.stderr
