"""Templates: what they can say, and what they cannot be made to do."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import xenotable
from xenotable.engine.events import make_event
from xenotable.engine.formats import LONGEST, upgrade
from xenotable.engine.wording import (
    Secret,
    check_template,
    escape_template,
    fill_template,
    parse_template,
    render_template,
    sentence,
)

ROOT = Path(xenotable.__file__).parent
SOURCES = [*(ROOT / "engine").rglob("*.py"), *(ROOT / "games").rglob("*.py"), ROOT.parents[1] / "docs" / "duel.py"]


class Treasure:
    secret = "the seed"

    def __str__(self) -> str:
        return "a chest"


@pytest.mark.parametrize(
    ("template", "said"),
    [
        ("{a} sees {b}.", "Ada sees bo."),
        ("{n:model} and {m:model}", "1 model and 2 models"),
        ("{n:die|dice}, {m:attack die|attack dice}", "1 die, 2 attack dice"),
        ("{x:.1f} {x:.0f} {x:g} {p:.1%} {m:+d}", "2.2 2 2.25 12.5% +2"),
        ("{a!r}: {{n}} is {n}", "'ada': {n} is 1"),
        ("", ""),
        ("{nothing} is known", "{nothing} is known"),
    ],
)
def test_a_template_is_filled(template: str, said: str):
    args = {"a": "ada", "b": "bo", "n": 1, "m": 2, "x": 2.25, "p": 0.125}
    assert render_template(template, args, str) in (said, said[:1].upper() + said[1:])


@pytest.mark.parametrize(
    "template",
    [
        "{n.secret}",
        "{n.__class__.__init__.__globals__}",
        "{n[0]}",
        "{n:100000000}",
        "{n:.100000000f}",
        "{n:>9}",
        "{n:{w}}",
        "{n!s}",
        "{n!r:model}",
        "{0}",
        "{}",
        "{n",
        "n}",
        "{n }",
        "{n:\n}",
    ],
)
def test_what_is_no_template_is_plain_text(template: str):
    assert fill_template(template, {"n": Treasure(), "w": 100_000_000}) == template
    with pytest.raises(ValueError):  # each has words of its own
        check_template(template, {"n": 1, "w": 1})


def test_whoever_forgets_a_value_is_told():
    with pytest.raises(ValueError, match="without who"):
        check_template("{who} waits.", {})


@given(st.text(), st.dictionaries(st.sampled_from(["a", "n"]), st.integers() | st.text() | st.floats() | st.none()))
def test_anything_can_be_worded(template: str, args: dict[str, object]):
    for text in (template, "{a}" + template + "{n:model}"):
        assert isinstance(render_template(text, args, str), str)
        assert make_event(text, "x.y", args).words().casefold() == render_template(text, args, str).casefold()
    assert fill_template(escape_template(template), args) == template


def test_a_hidden_value_is_not_in_what_others_get():
    event = make_event("{a} draws {card}.", "x.y", {"a": "ada", "card": Secret("the ace", (0,), "a card")})
    theirs = event.seen_by(1)
    assert theirs is not None
    assert theirs.words() == "Ada draws a card."
    assert b"ace" not in msgspec.json.encode(theirs)
    mine = msgspec.json.decode(msgspec.json.encode(event), type=type(event)).seen_by(0)
    assert mine is not None
    assert mine.words() == "Ada draws the ace."


def test_templates_of_long_ago_are_data():
    """Format 1 kept templates: they become sentences, and cannot grow."""
    events = [
        {"says": "{who} hits {t} with {n:die|dice}.", "rule": "a.b", "args": {"who": "u1", "t": "u2", "n": 2}, "at": 3},
        {
            "says": "{a} draws {c}.",
            "rule": "a.b",
            "args": {"a": "u1", "c": {"value": "ace", "seats": [0], "shown": "x"}},
        },
        {"says": "{n.__class__}", "rule": "a.b", "args": {"n": 1}},
        {"says": "{x}" * 10_000, "rule": "a.b", "args": {"x": "y" * 10_000}},
    ]
    plain = upgrade({"events": json.loads(json.dumps(events))}, 1)["events"]
    shot, drawn, attack, bomb = msgspec.convert(plain, list[type(make_event("", "", {}))])
    assert shot.words({"u1": "Ada", "u2": "Bo"}.__getitem__) == "Ada hits Bo with 2 dice."
    assert [drawn.seen_by(s).words() for s in (0, 1)] == ["U1 draws ace.", "U1 draws x."]
    assert attack.words() == "{n.__class__}"
    assert len(bomb.words()) <= 2 * LONGEST


def strings(path: Path) -> list[str]:
    """Constants on one line with a brace in them, without f-strings and docstrings."""
    tree = ast.parse(path.read_text())
    skipped = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in ast.walk(node)}
    skipped |= {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    found = (n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and id(n) not in skipped)
    return [s for s in found if isinstance(s, str) and "{" in s and "\n" not in s]


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: f"{p.parent.name}/{p.name}")
def test_everything_with_a_field_in_it_is_a_template(path: Path):
    if path.name != "wording.py":  # the grammar itself
        for text in strings(path):
            parse_template(text)


def test_a_sentence_keeps_ids_so_that_names_are_looked_up_when_it_is_read():
    assert sentence("{u} waits {n:turn}.", {"u": "u1", "n": 2})[1:] == (" waits ", "2 turns", ".")
