"""Companion mode: the reports of a round with their checks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from xenotable.engine import Ask, Choose, First, Flow, Number, Refusal, Scene, cite, rule, scene
from xenotable.games.xcom.content import CONTINENTS
from xenotable.games.xcom.rules.companion.ending import announce
from xenotable.games.xcom.rules.companion.guide import adjust_asks, adjust_next_phase, one_of
from xenotable.games.xcom.rules.companion.pages import pages, unlocked_in_round
from xenotable.games.xcom.rules.generator.wave import COLOURS
from xenotable.games.xcom.scenes import CoReady, CoReports, Guide
from xenotable.games.xcom.state import COMPLETED, IN_PLAY, NONE, UFOS, Companion, Report


@scene
@rule("companion.confirm", neutral=lambda *_: [])
def co_reports(game: Companion, at: CoReports) -> Flow[list[Scene]]:
    """All questions stand open together; every answer can be changed until Confirm."""
    reply = yield from First(asks=_report_asks(game))
    match reply.key:
        case "base":
            game.draft.set(0, destroyed=reply.value)
        case "orbit" | "mission":
            game.draft.set(0, **{reply.key: reply.value})
        case "fallen":
            game.draft.set(0, fallen_ufos=reply.value)
        case "panic":
            drag(game, *reply.value)
        case "adjust" | "retract":
            adjust_next_phase(game, reply)
        case "back":
            game.put(phase="guide", page=len(pages(bool(unlocked_in_round(game)))) - 1)
            return [Guide()]
        case _:
            return confirm_report(game)
    return [at]


def _report_asks(game: Companion) -> list[Ask[Any]]:
    asks: list[Ask[Any]] = [
        one_of("base", "companion.ask-base", "Is the base destroyed?", (False, True)),
        Number(seat=0, key="orbit", rule="companion.ask-orbit", prompt="How many UFOs are in orbit?", low=0, high=UFOS),
        one_of("mission", "companion.ask-mission", "The mission?", (COMPLETED, IN_PLAY, NONE)),
        Choose(
            seat=0,
            key="panic",
            rule="companion.ask-panic",
            prompt="Drag the markers.",
            among=lambda: [(c, colour) for c in CONTINENTS for colour in COLOURS],
            why_not=lambda v: drag_refusals(game, *v),
            label=lambda v: f"{game.name(v[0])}: {v[1]}",
            on=lambda v: v[0],
        ),
    ]
    if newly_fallen(game):
        prompt, most = "UFOs of fallen continents move to orbit: how many?", UFOS - game.draft[0].orbit
        asks.append(Number(seat=0, key="fallen", rule="companion.ask-fallen-ufos", prompt=prompt, low=0, high=most))
    confirm = one_of("confirm", "companion.confirm", "Fix the report?", ("confirm",), "Confirm")
    confirm.why_not = lambda _: confirm_refusals(game)
    back = one_of("back", "companion.guide", "Back to the pages?", ("back",), "Back")
    return [*asks, confirm, back, *adjust_asks(game)]


@rule("companion.ask-fallen-ufos", neutral=lambda game: [])
def newly_fallen(game: Companion) -> list[str]:
    before = game.reports[game.now.round - 1].colours
    now = game.draft[0].colours
    return [c for c, a, b in zip(CONTINENTS, before, now, strict=True) if b == "orange" and a != "orange"]


@rule("companion.validate", neutral=lambda game, continent, colour: ())
def drag_refusals(game: Companion, continent: str, colour: str) -> Iterator[Refusal]:
    was = game.reports[game.now.round - 1].colours[CONTINENTS.index(continent)]
    if was == "orange" and colour != "orange":
        yield Refusal("companion.validate", "{c} has fallen and stays so.", {"c": continent})


def confirm_refusals(game: Companion) -> Iterator[Refusal]:
    draft = game.draft[0]
    if draft.destroyed:
        return
    if not draft.mission:
        says = "Nobody has said what became of the mission."
        yield Refusal("companion.ask-mission", says, {}, "Choose completed, still in play or none in play.")
    if draft.orbit + moved_up(game) > UFOS:
        yield Refusal("companion.validate", "There are only {n} UFOs.", {"n": UFOS}, "Enter fewer UFOs in orbit.")


def moved_up(game: Companion) -> int:
    """UFOs that fallen continents send to orbit; none if no continent has fallen after all."""
    return game.draft[0].fallen_ufos if newly_fallen(game) else 0


@rule("companion.ask-panic", neutral=lambda *_: None)
def drag(game: Companion, continent: str, colour: str) -> None:
    at = CONTINENTS.index(continent)
    colours = game.draft[0].colours
    game.draft.set(0, colours=(*colours[:at], colour, *colours[at + 1 :]))
    was = game.reports[game.now.round - 1].colours[at]
    if (was, colour) in (("yellow", "orange"), ("red", "yellow")):
        cite("companion.validate")
        game.tell(
            "Please check: {c} goes from {a} to {b} in one round.", "companion.validate", c=continent, a=was, b=colour
        )


def confirm_report(game: Companion) -> list[Scene]:
    """The report is fixed, and the next round is prepared from it."""
    draft = game.draft[0]
    if draft.destroyed:
        return announce(game, False, "destroyed")
    fallen = moved_up(game)
    game.reports.add(game.now.round, Report(draft.orbit + fallen, draft.mission, draft.colours))
    if draft.colours.count("orange") >= 2:
        cite("companion.lose-panic")
        return announce(game, False, "panic")
    game.tell(
        "Report of round {n}: {o} in orbit, mission {m}.",
        "companion.confirm",
        n=game.now.round,
        o=draft.orbit + fallen,
        m=draft.mission,
    )
    return [CoReady(game.now.round + 1)]
