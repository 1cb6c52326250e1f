"""Compare the speed of this version with another one, by pairs of processes.

    git worktree add ../before COMMIT && ../before/run core
    python bench/pairs.py ../before/.venv/bin/python --pairs 10 --out bench/results/pairs.json

Both interpreters run the same calls, in alternating order, and only the processor time counts, so
other programs on the machine disturb a pair as a whole. A ratio above 1 means that this version is
faster. The interval holds the median ratio with a probability of at least 95 % (a sign test).
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from math import comb
from pathlib import Path
from statistics import median
from typing import Any

from pandoku.bench import circumstances

_CODE = """
import inspect, json, os, sys, time
from itertools import islice
from pathlib import Path
import numpy as np
import pandoku

data = Path(os.environ["PANDOKU_SHARED"]) / "data"
isa, runs, only = sys.argv[1], int(sys.argv[2]), sys.argv[3]
result = {}

def measure(name, n, call):
    if only not in name:
        return
    call()
    times = []
    for _ in range(runs):
        started = time.process_time()
        call()
        times.append(time.process_time() - started)
    result[name] = min(times) / n * 1e9

def rows(name, copies):
    lines = [line[:81] for line in (data / "sudoku" / name).read_text().splitlines()]
    text = "".join(line for line in lines if len(line) == 81 and line[0] != "#")
    digits = np.frombuffer(text.replace(".", "0").encode(), np.uint8).reshape(-1, 81) - 48
    return np.tile(digits, (copies, 1))

def solve_rows(name, digits, **options):
    measure(name, len(digits), lambda: pandoku.solve_many(digits, threads=1, isa=isa, **options))

minimal = rows("generated_minimal_100k.txt", 3)
solve_rows("solve_many, generated minimal", minimal)
solve_rows("solve_many, 17 clues", rows("puzzles2_17_clue", 5))
solve_rows("solve_many, Serg", rows("puzzles7_serg_benchmark", 5))
masks = np.where(minimal == 0, 511, 1 << (minimal.astype(np.uint32) - 1)).astype(np.uint32)
has_option = "masks" in inspect.signature(pandoku.solve_many).parameters
solve_rows("solve_many, candidate masks", masks, **({"masks": True} if has_option else {}))
empty = np.zeros((1, 81), np.uint8)
measure("count_many, a million solutions", 10**6,
        lambda: pandoku.count_many(empty, 10**6, threads=1, isa=isa))
texts = ["".join(map(str, row)) for row in minimal[:2000].tolist()]
puzzles = [pandoku.loads(text) for text in texts]
measure("solve, generated minimal", len(puzzles), lambda: [*map(pandoku.solve, puzzles)])
sets = (("killer9", 200), ("kenken6", 200), ("kenken9", 200), ("killer9_hard_real", 20))
for name, most in sets:
    some = [*islice(pandoku.read(data / "cages" / f"{name}.jsonl"), most)]
    measure(f"solve_all, {name}", len(some), lambda: pandoku.solve_all(some, threads=1))
    if name != "killer9_hard_real":  # minutes
        measure(f"explain_many, {name}", len(some), lambda: pandoku.explain_many(some, threads=1))
print(json.dumps(result))
"""


def main() -> None:
    """Measure, print a table, and write the results to the file, if any."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("before", help="the interpreter that has the other version")
    parser.add_argument("--after", default=sys.executable, help="the other one; default: this one")
    parser.add_argument("--pairs", type=int, default=10)
    parser.add_argument("--runs", type=int, default=3, help="of each call; the fastest counts")
    parser.add_argument("--isa", default="auto")
    parser.add_argument("--only", default="", help="the calls whose names have this in them")
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    if "PANDOKU_SHARED" not in os.environ:
        parser.error("expected PANDOKU_SHARED as the folder that has the puzzles in data/")
    pairs = []
    for number in range(asked.pairs):
        order = [asked.before, asked.after]
        found = {each: _times(each, asked) for each in (order if number % 2 else order[::-1])}
        pairs.append((found[asked.before], found[asked.after]))
        print(f"pair {number + 1} of {asked.pairs}", file=sys.stderr)
    rows = [_row(name, pairs) for name in pairs[0][0]]
    for row in rows:
        low, high = row["interval"]
        print(
            f"{row['name']:34} {row['before_ns']:10.0f} {row['after_ns']:10.0f} ns"
            f"   ratio {row['ratio']:.3f} ({low:.3f} to {high:.3f})"
        )
    if asked.out is not None:
        head = circumstances() | {"isa": asked.isa, "pairs": asked.pairs, "threads": 1}
        asked.out.write_text(json.dumps(head | {"rows": rows}, indent=1) + "\n")


def _times(python: str, asked: argparse.Namespace) -> dict[str, float]:
    command = [python, "-c", _CODE, asked.isa, str(asked.runs), asked.only]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{python} ended with status {done.returncode}")
    times: dict[str, float] = json.loads(done.stdout)
    return times


def _row(name: str, pairs: list[tuple[dict[str, float], dict[str, float]]]) -> dict[str, Any]:
    before, after = ([pair[which][name] for pair in pairs] for which in (0, 1))
    ratios = sorted(b / a for b, a in zip(before, after, strict=True))
    low = _rank(len(ratios))
    return {
        "name": name,
        "before_ns": median(before),
        "after_ns": median(after),
        "ratio": median(ratios),
        "interval": [ratios[low], ratios[-1 - low]],
        "ratios": ratios,
    }


def _rank(n: int) -> int:
    """Return the number of ratios to leave out at either end of the interval of the median."""
    tail, rank = 0.0, -1
    while tail + comb(n, rank + 1) / 2**n <= 0.025:
        rank += 1
        tail += comb(n, rank) / 2**n
    return max(rank, 0)


if __name__ == "__main__":
    main()
