"""Where a battle can be: its scenes, and the records that they hold. Each is played in the chapter of its rule."""

from __future__ import annotations

from xenotable.engine import Row, Scene


class Begin(Scene, frozen=True):
    pass


class RollAttacker(Scene, frozen=True):
    pass


class SettleAttacker(Scene, frozen=True):
    dice: tuple[int, int]


class LayOut(Scene, frozen=True):
    """The table is laid out; `terrain`: so, where it was drawn at random."""

    terrain: str = ""


class Scatter(Scene, frozen=True):
    """Random terrain, one try after another: what lies already, what is to be placed, how often that has failed."""

    lines: tuple[str, ...]
    drawn: int = 0
    kind: str = ""
    tries: int = 0


class Vowing(Scene, frozen=True):
    pass


class Naming(Scene, frozen=True):
    seat: int
    what: str  # "foe" or "grudge"


class Hiring(Scene, frozen=True):
    left: tuple[str, ...]


class Muster(Scene, frozen=True):
    """One side decides where each unit starts; `done`: the units decided about."""

    seat: int
    done: tuple[str, ...] = ()


class Deploy(Scene, frozen=True):
    seat: int
    done: tuple[str, ...] = ()


class Sleight(Scene, frozen=True):
    seat: int


class LostOrders(Scene, frozen=True):
    seat: int


class Scouting(Scene, frozen=True):
    seat: int
    done: tuple[str, ...] = ()


class FirstRound(Scene, frozen=True):
    pass


class Turn(Scene, frozen=True):
    round: int
    seat: int


class Rally(Scene, frozen=True):
    seat: int
    left: tuple[str, ...]


class Charges(Scene, frozen=True):
    seat: int


class Orders(Scene, frozen=True):
    seat: int


class PhaseEnd(Scene, frozen=True):
    seat: int


class RoundEnd(Scene, frozen=True):
    round: int


class Shock(Row, frozen=True):
    """Why a unit tests its Courage."""

    unit: str
    kind: str  # "shoot", "attack", "bomb", "blast", "collapse", "bail", "drop", "blink", "army" or "rally"
    lost: int = 0
    stunned: int = 0
    by: str = ""  # the enemy unit that caused it
    source: bool = False  # is there a point to flee from?
    x: float = 0.0
    y: float = 0.0
    dread: bool = False
    fought: tuple[str, ...] = ()  # the areas, obstacles or building where the unit has just fought


class Nerve(Scene, frozen=True):
    """A unit tests Courage and bears what follows."""

    shock: Shock


class Nerves(Scene, frozen=True):
    """Several units test Courage for one event: those still to test."""

    left: tuple[Shock, ...]


class ArmyTests(Scene, frozen=True):
    """The army-wide tests of one side: the units still to test."""

    seat: int
    left: tuple[str, ...]


class Aftermath(Scene, frozen=True):
    """After everything else of an event: army-wide tests, and perhaps the end of the battle."""


class Boom(Row, frozen=True):
    """An explosion that is about to happen; or a bombardment, called by the unit."""

    unit: str
    x: float
    y: float
    dice: int
    bomb: bool = False


class BailOut(Scene, frozen=True):
    """Passengers of a lost vehicle get out."""

    unit: str
    x: float
    y: float
    r: float
    shock: Shock
    rolls: bool = True


class Wrecks(Scene, frozen=True):
    """Passengers of vehicles that were lost at one moment: who is still to get out, and who tests after that."""

    left: tuple[BailOut, ...]
    shocks: tuple[Shock, ...] = ()


class Collapse(Scene, frozen=True):
    """The units still to get out of a fallen building."""

    building: str
    left: tuple[str, ...]
    shock: Shock
    shaken: tuple[Shock, ...] = ()  # who is out, and what it cost


class Blast(Scene, frozen=True, rename={"current": "going"}):
    """A bombardment and explosions in turn. Passengers get out and Courage is tested after the last one."""

    booms: tuple[Boom, ...]
    shocks: tuple[Shock, ...] = ()
    wrecks: tuple[BailOut, ...] = ()
    current: Boom | None = None  # the explosion that is being resolved
    left: tuple[str, ...] = ()  # whom it has still to strike
    first: bool = False  # had nobody lost a Strength Point before it?
    hurt: tuple[int, ...] = ()  # the sides that it has cost Strength Points
    falls: tuple[Collapse, ...] = ()  # the buildings it has brought down


class Shooting(Scene, frozen=True):
    """A unit shoots: by a Shoot, a "skirmish" or an "advance" (Advance and Fire); `only`: at one of these."""

    unit: str
    way: str = "shoot"
    only: tuple[str, ...] = ()


class Attack(Scene, frozen=True):
    """A unit attacks; `wild`: in the Wild Charge step; `kin`: only a unit of this kin may be chosen."""

    unit: str
    wild: bool = False
    kin: str = ""


class Melee(Scene, frozen=True):
    """Both sides are in contact and about to strike."""

    unit: str
    target: str
    countered: bool = False
    wild: bool = False
    rear: bool = False  # the attacker came from behind a vehicle (optional rule)
    dice: int = 0  # of the unit attacked, when the Attack began; 0: as it stands


class FightEnd(Scene, frozen=True):
    """After the Courage tests of an Attack: who goes back, and may the winner storm?"""

    unit: str
    target: str
    lost: int
    cost: int  # what the attacker lost
    x: float
    y: float
    stormable: bool = False
    house: str = ""
    wild: bool = False
    fought: tuple[str, ...] = ()
    own_ground: tuple[str, ...] = ()  # where the attacker fought
    countered: bool = False


class Moving(Scene, frozen=True):
    """A unit carries out a Move order (`share` of its Maximum Movement)."""

    unit: str
    share: float = 1.0
    way: str = "move"


class Combined(Scene, frozen=True):
    """A Skirmish or Advance and Fire: what of it is done. `x`, `y`: where the unit stood when it shot."""

    unit: str
    way: str
    moved: bool = False
    shot: bool = False
    x: float = 0.0
    y: float = 0.0


class Manifest(Scene, frozen=True):
    """A power works on its target."""

    unit: str
    power: str
    target: str


class Bombardment(Scene, frozen=True):
    unit: str
    x: float
    y: float


class Drop(Scene, frozen=True):
    """A unit comes down from orbit; `failed`: after a failed test."""

    unit: str
    failed: bool = False
