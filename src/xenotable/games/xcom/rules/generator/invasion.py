"""Invasion generator: how the app decides what happens in a timed phase, in which order, and how it reacts.

Pure functions of data and virtual rolls: no board, no clock, no game object. The companion runs the same functions.
`d(n)` gives a whole number from 1 to n.
"""

from __future__ import annotations

from xenotable.engine import rule
from xenotable.games.xcom.rules.generator.order import contents, ordered
from xenotable.games.xcom.rules.generator.placement import descents, detections
from xenotable.games.xcom.rules.generator.scrambling import scrambled, scrambles, target
from xenotable.games.xcom.rules.generator.wave import Brief, Die, Invasion, Rolls, focus, wave
from xenotable.games.xcom.rules.timed.coming import framed

# ---- a whole round ---------------------------------------------------------------------------------------------------


@rule("generator.steps")
@rule("generator.report-only")
@rule("generator.first-round-deck")
def invade(brief: Brief, die: Die) -> Invasion:
    d = Rolls(die)
    ufos, enemies, crises = wave(brief)
    down = descents(brief, d)
    detected = detections(brief, ufos, d)
    body = ordered(contents(brief, down, detected, enemies, crises), d)
    for _ in range(scrambles(brief, d)):
        at = target(body, d)
        if at is not None:
            body = scrambled(body, at, d)
    return Invasion(framed(brief, body), focus(brief), (ufos, enemies, crises), tuple(d.noted))
