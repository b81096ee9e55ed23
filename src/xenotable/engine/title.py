"""A title: all that the engine, servers, laboratories and players need to know of a game beside its running state.

It is assembled once, at the front door of a game, from plain functions. What a game does not have it leaves out.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from xenotable.engine.asks import Ask, Random
from xenotable.engine.display import Board, Calculator, Forecast, Panel, Progress, Sighting, Token
from xenotable.engine.game import Game, Result
from xenotable.engine.muster.book import Book
from xenotable.engine.paper import Press
from xenotable.engine.readings import Reading, reading_refusals, readings_of
from xenotable.engine.refusals import Refusal
from xenotable.engine.slots import unfilled_slots
from xenotable.engine.wording import render_template
from xenotable.faults import Fault, nearest, some

if TYPE_CHECKING:
    from xenotable.engine.match import Match

G = TypeVar("G", bound=Game)
FIRST_BATTLE = "first-battle"

Advice = tuple[Any, str] | None  # an answer and the reason for it; None: no opinion
Advisor = Callable[[G, int, Ask[Any], Random], Advice]
Values = Mapping[str, Mapping[str, Any]]  # by group and field
Shares = Mapping[tuple[str, str], float]  # of two lists: the share of their battles that the first wins


class Offer(msgspec.Struct, frozen=True):
    """A ready battle: what a start page shows, and the set-up behind it."""

    id: str
    title: str
    about: str
    setup: Any
    origin: str = ""  # of its scenario: source, restored or ours


# ---- what holds where a game says nothing ----------------------------------------------------------------------------


def _nothing(*_: Any) -> tuple[()]:
    return ()


def _never(*_: Any) -> bool:
    return False


def _always(*_: Any) -> bool:
    return True


def _none(*_: Any) -> None:
    return None


def _any_colour(game: Any, seat: int) -> str:
    return ""


def _no_scenario(game: Any) -> str:
    return ""


def _no_board(game: Any) -> Board:
    return Board(0, 0)


def _no_progress(game: Any) -> Progress:
    return Progress()


def _as_it_is(setup: Any, people: Any) -> Any:
    return setup


def _nothing_to_calculate(id: str, values: Any, exact: bool = False) -> Sequence[Forecast]:
    raise Fault("This game has nothing to calculate.")


def _others_win(game: Game, seat: int) -> Result:
    others = tuple(s for s in range(game.seats) if s != seat)
    return Result(others, f"Conceded by {game.seat_name(seat)}.", "engine.concede")


class Title(msgspec.Struct, Generic[G], frozen=True, kw_only=True, eq=False):
    """`GAME = Title(id="duel", title="Duel", state=Duel, setup=Wager, new=new, offers=offers)` is enough to play."""

    id: str
    title: str
    about: str = ""
    rules: int = 1  # raised whenever a golden game changes
    together: bool = False  # all seats are on one side: who shares a screen hides nothing from himself

    state: type[G]
    setup: type[Any]
    chapters: tuple[ModuleType, ...] = ()  # modules and whole packages that are loaded with it: scenes, filled slots

    # ---- before a match
    new: Callable[[Any], G]  # the state before the first decision
    offers: Callable[[], Sequence[Offer]]  # ready battles, the best one for a newcomer first
    random_setup: Callable[[Random], Any] = _none  # any legal set-up, for simulation; by default one of the offers
    setup_refusals: Callable[[Any], Iterable[Refusal]] = _nothing  # everything that is wrong with a set-up
    readings: Callable[[], Sequence[Reading]] = _nothing  # other readings of its rules than our rulings
    campaign_refusals: Callable[[Any], Iterable[Refusal]] = _nothing  # what only battles of a campaign may have
    lists: Callable[[], Sequence[str]] = _nothing  # ready-made armies by their ids
    pairing: Callable[[str, str, Random], Any] = _none  # a set-up of two lists (seat 0 has the first), or None
    points: Callable[[Any, int], float] | None = None  # what the list of this seat in a set-up costs
    counted_in: str = "points"  # what those are
    thinned: Callable[[Any, int, Random], Any] = _none  # the set-up with one unit of this seat's list left out, or None
    muster: Book | None = None  # lists of one's own: what can be chosen, what it costs, what is wrong
    calculators: Callable[[], Sequence[Calculator]] = _nothing  # odds that can be asked for without a match
    # The answer of a calculator, in Fractions if the last is True; a Fault when values do not fit.
    calculate: Callable[[str, Values, bool], Sequence[Forecast]] = _nothing_to_calculate
    content_faults: Callable[[], Iterable[str]] = _nothing  # what its own rules on content find wrong, as sentences
    off_balance: Callable[[Shares], Iterable[str]] = _nothing  # what its rules say against results of lists
    press: Press | None = None  # what can be printed: lists on cards, references, counters
    kernels: tuple[str, ...] = ()  # modules that use compiled code once it is there (`xenotable.kernels`)
    batch_kernels: tuple[str, ...] = ()  # the same for large batches of odds: games are played without them

    opening: tuple[str, ...] = ()  # keys of decisions before the first real one: sides, deployment, equipment

    # ---- a match in progress
    scenario: Callable[[G], str] = _no_scenario  # which one is played, by its id; "" until it is rolled for
    redeal: Callable[[G, int, Random], None] = _none  # fills the secrets that this seat does not know, as they may be
    invariants: Callable[[G], Iterable[str]] = _nothing  # those that do not hold, as sentences
    concede_refusals: Callable[[G, int], Iterable[Refusal]] = _nothing  # why this seat may not give up now
    conceded: Callable[[G, int], Result] = _others_win  # what giving up comes to
    all_lost: Callable[[G], bool] = _never  # whether a match without winners was won by an enemy whom nobody plays

    # ---- what screens show
    board: Callable[[G], Board] = _no_board
    tokens: Callable[[G, int], Sequence[Token]] = _nothing
    panels: Callable[[G, int], Sequence[Panel]] = _nothing
    progress: Callable[[G], Progress] = _no_progress  # points and round
    sight: Callable[[G, str, str], Sighting | None] = _none  # what a piece sees of another; None: nothing to say
    unseated: Callable[[G], Sequence[tuple[int, str]]] = _nothing  # sides that no seat plays: whose colour, what name
    seat_colour: Callable[[G, int], str] = _any_colour  # green, purple, cyan or white where the rules give one

    # ---- opponents: advice on one open ask of an imagined world; None lets it be
    advise: Callable[[Match[G], int, Ask[Any], Random], Advice] | None = None
    recruit: Callable[[Match[G], int, Ask[Any], Random], Advice] | None = None  # as the book has beginners play
    veteran: Callable[[Match[G], int, Ask[Any], Random, Callable[[], bool]], Advice] | None = None  # while time is left
    prospects: Callable[[G, int], float] | None = None  # from -1 (lost) to 1 (won)

    # ---- people who come, go and click too late
    peopled: Callable[[Any, Sequence[tuple[int, ...]]], Any] = _as_it_is  # the set-up as these people play it, by seats
    parting: Callable[[G, int, bool], Sequence[tuple[int, str, Any]]] = _nothing  # answered when a person has gone
    stands_in: Callable[[G, int], bool] = _never  # whether a machine decides for a person who is away
    may_undo: Callable[[G, str], bool] = _always  # whether an answer with this key can be taken back now
    too_late: Callable[[G, int, str, object], Iterable[Refusal]] = _nothing  # where the rules have a word for it

    def __repr__(self) -> str:
        return f"Title({self.id!r})"

    def __post_init__(self) -> None:
        if known := _TITLES.get(self.state):
            raise ValueError(f"{self.state.__name__} is the state of {known.id!r}; {self.id!r} needs one of its own.")
        for chapter in self.chapters:
            _load(chapter)
        if unfilled := unfilled_slots(self.id):
            raise ValueError(f"Nothing fills {', '.join(unfilled)}; `chapters` of {self.id!r} names what is loaded.")
        if self.random_setup is _none:
            msgspec.structs.force_setattr(self, "random_setup", self._any_offer)
        if self.muster is not None:
            book = msgspec.structs.replace(self.muster, game=self.id, title=self.title, rules=self.rules)
            msgspec.structs.force_setattr(self, "muster", book)
        _TITLES[self.state] = self

    def results(self, game: G) -> tuple[float, ...]:
        """What a match that is over brought each seat: 1 a victory, 0 a defeat, one half a draw."""
        result = game.result
        if result is None:
            return ()
        if result.winners:
            return tuple(float(seat in result.winners) for seat in range(game.seats))
        return (0.0 if self.together or self.all_lost(game) else 0.5,) * game.seats

    def begin(self, setup: Any, campaign: bool = False) -> G:
        """The state before the first decision, of a set-up that is checked whole; a Fault with everything that is
        wrong with it. What belongs to a campaign is refused in a battle that belongs to none."""
        refusals = [*reading_refusals(self, readings_of(setup)), *self.setup_refusals(setup)]
        refusals += () if campaign else self.campaign_refusals(setup)
        if refusals:
            raise Fault(" ".join(dict.fromkeys(render_template(r.says, r.args, str) for r in refusals)))
        return self.new(setup)

    def offered(self, id: str) -> Offer:
        """The ready battle with this id; a Fault if there is none. The first one is every game's "first-battle", by
        whatever id."""
        offers = {offer.id: offer for offer in self.offers()}
        if id == FIRST_BATTLE and offers:
            return offers.get(id) or next(iter(offers.values()))
        if id not in offers:
            raise Fault(f'{self.title} has no ready battle "{id}".{nearest(id, offers)} There are {some(offers)}.')
        return offers[id]

    def _any_offer(self, rnd: Random) -> Any:
        offers = self.offers()
        return offers[int(rnd() * len(offers))].setup


_TITLES: dict[type[Game], Title[Any]] = {}


def title_of(game: G) -> Title[G]:
    """The title that a state belongs to."""
    try:
        return _TITLES[type(game)]
    except KeyError:
        raise LookupError(f"{type(game).__name__} has no title: load the front door of its game first") from None


@cache
def _load(chapter: ModuleType) -> None:
    """Loads every module of a package, in the order of their names: what they declare is known afterwards."""
    for found in pkgutil.walk_packages(getattr(chapter, "__path__", ()), f"{chapter.__name__}."):
        importlib.import_module(found.name)


def by_key(
    advisors: Mapping[str, Advisor[G]], otherwise: Advisor[G] | None = None
) -> Callable[[Match[G], int, Ask[Any], Random], Advice]:
    """Advice by the key of an ask: for `fire:b3` that of `fire:b3`, or else of `fire`, or else this one."""

    def advise(world: Match[G], seat: int, ask: Ask[Any], rnd: Random) -> Advice:
        advisor = advisors.get(ask.key) or advisors.get(ask.key.partition(":")[0]) or otherwise
        return None if advisor is None else advisor(world.game, seat, ask, rnd)

    return advise
