"""Figures about a running server, in the text format of Prometheus."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

QUANTILES = (0.5, 0.95, 0.99)
WINDOW = 4096  # the latest acknowledgements, of which the quantiles are
WAITS = (0.001, 0.01, 0.1, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0)  # seconds


class Acknowledgements(Collector):
    """From a decision that comes in to its acknowledgement, in seconds."""

    def __init__(self) -> None:
        self._latest: deque[float] = deque(maxlen=WINDOW)
        self._count, self._sum = 0, 0.0

    def observe(self, seconds: float) -> None:
        self._latest.append(seconds)
        self._count, self._sum = self._count + 1, self._sum + seconds

    def collect(self) -> Iterator[Metric]:
        name = "xenotable_acknowledgement_seconds"
        metric = Metric(name, "From a decision that comes in to its acknowledgement.", "summary")
        ordered = sorted(self._latest)
        for q in QUANTILES if ordered else ():
            metric.add_sample(name, {"quantile": str(q)}, ordered[min(len(ordered) - 1, int(q * len(ordered)))])
        metric.add_sample(f"{name}_count", {}, self._count)
        metric.add_sample(f"{name}_sum", {}, self._sum)
        yield metric


class Metrics:
    def __init__(self, rooms: Callable[[], int], sockets: Callable[[], int]) -> None:
        self.registry = CollectorRegistry()
        self.acknowledgements = Acknowledgements()
        self.registry.register(self.acknowledgements)
        self.decisions = Counter("xenotable_decisions", "Decisions that were taken.", registry=self.registry)
        self.waits = Histogram(
            "xenotable_pool_wait_seconds",
            "How long work has waited for a worker.",
            ["pool"],
            buckets=WAITS,
            registry=self.registry,
        )
        Gauge("xenotable_rooms", "Rooms in memory.", registry=self.registry).set_function(rooms)
        Gauge("xenotable_sockets", "Open sockets.", registry=self.registry).set_function(sockets)

    def text(self) -> bytes:
        return generate_latest(self.registry)
