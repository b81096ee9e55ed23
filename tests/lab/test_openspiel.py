"""OpenSpiel's view of the teaching game: its own checks, chance by classes, and one of its algorithms."""

from __future__ import annotations

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import mcts

from xenotable.engine import Roll
from xenotable.lab.openspiel import faces_of, load, outcomes


@pytest.fixture(scope="module")
def duel() -> pyspiel.Game:
    return load("docs/duel.py", "blood")


def play(state: pyspiel.State, rng: np.random.Generator) -> None:
    while not state.is_terminal():
        if state.is_chance_node():
            numbers, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(numbers, p=chances)))
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))


def test_openspiels_own_simulation_passes(duel: pyspiel.Game):
    pyspiel.random_sim_test(duel, num_sims=2, serialize=False, verbose=False)


def test_matches_end_with_a_winner_or_a_draw(duel: pyspiel.Game):
    ends = []
    for seed in range(6):
        state = duel.new_initial_state()
        play(state, np.random.default_rng(seed))
        ends.append(tuple(state.returns()))
    assert set(ends) <= {(1.0, -1.0), (-1.0, 1.0), (0.0, 0.0)}
    assert len(set(ends)) > 1


@pytest.mark.parametrize("roll", [Roll(n=3, cuts=(4,)), Roll(n=2, cuts=(3, 6)), Roll(n=4, cuts=(2, 3, 4, 5, 6))])
def test_chances_are_those_of_the_classes(roll: Roll):
    found = dict(outcomes(roll))
    assert sum(found.values()) == pytest.approx(1)
    for counts in found:
        assert roll.counts(faces_of(roll, counts)) == counts
    if roll.cuts == (4,):
        assert found[0, 3] == pytest.approx(1 / 8)


def test_a_copy_goes_its_own_way(duel: pyspiel.Game):
    state = duel.new_initial_state()
    copy = state.clone()
    copy.apply_action(0)
    assert state.current_player() == 0
    assert copy.current_player() == 1
    assert str(state) != str(copy)


def test_a_player_does_not_know_what_the_other_has_chosen(duel: pyspiel.Game):
    aims, dodges = duel.new_initial_state(), duel.new_initial_state()
    aims.apply_action(0)
    dodges.apply_action(1)
    assert aims.information_state_string(1) == dodges.information_state_string(1)
    assert aims.information_state_string(0) != dodges.information_state_string(0)
    assert aims.observation_string(1) == dodges.observation_string(1)
    assert aims.legal_actions() == dodges.legal_actions()


def test_resampling_keeps_what_is_known_and_deals_the_rest_anew(duel: pyspiel.Game):
    state, rng = duel.new_initial_state(), np.random.default_rng(1)
    for action in (0, 0):  # both aim
        state.apply_action(action)
    player = state.current_player()
    worlds = [state.resample_from_infostate(player, rng.random) for _ in range(12)]
    assert {world.information_state_string(player) for world in worlds} == {state.information_state_string(player)}
    assert all(world.legal_actions() == state.legal_actions() for world in worlds)
    chosen = {world.position.match.game.secret[1 - player].chosen for world in worlds}
    assert chosen == {"aim", "dodge"}


def test_an_algorithm_of_openspiel_plays_it(duel: pyspiel.Game):
    rng = np.random.RandomState(3)
    bot = mcts.MCTSBot(duel, 1.4, 12, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    state = duel.new_initial_state()
    assert bot.step(state) in state.legal_actions()
