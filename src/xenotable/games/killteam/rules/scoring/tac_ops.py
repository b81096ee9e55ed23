"""Tac ops (chapter scoring): when each may be revealed, what it asks for, and the mission actions some of them give."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from xenotable.engine import Choose, Flow, Refusal, is_legal, memoize, rule
from xenotable.engine.gestures import Scored
from xenotable.games.killteam import content
from xenotable.games.killteam.rules.datacards.printed import is_leader
from xenotable.games.killteam.rules.markers import CONTROL, controlled_markers, strengths
from xenotable.games.killteam.rules.play.measuring import between, to_centre, within
from xenotable.games.killteam.rules.setup.territory import in_territory, in_zone, wholly_in_territory
from xenotable.games.killteam.rules.terrain.features import INSIGNIFICANT, features, killzone, parts_with
from xenotable.games.killteam.rules.wounds import is_injured
from xenotable.games.killteam.state import CONCEAL, Death, KillTeam, Operative, Spot, TacOp, circle, standing_operatives
from xenotable.table import Ground, to_piece

HAND = 3
EARLY = {  # turning points in whose Target Reveal step a card may be revealed
    "to-headhunt": (1, 2, 3, 4),
    "to-cull": (1, 2),
    "to-marked": (1, 2, 3),
    "to-bastion": (1, 2, 3, 4),
    "to-centre": (2,),
    "to-beacon": (1, 2),
    "to-demolish": (1, 2, 3, 4),
    "to-cw": (1,),
    "to-fp": (2, 3),
    "to-vc": (1, 2, 3, 4),
    "to-cb": (1, 2),
}
LATE = {  # turning points at whose end a card may be revealed
    "to-no-step-back": (3,),
    "to-infiltrate": (2, 3, 4),
    "to-shadow": (1, 2, 3),
    "to-brawl": (1, 2, 3, 4),
    "to-terror": (1, 2, 3, 4),
}
WHEN_SCORED = ("to-infiltrate", "to-brawl", "to-terror")
ACTIONS = {"to-beacon": "beacon", "to-demolish": "rig", "to-cb": "feed"}
CENTRE = (15.0, 11.0)
NOWHERE = 99.0  # the distance to what is gone


@rule("scoring.tacop-archetypes")
@memoize(64)
def pool_of(team: str) -> tuple[str, ...]:
    """The tac ops that a team may pick from."""
    t = content.teams()[team]
    return tuple([c.id for c in content.tac_ops().values() if c.archetype in t.archetypes or c.team == team])


def describe_tac_op(card: str) -> str:
    """A tac op with what brings its points."""
    one, two = content.tac_ops()[card].vp
    return f"{content.tac_ops()[card].name}: 1 VP if {one}; 1 VP if {two}"


def reveal_refusals(game: KillTeam, seat: int, card: str) -> Iterator[Refusal]:
    """Why a card in hand may not be revealed in this Target Reveal step."""
    args = {"t": content.tac_ops()[card].name, "n": game.now.turn}
    if game.now.turn not in EARLY.get(card, ()):
        yield Refusal("scoring.tacop-reveal", "{t} is not revealed in this step of turning point {n}.", args)
    if not standing_operatives(game, seat) and card not in ("to-headhunt", "to-cull", "to-marked"):
        yield Refusal("scoring.tacop-reveal", "{t} needs an operative of yours in the killzone.", args)
    if card in ("to-marked", "to-bastion") and not names(game, seat, card):
        yield Refusal("scoring.tacop-reveal", "There is nothing that {t} could name.", args)


def late(game: KillTeam, seat: int) -> list[str]:
    """Cards in hand that may be revealed at the end of this turning point; some only if they score then."""
    return [c for c in game.secret[seat].tac_ops if is_legal(late_refusals(game, seat, c))]


def late_refusals(game: KillTeam, seat: int, card: str) -> Iterator[Refusal]:
    """Why a card in hand may not be revealed at the end of this turning point."""
    args = {"t": content.tac_ops()[card].name, "n": game.now.turn}
    if game.now.turn not in LATE.get(card, ()):
        yield Refusal("scoring.tacop-reveal", "{t} is not revealed at the end of turning point {n}.", args)
    elif card in WHEN_SCORED and not any(CONDITIONS[card](game, TacOp(seat, card, game.now.turn, True))):
        yield Refusal("scoring.tacop-reveal", "{t} is revealed when it scores, and it does not score now.", args)


@rule("scoring.tacop-reveal", neutral=lambda *_, **__: None)
def reveal(game: KillTeam, seat: int, card: str, late: bool = False) -> Flow[None]:
    """Turned face up; some name an enemy or a place."""
    hand = tuple(c for c in game.secret[seat].tac_ops if c != card)
    game.secret.set(seat, tac_ops=hand)
    game.tacops.add(f"{seat}:{card}", TacOp(seat, card, game.now.turn, late))
    name = content.tac_ops()[card].name
    game.tell("{who} revealed the tac op {t}.", "scoring.tacop-reveal", reveals=True, who=game.seat_name(seat), t=name)
    if card in ("to-marked", "to-bastion"):
        note = yield from Choose(
            seat=seat,
            key="name",
            rule="scoring.tacop-reveal",
            prompt="{t}: name it",
            args={"t": name},
            among=lambda: nameable(game, seat, card),
            why_not=lambda i: name_refusals(game, seat, card, i),
        )
        game.tacops.set(f"{seat}:{card}", note=note)
        game.tell("{t} names {n}.", "scoring.tacop-reveal", t=name, n=note)


def names(game: KillTeam, seat: int, card: str) -> list[str]:
    """What may be named."""
    return [i for i in nameable(game, seat, card) if is_legal(name_refusals(game, seat, card, i))]


def nameable(game: KillTeam, seat: int, card: str) -> Sequence[str]:
    """What a player could think of naming: enemies, or markers and features."""
    if card == "to-marked":
        return standing_operatives(game, 1 - seat)
    return [*(i for i, m in game.markers.items() if not m.gone), *boxes(killzone(game))]


def name_refusals(game: KillTeam, seat: int, card: str, named: str) -> Iterator[Refusal]:
    """An enemy must be no LEADER; a marker or feature must lie in one's own territory."""
    if card == "to-marked":
        if is_leader(game, named):
            yield Refusal(content.entry(card), "{i} is a LEADER.", {"i": named})
        return
    marker = game.markers.get(named)
    box = boxes(killzone(game))[named] if marker is None else (marker.x, marker.y, marker.x, marker.y)
    if not in_territory(game, seat, *box):
        yield Refusal(content.entry(card), "{i} is not in your territory.", {"i": named})


