"""What every game must hold. A game plugs in with:

class TestContract(GameContract):
    game = GAME
"""

from __future__ import annotations

import copy
import random
import subprocess
import sys
from collections.abc import Iterator
from itertools import chain
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from xenotable.engine import Match, Move, Place, Roll, Title, Token, View, load, save, staging, verify
from xenotable.engine.asks import All
from xenotable.engine.gestures import Appeared, Became, Fell, Gained, Left, Lost, Moved, Shown
from xenotable.engine.showing import WATCHES, Sight
from xenotable.engine.viewing import prompt_of
from xenotable.engine.wire import to_wire
from xenotable.players import RandomPlayer, play_out
from xenotable.rulebook import catalogue

NONSENSE: tuple[Any, ...] = (
    None,
    True,
    -1,
    10**9,
    3.5,
    float("nan"),
    float("inf"),
    "",
    "no such thing",
    "x" * 5000,
    [],
    [[]],
    [None],
    {},
    {"a": 1},
    {"at": {"nobody": [0, 0]}},
    {"paths": {"nobody": [[0, 0]]}},
    {"paths": 7},
    {"at": []},
    {"mode": "warp"},
    [1] * 500,
    b"\x00",
    {"no such bucket": 3},
    [[[[[[[[[[[[1]]]]]]]]]]]],
    -(2**70),
    {"paths": {}, "mode": ["x"]},
    object(),
)


def seen_by_all(match: Match[Any]) -> dict[str, Token]:
    return {t.id: t for t in match.title.tokens(match.game.blanked(WATCHES), WATCHES)}


def on_table(tokens: dict[str, Token]) -> dict[str, Any]:
    """What a gesture can change, of the pieces that are there."""
    return {
        id: (t.at, t.inside, t.facing, (t.pips.now, t.pips.full) if t.pips else None, set(t.marks), t.state, t.seat)
        for id, t in tokens.items()
        if staging.on_table(t)
    }


def play_gesture(tokens: dict[str, Token], shown: Shown) -> None:
    """As a screen does it."""
    match shown:
        case Appeared(token):
            tokens[token.id] = token
        case Fell(piece) | Left(piece):
            del tokens[piece]
        case Moved(piece, path, at, inside, _, facing):
            old = tokens[piece]
            ends = tuple(p for p in dict.fromkeys((old.at, at)) if p)
            assert ends == tuple(dict.fromkeys((*path[:1], *path[-1:]))), "a path leads from old to new"
            tokens[piece] = replace(old, at=at, inside=inside, facing=facing)
        case Lost(pieces, n, left, of) | Gained(pieces, n, left, of):
            for id in pieces:
                pips = tokens[id].pips
                assert abs(pips.now - left) == n
                tokens[id] = replace(tokens[id], pips=replace(pips, now=left, full=of))
        case Became(pieces, gained, gone, state, seat):
            for id in pieces:
                old = tokens[id]
                marks = (*(m for m in old.marks if m not in gone), *gained)
                seat_now = old.seat if seat is None else seat
                tokens[id] = replace(old, marks=marks, state=state or old.state, seat=seat_now)


