"""Measure pandoku and CP-SAT on hard puzzles that other programs solve.

    python bench/hard.py [FOLDER] [--bound 60] [--peer-bound 20] [--only NAME ...] [--out FILE]

FOLDER has 25x25 Sudokus as `sudoku_pN.dzn`: hakank's minizinc/sudoku_problems2, which are those of
Gecode's sudoku.cpp. The quasigroup and the sandwich sums are read from PANDOKU_SHARED, if it is
set. Both programs search for two solutions of a Sudoku, which proves that its solution is unique,
for one solution of a quasigroup, and for three of the sandwich sums, which have two. Times are
processor time of one thread, bounds are wall-clock time, and a dash means "not within the bound".
The core is the engine that `auto` picks, without any other.
"""

from __future__ import annotations

import argparse
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from time import process_time

import pandoku
from pandoku import Budget, Puzzle
from pandoku.bench import circumstances
from pandoku.engines import cp_sat, pick_engine

SUDOKUS = (19, 23, 29, 24, 30, 20, 31, 21, 22, 25, 27)
CASES = (("qcp-25-264-5", 1), ("sandwich18", 3))


def main() -> None:
    """Measure, print a table, and write it to the file, if any."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, help="of sudoku_pN.dzn")
    parser.add_argument("--bound", type=float, default=60, help="seconds for each puzzle")
    parser.add_argument("--peer-bound", type=float, default=20, help="seconds for CP-SAT")
    parser.add_argument("--only", nargs="*", help="names of puzzles")
    parser.add_argument("--out", type=Path, help="a file for the results as JSON")
    asked = parser.parse_args()
    rows = []
    print("| puzzle | core | nodes | found | cp-sat | found |\n|---|---|---|---|---|---|")
    for name, puzzle, limit in _puzzles(asked.folder):
        if asked.only and name not in asked.only:
            continue
        own = _measured(puzzle, limit, asked.bound, "core")
        peer = _measured(puzzle, limit, asked.peer_bound, "cp-sat")
        rows.append({"puzzle": name, "core": own, "cp-sat": peer})
        cells = [_time(own), f"{own['nodes']:,}", str(own["count"])]
        cells += [_time(peer), str(peer["count"])] if peer else ["not installed", ""]
        print(f"| {name} | {' | '.join(cells)} |", flush=True)
    if asked.out:
        asked.out.write_text(json.dumps({"at": circumstances(), "rows": rows}, indent=1) + "\n")


def _puzzles(folder: Path | None) -> Iterator[tuple[str, Puzzle, int]]:
    for number in SUDOKUS if folder else ():
        yield f"p{number}", _dzn(folder / f"sudoku_p{number}.dzn"), 2  # type: ignore[operator]
    shared = os.environ.get("PANDOKU_SHARED")
    for name, limit in CASES if shared else ():
        path = Path(shared or "") / "trials" / "cases" / f"slow-{name}.txt"
        if path.exists():
            yield name, pandoku.load(path), limit


def _dzn(path: Path) -> Puzzle:
    """Return the array of a MiniZinc data file, where _ is an empty cell."""
    text = re.sub("%.*", "", path.read_text(encoding="utf-8"))
    cells = text[text.index("[") + 1 : text.rindex("]")].split(",")
    names = filter(None, map(str.strip, cells))
    return Puzzle(25, tuple(0 if name == "_" else int(name) for name in names))


def _measured(puzzle: Puzzle, limit: int, bound: float, engine: str) -> dict[str, object]:
    if engine == "cp-sat" and cp_sat.ENGINE.supports(puzzle) is not None:
        return {}
    if engine == "core":
        engine = pick_engine(puzzle).name
    started = process_time()
    outcome = pandoku.solve(puzzle, limit=limit, engine=engine, budget=Budget(seconds=bound))
    seconds = process_time() - started
    return {
        "seconds": round(seconds, 3),
        "count": outcome.count,
        "stopped": outcome.stopped,
        "nodes": outcome.stats["nodes"],
    }


def _time(result: dict[str, object]) -> str:
    return "-" if result["stopped"] == "seconds" else f"{result['seconds']:.2f} s"


if __name__ == "__main__":
    main()
