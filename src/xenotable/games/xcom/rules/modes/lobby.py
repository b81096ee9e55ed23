"""Before a game: the timer option, the lobby, and the seed of the invasion."""

from __future__ import annotations

from xenotable.engine import All, Ask, Choose, Draw, Flow, Scene, Seeded, rule, scene
from xenotable.engine.dice import Numbers
from xenotable.games.xcom.rules.generator.wave import Die
from xenotable.games.xcom.scenes import Lobby
from xenotable.games.xcom.state import Xcom


@rule("modes.timer-option", neutral=lambda timer: 1)
def factor(timer: str) -> int:
    return 2 if timer == "relaxed" else 1


@rule("modes.seed")
def sequence(seed: str, name: str) -> Die:
    """One of the invasion sequences: "setup" or "round 3". None of them shifts another."""
    source = Seeded(bytes.fromhex(seed) + name.encode())
    return lambda sides: source.below(sides) + 1


SEED_BYTES = 8


BYTES = Numbers(256)


@scene
@rule("modes.lobby", neutral=lambda *_: [])
def lobby(game: Xcom, at: Lobby) -> Flow[list[Scene]]:
    """Whoever is not there yet has not tapped ready; a machine that takes a free role is ready at once."""
    yield from All(asks=[_ready(player[0]) for player in game.setup.humans])
    game.tell("Everybody is ready.", "modes.lobby")
    return []


def _ready(seat: int) -> Ask[str]:
    return Choose(
        seat=seat,
        key="ready",
        rule="modes.lobby",
        prompt="Are you ready?",
        among=lambda: ("ready",),
        label=lambda _: "Ready",
        always=True,
    )


@rule("modes.seed")
def invasion_seed() -> Flow[str]:
    """The seed of the invasion sequences: the first thing drawn in either mode, so that both run the same invasion."""
    seed = b""
    while len(seed) < SEED_BYTES:
        seed += bytes([(yield from Draw(key="seed", rule="modes.seed", bag=BYTES, seen=()))])
    return seed.hex()
