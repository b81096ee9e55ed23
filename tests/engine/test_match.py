"""The one door: what goes in, what is refused, what is taped, what comes back."""

from __future__ import annotations

import re
from typing import Any

import pytest

from workshop import GAME as WORKSHOP
from workshop import WORKED, Plan, Workshop
from xenotable.engine import Match, Scripted, TypedIn, View, load, save, verify
from xenotable.engine.tape import Unfit
from xenotable.odds import explore
from xenotable.players import RandomPlayer, Tactician, play_out


def match(*scenes: str, dice: Any = 1, live: bool = True) -> Match[Workshop]:
    return Match(WORKSHOP.new(Plan(scenes)), dice, live=live)


def held(m: Match[Workshop]) -> str:
    return m.game.boxes["b"].note


@pytest.mark.parametrize(
    ("step", "good", "bad"),
    [
        ("choose", ["a", "b"], ["c", "d", 1, None, True, ["a"], {"a": 1}]),
        ("confirm", [True, False], [1, 0, "yes", None]),
        ("pick", [[1], [1, 3], (2,)], [[], [1, 2], [1, 3, 2], [1, 1], [4], "12", 1, [True], None]),
        ("number", [2, 5], [1, 6, 2.0, "3", True, None, 10**30]),
        (
            "assign",
            [{"u": 3, "v": 1}, {"v": 4}],
            [{}, {"u": 4}, {"u": 1, "v": 1}, {"u": -1, "v": 5}, {"w": 4}, [3, 1], {"u": 0.5}],
        ),
        (
            "arrange",
            [["x", "y", "z"], ["z", "y", "x"]],
            [["y", "x", "z"], ["x", "y"], ["x", "y", "z", "z"], "xyz", None],
        ),
        (
            "place",
            [{"at": {"p": [1, 2], "q": [3, 4]}}],
            [
                {"at": {"p": [1, 2]}},
                {"at": {"p": [1, float("nan")], "q": [3, 4]}},
                {"at": {"p": [11, 2], "q": [3, 4]}},
                {"at": {"r": [0, 0]}},
                [],
            ],
        ),
        (
            "move",
            [{"paths": {"p": [[1, 1], [2, 2]]}}, {}],
            [
                {"paths": {"p": [[11, 0]]}},
                {"paths": {"p": [[1e9, 0]]}},
                {"paths": {"p": [[1, 2]] * 65}},
                {"mode": "warp"},
                {"x": 1},
            ],
        ),
    ],
)
def test_an_answer_is_taken_or_refused_with_a_reason(step: str, good: list[Any], bad: list[Any]):
    for said in bad:
        m = match(step)
        before = m.game.encoded()
        refusals = m.answer(0, said)
        assert refusals, said
        assert all(str(r) for r in refusals)
        assert m.game.encoded() == before
        assert m.tape == []
    for said in good:
        m = match(step)
        assert m.answer(0, said) == []
        assert m.over


def test_refusals_come_in_words_with_rule_and_remedy():
    (no,) = match("choose").answer(0, "c")
    assert (no.rule, str(no), no.remedy) == ("workshop.closed", "c is closed.", "Take another.")


def test_an_unknown_option_gets_the_nearest_name():
    (no,) = match("arrange").answer(0, ["x", "yy", "z"])
    assert "too much" in str(no)


def test_a_wrong_seat_or_a_closed_ask_is_refused():
    m = match("choose", "choose")
    assert m.answer(1, "a")[0].rule == "engine.not-asked"
    first = m.id(m.open[0])
    assert m.answer(0, "a", first) == []
    (late,) = m.answer(0, "a", first)
    assert (late.rule, str(late)) == ("workshop.note", "That is decided meanwhile: The box holds 'a'.")
    assert late.remedy == "Another decision is waiting for you."
    assert m.answer(0, "a", "first")[0].rule == "engine.closed", "that is no id of a decision"
    assert m.answer(0, "b", m.id(m.open[0])) == []


def test_a_single_option_is_answered_and_taped_as_forced():
    m = match("forced")
    assert m.over
    assert [(e.kind, e.value) for e in m.tape] == [("forced", "only")]
    assert match("forced", live=False).open, "a simulation decides for itself"


def test_what_was_given_up_for_want_of_a_choice_is_told_again_when_a_match_is_loaded():
    m = match("choose", "forced", "choose")
    assert m.answer(0, "a") == []
    told = View(m, 0).story()
    assert 'Nothing else is left to "": Only.' in told
    assert View(load(save(m), WORKSHOP)[0], 0).story() == told


def test_an_offer_that_would_betray_something_is_always_put():
    assert match("offered").open[0].key == "offered"


def test_many_forced_answers_do_not_recurse():
    assert match(*["forced"] * 3000).over


def test_dice_are_read_in_classes_and_the_tape_keeps_faces():
    m = match("roll", dice=Scripted([1, 3, 5, 6, 8, 2]))
    assert held(m) == "((1, 2, 1), (1, 1))"
    assert [e.value for e in m.tape] == [(1, 3, 5, 6), (8, 2)]


