"""What a screen shows of a battle: the board with its terrain and zones, tokens, panels."""

from __future__ import annotations

from xenotable.engine import NOBODY, Area, Board, Line, Mark, Panel, Pips, Shape, Token, rule
from xenotable.games.rampant.command import leading
from xenotable.games.rampant.content import Spot, content
from xenotable.games.rampant.field import Land, field_of
from xenotable.games.rampant.roster import card_rows
from xenotable.games.rampant.scenarios import last_round, marker_control, scenario
from xenotable.games.rampant.state import Rampant, passenger
from xenotable.games.rampant.zones import own_zones, part_of
from xenotable.table import Piece

FILLS = {
    "woods": "woods",
    "scrub": "rough",
    "ruins": "ruin",
    "rubble": "ruin",
    "craters": "crater",
    "wreck": "ruin",
    "bog": "water",
    "spires": "wall",
    "chasm": "crater",
    "hill": "hill",
    "hedge": "woods",
    "wall": "wall",
    "rampart": "wall",
    "wire": "wall",
    "shack": "building",
    "house": "building",
    "hall": "building",
    "bunker": "building",
    "generator": "objective",
}
GLYPHS = {
    "elite": "EL",
    "heavy": "HV",
    "light": "LT",
    "support": "SP",
    "berserk": "BK",
    "primitive": "PR",
    "recon": "RC",
    "militia": "ML",
    "greater-xenomorph": "GX",
    "lesser-xenomorph": "LX",
    "fighting-vehicle": "FV",
    "transport-vehicle": "TV",
    "soft-skin-vehicle": "SV",
}
KINDS = {"greater-xenomorph": "beast", "lesser-xenomorph": "beast"}


def shape_of(piece: Piece) -> Shape:
    if piece.disc is not None:
        return Shape(centre=(piece.disc[0], piece.disc[1]), r=piece.disc[2])
    if piece.line is not None:
        return Shape(points=piece.line, width=0.3)
    return Shape(points=piece.corners)


def about_land(land: Land) -> str:
    """What a piece of terrain does, in a sentence."""
    kind, words = land.kind, []
    if kind.shape == "building":
        figures = f"Armour {kind.armour}, {kind.strength} Strength Points, room for {kind.capacity}"
        return f"A building: hard cover for its garrison, {figures}."
    if kind.shape == "line":
        words.append(f"{kind.cross_cost} in to cross")
    if kind.impassable:
        words.append("nobody can pass")
    if kind.rough:
        words.append("rough: each inch costs 2")
    words.append({"none": "no cover", "soft": "soft cover (+1 Armour)", "hard": "hard cover (+2 Armour)"}[kind.cover])
    if kind.dense or kind.blocks_sight:
        words.append("hides what is behind it")
    return "; ".join(words).capitalize() + "."


def board(game: Rampant) -> Board:
    now = game.now
    known = field_of(now.terrain or now.scenario) if now.terrain or now.scenario else field_of("first-blood")
    areas = [zone for seat in (0, 1) for zone in zones(game, seat)] if now.terrain else []
    for name, land in known.lands.items():
        about, label = about_land(land), land.kind.name
        if name in game.buildings:
            row = game.buildings[name]
            label = f"{land.kind.name} {row.strength}/{row.start}"
        rule_id = "scenarios.sabotage" if land.kind.id == "generator" else "terrain.kinds"
        height = 3.0 if land.kind.shape == "building" or land.kind.blocks_sight else 0.0
        areas.append(Area(name, FILLS[land.kind.id], shape_of(land.piece), label, about, height, None, rule_id))
    return Board(known.width, known.depth, (*areas, *objectives(game)))


def zones(game: Rampant, seat: int) -> list[Area]:
    part = part_of(game, seat)
    about = f"Here {game.seat_name(seat)} deploys."
    return [
        Area(
            f"{part}-zone-{i}", "zone", shape_of(z), f"Zone of {game.seat_name(seat)}", about, 0.0, seat, "setup.deploy"
        )
        for i, z in enumerate(own_zones(game, seat))
    ]


def objectives(game: Rampant) -> list[Area]:
    """The circle, markers, exits and the road of the scenario."""
    if not game.now.terrain:
        return []
    plan = scenario(game)
    road = Shape(points=((0.0, 24.0), (72.0, 24.0)), width=4.0)
    found = [Area("road", "road", road, "Road", "The convoy's road.")] if plan.id == "night-convoy" else []
    for i, spot in enumerate(plan.objectives):
        if spot.kind in ("circle", "marker"):
            found.append(marker_area(game, i, spot))
        elif spot.kind == "exit":
            found.append(exit_area(game, spot))
    return found


def marker_area(game: Rampant, number: int, spot: Spot) -> Area:
    """A beacon in the colour of who controls it, or the circle that counts at the end."""
    at = (spot.x or 0.0, spot.y or 0.0)
    shape = Shape(centre=at, r=spot.r or 3.0)
    id, plan = f"objective-{number}", scenario(game)
    if spot.kind == "circle":
        return Area(id, "objective", shape, "Centre", "Counts at the end of the battle.", rule=plan.rule)
    about = "1 point a round from round 2 to who controls it."
    return Area(id, "objective", shape, f"Beacon {number + 1}", about, seat=marker_control(game, at), rule=plan.rule)


