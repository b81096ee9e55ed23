"""What a screen shows of any game: a board with areas, tokens on it, panels beside it, forecasts before a choice.

Games fill these; browser and terminal draw them without knowing the game.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import msgspec

Points = tuple[tuple[float, float], ...]


class Shape(msgspec.Struct, frozen=True, omit_defaults=True):
    """A disc (centre, r), a polygon (points) or a line of some width (points, width)."""

    points: Points = ()
    centre: tuple[float, float] | None = None
    r: float = 0.0
    width: float = 0.0


class Area(msgspec.Struct, frozen=True, omit_defaults=True):
    """Terrain, a deployment zone, an objective, a place of a board without distances."""

    id: str
    kind: str  # picks the drawing: woods, rough, hill, water, wall, building, zone, road, place, land, sky, lab ...
    shape: Shape
    label: str = ""
    about: str = ""  # what it does, in a sentence
    height: float = 0.0
    seat: int | None = None  # whose zone or home edge
    rule: str = ""


class Board(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table itself, in inches, with what lies on it for good."""

    width: float
    depth: float
    areas: tuple[Area, ...] = ()
    grid: str = ""  # "", "square" or "hex"
    measured: bool = True  # False: a board of places, without inches
    ground: str = "grass"  # what the table is covered with: grass, steppe, dust, plates


class Pips(msgspec.Struct, frozen=True, omit_defaults=True):
    """So many left of so many: wounds, strength, spaces of a track."""

    now: int
    full: int
    name: str = "strength"
    tones: tuple[str, ...] = ()  # what each space of a track means: calm, warn, bad, end
    then: int | None = None  # where it will stand if nothing is done about it


class Mark(msgspec.Struct, frozen=True, omit_defaults=True):
    """A state worth a small sign on a token: two or three letters, a name and whether it is good for its owner."""

    sign: str
    name: str
    good: bool = False
    rule: str = ""
    picture: str = ""  # drawn instead of the letters: one of web/src/art/marks.ts, such as leader or wounded


class Token(msgspec.Struct, frozen=True, omit_defaults=True):
    """A piece on the board: a model, a unit, a marker, a card."""

    id: str
    label: str
    seat: int  # NOBODY for markers
    at: tuple[float, ...] = ()  # x, y and perhaps z; nothing while off the table
    radius: float = 0.5
    glyph: str = ""  # one to three letters
    kind: str = ""  # infantry, vehicle, beast, titan, flyer, marker, card, track ...
    facing: float | None = None
    pips: Pips | None = None
    marks: tuple[Mark, ...] = ()
    state: str = ""  # "ready", "active", "done" or "out"
    inside: str = ""  # the token or area it is in
    about: tuple[tuple[str, str], ...] = ()  # the card behind the token: name, value
    origin: str = ""  # of the card: source, restored or ours
    figure: str = ""  # the silhouette on the base (web/src/art/figures.json); letters where there is none
    unit: str = ""  # the unit of several models that it is one of
    hostile: bool = False  # nobody's, and against everybody


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of a panel."""

    label: str
    value: str = ""
    now: int | None = None
    full: int | None = None
    on: str = ""
    rule: str = ""
    until: int | None = None  # milliseconds of the match clock: the value is the seconds that are left until then
    seat: int | None = None  # whose it is: picks the colour of dice in a bag
    cells: tuple[str, ...] = ()  # of a chart: what stands under its columns
    lit: int | None = None  # of a chart: the cell that counts now
    origin: str = ""  # of a card or a mission: source, restored or ours
    when: str = ""  # of a coach's words: what must happen first, "ask:key" or "rule:id"
    then: int | None = None  # where it would stand if it ended now


class Card(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card that lies open. With suit and rank it is drawn as a playing card."""

    title: str
    text: str = ""  # what it offers
    suit: str = ""  # spades, hearts, diamonds, clubs or joker
    rank: str = ""  # A, 2 ... 10, J, Q, K
    rule: str = ""
    origin: str = ""  # source, restored or ours


class Person(msgspec.Struct, frozen=True, omit_defaults=True):
    """A member of a lasting roster, with a history."""

    id: str
    name: str
    title: str = ""  # rank, unit
    state: str = ""  # in a word or two
    tone: str = ""  # of the state: good, warn, bad, gone
    pips: Pips | None = None
    facts: tuple[tuple[str, str], ...] = ()
    tags: tuple[str, ...] = ()  # equipment, talents
    story: tuple[str, ...] = ()  # one sentence after the other, the oldest first


class Stage(msgspec.Struct, frozen=True, omit_defaults=True):
    """A stage of a campaign or a step of a round: done, the next one, or still to come."""

    title: str
    about: str = ""
    state: str = "later"  # done, next, later
    outcome: str = ""
    tone: str = ""  # of the outcome: good, warn, bad
    key: str = ""  # of the decision that it began with: another way can be tried from there
    facts: tuple[tuple[str, str], ...] = ()
    story: tuple[str, ...] = ()
    seat: int | None = None  # of a step: who acts in it


