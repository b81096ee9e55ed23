"""The state of a battle: rows, set-up and the game class. Rules stand in the modules named as their chapters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from xenotable.engine import Board, Game, Offer, Panel, Random, Refusal, Result, Row, Sighting, Table, Token, acts, rule
from xenotable.faults import nearest
from xenotable.games.rampant.content import content
from xenotable.games.rampant.detachment import Entry, Profile, Roster, profile, ready
from xenotable.games.rampant.legality import roster_refusals, total

NOW = "battle"  # the one row of the table `battle`
SEAT_NAMES = ("Player 1", "Player 2")
VARIANTS = {
    "steady-command": "Steady Command",
    "wide-order": "Wide Order",
    "rear-hits": "Rear Hits",
    "quick-battle": "Quick Battle",
    "no-vows": "Plain Victory",
}


class Setup(Row, frozen=True):
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


Plan = Setup  # the class attribute of the same name hides it below


class Rampant(Game):
    id, title = "rampant", "Xenos Rampant"
    about = "Small units on a 48 inch table: orders are won on two dice, and the first that fails ends the turn."
    rules: ClassVar[int] = 3
    Setup: ClassVar[type[Row]] = Setup
    Hidden: ClassVar[type[Row]] = Hidden
    shared: ClassVar[tuple[str, ...]] = ("profile",)

    units: Table[str, Unit]
    buildings: Table[str, Building]
    sides: Table[int, Side]
    battle: Table[str, Battle]

    def prepare(self) -> None:
        self.profile: dict[str, Profile] = {
            uid: profile(entry, roster.trait == "seasoned")
            for seat, roster in enumerate(self.setup.rosters)
            for uid, entry in numbered(seat, roster)
        }

    @classmethod
    @rule("play.players")
    def new(cls, setup: Plan) -> Rampant:
        from xenotable.games.rampant.setup import Begin

        game = cls(setup)
        for seat, roster in enumerate(setup.rosters):
            for uid, _ in numbered(seat, roster):
                game.units.add(uid, Unit(seat, game.profile[uid].strength))
            game.sides.add(seat, Side(trait=roster.trait, total=total(roster)))
        game.battle.add(NOW, Battle(scenario=setup.scenario))
        game.scenes = [Begin()]
        return game

    @property
    def now(self) -> Battle:
        return self.battle[NOW]

    @classmethod
    def offers(cls) -> Sequence[Offer]:
        return offers()

    @classmethod
    def random_setup(cls, rnd: Random) -> Plan:
        from xenotable.games.rampant.builder import random_setup

        return random_setup(rnd)

    @classmethod
    def lists(cls) -> Sequence[str]:
        return tuple(content().detachments)

    @classmethod
    def pairing(cls, first: str, second: str, rnd: Random) -> Plan:
        """Any scenario suits any two ready detachments."""
        scenarios = tuple(content().scenarios)
        return Plan((ready(first), ready(second)), scenarios[int(rnd() * len(scenarios))])

    @classmethod
    def setup_refusals(cls, setup: Plan) -> Iterator[Refusal]:
        scenarios = content().scenarios
        if setup.scenario and setup.scenario not in scenarios:
            says = "There is no scenario called {s}."
            yield Refusal("setup.scenario-roll", says, {"s": setup.scenario}, nearest(setup.scenario, scenarios))
        for variant in setup.variants:
            if variant not in VARIANTS:
                says = "There is no optional rule called {v}."
                yield Refusal("variants.switches", says, {"v": variant}, nearest(variant, VARIANTS))
        if "quick-battle" in setup.variants and (setup.scenario != "first-blood" or setup.limit != 12):
            yield Refusal("variants.quick-battle", "A Quick Battle is First Blood at 12 points.")
        for roster in setup.rosters:
            yield from roster_refusals(roster, setup.limit, setup.picked)

    def redeal(self, seat: int, rnd: Random) -> None:
        from xenotable.games.rampant.setup import redeal

        redeal(self, seat, rnd)

    def name(self, id: str) -> str:
        found = self.profile.get(id)
        if found is not None:
            return found.name
        if id in self.buildings:
            from xenotable.games.rampant.field import field

            return field(self).label(id)
        return id

    def seat_name(self, seat: int) -> str:
        name: str = self.setup.rosters[seat].name
        return name if self.setup.rosters[0].name != self.setup.rosters[1].name else f"{name} ({SEAT_NAMES[seat]})"

    def sight(self, viewer: str, target: str) -> Sighting | None:
        from xenotable.games.rampant.sighting import sighting

        return sighting(self, viewer, target)

    def board(self) -> Board:
        from xenotable.games.rampant.display import board

        return board(self)

    def tokens(self, seat: int) -> Sequence[Token]:
        from xenotable.games.rampant.display import tokens

        return tokens(self)

    def panels(self, seat: int) -> Sequence[Panel]:
        from xenotable.games.rampant.display import panels

        return panels(self, seat)

    def concede_refusals(self, seat: int) -> Iterator[Refusal]:
        from xenotable.games.rampant.scenarios import concede_refusals

        return concede_refusals(self, seat)

    def conceded(self, seat: int) -> Result:
        from xenotable.games.rampant.scenarios import conceded

        return conceded(self, seat)

    def broken(self) -> Iterator[str]:
        from xenotable.games.rampant.checking import broken

        return broken(self)


def numbered(seat: int, roster: Roster) -> Iterator[tuple[str, Entry]]:
    """The ids of a side's units, in roster order."""
    for n, entry in enumerate(roster.units, 1):
        yield f"{'ab'[seat]}{n}", entry


