"""Learns a small battle of Xenos Rampant by proximal policy optimisation (PPO), in numpy alone.

    python examples/train_rampant.py --games 400 --out rampant.npz --plot learning.svg
    xenotable sim rampant --offer first-battle -n 200 --players examples/train_rampant.py:Trained,random

A small network looks at each candidate and gives it a score; the softmax of the scores is the policy. So it does not
matter how many candidates there are, and what was learned about one attack holds for all.
"""

from __future__ import annotations

import argparse
import os
import random
from collections.abc import Sequence
from math import dist, tanh
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces

from xenotable.lab.encoding import WORDS, words
from xenotable.lab.environment import Solo
from xenotable.lab.episode import WIDTH, Candidate
from xenotable.players import Decision

BATTLE = "first-battle"
CENTRE, CIRCLE = (24.0, 24.0), 6.0  # who holds the circle at the end gets two points, and a unit removed gives some too
FIGURES = 17
ABOUT = FIGURES + 2 * WORDS  # numbers about a candidate: figures, then what is asked and what it is called
STATE = 6  # numbers about the position
HIDDEN = 32
GAMMA, TRACE = 0.99, 0.9  # what later rewards count, and how far the estimate is trusted
CLIP, RATE, ENTROPY, EPOCHS, BATCH = 0.2, 0.004, 0.003, 6, 128


# ---- what it sees ----------------------------------------------------------------------------------------------------


class Scout:
    """An encoder: what each candidate is about, and how near it brings a unit to the circle and to the enemy."""

    space = spaces.Dict({
        "candidates": spaces.Box(-1.0, 1.0, (WIDTH, ABOUT), np.float32),
        "state": spaces.Box(-1.0, 1.0, (STATE,), np.float32),
    })  # fmt: skip

    def __call__(self, view: Any, candidates: Sequence[Candidate]) -> dict[str, Any]:
        foes = [(row.x, row.y) for row in fielded(view.game) if row.seat != view.seat]
        rows = np.zeros((WIDTH, ABOUT), np.float32)
        for row, candidate in zip(rows, candidates, strict=False):
            row[:] = about(candidate, view, foes)
        return {"candidates": np.clip(rows, -1, 1), "state": np.clip(np.array(state(view), np.float32), -1, 1)}


def about(candidate: Candidate, view: Any, foes: Sequence[tuple[float, float]]) -> Any:
    ask, value, _ = candidate
    units, unit = view.game.units, unit_of(candidate)
    row = units.get(unit)
    start = end = (row.x, row.y) if row is not None and row.where in ON_TABLE else None
    if hasattr(value, "paths"):  # a move
        end = next((path[-1][:2] for path in value.paths.values() if path), start)
    elif hasattr(value, "at"):  # a deployment
        end = tuple(np.mean([at[:2] for at in value.at.values()], 0))
    figures = (
        1.0, row is not None and row.seat == view.seat, row is not None and row.seat != view.seat,
        row.strength / view.game.profile[unit].strength if row is not None else 0.0,
        row is not None and row.suppressed, value is True, value is False, end is not None and start == end,
        *approach(start, end, [CENTRE]), *approach(start, end, foes),
        start is not None and dist(start, CENTRE) <= CIRCLE, end is not None and dist(end, CENTRE) <= CIRCLE,
        view.game.now.round / 7,
    )  # fmt: skip
    called = value if isinstance(value, str) and value not in units else ""
    return np.concatenate([figures, words(ask.key.partition(":")[0]), words(called)])


def unit_of(candidate: Candidate) -> str:
    """The unit that a candidate is about."""
    ask, value, _ = candidate
    if hasattr(value, "paths"):
        return str(ask.pieces[0].on)
    on = getattr(ask, "on", None)
    return str(on(value) if on is not None else value)


