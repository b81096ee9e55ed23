"""The play area: board, tokens and panels for a screen that knows no game (chapter play)."""

from __future__ import annotations

from functools import cache

from xenotable.engine import Area, Board, Line, Mark, Panel, Pips, Shape, Token, allowed, cite, rule
from xenotable.games.xcom.content import CONTINENTS, LABS, book, text_of
from xenotable.games.xcom.decks import deck_size
from xenotable.games.xcom.roles import COMMANDER, LEADER, NAMES, OFFICER, SCIENTIST
from xenotable.games.xcom.state import CARD, POOL, RESERVE, Xcom, at, card_of, hand, hue, living

SHAPES: dict[str, tuple[tuple[float, float], ...]] = {
    "north_america": ((4, 50), (14, 55), (26, 54), (30, 47), (25, 41), (20, 36), (15, 38), (9, 44)),
    "south_america": ((20, 34), (28, 33), (33, 28), (29, 20), (25, 12), (22, 14), (21, 24)),
    "europe": ((40, 46), (46, 54), (56, 55), (58, 47), (52, 42), (43, 41)),
    "africa": ((41, 38), (52, 39), (59, 33), (55, 22), (50, 14), (46, 20), (44, 28), (39, 31)),
    "asia": ((59, 54), (75, 57), (92, 53), (90, 42), (80, 35), (73, 30), (67, 36), (60, 42)),
    "australia": ((80, 23), (90, 24), (94, 17), (88, 12), (79, 14)),
}
BOXES: dict[str, tuple[float, float, float, float, str, str]] = {
    "orbit": (30, 57, 70, 60, "Orbit", "UFOs wait here; three spaces for satellites."),
    "lab1": (2, 6, 12, 11, "Lab I", "A tech card and up to three scientists."),
    "lab2": (13, 6, 23, 11, "Lab II", "A tech card and up to three scientists."),
    "lab3": (24, 6, 34, 11, "Lab III", "A tech card and up to three scientists."),
    "base": (35, 0, 62, 11, "Base", "Six enemy spaces, and the soldiers who defend it."),
    "mission": (63, 0, 80, 10, "Mission", "Three tasks from left to right, up to four soldiers."),
    "final": (81, 0, 99, 10, "Final mission", "The back of the invasion plan; its completion wins."),
    "crises": (2, 0, 17, 5, "Crisis pool", "Resolved from top to bottom after recruiting."),
    "reserve": (18, 0, 34, 5, "Reserves", "Units that can be assigned."),
    "pool": (94, 26, 100, 40, "Recruitment pool", "Lost soldiers and Interceptors; one credit each."),
}


@cache
@rule("play.board")
@rule("content.art")
def board() -> Board:
    """Places without distances, drawn by hand for this product."""
    areas = [
        Area(c, "place", Shape(SHAPES[c]), book().continents[c].name, f"{book().continents[c].bonus}: {text_of(c)}")
        for c in CONTINENTS
    ]
    for id, (x, y, u, v, label, about) in BOXES.items():
        areas.append(Area(id, "place", Shape(((x, y), (u, y), (u, v), (x, v))), label, about))
    return Board(100, 60, tuple(areas), measured=False)


def name(game: Xcom, id: str) -> str:
    """What an id is called."""
    data = book()
    if id in data.cards:
        return data.cards[id].name
    if id in game.units:
        row = game.units[id]
        label = data.units[row.cls].name
        if row.kind == "soldier":
            return f"{'Elite ' if row.elite else ''}{label} {row.name}"
        return f"{label} {id[3:]}"
    if id in data.continents:
        return data.continents[id].name
    if id in game.foes:
        card = game.foes[id].card
        return data.cards[card].name if card else "an enemy face down"
    if id in BOXES:
        return BOXES[id][4]
    if id in data.plans:
        return data.plans[id].name
    return data.units[id].name if id in data.units else id


# ---- tokens ----------------------------------------------------------------------------------------------------------

GLYPHS = {"satellite": "SAT", "scientist": "SCI", "interceptor": "INT"}


@rule("play.screen-common")
def tokens(game: Xcom) -> list[Token]:
    out = [_unit(game, id) for id in game.units]
    for c, row in game.continents.items():
        out += [Token(f"ufo-{c}-{i}", "UFO", -1, glyph="UFO", kind="flyer", inside=c) for i in range(row.ufos)]
    out += [Token(f"ufo-orbit-{i}", "UFO", -1, glyph="UFO", kind="flyer", inside="orbit") for i in range(game.w.orbit)]
    out += [_foe(game, id) for id in game.foes]
    out += [_lab_card(game, lab) for lab in LABS if game.labs[lab].tech]
    for c in game.w.crises:
        out.append(Token(c, card_of(c).name, -1, glyph="!", kind="marker", inside="crises", about=_about(c)))
    return out


