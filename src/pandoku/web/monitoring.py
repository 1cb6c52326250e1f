"""The log of requests and errors, and the metrics of a server.

Queries and bodies are not logged, because they contain people's puzzles.
"""

from __future__ import annotations

import queue
import sys
import threading
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from typing import NamedTuple, TextIO

import msgspec

from pandoku.web.jobs import Pool

__all__ = ["LOG_FORMS", "Log", "LogEntry", "Metrics"]

LOG_FORMS = ("text", "json", "none")
# Maximum number of waiting lines. Lines wait if the disk is full, or if nobody reads the log. Any
# further line is dropped.
_WAITING = 10_000


class LogEntry(NamedTuple):
    """A finished request.

    Attributes:
        client: Address of the client.
        method: HTTP method.
        path: Path of the URL, without the query.
        status: HTTP status, or 499 if the client disconnected.
        seconds: Time from the head of the request to the end of the response.
        size: Size of the response body in bytes.
    """

    client: str
    method: str
    path: str
    status: int
    seconds: float
    size: int


class Log:
    """Writes lines in a separate thread, so that no request waits for a terminal or a disk."""

    def __init__(self, form: str, stream: TextIO | None = None) -> None:
        self.form, self.stream = form, stream or sys.stderr
        self._lines: queue.Queue[str | None] = queue.Queue(_WAITING)
        self._thread = threading.Thread(target=self._write, daemon=True)

    def start(self) -> None:
        """Start the thread that writes lines."""
        self._thread.start()

    def stop(self) -> None:
        """Write the waiting lines and end the thread, within two seconds."""
        try:
            self._lines.put(None, timeout=1)
        except queue.Full:
            return
        self._thread.join(timeout=1)

    def request(self, entry: LogEntry) -> None:
        """Write a line about a request, unless the form of the log is "none"."""
        if self.form == "json":
            fields = {"time": _now(), "level": "info", **entry._asdict()}
            self._put(_encoded({**fields, "seconds": round(entry.seconds, 6)}))
        elif self.form == "text":
            client, method, path = map(_field, (entry.client, entry.method, entry.path))
            took = f"{entry.seconds * 1000:.1f} ms"
            rest = f"{path} {entry.status} {took} {entry.size} B"
            self._put(f"{_now()} {client} {method} {rest}")

    def error(self, text: str) -> None:
        """Write a line for the server's operator about a defect of pandoku or a dead process."""
        if self.form == "json":
            self._put(_encoded({"time": _now(), "level": "error", "message": text}))
        else:
            self._put(f"pandoku: {text}")

    def _put(self, line: str) -> None:
        with suppress(queue.Full):
            self._lines.put_nowait(line)

    def _write(self) -> None:
        while (line := self._lines.get()) is not None:
            try:
                self.stream.write(line + "\n")
                self.stream.flush()
            except (OSError, ValueError):  # the disk is full or the stream is closed
                continue


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _encoded(fields: dict[str, object]) -> str:
    return msgspec.json.encode(fields).decode()


def _field(text: str) -> str:
    """Return a text with its spaces, control characters and non-ASCII characters escaped.

    An address may come from a header that anyone can send. For example, an address with spaces
    could imitate other fields of the line.
    """
    return ascii(text)[1:-1].replace(" ", r"\x20")


# ---- metrics

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
            status: HTTP status, or 499 if the client disconnected.
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
