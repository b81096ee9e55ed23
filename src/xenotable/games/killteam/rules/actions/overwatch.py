"""Overwatch (chapter actions), and the Covering Shot that grants one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xenotable.engine import Choose, Flow, Forecast, Reckon, Refusal, Scene, Slot, acts, cite, rule, scene
from xenotable.games.killteam.rules.datacards.printed import Use
from xenotable.games.killteam.rules.movement.legality import engaged
from xenotable.games.killteam.rules.ploys import buying, tactical
from xenotable.games.killteam.rules.shooting.sequence import aim
from xenotable.games.killteam.rules.shooting.targets import arm_refusals, arms
from xenotable.games.killteam.scenes import CoveringShot
from xenotable.games.killteam.state import ENGAGE, KillTeam

# Its weapons at each of their targets, or at one alone ("": at all).
overwatch_odds = Slot[[KillTeam, str, str], Sequence[Forecast]]("killteam.overwatch_odds")


def overwatch_arms(game: KillTeam, operative: str, only: str = "") -> bool:
    uses = (Use(operative, w, n, "overwatch") for w, n in arms(game, operative, "overwatch"))
    return any(next(arm_refusals(game, use, 0, only), None) is None for use in uses)


def overwatch_refusals(game: KillTeam, operative: str) -> Iterator[Refusal]:
    """Why an operative that is not ready cannot perform Overwatch."""
    row = game.ops[operative]
    if row.order != ENGAGE and acts("combos.silent-conceal-overwatch"):
        yield Refusal("actions.overwatch", "Overwatch needs an Engage order.", {"op": operative})
    if row.ready:
        yield Refusal("activation.overwatch-when", "{op} is still ready.", {"op": operative}, "Activate it.")
    if row.overwatched:
        yield Refusal("actions.overwatch", "{op} performed Overwatch in this turning point.", {"op": operative})
    if engaged(game, operative):
        yield Refusal("actions.shoot-engaged", "{op} is within engagement range of an enemy.", {"op": operative})
    elif not overwatch_arms(game, operative):
        yield Refusal("shooting.no-target", "{op} has no weapon with a valid target.", {"op": operative})


@rule("actions.overwatch", neutral=lambda *_, **__: [])
def overwatch(game: KillTeam, operative: str, only: str = "") -> Flow[list[Scene]]:
    """A shooting attack outside the activation, at worse skill; no AP, no activation."""
    cite("activation.overwatch-not-activation")
    game.ops.set(operative, overwatched=True)
    game.tell("{op} performs Overwatch.", "actions.overwatch", op=operative)
    return (yield from aim(game, operative, "overwatch", 0, only=only))


@scene
def covering_shot(game: KillTeam, at: CoveringShot) -> Flow[list[Scene]]:
    options: list[str | None] = yield from Reckon(
        work=lambda: [None, *(i for i in tactical.covering_shots(game, at.mover) if overwatch_arms(game, i, at.mover))]
    )
    if options == [None]:
        return []
    seat = 1 - game.ops[at.mover].seat
    who = yield from Choose(
        seat=seat,
        key="pl-cw-covering-shot",
        rule="ploys.window",
        prompt="Covering Shot for 1 CP at {m}: by whom?",
        args={"m": at.mover},
        among=lambda: options,
        default=None,
        label=lambda i: "nobody" if i is None else game.name(i),
        odds=lambda i: None if i is None else overwatch_odds(game, i, at.mover),
    )
    if who is None:
        return []
    buying.buy(game, seat, "pl-cw-covering-shot")
    return (yield from overwatch(game, who, at.mover))
