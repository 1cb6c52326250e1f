"""Measure the speed of making puzzles with constraints: accepted puzzles a second of one core.

    python bench/mixes.py [--order 9] [--seconds 2] [--seed 1] [--out bench/results/mixes.json]

Each kind of constraint, and some mixes, are made minimal, easy and medium. The times are processor
times of one thread, and include the ratings. The file is written after each kind, so that a run can
be stopped at any time.
"""

from __future__ import annotations

import argparse
import json
from itertools import count
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from pandoku import Puzzle
from pandoku.bench import circumstances
from pandoku.generation import find_puzzles, placeable, puzzle_at, wishes_of

MIXES = (
    "thermometer, arrow, whisper",
    "cage, thermometer, white dot",
    "quadruple, between, black dot",
    "renban, whisper, xv",
    "white dot all",
)
MODES: dict[str, dict[str, Any]] = {
    "minimal": {"minimal": True},
    "easy": {"difficulty": "easy"},
    "medium": {"difficulty": "medium"},
}


def measured(constraints: str, order: int, seed: int, seconds: float, **wished: Any) -> Any:
    """Return the speed for a request, and the medians of constraints and givens."""
    wishes = wishes_of(
        "sudoku", order, constraints=constraints, seed=seed, budget=4, threads=1, **wished
    )
    start, made, n_missing = process_time(), list[Puzzle](), 0
    for first in count():
        for part in find_puzzles(wishes, 1, first=first):
            n_missing += len(part.missing)
            made += [puzzle_at(wishes, part.puzzles, at) for at in range(len(part.puzzles))]
        if process_time() - start > seconds:
            break
    taken = process_time() - start
    return {
        "per_second": round(len(made) / taken, 2),
        "made": len(made),
        "missing": n_missing,
        "constraints": median(len(each.constraints) for each in made) if made else None,
        "givens": median(each.n_givens for each in made) if made else None,
    }


def main() -> None:
    """Measure all kinds, and write the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--order", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("bench/results/mixes.json"))
    options = parser.parse_args()
    found: dict[str, Any] = {}
    for constraints in (*MIXES, *placeable()):
        found[constraints] = {}
        for mode, wished in MODES.items():
            found[constraints][mode] = measured(
                constraints, options.order, options.seed, options.seconds, **wished
            )
        print(constraints, found[constraints], flush=True)
        result = {"circumstances": circumstances(), "order": options.order, "found": found}
        options.out.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
