"""Universal actions (chapter actions): what each needs and costs, and how it is noted."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from xenotable.engine import Refusal, cite, memoize, rule
from xenotable.games.killteam import content
from xenotable.games.killteam.rules.datacards.modified import reach_of
from xenotable.games.killteam.rules.markers import liftable_markers
from xenotable.games.killteam.rules.movement.legality import engaged_with, is_engaged
from xenotable.games.killteam.rules.narrative import battle_effects
from xenotable.games.killteam.rules.play.measuring import LARGEST
from xenotable.games.killteam.rules.scoring.missions import MISSION_ACTIONS, carry_refusals
from xenotable.games.killteam.rules.shooting.targets import usable
from xenotable.games.killteam.state import CONCEAL, KillTeam, Operative, card, standing_operatives

COSTS = {
    "normal": 1,
    "charge": 1,
    "fall-back": 2,
    "dash": 1,
    "shoot": 1,
    "fight": 1,
    "pick-up": 1,
    "drop": 0,
    "pass": 0,
}
NAMES = {
    "normal": "Normal Move",
    "charge": "Charge",
    "fall-back": "Fall Back",
    "dash": "Dash",
    "shoot": "Shoot",
    "fight": "Fight",
    "pick-up": "Pick Up",
    "drop": "Drop",
    "pass": "Pass",
    "overwatch": "Overwatch",
}
MOVING = ("normal", "charge", "fall-back", "dash")
OFF = "!"  # before the name of an action that was called off


def name_of(action: str) -> str:
    if action in NAMES:
        return NAMES[action]
    return content.unique_actions()[action].name if action in content.unique_actions() else MISSION_ACTIONS[action]


@rule("actions.costs", neutral=lambda *_: 0)
def cost_of(game: KillTeam, operative: str, action: str) -> int:
    """AP of an action; an Unwieldy weapon takes one more when it is selected."""
    if action in COSTS and not game.operatives[operative].honours:  # nothing else makes a universal action cheaper
        return COSTS[action]
    if action in content.unique_actions():
        return content.unique_actions()[action].ap
    return battle_effects.cheaper(game, operative, action, COSTS.get(action, 1), action not in COSTS)


def _not_after(game: KillTeam, operative: str, action: str, rule: str, *others: str) -> Sequence[Refusal]:
    did = game.operatives[operative].did
    if not did:
        return ()
    says = "No {a} after a {b}."
    return [Refusal(rule, says, {"a": NAMES[action], "b": NAMES[other]}) for other in others if other in did]


def _not_engaged(game: KillTeam, operative: str, action: str, rule: str) -> Sequence[Refusal]:
    if not engaged_with(game, operative):
        return ()
    says = "{operative} is within engagement range of an enemy."
    return (Refusal(rule, says, {"operative": operative}, "Fall Back or Fight."),)


def _heavy_bound(game: KillTeam, operative: str) -> Sequence[Refusal]:
    if "Heavy" not in game.operatives[operative].fired:
        return ()
    says = "{operative} has fired a Heavy weapon."
    return (Refusal("specials.heavy", says, {"operative": operative}, "Dash instead."),)


@rule("actions.normal-move", neutral=lambda *_: ())
def normal_refusals(game: KillTeam, operative: str) -> Iterator[Refusal]:
    yield from _not_engaged(game, operative, "normal", "actions.normal-move")
    yield from _not_after(game, operative, "normal", "actions.normal-move", "fall-back")
    yield from _not_after(game, operative, "normal", "actions.charge-exclusive", "charge")
    yield from _heavy_bound(game, operative)


@rule("actions.dash", neutral=lambda *_: ())
def dash_refusals(game: KillTeam, operative: str) -> Iterator[Refusal]:
    yield from _not_engaged(game, operative, "dash", "actions.dash")
    if game.operatives[operative].active:
        yield from _not_after(game, operative, "dash", "actions.charge-exclusive", "charge")
    yield from carry_refusals(game, operative)


@rule("actions.charge", neutral=lambda *_: ())
def charge_refusals(game: KillTeam, operative: str) -> Iterator[Refusal]:
    row = game.operatives[operative]
    if row.order == CONCEAL:
        yield Refusal(
            "activation.order-conceal", "{operative} has a Conceal order and cannot Charge.", {"operative": operative}
        )
    yield from _not_engaged(game, operative, "charge", "actions.charge")
    yield from _not_after(game, operative, "charge", "actions.charge", "normal", "dash", "fall-back")
    yield from _heavy_bound(game, operative)
    yield from carry_refusals(game, operative)
    if not _reaches_foe(game, row, reach_of(game, operative, "charge") + 1.0 + card(row.unit).r):
        yield Refusal("actions.charge", "No enemy is in reach of a Charge.", {}, "Move nearer.")


def _reaches_foe(game: KillTeam, row: Operative, reach: float) -> bool:
    """Is the base of an enemy so near to this place?"""
    x, y, far = row.x, row.y, reach + LARGEST
    for i in standing_operatives(game, 1 - row.seat):
        foe = game.operatives[i]
        if not (-far < foe.x - x < far and -far < foe.y - y < far):
            continue
        if math.hypot(foe.x - x, foe.y - y) <= reach + card(foe.unit).r:
            return True
    return False


@rule("actions.fall-back", neutral=lambda *_: ())
def fall_back_refusals(game: KillTeam, operative: str) -> Iterator[Refusal]:
    if not is_engaged(game, operative):
        yield Refusal(
            "actions.fall-back", "{operative} is not within engagement range of an enemy.", {"operative": operative}
        )
    yield from _not_after(game, operative, "fall-back", "actions.fall-back", "normal", "charge")
    yield from _heavy_bound(game, operative)


def fight_refusals(game: KillTeam, operative: str) -> Iterator[Refusal]:
    if not is_engaged(game, operative):
        says = "No enemy is within engagement range of {operative}."
        yield Refusal("actions.fight", says, {"operative": operative}, "Charge first.")


def shoot_refusals(game: KillTeam, operative: str, spare: int, free: bool = False, by: str = "") -> Iterator[Refusal]:
    """Not engaged, and some weapon with a valid target."""
    if is_engaged(game, operative):
        yield Refusal(
            "actions.shoot-engaged", "{operative} is within engagement range of an enemy.", {"operative": operative}
        )
        return
    loud = game.operatives[operative].order == CONCEAL and not _silent(game.operatives[operative].ranged)
    if (loud and not game.operatives[operative].honours) or next(
        usable(game, operative, "shoot", spare, free, by), None
    ) is None:
        if loud:
            yield Refusal(
                "actions.shoot-conceal",
                "{operative} has a Conceal order and no Silent weapon.",
                {"operative": operative},
            )
        else:
            yield Refusal(
                "shooting.no-target", "{operative} has no weapon with a valid target.", {"operative": operative}
            )


@memoize(256)
def _silent(ranged: tuple[str, ...]) -> bool:
    """Is one of these weapons printed as Silent? Beyond that only honours make one so."""
    return any("Silent" in p.special for w in ranged for p in content.weapons()[w].profiles)


@rule("actions.pick-up", neutral=lambda *_: ())
def pick_up_all_refusals(game: KillTeam, operative: str) -> Iterator[Refusal]:
    yield from _not_engaged(game, operative, "pick-up", "actions.pick-up")
    if game.operatives[operative].carries:
        yield Refusal(
            "markers.one-item", "{operative} carries something already.", {"operative": operative}, "Drop it first."
        )
    elif not liftable_markers(game, operative):
        yield Refusal(
            "actions.pick-up", "No marker that {operative} controls is within 1 in.", {"operative": operative}
        )


# ---- doing it


def mark(game: KillTeam, operative: str, action: str, cost: int, free: bool = False) -> None:
    """Notes an action as performed and takes its AP; a free one costs nothing and counts all the same."""
    row = game.operatives[operative]
    cite("actions.active-operative")
    if free:
        cite("actions.free-no-ap")
        if not row.active:
            return
    before = tuple([a for a in row.did if not a.startswith(OFF)])  # open again after another action
    done = (*before, action, f"free:{action}") if free else (*before, action)
    freed = row.freed and tuple([a for a in row.freed if a != action])  # a Borrowed Moment is spent on this very action
    game.operatives.set(operative, ap=row.ap - (0 if free else cost), did=done, freed=freed)
