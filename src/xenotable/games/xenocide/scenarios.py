"""The four scenarios: scoring, break tests, reveals, victory (chapter "scenarios")."""

from __future__ import annotations

from functools import partial

from xenotable.engine import Choose, Flow, Forecast, Roll, Scene, cite, rule, scene
from xenotable.engine.slots import Slot
from xenotable.games.xenocide.command import pay
from xenotable.games.xenocide.content import ScenarioData, scenarios
from xenotable.games.xenocide.play import WITHIN, circle, circles, stances, within
from xenotable.games.xenocide.stances import Stance, beyond
from xenotable.games.xenocide.state import TURNS, Xenocide
from xenotable.games.xenocide.suppression import summed
from xenotable.games.xenocide.walls import gap, to_edge
from xenotable.table import Circle

CONTROL = 4.0


class EndTurn(Scene, frozen=True):
    n: int


class BreakTests(Scene, frozen=True):
    n: int
    left: tuple[int, ...]


class Verdict(Scene, frozen=True):
    n: int


def data(game: Xenocide) -> ScenarioData:
    return scenarios()[game.war["war"].scenario]


# ---- who holds what --------------------------------------------------------------------------------------------------


@rule("scenarios.objective-eligible")
def holders(game: Xenocide, seat: int) -> list[tuple[str, Stance]]:
    """Units that can hold ground, and where: on the table, not underground; suppressed ones count."""
    return stances(game, seat)


def near(game: Xenocide, seat: int, x: float, y: float) -> bool:
    at = Circle(x, y, 0.0)
    there = [here for _, here in holders(game, seat) if not beyond(here, (x, y, x, y), CONTROL + WITHIN)]
    return any(within(gap(c, at), CONTROL) for here in there for c in here.circles)


@rule("scenarios.objective-control")
def controller(game: Xenocide, marker: str) -> int | None:
    """Who alone has a unit within 4 inches."""
    m = game.markers[marker]
    mine = [near(game, seat, m.x, m.y) for seat in (0, 1)]
    return None if mine[0] == mine[1] else int(mine[1])


@rule("scenarios.centers-reveal")
def reveals(game: Xenocide) -> None:
    """Markers that an enemy has come to are revealed: decoys go, and with the real one the other decoys."""
    if game.war["war"].scenario != "command-centers":
        return
    for id in [m for m, row in game.markers.items() if not row.shown]:
        if id not in game.markers or not near(game, 1 - game.markers[id].seat, game.markers[id].x, game.markers[id].y):
            continue
        owner = game.markers[id].seat
        if game.secret[owner].real == id:
            game.markers.set(id, shown="real")
            name = game.seat_name(owner)
            game.tell("The command center of {s} is found.", "scenarios.centers-reveal", reveals=True, s=name)
            for other in [m for m, row in game.markers.items() if row.seat == owner and m != id]:
                game.markers.remove(other)
        else:
            game.markers.remove(id)
            game.tell("A decoy of {s} is found.", "scenarios.centers-reveal", reveals=True, s=game.seat_name(owner))


@rule("scenarios.wiped-out")
def wiped_out(game: Xenocide) -> None:
    """A side without units on the table or to come loses at once."""
    if game.result is not None:
        return
    left = [any(u.models or u.riding for u in game.units.values() if u.seat == seat) for seat in (0, 1)]
    if all(left):
        return
    winners = tuple(seat for seat in (0, 1) if left[seat])
    says = f"{game.seat_name(1 - winners[0])} has no units left." if winners else "Nobody has units left: a draw."
    game.finish(winners, says, "scenarios.wiped-out", lost_scores(game))


def lost_scores(game: Xenocide) -> tuple[float, ...]:
    cite("scenarios.scenario-points-lost")
    return tuple(float(game.sides[1 - seat].lost) for seat in (0, 1))


@rule("scenarios.invasion-entry", neutral=lambda: False)
def entry_only() -> bool:
    return True


