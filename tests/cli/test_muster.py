"""`xenotable muster`: lists by options, and a sitting at the workbench."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner, Result

from xenotable.cli import build
from xenotable.cli.building import Workbench
from xenotable.faults import Fault
from xenotable.games import game

GAMES = ["rampant", "killteam", "xcx", "xenocide", "xcom"]


def run(*words: str) -> Result:
    return CliRunner().invoke(build("muster"), ["muster", *words])


@pytest.mark.parametrize("name", GAMES)
def test_random_lists_are_written_and_read_back_in_every_form(name: str, tmp_path: Path):
    forms = {form: run(name, "--random", "--seed", "3", f"--{form}").stdout for form in ("text", "json", "link")}
    for form, text in forms.items():
        file = tmp_path / f"list.{form}"
        file.write_text(text)
        checked = run(name, "--list", str(file), "--check")
        assert checked.exit_code == 0, checked.output
        assert run(name, "--list", str(file), "--text").stdout == forms["text"]


def test_check_names_rule_and_repairs(tmp_path: Path):
    file = tmp_path / "list.txt"
    text = run("rampant", "--ready", "cinder-company", "--text").stdout
    file.write_text(text.replace("Size: 24 points", "Size: 18 points"))
    found = run("rampant", "--list", str(file), "--check")
    assert found.exit_code == 1
    assert "detachment.size" in found.stdout
    assert "Remove " in found.stdout


def test_versions_differ_in_words_and_points_and_new_rules_are_told(tmp_path: Path):
    old, new = tmp_path / "old.json", tmp_path / "new.json"
    run("rampant", "--ready", "cinder-company", "--json", "--out", str(old))
    smaller = old.read_text().replace('{"group":"options","pick":"heavy-weapon"},', "")
    assert smaller != old.read_text()
    new.write_text(smaller)
    told = run("rampant", "--list", str(new), "--against", str(old)).stdout
    assert "Command Section" in told
    assert "Together 22 points instead of 24." in told
    assert run("rampant", "--list", str(old), "--against", str(old)).stdout == "Nothing has changed.\n"
    now = f'"rules":{game("rampant").rules}'
    new.write_text(old.read_text().replace(now, '"rules":3').replace('"points":24', '"points":23'))
    told = run("rampant", "--list", str(new), "--check").output
    assert "Kept by version 3 of the rules" in told
    assert "It costs 24 points now, 23 then" in told


def test_mistakes_are_a_sentence(tmp_path: Path):
    for words in (
        ("duel",),
        ("rampant", "--ready", "cinder-compny", "--text"),
        ("rampant", "--ready", "cinder-company", "--random", "--text"),
        ("rampant", "--list", str(tmp_path / "none.txt"), "--text"),
        ("rampant", "--random", "--out", str(tmp_path / "no" / "where.txt")),
    ):
        found = run(*words)
        assert isinstance(found.exception, Fault), found.output


def sitting(name: str, *typed: str) -> str:
    """What the terminal shows when this is typed."""
    title = game(name)
    assert title.muster is not None
    console = Console(record=True, width=140, file=StringIO())
    bench = Workbench(console, title, title.muster, title.muster.blank())
    bench.show()
    for line in typed:
        try:
            bench.heed(line)
        except Fault as fault:
            console.print(str(fault))
    return console.export_text()


def test_a_detachment_is_built_repaired_named_and_saved(tmp_path: Path):
    file = tmp_path / "mine.txt"
    shown = sitting(
        "rampant", "find heavy inf", "1", "dup 2", "fix", "fix 1", "complete", "name 0 Mine", "x 2", "u", "r", "u",
        "go 2", "up", "card 2", "diff", "text", "link", f"save {file}", "nonsense", "fix 99", "go 99", "count 2 x",
    )  # fmt: skip
    assert "24 of 24 points" in shown
    assert '"nonsense" is not understood' in shown
    assert "An entry has a number from 1 to" in shown
    assert run("rampant", "--list", str(file), "--check").exit_code == 0
    assert file.read_text().startswith("Mine\n")


def test_who_leaves_is_asked_whether_to_keep_a_list_that_has_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def built(*typed: str) -> str:
        title, out = game("rampant"), StringIO()
        assert title.muster is not None
        monkeypatch.setattr("sys.stdin", StringIO("\n".join(typed)))
        Workbench(Console(file=out, width=140), title, title.muster, title.muster.blank()).run()
        return out.getvalue()

    file = tmp_path / "mine.txt"
    shown = built("complete", "q", "/nowhere/x.txt", str(file))
    assert "/nowhere/x.txt cannot be written" in shown  # and one is asked again
    assert shown.endswith(f"Saved to {file}.\nGood-bye.\n")
    assert built("complete", "q", "").endswith("Good-bye.\n")  # Enter alone lets it go
    assert "Keep this list?" not in built("q")
    assert "Keep this list?" not in built("complete", f"save {file}")  # and the input ends


@pytest.mark.parametrize("typed", ["²", "x ²", "count 1 ²", "fix ²", "9" * 5000])
def test_what_is_no_number_is_no_fault_of_ours(typed: str):
    assert "number" in sitting("rampant", "complete", typed) or "not understood" in sitting("rampant", typed)


def test_own_lists_are_played_with(tmp_path: Path):
    file = tmp_path / "mine.txt"
    run("rampant", "--random", "--seed", "5", "--text", "--out", str(file))
    words = ["play", "rampant", "--lists", f"{file},{file}", "--offer", "first-blood", "--seed", "1", "--plain"]
    played = CliRunner().invoke(build("play"), words, input="quit\n")
    assert played.exit_code == 0, played.output
    broken = tmp_path / "broken.txt"
    broken.write_text(file.read_text().replace("Size: 24 points", "Size: 12 points"))
    refused = CliRunner().invoke(build("play"), ["play", "rampant", "--lists", str(broken)])
    assert isinstance(refused.exception, Fault)
