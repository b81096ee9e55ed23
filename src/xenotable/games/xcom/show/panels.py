"""The panels beside the board: what everybody sees, then what each role needs at hand."""

from __future__ import annotations

from msgspec.structs import replace

from xenotable.engine import Line, Panel, Stage, cite, coach_panel, rule
from xenotable.engine.display import Countdown
from xenotable.engine.wording import fill_template, render_template
from xenotable.games.xcom.content import (
    COMMANDER,
    LABS,
    LEADER,
    OFFICER,
    ROLE_NAMES,
    SCIENTIST,
    book,
    card_of,
    origin_of,
    text_of,
)
from xenotable.games.xcom.forecasts.timed import budget_forecast, defence_odds, panic_forecast
from xenotable.games.xcom.rules.actions.asks import recommended_scientists
from xenotable.games.xcom.rules.base.enemies import enemy_spaces
from xenotable.games.xcom.rules.cards.decks import deck_size
from xenotable.games.xcom.rules.cards.hand import hand
from xenotable.games.xcom.rules.companion.pages import pages
from xenotable.games.xcom.rules.content.soldiers import memorial
from xenotable.games.xcom.rules.mission.tasks import tasks_of
from xenotable.games.xcom.rules.modes.records import Record, record
from xenotable.games.xcom.rules.panic import panic_colour
from xenotable.games.xcom.rules.roles import front_role
from xenotable.games.xcom.rules.timed.interface import box, instructions
from xenotable.games.xcom.rules.timed.watch_cards import watch_refusals
from xenotable.games.xcom.rules.units.unit_locations import at
from xenotable.games.xcom.show.debriefing import debriefing
from xenotable.games.xcom.show.goal import goal_panel
from xenotable.games.xcom.state import Clock, Xcom


@rule("play.screen-commander", neutral=lambda *_: [])
@rule("play.screen-scientist", neutral=lambda *_: [])
@rule("play.screen-officer", neutral=lambda *_: [])
@rule("play.screen-leader", neutral=lambda *_: [])
def panels(game: Xcom, seat: int) -> list[Panel]:
    """What everybody sees, then what this role needs at hand."""
    out = [
        *goal_panel(game),
        *([coach_panel(__package__)] if game.setup.tutorial else []),
        *_debriefing_panels(game),
        *_steps(game, seat),
        *_timer(game, seat),
        _budget(game),
        _panic(game),
        _tracks(game),
        _decks(game),
        _ventures(game),
    ]
    if seat in range(4):
        out.append(_own_cards(game, seat))
    own = {COMMANDER: _commander, SCIENTIST: _scientist, OFFICER: _officer, LEADER: _leader}.get(seat)
    return [*out, own(game)] if own is not None else out


def _debriefing_panels(game: Xcom) -> list[Panel]:
    if game.result is None:
        return []
    *told, _ = debriefing(game, game.listener or ())
    out = [_record_panel(record(game)), Panel("debriefing", "Debriefing", "story", tuple(Line(says) for says in told))]
    fallen = memorial(game)
    return [*out, Panel("memorial", "Memorial", "story", tuple(Line(says) for says in fallen))] if fallen else out


def _record_panel(kept: Record) -> Panel:
    mark = " (not for records)" if kept.marked else ""
    lines = (
        Line("Score", f"{kept.score:g}", rule="modes.records"),
        Line("Result", "Won" if kept.won else "Lost"),
        Line("Difficulty", kept.difficulty.capitalize()),
        Line("Invasion plan", book().plans[kept.plan].name if kept.plan in book().plans else kept.plan),
        Line("Timer", kept.timer + mark, rule="modes.timer-option"),
        Line("Rounds", str(kept.rounds)),
        *(Line(role, who) for role, who in kept.players),
    )
    return Panel("record", "Record", "list", lines)


def _steps(game: Xcom, seat: int) -> list[Panel]:
    """The round as a row of steps. What is still to come in the timed phase nobody knows."""
    war = game.now
    if not war.round or game.result is not None:
        return []
    timed = war.phase == "timed"
    actions = [book().actions[id] for id in (war.past if timed and not hears_only(game, seat) else ())]
    found = [Stage(row.title, state="done", seat=row.seat) for row in actions] or [Stage("Timed phase", state="done")]
    if timed:
        found[-1] = replace(found[-1], state="next")
    steps = pages(war.unlocked)
    at = -1 if timed else next((n for n, page in enumerate(steps) if page.id == war.step), len(steps))
    for n, page in enumerate(steps):
        state = "done" if n < at else "next" if n == at else "later"
        found.append(Stage(page.title, page.text, state, seat=page.role))
    return [Panel("steps", f"Round {war.round}", "steps", stages=tuple(found))]


