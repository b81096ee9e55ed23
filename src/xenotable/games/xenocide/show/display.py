"""What a screen shows of the battle."""

from __future__ import annotations

from xenotable.engine import NOBODY, Area, Board, Line, Mark, Panel, Pips, Shape, Token, coach_panel, rule
from xenotable.engine.citing import reuse
from xenotable.games.xenocide.content import CAD_ORDER, Kind, model_origin, scenario_origin, scenarios
from xenotable.games.xenocide.rules.buildings.occupants import SIDE_WORDS, garrison, occupants, sections_of, side_at
from xenotable.games.xenocide.rules.content import first_battle
from xenotable.games.xenocide.rules.play.units import strength
from xenotable.games.xenocide.rules.scenarios.scoring import data
from xenotable.games.xenocide.rules.setup.deployment import band, sideways
from xenotable.games.xenocide.show import titan_console
from xenotable.games.xenocide.show.figures import MARKER, figure_of
from xenotable.games.xenocide.show.goal import goal_panel
from xenotable.games.xenocide.state import Feature, Xenocide

AREA_KINDS = {
    "forest": "woods", "brush": "scrub", "ruins": "ruin", "debris": "rubble", "crater": "crater", "trench": "trench",
    "cliff": "hill", "shallow-water": "water", "deep-water": "water", "solid-wall": "wall", "low-wall": "barricade",
    "road": "road", "building": "building",
}  # fmt: skip
WINDOW = 0.4  # how large a model in a building is drawn
COVER_WORDS = ("no cover", "soft cover", "hard cover", "fortified cover")


def board(game: Xenocide) -> Board:
    """Made of ground, sections, who is where in them, and zones. `memo.here` is another one when somebody has moved."""
    edges = [game.sides[seat].edge for seat in (0, 1)]
    known = (game.memo.here, *game.sections.values(), *edges, game.now.scenario, game.now.attacker)
    return reuse(game.shown, "board", known, drawn_board, game)


def drawn_board(game: Xenocide) -> Board:
    ground = game.field.ground
    areas = [area(game, f) for f in game.field.features]
    if game.now.scenario:
        areas += [zone(game, seat) for seat in (0, 1) if game.sides[seat].edge]
    return Board(ground.width, ground.depth, tuple(areas), ground="steppe")


def area(game: Xenocide, f: Feature) -> Area:
    """Ground stays as it was drawn; a section while nothing happens to it and to those in it."""
    if f.name not in game.sections:
        return reuse(game.shown, ("area", f.name), (f,), feature_area, f)
    inside = map(game.models.__getitem__, occupants(game, f.name))
    return reuse(game.shown, ("area", f.name), (f, game.sections[f.name], *inside), section_area, game, f)


def outline(f: Feature) -> Shape:
    x0, y0, x1, y1 = f.sides
    return Shape(points=((x0, y0), (x1, y0), (x1, y1), (x0, y1)))


def feature_area(f: Feature) -> Area:
    about = COVER_WORDS[f.cover] + (", dangerous to everybody" if f.intrinsic else "")
    return Area(f.name, AREA_KINDS.get(f.kind, "rough"), outline(f), f.label, about, f.height)


def section_area(game: Xenocide, f: Feature) -> Area:
    """A section: its construction, the points it has left, and who is in it at which side; or its rubble."""
    s, shape = f.name, outline(f)
    room, row = game.field.rooms[s], game.sections[s]
    if row.down:
        about = "Collapsed: nobody passes, nobody shelters, nobody sees through."
        return Area(
            s, "rubble", shape, f"Rubble of {room.label}", about, room.height, rule="buildings.collapse-terrain"
        )
    doors = ", ".join(SIDE_WORDS[x] for x in room.openings) or "none"
    about = f"{room.about}; {row.points} of {room.structure} structure points; ways in: {doors}; {inside(game, s)}"
    label = room.label if row.points == room.structure else f"{room.label} {row.points}/{room.structure}"
    return Area(s, "building", shape, label, about, room.height, rule="buildings.classes")


