"""Measure the game in the terminal: time to the first frame, and bytes and time for each key.

    python bench/terminal.py                               # prints a table
    python bench/terminal.py --before ../before/.venv/bin/python --out FILE

Runs `python -m pandoku play` in pseudo-terminals of several sizes, as a player does. The first
frame counts until the title is on the screen, and the complete frame until the keys are named below
the board, which is when keys are answered. Each key is written alone, when nothing has come for
a while. Its bytes and times count until the last byte of the answer. Processor time is that of the
process. nudoku is measured too if it is installed, and a copy of pandoku from before if an
interpreter is given. Times on the clock need a quiet machine.
"""

from __future__ import annotations

import argparse
import fcntl
import json
import os
import pty
import select
import shutil
import signal
import statistics
import struct
import sys
import tempfile
import termios
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter, sleep
from typing import NamedTuple

from pandoku.bench import circumstances

_EXAMPLES = Path(__file__).parent.parent / "examples"
_LOADING_S = 3.0  # modules are loaded after the first frame
_QUIET_S = 0.08  # nothing for this long: the program waits for a key
_ARROWS = {"l": b"\x1b[C", "h": b"\x1b[D", "j": b"\x1b[B", "k": b"\x1b[A"}
_KEYS = "lljljjlkkhjjlhhkllllljjjjjhhhhhkkjl"
_COLORS: dict[str, Mapping[str, str]] = {
    "24-bit": {"COLORTERM": "truecolor"},
    "256 colors": {},
    "no colors": {"NO_COLOR": "1"},
}


class Case(NamedTuple):
    """A puzzle in a window."""

    puzzle: str
    title: str
    columns: int
    lines: int
    colors: str = "24-bit"

    @property
    def name(self) -> str:
        """The puzzle, the window and the colors."""
        return f"{self.puzzle}, {self.columns}x{self.lines}, {self.colors}"


_CASES = (
    Case("escargot.txt", "Sudoku", 80, 24),
    Case("escargot.txt", "Sudoku", 120, 40),
    Case("killer.txt", "Killer", 80, 24),
    Case("killer.txt", "Killer", 120, 40),
    Case("sixteen.json", "Sixteen", 120, 40),
    Case("twentyfive.json", "Twenty-five", 200, 60),
    Case("escargot.txt", "Sudoku", 80, 24, "256 colors"),
    Case("escargot.txt", "Sudoku", 80, 24, "no colors"),
)


class Answer(NamedTuple):
    """The answer to a key: bytes, and seconds until the first and the last of them."""

    n_bytes: int
    first_s: float
    last_s: float


@contextmanager
def running(
    command: Sequence[str], columns: int, lines: int, env: Mapping[str, str]
) -> Iterator[tuple[int, int]]:
    """Run a program, and yield the terminal's file descriptor and the process."""
    with tempfile.TemporaryDirectory() as folder:
        process, terminal = pty.fork()
        if process == 0:
            for name in ("COLORTERM", "NO_COLOR", "PYTHONDONTWRITEBYTECODE"):
                os.environ.pop(name, None)  # nobody plays without compiled files
            os.environ |= {"PANDOKU_DATA": folder, "TERM": "xterm-256color", **env}
            sleep(0.05)  # until the window has its size
            os.execv(command[0], [*command])
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        try:
            yield terminal, process
        finally:
            os.kill(process, signal.SIGKILL)
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


def wait_for(terminal: int, sign: str, seen: bytes = b"") -> bytes:
    """Read until a text is on the screen, and return the output, which begins with *seen*."""
    ends = perf_counter() + 30
    while sign.encode() not in seen:
        if perf_counter() > ends:
            raise SystemExit(f"expected {sign!r} on the screen within 30 s")
        seen += read(terminal, 1)
    return seen


