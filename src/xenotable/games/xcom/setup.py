"""Set-up: from the choice of difficulty to the first timed phase."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from xenotable.engine import (
    NOBODY,
    All,
    Ask,
    Choose,
    Draw,
    Flow,
    Offer,
    Random,
    Refusal,
    Scene,
    Shuffle,
    cite,
    rule,
    scene,
)
from xenotable.faults import nearest
from xenotable.games.xcom.clock import Clock
from xenotable.games.xcom.content import CONTINENTS, DECKS, DIFFICULTIES, LABS, book
from xenotable.games.xcom.generator import first_report, opening, sequence
from xenotable.games.xcom.names import soldier_name
from xenotable.games.xcom.roles import COMMANDER, split_refusals
from xenotable.games.xcom.state import POOL, RESERVE, Asset, Continent, Deck, Lab, Setup, Unit, War, Xcom

TIMERS = ("on", "relaxed", "off")
SEED_BYTES = 8
BYTES = tuple((b, 1) for b in range(256))
SHORT = {"satellite": "sat", "scientist": "sci", "interceptor": "int"}


class SettingUp(Scene, frozen=True):
    """The app's procedure before round 1."""


class Home(Scene, frozen=True):
    """On Easy the players may choose where the headquarters stand."""


class Lobby(Scene, frozen=True):
    """Several people are expected: the game starts when all of them are ready."""


# ---- what is agreed before -------------------------------------------------------------------------------------------


@rule("play.decisions-setup", neutral=lambda *_: ())
def setup_refusals(setup: Setup) -> Iterator[Refusal]:
    """Everything that is wrong with a set-up."""
    plans = book().plans
    if setup.difficulty not in DIFFICULTIES:
        remedy = nearest(setup.difficulty, DIFFICULTIES).strip()
        yield Refusal("setup.difficulty", "There is no difficulty {d!r}.", {"d": setup.difficulty}, remedy)
    if setup.plan and setup.plan not in plans:
        remedy = nearest(setup.plan, plans).strip()
        yield Refusal("setup.plan", "There is no invasion plan {p!r}.", {"p": setup.plan}, remedy)
    if setup.timer not in TIMERS:
        yield Refusal("modes.timer-option", "The timer is on, relaxed or off, not {t!r}.", {"t": setup.timer})
    if setup.headquarters and setup.headquarters not in CONTINENTS:
        remedy = nearest(setup.headquarters, CONTINENTS).strip()
        yield Refusal("setup.headquarters", "There is no continent {c!r}.", {"c": setup.headquarters}, remedy)
    elif setup.headquarters and setup.difficulty != "easy":
        yield Refusal("setup.headquarters", "Only on Easy the headquarters may be chosen; otherwise it is rolled.")
    if setup.tutorial and (setup.difficulty, setup.plan) != ("easy", "beachhead"):
        yield Refusal("modes.tutorial", "The tutorial is an Easy game of the plan Beachhead.")
    if not 0 <= setup.grace <= 500:
        yield Refusal("modes.online-clock", "The grace is at most half a second.")
    yield from split_refusals(setup.humans)


def offers() -> list[Offer]:
    out = [
        Offer(
            "tutorial", "Tutorial", "Two guided rounds, then an Easy game.", Setup("easy", "beachhead", tutorial=True)
        ),
        Offer("first", "First game", "Beachhead on Easy, without timers.", Setup("easy", "beachhead", "off")),
    ]
    for plan in book().plans.values():
        about = f"{plan.about} Normal difficulty, against the clock."
        out.append(Offer(plan.id, plan.name, about, Setup("normal", plan.id)))
    out.append(Offer("hard", "Hard", "Any plan, less money, half as much time.", Setup("hard", "")))
    out.append(Offer("impossible", "Impossible", "It says so.", Setup("impossible", "")))
    return out


