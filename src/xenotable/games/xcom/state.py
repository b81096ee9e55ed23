"""The state of a game of XCOM and of its companion: public rows in tables, hidden things in `secret`.

Hidden from all (`secret[NOBODY]`): the seed of the invasion, the coming actions, the unknown part of each deck and the
cards that lie face down. Hidden from the other roles: the hand and what somebody has looked at.
"""

from __future__ import annotations

from typing import Any

from xenotable.engine import NOBODY, Game, Row, Table
from xenotable.engine.readings import Agreement
from xenotable.games.xcom.content import PLACE_NAMES, ROLE_NAMES, book

RESERVE, POOL, CARD = "reserve", "pool", "card"
BASE_SPACES = tuple(f"base{i}" for i in range(1, 7))
UFOS = 24
UNLIMITED = -1  # pause
COMPLETED, IN_PLAY, NONE = "completed", "play", "none"


class Clock(Row, frozen=True):
    """The action on screen and its time. `zero` is the moment of its zero, None without a timer."""

    n: int = -1  # which action of the phase this is, counted from 0
    action: str = ""
    places: tuple[str, ...] = ()
    scrambled: bool = False
    began: int = 0
    zero: int | None = None
    budget: int = UNLIMITED  # of pause
    paused: int | None = None  # since when
    read: bool = False  # its instructions have been shown
    late: bool = False  # its zero has passed; online what was on its way still counts
    expired: bool = False
    halve: bool = False  # the next action has half its time
    ended: str = ""  # how the action before ended: "done" or "zero"
    before: str = ""  # which action that was
    ready: tuple[int, ...] = ()
    wanted: tuple[int, ...] = ()  # who has asked for a pause
    heard: int = 0  # when the last role said that it is ready, or a demand was met


class Planned(Row, frozen=True):
    """An action as the list of a round holds it."""

    id: str
    places: tuple[str, ...] = ()
    scrambled: bool = False


class Report(Row, frozen=True):
    """What the app is told at the end of a round: UFOs in orbit, the mission, the colour of each continent."""

    orbit: int
    mission: str
    colours: tuple[str, ...]


class Setup(Agreement, frozen=True):
    """What is agreed before the game. `plan` "" lets the game roll it, `headquarters` may be chosen on Easy."""

    difficulty: str = "normal"
    plan: str = "beachhead"
    timer: str = "on"  # on, relaxed or off
    headquarters: str = ""
    tutorial: bool = False
    grace: int = 0  # milliseconds after zero in which a command still counts: 500 online
    relay: bool = False
    humans: tuple[tuple[int, ...], ...] = ()  # the roles of each person; the others belong to the machine
    title: str = ""  # what the players call this set-up


class Unit(Row, frozen=True, rename={"assignment": "placed"}):
    kind: str  # satellite, scientist, interceptor or soldier
    cls: str  # the row of the catalogue: for soldiers their class
    place: str
    exhausted: bool = False
    elite: bool = False
    assignment: int = 0  # its number among all of the game
    action: int = -1  # the action of this phase that placed it; -1: it cannot be taken back
    name: str = ""


class Continent(Row, frozen=True):
    panic: int
    ufos: int = 0
    fallen: bool = False


class Lab(Row, frozen=True):
    tech: str = ""
    tokens: int = 0
    old: str = ""  # the card that would be discarded if the action ended now
    old_tokens: int = 0


class Foe(Row, frozen=True):
    """An enemy in a space of the base, the mission or the final mission; `card` is "" while it lies face down."""

    card: str = ""
    tokens: int = 0


class Venture(Row, frozen=True):
    """The mission or the final mission in play: its card (or plan) and how many tasks are complete from the left."""

    card: str
    done: int = 0


class Asset(Row, frozen=True):
    """A card in play: an asset or a researched tech."""

    seat: int
    exhausted: bool = False


class Deck(Row, frozen=True):
    """How many cards lie unknown on top, the cards below in an order that everybody has seen, and the discard pile."""

    unknown: int = 0
    below: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()


