"""Companion mode: the end of a game and its score."""

from __future__ import annotations

from xenotable.engine import Choose, First, Flow, Number, Scene, rule, scene
from xenotable.games.xcom.rules.victory import points
from xenotable.games.xcom.scenes import CoScore
from xenotable.games.xcom.state import UFOS, Companion

ENDS = {
    "destroyed": ("The base is destroyed.", "companion.ask-base"),
    "completed": ("The final mission is completed: victory!", "companion.ask-final"),
    "panic": ("Two continents have fallen into panic.", "companion.lose-panic"),
}


def announce(game: Companion, won: bool, why: str) -> list[Scene]:
    says, rule_ = ENDS[why]
    game.put(phase="score", won="won" if won else "lost", why=why)
    game.tell(says, rule_)
    return [CoScore()]


@scene
@rule("companion.score", neutral=lambda *_: [])
def co_score(game: Companion, at: CoScore) -> Flow[list[Scene]]:
    """Entries for the score; without all of them the game is recorded without one."""
    reply = yield from First(
        asks=(
            Number(seat=0, key="ufos", rule="companion.score", prompt="UFOs on the board?", low=0, high=UFOS),
            Number(
                seat=0,
                key="pool",
                rule="companion.score",
                prompt="Soldiers and Interceptors in the pool?",
                low=0,
                high=20,
            ),
            Number(seat=0, key="damage", rule="companion.score", prompt="Damage on the base?", low=0, high=9),
            Choose(seat=0, key="finish", rule="companion.score", prompt="End the game?", among=lambda: ("finish",)),
        )
    )
    if reply.key != "finish":
        game.put(**{"ufos_left" if reply.key == "ufos" else reply.key: reply.value})
        return [at]
    desk = game.now
    won = desk.won == "won"
    scores: tuple[float, ...] = ()
    if desk.ufos_left is not None and desk.pool is not None and desk.damage is not None:
        colours = game.draft[0].colours
        total = points(
            won,
            game.setup.difficulty,
            desk.ufos_left,
            desk.pool,
            colours.count("red"),
            colours.count("orange"),
            desk.damage,
        )
        scores = (float(total),)
    game.finish((0,) if won else (), ENDS[desk.why][0], ENDS[desk.why][1], scores)
    return []
