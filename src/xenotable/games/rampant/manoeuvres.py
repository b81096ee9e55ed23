"""Ways to use a Move order, combined orders, arrivals, drops (chapters "moving", "specials", "vehicles", "xeno")."""

from __future__ import annotations

import math
from collections.abc import Iterator

from xenotable.engine import (
    Choose,
    Confirm,
    Flow,
    Piece,
    Place,
    Placed,
    Random,
    Reckon,
    Refusal,
    Roll,
    Scene,
    allowed,
    cite,
    rule,
    scene,
)
from xenotable.games.rampant.buildings import ask_door, garrison_house, houses_to_enter
from xenotable.games.rampant.envoy import after_move, carried_home, exits
from xenotable.games.rampant.field import circle, field, outline, to_spot
from xenotable.games.rampant.losses import lose, remove
from xenotable.games.rampant.marching import Room, free_at
from xenotable.games.rampant.moving import allowance
from xenotable.games.rampant.paths import ask_way, carry_out, leave, plain_move, way_out
from xenotable.games.rampant.scenes import Combined, Drop, Moving, Nerve, Shock, Shooting
from xenotable.games.rampant.shooting import legal_targets
from xenotable.games.rampant.specials import drop_prone
from xenotable.games.rampant.state import Rampant, passenger
from xenotable.games.rampant.vehicles import board, hull, rides
from xenotable.games.rampant.xeno import blink, treated
from xenotable.games.rampant.zones import home_edges
from xenotable.table import Circle, snapped
from xenotable.table.near import TOLERANCE


@rule("moving.move-alternatives", neutral=lambda *a: ["move"])
def manners(game: Rampant, uid: str, share: float) -> list[str]:
    """What this unit could do with its Move."""
    row, what = game.units[uid], game.profile[uid]
    if row.where == "aboard":
        return ["leave", "stay"]
    if row.where == "reserve":
        return ["arrive"]
    if row.where == "inside":
        return ["out", "stay"]
    found = ["move"]
    if "prone" in what.has and share == 1.0:
        found.append("prone")
    if "blink" in what.has and game.now.carrier != uid:
        found.append("blink")
    budget = allowance(game, uid, share)
    found += [f"enter:{b}" for b in houses_to_enter(game, uid, budget)]
    found += [f"board:{v}" for v in rides(game, uid, budget)]
    return found + [f"exit:{edge}" for edge in exits(game, uid) if way_out(game, uid, edge, budget)]


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
    uid = at.unit
    options = yield from Reckon(work=lambda: manners(game, uid, at.share))
    how = options[0]
    if len(options) > 1:
        how = yield from Choose(
            seat=game.units[uid].seat,
            key="manner",
            rule="moving.move-alternatives",
            prompt="How does {u} use its Move?",
            args={"u": uid},
            among=lambda: options,
            label=lambda m: manner_label(game, m),
            on=lambda m: m.partition(":")[2] or uid,
        )
    return (yield from use_move(game, uid, how, at.share))


def use_move(game: Rampant, uid: str, how: str, share: float) -> Flow[list[Scene]]:
    kind, _, what = how.partition(":")
    if kind == "prone":
        drop_prone(game, uid)
    elif kind == "blink":
        return (yield from blink(game, uid))
    elif kind == "enter":
        garrison_house(game, uid, what)
    elif kind == "board":
        board(game, uid, what)
    elif kind == "exit":
        carried_home(game, uid)
        leave(game, uid)
    elif kind == "arrive":
        yield from arrive(game, uid)
    elif kind == "leave":
        yield from disembark(game, uid)
    elif kind == "out":
        yield from come_out(game, uid, share)
    elif kind == "move":
        yield from plain_move(game, uid, allowance(game, uid, share))
    if kind in ("move", "leave", "out"):
        yield from after_move(game, uid)
    return []


def come_out(game: Rampant, uid: str, share: float) -> Flow[None]:
    """A garrison is placed touching the outside edge and moves from there."""
    building = game.units[uid].inside
    if not (yield from ask_door(game, uid, outline(game, building), "terrain.building-leave")):
        return
    start = circle(game, uid)
    moved = yield from ask_way(game, uid, allowance(game, uid, share), "terrain.building-leave")
    carry_out(game, uid, start, moved)


def disembark(game: Rampant, uid: str) -> Flow[None]:
    """Passengers are placed touching the vehicle and move up to half."""
    vehicle = game.units[uid].inside
    if not (yield from ask_door(game, uid, hull(game, vehicle), "vehicles.leave", vehicle)):
        return
    start = circle(game, uid)
    moved = yield from ask_way(game, uid, allowance(game, uid, 0.5), "vehicles.leave")
    carry_out(game, uid, start, moved)


# ---- combined orders -------------------------------------------------------------------------------------------------


