"""What scenarios add to the set-up: roles, reserves, command centers, forward deployment (chapter "scenarios")."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xenotable.engine import Choose, Flow, Pick, Refusal, Scene, cite, rule, scene
from xenotable.games.xenocide.rules.buildings.walls import gap
from xenotable.games.xenocide.rules.play.measuring import WITHIN, bases
from xenotable.games.xenocide.rules.play.units import on_table
from xenotable.games.xenocide.rules.scenarios.scoring import data
from xenotable.games.xenocide.rules.setup.agreements import EDGES, OPPOSITE, roll_off
from xenotable.games.xenocide.scenes import DeployNext, ReadyWatch, Roles, Turn
from xenotable.games.xenocide.state import Xenocide
from xenotable.table import Circle


@rule("scenarios.centers-deployment", neutral=lambda *a: False)
def near_marker(game: Xenocide, seat: int, here: Sequence[Circle]) -> bool:
    """All models within 4 inches of one own marker."""
    reach = data(game).forward_distance + WITHIN
    mine = [Circle(m.x, m.y, 0.0) for m in game.markers.values() if m.seat == seat]
    return any(all(gap(c, marker) <= reach for c in here) for marker in mine)


@rule("scenarios.centers-forward-distance", neutral=lambda *a: ())
def forward_refusals(game: Xenocide, unit: str, here: Sequence[Circle]) -> Iterator[Refusal]:
    """Nobody deploys forward within 12 inches of an enemy."""
    foes = bases(game, on_table(game, 1 - game.units[unit].seat))
    if any(gap(c, f) <= 12.0 + WITHIN for c in here for f in foes):
        says = "{unit} would be within 12 in of an enemy that has deployed."
        yield Refusal("scenarios.centers-forward-distance", says, {"unit": unit}, "Deploy along the home edge.")


@rule("scenarios.centers-secret")
def real_ask(game: Xenocide, seat: int) -> Choose[str]:
    cite("play.hidden-command-center")
    mine = tuple(m for m, row in game.markers.items() if row.seat == seat)
    return Choose(
        seat=seat, key="real", rule="scenarios.centers-secret", prompt="Which marker is your command center?",
        secret=True, among=lambda: mine,
    )  # fmt: skip


# ---- invasion --------------------------------------------------------------------------------------------------------


@scene
@rule("scenarios.invasion-edge")
def roles(game: Xenocide, at: Roles) -> Flow[list[Scene]]:
    """Who attacks, from where, and who waits in reserve."""
    attacker = game.now.attacker
    if attacker < 0:
        winner = yield from roll_off(game, "scenarios.invasion-goal")
        attacks = yield from Choose(
            seat=winner, key="attacks", rule="scenarios.invasion-goal", prompt="Attack or defend?",
            among=lambda: ("attack", "defend"),
        )  # fmt: skip
        attacker = winner if attacks == "attack" else 1 - winner
        game.war.set("war", attacker=attacker)
    edge = yield from Choose(
        seat=1 - attacker, key="arrival", rule="scenarios.invasion-edge", prompt="From which edge does the enemy come?",
        among=lambda: EDGES,
    )  # fmt: skip
    game.sides.set(attacker, edge=edge)
    game.sides.set(1 - attacker, edge=OPPOSITE[edge])
    game.tell("{a} arrives from the {e}.", "scenarios.invasion-edge", a=game.seat_name(attacker), e=edge)
    yield from reserves(game, 1 - attacker)
    return [DeployNext(1 - attacker), ReadyWatch(), Turn(1)]


@rule("scenarios.invasion-reserve")
def reserves(game: Xenocide, seat: int) -> Flow[None]:
    mine = [c for c, row in game.companies.items() if row.seat == seat]
    kept = yield from Pick(
        seat=seat, key="reserve", rule="scenarios.invasion-reserve", prompt="Which companies wait in reserve?",
        among=lambda: mine, most=min(2, len(mine) - 1), label=lambda c: game.name(c), default=(),
    )  # fmt: skip
    for c in kept:
        game.companies.set(c, reserve=True)
        game.tell("{c} waits in reserve.", "scenarios.invasion-reserve", c=c)
