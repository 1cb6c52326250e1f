"""Measure the latency of the game in the terminal: the first frame, and the echo of a key.

    python bench/terminal.py            # prints the table of bench/terminal.md

Runs `python -m pandoku play` in a pseudo-terminal, as a player does. The first paint is the time
from the start of the process to the first bytes that show the screen. The echo of a key is the time
from writing it to the first bytes of the answer. Both are medians, and need a quiet machine.
"""

from __future__ import annotations

import fcntl
import os
import pty
import select
import statistics
import struct
import sys
import tempfile
import termios
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter, sleep

from pandoku import generate
from pandoku.bench import circumstances
from pandoku.formats import dumps

_RUNS = 3
_SIZE = (60, 160)  # lines, columns
_LOADING_S = 3  # loaded after the first frame
_QUIET_S = 0.15  # nothing for this long: the program waits for a key
_KEYS = b"lljj12u3ulkh"


@contextmanager
def playing(*arguments: str) -> Iterator[tuple[int, int]]:
    """Run the game, and yield the terminal's file descriptor and the process."""
    with tempfile.TemporaryDirectory() as folder:
        process, terminal = pty.fork()
        if process == 0:
            os.environ |= {"PANDOKU_DATA": folder, "TERM": "xterm-256color"}
            os.environ |= {"COLORTERM": "truecolor"}
            os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # nobody plays without compiled files
            os.execv(sys.executable, [sys.executable, "-m", "pandoku", "play", *arguments])
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", *_SIZE, 0, 0))
        try:
            yield terminal, process
        finally:
            os.write(terminal, b"\x11")  # Ctrl-Q
            quiet(terminal, 2)
            os.waitpid(process, 0)
            os.close(terminal)


def read(terminal: int, patience_s: float) -> bytes:
    """Return the next output of the program, or b"" after a timeout."""
    if not select.select([terminal], [], [], patience_s)[0]:
        return b""
    try:
        return os.read(terminal, 1 << 16)
    except OSError:  # the program has ended
        return b""


def quiet(terminal: int, patience_s: float = 5.0) -> None:
    """Read until the program waits for a key."""
    ends = perf_counter() + patience_s
    while read(terminal, _QUIET_S) and perf_counter() < ends:
        pass


def wait_for(terminal: int, sign: str) -> None:
    """Read until a text is on the screen."""
    seen, ends = b"", perf_counter() + 30
    while sign.encode() not in seen and perf_counter() < ends:
        seen += read(terminal, 1)


def first_paint(sign: str, *arguments: str) -> tuple[float, float]:
    """Return the seconds until a text is on the screen: by the clock, and of processor time."""
    started = perf_counter()
    with playing(*arguments) as (terminal, process):
        wait_for(terminal, sign)
        return perf_counter() - started, processor_s(process)


def processor_s(process: int) -> float:
    """Return the seconds of processor time that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def echoes_s(sign: str, *arguments: str) -> list[float]:
    """Return the seconds until the program answers each key."""
    found = []
    with playing(*arguments) as (terminal, _):
        wait_for(terminal, sign)
        sleep(_LOADING_S)
        quiet(terminal)
        for key in _KEYS:
            started = perf_counter()
            os.write(terminal, bytes([key]))
            if read(terminal, 1):
                found.append(perf_counter() - started)
            quiet(terminal)
    return found


def main() -> None:
    """Print the table."""
    print("\n".join(f"- {name}: {value}" for name, value in circumstances().items()))
    print("\n| what | median | worst |\n|---|---|---|")
    first_paint("pandoku")  # so that the files are compiled and in memory
    _print_paint("home", "pandoku")
    with tempfile.TemporaryDirectory() as folder:
        for kind, order in (("sudoku", 9), ("sudoku", 16), ("killer", 9)):
            path = Path(folder) / f"{kind}{order}.json"
            path.write_text(dumps(generate(kind, order, seed=1), "json"), encoding="utf-8")
            name = f"{kind.capitalize()} {order}x{order}"
            _print_paint(name, name, str(path))
            print(f"| key echo, {name} | {_ms(echoes_s(name, str(path)))} |", flush=True)


def _print_paint(what: str, sign: str, *arguments: str) -> None:
    clock, processor = zip(*(first_paint(sign, *arguments) for _ in range(_RUNS)), strict=True)
    print(f"| first paint, {what} | {_ms(clock)} |")
    print(f"| the same, processor time | {_ms(processor)} |", flush=True)


def _ms(times_s: Sequence[float]) -> str:
    return f"{1000 * statistics.median(times_s):.0f} ms | {1000 * max(times_s):.0f} ms"


if __name__ == "__main__":
    main()
