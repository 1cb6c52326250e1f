"""Measure the time to prove that published variants have one solution, and the cost of its parts.

    python bench/variants.py [--runs 5] [--bound 20] [--cp-sat 10] [--many 10000]
                             [--peer NAME=COMMAND ...] [--out FILE]

Reads the rows of data/variants that a reader takes and that have a constraint other than a cage,
and checks every answer against the solution in the row. Each time is the processor time of one
puzzle on one thread, the minimum of some runs. The table has the median, the 90th and the 99th
percentile, the longest time, and the number of puzzles not finished within the bound.

solve            the proof of uniqueness by `pandoku.solve`, from Python values, with warm caches
relations        the same by the call of the core: relations are lowered, searched and checked
search           the core alone, by its own wall clock
compiling        lowering the relations with empty caches: tables and automata are made
true candidates  by `pandoku.true_candidates`, with warm caches
loosened         true candidates with a quarter of the clues dropped, drawn by the row's name
cp-sat           the same proof by the engine cp-sat, which has the same relations

A peer is any command. It gets a line of JSON for each row: "id", and the puzzle as text under the
names of formats, "iss" and "f-puzzles", if these can store it. It answers with a line for each:
"id", and "seconds" of its proof, or null and "why", which is "bound" if it was not finished.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import _lru_cache_wrapper
from math import inf
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

import pandoku
from pandoku import Budget, PandokuError, Puzzle
from pandoku.bench import circumstances
from pandoku.constraints import Sandwich
from pandoku.kernel.cages import search_cages, why_not_cages
from pandoku.model import Geometry

_SOLVED = tuple(
    (3 * (row % 3) + row // 3 + column) % 9 + 1 for row in range(9) for column in range(9)
)

_Row = tuple[str, Puzzle, tuple[int, ...]]  # a name, the puzzle, its solution


def main() -> None:
    """Measure, print a table, and write the results to the file, if any."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--runs", type=int, default=5, help="of each call; the fastest counts")
    parser.add_argument("--bound", type=float, default=20, help="seconds for one call of pandoku")
    parser.add_argument(
        "--many", type=int, default=10_000, help="puzzles of one layout for solve_many; 0 skips it"
    )
    parser.add_argument(
        "--cp-sat", type=float, default=10, help="seconds for each puzzle; 0 skips it"
    )
    parser.add_argument("--peer", action="append", default=[], metavar="NAME=COMMAND")
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    if "PANDOKU_SHARED" not in os.environ:
        parser.error("expected PANDOKU_SHARED as the folder that has the puzzles in data/")
    rows = [*_rows()]
    names = sorted({each.NAME for _, puzzle, _ in rows for each in puzzle.further})
    print(f"{len(rows)} puzzles with {', '.join(names)}", file=sys.stderr)
    found = {}
    for name, times in _measured(rows, asked.runs, asked.bound, asked.cp_sat):
        found[name] = times
        print(_line(name, times), flush=True)
    times_slower = [
        by_cp_sat / own
        for own, by_cp_sat in zip(found["solve"], found.get("cp-sat", ()), strict=False)
        if inf not in (own, by_cp_sat)
    ]
    if times_slower:
        print(f"cp-sat takes {median(times_slower):.1f} times as long (median)")
    peers = [
        (name, *_by_peer(command, rows, found["solve"]))
        for name, _, command in (each.partition("=") for each in asked.peer)
    ]
    for name, times, ratio in peers:
        found[name] = times
        print(_line(name, times))
        print(f"{name} takes {len(times)} of the rows, {ratio:.0f} times as long (median)")
    rate = _rate_of_many(asked.many) if asked.many else None
    if rate:
        print(f"solve_many: {rate:,.0f} puzzles of one layout a second, on one thread")
    guesses = [
        search_cages([puzzle], threads=1, seconds=asked.bound)[0].nodes for _, puzzle, _ in rows
    ]
    print(f"guesses: median {median(guesses):.0f}, most {max(guesses)}")
    if asked.out is not None:
        head = circumstances() | {"puzzles": len(rows), "kinds": names, "runs": asked.runs}
        table = [
            {"name": name, "puzzles": len(times)} | _summary(times) for name, times in found.items()
        ]
        nodes: dict[str, Any] = {"guesses": {"median": median(guesses), "most": max(guesses)}}
        if times_slower:
            nodes["cp_sat_times"] = round(median(times_slower), 1)
        nodes |= {f"{name}_times": round(ratio, 1) for name, _, ratio in peers}
        if rate:
            nodes["solve_many_per_s"] = round(rate)
        asked.out.write_text(json.dumps(head | nodes | {"rows": table}, indent=1) + "\n")