def test_a_missing_scripted_die_is_an_error():
    with pytest.raises(Exception, match="only"):
        match("roll", dice=Scripted([1, 2]))


def test_typed_in_dice_stand_open_and_are_checked():
    m = match("roll", dice=TypedIn(1))
    assert m.answer(0, [1, 2, 3])
    assert m.answer(0, [1, 2, 3, 7])
    assert m.answer(0, [1, 3, 5, 6]) == []
    assert m.answer(1, [8, 2]) == []
    assert held(m) == "((1, 2, 1), (1, 1))"
    assert load(save(m), WORKSHOP)[0].game.encoded() == m.game.encoded()


def test_hidden_draws_are_seen_by_their_seat_alone():
    m = match("deck", dice=Scripted([], ["red", "z", "x", "y"]))
    assert m.game.secret[0].cards == ("red", "z", "x", "y")
    assert View(m, 0).story()[0] == "One draws red."
    assert View(m, 1).story()[0] == "One draws a card."
    assert [e.value for e in View(m, 1).tape()] == [None, None]
    assert b"red" not in View(m, 1).encoded()


def test_answers_given_together_are_unseen_and_may_be_changed():
    m = match("bids")
    assert m.answer(0, 1) == []
    assert m.answer(0, 3) == []
    other = View(m, 1)
    assert other.waiting()[0].locked
    assert other.tape()[-1].value is None
    assert m.answer(1, 2) == []
    assert (m.game.secret[0].bid, m.game.secret[1].bid) == (3, 2)
    assert View(m, 1).game.secret[0].bid == 0


def test_the_first_reply_counts_and_ids_outlive_it():
    m = match("timed")
    ids = [m.id(a) for a in m.open]
    assert m.answer(1, "tap", ids[1], at=200) == []
    assert held(m) == "tap1 at 200"
    assert m.answer(0, "tap", ids[0], at=201) == [], "a second seat with the old screen"
    assert [m.id(a) for a in m.open] == ids


def test_time_is_an_input_and_expiry_happens_at_the_deadline():
    m = match("timed", "late")
    refused = m.answer(0, "tap", at=5000)
    assert held(m) == "7", "both deadlines passed before the answer came"
    assert refused[0].rule == "engine.not-asked"
    assert [e.at for e in m.tape] == [1000, 1000]


def test_a_deadline_answers_with_the_default():
    m = match("late")
    m.tick(499)
    assert m.open
    m.tick(500)
    assert held(m) == "7"


def test_offers_beside_an_ask_may_be_taken_first():
    m = match("anytime", dice=Scripted([4, 2]))
    assert m.answer(0, "power", "spend") == []
    assert m.answer(0, "power", "spend") == []
    assert [a.key for a in m.open] == ["main"], "nothing left to spend"
    assert m.answer(0, "go") == []
    assert m.over


def test_nobody_waits_for_what_stands_open_aside():
    m = match("choose", "aside")
    m.answer(0, "a")
    assert [(e.kind, e.key) for e in m.tape[1:]] == [("forced", "forced")]
    assert [(a.seat, a.key) for a in m.open] == [(0, "beside"), (1, "wave")]
    assert View(m, 1).undecided() == []
    assert [w.seat for w in View(m, 1).waiting()] == [0]
    assert View(m, 0).waiting() == []
    assert m.answer(1, "wave", "wave") == []
    assert m.events[-1].words() == "Two waves."
    assert m.answer(0, "a", "beside") == []
    assert m.over
    m = match("choose", "aside")
    m.order(0, "beside", "b")
    m.answer(0, "a")
    assert held(m) == "'b'", "a standing order is obeyed all the same"
    m = match("aside", "choose")
    m.answer(0, "a", "beside")
    assert m.free_undo(0) == 1, "and what was decided beside it is taken back without asking"


def test_machines_leave_alone_what_stands_open_aside():
    for kind in (RandomPlayer, Tactician):
        m = match("aside", "aside")
        play_out(m, {seat: kind(WORKSHOP, seat) for seat in (0, 1)})
        assert [e.key for e in m.tape] == ["forced", "beside"] * 2
    found = explore(match("aside"), policy={"beside": "a"})
    assert [end.ask for end in found.ends] == [None]


def test_what_is_reckoned_is_not_worked_out_again_by_a_fork():
    WORKED.clear()
    m = match("reckon")
    for _ in range(5):
        m.fork()
    assert len(WORKED) == 1


@pytest.mark.parametrize("sparse", [False, True])
def test_a_fault_in_the_rules_leaves_the_match_as_it_was(sparse: bool):
    m = match("choose", "stumble", dice=7)
    m.sparse = sparse
    m.answer(0, "a")
    before, tape, events = m.game.encoded(), list(m.tape), list(m.events)
    (no,) = m.answer(0, "fall")
    assert no.rule == "engine.fault"
    assert re.search(r"a fault in the rules in workshop\.py, line \d+", str(no))
    assert (m.game.encoded(), m.tape, m.events) == (before, tape, events)
    other = match("choose", "stumble", dice=7)
    other.answer(0, "a")
    for x in (m, other):
        assert x.answer(0, "stand") == []
    assert m.tape == other.tape, "the dice are those that would have come"


