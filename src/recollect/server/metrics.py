"""What Prometheus reads: requests by route and outcome, and how much there is. Counts only, of nobody by name."""

from collections.abc import Iterator
from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Histogram,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from recollect.memory import Memory, Stats
from recollect.providers.resilience import Usage
from recollect.server.proxy.record import RECORDED
from recollect.server.proxy.remember import REMEMBERED

_COUNTS: Final = {
    "calls": "Calls of a model.",
    "failures": "Calls of a model that failed.",
    "seconds": "Time that calls of a model took.",
    "tokens": "Tokens given to a model.",
    "tokens_out": "Tokens a model has written.",
}


class Metrics:
    """Counts the requests of one server; the rest is asked of the memory when somebody looks."""

    def __init__(self, memory: Memory) -> None:
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "recollect_requests",
            "Requests by route, method and status.",
            ("route", "method", "status"),
            registry=self._registry,
        )
        self._seconds = Histogram(
            "recollect_request_seconds",
            "How long requests took, to the end of their answers.",
            ("route",),
            registry=self._registry,
        )
        self._registry.register(_Kept(memory))
        # Counted where it happens, for the whole process.
        self._registry.register(REMEMBERED)
        self._registry.register(RECORDED)
        ProcessCollector(registry=self._registry)

    def served(self, route: str, method: str, status: int, seconds: float) -> None:
        """Count one request; a status of 0 means that nobody was left to be answered."""
        self._requests.labels(route, method, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def text(self) -> bytes:
        """Everything in Prometheus' own format."""
        return generate_latest(self._registry)


class _Kept(Collector):
    """What the memory holds, and what its models have done."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def describe(self) -> Iterator[Metric]:
        """Nothing beforehand: that would read the whole memory once at every start."""
        yield from ()

    def collect(self) -> Iterator[Metric]:
        """The numbers of this moment."""
        stats = self._memory.stats()
        store = stats.store
        yield _gauge("agents", "Agents.", store.agents)
        yield _gauge("conversations", "Stored conversations.", store.conversations)
        yield _gauge("turns", "Stored turns.", store.turns)
        yield _gauge("turns_embedded", "Stored turns that have a vector.", store.turns_embedded)
        yield _gauge("database_bytes", "Size of the database.", store.database_bytes)
        yield _labelled("memories", "Memories by kind.", "kind", store.entries_by_kind)
        yield _labelled("jobs", "Background work by state.", "state", store.jobs_by_state)
        yield from _models(stats)


def _models(stats: Stats) -> Iterator[Metric]:
    used: dict[str, Usage] = {"embedding": stats.embedding, "chat": stats.chat}
    for name, told in _COUNTS.items():
        family = CounterMetricFamily(f"recollect_model_{name}", told, labels=("model",))
        for model, usage in used.items():
            family.add_metric((model,), getattr(usage, name))
        yield family


def _gauge(name: str, told: str, value: float) -> Metric:
    return GaugeMetricFamily(f"recollect_{name}", told, value)


def _labelled(name: str, told: str, label: str, values: dict[str, int]) -> Metric:
    family = GaugeMetricFamily(f"recollect_{name}", told, labels=(label,))
    for key, value in values.items():
        family.add_metric((key,), value)
    return family
