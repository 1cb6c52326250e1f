"""The game in a real terminal: a process on a pseudo-terminal, and an emulator of what it shows."""

from __future__ import annotations

import fcntl
import os
import re
import select
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Callable, Mapping
from pathlib import Path
from time import monotonic
from types import TracebackType

import pyte

# The process leads a session of its own, whose terminal this is: closing it sends SIGHUP.
_PROGRAM = """
import fcntl, runpy, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
sys.argv[0] = "pandoku"
runpy.run_module("pandoku", run_name="__main__")
"""
_PATIENCE_S = 60.0  # a busy machine takes long to start a program
# What the emulator does not know: queries and settings of newer terminals.
_UNKNOWN = re.compile(rb"\x1b\[[<>=][0-9;]*[a-zA-Z]|\x1b\[\?[0-9;]*\$p|\x1bP[^\x1b]*\x1b\\")


class RealTerminal:
    """Runs `python -m pandoku play` with *arguments* in a terminal of *columns* x *lines*.

    Attributes:
        screen: What it shows, an emulator's.
        sent: All bytes that it was sent.
        process: The process.
    """

    def __init__(
        self,
        *arguments: object,
        data: Path,
        columns: int = 80,
        lines: int = 24,
        env: Mapping[str, str] | None = None,
    ) -> None:
        self.screen = pyte.Screen(columns, lines)
        self.sent = b""
        self._stream, self._rest = pyte.ByteStream(self.screen), b""
        self._master, slave = os.openpty()
        self.resize(columns, lines, tell=False)
        unset = {"NO_COLOR", "COLORTERM", "COLUMNS", "LINES", "PANDOKU_DEBUG"}
        usual = {name: text for name, text in os.environ.items() if name not in unset}
        usual |= {"TERM": "xterm-256color", "PANDOKU_DATA": str(data)}
        self.process = subprocess.Popen(
            [sys.executable, "-c", _PROGRAM, "play", *map(str, arguments)],
            stdin=slave, stdout=slave, stderr=slave, env=usual | dict(env or {}),
            start_new_session=True,
        )  # fmt: skip
        os.close(slave)

    def __enter__(self) -> RealTerminal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: object, trace: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.wait()
        self.close()

    # ---------------------------------------------------------------- what a person does

    def type(self, keys: str | bytes) -> None:
        """Press keys, one after the other; the program may still be busy with earlier ones."""
        os.write(self._master, keys.encode() if isinstance(keys, str) else keys)

    def resize(self, columns: int, lines: int, *, tell: bool = True) -> None:
        """Change the size of the window."""
        size = struct.pack("HHHH", lines, columns, 0, 0)
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, size)
        if tell:
            self.screen.resize(lines, columns)
            self.process.send_signal(signal.SIGWINCH)

    def close(self) -> None:
        """Close the window."""
        if self._master >= 0:
            os.close(self._master)
            self._master = -1

    # ---------------------------------------------------------------- what a person sees

    @property
    def text(self) -> str:
        """The screen, a line each."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    def wait_for(self, words: str | Callable[[str], bool]) -> str:
        """Return the screen once it has these words, or is as asked for."""
        is_there = words if callable(words) else lambda text: words in text
        until = monotonic() + _PATIENCE_S
        while True:
            while monotonic() < until and self._receive(0.02):  # a frame comes in pieces
                pass
            text = self.text
            if is_there(text):
                return text
            if monotonic() > until or not self._receive(until - monotonic()):
                raise AssertionError(f"expected {words!r}, found\n{text}")

    def settle(self) -> None:
        """Wait until nothing has come for half a second."""
        while self._receive(0.5):
            pass

    def wait(self) -> int:
        """Return the exit status, once the program has ended."""
        until = monotonic() + _PATIENCE_S
        while self._master >= 0 and self._receive(max(0, until - monotonic())):
            pass
        return self.process.wait(max(1, until - monotonic()))

    def _receive(self, timeout_s: float) -> bool:
        if not select.select([self._master], [], [], max(0, timeout_s))[0]:
            return False
        try:
            piece = os.read(self._master, 65536)
        except OSError:  # on Linux: the program has closed its end
            return False
        self.sent += piece
        whole = self._rest + piece
        cut = whole.rfind(b"\x1b", max(0, len(whole) - 40))  # a sequence may not be whole yet
        is_cut = cut >= 0 and re.match(rb"\x1b(\[[<>=?0-9;$]*)?\Z", whole[cut:]) is not None
        self._rest = whole[cut:] if is_cut else b""
        self._stream.feed(_UNKNOWN.sub(b"", whole[:cut] if is_cut else whole))
        return bool(piece)
