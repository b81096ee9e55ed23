"""What a screen shows of a battle: board, tokens, panels, lines of sight (chapter play)."""

from __future__ import annotations

from xenotable.engine import (
    NOBODY,
    Area,
    Board,
    Line,
    Mark,
    Panel,
    Pips,
    Shape,
    Sighting,
    Token,
    acts,
    cite,
    coach_panel,
)
from xenotable.engine.citing import reuse
from xenotable.games.killteam import content
from xenotable.games.killteam.content import LESSONS
from xenotable.games.killteam.rules.content.entries import about
from xenotable.games.killteam.rules.datacards.printed import apl
from xenotable.games.killteam.rules.markers import controller, markers_on_table
from xenotable.games.killteam.rules.play.measuring import distance
from xenotable.games.killteam.rules.scoring.missions import victory_points
from xenotable.games.killteam.rules.sight.visibility import look, sees
from xenotable.games.killteam.rules.terrain.features import (
    HEAVY,
    INSIGNIFICANT,
    SOLID,
    TRAVERSABLE,
    VANTAGE,
    killzone,
)
from xenotable.games.killteam.rules.wounds import is_injured
from xenotable.games.killteam.show.figures import FIGURES, MARKER, SPOT
from xenotable.games.killteam.show.goal import goal_panel
from xenotable.games.killteam.state import CONCEAL, DEPTH, SEATS, WIDTH, KillTeam, Operative, card, scenario_of
from xenotable.table import Piece, runs

KINDS = {
    "container": "container",
    "gantry": "gantry",
    "tower": "tower",
    "wall": "wall",
    "low-wall": "wall",
    "pipe": "pipe",
    "scrap": "scrap",
    "barrels": "barrels",
    "debris": "rubble",
    "barricade": "barricade",
}
PARTS = {"upper floor": "floor", "rail": "rail", "ladder": "ladder", "legs": "rail"}  # of a ruin or a gantry


def board(game: KillTeam) -> Board:
    """Made of terrain, barricades and drop zones alone, which hardly ever change."""
    sides = [part for s in SEATS for part in (game.sides[s].role, game.sides[s].zone, game.sides[s].team)]
    ground = killzone(game) if game.now.scenario else None
    return reuse(game.shown, "terrain", (ground, *sides), drawn_board, game)


def drawn_board(game: KillTeam) -> Board:
    if not game.now.scenario:
        return Board(WIDTH, DEPTH, ground="plates")
    areas: list[Area] = []
    for seat in SEATS:
        if game.sides[seat].role:
            x0, y0, x1, y1 = scenario_of(game).zones[game.sides[seat].zone]
            box = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
            label = f"Drop zone of {game.seat_name(seat)}"
            areas.append(Area(f"zone{seat}", "zone", Shape(points=box), label, seat=seat, rule="setup.drop-zones"))
    for piece in killzone(game).pieces:
        kind = kind_of(piece)
        traits = [
            n
            for n, bit in (("Heavy", HEAVY), ("Traversable", TRAVERSABLE), ("Vantage Point", VANTAGE))
            if piece.bits & bit
        ]
        about = f"{', '.join(traits) or 'no trait'}; {piece.low:g} to {piece.high:g} in high."
        if piece.bits & INSIGNIFICANT:
            about = "Insignificant: no effect."
        rule = "terrain.heavy" if piece.bits & HEAVY else "terrain.light"
        areas.append(
            Area(piece.name, kind, Shape(points=piece.corners), game.name(piece.name), about, piece.high, rule=rule)
        )
    return Board(WIDTH, DEPTH, tuple(areas), ground="plates")


def kind_of(piece: Piece) -> str:
    """How a part of a feature is drawn."""
    feature, _, part = piece.name.partition("/")
    base = feature.rpartition("-")[0]
    found = next((kind for name, kind in PARTS.items() if part.startswith(name)), "")
    return found or KINDS.get(base, "wall" if base == "ruin-corner" else "rough")


def tokens(game: KillTeam, seat: int) -> list[Token]:
    """The same for everybody, so they are made once after a decision."""
    return reuse(game.shown, "tokens", (game.open_rows(),), open_tokens, game)


def open_tokens(game: KillTeam) -> list[Token]:
    found = []
    for i in markers_on_table(game):
        row, owner = game.markers[i], controller(game, i)
        marks = (Mark("CH", "charge set", rule="scoring.m4-set-charge", picture="charged"),) if row.charged else ()
        holder = NOBODY if owner is None else owner
        found.append(
            Token(i, game.name(i), holder, (row.x, row.y, row.z), 0.4, "O", "marker", marks=marks, figure=MARKER)
        )
    cite("markers.flat")
    for i, s in game.spots.items():
        if s.kind != "fell":
            found.append(
                Token(
                    i,
                    s.kind,
                    s.seat,
                    (s.x, s.y, s.z),
                    1.0 if s.kind == "smoke" else 0.3,
                    s.kind[:2].upper(),
                    "marker",
                    figure="smoke" if s.kind == "smoke" else SPOT,
                )
            )
    own = (reuse(game.shown, i, (o,), operative_token, game, i, o) for i, o in game.operatives.items())
    return [*found, *own]