def _rows() -> Iterator[_Row]:
    """Yield the puzzles that have a constraint other than a cage."""
    path = Path(os.environ["PANDOKU_SHARED"]) / "data" / "variants" / "puzzles.jsonl"
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        payload = row["payload"]
        try:
            puzzle = pandoku.loads(payload if isinstance(payload, str) else json.dumps(payload))
        except PandokuError:  # rules that pandoku does not know
            continue
        digits = row["solution"]
        if digits.isalpha():
            solution = tuple(ord(letter) - ord("A") + 1 for letter in digits)
        else:
            width = len(digits) // puzzle.geometry.n_cells
            solution = tuple(int(digits[at : at + width]) for at in range(0, len(digits), width))
        if any(each.IS_CHECKED for each in puzzle.further):
            yield row["id"], puzzle, solution


def _measured(
    rows: list[_Row], runs: int, bound_s: float, cp_sat_s: float
) -> Iterator[tuple[str, list[float]]]:
    """Yield the name of each measurement, and the seconds of each puzzle, inf if unfinished."""
    budget = Budget(seconds=bound_s)

    def search(row: _Row) -> bool:
        return search_cages([row[1]], threads=1, seconds=bound_s)[0].stopped is None

    def candidates(puzzle: Puzzle) -> bool:
        return pandoku.true_candidates(puzzle, budget=budget) is not None

    loose = [(name, _loosened(name, puzzle), solution) for name, puzzle, solution in rows]
    yield (
        "solve",
        _each(rows, runs, lambda row: _is_right(row, pandoku.solve(row[1], budget=budget))),
    )
    yield "relations", _each(rows, runs, search)
    yield "search", [_searched(puzzle, runs, bound_s) for _, puzzle, _ in rows]
    yield "compiling", [_compiled(puzzle, runs) for _, puzzle, _ in rows]
    yield "true candidates", _each(rows, runs, lambda row: candidates(row[1]))
    yield "loosened", _each(loose, runs, lambda row: candidates(row[1]))
    if cp_sat_s:
        own = Budget(seconds=cp_sat_s)
        pandoku.solve(Puzzle(Geometry.latin(2)), engine="cp-sat")  # imports
        yield (
            "cp-sat",
            _each(
                rows,
                1,
                lambda row: _is_right(row, pandoku.solve(row[1], engine="cp-sat", budget=own)),
            ),
        )


def _by_peer(command: str, rows: list[_Row], own: list[float]) -> tuple[list[float], float]:
    """Return the seconds of the rows that a peer accepts, and the ratios to its times."""
    lines = []
    for name, puzzle, _ in rows:
        texts = {"id": name}
        for format_name in ("iss", "f-puzzles"):
            with suppress(PandokuError):
                texts[format_name] = pandoku.dumps(puzzle.replace(solution=None), format_name)
        lines.append(json.dumps(texts))
    answer = subprocess.run(
        shlex.split(command), input="\n".join(lines), capture_output=True, text=True, check=True
    ).stdout
    answers = {each["id"]: each for each in map(json.loads, answer.splitlines())}
    pairs = []
    for (name, _, _), seconds in zip(rows, own, strict=True):
        told = answers[name]
        if told["seconds"] is not None:
            pairs.append((told["seconds"], seconds))
        elif told["why"] == "bound":
            pairs.append((inf, seconds))
    ratios = [theirs / ours for theirs, ours in pairs if inf not in (theirs, ours)]
    return [theirs for theirs, _ in pairs], median(ratios)


