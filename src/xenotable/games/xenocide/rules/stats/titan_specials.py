"""Specials that hurt titans more (chapter "stats")."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from xenotable.engine import Choose, Flow, rule
from xenotable.games.xenocide.rules.titans.hits import Hit, Hull
from xenotable.games.xenocide.state import PROJECTOR
from xenotable.odds import ATTACKER


@rule("stats.crippling", neutral=lambda t, s, left: s)
def cripple_system(t: Hit, s: Hull, left: Sequence[str]) -> Flow[Hull]:
    """The shooter names a working system that the hit damages, too."""
    names = dict(zip(t.systems, t.names, strict=True))
    system = yield from Choose(
        seat=ATTACKER, key="cripple", rule="stats.crippling", prompt="Which system is damaged?",
        among=lambda: tuple(left), label=lambda x: names[x].capitalize(),
        default=PROJECTOR if PROJECTOR in left else left[0],
    )  # fmt: skip
    return replace(s, damaged=(*s.damaged, system))


@rule("stats.ca-shatter", neutral=lambda s: s)
def shatter_layer(s: Hull) -> Hull:
    return replace(s, layers=s.layers - 1)