class Throw(Row, frozen=True):
    """The roll that lies on the table: who works on what, and the dice as they stand."""

    task: str  # research, orbit, global, base or mission
    spot: str  # lab, orbit, continent, base, mission or final
    foe: str = ""  # the space of the enemy that is attacked
    units: tuple[str, ...] = ()
    icons: tuple[tuple[str, str, bool], ...] = ()  # soldiers on icons: icon, soldier ("": empty), wild
    wild: str = ""  # the card that lets a soldier use a foreign icon
    more: int = 0  # dice added by effects
    need: int = 1
    threat: int = 1
    rolled: bool = False
    dice: int = 0
    hits: int = 0
    added: int = 0  # successes added by effects
    alien: int = 0
    plus: int = 0
    held: bool = False
    prevented: bool = False
    saved: tuple[str, ...] = ()


class Fallen(Row, frozen=True):
    """An entry of the memorial."""

    name: str
    cls: str
    round: int
    task: str
    odds: float


class War(Row, frozen=True, rename={"assignments": "placed"}):
    """Everything that there is once."""

    round: int = 0
    phase: str = "setup"  # setup, timed, resolution
    step: str = ""
    headquarters: str = ""
    hq_used: bool = False
    plan: str = ""
    orbit: int = 0
    credits: int = 0
    emergency: int = 0
    damage: int = 0
    threat: int = 1
    unlocked: bool = False
    report: str = "none"  # of the mission this round
    crises: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()  # the two missions or crises of the running action
    chosen: str = ""
    salvage: tuple[str, ...] = ()  # "?" for a card that nobody has seen
    scrambles: int = 0  # force_scramble, cut_pause and enemies for the next timed phase
    cut: int = 0
    more_enemies: int = 0
    extra: int = 0  # enemies that effects have added to the running wave
    taken: int = 0  # emergency credits moved in the running action
    forced: bool = False  # a choice that an effect forces on somebody is open beside the action
    shown: tuple[str, ...] = ()  # hand cards that the Chief Scientist has shown
    hand: int = 0
    looking: int = NOBODY  # who has looked at the top of a deck, and how far
    looked: str = ""
    look: int = 0
    assignments: int = 0  # units sent somewhere so far
    past: tuple[str, ...] = ()  # the actions of this phase that have come
    names: int = 0  # soldiers' names given out


class Hidden(Row, frozen=True):
    seed: str = ""
    coming: tuple[Planned, ...] = ()
    focus: str = ""
    rolls: tuple[tuple[str, int, int], ...] = ()
    tech: tuple[str, ...] = ()
    mission: tuple[str, ...] = ()
    crisis: tuple[str, ...] = ()
    enemy: tuple[str, ...] = ()
    down: tuple[tuple[str, str], ...] = ()  # face-down enemies: space, card
    salvage: tuple[str, ...] = ()  # the "?" of the salvage pile in order
    hand: tuple[str, ...] = ()  # of the Chief Scientist
    peeked: tuple[str, ...] = ()


