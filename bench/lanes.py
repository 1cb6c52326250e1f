"""How fast the lanes are on the published sets.

    PANDOKU_SHARED=... python bench/lanes.py [--isa avx2] [--out bench/results/lanes.json]

Every set is searched for two solutions each, from a uint8 array in memory, on one thread. A rate
is puzzles in a second of processor time: the median of five runs, with the slowest and the fastest
beside it.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

from pandoku import Puzzle
from pandoku.kernel.lanes import lane_isas, search, solve_many

SETS = {
    "17 clues": "puzzles2_17_clue",
    "generated minimal": "generated_minimal_100k.txt",
    "magictour top 1465": "puzzles3_magictour_top1465",
    "Serg": "puzzles7_serg_benchmark",
    "hardest 1905, 11+": "puzzles5_forum_hardest_1905_11+",
    "hardest 1106": "puzzles6_forum_hardest_1106",
    "16x16": "sudoku16.jsonl",
    "25x25": "sudoku25.jsonl",
}
RUNS = 5
LEAST_S = 0.1  # a run repeats a set until it has lasted this long
SAMPLE = 2_000  # puzzles of a set whose guesses and sweeps are counted


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--isa", choices=["auto", *lane_isas()], default="auto")
    parser.add_argument("--out", type=Path, help="write the table as JSON")
    arguments = parser.parse_args()
    if "PANDOKU_SHARED" not in os.environ:
        raise SystemExit("set PANDOKU_SHARED to the folder that holds data/sudoku")
    folder = Path(os.environ["PANDOKU_SHARED"]) / "data" / "sudoku"
    isa = lane_isas()[-1] if arguments.isa == "auto" else arguments.isa
    print(f"{'set':20} {'n':>7} {'k/s':>9} {'least':>9} {'most':>9} {'guesses':>8} {'sweeps':>7}")
    results = [measure(name, folder / file, isa) for name, file in SETS.items()]
    if arguments.out:
        arguments.out.parent.mkdir(parents=True, exist_ok=True)
        report = {**circumstances(), "isa": isa, "threads": 1, "sets": results}
        arguments.out.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")


def measure(name: str, path: Path, isa: str) -> dict[str, Any]:
    rows = read_rows(path)
    rates = sorted(rate_of(rows, isa) for _ in range(RUNS))
    puzzles = [Puzzle(int(len(row) ** 0.5), tuple(row)) for row in rows[:SAMPLE].tolist()]
    found = search(puzzles, limit=2, threads=1, isa=isa)
    guesses = sum(one.nodes for one in found) / len(found)
    sweeps = found[0].sweeps / len(found)
    median = statistics.median(rates)
    print(
        f"{name:20} {len(rows):7} {median:9.2f} {rates[0]:9.2f} {rates[-1]:9.2f}"
        f" {guesses:8.2f} {sweeps:7.2f}",
        flush=True,
    )
    return {
        "set": name,
        "n": len(rows),
        "k_per_s": [round(rate, 3) for rate in rates],
        "guesses": round(guesses, 3),
        "sweeps": round(sweeps, 3),
    }


def rate_of(rows: np.ndarray, isa: str) -> float:
    """Thousand puzzles in a second of processor time, in one run."""
    started, n = process_time(), 0
    while (elapsed_s := process_time() - started) < LEAST_S:
        solve_many(rows, limit=2, threads=1, isa=isa)
        n += len(rows)
    return n / elapsed_s / 1000


def read_rows(path: Path) -> np.ndarray:
    with path.open(encoding="ascii") as lines:
        if path.suffix == ".jsonl":
            return np.array([json.loads(line)["givens"] for line in lines], np.uint8)
        text = "".join(line[:81] for line in lines if line[0] not in "#\n")
    codes = np.frombuffer(text.encode(), np.uint8).reshape(-1, 81)
    return np.where((codes >= 49) & (codes <= 57), codes - 48, 0).astype(np.uint8)


def circumstances() -> dict[str, str]:
    cpu = next(
        (
            line.split(":")[1].strip()
            for line in Path("/proc/cpuinfo").read_text(encoding="ascii").splitlines()
            if line.startswith("model name")
        ),
        platform.processor(),
    )
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False
    )
    compiler = subprocess.run(["c++", "--version"], capture_output=True, text=True, check=False)
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "cpu": cpu,
        "compiler": compiler.stdout.split("\n")[0],
        "commit": commit.stdout.strip(),
        "python": platform.python_version(),
    }


if __name__ == "__main__":
    main()
