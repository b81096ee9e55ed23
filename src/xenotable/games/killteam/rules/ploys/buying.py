"""How ploys are bought (chapter ploys): who may use which, what it costs, and the window for a reaction."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from xenotable.engine import Choose, Flow, Forecast, Refusal, cite, is_legal, rule
from xenotable.games.killteam import content
from xenotable.games.killteam.state import KillTeam, standing_operatives

Odds = Forecast | Sequence[Forecast] | None


@rule("ploys.team-only", neutral=lambda *_: True)
def own(team: str, ploy: str) -> bool:
    """May a team use this ploy?"""
    return content.ploys()[ploy].team in ("any", team)


def affords(game: KillTeam, seat: int, ploy: str) -> bool:
    """Could this player use this ploy now: own, paid for, and not used in this turning point?"""
    return own(game.sides[seat].team, ploy) and is_legal(ploy_refusals(game, seat, ploy))


def ploy_refusals(game: KillTeam, seat: int, ploy: str) -> Iterator[Refusal]:
    side, p = game.sides[seat], content.ploys()[ploy]
    if not own(side.team, ploy):
        yield Refusal("ploys.team-only", "{p} is a ploy of another team.", {"p": p.name})
    if side.cp < p.cp:
        yield Refusal("ploys.pay", "{p} costs {n} CP; you have {c}.", {"p": p.name, "n": p.cp, "c": side.cp})
    if ploy in side.used or ploy in side.once:
        rule = "ploys.strategic" if p.kind == "strategic" else "ploys.tactical"
        yield Refusal(rule, "{p} was used in this turning point.", {"p": p.name})
    if ploy == "pl-fp-brand" and not standing_operatives(game, 1 - seat):
        yield Refusal(content.entry(ploy), "No enemy is left whom {p} could select.", {"p": p.name})


def pay(game: KillTeam, seat: int, cp: int) -> None:
    if cp:
        cite("ploys.pay")
        game.sides.set(seat, cp=game.sides[seat].cp - cp)


def mark_used(game: KillTeam, seat: int, ploy: str) -> None:
    game.sides.set(seat, used=(*game.sides[seat].used, ploy))


def buy(game: KillTeam, seat: int, ploy: str) -> None:
    """Pays and notes a ploy."""
    p = content.ploys()[ploy]
    cite("ploys.resolve-at-once")
    pay(game, seat, p.cp)
    mark_used(game, seat, ploy)
    game.tell("{who} used {p} for {n} CP.", ploy, who=game.seat_name(seat), p=p.name, n=p.cp)
    cite("content.ids-cited")


@rule("ploys.window", neutral=lambda *_, **__: False)
def offer_ploy(
    game: KillTeam, seat: int, ploy: str, on: str = "", odds: Callable[[bool], Odds] | None = None
) -> Flow[bool]:
    """A reaction window: offered only when it can be used; declining is the default."""
    if not affords(game, seat, ploy):
        return False
    p = content.ploys()[ploy]
    said = yield from Choose(
        seat=seat,
        key=ploy,
        rule="ploys.window",
        prompt="{p} for {n} CP{on}: {says}",
        args={"p": p.name, "n": p.cp, "on": f" ({game.name(on)})" if on else "", "says": p.says},
        among=lambda: (False, True),
        odds=odds,
        default=False,
    )
    if said:
        buy(game, seat, ploy)
    return said
