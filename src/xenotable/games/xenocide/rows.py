"""The rows of a battle: what is agreed before it, sides, companies, units, models, markers, sections."""

from __future__ import annotations

from xenotable.engine import Row
from xenotable.games.xenocide.content import Army, Design, Map


class Battle(Row, frozen=True):
    """What the players agree on before the battle. No scenario: it is rolled. No attacker: the roll-off decides."""

    scenario: str
    map: str
    points: int
    armies: tuple[Army, Army]
    scale: str = "6mm"
    attacker: int = -1
    drawn: Map | None = None  # a map of the players' own; it replaces the shipped one
    designs: tuple[Design, ...] = ()  # own models, which both players have agreed to
    agreed: bool = False
    terrain: str = "agreed"  # or "one-player": the winner of a roll-off sets it up, the other takes a home edge


class Model(Row, frozen=True):
    unit: str
    kind: str
    x: float = 0.0
    y: float = 0.0
    facing: float = 0.0  # of a flyer, in degrees; east is 0, against the clock
    inside: str = ""  # the transport it rides in; it is then where that is
    section: str = ""  # of a building that it is in; it then stands at one of its sides
    door: str = ""  # the section at whose wall it stands just now, on its way in or out


class Unit(Row, frozen=True):
    seat: int
    home: str  # its company
    company: str  # the company it acts with this turn
    name: str
    vp: int
    start: int  # how many models it started with
    models: tuple[str, ...]  # that stand on the table
    riding: tuple[str, ...] = ()  # inside transports of the unit
    on: bool = False  # on the table
    marks: int = 0  # suppression markers
    watch: bool = False
    dug: bool = False
    burrowed: bool = False
    high: bool = False  # twelve inches up
    popped: bool = False  # up for a pop-up attack
    away: int = 0  # the turn in which it flew off the table; -1: held back for a teleport, -2: a flyer yet to come
    order: str = ""
    acted: bool = False  # finished its action of this phase
    moved: bool = False  # moved in this activation
    shot: bool = False  # shot, dug in or went on overwatch in this activation
    freed: bool = False  # a command point lifted the limits of suppression for this activation
    charge: str = ""  # how it came into this assault: "assault", "firing", "titan" (after firing, at ease), or ""
    came: tuple[float, float] = (0.0, 0.0)  # where it stood before its assault move
    fallen: int = 0  # casualties of this assault, multi-six models counted by weight
    dropped: tuple[str, ...] = ()  # models that got out of transports into this assault
    fled: bool = False  # fled or retreated from this assault
    sally: str = ""  # how it fights across walls: "out" of its building, "storm" between sections of one building
    attack: int = 0  # close assault dice of this round
    defence: int = 0


class Company(Row, frozen=True):
    seat: int
    name: str
    planned: bool = False  # waiting for its place in the order
    reserve: bool = False


class Side(Row, frozen=True):
    value: int  # of the army bought
    edge: str = ""  # home edge: south, north, and in Invasion the edge of arrival
    points: int = 3  # command points
    bid: int = 0
    best: int = 0
    lost: int = 0  # VP of eliminated units
    score: int = 0
    won: bool = False  # the initiative of this turn


class Marker(Row, frozen=True):
    seat: int  # its owner; NOBODY for an objective
    x: float
    y: float
    shown: str = ""  # "" until revealed, then "real" or "decoy"


class Section(Row, frozen=True):
    """What a battle does to a section of a building; `game.field.rooms` knows the rest."""

    points: int  # structure points left
    down: bool = False  # collapsed


class Fire(Row, frozen=True):
    """What a unit received in this phase, for its suppression test."""

    models: int  # when the phase began
    shots: int = 0  # that could cause a casualty
    area: int = 0
    units: tuple[str, ...] = ()  # that fired shots that could
    hit: bool = False
    casualty: bool = False
    weapons: int = 0  # Suppression weapons that hit
    nearest: tuple[float, float, float] = (0.0, 0.0, 1e9)  # the nearest model that fired, and how far


class War(Row, frozen=True):
    scenario: str
    turn: int = 0
    map: str = ""  # that one player chose; empty: as agreed
    attacker: int = -1  # of an invasion
    company: str = ""  # being activated
    watching: bool = False  # the command point for overwatch has been paid
    chosen: bool = False  # the real command centers have been chosen


class Hidden(Row, frozen=True):
    """What one player alone knows: the order of companies to come, the bid, the real command center."""

    order: tuple[str, ...] = ()
    bid: int = 0
    real: str = ""
