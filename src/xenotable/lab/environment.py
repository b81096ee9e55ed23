"""Learning environments. An action is the number of one of the candidates that an ask offers.

`Solo` is a Gymnasium environment: one seat learns, machines sit in the others. `turns` is the plain loop for anything
else: it yields each decision with its candidates and takes the number of one.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from xenotable.engine import Ask, Match, View
from xenotable.games import game
from xenotable.players import Decision, Player, player

WIDTH = 32  # candidates an action can point at

Encoder = Callable[[View[Any], Ask[Any], Sequence[Any]], "np.ndarray[Any, np.dtype[np.float32]]"]


def plain(view: View[Any], ask: Ask[Any], candidates: Sequence[Any]) -> np.ndarray[Any, np.dtype[np.float32]]:
    """A first encoding to start with: every token as position, side, strength and state, in a fixed order."""
    board = view.title.board(view.game)
    out = np.zeros((SLOTS, 6), np.float32)
    for row, token in zip(out, view.title.tokens(view.game, view.seat), strict=False):
        x, y = (token.at[0], token.at[1]) if token.at else (0.0, 0.0)
        pips = token.pips.now / max(1, token.pips.full) if token.pips is not None else 1.0
        row[:] = (
            bool(token.at),
            x / (board.width or 1),
            y / (board.depth or 1),
            1 if token.seat == view.seat else -1,
            pips,
            token.state == "ready",
        )
    return out.ravel()


SLOTS = 64


class Solo(gymnasium.Env[Any, Any]):
    """One seat against machines. `info["action_mask"]` says which numbers are candidates now."""

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012  # Gymnasium wants a plain dict here

    def __init__(
        self, name: str, offer: str = "", seat: int = 0, opponent: str = "tactician", encode: Encoder = plain
    ) -> None:
        self.title, self.offer, self.seat, self.opponent, self.encode = game(name), offer, seat, opponent, encode
        self.action_space = spaces.Discrete(WIDTH)
        self.observation_space = spaces.Box(-np.inf, np.inf, (SLOTS * 6,), np.float32)
        self.render_mode = "ansi"
        self.match: Match[Any]
        self.candidates: Sequence[Any] = ()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """A new match up to the first decision of the learner."""
        super().reset(seed=seed)
        rnd = random.Random(int(self.np_random.integers(2**62)))
        offers = {o.id: o.setup for o in self.title.offers()}
        setup = offers[self.offer] if self.offer else self.title.random_setup(rnd.random)
        self.match = Match(self.title.new(setup), rnd.randbytes(16), live=False)
        self.rnd = rnd.random
        self.others: dict[int, Player] = {
            s: player(self.opponent, self.title, str(rnd.random()))
            for s in range(self.match.game.seats)
            if s != self.seat
        }
        self._on()
        return self._seen()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Takes a candidate by its number, then plays the others until the learner decides again. The reward is 1 for a
        victory, -1 for a defeat, and 0 until then."""
        if not 0 <= int(action) < len(self.candidates):
            raise ValueError(f"{action} is not one of the {len(self.candidates)} candidates; use info['action_mask']")
        self.match.play(self.candidates[int(action)], self.at)
        self._on()
        result = self.match.game.result
        reward = 0.0 if result is None or not result.winners else 1.0 if self.seat in result.winners else -1.0
        seen, info = self._seen()
        return seen, reward, self.match.over, False, info

    def render(self) -> str:
        """The tokens and where they are, as text."""
        return "\n".join(f"{t.label} {t.at}" for t in self.title.tokens(self.match.game, self.seat))

    def _on(self) -> None:
        """Plays the machines and lets time pass, until the learner has something to decide."""
        match = self.match
        while match.open:
            mine = [i for i, a in enumerate(match.open) if a.seat == self.seat and i not in match.held]
            for i in mine:
                self.candidates = list(match.open[i].candidates(WIDTH, self.rnd))[:WIDTH]
                if self.candidates:
                    self.at = i
                    return
            if not self._others_move():
                due = match.due()
                if due is None:
                    raise RuntimeError("nobody can go on")
                match.tick(due)
        self.candidates = ()

    def _others_move(self) -> bool:
        match = self.match
        for i, ask in enumerate(match.open):
            if ask.seat != self.seat and i not in match.held:
                said = self.others[ask.seat].decide(View(match, ask.seat))
                if isinstance(said, Decision):
                    at = match.find(ask.seat, said.key)
                    match.play(said.value, i if at is None else at)
                    return True
        return False

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        mask = np.zeros(WIDTH, np.int8)
        mask[: len(self.candidates)] = 1
        if not self.match.open:
            return np.zeros(SLOTS * 6, np.float32), {"action_mask": mask}
        ask = self.match.open[self.at]
        info = {"action_mask": mask, "ask": ask.key, "candidates": self.candidates}
        return self.encode(View(self.match, self.seat), ask, self.candidates), info


def turns(
    match: Match[Any], rnd: Callable[[], float]
) -> Generator[tuple[View[Any], Ask[Any], Sequence[Any]], int, None]:
    """Every decision of every seat, with its candidates; send the number of one."""
    while match.open:
        i = next(i for i in range(len(match.open)) if i not in match.held)
        ask = match.open[i]
        candidates = ask.candidates(WIDTH, rnd)
        chosen = yield View(match, ask.seat), ask, candidates
        match.play(candidates[chosen], i)
