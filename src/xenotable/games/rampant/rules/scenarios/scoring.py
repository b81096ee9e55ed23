"""Control, victory points, the end of the battle and who has won."""

from __future__ import annotations

import math
from collections.abc import Iterator

from xenotable.engine import Flow, Refusal, Result, Roll, Scene, Then, memoize, rule, scene
from xenotable.engine.gestures import Scored
from xenotable.games.rampant.rules.play.conventions import distance, to_spot, within
from xenotable.games.rampant.rules.scenarios.battlefield import scenario, scenario_id
from xenotable.games.rampant.rules.scenarios.vows import vow_points
from xenotable.games.rampant.rules.setup.order import round_scenes
from xenotable.games.rampant.rules.terrain.field import is_standing, scenario_of
from xenotable.games.rampant.rules.variants.plain_victory import has_vows
from xenotable.games.rampant.rules.xeno.combat import is_flying
from xenotable.games.rampant.scenes import RoundEnd
from xenotable.games.rampant.state import NOW, Rampant, commander, garrison, is_fielded, of_side, present

REMOVED = ("destroyed", "routed", "fled")
RUBBLE = (24.0, 24.0)  # the marker that is left of a relay which has collapsed ("scenarios.relay-points")


def seat_of(game: Rampant, part: str) -> int:
    """The seat that plays the Attacker or the Defender."""
    attacker = game.now.attacker
    return attacker if part == "attacker" else 1 - attacker


def removed_units(game: Rampant, seat: int) -> list[str]:
    return [u for u in game.members[seat] if game.units[u].gone in REMOVED]


# ---- points ----------------------------------------------------------------------------------------------------------


@rule("scenarios.kill-points", neutral=lambda *a: 0)
def kill_points(cost: int) -> int:
    return 1 if cost <= 6 else 2 if cost <= 12 else 3


@rule("scenarios.bracket-points", neutral=lambda *a: 0)
def bracket_points(cost: int) -> int:
    return 1 if cost <= 4 else 2 if cost <= 8 else 3


def score(game: Rampant, seat: int, points: int, why: str, rule_id: str) -> None:
    """Adds victory points to a side's score and says what for."""
    if not points:
        return
    side = game.sides[seat]
    game.sides.set(seat, score=side.score + points, tally=(*side.tally, f"{points:+d} {why}"))
    shows = (Scored(seat, points, why),)
    game.tell("{n:point} to {who} for {why}.", rule_id, shows=shows, who=game.seat_name(seat), n=points, why=why)


# ---- control ---------------------------------------------------------------------------------------------------------


@rule("scenarios.control", neutral=lambda *a: None)
def controller(game: Rampant, near: list[tuple[str, float]]) -> int | None:
    """Who alone has an unsuppressed unit within 3 in; passengers and Flying units do not count."""
    seats = {
        game.units[u].seat
        for u, far in near
        if within(far, 3.0) and not game.units[u].suppressed and not is_flying(game, u)
    }
    return seats.pop() if len(seats) == 1 else None


def marker_control(game: Rampant, p: tuple[float, float]) -> int | None:
    return controller(
        game, [(u, to_spot(game, u, p)) for u, row in game.units.items() if row.where in ("table", "inside")]
    )


def building_control(game: Rampant, building: str) -> int | None:
    """Its garrison controls a building; an empty one is like a marker at its edge."""
    if not is_standing(game, building):
        return marker_control(game, RUBBLE)
    inside = garrison(game, building)
    if inside:
        return game.units[inside[0]].seat
    fielded = [u for u, row in game.units.items() if row.where in ("table", "inside")]
    return controller(game, [(u, distance(game, u, building)) for u in fielded])


def relay(game: Rampant) -> str:
    """The building that is fought for, where the scenario has one."""
    kinds = _relay_kinds(scenario_id(game))
    return next((b for b, row in game.buildings.items() if row.kind in kinds), "") if kinds else ""


@memoize(64)
def _relay_kinds(scenario: str) -> frozenset[str]:
    return frozenset(o.terrain for o in scenario_of(scenario).objectives if o.kind == "building")


# ---- rounds ----------------------------------------------------------------------------------------------------------


def last_round(game: Rampant) -> int:
    rounds: int = game.setup.rounds or scenario(game).rounds
    return rounds


