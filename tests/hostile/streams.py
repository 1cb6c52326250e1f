"""Standard streams that a run may have, and what is written to them."""

from __future__ import annotations

import fcntl
import os
import pty
import termios
from contextlib import suppress

__all__ = ["Stream"]

LARGEST_FILE = 1 << 28  # bytes; what a run may write
_ROOM = 1  # byte, where a file fills up
_SIZE = (24, 80)
_END_OF_INPUT = b"\x04"
_FILES = ("file", "fills up")


class Stream:
    """One standard stream, by its kind.

    - file, pipe, terminal: whole. What is typed on a terminal ends with Ctrl-D.
    - waits for nobody: a small pipe that is full, and does not wait until there is room.
    - silent: for input, a pipe that stays open and into which nobody writes.
    - closed: there is none. full: a disk without room (for input, one that never ends). fills up:
      a file that takes the first byte of what is written at once.
    - wrong way: open, but input cannot be read, or output not written.
    - leaves: a pipe whose reader takes one line. gone: one that nobody reads any more (for input,
      nobody writes). hung up: a terminal whose other end is closed.

    Attributes:
        number: 0, 1 or 2.
        theirs: The descriptor for the run, or None.
        ours: The descriptor from which `take` reads what the run writes, or None.
    """

    def __init__(self, number: int, kind: str, text: bytes = b"") -> None:
        self.number, self.kind, self._text = number, kind, text
        self.theirs: int | None = None
        self.ours: int | None = None
        self._taken, self._begin = bytearray(), 0
        self._holds: int | None = None  # keeps a pipe open
        _OPEN[kind](self)

    def sent(self) -> None:
        """Close what only the run has from now on, so that its end is seen."""
        if self.theirs is not None and not (self.kind in _FILES and self.number):
            os.close(self.theirs)
            self.theirs = None

    def nudge(self) -> None:
        """Press Ctrl-D, as somebody does at whose terminal nothing happens."""
        if self.ours is not None and self.number == 0:
            os.write(self.ours, _END_OF_INPUT)

    def take(self) -> None:
        """Take what the run has written by now; forget `ours` at the end of it."""
        assert self.ours is not None
        piece = b""
        with suppress(OSError):  # the other end of a terminal is closed
            piece = os.read(self.ours, 65536)
        self._taken += piece
        if not piece or (self.kind == "leaves" and b"\n" in piece):
            os.close(self.ours)
            self.ours = None

    def close(self) -> bytes:
        """Close what is open, and return what was written."""
        if self.theirs is not None:
            os.lseek(self.theirs, self._begin, os.SEEK_SET)
            with open(self.theirs, "rb") as file:
                self._taken += file.read()
            self.theirs = None
        if self._holds is not None:
            os.close(self._holds)
            self._holds = None
        while self.ours is not None:
            self.take()
        return bytes(self._taken)

    def _file(self) -> None:
        self.theirs = os.memfd_create("stream")
        with open(self.theirs, "wb", closefd=False) as file:
            file.write(self._text)
        os.lseek(self.theirs, 0, os.SEEK_SET)

    def _full(self) -> None:
        self.theirs = os.open("/dev/full", os.O_RDWR)

    def _fills_up(self) -> None:
        self._file()
        assert self.theirs is not None
        self._begin = os.lseek(self.theirs, LARGEST_FILE - _ROOM, os.SEEK_SET)

    def _wrong_way(self) -> None:
        self.theirs = os.open(os.devnull, os.O_RDONLY if self.number else os.O_WRONLY)

    def _pipe(self) -> None:
        reads, writes = os.pipe()
        if self.number:
            self.ours, self.theirs = reads, writes
        else:
            os.write(writes, self._text)
            os.close(writes)
            self.theirs = reads

    def _waits_for_nobody(self) -> None:
        self._pipe()
        assert self.theirs is not None
        fcntl.fcntl(self.theirs, fcntl.F_SETPIPE_SZ, 4096)
        os.set_blocking(self.theirs, False)

    def _silent(self) -> None:
        self.theirs, self._holds = os.pipe()

    def _gone(self) -> None:
        reads, writes = os.pipe()
        self.theirs = writes if self.number else reads
        os.close(reads if self.number else writes)

    def _terminal(self) -> None:
        self.ours, self.theirs = pty.openpty()
        termios.tcsetwinsize(self.theirs, _SIZE)
        modes = termios.tcgetattr(self.theirs)
        modes[3] &= ~termios.ECHO
        termios.tcsetattr(self.theirs, termios.TCSANOW, modes)
        os.write(self.ours, self._text + _END_OF_INPUT)

    def _hung_up(self) -> None:
        ours, self.theirs = pty.openpty()
        os.close(ours)


_OPEN = {
    "file": Stream._file,
    "closed": lambda _: None,
    "full": Stream._full,
    "fills up": Stream._fills_up,
    "wrong way": Stream._wrong_way,
    "pipe": Stream._pipe,
    "waits for nobody": Stream._waits_for_nobody,
    "silent": Stream._silent,
    "leaves": Stream._pipe,
    "gone": Stream._gone,
    "terminal": Stream._terminal,
    "hung up": Stream._hung_up,
}
