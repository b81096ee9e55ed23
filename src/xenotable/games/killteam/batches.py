"""Attacks and combats as numbers for `kernels`, which answers many at once."""

from __future__ import annotations

from typing import Any

from xenotable.games.killteam.odds import Fighter, pool_odds
from xenotable.games.killteam.shooting import Terms


def row(t: Terms, policy: str) -> tuple[int, ...]:
    """An attack as numbers; the rules that change no damage are left out."""
    own = dict(t.rules)
    flags = (int(name in own) for name in ("Balanced", "Ceaseless", "Relentless", "Rending", "No Cover"))
    x = own.get
    numbers = (x("Lethal", 6), x("AP", 0), x("P", 0), x("MW", 0), x("Splash", 0))
    fixed = (t.attacks, t.skill, t.normal, t.critical, t.defence, t.save, t.invulnerable, t.wounds, t.cover)
    return (*fixed, int(t.kept_critical), *numbers, *flags, int(policy == "usual"))


def fight(a: Fighter, d: Fighter) -> Any:
    """The chance of each pair of wounds left (attacker, defender)."""
    from xenotable.games.killteam import twin

    flags = []
    for f in (a, d):
        own = {name for name, _ in f.rules}
        flags += [int("Brutal" in own), int("Stun" in own), int(f.policy == "strike")]
    denying = int("kill-or-deny" in (a.policy, d.policy))
    damage = (a.normal, a.critical, d.normal, d.critical)
    return twin.fight((pool_odds(a), pool_odds(d)), (a.wounds, d.wounds), damage, (*flags, denying))
