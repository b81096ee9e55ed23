"""What each letter of an AI card makes a model do, to the letter."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator, Sequence
from itertools import takewhile

from xenotable.engine import acts, rule
from xenotable.games.xcx import content
from xenotable.games.xcx.rules.ai.attack_values import (
    by_distance,
    cover_from,
    covers_from,
    guns,
    possible_targets,
    seen_by,
    shot_at,
)
from xenotable.games.xcx.rules.ai.destinations import Destinations, Prospect
from xenotable.games.xcx.rules.ai.ranking import Ranked
from xenotable.games.xcx.rules.engaged.fleeing import best_flight
from xenotable.games.xcx.rules.missions.points import EXODUS, HIVE
from xenotable.games.xcx.rules.missions.tasks import workable
from xenotable.games.xcx.rules.play.measuring import distance_between, distances_between
from xenotable.games.xcx.rules.play.models import enemies, rank, standing_models
from xenotable.games.xcx.rules.play.table import TOL, within
from xenotable.games.xcx.rules.skills.attempts import WORK
from xenotable.games.xcx.rules.skills.reach import FAR, REACH, gap_to
from xenotable.games.xcx.rules.special.traits import hacks_from_afar
from xenotable.games.xcx.rules.squad.profiles import profile_of
from xenotable.games.xcx.rules.terrain.ground import field_of
from xenotable.games.xcx.state import CIVIL, Xcx
from xenotable.table import Point

Plan = tuple[str, tuple[tuple[float, ...], ...], str, str, str]
NOTHING: Plan = ("down", (), "", "", "")  # what a card that says nothing would make a model do
Options = tuple[str, tuple[tuple[float, ...], ...], str, str]


@rule("ai.priority-meanings", neutral=lambda game, model, foes, priority: [0.0] * len(foes))
def measures(game: Xcx, model: str, foes: Sequence[str], priority: str) -> Sequence[float]:
    """Of each enemy the figure that a priority wants low."""
    if priority == "weakest":
        return [profile_of(game, f).cost for f in foes]
    if priority == "strongest":
        return [-profile_of(game, f).cost for f in foes]
    models = game.models
    rows = [models[f] for f in foes]
    if priority in ("closest", "furthest"):
        gaps = [math.floor(gap + TOL) for gap in distances_between(field_of(game), models[model], rows)]
        return gaps if priority == "closest" else [-gap for gap in gaps]
    if priority == "wounded" and acts("damage.wounded"):
        return [-(row.full - row.wounds) for row in rows]
    return [-row.wounds for row in rows]


@rule("ai.priority-lists", neutral=lambda game, model, foes, card: foes)
def in_priority(game: Xcx, model: str, foes: Sequence[str], card: content.AiCard) -> Sequence[str]:
    """Enemies by the three priorities, one after the other, then by the lower number: the first is wanted most."""
    columns = [measures(game, model, foes, priority) for priority in card.priorities]
    keys = list(zip(*columns, [rank(game, f) for f in foes], strict=True))
    return [foes[k] for k in sorted(range(len(foes)), key=keys.__getitem__)]


def preferred_target(game: Xcx, model: str, foes: Sequence[str], card: content.AiCard) -> str:
    return in_priority(game, model, foes, card)[0]


def plan_of_letter(game: Xcx, model: str, card: content.AiCard, letter: str) -> Plan:
    what, reckless, stays = letter[0], "!" in letter and acts("ai.mark-reckless"), "*" in letter
    if game.models[model].engaged:
        return in_contact(game, model, what, stays)
    if what in "OM" and game.models[model].core:
        return to_the_edge(game, model)
    if what == "A":
        return attack_plan(game, model, card, reckless)
    if what == "D":
        return defend(game, model, card, reckless)
    if what == "F":
        return fall_back(game, model, reckless)
    if what == "M":
        return move(game, model, card, reckless)
    return objective(game, model, card, reckless)


@rule("ai.engaged", neutral=lambda game, model, what, stays: NOTHING)
def in_contact(game: Xcx, model: str, what: str, stays: bool) -> Plan:
    """Attacks with A and with any letter that has *; otherwise it flees, if it can."""
    fights = what == "A" or (stays and acts("ai.mark-remain"))
    flight = None if fights else best_flight(game, model)
    if flight is None:
        return ("strike", (), "", "", "It is engaged and fights.")
    return ("flee", flight.paths[model], "", "", "It is engaged and breaks away.")


@rule("ai.attack-targets", neutral=lambda game, model, card, reckless: NOTHING)
def attack_plan(game: Xcx, model: str, card: content.AiCard, reckless: bool) -> Plan:
    """Every enemy that it could attack by firing, by an Advance and a shot, or by a charge; none: move."""
    ways, missed = Destinations(game, model, False), list[str]()
    target, options = "", None
    for target in in_priority(game, model, possible_targets(game, model), card):
        options = careful_attack(game, model, target, card, ways, reckless)
        if options is not None:
            break
        missed.append(target)
    if options is None:
        return move(game, model, card, reckless)
    why = f"It attacks {game.name(target)} ({', '.join(card.priorities)})."
    if missed:
        why += f" Out of its reach: {', '.join(map(game.name, missed[:3]))}{' ...' if len(missed) > 3 else ''}."
    return (*options, why)


def best_position(
    game: Xcx, model: str, foe: str, card: content.AiCard, ways: Destinations, covered: bool, least: float = 0.0
) -> tuple[float, Point, str] | None:
    """Where an Advance and a shot at this enemy are worth most, and at least so much: (expected damage, place, weapon).
    Among equals in the best cover from it, then the nearest. What is not known yet counts as the best it can be, so
    that places are looked at only as long as they can still win."""
    gap, reach = field_of(game).distance(ways.circle, game.models[foe]), ways.far + TOL
    if all(gap > far + reach for _, far in guns(game, model, "advance")):
        return None
    firing = ways.firing(foe, card.prefer)
    if gap > firing.far + ways.far:
        return None
    coming = iter(ways.prospects(firing, covered, least))
    heap: list[Prospect] = []
    ahead = next(coming, None)
    while ahead or heap:
        if ahead and (not heap or ahead < heap[0]):
            worth, own, way, p, weapon = ahead
            ahead, own = next(coming, None), own and -cover_from(game, foe, ways.at(p))
            if own or not covered:
                heapq.heappush(heap, (worth, own, way, p, weapon))
            continue
        worth, _, _, p, weapon = heapq.heappop(heap)
        if ways.path(p) is not None:
            return (-worth, p, weapon)
    return None


@rule("ai.attack-how", neutral=lambda game, model, foe, card, ways, reckless: None)
def careful_attack(
    game: Xcx, model: str, foe: str, card: content.AiCard, ways: Destinations, reckless: bool
) -> Options | None:
    """Without !: charge if it prefers melee; fire from cover; advance to cover; fire; advance; charge."""
    if reckless:
        return reckless_attack(game, model, foe, card, ways)
    if card.prefer == "melee" and ways.blow(foe, card.prefer) and (way := ways.charge(foe)):
        return ("charge", tuple(way), "", foe)
    shot = ways.shot(foe, card.prefer)
    if shot and cover_from(game, foe, ways.circle):
        return ("fire", (), shot[1], foe)
    for covered in (True, False):
        if not covered and shot:
            return ("fire", (), shot[1], foe)
        if spot := best_position(game, model, foe, card, ways, covered):
            return ("advance", ways.path(spot[1]) or (), spot[2], foe)
    blow = ways.blow(foe, card.prefer)
    return ("charge", tuple(way), "", foe) if blow and (way := ways.charge(foe)) else None


@rule("ai.attack-reckless", neutral=lambda game, model, foe, card, ways: None)
def reckless_attack(game: Xcx, model: str, foe: str, card: content.AiCard, ways: Destinations) -> Options | None:
    """With !: whatever is worth most; among equals what ends nearest to the target."""
    here, t = game.models[model].here, game.models[foe]
    found: list[tuple[float, float, Options]] = []
    most = 0.0  # what is worth less cannot win, so no way is looked for
    if shot := ways.shot(foe, card.prefer):
        most = round(shot[0], 9)
        found.append((-most, math.dist(here, t.here), ("fire", (), shot[1], foe)))
    blow = ways.blow(foe, card.prefer)
    if blow and round(blow[0], 9) >= most and (way := ways.charge(foe)):
        most = round(blow[0], 9)
        found.append((-most, math.dist(way[-1], t.here), ("charge", tuple(way), "", foe)))
    if spot := best_position(game, model, foe, card, ways, False, most):
        found.append(
            (-round(spot[0], 9), math.dist(spot[1], t.here), ("advance", ways.path(spot[1]) or (), spot[2], foe))
        )
    return min(found, key=lambda f: (f[0], f[1]))[2] if found else None


@rule("ai.defend", neutral=lambda game, model, card, reckless: NOTHING)
def defend(game: Xcx, model: str, card: content.AiCard, reckless: bool) -> Plan:
    """Rally; or Advance into cover; or Overwatch; or Down."""
    if game.models[model].markers:
        return ("rally", (), "", "", "It pulls itself together.")
    here = game.models[model].circle
    watchers = [e for e in enemies(game, model) if seen_by(game, (e,), here)]
    if watchers and not reckless:
        foe = preferred_target(game, model, watchers, card)
        if not cover_from(game, foe, here):
            ways = Destinations(game, model, False)
            spots = ways.shaded()
            covers = zip(covers_from(game, foe, spots, ways.circle.r), spots, strict=True)
            spot = ways.first(
                p for *_, p in Ranked([(-cover, round(math.dist(p, ways.here), 6), p) for cover, p in covers if cover])
            )
            if spot is not None:
                shot = shot_at(game, model, foe, "advance", card.prefer, ways.at(spot))
                why = f"It takes cover from {game.name(foe)}."
                return ("advance", ways.path(spot) or (), shot[1] if shot else "", foe, why)
    return stand_guard(game, model)


def stand_guard(game: Xcx, model: str) -> Plan:
    if any(w != content.MINDSPIN for w, _ in guns(game, model, "react")):
        return ("overwatch", (), "", "", "It watches.")
    return ("down", (), "", "", "It keeps down.")


@rule("ai.fallback", neutral=lambda game, model, reckless: NOTHING)
def fall_back(game: Xcx, model: str, reckless: bool) -> Plan:
    """Out of sight, then in cover from the nearest enemy, then as far away as possible; with ! only the last."""
    foes = enemies(game, model)
    if not foes:
        return ("down", (), "", "", "There is nobody to run from.")
    nearest = next(by_distance(game, model, foes))
    ways = Destinations(game, model, True)
    bases = [game.models[f].circle for f in foes]
    farthest = ways.farthest(bases)

    def key(p: Point, away: float) -> tuple[float, float, float, Point]:
        if reckless:
            return (away, *p, p)
        here = ways.at(p)
        return (seen_by(game, foes, here), -min(1, cover_from(game, nearest, here)), away, p)

    def safest() -> Iterator[Point]:
        """In the order of the key. Whether a place is seen is looked at only when its turn would come unseen."""
        coming, heap = iter(farthest), list[tuple[float, float, float, Point]]()
        ahead = next(coming, None)
        while ahead or heap:
            if reckless and ahead:
                yield ahead[1]
            elif ahead and (not heap or (0, 0, *ahead) < heap[0]):
                heapq.heappush(heap, key(ahead[1], ahead[0]))
            else:
                yield heapq.heappop(heap)[3]
                continue
            ahead = next(coming, None)

    spot = ways.first(safest())
    away = {p: far for far, p in farthest if p in (spot, ways.here)}
    if spot is None or spot == ways.here or key(spot, away[spot])[:3] == key(ways.here, away[ways.here])[:3]:
        return ("down", (), "", "", "No place is safer.")
    return ("run", ways.path(spot) or (), "", "", "It falls back.")


@rule("ai.move", neutral=lambda game, model, card, reckless: NOTHING)
def move(game: Xcx, model: str, card: content.AiCard, reckless: bool) -> Plan:
    """Towards the enemy that the card wants, from cover to cover unless reckless; never into contact."""
    foes = possible_targets(game, model)
    if not foes:
        return stand_guard(game, model)
    goal = preferred_target(game, model, foes, card)
    ways, field, t = Destinations(game, model, True), field_of(game), game.models[goal].circle
    now = distance_between(field, game.models[model], t)
    spot = None
    if not reckless:
        nearer = [(round(far, 6), p) for far, p in ways.measured(t, shaded=True) if far < now]
        near = [p for far, p in sorted(nearer) if far < now - TOL]
        covers = covers_from(game, goal, near, ways.circle.r)
        spot = ways.first(p for p, cover in zip(near, covers, strict=True) if cover)
    spot = spot or ways.first(p for _, p in ways.nearer(t, now - TOL))
    if spot is None:
        return stand_guard(game, model)
    return ("run", ways.path(spot) or (), "", "", f"It moves on {game.name(goal)}.")


@rule("ai.mission-objectives", neutral=lambda game, model: [])
def wanted_objectives(game: Xcx, model: str) -> list[tuple[str, str]]:
    """(skill, target) of the objectives that its side wants, the first kind first."""
    side, p, mission = game.models[model].side, profile_of(game, model), game.setup.mission
    found: list[tuple[str, str]] = []
    tiers: list[tuple[str, ...]] = [("terminal",), ("derelict",), ("site",), ("container", "core"), ("nest",)]
    for kinds in tiers:
        for thing, t in game.things.items():
            s = WORK[t.kind]
            able = t.kind in kinds and not t.gone and p.works_by(s)
            if able and next(workable(game, model, s, thing), None) is None:
                found.append((s, thing))
        if found and mission != HIVE:
            return found
        if found and kinds == ("container", "core"):
            return found
    if mission == EXODUS and side == game.now.first_role and p.works_by("interact"):
        found += [("interact", c) for c in standing_models(game, CIVIL)]
    return found


@rule("ai.objective", neutral=lambda game, model, card, reckless: NOTHING)
def objective(game: Xcx, model: str, card: content.AiCard, reckless: bool) -> Plan:
    """The nearest objective: work on it, or run to it; without one, attack."""
    aims = wanted_objectives(game, model)
    goal = min(aims, key=lambda a: (round(gap_to(game, model, a[1]), 6), a[1]), default=None)
    machine = machine_in_reach(game, model)
    if machine and (goal is None or gap_to(game, model, machine) <= gap_to(game, model, goal[1])):
        return ("skill", (), "computer_use", machine, f"It hacks {game.name(machine)}.")
    if goal is None:
        return attack_plan(game, model, card, reckless)
    skill, target = goal
    gap = gap_to(game, model, target)
    if within(gap, REACH) or (skill == "computer_use" and hacks_from_afar(game, model, target)):
        return ("skill", (), skill, target, f"It works on {game.name(target)}.")
    spot, ways = nearest_place(game, model, target, reckless)
    if spot is None or spot == ways.here:
        return attack_plan(game, model, card, reckless)
    return ("run", ways.path(spot) or (), "", "", f"It makes for {game.name(target)}.")


@rule("ai.hacking", neutral=lambda game, model: "")
def machine_in_reach(game: Xcx, model: str) -> str:
    if profile_of(game, model).skill("computer_use") < 1:
        return ""
    near = [
        e
        for e in enemies(game, model)
        if profile_of(game, e).unit.machine_class and within(gap_to(game, model, e), FAR)
    ]
    near = [e for e in near if within(gap_to(game, model, e), REACH) or hacks_from_afar(game, model, e)]
    return min(near, key=lambda e: (gap_to(game, model, e), rank(game, e)), default="")


def nearest_place(game: Xcx, model: str, target: str, reckless: bool) -> tuple[Point | None, Destinations]:
    """Adjacent if the allowance suffices; else near, in cover from the nearest enemy if that costs at most 2 Range."""
    ways, thing = Destinations(game, model, True), game.things.get(target)
    graded = ways.about(game.models[target].circle if thing is None else thing, REACH + TOL)
    best = next(((g, p) for g, _, p in graded if ways.path(p) is not None), None)
    foes = enemies(game, model)
    if best is None or reckless or not foes:
        return (best[1] if best else None), ways
    foe = next(by_distance(game, model, foes))
    limit = best[0] if best[0] == 0.0 else best[0] + 2.0
    near = takewhile(lambda place: place[0] <= limit, graded)
    close = (p for _, _, p in near if cover_from(game, foe, ways.at(p)))
    return ways.first(close) or best[1], ways


@rule("ai.objective-carry", neutral=lambda game, model: NOTHING)
def to_the_edge(game: Xcx, model: str) -> Plan:
    """Whoever carries the core runs to its own table edge."""
    row, field = game.models[model], field_of(game)
    north = game.now.south != row.side
    ways = Destinations(game, model, True)
    y = field.depth - row.r if north else row.r
    edge = [(i + 0.5, y) for i in range(int(field.width))] if field.grid is None else []
    points = ways.points(edge)
    rows = Ranked(
        [(round(-field.row(p) if north else field.row(p), 6), round(math.dist(p, ways.here), 6), p) for p in points]
    )
    spot = ways.first(p for _, _, p in rows)
    if spot is None or spot == ways.here:
        return stand_guard(game, model)
    return ("run", ways.path(spot) or (), "", "", "It carries the core home.")
