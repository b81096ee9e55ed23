"""Objectives, reveals and break tests (chapter "scenarios")."""

from __future__ import annotations

from functools import partial

from xenotable.engine import Choose, Flow, Forecast, Roll, Scene, cite, rule, scene
from xenotable.engine.gestures import Scored
from xenotable.engine.memory import until_it_moved
from xenotable.engine.slots import Slot
from xenotable.games.xenocide.content import ScenarioData, scenarios
from xenotable.games.xenocide.rules.buildings.walls import gap, to_edge
from xenotable.games.xenocide.rules.command import exists, pay
from xenotable.games.xenocide.rules.play.measuring import WITHIN, stances, within
from xenotable.games.xenocide.rules.play.positions import Stance, beyond
from xenotable.games.xenocide.rules.play.units import units_by_company
from xenotable.games.xenocide.rules.suppression import sum_faces
from xenotable.games.xenocide.rules.transport.riders import counting_circles
from xenotable.games.xenocide.scenes import BreakTests
from xenotable.games.xenocide.state import Xenocide
from xenotable.table import Circle

CONTROL = 4.0


def data(game: Xenocide) -> ScenarioData:
    return scenarios()[game.now.scenario]


# ---- who holds what --------------------------------------------------------------------------------------------------


@rule("scenarios.objective-eligible")
def holders(game: Xenocide, seat: int) -> list[tuple[str, Stance]]:
    """Units that can hold ground, and where: on the table, not underground; suppressed ones count."""
    return stances(game, seat)


@until_it_moved
def near(game: Xenocide, seat: int, x: float, y: float) -> bool:
    """Does a side hold ground within 4 inches of a place?"""
    at = Circle(x, y, 0.0)
    there = [here for _, here in holders(game, seat) if not beyond(here, (x, y, x, y), CONTROL + WITHIN)]
    return any(within(gap(c, at), CONTROL) for here in there for c in here.circles)


@rule("scenarios.objective-control")
def controller(game: Xenocide, marker: str) -> int | None:
    """Who alone has a unit within 4 inches."""
    row = game.markers[marker]
    mine = [near(game, seat, row.x, row.y) for seat in (0, 1)]
    return None if mine[0] == mine[1] else int(mine[1])


@rule("scenarios.centers-reveal")
def reveals(game: Xenocide) -> None:
    """Markers that an enemy has come to are revealed: decoys go, and with the real one the other decoys."""
    if game.now.scenario != "command-centers":
        return
    for id in [m for m, row in game.markers.items() if not row.shown]:
        if id not in game.markers or not near(game, 1 - game.markers[id].seat, game.markers[id].x, game.markers[id].y):
            continue
        owner = game.markers[id].seat
        if game.secret[owner].real == id:
            game.markers.set(id, shown="real")
            name = game.seat_name(owner)
            found = "{marker} is found: the command center of {s}."
            game.tell(found, "scenarios.centers-reveal", reveals=True, marker=id, s=name)
            for other in [m for m, row in game.markers.items() if row.seat == owner and m != id]:
                game.tell("{marker} was a decoy.", "scenarios.centers-reveal", marker=other)
                game.markers.remove(other)
        else:
            found, name = "{marker} is found: a decoy of {s}.", game.seat_name(owner)
            game.tell(found, "scenarios.centers-reveal", reveals=True, marker=id, s=name)
            game.markers.remove(id)


@rule("scenarios.wiped-out")
def wiped_out(game: Xenocide) -> None:
    """A side without units on the table or to come loses at once."""
    if game.result is not None:
        return
    left = [bool(units_by_company(game, seat)) for seat in (0, 1)]
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


@rule("scenarios.invasion-turn-one", neutral=lambda game: False)
def is_first_activation(game: Xenocide) -> bool:
    """Is this the activation that the attacker of an invasion must make, before anybody else acts?"""
    if game.now.scenario != "invasion" or game.now.turn != 1:
        return False
    return all(row.planned or c == game.now.company or not exists(game, c) for c, row in game.companies.items())


@rule("scenarios.seize-scoring")
def seize_scoring(game: Xenocide) -> None:
    for id in game.markers:
        seat = controller(game, id)
        if seat is not None:
            game.sides.set(seat, score=game.sides[seat].score + 1)
            says, n = "{s} holds an objective: {n:point} now.", game.sides[seat].score
            shows = (Scored(seat, 1, "an objective"),)
            game.tell(says, "scenarios.seize-scoring", shows=shows, s=game.seat_name(seat), n=n)


@rule("scenarios.invasion-score")
def invasion_score(game: Xenocide) -> None:
    """The full price of every attacking unit that has a model 24 inches from the edge of arrival."""
    attacker, d, ground = game.now.attacker, data(game), game.field.ground
    edge = game.sides[attacker].edge
    total = 0
    for unit in [id for id, row in game.units.items() if row.seat == attacker and row.on and not row.burrowed]:
        if any(
            to_edge(c, ground.width, ground.depth, edge) >= d.score_distance - WITHIN
            for c in counting_circles(game, unit)
        ):
            total += game.units[unit].vp
    if total:
        game.sides.set(attacker, score=game.sides[attacker].score + total)
        says, shows = "{s} scores {n:point}.", (Scored(attacker, total),)
        game.tell(says, "scenarios.invasion-score", shows=shows, s=game.seat_name(attacker), n=total)


def is_beaten(game: Xenocide, seat: int) -> bool:
    side = game.sides[seat]
    return side.lost >= data(game).loss_threshold * side.value


def testers(game: Xenocide) -> list[int]:
    """Who must take a break test, in order."""
    war = game.now
    if war.scenario == "invasion":
        cite("scenarios.invasion-break")
        return [war.attacker] if is_beaten(game, war.attacker) else []
    if war.scenario != "attrition":
        return []
    cite("scenarios.attrition-goal")
    cite("scenarios.attrition-threshold")
    both = [seat for seat in (0, 1) if is_beaten(game, seat)]
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
    total = sum_faces(faces)
    invasion = game.now.scenario == "invasion"
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
    if game.now.scenario == "invasion":
        rule_id = "scenarios.invasion-break-points"
    for who, sign in ((seat, -1), (1 - seat, 1)):
        if (sign > 0 and game.now.scenario != "invasion") or not game.sides[who].points:
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
