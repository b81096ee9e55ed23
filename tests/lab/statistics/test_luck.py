"""Luck is taken out of results without moving their mean."""

from __future__ import annotations

import numpy as np
import pytest

from xenotable.lab.statistics.luck import adjust


def toy(pairs: int, rnd: np.random.Generator, weight: float = 0.12) -> tuple[list[float], list[dict[str, float]]]:
    """Pairs of 0.55 on average whose outcome follows the dice of one kind and not those of another."""
    hits, tests = rnd.normal(size=pairs), 3 * rnd.normal(size=pairs)
    raw = 0.55 + weight * hits + 0.1 * rnd.normal(size=pairs)
    luck = [{"hit": float(h), "test": float(t)} for h, t in zip(hits, tests, strict=True)]
    return [float(x) for x in raw], luck


def test_variance_is_saved_and_the_mean_stays():
    scores, luck = toy(400, np.random.default_rng(1))
    found = adjust(scores, luck)
    assert found is not None
    assert found.saved == pytest.approx(0.12**2 / (0.12**2 + 0.1**2), abs=0.1)
    assert found.low < 0.55 < found.high
    assert found.high - found.low < 0.75 * 2 * 1.96 * float(np.std(scores)) / 20


@pytest.mark.parametrize("pairs", [20, 60])
def test_it_is_unbiased_however_few_pairs_there_are(pairs: int):
    """Over many studies the mean of the adjusted means is the truth, to within its own error; outcomes are those of
    games, 0 to 1 in quarters, and follow the dice in a crooked way."""
    rnd = np.random.default_rng(2)
    errors = []
    for _ in range(800):
        hits = rnd.integers(0, 7, pairs) - 3.0
        chance = np.clip(0.55 + 0.13 * hits, 0, 1)
        scores = rnd.binomial(4, chance) / 4
        truth = float(np.clip(0.55 + 0.13 * np.arange(-3.0, 4.0), 0, 1).mean())
        found = adjust([float(s) for s in scores], [{"hit": float(h)} for h in hits])
        errors.append((found.mean if found is not None else float(scores.mean())) - truth)
    assert abs(np.mean(errors)) < 3 * float(np.std(errors)) / len(errors) ** 0.5


def test_its_interval_holds_the_truth_about_as_often_as_it_says():
    rnd = np.random.default_rng(4)
    found = [adjust(*toy(50, rnd)) for _ in range(400)]
    held = sum(one is not None and one.low <= 0.55 <= one.high for one in found) / len(found)
    assert 0.92 <= held <= 0.98


@pytest.mark.parametrize("pairs", [20, 50, 200])
def test_dice_that_do_not_matter_are_left_alone(pairs: int):
    """However few the pairs: never is a saving below zero claimed, and what chance alone seems to save is little."""
    rnd = np.random.default_rng(5)
    found = [adjust(*toy(pairs, rnd, weight=0.0)) for _ in range(200)]
    saved = [one.saved for one in found if one is not None]
    assert len(saved) < 100
    assert all(0 < part < 1 for part in saved)
    assert sum(saved) / 200 < 0.02


def test_what_results_hardly_follow_is_taken_out_once_there_are_pairs_enough_to_tell():
    rnd = np.random.default_rng(7)
    few, many = ([adjust(*toy(pairs, rnd, weight=0.03)) for _ in range(60)] for pairs in (20, 300))
    assert sum(one is not None for one in few) < sum(one is not None for one in many)
    saved = [one.saved if one is not None else 0.0 for one in many]
    assert sum(saved) / 60 == pytest.approx(0.03**2 / (0.03**2 + 0.1**2), abs=0.03)


def test_equal_results_have_no_luck_to_take_out():
    rnd = np.random.default_rng(8)
    assert adjust([1.0] * 40, [{"hit": float(rnd.normal())} for _ in range(40)]) is None


def test_too_few_pairs_or_no_dice_are_left_alone():
    assert adjust([0.5] * 19, [{"hit": 1.0}] * 19) is None
    assert adjust([0.5] * 40, [{}] * 40) is None


def test_many_kinds_of_rolls_are_told_apart_only_as_far_as_pairs_allow():
    rnd = np.random.default_rng(6)
    luck = [{f"kind {k}": float(rnd.normal() * (k + 1)) for k in range(8)} for _ in range(40)]
    found = adjust([0.05 * one["kind 7"] + 0.1 * float(rnd.random()) for one in luck], luck)
    assert found is not None
    assert found.kinds == ("kind 7", "kind 6", "other rolls")