# ---- looking things up -----------------------------------------------------------------------------------------------


def of_side(game: Rampant, seat: int) -> list[str]:
    """A side's units that are on the table, in buildings or aboard: all but reserves and those gone."""
    return [
        u
        for u, row in game.units.items()
        if row.seat == seat and (row.where in ("table", "inside") or (row.where == "aboard" and present(game, u)))
    ]


def present(game: Rampant, uid: str) -> bool:
    """Is the unit on the table, by itself, in a building or aboard? A vehicle in reserve keeps its passengers there."""
    row = game.units[uid]
    if row.where == "aboard":
        return not row.inside or game.units[row.inside].where != "reserve"
    return row.where in ("table", "inside")


def fielded(game: Rampant, seat: int) -> list[str]:
    """A side's units that stand on the table or in a building: those that act, are seen and test Courage."""
    return [u for u, row in game.units.items() if row.seat == seat and row.where in ("table", "inside")]


def commander(game: Rampant, seat: int) -> str:
    return next((u for u, row in game.units.items() if row.seat == seat and game.profile[u].commander), "")


def passenger(game: Rampant, vehicle: str) -> str:
    return next((u for u, row in game.units.items() if row.where == "aboard" and row.inside == vehicle), "")


def garrison(game: Rampant, building: str) -> list[str]:
    return [u for u, row in game.units.items() if row.where == "inside" and row.inside == building]


@rule("play.rounding", neutral=lambda *a: True)
def above_half(game: Rampant, uid: str) -> bool:
    """More than half, exactly: twice the current Strength Points exceed the starting number."""
    return game.units[uid].strength * 2 > game.profile[uid].strength


def keeps_free_actions(game: Rampant, uid: str) -> bool:
    """Not after a Rally, when even a free action is tested, and not as a worn Machine."""
    if game.units[uid].rallied and acts("specials.rebound"):
        return False
    worn = "machine" in game.profile[uid].has and not above_half(game, uid)
    return not (worn and acts("xeno.machine-worn"))


def under(game: Rampant, uid: str, power: str) -> bool:
    """Is a lasting power of this name on the unit?"""
    spells = game.units[uid].spells
    return bool(spells) and any(s.power == power for s in spells)


def switched(game: Rampant, variant: str) -> bool:
    """Is an optional rule in force?"""
    return variant in game.setup.variants


# ---- ready battles ---------------------------------------------------------------------------------------------------


@rule("content.tutorial")
def tutorial() -> Setup:
    """The first battle: fewer units, no traits, no vows, five rounds."""
    cinder, brood = ready("cinder-company"), ready("ninefold-brood")
    return Setup(
        (
            _without(cinder, "Mortar Pit", "Mule Truck"),
            _without(brood, "Bloat-Hulk", "Skitterlings", "Spitters"),
        ),
        variants=("no-vows",),
        rounds=5,
    )


def _without(roster: Roster, *names: str) -> Roster:
    return Roster(roster.name, tuple(e for e in roster.units if e.name not in names), "", roster.posture, roster.style)


def offers() -> list[Offer]:
    """Ready battles; the tutorial first, then each scenario with a pair of detachments that suits it."""
    pairs = {
        "first-blood": ("cinder-company", "ninefold-brood"),
        "three-beacons": ("silent-vault", "thornwood-tribes"),
        "break-the-line": ("ashen-choir", "cinder-company"),
        "the-envoy": ("lancet-cadre", "ashen-choir"),
        "hold-the-relay": ("ninefold-brood", "silent-vault"),
        "night-convoy": ("thornwood-tribes", "cinder-company"),
        "sabotage": ("lancet-cadre", "silent-vault"),
    }
    c = content()
    found = [
        Offer("first-battle", "Your first battle", "First Blood with few units, no traits and no vows.", tutorial())
    ]
    for id, scenario in c.scenarios.items():
        one, two = (c.detachments[d] for d in pairs[id])
        about = f"{one.name} ({one.style}) against {two.name} ({two.style})."
        found.append(Offer(id, scenario.name, about, Setup((ready(one.id), ready(two.id)), id)))
    return found
