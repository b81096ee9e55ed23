"""What rules can ask for: the base of all asks, chance, and several asks at once. Decisions stand in `decisions`.

Rules are generators: `answer = yield from SomeAsk(...)` puts the ask and receives its typed answer.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from xenotable.engine.dice import count_classes
from xenotable.engine.refusals import MalformedAnswer, Refusal, is_legal

T = TypeVar("T")
Random = Callable[[], float]  # a number from 0 up to, but not including, 1

NOBODY = -1  # the seat of chance, and of secrets that no player knows
UNSET = msgspec.UNSET


class Ask(msgspec.Struct, Generic[T], kw_only=True, eq=False):
    """One question to one seat. `prompt` is a template over `args`; ids of pieces among them are worded as names."""

    seat: int = NOBODY
    key: str = ""
    rule: str = ""
    prompt: str = ""
    args: Mapping[str, Any] | None = None
    secret: bool = False  # the answer is known to this seat alone
    until: int | None = None  # milliseconds of the match clock
    default: Any = UNSET  # what expiry answers, and what a screen preselects
    always: bool = False  # put even with a single option, because skipping it would betray something
    aside: bool = False  # stands open beside what is decided: somebody may, and nobody waits for it
    can_wait: bool = False  # stands open at other moments as well: screens put what is asked now before it
    gives_up: tuple[Any, ...] = (None, False, "", "nothing", "pass")  # told if nothing else is left

    def __iter__(self) -> Generator[Ask[Any], Any, T]:
        answer: T = yield self
        return answer

    def shape(self, said: object) -> T:
        """The answer in its canonical form, from JSON or from a bot; MalformedAnswer when it has not even the form."""
        answer: T = freeze(said)
        return answer

    def check(self, value: T) -> Iterable[Refusal]:
        """Why this answer is not allowed; nothing if it is."""
        return ()

    def accepts(self, said: object) -> bool:
        """Whether this would be an answer: it has the form, and nothing speaks against it."""
        try:
            return is_legal(self.check(self.shape(said)))
        except MalformedAnswer:
            return False

    def settle(self, value: T) -> T:
        """After the check: the very object that the rules offered."""
        return value

    def candidates(self, n: int, rnd: Random) -> Sequence[T]:
        """Legal answers for machines: all where they are few, about n otherwise."""
        raise NotImplementedError

    def drawn(self, n: int, rnd: Random) -> Sequence[T]:
        """One of the candidates, any of them as likely as another; nothing if there are none."""
        found = self.candidates(n, rnd)
        many = len(found)
        return (found[int(rnd() * many)],) if many else ()

    def only(self) -> Sequence[T]:
        """The single legal answer if there is just one, else nothing."""
        return ()

    def obey(self, order: Any) -> Sequence[T]:
        """What a standing order answers here; nothing if it does not apply."""
        return ()


Flow = Generator[Ask[Any], Any, T]


def freeze(value: Any, depth: int = 8) -> Any:
    """Lists become tuples, all the way down; what is nested too deep is no answer."""
    if type(value) is list or type(value) is tuple:
        if depth == 0:
            raise MalformedAnswer("That answer is nested too deeply.")
        return tuple(freeze(v, depth - 1) for v in value)
    return value


# ---- chance ----------------------------------------------------------------------------------------------------------


class Roll(Ask[tuple[int, ...]]):
    """n dice, read in classes: cuts (3, 6) give the counts of (below 3, 3 to 5, 6). `again` says how many dice of each
    class of the roll before are picked up; a screen shows it."""

    n: int
    cuts: tuple[int, ...] = (2, 3, 4, 5, 6)
    sides: int = 6
    again: tuple[int, ...] | None = None
    names: tuple[str, ...] = ()  # of the classes, for a screen

    def shape(self, said: object) -> tuple[int, ...]:
        if not isinstance(said, list | tuple | bytes) or len(said) != self.n:
            raise MalformedAnswer("Type in {n} results.", n=self.n)
        faces = tuple(said)
        if any(type(f) is not int or not 1 <= f <= self.sides for f in faces):
            raise MalformedAnswer("Every die shows a whole number from 1 to {sides}.", sides=self.sides)
        return faces

    def counts(self, faces: Iterable[int]) -> tuple[int, ...]:
        """How many of these faces fall into each class."""
        return count_classes(faces, self.cuts, self.sides)

    def candidates(self, n: int, rnd: Random) -> Sequence[tuple[int, ...]]:
        return [tuple(1 + int(rnd() * self.sides) for _ in range(self.n))]


class Draw(Ask[T]):
    """One piece out of a bag of (what, how many). A deck is such a bag until somebody knows its order."""

    bag: Sequence[tuple[T, int]]
    seen: tuple[int, ...] | None = None  # who sees what is drawn; None: everybody


class Shuffle(Ask[tuple[T, ...]]):
    """An order of the items that somebody is going to know."""

    items: Sequence[T]
    seen: tuple[int, ...] | None = None


class Reckon(Ask[T]):
    """Dear to work out, certain in its result: worked out once and noted, so that a fork does not repeat it."""

    work: Callable[[], T]


class Safe(Ask[None]):
    """Put by the engine at the start of a scene: the state alone determines what follows."""


SAFE = Safe()


# ---- several at once -------------------------------------------------------------------------------------------------


class Lazily(Sequence[Ask[Any]]):
    """Asks that are made when somebody looks at them: a replay never does, so forks need not pay for them."""

    __slots__ = ("_args", "_made", "_make")

    def __init__(self, make: Callable[..., Sequence[Ask[Any]]], *args: Any) -> None:
        self._make, self._args, self._made = make, args, None

    _make: Callable[..., Sequence[Ask[Any]]]
    _args: tuple[Any, ...]
    _made: tuple[Ask[Any], ...] | None

    def made(self) -> tuple[Ask[Any], ...]:
        if self._made is None:
            self._made = tuple(self._make(*self._args))
        return self._made

    def __len__(self) -> int:
        return len(self.made())

    def __iter__(self) -> Iterator[Ask[Any]]:
        return iter(self.made())

    def __getitem__(self, i: Any) -> Any:
        return self.made()[i]


class All(Ask[list[Any]]):
    """Several seats answer unseen, and may change their answer until all have; then the rules go on."""

    asks: Sequence[Ask[Any]]


class Reply(msgspec.Struct, frozen=True, gc=False):
    """Which of several open asks was answered, by whom, with what and when."""

    key: str
    seat: int
    value: Any
    at: int


EXPIRED = "expired"


class First(Ask[Reply]):
    """Several asks stand open; the rules get the first answer, with its time. Expiry (`until`) is a reply too; the
    deadlines of the single asks do not count. Put again by their scene they keep their ids, so that nobody's click
    fails because another was quicker; unless they are `fresh`: then what stands open is another question than the one
    before. One ask with asides alone is decided as if it stood there by itself."""

    asks: Sequence[Ask[Any]]
    fresh: bool = False


def sole_decision(ask: Ask[Any]) -> Ask[Any] | None:
    """The single decision that stands open, perhaps with asides, so that the match may answer it by itself; None where
    several people act at once."""
    if type(ask) is not First:
        return ask
    decisions = [a for a in ask.asks if not a.aside] if ask.fresh else []
    return decisions[0] if len(decisions) == 1 else None


class Wait(msgspec.Struct, frozen=True):
    """What a machine answers when it would rather let time pass."""

    ms: int


def freely(ask: Ask[T], offers: Callable[[], Sequence[Ask[Any]]], spend: Callable[[Reply], Flow[None]]) -> Flow[T]:
    """The ask, with offers beside it that may be taken any number of times first ("at any moment")."""
    while True:
        beside = offers()
        if not beside:
            return (yield from ask)
        reply = yield from First(asks=(ask, *beside), fresh=True)
        if reply.key == ask.key:
            answer: T = reply.value
            return answer
        yield from spend(reply)
