"""The scenes of a battle, and the records that they hold. Who plays a scene stands in its chapter."""

from __future__ import annotations

import msgspec

from xenotable.engine import Scene
from xenotable.games.xenocide.content import Weapon
from xenotable.table import Point


class Aim(msgspec.Struct, frozen=True):
    """What a weapon system of a unit can do to a target: who fires directly and indirectly, who can be hit."""

    direct: tuple[str, ...]
    indirect: tuple[str, ...]
    accuracy: int  # of indirect fire
    exposed: tuple[str, ...]  # models of the target that some firing model sees


class Manner(msgspec.Struct, frozen=True, cache_hash=True):
    """How a unit moves: walking, jumping or teleporting; and the enemies named, if it assaults or overruns."""

    mode: str = "walk"  # walk, jump, teleport, tunnel, dive, surface, fly, land
    named: tuple[str, ...] = ()
    overrun: bool = False
    limit: float = 0.0  # of a maneuver, reinforcement or follow-up; 0: the model's own allowance
    maneuver: bool = False
    section: str = ""  # of a building that it enters
    spent: tuple[tuple[str, float], ...] = ()  # inches that models have used already in this action


STEPS = (
    "maneuver-defender", "maneuver-attacker", "reinforce-defender", "reinforce-attacker", "tally", "attack",
    "strike-back", "tests", "flee-attackers", "flee-defenders", "retreat-attacker", "retreat-defender",
)  # fmt: skip


class CloseAssault(Scene, frozen=True):
    seat: int


class Fight(Scene, frozen=True):
    """One close assault: who, which round, which step, and who has acted in this step."""

    seat: int  # the attacker
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    round: int = 1
    step: str = STEPS[0]
    done: tuple[str, ...] = ()


class FollowUp(Scene, frozen=True):
    seat: int
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    defending: bool = False
    done: tuple[str, ...] = ()


class Shelled(Scene, frozen=True):
    """A section is hit: by whom, and how often with which strength."""

    section: str
    attacker: int
    hits: tuple[tuple[int, int], ...]


class Merging(Scene, frozen=True):
    """Area hits on a section, by strength, of which the shooter may merge some."""

    shooter: str
    section: str
    hits: tuple[tuple[int, int], ...]


class AtTheWall(Scene, frozen=True):
    """A titan stands at the wall that it means to burst through: where it came from and where it goes."""

    unit: str
    section: str
    start: Point
    before: tuple[Point, ...]
    path: tuple[Point, ...]


class Through(Scene, frozen=True):
    """The round at the wall is over: where the titan goes, and whom of the garrison it fought."""

    unit: str
    section: str
    start: Point
    before: tuple[Point, ...]
    path: tuple[Point, ...]
    foes: tuple[str, ...] = ()


class StepOut(Scene, frozen=True, rename={"ends": "placed"}):
    """Passengers have got out: from where, to where, and whether they were dropped."""

    unit: str
    starts: tuple[tuple[str, Point], ...]
    ends: tuple[tuple[str, Point], ...]
    high: bool


class Boarding(Scene, frozen=True):
    """A unit has walked up to transports, and the enemy has reacted."""

    unit: str
    host: str


class DeployNext(Scene, frozen=True):
    seat: int


class DeployUnits(Scene, frozen=True):
    seat: int
    left: tuple[str, ...]


class Pool(msgspec.Struct, frozen=True):
    """Models of one kind and one cover save: hits are dealt to pools in turn."""

    kind: str
    cover: int
    aspect: int
    models: tuple[str, ...]
    saves: tuple[int, int, int]  # cover, shield, armour

    @property
    def label(self) -> str:
        return f"{self.kind}/{self.cover}"


class Volley(msgspec.Struct, frozen=True):
    """Some dice of one weapon system with one accuracy and strength at one unit."""

    weapon: Weapon
    dice: int
    guns: int  # how many models fire them
    accuracy: int  # with everything but the aspect of the target
    strength: int
    pools: tuple[Pool, ...]
    cap: int  # models of the target when the system began to fire
    seats: tuple[int, int]  # shooter, target


