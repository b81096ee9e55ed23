"""What follows from an answer in a running match: the rules themselves go on, over all dice, exactly.

    found = explore(match, "b3", policy={"firefight": False, "throw-again": prefer(None)})
    found.odds(lambda end: end.game.units["b3"].strength).mean
    found.chance(lambda end: end.ask is not None and end.ask.key == "retreat")

The match stays as it is. Chance branches: dice over their classes, draws over the bag. Decisions on the way are taken
by the policy (as in `policies`: a mapping by the keys of asks, or a function of game, None and ask) or have a single
answer; where neither holds the way ends, as it does with the match. Between scenes equal states are one (unless their
story is kept), so long exchanges stay small. Nothing here knows how a game works out its forecasts, so tests hold those
against it; a bot can explore what it imagines (`explore(view.imagine(seed), answer)`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import permutations
from typing import Any, NamedTuple

from xenotable.engine.asks import UNSET, All, Ask, First, Flow, Reply, Safe, Shuffle, sole_decision
from xenotable.engine.events import Event
from xenotable.engine.game import Game
from xenotable.engine.match import Match
from xenotable.engine.scenes import run
from xenotable.faults import Fault
from xenotable.odds.exact import Fan, fan
from xenotable.odds.policies import Policy, policy_function
from xenotable.odds.result import Odds

SHUFFLED = 6  # things whose orders are gone through
WAYS = 50_000  # more are a mistake, or need a policy that ends earlier
Until = Callable[[Any, Ask[Any]], bool]  # of a game and what is asked in it


class TooMany(Fault):
    """The dice can fall in more ways than somebody wants to wait for."""


class End(NamedTuple):
    """Where a way ends, and how likely it is: the state, what stands open in it (None: nothing, because the match is
    over or the way ends between scenes), and what was told on the way if that was wanted."""

    p: Fraction
    game: Any
    ask: Ask[Any] | None
    told: tuple[Event, ...] = ()


class Explored:
    """All ends of an exploration."""

    def __init__(self, ends: list[End], rolled: bool) -> None:
        self.ends, self.rolled = ends, rolled  # rolled: whether chance had a part in it

    def odds(self, measure: Callable[[End], Any]) -> Odds:
        """The odds of something that can be measured at the end."""
        chances: dict[Any, Fraction] = {}
        for end in self.ends:
            value = measure(end)
            chances[value] = chances.get(value, Fraction(0)) + end.p
        return Odds(chances)  # type: ignore[arg-type]  # exact ones

    def chance(self, holds: Callable[[End], bool]) -> Fraction:
        """The probability that something holds at the end."""
        return sum((end.p for end in self.ends if holds(end)), Fraction(0))


def explore(
    match: Match[Any],
    answer: Any = UNSET,
    ask: str | None = None,
    *,
    policy: Policy | None = None,
    until: Until | None = None,
    story: bool = False,
    ways: int = WAYS,
) -> Explored:
    """Everything that can follow, from an open ask (by id or key; the first one otherwise) answered so, or without an
    answer from where the match stands. `until` ends a way at an ask, before it is answered, or between two scenes (the
    ask is then a Safe, and the next scene stands on top of the game's); `story` keeps what was told.

    A Fault says that the answer is refused, TooMany that there are more ways than wanted."""
    start = match.fork()
    if answer is not UNSET:
        _answer(start, answer, ask)
    explorer = _Explorer(policy, until, story, ways)
    explorer.go(start.key, tuple(start.tail), dict(start.held))
    return Explored(explorer.ends, explorer.rolled)


def _answer(match: Match[Any], answer: Any, ask: str | None) -> None:
    """Notes the answer as the next thing that the rules are told."""
    found = next((i for i, a in enumerate(match.open) if ask in (None, a.key, match.id(a))), None)
    if found is None:
        raise Fault(f"Nothing called {ask!r} stands open.")
    value, refusals = match.check(match.open[found].seat, answer, match.id(match.open[found]))
    if refusals:
        raise Fault(f"That answer is refused: {' '.join(map(str, refusals))}")
    match._hold(found, value)


class _Node(NamedTuple):
    """A state at a safe point, what the rules were told since, and answers to an All that is not complete."""

    game: Game
    tail: tuple[Any, ...]
    held: Mapping[int, Any]
    told: tuple[Event, ...]
    p: Fraction


class _Explorer:
    def __init__(self, policy: Policy | None, until: Until | None, story: bool, ways: int) -> None:
        self.say, self.until, self.story, self.ways = policy_function(policy), until, story, ways
        self.ends: list[End] = []
        self.rolled = False

    def go(self, game: Game, tail: tuple[Any, ...], held: Mapping[int, Any]) -> None:
        """One generation after the other, each from safe point to safe point."""
        here = [_Node(game, tail, held, (), Fraction(1))]
        seen = 0
        while here:
            after: list[_Node] = []
            while here:
                seen += 1
                if seen > self.ways:
                    raise TooMany(f"The dice can fall in more than {self.ways} ways.")
                self.follow(here.pop(), here, after)
            here = after if self.story else _merged(after)

    def follow(self, node: _Node, more: list[_Node], after: list[_Node]) -> None:
        """From a node until chance, the next safe point or the end; other outcomes of chance are nodes of their own."""
        game, flow, told, ask = _reopen(node, self.story)
        tail, held, p = list(node.tail), node.held, node.p
        while ask is not None:
            if type(ask) is Safe:
                if self.until is not None and self.until(game, ask):
                    ask = None
                    break
                after.append(_Node(game.snapshot(), (), {}, tuple(told), p))
                return
            chances = _fan(ask)
            if chances is not None:
                self.rolled = self.rolled or len(chances) > 1
                (value, share), *others = chances
                more += [node._replace(tail=(*tail, v), held={}, p=p * q) for v, q in others]
                p *= share
            else:
                put, ask = ask, sole_decision(ask) or ask  # nobody does what stands open aside
                stops = self.until is not None and self.until(game, ask)
                value = UNSET if stops else self.decide(game, ask, held)
                held = {}
                if value is UNSET:
                    break
                value = value if put is ask else Reply(ask.key, ask.seat, value, 0)
            tail.append(value)
            ask = _next(flow, value)
        self.ends.append(End(p, game, ask, tuple(told)))

    def decide(self, game: Game, ask: Ask[Any], held: Mapping[int, Any]) -> Any:
        """What the policy answers, or the only answer there is; UNSET where it is somebody's choice."""
        if type(ask) is All:
            answers = [held[i] if i in held else self.decide(game, a, {}) for i, a in enumerate(ask.asks)]
            return UNSET if any(a is UNSET for a in answers) else answers
        if type(ask) is First:
            for a in ask.asks:
                if (value := self.stated(game, a)) is not UNSET:
                    return Reply(a.key, a.seat, value, 0)
            return UNSET
        value = self.stated(game, ask)
        if value is UNSET and not ask.always and (only := ask.only()):
            return only[0]
        return value

    def stated(self, game: Game, ask: Ask[Any]) -> Any:
        return UNSET if self.say is None else self.say(game, None, ask)


def _reopen(node: _Node, story: bool) -> tuple[Game, Flow[None], list[Event], Ask[Any] | None]:
    """The rules, brought to where all of this has been said."""
    game = node.game.copy()
    told = list(node.told)
    if story:
        game.listener = told
    flow = run(game)
    ask = _next(flow, None)
    if type(ask) is Safe:
        ask = _next(flow, None)
    for value in node.tail:
        ask = _next(flow, value)
    return game, flow, told, ask


def _next(flow: Flow[None], value: Any) -> Ask[Any] | None:
    try:
        return flow.send(value)
    except StopIteration:
        return None


def _fan(ask: Ask[Any]) -> Fan | None:
    if type(ask) is Shuffle:
        if len(ask.items) > SHUFFLED:
            raise TooMany(f"{len(ask.items)} things are shuffled.")
        orders = Counter(permutations(ask.items))
        return [(order, Fraction(n, orders.total())) for order, n in orders.items()]
    return fan(ask, exact=True)


def _merged(nodes: list[_Node]) -> list[_Node]:
    """Equal states are one."""
    if len(nodes) < 2:
        return nodes
    found: dict[bytes, _Node] = {}
    for node in nodes:
        key = node.game.encoded()
        known = found.get(key)
        found[key] = node if known is None else known._replace(p=known.p + node.p)
    return list(found.values())
