"""The lint of hidden options: what an ask leaves out by a rule is noted; what is not there, or closed, is not."""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import hidden_options  # type: ignore[import-not-found]  # noqa: E402

CLOSED = "yield from Choose(among=lambda: [*able, *rest], why_not=lambda t: () if t in able else no(t))"
FILTER = "[t for t in game.units if is_legal(refusals(game, t))]"


@pytest.mark.parametrize(
    ("body", "noted"),
    [
        (f"yield from Choose(among=lambda: {FILTER})", True),
        (f"able = {FILTER}\n    yield from Pick(among=lambda: able)", True),
        (f"able = {FILTER}\n    {CLOSED}", False),
        ("yield from Choose(among=lambda: [t for t in game.units if game.units[t].seat == 1])", False),
        (f"able = {FILTER}\n    return able", False),
    ],
)  # fmt: skip
def test_options_that_a_rule_leaves_out_are_noted(body: str, noted: bool) -> None:
    assert bool(list(hidden_options.hidden(ast.parse(f"def ask(game):\n    {body}\n")))) == noted


def test_no_ask_hides_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert hidden_options.main(["src"]) == 0