@scene
@rule("scenarios.rounds")
def round_end(game: Rampant, at: RoundEnd) -> Then:
    """Per-round points; then the battle may end: surely two rounds after the number that the scenario names."""
    if at.round >= last_round(game):
        return late_round(game, at)
    score_round(game, at.round)
    return round_scenes(game, at.round + 1)


def late_round(game: Rampant, at: RoundEnd) -> Flow[list[Scene]]:
    score_round(game, at.round)
    last = last_round(game)
    ends = at.round >= last + 2
    if not ends:
        _, over = yield from Roll(
            key="battle-end",
            rule="scenarios.rounds",
            prompt="Does the battle end?",
            n=1,
            cuts=(4,),
            names=("goes on", "ends"),
        )
        ends = bool(over)
    if ends:
        finish(game)
        return []
    return round_scenes(game, at.round + 1)


@rule("scenarios.score-timing", neutral=lambda *a: None)
def score_round(game: Rampant, number: int) -> None:
    """At the end of the Defender's turn, from round 2 on."""
    if number < 2:
        return
    rules = scenario(game).scoring
    if "per-round-from-2 marker 1" in rules:
        for spot in scenario(game).objectives:
            assert spot.x is not None
            assert spot.y is not None
            owner = marker_control(game, (spot.x, spot.y))
            if owner is not None:
                score(game, owner, 1, "a beacon", "scenarios.three-beacons")
    if any(r.startswith("per-round-from-2 defender") for r in rules):
        owner = building_control(game, relay(game))
        if owner is not None:
            score(game, owner, 1 if owner != game.now.attacker else 2, "the relay", "scenarios.relay-points")


# ---- the end ---------------------------------------------------------------------------------------------------------


@rule("scenarios.early-end", neutral=lambda *a: None)
def early_end(game: Rampant) -> None:
    """The battle ends at once when a side has nobody on the table and nobody who could still come."""
    if game.result is not None or game.now.phase == "setup":
        return
    if is_fielded(game, 0) and is_fielded(game, 1):  # mostly both sides are there
        return
    units = [(u, row) for u, row in game.units.items() if row.where != "gone"]
    left = {row.seat for u, row in units if present(game, u) or _may_come(game, u)}
    if gone := [s for s in (0, 1) if s not in left]:
        winner = 1 - gone[0] if len(gone) == 1 else None
        game.tell("Nobody of {who} is left.", "scenarios.early-end", who=game.seat_name(gone[0]))
        finish(game, winner)


def _may_come(game: Rampant, unit: str) -> bool:
    """Could a unit in reserve still arrive, over an edge or from orbit? Who is rooted makes no Move."""
    row, has = game.units[unit], game.profile[unit].has
    return row.where == "reserve" and ("rooted" not in has if row.arrives else "drop-troops" in has)


def end_points(game: Rampant, alone: int | None) -> None:
    """Points that are counted once, after the last round. `alone`: this side holds every objective it could hold."""
    for rule_ in scenario(game).scoring:
        words = rule_.split(" ")
        who = seat_of(game, words[0]) if words[0] in ("attacker", "defender") else None
        what = words[1] if who is not None else words[0]
        n = int(words[-1]) if words[-1].isdigit() else 0
        for seat in (0, 1) if who is None else (who,):
            score_end(game, seat, what, n, alone)


def score_end(game: Rampant, seat: int, what: str, n: int, alone: int | None) -> None:
    foe = 1 - seat
    lost = removed_units(game, foe)
    points = game.profile
    if what == "kill-points":
        score(game, seat, sum(kill_points(points[u].points) for u in lost), "kill points", "scenarios.kill-points")
    elif what == "bracket-points":
        exits = list(game.sides[seat].exited) if _exits_score(game, seat) else lost
        total = sum(bracket_points(points[u].points) for u in exits)
        why = "units that left" if _exits_score(game, seat) else "units removed"
        score(
            game,
            seat,
            total,
            why,
            scenario(game).rule if scenario(game).id != "night-convoy" else "scenarios.night-convoy-points",
        )
    elif what == "enemy-commander" and commander(game, foe) in lost:
        score(game, seat, n, "the enemy Commander", scenario(game).rule)
    elif what == "centre-at-end":
        if centre_holder(game, alone) == seat:
            score(game, seat, n, "the centre", "scenarios.first-blood")
    elif what == "removed-cost-5-plus":
        score(game, seat, sum(points[u].points >= 5 for u in lost) * n, "costly units", "scenarios.night-convoy-points")
    elif what == "envoy-carried-at-end" and envoy_holder(game, alone) == seat:
        score(game, seat, n, "carrying the envoy", "scenarios.the-envoy")
    elif what == "control-at-end":
        holder = alone if alone is not None else building_control(game, relay(game))
        if holder == seat:
            score(game, seat, n, "the relay at the end", "scenarios.relay-points")
    elif what.startswith("generator-"):
        up = [b for b, row in game.buildings.items() if row.kind == "generator" and row.strength > 0]
        down = [b for b, row in game.buildings.items() if row.kind == "generator" and row.strength <= 0]
        score(game, seat, n * len(down if what == "generator-destroyed" else up), "generators", "scenarios.sabotage")


