"""Fusillade (chapter specials): dice divided among several targets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xenotable.engine import Arrange, Assign, Bucket, Flow, Forecast, Pick, Slot, acts, cite, rule
from xenotable.games.killteam.rules.datacards.printed import Use
from xenotable.games.killteam.rules.play.measuring import enemies
from xenotable.games.killteam.rules.specials.further_targets import fusillade_refusals, fusillade_targets
from xenotable.games.killteam.scenes import Attack
from xenotable.games.killteam.state import KillTeam

split_odds = Slot[[KillTeam, Use, Mapping[str, int]], Sequence[Forecast]]("killteam.split_odds")


@rule(
    "specials.fusillade",
    neutral=lambda game, use, first: [Attack(use.operative, use.weapon, use.profile, use.kind, first)],
)
def fusillade(game: KillTeam, use: Use, first: str) -> Flow[list[Attack]]:
    """Further targets near the first one share its dice; the split is fixed before any die is rolled."""
    whole = [Attack(use.operative, use.weapon, use.profile, use.kind, first, "", -1, use.free, use.by)]
    if use.kind != "shoot" and acts("specials.fusillade-overwatch"):
        return whole
    near = fusillade_targets(game, use, first)
    if not near:
        return whole
    seat, dice = game.operatives[use.operative].seat, use.line.attacks
    more = yield from Pick(
        seat=seat,
        key="fusillade",
        rule="specials.fusillade",
        prompt="Fusillade: at whom else does {operative} shoot?",
        args={"operative": use.operative},
        among=lambda: [i for i in enemies(game, seat) if i != first],
        why_not=lambda t: () if t in near else fusillade_refusals(game, use, first, t),
        most=min(len(near), dice - 1),
        default=(),
    )
    if not more:
        return whole
    split = yield from Assign(
        seat=seat,
        key="split",
        rule="specials.fusillade-split",
        prompt="Divide {n:attack die|attack dice}",
        args={"n": dice},
        total=dice,
        buckets=[Bucket(t, game.name(t), 1, None, t) for t in (first, *more)],
        odds=lambda dice: split_odds(game, use, {t: dice[t] for t in (first, *more)}),
    )
    order = yield from Arrange(
        seat=seat,
        key="order-of-attacks",
        rule="specials.fusillade",
        prompt="In which order are they attacked?",
        items=(first, *more),
        label=game.name,
        default=(first, *more),
    )
    cite("combos.fusillade-hot")
    return [
        Attack(
            use.operative, use.weapon, use.profile, use.kind, t, "" if t == first else first, split[t], use.free, use.by
        )
        for t in order
    ]