@scene
def combined(game: Rampant, at: Combined) -> Flow[list[Scene]]:
    """Skirmish and Advance and Fire: move and shoot in either order, or only one of the two."""
    uid = at.unit
    row = game.units[uid]
    cite("specials.skirmish" if at.way == "skirmish" else "vehicles.advance-and-fire")
    if at.way == "advance" and not game.profile[uid].vehicle:
        cite("xeno.gyro-mounts")
    shaken = at.shot and (row.suppressed or (row.x, row.y) != (at.x, at.y))
    if row.where not in ("table", "inside") or shaken or (at.moved and at.shot):
        return []
    options = [] if at.moved or "rooted" in game.profile[uid].has else ["move"]
    if not at.shot and (yield from Reckon(work=lambda: next(legal_targets(game, uid, at.way), ""))):
        options.append("shoot")
    if not options:
        return []
    names = {"move": "Move", "shoot": "Shoot", "done": "That is all"}
    do = yield from Choose(
        seat=game.units[uid].seat,
        key="part",
        rule="specials.skirmish" if at.way == "skirmish" else "vehicles.advance-and-fire",
        prompt="What does {u} do next?",
        args={"u": uid},
        among=lambda: (*options, "done"),
        label=lambda o: names[o],
    )
    if do == "move":
        share = 0.5 if at.way == "skirmish" else 1.0
        return [Moving(uid, share, at.way), Combined(uid, at.way, True, at.shot)]
    if do == "shoot":
        now = game.units[uid]
        return [Shooting(uid, at.way), Combined(uid, at.way, at.moved, True, now.x, now.y)]
    return []


# ---- coming late -----------------------------------------------------------------------------------------------------


def edge_places(game: Rampant, uid: str, edge: str) -> list[tuple[float, float]]:
    """Free places touching an edge from inside, an inch apart."""
    width, depth, r = field(game).width, field(game).depth, game.profile[uid].radius
    long = width if edge in ("south", "north") else depth
    spots, room = [], Room(game, uid)
    for k in range(int(long - 2 * r) + 1):
        t = r + k
        p = {"south": (t, r), "north": (t, depth - r), "west": (r, t), "east": (width - r, t)}[edge]
        if room.holds(Circle(p[0], p[1], r)):
            spots.append(snapped(p))
    return spots


@rule("setup.home-edge")
def arrive(game: Rampant, uid: str) -> Flow[None]:
    """Placed touching the home edge from inside; the Move is counted from the edge itself."""
    seat, r = game.units[uid].seat, game.profile[uid].radius
    places = yield from Reckon(work=lambda: {e: edge_places(game, uid, e) for e in home_edges(game, seat)})
    edges = [e for e, free in places.items() if free]
    if not edges:
        return
    edge = edges[0]
    if len(edges) > 1:
        edge = yield from Choose(
            seat=seat,
            key="edge",
            rule="setup.home-edge",
            prompt="Over which edge does {u} enter?",
            args={"u": uid},
            among=lambda: edges,
            label=str.title,
        )
    spots = places[edge]

    def legal(placed: Placed) -> Iterator[Refusal]:
        p = placed.at[uid]
        far = {"south": p[1], "north": field(game).depth - p[1], "west": p[0], "east": field(game).width - p[0]}[edge]
        if abs(far - r) > 0.01:
            yield Refusal("setup.home-edge", "{u} must be placed touching the edge.", {"u": uid})
        if not free_at(game, uid, Circle(p[0], p[1], r)):
            yield Refusal("moving.separation", "{u} does not fit there.", {"u": uid})

    placed = yield from Place(
        seat=seat,
        key="arrive",
        rule="setup.home-edge",
        prompt="Where does {u} enter?",
        args={"u": uid},
        pieces=(Piece(uid, spots[0], r, 0.0, game.profile[uid].vehicle),),
        legal=legal,
        propose=lambda n, rnd: [Placed({uid: spots[int(rnd() * len(spots))]}) for _ in range(max(1, n))],
    )
    x, y = placed.at[uid][:2]
    game.units.set(uid, where="table", x=x, y=y, arrives=0)
    game.tell("{u} enters the table.", "setup.home-edge", u=uid)
    moved = yield from ask_way(game, uid, max(0.0, allowance(game, uid) - r), "setup.home-edge")
    carry_out(game, uid, circle(game, uid), moved)


# ---- drops -----------------------------------------------------------------------------------------------------------