class GameContract:
    """Random matches, looked at from every side. Subclasses may narrow the set-ups or the amount of work."""

    game: ClassVar[Title[Any]]
    seeds: ClassVar[tuple[int, ...]] = (1, 2)
    decisions: ClassVar[int] = 120  # looked at per match
    every: ClassVar[int] = 7  # costly checks are made at every n-th decision

    # ---- helpers ---------------------------------------------------------------------------------------------------

    def setups(self) -> Iterator[tuple[int, Any]]:
        for seed in self.seeds:
            yield seed, self.game.random_setup(random.Random(seed).random)

    def match(self, seed: int, setup: Any, live: bool = True) -> Match[Any]:
        return Match(self.game.new(setup), seed, live=live)

    def steps(self, match: Match[Any], seed: int, n: int | None = None) -> Iterator[int]:
        """Plays at random, stopping before each decision."""
        player = RandomPlayer(self.game, seed)
        for k in range(self.decisions if n is None else n):
            if not match.open:
                return
            yield k
            self.step(match, player)

    def step(self, match: Match[Any], player: RandomPlayer) -> None:
        from xenotable.players.running import _step

        seats = range(match.game.seats)
        _step(match, dict.fromkeys(seats, player), {s: View(match, s) for s in seats})

    def finish(self, match: Match[Any], seed: int, n: int) -> str:
        player = RandomPlayer(self.game, seed)
        for _ in range(n):
            if match.open:
                self.step(match, player)
        return match.game.fingerprint()

    # ---- the contract ----------------------------------------------------------------------------------------------

    def test_ready_battles_are_legal_and_start(self) -> None:
        offers = self.game.offers()
        assert offers
        for offer in offers:
            assert [str(r) for r in self.game.setup_refusals(offer.setup)] == []
            assert Match(self.game.new(offer.setup), 1).open, offer.id

    def test_a_fork_is_the_original_in_every_later_behaviour(self) -> None:
        for seed, setup in self.setups():
            match = self.match(seed, setup)
            for k in self.steps(match, seed):
                fork = match.fork()
                assert fork.game.encoded() == match.game.encoded()
                assert [a.key for a in fork.open] == [a.key for a in match.open]
                if k % self.every == 0:
                    again = match.fork()
                    assert self.finish(fork, 9, 20) == self.finish(again, 9, 20)

    def test_a_loaded_save_goes_on_identically(self) -> None:
        for seed, setup in self.setups():
            match = self.match(seed, setup)
            for k in self.steps(match, seed):
                if k % self.every:
                    continue
                loaded, note = load(save(match), self.game)
                assert note == ""
                assert loaded.game.encoded() == match.game.encoded()
                for seat in range(match.game.seats):
                    assert View(loaded, seat).encoded() == View(match, seat).encoded()
                assert [loaded.id(a) for a in loaded.open] == [match.id(a) for a in match.open]
                assert self.finish(loaded, 5, 10) == self.finish(load(save(match), self.game)[0], 5, 10)

    def test_undo_to_any_decision_rebuilds_it(self) -> None:
        seed, setup = next(self.setups())
        match = self.match(seed, setup)
        before = {len(match.tape): match.game.encoded() for _ in self.steps(match, seed)}
        decisions = [i for i in before if i < len(match.tape) and match.tape[i].kind == "answer"]
        assert decisions
        for i in decisions[:: self.every]:
            assert match.at(i).game.encoded() == before[i]
        for i in reversed(decisions[:: self.every]):
            assert match.undo(i) == []
            assert match.game.encoded() == before[i]
            assert len(match.tape) == i

    def test_the_record_can_be_verified_and_a_false_die_is_found(self) -> None:
        seed, setup = next(self.setups())
        match = self.match(seed, setup)
        for _ in self.steps(match, seed):
            pass
        assert verify(save(match), self.game) == []
        rolls = [e for e in match.tape if e.kind == "roll" and e.value]
        if rolls:
            rolls[-1].value = tuple(f % 6 + 1 for f in rolls[-1].value)
            assert verify(save(match), self.game) != []

    def test_same_seed_and_answers_give_the_same_bytes_in_any_process(self) -> None:
        source = (
            "import sys, random; sys.path[:0] = ['tests', 'docs']\n"
            f"from xenotable.games import game; kind = game({self.locator()!r})\n"
            "from xenotable.engine import Match\nfrom contract import GameContract\n"
            "class C(GameContract): game = kind\n"
            "c = C(); m = Match(kind.new(kind.random_setup(random.Random(1).random)), 1)\n"
            "print(c.finish(m, 4, 60))"
        )
        prints = {
            subprocess.run(
                [sys.executable, "-c", source],
                env={"PYTHONHASHSEED": h, "PATH": ""},
                capture_output=True,
                text=True,
                check=True,
            ).stdout
            for h in ("1", "2")
        }
        assert len(prints) == 1

    def locator(self) -> str:
        """How `xenotable.games.game` finds this game."""
        return self.game.id

    def test_worlds_that_differ_in_secrets_look_alike(self) -> None:
        """What a seat may not know changes neither its bytes nor what it imagines."""
        differ = 0
        for seed, setup in self.setups():
            match = self.match(seed, setup)
            for k in self.steps(match, seed):
                for seat in range(match.game.seats):
                    one, two = self.world(match, seat, 3 * k), self.world(match, seat, 3 * k + 1)
                    differ += one.game.encoded() != two.game.encoded()
                    assert View(one, seat).encoded() == View(two, seat).encoded()
                    if k % self.every == 0:
                        dreams = [w.imagine(seat, b"dream" * 4) for w in (one, two)]
                        assert dreams[0].game.encoded() == dreams[1].game.encoded()
                        assert self.finish(dreams[0], 5, 10) == self.finish(dreams[1], 5, 10)
        assert differ or not self.game.state.Hidden.__struct_fields__

    def world(self, match: Match[Any], seat: int, seed: int) -> Match[Any]:
        """The same match, with other secrets in the places this seat cannot see."""
        rnd = random.Random(seed)
        key = match.key.blanked(seat)
        self.game.redeal(key, seat, rnd.random)
        held = {i: v for i, v in match.held.items() if match.open[i].seat == seat}
        return match._forked(key, match.dice.copy(), held)

    def test_what_others_lock_in_is_not_seen(self) -> None:
        for seed, setup in self.setups():
            match = self.match(seed, setup)
            for _ in self.steps(match, seed):
                if type(match.top) is not All or match.held:
                    continue
                for i, ask in enumerate(match.open):
                    others = [s for s in range(match.game.seats) if s != ask.seat]
                    answers = ask.candidates(4, random.Random(seed).random)
                    worlds = [load(save(match), self.game)[0] for _ in answers]
                    for world, answer in zip(worlds, answers, strict=True):
                        world.play(answer, i)
                    for seat in others:
                        assert len({View(w, seat).encoded() for w in worlds if w.held}) <= 1

    def test_wrong_answers_are_refused_and_change_nothing(self) -> None:
        for seed, setup in self.setups():
            match = self.match(seed, setup)
            for k in self.steps(match, seed):
                if k % 3:
                    continue
                state, length = match.game.encoded(), len(match.tape)
                for ask in match.open:
                    for said in NONSENSE:
                        _, why = match.check(ask.seat, said, match.id(ask))
                        if why:  # some nonsense is a legal answer somewhere
                            assert match.answer(ask.seat, copy.copy(said), match.id(ask))
                            assert all(r.rule != "engine.fault" and str(r) for r in why), (ask.key, said, why)
                    assert match.answer(ask.seat, NONSENSE[0], "0.long-closed~9")
                    assert match.answer(match.game.seats + 3, None)
                    self.nearly_right(match, ask)
                assert (match.game.encoded(), len(match.tape)) == (state, length)

    def nearly_right(self, match: Match[Any], ask: Any) -> None:
        """A legal answer, spoilt: coordinates that are no numbers, pieces off the table."""
        if not isinstance(ask, Move | Place):
            return
        for good in ask.candidates(2, random.Random(1).random):
            plain = msgspec.to_builtins(good)
            for name, spoilt in (("nan", float("nan")), ("huge", 1e12), ("text", "0")):
                for kind in ("paths", "at"):
                    for piece, where in plain.get(kind, {}).items():
                        points = [[spoilt, *p[1:]] for p in where] if kind == "paths" else [spoilt, *where[1:]]
                        if points:
                            bad = {**plain, kind: {**plain[kind], piece: points}}
                            assert match.answer(ask.seat, bad, match.id(ask)), name

    def test_every_ask_and_screen_can_be_sent(self) -> None:
        rules = set(catalogue(self.game.id).rules) if self.has_catalogue() else None
        for seed, setup in self.setups():
            match = self.match(seed, setup)
            for _ in self.steps(match, seed):
                for ask in match.open:
                    assert prompt_of(ask, match.game)
                    assert rules is None or ask.rule in rules, (ask.key, ask.rule)
                    msgspec.json.encode(to_wire(ask, match.id(ask), match.game))
                tokens = [t.id for t in self.game.tokens(match.game, 0) if t.at]
                for viewer, target in zip(tokens[:3], tokens[-3:], strict=False):
                    msgspec.json.encode(self.game.sight(match.game, viewer, target))
                for seat in range(match.game.seats):
                    shown = (self.game.tokens(match.game, seat), self.game.panels(match.game, seat))
                    msgspec.json.encode([self.game.board(match.game), shown])

    def test_every_change_that_can_be_seen_is_shown(self) -> None:
        """The gestures of a step lead from the tokens before it to those after it, as anybody sees them."""
        for seed, setup in self.setups():
            match = self.match(seed, setup)
            table, told = seen_by_all(match), len(match.events)
            for _ in chain(self.steps(match, seed), [None]):
                now = seen_by_all(match)
                for event in match.events[told:]:
                    for shown in event.shows:
                        play_gesture(table, shown)
                assert on_table(table) == on_table(now)
                table, told = now, len(match.events)

    def test_what_is_kept_of_a_drawing_is_what_would_be_drawn_anew(self) -> None:
        """Whoever looks at other moments, and from other seats, is shown what nobody has drawn before."""
        for seed, setup in self.setups():
            match = self.match(seed, setup)
            for k in self.steps(match, seed):
                for seat in (WATCHES, *range(match.game.seats))[k % 2 :]:
                    seen = View(match, seat).game
                    kept = Sight(match.game).tokens(seat), Sight(match.game).panels(seat)
                    kept_board = Sight(match.game).board()
                    anew = seen.copy()
                    anew.shown = {}
                    assert kept == (Sight(anew).tokens(seat), Sight(anew).panels(seat))
                    assert kept_board == self.game.board(anew)

    def has_catalogue(self) -> bool:
        return self.locator() == self.game.id

    def test_whole_games_end_by_the_rules(self) -> None:
        rules = set(catalogue(self.game.id).rules) if self.has_catalogue() else None
        for seed, setup in self.setups():
            match = self.match(seed, setup)

            def sound(m: Match[Any]) -> None:
                assert not [*self.game.invariants(m.game)]

            players = {s: RandomPlayer(self.game, f"{seed}:{s}") for s in range(match.game.seats)}
            assert play_out(match, players, watch=sound) > 0
            result = match.game.result
            assert result is not None, "the scenes ran out without a result"
            assert all(0 <= s < match.game.seats for s in result.winners)
            for event in match.events:
                words = event.words(match.game.name)
                if not words:
                    assert event.shows
                    continue
                assert words[-1:] in tuple(".!?…)"), words
                assert rules is None or event.rule in rules or event.rule.startswith("engine."), event.rule

    def test_anybody_may_concede(self) -> None:
        seed, setup = next(self.setups())
        self.check_conceding(self.match(seed, setup))

    def check_conceding(self, match: Match[Any]) -> None:
        assert match.concede(match.game.seats - 1) == []
        assert match.over
        assert match.game.result is not None
        assert match.game.seats - 1 not in match.game.result.winners
        assert load(save(match), self.game)[0].game.encoded() == match.game.encoded()
        assert match.concede(0)

    def test_dice_may_be_typed_in(self) -> None:
        from xenotable.engine import TypedIn

        seed, setup = next(self.setups())
        match = Match(self.game.new(setup), TypedIn(seed))
        rolls = 0
        for _ in self.steps(match, seed):
            rolls += any(isinstance(a, Roll) for a in match.open)
        assert load(save(match), self.game)[0].game.encoded() == match.game.encoded()
        assert rolls or not any(e.kind == "roll" for e in match.tape)
