"""Exact odds shown before a choice (chapter odds): what an attack or a combat from this position brings."""

from __future__ import annotations

from xenotable.engine import Chance, Forecast, cite
from xenotable.games.killteam.bouts import best_ends
from xenotable.games.killteam.content import written
from xenotable.games.killteam.datacards import Use, has, rules_for, title
from xenotable.games.killteam.melee import pool_terms
from xenotable.games.killteam.odds import Fighter, Harm, harm
from xenotable.games.killteam.shooting import Terms
from xenotable.games.killteam.state import KillTeam
from xenotable.games.killteam.targets import arms, blast_targets, splashed
from xenotable.games.killteam.volleys import shot_terms


def attack_harm(game: KillTeam, use: Use, dice: int = -1, policy: str = "plain") -> Harm:
    return harm(shot_terms(game, use, dice), policy, game.ops[use.target].full)


def shooting_forecast(game: KillTeam, use: Use, policy: str = "plain") -> list[Forecast]:
    """The target's figures first, then those of everybody else that could be harmed."""
    terms = shot_terms(game, use)
    found = [_shown(game, use, terms, policy)]
    rules = rules_for(game, use)
    if has(rules, "Blast"):
        cite("odds.multi-target")
        first = use._replace(original=use.target)
        others = [first._replace(target=i) for i in blast_targets(game, first, has(rules, "Blast"))]
        found += [_shown(game, other, shot_terms(game, other), policy) for other in others]
    elif has(rules, "Splash"):
        near = [game.name(i) for i in splashed(game, use.target)]
        if near:
            notes = tuple(f"{has(rules, 'Splash')} mortal wounds for each critical hit: {n}" for n in near)
            found.append(Forecast("Splash", "specials.splash", notes=notes))
    return found


def _shown(game: KillTeam, use: Use, terms: Terms, policy: str) -> Forecast:
    h = harm(terms, policy, game.ops[use.target].full)
    chances = [Chance("incapacitated", h.kill), Chance("injured", h.injure)]
    if h.stun:
        chances.append(Chance("loses 1 APL", h.stun))
    if h.burn:
        chances.append(Chance("the shooter is burnt", h.burn))
    notes = [f"{terms.attacks} dice at {terms.skill}+, {terms.normal}/{terms.critical}", f"policy: {policy}"]
    if terms.rules:
        notes.append(", ".join(written(r) for r in terms.rules))
    if terms.cover:
        notes.append("in Cover")
    notes.append(f"{h.capped:.2f} wounds expected, {h.mean:.2f} not capped")
    return Forecast(
        f"{title(use)} at {game.name(use.target)}",
        "odds.exact",
        h.capped,
        "wounds",
        tuple(chances),
        tuple(Chance(str(d), p) for d, p in h.damage),
        tuple(notes),
    )


def fighter(game: KillTeam, op: str, foe: str, arm: tuple[str, int] | None, policy: str = "best") -> Fighter:
    t = pool_terms(game, op, foe, arm)
    return Fighter(t.attacks, t.skill, t.normal, t.critical, t.rules, game.ops[op].wounds, policy)


def best_arm(game: KillTeam, op: str) -> tuple[str, int] | None:
    """The melee weapon with most expected damage."""
    owned = arms(game, op, "fight")
    if not owned:
        return None
    from xenotable.games.killteam.content import weapons

    def worth(a: tuple[str, int]) -> float:
        p = weapons()[a[0]].profiles[a[1]]
        return p.attacks * (7 - p.skill) * p.damage[0] + len(p.special) + len(p.crit)

    return max(owned, key=worth)


def fight_forecast(game: KillTeam, op: str, foe: str, arm: tuple[str, int] | None = None) -> list[Forecast]:
    """What a combat does to both, with this weapon or the best one."""
    a, d = fighter(game, op, foe, arm or best_arm(game, op)), fighter(game, foe, op, best_arm(game, foe))
    ends = best_ends(a, d)
    found = []
    for me, who, full in ((1, foe, d.wounds), (0, op, a.wounds)):
        spread: dict[int, float] = {}
        for end, p in ends.items():
            lost = full - end[me]
            spread[lost] = spread.get(lost, 0.0) + p
        kill = sum(p for lost, p in spread.items() if lost >= full)
        stun = sum(p for end, p in ends.items() if end[2 + me])
        chances = (Chance("incapacitated", kill), *((Chance("loses 1 APL", stun),) if stun else ()))
        mean = sum(lost * p for lost, p in spread.items())
        spread_shown = tuple(Chance(str(lost), p) for lost, p in sorted(spread.items()))
        found.append(
            Forecast(
                f"Fight: {game.name(who)}", "odds.fight-best", mean, "wounds", chances, spread_shown, ("policy: best",)
            )
        )
    return found
