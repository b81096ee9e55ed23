"""All decisions of an exchange as a graph, recorded once by running its own steps: for best play by the thousand.

What the choices are worth depends on the end of an exchange; what there is to choose from, and what the dice then
bring, does not. So the steps are run once, whatever the ends are worth: every choice, every roll and every kind of end
becomes a node, equal nodes are one, and a kernel goes through them from the ends for each value. Whoever records
needs no rule in numbers: a new one is in the graph.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, NamedTuple

from xenotable.engine.asks import Ask
from xenotable.odds.exact import Best, Fan, answers_to
from xenotable.odds.exchange import Steps
from xenotable.odds.policies import Answering

END, CHANCE, CHOICE = range(3)


class Decisions(NamedTuple):
    """Nodes in order: whatever a node leads to stands before it, and the last one is where the exchange begins. The
    ends are the first nodes. Node n leads to `to[begins[n]:begins[n + 1]]`, with `chances` where dice decide; of
    choices the first of equal worth is taken."""

    ends: list[Hashable]
    kinds: list[int]
    begins: list[int]
    to: list[int]
    chances: list[float]


class Recorder(Best):
    """Best play that notes all there is to choose from instead of choosing. All choices must be those of one seat."""

    def __init__(self, steps: Steps[Any, Any], terms: Any, say: Answering | None, end: Callable[[Any], Hashable]):
        super().__init__(steps, terms, lambda t, record: self._node((END, end(record))), say, exact=False)
        self.nodes: dict[tuple[Any, ...], int] = {}

    def _node(self, node: tuple[Any, ...]) -> int:
        return self.nodes.setdefault(node, len(self.nodes))

    def _mix(self, chances: Fan, follow: Callable[[Any], Any]) -> int:
        shares: dict[int, float] = {}
        for answer, p in chances:
            node = follow(answer)
            shares[node] = shares.get(node, 0.0) + p
        return next(iter(shares)) if len(shares) == 1 else self._node((CHANCE, *sorted(shares.items())))

    def _pick(self, ask: Ask[Any], follow: Callable[[Any], Any]) -> tuple[int, Any]:
        assert ask.seat == 0
        nodes = tuple(dict.fromkeys(follow(option) for option in answers_to(ask)))
        return (nodes[0] if len(nodes) == 1 else self._node((CHOICE, *nodes))), None


def record_decisions(
    steps: Steps[Any, Any], terms: Any, start: Any, say: Answering | None, end: Callable[[Any], Hashable]
) -> Decisions:
    """What seat 0 may choose in these steps. `end(record)` says what matters of a record in the end."""
    recorder = Recorder(steps, terms, say, end)
    first = recorder.worth(0, start)
    nodes = list(recorder.nodes)
    order = [n for n, node in enumerate(nodes) if node[0] == END]
    order += [n for n, node in enumerate(nodes[: first + 1]) if node[0] != END]
    place = {n: i for i, n in enumerate(order)}
    graph = Decisions([nodes[n][1] for n in order if nodes[n][0] == END], [], [0], [], [])
    for n in order:
        kind, *leads = nodes[n]
        graph.kinds.append(kind)
        if kind == CHANCE:
            graph.to.extend(place[node] for node, _ in leads)
            graph.chances.extend(p for _, p in leads)
        elif kind == CHOICE:
            graph.to.extend(place[node] for node in leads)
            graph.chances.extend(0.0 for _ in leads)
        graph.begins.append(len(graph.to))
    return graph