def inside(game: Xenocide, s: str) -> str:
    """Who is in a section, by side."""
    at: dict[tuple[str, str], int] = {}
    for model in occupants(game, s):
        key = (game.models[model].unit, SIDE_WORDS[side_at(game, model)])
        at[key] = at.get(key, 0) + 1
    return "; ".join(f"{game.name(u)}: {n} at the {side} side" for (u, side), n in at.items()) or "empty"


def section_lines(game: Xenocide) -> tuple[Line, ...]:
    """The sections that somebody holds, or that are no longer whole; the others in one line."""
    rooms, held = game.field.rooms, {row.section for row in game.models.values()}
    touched = [s for s, row in game.sections.items() if s in held or row.points < rooms[s].structure]
    others = len(game.sections) - len(touched)
    rest = (Line("Whole and empty", str(others)),) if others else ()
    return (*(section_line(game, s) for s in touched), *rest)


def section_line(game: Xenocide, s: str) -> Line:
    row, room = game.sections[s], game.field.rooms[s]
    who = "rubble" if row.down else ", ".join(game.name(u) for u in garrison(game, s)) or "empty"
    return Line(room.label, who, now=row.points, full=room.structure, on=s, rule="buildings.structure-size")


def zone(game: Xenocide, seat: int) -> Area:
    low, high = band(game, seat)
    if data(game).id == "invasion" and seat == game.now.attacker:
        low, high = (0.0, 0.5) if game.sides[seat].edge in ("south", "west") else (high - 0.5, high)
    w, d = game.field.ground.width, game.field.ground.depth
    across = ((low, 0.0), (high, 0.0), (high, d), (low, d))
    points = across if sideways(game, seat) else ((0.0, low), (w, low), (w, high), (0.0, high))
    return Area(f"zone{seat}", "zone", Shape(points=points), f"{game.seat_name(seat)} deploys here", seat=seat)


def letters(name: str) -> str:
    """Two letters on a token: "Medium Tank" and "Medium Artillery" must not look the same."""
    first, *more = name.split()
    return first[0] + more[0][0] if more else first[:2]


def tokens(game: Xenocide, seat: int) -> list[Token]:
    """Those of units are the same for everybody, so they are made once after a decision."""
    shown = list(reuse(game.shown, "units", (game.open_rows(),), open_tokens, game))
    for id, mark in game.markers.items():
        label = "Objective" if mark.seat == NOBODY else f"Marker of {game.seat_name(mark.seat)}"
        if mark.shown == "real" or (seat >= 0 and game.secret[seat].real == id):
            label = f"Command center of {game.seat_name(mark.seat)}"
        shown.append(Token(id, label, mark.seat, (mark.x, mark.y), 0.5, "O", "marker", figure=MARKER))
    return shown


def open_tokens(game: Xenocide) -> list[Token]:
    """After a decision most units are drawn as before, so they are kept by all that their tokens are made of."""
    shown: list[Token] = []
    companies, titan, model = game.companies, game.titans.get, game.models.__getitem__
    acting, unbegun = game.now.company, game.now.turn == 0
    for unit, row in game.units.items():
        made_of = (
            row, companies[row.company], titan(unit), row.company == acting, unbegun, *map(model, row.models),
            *map(model, row.riding),
        )  # fmt: skip
        shown += reuse(game.shown, unit, made_of, unit_tokens, game, unit)
    return shown


def unit_tokens(game: Xenocide, unit: str) -> list[Token]:
    row = game.units[unit]
    state = "done" if row.acted else "active" if row.company == game.now.company else "ready"
    beside, known, pips = marks(game, unit), condition(game, unit), Pips(strength(game, unit), row.start, "models")
    shown = []
    for id in (*row.models, *row.riding):
        model = game.models[id]
        kind = game.kinds[model.kind]
        at = (model.x, model.y) if row.on and not model.inside else ()
        wide = min(WINDOW, kind.radius) if model.section else kind.radius
        shown.append(
            Token(
                id, f"{row.name}: {kind.name}", row.seat, at, wide, letters(kind.name),
                kind.klass if kind.infantry or kind.titan else "vehicle", inside=model.inside or model.section,
                facing=model.facing if kind.flyer else None,
                pips=titan_console.pips(game, unit) if kind.titan else pips,
                marks=beside, state=state, about=(*known, *reuse(game.shown, ("card", kind.id), (kind,), card, kind)),
                origin=model_origin(kind.id), figure=figure_of(kind), unit=unit,
            )
        )  # fmt: skip
    return shown


