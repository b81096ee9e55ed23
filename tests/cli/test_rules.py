"""The command line: what `xenotable rules` shows, and that every mistake gets a sentence."""

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from xenotable import __version__
from xenotable.cli import COMMANDS, main


class Shell:
    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, *arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as end:
            main(arguments)
        said = self.capsys.readouterr()
        return int(end.value.code or 0), said.out, said.err


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Shell:
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.delenv("XENOTABLE_DEBUG", raising=False)
    return Shell(capsys)


def test_help_lists_the_commands(shell: Shell) -> None:
    code, out, _ = shell("--help")
    assert code == 0
    assert all(name in out and line.split(",")[0] in out for name, line in COMMANDS.items())


def test_version(shell: Shell) -> None:
    assert shell("--version") == (0, f"xenotable {__version__}\n", "")


def test_without_a_game_the_games_are_listed(shell: Shell) -> None:
    code, out, _ = shell("rules")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()[1:]] == ["killteam", "rampant", "xcom", "xcx", "xenocide"]


def test_a_rule_is_shown_with_chapter_text_and_ruling(shell: Shell) -> None:
    code, out, _ = shell("rules", "xenocide", "play.table")
    assert code == 0
    assert "The table and the digital board" in out
    assert "play.table source, Setting Up a Battle" in out
    assert "ours: was made up for this table" in out
    assert "72 inches wide" in out
    assert "Ruling: " in out
    assert "play.measuring" not in out


def test_a_rule_that_was_looked_for_says_where_its_function_is(shell: Shell) -> None:
    _, out, _ = shell("rules", "xenocide", "play.table")
    (place,) = (line for line in out.splitlines() if "table_refusals" in line)
    file, _, line = place.split()[0].rpartition(":")
    assert Path(file).read_text(encoding="utf-8").splitlines()[int(line) - 1].startswith("def table_refusals(")
    assert "table_refusals" not in shell("rules", "xenocide", "--chapter", "play")[1]


def test_rules_that_a_table_may_read_otherwise(shell: Shell) -> None:
    code, out, _ = shell("rules", "rampant", "--readings")
    words = " ".join(out.split())
    assert code == 0
    assert "Or retreat.fan=straight-only: There is no fan" in words
    assert "(by the letter of the source)" in words
    assert "units.recon" not in words


def test_search_takes_no_heed_of_case(shell: Shell) -> None:
    assert shell("rules", "killteam", "RENDING")[1] == shell("rules", "killteam", "rending")[1]


def test_one_chapter(shell: Shell) -> None:
    _, out, _ = shell("rules", "killteam", "--chapter", "dice", "--json")
    assert {rule["chapter"] for rule in json.loads(out)["rules"]} == {"dice"}


FIELDS = ["id", "chapter", "says", "ruling", "functions", "tests", "reached"]


def test_json_has_the_promised_form(shell: Shell) -> None:
    code, out, _ = shell("rules", "killteam", "--json")
    told = json.loads(out)
    assert code == 0
    assert list(told) == ["game", "rules", "uncovered", "content_faults"]
    assert told["game"] == "killteam"
    assert all(list(rule) == FIELDS for rule in told["rules"])
    assert told["uncovered"] == [rule["id"] for rule in told["rules"] if not (rule["reached"] and rule["tests"])]


def test_coverage_counts_per_chapter_and_names_what_is_missing(shell: Shell) -> None:
    told = json.loads(shell("rules", "killteam", "--chapter", "dice", "--json")[1])
    code, out, _ = shell("rules", "killteam", "--chapter", "dice", "--coverage")
    assert code == 0
    _, counts, *_ = out.splitlines()
    assert counts.split()[:2] == ["dice", str(len(told["rules"]))]
    assert counts.split()[-1] == str(len(told["rules"]) - len(told["uncovered"]))
    assert all(f"  {id} has no " in out for id in told["uncovered"])


def test_strict_fails_exactly_when_something_is_uncovered(shell: Shell) -> None:
    told = json.loads(shell("rules", "killteam", "--chapter", "dice", "--json")[1])
    assert shell("rules", "killteam", "--chapter", "dice", "--strict")[0] == (1 if told["uncovered"] else 0)


def test_what_ends_a_strict_look_with_one_is_named_for_machines_too(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = SimpleNamespace(content_faults=lambda: ["The Warden has no weapon."])
    monkeypatch.setattr("xenotable.cli.rules.title", lambda game: broken)
    code, out, _ = shell("rules", "killteam", "--chapter", "dice", "--json", "--strict")
    assert (code, json.loads(out)["content_faults"]) == (1, ["The Warden has no weapon."])
    assert "The Warden has no weapon." in shell("rules", "killteam", "--chapter", "dice", "--strict")[1]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("rules", "kilteam"), 'There is no game "kilteam". Did you mean "killteam"?'),
        (("rules", "docs/duel.py"), "Duel is a game of one file, which brings no rulebook."),
        (("rules", "xcx", "--chapter", "plays"), 'has no chapter "plays". Did you mean "play"?'),
        (("rules", "xcx", "zeppelin"), 'No rule of XCX Enemy Eternal - Commander Rulebook 2.0 speaks of "zeppelin".'),
        (("rulez",), 'There is no command "rulez". Did you mean "rules"?'),
        (("rules", "--colour"), 'xenotable rules has no option "--colour".'),
    ],
)
def test_a_mistake_gets_a_sentence_and_two(shell: Shell, arguments: tuple[str, ...], sentence: str) -> None:
    code, out, err = shell(*arguments)
    assert (code, out) == (2, "")
    assert sentence in err
    assert "Traceback" not in err


def test_even_a_fault_of_ours_shows_no_traceback(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(game: str) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr("xenotable.cli.rules.catalogue", broken)
    code, _, err = shell("rules", "xcx")
    assert code == 3
    assert err.startswith("Something went wrong inside Xenotable: ZeroDivisionError: oh.")
    monkeypatch.setenv("XENOTABLE_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        main(["rules", "xcx"])
