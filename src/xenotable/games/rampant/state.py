"""The state of a battle: set-up, rows and tables, and looking things up in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from xenotable.engine import Game, Row, Table
from xenotable.engine.readings import Agreement
from xenotable.engine.slots import Slot

NOW = "battle"  # the one row of the table `battle`
SEAT_NAMES = ("Player 1", "Player 2")
VARIANTS = {
    "steady-command": "Steady Command",
    "wide-order": "Wide Order",
    "rear-hits": "Rear Hits",
    "quick-battle": "Quick Battle",
    "no-vows": "Plain Victory",
}


class Entry(Row, frozen=True, cache_hash=True):
    """One line of a roster: what its owner writes. Everything else follows from it."""

    name: str
    type: str
    options: tuple[str, ...] = ()
    xeno: tuple[str, ...] = ()  # tiered ones as "id:tier"
    kin: str = "terran"
    commander: bool = False
    powers: tuple[str, ...] = ()
    machine_free: str = ""
    seasoned_free: str = ""


class Roster(Row, frozen=True):
    name: str
    units: tuple[Entry, ...]
    trait: str = ""  # an id, "" for none, or "roll:<table>"
    posture: str = ""
    style: str = ""


class Profile(Row, frozen=True, cache_hash=True):
    """What a unit is after all purchases; the numbers of its roster card."""

    name: str
    type: str
    title: str
    vehicle: bool
    tall: bool
    points: int
    attack: int
    move: int
    shoot: int
    free: tuple[str, ...]
    courage: int
    armour: int
    attack_value: int
    defence_value: int
    shoot_value: int
    shoot_range: int
    max_move: int
    strength: int
    radius: float
    specials: tuple[str, ...]
    has: frozenset[str]  # special, option and xeno ids that work for this unit
    kin: str
    commander: bool
    powers: tuple[str, ...]
    seats: int = 0
    volatile: int = 0
    deflector: int = 0
    psychic: int = 0
    psi_kin: int = 0


class Setup(Agreement, frozen=True):
    rosters: tuple[Roster, Roster]
    scenario: str = "first-blood"  # "" is rolled for
    limit: int = 24
    variants: tuple[str, ...] = ()
    terrain: str = ""  # "" as the scenario lays it out, "random"
    rounds: int = 0  # 0: as the scenario says
    picked: bool = False  # traits were picked by agreement, not rolled


class Hidden(Row, frozen=True):
    """What one seat alone knows."""

    vows: tuple[str, ...] = ()
    shift: int = 0  # a Shrewd commander's change to the attacker roll
    plans: tuple[tuple[str, str], ...] = ()  # of a deployment that is not yet confirmed: unit, and where it starts


class Spell(Row, frozen=True):
    """A lasting power on a unit: by whom, and at the start or end of whose phase it ends."""

    power: str
    source: str
    ends: str  # "start" or "end"
    seat: int


class Unit(Row, frozen=True):
    """Everything that is tracked per unit ("play.markers")."""

    seat: int
    strength: int
    where: str = "reserve"  # "table", "inside" (a building), "aboard" (a vehicle), "reserve" or "gone"
    x: float = 0.0
    y: float = 0.0
    facing: float = 90.0  # degrees, east is 0; vehicles only
    inside: str = ""  # the vehicle or building it is in
    suppressed: bool = False
    prone: bool = False
    activated: bool = False
    targeted: bool = False  # by shooting, this turn
    charge: str = ""  # "held" after a failed Wild Charge test, "skipped" by Firm Hand, "done"
    rallied: bool = False  # took its Rally test this phase
    moved: float = 0.0  # inches of movement this turn
    unstable: bool = False  # an Otherworldly unit that has lost a point
    hired: int = 0  # what Hired Guns rolled
    arrives: int = 0  # the round from which a late unit may enter; 0: it does not enter over an edge
    spells: tuple[Spell, ...] = ()
    gone: str = ""  # "destroyed", "routed", "fled", "exited" or "absent"


class Building(Row, frozen=True):
    kind: str
    armour: int
    strength: int
    start: int


class Side(Row, frozen=True):
    """What the rules remember about one player's detachment."""

    trait: str = ""
    seasoned_free: str = ""  # what a Seasoned Commander's unit does free, where the trait was rolled at the table
    foe: str = ""  # the kin named by Sworn Foe
    grudge: str = ""  # the kin named by Grudge
    total: int = 0
    removed: int = 0
    half: bool = False  # half of the points have been removed
    grief: tuple[str, ...] = ()  # army-wide causes not yet tested for
    bombs: int = 3
    used: tuple[str, ...] = ()  # traits used this turn
    drops: int = 0  # drops ordered this turn
    score: int = 0
    tally: tuple[str, ...] = ()  # where the points came from, in words
    facts: tuple[str, ...] = ()  # what the vows ask for
    tested: tuple[int, ...] = ()  # rounds with a tested order
    failed: tuple[int, ...] = ()  # rounds with a failed order
    exited: tuple[str, ...] = ()