@rule("xeno.drop-troops", neutral=lambda *a: ())
def drop_refusals(game: Rampant, uid: str, p: tuple[float, ...], near: str = "", far: float = 0.0) -> Iterator[Refusal]:
    """Why a unit may not come down here; `near`, `far`: it must be within so much of that unit (Beckon)."""
    base = Circle(p[0], p[1], game.profile[uid].radius)
    if not free_at(game, uid, base):
        yield Refusal("xeno.drop-troops", "{u} does not fit there.", {"u": uid})
    seat = game.units[uid].seat
    for foe, row in game.units.items():
        if row.seat == seat or row.where not in ("table", "inside"):
            continue
        if to_spot(game, foe, (p[0], p[1])) - base.r < 6.0 - TOLERANCE:
            yield Refusal("xeno.drop-troops", "{u} must stay 6 in away from {e}.", {"u": uid, "e": foe})
    if near:
        row = game.units[near]
        if math.hypot(row.x - p[0], row.y - p[1]) - base.r - game.profile[near].radius > far + TOLERANCE:
            yield Refusal(
                "psychic.beckon", "{u} must come down within {far:g} in of {n}.", {"u": uid, "far": far, "n": near}
            )


def drop_spots(
    game: Rampant, uid: str, n: int, rnd: Random, near: str = "", far: float = 0.0
) -> list[tuple[float, float]]:
    width, depth, r = field(game).width, field(game).depth, game.profile[uid].radius
    found = []
    for _ in range(30 * n):
        p = snapped((r + rnd() * (width - 2 * r), r + rnd() * (depth - 2 * r)))
        if near:
            row, a, d = game.units[near], rnd() * 2 * math.pi, rnd() * (far + 2 * r)
            p = snapped((row.x + d * math.cos(a), row.y + d * math.sin(a)))
        if allowed(drop_refusals(game, uid, p, near, far)):
            found.append(p)
            if len(found) >= n:
                break
    return found


def droppable(game: Rampant, uid: str) -> bool:
    """Is there any place left? Looked for on a lattice, so that the answer does not depend on luck."""
    width, depth, r = field(game).width, field(game).depth, game.profile[uid].radius
    return any(
        allowed(drop_refusals(game, uid, (r + i, r + j)))
        for i in range(0, int(width - 2 * r) + 1, 2)
        for j in range(0, int(depth - 2 * r) + 1, 2)
    )


def ask_drop(
    game: Rampant, uid: str, rule_id: str, near: str = "", far: float = 0.0, always: bool = True
) -> Flow[bool]:
    """The owner puts a unit down from orbit."""
    r = game.profile[uid].radius
    placed = yield from Place(
        seat=game.units[uid].seat,
        key="drop",
        rule=rule_id,
        prompt="Where does {u} come down?",
        args={"u": uid},
        pieces=(Piece(uid, (), r, 0.0, game.profile[uid].vehicle),),
        optional=not always,
        legal=lambda p: drop_refusals(game, uid, p.at[uid], near, far) if uid in p.at else (),
        propose=lambda n, rnd: [Placed({uid: p}) for p in drop_spots(game, uid, n, rnd, near, far)] or [Placed()],
    )
    if uid not in placed.at:
        return False
    x, y = placed.at[uid][:2]
    game.units.set(uid, where="table", x=x, y=y, activated=True)
    rider = passenger(game, uid)
    if rider:
        cite("xeno.drop-troops-alone")
    game.tell("{u} comes down.", rule_id, u=uid)
    return True


@scene
def drop(game: Rampant, at: Drop) -> Flow[list[Scene]]:
    """A drop, or what its owner makes of a failed one."""
    uid = at.unit
    seat = game.units[uid].seat
    game.sides.set(seat, drops=game.sides[seat].drops + 1)
    if not droppable(game, uid):
        return []
    if not at.failed:
        yield from ask_drop(game, uid, "xeno.drop-troops", always=False)
        return []
    yes = yield from Confirm(
        seat=seat,
        key="drop-anyway",
        rule="xeno.drop-troops-failure",
        args={"u": uid},
        prompt="The drop has failed. Put {u} down all the same?",
        yes="Put it down",
        no="Leave it in reserve",
    )
    if not yes:
        return []
    if not (yield from ask_drop(game, uid, "xeno.drop-troops-failure", always=False)):
        return []
    return (yield from hard_landing(game, uid))


def hard_landing(game: Rampant, uid: str) -> Flow[list[Scene]]:
    """One die; if it is lower than the unit's Courage, so many Strength Points are lost, and Courage is tested."""
    counts = yield from Roll(
        seat=game.units[uid].seat,
        key="landing",
        rule="xeno.drop-troops-failure",
        prompt="{u} lands hard: one die",
        args={"u": uid},
        n=1,
    )
    die = 1 + counts.index(1)
    if die >= game.profile[uid].courage:
        return []
    before = game.units[uid].strength
    lost = min((yield from treated(game, uid, die)), before)
    game.tell("{u} lands hard and loses {n}.", "xeno.drop-troops-failure", u=uid, n=lost)
    if lose(game, uid, lost):
        return remove(game, uid, "destroyed", before=before)
    return [Nerve(Shock(uid, "drop", lost=lost))]
