"""The Move order and the ways to use it, and orders that combine it with a shot."""

from __future__ import annotations

from xenotable.engine import Choose, Flow, Reckon, Scene, cite, rule, scene
from xenotable.games.rampant.rules.moving.allowance import allowance
from xenotable.games.rampant.rules.moving.paths import ask_way, carry_out, plain_move
from xenotable.games.rampant.rules.moving.table_edge import exits, leave, way_out
from xenotable.games.rampant.rules.play.conventions import circle
from xenotable.games.rampant.rules.scenarios.envoy import after_move, carried_home
from xenotable.games.rampant.rules.setup.arrival import arrive
from xenotable.games.rampant.rules.shooting.sequence import legal_targets
from xenotable.games.rampant.rules.specials.moving import drop_prone
from xenotable.games.rampant.rules.terrain.buildings import ask_door, come_out, garrison_house, houses_to_enter
from xenotable.games.rampant.rules.vehicles import board, hull, rides
from xenotable.games.rampant.rules.xeno.moving import blink
from xenotable.games.rampant.scenes import Combined, Moving, Shooting
from xenotable.games.rampant.state import Rampant


@rule("moving.move-alternatives", neutral=lambda *a: ["move"])
def move_manners(game: Rampant, unit: str, share: float) -> list[str]:
    """What this unit could do with its Move."""
    row, what = game.units[unit], game.profile[unit]
    if row.where == "aboard":
        return ["leave", "stay"]
    if row.where == "reserve":
        return ["arrive"]
    if row.where == "inside":
        return ["out", "stay"]
    found = ["move"]
    if "prone" in what.has and share == 1.0:
        found.append("prone")
    if "blink" in what.has and game.now.carrier != unit:
        found.append("blink")
    budget = allowance(game, unit, share)
    found += [f"enter:{b}" for b in houses_to_enter(game, unit, budget)]
    found += [f"board:{v}" for v in rides(game, unit, budget)]
    return found + [f"exit:{edge}" for edge in exits(game, unit) if way_out(game, unit, edge, budget)]


def manner_label(game: Rampant, manner: str) -> str:
    plain = {
        "move": "Move",
        "prone": "Drop Prone",
        "blink": "Blink",
        "leave": "Get out",
        "out": "Leave the building",
        "stay": "Stay inside",
        "arrive": "Enter the table",
    }
    if manner in plain:
        return plain[manner]
    kind, _, what = manner.partition(":")
    if kind == "exit":
        return f"Leave the table over the {what} edge"
    return f"{'Enter' if kind == 'enter' else 'Board'} {game.name(what)}"


@scene
def moving(game: Rampant, at: Moving) -> Flow[list[Scene]]:
    """A Move order in one of its ways."""
    unit = at.unit
    options = yield from Reckon(work=lambda: move_manners(game, unit, at.share))
    how = options[0]
    if len(options) > 1:
        how = yield from Choose(
            seat=game.units[unit].seat,
            key="manner",
            rule="moving.move-alternatives",
            prompt="How does {u} use its Move?",
            args={"u": unit},
            among=lambda: options,
            label=lambda m: manner_label(game, m),
            on=lambda m: m.partition(":")[2] or unit,
        )
    return (yield from use_move(game, unit, how, at.share))


def use_move(game: Rampant, unit: str, how: str, share: float) -> Flow[list[Scene]]:
    kind, _, what = how.partition(":")
    if kind == "prone":
        drop_prone(game, unit)
    elif kind == "blink":
        return (yield from blink(game, unit))
    elif kind == "enter":
        garrison_house(game, unit, what)
    elif kind == "board":
        board(game, unit, what)
    elif kind == "exit":
        carried_home(game, unit)
        leave(game, unit)
    elif kind == "arrive":
        yield from arrive(game, unit)
    elif kind == "leave":
        yield from disembark(game, unit)
    elif kind == "out":
        yield from come_out(game, unit, share)
    elif kind == "move":
        yield from plain_move(game, unit, allowance(game, unit, share))
    if kind in ("move", "leave", "out"):
        yield from after_move(game, unit)
    return []


def disembark(game: Rampant, unit: str) -> Flow[None]:
    """Passengers are placed touching the vehicle and move up to half."""
    vehicle = game.units[unit].inside
    if not (yield from ask_door(game, unit, hull(game, vehicle), "vehicles.leave", vehicle)):
        return
    start = circle(game, unit)
    moved = yield from ask_way(game, unit, allowance(game, unit, 0.5), "vehicles.leave")
    carry_out(game, unit, start, moved)


# ---- combined orders -------------------------------------------------------------------------------------------------


@scene
def combined(game: Rampant, at: Combined) -> Flow[list[Scene]]:
    """Skirmish and Advance and Fire: move and shoot in either order, or only one of the two."""
    unit = at.unit
    row = game.units[unit]
    cite("specials.skirmish" if at.way == "skirmish" else "vehicles.advance-and-fire")
    shaken = at.shot and (row.suppressed or (row.x, row.y) != (at.x, at.y))
    if row.where not in ("table", "inside") or shaken or (at.moved and at.shot):
        return []
    options = [] if at.moved or "rooted" in game.profile[unit].has else ["move"]
    if not at.shot and (yield from Reckon(work=lambda: next(legal_targets(game, unit, at.way), ""))):
        options.append("shoot")
    if not options:
        return []
    names = {"move": "Move", "shoot": "Shoot", "done": "That is all"}
    do = yield from Choose(
        seat=game.units[unit].seat,
        key="part",
        rule="specials.skirmish" if at.way == "skirmish" else "vehicles.advance-and-fire",
        prompt="What does {u} do next?",
        args={"u": unit},
        among=lambda: (*options, "done"),
        label=lambda o: names[o],
    )
    if do == "move":
        share = 0.5 if at.way == "skirmish" else 1.0
        return [Moving(unit, share, at.way), Combined(unit, at.way, True, at.shot)]
    if do == "shoot":
        now = game.units[unit]
        return [Shooting(unit, at.way), Combined(unit, at.way, at.moved, True, now.x, now.y)]
    return []
