"""What is agreed or rolled for before a battle (chapter "setup")."""

from __future__ import annotations

from xenotable.engine import Flow, Roll, rule
from xenotable.games.xenocide.rules.buildings.occupants import SIDE_WORDS
from xenotable.games.xenocide.rules.buildings.walls import SIDES
from xenotable.games.xenocide.state import Room, Xenocide


@rule("setup.building-agreement")
def announce_buildings(game: Xenocide) -> None:
    """Before anything else both players see what every building is: those of one kind together."""
    by_kind: dict[str, dict[str, list[Room]]] = {}
    for room in game.field.rooms.values():
        by_kind.setdefault(room.kind, {}).setdefault(room.building, []).append(room)
    for kind, found in by_kind.items():
        rooms = next(iter(found.values()))
        doors = ", ".join(SIDE_WORDS[x] for x in SIDES if any(x in r.openings for r in rooms))
        game.tell(
            "{b}: {about}, {n} structure points{each}; ways in: {doors}; vehicles up to size {v}.",
            "setup.building-agreement", b=f"{kind} ({len(found)} of them)" if len(found) > 1 else kind,
            about=rooms[0].about, n=game.sections[rooms[0].id].points, doors=doors, v=rooms[0].vehicle,
            each=f" in each of {len(rooms)} sections" if len(rooms) > 1 else "",
        )  # fmt: skip


OPPOSITE = {"south": "north", "north": "south", "west": "east", "east": "west"}
EDGES = ("south", "north", "west", "east")


def roll_off(game: Xenocide, rule_id: str) -> Flow[int]:
    """Both roll until one is higher."""
    while True:
        best = []
        for seat in (0, 1):
            faces = yield from Roll(seat=seat, key="roll-off", rule=rule_id, n=1)
            best.append(faces.index(1))
        if best[0] != best[1]:
            return int(best[1] > best[0])