def hears_only(game: Xcom, seat: int) -> bool:
    """Where the Central Officer reads the actions out, nobody else sees them."""
    return game.setup.relay and seat != OFFICER


def _timer(game: Xcom, seat: int) -> list[Panel]:
    clock = game.clock[0]
    if game.now.phase != "timed" or not clock.action:
        return []
    row = book().actions[clock.action]
    if hears_only(game, seat):
        cite("play.relay")
        if row.seat not in (seat, -1):
            return [Panel("action", "Action", lines=(Line("Listen to the Central Officer"),))]
        text = Line("Instructions", instructions(clock.action), rule="timed.instructions")
        return [Panel("action", "Action", lines=(Line(row.title), text))]
    lines = [Line(row.title, ROLE_NAMES[row.seat] if row.seat >= 0 else "All", rule="timed.interface")]
    lines += [Line("Place", game.name(p), on=p) for p in clock.places]
    if clock.zero is not None:
        state = "expired" if clock.expired else "paused" if clock.paused is not None else "runs"
        lines.append(Line("Timer", f"{(clock.zero - clock.began) / 1000:g} s, {state}"))
    lines.append(Line("Instructions", instructions(clock.action), rule="timed.instructions"))
    lines += [Line(ROLE_NAMES[s], "ready") for s in clock.ready]
    lines += [Line(ROLE_NAMES[s], "asks for a pause") for s in clock.wanted]
    return [Panel("action", "Action", "timer", tuple(lines), timer=_countdown(clock, row.side))]


def _countdown(clock: Clock, side: str) -> Countdown:
    """The box of the interface: blue, red or yellow, with its word."""
    tone = "warn" if clock.scrambled else "alarm" if side == "alien" else "calm"
    seat = front_role(clock)
    if clock.zero is None:
        return Countdown(box(clock), tone, seat=seat)
    full = clock.zero - clock.began
    if clock.expired:
        return Countdown("EXPIRED", "late", full=full, seat=seat)
    if clock.paused is not None:
        return Countdown("PAUSED", "halt", left=clock.zero - clock.paused, full=full, seat=seat)
    return Countdown(box(clock), tone, clock.zero, full=full, seat=seat)


def _budget(game: Xcom) -> Panel:
    now = budget_forecast(game)
    lines = (
        Line("Credits", str(now.credits), rule="actions.budget"),
        Line("Units assigned", str(now.units)),
        Line("Difference", f"{now.credits - now.units:+d}"),
        Line("Emergency Funding", str(now.emergency)),
    )
    kind = "strip" if game.now.phase == "timed" else "list"  # afterwards everything is paid
    return Panel("budget", "XCOM budget", kind, (*lines, *_pause_left(game)))


def _pause_left(game: Xcom) -> list[Line]:
    """The fourth thing that the interface shows."""
    clock = game.clock[0]
    if game.now.phase != "timed" or clock.zero is None or game.setup.relay:
        return []
    if clock.budget < 0:
        return [Line("Pause left", "unlimited", rule="timed.pause")]
    running = clock.paused if clock.paused is not None else clock.zero if clock.expired else None
    until = None if running is None else running + clock.budget  # it runs down while the action is paused or expired
    return [Line("Pause left", f"{round(clock.budget / 1000, 1):g} s", rule="timed.pause", until=until)]


def _panic(game: Xcom) -> Panel:
    lines = [
        Line(
            game.name(c),
            "fallen" if row.fallen else f"{panic_colour(game, c)}, {row.ufos} UFO{'' if row.ufos == 1 else 's'}",
            row.panic,
            8,
            c,
            "panic.track",
        )
        for c, row in game.continents.items()
    ]
    return Panel("panic", "Panic", "track", tuple(lines))


