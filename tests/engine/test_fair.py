"""Fair dice: they follow from secret, shares and question; undo does not change them; a forged record is found."""

from __future__ import annotations

import hashlib
import json
import random
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from workshop import GAME as WORKSHOP
from workshop import Plan
from xenotable.engine import Match, Seeded, View, load, save, verify
from xenotable.engine.asks import Roll
from xenotable.engine.fair import MOST, Epoch, Fair, Fairness, Share, commitment, questions, seed_of
from xenotable.engine.proof import proof
from xenotable.engine.saving import proof_of, read
from xenotable.engine.tape import CHANCE
from xenotable.games import game
from xenotable.players import RandomPlayer
from xenotable.players.running import _step

DUEL = game("docs/duel.py")
GAMES = ["rampant", "killteam", "xcx", "xenocide", "xcom"]


def epoch(*shares: tuple[int, bytes], secret: bytes = b"s" * 32) -> Epoch:
    given = [Share(seat, commitment(value), value.hex()) for seat, value in shares]
    return Epoch(commitment=commitment(secret), shares=given, secret=secret.hex())


def opened(kind: Any, known: Epoch | None = None) -> Match[Any]:
    match = Match(kind.new(kind.offers()[0].setup), Fair())
    assert match.begin_epoch(known or epoch((0, b"p" * 32), (1, b"q" * 32))) == []
    return match


def advance(match: Match[Any], seed: int, n: int) -> None:
    seats = dict.fromkeys(range(match.game.seats), RandomPlayer(match.title, seed))
    for _ in range(n):
        if match.open:
            _step(match, seats, {s: View(match, s) for s in seats})


def played(seed: int = 3, n: int = 400) -> Match[Any]:
    match = opened(DUEL)
    advance(match, seed, n)
    assert match.over
    return match


def test_every_byte_is_as_documented():
    """The layout by hand: whoever writes another verifier starts here."""
    known = epoch((0, b"p" * 32), (3, b"q" * 32))
    question = "roll\n0\nhit\nd8\n1"
    plain = b"xenotable fair dice 1\n" + b"s" * 32 + b"\0\0\0\2"
    plain += b"\0\0\0\0" + b"p" * 32 + b"\0\0\0\3" + b"q" * 32 + question.encode()
    seed = hashlib.sha256(plain).digest()
    assert seed_of(known, question) == seed
    block = hashlib.sha256(seed + bytes(8)).digest()
    assert list(Seeded(seed).roll(5)) == [b % 6 + 1 for b in block if b < 252][:5]
    first = hashlib.sha256(seed + b"d" + bytes(8)).digest()
    assert Seeded(seed).roll(1, 8)[0] == first[0] % 8 + 1
    assert known.commitment == hashlib.sha256(b"s" * 32).hexdigest()


def test_dice_wait_for_their_epoch():
    match = Match(WORKSHOP.new(Plan(("roll",))), Fair())
    assert match.waits
    assert not match.over
    assert match.open == ()
    assert match.tape == []
    assert match.answer(0, [1, 2, 3, 4])  # nobody types in what is to be fair
    data = save(match)
    assert load(data, WORKSHOP)[0].waits
    assert match.begin_epoch(epoch()) == []
    assert match.tape[0].kind == "roll"
    assert verify(save(match), WORKSHOP) == []


def test_more_dice_than_a_table_has_are_not_rolled():
    """A state that somebody has made up could want so many that the server has no memory left."""
    dice = Fair(Fairness([epoch()]))
    few = dice.chance(Roll(seat=0, key="hit", rule="x.y", n=MOST), 0, 0)
    assert few is not None
    assert len(few.value) == MOST
    with pytest.raises(ValueError, match="more than a table has"):
        dice.chance(Roll(seat=0, key="hit", rule="x.y", n=10**12), 0, 0)


def test_a_share_changes_every_die():
    first = [e.value for e in _rolls(opened(DUEL))]
    other = [e.value for e in _rolls(opened(DUEL, epoch((0, b"p" * 32), (1, b"r" * 32))))]
    assert first != other


