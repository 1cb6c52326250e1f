"""Standard streams and signals: closed, full or waiting streams, and early ends."""

from __future__ import annotations

import errno
import io
import os
import signal
import sys
from contextlib import suppress
from types import FrameType

_SIGNALS = ("SIGTERM", "SIGHUP")  # those that the system has


class Stopped(KeyboardInterrupt):
    """A signal asks the command to end; it ends as it does at Ctrl-C.

    Attributes:
        status: The exit status, 128 and the number of the signal.
    """

    def __init__(self, signal_number: int) -> None:
        super().__init__()
        self.status = 128 + signal_number


def stop_at_signals() -> None:
    """Let SIGTERM and SIGHUP end the command like Ctrl-C, unless they are ignored (`nohup`)."""
    for name in _SIGNALS:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _stop)


def _stop(number: int, frame: FrameType | None) -> None:
    raise Stopped(number)


def mend_streams() -> None:
    """Make standard streams what Python takes them for, whatever we were started with.

    Something is put in the place of one that is closed, or else the next file that is opened takes
    it: reading then finds the end, what is written to standard output fails, and messages are lost,
    as those to a full disk are. One that does not wait, as another program may have left it, would
    be at its end when there is nothing to read yet, and full when nobody has read yet.
    """
    for number, mode in ((0, os.O_RDONLY), (1, os.O_RDONLY), (2, os.O_WRONLY)):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, mode)  # takes the lowest number that is free
        if sys.platform != "win32" and not os.get_blocking(number):
            os.set_blocking(number, True)
    sys.stdin = sys.stdin or os.fdopen(0, encoding="utf-8")
    sys.stdout = sys.stdout or os.fdopen(1, "w", encoding="utf-8")
    if isinstance(sys.stdout, io.TextIOWrapper) and isinstance(sys.stdout.buffer, io.RawIOBase):
        # PYTHONUNBUFFERED: what a disk takes only a part of would be lost without an error.
        buffer, encoding = io.BufferedWriter(sys.stdout.buffer), sys.stdout.encoding
        sys.stdout = io.TextIOWrapper(buffer, encoding, sys.stdout.errors, line_buffering=True)
    encoding = sys.stderr.encoding if sys.stderr else "utf-8"
    raw = sys.stderr.buffer if sys.stderr else os.fdopen(2, "wb")
    sys.stderr = _Messages(raw, encoding, "backslashreplace", line_buffering=True)


class _Messages(io.TextIOWrapper):
    """Standard error: a message that cannot be written does not stop the work."""

    def write(self, text: str) -> int:
        try:
            return super().write(text)
        except OSError:
            return len(text)

    def flush(self) -> None:
        with suppress(OSError):
            super().flush()


def output_error(error: OSError) -> str:
    """Return the message of an error of standard output, which has no file name."""
    if error.errno == errno.EBADF:
        return "standard output is closed"
    return f"standard output: {(error.strerror or str(error)).lower()}"


def discard_output() -> None:
    """Discard what is left to write to standard output; Python would report an error at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
