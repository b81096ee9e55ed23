"""A worthy opponent between the battles of a campaign."""

from __future__ import annotations

from typing import Any

from xenotable.engine import Advice, Advisor, Match, Random
from xenotable.games.killteam import content
from xenotable.games.killteam.rules.narrative.campaign import field_refusals
from xenotable.games.killteam.rules.narrative.campaign_battle import report
from xenotable.games.killteam.rules.narrative.dataslate import RANKS, record_of
from xenotable.games.killteam.rules.setup.sequence import begin
from xenotable.games.killteam.state import Campaign, Record

SPARE = 2  # operatives beyond a kill team, so that the scarred can rest
SUITS = {
    "cinder-wardens": "op-sever",
    "ferric-penitents": "op-siege",
    "veil-court": "op-sever",
    "carrion-brood": "op-ghost-map",
}


def asset(game: Campaign, seat: int, ask: Any, rnd: Random) -> Advice:
    return "as-infirmary", "fewer scars in the long run"


def operation(game: Campaign, seat: int, ask: Any, rnd: Random) -> Advice:
    options = ask.among()
    wanted = SUITS[game.slates[seat].team]
    return (wanted if wanted in options else options[0]), "it suits the team"


def to_next(record: Record) -> int:
    """XP to the next rank."""
    return next((least - record.xp for least, _ in RANKS if least > record.xp), 99)


def advise_purchases(game: Campaign, seat: int, ask: Any, rnd: Random) -> Advice:
    """Recruits while places are empty, then training that brings a rank; a point is kept for the surgeon."""
    slate = game.slates[seat]
    options, team = ask.options(), content.teams()[slate.team]
    leaders = [o for o in slate.operatives if content.units()[o.unit].role == "leader"]
    wanted = team.line if leaders else team.leader
    hire = next((d for d in options if d[0] == "rq-recruit" and d[1].partition(":")[0] == wanted), None)
    if hire is not None and (not leaders or (slate.rp > 1 and len(slate.operatives) < team.size + SPARE)):
        return hire, "more hands"
    near = [d for d in options if d[0] == "rq-training" and to_next(record_of(slate, d[1])) <= 3]
    if near and slate.rp > 2:
        return max(near, key=lambda d: (record_of(slate, d[1]).xp, d[1])), "a rank sooner"
    return ("done", ""), "the rest is kept"


def field(game: Campaign, seat: int, ask: Any, rnd: Random) -> Advice:
    """The most seasoned first; the scarred rest where there is somebody else."""
    chosen: list[str] = []
    for record in sorted(game.slates[seat].operatives, key=lambda o: (bool(o.scars), -o.xp, o.name)):
        if not any(field_refusals(game, seat, [*chosen, record.name])):
            chosen.append(record.name)
    return tuple(n for n in ask.among() if n in chosen), "the most seasoned go"


def battle(game: Campaign, seat: int, ask: Any, rnd: Random) -> Advice:
    """Fought out by chance on both sides, because a campaign of machines has nobody at the table."""
    match = Match(begin(ask.setup), int(rnd() * 2**32), live=False)
    while not match.over:
        at = next(i for i in range(len(match.open)) if i not in match.held)
        options = match.open[at].candidates(2, rnd)
        match.play(options[int(rnd() * len(options))], at)
    return report(match.game), "the battle was fought out"


def commend(game: Campaign, seat: int, ask: Any, rnd: Random) -> Advice:
    """Those who are nearest to a rank."""
    slate = game.slates[seat]
    best = sorted(ask.among(), key=lambda n: (to_next(record_of(slate, n)), n))[: ask.most]
    return tuple(n for n in ask.among() if n in best), "nearest to a rank"


def specialism(game: Campaign, seat: int, ask: Any, rnd: Random) -> Advice:
    record = record_of(game.slates[seat], ask.args["o"])
    unit = content.units()[record.unit]
    if unit.role == "leader":
        return "bulwark", "a leader should last"
    return ("deadeye", "it shoots") if unit.ranged or record.options else ("blade", "it fights hand to hand")


def surgery(game: Campaign, seat: int, ask: Any, rnd: Random) -> Advice:
    return True, "an operative is worth the point"


def reward(game: Campaign, seat: int, ask: Any, rnd: Random) -> Advice:
    order = ("honour", "stash", "asset", "xp", "rp")
    return min(ask.among(), key=lambda p: (order.index(p[0]), p[1])), "the longest-lasting gain"


def plan(game: Campaign, seat: int, ask: Any, rnd: Random) -> Advice:
    return None, "the plan stands"


ADVICE: dict[str, Advisor[Campaign]] = {
    "asset": asset,
    "operation": operation,
    "quarters": advise_purchases,
    "field": field,
    "plan": plan,
    "battle": battle,
    "commend": commend,
    "specialism": specialism,
    "surgery": surgery,
    "reward": reward,
}