def _rolls(match: Match[Any]) -> list[Any]:
    advance(match, 1, 60)
    return [e for e in match.tape if e.kind == "roll"]


def test_the_secret_is_in_a_record_only_when_the_match_is_over():
    match = opened(DUEL)
    advance(match, 3, 12)
    secret = (b"s" * 32).hex()
    assert match.dice.state().seed == ""
    assert secret not in save(match).decode()
    assert proof_of(read(save(match))).unshown > 0
    advance(match, 3, 400)
    assert match.over
    assert secret in save(match).decode()
    found = proof_of(read(save(match)))
    assert (found.faults, found.secrets, found.shares, found.unshown) == ([], 1, 2, 0)
    assert found.dice == sum(e.kind in CHANCE for e in match.tape)


def forge_a_face(plain: dict[str, Any]) -> None:
    roll = next(e for e in plain["tape"] if e[0] == "roll")
    roll[3][0] = roll[3][0] % 6 + 1


def forge_a_secret(plain: dict[str, Any]) -> None:
    plain["fair"]["epochs"][0]["secret"] = "00" * 32


def forge_a_share(plain: dict[str, Any]) -> None:
    plain["fair"]["epochs"][0]["shares"][1]["value"] = "11" * 32


def forge_what_it_was_about(plain: dict[str, Any]) -> None:
    roll = next(e for e in plain["tape"] if e[0] == "roll")
    roll[7] = '{"target":"b"}'


def forge_an_order(plain: dict[str, Any]) -> None:
    plain["fair"]["epochs"][0]["shares"].reverse()


@pytest.mark.parametrize(
    "forge", [forge_a_face, forge_a_secret, forge_a_share, forge_what_it_was_about, forge_an_order]
)
def test_a_forged_record_is_found(forge: Any):
    plain = json.loads(save(played()))
    assert verify(json.dumps(plain).encode(), DUEL) == []
    forge(plain)
    data = json.dumps(plain).encode()
    assert proof_of(read(data)).faults
    assert verify(data, DUEL)


def test_a_draw_that_its_lot_does_not_give_is_found_by_the_rules():
    match = Match(WORKSHOP.new(Plan(("deck",))), Fair())
    match.begin_epoch(epoch())
    advance(match, 1, 50)
    plain = json.loads(save(match))
    assert match.over
    assert verify(json.dumps(plain).encode(), WORKSHOP) == []
    draw = next(e for e in plain["tape"] if e[0] == "draw")
    draw[3] = "blue" if draw[3] == "red" else "red"
    assert proof_of(read(json.dumps(plain).encode())).faults == []  # the lot itself is as it was
    assert verify(json.dumps(plain).encode(), WORKSHOP)


def test_undo_and_the_same_answer_give_the_same_dice_also_in_the_next_epoch():
    """Nobody gets new dice by taking back, getting up and sitting down again."""
    match = opened(DUEL)
    advance(match, 5, 30)
    to = next(i for i, e in enumerate(match.tape) if e.kind == "answer" and match.tape[i + 1].kind == "roll")
    answer, roll = match.tape[to], match.tape[to + 1]
    assert match.undo(to) == []
    match.begin_epoch(epoch(secret=b"t" * 32))
    assert match.answer(answer.seat, answer.value, answer.key) == []
    assert match.tape[to + 1].value == roll.value
    match = load(save(match), DUEL)[0]  # and a save remembers it
    assert match.undo(to) == []
    assert match.answer(answer.seat, answer.value, answer.key) == []
    assert match.tape[to + 1].value == roll.value
    match.begin_epoch(epoch(secret=b"u" * 32))
    advance(match, 6, 400)
    assert match.over
    assert proof_of(read(save(match))).faults == []


def taken_with(match: Match[Any]) -> list[int]:
    """The answers that dice have followed: whoever takes one back takes back dice."""
    last = max((i for i, e in enumerate(match.tape) if e.kind in CHANCE), default=0)
    return [i for i, e in enumerate(match.tape[:last]) if e.kind == "answer"]


