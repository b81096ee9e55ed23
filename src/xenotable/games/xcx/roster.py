"""The state of a campaign and its rosters (chapter `campaign`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from xenotable.engine import (
    Game,
    Offer,
    Refusal,
    Result,
    Row,
    Scene,
    Slot,
    Table,
    cite,
    rule,
)
from xenotable.games.xcx import content
from xenotable.games.xcx.lists import ai_squad, ready
from xenotable.games.xcx.squad import (
    limit_refusals,
    recruit_refusals,
    squad_refusals,
)
from xenotable.games.xcx.state import MODES, Recruit, Squad

LIMITS = (500, 500, 500, 750, 750, 1000)


LEAST = 250


RANKS = {
    "XCX": ("Recruit", "Regular", "Veteran", "Sergeant", "Lieutenant", "Captain"),
    "ADVENT": ("Unit", "Second Unit", "First Unit", "Ascendant", "Exalted", "Archon"),
}


NAMES = (
    "Abara",
    "Bellamy",
    "Castro",
    "Dvorak",
    "Eriksen",
    "Farouk",
    "Galan",
    "Haddad",
    "Ivanova",
    "Jensen",
    "Kimura",
    "Lindqvist",
    "Moreau",
    "Nakata",
    "Okafor",
    "Petrov",
    "Quist",
    "Rossi",
    "Santos",
    "Tanaka",
    "Ueda",
    "Varga",
    "Weiss",
    "Xanthos",
    "Yilmaz",
    "Zielinski",
)


class Soldier(Row, frozen=True):
    """A member of a roster and its history."""

    seat: int
    unit: str
    name: str
    rank: int = 0
    marks: int = 0
    primary: str = ""
    secondary: str = ""
    armour: str = ""
    items: tuple[tuple[str, str], ...] = ()
    ups: tuple[str, ...] = ()
    talents: tuple[str, ...] = ()
    misses: int = 0  # missions that it still has to sit out
    shaken: int = 0
    dead: bool = False
    missions: int = 0
    kills: int = 0
    deeds: int = 0
    story: tuple[str, ...] = ()


class Account(Row, frozen=True):
    """What a player owns beside soldiers."""

    supplies: int = 0
    store: tuple[str, ...] = ()
    points: int = 0
    wins: int = 0
    mustered: tuple[str, ...] = ()
    leader: str = ""
    lent: int = 0


class Ledger(Row, frozen=True):
    """How the campaign stands."""

    mission: int = 1
    winners: tuple[int, ...] = ()  # the winning side of each mission played, -1 for a draw
    conceded: int = -1
    cards: tuple[tuple[str, int], ...] = ()  # of the last draw
    costs: tuple[int, int] = (0, 0)  # mustered in the last battle


class Force(Row, frozen=True):
    """A side of the campaign: the starting Squad of each of its players, or the AI."""

    squads: tuple[Squad, ...]
    ai: bool = False
    difficulty: str = "classic"


class CampaignSetup(Row, frozen=True):
    forces: tuple[Force, ...]
    mode: str = "inches"
    levy: bool = False


class Muster(Scene, frozen=True):
    n: int


class Lead(Scene, frozen=True):
    n: int


class Battlefield(Scene, frozen=True):
    n: int


rank_of: Slot[[Campaign, str], str] = Slot("xcx.rank_of")  # in words


class Campaign(Game):
    shared = ("sides",)

    soldiers: Table[str, Soldier]
    accounts: Table[int, Account]
    ledger: Table[str, Ledger]
    sides: tuple[tuple[int, ...], tuple[int, ...]]

    def prepare(self) -> None:
        cite("campaign.structure")
        seat, found = 0, []
        for force in self.setup.forces:
            n = 0 if force.ai else len(force.squads)
            found.append(tuple(range(seat, seat + n)))
            seat += n
        self.sides = (found[0], found[1])

    @property
    def now(self) -> Ledger:
        return self.ledger["now"]

    def side_of(self, seat: int) -> int:
        return 0 if seat in self.sides[0] else 1

    def faction(self, seat: int) -> str:
        force = self.setup.forces[self.side_of(seat)]
        return str(force.squads[self.sides[self.side_of(seat)].index(seat)].faction)

    def versus(self) -> bool:
        return bool(self.sides[0] and self.sides[1])

    def name(self, id: str) -> str:
        if id in self.soldiers:
            s = self.soldiers[id]
            return f"{rank_of(self, id)} {s.name}"
        return content.named(id) if id not in content.units() else content.units()[id].name

    def seat_name(self, seat: int) -> str:
        return f"{self.faction(seat)} (player {seat + 1})"


def new(setup: CampaignSetup) -> Campaign:
    game = Campaign(setup, sum(len(f.squads) for f in setup.forces if not f.ai))
    game.ledger.add("now", Ledger())
    for side, force in enumerate(setup.forces):
        for k, squad in enumerate(force.squads if not force.ai else ()):
            seat = game.sides[side][k]
            game.accounts.add(seat, Account())
            for recruit in squad.models:
                if not recruit.free:
                    cite("squad.campaign-start")
                    enlist(game, seat, recruit.unit)
    game.scenes = [Muster(1)]
    return game


def offers() -> Sequence[Offer]:
    xcx, advent = ready("xcx-500"), ready("advent-500")
    against = CampaignSetup((Force((xcx,)), Force((advent,))))
    alone = CampaignSetup((Force((xcx,)), Force((advent,), True)))
    half = (ai_squad("XCX", 250), ai_squad("XCX", 250))
    both = CampaignSetup((Force(half), Force((advent,), True)))
    squares = replace(alone, mode="square")
    return [
        Offer("campaign-solo", "The long war (solo)", "Six missions alone against AI cards.", alone),
        Offer("campaign", "The long war", "Six missions, two players.", against),
        Offer("campaign-together", "The long war together", "Two players against AI cards.", both),
        Offer("campaign-squares", "The long war on squares", "Six missions alone, counted in spaces.", squares),
    ]


def setup_refusals(setup: CampaignSetup) -> Iterator[Refusal]:
    if setup.mode not in MODES:
        yield Refusal("principles.house-options", "There is no distance mode {m!r}.", {"m": setup.mode})
    if len(setup.forces) != 2 or all(f.ai for f in setup.forces):
        yield Refusal("campaign.structure", "A campaign has two sides, at least one of them with a player.", {})
    for force in setup.forces:
        for squad in force.squads:
            yield from limit_refusals(LIMITS[0])
            yield from squad_refusals(squad, LIMITS[0] // len(force.squads), setup.levy, True)
            if any(r.primary or r.secondary or r.armour or r.items for r in squad.models):
                yield Refusal("squad.campaign-start", "A campaign starts with base loadouts only.", {})


def broken(game: Campaign) -> Iterator[str]:
    for seat, a in game.accounts.items():
        if a.supplies < 0:
            yield f"seat {seat} has {a.supplies} supplies"
    for id, s in game.soldiers.items():
        for r in recruit_refusals(recruit_of(game, id), game.faction(s.seat)):
            yield f"{id}: {r}"


def conceded(game: Campaign, seat: int) -> Result:
    side = game.side_of(seat)
    return Result(game.sides[1 - side], f"{game.seat_name(seat)} gives the campaign up.", "engine.concede")


@rule("campaign.roster", neutral=lambda game, seat, unit: "")
def enlist(game: Campaign, seat: int, unit: str) -> str:
    """A new member: name, rank 0, base loadout."""
    n = len(game.soldiers) + 1
    card = content.units()[unit]
    name = NAMES[(n * 7) % len(NAMES)] if card.type in ("human", "alien") and "Unique" not in card.rules else card.name
    id = f"s{n}"
    game.soldiers.add(id, Soldier(seat, unit, f"{name}" if "Unique" in card.rules else f"{name} ({card.name})"))
    return id


@rank_of.fill
@rule("campaign.ranks", neutral=lambda game, id: "")
def rank_name(game: Campaign, id: str) -> str:
    s = game.soldiers[id]
    return RANKS["ADVENT" if content.units()[s.unit].faction == "ADVENT" else "XCX"][s.rank]


def recruit_of(game: Campaign, id: str, leader: bool = False) -> Recruit:
    cite("squad.persistent")
    s = game.soldiers[id]
    return Recruit(
        s.unit,
        s.name,
        leader,
        primary=s.primary,
        secondary=s.secondary,
        armour=s.armour,
        items=s.items,
        ups=s.ups,
        talents=s.talents,
        shaken=s.shaken,
        soldier=id,
    )


def own(game: Campaign, seat: int) -> list[str]:
    return [i for i, s in game.soldiers.items() if s.seat == seat and not s.dead]


@rule("campaign.recovery", neutral=own)
def available(game: Campaign, seat: int) -> list[str]:
    return [i for i in own(game, seat) if game.soldiers[i].misses == 0]


def write(game: Campaign, id: str, says: str) -> None:
    """A line of a soldier's history."""
    game.soldiers.set(id, story=(*game.soldiers[id].story, f"Mission {game.now.mission}: {says}"))