def marks(game: Xenocide, unit: str) -> tuple[Mark, ...]:
    row = game.units[unit]
    found = []
    if row.marks:
        found.append(Mark(f"S{row.marks}", "suppressed", False, "suppression.markers", "suppressed"))
    if row.watch:
        found.append(Mark("OW", "on overwatch", True, "overwatch.marker", "watching"))
    if sections_of(game, unit):
        found.append(Mark("IN", f"in {game.name(sections_of(game, unit)[0])}", True, "buildings.measuring", "inside"))
    if row.dug:
        found.append(Mark("DI", "dug in", True, "shooting.dig-in", "dug"))
    if row.high:
        found.append(Mark("HI", "high", True, "flight.flyer-high", "high"))
    if row.burrowed:
        found.append(Mark("UG", "underground", True, "flight.burrow-move", "underground"))
    return (*found, *titan_console.marks(game, unit))


@rule("play.unit-state")
def condition(game: Xenocide, unit: str) -> tuple[tuple[str, str], ...]:
    """What both players may know of a unit beside where it stands and the markers beside it."""
    row = game.units[unit]
    up = "underground" if row.burrowed else "high" if row.high else "low"
    waits = game.companies[row.company].planned or not game.now.turn
    held = {game.models[m].inside for m in row.riding}
    return (
        ("Models", f"{strength(game, unit)} of {row.start}"), ("Altitude", up),
        ("Suppression markers", str(row.marks)), ("Overwatch", "yes" if row.watch else "no"),
        ("Dug in", "yes" if row.dug else "no"), ("Order", row.order or "none"),
        ("Activated this turn", "no" if waits else "yes"),
        ("Riding", f"{len(row.riding)} models in {len(held)} transports" if held else "nobody"),
        *titan_console.condition(game, unit),
    )  # fmt: skip


def card(kind: Kind) -> tuple[tuple[str, str], ...]:
    arms = titan_console.card(kind) or tuple((w.name, titan_console.shots(w)) for w in kind.weapons)
    return (
        ("Points", str(kind.vp)), ("Type", ", ".join(kind.types)), ("Move", f"{kind.move:g}"),
        ("Aspect", f"{kind.aspect:+d}"), ("Armour", str(kind.armor)), ("Shield", str(kind.shield or "-")),
        ("Close assault", f"{kind.caa} dice, CAD {CAD_ORDER[kind.cad - 1]}"), *arms,
    )  # fmt: skip


def panels(game: Xenocide, seat: int) -> list[Panel]:
    """The same for everybody, so they are made once after a decision; and a plan, for its owner alone."""
    found = reuse(game.shown, "panels", (game.open_rows(), game.result), open_panels, game)
    if seat >= 0 and game.secret[seat].order:
        plan = tuple(Line(f"{i}. {game.name(c)}") for i, c in enumerate(game.secret[seat].order, 1))
        return [*found, Panel("plan", "Your plan", "list", plan, seat)]
    return found


def open_panels(game: Xenocide) -> list[Panel]:
    war = game.now
    scenario = Line("Scenario", "To be rolled")
    if war.scenario:
        scenario = Line("Scenario", scenarios()[war.scenario].name, origin=scenario_origin(war.scenario))
    coach = [coach_panel(__package__)] if game.setup == first_battle().setup else []
    found = [*goal_panel(game), *coach, Panel("war", "The battle", "list", (scenario, Line("Turn", str(war.turn))))]
    for s in (0, 1):
        side = game.sides[s]
        lines = [
            Line("Command points", now=side.points, full=3, rule="command.three-per-turn"),
            Line("Points lost", f"{side.lost} of {side.value}", rule="scenarios.scenario-points-lost"),
            Line("Score", str(side.score)),
        ]
        lines += [Line(c.name, "waiting" if c.planned else "", on="") for c in game.companies.values() if c.seat == s]
        found.append(Panel(f"side{s}", game.seat_name(s), "list", tuple(lines), s))
    found += titan_console.consoles(game)
    if game.sections:
        found.append(Panel("buildings", "Buildings", "list", section_lines(game)))
    return found