def approach(start: Any, end: Any, goals: Sequence[tuple[float, float]]) -> tuple[float, float, float]:
    """How far the nearest goal is, how far it will be, and how much nearer that is."""
    if end is None or not goals:
        return 1.0, 1.0, 0.0
    then = min(dist(end, goal) for goal in goals)
    now = min(dist(start, goal) for goal in goals) if start is not None else then
    return now / 36, then / 36, (now - then) / 12


ON_TABLE = ("table", "inside")


def fielded(game: Any) -> list[Any]:
    return [row for row in game.units.values() if row.where in ON_TABLE]


def state(view: Any) -> tuple[float, ...]:
    own, other = strengths(view)
    held, theirs = strengths(view, CIRCLE)
    return own - other, own, view.game.now.round / 7, tanh(lead(view) / 4), held, theirs


def strengths(view: Any, near: float = 99.0) -> tuple[float, float]:
    """What is left of the own side and of the other, from 0 to 1; or what of it stands near the centre."""
    left, full = [0.0, 0.0], [1e-9, 1e-9]
    for unit, row in view.game.units.items():
        side, what = int(row.seat != view.seat), view.game.profile[unit]
        full[side] += what.points
        if row.where in ON_TABLE and dist((row.x, row.y), CENTRE) <= near:
            left[side] += what.points * row.strength / what.strength
    return left[0] / full[0], left[1] / full[1]


def lead(view: Any) -> float:
    scores = view.title.progress(view.game).scores
    return float(scores[view.seat] - scores[1 - view.seat])


def worth(view: Any) -> float:
    """What is rewarded as it grows: in the end the result and the points; until then a guess at it, by what is left of
    both sides and how near to the circle it stands."""
    if results := view.title.results(view.game):
        return 2 * (2 * results[view.seat] - 1) + 0.1 * lead(view)
    sides = [strengths(view, near) for near in (99.0, 3 * CIRCLE, 2 * CIRCLE, CIRCLE)]
    return 0.5 * sum(own - other for own, other in sides)


# ---- the network -----------------------------------------------------------------------------------------------------


class Policy:
    """Two layers for the candidates, two for the position; trained by Adam."""

    def __init__(self, seed: int = 0) -> None:
        rng = np.random.default_rng(seed)
        sizes = {"w1": (ABOUT + STATE, HIDDEN), "w2": (HIDDEN, 1), "v1": (STATE, HIDDEN), "v2": (HIDDEN, 1)}
        self.p = {name: rng.normal(0, shape[0] ** -0.5, shape) for name, shape in sizes.items()}
        self.p |= {"b1": np.zeros(HIDDEN), "c1": np.zeros(HIDDEN), "c2": np.zeros(1)}
        self.m = {name: (np.zeros_like(v), np.zeros_like(v)) for name, v in self.p.items()}
        self.steps = 0

    def forward(self, about: Any, state: Any, mask: Any) -> tuple[Any, ...]:
        """Chances of the candidates, worth of the position, and what the way back needs."""
        x = np.concatenate([about, np.repeat(state[:, None, :], about.shape[1], 1)], 2)
        h = np.tanh(x @ self.p["w1"] + self.p["b1"])
        scores = np.where(mask > 0, (h @ self.p["w2"])[:, :, 0], -1e9)
        chances = np.exp(scores - scores.max(1, keepdims=True)) * (mask > 0)
        chances /= chances.sum(1, keepdims=True)
        g = np.tanh(state @ self.p["v1"] + self.p["c1"])
        return chances, (g @ self.p["v2"] + self.p["c2"])[:, 0], x, h, g

    def learn(self, b: dict[str, Any]) -> None:
        """One step of PPO on a batch: the clipped surrogate, the error of the value, and some entropy."""
        chances, value, x, h, g = self.forward(b["about"], b["state"], b["mask"])
        n, rows = len(value), np.arange(len(value))
        ratio = chances[rows, b["taken"]] / b["chance"]
        clipped = np.where(b["gain"] > 0, ratio > 1 + CLIP, ratio < 1 - CLIP)
        pull = np.where(clipped, 0.0, b["gain"] * ratio)  # of the logarithm of the chance taken
        log = np.log(np.maximum(chances, 1e-12))
        spread = -(chances * log).sum(1, keepdims=True)
        grad = -chances * pull[:, None]
        grad[rows, b["taken"]] += pull
        grad -= ENTROPY * chances * (log + spread)
        scores = -grad / n  # downhill
        back = scores[:, :, None] * self.p["w2"][:, 0] * (1 - h * h)
        off = (value - b["target"])[:, None] / n
        turn = off * self.p["v2"][:, 0] * (1 - g * g)
        self.move({
            "w2": np.einsum("nk,nkh->h", scores, h)[:, None], "w1": np.einsum("nkx,nkh->xh", x, back),
            "b1": back.sum((0, 1)), "v2": g.T @ off, "c2": off.sum(0), "v1": b["state"].T @ turn, "c1": turn.sum(0),
        })  # fmt: skip

    def move(self, slopes: dict[str, Any]) -> None:
        self.steps += 1
        for name, slope in slopes.items():
            first, second = self.m[name]
            first += 0.1 * (slope - first)
            second += 0.001 * (slope * slope - second)
            step = first / (1 - 0.9**self.steps) / (np.sqrt(second / (1 - 0.999**self.steps)) + 1e-8)
            self.p[name] -= RATE * step

    def save(self, path: Path) -> None:
        with path.open("wb") as file:
            np.savez(file, **self.p)

    @classmethod
    def load(cls, path: Path) -> Policy:
        policy = cls()
        with np.load(path) as kept:
            policy.p = {name: kept[name] for name in policy.p}
        return policy


