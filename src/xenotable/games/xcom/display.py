"""The play area: board, tokens and panels for a screen that knows no game (chapter play)."""

from __future__ import annotations

from functools import cache

from xenotable.engine import Area, Board, Line, Mark, Panel, Pips, Shape, Token, allowed, cite, rule
from xenotable.engine.display import Countdown
from xenotable.games.xcom.clock import Clock
from xenotable.games.xcom.content import CONTINENTS, LABS, book, text_of
from xenotable.games.xcom.decks import deck_size
from xenotable.games.xcom.drawing import DEPTH, PLACES, WIDTH, coast, outline
from xenotable.games.xcom.roles import COMMANDER, LEADER, NAMES, OFFICER, SCIENTIST
from xenotable.games.xcom.state import CARD, Xcom, at, card_of, hand, hue, living


@cache
@rule("play.board")
def board() -> Board:
    """Places without distances, drawn by hand for this product."""
    areas = [
        Area(c, "land", Shape(coast(c)), book().continents[c].name, f"{book().continents[c].bonus}: {text_of(c)}")
        for c in CONTINENTS
    ]
    areas += [Area(id, kind, Shape(outline(id)), label, about) for id, (kind, _, label, about) in PLACES.items()]
    return Board(WIDTH, DEPTH, tuple(areas), measured=False)


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
    if id in PLACES:
        return PLACES[id][2]
    if id in data.plans:
        return data.plans[id].name
    return data.units[id].name if id in data.units else id


# ---- tokens ----------------------------------------------------------------------------------------------------------

TONES = {"yellow": "warn", "blue": "calm", "red": "bad", "orange": "end"}


@rule("play.screen-common")
def tokens(game: Xcom) -> list[Token]:
    out = [_unit(game, id) for id in game.units]
    for c, row in game.continents.items():
        out += [Token(f"ufo-{c}-{i}", "UFO", -1, glyph="ufo", kind="ufo", inside=c) for i in range(row.ufos)]
        out.append(_track(f"panic-{c}", "Fallen" if row.fallen else "Panic", "panic", row.panic, c))
    out += [Token(f"ufo-orbit-{i}", "UFO", -1, glyph="ufo", kind="ufo", inside="orbit") for i in range(game.w.orbit)]
    out.append(_track("damage", "Damage", "damage", game.w.damage, "base"))
    out += [_foe(game, id) for id in game.foes]
    out += [_lab_card(game, lab) for lab in LABS if game.labs[lab].tech]
    for c in game.w.crises:
        out.append(Token(c, card_of(c).name, -1, glyph="!", kind="card", inside="crises", about=_about(c)))
    return out


@rule("panic.track")
@rule("base.track")
def _track(id: str, label: str, track: str, now: int, place: str) -> Token:
    """The coloured spaces of a track; the first is that of no panic and no damage."""
    spaces = book().tracks[track].spaces[1:]
    pips = Pips(now, len(spaces), label.lower(), tuple(TONES[c] for c in spaces))
    return Token(id, label, -1, kind="track", pips=pips, inside=place)


def _unit(game: Xcom, id: str) -> Token:
    row = game.units[id]
    seat = {"satellite": OFFICER, "scientist": SCIENTIST, "interceptor": COMMANDER}.get(row.kind, LEADER)
    marks = [Mark("EX", "exhausted", rule="units.exhausted")] if row.exhausted else []
    if row.elite:
        marks.append(Mark("EL", "elite", True, "units.elite"))
    about = [("Icons", ", ".join(book().units[row.cls].icons))] if row.kind == "soldier" else []
    inside = "reserve" if row.place == CARD else row.place
    state = "done" if row.exhausted else ""
    glyph = row.cls[:2].upper() if row.kind == "soldier" else row.kind
    return Token(
        id,
        name(game, id),
        seat,
        glyph=glyph,
        kind=row.kind,
        marks=tuple(marks),
        state=state,
        inside=inside,
        about=tuple(about),
    )


def _foe(game: Xcom, id: str) -> Token:
    row, place = game.foes[id], id.rstrip("0123456789")
    if not row.card:
        return Token(id, "Enemy face down", -1, glyph="?", kind="alien", inside=place)
    card = card_of(row.card)
    return Token(
        id,
        card.name,
        -1,
        glyph=card.name[:2].upper(),
        kind="alien",
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
        kind="card",
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
    out = [
        *_debriefing(game),
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


@rule("content.stories")
def _debriefing(game: Xcom) -> list[Panel]:
    from xenotable.games.xcom.debriefing import debriefing

    if game.result is None:
        return []
    *told, _ = debriefing(game, game.listener or ())
    return [Panel("debriefing", "Debriefing", "story", tuple(Line(says) for says in told))]


def _timer(game: Xcom, seat: int) -> list[Panel]:
    clock = game.clock[0]
    if game.w.phase != "timed" or not clock.action:
        return [Panel("step", "Step", lines=(Line(f"Round {game.w.round}", game.w.step or game.w.phase),))]
    row = book().actions[clock.action]
    if game.setup.relay and seat != OFFICER:
        cite("play.relay")
        mine = row.seat == seat
        return [Panel("action", "Action", lines=(Line(row.title if mine else "Listen to the Central Officer"),))]
    lines = [Line(row.title, NAMES[row.seat] if row.seat >= 0 else "All", rule="timed.interface")]
    lines += [Line("Place", name(game, p), on=p) for p in clock.places]
    if clock.zero is not None:
        state = "expired" if clock.expired else "paused" if clock.paused is not None else "runs"
        lines.append(Line("Timer", f"{(clock.zero - clock.began) / 1000:g} s, {state}"))
        left = "unlimited" if clock.budget < 0 else f"{clock.budget / 1000:g} s"
        lines.append(Line("Pause left", left, rule="timed.pause"))
    lines += [Line(NAMES[s], "ready") for s in clock.ready]
    lines += [Line(NAMES[s], "asks for a pause") for s in clock.wanted]
    return [Panel("action", "Action", "timer", tuple(lines), timer=_countdown(clock, row.side))]


@rule("timed.interface", neutral=lambda *_: Countdown(""))
def _countdown(clock: Clock, side: str) -> Countdown:
    """The box of the interface: blue, red or yellow, with its word."""
    box = "SCRAMBLED" if clock.scrambled else {"xcom": "XCOM", "alien": "ALIEN", "all": "ALL"}[side]
    tone = "alarm" if side == "alien" else "calm"
    if clock.zero is None:
        return Countdown(box, tone)
    full = clock.zero - clock.began
    if clock.expired:
        return Countdown("EXPIRED", "halt", full=full)
    if clock.paused is not None:
        return Countdown("PAUSED", "halt", left=clock.zero - clock.paused, full=full)
    return Countdown(box, tone, clock.zero, full=full)


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