class Battle(Row, frozen=True):
    scenario: str = ""
    terrain: str = ""  # a scenario's id, and lines of changes: see `terrain.Field`
    round: int = 0
    attacker: int = 0
    active: int = 0
    phase: str = "setup"
    swapped: bool = False  # the Attacker took the other side
    over: bool = False  # the active player's phase has ended
    marker: tuple[float, float] | None = None  # the envoy, while it lies on the table
    carrier: str = ""
    blood: bool = False  # a Strength Point has been lost


# What only the rules know, filled in by the chapters "detachment" and "terrain".
profile_of = Slot[[Entry, bool], Profile]("rampant.profile_of")  # what a unit is after its purchases
building_name = Slot[["Rampant", str], str]("rampant.building_name")


class Rampant(Game):
    Hidden: ClassVar[type[Row]] = Hidden

    units: Table[str, Unit]
    buildings: Table[str, Building]
    sides: Table[int, Side]
    battle: Table[str, Battle]

    def prepare(self) -> None:
        self.profile: dict[str, Profile] = {}
        self.commanders: dict[int, str] = {}
        self.members: list[list[str]] = [[], []]  # the units of each side
        for seat, roster in enumerate(self.setup.rosters):
            for unit, entry in number_units(seat, roster):
                self.members[seat].append(unit)
                self.profile[unit] = profile_of(entry, roster.trait == "seasoned")
                if entry.commander:
                    self.commanders[seat] = unit
        self.transports = [unit for unit, what in self.profile.items() if what.seats]

    @property
    def now(self) -> Battle:
        return self.battle[NOW]

    def name(self, id: str) -> str:
        found = self.profile.get(id)
        if found is not None:
            return found.name
        if id in self.buildings:
            return building_name(self, id)
        return id

    def seat_name(self, seat: int) -> str:
        name: str = self.setup.rosters[seat].name
        return name if self.setup.rosters[0].name != self.setup.rosters[1].name else f"{name} ({SEAT_NAMES[seat]})"


def number_units(seat: int, roster: Roster) -> Iterator[tuple[str, Entry]]:
    """The ids of a side's units, in roster order."""
    for n, entry in enumerate(roster.units, 1):
        yield f"{'ab'[seat]}{n}", entry


def entry_of(game: Rampant, unit: str) -> Entry:
    """The line of the roster behind a unit."""
    seat = game.units[unit].seat
    return next(entry for id, entry in number_units(seat, game.setup.rosters[seat]) if id == unit)


# ---- looking things up -----------------------------------------------------------------------------------------------


def of_side(game: Rampant, seat: int) -> list[str]:
    """A side's units that are on the table, in buildings or aboard: all but reserves and those gone."""
    return [u for u in game.members[seat] if present(game, u)]


def present(game: Rampant, unit: str) -> bool:
    """Is the unit on the table, by itself, in a building or aboard? A vehicle in reserve keeps its passengers there."""
    row = game.units[unit]
    if row.where == "aboard":
        return not row.inside or game.units[row.inside].where != "reserve"
    return row.where in ("table", "inside")


def fielded_units(game: Rampant, seat: int) -> list[str]:
    """A side's units that stand on the table or in a building: those that act, are seen and test Courage."""
    units = game.units
    return [u for u in game.members[seat] if units[u].where in ("table", "inside")]


def is_fielded(game: Rampant, seat: int) -> bool:
    """Does anybody of a side stand on the table or in a building?"""
    for unit in game.members[seat]:  # noqa: SIM110  # mostly the first one does
        if game.units[unit].where in ("table", "inside"):
            return True
    return False


def commander(game: Rampant, seat: int) -> str:
    return game.commanders.get(seat, "")


def passenger(game: Rampant, vehicle: str) -> str:
    return next((u for u, row in game.units.items() if row.where == "aboard" and row.inside == vehicle), "")


def garrison(game: Rampant, building: str) -> list[str]:
    return [u for u, row in game.units.items() if row.where == "inside" and row.inside == building]


def roster_of(game: Rampant, seat: int) -> list[str]:
    units = game.units
    return [u for u in game.members[seat] if units[u].where == "reserve"]


def ids_on_table(game: Rampant, *but: str) -> list[str]:
    return [u for u, row in game.units.items() if row.where == "table" and u not in but]


def is_held(game: Rampant, building: str, seat: int) -> bool:
    """Is a building held by the enemy of this seat?"""
    return any(game.units[u].seat != seat for u in garrison(game, building))


def under(game: Rampant, unit: str, power: str) -> bool:
    """Is a lasting power of this name on the unit?"""
    spells = game.units[unit].spells
    return bool(spells) and any(s.power == power for s in spells)


def is_in_force(game: Rampant, variant: str) -> bool:
    """Is an optional rule in force?"""
    return variant in game.setup.variants
