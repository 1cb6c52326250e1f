"""Measure the delay until long work ends, after Ctrl-C and after the end of its budget.

    python bench/stop.py --out bench/stop.md           # about ten minutes
    python bench/stop.py --only explain --times 5

A call runs in a fresh interpreter and gets SIGINT at a random moment, and the delay is the time
until it raises KeyboardInterrupt. A command is a fresh process, and the delay is the time until it
has ended, including the end of Python. A file or child process left behind is reported. A call with
a budget of one second runs to its end.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import monotonic, sleep

from pandoku.bench import circumstances

_LONGEST_S = 60
_STARTING_S, _WORKING_S, _RUNNING_S = (0.0, 0.3), (0.1, 3.0), (1.0, 4.0)
_TITLE = "# How soon long work ends\n\n"
_SETUP = """
import json, signal
from math import factorial
from time import monotonic
import numpy as np
import pandoku
from pandoku import Board, Cage, Puzzle
from pandoku.kernel.logic import finder
empty9, empty25, empty36 = Puzzle(9), Puzzle(25), Puzzle(36)
starts = [(r, c) for r in range(36) for c in range(0, 36, 6)]
sums = [((c * 7 + r) % 100 + 61, [(r, c + i) for i in range(6)]) for r, c in starts]
caged36 = Puzzle.killer(36, sums)
halves = [Cage("*", factorial(18), range(36 * r, 36 * r + 18)) for r in range(36)]
products = Puzzle.kenken(36, halves)
pairs = Puzzle.killer(16, [(17, [(r, c), (r, c + 1)]) for r in range(16) for c in range(0, 16, 2)])
some = pandoku.generate_many(500, seed=1).puzzles
zeros = np.zeros((50, 1296), np.uint8)
many9 = np.zeros((9**5, 81), np.uint8)
"""
_CALL = """
signal.signal(signal.SIGALRM, signal.default_int_handler)
after_s, started = {after_s}, monotonic()
signal.setitimer(signal.ITIMER_REAL, after_s)
ended = "at its end"
try:
    {call}
except KeyboardInterrupt:
    ended = "stopped"
except pandoku.PandokuError as error:
    ended = type(error).__name__
