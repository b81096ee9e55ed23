"""The lint that refuses a row read before a yield and used after it."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest


def load(name: str) -> ModuleType:
    file = Path(__file__).parents[2] / "tools" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


lint = load("stale_rows")


def stale(body: str, returns: str = "Flow[None]") -> list[str]:
    lines = "\n".join(f"    {line}" for line in body.strip("\n").splitlines())
    return [name for _, name, _ in lint.stale_rows(f"def act(game, u) -> {returns}:\n{lines}\n")]


REFUSED = {
    "plain": "row = game.units[u]\nyield from Roll()\nprint(row.wounds)",
    "get": "row = game.units.get(u)\nyield from Roll()\nprint(row)",
    "annotated": "row: Unit = game.units[u]\nyield from Roll()\nprint(row)",
    "walrus": "if (row := game.units[u]).wounds:\n    yield from Roll()\n    print(row)",
    "pair": "a, row = 1, game.units[u]\nyield from Roll()\nprint(row)",
    "either": "row = game.units[u] if u else None\nyield from Roll()\nprint(row)",
    "another name": "first = game.units[u]\nrow = first\nyield from Roll()\nprint(row)",
    "same expression": "row = game.units[u]\ntotal = (yield from Roll()) + row.wounds",
    "one branch yields": "row = game.units[u]\nif u:\n    yield from Roll()\nprint(row)",
    "next time round": "row = game.units[u]\nwhile row.wounds:\n    yield from Roll()",
    "after a continue": "row = game.units[u]\nfor x in y:\n    print(row)\n    if x:\n        yield\n        continue",
    "after a break": "row = game.units[u]\nwhile True:\n    yield from Roll()\n    break\nprint(row)",
    "loop over rows": "for row in game.units.values():\n    yield from Roll()\n    print(row)",
    "loop over sorted rows": "for row in sorted(game.units.values()):\n    yield from Roll()\n    print(row)",
    "loop over items": "for i, row in game.units.items():\n    yield i\n    print(i, row)",
    "handler": "row = game.units[u]\ntry:\n    yield from Roll()\nexcept KeyError:\n    print(row)",
    "finally": "row = game.units[u]\ntry:\n    yield from Roll()\n    return\nfinally:\n    print(row)",
    "match": "row = game.units[u]\nmatch u:\n    case 1:\n        yield from Roll()\nprint(row)",
    "with": "row = game.units[u]\nwith x:\n    yield from Roll()\nprint(row)",
    "a lambda made afterwards": "row = game.units[u]\nyield from Roll()\nf = lambda: row.wounds",
}
ALLOWED = {
    "read again": "row = game.units[u]\nyield from Roll()\nrow = game.units[u]\nprint(row)",
    "used before": "row = game.units[u]\nprint(row)\nyield from Roll()",
    "a number": "wounds = game.units[u].wounds\nyield from Roll()\nprint(wounds)",
    "lambda of the ask": "row = game.units[u]\nx = yield from Choose(among=lambda: row.weapons)\nreturn x",
    "that way returned": "row = game.units[u]\nif u:\n    yield from Roll()\n    return\nprint(row)",
    "read in the loop": "for x in y:\n    row = game.units[x]\n    print(row)\n    yield from Roll()",
    "bound to something else": "row = game.units[u]\nrow = 3\nyield from Roll()\nprint(row)",
    "a yield of its own": "row = game.units[u]\ndef inner() -> None:\n    yield 1\nprint(row)",
    "ids of a loop over items": "for i, row in game.units.items():\n    print(row)\n    yield i\n    print(i)",
}


@pytest.mark.parametrize("body", REFUSED.values(), ids=REFUSED)
def test_a_photograph_is_refused(body: str) -> None:
    assert set(stale(body)) == {"row"}


@pytest.mark.parametrize("body", ALLOWED.values(), ids=ALLOWED)
def test_a_fresh_row_is_allowed(body: str) -> None:
    assert stale(body) == []


def test_refusals_are_no_flow() -> None:
    assert stale("row = game.units[u]\nyield 1\nprint(row)", returns="Iterator[Refusal]") == []


def test_the_command_names_file_line_and_function(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "rule.py"
    file.write_text("def act(game) -> Flow[None]:\n    row = game.units[1]\n    yield 1\n    print(row)\n")
    assert lint.main([str(tmp_path)]) == 1
    assert capsys.readouterr().out == f"{file}:4: 'row' was read before a yield in act(); read it again\n"
    file.write_text("x = 1\n")
    assert lint.main([str(file)]) == 0