# ---- playing and learning --------------------------------------------------------------------------------------------


def play(policy: Policy, env: Solo, seed: int, rng: Any = None) -> tuple[list[dict[str, Any]], float]:
    """One game by the policy's chances, or always by the best one without `rng`; its decisions, and what it got: 1,
    0.5 or 0."""
    seen, _ = env.reset(seed=seed)
    steps: list[dict[str, Any]] = []
    over = cut = False
    while not (over or cut):
        n = int(seen["action_mask"].sum())
        about, state, mask = seen["candidates"][:n], seen["state"], seen["action_mask"][:n]
        chances, value, *_ = policy.forward(about[None], state[None], mask[None])
        taken = int(rng.choice(n, p=chances[0]) if rng is not None else chances[0].argmax())
        seen, reward, over, cut, _ = env.step(taken)
        steps.append({"about": about, "state": state, "taken": taken, "chance": chances[0, taken], "value": value[0],
                      "reward": reward})  # fmt: skip
    results = env.table.title.results(env.episode.match.game)
    return steps, results[env.learner] if results else 0.5


def credit(steps: list[dict[str, Any]]) -> None:
    """How much better each decision turned out than was thought (generalised advantage estimation)."""
    gain, later = 0.0, 0.0
    for step in reversed(steps):
        gain = step["reward"] + GAMMA * later - step["value"] + GAMMA * TRACE * gain
        later = step["value"]
        step["gain"], step["target"] = gain, gain + step["value"]


def batch_of(steps: list[dict[str, Any]]) -> dict[str, Any]:
    width = max(len(step["about"]) for step in steps)
    about = np.zeros((len(steps), width, ABOUT))
    mask = np.zeros((len(steps), width))
    for i, step in enumerate(steps):
        about[i, : len(step["about"])] = step["about"]
        mask[i, : len(step["about"])] = 1
    return {"about": about, "mask": mask} | {
        name: np.array([step[name] for step in steps]) for name in ("state", "taken", "chance", "gain", "target")
    }


def both_seats() -> list[Solo]:
    return [Solo("rampant", BATTLE, seat, "random", Scout(), worth) for seat in (0, 1)]