@lru_cache(256)
def boxes(ground: Ground) -> dict[str, tuple[float, float, float, float]]:
    """The bounds of every feature that is not Insignificant."""
    found = {}
    for name, parts in features(p for p in ground.pieces if not p.bits & INSIGNIFICANT).items():
        xs = [x for p in parts for x, _ in p.corners]
        ys = [y for p in parts for _, y in p.corners]
        found[name] = (min(xs), min(ys), max(xs), max(ys))
    return found


# ---- conditions: which of the two VP are earned at the end of this turning point


def deaths(game: KillTeam, seat: int, since: int = 0) -> list[Death]:
    """Operatives of a side that fell, from a turning point on."""
    return [d for d in game.deaths.values() if d.seat == seat and d.turn >= since]


def headhunt(game: KillTeam, t: TacOp) -> tuple[bool, bool]:
    fell = [d for d in deaths(game, 1 - t.seat, t.turn) if d.leader]
    return bool(fell), any(d.by and d.how in ("shoot", "fight") and d.turn < 4 for d in fell)


@rule("scoring.tacop-counts", neutral=lambda *_: (False, False))
def cull(game: KillTeam, t: TacOp) -> tuple[bool, bool]:
    n, size = len(deaths(game, 1 - t.seat, 1)), game.sides[1 - t.seat].size
    return n >= math.ceil(size / 4), n >= math.ceil(size / 2)


def score_marked(game: KillTeam, t: TacOp) -> tuple[bool, bool]:
    fell = [d for d in deaths(game, 1 - t.seat, t.turn) if d.operative == t.note]
    return any(d.turn <= t.turn + 1 for d in fell), bool(fell)


def bastion(game: KillTeam, t: TacOp) -> tuple[bool, bool]:
    sides = (t.seat, 1 - t.seat)
    near = [s for s in sides if any(is_at_bastion(game, i, t.note) for i in standing_operatives(game, s))]
    held = near == [t.seat]
    return held, held and game.now.turn == game.now.turns


def is_at_bastion(game: KillTeam, operative: str, name: str) -> bool:
    """Within 3 in of what is named? The bounds of a feature tell most of those who are not."""
    box = boxes(killzone(game)).get(name)
    if box is not None and not is_beside(game.operatives[operative], box, 3.0):
        return False
    return to_named(game, operative, name) <= 3.001


