"""Metrics of a server, in the text format of Prometheus."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator

from pandoku.web.jobs import Pool

__all__ = ["Metrics"]

_BOUNDS_S = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 120.0)


class Metrics:
    """Counters of requests, and gauges that read the state of the pools on demand."""

    def __init__(self, pools: Iterable[Pool]) -> None:
        self.pools = tuple(pools)
        self.requests: Counter[tuple[str, int]] = Counter()
        self.buckets: dict[str, list[int]] = {}
        self.seconds: Counter[str] = Counter()

    def count(self, endpoint: str, status: int, seconds: float) -> None:
        """Count a request.

        Args:
            endpoint: A name from a small fixed set, so that the metrics stay small.
            status: HTTP status; 499 if the client disconnected.
            seconds: Time from the head of the request to the end of the response.
        """
        self.requests[endpoint, status] += 1
        buckets = self.buckets.setdefault(endpoint, [0] * (len(_BOUNDS_S) + 1))
        buckets[bisect_left(_BOUNDS_S, seconds)] += 1
        self.seconds[endpoint] += seconds  # type: ignore[assignment]

    def text(self) -> str:
        """Return all metrics in the text format of Prometheus."""
        return "\n".join((*self._requests(), *self._histogram(), *self._pools())) + "\n"

    def _requests(self) -> Iterator[str]:
        name = "pandoku_requests_total"
        yield from _head(name, "counter", "Requests by endpoint and status.")
        for (endpoint, status), n in sorted(self.requests.items()):
            yield f'{name}{{endpoint="{endpoint}",status="{status}"}} {n}'

    def _histogram(self) -> Iterator[str]:
        name = "pandoku_request_seconds"
        yield from _head(name, "histogram", "Time from a request's head to its answer's end.")
        for endpoint, counts in sorted(self.buckets.items()):
            total = 0
            for bound, n in zip((*map(str, _BOUNDS_S), "+Inf"), counts, strict=True):
                total += n
                yield f'{name}_bucket{{endpoint="{endpoint}",le="{bound}"}} {total}'
            yield f'{name}_sum{{endpoint="{endpoint}"}} {self.seconds[endpoint]:.6f}'
            yield f'{name}_count{{endpoint="{endpoint}"}} {total}'

    def _pools(self) -> Iterator[str]:
        gauges = (
            ("pandoku_workers_ready", "gauge", "Processes that can work.", "ready"),
            ("pandoku_workers_busy", "gauge", "Processes that work on a call.", "busy"),
            ("pandoku_queue_length", "gauge", "Calls that wait for a process.", "waiting"),
            ("pandoku_worker_restarts_total", "counter", "Processes replaced.", "restarts"),
        )
        for name, metric_type, words, attribute in gauges:
            yield from _head(name, metric_type, words)
            for pool in self.pools:
                yield f'{name}{{pool="{pool.bounds.name}"}} {getattr(pool, attribute)}'


def _head(name: str, metric_type: str, words: str) -> tuple[str, str]:
    return f"# HELP {name} {words}", f"# TYPE {name} {metric_type}"
