"""How long the cage search takes on the published sets.

    PANDOKU_SHARED=... python bench/cages.py [--set killer9] [--seconds 10] [--cp-sat 10]
                                             [--out bench/results/cages.json]

Every puzzle is searched for two solutions, one after the other on one thread. A time is what the
engine reports for the puzzle (`Outcome.elapsed_s`), the median of three runs; `whole` is the time
of the set by the clock, packing and outcomes included, for one puzzle. `open` counts the puzzles
that ran out of their seconds; their time so far is in the table all the same.

With --cp-sat N, OR-Tools' CP-SAT follows on at most N puzzles of each set, evenly spaced, once,
with the building of its model in Python and without; `times` is its median over the median that
the cage search has on the same puzzles.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter
from typing import Any

import pandoku
from pandoku import Budget, Outcome, Puzzle
from pandoku.engines.cp_sat import build_model

RUNS = 3
LONG_S = 0.5  # a set with a puzzle beyond this is run once


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--set", help="only this one")
    parser.add_argument("--seconds", type=float, default=10.0, help="at most, for each puzzle")
    parser.add_argument("--engine", default="cages")
    parser.add_argument("--cp-sat", type=int, default=0, help="puzzles of each set for CP-SAT")
    parser.add_argument("--out", type=Path, help="write the table as JSON")
    arguments = parser.parse_args()
    folder = Path(os.environ["PANDOKU_SHARED"]) / "data" / "cages"
    paths = sorted(folder.glob(f"{arguments.set or '*'}.jsonl"))
    columns = ("median", "p95", "max", "whole", "nodes", "most", "open")
    print(f"{'set, ms a puzzle':22} {'n':>4}", *(f"{column:>9}" for column in columns))
    results = [measure(path, arguments.engine, arguments.seconds) for path in paths]
    if arguments.cp_sat:
        columns = ("median", "p95", "max", "times", "median", "p95", "times", "open")
        print(f"\n{'CP-SAT; without model':22} {'n':>4}", *(f"{column:>9}" for column in columns))
        for path, result in zip(paths, results, strict=True):
            result["cp_sat"] = beside(path, arguments.cp_sat, arguments.seconds)
    if arguments.out:
        arguments.out.parent.mkdir(parents=True, exist_ok=True)
        report = {**circumstances(), "engine": arguments.engine, "threads": 1, "sets": results}
        arguments.out.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")


def measure(path: Path, engine: str, seconds: float) -> dict[str, Any]:
    puzzles = list(pandoku.read(path))
    runs: list[list[Outcome]] = []
    whole_s: list[float] = []
    while len(runs) < RUNS and not (runs and max(o.elapsed_s for o in runs[0]) > LONG_S):
        started = perf_counter()
        budget = Budget(seconds=seconds)
        runs.append(pandoku.solve_all(puzzles, engine=engine, budget=budget, threads=1))
        whole_s.append(perf_counter() - started)
    check(puzzles, runs[0])
    result = summary(path.stem, runs, statistics.median(whole_s) / len(puzzles))
    times = (f"{result[name]:9.3f}" for name in ("median_ms", "p95_ms", "max_ms", "whole_ms"))
    counts = (f"{result[name]:9}" for name in ("nodes", "most_nodes", "open"))
    print(f"{path.stem:22} {len(puzzles):4}", *times, *counts, flush=True)
    return result


def beside(path: Path, most: int, seconds: float) -> dict[str, Any]:
    puzzles = list(pandoku.read(path))
    puzzles = puzzles[:: -(-len(puzzles) // most)]
    budget = Budget(seconds=seconds)
    mine = pandoku.solve_all(puzzles, engine="cages", budget=budget, threads=1)
    outcomes, building_s = [], []
    for puzzle in puzzles:
        started = perf_counter()
        build_model(puzzle)
        building_s.append(perf_counter() - started)
        outcomes.append(pandoku.solve(puzzle, limit=2, engine="cp-sat", budget=budget))
    check(puzzles, outcomes)
    mine_ms = statistics.median(outcome.elapsed_s for outcome in mine) * 1e3
    whole = sorted(outcome.elapsed_s * 1e3 for outcome in outcomes)
    bare = sorted((o.elapsed_s - s) * 1e3 for o, s in zip(outcomes, building_s, strict=True))
    result = {
        "n": len(puzzles),
        "median_ms": round(statistics.median(whole), 2),
        "p95_ms": round(at_95(whole), 2),
        "max_ms": round(whole[-1], 2),
        "times": round(statistics.median(whole) / mine_ms),
        "bare_median_ms": round(statistics.median(bare), 2),
        "bare_p95_ms": round(at_95(bare), 2),
        "bare_times": round(statistics.median(bare) / mine_ms),
        "open": sum(outcome.stopped == "seconds" for outcome in outcomes),
    }
    print(
        f"{path.stem:22}", *(f"{v:>{4 if k == 'n' else 9}}" for k, v in result.items()), flush=True
    )
    return result


def at_95(ordered: Sequence[float]) -> float:
    return ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]


def check(puzzles: Sequence[Puzzle], outcomes: Sequence[Outcome]) -> None:
    for puzzle, outcome in zip(puzzles, outcomes, strict=True):
        right = outcome.solutions == (puzzle.solution,)
        right = right or (outcome.stopped == "seconds" and not outcome.solutions)
        if not right:
            raise SystemExit(f"{puzzle.id}: expected its one solution, found {outcome!r}")


def summary(name: str, runs: Sequence[Sequence[Outcome]], whole_s: float) -> dict[str, Any]:
    times = sorted(statistics.median(o.elapsed_s for o in one) for one in zip(*runs, strict=True))
    nodes = sorted(int(str(outcome.stats["nodes"])) for outcome in runs[0])
    return {
        "set": name,
        "n": len(times),
        "median_ms": round(statistics.median(times) * 1e3, 4),
        "p95_ms": round(at_95(times) * 1e3, 4),
        "max_ms": round(times[-1] * 1e3, 4),
        "whole_ms": round(whole_s * 1e3, 4),
        "nodes": int(statistics.median(nodes)),
        "most_nodes": nodes[-1],
        "open": sum(outcome.stopped == "seconds" for outcome in runs[0]),
    }


def circumstances() -> dict[str, str]:
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False
    )
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "machine": platform.machine(),
        "python": platform.python_version(),
        "commit": commit.stdout.strip(),
        "load": f"{os.getloadavg()[0]:.1f} on {os.cpu_count()} cores",
    }


if __name__ == "__main__":
    main()
