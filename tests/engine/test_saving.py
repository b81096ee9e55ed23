"""Saves: whole, damaged, old, and in the museum."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from workshop import GAME as WORKSHOP
from workshop import STEPS, Plan, Workshop
from xenotable.engine import All, Confirm, Flow, Match, Move, Moved, Piece, SaveFault, View, load, save, verify
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


def answered(*scenes: str, answers: int) -> Match[Workshop]:
    """The first of its two options, so many times."""
    m = Match(WORKSHOP.new(Plan(scenes)), 3)
    for _ in range(answers):
        assert m.answer(0, "a") == []
    return m


def test_what_was_told_is_kept_and_not_told_again():
    m = answered("choose", "choose", "choose", answers=2)
    assert m.undo(1) == []
    loaded, _ = load(save(m), WORKSHOP)
    assert "taken back" in View(m, 0).story()[-1]  # which no rule tells
    for match in (m, loaded):
        assert match.answer(0, "b") == []
    assert loaded.events == m.events


def test_who_has_been_sent_on_a_way_while_others_decide_still_goes_it(monkeypatch: pytest.MonkeyPatch):
    def marches(game: Workshop, at: object) -> Flow[None]:
        piece = Piece("p", (0.0, 0.0))
        march = Move(seat=0, key="march", pieces=[piece], legal=lambda _: (), propose=lambda n, rnd: [Moved()])
        yield from All(asks=[march, Confirm(seat=1, key="ready")])

    monkeypatch.setitem(STEPS, "marches", marches)
    m = Match(WORKSHOP.new(Plan(("marches",))), 3)
    assert m.answer(0, {"paths": {"p": [[1, 0], [1, 1]]}}) == []
    loaded, _ = load(save(m), WORKSHOP)
    assert loaded.events.paths == m.events.paths != {}


def test_a_keyframe_of_the_last_safe_point():
    m = answered(*["choose"] * 14, "number", answers=5)
    m.keep_safe_point()
    assert [f.index for f in m.frames] == [0]  # one is near
    for _ in range(9):
        m.answer(0, "a")
    m.keep_safe_point()
    m.keep_safe_point()
    assert [f.index for f in m.frames] == [0, 14]
    loaded, note = load(save(m), WORKSHOP)
    assert (loaded.game.encoded(), loaded.events, note) == (m.game.encoded(), m.events, "")
    assert verify(save(m), WORKSHOP) == []
    assert loaded.undo(3) == []
    assert [f.index for f in loaded.frames] == [0]
    loaded.keep_safe_point()  # there is none since then
    assert loaded.frames[-1].index == 0


def test_what_was_not_reached_after_all_is_no_safe_point(monkeypatch: pytest.MonkeyPatch):
    m = answered(*["choose"] * 12, answers=11)
    reached, safe = m.frames[-1].index, m.safe
    monkeypatch.setattr(Workshop, "finish", lambda *_: 1 / 0)  # the scene after the last answer
    assert [r.rule for r in m.answer(0, "a")] == ["engine.fault"]
    assert (m.frames[-1].index, m.safe) == (reached, safe)


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
        (lambda d: d.replace(b'"type":"Step"', b'"type":"\xff"'), "damaged"),
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
