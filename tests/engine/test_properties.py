"""Properties over random games and random answers, with the teaching game and the workshop."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workshop import GAME as WORKSHOP
from workshop import STEPS, Plan, Workshop
from xenotable.engine import Match, Number, Scene, View, load, save, scene
from xenotable.engine.wire import to_wire
from xenotable.games import game
from xenotable.players import RandomPlayer
from xenotable.players.running import _step

DUEL = game("docs/duel.py")
WORDS = st.sampled_from(["a", "p", "x", "tap"])
KEYS = st.sampled_from(["at", "paths", "mode", "p", "q", "u", "v"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=8,
)


def advanced(match: Match[Any], seed: int, n: int) -> Match[Any]:
    seats = dict.fromkeys(range(match.game.seats), RandomPlayer(match.title, seed))
    for _ in range(n):
        if match.open:
            _step(match, seats, {s: View(match, s) for s in seats})
    return match


@given(st.integers(0, 10**6), st.integers(0, 60), st.integers(0, 20))
@settings(max_examples=60)
def test_fork_load_and_original_go_on_alike(seed: int, before: int, after: int):
    match = advanced(Match(DUEL.new(DUEL.offers()[0].setup), seed), seed, before)
    copies = [match.fork(), load(save(match), DUEL)[0], match.at(len(match.tape)), match]
    assert len({advanced(t, seed + 1, after).game.encoded() for t in copies}) == 1


@given(st.integers(0, 10**6), st.data())
@settings(max_examples=60)
def test_undo_and_the_same_answers_again_lead_to_the_same_place(seed: int, data: st.DataObject):
    match = advanced(Match(DUEL.new(DUEL.offers()[0].setup), seed), seed, 40)
    answers = [i for i, e in enumerate(match.tape) if e.kind == "answer"]
    to = data.draw(st.sampled_from(answers))
    taken = [e for e in match.tape[to:] if e.kind == "answer"]
    end = match.game.encoded()
    assert match.undo(to) == []
    for entry in taken:
        assert match.answer(entry.seat, entry.value, entry.key) == []
    assert match.game.encoded() == end


@given(st.sampled_from(sorted(set(STEPS) - {"forced", "roll", "deck"})), st.lists(JSON, min_size=1, max_size=6))
@settings(max_examples=300)
def test_no_answer_of_any_form_breaks_a_match(step: str, answers: list[Any]):
    match = Match(WORKSHOP.new(Plan((step, "choose"))), 1)
    for said in answers:
        if not match.open:
            break
        ask = match.open[0]
        before, length = match.game.encoded(), len(match.tape)
        refusals = match.answer(ask.seat, said, match.id(ask))
        assert all(r.rule != "engine.fault" for r in refusals) or step == "stumble"
        if refusals:
            assert (match.game.encoded(), len(match.tape)) == (before, length)


@given(st.integers(0, 10**6), st.integers(0, 30))
@settings(max_examples=40)
def test_candidates_pass_their_own_check_and_the_wire(seed: int, n: int):
    for kind, setup in ((DUEL, DUEL.offers()[0].setup), (WORKSHOP, Plan(tuple(STEPS)))):
        match = advanced(Match(kind.new(setup), seed), seed, n)
        for ask in match.open:
            assert to_wire(ask, match.id(ask), match.game).key == ask.key
            for value in ask.candidates(5, random.Random(seed).random):
                assert list(ask.check(ask.shape(value))) == []


class Leak(Scene, frozen=True):
    pass


@scene
def leak(game: Workshop, at: Leak) -> Any:
    """Wrong on purpose: the secret stays in a local variable while the other seat is asked."""
    bid = yield from Number(seat=0, key="bid", low=0, high=3, secret=True)
    yield from Number(seat=1, key="call", low=0, high=3)
    game.secret.set(0, bid=bid)
    return []


def test_a_secret_that_lingers_in_a_scene_is_found_under_test():
    game = WORKSHOP.new(Plan(("choose",)))
    game.scenes.append(Leak())
    (no,) = Match(game, 1).answer(0, 2)
    assert "put it into game.secret" in str(no)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_plain_fork_holds_secrets_and_an_imagined_world_does_not(seat: int):
    match = Match(WORKSHOP.new(Plan(("bids", "choose"))), 1)
    for s in (0, 1):
        match.answer(s, 3)
    imagined = {match.imagine(seat, seed).game.secret[1 - seat].bid for seed in range(40)}
    assert imagined == {0, 1, 2, 3}
    assert match.fork().game.secret[1 - seat].bid == 3
    assert match.imagine(seat, 1).game.secret[seat].bid == 3