def _tracks(game: Xcom) -> Panel:
    war = game.now
    return Panel(
        "tracks",
        "Tracks",
        "track",
        (
            Line("Base damage", now=war.damage, full=9, rule="base.track"),
            Line("Threat", now=war.threat, full=5),
            Line("UFOs in orbit", str(war.orbit), on="orbit"),
            Line("Salvage", str(len(war.salvage))),
        ),
    )


def _decks(game: Xcom) -> Panel:
    says = "{n:card}, {gone} discarded"
    lines = [
        Line(f"{d.capitalize()} deck", fill_template(says, {"n": deck_size(game, d), "gone": len(row.discard)}))
        for d, row in game.decks.items()
    ]
    return Panel("decks", "Decks", "cards", tuple(lines))


def _ventures(game: Xcom) -> Panel:
    lines = []
    for place, row in game.ventures.items():
        whose = origin_of("card" if place == "mission" else "scenario", row.card)
        lines.append(Line(game.name(row.card), f"{row.done} of 3 tasks done", row.done, 3, place, origin=whose))
        for i, task in enumerate(tasks_of(game, place)):
            what = " ".join(task) if isinstance(task, tuple) else game.name(f"{place}{i + 1}")
            lines.append(Line(f"Task {i + 1}", "done" if i < row.done else what))
    return Panel("missions", "Missions", lines=tuple(lines))


def _own_cards(game: Xcom, seat: int) -> Panel:
    """Those that could be used now are marked."""
    mine = [c for c, row in game.cards.items() if row.seat == seat]
    lines = [Line(game.name(c), _usable(game, seat, c) + text_of(c), on=c, origin=origin_of("card", c)) for c in mine]
    return Panel("cards", "Your cards", "cards", tuple(lines), seat)


def _usable(game: Xcom, seat: int, card: str) -> str:
    """Whether a card could be used at this moment of the timed phase, and if not, why."""
    if game.cards[card].exhausted:
        return "Exhausted. "
    if game.now.phase != "timed" or not card_of(card).timed:
        return ""
    against = next(watch_refusals(game, seat, card), None)
    return f"Not now: {render_template(against.says, against.args, game.name)} " if against else "Usable now. "


def _commander(game: Xcom) -> Panel:
    lines = [
        Line(game.name(c), f"panic {p} if no UFO is destroyed{_left(game, c)}") for c, p in panic_forecast(game).items()
    ]
    crises = enumerate(game.now.crises, 1)
    lines += [Line(f"Crisis {i}", game.name(c), origin=origin_of("card", c)) for i, c in crises]
    return Panel("commander", "Commander", lines=tuple(lines), seat=COMMANDER)


def _left(game: Xcom, continent: str) -> str:
    """UFOs left by the Interceptors there, if they push until done or lost."""
    if not game.continents[continent].ufos or not at(game, continent):
        return ""
    spread = ", ".join(f"{n} left {float(p):.0%}" for n, p in enumerate(defence_odds(game, continent)))
    return f"; with the Interceptors there: {spread}"


def _scientist(game: Xcom) -> Panel:
    lines = [
        Line(game.name(c), f"cost {card_of(c).research}: {text_of(c)}", on=c, origin=origin_of("card", c))
        for c in hand(game)
    ]
    for lab in LABS:
        tech = game.labs[lab].tech
        if tech:
            says = f"{game.name(tech)}: {recommended_scientists(game, lab)} scientists are recommended"
            lines.append(Line(game.name(lab), says, game.labs[lab].tokens, card_of(tech).research, lab))
    return Panel("scientist", "Hand and labs", "cards", tuple(lines), SCIENTIST)


def _officer(game: Xcom) -> Panel:
    lines = [Line(f"Round {r}", f"{row.orbit} in orbit, mission {row.mission}") for r, row in game.reports.items()]
    peeked = [Line("On top", game.name(c)) for c in game.secret[OFFICER].peeked]
    return Panel("officer", "Reports", lines=(*peeked, *lines), seat=OFFICER)


def _leader(game: Xcom) -> Panel:
    lines = [Line(game.name(s), f"{card_of(game.foes[s].card).icons}") for s in enemy_spaces(game)]
    lines += [Line(f"{f.name}, {f.cls}", f"lost in round {f.round}: {f.task}") for f in game.memorial.values()]
    return Panel("leader", "Base and memorial", lines=tuple(lines), seat=LEADER)
