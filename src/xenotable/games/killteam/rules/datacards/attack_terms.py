"""What is fixed for a shooting attack (chapter datacards), read when it begins."""

from __future__ import annotations

from xenotable.engine import rule
from xenotable.games.killteam.rules.datacards.modified import skill
from xenotable.games.killteam.rules.datacards.printed import Use, defence, save
from xenotable.games.killteam.rules.datacards.special_rules import rules_for
from xenotable.games.killteam.rules.dice import rerolls
from xenotable.games.killteam.rules.ploys import strategic
from xenotable.games.killteam.rules.shooting.targets import cover_die
from xenotable.games.killteam.rules.shooting.terms import Terms
from xenotable.games.killteam.rules.specials.dice import with_reroll_order
from xenotable.games.killteam.rules.specials.invulnerable import invulnerable
from xenotable.games.killteam.state import KillTeam


@rule("datacards.read-stats-when")
def shot_terms(
    game: KillTeam, use: Use, dice: int = -1, point: tuple[float, float] | None = None, live: bool = False
) -> Terms:
    """What is fixed for this attack, read now."""
    rules = rules_for(game, use)
    row, foe = game.operatives[use.operative], game.operatives[use.target]
    command = (rerolls.rerolls_left(game, row.seat), rerolls.rerolls_left(game, foe.seat)) if live else (0, 0)
    cover = cover_die(game, use, rules, point)
    return Terms(
        use.line.attacks if dice < 0 else dice,
        skill(game, use),
        use.line.damage[0],
        use.line.damage[1],
        with_reroll_order(rules) if live else rules,
        defence(game, use.target),
        save(game, use.target),
        foe.wounds,
        invulnerable(game, use.target),
        cover,
        strategic.digs_in(game, foe.seat),
        command,
        live and row.seat == foe.seat,
        live and "it-ablative-plate" in foe.items and "it-ablative-plate" not in foe.used,
        (strategic.shrugs_off(game, row.seat), strategic.shrugs_off(game, foe.seat)),
        free=live,
    )
