"""A campaign of duels, for tests."""

from __future__ import annotations

from typing import Any

from xenotable.engine import Flow, Game, Offer, Play, Refusal, Row, Scene, Table, Title, scene


class Path(Row, frozen=True):
    duels: int = 2


class Wins(Row, frozen=True):
    n: int = 0


class March(Scene, frozen=True):
    n: int


class Warpath(Game):
    wins: Table[int, Wins]


def new(setup: Path) -> Warpath:
    game = Warpath(setup)
    for seat in (0, 1):
        game.wins.add(seat, Wins())
    game.scenes = [March(1)]
    return game


def offers() -> list[Offer]:
    return [Offer("path", "The path", "Two duels.", Path())]


def report(battle: Game) -> dict[str, Any]:
    assert battle.result is not None
    return {"winners": list(battle.result.winners)}


def refusals(said: Any) -> list[Refusal]:
    return [] if set(said) == {"winners"} else [Refusal("warpath.result", "Say who won.")]


@scene
def march(game: Warpath, at: March) -> Flow[list[Scene]]:
    if at.n > game.setup.duels:
        game.finish((), " to ".join(str(w.n) for w in game.wins.values()), "warpath.end")
        return []
    result = yield from Play(
        seat=0,
        key="duel",
        rule="warpath.duel",
        game="duel",
        setup={"wounds": 1},
        legal=refusals,
        propose=lambda n, rnd: [{"winners": [int(rnd() * 2)]}],
        report=report,
    )
    for seat in result["winners"]:
        game.wins.set(seat, n=game.wins[seat].n + 1)
    return [March(at.n + 1)]


ABOUT = "One duel after the other."
GAME = Title(id="warpath", title="Warpath", about=ABOUT, state=Warpath, setup=Path, new=new, offers=offers)