def to_named(game: KillTeam, operative: str, name: str) -> float:
    row = game.operatives[operative]
    if name in game.markers:
        marker = game.markers[name]
        if marker.gone:
            return NOWHERE
        if marker.carrier:  # it is where its carrier is
            return between(game, operative, marker.carrier)
        return to_centre(row, marker.x, marker.y, marker.z)
    parts = parts_with(killzone(game), name)
    return min((to_piece(circle(row), p) for p in parts), default=NOWHERE)


def centre(game: KillTeam, t: TacOp) -> tuple[bool, bool]:
    each = strengths(game, *CENTRE, 0.0, 3.0)
    mine, yours = each[t.seat], each[1 - t.seat]
    return mine > yours and game.now.turn in (2, 3), mine > yours and game.now.turn == 4


def no_step_back(game: KillTeam, t: TacOp) -> tuple[bool, bool]:
    clear = not any(
        wholly_in_territory(game, t.seat, game.operatives[i]) for i in standing_operatives(game, 1 - t.seat)
    )
    return clear and game.now.turn == 3, clear and game.now.turn == 4


def infiltrate(game: KillTeam, t: TacOp) -> tuple[bool, bool]:
    n = sum(in_zone(game, 1 - t.seat, game.operatives[i]) for i in standing_operatives(game, t.seat))
    return n >= 1 and game.now.turn >= 2, n >= 2 and game.now.turn == game.now.turns


def shadow(game: KillTeam, t: TacOp) -> tuple[bool, bool]:
    own = standing_operatives(game, t.seat)
    unseen = bool(own) and 2 * sum(game.operatives[i].order == CONCEAL for i in own) >= len(own)
    return unseen and game.now.turn == t.turn, unseen and game.now.turn > t.turn


def beacon(game: KillTeam, t: TacOp) -> tuple[bool, bool]:
    spots = [s for s in game.spots.values() if s.kind == "beacon" and s.seat == t.seat]
    return bool(spots), any(math.dist((s.x, s.y), (spots[0].x, spots[0].y)) > 6.001 for s in spots)


def demolish(game: KillTeam, t: TacOp) -> tuple[bool, bool]:
    rigs = [s for s in game.spots.values() if s.kind == "rig" and s.seat == t.seat]
    two = combinations(rigs, 2)
    return bool(rigs), any(one.feature != other.feature and one.turn != other.turn for one, other in two)


def brawl(game: KillTeam, t: TacOp) -> tuple[bool, bool]:
    fell = [d for d in deaths(game, 1 - t.seat, t.turn) if d.by and d.how == "fight"]
    return bool(fell), any(one.by != other.by and one.turn != other.turn for one, other in combinations(fell, 2))


def terror(game: KillTeam, t: TacOp) -> tuple[bool, bool]:
    def broke(turn: int) -> bool:
        enemy = sum(d.turn == turn for d in deaths(game, 1 - t.seat))
        return enemy >= 2 and enemy > sum(d.turn == turn for d in deaths(game, t.seat))

    turns = [n for n in range(t.turn, game.now.turn + 1) if broke(n)]
    return bool(turns), len(turns) > 1


def standing_orders(game: KillTeam, t: TacOp) -> tuple[bool, bool]:
    fell = [d for d in deaths(game, 1 - t.seat, t.turn) if d.by]
    shot = [d.turn for d in fell if d.how in ("shoot", "overwatch")]
    return any(d.how == "overwatch" for d in fell), any(shot.count(n) >= 3 for n in shot)


def score_unmoved(game: KillTeam, t: TacOp) -> tuple[bool, bool]:
    held = [game.markers[m] for m in controlled_markers(game, t.seat)]
    near = [
        i
        for i in standing_operatives(game, t.seat)
        if any(within(to_centre(game.operatives[i], m.x, m.y, m.z), CONTROL) for m in held)
    ]
    last = game.now.turn == game.now.turns
    return any(is_injured(game, i) for i in near), last and any(is_leader(game, i) for i in near)


def humiliate(game: KillTeam, t: TacOp) -> tuple[bool, bool]:
    fell = deaths(game, 1 - t.seat, t.turn)
    return any(d.slowed for d in fell), any(d.by and d.how == "fight" and d.unhurt for d in fell)


def feast(game: KillTeam, t: TacOp) -> tuple[bool, bool]:
    eaters = {s.by for s in game.spots.values() if s.kind == "feed" and s.seat == t.seat}
    return bool(eaters), len(eaters) >= 3