@pytest.mark.parametrize("name", GAMES)
def test_whatever_is_taken_back_the_same_question_has_the_same_dice(name: str):
    kind = game(name)
    rnd, seen = random.Random(name), {}
    match = opened(kind, epoch((0, rnd.randbytes(32)), secret=rnd.randbytes(32)))
    undone = 0
    for turn in range(200):
        if not taken_with(match):
            advance(match, turn, 10)
    for turn in range(60):
        advance(match, turn, rnd.randint(1, 4) if taken_with(match) else 40)
        for i, question in questions(match.tape, {}):
            entry = match.tape[i]
            got = entry.value if entry.kind == "roll" else entry.lots
            before = seen.setdefault(question, got)
            n = min(len(before), len(got))
            if entry.kind == "roll" or before[0] == got[0]:  # another bag has other lots
                assert got[:n] == before[:n], question
            if len(got) > len(before):
                seen[question] = got
        answers = taken_with(match)
        if answers and rnd.random() < 0.4:
            undone += match.undo(rnd.choice(answers[-6:])) == []
        if rnd.random() < 0.1:
            match.begin_epoch(epoch((1, rnd.randbytes(32)), secret=rnd.randbytes(32)))
    assert undone > 5
    assert match.dice.taken
    fair: Any = match.dice
    shown = replace(read(save(match)), fair=fair.fairness())
    assert proof_of(shown).faults == []
    assert verify(shown, kind) == []
    assert load(save(match), kind)[0].game.encoded() == match.game.encoded()


def test_a_record_of_before_goes_on_with_fair_dice():
    rampant = game("rampant")
    match = Match(rampant.new(rampant.offers()[0].setup), 7)
    advance(match, 1, 30)
    old = sum(e.kind in CHANCE for e in match.tape)
    match.begin_epoch(epoch())
    advance(match, 2, 400)
    found = proof_of(read(save(match)))
    assert (match.over, found.faults, found.elsewhere) == (True, [], old)
    assert min(old, found.dice) > 0
    assert verify(save(match), rampant) == []


def test_the_past_looks_the_same_without_the_secret():
    """Whoever looks back, a worker for example, needs no secret and gets the dice that fell."""
    match = opened(DUEL)
    advance(match, 3, 60)
    blind = load(save(match), DUEL)[0]
    for i in range(len(match.tape) + 1):
        assert blind.at(i).game.encoded() == match.at(i).game.encoded()
    assert Fairness().sealed() == Fairness()


def test_imagined_worlds_have_dice_of_their_own():
    match = opened(DUEL)
    advance(match, 3, 10)
    seat = match.open[0].seat
    assert isinstance(match.imagine(seat, 1).dice, Seeded)


def test_the_record_that_the_page_is_tested_with_is_one_of_ours():
    """`web/tests/fair.json`: dice with six and eight sides, draws, shuffles, an undo and a second epoch."""
    match = Match(WORKSHOP.new(Plan(("confirm", "roll", "deck", "confirm", "roll", "deck"))), Fair())
    match.begin_epoch(epoch((0, b"p" * 32), (1, b"q" * 32)))
    for step in range(3):
        assert match.answer(0, True, "confirm") == []
        if step == 0:
            assert match.undo(0) == []
        if step == 1:
            match.begin_epoch(epoch((1, b"r" * 32), secret=b"t" * 32))
    plain = json.loads(save(match))
    assert match.over
    assert verify(save(match), WORKSHOP) == []
    known = json.loads((Path(__file__).parents[2] / "web" / "tests" / "fair.json").read_text())
    assert {part: plain[part] for part in ("tape", "fair")} == known


def test_decisions_before_the_first_epoch_do_not_spoil_the_proof() -> None:
    """Whoever answers while the shares are still on their way plays an honest match all the same."""
    match = Match(DUEL.new(DUEL.offers()[0].setup), Fair())
    assert not match.answer(0, "aim")
    match.begin_epoch(epoch((0, b"a" * 32)))
    match.concede(0)
    known = match.dice.fairness()  # type: ignore[attr-defined]  # they are fair ones
    assert [e.start for e in known.epochs] == [0]
    assert proof(match.tape, known).faults == []
