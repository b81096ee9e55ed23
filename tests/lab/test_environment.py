"""Learning environments: the same match, seen through numbers."""

from __future__ import annotations

import hashlib
import random
from typing import Any

import gymnasium
import msgspec
import numpy as np
import pytest
from gymnasium import spaces
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from xenotable.engine import Match, View
from xenotable.engine.wire import to_wire
from xenotable.faults import Fault
from xenotable.games import game, packages
from xenotable.lab.aec import env
from xenotable.lab.encoding import Features, words
from xenotable.lab.environment import Solo, make_vec
from xenotable.lab.episode import WAITS, Episode, begin
from xenotable.lab.parallel import parallel_env

DUEL = "docs/duel.py"
GAMES = sorted(packages())

# The checkers advise flat arrays and never-empty masks; the wrappers of Gymnasium advise about spaces of wrappers.
advised = pytest.mark.filterwarnings("ignore::UserWarning")


# ---- the checkers of others, unmodified ------------------------------------------------------------------------------


@advised
@pytest.mark.parametrize("name", GAMES)
def test_gymnasium_accepts_every_game(name):
    check_env(gymnasium.make(f"xenotable/{name}-v0", opponent="random", render_mode="ansi").unwrapped)


def test_panels_of_a_battle_of_many_small_units_find_room():
    title = game("xenocide")
    match: Match[Any] = Match(title.new(title.random_setup(random.Random(124).random)), 124)
    panels = Features()(View(match, 0), [])["panels"]
    assert np.any(panels, axis=1).sum() > 64


@advised
@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_accepts_every_game(name):
    api_test(env(name), num_cycles=40)
    seed_test(lambda: env(name), num_cycles=30)


@advised
@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_accepts_every_game_with_all_at_once(name):
    parallel_api_test(parallel_env(name), num_cycles=30)
    parallel_seed_test(lambda: parallel_env(name), num_cycles=30)


@advised
@pytest.mark.parametrize("processes", [True, False])
def test_many_at_once(processes):
    envs = make_vec("rampant", 2, processes, opponent="random", offer="first-battle")
    try:
        seen, _ = envs.reset(seed=[1, 2])
        assert seen["action_mask"].shape == (2, 64)
        for _ in range(5):
            seen, rewards, over, _, _ = envs.step([int(np.flatnonzero(mask)[0]) for mask in seen["action_mask"]])
        assert rewards.shape == over.shape == (2,)
    finally:
        envs.close()


# ---- every game ends -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("choose", ["first", "last", "any"])
@pytest.mark.parametrize("name", [*GAMES, DUEL])
def test_every_game_ends_by_its_rules_however_stubbornly_it_is_played(name, choose):
    episode, rnd = begin(game(name), "3", "first" if name == "xcom" else ""), random.Random(1)
    while (turn := episode.turn()) is not None:
        n = len(turn.candidates)
        episode.play({"first": 0, "last": n - 1, "any": rnd.randrange(n)}[choose])
    assert episode.over
    assert not episode.cut


def test_solo_xcom_ends_with_tacticians_beside_a_learner_who_never_lets_time_pass():
    learner = Solo("xcom", offer="beachhead")
    _, info = learner.reset(seed=1)
    over = cut = False
    while not (over or cut):
        acts = [i for i, value in enumerate(info["candidates"]) if value != WAITS.value]
        _, reward, over, cut, info = learner.step(acts[0])
    assert over
    assert reward in (1.0, -1.0)  # nobody draws against the invasion


def test_waiting_is_offered_where_a_clock_runs_and_only_there():
    episode = begin(game("xcom"), "1", "beachhead")
    while episode.match.due() is None:
        assert episode.turn() is not None
        episode.play(0)
    now, turn = episode.match.now, episode.turn()
    assert turn is not None
    assert turn.candidates[-1] == WAITS
    for _ in range(4):  # all wait, so time passes
        turn = episode.turn()
        assert turn is not None
        episode.play(len(turn.candidates) - 1)
    episode.turn()
    assert episode.match.now > now
    assert WAITS not in begin(game("rampant"), "1").turn().candidates