def operative_token(game: KillTeam, operative: str, row: Operative) -> Token:
    unit = card(row.unit).unit
    initials = "".join(w[0] for w in unit.name.replace("-", " ").split()[:2]).upper()
    state = "out" if row.fallen else "active" if row.active else "ready" if row.ready else "done"
    at = (row.x, row.y, row.z) if row.there else ()
    return Token(
        operative,
        row.name,
        row.seat,
        at,
        card(row.unit).r,
        initials,
        "infantry",
        pips=Pips(row.wounds, row.full, "wounds"),
        marks=tuple(marks(game, operative, row)),
        state=state,
        about=tuple(about(game, operative, row)),
        origin=content.origin("unit", row.unit),
        figure=FIGURES[row.unit],
    )


def marks(game: KillTeam, operative: str, row: Operative) -> list[Mark]:
    """The tokens beside an operative."""
    cite("markers.order-token")
    conceal = row.order == CONCEAL
    sign, name, picture = ("C", "Conceal", "concealed") if conceal else ("E", "Engage", "engaging")
    found = [Mark(sign, name, True, "activation.order-choice", picture)]
    if is_injured(game, operative) and not row.fallen:
        cite("markers.injured-token")
        found.append(Mark("INJ", "injured", rule="markers.injured-token", picture="wounded"))
    if row.mods and acts("markers.apl-token"):
        now = apl(game, operative)
        found += [Mark(f"{m:+d}", f"APL {m:+d}, now {now}", m > 0, "markers.apl-token") for m in row.mods]
    if row.overwatched:
        found.append(Mark("OW", "Overwatch performed", rule="actions.overwatch", picture="spent"))
    found += [
        Mark("X", f"used: {game.name(u.partition('/')[0])}", rule="specials.limited", picture="spent") for u in row.used
    ]
    if row.carries:
        found.append(Mark("*", f"carries {game.name(row.carries)}", True, "markers.carried", "carrying"))
    found += [Mark("W", "Veil Ward", True, "ua-veil-ward", "shielded") for e in row.effects if e.startswith("ward:")]
    return found


def panels(game: KillTeam, seat: int) -> list[Panel]:
    """The same for everybody, so they are made once after a decision; and a hand, for its owner alone."""
    found = reuse(game.shown, "panels", (game.open_rows(), game.result), open_panels, game)
    if seat in SEATS and game.secret[seat].tac_ops:
        hand = tuple(tac_op(c, content.tac_ops()[c].reveal, "scoring.tacop-reveal") for c in game.secret[seat].tac_ops)
        return [*found, Panel("hand", "Your tac ops", "cards", hand, seat)]
    return found


def open_panels(game: KillTeam) -> list[Panel]:
    now = game.now
    turn = Panel("turn", "Battle", "track", (Line("Turning point", now=now.turn, full=now.turns, rule="turns.four"),))
    rows = (now, *game.sides.values(), *game.tacops.values())
    found = [*goal_panel(game), turn, *reuse(game.shown, "sides", rows, side_panels, game)]
    if game.setup.tutorial:
        cite("content.tutorial")
        steps = tuple(Line(what, "done" if r in now.lessons else "to do", rule=r) for r, what in LESSONS.items())
        found += [coach_panel(__package__), Panel("lessons", "Tried so far", "lessons", steps)]
    return found


def side_panels(game: KillTeam) -> list[Panel]:
    return [side_panel(game, seat) for seat in SEATS]


def side_panel(game: KillTeam, seat: int) -> Panel:
    """Points, ploys in force and revealed tac ops of a player."""
    side = game.sides[seat]
    lines = [
        Line("Victory points", str(victory_points(game, seat)), rule="scoring.vp"),
        Line("Command points", str(side.cp), rule="turns.generate-cp"),
    ]
    if game.now.turn and game.now.initiative == seat:
        lines.append(Line("Initiative", "yes", rule="turns.initiative"))
    for ploy in side.in_force:
        name, says = content.ploys()[ploy].name, content.ploys()[ploy].says
        lines.append(Line(name, says, rule="ploys.strategic", origin=content.origin("ploy", ploy)))
    for shown in game.tacops.values():
        if shown.seat == seat:
            wants = zip(content.tac_ops()[shown.card].vp, shown.scored, strict=True)
            open_ones = "; ".join(words for words, done in wants if not done)
            value = f"{sum(shown.scored)} of 2 VP" + (f". To come: {open_ones}" if open_ones else "")
            lines.append(tac_op(shown.card, value, "scoring.tacop-once"))
    return Panel(f"side{seat}", game.seat_name(seat), "list", tuple(lines), seat)


def tac_op(card: str, value: str, rule: str) -> Line:
    return Line(content.tac_ops()[card].name, value, rule=rule, origin=content.origin("tacop", card))


def sighting(game: KillTeam, viewer: str, target: str) -> Sighting | None:
    if viewer not in game.operatives or target not in game.operatives or viewer == target:
        return None
    a, b = game.operatives[viewer], game.operatives[target]
    notes = [f"{distance(a, b):.1f} in apart."]
    lines = look(game, viewer, target)
    by = f" by {game.name(lines.by)}" if lines.by else ""
    if lines.obscured:
        notes.append(f"The target is Obscured{by}.")
    if lines.cover:
        notes.append(f"The target is in Cover{by}.")
    if not sees(game, target, viewer):
        notes.append("The other way round nothing is visible.")
    through = runs(killzone(game), (a.x, a.y), (b.x, b.y), SOLID)
    return Sighting(sees(game, viewer, target), tuple(notes), through)
