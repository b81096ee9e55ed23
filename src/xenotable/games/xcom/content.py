"""Content: everything the product ships, as data of the catalogue, made into frozen structs once.

A card that uses an operation, key, value or window that the [[effect]] rows do not list is refused when it is loaded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

import msgspec

from xenotable.engine import cite, memoize, rule
from xenotable.rulebook import Catalogue, CatalogueFault, catalogue


def effects_of(id: str) -> tuple[Effect, ...]:
    bonus = book().continents.get(id)
    return bonus.effects if bonus is not None else card_of(id).effects


CONTINENTS = ("africa", "asia", "australia", "europe", "north_america", "south_america")


DIFFICULTIES = ("easy", "normal", "hard", "impossible")


ROLES = ("commander", "chief_scientist", "central_officer", "squad_leader")  # a seat each, in this order


LABS = ("lab1", "lab2", "lab3")


DECKS = ("tech", "mission", "crisis", "enemy")


# Places of the board beside the continents.
PLACE_NAMES = {
    "orbit": "Orbit",
    "pool": "Recruitment pool",
    "lab1": "Lab I",
    "lab2": "Lab II",
    "lab3": "Lab III",
    "crises": "Crisis pool",
    "reserve": "Reserves",
    "base": "Base",
    "mission": "Mission",
    "final": "Final mission",
}


class Effect(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"from_": "from", "if_": "if", "else_": "else"}
):
    """One operation of a card. Which keys it may have is said by its row in the effect table."""

    do: str
    n: int | str = 1
    where: str = ""
    on: str = ""
    from_: str = ""
    to: tuple[str, ...] | str = ()
    unit: str = ""
    deck: str = ""
    role: str = ""
    options: tuple[tuple[Effect, ...], ...] = ()
    if_: str = ""
    else_: tuple[Effect, ...] = ()
    then: tuple[Effect, ...] = ()
    at_most: int = 0
    upto: bool = False
    max: int = 0
    when: str = ""

    @property
    def count(self) -> int:
        """The amount, where it is a number."""
        return self.n if isinstance(self.n, int) else 0


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    deck: str
    id: str
    name: str
    text: str = ""
    role: str = ""
    window: str = ""
    timed: bool = False
    pay: tuple[str, ...] = ()
    task: tuple[str, ...] = ()
    effects: tuple[Effect, ...] = ()
    research: int = 0
    group: str = ""
    copies: int = 1
    health: int = 0
    icons: tuple[str, ...] = ()
    passive: tuple[Effect, ...] = ()
    on_place: tuple[Effect, ...] = ()
    on_kill: tuple[Effect, ...] = ()
    on_loss: tuple[Effect, ...] = ()
    on_damage: tuple[Effect, ...] = ()
    continent: str = ""
    tasks: tuple[tuple[str, ...] | str, ...] = ()
    rewards: tuple[tuple[Effect, ...], ...] = ()

    @property
    def seat(self) -> int:
        return ROLES.index(self.role)


class UnitKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    kind: str
    name: str
    role: str
    total: int
    start_reserve: int
    start_pool: int
    credit: int
    on_loss: str
    limits: dict[str, int]
    assigned_by: tuple[str, ...]
    icons: tuple[str, ...] = ()


class Difficulty(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name: str
    budget: int
    emergency: int
    pause: int
    start_panic: int
    start_ufos: int
    scramble: int
    red_weight: int
    ufos: tuple[int, ...]
    enemies: tuple[int, ...]
    crises: tuple[int, ...]
    bonus: int


class Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    title: str
    role: str
    side: str
    seconds: tuple[int, int, int, int]
    copies: str
    after: tuple[str, ...]
    response: bool = False

    @property
    def seat(self) -> int:
        return ROLES.index(self.role) if self.role in ROLES else -1


class Bonus(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A continent, with what it gives while it houses the headquarters."""

    id: str
    name: str
    bonus: str
    window: str
    effects: tuple[Effect, ...]
    text: str
    task: tuple[str, ...] = ()
    once: str = ""


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name: str
    about: str
    stars: int
    groups: tuple[str, ...]
    clock: int
    ufos: tuple[int, ...]
    enemies: tuple[int, ...]
    crises: tuple[int, ...]
    orbit: int
    setup_panic: dict[str, int]
    critical: tuple[Effect, ...]
    critical_text: str
    final: tuple[tuple[str, ...] | str, ...]
    final_name: str
    each_round: tuple[Effect, ...]
    each_round_text: str


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scripted round of the tutorial."""

    round: int
    timers: str
    hand: tuple[str, ...]
    ufos: tuple[tuple[str, ...], ...]
    missions: tuple[str, ...]
    crises: tuple[tuple[str, ...], ...]
    enemies: tuple[str, ...]
    order: tuple[str, ...]
    headquarters: str = ""
    start_ufos: tuple[str, ...] = ()
    budget: int = 0
    scrambled: tuple[str, ...] = ()
    note: str = ""


class Operation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    window: str
    keys: tuple[str, ...]
    summary: str


class Track(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    rule: str
    spaces: tuple[str, ...]


class Book(msgspec.Struct, frozen=True):
    """All content by id, in the order of the file."""

    units: Mapping[str, UnitKind]
    difficulties: Mapping[str, Difficulty]
    actions: Mapping[str, Action]
    tracks: Mapping[str, Track]
    continents: Mapping[str, Bonus]
    cards: Mapping[str, Card]
    plans: Mapping[str, Plan]
    lessons: tuple[Lesson, ...]
    operations: Mapping[str, Operation]

    def deck(self, deck: str) -> tuple[str, ...]:
        return tuple(c.id for c in self.cards.values() if c.deck == deck)


@memoize(None)
def book() -> Book:
    """The content of the catalogue, checked and read once."""
    return load(catalogue("xcom"))


@rule("content.units")
@rule("content.difficulties")
@rule("content.assets")
@rule("content.tech")
@rule("content.enemies")
@rule("content.missions")
@rule("content.crises")
@rule("content.plans")
@rule("content.tutorial")
def load(source: Catalogue) -> Book:
    made = Book(
        units=source.by_id("unit", UnitKind),
        difficulties=source.by_id("difficulty", Difficulty),
        actions=source.by_id("action", Action),
        tracks=source.by_id("track", Track),
        continents=source.by_id("continent", Bonus),
        cards=source.by_id("card", Card),
        plans=source.by_id("scenario", Plan),
        lessons=source.content("tutorial", Lesson),
        operations=source.by_id("effect", Operation),
    )
    if faults := list(data_faults(made)):
        raise CatalogueFault(faults)
    return made


# ---- what makes the data sound ---------------------------------------------------------------------------------------

WINDOWS = [
    "timed",
    "generate",
    "new_tech",
    "budget",
    "recruit",
    "step",
    "assign",
    "pre_roll",
    "post_roll",
    "panic",
    "damage",
    "base_start",
    "kill",
]


VALUES: dict[str, frozenset[str]] = {
    "where": frozenset(("", *CONTINENTS, "orbit", "any", "most", "least", "each_red")),
    "on": frozenset(("", "lab", "staffed_lab", "each_lab", "base_enemy")),
    "from_": frozenset(("", "reserve", "reserve_first", "board_first", "anywhere", "emergency", "board")),
    "unit": frozenset(("", "satellite", "scientist", "interceptor", "soldier")),
    "deck": frozenset(("", "crisis", "enemy")),
    "when": frozenset(("", "next_timed")),
    "role": frozenset(("", *ROLES)),
}


TO = frozenset(("continent", "base", "mission", "final"))


CONDITION = re.compile(r"(orbit|soldiers\.pool|interceptors\.reserve|task\.units|ufos\.(?P<where>\w+))>=(?P<n>\d+)")


FACTS = ("task.enemy", "task.base", "killed.base")


@lru_cache(None)
def condition(text: str) -> tuple[str, int]:
    """("orbit", 1) for "orbit>=1", ("task.enemy", 1) for a plain fact; ValueError for anything else."""
    found = CONDITION.fullmatch(text)
    if found is not None and (found["where"] is None or found["where"] in CONTINENTS):
        return found[1], int(found["n"])
    if text in FACTS:
        return text, 1
    raise ValueError(text)


@rule("content.effects-table", neutral=lambda made: ())
def data_faults(made: Book) -> Iterator[str]:
    """Everything in the data that the interpreter would not understand, as sentences."""
    for card in made.cards.values():
        yield from _card_faults(card)
        yield from effect_faults(made, card.id, card.window, card.effects)
        for window, effects in (
            ("passive", card.passive),
            ("trait", (*card.on_place, *card.on_kill, *card.on_loss, *card.on_damage)),
            ("reward", tuple(e for r in card.rewards for e in r)),
        ):
            yield from effect_faults(made, card.id, window, effects)
    for bonus in made.continents.values():
        yield from effect_faults(made, bonus.id, bonus.window, bonus.effects)
    for plan in made.plans.values():
        yield from effect_faults(made, plan.id, "critical", plan.critical)
        yield from effect_faults(made, plan.id, "each_round", plan.each_round)
        for task in plan.final:
            if isinstance(task, str) and task != "enemy" and task not in made.cards:
                yield f"{plan.id}: there is no boss {task!r}."


def _card_faults(card: Card) -> Iterator[str]:
    if card.deck in ("asset", "tech"):
        if card.role not in ROLES:
            yield f"{card.id}: {card.role!r} is no role."
        if card.window not in WINDOWS and not card.window.startswith("action:"):
            yield f"{card.id}: {card.window!r} is no window."
        if card.timed != (card.window == "timed"):
            yield f"{card.id}: the watch symbol belongs to exactly the cards of the window timed."
    for price in card.pay:
        if price != "exhaust" and not re.fullmatch(r"(salvage|satellite):\d+", price):
            yield f"{card.id}: {price!r} is no price."


def effect_faults(made: Book, owner: str, window: str, effects: tuple[Effect, ...]) -> Iterator[str]:
    cite("effects.format")
    cite("effects.values")
    for effect in effects:
        row = made.operations.get(effect.do)
        if row is None:
            yield f"{owner}: there is no operation {effect.do!r}."
            continue
        yield from _key_faults(owner, effect, row)
        in_window = window if window in WINDOWS or window == "passive" else "any"
        if row.window not in ("any", in_window):
            yield f"{owner}: {effect.do} belongs to the window {row.window}, not {window}."
        for nested in (*effect.options, effect.else_, effect.then):
            yield from effect_faults(made, owner, window, nested)


def _key_faults(owner: str, effect: Effect, row: Operation) -> Iterator[str]:
    used = {k: v for k, v in msgspec.to_builtins(effect).items() if k != "do"}
    plain = msgspec.to_builtins(Effect(effect.do))
    for key, value in used.items():
        if value != plain[key] and key not in row.keys:
            yield f"{owner}: {effect.do} has no key {key!r}."
    for key, allowed in VALUES.items():
        if getattr(effect, key) not in allowed:
            yield f"{owner}: {getattr(effect, key)!r} is no value of {key.rstrip('_')!r}."
    if effect.to != "board" and not (isinstance(effect.to, tuple) and set(effect.to) <= TO):
        yield f"{owner}: {effect.to!r} is no value of 'to'."
    if isinstance(effect.n, str) and effect.n not in ("all", "any"):
        yield f"{owner}: {effect.n!r} is no amount."
    if effect.if_:
        try:
            condition(effect.if_)
        except ValueError:
            yield f"{owner}: {effect.if_!r} is no condition."


def colour(track: str, space: int) -> str:
    cite("panic.track" if track == "panic" else "base.track")
    return book().tracks[track].spaces[space]


def origin_of(table: str, id: str) -> str:
    """Whose a piece of content is: source, restored or ours."""
    return catalogue("xcom").origin(table, id)


@rule("content.texts")
def text_of(id: str) -> str:
    """The display text of a card, bonus or plan, in plain words."""
    found: Any = book().cards.get(id) or book().continents.get(id)
    return found.text if found is not None else ""


COMMANDER, SCIENTIST, OFFICER, LEADER = range(4)


ROLE_NAMES = ("Commander", "Chief Scientist", "Central Officer", "Squad Leader")


TIMERS = ("on", "relaxed", "off")


def card_of(id: str) -> Card:
    return book().cards[id]
