"""What all environments share: the game, how it is seen and rewarded, and the mask of what can be done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces

from xenotable.engine import View
from xenotable.games import game
from xenotable.lab.encoding import Encoder, Features
from xenotable.lab.episode import LIMIT, WIDTH, Candidate, Episode
from xenotable.lab.rewards import Worth, worth_named

MASK = "action_mask"


class Table:
    """A game with an encoder and a reward. Observations are dictionaries with the mask among them."""

    def __init__(
        self, name: str, offer: str, encode: Encoder | None, reward: str | Worth, strict: bool, limit: int = LIMIT
    ) -> None:
        self.title, self.offer, self.worth = game(name), offer, worth_named(reward)
        self.strict, self.limit = strict, limit
        if offer:
            self.title.offered(offer)  # a wrong one is refused now, and not at the first reset
        self.encode: Encoder = encode or Features()

    def seats(self) -> int:
        """As many as any of its battles has."""
        offers = [self.title.offered(self.offer)] if self.offer else self.title.offers()
        return max(int(self.title.new(one.setup).seats) for one in offers)

    def space(self) -> spaces.Dict:
        """What is seen, with the mask."""
        own = self.encode.space
        parts = dict(own.spaces) if isinstance(own, spaces.Dict) else {"observation": own}
        return spaces.Dict({**parts, MASK: spaces.MultiBinary(WIDTH)})

    def actions(self) -> spaces.Discrete[Any]:
        return spaces.Discrete(WIDTH)

    def observe(self, episode: Episode, seat: int, candidates: Sequence[Candidate]) -> dict[str, Any]:
        seen = self.encode(View(episode.match, seat), candidates)
        return {**(seen if isinstance(seen, dict) else {"observation": seen}), MASK: mask_of(candidates)}

    def info(self, candidates: Sequence[Candidate]) -> dict[str, Any]:
        """The mask again, where wrappers look for it, and the answers that the numbers stand for."""
        asks = list(dict.fromkeys(c.ask.key for c in candidates if c.ask is not None))
        return {MASK: mask_of(candidates), "ask": " ".join(asks), "candidates": [c.value for c in candidates]}

    def chosen(self, candidates: Sequence[Candidate], action: Any) -> Candidate:
        """The candidate with this number. Higher numbers begin anew from the first, unless it is strict."""
        n = int(action)
        if self.strict and not 0 <= n < len(candidates):
            raise ValueError(f"{n} is not one of the {len(candidates)} candidates; use the action_mask")
        return candidates[n % len(candidates)]

    def worth_to(self, episode: Episode, seat: int) -> float:
        return self.worth(View(episode.match, seat))


def mask_of(candidates: Sequence[Candidate]) -> np.ndarray[Any, np.dtype[np.int8]]:
    mask = np.zeros(WIDTH, np.int8)
    mask[: len(candidates)] = 1
    return mask


def board_text(episode: Episode, seat: int) -> str:
    """The tokens and where they are, as text."""
    tokens = episode.match.title.tokens(View(episode.match, seat).game, seat)
    return "\n".join(f"{token.label} {', '.join(f'{v:.1f}' for v in token.at[:2]) or '-'}" for token in tokens)
