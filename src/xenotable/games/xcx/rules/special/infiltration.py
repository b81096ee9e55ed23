"""Infiltrate: a model that may be at any of its markers until somebody looks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from xenotable.engine import Choose, Flow, Piece, Place, Placed, Random, Reckon, Refusal, Scene, cite, rule, scene
from xenotable.games.xcx.rules.bag.dice import appear
from xenotable.games.xcx.rules.missions.zones import in_zone, zone_spots
from xenotable.games.xcx.rules.movement.positions import mobility, stands
from xenotable.games.xcx.rules.play.measuring import distance_between
from xenotable.games.xcx.rules.play.models import seat_of, standing_models
from xenotable.games.xcx.rules.play.table import TOL, within
from xenotable.games.xcx.rules.sight import sees
from xenotable.games.xcx.rules.special.scatter import APART, SPREAD
from xenotable.games.xcx.rules.terrain.field import Field
from xenotable.games.xcx.rules.terrain.ground import field_of
from xenotable.games.xcx.scenes import Infiltrate
from xenotable.games.xcx.state import RESERVE, TABLE, Marker, Thing, Xcx
from xenotable.table import Circle, Point


class Around(NamedTuple):
    """What the markers of a model keep away from, and from whom they hide."""

    own: list[Circle]
    bodies: list[Circle]
    things: list[Thing]
    eyes: list[Circle]
    free: bool  # of the enemy's zone, and of each other


def around(game: Xcx, model: str) -> Around:
    markers = [(k.model, Circle(k.x, k.y, k.r)) for k in game.markers.values()]
    models = [m for m in game.models.values() if m.state == TABLE]
    foe = 1 - game.models[model].owner
    return Around(
        [c for whose, c in markers if whose == model],
        [m.circle for m in models] + [c for _, c in markers],
        [t for t in game.things.values() if not t.gone],
        [m.circle for m in models if m.side == foe],
        game.reads("special.infiltrate-setup=anywhere-unseen"),
    )


def marker_refusals(game: Xcx, model: str, p: Point, near: Around | None = None) -> Iterator[Refusal]:
    """Why a marker may not be put here. The model's place is not fixed: three real alternatives. What is quickly seen
    comes first: most places are refused, and whoever looks for a legal one asks for the first reason only."""
    field, here, setup = field_of(game), Circle(p[0], p[1], 0.5), "special.infiltrate-setup"
    own, bodies, things, eyes, free = near or around(game, model)
    if not free and is_crowded(field, here, own, SPREAD):
        yield Refusal(setup, "The markers of a model keep 12 Range from each other.", {})
    if not free and in_zone(game, 1 - game.models[model].owner, here, touch=True):
        yield Refusal(setup, "A marker may not stand in the enemy's zone.", {})
    if not stands(field, p, 0.5):
        yield Refusal(setup, "A marker may not stand in terrain other than Soft Cover.", {})
    if is_crowded(field, here, bodies, APART):
        yield Refusal(setup, "A marker keeps 1 Range from all models and markers.", {})
    if any(field.may_reach(here, t, APART) and field.to_thing(here, t) < APART - TOL for t in things):
        yield Refusal(setup, "A marker keeps 1 Range from all objects.", {})
    for k, eye in enumerate(eyes):
        if sees(field, eye, here):
            eyes.insert(0, eyes.pop(k))  # who sees this place will see the next one as well
            yield Refusal(setup, "An enemy sees that place.", {}, "Choose a place out of sight.")
            break


def is_crowded(field: Field, here: Circle, others: list[Circle], least: float) -> bool:
    """Is one of these nearer than that? In every mode what is so far off in one direction alone is farther away."""
    distance, near, x, y = field.distance, least + here.r + 1.0, here.x, here.y
    for c in others:  # noqa: SIM110  # a generator takes twice as long
        if -near < c.x - x < near and -near < c.y - y < near and distance(here, c) < least - TOL:
            return True
    return False


def marker_places(game: Xcx, model: str, about: Point | None = None) -> Iterator[Point]:
    """Legal points for a marker, nearest to the centre of the table, or to some place, first."""
    near, field = around(game, model), field_of(game)
    for p in field.outward(about or (field.width / 2, field.depth / 2)):
        if next(marker_refusals(game, model, p, near), None) is None:
            yield p


def first_place(game: Xcx, model: str) -> Point | None:
    """The place that the AI takes. For a player it only says whether there is any: where somebody could hide on this
    ground before is worth a look first, then what is far from the enemy."""
    if seat_of(game, model) < 0:
        return next(marker_places(game, model), None)
    field, near = field_of(game), around(game, model)
    before = field.hideouts
    for p in before:
        if next(marker_refusals(game, model, p, near), None) is None:
            return p
    home = 0.0 if game.now.south == game.models[model].owner else field.depth
    found = next(marker_places(game, model, (field.width / 2, home)), None)
    if found is not None and len(before) < 8:
        before[found] = None
    return found


@scene
def infiltrate(game: Xcx, at: Infiltrate) -> Flow[list[Scene]]:
    if not at.models:
        return []
    model = at.models[0]
    first: Point | None = None
    if at.markers < 3:
        first = yield from Reckon(work=lambda: first_place(game, model))
    if first is None:
        if not any(k.model == model for k in game.markers.values()):
            arrive_anywhere(game, model)
        return [Infiltrate(at.models[1:])]
    name = f"i{len(game.markers) + 1}"
    if seat_of(game, model) >= 0:
        placed = yield from marker_ask(game, model, name)
        p = (placed.at[name][0], placed.at[name][1])
    else:
        cite("ai.infiltrate")
        p = first
    p = field_of(game).place(p)
    game.markers.add(name, Marker(model, p[0], p[1]))
    game.tell("{marker} for {who} is placed.", "special.infiltrate-setup", marker=name, who=model)
    return [Infiltrate(at.models, at.markers + 1)]


def arrive_anywhere(game: Xcx, model: str) -> None:
    """Where no legal place for a marker exists the model deploys in its own zone, so that it can play at all."""
    spots = zone_spots(game, model)
    if spots:
        game.models.set(model, x=spots[0][0], y=spots[0][1], state=TABLE)
        game.tell("No marker has a place: {who} deploys in its own zone.", "special.infiltrate-setup", who=model)


def marker_ask(game: Xcx, model: str, name: str) -> Place:
    def propose(n: int, rnd: Random) -> list[Placed]:
        field, near = field_of(game), around(game, model)
        found = []
        for _ in range(40):
            p = field.place((0.5 + rnd() * (field.width - 1), 0.5 + rnd() * (field.depth - 1)))
            if next(marker_refusals(game, model, p, near), None) is None:
                found.append(Placed({name: p}))
                if len(found) >= n:
                    break
        return found or [Placed({name: p}) for p in [next(marker_places(game, model))]]

    return Place(
        seat=seat_of(game, model),
        key="marker",
        rule="special.infiltrate-setup",
        prompt="Place a marker for {who}",
        args={"who": model},
        pieces=(Piece(name, (), 0.5),),
        propose=propose,
        one=lambda rnd: propose(1, rnd)[0],
        legal=lambda placed: marker_refusals(
            game, model, field_of(game).place((placed.at[name][0], placed.at[name][1]))
        ),
    )


@rule("special.infiltrate-markers", neutral=lambda game, by: [])
def seen_markers(game: Xcx, by: tuple[str, ...]) -> list[str]:
    """Markers in sight of a model of the opposing side (not of a neutral one)."""
    field, models, found = field_of(game), game.models, []
    eyes = [m for i in by if (m := models.get(i)) is not None and m.state == TABLE]
    for name, k in game.markers.items():
        foe = 1 - models[k.model].owner
        for m in eyes:
            if m.side == foe and sees(field, m, k):
                found.append(name)
                break
    return found


@rule("special.infiltrate-seen", neutral=lambda game, by: False)
def discover(game: Xcx, by: tuple[str, ...]) -> Flow[bool]:
    """Each marker that is seen is either where the model is or is removed; True if a model appeared."""
    appeared = False
    while seen := seen_markers(game, by):
        id = game.markers[seen[0]].model
        mine = [k for k in seen if game.models[game.markers[k].model].owner == game.models[id].owner]
        seat = seat_of(game, id)
        if seat < 0:
            chosen = (seen[0], ai_declares(game, seen[0]))
        else:
            chosen = yield from Choose(
                seat=seat,
                key="discovered",
                rule="special.infiltrate-seen",
                prompt="A marker is seen: is anybody there?",
                among=lambda mine=tuple(mine): [(k, here) for k in mine for here in (True, False)],  # type: ignore[misc]
                why_not=lambda o: last_refusals(game, *o),
                label=lambda o: f"{game.name(game.markers[o[0]].model)} {'is here' if o[1] else 'is not here'}",
            )
        appeared |= resolve_marker(game, chosen[0], chosen[1])
    return appeared


@rule("special.infiltrate-last", neutral=lambda game, seen: [(k, here) for k in seen for here in (True, False)])
def revelations(game: Xcx, seen: tuple[str, ...]) -> list[tuple[str, bool]]:
    """In an order of choice; at the last remaining marker of a model it must be there."""
    found = []
    for k in seen:
        left = sum(o.model == game.markers[k].model for o in game.markers.values())
        found += [(k, True)] if left == 1 else [(k, True), (k, False)]
    return found


def last_refusals(game: Xcx, name: str, here: bool) -> Iterator[Refusal]:
    if (name, here) not in revelations(game, (name,)):
        who = game.markers[name].model
        yield Refusal("special.infiltrate-last", "It is the last marker of {who}: there it must be.", {"who": who})


def ai_declares(game: Xcx, name: str) -> bool:
    """The AI is at the first discovered marker with an enemy within twice its Mobility, or at the last one."""
    cite("ai.infiltrate")
    k = game.markers[name]
    if sum(o.model == k.model for o in game.markers.values()) == 1:
        return True
    here, foes = Circle(k.x, k.y, k.r), standing_models(game, 1 - game.models[k.model].owner)
    reach = 2 * mobility(game, k.model)
    return any(within(distance_between(field_of(game), here, game.models[e]), reach) for e in foes)


def resolve_marker(game: Xcx, name: str, here: bool) -> bool:
    k = game.markers[name]
    if not here:
        game.markers.remove(name)
        game.tell("Nobody is at {marker}: it is removed.", "special.infiltrate-seen", reveals=True, marker=name)
        return False
    removed = [n for n, o in game.markers.items() if o.model == k.model]
    for marker in removed:
        game.markers.remove(marker)
    appear(game, k.model, (k.x, k.y))
    for marker in removed:
        game.tell("{marker} is removed.", "special.infiltrate-arrival", marker=marker)
    return True


@rule("special.infiltrate-start-of-round", neutral=lambda game: None)
def declare_at_start(game: Xcx) -> Flow[None]:
    """From the second round on a model may be declared at any of its markers, the loser of the roll-off first."""
    waiting = [
        i for i, m in game.models.items() if m.state == RESERVE and any(k.model == i for k in game.markers.values())
    ]
    waiting.sort(key=lambda i: (game.models[i].owner == game.now.winner_of_roll, game.models[i].number))
    for id in waiting:
        seat = seat_of(game, id)
        if seat < 0:
            chosen = ai_start(game, id)
        else:
            chosen = yield from Choose(
                seat=seat,
                key="declare",
                rule="special.infiltrate-start-of-round",
                prompt="Does {who} appear now?",
                args={"who": id},
                default=None,
                among=lambda id=id: [None, *(n for n, k in game.markers.items() if k.model == id)],  # type: ignore[misc]
                label=lambda o: "Stay hidden" if o is None else f"At {game.name(o)}",
            )
        if chosen:
            resolve_marker(game, chosen, True)


def ai_start(game: Xcx, model: str) -> str | None:
    """In round 3 or later, at the marker nearest to an enemy."""
    cite("ai.infiltrate")
    if game.now.round < 3:
        return None
    foes = [game.models[e].circle for e in standing_models(game, 1 - game.models[model].owner)]
    mine = [(n, k) for n, k in game.markers.items() if k.model == model]
    return min(
        mine,
        key=lambda nk: (
            min((distance_between(field_of(game), Circle(nk[1].x, nk[1].y, 0.5), f) for f in foes), default=0.0),
            nk[0],
        ),
    )[0]
