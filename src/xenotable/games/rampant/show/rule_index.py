"""Rules that are data: which function applies the entries of each table of the catalogue.

Only the coverage tool and the tests import this; a battle needs none of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from xenotable.engine import rule
from xenotable.games.rampant.content import content
from xenotable.games.rampant.rules.command import has_trait
from xenotable.games.rampant.rules.detachment.profiles import bought_numbers, profile
from xenotable.games.rampant.rules.psychic.powers import manifest
from xenotable.games.rampant.rules.scenarios.scoring import end_points
from xenotable.games.rampant.rules.scenarios.vows import is_vow_kept
from xenotable.games.rampant.rules.xeno.purchases import applied_xeno


def stand_behind(function: Callable[..., Any], ids: Iterable[str]) -> None:
    """Notes that a function applies the entries that these rules define."""
    for id in ids:
        rule(id)(function)


stand_behind(profile, (f"units.{id}" for id in content().units))


stand_behind(bought_numbers, (o.rule for o in content().options.values()))


stand_behind(applied_xeno, (x.rule for x in content().xeno.values()))


stand_behind(has_trait, (t.rule for t in content().traits.values()))


stand_behind(manifest, (p.rule for p in content().powers.values()))


stand_behind(is_vow_kept, (v.rule for v in content().vows.values()))


stand_behind(end_points, (s.rule for s in content().scenarios.values()))
