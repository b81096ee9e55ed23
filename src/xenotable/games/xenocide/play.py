"""Who is where: measuring, contact, who stands, who rides, who is lost (chapter "play")."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from xenotable.engine import Random, Result, cite, rule
from xenotable.engine.citing import TRACING
from xenotable.engine.memory import until_moved, until_written
from xenotable.games.xenocide.content import Kind
from xenotable.games.xenocide.stances import Stance, clear_by, middle, nearest
from xenotable.games.xenocide.state import COLOURS, Xenocide
from xenotable.games.xenocide.walls import both_inside, gap
from xenotable.table import Circle, hull

CONTACT = 4.0 - 0.001  # strictly below 4 inches, with a tolerance of a thousandth (play.contact-distance)


WITHIN = 0.01  # the tolerance of "within N inches" (play.within)


NEAR = 12.0  # no two centres of bases or sections in contact are farther apart than this


def kind_of(game: Xenocide, m: str) -> Kind:
    return game.kinds[game.models[m].kind]


@rule("play.within")
def within(distance: float, limit: float) -> bool:
    """At most the limit, with a tolerance of a hundredth of an inch."""
    return distance <= limit + WITHIN


@rule("play.rounding")
def rounded(n: float) -> int:
    """Down, unless a rule says otherwise."""
    return int(n)


@rule("play.bases")
def circle(game: Xenocide, m: str) -> Circle:
    return outlined(game, m) if game.models[m].section else own_base(game, m)


def own_base(game: Xenocide, m: str) -> Circle:
    row = game.models[m]
    return Circle(row.x, row.y, game.kinds[row.kind].radius)


@rule("buildings.measuring", neutral=own_base)
def outlined(game: Xenocide, m: str) -> Circle:
    """Distances to a model inside a section are measured from the outline of the section."""
    return game.field.rooms[game.models[m].section].walls


@until_moved
def stance(game: Xenocide, u: str) -> Stance:
    """Where a unit stands, as remembered if nothing of it has changed."""
    models = game.models
    rows = [models[m] for m in game.units[u].models]
    found = game.stances.get(u)
    if found is None or found.rows != rows or TRACING:
        found = game.stances[u] = Stance(rows, [circle(game, m) for m in game.units[u].models])
    return found


def circles(game: Xenocide, u: str) -> Sequence[Circle]:
    """The bases of a unit; not to be changed, for others look at the same list."""
    return stance(game, u).circles


def is_titan(game: Xenocide, u: str) -> bool:
    """Is this unit a titan? A titan is always a unit of one model."""
    return u in game.titans


def kinds_in(game: Xenocide, u: str) -> set[str]:
    return {game.models[m].kind for m in game.units[u].models}


def alive(game: Xenocide, u: str) -> bool:
    return bool(game.units[u].models)


@until_moved
def standing(game: Xenocide, seat: int) -> list[str]:
    """The units of a side that stand on the ground: not burrowed, not high, not off the table."""
    return [
        id for id, u in game.units.items() if u.seat == seat and u.on and u.models and not u.burrowed and not u.high
    ]


@until_moved
def above_ground(game: Xenocide, seat: int) -> list[str]:
    """The units of a side that can be seen: on the ground or high above it."""
    return [id for id, u in game.units.items() if u.seat == seat and u.on and u.models and not u.burrowed]


@until_moved
def stances(game: Xenocide, seat: int) -> list[tuple[str, Stance]]:
    """The units of a side that stand on the ground, and where."""
    return [(u, stance(game, u)) for u in standing(game, seat)]


def bases(game: Xenocide, units: Iterable[str]) -> list[Circle]:
    return [c for u in units for c in stance(game, u).circles]


def bases_near(game: Xenocide, seats: Iterable[int], box: Stance, far: float) -> list[Circle]:
    """The bases of those on the ground that may come so near to a rectangle; perhaps a few more."""
    return [c for seat in seats for _, at in stances(game, seat) if not clear_by(at, box, far) for c in at.circles]


@until_moved
@rule("play.measuring")
def apart(game: Xenocide, a: str, b: str) -> float:
    """The distance between two units: between their nearest models."""
    return nearest(circles(game, a), circles(game, b))


@until_moved
@rule("play.contact-distance")
def in_contact(game: Xenocide, a: str, b: str) -> bool:
    if clear_by(stance(game, a), stance(game, b), CONTACT):
        return False
    across = sallied(game, a, b)
    return any(meet(p, q, across) for p in circles(game, a) for q in circles(game, b))


def meet(p: Circle, q: Circle, across: bool = False) -> bool:
    """Are two enemies in contact? Across two walls only if they fight that way."""
    return gap(p, q) < CONTACT and (across or not both_inside(p, q) or not stands_off())


@rule("buildings.standoff", neutral=lambda: False)
def stands_off() -> bool:
    """Enemies in different buildings or sections leave each other alone until somebody decides otherwise."""
    cite("buildings.sections-adjacent")
    return True


def sallied(game: Xenocide, a: str, b: str) -> bool:
    return bool(game.units[a].sally and game.units[b].sally)


@until_moved
def touched(game: Xenocide, u: str) -> list[str]:
    """The enemy units that a unit is in contact with."""
    unit = game.units[u]
    if not unit.on or unit.burrowed or unit.high:
        return []
    here = stance(game, u)
    if not unit.models:
        here = Stance((), [circle(game, game.models[m].inside) for m in unit.riding])
    found = []
    west, east, south, north = here.x0 - 4.0, here.x1 + 4.0, here.y0 - 4.0, here.y1 + 4.0  # a little more than contact
    for t, there in stances(game, 1 - unit.seat):
        if there.x1 >= west and there.x0 <= east and there.y1 >= south and there.y0 <= north:
            across = sallied(game, u, t)
            if any(meet(p, q, across) for q in there.circles for p in here.circles):
                found.append(t)
    return found


@until_moved
def centre(game: Xenocide, u: str) -> tuple[float, float]:
    if game.units[u].models and not TRACING:
        return stance(game, u).centre()
    ms = game.units[u].models or game.units[u].riding
    return middle([game.models[m] for m in ms])


@until_written
def company_units(game: Xenocide, company: str) -> list[str]:
    """The units that act with a company this turn and still exist, those inside transports too."""
    return [id for id, u in game.units.items() if u.company == company and (u.models or u.riding)]


def outline(game: Xenocide, u: str) -> tuple[tuple[float, float], ...]:
    return hull([(game.models[m].x, game.models[m].y) for m in game.units[u].models])


def put(game: Xenocide, m: str, at: tuple[float, float]) -> None:
    """A model stands somewhere else, and whoever rides in it."""
    row = game.models.set(m, x=at[0], y=at[1], section="", door="")
    if game.kinds[row.kind].transport:
        for rider in aboard(game, m):
            game.models.set(rider, x=at[0], y=at[1])


def aboard(game: Xenocide, carrier: str) -> list[str]:
    """Who rides in a transport: models of its own unit or of others of its side."""
    return [m for u in game.units.values() for m in u.riding if game.models[m].inside == carrier]


def riders(game: Xenocide, u: str) -> list[str]:
    """The models of a unit that ride in open transports: they shoot and fight from there."""
    found = []
    for m in game.units[u].riding:
        carrier = game.models.get(game.models[m].inside)
        if carrier is not None and game.kinds[carrier.kind].open_transport:
            found.append(m)
    return found


def mounted(game: Xenocide, u: str) -> list[str]:
    """Who rides in the open transports of a unit, its own models or guests: area hits and close assault reach them."""
    return [m for c in game.units[u].models if game.kinds[game.models[c].kind].open_transport for m in aboard(game, c)]


def strength(game: Xenocide, u: str) -> int:
    """All models of a unit, those in transports too."""
    return len(game.units[u].models) + len(game.units[u].riding)


def destroy(game: Xenocide, lost: Iterable[str]) -> None:
    """Models leave the battle; a unit without models is eliminated and its full price is lost."""
    for m in lost:
        u = game.models[m].unit
        game.models.remove(m)
        left = tuple(x for x in game.units[u].models if x != m)
        riding = tuple(x for x in game.units[u].riding if x != m)
        game.units.set(u, models=left, riding=riding)
        if not left and not riding:
            eliminated(game, u)


@rule("scenarios.attrition-loss")
def eliminated(game: Xenocide, u: str) -> None:
    unit = game.units.set(u, on=False, marks=0, watch=False, dug=False, burrowed=False)
    game.sides.set(unit.seat, lost=game.sides[unit.seat].lost + unit.vp)
    rule_id = "titans.vp-destroyed" if is_titan(game, u) else "shooting.unit-eliminated"
    game.tell("{u} is eliminated: {vp} points lost.", rule_id, u=u, vp=unit.vp)


@rule("play.open-information")
def redeal(game: Xenocide, seat: int, rnd: Random) -> None:
    """Orders, bids and command centers that the other player could have, from what is open."""
    from xenotable.games.xenocide.turn import Reveal

    bids = bool(game.scenes) and isinstance(game.scenes[-1], Reveal)
    for other in {0, 1} - {seat}:
        left = [c for c, row in game.companies.items() if row.seat == other and row.planned]
        order = tuple(left.pop(int(rnd() * len(left))) for _ in range(len(left)))
        closed = [m for m, row in game.markers.items() if row.seat == other and not row.shown]
        known = any(row.seat == other and row.shown == "real" for row in game.markers.values())
        hidden = game.war["war"].chosen and closed and not known
        real = closed[int(rnd() * len(closed))] if hidden else ""
        bid = int(rnd() * (1 + game.sides[other].points)) if bids else 0
        game.secret.set(other, order=order, bid=bid, real=real)


@rule("play.concede")
def conceded(game: Xenocide, seat: int) -> Result:
    return Result((1 - seat,), f"{COLOURS[seat]} concedes.", "play.concede")