def _loosened(name: str, puzzle: Puzzle) -> Puzzle:
    """Return a puzzle without a quarter of its clues: givens, cages and other constraints."""
    rng = Random(name)
    cells = [cell for cell, digit in enumerate(puzzle.givens) if digit]
    n_clues = len(cells) + len(puzzle.constraints)
    gone = {*rng.sample(range(n_clues), n_clues // 4)}
    emptied = {cell for at, cell in enumerate(cells) if at in gone}
    givens = [0 if cell in emptied else digit for cell, digit in enumerate(puzzle.givens)]
    first, last = len(cells), len(cells) + len(puzzle.cages)
    return puzzle.replace(
        givens=givens,
        cages=[each for at, each in enumerate(puzzle.cages, first) if at not in gone],
        further=[each for at, each in enumerate(puzzle.further, last) if at not in gone],
        solution=None,
    )


def _rate_of_many(n_puzzles: int) -> float:
    """Return the rate of `solve_many` for puzzles with the same cells and other values of clues."""
    rng, geometry = Random(1), Geometry.sudoku(9)
    starts = [(at, direction) for at in range(9) for direction in ("D", "R")]
    puzzles = []
    for _ in range(n_puzzles):
        grid = _random_image(_SOLVED, rng)
        clues = []
        for at, direction in starts:
            line = grid[at::9] if direction == "D" else grid[9 * at : 9 * at + 9]
            low, high = sorted((line.index(1), line.index(9)))
            start = at if direction == "D" else 9 * at
            clues.append(Sandwich((start,), direction, sum(line[low + 1 : high])))
        givens = [digit if cell % 4 == 0 else 0 for cell, digit in enumerate(grid)]
        puzzles.append(Puzzle(geometry, givens, further=clues))
    pandoku.solve_many(puzzles[:100], threads=1)
    started = process_time()
    pandoku.solve_many(puzzles, threads=1)
    return n_puzzles / (process_time() - started)


def _random_image(grid: tuple[int, ...], rng: Random) -> tuple[int, ...]:
    """Return a grid with its digits, and the rows and columns of each band, shuffled."""
    digits = rng.sample(range(1, 10), 9)
    rows = [3 * band + row for band in range(3) for row in rng.sample(range(3), 3)]
    columns = [3 * band + column for band in range(3) for column in rng.sample(range(3), 3)]
    return tuple(digits[grid[9 * row + column] - 1] for row in rows for column in columns)


def _each(rows: list[_Row], runs: int, call: Callable[[_Row], bool]) -> list[float]:
    """Return the minimum processor time of some calls for each row, with warm caches if several.

    A call that returns False was not finished. It counts as infinite, and is not repeated.
    """
    found = []
    for row in rows:
        times = []
        for _ in range(runs):
            started = process_time()
            is_done = call(row)
            times.append(process_time() - started if is_done else inf)
            if not is_done:
                break
        found.append(min(times))
    return found


def _searched(puzzle: Puzzle, runs: int, bound_s: float) -> float:
    found = []
    for _ in range(runs):
        result = search_cages([puzzle], threads=1, seconds=bound_s)[0]
        if result.stopped == "seconds":
            return inf
        found.append(result.elapsed_s)
    return min(found)


def _is_right(row: _Row, outcome: pandoku.Outcome) -> bool:
    """Return True if the search ended; exit if its outcome is not the solution of the row."""
    name, _, solution = row
    if outcome.stopped == "seconds":
        print(f"{name}: {outcome.engine} stopped after its budget", file=sys.stderr)
        return False
    if outcome.solutions != (solution,):
        sys.exit(f"{name}: expected {solution}, found {outcome.solutions}")
    return True


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
    done = [time for time in ordered if time != inf]
    shares = {"p90_ms": 0.9, "p99_ms": 0.99}
    found = {"median_ms": median(done), "max_ms": done[-1]}
    found |= {key: ordered[int(share * len(times))] for key, share in shares.items()}
    return {
        **{key: round(time * 1e3, 4) for key, time in found.items() if time != inf},
        "unfinished": len(times) - len(done),
    }


def _line(name: str, times: list[float]) -> str:
    shown = "  ".join(f"{key} {value:9.3f}" for key, value in _summary(times).items())
    return f"{name:16} {shown}"


if __name__ == "__main__":
    main()