class Xcom(Game):
    Hidden = Hidden
    war: Table[int, War]
    clock: Table[int, Clock]
    units: Table[str, Unit]
    continents: Table[str, Continent]
    labs: Table[str, Lab]
    foes: Table[str, Foe]
    ventures: Table[str, Venture]
    cards: Table[str, Asset]
    decks: Table[str, Deck]
    reports: Table[int, Report]
    throws: Table[int, Throw]
    memorial: Table[int, Fallen]

    # Asks about this state that stand open from one moment to the next; None before its first moment. Most imagined
    # worlds have only one and keep none: a state that holds asks about itself would wait for the garbage collector.
    standing: dict[str, Any] | None = None
    passing = ("standing",)
    known: dict[Any, Any]  # what was found last, by its rows (`citing.reuse`); copies share it

    def prepare(self) -> None:
        self.known = {}

    @property
    def now(self) -> War:
        return self.war[0]

    def put(self, **changes: Any) -> None:
        self.war.set(0, **changes)

    def worded(self, args: dict[str, Any]) -> dict[str, Any]:
        """Pieces are named as they are called now: soldiers are lost and replaced, and spaces change their enemies."""
        return {k: self.name(v) if type(v) is str else v for k, v in args.items()}

    def name(self, id: str) -> str:
        """What an id is called."""
        data = book()
        if id in data.cards:
            return data.cards[id].name
        if id in self.units:
            row = self.units[id]
            label = data.units[row.cls].name
            if row.kind == "soldier":
                return f"{'Elite ' if row.elite else ''}{label} {row.name}"
            return f"{label} {id[3:]}"
        if id in data.continents:
            return data.continents[id].name
        if id in self.foes:
            card = self.foes[id].card
            return data.cards[card].name if card else "an enemy face down"
        if id in PLACE_NAMES:
            return PLACE_NAMES[id]
        if id in data.plans:
            return data.plans[id].name
        return data.units[id].name if id in data.units else id

    def seat_name(self, seat: int) -> str:
        return ROLE_NAMES[seat] if 0 <= seat < 4 else "Everybody"


# ---- the companion ---------------------------------------------------------------------------------------------------


class PrintedPlan(Row, frozen=True):
    """What the companion has to be told of an invasion plan of the box."""

    name: str
    clock: int  # rounds until the final mission is unlocked, sooner by as many as missions are completed
    orbit: int = 0  # UFOs of each wave that go to orbit
    panic: tuple[int, ...] = (0,) * 6  # spaces more than the difficulty says, by continent


class TableSetup(Row, frozen=True):
    """What it asks for before the game."""

    difficulty: str = "normal"
    timer: str = "on"
    players: int = 4
    plan: str = ""  # "": rolled
    headquarters: str = ""  # on Easy it may be chosen
    printed: PrintedPlan | None = None  # a plan of the box; its waves grow as those of `plan`, which is ours
    tutorial: bool = False  # the first round is the first lesson: without timers, in its order


class Draft(Row, frozen=True):
    """The report of the round as far as it is filled in."""

    round: int = 0  # that it is about
    orbit: int = 0
    mission: str = ""  # not said yet
    colours: tuple[str, ...] = ("yellow",) * 6
    fallen_ufos: int = 0
    destroyed: bool = False


class Desk(Row, frozen=True):
    round: int = 0
    phase: str = "setup"  # setup, timed, guide, reports, score
    page: int = 0
    plan: str = ""
    headquarters: str = ""
    panic: tuple[int, ...] = ()
    ufos: tuple[str, ...] = ()
    threat: int = 1
    asked: str = ""  # a question of yes or no on the page
    adjusted: tuple[tuple[str, int], ...] = ()  # for the next phase: what, how much
    won: str = ""  # "won" or "lost" once it is announced
    why: str = ""
    ufos_left: int | None = None  # entries for the score
    pool: int | None = None
    damage: int | None = None


class Past(Row, frozen=True):
    """One action of the history."""

    round: int
    action: str
    places: tuple[str, ...]
    began: int
    ended: int
    how: str  # done, zero
    expired: bool
    scrambled: bool
    pause: int  # pause budget when it ended, -1 unlimited


class Unseen(Row, frozen=True):
    seed: str = ""
    coming: tuple[Planned, ...] = ()
    focus: str = ""
    rolls: tuple[tuple[str, int, int], ...] = ()


class Companion(Game):
    Hidden = Unseen
    desk: Table[int, Desk]
    clock: Table[int, Clock]
    draft: Table[int, Draft]
    reports: Table[int, Report]
    history: Table[int, Past]

    @property
    def now(self) -> Desk:
        return self.desk[0]

    def put(self, **changes: object) -> None:
        self.desk.set(0, **changes)

    def name(self, id: str) -> str:
        return book().continents[id].name if id in book().continents else id

    def seat_name(self, seat: int) -> str:
        return "The table"
