"""Recon models find what hides (rule "stats.recon-stat")."""

from __future__ import annotations

from collections.abc import Iterable

from xenotable.engine import rule
from xenotable.engine.memory import until_moved
from xenotable.games.xenocide.rules.play.models import kind_of
from xenotable.games.xenocide.rules.sight.line_of_sight import base, sight_shape, visible, watchers
from xenotable.games.xenocide.rules.sight.viewpoints import Seen
from xenotable.games.xenocide.state import Xenocide
from xenotable.table import gap


@rule("stats.recon-stat", neutral=lambda game, seat, target, reach: False)
def recon_sees(game: Xenocide, seat: int, target: Seen, reach: float) -> bool:
    """Does a Recon model of this side see the target from at most this far?"""
    return is_seen_by(game, scouts(game, seat), target, reach)


@until_moved
def scouts(game: Xenocide, seat: int) -> list[Seen]:
    """The Recon models of a side that can look."""
    return [sight_shape(game, m) for m in watchers(game, seat) if kind_of(game, m).recon]


def is_seen_by(game: Xenocide, eyes: Iterable[Seen], target: Seen, reach: float) -> bool:
    """Does somebody see the target from at most this far?"""
    there = base(target)
    return any(gap(base(eye), there) <= reach and visible(game, (eye,), (target,))[0][0] for eye in eyes)