signal.setitimer(signal.ITIMER_REAL, 0)
print(json.dumps([ended, monotonic() - started - after_s]))
"""

# Public calls, each with its hardest known input.
_CALLS = {
    "`explain`, empty 36x36": "pandoku.explain(empty36, is_proper=True)",
    "the same, scale pandoku": "pandoku.explain(empty36, scale='pandoku', is_proper=True)",
    "`explain`, 36x36 with 216 sums": "pandoku.explain(caged36, is_proper=True)",
    "`hint`, empty 36x36": "pandoku.hint(empty36, 5)",
    "`explain_many`, 50 empty 36x36": "pandoku.explain_many(zeros)",
    "nested forcing chains, empty 36x36": "[*finder('nested-forcing-chain')(Board.start(empty36))]",
    "`true_candidates_many`, 59 049 empty 9x9": "pandoku.true_candidates_many(many9)",
    "`count`, empty 9x9": "pandoku.count(empty9, None)",
    "`count`, killer 16x16 of sums of 17": "pandoku.count(pairs, None)",
    "`generate_many`, 10^8 of 9x9": "pandoku.generate_many(10**8)",
    "`generate`, rating 11.9 or more": "pandoku.generate(rating='11.9..', budget=10**9)",
    "`rate_many`, 100 000 puzzles": "pandoku.rate_many(np.tile(some, (200, 1)))",
}
_BUDGETED = {
    "`explain`, empty 36x36": "pandoku.explain(empty36, is_proper=True, budget=1.0)",
    "`explain`, 36x36 with 216 sums": "pandoku.explain(caged36, is_proper=True, budget=1.0)",
    "`explain`, empty 25x25": "pandoku.explain(empty25, is_proper=True, budget=1.0)",
    "`hint`, empty 36x36": "pandoku.hint(empty36, 5, budget=1.0)",
    "`explain_many`, 50 empty 36x36": "pandoku.explain_many(zeros, budget=1.0)",
    "`true_candidates_many`, 59 049 empty 9x9": "pandoku.true_candidates_many(many9, budget=1.0)",
    "`solve`, 36 products of 18 cells": "pandoku.solve(products, budget=1.0)",
    "`check`, 36 products of 18 cells": "pandoku.check(products, budget=1.0)",
    "`count`, empty 9x9": "pandoku.count(empty9, None, budget=1.0)",
}
_FILES = """
from pathlib import Path
Path("empty9.txt").write_text(pandoku.dumps(empty9, "line"))
Path("empty36.json").write_text(pandoku.dumps(empty36, "json"))
Path("many.txt").write_text("".join("".join(map(str, row)) + "\\n" for row in some) * 2000)
"""
_COMMANDS = {
    "`explain`, empty 36x36, into a page": "explain empty36.json -o out.html",
    "`count --limit 1000000000`, empty 9x9": "count --limit 1000000000 empty9.txt",
    "`generate --count 10M`": "generate --count 10M -o out.sdm",
    "`rate`, a million puzzles": "rate many.txt -o out.csv",
    "`canonical`, a million puzzles": "canonical many.txt -o out.txt",
}

# One trial: the kind of its end, and the delay in seconds.
Trial = Callable[[Random, Path], tuple[str, float]]


def _python(program: str, folder: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise SystemExit(f"expected status 0, found {done.returncode}: {done.stderr}")
    return done.stdout


def _call(call: str, after_s: float, folder: Path) -> tuple[str, float]:
    program = _SETUP + _CALL.format(after_s=after_s, call=call)
    ended, late_s = json.loads(_python(program, folder).splitlines()[-1])
    return ended, late_s


def _stop_call(call: str, rng: Random, folder: Path) -> tuple[str, float]:
    return _call(call, rng.uniform(*_WORKING_S), folder)


def _let_call_end(call: str, _: Random, folder: Path) -> tuple[str, float]:
    ended, late_s = _call(call, _LONGEST_S, folder)
    return ended, late_s + _LONGEST_S


def _stop_process(
    command: Sequence[str], number: int, when_s: tuple[float, float], rng: Random, folder: Path
) -> tuple[str, float]:
    before = set(folder.iterdir())
    process = subprocess.Popen(
        command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        start_new_session=True,
    )  # fmt: skip
    sleep(rng.uniform(*when_s))
    process.send_signal(number)
    sent = monotonic()
    _, errors = process.communicate(timeout=_LONGEST_S)
    late_s = monotonic() - sent
    code = process.returncode
    way = f"status {code}" if code >= 0 else signal.Signals(-code).name
    if "Traceback" in errors or "Fatal" in errors:
        way += ", a traceback" + ("" if "pandoku" in errors else " of Python's start")
    for path in set(folder.iterdir()) - before:
        # The complete lines that `generate` has written remain.
        way += "" if path.name.startswith("out.") else f", {path.name} left"
        path.unlink()
    try:
        os.killpg(process.pid, 0)
        way += ", a child left"
    except ProcessLookupError:
        pass
    return way, late_s


def _row(name: str, trial: Trial, times: int, folder: Path) -> str:
    rng = Random(name)
    ways, late_s = zip(*(trial(rng, folder) for _ in range(times)), strict=True)
    counted = (f"{way} ({n})" for way, n in sorted(Counter(ways).items()))
    ended = "; ".join(counted) if len(set(ways)) > 1 else ways[0]
    return f"| {name} | {median(late_s) * 1000:.0f} ms | {max(late_s) * 1000:.0f} ms | {ended} |"


def _tables(times: int) -> Iterator[tuple[str, int, Mapping[str, Trial]]]:
    """Yield the title of each table, the number of repetitions, and the trials."""
    calls = {name: partial(_stop_call, call) for name, call in _CALLS.items()}
    yield "Ctrl-C in a call", times, calls
    pandoku = [sys.executable, "-m", "pandoku"]
    for number in (signal.SIGINT, signal.SIGTERM):
        commands = {
            name: partial(_stop_process, [*pandoku, *command.split()], number, _RUNNING_S)
            for name, command in _COMMANDS.items()
        }
        yield f"{number.name} to a command", times, commands
    script = shutil.which("pandoku")
    ways = {"`python -m pandoku`": pandoku} | ({"`pandoku`": [script]} if script else {})
    starts = {
        name: partial(_stop_process, [*way, "--version"], signal.SIGINT, _STARTING_S)
        for name, way in ways.items()
    }
    yield "Ctrl-C while a command starts", 10 * times, starts
    budgeted = {name: partial(_let_call_end, call) for name, call in _BUDGETED.items()}
    yield "A budget of one second", max(1, times // 4), budgeted


def _lines(only: str, times: int) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _python(_SETUP + _FILES, folder)
        for title, n, trials in _tables(times):
            yield f"## {title}\n\n| what | median | worst | ended |\n|---|---|---|---|"
            for what, trial in trials.items():
                if only in what:
                    yield _row(what, trial, n, folder)
            yield ""
    found = circumstances()
    yield ", ".join(f"{key} {value}" for key, value in found.items() if value)


def main() -> None:
    """Measure, and print the tables or write them into a page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="only what has this text in its name")
    parser.add_argument("--times", type=int, default=20, help="signals for each")
    parser.add_argument("--out", type=Path, help="the page; its text before the tables stays")
    asked = parser.parse_args()
    # Programs started by a shell in the background ignore SIGINT, and so would their children.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    lines = list[str]()
    for line in _lines(asked.only, asked.times):
        print(line, flush=True)
        lines.append(line)
    if asked.out:
        text = asked.out.read_text(encoding="utf-8") if asked.out.exists() else _TITLE
        asked.out.write_text(text.partition("## ")[0] + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