def _unit(game: Xcom, id: str) -> Token:
    row = game.units[id]
    seat = {"satellite": OFFICER, "scientist": SCIENTIST, "interceptor": COMMANDER}.get(row.kind, LEADER)
    marks = [Mark("EX", "exhausted", rule="units.exhausted")] if row.exhausted else []
    if row.elite:
        marks.append(Mark("EL", "elite", True, "units.elite"))
    about = [("Icons", ", ".join(book().units[row.cls].icons))] if row.kind == "soldier" else []
    inside = "reserve" if row.place == CARD else row.place
    state = "out" if row.place == POOL else "ready" if row.place == RESERVE else "active"
    glyph = GLYPHS.get(row.kind, row.cls[:2].upper())
    return Token(
        id,
        name(game, id),
        seat,
        glyph=glyph,
        kind="infantry" if row.kind == "soldier" else row.kind,
        marks=tuple(marks),
        state=state,
        inside=inside,
        about=tuple(about),
    )


def _foe(game: Xcom, id: str) -> Token:
    row, place = game.foes[id], id.rstrip("0123456789")
    if not row.card:
        return Token(id, "Enemy face down", -1, glyph="?", kind="beast", inside=place)
    card = card_of(row.card)
    return Token(
        id,
        card.name,
        -1,
        glyph=card.name[:2].upper(),
        kind="beast",
        inside=place,
        pips=Pips(card.health - row.tokens, card.health, "health"),
        about=_about(row.card),
    )


def _lab_card(game: Xcom, lab: str) -> Token:
    row = game.labs[lab]
    card = card_of(row.tech)
    return Token(
        row.tech,
        card.name,
        SCIENTIST,
        glyph="T",
        kind="marker",
        inside=lab,
        pips=Pips(row.tokens, card.research, "successes"),
        about=_about(row.tech),
    )


@rule("content.texts")
def _about(id: str) -> tuple[tuple[str, str], ...]:
    card = card_of(id)
    out = [("Text", card.text)] if card.text else []
    if card.icons:
        out += [("Icons", ", ".join(card.icons)), ("Health", str(card.health))]
    if card.role:
        out.append(("Role", card.role.replace("_", " ")))
    return tuple(out)


# ---- panels ----------------------------------------------------------------------------------------------------------


@rule("play.screen-commander")
@rule("play.screen-scientist")
@rule("play.screen-officer")
@rule("play.screen-leader")
def panels(game: Xcom, seat: int) -> list[Panel]:
    """What everybody sees, then what this role needs at hand."""
    out = [*_timer(game, seat), _budget(game), _panic(game), _tracks(game), _decks(game), _ventures(game)]
    if seat in range(4):
        out.append(_own_cards(game, seat))
    own = {COMMANDER: _commander, SCIENTIST: _scientist, OFFICER: _officer, LEADER: _leader}.get(seat)
    return [*out, own(game)] if own is not None else out


def _timer(game: Xcom, seat: int) -> list[Panel]:
    clock = game.clock[0]
    if game.w.phase != "timed" or not clock.action:
        return [Panel("step", "Step", lines=(Line(f"Round {game.w.round}", game.w.step or game.w.phase),))]
    row = book().actions[clock.action]
    if game.setup.relay and seat != OFFICER:
        cite("play.relay")
        mine = row.seat == seat
        return [Panel("action", "Action", lines=(Line(row.title if mine else "Listen to the Central Officer"),))]
    box = "SCRAMBLED" if clock.scrambled else {"xcom": "XCOM", "alien": "ALIEN", "all": "ALL"}[row.side]
    lines = [Line(f"{box}: {row.title}", NAMES[row.seat] if row.seat >= 0 else "All", rule="timed.interface")]
    lines += [Line("Place", name(game, p), on=p) for p in clock.places]
    if clock.zero is not None:
        state = "EXPIRED" if clock.expired else "paused" if clock.paused is not None else "until"
        lines.append(Line("Timer", f"{state} {clock.zero} ms"))
        left = "unlimited" if clock.budget < 0 else f"{clock.budget / 1000:g} s"
        lines.append(Line("Pause", left, rule="timed.pause"))
    lines += [Line(NAMES[s], "ready") for s in clock.ready]
    return [Panel("action", "Action", lines=tuple(lines))]


@rule("odds.budget-forecast")
def _budget(game: Xcom) -> Panel:
    from xenotable.games.xcom.budget import assigned

    w, units = game.w, assigned(game)
    lines = (
        Line("Credits", str(w.credits), rule="actions.budget"),
        Line("Units assigned", str(units)),
        Line("Difference", f"{w.credits - units:+d}"),
        Line("Emergency Funding", str(w.emergency)),
    )
    return Panel("budget", "XCOM budget", lines=lines)


