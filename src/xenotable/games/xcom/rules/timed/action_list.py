"""The list of a timed phase: its frame, and what may still come for who does not know it."""

from __future__ import annotations

from collections.abc import Sequence

from xenotable.engine import Random, cite, rule
from xenotable.games.xcom.content import book
from xenotable.games.xcom.rules.generator.order import contents, order_actions
from xenotable.games.xcom.rules.generator.placement import place
from xenotable.games.xcom.rules.generator.wave import FIRST, Brief, Rolls, unlocking_round, wave
from xenotable.games.xcom.state import Planned, Xcom


@rule("timed.first-two", neutral=lambda brief, body: tuple(body))
def frame_actions(brief: Brief, body: Sequence[Planned]) -> tuple[Planned, ...]:
    """The body between the actions that are always first and ENDING."""
    opening = [Planned("new_tech"), Planned("budget")]
    if unlocking_round(brief.plan, brief.reports, brief.clock) == brief.round:
        opening.append(Planned("unlock_final"))
    return (*opening, *body, Planned("ending"))


def brief_of(game: Xcom, unscramble: int = 0) -> Brief:
    """What the generator knows of the running round."""
    war, reports = game.now, tuple(game.reports[i] for i in range(game.now.round))
    return Brief(game.setup.difficulty, war.plan, war.round, reports, war.scrambles, unscramble, war.extra)


@rule("timed.hidden-list", neutral=lambda *_: ())
def possible(brief: Brief, past: Sequence[str], rnd: Random) -> tuple[Planned, ...]:
    """What the round must hold, less what has come, in some possible order."""
    cite("odds.timed-hidden")
    rolls = Rolls(lambda sides: 1 + int(rnd() * sides))
    colours, weight = brief.last.colours, book().difficulties[brief.difficulty].red_weight
    ufos, enemies, crises = wave(brief)
    places = [place(colours, weight, rolls, "UFO") for _ in range(ufos)]
    down = [place(colours, weight, rolls, "descent", orbit=False) for _ in range(brief.last.orbit)]
    opening = [p for p in frame_actions(brief, ()) if p.id != "ending"]
    left = still_to_come((*opening, *contents(brief, down, places, enemies, crises)), list(past))
    first = [p for p in left if p.id in FIRST]
    ending = () if "ending" in past else (Planned("ending"),)
    return (*first, *order_actions([p for p in left if p not in first], rolls), *ending)


def still_to_come(actions: Sequence[Planned], past: list[str]) -> tuple[Planned, ...]:
    gone = list(past)
    out = []
    for planned in actions:
        if planned.id in gone:
            gone.remove(planned.id)
        else:
            out.append(planned)
    return tuple(out)
