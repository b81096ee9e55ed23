"""Transports: riding, getting in and out, and what happens to passengers of a wreck (chapter "transport").

Built so far: transports, closed and open, that carry the infantry of their own unit."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from xenotable.engine import Flow, Piece, Place, Placed, Random, Refusal, Roll, allowed, cite, rule
from xenotable.games.xenocide.state import CONTACT, WITHIN, Xenocide, bases, circle, destroy, kind_of, standing
from xenotable.table import Circle, Point, bases_overlap, gap, spread

NEAR = 4.0
COHERENCY = 8.0


def carriers(game: Xenocide, u: str) -> list[str]:
    return [m for m in game.units[u].models if kind_of(game, m).transport]


@rule("transport.capacity", neutral=lambda game, carrier: 99)
def room(game: Xenocide, carrier: str) -> int:
    """The size that still fits into a transport."""
    unit = game.units[game.models[carrier].unit]
    taken = sum(kind_of(game, m).size for m in unit.riding if game.models[m].inside == carrier)
    return kind_of(game, carrier).transport - taken


@rule("transport.who-may-ride", neutral=lambda game, m: True)
def may_ride(game: Xenocide, m: str) -> bool:
    kind = kind_of(game, m)
    return kind.infantry and not kind.transport and kind.move > 0


# ---- getting in ------------------------------------------------------------------------------------------------------


@rule("transport.load-distance")
def boarding(game: Xenocide, u: str, but: Sequence[str] = ()) -> dict[str, str]:
    """Who can get into which transport: within 4 inches of it, as long as there is room; nobody who just got out."""
    left = {c: room(game, c) for c in carriers(game, u)}
    found: dict[str, str] = {}
    for m in game.units[u].models:
        if m in but or not may_ride(game, m):
            continue
        size, here = kind_of(game, m).size, circle(game, m)
        able = [c for c in left if left[c] >= size and gap(here, circle(game, c)) <= NEAR + WITHIN]
        if able:
            found[m] = able[0]
            left[able[0]] -= size
    return found


def load_refusals(game: Xenocide, u: str) -> Iterator[Refusal]:
    if not carriers(game, u) or game.units[u].burrowed:
        yield Refusal("transport.capacity", "{u} has no transport.", {"u": u})
    elif not boarding(game, u):
        yield Refusal("transport.load-distance", "Nobody of {u} is within 4 in of a transport with room.", {"u": u})


def load(game: Xenocide, u: str, but: Sequence[str] = ()) -> None:
    """Everybody who can gets in; it is their movement action, and the transports may then drive."""
    for m, carrier in boarding(game, u, but).items():
        unit = game.units[u]
        game.units.set(u, models=tuple(x for x in unit.models if x != m), riding=(*unit.riding, m), dug=False)
        row = game.models[carrier]
        game.models.set(m, inside=carrier, x=row.x, y=row.y)
    game.tell("{n} models of {u} get in.", "transport.load-unload-timing", n=len(game.units[u].riding), u=u)


# ---- getting out -----------------------------------------------------------------------------------------------------


def unload_refusals(game: Xenocide, u: str) -> Iterator[Refusal]:
    if not game.units[u].riding:
        yield Refusal("transport.load-unload-timing", "Nobody of {u} rides.", {"u": u})


def unload(game: Xenocide, u: str, fighting: bool = False) -> Flow[dict[str, Point]]:
    """Passengers are placed within 4 inches of their transports; those who find no place stay inside."""
    cite("transport.once-per-activation")
    where = {m: circle(game, game.models[m].inside) for m in game.units[u].riding}
    return (yield from get_down(game, u, where, fighting, "transport.unload-distance"))


def get_down(
    game: Xenocide, u: str, where: Mapping[str, Circle], fighting: bool, rule_id: str
) -> Flow[dict[str, Point]]:
    put = yield from Place(
        seat=game.units[u].seat, key="get-down", rule=rule_id, prompt="Where do the passengers of {u} get out?",
        args={"u": u}, pieces=[Piece(m, (c.x, c.y), kind_of(game, m).radius, NEAR) for m, c in where.items()],
        legal=lambda p: place_refusals(game, u, where, p, fighting),
        propose=lambda n, rnd: placings(game, u, where, fighting, rnd), optional=True,
    )  # fmt: skip
    placed = {m: (at[0], at[1]) for m, at in put.at.items()}
    for m, at in placed.items():
        unit = game.units[u]
        game.units.set(u, models=(*unit.models, m), riding=tuple(x for x in unit.riding if x != m))
        game.models.set(m, inside="", x=at[0], y=at[1])
    if placed:
        game.tell("{n} models of {u} get out.", rule_id, n=len(placed), u=u)
    return placed


@rule("transport.unload-distance", neutral=lambda *a: ())
def place_refusals(
    game: Xenocide, u: str, where: Mapping[str, Circle], put: Placed, fighting: bool
) -> Iterator[Refusal]:
    """Within 4 inches of the transport, on nobody, in coherency, clear of the enemy unless they fight."""
    here = {m: Circle(at[0], at[1], kind_of(game, m).radius) for m, at in put.at.items()}
    taken = bases(game, standing(game, 0) + standing(game, 1))
    foes = bases(game, standing(game, 1 - game.units[u].seat))
    args = {"u": u}
    if any(gap(c, where[m]) > NEAR + WITHIN for m, c in here.items()):
        yield Refusal("transport.unload-distance", "A model of {u} is more than 4 in from its transport.", args)
    spots = list(here.values())
    if any(bases_overlap(c, o) for i, c in enumerate(spots) for o in (*taken, *spots[i + 1 :])):
        yield Refusal("play.no-overlap", "A model of {u} would stand on another.", args)
    if not fighting and any(gap(c, f) < CONTACT for c in spots for f in foes):
        yield Refusal("transport.unload-terrain", "A model of {u} would get out next to the enemy.", args)
    if here and spread([*spots, *(circle(game, m) for m in game.units[u].models)]) > COHERENCY + WITHIN:
        yield Refusal("movement.coherency-end", "{u} would be wider than 8 in.", args)
    for m, c in here.items():
        shut = game.field.walks[kind_of(game, m).mover].no_end
        if not game.field.ground.on_table(c) or game.field.ground.under(c, shut):
            yield Refusal("transport.unload-terrain", "A model of {u} cannot stand there.", args)
            return


def placings(
    game: Xenocide, u: str, where: Mapping[str, Circle], fighting: bool, rnd: Random
) -> list[Placed]:
    """Passengers around their transports, one after the other, where they fit; and nobody."""
    at: dict[str, tuple[float, ...]] = {}
    for m, c in where.items():
        r = kind_of(game, m).radius
        for ring in (0.25, 1.5, 2.75):
            far = c.r + r + ring
            spots = [(c.x + far * math.cos(k * math.pi / 6), c.y + far * math.sin(k * math.pi / 6)) for k in range(12)]
            good = next((s for s in map(_grid, spots) if _fits(game, u, where, {**at, m: s}, fighting)), None)
            if good is not None:
                at[m] = good
                break
    return [Placed(at)]


def _grid(p: Point) -> tuple[float, ...]:
    return round(p[0] * 1024) / 1024, round(p[1] * 1024) / 1024


def _fits(
    game: Xenocide, u: str, where: Mapping[str, Circle], at: dict[str, tuple[float, ...]], fighting: bool
) -> bool:
    return allowed(place_refusals(game, u, where, Placed(at), fighting))


# ---- wrecks ----------------------------------------------------------------------------------------------------------


def wrecks(game: Xenocide, lost: Sequence[str]) -> dict[str, tuple[Circle, bool]]:
    """The passengers of the transports that are about to be lost, where they are, and whether these are open."""
    gone = set(lost)
    return {
        m: (circle(game, row.inside), kind_of(game, row.inside).open_transport)
        for x in lost
        for m in game.units[game.models[x].unit].riding
        if (row := game.models[m]).inside in gone
    }


@rule("transport.destroyed")
def spill(game: Xenocide, u: str, gone: Mapping[str, tuple[Circle, bool]]) -> Flow[None]:
    """Each passenger of a wreck suffers one die against its printed CAD; survivors get out within 4 inches."""
    if not gone:
        return
    yield from wreck_dice(game, u, [m for m in gone if m in game.models])
    again = [m for m, (_, exposed) in gone.items() if m in game.models and exposed]
    if again:
        yield from twice(game, u, again)
    yield from survivors(game, u, {m: c for m, (c, _) in gone.items() if m in game.models})


@rule("transport.open-destroyed", neutral=lambda *a: None)
def twice(game: Xenocide, u: str, them: Sequence[str]) -> Flow[None]:
    """Riders of an open transport suffer a second die."""
    yield from wreck_dice(game, u, them)


def wreck_dice(game: Xenocide, u: str, models: Sequence[str]) -> Flow[None]:
    by_need: dict[int, list[str]] = {}
    for m in models:
        by_need.setdefault(min(6, kind_of(game, m).cad), []).append(m)
    for need, them in by_need.items():
        _, hit = yield from Roll(
            seat=game.units[u].seat, key="wreck", rule="transport.destroyed", n=len(them), cuts=(need,),
            names=("gets out", "destroyed"),
        )  # fmt: skip
        if hit:
            cite("transport.destroyed-casualties")
            game.tell("{n} passengers of {u} die in the wreck.", "transport.destroyed", n=hit, u=u)
            destroy(game, them[:hit])


@rule("transport.survivors")
def survivors(game: Xenocide, u: str, where: Mapping[str, Circle]) -> Flow[None]:
    if where:
        placed = yield from get_down(game, u, where, True, "transport.survivors")
        destroy(game, [m for m in where if m not in placed])
