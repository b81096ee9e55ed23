"""Invulnerable Saves (chapter specials): the best one counts, and the defender chooses when to use it."""

from __future__ import annotations

from xenotable.engine import Choose, Flow, cite, rule
from xenotable.games.killteam.rules.shooting.terms import Shot, Terms, save_odds
from xenotable.games.killteam.state import KillTeam, card
from xenotable.odds import DEFENDER


@rule("specials.invulnerable-several", neutral=lambda *_: 0)
def invulnerable(game: KillTeam, operative: str) -> int:
    """The best invulnerable save an operative has; 0: none."""
    row = game.operatives[operative]
    owned = [card(row.unit).unit.inv]
    owned += [int(e.partition(":")[2]) for e in row.effects if e.startswith(("ward:", "oath:"))]
    owned += [5] if "it-st-aegis" in row.items else []
    owned += [6] if "bulwark:2" in row.honours else []
    return min((x for x in owned if x), default=0)


@rule("specials.invulnerable", neutral=lambda t, s: False)
def uses_invulnerable(t: Terms, s: Shot) -> Flow[bool]:
    """Chosen once the attack dice, P and AP are known, before a defence die is kept or rolled."""
    cite("specials.invulnerable-choice-time")
    said = yield from Choose(
        seat=DEFENDER,
        key="save",
        rule="specials.invulnerable",
        prompt="Use the Save ({sv}+) or the Invulnerable Save ({inv}+)?",
        args={"sv": t.save, "inv": t.invulnerable},
        among=lambda: ("save", "invulnerable"),
        odds=lambda choice: save_odds(t, s, choice),
    )
    return said == "invulnerable"
