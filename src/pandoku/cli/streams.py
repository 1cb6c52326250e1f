"""Handle standard streams that are closed, full or not ready, and signals that end the command."""

from __future__ import annotations

import errno
import io
import os
import re
import select
import signal
import sys
from contextlib import suppress
from types import FrameType
from typing import TYPE_CHECKING, BinaryIO, cast

from pandoku.cli.wrapping import in_lines

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

_SIGNALS = ("SIGTERM", "SIGHUP")  # Windows has no SIGHUP
_SIGNALS_S = 0.25  # the longest time in seconds from a signal to its handler while input is read


class Stopped(KeyboardInterrupt):
    """Raised when a signal ends the command. It has the same effect as Ctrl-C.

    Attributes:
        status: The exit status: 128 plus the number of the signal.
    """

    def __init__(self, signal_number: int) -> None:
        super().__init__()
        self.status = 128 + signal_number


def stop_at_signals() -> None:
    """Make SIGTERM and SIGHUP end the command like Ctrl-C, unless they are ignored (`nohup`)."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise Stopped(number)

    for name in _SIGNALS:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, stop)


def mend_streams() -> None:
    """Make the standard streams usable, even if they are closed or non-blocking at the start.

    The null device replaces a closed stream, because the next file to be opened would otherwise
    take the descriptor of the stream. A command then reads an empty input from a closed standard
    input. Writing to a closed standard output fails. Messages for a closed standard error are lost.

    If another program has left a stream non-blocking, it becomes blocking. Otherwise, reading would
    end and writing would fail as soon as they have to wait.
    """
    for number, mode in ((0, os.O_RDONLY), (1, os.O_RDONLY), (2, os.O_WRONLY)):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, mode)  # the lowest free number is that of the stream
        if sys.platform != "win32" and not os.get_blocking(number):
            os.set_blocking(number, True)
    sys.stdin = sys.stdin or os.fdopen(0, encoding="utf-8")
    sys.stdout = sys.stdout or os.fdopen(1, "w", encoding="utf-8")
    if isinstance(sys.stdout, io.TextIOWrapper) and isinstance(sys.stdout.buffer, io.RawIOBase):
        # Without a buffer (PYTHONUNBUFFERED), a full disk could cut off a text without an error.
        buffer, encoding = io.BufferedWriter(sys.stdout.buffer), sys.stdout.encoding
        sys.stdout = io.TextIOWrapper(buffer, encoding, sys.stdout.errors, line_buffering=True)
    encoding = sys.stderr.encoding if sys.stderr else "utf-8"
    raw = sys.stderr.buffer if sys.stderr else os.fdopen(2, "wb")
    sys.stderr = _Messages(raw, encoding, "backslashreplace", line_buffering=True)


# A message in words, not a picture, JSON, or the control characters of the progress bar.
_PLAIN = re.compile(r"[^\x1b\r\u2500-\u257f{][^\x1b\r\u2500-\u257f]*")


class _Messages(io.TextIOWrapper):
    """The standard error. Messages are wrapped at the width of the terminal.

    It drops messages that cannot be written, instead of raising an error.
    """

    def write(self, text: str) -> int:
        with suppress(OSError):
            super().write(in_lines(text, self) if _PLAIN.fullmatch(text) else text)
        return len(text)

    def flush(self) -> None:
        with suppress(OSError):
            super().flush()


def output_error(error: OSError) -> str:
    """Return the message for an error of standard output. The error does not name a file."""
    if error.errno == errno.EBADF:
        return "standard output is closed"
    return f"standard output: {(error.strerror or str(error)).lower()}"


def discard_output() -> None:
    """Discard unwritten output. Otherwise Python would try to write it and fail when it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class PatientInput(io.RawIOBase):
    """A file descriptor that reports whether the next read would block."""

    def __init__(self, descriptor: int, buffer_size: int) -> None:
        self._descriptor = descriptor
        self._may_wait, self._waited, self._ended = True, False, False
        self.buffer = cast(BinaryIO, io.BufferedReader(self, buffer_size))

    def would_wait(self) -> bool:
        """Return whether the next read would block: no data is ready, but more may follow."""
        # If the buffer is empty, `peek` calls `readinto`, which sets `_waited` instead of blocking.
        self._may_wait, self._waited = False, False
        try:
            cast(io.BufferedReader, self.buffer).peek(1)
        except OSError:  # the next read raises the same error
            return False
        finally:
            self._may_wait = True
        return self._waited

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, into: WriteableBuffer) -> int | None:
        """Read into a buffer, or return None if reading would block and blocking is not allowed."""
        if self._ended:
            return 0
        if not self._may_wait and not self._is_ready(within_s=0):
            self._waited = True
            return None
        # A signal just before `os.read` would only be handled when more input arrives.
        while not self._is_ready(within_s=_SIGNALS_S):
            pass
        view = memoryview(into)
        data = os.read(self._descriptor, len(view))
        view[: len(data)] = data
        self._ended = not data
        return len(data)

    def _is_ready(self, *, within_s: float) -> bool:
        try:
            return bool(select.select([self._descriptor], [], [], within_s)[0])
        except OSError:  # `select` does not support every kind of file on every system
            return True