def processor_s(process: int) -> float:
    """Return the seconds of processor time that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def answers(terminal: int, keys: Sequence[bytes]) -> list[Answer]:
    """Press keys, each after the answer to the one before, and return the answers."""
    found = []
    for key in keys:
        started = perf_counter()
        os.write(terminal, key)
        n_bytes, first, last, patience = 0, 0.0, 0.0, 1.0
        while piece := read(terminal, patience):
            last = perf_counter() - started
            first, n_bytes, patience = first or last, n_bytes + len(piece), _QUIET_S
        if n_bytes:
            found.append(Answer(n_bytes, first, last))
    return found


def frame_of(python: str, case: Case) -> dict[str, float]:
    """Return the milliseconds until the first frame and until the complete frame."""
    started = perf_counter()
    command = [python, "-m", "pandoku", "play"]
    command += [str(_EXAMPLES / case.puzzle)] if case.puzzle else []
    with running(command, case.columns, case.lines, _COLORS[case.colors]) as (terminal, process):
        seen = wait_for(terminal, case.title)
        clock, processor = perf_counter() - started - 0.05, processor_s(process)
        wait_for(terminal, "keys", seen)
        complete = processor_s(process)
    return {
        "clock_ms": 1000 * clock,
        "cpu_ms": 1000 * processor,
        "complete_cpu_ms": 1000 * complete,
    }


def keys_of(command: Sequence[str], case: Case) -> dict[str, float]:
    """Return the medians and maxima of the answers to arrow keys."""
    with running(command, case.columns, case.lines, _COLORS[case.colors]) as (terminal, process):
        wait_for(terminal, case.title)
        ends = perf_counter() + _LOADING_S
        while perf_counter() < ends:
            read(terminal, 0.1)
        # ncurses waits for other bytes of arrow keys, so nudoku gets letters.
        keys = _ARROWS if "pandoku" in command else {key: key.encode() for key in _ARROWS}
        answers(terminal, [keys["l"], keys["h"]])  # the first key fills caches
        before = processor_s(process)
        found = answers(terminal, [keys[key] for key in _KEYS])
        used = (processor_s(process) - before) / len(_KEYS)
    if not found:
        raise SystemExit(f"expected answers to keys from {command[0]}, found none")
    n_bytes = [each.n_bytes for each in found]
    return {
        "bytes": statistics.median(n_bytes),
        "most_bytes": max(n_bytes),
        "first_ms": 1000 * statistics.median(each.first_s for each in found),
        "last_ms": 1000 * statistics.median(each.last_s for each in found),
        "most_ms": 1000 * max(each.last_s for each in found),
        "cpu_ms": 1000 * used,
    }


def main() -> None:
    """Measure, print the tables, and write the results to the file, if any."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--before", help="an interpreter with another version of pandoku")
    parser.add_argument("--only", default="", help="measure only cases with this in their names")
    parser.add_argument("--runs", type=int, default=5, help="runs of each first frame")
    parser.add_argument("--out", type=Path, help="a file for the results as JSON")
    given = parser.parse_args()
    versions = {"now": sys.executable} | ({"before": given.before} if given.before else {})
    print("\n".join(f"- {name}: {value}" for name, value in circumstances().items()))
    cases = [case for case in _CASES if given.only in case.name]
    found: dict[str, object] = dict(circumstances())
    found["frames"] = _frames(versions, given.runs)
    found["keys"] = _keys(versions, cases)
    if given.out:
        given.out.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def _frames(versions: Mapping[str, str], runs: int) -> dict[str, dict[str, dict[str, float]]]:
    """Measure the first frames, the versions in turn."""
    print("\n| first frame, medians | version | ms | CPU ms | CPU ms, complete |")
    print("|---|---|---|---|---|")
    found: dict[str, dict[str, dict[str, float]]] = {}
    for case in (Case("", "pandoku", 80, 24), _CASES[0], _CASES[3], _CASES[5]):
        taken: dict[str, list[dict[str, float]]] = {name: [] for name in versions}
        for _ in range(runs + 1):
            for name, python in versions.items():
                taken[name].append(frame_of(python, case))
        what = case.name if case.puzzle else "home"
        for name, measured in taken.items():
            later = measured[1:]  # the first run compiles files, or reads them from the disk
            medians = {key: statistics.median(run[key] for run in later) for key in later[0]}
            found.setdefault(what, {})[name] = medians
            row = " | ".join(f"{value:.0f}" for value in medians.values())
            print(f"| {what} | {name} | {row} |")
    return found


def _keys(
    versions: Mapping[str, str], cases: Sequence[Case]
) -> dict[str, dict[str, dict[str, float]]]:
    """Measure arrow keys, the versions in turn, and nudoku."""
    print("\n| arrow key, medians | version | bytes | most | first ms | last ms | most | CPU ms |")
    print("|---|---|---|---|---|---|---|---|")
    found: dict[str, dict[str, dict[str, float]]] = {}
    peer = shutil.which("nudoku", path=f"{os.environ['PATH']}:/usr/games")
    for case in cases:
        file = str(_EXAMPLES / case.puzzle)
        commands = {name: (each, "-m", "pandoku", "play", file) for name, each in versions.items()}
        for name, command in commands.items():
            _tell(found, case.name, name, keys_of(command, case))
    if peer and cases:
        case = Case("nudoku", "nudoku", 80, 24)
        _tell(found, case.name, "nudoku", keys_of((peer,), case))
    return found


def _tell(
    found: dict[str, dict[str, dict[str, float]]], what: str, who: str, row: dict[str, float]
) -> None:
    found.setdefault(what, {})[who] = row
    print(
        f"| {what} | {who} | {row['bytes']:.0f} | {row['most_bytes']:.0f} | {row['first_ms']:.1f}"
        f" | {row['last_ms']:.1f} | {row['most_ms']:.1f} | {row['cpu_ms']:.1f} |",
        flush=True,
    )


if __name__ == "__main__":
    main()