def random_setup(rnd: Random) -> Setup:
    if rnd() < 0.1:
        return Setup("easy", "beachhead", tutorial=True)
    level = DIFFICULTIES[int(rnd() * 4)]
    plan = ("", *book().plans)[int(rnd() * 6)]
    home = CONTINENTS[int(rnd() * 6)] if level == "easy" and rnd() < 0.5 else ""
    return Setup(level, plan, TIMERS[int(rnd() * 3)], home, grace=500 if rnd() < 0.2 else 0)


# ---- the pieces ------------------------------------------------------------------------------------------------------


def new(setup: Setup) -> Xcom:
    """All pieces in their starting places; what chance decides comes in the first scene."""
    game = Xcom(setup, 4)
    level = game.difficulty
    game.war.add(0, War(emergency=emergency(level.id)))
    game.clock.add(0, Clock())
    for lab in LABS:
        game.labs.add(lab, Lab())
    _units(game)
    _assets(game)
    choose = level.id == "easy" and not game.setup.headquarters and not game.setup.tutorial
    game.scenes = [Home()] if choose else [SettingUp()]
    return game


@rule("setup.emergency", neutral=lambda difficulty: 0)
@rule("setup.difficulty", neutral=lambda difficulty: 0)
def emergency(difficulty: str) -> int:
    return book().difficulties[difficulty].emergency


@rule("setup.soldiers", neutral=lambda *_: None)
@rule("setup.interceptors", neutral=lambda *_: None)
@rule("setup.satellites-scientists", neutral=lambda *_: None)
def _units(game: Xcom) -> None:
    named = 0
    for kind in book().units.values():
        for i in range(1, kind.total + 1):
            place = RESERVE if i <= kind.start_reserve else POOL
            name = ""
            if kind.kind == "soldier":
                name, named = soldier_name(named), named + 1
            game.units.add(f"{SHORT.get(kind.id, kind.id)}{i}", Unit(kind.kind, kind.id, place, name=name))
    game.put(names=named)


@rule("setup.roles", neutral=lambda *_: None)
@rule("cards.asset", neutral=lambda *_: None)
def _assets(game: Xcom) -> None:
    for card in book().cards.values():
        if card.deck == "asset":
            game.cards.add(card.id, Asset(card.seat))


@lru_cache(64)
def _deck_cards(deck: str, plan: str, timer: str) -> tuple[str, ...]:
    cards = [book().cards[c] for c in book().deck(deck)]
    if deck == "enemy":
        cite("setup.enemy-deck")
        groups = ("core", *book().plans[plan].groups)
        cards = [c for c in cards if c.group in groups]
    if timer == "off":
        # Without timers a card that only gives time is taken out.
        cards = [c for c in cards if not _only_time(c.id)]
    return tuple(c.id for c in cards)


@rule("setup.enemy-deck")
@rule("modes.timer-off")
def deck_cards(deck: str, plan: str, timer: str) -> list[str]:
    """The cards that a deck consists of in this game, in the order of the catalogue."""
    return list(_deck_cards(deck, plan, timer))


def _only_time(card: str) -> bool:
    effects = book().cards[card].effects
    inner = [e for top in effects for option in (top.options or ((top,),)) for e in option]
    return bool(inner) and all(e.do in ("add_time", "add_pause") for e in inner)


# ---- the first scene -------------------------------------------------------------------------------------------------


@scene
@rule("setup.headquarters")
@rule("play.decisions-setup", neutral=lambda *_: [SettingUp()])
def home(game: Xcom, at: Home) -> Flow[list[Scene]]:
    chosen = yield from Choose(
        seat=COMMANDER,
        key="headquarters",
        rule="setup.headquarters",
        prompt="Where do the headquarters stand?",
        among=lambda: ("", *CONTINENTS),
        label=lambda c: f"{book().continents[c].name}: {book().continents[c].text}" if c else "Let the dice decide",
        on=lambda c: c,
        default="",
    )
    game.put(headquarters=chosen)
    return [SettingUp()]


