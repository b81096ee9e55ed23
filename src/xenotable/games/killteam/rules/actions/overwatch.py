"""Overwatch (chapter actions), and the Covering Shot that grants one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xenotable.engine import Choose, Flow, Forecast, Reckon, Refusal, Scene, Slot, acts, cite, is_legal, rule, scene
from xenotable.games.killteam.rules.datacards.printed import Use
from xenotable.games.killteam.rules.movement.legality import is_engaged
from xenotable.games.killteam.rules.play.measuring import may_be_within
from xenotable.games.killteam.rules.ploys import buying, tactical
from xenotable.games.killteam.rules.shooting.sequence import aim
from xenotable.games.killteam.rules.shooting.targets import arm_refusals, arms
from xenotable.games.killteam.scenes import CoveringShot
from xenotable.games.killteam.state import ENGAGE, KillTeam, standing_operatives

# Its weapons at each of their targets, or at one alone ("": at all).
overwatch_odds = Slot[[KillTeam, str, str], Sequence[Forecast]]("killteam.overwatch_odds")


def overwatch_arms(game: KillTeam, operative: str, only: str = "") -> bool:
    uses = (Use(operative, w, n, "overwatch") for w, n in arms(game, operative, "overwatch"))
    return any(next(arm_refusals(game, use, 0, only), None) is None for use in uses)


def overwatch_refusals(game: KillTeam, operative: str) -> Iterator[Refusal]:
    """Why an operative that is not ready cannot perform Overwatch."""
    row = game.operatives[operative]
    if row.order != ENGAGE and acts("combos.silent-conceal-overwatch"):
        yield Refusal("actions.overwatch", "Overwatch needs an Engage order.", {"operative": operative})
    if row.ready:
        yield Refusal(
            "activation.overwatch-when", "{operative} is still ready.", {"operative": operative}, "Activate it."
        )
    if row.overwatched:
        yield Refusal(
            "actions.overwatch", "{operative} performed Overwatch in this turning point.", {"operative": operative}
        )
    if is_engaged(game, operative):
        yield Refusal(
            "actions.shoot-engaged", "{operative} is within engagement range of an enemy.", {"operative": operative}
        )
    elif not overwatch_arms(game, operative):
        yield Refusal("shooting.no-target", "{operative} has no weapon with a valid target.", {"operative": operative})


@rule("actions.overwatch", neutral=lambda *_, **__: [])
def overwatch(game: KillTeam, operative: str, only: str = "") -> Flow[list[Scene]]:
    """A shooting attack outside the activation, at worse skill; no AP, no activation."""
    cite("activation.overwatch-not-activation")
    game.operatives.set(operative, overwatched=True)
    game.tell("{operative} performs Overwatch.", "actions.overwatch", operative=operative)
    return (yield from aim(game, operative, "overwatch", 0, only=only))


def covering_refusals(game: KillTeam, operative: str, mover: str) -> Iterator[Refusal]:
    """Why an operative cannot answer a move with a Covering Shot."""
    barred = False
    for refusal in tactical.covering_refusals(game, operative, mover):
        barred = True
        yield refusal
    if not barred and not overwatch_arms(game, operative, mover):
        args = {"operative": operative, "m": mover}
        yield Refusal("shooting.no-target", "{operative} has no weapon for which {m} is a valid target.", args)


def covering_operatives(game: KillTeam, seat: int, mover: str) -> list[str]:
    """Who can answer a move with a Covering Shot: nobody who is still ready, or clearly too far away."""
    near = []
    for i in standing_operatives(game, seat):
        row = game.operatives[i]
        if not row.ready and may_be_within(row, game.operatives[mover], tactical.COVERED):
            near.append(i)
    return [i for i in near if is_legal(covering_refusals(game, i, mover))]


@scene
def covering_shot(game: KillTeam, at: CoveringShot) -> Flow[list[Scene]]:
    seat = 1 - game.operatives[at.mover].seat
    if game.operatives[at.mover].fallen or not buying.affords(game, seat, "pl-cw-covering-shot"):
        return []
    can = yield from Reckon(work=lambda: covering_operatives(game, seat, at.mover))
    if not can:
        return []
    who: str | None = yield from Choose(
        seat=seat,
        key="pl-cw-covering-shot",
        rule="ploys.window",
        prompt="Covering Shot for 1 CP at {m}: by whom?",
        args={"m": at.mover},
        among=lambda: [None, *standing_operatives(game, seat)],
        why_not=lambda i: () if i is None or i in can else covering_refusals(game, i, at.mover),
        default=None,
        label=lambda i: "nobody" if i is None else game.name(i),
        odds=lambda i: None if i is None else overwatch_odds(game, i, at.mover),
    )
    if who is None:
        return []
    buying.buy(game, seat, "pl-cw-covering-shot")
    return (yield from overwatch(game, who, at.mover))
