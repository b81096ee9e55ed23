"""Saves: whole, damaged, old, and in the museum."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from workshop import GAME as WORKSHOP
from workshop import STEPS, Plan, Workshop
from xenotable.engine import Match, SaveFault, load, save, verify
from xenotable.games import game
from xenotable.players import RandomPlayer, play_out

MUSEUM = Path(__file__).parents[1] / "museum"


def played() -> Match[Workshop]:
    m = Match(WORKSHOP.new(Plan(tuple(s for s in STEPS if s not in ("timed", "stumble")))), 3)
    play_out(m, {s: RandomPlayer(WORKSHOP, s) for s in (0, 1)})
    return m


def test_a_whole_match_is_saved_loaded_and_verified():
    m = played()
    data = save(m)
    loaded, note = load(data, WORKSHOP)
    assert note == ""
    assert loaded.game.encoded() == m.game.encoded()
    assert loaded.tape == m.tape or [e.key for e in loaded.tape] == [e.key for e in m.tape]
    assert verify(data, WORKSHOP) == []
    assert save(loaded) == data


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda d: b"", "damaged"),
        (lambda d: b"[]", "not a saved match"),
        (lambda d: b"{}", "not a saved match"),
        (lambda d: d[: len(d) // 2], "damaged"),
        (lambda d: b"\xff\xfe" + d, "damaged"),
        (lambda d: d.replace(b'"format":2', b'"format":99'), "newer version"),
        (lambda d: d.replace(b'"format":2', b'"format":0'), "damaged"),
        (lambda d: d.replace(b'"game":"workshop"', b'"game":"chess"'), "not of 'workshop'"),
        (lambda d: d.replace(b'"boxes":{"b":{"value":0', b'"boxes":{"b":{"value":"x"'), "damaged"),
        (lambda d: d.replace(b'"type":"Step"', b'"type":"Stop"'), "damaged"),
        (lambda d: d.replace(b'"index":0', b'"index":999'), "keyframes do not fit"),
        (lambda d: changed(d, frames=[]), "keyframes do not fit"),
        (lambda d: changed(d, setup=7), "damaged"),
        (lambda d: b"[" * 100_000, "damaged"),
    ],
)
def test_a_broken_save_is_told_in_a_sentence(spoil, says):
    with pytest.raises(SaveFault, match=says):
        load(spoil(save(played())), WORKSHOP)


def changed(data: bytes, **parts: object) -> bytes:
    return json.dumps({**json.loads(data), **parts}).encode()


@pytest.mark.parametrize("path", sorted(MUSEUM.glob("*.json")), ids=lambda p: p.name)
def test_what_was_saved_long_ago_goes_on(path: Path):
    """One save and one replay of every format ever released; later versions must load them all."""
    kind = game("docs/duel.py")
    match, note = load(path.read_bytes(), kind)
    assert note == ""
    if path.name.endswith("replay.json"):
        assert match.over
        assert match.game.result is not None
        assert verify(path.read_bytes(), kind) == []
    else:
        play_out(match, {s: RandomPlayer(kind, s) for s in (0, 1)})
        assert match.over


def test_the_museum_has_both_of_every_format():
    names = {p.name for p in MUSEUM.glob("*.json")}
    assert {"format-1.save.json", "format-1.replay.json"} <= names
