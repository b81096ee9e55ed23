"""Effects as cards, crises and rewards carry them out."""

from __future__ import annotations

from typing import Any

from games.xcom.warroom import LEADER, War
from xenotable.engine import Flow, Scene, scene
from xenotable.games.xcom.content import Effect
from xenotable.games.xcom.rules.effects.context import Context
from xenotable.games.xcom.rules.effects.interpreter import carry_out
from xenotable.games.xcom.scenes import BaseFight, Crises, GlobeTask
from xenotable.games.xcom.state import Xcom


def crisis(card: str, plan: str = "beachhead") -> War:
    war = War(plan=plan).put(crises=(f"crisis-{card}",))
    war._unshelve("crisis", f"crisis-{card}")
    return war


def go(war: War, **answers: Any) -> War:
    return war.play(Crises()).go(**answers)


class TestScene(Scene, frozen=True):
    """Carries out one effect as a mission's reward would."""

    __test__ = False
    effects: tuple[Effect, ...]


@scene
def _carried(game: Xcom, at: TestScene) -> Flow[list[Scene]]:
    yield from carry_out(game, at.effects, Context("mission", "mission-dust-line", LEADER))
    return []


def effect(war: War, do: str, *args: Any, **keys: Any) -> War:
    war.play(TestScene((Effect(do, *args, **keys),)))
    assert war.match is not None
    return war


def sky(ufos: int, planes: int, *cards: str) -> War:
    war = War().ufos(asia=ufos).card(*cards)
    war.assign("interceptor", "asia", planes)
    return war.play(GlobeTask("asia"))


def base(*classes: str, foe: str = "husk-gunner", cards: tuple[str, ...] = (), plan: str = "beachhead") -> War:
    war = War(plan=plan).card(*cards)
    war.foe(foe)
    war.squad("base", *classes)
    return war.play(BaseFight())
