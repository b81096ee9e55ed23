"""A battle as it is shown: board, tokens, panels."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import NOBODY, Area, Board, Line, Mark, Panel, Pips, Shape, Token, coach_panel, rule
from xenotable.games.xcx import content
from xenotable.games.xcx.rules.ai.cards import BANDS
from xenotable.games.xcx.rules.bag.dice import dice, next_draws
from xenotable.games.xcx.rules.damage.armour import armour_points
from xenotable.games.xcx.rules.movement.positions import mobility
from xenotable.games.xcx.rules.skills.reach import armour_value
from xenotable.games.xcx.rules.special.officers import card_of
from xenotable.games.xcx.rules.squad.profiles import profile_of
from xenotable.games.xcx.rules.terrain.forms import HARD, IMPASSABLE, OBSTACLE, PIT, SOFT
from xenotable.games.xcx.rules.terrain.ground import field_of, top
from xenotable.games.xcx.rules.tests import skill_name
from xenotable.games.xcx.show.figures import FIGURES, HIDDEN, OBJECTS
from xenotable.games.xcx.show.goal import goal_panel
from xenotable.games.xcx.state import DEAD, NEUTRAL, RESERVE, TABLE, Xcx
from xenotable.table import Hexes

KINDS = {SOFT: "scrub", HARD: "barricade", OBSTACLE: "rubble", IMPASSABLE: "building", PIT: "chasm"}
ABOUT = {
    SOFT: (
        "Soft Cover",
        "-1 to shots at a model it covers within 1 Range; free to cross and stand in.",
        "terrain.soft-cover",
    ),
    HARD: (
        "Hard Cover",
        "-2 to shots at a model it covers within 1 Range; crossed on a Run only.",
        "terrain.hard-cover",
    ),
    OBSTACLE: ("Obstacle", "No cover; crossed on a Run only, every inch counting double.", "terrain.obstacle"),
    IMPASSABLE: ("Impassable", "Nothing moves or sees through it.", "terrain.impassable"),
    PIT: ("Pit", "Nothing moves through it; sight passes.", "terrain.impassable"),
}


def board(game: Xcx) -> Board:
    field = field_of(game)
    areas = [*zones(game)]
    if field.grid is None:
        for p in field.ground.pieces:
            bits = p.bits & (SOFT | HARD | OBSTACLE | IMPASSABLE | PIT)
            if bits:
                label, about, rule_id = ABOUT[bits]
                areas.append(Area(p.name, KINDS[bits], Shape(points=p.corners), label, about, rule=rule_id))
    else:
        for s, bits in sorted(field.grid.forms.items()):
            if bits in ABOUT:
                label, about, rule_id = ABOUT[bits]
                shape = Shape(points=field.grid.outline(s))
                areas.append(Area(f"s{s[0]},{s[1]}", KINDS[bits], shape, label, about, rule=rule_id))
    if field.mode == "hex":  # rows of hexagons are lower than they are wide, and odd ones stand half a space off
        rise = Hexes.RISE
        return Board(field.width + 0.5, 0.5 + (field.depth - 1 + 2 / 3) * rise, tuple(areas), "hex", ground="dust")
    return Board(field.width, field.depth, tuple(areas), "" if field.mode == "inches" else field.mode, ground="dust")


def zones(game: Xcx) -> Iterator[Area]:
    field = field_of(game)
    deep, far = (8 if field.depth == 36 else 12), top(game)
    deep_now = deep * far / field.depth
    for side in (0, 1):
        low, high = (0.0, deep_now) if game.now.south == side else (far - deep_now, far)
        corners = ((0.0, low), (field.width, low), (field.width, high), (0.0, high))
        label = f"Deployment of {game.side_name(side)}"
        yield Area(f"zone{side}", "zone", Shape(points=corners), label, seat=side, rule="missions.zones")


@rule("play.public-information", neutral=lambda game: [])
def tokens(game: Xcx, seat: int) -> list[Token]:
    """Everything about models is open: Wounds, markers, orders in force, equipment."""
    found = [token(game, i) for i, m in game.models.items() if m.state == TABLE]
    for id, t in game.things.items():
        if not t.gone:
            x, y = (
                (t.x + t.w / 2, t.y + t.h / 2)
                if t.kind == "core"
                else field_of(game).from_layout((t.x + t.w / 2, t.y + t.h / 2))
            )
            marks = (
                (Mark("H", f"held by {game.side_name(t.holder)}", rule="missions.line-score", picture="held"),)
                if t.holder >= 0
                else ()
            )
            wide, letters = max(t.r, t.w / 2), t.kind[:2].upper()
            found.append(
                Token(id, game.name(id), -1, (x, y), wide, letters, "marker", marks=marks, figure=OBJECTS[t.kind])
            )
    for id, k in game.markers.items():
        owner = game.models[k.model].owner
        found.append(Token(id, game.name(id), owner, (k.x, k.y), k.r, "?", "marker", figure=HIDDEN))
    return found


def unseated(game: Xcx) -> list[tuple[int, str]]:
    """The sides that play themselves by cards."""
    sides = [side for side in (0, 1) if not game.commanders[side]]
    hive = any(m.owner == NEUTRAL for m in game.models.values())
    return [*((side, game.side_name(side)) for side in sides), *([(NOBODY, game.side_name(NEUTRAL))] if hive else [])]


def token(game: Xcx, model: str) -> Token:
    row, p = game.models[model], profile_of(game, model)
    signs = (
        (row.down, Mark("DN", "Down: -2 to be shot, +2 to be charged", rule="actions.down-effect", picture="prone")),
        (row.watch, Mark("OW", "On Overwatch", True, "overwatch.state", "watching")),
        (row.markers > 0, _suppressed(row.markers)),
        (bool(row.engaged), Mark("EN", "Engaged", rule="engaged.state", picture="fighting")),
        (game.kits[model].leader, Mark("L", "Leader", True, "squad.leader-one", "leader")),
        (
            bool(row.caster),
            Mark("MC", "Controlled by the other side", rule="skills.control-start", picture="controlled"),
        ),
        (
            bool(row.controls),
            Mark("PSI", "Controls another model", rule="skills.control-caster-locked", picture="controlling"),
        ),
        (row.core, Mark("CO", "Carries the core", True, "missions.hive-core", "carrying")),
    )
    seat = row.side if row.side < NEUTRAL else -1
    state = "active" if game.now.active == model else "done" if row.activated else "ready"
    kind = "vehicle" if p.unit.machine_class == "spark" else "beast" if p.unit.type == "beast" else "infantry"
    initials = "".join(w[0] for w in p.unit.name.split()) or p.unit.name[:2]
    return Token(
        model,
        game.name(model),
        seat,
        row.here,
        row.r,
        f"{initials[:2]}{row.number}",
        kind,
        pips=Pips(row.wounds, row.full, "Wounds"),
        marks=tuple(mark for holds, mark in signs if holds),
        state=state,
        about=card_lines(game, model),
        origin=content.origin("unit", row.unit),
        figure=FIGURES[row.unit],
        hostile=seat < 0 and p.unit.type != "civilian",
    )


def _suppressed(markers: int) -> Mark:
    return Mark(
        f"S{markers}",
        f"{markers} Suppression marker{'s' if markers > 1 else ''}",
        rule="suppression.value",
        picture="suppressed",
    )


def card_lines(game: Xcx, model: str) -> tuple[tuple[str, str], ...]:
    p = profile_of(game, model)
    points = {t: armour_points(game, model, t, 0) for t in content.TYPES}
    lines = [("Unit", p.unit.name), ("WILL", str(p.will)), ("Mobility", str(mobility(game, model)))]
    lines += [(skill_name(k), str(v)) for k, v in p.skills.items() if v]
    lines.append(("Armour value (low is good)", str(armour_value(game, model))))
    lines.append(("Armour points", ", ".join(f"{t} {n}" for t, n in points.items() if n) or "none"))
    for w in p.weapons:
        what = f"Range {w.range}, damage {w.damage} {w.type}"
        extra = ", ".join((*w.rules, *(content.equipment_name(i) for i in p.fitted.get(w.id, ()))))
        lines.append((w.name, f"{what}{', ' + extra if extra else ''}"))
    carried = [*p.carried, *([p.worn.id] if p.worn else [])]
    if carried:
        lines.append(("Carries", ", ".join(content.equipment_name(i) for i in carried)))
    if p.rules:
        lines.append(("Rules", ", ".join(sorted(p.rules))))
    return tuple(lines)


def panels(game: Xcx, seat: int) -> list[Panel]:
    now = game.now
    score = [Line(game.side_name(s), f"{now.points[s]} VP", rule="missions.points") for s in (0, 1)]
    found = [
        *goal_panel(game),
        Panel(
            "mission",
            game.mission.name,
            lines=(
                Line(
                    "Round",
                    f"{now.round} of {game.mission.rounds}" if now.round else "not begun",
                    now.round,
                    game.mission.rounds,
                    rule="missions.length",
                ),
                *score,
            ),
        ),
        bag_panel(game),
        *([card_panel(game)] if now.card else []),
        roster_panel(game),
    ]
    if game.setup.tutorial:
        found.append(coach_panel(__package__))
    return found


def bag_panel(game: Xcx) -> Panel:
    """What is in the bag, and the chance of the next one, two and three draws."""
    odds = next_draws(game)
    lines = [
        Line(
            game.side_name(s),
            f"{n} dice: next {odds[s][0]:.0%}, two in a row {odds[s][1]:.0%}, three {odds[s][2]:.0%}",
            n,
            rule="bag.odds-shown",
            seat=s if s < NEUTRAL else -1,
        )
        for s, n in dice(game)
        if n or s < NEUTRAL
    ]
    return Panel("bag", "The bag", "bag", tuple(lines))


def roster_panel(game: Xcx) -> Panel:
    lines = []
    for id, row in game.models.items():
        if row.owner < NEUTRAL:
            waiting = "hidden" if any(k.model == id for k in game.markers.values()) else "not deployed yet"
            told = {DEAD: "out", RESERVE: waiting, TABLE: f"{row.wounds} of {row.full} Wounds"}.get(
                row.state, "left the table"
            )
            if row.kills:
                told += f", {row.kills} kills"
            if row.objectives:
                told += f", {row.objectives} objectives"
            lines.append(Line(game.name(id), told, row.wounds, row.full, id))
    return Panel("roster", "Squads", lines=tuple(lines))


def card_panel(game: Xcx) -> Panel:
    """The AI card that was read last, its rolled line highlighted, and why the target was chosen."""
    id, face, which, letter = game.now.card
    card = card_of(game, id)
    lines = []
    for d in range(6):
        rolled = face == str(d + 1)
        lit = ("healthy", "wounded").index(which) if rolled and which else None
        cells = (card.healthy[d], card.wounded[d])
        words = " / ".join(f"[{c}]" if k == lit else c for k, c in enumerate(cells))
        lines.append(Line(f"{'> ' if rolled else ''}{d + 1} {BANDS[d]}", words, rule="ai.bands", cells=cells, lit=lit))
    lines.append(Line("Prefers", card.prefer, rule="ai.preference", origin=content.origin("ai_card", card.unit)))
    lines.append(Line("Targets", ", ".join(card.priorities), rule="ai.priority-lists"))
    lines.append(Line("Why", game.now.reason or letter, on=id, rule="ai.log"))
    columns = ("D6", "Healthy", f"{card.wounded_at} Wounds or fewer")
    return Panel("card", f"AI card: {game.name(id)}", "chart", tuple(lines), columns=columns)
