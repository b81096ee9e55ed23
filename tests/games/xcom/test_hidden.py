"""Nothing that a screen shows, forecasts or advises may depend on what its role does not know."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from games.xcom.warroom import COMMANDER, SCIENTIST, War, rule
from xenotable.engine import NOBODY, Choose, Match, View
from xenotable.games.xcom.forecasts.simulation import step
from xenotable.games.xcom.state import Setup, Xcom
from xenotable.games.xcom.title import GAME
from xenotable.players.tactician import Tactician

SPECTATOR = -2


def other_world(match: Match[Xcom], seat: int, seed: int) -> Match[Xcom]:
    """The same game, with other decks, other face-down cards, another list of actions and another hand."""
    key = match.key.blanked(seat)
    GAME.redeal(key, seat, random.Random(seed).random)
    return match._forked(key, match.dice.copy(), dict(match.held))


def screen(match: Match[Xcom], seat: int) -> bytes:
    """All that a screen of this seat shows, with the odds of every option and the machine's suggestion."""
    view = View(match, seat)
    game = view.game
    odds: list[Any] = [
        ask.odds(option)
        for ask in view.asks
        if isinstance(ask, Choose) and ask.odds is not None
        for option in ask.options()
    ]
    hint = Tactician(GAME, "hint").decide(view) if view.asks else None
    shown = [GAME.tokens(game, seat), GAME.panels(game, seat), GAME.board(game)]
    return msgspec.json.encode([*shown, odds, hint, view.story()])


@rule("play.hidden", "play.hidden-role")
@pytest.mark.parametrize(
    ("setup", "seed"),
    [
        (Setup("hard", "black_signal", "on"), 21),
        (Setup("normal", "hive_below", "off"), 22),
        (Setup("easy", "beachhead", tutorial=True), 23),
    ],
)
def test_screens_forecasts_and_hints_are_the_same_in_every_world(setup: Setup, seed: int):
    match = Match(GAME.new(setup), seed)
    rnd = random.Random(seed).random
    compared = differed = 0
    for k in range(500):
        if match.over:
            break
        if k % 9 == 0:
            for seat in (SPECTATOR, COMMANDER, SCIENTIST, 2, 3):
                one, two = other_world(match, seat, 2 * k), other_world(match, seat, 2 * k + 1)
                differed += one.game.secret[NOBODY] != two.game.secret[NOBODY]
                assert screen(one, seat) == screen(two, seat)
                compared += 1
        step(match, rnd)
    assert compared > 50
    assert differed > compared / 2


@rule("odds.panic-forecast")
def test_the_forecast_knows_ufos_on_the_board_and_nothing_of_those_to_come():
    war = War(timer="on").ufos(asia=2).timed("deploy_interceptors", "ufos_detected")
    hidden = war.game.secret[NOBODY].coming
    assert hidden[0].id == "ufos_detected"

    def forecast() -> dict[str, int | None]:
        tracks = (t for t in GAME.tokens(war.game, COMMANDER) if t.kind == "track" and t.id.startswith("panic-"))
        return {t.inside: t.pips.then for t in tracks if t.pips is not None}

    before = forecast()
    assert before["asia"] == 1 + 2
    war.game.secret.set(NOBODY, coming=())
    assert forecast() == before
    war.put(phase="resolution", step="base")  # after global defense nothing more is going to rise
    assert set(forecast().values()) == {None}
