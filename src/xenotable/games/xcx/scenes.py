"""The scenes of a battle and of a campaign: what is to be done next."""

from __future__ import annotations

from xenotable.engine import Scene

Steps = tuple[tuple[float, ...], ...]


class Leaders(Scene, frozen=True):
    """Each player names a Leader, unseen by the others, revealed together."""


class RollOff(Scene, frozen=True):
    pass


class Deploy(Scene, frozen=True):
    """One model at a time, alternating."""

    side: int = -1


class Infiltrate(Scene, frozen=True, rename={"markers": "placed"}):
    """Markers are placed for the models that are not deployed, one after the other."""

    models: tuple[str, ...]
    markers: int = 0  # of the first of them, on the table so far


class Round(Scene, frozen=True):
    n: int


class Turn(Scene, frozen=True):
    """One die is drawn and used."""


class RoundEnd(Scene, frozen=True):
    n: int


class Pause(Scene, frozen=True):
    """Between two rounds: everybody looks at what has become of it, and here a side may concede."""

    n: int


class Activation(Scene, frozen=True):
    """A model has been picked. `marched`: the Officer's Trooper has already acted."""

    model: str
    marched: bool = False


class Order(Scene, frozen=True):
    """The order is carried out; a human decides its details here."""

    model: str
    order: str


class Shooting(Scene, frozen=True):
    """The shot of a Fire or Advance order."""

    model: str
    manner: str


class Striking(Scene, frozen=True):
    """The attack after a charge, or of an engaged model."""

    model: str
    targets: tuple[str, ...]


class Aimed(Scene, frozen=True):
    """An attack that an AI card has decided on; made if it is still legal."""

    model: str
    weapon: str
    target: str
    manner: str


class Moving(Scene, frozen=True):
    """A model on its way: the steps still to go. A charge names whom it will contact, a flight from whom it flees."""

    model: str
    steps: Steps
    run: bool
    charge: tuple[str, ...] = ()
    fled: bool = False
    passed: Steps = ()  # where it has been, its start first; nothing before it sets out
    foes: tuple[str, ...] = ()


class Flight(Scene, frozen=True):
    """A model flees: those whom it was engaged with attack first, then it runs."""

    model: str
    path: tuple[tuple[float, ...], ...]
    waiting: tuple[str, ...]  # enemies that may still attack


class Muster(Scene, frozen=True):
    n: int


class Lead(Scene, frozen=True):
    n: int


class Battlefield(Scene, frozen=True):
    n: int


class Casualties(Scene, frozen=True):
    """Those who fell and have not rolled yet; then what was brought home."""

    n: int
    out: tuple[str, ...]
    finds: tuple[tuple[int, str], ...] = ()


class Promotions(Scene, frozen=True):
    n: int


class Promote(Scene, frozen=True):
    """One soldier is promoted."""

    soldier: str


class Rewards(Scene, frozen=True):
    n: int
    seats: tuple[int, ...]
    cards: tuple[tuple[str, int], ...] = ()


class Grant(Scene, frozen=True):
    """Promotions of one draw, to be given one by one."""

    seat: int
    left: int
    given: tuple[str, ...] = ()


class Depot(Scene, frozen=True):
    """Buying, selling and handing out, as long as a player likes."""

    n: int
    seats: tuple[int, ...]


class Recover(Scene, frozen=True):
    n: int
