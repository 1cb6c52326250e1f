"""How fast paths are: whole paths in the core, and one hint from Python.

    PANDOKU_SHARED=... python bench/logic.py [--puzzles 2000] [--out bench/results/logic.json]

Paths: puzzles in a second of processor time on one thread, from a uint8 array; the median of five
runs, with the slowest and the fastest beside it. "Basic" is everything up to the fishes, without
chains; "all" is every technique; "full" is how many are solved to the end. Sets of cages are
measured in the same way, from puzzles. Steps: the median over boards of the time `next_step` takes.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import numpy as np

import pandoku
from pandoku.logic import explain, explain_many, next_step
from pandoku.techniques import registry

SETS = {
    "generated minimal": "generated_minimal_100k.txt",
    "17 clues": "puzzles2_17_clue",
    "magictour top 1465": "puzzles3_magictour_top1465",
}
CAGES = ("kenken4", "kenken6", "kenken9", "kenken12", "killer9")
RUNS = 5
BASIC = [name for name, t in registry().items() if t.ratings["hodoku"].rank <= 4600]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--puzzles", type=int, default=2000)
    parser.add_argument("--out", type=Path, help="write the table as JSON")
    arguments = parser.parse_args()
    if "PANDOKU_SHARED" not in os.environ:
        raise SystemExit("set PANDOKU_SHARED to the folder that holds data/sudoku and data/cages")
    data = Path(os.environ["PANDOKU_SHARED"]) / "data"
    folder = data / "sudoku"
    print(f"{'set':20} {'techniques':10} {'n':>6} {'/s':>9} {'least':>9} {'most':>9} {'full':>6}")
    rows = []
    for name, file in SETS.items():
        puzzles = read(folder / file, arguments.puzzles)
        rows += [
            measure(name, puzzles, kind, only) for kind, only in (("basic", BASIC), ("all", None))
        ]
    caged = {name: read_cages(data / "cages" / f"{name}.jsonl") for name in CAGES}
    for name, told in caged.items():
        rows += [
            measure(name, told, kind, only) for kind, only in (("basic", BASIC), ("all", None))
        ]
    hints = [
        hint_time(name, [pandoku.Puzzle(9, tuple(row.tolist())) for row in read(folder / file, 20)])
        for name, file in SETS.items()
    ]
    hints += [hint_time(name, caged[name][::3]) for name in ("kenken9", "killer9")]
    if arguments.out:
        arguments.out.parent.mkdir(parents=True, exist_ok=True)
        report = {**circumstances(), "threads": 1, "paths": rows, "steps": hints}
        arguments.out.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")


def read(path: Path, most: int) -> np.ndarray:
    with path.open(encoding="ascii") as stream:
        lines = list(islice((line for line in stream if line[0] not in "#\n"), most))
    text = "".join(line[:81] for line in lines).replace(".", "0")
    return (np.frombuffer(text.encode(), np.uint8) - ord("0")).reshape(-1, 81)


def read_cages(path: Path) -> list[pandoku.Puzzle]:
    puzzles = []
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        repeats = row["kind"] != "killer"
        cages = tuple(
            pandoku.Cage(cage["op"], cage["target"], tuple(cage["cells"]), repeats)
            for cage in row["cages"]
        )
        geometry = pandoku.Geometry(row["size"], box=tuple(row["box"]) if row["box"] else None)
        puzzles.append(pandoku.Puzzle(geometry, tuple(row["givens"]), cages))
    return puzzles


def measure(
    name: str, puzzles: np.ndarray | list[pandoku.Puzzle], kind: str, only: list[str] | None
) -> dict[str, Any]:
    rates = []
    for _ in range(RUNS):
        started = process_time()
        paths = explain_many(puzzles, techniques=only, is_proper=True, threads=1)
        rates.append(len(puzzles) / (process_time() - started))
    full = float((paths.ends == 0).mean())
    middle, least, most = statistics.median(rates), min(rates), max(rates)
    print(
        f"{name:20} {kind:10} {len(puzzles):6} {middle:9.0f} {least:9.0f} {most:9.0f} {full:6.1%}"
    )
    return {"set": name, "techniques": kind, "n": len(puzzles), "per_s": middle, "least": least,
            "most": most, "full": full}  # fmt: skip


def hint_time(name: str, puzzles: list[pandoku.Puzzle]) -> dict[str, Any]:
    times = []
    for puzzle in puzzles:
        path = explain(puzzle, is_proper=True)
        for board in path.boards():
            started = perf_counter()
            next_step(board, is_proper=True)
            times.append(1000 * (perf_counter() - started))
    middle, most = statistics.median(times), max(times)
    print(f"{name:20} a step: median {middle:.3f} ms, at most {most:.2f} ms, {len(times)} boards")
    return {"set": name, "median_ms": middle, "most_ms": most, "n": len(times)}


def circumstances() -> dict[str, Any]:
    commit = subprocess.run(
        ["git", "describe", "--always", "--dirty"], capture_output=True, text=True, check=False
    ).stdout.strip()
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "commit": commit,
        "machine": platform.processor() or platform.machine(),
        "python": platform.python_version(),
    }


if __name__ == "__main__":
    main()
