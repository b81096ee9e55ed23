"""The panels beside the board: the turn, both sides, reserves, own vows."""

from __future__ import annotations

from xenotable.engine import Line, Panel, coach_panel
from xenotable.games.rampant.content import content, origin
from xenotable.games.rampant.rules.command import leading_commander
from xenotable.games.rampant.rules.content import tutorial
from xenotable.games.rampant.rules.scenarios.battlefield import scenario
from xenotable.games.rampant.rules.scenarios.scoring import last_round
from xenotable.games.rampant.show.goal import goal_panel
from xenotable.games.rampant.state import Rampant


def panels(game: Rampant, seat: int) -> list[Panel]:
    sides = [side_panel(game, s) for s in (0, 1)]
    coach = [coach_panel(__package__)] if game.setup == tutorial() else []
    return [*goal_panel(game), *coach, turn_panel(game), *sides, *reserves(game), *vow_panel(game, seat)]


def turn_panel(game: Rampant) -> Panel:
    now = game.now
    if not now.terrain:
        return Panel("turn", "Before the battle", "list", (Line("Scenario", now.scenario or "to be rolled"),))
    names = {"setup": "Deployment", "rally": "Rally", "charge": "Wild Charges", "orders": "Orders"}
    plan, last = scenario(game), last_round(game)
    rounds = f"{now.round} of {last} to {last + 2}" if now.round else "not begun"
    lines = (
        Line("Scenario", plan.name, rule=plan.rule, origin=origin("scenario", plan.id)),
        Line("Round", rounds, now.round, last + 2, rule="scenarios.rounds"),
        Line("Active", game.seat_name(now.active), rule="play.round-turn-phase"),
        Line("Step", names.get(now.phase, now.phase), rule="activation.steps"),
    )
    return Panel("turn", "The battle", "track", lines)


def side_panel(game: Rampant, seat: int) -> Panel:
    side = game.sides[seat]
    part = "Attacker" if seat == game.now.attacker else "Defender"
    trait = content().traits.get(side.trait)
    lines = [
        Line("Victory points", str(side.score), rule="scenarios.winner"),
        Line("Points lost", f"{side.removed} of {side.total}", side.removed, side.total, rule="courage.removed-points"),
        Line("Commander", "leads" if leading_commander(game, seat) else "silent", rule="command.suppressed"),
    ]
    if trait is not None:
        lines.append(Line("Trait", trait.name, rule=trait.rule, origin=origin("trait", trait.id)))
    if any("bombardment" in game.profile[u].has for u, r in game.units.items() if r.seat == seat):
        lines.append(Line("Bombardments left", str(side.bombs), rule="shooting.bombardment-order"))
    lines += [Line(entry) for entry in side.tally]
    return Panel(f"side-{seat}", f"{game.seat_name(seat)} ({part})", "list", tuple(lines), seat)


def reserves(game: Rampant) -> list[Panel]:
    found = []
    for seat in (0, 1):
        waiting = [u for u, r in game.units.items() if r.seat == seat and r.where == "reserve"]
        if waiting:
            lines = tuple(
                Line(game.name(u), f"from round {game.units[u].arrives}" if game.units[u].arrives else "", on=u)
                for u in waiting
            )
            found.append(Panel(f"reserve-{seat}", f"Reserve of {game.seat_name(seat)}", "list", lines, seat))
    return found


def vow_panel(game: Rampant, seat: int) -> list[Panel]:
    """The own vows; those of the enemy stay hidden until the end."""
    if seat not in (0, 1) or not game.secret[seat].vows:
        return []
    vows = [content().vows[v] for v in game.secret[seat].vows]
    lines = tuple(Line(v.name, f"worth {v.value}", rule=v.rule, origin=origin("vow", v.id)) for v in vows)
    return [Panel("vows", "Your vows", "cards", lines, seat)]