def test_standing_orders_answer_and_are_taped():
    m = match("choose", "react", "react")
    m.order(1, "react", "hold")
    m.answer(0, "a")
    assert [(e.kind, e.value) for e in m.tape[1:]] == [("standing", "hold")] * 2
    m = match("react")
    assert m.order(1, "react", {"at": 6}) == []
    assert held(m) == "'fire'"


def test_standing_orders_by_model_add_up():
    m = match("react")
    m.order(1, "react", {"a": 6})
    m.order(1, "react", {"b": "never"})
    assert m.standing[1, "react"] == {"a": 6, "b": "never"}
    m.order(1, "react", "hold")
    assert m.standing[1, "react"] == "hold"


def test_a_standing_order_that_fits_nothing_leaves_the_ask_open():
    m = match("react")
    m.order(1, "react", "dance")
    assert m.open


def test_undo_is_free_until_dice_others_or_reveals():
    m = match("choose", "confirm", "roll", "choose", "react", "choose", dice=3)
    assert m.free_undo(0) is None
    m.answer(0, "a")
    assert m.free_undo(0) == 0
    m.answer(0, True)
    assert m.free_undo(0) is None, "dice were rolled"
    m.answer(0, "b")
    assert m.free_undo(0) is None, "it is another seat's turn"
    m.answer(1, "hold")
    assert m.free_undo(0) is None, "another seat was asked meanwhile"


def test_what_was_revealed_cannot_be_taken_back_freely():
    m = match("reveal")
    m.answer(0, True)
    assert m.free_undo(0) is None


def test_undo_brings_back_the_dice_too():
    m = match("confirm", "roll", "choose", dice=3)
    m.answer(0, True)
    rolled = m.tape[1:3]
    assert m.undo(0) == []
    assert m.events[-1].rule == "engine.undo"
    m.answer(0, True)
    assert m.tape[1:3] == rolled
    assert m.undo(1)[0].rule == "engine.undo", "a roll is not a decision"
    assert m.undo(99)


def test_a_late_click_finds_nothing_after_an_undo():
    m = match("choose", "choose")
    old = m.id(m.open[0])
    m.answer(0, "a")
    m.undo(0)
    assert m.answer(0, "b", old)[0].rule == "engine.closed"


def test_a_fork_foretells_the_dice_and_an_imagined_world_does_not():
    m = match("confirm", "roll", "choose", dice=3)
    faces = set()
    for seed in range(20):
        world = m.imagine(0, seed)
        world.play(True)
        faces.add(world.tape[1].value)
    assert len(faces) > 10
    fork = m.fork()
    fork.play(True)
    m.answer(0, True)
    assert fork.tape[1].value == m.tape[1].value


def test_an_imagined_world_forgets_what_others_locked_in():
    m = match("bids")
    m.answer(1, 3)
    assert m.imagine(0, 1).held == {}
    assert m.imagine(1, 1).held == {1: 3}


def test_verifying_finds_a_changed_answer_and_a_changed_die():
    m = match("number", "roll", "choose", dice=5)
    m.answer(0, 3)
    m.answer(0, "a")
    assert verify(save(m), WORKSHOP) == []
    m.tape[0].value = 99
    assert verify(save(m), WORKSHOP)
    m.tape[0].value = 3
    m.tape[1].value = tuple(f % 6 + 1 for f in m.tape[1].value)
    faults = verify(save(m), WORKSHOP)
    assert "the seed gives" in faults[0]


def test_a_tape_of_other_rules_resumes_from_the_safe_point():
    m = match("choose", "number", dice=5)
    m.answer(0, "a")
    m.tape[0].value = "gone"
    loaded, note = load(save(m), WORKSHOP)
    assert "last safe point" in note
    assert [a.key for a in loaded.open] == ["choose"]
    assert loaded.answer(0, "b") == []


def test_a_replay_that_does_not_fit_says_so():
    m = match("choose")
    m.answer(0, "a")
    m.tape[0].key = "elsewhere"
    with pytest.raises(Unfit, match="elsewhere"):
        m.at(1)


def test_conceding_ends_it_and_can_be_replayed():
    m = match("choose")
    assert m.concede(0) == []
    assert m.game.result is not None
    assert m.game.result.winners == (1,)
    assert load(save(m), WORKSHOP)[0].over
    assert verify(save(m), WORKSHOP) == []


def test_no_late_click_lands_on_the_next_question_of_a_scene():
    """What a scene asks next beside its offers is another question."""
    m = match("anytime")
    first = {a.key: m.id(a) for a in m.open}
    spare = next(key for key in first if m.open[0].key != key)
    assert not m.answer(m.open[0].seat, next(iter(m.open[1].candidates(1, lambda: 0.0))), first[spare])
    assert m.open[0].key in first
    assert m.id(m.open[0]) != first[m.open[0].key]
    late = m.answer(m.open[0].seat, next(iter(m.open[0].candidates(1, lambda: 0.0))), first[m.open[0].key])
    assert [r.rule for r in late] == ["engine.closed"]