def test_the_second_seat_learns_in_the_only_one_where_there_is_but_one():
    learner = Solo("xcx", seat=1, opponent="random")
    for offer, seat in (("attrition", 1), ("attrition-solo", 0)):
        _, info = learner.reset(seed=1, options={"offer": offer})
        assert learner.learner == learner.episode.turn().seat == seat
        assert info["candidates"]


def test_a_match_that_is_too_long_is_broken_off():
    learner = Solo("rampant", opponent="random", limit=5)
    learner.reset(seed=1)
    for _ in range(6):
        _, _, over, cut, _ = learner.step(0)
    assert (over, cut) == (False, True)


# ---- observations ----------------------------------------------------------------------------------------------------


def bytes_of(seen: dict[str, Any]) -> bytes:
    return hashlib.sha256(b"".join(part.tobytes() for part in seen.values())).digest()


def question(episode: Episode) -> bytes:
    """All that is asked of a seat, in words: every open ask as a screen has it, and what can be answered."""
    turn, match = episode.turn(), episode.match
    view = View(match, turn.seat)
    asks = [to_wire(ask, "", view.game) for ask in view.undecided()]
    return msgspec.json.encode([turn.seat, asks, [c.value for c in turn.candidates]], enc_hook=repr)


@pytest.mark.parametrize("name", [*GAMES, DUEL])
def test_two_different_questions_never_look_the_same(name):
    known: dict[bytes, bytes] = {}
    encode, rnd = Features(), random.Random(5)
    for seed in range(2):
        episode = begin(game(name), str(seed))
        for _ in range(250):
            if (turn := episode.turn()) is None:
                break
            seen = encode(View(episode.match, turn.seat), turn.candidates)
            asked = question(episode)
            assert known.setdefault(bytes_of(seen), asked) == asked
            episode.play(rnd.randrange(len(turn.candidates)))
    assert len(known) > 50


def test_every_token_is_there_with_what_it_is():
    title = game("rampant")
    episode = begin(title, "2", "first-battle")
    for _ in range(12):
        episode.turn()
        episode.play(0)
    view = View(episode.match, episode.turn().seat)
    rows = Features()(view, episode.turn().candidates)["tokens"]
    tokens = title.tokens(view.game, view.seat)
    assert (rows[:, 0] == 1).sum() == len(tokens) > 4
    for row, token in zip(rows, tokens, strict=False):
        assert row[6] == (token.seat == view.seat)
        assert row[1] == bool(token.at)
        assert row[19:27] == pytest.approx(words(f"{token.label} {token.kind}"))


def test_a_battle_that_does_not_fit_says_which_number_to_raise():
    small = Solo("rampant", encode=Features(tokens=2))
    with pytest.raises(Fault, match=r"Features\(tokens=2\)"):
        small.reset(seed=1)


def test_the_ground_is_seen_from_the_own_side():
    title = game("rampant")
    match = Match(title.new(title.offers()[0].setup), 1, live=False)
    first, second = (Features()(View(match, seat), ())["terrain"] for seat in (0, 1))
    assert first[:, :, 0].any()
    assert (first[:, :, 2] == -second[:, :, 2]).all()


def test_secrets_of_others_are_not_among_the_numbers():
    """Two worlds that differ only in what the other has chosen look the same."""
    title = game(DUEL)
    worlds = []
    for stance in ("aim", "dodge"):
        match = Match(title.new(title.offers()[0].setup), 4, live=False)
        match.play(stance, 0)
        worlds.append(bytes_of(Features()(View(match, 1), Episode(match).candidates(1))))
    assert worlds[0] == worlds[1]


