"""The time to prove that published variants have one solution, and what parts of it cost.

    python bench/variants.py [--runs 5] [--cp-sat 10] [--out bench/results/variants.json]

Reads the rows of data/variants that the reader of f-puzzles takes and that have a constraint other
than a cage, and checks every answer against the solution in the row. Each time is the processor
time of one puzzle on one thread, the least of some runs; the table has the median of the puzzles,
the times that 90 % and 99 % of them stay below, and the longest.

solve            the proof of uniqueness by `pandoku.solve`, from Python values, with warm caches
relations        the same by the call of the core: relations are lowered, searched and checked
search           the core alone, by its own wall clock
compiling        lowering the relations with empty caches: tables and automata are made
true candidates  by `pandoku.true_candidates`, with warm caches
cp-sat           the same proof by the engine cp-sat, which has the same relations
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import sys
from collections.abc import Callable, Iterator
from functools import _lru_cache_wrapper
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import pandoku
from pandoku import Budget, FormatError, Puzzle
from pandoku.bench import circumstances
from pandoku.kernel.cages import search_cages, why_not_cages
from pandoku.model import Geometry

_Row = tuple[str, Puzzle, tuple[int, ...]]  # a name, the puzzle, its solution


def main() -> None:
    """Measure, print a table, and write the results if a file is named."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--runs", type=int, default=5, help="of each call; the fastest counts")
    parser.add_argument(
        "--cp-sat", type=float, default=10, help="seconds for each puzzle; 0 skips it"
    )
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    if "PANDOKU_SHARED" not in os.environ:
        parser.error("expected PANDOKU_SHARED as the folder that has the puzzles in data/")
    rows = [*_rows()]
    names = sorted({each.NAME for _, puzzle, _ in rows for each in puzzle.further})
    print(f"{len(rows)} puzzles with {', '.join(names)}", file=sys.stderr)
    found = dict(_measured(rows, asked.runs, asked.cp_sat))
    for name, times in found.items():
        print(_line(name, times))
    guesses = [search_cages([puzzle], threads=1)[0].nodes for _, puzzle, _ in rows]
    print(f"guesses: median {median(guesses):.0f}, most {max(guesses)}")
    if asked.out is not None:
        head = circumstances() | {"puzzles": len(rows), "kinds": names, "runs": asked.runs}
        table = [{"name": name} | _summary(times) for name, times in found.items()]
        nodes = {"guesses": {"median": median(guesses), "most": max(guesses)}}
        asked.out.write_text(json.dumps(head | nodes | {"rows": table}, indent=1) + "\n")


def _rows() -> Iterator[_Row]:
    """Yield the puzzles that have a constraint other than a cage."""
    path = Path(os.environ["PANDOKU_SHARED"]) / "data" / "variants" / "puzzles.jsonl"
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        payload = row["payload"]
        if not row["source_format"].startswith("f-puzzles"):
            continue
        try:
            text = payload if isinstance(payload, str) else json.dumps(payload)
            puzzle = pandoku.loads(text, format="f-puzzles")
        except FormatError:  # rules that pandoku does not know
            continue
        width = 1 if puzzle.order < 10 else 2
        digits = row["solution"]
        solution = tuple(int(digits[at : at + width]) for at in range(0, len(digits), width))
        if puzzle.further:
            yield row["id"], puzzle, solution


def _measured(rows: list[_Row], runs: int, cp_sat_s: float) -> Iterator[tuple[str, list[float]]]:
    """Yield the name of each measurement, and the seconds of each puzzle."""
    yield "solve", _each(rows, runs, lambda row: _require(row, pandoku.solve(row[1])))
    yield "relations", _each(rows, runs, lambda row: search_cages([row[1]], threads=1))
    yield "search", [_searched(puzzle, runs) for _, puzzle, _ in rows]
    yield "compiling", [_compiled(puzzle, runs) for _, puzzle, _ in rows]
    yield "true candidates", _each(rows, runs, lambda row: pandoku.true_candidates(row[1]))
    if cp_sat_s:
        budget = Budget(seconds=cp_sat_s)
        pandoku.solve(Puzzle(Geometry.latin(2)), engine="cp-sat")  # imports
        yield (
            "cp-sat",
            _each(
                rows,
                1,
                lambda row: _require(row, pandoku.solve(row[1], engine="cp-sat", budget=budget)),
            ),
        )


def _each(rows: list[_Row], runs: int, call: Callable[[_Row], Any]) -> list[float]:
    """Return the least processor time of some calls for each row, with warm caches if several."""
    found = []
    for row in rows:
        times = []
        for _ in range(runs):
            started = process_time()
            call(row)
            times.append(process_time() - started)
        found.append(min(times))
    return found


def _searched(puzzle: Puzzle, runs: int) -> float:
    return min(search_cages([puzzle], threads=1)[0].elapsed_s for _ in range(runs))


def _require(row: _Row, outcome: pandoku.Outcome) -> None:
    """Exit if an outcome is not the one solution of a row; a budget may have ended the search."""
    name, _, solution = row
    if outcome.stopped == "seconds":
        print(f"{name}: {outcome.engine} stopped after its budget", file=sys.stderr)
    elif outcome.solutions != (solution,):
        sys.exit(f"{name}: expected {solution}, found {outcome.solutions}")


def _compiled(puzzle: Puzzle, runs: int) -> float:
    caches = [each for each in gc.get_objects() if isinstance(each, _lru_cache_wrapper)]
    of_relations = [
        each
        for each in caches
        if each.__module__.startswith(("pandoku.constraints", "pandoku.kernel.relations"))
        or each.__module__ == "pandoku.model.relations"
    ]
    times = []
    for _ in range(runs):
        for each in of_relations:
            each.cache_clear()
        started = process_time()
        why_not_cages(puzzle)  # lowers every relation
        times.append(process_time() - started)
    return min(times)


def _summary(times: list[float]) -> dict[str, float]:
    ordered = sorted(times)
    shares = {"p90_ms": 0.9, "p99_ms": 0.99}
    return {
        "median_ms": round(median(times) * 1e3, 4),
        **{key: round(ordered[int(share * len(times))] * 1e3, 4) for key, share in shares.items()},
        "max_ms": round(ordered[-1] * 1e3, 4),
    }


def _line(name: str, times: list[float]) -> str:
    shown = "  ".join(f"{key} {value:9.3f}" for key, value in _summary(times).items())
    return f"{name:16} {shown}"


if __name__ == "__main__":
    main()
