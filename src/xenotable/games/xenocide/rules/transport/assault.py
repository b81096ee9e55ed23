"""Transports in close assault: who gets out to fight, who gets in to run or to follow (chapter "transport")."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from xenotable.engine import Choose, Flow, Refusal, is_legal, rule
from xenotable.games.xenocide.rules.movement.suppressed import cowed_refusals, free_by_command
from xenotable.games.xenocide.rules.overwatch import lose_watch
from xenotable.games.xenocide.rules.play.measuring import units_in_contact
from xenotable.games.xenocide.rules.play.units import company_units
from xenotable.games.xenocide.rules.titans.systems import is_hampered
from xenotable.games.xenocide.rules.transport.passengers import load, load_refusals, passengers, unload, unload_refusals
from xenotable.games.xenocide.scenes import Fight
from xenotable.games.xenocide.state import Xenocide


@rule("transport.passengers-assault-first-round")
def get_out(game: Xenocide, at: Fight, ours: Sequence[str]) -> Flow[None]:
    """Passengers take no part in the first round unless their own unit started it; before later ones they may get out
    and fight."""
    for unit in ours:
        row = game.units[unit]
        if unit in at.done or not passengers(game, unit) or (at.round < 2 and (not row.charge or row.dropped)):
            continue
        rule_id = "transport.passengers-assault-first-round" if at.round > 1 else "transport.assault-from-transport"
        out = yield from Choose(
            seat=row.seat, key="get-out", rule=rule_id, prompt="Does the infantry of {unit} get out and fight?",
            args={"unit": unit}, among=lambda: (False, True),
            why_not=partial(lambda them, yes: cowed_refusals(game, them) if yes else (), tuple(passengers(game, unit))),
        )  # fmt: skip
        if out:
            yield from pour_out(game, unit)


def pour_out(game: Xenocide, unit: str) -> Flow[None]:
    """Passengers get out of the transports of a unit into its fight; guests come as a unit of their own. Who is
    suppressed stays inside, unless a command point frees it."""
    charge = game.units[unit].charge
    for p in passengers(game, unit):
        yield from free_by_command(game, p)
    inside = [m for p, ms in passengers(game, unit).items() if is_hampered(game, p) for m in ms]
    out = yield from unload(game, unit, fighting=True, but=inside)
    for p, placed in out.items():
        if placed and p != unit:
            lose_watch(game, p)
            how = charge
            if charge not in ("", "called"):
                how = "assault" if game.units[p].order == "assault" else "firing"
            game.units.set(p, charge=how, came=game.units[unit].came, fallen=0, fled=False, moved=True)
        game.units.set(p, dropped=tuple(placed))


def mounting_refusals(game: Xenocide, unit: str, way: str) -> Iterator[Refusal]:
    if way:
        yield from load_refusals(game, unit) if way == "load" else unload_refusals(game, unit)


@rule("transport.followup-load")
def ask_mounting(game: Xenocide, unit: str) -> Flow[str]:
    """Transports may take their infantry in before a follow-up move, or let it out after one."""
    if not any(is_legal(mounting_refusals(game, unit, way)) for way in ("load", "unload")):
        return ""
    return (
        yield from Choose(
            seat=game.units[unit].seat, key="mounting", rule="transport.followup-load",
            prompt="Do models of {unit} get in or out?", args={"unit": unit}, default="",
            among=lambda: ("", "load", "unload"), why_not=lambda way: mounting_refusals(game, unit, way),
            label=lambda w: {"load": "They get in", "unload": "They get out"}.get(w, "Neither"),
        )
    )  # fmt: skip


@rule("transport.flee-load", neutral=lambda *a: None)
def climb_in(game: Xenocide, unit: str) -> Flow[None]:
    """Transports that run may first take in friends of their company within 4 inches, if these do not fight."""
    friends = company_units(game, game.units[unit].company)
    guests = [
        f
        for f in friends
        if f != unit and game.units[f].on and not game.units[f].burrowed and not units_in_contact(game, f)
    ]
    if not is_legal(load_refusals(game, unit, guests)):
        return
    yes = yield from Choose(
        seat=game.units[unit].seat, key="flee-load", rule="transport.flee-load",
        prompt="Does who is near get into {unit} before it runs?", args={"unit": unit}, among=lambda: (True, False),
        default=True,
    )  # fmt: skip
    if yes:
        load(game, unit, guests=guests)