class Firing(Scene, frozen=True):
    """A weapon system fires at a unit: the volleys that are still to be rolled, then dice that missed go on to the
    units that stand mingled with the target."""

    shooter: str
    target: str
    weapon: Weapon
    found: Aim
    left: tuple[Volley, ...]
    watching: bool = False
    others: tuple[str, ...] = ()
    missed: int = 0
    last: Volley | None = None  # that these dice were part of


class Harm(Scene, frozen=True):
    """The hits of a volley, and of what focus fire left over, are dealt in one cycle, saved and suffered."""

    target: str
    volley: Volley
    hits: tuple[int, ...]
    watching: bool = False
    rest: Volley | None = None
    rest_hits: tuple[int, ...] = ()


class Shelling(Scene, frozen=True):
    """A weapon system fires at a building."""

    shooter: str
    weapon: Weapon
    section: str
    focus: int = 0


class Bombing(Scene, frozen=True):
    """A unit has flown over enemies: these models over those units and sections."""

    unit: str
    below: tuple[tuple[str, tuple[str, ...]], ...]


class Falling(Scene, frozen=True):
    """Bombs on their way: the weapons that are still to be resolved."""

    unit: str
    target: str
    by: tuple[str, ...]
    left: tuple[str, ...]


class Inside(Scene, frozen=True):
    """Models of a unit have come to the wall of a section, and the enemy has reacted."""

    unit: str
    section: str
    assaults: bool


class Movement(Scene, frozen=True):
    seat: int
    company: str
    second: bool


class Moving(Scene, frozen=True):
    """A unit makes its movement action."""

    seat: int
    unit: str


class Carry(Scene, frozen=True):
    """A unit with transports moves: who gets in or out at the start, the drive, who gets in or out at the end."""

    unit: str
    how: str
    stage: int = 0
    busy: tuple[str, ...] = ()  # models that got in or out already
    trails: tuple[tuple[str, tuple[Point, ...]], ...] = ()  # the ways of the transports


class Entered(Scene, frozen=True):
    """A unit has come onto the table, and the enemy has reacted."""

    unit: str


class Board(Scene, frozen=True):
    """A unit walks up to a transport and gets in."""

    unit: str


Scars = tuple[tuple[int, int, int], ...]


class Overrun(Scene, frozen=True):
    """A unit has moved through the enemy, who has reacted: now they fight, step by step."""

    unit: str
    manner: Manner
    starts: tuple[tuple[str, Point], ...]
    ways: tuple[tuple[str, tuple[Point, ...]], ...]
    scars: Scars = ()
    step: int = 0  # tally, the overrunner strikes, the others strike back, tests and flight, the rest of the way
    victims: tuple[str, ...] = ()
    met: tuple[tuple[str, Point], ...] = ()  # where its models met the enemy
    share: float = 0.0  # of their ways, up to there


class Reaction(Scene, frozen=True):
    """A unit has moved: each unit on overwatch that saw it may fire, one after the other, before anybody else moves."""

    mover: str
    starts: tuple[tuple[str, Point], ...]
    ways: tuple[tuple[str, tuple[Point, ...]], ...]
    held: tuple[str, ...] = ()  # who has had its chance
    scars: Scars = ()


class Lowered(Scene, frozen=True):
    """A pop-up attack is over."""

    unit: str


Directed = tuple[str, ...]  # (), ("kind", k), ("aspect", a), ("cover",), ("open",) or ("model", m)


class Watching(Scene, frozen=True):
    """A unit fires on overwatch from a moment of the way: the weapons that it has not used."""

    shooter: str
    mover: str
    where: tuple[tuple[str, Point], ...]
    left: tuple[str, ...]
    scars: Scars = ()
    directed: Directed | None = None  # None: nobody has been asked yet


class Shot(msgspec.Struct, frozen=True):
    """One weapon system of one unit and what it was declared to do."""

    shooter: str
    weapon: str
    target: str
    focus: int = 0
    directed: Directed = ()


