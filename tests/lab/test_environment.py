"""Learning environments: the same match, seen through numbers."""

from __future__ import annotations

import random

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from xenotable.engine import Match
from xenotable.games import game
from xenotable.lab.environment import Solo, turns


def episode(seed: int) -> tuple[float, int, bytes]:
    env = Solo("docs/duel.py", opponent="random")
    seen, info = env.reset(seed=seed)
    rnd, trail, steps, over, reward = random.Random(seed), [seen], 0, False, 0.0
    while not over:
        legal = np.flatnonzero(info["action_mask"])
        assert len(legal) == len(info["candidates"])
        seen, reward, over, _, info = env.step(int(rnd.choice(list(legal))))
        trail.append(seen)
        steps += 1
    return reward, steps, np.concatenate(trail).tobytes()


def test_an_episode_ends_with_a_reward_and_is_reproducible():
    assert episode(3) == episode(3)
    assert {episode(s)[0] for s in range(12)} == {1.0, -1.0}


def test_an_action_that_is_no_candidate_is_refused():
    env = Solo("docs/duel.py")
    env.reset(seed=1)
    with pytest.raises(ValueError, match="action_mask"):
        env.step(31)


@pytest.mark.filterwarnings("ignore::UserWarning")  # Gymnasium advises about ranges that this encoding leaves open
def test_gymnasium_accepts_its_spaces():
    env = Solo("docs/duel.py", opponent="random")
    check_env(FirstCandidate(env), skip_render_check=True)


class FirstCandidate(Solo):
    """Gymnasium's checker samples any action; here every number stands for the first candidate."""

    def __init__(self, env: Solo) -> None:
        self.__dict__.update(env.__dict__)

    def step(self, action):
        return super().step(0) if self.match.open else super().step(action)


def test_all_seats_can_be_played_in_a_plain_loop():
    kind = game("docs/duel.py")
    match = Match(kind.new(kind.offers()[0].setup), 1, live=False)
    rnd = random.Random(1)
    loop = turns(match, rnd.random)
    view, _, candidates = next(loop)
    seats = set()
    try:
        while True:
            seats.add(view.seat)
            view, _, candidates = loop.send(rnd.randrange(len(candidates)))
    except StopIteration:
        pass
    assert match.over
    assert seats == {0, 1}
