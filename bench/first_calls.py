"""The time of first contact: one call of `solve` for each kind of input, and the start of commands.

`python -m bench.first_calls` prints two tables in Markdown. In the first, the kinds of input take
turns, so that a busy machine slows all of them alike. In the second, each command starts a process,
and the commands take turns. The time is that of the processor, in user mode and in the system.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from statistics import median
from time import perf_counter

import pandoku

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
COMMANDS = {
    "python -c pass": ["-c", "pass"],
    "import numpy": ["-c", "import numpy"],
    "pandoku --help": ["-m", "pandoku", "--help"],
    "pandoku solve": ["-m", "pandoku", "solve", PUZZLE],
    "pandoku count": ["-m", "pandoku", "count", PUZZLE],
    "pandoku check": ["-m", "pandoku", "check", PUZZLE],
    "pandoku hint": ["-m", "pandoku", "hint", PUZZLE],
    "pandoku generate": ["-m", "pandoku", "generate", "--seed", "1"],
}


def calls(n: int) -> dict[str, float]:
    """Return the median time of a call of `solve` in microseconds, by the kind of input."""
    cells = [0 if c == "." else int(c) for c in PUZZLE]
    inputs: dict[str, pandoku.PuzzleLike] = {
        "Puzzle": pandoku.loads(PUZZLE),
        "list of lists": [cells[at : at + 9] for at in range(0, 81, 9)],
        "text": PUZZLE,
    }
    times: dict[str, list[float]] = {name: [] for name in inputs}
    for _ in range(n):
        for name, what in inputs.items():
            start = perf_counter()
            pandoku.solve(what)
            times[name].append(perf_counter() - start)
    return {name: 1e6 * median(each) for name, each in times.items()}


def starts(n: int) -> dict[str, float]:
    """Return the median processor time of each command in seconds."""
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(n + 1):
        for name, arguments in COMMANDS.items():
            child = subprocess.Popen(
                [sys.executable, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
            _, _, used = os.wait4(child.pid, 0)
            times[name].append(used.ru_utime + used.ru_stime)
    return {name: median(each[1:]) for name, each in times.items()}  # the first call compiles


def main() -> None:
    """Measure, and print both tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--calls", type=int, default=2000, help="calls of solve per kind of input")
    parser.add_argument("--starts", type=int, default=20, help="starts of each command")
    options = parser.parse_args()
    if options.calls:
        found = calls(options.calls)
        print("| input of `solve` | µs | ratio |\n|---|---|---|")
        for name, each in found.items():
            print(f"| {name} | {each:.0f} | {each / found['Puzzle']:.2f} |")
    if options.starts:
        print("\n| command | processor time, s |\n|---|---|")
        for name, each in starts(options.starts).items():
            print(f"| `{name}` | {each:.3f} |")


if __name__ == "__main__":
    main()
