"""The example that learns: its slopes are right, it learns, and what it learned can sit down at a table."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from xenotable.engine import Match
from xenotable.games import game
from xenotable.players import Declared, declare, play_out, player
from xenotable.players import outside as outside_module

FILE = Path(__file__).parents[2] / "examples" / "train_rampant.py"
LONG = os.environ.get("XENOTABLE_TRAINING", "")  # games of training, after which it must win 160 of 200


@pytest.fixture(scope="module")
def learner() -> ModuleType:
    spec = importlib.util.spec_from_file_location("train_rampant", FILE)
    module = sys.modules["train_rampant"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def batch(learner: ModuleType, n: int = 6, width: int = 4) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(2)
    mask = np.ones((n, width))
    mask[0, 2:] = 0
    return {
        "about": rng.normal(size=(n, width, learner.ABOUT)), "state": rng.normal(size=(n, learner.STATE)), "mask": mask,
        "taken": np.array([0, 1, 2, 3, 0, 1]), "chance": np.full(n, 0.3), "gain": rng.normal(size=n),
        "target": rng.normal(size=n),
    }  # fmt: skip


def loss(learner: ModuleType, policy, b: dict[str, np.ndarray]) -> float:
    """What a step goes down: minus the clipped surrogate and the entropy, and half the squared error of the value."""
    chances, value, *_ = policy.forward(b["about"], b["state"], b["mask"])
    ratio = chances[np.arange(len(value)), b["taken"]] / b["chance"]
    clipped = np.clip(ratio, 1 - learner.CLIP, 1 + learner.CLIP)
    surrogate = np.minimum(ratio * b["gain"], clipped * b["gain"]).mean()
    entropy = -(chances * np.log(np.maximum(chances, 1e-12))).sum(1).mean()
    return -surrogate - learner.ENTROPY * entropy + 0.5 * ((value - b["target"]) ** 2).mean()


def test_the_slopes_are_those_of_the_loss(learner: ModuleType, monkeypatch: pytest.MonkeyPatch):
    policy, b, found = learner.Policy(1), batch(learner), {}
    monkeypatch.setattr(policy, "move", found.update)
    policy.learn(b)
    for name, slope in found.items():
        flat, slopes = policy.p[name].ravel(), np.asarray(slope).ravel()
        for i in range(0, len(flat), max(1, len(flat) // 5)):
            kept, losses = flat[i], []
            for nudge in (1e-5, -1e-5):
                flat[i] = kept + nudge
                policy.p[name] = flat.reshape(policy.p[name].shape)
                losses.append(loss(learner, policy, b))
            flat[i] = kept
            policy.p[name] = flat.reshape(policy.p[name].shape)
            assert slopes[i] == pytest.approx((losses[0] - losses[1]) / 2e-5, abs=1e-6), name


def test_a_short_training_runs_and_its_policy_sits_down(
    learner: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    told: list[str] = []
    policy, got = learner.train(4, told=told.append, block=2)
    assert len(got) == 4
    assert len(told) == 2
    policy.save(tmp_path / "rampant.npz")
    learner.draw(got, tmp_path / "learning.svg")
    assert "<svg" in (tmp_path / "learning.svg").read_text()
    monkeypatch.setenv("XENOTABLE_POLICY", str(tmp_path / "rampant.npz"))
    monkeypatch.setattr(outside_module, "_DECLARED", {})
    declare({"trained": Declared(f"{FILE}:Trained")})
    title = game("rampant")
    match = Match(title.new(title.offers()[0].setup), 2, live=False)
    play_out(match, {0: player("trained", title, 1), 1: player("random", title, 1)}, limit=2000)
    assert match.over


def test_a_few_games_teach_it_to_win(learner: ModuleType):
    """Two random players draw nine games of ten; so does a policy that has learned nothing."""
    policy, _ = learner.train(120, told=lambda line: None)
    before, after = (learner.evaluate(one, 16)[0] for one in (learner.Policy(0), policy))
    assert before <= 6
    assert after >= 11


@pytest.mark.skipif(not LONG, reason="a minute of learning: set XENOTABLE_TRAINING=400")
def test_a_trained_policy_beats_random_players(learner: ModuleType):
    policy, _ = learner.train(int(LONG), told=lambda line: None)
    wins, draws, losses = learner.evaluate(policy, 200)
    assert wins >= 160, (wins, draws, losses)
