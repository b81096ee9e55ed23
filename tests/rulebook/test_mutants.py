"""Changes of functions: which there are, and that they are in place while they last and gone afterwards."""

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from xenotable.engine import Choose
from xenotable.rulebook.content_changes import changed
from xenotable.rulebook.lines import is_run, lines_run
from xenotable.rulebook.mutants import Site, answer, in_place, living_functions, mutants, sites

SAMPLE = '''
import math
from xenotable.engine import Choose, Roll

def reach(a, b, far=3):
    """Docstrings are left alone: 1 < 2."""
    assert a is not None
    if a < b and not far == 7:
        return max(a - b, far + 1)
    return [str(a)] if far else []

def length(a, b, pair, me):
    return math.hypot(a - b, b - a) + abs(a - b) + (a - b) ** 2 + pair[1 - me] + a - me

def flow(game):
    got = yield from Choose(seat=0, key="c", among=lambda: ("x", "y"), label=lambda o: str(1))
    game.append(got)
    game.tell("{n}", "rule", n=1)
    return got

def asks_nothing(game):
    game.append(1)
    return
    yield 2

def tells(game, n):
    if n > 1:
        game.tell("{n}", "rule", n=n)
    elif n:
        cite("rule")
    yield from ()
'''


@pytest.fixture
def sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    (tmp_path / "sample_rules.py").write_text(SAMPLE)
    monkeypatch.syspath_prepend(str(tmp_path))
    import sample_rules  # type: ignore[import-not-found]

    living_functions.cache_clear()
    yield sample_rules
    living_functions.cache_clear()
    del sys.modules["sample_rules"]


def test_comparisons_constants_sides_and_statements_are_changed(sample: ModuleType) -> None:
    kinds = {m.kind for m in mutants(Site("sample_rules", "reach", 1, 99))}
    assert kinds == {
        "comparison Lt turned", "comparison Eq turned", "and/or swapped", "not left out", "constant one more",
        "max is min", "sides swapped", "plus is minus", "branches swapped", "list emptied", "never so",
    }  # fmt: skip
    assert {m.kind for m in mutants(Site("sample_rules", "flow", 1, 99))} == {
        "not asked",
        "left out",
        "constant one more",
    }


def test_differences_without_a_sign_are_left_alone(sample: ModuleType) -> None:
    swapped = [m for m in mutants(Site("sample_rules", "length", 1, 99)) if m.kind == "sides swapped"]
    assert len(swapped) == 1  # only the last one matters
    before = sample.length(1, 5, (2, 3), 0)
    with in_place(swapped[0]):
        assert sample.length(1, 5, (2, 3), 0) != before


def test_what_only_decides_about_words_is_not_changed(sample: ModuleType) -> None:
    assert mutants(Site("sample_rules", "tells", 1, 99)) == frozenset()


def test_what_is_never_reached_is_not_changed(sample: ModuleType) -> None:
    found = mutants(Site("sample_rules", "asks_nothing", 1, 99))
    assert {(m.kind, m.line) for m in found} == {("left out", 22), ("constant one more", 22), ("left out", 23)}


def test_a_change_is_there_while_it_lasts(sample: ModuleType) -> None:
    cases = [(1, 2), (1, 9), (2, 2), (3, 2, 0), (1, 5, 7)]
    before = [sample.reach(*case) for case in cases]
    held = sample.reach  # whoever holds the function runs the change
    for mutant in mutants(Site("sample_rules", "reach", 1, 99)):
        with in_place(mutant) as done:
            assert done
            now = [held(*case) for case in cases]
        assert [held(*case) for case in cases] == before
        if mutant.kind != "constant one more":
            assert now != before, mutant


def test_a_change_can_be_noticed_only_where_its_statement_is_run() -> None:
    from xenotable.games.xcx.rules.rewards.cards import prizes

    module, name = prizes.__module__, prizes.__name__
    with lines_run("nothing drawn") as ran:
        prizes(())
    some = {mutant for mutant in mutants(Site(module, name, 1, 999)) if is_run(mutant, ran)}
    with lines_run("three cards") as ran:
        prizes([("spades", 3), ("hearts", 12), ("diamonds", 2)])
    more = {mutant for mutant in mutants(Site(module, name, 1, 999)) if is_run(mutant, ran)}
    assert some < more


def test_a_decision_that_is_not_asked_takes_its_first_answer(sample: ModuleType) -> None:
    mutant = next(m for m in mutants(Site("sample_rules", "flow", 1, 99)) if m.kind == "not asked")

    class Heard(list[str]):
        def tell(self, *_: object, **__: object) -> None:
            pass

    heard = Heard()
    with in_place(mutant), pytest.raises(StopIteration) as end:
        next(sample.flow(heard))
    assert end.value.value == "x"
    assert heard == ["x"]
    assert isinstance(next(sample.flow(heard)), Choose)
    assert answer(Choose(key="c", among=lambda: (3, 4))) == 3


def test_a_rule_stands_where_its_id_is_written() -> None:
    found = sites("rampant")["activation.test"]
    assert {(s.module.rpartition(".")[2], s.function) for s in found} >= {("phase", "order_test")}


def test_rows_of_data_are_changed_field_by_field() -> None:
    assert changed({"all": {"shoot": 6}}) == {"all": {"shoot": 7}}
    assert changed(("a", "b")) == ()
    assert changed((1, 2.5, True)) == (2, 3.5, False)
    assert changed("words") == "words"
