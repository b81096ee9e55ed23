"""Questions without commitment. What is quick is answered here; what may be slow goes to a worker."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import msgspec

from xenotable.engine.display import Token
from xenotable.engine.refusals import MalformedAnswer
from xenotable.engine.showing import Sight
from xenotable.engine.viewing import View
from xenotable.engine.wire import Why, why
from xenotable.faults import Fault
from xenotable.server.messages.protocol import Query, QueryAnswer
from xenotable.server.rooms.room import Room
from xenotable.server.workers.fair_queue import Source, Urgency
from xenotable.server.workers.pool import Standing, Stuck
from xenotable.server.workers.tasks import Answer

Place = tuple[tuple[float, ...], float]  # a point and the radius of the base there


async def answer_query(room: Room, query: Query, address: str) -> QueryAnswer:
    try:
        async with room.lock:  # what is not on disk yet has not happened for anybody
            if query.query in ("check", "measure", "sight"):
                return _at_once(room, query)
            match, seconds = room.match, room.server.settings.answer
            ids = {match.id(a): a.key for a in match.open if a.seat == query.seat}
            if query.query != "hint" and query.ask not in ids:
                return QueryAnswer(query.n, [Why("engine.closed", "That decision is closed.")])
            task, at = Answer(ids.get(query.ask, ""), query, seconds), room.standing()
        return await _worked_out(room, task, at, ids, Source(Urgency.QUESTION, address, room.id))
    except (Fault, MalformedAnswer) as fault:
        return QueryAnswer(query.n, [Why("server.question", str(fault))])


def _at_once(room: Room, query: Query) -> QueryAnswer:
    match query.query:
        case "measure":
            return _measure(room, query)
        case "sight":
            return _look(room, query)
    _, refusals = room.match.check(query.seat, query.value, query.ask)
    return QueryAnswer(query.n, why(refusals, room.match.game))


async def _worked_out(room: Room, task: Answer, at: Standing, ids: dict[str, str], source: Source) -> QueryAnswer:
    try:
        answer = msgspec.json.decode(await room.server.helpers.run(task, task.seconds, source, at), type=QueryAnswer)
    except Stuck:
        return QueryAnswer(task.query.n, [Why("server.slow", "That takes too long to work out.")])
    if answer.ask:  # the worker knows the ask by its key
        id = next((id for id, key in ids.items() if key == answer.ask), "")
        answer = msgspec.structs.replace(answer, ask=id)
    return answer


def _measure(room: Room, query: Query) -> QueryAnswer:
    (p, r), (q, s) = _ends(room, query)
    return QueryAnswer(query.n, distance=max(0.0, math.dist(p[:2], q[:2]) - r - s))


def _look(room: Room, query: Query) -> QueryAnswer:
    _ends(room, query)
    viewer, target = query.value["from"], query.value["to"]
    if not (isinstance(viewer, str) and isinstance(target, str)):
        raise Fault("Sight goes from one piece to another: point at two of them.")
    found = room.match.title.sight(View(room.match, query.seat).game, viewer, target)
    if found is None:
        raise Fault("There is no line of sight to show between these two.")
    return QueryAnswer(
        query.n, visible=found.visible, notes=list(found.notes), through=[list(run) for run in found.through]
    )


def _ends(room: Room, query: Query) -> tuple[Place, Place]:
    value = query.value
    if not isinstance(value, dict) or set(value) != {"from", "to"}:
        raise Fault('Give {"from": ..., "to": ...}: tokens or points.')
    tokens = Sight(room.match.game).tokens(query.seat)
    return _place(value["from"], tokens), _place(value["to"], tokens)


def _place(said: Any, tokens: Mapping[str, Token]) -> Place:
    if isinstance(said, str):
        if said not in tokens or not tokens[said].at:
            raise Fault(f'"{said[:40]}" is not on the table.')
        return tokens[said].at, tokens[said].radius
    try:
        point = msgspec.convert(said, list[float])
    except msgspec.ValidationError:
        point = []
    if len(point) not in (2, 3) or not all(map(math.isfinite, point)):
        raise Fault("A point is given as [x, y].")
    return tuple(point), 0.0
