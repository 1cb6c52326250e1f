"""One line per request, as text or JSON; no query and no body, which have people's puzzles."""

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
_WAITING = 10_000  # lines; what a full disk or a stopped terminal does not take is dropped


class LogEntry(NamedTuple):
    """A request that was answered.

    Attributes:
        client: The address.
        method: Of HTTP.
        path: Without the query.
        status: Of HTTP; 499 if the client went away.
        seconds: From the request's head to the end of the answer.
        size: Bytes of the answer's body.
    """

    client: str
    method: str
    path: str
    status: int
    seconds: float
    size: int


class Log:
    """Writes lines in a thread of its own, so that no request waits for a terminal or a disk."""

    def __init__(self, form: str, stream: TextIO | None = None) -> None:
        self.form, self.stream = form, stream or sys.stderr
        self._lines: queue.Queue[str | None] = queue.Queue(_WAITING)
        self._thread = threading.Thread(target=self._write, daemon=True)

    def start(self) -> None:
        """Begin to write."""
        self._thread.start()

    def stop(self) -> None:
        """Write what waits, within a second."""
        try:
            self._lines.put(None, timeout=1)
        except queue.Full:
            return
        self._thread.join(timeout=1)

    def request(self, entry: LogEntry) -> None:
        """Write a line about a request, if lines are wanted."""
        if self.form != "none":
            self._put(_json(entry) if self.form == "json" else _text(entry))

    def error(self, text: str) -> None:
        """Write what an operator must know: a fault of this program, or a process that was lost."""
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
    """Return a text without control characters and blanks.

    Anybody may send a header with an address. With blanks, it would look like a request.
    """
    return ascii(text)[1:-1].replace(" ", r"\x20")