def exit_area(game: Rampant, spot: Spot) -> Area:
    """The edge over which one side may leave for points."""
    plan = scenario(game)
    w, d = plan.table
    ends = {
        "north": ((0.0, d), (w, d)),
        "south": ((0.0, 0.0), (w, 0.0)),
        "east": ((w, 0.0), (w, d)),
        "west": ((0.0, 0.0), (0.0, d)),
    }
    who = game.now.attacker if spot.who == "attacker" else 1 - game.now.attacker
    about = f"Units of {game.seat_name(who)} may leave here for points."
    return Area(
        f"exit-{spot.edge}", "objective", Shape(points=ends[spot.edge], width=0.6), "Exit", about, 0.0, who, plan.rule
    )


@rule("play.figures")
def tokens(game: Rampant, seat: int) -> list[Token]:
    """One token per unit; its pips are the figures it shows."""
    found = [token(game, uid) for uid in game.units]
    marker = game.now.marker
    if marker is not None:
        found.append(
            Token(
                "envoy",
                "The envoy",
                NOBODY,
                marker,
                0.5,
                "E",
                "marker",
                about=(("Envoy", "Take it home for 5 points."),),
            )
        )
    return found


def token(game: Rampant, uid: str) -> Token:
    row, what = game.units[uid], game.profile[uid]
    at = (row.x, row.y) if row.where in ("table", "inside") else ()
    kind = "vehicle" if what.vehicle else KINDS.get(what.type, "flyer" if "flying" in what.has else "infantry")
    state = "out" if row.where == "gone" else "done" if row.activated and row.seat == game.now.active else "ready"
    return Token(
        uid,
        what.name,
        row.seat,
        at,
        what.radius,
        GLYPHS[what.type],
        kind,
        row.facing if what.vehicle else None,
        Pips(row.strength if row.where != "gone" else 0, what.strength),
        tuple(marks(game, uid)),
        state,
        row.inside,
        tuple(card_rows(what, game, uid)),
    )


def marks(game: Rampant, uid: str) -> list[Mark]:
    row, what = game.units[uid], game.profile[uid]
    found = []
    if what.commander:
        found.append(Mark("C", "Commander", True, "command.model"))
    if row.suppressed:
        found.append(Mark("S", "Suppressed", False, "suppression.marker"))
    if row.prone:
        found.append(Mark("P", "Prone", True, "specials.prone"))
    if row.charge == "held":
        found.append(Mark("H", "Held back: may only Move", False, "activation.wild-charge-failure"))
    if game.now.carrier == uid:
        found.append(Mark("E", "Carries the envoy", True, "scenarios.envoy-carrying"))
    if passenger(game, uid):
        found.append(Mark("T", f"Carries {game.name(passenger(game, uid))}", True, "vehicles.board"))
    for spell in row.spells:
        power = content().powers[spell.power]
        friend = game.units[spell.source].seat == row.seat
        found.append(Mark(power.name[:2], power.name, friend, power.rule))
    return found


def panels(game: Rampant, seat: int) -> list[Panel]:
    return [turn_panel(game), *(side_panel(game, s) for s in (0, 1)), *reserves(game), *vow_panel(game, seat)]


def turn_panel(game: Rampant) -> Panel:
    now = game.now
    if not now.terrain:
        return Panel("turn", "Before the battle", "list", (Line("Scenario", now.scenario or "to be rolled"),))
    names = {"setup": "Deployment", "rally": "Rally", "charge": "Wild Charges", "orders": "Orders"}
    plan = scenario(game)
    lines = (
        Line("Scenario", plan.name, rule=plan.rule),
        Line("Round", f"{now.round} of {last_round(game)}", now.round, last_round(game) + 2, rule="scenarios.rounds"),
        Line("Active", game.seat_name(now.active), rule="play.round-turn-phase"),
        Line("Step", names.get(now.phase, now.phase), rule="activation.steps"),
    )
    return Panel("turn", "The battle", "track", lines)


def side_panel(game: Rampant, seat: int) -> Panel:
    side = game.sides[seat]
    part = "Attacker" if seat == game.now.attacker else "Defender"
    trait = content().traits.get(side.trait)
    lines = [
        Line("Victory points", str(side.score), rule="scenarios.winner"),
        Line("Points lost", f"{side.removed} of {side.total}", side.removed, side.total, rule="courage.removed-points"),
        Line("Commander", "leads" if leading(game, seat) else "silent", rule="command.suppressed"),
    ]
    if trait is not None:
        lines.append(Line("Trait", trait.name, rule=trait.rule))
    if any("bombardment" in game.profile[u].has for u, r in game.units.items() if r.seat == seat):
        lines.append(Line("Bombardments left", str(side.bombs), rule="shooting.bombardment-order"))
    lines += [Line(entry) for entry in side.tally]
    return Panel(f"side-{seat}", f"{game.seat_name(seat)} ({part})", "list", tuple(lines), seat)


def reserves(game: Rampant) -> list[Panel]:
    found = []
    for seat in (0, 1):
        waiting = [u for u, r in game.units.items() if r.seat == seat and r.where == "reserve"]
        if waiting:
            lines = tuple(
                Line(game.name(u), f"from round {game.units[u].arrives}" if game.units[u].arrives else "", on=u)
                for u in waiting
            )
            found.append(Panel(f"reserve-{seat}", f"Reserve of {game.seat_name(seat)}", "list", lines, seat))
    return found


def vow_panel(game: Rampant, seat: int) -> list[Panel]:
    """The own vows; those of the enemy stay hidden until the end."""
    if seat not in (0, 1) or not game.secret[seat].vows:
        return []
    vows = [content().vows[v] for v in game.secret[seat].vows]
    lines = tuple(Line(v.name, f"worth {v.value}", rule=v.rule) for v in vows)
    return [Panel("vows", "Your vows", "cards", lines, seat)]
