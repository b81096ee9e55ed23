"""A whole round of the invasion generator, and the scrambling of its actions."""

from __future__ import annotations

from collections.abc import Sequence

from xenotable.engine import cite, rule
from xenotable.games.xcom.content import book
from xenotable.games.xcom.rules.generator.order import contents, order_actions
from xenotable.games.xcom.rules.generator.placement import descents, detections
from xenotable.games.xcom.rules.generator.wave import Brief, Die, Invasion, Rolls, focus, level_of, wave
from xenotable.games.xcom.rules.timed.action_list import frame_actions
from xenotable.games.xcom.state import Planned


@rule("generator.steps")
@rule("generator.report-only")
@rule("generator.first-round-deck")
def invade(brief: Brief, die: Die) -> Invasion:
    d = Rolls(die)
    ufos, enemies, crises = wave(brief)
    down = descents(brief, d)
    detected = detections(brief, ufos, d)
    body = order_actions(contents(brief, down, detected, enemies, crises), d)
    for _ in range(scrambles(brief, d)):
        at = target(body, d)
        if at is not None:
            body = scramble_action(body, at, d)
    return Invasion(frame_actions(brief, body), focus(brief), (ufos, enemies, crises), tuple(d.noted))


# ---- scrambling ------------------------------------------------------------------------------------------------------


@rule("generator.scramble-roll", neutral=lambda *_: 0)
def scrambles(brief: Brief, d: Rolls) -> int:
    limit = level_of(brief).scramble
    rolled = sum(d(20, "scramble") <= limit for _ in range(min(6, brief.last.orbit)))
    return cancel_scrambles(rolled + forced_scrambles(brief), brief)


@rule("generator.scramble-force", neutral=lambda brief: 0)
def forced_scrambles(brief: Brief) -> int:
    return brief.scrambles


@rule("generator.scramble-cancel", neutral=lambda n, brief: n)
def cancel_scrambles(n: int, brief: Brief) -> int:
    return max(0, n - brief.unscramble)


@rule("generator.scramble-target", neutral=lambda *_: None)
@rule("generator.scramble-never", neutral=lambda *_: None)
@rule("generator.scramble-once", neutral=lambda *_: None)
def target(body: Sequence[Planned], d: Rolls) -> int | None:
    """The place in the body of the action to scramble; None if none is left."""
    rows = book().actions
    left = [a for a in rows if rows[a].response and any(p.id == a and not p.scrambled for p in body)]
    if not left:
        return None
    chosen = left[d(len(left), "target") - 1]
    return next(i for i, p in enumerate(body) if p.id == chosen)


@rule("generator.scramble-move", neutral=lambda body, at, d: list(body))
def scramble_action(body: Sequence[Planned], at: int, d: Rolls) -> list[Planned]:
    out = list(body)
    moved = out.pop(at)
    out.insert(earlier(body, at, d), Planned(moved.id, moved.places, True))
    return out


def earlier(body: Sequence[Planned], at: int, d: Rolls) -> int:
    """Where the action at this place goes (places counted from 0)."""
    if body[at].id == "deploy_squad":
        chosen = next((i for i, p in enumerate(body) if p.id == "choose_mission"), None)
        if chosen is not None:
            cite("generator.scramble-squad")
            return chosen + d(at - chosen, "position")
    if at == 0:
        cite("generator.scramble-first")
        return 0
    return d(at, "position") - 1
