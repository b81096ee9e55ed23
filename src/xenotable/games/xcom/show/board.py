"""Board and tokens."""

from __future__ import annotations

from xenotable.engine import Area, Board, Game, Mark, Pips, Shape, Token, memoize, rule
from xenotable.games.xcom.content import (
    COMMANDER,
    CONTINENTS,
    LABS,
    LEADER,
    OFFICER,
    PLACE_NAMES,
    SCIENTIST,
    book,
    card_of,
    colour,
    origin_of,
    text_of,
)
from xenotable.games.xcom.forecasts.timed import panic_forecast
from xenotable.games.xcom.rules.content.outlines import DEPTH, PLACES, WIDTH, coast, outline
from xenotable.games.xcom.rules.mission.tasks import tasks_of
from xenotable.games.xcom.show import figures
from xenotable.games.xcom.state import CARD, Xcom


@rule("play.board")
def board(game: Game) -> Board:
    """Places without distances, drawn by hand for this product."""
    return Board(WIDTH, DEPTH, _areas(), measured=False)


@memoize(1)
def _areas() -> tuple[Area, ...]:
    lands = [
        Area(c, "land", Shape(coast(c)), book().continents[c].name, f"{book().continents[c].bonus}: {text_of(c)}")
        for c in CONTINENTS
    ]
    others = [Area(id, kind, Shape(outline(id)), PLACE_NAMES[id], about) for id, (kind, _, about) in PLACES.items()]
    return (*lands, *others)


# ---- tokens ----------------------------------------------------------------------------------------------------------

BEFORE_GLOBAL_DEFENSE = ("timed", "audit", "recruit", "crises", "research", "orbit")
TONES = {"yellow": "warn", "blue": "calm", "red": "bad", "orange": "end"}


@rule("play.screen-common", neutral=lambda *_: [])
def tokens(game: Xcom, seat: int) -> list[Token]:
    out = [_unit(game, id) for id in game.units]
    for c, row in game.continents.items():
        out += [_ufo(f"ufo-{c}-{i}", c) for i in range(row.ufos)]
        out.append(_panic_track(game, c))
    out += [_ufo(f"ufo-orbit-{i}", "orbit") for i in range(game.now.orbit)]
    out.append(_track("damage", "Damage", "damage", game.now.damage, "base"))
    if game.now.headquarters:
        home = book().continents[game.now.headquarters]
        about = (("Bonus", f"{home.bonus}: {home.text}"),)
        whose = origin_of("continent", home.id)
        out.append(
            Token(
                "hq",
                "Headquarters",
                -1,
                glyph="HQ",
                kind="marker",
                inside=home.id,
                about=about,
                origin=whose,
                figure=figures.HEADQUARTERS,
            )
        )
    out += [_venture(game, place) for place in game.ventures]
    out += [_foe(game, id) for id in game.foes]
    out += [_lab_card(game, lab) for lab in LABS if game.labs[lab].tech]
    out += [_crisis(card) for card in game.now.crises]
    return out


def _ufo(id: str, place: str) -> Token:
    return Token(id, "UFO", -1, glyph="UFO", kind="ufo", inside=place, figure=figures.UFO, hostile=True)


def _crisis(id: str) -> Token:
    name, whose = card_of(id).name, origin_of("card", id)
    return Token(
        id,
        name,
        -1,
        glyph="!",
        kind="card",
        inside="crises",
        about=_about(id),
        origin=whose,
        figure=figures.CRISIS,
        hostile=True,
    )


def _track(id: str, label: str, track: str, now: int, place: str, then: int | None = None) -> Token:
    """The coloured spaces of a track; the first is that of no panic and no damage."""
    tones = tuple(TONES[colour(track, space)] for space in range(1, len(book().tracks[track].spaces)))
    pips = Pips(now, len(tones), label.lower(), tones, then)
    return Token(id, label, -1, kind="track", pips=pips, inside=place)


def _panic_track(game: Xcom, continent: str) -> Token:
    """With where it will stand if no UFO there is destroyed."""
    row = game.continents[continent]
    then = panic_forecast(game).get(continent) if game.now.step in BEFORE_GLOBAL_DEFENSE else None
    return _track(f"panic-{continent}", "Fallen" if row.fallen else "Panic", "panic", row.panic, continent, then)


def _venture(game: Xcom, place: str) -> Token:
    """The mission in play as a card: its tasks, which of them are done, and what it brings."""
    row = game.ventures[place]
    about = [
        (f"Task {i + 1}", "done" if i < row.done else " ".join(task) if isinstance(task, tuple) else "enemy")
        for i, task in enumerate(tasks_of(game, place))
    ]
    if place == "mission":
        about += list(_about(row.card))
    pips = Pips(row.done, 3, "tasks done")
    return Token(
        f"card-{place}",
        game.name(row.card),
        LEADER,
        glyph="M",
        kind="card",
        inside=place,
        pips=pips,
        about=tuple(about),
        origin=origin_of("card" if place == "mission" else "scenario", row.card),
        figure=figures.MISSION,
    )


def _unit(game: Xcom, id: str) -> Token:
    row = game.units[id]
    seat = {"satellite": OFFICER, "scientist": SCIENTIST, "interceptor": COMMANDER}.get(row.kind, LEADER)
    marks = [Mark("EX", "exhausted", rule="units.exhausted", picture="activated")] if row.exhausted else []
    if row.elite:
        marks.append(Mark("EL", "elite", True, "units.elite", "leader"))
    about = [("Icons", ", ".join(book().units[row.cls].icons))] if row.kind == "soldier" else []
    inside = "reserve" if row.place == CARD else row.place
    state = "done" if row.exhausted else ""
    return Token(
        id,
        game.name(id),
        seat,
        glyph=row.cls[:2].upper(),
        kind=row.kind,
        marks=tuple(marks),
        state=state,
        inside=inside,
        about=tuple(about),
        origin=origin_of("unit", row.cls),
        figure=figures.UNITS[row.cls],
    )


def _foe(game: Xcom, id: str) -> Token:
    row, place = game.foes[id], id.rstrip("0123456789")
    if not row.card:
        return Token(
            id, "Enemy face down", -1, glyph="?", kind="alien", inside=place, figure=figures.FACE_DOWN, hostile=True
        )
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
        origin=origin_of("card", row.card),
        figure=figures.ENEMIES[row.card],
        hostile=True,
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
        origin=origin_of("card", row.tech),
        figure=figures.TECHNOLOGY,
    )


def _about(id: str) -> tuple[tuple[str, str], ...]:
    card = card_of(id)
    out = [("Text", text)] if (text := text_of(id)) else []
    if card.icons:
        out += [("Icons", ", ".join(card.icons)), ("Health", str(card.health))]
    if card.role:
        out.append(("Role", card.role.replace("_", " ")))
    return tuple(out)
