"""The scenes of the game and of its companion: what is to be done next, as saves know it."""

from __future__ import annotations

from xenotable.engine import Scene


class BaseStart(Scene, frozen=True):
    """Base defense begins."""


class BaseFight(Scene, frozen=True):
    pass


class BaseDamage(Scene, frozen=True):
    """Surviving enemies cause damage, in the order the Squad Leader likes."""

    order: tuple[str, ...] = ()
    begun: bool = False


class BaseCheck(Scene, frozen=True):
    pass


class Step(Scene, frozen=True):
    """Says in the log which step begins; no step is left out."""

    name: str


class Audit(Scene, frozen=True):
    pass


class Deficit(Scene, frozen=True):
    """Units that are still not paid."""

    left: int


class Recruit(Scene, frozen=True):
    begun: bool = False


class Crises(Scene, frozen=True):
    begun: bool = False


class Guide(Scene, frozen=True):
    pass


class CoReady(Scene, frozen=True):
    """The next timed phase waits for Start."""

    round: int


class CoReports(Scene, frozen=True):
    pass


class CoScore(Scene, frozen=True):
    """The end is announced; the score may be worked out."""


class Welcome(Scene, frozen=True):
    pass


class CoNext(Scene, frozen=True):
    now: int


class CoTimed(Scene, frozen=True):
    n: int


class Refresh(Scene, frozen=True):
    pass


class Return(Scene, frozen=True):
    pass


class Reports(Scene, frozen=True):
    pass


class Globe(Scene, frozen=True):
    """Global defense, with the continents that are resolved already."""

    done: tuple[str, ...] = ()


class GlobeTask(Scene, frozen=True):
    continent: str


class GlobePanic(Scene, frozen=True):
    continent: str


class Mission(Scene, frozen=True):
    """The mission or the final mission is resolved."""

    place: str


class MissionFight(Scene, frozen=True):
    place: str


class Rewards(Scene, frozen=True):
    """The rewards of the completed mission that are still to come."""

    left: tuple[int, ...]


class FinalEnd(Scene, frozen=True):
    """The end of the final mission step, and the pressure after it."""


class Orbit(Scene, frozen=True):
    """Orbital defense begins."""


class OrbitTask(Scene, frozen=True):
    pass


class OrbitPanic(Scene, frozen=True):
    left: int = -1  # UFOs that still cause panic; -1: not counted yet


class Research(Scene, frozen=True):
    """The lab with this number is next."""

    lab: int


class LabTask(Scene, frozen=True):
    lab: int


class SettingUp(Scene, frozen=True):
    """The app's procedure before round 1."""


class Home(Scene, frozen=True):
    """On Easy the players may choose where the headquarters stand."""


class Lobby(Scene, frozen=True):
    """Several people are expected: the game starts when all of them are ready."""


class Prepare(Scene, frozen=True):
    """Everything is ready for this round; the Central Officer starts it."""

    round: int


class NextAction(Scene, frozen=True):
    """The next action appears at this moment."""

    now: int


class Timed(Scene, frozen=True):
    """An action is on screen. The row is the same as long as it lasts, so that asks keep their ids while people act at
    once; what is said late is refused, because ids are new and every command names the action it was meant for."""

    n: int
