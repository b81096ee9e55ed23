"""The panels of the companion."""

from __future__ import annotations

from xenotable.engine import Line, Panel
from xenotable.games.xcom.content import CONTINENTS, ROLE_NAMES, book
from xenotable.games.xcom.rules.budget import funding
from xenotable.games.xcom.rules.companion.pages import pages, unlocked_in_round
from xenotable.games.xcom.rules.companion.session import cue, history
from xenotable.games.xcom.rules.companion.timed import plan_name
from xenotable.games.xcom.state import Companion


def panels(game: Companion, seat: int) -> list[Panel]:
    desk = game.now
    out = [Panel("round", "Round", lines=(Line(f"Round {desk.round}", desk.phase),))]
    if desk.phase in ("setup", "timed"):
        out.append(_setup(game))
    if desk.phase == "timed" and game.clock[0].action:
        out.append(action_panel(game))
    if desk.phase == "guide":
        page = pages(bool(unlocked_in_round(game)))[desk.page]
        lines = [Line(ROLE_NAMES[page.role], page.text, rule=page.rule)]
        if page.task:
            lines.append(Line("Threat", now=desk.threat, full=5))
        out.append(Panel("page", page.title, lines=tuple(lines)))
    if desk.phase == "reports":
        out.append(_report(game))
    if game.result is not None or desk.phase == "score":
        out.append(history_panel(game))
    return out


def _setup(game: Companion) -> Panel:
    desk = game.now
    lines = [
        Line("Plan", plan_name(game) if desk.plan else ""),
        Line("Headquarters", game.name(desk.headquarters)),
    ]
    lines += [Line("Starting UFO", game.name(p), on=p) for p in desk.ufos]
    lines += [Line(game.name(c), f"panic {p}", on=c) for c, p in zip(CONTINENTS, desk.panic, strict=False)]
    lines.append(Line("Emergency Funding", f"{book().difficulties[game.setup.difficulty].emergency} credits"))
    return Panel("setup", "Set-up", lines=tuple(lines))


def action_panel(game: Companion) -> Panel:
    """Title, role, box, timer and pause; UFO actions the places, research its lab, the budget its credits."""
    clock = game.clock[0]
    row = book().actions[clock.action]
    label = cue(clock, clock.began).label
    lines = [Line(f"{label}: {row.title}", ROLE_NAMES[row.seat] if row.seat >= 0 else "All")]
    lines += [Line("Place", game.name(p), on=p) for p in clock.places]
    if clock.action.startswith("assign_research"):
        lines.append(Line("Lab", clock.action[-1], on=f"lab{clock.action[-1]}"))
    if clock.action == "budget":
        shown = funding(game.setup.difficulty, game.reports[game.now.round - 1])
        lines.append(Line("Credits", str(shown), rule="budget.funding"))
    if clock.zero is not None:
        left = "unlimited" if clock.budget < 0 else f"{clock.budget / 1000:g} s"
        lines += [Line("Zero", f"{clock.zero} ms"), Line("Pause", left)]
    return Panel("action", "Action", lines=tuple(lines))


def _report(game: Companion) -> Panel:
    draft = game.draft[0]
    lines = [Line("UFOs in orbit", str(draft.orbit)), Line("Mission", draft.mission or "not said yet")]
    lines += [Line(game.name(c), colour, on=c) for c, colour in zip(CONTINENTS, draft.colours, strict=True)]
    lines.append(Line("UFOs of fallen continents", str(draft.fallen_ufos)))
    return Panel("report", "Report", lines=tuple(lines))


def history_panel(game: Companion) -> Panel:
    return Panel("history", "History", lines=tuple(Line(what, how) for what, how in history(game)))
