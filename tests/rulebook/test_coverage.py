"""What stands behind a rule: functions found in the game, tests found in the last run or in the sources."""

import ast
import json
from pathlib import Path

import pytest

from xenotable.engine.citing import RULES
from xenotable.games import game as title
from xenotable.rulebook import catalogue, games
from xenotable.rulebook.coverage import (
    RUN_FILE,
    Proof,
    coverage,
    import_all,
    named_rules,
    project_root,
    proofs_in,
    read_claims,
)

KNOWN = {"steel.parry": 1, "steel.cut": 1, "steel.thrust": 1}


def test_a_rule_named_in_a_function_counts_for_it() -> None:
    source = '''
LAST = "steel.cut"

@rule("steel.parry")
def parry(game):
    """steel.parry"""
    game.tell("{a} parries", "steel.thrust", note="see steel.cut")

class Sword:
    def cut(self):
        yield Refusal("steel.cut", "Too far.")
'''
    assert sorted(named_rules(ast.parse(source), KNOWN)) == [
        ("steel.cut", "<module>"),
        ("steel.cut", "Sword.cut"),
        ("steel.parry", "parry"),
        ("steel.thrust", "parry"),
    ]


CLAIMING = """
import pytest
from pytest import mark

pytestmark = [pytest.mark.rule("duel.steel.all")]

@pytest.mark.rule("duel.steel.parry", "duel.steel.cut")
def test_both(): ...

@pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.rule("duel.steel.thrust"))])
def test_marked(n): ...

@mark.rule("duel.steel.class", exercises=["steel.cut", "steel.parry"])
class TestSword:
    def test_inside(self): ...

@pytest.mark.rule("duel.steel.no")
def helper(): ...
"""


def test_claims_are_read_off_the_sources() -> None:
    assert sorted(read_claims(ast.parse(CLAIMING))) == [
        ("duel.steel.all", "TestSword::test_inside", ()),
        ("duel.steel.all", "test_both", ()),
        ("duel.steel.all", "test_marked", ()),
        ("duel.steel.class", "TestSword::test_inside", ("duel.steel.cut", "duel.steel.parry")),
        ("duel.steel.cut", "test_both", ()),
        ("duel.steel.parry", "test_both", ()),
        ("duel.steel.thrust", "test_marked", ()),
    ]


def test_claims_of_a_game_may_leave_its_name_out() -> None:
    source = '@rule("steel.cut", exercises=["steel.parry"])\n@rule("duel.steel.all")\ndef test_one(): ...'
    assert list(read_claims(ast.parse(source), "duel")) == [
        ("duel.steel.cut", "test_one", ("duel.steel.parry",)),
        ("duel.steel.all", "test_one", ()),
    ]
    assert list(read_claims(ast.parse(source))) == []


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_steel.py").write_text(CLAIMING)
    return tmp_path


def test_without_a_run_the_claims_count(checkout: Path) -> None:
    proof = proofs_in(checkout)["duel.steel.class"]
    assert proof.tests == {"tests/test_steel.py::TestSword::test_inside"}
    assert proof.exercised == {"duel.steel.cut", "duel.steel.parry"}


def test_of_what_ran_only_what_passed_and_still_exists_counts(checkout: Path) -> None:
    run = {
        "tests/test_steel.py::test_marked[1]": {"duel.steel.thrust": []},
        "tests/test_steel.py::test_marked[2]": {"duel.steel.thrust": []},
        "tests/test_steel.py::TestSword::test_inside": {"duel.steel.class": ["duel.steel.cut"]},
        "tests/test_steel.py::test_taken_away": {"duel.steel.cut": []},
        "tests/test_steel.py::test_both": {},
        "tests/test_gone.py::test_it": {"duel.steel.cut": []},
    }
    (checkout / RUN_FILE).write_text(json.dumps(run))
    assert proofs_in(checkout) == {
        "duel.steel.thrust": Proof({"tests/test_steel.py::test_marked"}),
        "duel.steel.class": Proof({"tests/test_steel.py::TestSword::test_inside"}, {"duel.steel.cut"}),
    }


def test_a_rule_is_covered_by_a_function_and_a_test(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Invented functions on real rules: whatever the game has of its own is set aside.
    place = ("xenotable.games.killteam.specials", "something")
    monkeypatch.setattr("xenotable.rulebook.coverage.reachable_places", lambda game: {place})
    monkeypatch.setattr("xenotable.rulebook.coverage.named_rules", lambda tree, rules: [])
    import_all("xenotable.games.killteam")  # now, so that none of its own functions comes in later
    for full in list(RULES):
        monkeypatch.delitem(RULES, full)
    monkeypatch.setitem(RULES, "killteam.specials.rending", [place])
    monkeypatch.setitem(RULES, "killteam.specials.lethal", [place])
    monkeypatch.setitem(RULES, "killteam.specials.torrent", [(place[0], "for_its_test_alone")])
    monkeypatch.setitem(RULES, "xcx.specials.balanced", [place])
    test = "tests/test_steel.py::test_both"
    proved = {f"killteam.specials.{name}": [] for name in ("rending", "balanced", "torrent")}
    proved["killteam.combos.rending-parry"] = ["killteam.specials.rending", "killteam.specials.balanced"]
    others = {f"tests/test_steel.py::{name}": {} for name in ("test_marked", "TestSword::test_inside")}
    (checkout / RUN_FILE).write_text(json.dumps({test: proved, **others}))

    rules = [catalogue("killteam").rules[f"specials.{n}"] for n in ("rending", "lethal", "balanced", "torrent")]
    rules.append(catalogue("killteam").rules["combos.rending-parry"])
    result = coverage("killteam", rules, checkout)

    rending, lethal, balanced, torrent, following = result.rules
    assert following.functions == rending.functions
    assert rending.functions == lethal.functions == ("xenotable.games.killteam.specials:something",)
    assert rending.tests == balanced.tests == (test,)
    assert (lethal.tests, balanced.functions) == ((), ())
    assert torrent.missing == ("no function that a game reaches",)
    assert result.uncovered == ("specials.lethal", "specials.balanced", "specials.torrent")


@pytest.mark.parametrize("game", games())
def test_every_rule_has_a_function_that_its_game_reaches(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("xenotable.rulebook.coverage.last_run", lambda root: None)  # as a fresh checkout tells it
    found = coverage(game, catalogue(game).rules.values(), project_root())
    assert [rule.id for rule in found.rules if not rule.reached] == []
    assert list(title(game).content_faults()) == []
