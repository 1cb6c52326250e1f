"""A log with one line for each request, as text or JSON.

Queries and bodies are not logged, because they contain people's puzzles.
"""

from __future__ import annotations

import queue
import sys
import threading
from contextlib import suppress
from datetime import UTC, datetime
from typing import NamedTuple, TextIO

import msgspec

__all__ = ["LOG_FORMS", "Log", "LogEntry"]

LOG_FORMS = ("text", "json", "none")
_WAITING = 10_000  # lines. If nobody reads them or the disk is full, more lines are dropped.


class LogEntry(NamedTuple):
    """A finished request.

    Attributes:
        client: Address of the client.
        method: HTTP method.
        path: Path of the URL, without the query.
        status: HTTP status; 499 if the client disconnected.
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
        """Start the thread that writes."""
        self._thread.start()

    def stop(self) -> None:
        """Write the waiting lines, within a second."""
        try:
            self._lines.put(None, timeout=1)
        except queue.Full:
            return
        self._thread.join(timeout=1)

    def request(self, entry: LogEntry) -> None:
        """Write a line about a request, unless the form is "none"."""
        if self.form != "none":
            self._put(_json(entry) if self.form == "json" else _text(entry))

    def error(self, text: str) -> None:
        """Write a line for the operator, about a defect of pandoku or a process that died."""
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
            except (OSError, ValueError):  # full or closed
                continue


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _json(entry: LogEntry) -> str:
    fields = {"time": _now(), "level": "info", **entry._asdict()}
    return _encoded({**fields, "seconds": round(entry.seconds, 6)})


def _encoded(fields: dict[str, object]) -> str:
    return msgspec.json.encode(fields).decode()


def _text(entry: LogEntry) -> str:
    client, method, path = map(_field, (entry.client, entry.method, entry.path))
    took = f"{entry.seconds * 1000:.1f} ms"
    return f"{_now()} {client} {method} {path} {entry.status} {took} {entry.size} B"


def _field(text: str) -> str:
    """Return a text without control characters and spaces.

    An address may come from a header that anyone can send. With spaces it could pass for other
    fields of the line.
    """
    return ascii(text)[1:-1].replace(" ", r"\x20")
