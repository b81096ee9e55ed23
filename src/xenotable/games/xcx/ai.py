"""AI mode: the cards, and exactly how an AI model carries out each letter. It is rules, not a player: its dice are
taped, its choices cite the card."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from xenotable.engine import Flow, Reckon, Scene, cite, rule
from xenotable.games.xcx import content
from xenotable.games.xcx.actions import Aimed, Striking, on_watch
from xenotable.games.xcx.ai_letters import Plan, chosen, planned
from xenotable.games.xcx.ai_positions import (
    best_of,
    expected,
    strike_at,
)
from xenotable.games.xcx.engaged import Flight, free_attackers
from xenotable.games.xcx.layouts import field_of
from xenotable.games.xcx.models import enemies, standing
from xenotable.games.xcx.modifiers import will_aim
from xenotable.games.xcx.movement import has_room, others, stands
from xenotable.games.xcx.overwatch import Moving, stepping
from xenotable.games.xcx.recruits import profile_of
from xenotable.games.xcx.sight import look, shade
from xenotable.games.xcx.skills import perform
from xenotable.games.xcx.state import NEUTRAL, TABLE, Xcx
from xenotable.games.xcx.suppression import rally, tested
from xenotable.games.xcx.terrain import Field
from xenotable.games.xcx.tests import d6
from xenotable.table import Circle, Point

BANDS = ("Omega", "Delta", "Delta", "Bravo", "Bravo", "Alpha")
# order, path, weapon, target, why

__all__ = ["act", "best_of", "best_strike", "deployment", "expected", "nearest_to_enemy", "pick_model"]


# ---- which model, which letter ---------------------------------------------------------------------------------------


def enemy_gaps(game: Xcx, among: Sequence[str]) -> dict[str, float]:
    """How far models of one side are from the nearest enemy."""
    foes, distance = [game.models[e] for e in enemies(game, among[0])], field_of(game).metric.distance
    found = {}
    for id in among:
        m = game.models[id]
        found[id] = round(min([distance(m, foe) for foe in foes], default=math.inf), 6)
    return found


@rule("ai.pick-model", neutral=lambda game, side, among: among[-1])
def pick_model(game: Xcx, side: int, among: Sequence[str]) -> str:
    """First one that is engaged, else the one nearest to an enemy; dearer first, then the lower number."""
    if len(among) == 1:
        return among[0]
    gaps = enemy_gaps(game, among)

    def key(id: str) -> tuple[bool, float, int, int]:
        m = game.models[id]
        return (not m.engaged, gaps[id], -profile_of(game, id).cost, m.number)

    return min(among, key=key)


def nearest_to_enemy(game: Xcx, among: Sequence[str]) -> str:
    gaps = enemy_gaps(game, among)
    return min(among, key=lambda i: (gaps[i], game.models[i].number))


@rule("special.trooper-command", neutral=lambda game, id: content.ai_cards()[game.models[id].unit])
def card_of(game: Xcx, id: str) -> content.AiCard:
    """Its own unit's card, whoever controls it; Troopers use the Officer's while one is on the table."""
    cite("ai.every-unit-has-card")
    m = game.models[id]
    if m.caster:
        cite("ai.mind-controlled")
    if m.unit == "advent-trooper":
        officers = (i for i in standing(game, m.side) if "Trooper Command" in profile_of(game, i).rules)
        if next(officers, None):
            return content.ai_cards()["advent-officer"]
    return content.ai_cards()[m.unit]


@rule("ai.wounded-column", neutral=lambda game, id, card: card.healthy)
def column(game: Xcx, id: str, card: content.AiCard) -> tuple[str, ...]:
    return card.wounded if game.models[id].wounds <= card.wounded_at else card.healthy


@rule("ai.suppressed", neutral=lambda game, id: False)
def shaken(game: Xcx, id: str) -> bool:
    """With markers and a WILL value of 4 or less it rallies, and no D6 is rolled for its card."""
    m = game.models[id]
    return not m.engaged and m.markers > 0 and will_aim(game, id).value <= 4


@rule("ai.same-rules", neutral=lambda game, id: [])
def act(game: Xcx, id: str) -> Flow[list[Scene]]:
    """One activation by the card."""
    if game.models[id].side >= NEUTRAL:
        cite("ai.neutral-side")
    if shaken(game, id):
        game.note(card=(id, "-", "", "Rally"), reason="Too shaken to act.")
        yield from rally(game, id)
        return []
    card = card_of(game, id)
    face = yield from d6(-1, "card", "ai.roll", "Roll for the AI card")
    letter = column(game, id, card)[face - 1]
    which = "wounded" if game.models[id].wounds <= card.wounded_at else "healthy"
    cite("ai.bands")
    cite("ai.letters")
    plan: Plan = yield from Reckon(work=lambda: planned(game, id, card, letter))
    game.note(card=(id, str(face), which, letter), reason=plan[4])
    says = "{who} rolls {face} ({band}, {column} column): {letter}. {why} Order: {order}."
    words: dict[str, Any] = {
        "face": face,
        "band": BANDS[face - 1],
        "column": which,
        "letter": letter,
        "why": plan[4],
        "order": plan[0],
    }
    game.tell(says, "ai.log", who=id, **words)
    return (yield from carried_out(game, id, plan))


def carried_out(game: Xcx, id: str, plan: Plan) -> Flow[list[Scene]]:
    order, path, weapon, target, _ = plan
    cite("ai.small-choices")
    if order == "rally":
        yield from rally(game, id)
        return []
    if order != "down" and not (yield from tested(game, id)):
        return []
    if order in ("down", "skill"):
        game.models.set(id, down=True, watch=False)
        game.tell("{who} goes Down.", "actions.down", who=id)
        if order == "skill":
            yield from perform(game, id, (weapon, target))
        return []
    if order == "overwatch":
        on_watch(game, id)
        return []
    if order == "fire":
        return [Aimed(id, weapon, target, "fire")]
    if order == "strike":
        return [Striking(id, game.models[id].engaged)]
    if order == "flee":
        return [Flight(id, path, free_attackers(game, id))]
    charge = (target,) if order == "charge" else ()
    went: list[Scene] = [Moving(id, stepping(game, id, path), order != "advance", charge)] if path else []
    return [*went, Aimed(id, weapon, target, "advance")] if order == "advance" and weapon else went


# ---- whom ------------------------------------------------------------------------------------------------------------


def best_strike(game: Xcx, id: str, targets: Sequence[str]) -> tuple[str, str] | None:
    """Of the enemies in contact the one that the card prefers, with the best blow."""
    card = card_of(game, id)
    able = [t for t in targets if game.models[t].state == TABLE and strike_at(game, id, t, card.prefer)]
    if not able:
        return None
    target = chosen(game, id, able, card)
    found = strike_at(game, id, target, card.prefer)
    return (found[1], target) if found else None


# ---- deployment ------------------------------------------------------------------------------------------------------


@rule("ai.deployment", neutral=lambda game, waiting: (waiting[-1], field_of(game).points()[0]))
def deployment(game: Xcx, waiting: Sequence[str]) -> tuple[str, Point]:
    """The dearest first, in cover from the centre of the enemy edge, nearest to the middle of its front line."""
    id = min(waiting, key=lambda i: (-profile_of(game, i).cost, game.models[i].number))
    field, m = field_of(game), game.models[id]
    card = content.ai_cards().get(m.unit)
    key = (game.now.south == m.owner, m.r, card is not None and card.prefer == "melee")
    if key not in field.posts:
        field.posts[key] = Posts(game, id, *key)
    around = [c for _, c in others(game, id)]
    return id, next(p for p in field.posts[key] if has_room(field, p, m.r, around))


def shades_of(field: Field, places: Sequence[Point], r: float) -> Mapping[Point, int]:
    """The most cover that a base of this radius can have in each place."""
    if field.quick is None:
        return {p: shade(field, Circle(p[0], p[1], r)) for p in places}
    from xenotable.games.xcx.ai_arrays import board

    whole = board(field, 0.0, r)
    return dict(zip(whole.points, whole.shades.tolist(), strict=True))


class Posts:
    """All places of a zone where a base of this size may stand, in the order in which the AI wants them: each is looked
    at when its turn could come, and remembered."""

    def __init__(self, game: Xcx, id: str, south: bool, r: float, fierce: bool) -> None:
        from xenotable.games.xcx.deployment import in_zone, top

        field, side = field_of(game), game.models[id].owner
        deep, far = 8 if field.depth == 36 else 12, top(game)
        self.field, self.r, self.known = field, r, list[Point]()
        self.eye = Circle(field.width / 2, far if south else 0.0, 0.0)
        rise = far / field.depth
        front = (field.width / 2, deep * rise if south else far - deep * rise)
        x = field.width / 2
        rows = {y: in_zone(game, side, Circle(x, y, r)) for y in {p[1] for p in field.points()}}
        self.heap: list[tuple[int, float, Point, bool]] = []
        shades = {} if fierce else shades_of(field, [p for p in field.points() if rows[p[1]]], r)
        for p in field.points():
            if rows[p[1]]:
                most = 0 if fierce else -shades[p]
                self.heap.append((most, round(math.dist(p, front), 6), p, not most))
        heapq.heapify(self.heap)

    def __iter__(self) -> Iterator[Point]:
        k = 0
        while True:
            if k < len(self.known):
                yield self.known[k]
                k += 1
            elif not self._more():
                return

    def _more(self) -> bool:
        """Finds the next place, if there is one."""
        while self.heap:
            cover, far, p, sure = heapq.heappop(self.heap)
            if not sure:
                cover = -max(0, look(self.field, self.eye, Circle(p[0], p[1], self.r)))
                heapq.heappush(self.heap, (cover, far, p, True))
            elif stands(self.field, p, self.r):
                self.known.append(p)
                return True
        return False