@scene
@rule("setup.order", neutral=lambda *_: [])
def setting_up(game: Xcom, at: SettingUp) -> Flow[list[Scene]]:
    from xenotable.games.xcom.timed import Prepare

    seed = yield from invasion_seed()
    game.secret.set(NOBODY, seed=seed)
    fixed_plan, home = game.setup.plan, game.setup.headquarters or game.w.headquarters
    if game.setup.tutorial:
        cite("content.tutorial")
        home = book().lessons[0].headquarters
    fixed = opening(game.setup.difficulty, fixed_plan, home, sequence(seed, "setup"))
    ufos = book().lessons[0].start_ufos if game.setup.tutorial else fixed.ufos
    for continent, panic in zip(CONTINENTS, fixed.panic, strict=True):
        game.continents.add(continent, Continent(panic, ufos.count(continent)))
    game.put(plan=fixed.plan, headquarters=fixed.headquarters, orbit=ufos.count("orbit"))
    game.reports.add(0, first_report(type(fixed)(fixed.plan, fixed.headquarters, fixed.panic, ufos)))
    _announce(game)
    yield from _shuffle_decks(game)
    return [Lobby(), Prepare(1)] if len(game.setup.humans) > 1 else [Prepare(1)]


@scene
@rule("modes.lobby", neutral=lambda *_: [])
def lobby(game: Xcom, at: Lobby) -> Flow[list[Scene]]:
    """Whoever is not there yet has not tapped ready; a machine that takes a free role is ready at once."""
    yield from All(asks=[_ready(player[0]) for player in game.setup.humans])
    game.tell("Everybody is ready.", "modes.lobby")
    return []


def _ready(seat: int) -> Ask[str]:
    return Choose(
        seat=seat,
        key="ready",
        rule="modes.lobby",
        prompt="Are you ready?",
        among=lambda: ("ready",),
        label=lambda _: "Ready",
        always=True,
    )


@rule("modes.seed")
def invasion_seed() -> Flow[str]:
    """The seed of the invasion sequences: the first thing drawn in either mode, so that both run the same invasion."""
    seed = b""
    while len(seed) < SEED_BYTES:
        seed += bytes([(yield from Draw(key="seed", rule="modes.seed", bag=BYTES, seen=()))])
    return seed.hex()


def _announce(game: Xcom) -> None:
    w, plan = game.w, game.plan
    game.tell(
        "The plan is {plan}; its final mission is called {final}.", "setup.plan", plan=plan.name, final=plan.final_name
    )
    game.tell(
        "The headquarters stand in {c}: {text}",
        "setup.headquarters",
        c=w.headquarters,
        text=book().continents[w.headquarters].text,
    )
    cite("setup.damage")
    game.tell(
        "UFOs in orbit: {n}; over the continents: {m}.",
        "setup.start-ufos",
        n=w.orbit,
        m=sum(c.ufos for c in game.continents.values()),
    )


@rule("setup.decks", neutral=lambda *_: None)
def _shuffle_decks(game: Xcom) -> Flow[None]:
    for deck in DECKS:
        cards = deck_cards(deck, game.w.plan, game.setup.timer)
        order = yield from Shuffle(key=f"deck-{deck}", rule="setup.decks", items=cards, seen=())
        if game.setup.tutorial:
            order = stacked(deck, order)
        game.secret.set(NOBODY, **{deck: order})
        game.decks.add(deck, Deck(unknown=len(order)))


@rule("content.tutorial", neutral=lambda deck, order: order)
def stacked(deck: str, order: tuple[str, ...]) -> tuple[str, ...]:
    """The lessons' cards come up in their order; the rest stay as shuffled."""
    first: list[str] = []
    for script in book().lessons:
        crises = [c for pair in script.crises for c in pair]
        first += {"tech": script.hand, "mission": script.missions, "crisis": crises, "enemy": script.enemies}[deck]
    return (*first, *(c for c in order if c not in first))
