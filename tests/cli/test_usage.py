"""Whatever is wrong with a command line is said in one way: a sentence in our words, and where to read on."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from calling import xenotable
from xenotable.cli import main


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("sim rampant -n abc", '--games is a whole number of at least 1, not "abc". Try: xenotable sim --help'),
        ("sim rampant -n 0", '--games is a whole number of at least 1, not "0". Try: xenotable sim --help'),
        ("sim rampant --jobs 0", '--jobs is a whole number from 1 to 1024, not "0". Try: xenotable sim --help'),
        ("sim rampant --seed 1.5", '--seed is a whole number, not "1.5". Try: xenotable sim --help'),
        ("serve --think soon", '--think is a number of at least 0.01, not "soon". Try: xenotable serve --help'),
        ("serve --think nan", '--think is a number of at least 0.01, not "nan". Try: xenotable serve --help'),
        ("serve --rate inf", '--rate is a number of at least 1, not "inf". Try: xenotable serve --help'),
        ("sim x --bot-seconds inf", '--bot-seconds is a number of at least 0.01, not "inf". Try: xenotable sim --help'),
        ("play duel --seed \udcff", "'\\udcff' is no text in UTF-8."),
        ("sim", 'xenotable sim needs "game": which game, or the file of a game of your own. Try: xenotable sim --help'),
        ("play --offer", '"--offer" needs a value behind it. Try: xenotable play --help'),
        ("sim xcx --json=3", '"--json" stands alone, without a value. Try: xenotable sim --help'),
        ("play xcx one two", 'xenotable play has no use for "one two". Try: xenotable play --help'),
        ("sim --ofer x", 'xenotable sim has no option "--ofer". Did you mean "--offer"? Try: xenotable sim --help'),
        ("odds killteam shoot --damage ²/4", 'Damage is written normal/critical, for example 3/4, not "²/4".'),
        ("--verson", 'xenotable has no option "--verson". Did you mean "--version"? Try: xenotable --help'),
    ],
)  # fmt: skip
def test_a_wrong_command_line_gets_a_sentence(command: str, says: str) -> None:
    done = xenotable(*command.split())
    assert (done.returncode, done.stdout, done.stderr) == (2, "", says + "\n")


def test_a_command_of_a_group_that_there_is_not() -> None:
    said = xenotable("lab", "rum").stderr
    assert said.startswith('There is no command "rum". Did you mean "run"? They are: run, report,')
    assert said.endswith("Try: xenotable lab --help\n")


def test_a_group_without_a_command_shows_its_help() -> None:
    done = xenotable("lab")
    assert done.returncode == 2
    assert "Usage: xenotable lab" in done.stderr


def test_what_a_terminal_has_no_letters_for_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii"))
    with pytest.raises(SystemExit) as end:
        main(("odds", "killteam", "shoot"))
    sys.stdout.flush()
    assert not end.value.code
    assert b"15.6%  ????" in raw.getvalue()


def test_what_is_typed_and_is_no_letter_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff\nq\n"), encoding="utf-8"))
    done = xenotable("play", "docs/duel.py", "--seed", "5")
    assert done.returncode == 0
    assert done.stdout.endswith("Good-bye.\n")


@pytest.mark.parametrize("data", [b"[" * 100_000, b'{"target": "\xff"}'], ids=["brackets", "letters"])
def test_a_situation_that_is_no_json_gets_a_sentence(data: bytes, tmp_path: Path) -> None:
    (file := tmp_path / "x.json").write_bytes(data)
    done = xenotable("odds", "rampant", "shoot", "--json", str(file))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("This is not JSON: ")


def test_a_modifier_of_odds_is_on_or_off_and_nothing_else() -> None:
    done = xenotable("odds", "rampant", "shoot", "modifiers.prone=maybe")
    assert (done.returncode, done.stderr) == (2, "modifiers.prone: yes or no is wanted, not maybe.\n")
    assert xenotable("odds", "rampant", "shoot", "modifiers.prone=no").returncode == 0
