"""Gymnasium environments: one seat learns, machines sit in the others. An action is the number of a candidate.

Importing this registers every game: `gymnasium.make("xenotable/killteam-v0", opponent="random")`.
"""

from __future__ import annotations

from typing import Any

import gymnasium

from xenotable.faults import Fault
from xenotable.games import packages
from xenotable.lab.encoding import Encoder
from xenotable.lab.episode import LIMIT, Episode, begin
from xenotable.lab.observing import Table, board_text
from xenotable.lab.rewards import Worth
from xenotable.players import Player, check_player, player

VERSION = "v0"


class Solo(gymnasium.Env[Any, Any]):
    """One seat against machines. `obs["action_mask"]` says which numbers are candidates; `info["candidates"]` has the
    answers they stand for."""

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012  # Gymnasium wants a plain dict here

    def __init__(
        self,
        name: str,
        offer: str = "",
        seat: int = 0,
        opponent: str = "tactician",
        encode: Encoder | None = None,
        reward: str | Worth = "result",
        strict: bool = False,
        limit: int = LIMIT,
        render_mode: str | None = None,
    ) -> None:
        check_player(opponent)
        self.table = Table(name, offer, encode, reward, strict, limit)
        if not 0 <= seat < self.table.seats():
            raise Fault(f"There is no seat {seat}: {self.table.title.title} has {self.table.seats()}, counted from 0.")
        self.seat, self.opponent, self.render_mode = seat, opponent, render_mode
        self.action_space = self.table.actions()
        self.observation_space = self.table.space()
        self.episode: Episode

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """A new match up to the first decision of the learner; `options["offer"]` picks another ready battle."""
        super().reset(seed=seed)
        offer = (options or {}).get("offer", self.table.offer)
        drawn = str(int(self.np_random.integers(2**62)))
        self.episode = begin(self.table.title, drawn, offer, self._machines, self.table.limit)
        self.episode.turn()
        self.stood = self.table.worth_to(self.episode, self.learner)
        return self._seen()

    @property
    def learner(self) -> int:
        """The seat that learns: the last one, where a battle has fewer seats."""
        return min(self.seat, int(self.episode.match.game.seats) - 1)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Takes a candidate by its number, then plays the others until the learner decides again."""
        episode, turn = self.episode, self.episode.turn()
        if turn is not None:
            episode.take(turn.seat, self.table.chosen(turn.candidates, action))
            episode.turn()
        stands = self.table.worth_to(episode, self.learner)
        reward, self.stood = stands - self.stood, stands
        seen, info = self._seen()
        return seen, float(reward), episode.over, episode.cut, info

    def action_masks(self) -> Any:
        """The mask as sb3-contrib asks for it."""
        turn = self.episode.turn()
        return self.table.info(turn.candidates if turn else ())["action_mask"].astype(bool)

    def render(self) -> str | None:
        """The tokens and where they are, as text."""
        return board_text(self.episode, self.learner) if self.render_mode == "ansi" else None

    def _machines(self, seats: int, seed: str) -> dict[int, Player]:
        others = (seat for seat in range(seats) if seat != min(self.seat, seats - 1))
        return {seat: player(self.opponent, self.table.title, f"{seed}:{seat}") for seat in others}

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        turn = self.episode.turn()
        candidates = turn.candidates if turn is not None else ()
        return self.table.observe(self.episode, self.learner, candidates), self.table.info(candidates)


def make_vec(name: str, n: int, processes: bool = True, **how: Any) -> gymnasium.vector.VectorEnv[Any, Any, Any]:
    """n environments of a game side by side, each in a process of its own or all in this one."""
    mode = gymnasium.VectorizeMode.ASYNC if processes else gymnasium.VectorizeMode.SYNC
    return gymnasium.make_vec(f"xenotable/{name}-{VERSION}", n, vectorization_mode=mode, **how)


def register() -> None:
    """Makes every game known to Gymnasium under an id of its own."""
    for name in packages():
        id = f"xenotable/{name}-{VERSION}"
        if id not in gymnasium.registry:
            gymnasium.register(id, f"{__name__}:Solo", kwargs={"name": name})


register()