def _panic(game: Xcom) -> Panel:
    lines = [
        Line(
            name(game, c),
            "fallen" if row.fallen else f"{hue(game, c)}, {row.ufos} UFOs",
            row.panic,
            8,
            c,
            "panic.track",
        )
        for c, row in game.continents.items()
    ]
    return Panel("panic", "Panic", "track", tuple(lines))


def _tracks(game: Xcom) -> Panel:
    w = game.w
    return Panel(
        "tracks",
        "Tracks",
        "track",
        (
            Line("Base damage", now=w.damage, full=9, rule="base.track"),
            Line("Threat", now=w.threat, full=5),
            Line("UFOs in orbit", str(w.orbit), on="orbit"),
            Line("Salvage", str(len(w.salvage))),
        ),
    )


def _decks(game: Xcom) -> Panel:
    lines = [
        Line(f"{d.capitalize()} deck", f"{deck_size(game, d)} cards, {len(game.decks[d].discard)} discarded")
        for d in game.decks
    ]
    return Panel("decks", "Decks", "cards", tuple(lines))


def _ventures(game: Xcom) -> Panel:
    from xenotable.games.xcom.fight import tasks_of

    lines = []
    for place, row in game.ventures.items():
        lines.append(Line(name(game, row.card), f"{row.done} of 3 tasks done", row.done, 3, place))
        for i, task in enumerate(tasks_of(game, place)):
            what = " ".join(task) if isinstance(task, tuple) else name(game, f"{place}{i + 1}")
            lines.append(Line(f"Task {i + 1}", "done" if i < row.done else what))
    return Panel("missions", "Missions", lines=tuple(lines))


def _own_cards(game: Xcom, seat: int) -> Panel:
    """Those that could be used now are marked."""
    mine = [c for c, row in game.cards.items() if row.seat == seat]
    lines = [Line(name(game, c), _usable(game, seat, c) + text_of(c), on=c) for c in mine]
    return Panel("cards", "Your cards", "cards", tuple(lines), seat)


def _usable(game: Xcom, seat: int, card: str) -> str:
    from xenotable.games.xcom.cards import Ctx, use_refusals

    if game.cards[card].exhausted:
        return "Exhausted. "
    now = game.w.phase == "timed" and card_of(card).timed and allowed(use_refusals(game, card, Ctx("card", card, seat)))
    return "Usable now. " if now else ""


def _commander(game: Xcom) -> Panel:
    from xenotable.games.xcom.odds import panic_forecast

    lines = [
        Line(name(game, c), f"panic {p} if no UFO is destroyed{_left(game, c)}")
        for c, p in panic_forecast(game).items()
    ]
    lines += [Line(f"Crisis {i + 1}", name(game, c)) for i, c in enumerate(game.w.crises)]
    return Panel("commander", "Commander", lines=tuple(lines), seat=COMMANDER)


def _left(game: Xcom, continent: str) -> str:
    """UFOs left by the Interceptors there, if they push until done or lost."""
    from xenotable.games.xcom.odds import defended

    if not game.continents[continent].ufos or not at(game, continent):
        return ""
    spread = ", ".join(f"{n} left {float(p):.0%}" for n, p in enumerate(defended(game, continent)))
    return f"; with the Interceptors there: {spread}"


def _scientist(game: Xcom) -> Panel:
    from xenotable.games.xcom.deeds import recommended

    lines = [Line(name(game, c), f"cost {card_of(c).research}: {text_of(c)}", on=c) for c in hand(game)]
    for lab in LABS:
        tech = game.labs[lab].tech
        if tech:
            says = f"{name(game, tech)}: {recommended(game, lab)} scientists are recommended"
            lines.append(Line(name(game, lab), says, game.labs[lab].tokens, card_of(tech).research, lab))
    return Panel("scientist", "Hand and labs", "cards", tuple(lines), SCIENTIST)


def _officer(game: Xcom) -> Panel:
    lines = [Line(f"Round {r}", f"{row.orbit} in orbit, mission {row.mission}") for r, row in game.reports.items()]
    peeked = [Line("On top", name(game, c)) for c in game.secret[OFFICER].peeked]
    return Panel("officer", "Reports", lines=(*peeked, *lines), seat=OFFICER)


def _leader(game: Xcom) -> Panel:
    lines = [Line(name(game, s), f"{card_of(game.foes[s].card).icons}") for s in living(game)]
    lines += [Line(f"{f.name}, {f.cls}", f"lost in round {f.round}: {f.task}") for f in game.memorial.values()]
    return Panel("leader", "Base and memorial", lines=tuple(lines), seat=LEADER)