class RolledVolley(msgspec.Struct, frozen=True):
    """What the dice of one volley did."""

    shot: Shot
    volley: Volley
    hits: tuple[int, ...]
    misses: int


class Pooled(Scene, frozen=True):
    """The declared shots of several units that are still to be resolved, target by target."""

    left: tuple[Shot, ...]


class Gathering(Scene, frozen=True, rename={"rolled": "thrown"}):
    """All fire at one target: the shots still to be rolled, and what the others did."""

    target: str
    left: tuple[Shot, ...]
    others: tuple[str, ...]  # mingled with the target
    rolled: tuple[RolledVolley, ...] = ()


class PowerUp(Scene, frozen=True):
    """The titans of a company draw power, one after the other."""

    seat: int
    company: str
    done: tuple[str, ...] = ()


class LateRepairs(Scene, frozen=True):
    """What power is left at the end of an activation may still go into repairs."""

    seat: int
    company: str


class Morale(Scene, frozen=True):
    seat: int
    company: str


class EndTurn(Scene, frozen=True):
    n: int


class BreakTests(Scene, frozen=True):
    n: int
    left: tuple[int, ...]


class Verdict(Scene, frozen=True):
    n: int


class Opening(Scene, frozen=True):
    pass


class LayTerrain(Scene, frozen=True):
    pass


class Sides(Scene, frozen=True):
    chooser: int = -1  # who takes a home edge without a roll, because the other set up the terrain


class PlaceMarkers(Scene, frozen=True):
    first: int = -1  # who won the roll-off


class ChooseReal(Scene, frozen=True):
    pass


class Roles(Scene, frozen=True):
    pass


class ReadyWatch(Scene, frozen=True):
    pass


class Shooting(Scene, frozen=True):
    seat: int
    company: str


class PopDown(Scene, frozen=True):
    """After a pop-up attack: the enemy on overwatch may answer, then the unit is low again."""

    unit: str


class Salvo(Scene, frozen=True):
    """The weapon systems of a unit that have a target and have not fired: (weapon, target, focus)."""

    shooter: str
    left: tuple[tuple[str, str, int], ...]
    directed: tuple[tuple[str, Directed], ...] = ()


class Pooling(Scene, frozen=True):
    """Units that fire together: those that have not declared their fire, and what the others declared."""

    left: tuple[str, ...]
    shots: tuple[Shot, ...] = ()


class Declaring(Scene, frozen=True):
    """A unit declares its fire: the weapons that are still to get a target, and what the others have got."""

    shooter: str
    left: tuple[str, ...]
    plan: tuple[tuple[str, str, int], ...] = ()
    pool: Pooling | None = None  # units that fire together with it


class Storm(Scene, frozen=True):
    """The start of the Close Assault phase: who fights out of a building, or attacks an empty one."""

    seat: int
    asked: tuple[str, ...] = ()


class Suppression(Scene, frozen=True):
    """The units that are still to test after a phase of fire."""

    left: tuple[str, ...]


class Turn(Scene, frozen=True):
    n: int


class Plan(Scene, frozen=True):
    pass


class Bid(Scene, frozen=True):
    pass


class Reveal(Scene, frozen=True):
    """Both bids are on the table: the points are paid and the secret ends."""


class Initiative(Scene, frozen=True):
    pass


class First(Scene, frozen=True):
    seat: int


class Due(Scene, frozen=True):
    seat: int


class Activate(Scene, frozen=True):
    """The next company of the secret order is revealed."""

    seat: int


class Activation(Scene, frozen=True):
    seat: int
    company: str


class Orders(Scene, frozen=True):
    seat: int
    company: str


class Phase(Scene, frozen=True):
    company: str


class EndActivation(Scene, frozen=True):
    seat: int
    company: str


class Tally(msgspec.Struct, frozen=True):
    """What the dice did: hits by the aspect they reach (highest aspect first), splashes, misses, guns that hit."""

    hits: tuple[int, ...]
    splash: int
    misses: int
    guns: int = 0