def test_candidates_do_not_depend_on_how_often_they_are_looked_at():
    one, two = (begin(game("killteam"), "8") for _ in range(2))
    for _ in range(40):
        two.candidates(two.turn().seat)
        assert [c.value for c in one.turn().candidates] == [c.value for c in two.turn().candidates]
        for episode in (one, two):
            episode.play(len(episode.turn().candidates) // 2)


class Round:
    """An encoder of one's own: the number of the candidates."""

    space = spaces.Box(0, 64, (1,), np.float32)

    def __call__(self, view, candidates):
        return np.array([len(candidates)], np.float32)


def test_an_encoder_of_ones_own_declares_its_space():
    learner = Solo(DUEL, encode=Round())
    seen, info = learner.reset(seed=1)
    assert learner.observation_space["observation"] is Round.space
    assert seen["observation"][0] == len(info["candidates"]) == seen["action_mask"].sum()
    assert learner.observation_space.contains(seen)


# ---- rewards ---------------------------------------------------------------------------------------------------------


def rewards_of(learner: Solo, seed: int) -> list[float]:
    _, info = learner.reset(seed=seed)
    rnd, rewards, over = random.Random(seed), [], False
    while not over:
        _, reward, over, _, info = learner.step(rnd.randrange(len(info["candidates"])))
        rewards.append(reward)
    return rewards


def test_the_result_is_paid_once_at_the_end():
    paid = [rewards_of(Solo(DUEL, opponent="random"), seed) for seed in range(10)]
    assert {1.0, -1.0} <= {one[-1] for one in paid} <= {1.0, 0.0, -1.0}
    assert all(set(one[:-1]) <= {0.0} for one in paid)


def test_points_are_paid_when_they_are_scored_and_sum_up_to_the_difference():
    learner = Solo("killteam", offer="relay-ground", opponent="random", reward="score")
    rewards = rewards_of(learner, 3)
    own, other = learner.episode.match.game.result.scores
    assert sum(rewards) == own - other
    assert sum(reward != 0 for reward in rewards) > 1


def test_a_reward_of_ones_own_is_how_much_the_worth_grows():
    learner = Solo(DUEL, opponent="random", reward=lambda view: float(view.game.figures["a"].wounds))
    rewards = rewards_of(learner, 2)
    assert sum(rewards) == learner.episode.match.game.figures["a"].wounds - 3


def test_all_lose_together():
    world = env("xcom", offer="impossible")
    world.reset(seed=1)
    rnd, paid = random.Random(2), dict.fromkeys(world.agents, 0.0)
    while world.episode.turn() is not None:
        world.step(rnd.randrange(len(world.episode.turn().candidates)))
        for agent, reward in world.rewards.items():
            paid[agent] += reward
    assert set(paid.values()) == {-1.0}


# ---- what is refused -------------------------------------------------------------------------------------------------


def test_a_strict_environment_refuses_what_is_no_candidate():
    learner = Solo(DUEL, strict=True)
    learner.reset(seed=1)
    with pytest.raises(ValueError, match="action_mask"):
        learner.step(63)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"reward": "gold"}, "no reward"),
        ({"offer": "duels"}, "no ready battle"),
        ({"opponent": "me"}, "no player"),
        ({"seat": 2}, "There is no seat 2: Duel has 2, counted from 0"),
        ({"seat": -1}, "There is no seat -1"),
    ],
)
def test_wrong_names_are_refused_at_once(wrong, says):
    with pytest.raises(Fault, match=says):
        Solo(DUEL, **wrong)


# ---- the same again --------------------------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_match():
    learner = Solo("rampant", opponent="random")
    one, two = rewards_of(learner, 4), rewards_of(learner, 4)
    assert one == two


def test_unseen_answers_are_given_at_once_and_all_count():
    world = parallel_env(DUEL)
    world.reset(seed=1)
    world.step({"seat_0": 0, "seat_1": 1})
    game_ = world.episode.match.game
    assert [game_.secret[seat].chosen for seat in (0, 1)] == ["aim", "dodge"]
    assert sum(len(world.offered[seat]) > 1 for seat in (0, 1)) == 1  # from here on one moves, the other looks on
