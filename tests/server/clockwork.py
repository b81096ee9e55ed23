"""A game for tests of time and of machines that get stuck."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence

from xenotable.engine import EXPIRED, Choose, First, Flow, Game, Offer, Row, Scene, Secret, Table, Title, scene


class Plan(Row, frozen=True):
    bell: int = 400  # milliseconds until the bell rings
    trouble: str = ""  # what happens to a machine that thinks about its answer


class Start(Scene, frozen=True):
    pass


class Bell(Scene, frozen=True):
    until: int


class Button(Row, frozen=True):
    presses: int = 0


class Clockwork(Game):
    buttons: Table[str, Button]


def new(setup: Plan) -> Clockwork:
    game = Clockwork(setup)
    game.buttons.add("red", Button())
    game.scenes = [Start()]
    return game


def offers() -> list[Offer]:
    return [Offer("bell", "The bell", "Press in time.", Plan())]


@scene
def start(game: Clockwork, at: Start) -> Flow[list[Scene]]:
    word = yield from Choose(seat=1, key="word", rule="clockwork.word", secret=True, among=lambda: words(game))
    game.tell("The word is {word}.", "clockwork.word", word=Secret(word, (1,)))
    return [Bell(game.setup.bell)]


@scene
def bell(game: Clockwork, at: Bell) -> Flow[list[Scene]]:
    press = Choose(seat=0, key="press", rule="clockwork.press", among=lambda: ("press", "stop"))
    reply = yield from First(asks=(press,), until=at.until)
    if reply.key == EXPIRED:
        game.finish((), f"The bell rings after {game.buttons['red'].presses} presses, at {reply.at}.", "clockwork.bell")
        return []
    game.tell("Pressed.", "clockwork.press")
    game.buttons.set("red", presses=game.buttons["red"].presses + 1)
    return [at]


def words(game: Clockwork) -> Sequence[str]:
    """Thinking about the word is trouble, but only for a worker."""
    spec = sys.modules["__main__"].__spec__
    if spec is not None and spec.name == "xenotable.server.workers.worker":
        if game.setup.trouble == "slow":
            time.sleep(600)
        if game.setup.trouble == "dies":
            sys.exit(1)
        if game.setup.trouble == "raises":
            raise RuntimeError("no word comes to mind")
    return "red", "blue"


ABOUT = "Press before the bell rings."
GAME = Title(id="clockwork", title="Clockwork", about=ABOUT, state=Clockwork, setup=Plan, new=new, offers=offers)