def envoy_holder(game: Rampant, alone: int | None) -> int | None:
    """Who carries the envoy; a side that is alone could take it wherever it lies on the table."""
    carrier = game.now.carrier
    if alone is not None and (carrier or game.now.marker is not None):
        return alone
    return game.units[carrier].seat if carrier else None


def _exits_score(game: Rampant, seat: int) -> bool:
    """Does this side score for its own units that left (rather than for enemies removed)?"""
    part = "attacker" if seat == game.now.attacker else "defender"
    return any(o.kind == "exit" and o.who == part for o in scenario(game).objectives)


@rule("scenarios.first-blood", neutral=lambda *a: None)
def centre_holder(game: Rampant, alone: int | None) -> int | None:
    """The side with more points of unsuppressed units whose centre lies in the circle; nobody on a tie."""
    if alone is not None:
        return alone
    spot = next(o for o in scenario(game).objectives if o.kind == "circle")
    assert spot.x is not None
    assert spot.y is not None
    assert spot.r is not None
    sums = [0, 0]
    for unit, row in game.units.items():
        counts = row.where in ("table", "inside") and not row.suppressed and not is_flying(game, unit)
        if counts and math.hypot(row.x - spot.x, row.y - spot.y) <= spot.r + 0.001:
            sums[row.seat] += game.profile[unit].points
    return None if sums[0] == sums[1] else int(sums[1] > sums[0])


def finish(game: Rampant, alone: int | None = None) -> None:
    """Counts everything and ends the battle."""
    result = final_result(game, alone)
    game.finish(result.winners, result.says, result.rule, result.scores)


def final_result(game: Rampant, alone: int | None) -> Result:
    """The points that are counted once, at the very end, and what they come to."""
    end_points(game, alone)
    if has_vows(game):
        for seat in (0, 1):
            vow_points(game, seat, score)
    return verdict(game)


@rule("scenarios.winner")
def verdict(game: Rampant) -> Result:
    """The higher total wins; a lead of 5 or more is decisive."""
    a, b = (game.sides[s].score for s in (0, 1))
    scores = (float(a), float(b))
    if a == b:
        return Result((), f"A draw, {a} to {b}.", "scenarios.winner", scores)
    best = 0 if a > b else 1
    kind = "A decisive victory" if abs(a - b) >= 5 else "A victory"
    says = f"{kind} of {game.seat_name(best)}, {max(a, b)} to {min(a, b)}."
    return Result((best,), says, "scenarios.winner", scores)


@rule("scenarios.concede")
def concede_refusals(game: Rampant, seat: int) -> Iterator[Refusal]:
    """Once the battle has begun, only in the own turn."""
    if game.now.phase != "setup" and game.now.active != seat:
        remedy = "Wait until the turn of {who} is over."
        args = {"who": game.seat_name(game.now.active)}
        yield Refusal("scenarios.concede", "You may concede in your own turn only.", args, remedy)


def concede(game: Rampant, seat: int) -> Result:
    """Everybody on the table counts as removed, the battle ends as if nobody were left, and the points decide."""
    if game.now.phase == "setup":
        says = f"The battle is given up by {game.seat_name(seat)} before it has begun."
        return Result((1 - seat,), says, "scenarios.concede")
    for unit in of_side(game, seat):
        game.units.set(unit, where="gone", gone="fled")
        game.sides.set(seat, removed=game.sides[seat].removed + game.profile[unit].points)
    carrier = game.now.carrier
    if carrier and game.units[carrier].seat == seat:
        game.battle.set(NOW, carrier="", marker=(game.units[carrier].x, game.units[carrier].y))
    counted = final_result(game, 1 - seat)
    return Result(
        counted.winners, f"Conceded by {game.seat_name(seat)}. {counted.says}", "scenarios.concede", counted.scores
    )
