"""PettingZoo's parallel environments, for games in which several decide at once: `parallel_env("xcom")`.

At every step each agent gives an action. Who has nothing to decide has one candidate, which does nothing. Where answers
are given unseen all count. Where the first one counts, the agents act in turn, one after the other; what somebody had
chosen and is no longer there is lost, as at a table where another was quicker.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pettingzoo import ParallelEnv

from xenotable.lab.aec import Agents, seat_of
from xenotable.lab.episode import WAITS, Candidate
from xenotable.lab.observing import board_text

NOTHING = (WAITS,)

Outcome = tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]


class AtOnce(Agents, ParallelEnv[str, Any, Any]):  # type: ignore[misc]  # PettingZoo has no types
    """A match in which all agents say at the same time what they do."""

    metadata = {"render_modes": ["ansi"], "name": "xenotable"}  # noqa: RUF012  # PettingZoo wants a plain dict here

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, Any]:
        """A new match; `options["offer"]` picks another ready battle."""
        self.begin_match(seed, options)
        self._look()
        return self._seen(self.agents)

    def step(self, actions: dict[str, Any]) -> Outcome:
        """One action of each agent."""
        chosen = {seat: self.table.chosen(self.offered[seat], actions[agent]) for agent, seat in self._seats()}
        for seat in self._order():
            if self._still_open(seat, chosen[seat]):
                self.episode.take(seat, chosen[seat])
        self._look()
        agents = self.agents
        rewards = {}
        for agent, seat in self._seats():
            stands = self.table.worth_to(self.episode, seat)
            rewards[agent], self.stood[agent] = float(stands - self.stood[agent]), stands
        over, cut = dict.fromkeys(agents, self.episode.over), dict.fromkeys(agents, self.episode.cut)
        if self.episode.over or self.episode.cut:
            self.agents = []
        seen, infos = self._seen(agents)
        return seen, rewards, over, cut, infos

    def render(self) -> str | None:
        """The tokens and where they are, as text."""
        return board_text(self.episode, 0) if self.render_mode == "ansi" else None

    def _seats(self) -> list[tuple[str, int]]:
        return [(agent, seat_of(agent)) for agent in self.agents]

    def _look(self) -> None:
        """What each seat can do from here on."""
        turn = self.episode.turn()
        seats = range(self.episode.match.game.seats)
        self.offered: dict[int, Sequence[Candidate]] = {
            seat: NOTHING if turn is None else (self.episode.candidates(seat) or NOTHING) for seat in seats
        }
        self.first = turn.seat if turn is not None else 0

    def _order(self) -> list[int]:
        """The seats, from the one whose turn it is round the table."""
        seats = len(self.agents)
        return [(self.first + n) % seats for n in range(seats)]

    def _still_open(self, seat: int, chosen: Candidate) -> bool:
        if chosen.ask is None:
            return self.offered[seat] is not NOTHING and not self.episode.match.over
        match = self.episode.match
        at = match.find(seat, chosen.id)
        return at is not None and at not in match.held and match.open[at].accepts(chosen.value)

    def _seen(self, agents: Sequence[str]) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        offered = {agent: self.offered[seat_of(agent)] for agent in agents}
        seen = {agent: self.table.observe(self.episode, seat_of(agent), offered[agent]) for agent in agents}
        return seen, {agent: self.table.info(offered[agent]) for agent in agents}


def parallel_env(name: str, **how: Any) -> AtOnce:
    """The environment of a game, as PettingZoo's own are made."""
    return AtOnce(name, **how)