# ---- the end of a turn -----------------------------------------------------------------------------------------------


@scene
@rule("turn.end-of-turn")
def end_turn(game: Xenocide, at: EndTurn) -> list[Scene]:
    """Objectives are scored, then break tests, then victory."""
    match game.war["war"].scenario:
        case "seize-ground":
            seize_scoring(game)
        case "invasion":
            invasion_score(game)
    return [BreakTests(at.n, tuple(testers(game))), Verdict(at.n)]


@rule("scenarios.seize-scoring")
def seize_scoring(game: Xenocide) -> None:
    for id in game.markers:
        seat = controller(game, id)
        if seat is not None:
            game.sides.set(seat, score=game.sides[seat].score + 1)
            game.tell("{s} holds an objective.", "scenarios.seize-scoring", s=game.seat_name(seat))


@rule("scenarios.invasion-score")
def invasion_score(game: Xenocide) -> None:
    """The full price of every attacking unit that has a model 24 inches from the edge of arrival."""
    attacker, d, ground = game.war["war"].attacker, data(game), game.field.ground
    edge = game.sides[attacker].edge
    total = 0
    for u in [id for id, row in game.units.items() if row.seat == attacker and row.on and not row.burrowed]:
        if any(to_edge(c, ground.width, ground.depth, edge) >= d.score_distance - WITHIN for c in places(game, u)):
            total += game.units[u].vp
    if total:
        game.sides.set(attacker, score=game.sides[attacker].score + total)
        game.tell("{s} scores {n:point}.", "scenarios.invasion-score", s=game.seat_name(attacker), n=total)


@rule("transport.transport-vp")
def places(game: Xenocide, u: str) -> list[Circle]:
    """Where the models of a unit count: passengers where their transport is; nobody high or inside a high one."""
    unit = game.units[u]
    held = dict.fromkeys(game.models[m].inside for m in unit.riding)
    low = [c for c in held if not game.units[game.models[c].unit].high]
    return [*(() if unit.high else circles(game, u)), *(circle(game, c) for c in low)]


def beaten(game: Xenocide, seat: int) -> bool:
    side = game.sides[seat]
    return side.lost >= data(game).loss_threshold * side.value


def testers(game: Xenocide) -> list[int]:
    """Who must take a break test, in order."""
    war = game.war["war"]
    if war.scenario == "invasion":
        cite("scenarios.invasion-break")
        return [war.attacker] if beaten(game, war.attacker) else []
    if war.scenario != "attrition":
        return []
    cite("scenarios.attrition-goal")
    cite("scenarios.attrition-threshold")
    both = [seat for seat in (0, 1) if beaten(game, seat)]
    return test_order(game) if len(both) == 2 else both


@rule("scenarios.break-test-both")
def test_order(game: Xenocide) -> list[int]:
    """The one who has lost more first; on equal losses who did not win the initiative."""
    return sorted((0, 1), key=lambda s: (-game.sides[s].lost, game.sides[s].won))


@scene
def break_tests(game: Xenocide, at: BreakTests) -> Flow[list[Scene]]:
    if not at.left:
        return []
    seat, *rest = at.left
    target = yield from break_target(game, seat)
    faces = yield from Roll(seat=seat, key="break", rule="scenarios.break-test", n=2)
    total = summed(faces)
    invasion = game.war["war"].scenario == "invasion"
    if holds(total, target, invasion):
        game.tell("{s} fights on: {n} against {t}.", "scenarios.break-test", s=game.seat_name(seat), n=total, t=target)
        return [BreakTests(at.n, tuple(rest))]
    says = f"The army of {game.seat_name(seat)} breaks."
    rule_id = "scenarios.invasion-break" if invasion else "scenarios.break-test"
    game.finish((1 - seat,), says, rule_id, lost_scores(game))
    return []


def holds(total: int, target: int, invasion: bool) -> bool:
    """Is a break test passed? In an invasion 11 and 12 always do."""
    return total >= target or (invasion and total >= 11)