def train(games: int, seed: int = 0, told: Any = print, block: int = 8) -> tuple[Policy, list[float]]:
    """The policy after so many games against random players, from both seats; and what it got in each on the way."""
    policy, rng, envs = Policy(seed), np.random.default_rng(seed), both_seats()
    got: list[float] = []
    for first in range(0, games, block):
        steps: list[dict[str, Any]] = []
        for n in range(first, min(games, first + block)):
            played, result = play(policy, envs[n % 2], seed * 1_000_000 + n, rng)
            credit(played)
            steps += played
            got.append(result)
        gains = np.array([step["gain"] for step in steps])
        for step in steps:
            step["gain"] = (step["gain"] - gains.mean()) / (gains.std() + 1e-8)
        for _ in range(EPOCHS):
            rng.shuffle(steps)
            for at in range(0, len(steps), BATCH):
                policy.learn(batch_of(steps[at : at + BATCH]))
        wins, draws, losses = count(got[-50:])
        told(f"{len(got)} games; of the last 50 {wins} won, {draws} drawn, {losses} lost")
    return policy, got


def evaluate(policy: Policy, games: int) -> tuple[int, int, int]:
    """Wins, draws and losses against random players, seats changed, on battles it was not trained on."""
    envs = both_seats()
    return count([play(policy, envs[n % 2], 500_000_000 + n)[1] for n in range(games)])


def count(got: Sequence[float]) -> tuple[int, int, int]:
    return got.count(1.0), got.count(0.5), got.count(0.0)


class Trained:
    """A player that decides by what was learned: `XENOTABLE_POLICY`, or `rampant.npz` in this folder."""

    def __init__(self, title: Any, seed: int | str = 0) -> None:
        self.policy = Policy.load(Path(os.environ.get("XENOTABLE_POLICY", "rampant.npz")))
        self.random, self.scout = random.Random(f"trained:{seed}"), Scout()

    def decide(self, view: Any, deadline: float | None = None) -> Decision:
        found = [Candidate(ask, value) for ask in view.undecided() for value in ask.candidates(32, self.random.random)]
        seen = self.scout(view, found[:WIDTH])
        n = len(found[:WIDTH])
        chances, *_ = self.policy.forward(seen["candidates"][None, :n], seen["state"][None], np.ones((1, n)))
        best = found[int(chances[0].argmax())]
        return Decision(best.ask.key, best.value, "It went well before.")


def draw(got: Sequence[float], out: Path, window: int = 50) -> None:
    """What the last so many games brought, at each moment of the training."""
    import matplotlib
    from matplotlib.figure import Figure

    window = min(window, len(got))
    at = range(window, len(got) + 1, max(1, len(got) // 100))
    shares = np.array([count(got[n - window : n]) for n in at]) / window
    figure = Figure(figsize=(7, 3.4), layout="constrained")
    axes = figure.subplots()
    axes.stackplot(at, shares.T, labels=("won", "drawn", "lost"), colors=("#2a6f97", "#c9d6df", "#c1666b"))
    axes.axhline(0.8, color="#333333", linewidth=1, linestyle=":")
    axes.set(xlabel="games played", ylabel=f"of the last {window} games", ylim=(0, 1))
    axes.margins(x=0)
    axes.set_title("Learning a first battle of Xenos Rampant against a random player", fontsize=10)
    axes.legend(loc="lower right", fontsize=8)
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "xenotable"}):  # the same games, the same file
        figure.savefig(out, metadata={"Date": None} if out.suffix == ".svg" else None)


def main() -> None:
    options = argparse.ArgumentParser(description="Learns a small battle of Xenos Rampant.")
    options.add_argument("--games", type=int, default=400)
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--evaluate", type=int, default=200, help="games at the end against random players")
    options.add_argument("--out", type=Path, default=Path("rampant.npz"))
    options.add_argument("--plot", type=Path)
    given = options.parse_args()
    policy, got = train(given.games, given.seed)
    policy.save(given.out)
    if given.plot:
        draw(got, given.plot)
    wins, draws, losses = evaluate(policy, given.evaluate)
    print(f"Against random players: {wins} won, {draws} drawn, {losses} lost of {given.evaluate}.")


if __name__ == "__main__":
    main()
