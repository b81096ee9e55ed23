"""Many rays at once: the same arithmetic as `sight.clear`, over arrays. Used once numpy is there; nobody imports it for
this alone."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
Block = tuple[float, float, float, float, float, bool]  # x0, y0, x1, y1, top, solid


def clear(blocks: Sequence[Block], p: Floats, q: Floats, through: float) -> Bools:
    """For rows (x, y, z) of p and q: does the ray meet nothing solid and at most `through` inches of the rest?"""
    swap = (q[:, 0] < p[:, 0]) | ((q[:, 0] == p[:, 0]) & (q[:, 1] < p[:, 1]))
    a, b = np.where(swap[:, None], q, p), np.where(swap[:, None], p, q)
    d = b - a
    plan = np.sqrt(d[:, 0] * d[:, 0] + d[:, 1] * d[:, 1])
    shape = np.array(blocks, np.float64).T
    t0, t1 = np.zeros((len(p), len(blocks))), np.ones((len(p), len(blocks)))
    with np.errstate(divide="ignore", invalid="ignore"):
        for axis in (0, 1):
            at, by = a[:, axis, None], d[:, axis, None]
            s0, s1 = (shape[axis] - at) / by, (shape[axis + 2] - at) / by
            inside = (shape[axis] < at) & (at < shape[axis + 2])
            still = by == 0.0
            low = np.where(still, np.where(inside, -np.inf, 2.0), np.minimum(s0, s1))
            high = np.where(still, np.where(inside, np.inf, -1.0), np.maximum(s0, s1))
            t0, t1 = np.maximum(t0, low), np.minimum(t1, high)
        z, dz = a[:, 2, None], d[:, 2, None]
        top = (shape[4] - z) / dz
        t1 = np.where(dz > 0.0, np.minimum(t1, top), t1)
        t0 = np.where(dz < 0.0, np.maximum(t0, top), t0)
        long = np.where((dz == 0.0) & (z >= shape[4]), 0.0, np.maximum(t1 - t0, 0.0))
    solid = shape[5] > 0.0
    stopped = (long[:, solid] > 0.0).any(axis=1)
    found: Bools = ~stopped & (plan * long[:, ~solid].sum(axis=1) <= through)
    return found


def rims(
    blocks: Sequence[Block], eyes: Sequence[Sequence[float]], targets: Sequence[Sequence[float]],
    pairs: Sequence[tuple[int, int]], turns: Sequence[tuple[float, float]], through: float,
) -> list[bool]:  # fmt: skip
    """For pairs of an eye and a target (x, y, r, z): does the eye see a point of the target's rim?"""
    n = len(turns)
    p = np.array([eyes[i] for i, _ in pairs], np.float64)[:, (0, 1, 3)].repeat(n, axis=0)
    t = np.array([targets[j] for _, j in pairs], np.float64).repeat(n, axis=0)
    spin = np.tile(np.array(turns, np.float64), (len(pairs), 1))
    q = t[:, (0, 1, 3)]
    q[:, :2] = np.round((q[:, :2] + t[:, 2:3] * spin) * 1024.0) / 1024.0
    seen: list[list[bool]] = clear(blocks, p, q, through).reshape(len(pairs), n).tolist()
    return [any(rim) for rim in seen]