break_odds = Slot[[Xenocide, int], Forecast]("xenocide.break_odds")  # against this target


@rule("scenarios.break-test")
def break_target(game: Xenocide, seat: int) -> Flow[int]:
    """9, less what the tester spends, more (in Invasion) what the defender spends."""
    cite("play.decisions-end")
    cite("command.use-scenario")
    target = data(game).break_target
    rule_id = "scenarios.break-test-points"
    if game.war["war"].scenario == "invasion":
        rule_id = "scenarios.invasion-break-points"
    for who, sign in ((seat, -1), (1 - seat, 1)):
        if (sign > 0 and game.war["war"].scenario != "invasion") or not game.sides[who].points:
            continue
        n = yield from Choose(
            seat=who, key="break-points", rule=rule_id, prompt="Command points for the break test (target {t})?",
            args={"t": target}, among=partial(range, game.sides[who].points + 1),
            odds=partial(lambda now, by, n: break_odds(game, now + by * n), target, sign),
        )  # fmt: skip
        if n:
            pay(game, who, rule_id, n)
            target += sign * n
    return target


@scene
def verdict(game: Xenocide, at: Verdict) -> list[Scene]:
    """Victory conditions, the cap, or the next turn."""
    from xenotable.games.xenocide.turn import Turn

    cite("command.no-carry-over")
    {"seize-ground": seize_victory, "invasion": invasion_victory, "command-centers": centers_victory}.get(
        game.war["war"].scenario, lambda g: None
    )(game)
    if game.result is None and at.n >= TURNS:
        cap(game)
    return [] if game.result is not None else [Turn(at.n + 1)]


@rule("scenarios.seize-victory")
def seize_victory(game: Xenocide) -> None:
    a, b = game.sides[0].score, game.sides[1].score
    if max(a, b) >= data(game).points_to_win and a != b:
        seat = int(b > a)
        says = f"{game.seat_name(seat)} wins with {max(a, b)} objective points."
        game.finish((seat,), says, "scenarios.seize-victory", (float(a), float(b)))


@rule("scenarios.invasion-victory")
def invasion_victory(game: Xenocide) -> None:
    attacker = game.war["war"].attacker
    side = game.sides[attacker]
    if side.score > side.value:
        cite("scenarios.invasion-both-thresholds")
        says = f"{game.seat_name(attacker)} breaks through with {side.score} points."
        game.finish((attacker,), says, "scenarios.invasion-victory", lost_scores(game))


@rule("scenarios.centers-victory")
def centers_victory(game: Xenocide) -> None:
    held = [seat for seat in (0, 1) if any(holds_center(game, seat, m) for m in game.markers)]
    if len(held) == 2:
        held = fewer_lost(game)
    if len(held) == 1:
        says = f"{game.seat_name(held[0])} holds the enemy's command center."
        game.finish((held[0],), says, "scenarios.centers-victory", lost_scores(game))


def holds_center(game: Xenocide, seat: int, marker: str) -> bool:
    m = game.markers[marker]
    return m.seat == 1 - seat and m.shown == "real" and controller(game, marker) == seat


@rule("scenarios.centers-both")
def fewer_lost(game: Xenocide) -> list[int]:
    a, b = game.sides[0].lost, game.sides[1].lost
    return [] if a == b else [int(b < a)]


@rule("play.turn-cap")
def cap(game: Xenocide) -> None:
    """After twelve turns somebody is ahead, or it is a draw."""
    war = game.war["war"]
    if war.scenario == "invasion":
        winners: tuple[int, ...] = (1 - war.attacker,)
    else:
        by = [game.sides[s].score if war.scenario == "seize-ground" else -game.sides[s].lost for s in (0, 1)]
        winners = () if by[0] == by[1] else (int(by[1] > by[0]),)
    says = f"{game.seat_name(winners[0])} is ahead when the battle ends." if winners else "The battle ends in a draw."
    game.finish(winners, says, "play.turn-cap", lost_scores(game))
