"""Metrics of this process for Prometheus.

Labels have few values each, and never a name, a key or an id. Each server is one process with its own metrics.
"""

from __future__ import annotations

from functools import partial
from typing import Literal

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, disable_created_metrics

disable_created_metrics()  # type: ignore[no-untyped-call]

REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)

_counter, _gauge = partial(Counter, registry=REGISTRY), partial(Gauge, registry=REGISTRY)

requests = _counter("upcard_requests", "Requests answered, by route and status.", ("method", "route", "status"))
request_seconds = Histogram(
    "upcard_request_seconds",
    "Seconds from a whole request to its answer, with the wait for a thread.",
    ("route",),
    buckets=(0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
    registry=REGISTRY,
)
server_errors = _counter("upcard_server_errors", "Requests answered with status 500: faults in Upcard.")
taps = _counter("upcard_taps", "Taps, by what came of them.", ("outcome",))
requests_under_way = _gauge("upcard_requests_under_way", "Requests waiting for a thread or being answered.")
threads_busy = _gauge("upcard_threads_busy", "Threads busy with a request.")
cut_off = _counter("upcard_cut_off", "Clients cut off or turned away, by the limit.", ("limit",))
database_faults = _counter("upcard_database_faults", "Requests that failed because of a database fault.", ("kind",))
cache_lookups = _counter("upcard_cache_lookups", "Lookups in the caches of hands and tables.", ("cache", "result"))
copies_failed = _counter("upcard_backups_failed", "Copies of the database that could not be made.")

# Export every limit and outcome from the start, or the first increase would go unnoticed.
for _limit in ("handshake", "head", "body", "connections", "waiting"):
    cut_off.labels(_limit)
for _outcome in ("answered", "repeated", "stale", "refused", "broken"):
    taps.labels(_outcome)


class Lookups:
    """The hits and misses of one cache."""

    def __init__(self, cache: Literal["hands", "tables"]) -> None:
        self._hit = cache_lookups.labels(cache, "hit")
        self._miss = cache_lookups.labels(cache, "miss")

    def count(self, hit: bool) -> None:
        """Count a lookup."""
        (self._hit if hit else self._miss).inc()