CONDITIONS: dict[str, Callable[[KillTeam, TacOp], tuple[bool, bool]]] = {
    "to-headhunt": headhunt,
    "to-cull": cull,
    "to-marked": score_marked,
    "to-bastion": bastion,
    "to-centre": centre,
    "to-no-step-back": no_step_back,
    "to-infiltrate": infiltrate,
    "to-shadow": shadow,
    "to-beacon": beacon,
    "to-demolish": demolish,
    "to-brawl": brawl,
    "to-terror": terror,
    "to-cw": standing_orders,
    "to-fp": score_unmoved,
    "to-vc": humiliate,
    "to-cb": feast,
}


@rule("scoring.tacop-once", neutral=lambda *_: None)
def score(game: KillTeam) -> None:
    """Each of the two VP of a revealed tac op once."""
    for key, t in list(game.tacops.items()):
        earned = CONDITIONS[t.card](game, t)
        scored = (t.scored[0] or earned[0], t.scored[1] or earned[1])
        if scored != t.scored:
            game.tacops.set(key, scored=scored)
            n = sum(scored) - sum(t.scored)
            name = content.tac_ops()[t.card].name
            shows = (Scored(t.seat, n, name),)
            game.tell("{who} scored {n} VP for {t}.", t.card, shows=shows, who=game.seat_name(t.seat), n=n, t=name)


# ---- the mission actions that tac ops give


def tasks_of(game: KillTeam, seat: int) -> tuple[str, ...]:
    """The mission actions that the tac ops which a player has revealed give."""
    return _tasks(seat, *game.tacops)


@memoize(1024)
def _tasks(seat: int, *revealed: str) -> tuple[str, ...]:
    return tuple(ACTIONS[c] for s, _, c in (key.partition(":") for key in revealed) if s == str(seat) and c in ACTIONS)


def task_refusals(game: KillTeam, operative: str, action: str) -> Iterator[Refusal]:
    row = game.operatives[operative]
    if action == "beacon" and not wholly_in_territory(game, 1 - row.seat, row):
        yield Refusal(
            content.entry("to-beacon"), "{operative} is not wholly in enemy territory.", {"operative": operative}
        )
    if action == "rig" and next(near_features(game, operative), None) is None:
        yield Refusal(content.entry("to-demolish"), "No terrain feature in enemy territory is within 1 in.")
    if action == "feed" and not graves(game, operative):
        yield Refusal(content.entry("to-cb"), "No enemy fell in a combat within 1 in of here.")


def near_features(game: KillTeam, operative: str) -> Iterator[str]:
    row = game.operatives[operative]
    for feature, box in boxes(killzone(game)).items():
        if is_beside(row, box) and is_legal(rig_refusals(game, operative, feature)):
            yield feature


def is_beside(row: Operative, box: tuple[float, float, float, float], near: float = 1.0) -> bool:
    """Could an operative be so near to something with these bounds?"""
    x0, y0, x1, y1 = box
    far = near + 2.0  # more than the largest base adds
    return x0 - far < row.x < x1 + far and y0 - far < row.y < y1 + far


def rig_refusals(game: KillTeam, operative: str, feature: str) -> Iterator[Refusal]:
    """A feature is rigged in enemy territory, from within 1 in of it."""
    row, args = game.operatives[operative], {"operative": operative, "f": feature}
    box = boxes(killzone(game))[feature]
    if not in_territory(game, 1 - row.seat, *box):
        yield Refusal(content.entry("to-demolish"), "{f} is not in enemy territory.", args)
    if not is_beside(row, box) or to_named(game, operative, feature) > 1.001:
        yield Refusal(content.entry("to-demolish"), "{f} is not within 1 in of {operative}.", args, "Move nearer.")


def graves(game: KillTeam, operative: str) -> list[str]:
    row = game.operatives[operative]
    return [
        i
        for i, s in game.spots.items()
        if s.kind == "fell" and s.seat != row.seat and within(to_centre(row, s.x, s.y, s.z), 1.0)
    ]


def task(game: KillTeam, operative: str, action: str) -> Flow[None]:
    seat = game.operatives[operative].seat
    feature = ""
    if action == "rig":
        feature = yield from Choose(
            seat=seat,
            key="feature",
            rule="actions.mission",
            prompt="Which feature?",
            among=lambda: list(boxes(killzone(game))),
            why_not=lambda f: rig_refusals(game, operative, f),
        )
    row = game.operatives[operative]
    key = f"{action}{game.now.tokens + 1}"
    game.battle.set("now", tokens=game.now.tokens + 1)
    game.spots.add(key, Spot(action, seat, row.x, row.y, row.z, operative, game.now.turn, feature))
    game.tell("{operative} performs {a}.", "actions.mission", operative=operative, a=action, token=key)
