"""Decisions recorded once are what best play decides, whatever the ends are worth."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from xenotable.engine import Choose, Roll, Row
from xenotable.odds import ATTACKER, Exchange, worth
from xenotable.odds.decisions import CHANCE, CHOICE, END, record_decisions


class Throw(Row, frozen=True):
    hits: int = 0
    misses: int = 0


THROW = Exchange[int, Throw]("roll", "again", "gamble")


@THROW.step("roll")
def roll(n, s):
    misses, hits = yield from Roll(seat=ATTACKER, key="roll", n=n, cuts=(4,))
    return Throw(hits, misses)


@THROW.step("again")
def again(n, s):
    if not s.misses:
        return s
    count = yield from Choose(seat=ATTACKER, key="again", among=lambda: range(s.misses + 1))
    _, hits = yield from Roll(seat=ATTACKER, key="roll", n=count, cuts=(4,))
    return replace(s, hits=s.hits + hits, misses=0)


@THROW.step("gamble")
def gamble(n, s):
    if not (yield from Choose(seat=ATTACKER, key="gamble", among=lambda: (False, True))):
        return s
    _, won = yield from Roll(seat=ATTACKER, key="roll", n=1, cuts=(5,))
    return Throw(s.hits + 2 * won - 1)


def decided(graph, value):
    """What the first node is worth, by the ends."""
    found = [value(end) for end in graph.ends]
    for n in range(len(graph.ends), len(graph.kinds)):
        here = range(graph.begins[n], graph.begins[n + 1])
        if graph.kinds[n] == CHANCE:
            found.append(sum(graph.chances[e] * found[graph.to[e]] for e in here))
        else:
            found.append(max(found[graph.to[e]] for e in here))
    return found[-1]


@given(st.integers(0, 3), st.lists(st.integers(-9, 9), min_size=6, max_size=6))
def test_a_graph_is_worth_what_best_play_is(dice, values):
    graph = record_decisions(THROW.compiled(), dice, Throw(), None, lambda s: s.hits)
    best = worth(THROW.compiled(), dice, Throw(), lambda n, s: values[s.hits])
    assert decided(graph, lambda hits: values[hits]) == pytest.approx(best)


def test_equal_nodes_are_one_and_stand_after_what_they_lead_to():
    graph = record_decisions(THROW.compiled(), 3, Throw(), None, lambda s: s.hits)
    assert sorted(graph.ends) == [-1, 0, 1, 2, 3, 4]
    assert graph.kinds[: len(graph.ends)] == [END] * 6
    assert set(graph.kinds[6:]) == {CHANCE, CHOICE}
    for n in range(len(graph.kinds)):
        leads = graph.to[graph.begins[n] : graph.begins[n + 1]]
        assert all(other < n for other in leads)
        if graph.kinds[n] == CHANCE:
            assert sum(graph.chances[graph.begins[n] : graph.begins[n + 1]]) == pytest.approx(1)