class Countdown(msgspec.Struct, frozen=True, omit_defaults=True):
    """A timer that everybody must see: what it is about, in whose state, and when it is at zero."""

    word: str  # the state in a word: XCOM, ALIEN, PAUSED ...
    tone: str = "calm"  # and by colour and shape: calm, alarm, warn (out of order), halt (stopped), late (run out)
    until: int | None = None  # milliseconds of the match clock; None while it stands still
    left: int = 0  # milliseconds, while it stands still
    full: int = 0  # milliseconds that it had at first
    seat: int | None = None  # who acts; a screen shared by several seats brings this one to the front


class Panel(msgspec.Struct, frozen=True, omit_defaults=True):
    """A box beside the board: a score, a track, a hand of cards, a bag of dice."""

    id: str
    title: str
    kind: str = "list"  # list, track, cards, pool, timer; strip: figures always in sight; story: told at the end
    # goal: how to win, on a card that opens each battle; coach: words beside decisions; lessons: what was tried
    # deck: cards; roster: people; path: stages; bag: dice by seat (lines); chart: lines under columns
    # steps: the stages of a round, always in sight
    lines: tuple[Line, ...] = ()
    seat: int | None = None
    timer: Countdown | None = None
    columns: tuple[str, ...] = ()
    cards: tuple[Card, ...] = ()
    people: tuple[Person, ...] = ()
    stages: tuple[Stage, ...] = ()


class Progress(msgspec.Struct, frozen=True, omit_defaults=True):
    """How far a match is: the points of each seat as they stand, the round, and the last one that is planned (0: none).
    Some battles go on for longer."""

    scores: tuple[float, ...] = ()
    round: int = 0
    rounds: int = 0
    word: str = "Round"  # what the game calls one
    rule: str = ""  # that says how many there are


def standing_panel(progress: Progress, forecast: Line, points: Iterable[Line] = ()) -> Panel:
    """How it stands, always in sight: how far the battle is, what it would come to if it ended now, and the points,
    which stand beside the sides' names."""
    now, last = progress.round, progress.rounds
    words = str(now) if not last else f"{now} of {last}" if now <= last else f"{now}, extra"
    time = [Line(progress.word, words, now, last or None, rule=progress.rule)] if now else []
    return Panel("standing", "How it stands", "strip", (*time, forecast, *points))


def points_line(seat: int, now: float, then: float, rule: str, goal: int | None = None) -> Line:
    """What a side has already, what it would have if it ended now, and how many points win."""
    return Line("Points", f"{then:g}", round(now), goal, rule=rule, seat=seat, then=round(then))


class Sighting(msgspec.Struct, frozen=True):
    """What one piece sees of another, with what was found on the way: cover, what hides it."""

    visible: bool
    notes: tuple[str, ...] = ()
    through: tuple[Points, ...] = ()  # where the line from centre to centre runs through terrain: entry and exit


class Chance(msgspec.Struct, frozen=True, omit_defaults=True):
    """How likely something is, from 0 to 1."""

    label: str
    p: float
    exact: str = ""  # the fraction, where it was asked for

    @classmethod
    def of(cls, label: str, p: Any) -> Chance:
        """Of a float, or of a Fraction, which is kept beside it."""
        return cls(label, float(p), str(p) if isinstance(p, Fraction) else "")


class Share(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one modifier does to a forecast: the odds with it less those without it."""

    label: str
    chances: tuple[Chance, ...] = ()  # differences, from -1 to 1
    mean: float | None = None


class Forecast(msgspec.Struct, frozen=True, omit_defaults=True):
    """Exact odds of something about to be chosen."""

    title: str
    rule: str = ""
    mean: float | None = None
    unit: str = ""
    chances: tuple[Chance, ...] = ()  # the figures to look at first: chance to kill, to pass ...
    distribution: tuple[Chance, ...] = ()
    notes: tuple[str, ...] = ()  # what was found on the table: cover, range, modifiers
    shares: tuple[Share, ...] = ()  # of a calculator: what each modifier does


# ---- calculators: odds that are worth asking for without a match -----------------------------------------------------


class Field(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing to fill in: a number from low to high, one of the choices, yes or no, or words with commas between
    them."""

    name: str
    label: str
    kind: str = "number"  # number, choice, flag, words
    low: int = 0
    high: int = 0
    value: bool | int | str = 0  # at first
    choices: tuple[str, ...] = ()


class Preset(msgspec.Struct, frozen=True, omit_defaults=True):
    """Values that belong together: a weapon, a datacard."""

    label: str
    values: dict[str, bool | int | str]
    under: str = ""  # the heading that it stands under in a long list


class Group(msgspec.Struct, frozen=True, omit_defaults=True):
    id: str
    title: str
    fields: tuple[Field, ...]
    presets: tuple[Preset, ...] = ()


class Calculator(msgspec.Struct, frozen=True, omit_defaults=True):
    """A form whose answer is a Forecast or several; `compare`: the group of which two can be compared."""

    id: str
    title: str
    about: str
    groups: tuple[Group, ...]
    compare: str = ""
