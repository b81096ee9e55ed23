"""PettingZoo environments in which every seat is an agent and one decides at a time: `env("killteam")`."""

from __future__ import annotations

import random
from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv

from xenotable.lab.encoding import Encoder
from xenotable.lab.episode import LIMIT, Episode, begin
from xenotable.lab.observing import Table, board_text
from xenotable.lab.rewards import Worth


def seat_of(agent: str) -> int:
    return int(agent.rpartition("_")[2])


class Agents:
    """The seats of a match as agents, `seat_0`, `seat_1` and so on, as many as any of its battles has; whether they act
    one by one or at once."""

    def __init__(
        self,
        name: str,
        offer: str = "",
        encode: Encoder | None = None,
        reward: str | Worth = "result",
        strict: bool = False,
        limit: int = LIMIT,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.table, self.render_mode = Table(name, offer, encode, reward, strict, limit), render_mode
        self.possible_agents = [f"seat_{n}" for n in range(self.table.seats())]
        self.observations = {agent: self.table.space() for agent in self.possible_agents}
        self.actions = {agent: self.table.actions() for agent in self.possible_agents}
        self.agents: list[str] = []
        self.random = random.Random()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent sees."""
        return self.observations[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The numbers of its candidates."""
        return self.actions[agent]

    def begin_match(self, seed: int | None, options: dict[str, Any] | None) -> None:
        """A new match, and what it is worth to everybody at its start."""
        if seed is not None:
            self.random.seed(seed)
        offer = (options or {}).get("offer", self.table.offer)
        self.episode: Episode = begin(self.table.title, str(self.random.getrandbits(62)), offer, limit=self.table.limit)
        self.agents = self.possible_agents[: self.episode.match.game.seats]
        self.stood = {agent: self.table.worth_to(self.episode, seat_of(agent)) for agent in self.agents}

    def close(self) -> None:
        """Nothing is held open."""


class Turns(Agents, AECEnv[str, Any, Any]):  # type: ignore[misc]  # PettingZoo has no types
    """A match, agent by agent. An agent may wait where a clock runs or others act at the same time; answers that are
    given unseen stay unseen."""

    metadata = {"render_modes": ["ansi"], "name": "xenotable", "is_parallelizable": False}  # noqa: RUF012  # as PettingZoo wants it

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new match; `options["offer"]` picks another ready battle."""
        self.begin_match(seed, options)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._go_on()

    def step(self, action: Any) -> None:
        """The agent whose turn it is takes a candidate by its number."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        turn = self.episode.turn()
        assert turn is not None
        self._cumulative_rewards[agent] = 0.0
        self.episode.take(turn.seat, self.table.chosen(turn.candidates, action))
        self.episode.turn()
        for one in self.agents:
            stands = self.table.worth_to(self.episode, seat_of(one))
            self.rewards[one], self.stood[one] = float(stands - self.stood[one]), stands
        self._go_on()
        self._accumulate_rewards()

    def observe(self, agent: str) -> Any:
        """What this agent may know; its mask is empty while it is not its turn."""
        turn = self.episode.turn()
        mine = turn is not None and turn.seat == seat_of(agent)
        return self.table.observe(self.episode, seat_of(agent), turn.candidates if turn and mine else ())

    def render(self) -> str | None:
        """The tokens and where they are, as text."""
        return board_text(self.episode, seat_of(self.agent_selection)) if self.render_mode == "ansi" else None

    def __str__(self) -> str:
        return f"xenotable_{self.table.title.id}"

    def _go_on(self) -> None:
        turn = self.episode.turn()
        for agent in self.agents:
            mine = turn is not None and turn.seat == seat_of(agent)
            self.infos[agent] = self.table.info(turn.candidates if turn and mine else ())
        self.infos = {agent: self.infos[agent] for agent in self.agents}
        if turn is not None:
            self.agent_selection = self.possible_agents[turn.seat]
            return
        self.terminations = dict.fromkeys(self.agents, self.episode.over)
        self.truncations = dict.fromkeys(self.agents, self.episode.cut)
        self.agent_selection = self.agents[0]

    infos: dict[str, dict[str, Any]] = {}  # noqa: RUF012  # set anew by every reset


def env(name: str, **how: Any) -> Turns:
    """The environment of a game, as PettingZoo's own are made."""
    return Turns(name, **how)
