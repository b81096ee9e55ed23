"""The dice in the bag. They are never stored, always counted: no death, arrival or change of sides can put the bag out
of step with the models (bag.invariant)."""

from __future__ import annotations

from xenotable.engine import acts, cite, rule
from xenotable.games.xcx.rules.missions.points import ALIVE, HIVE, SPIRE, by_points, finish, harvest
from xenotable.games.xcx.rules.movement.positions import nearest_end
from xenotable.games.xcx.state import NEUTRAL, TABLE, Xcx
from xenotable.table import Point


def ready(game: Xcx, side: int) -> list[str]:
    return all_ready(game)[side]


@rule("bag.pick-unactivated")
def all_ready(game: Xcx) -> tuple[list[str], ...]:
    """The models that each side can still activate this round: a controlled model, never its caster."""
    cite("skills.control-next-round")
    found: tuple[list[str], ...] = ([], [], [], [])
    for i, m in game.models.items():
        if not m.activated and m.state == TABLE and not (m.controls and acts("skills.control-caster-locked")):
            found[m.side].append(i)
    return found


@rule("bag.invariant")
def dice(game: Xcx, waiting: tuple[list[str], ...] | None = None) -> tuple[tuple[int, int], ...]:
    """How many dice of each side are in the bag. `waiting`: who is ready, if that is known."""
    one, two, neutral, _ = all_ready(game) if waiting is None else waiting
    spare = game.now.spare
    return ((0, max(0, spare[0] + len(one))), (1, max(0, spare[1] + len(two))), (NEUTRAL, len(neutral)))


@rule("bag.odds-shown", neutral=lambda game: {})
def next_draws(game: Xcx) -> dict[int, tuple[float, ...]]:
    """For each side the chance of the next die, of the next two and of the next three."""
    bag = dice(game)
    whole = sum(n for _, n in bag)
    found = {}
    for side, n in bag:
        odds, p = [], 1.0
        for k in range(3):
            p *= max(0, n - k) / (whole - k) if whole > k else 0.0
            odds.append(p)
        found[side] = tuple(odds)
    return found


@rule("bag.forced-activation", neutral=lambda game, model: None)
def counts_as_activation(game: Xcx, model: str) -> None:
    """One die of the side that would have activated it leaves the bag; nothing happens if it had acted already."""
    if not game.models[model].activated:
        game.models.set(model, activated=True)


@rule("bag.arrivals", neutral=lambda game, model, p: None)
def appear(game: Xcx, model: str, p: Point) -> None:
    """On the marker, shifted by the least distance that is legal; its die joins the bag at once."""
    spot = nearest_end(game, model, p, game.models[model].r) or p
    game.models.set(model, x=spot[0], y=spot[1], state=TABLE)
    says = "{who} appears at {x:.1f}, {y:.1f}."
    game.tell(says, "special.infiltrate-arrival", reveals=True, who=model, x=spot[0], y=spot[1])


@rule("bag.one-side-wiped", neutral=lambda game: False)
def wiped_out(game: Xcx) -> bool:
    """Ends the battle when a side has no living model left."""
    left = [False] * 4
    for row in game.models.values():
        if row.state in ALIVE:
            left[row.owner] = True
            if left[0] and left[1]:
                return False
    left = left[:2]
    if game.result is not None:
        return True
    if not any(left):
        both_gone(game)
        return True
    survivor = 0 if left[0] else 1
    harvest(game, survivor)
    if game.setup.mission in (SPIRE, HIVE):
        rule_id = "missions.spire-end" if game.setup.mission == SPIRE else "missions.wiped-out"
        finish(game, survivor, f"Nobody of {game.side_name(1 - survivor)} is left.", rule_id)
    else:
        by_points(game, "missions.wiped-out")
    return True


def both_gone(game: Xcx) -> None:
    if game.setup.mission == SPIRE:
        finish(game, 1 - game.now.first_role, "Nobody is left, and the spire stands.", "missions.spire-end")
    else:
        by_points(game, "bag.one-side-wiped")
