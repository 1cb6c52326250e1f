"""Compare the order of the scale `human` with the order of the scale `pandoku`.

    PANDOKU_SHARED=... python bench/human_order.py [--set easy ...] [--n 40]

For each set of puzzles and both orders: the time of a path, whether the rating is the same, the
number of hidden singles shown by a line although they are single in their box, the number of naked
singles taken although a box had a hidden single, the distance of consecutive steps, and the number
of cells of a set. `bench/human_order.md` has the results.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterator
from itertools import islice, pairwise
from pathlib import Path
from statistics import mean, median

from pandoku import Board, Puzzle, explain, loads
from pandoku.logic import Path as Steps
from pandoku.logic import uniqueness_of
from pandoku.model import Step
from pandoku.rating import DEFAULT_SCALE

DATA = Path(os.environ.get("PANDOKU_SHARED", "shared")) / "data"
SETS = {
    "17 clues": ("sudoku/puzzles2_17_clue", 60),
    "minimal": ("sudoku/generated_minimal_100k.txt", 60),
    "top1465": ("sudoku/puzzles3_magictour_top1465", 30),
    "16x16": ("sudoku/sudoku16.jsonl", 4),
    "25x25": ("sudoku/sudoku25.jsonl", 2),
    "killer9": ("cages/killer9.jsonl", 15),
    "killer9 hard": ("cages/killer9_hard_real.jsonl", 4),
    "kenken6": ("cages/kenken6.jsonl", 30),
    "kenken9": ("cages/kenken9.jsonl", 10),
    "kenken12": ("cages/kenken12.jsonl", 2),
}
BOX = ("box", "region")
SETS_OF_CELLS = ("sue-de-coq", "als-xz", "als-xy-wing", "als-chain", "death-blossom", "wxyz-wing")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--set", action="append", choices=SETS)
    parser.add_argument("--n", type=int)
    asked = parser.parse_args()
    print(
        "| set | order | CPU s/path | with rating | steps | solved | line | naked | apart | cells |"
    )
    print("|---|---|---|---|---|---|---|---|---|---|")
    for name in asked.set or SETS:
        puzzles = [*read_set(name, asked.n)]
        ratings = {}
        for scale in (DEFAULT_SCALE, "human"):
            paths, times = timed(puzzles, scale)
            started = time.process_time()
            ratings[scale] = [path.rating() for path in paths]
            rated = (time.process_time() - started) / len(paths)
            print(f"| {name} | {scale} | {row(paths, times, rated)} |", flush=True)
        same = sum(a == b for a, b in zip(*ratings.values(), strict=True))
        print(f"|  | same rating: {same} of {len(puzzles)} |")


def read_set(name: str, n: int | None) -> Iterator[Puzzle]:
    """Yield the puzzles of a set that are proper."""
    file, most = SETS[name]
    lines = (DATA / file).read_text().splitlines()
    texts = (text for text in lines if text and text[0] != "#")
    for text in islice(texts, n or most):
        puzzle = loads(text if text[0] == "{" else text.split()[0])
        if uniqueness_of(puzzle).is_proper:
            yield puzzle


def timed(puzzles: list[Puzzle], scale: str) -> tuple[list[Steps], list[float]]:
    paths, times = [], []
    for puzzle in puzzles:
        started = time.process_time()
        paths.append(explain(puzzle, scale=scale, is_proper=True))
        times.append(time.process_time() - started)
    return paths, times


def row(paths: list[Steps], times: list[float], rated: float) -> str:
    lines, hidden, naked_beside_box, naked = 0, 0, 0, 0
    apart: list[float] = []
    sizes: list[int] = []
    for path in paths:
        for board, step in zip(path.boards(), path.steps, strict=True):
            if step.technique == "hidden-single":
                hidden += 1
                shown_by_line = not any(house.kind in BOX for house in step.facts.houses)
                lines += shown_by_line and step.placements[0] in box_singles(board)
            elif step.technique == "naked-single":
                naked += 1
                naked_beside_box += bool(box_singles(board))
            elif step.technique in SETS_OF_CELLS:
                sizes.append(len({cell for cell, _ in step.facts.cells}))
        order = path.start.puzzle.order
        apart += [distance(order, a, b) for a, b in pairwise(path.steps)]
    n_solved = sum(path.stopped == "full" for path in paths)
    return " | ".join(
        (
            f"{median(times):.4f} (max {max(times):.2f})",
            f"{mean(times) + rated:.4f}",
            f"{mean(map(len, paths)):.0f}",
            f"{n_solved} of {len(paths)}",
            f"{lines} of {hidden}",
            f"{naked_beside_box} of {naked}",
            f"{mean(apart):.2f}",
            f"{mean(sizes):.1f} (max {max(sizes)}, {len(sizes)})" if sizes else "-",
        )
    )


def box_singles(board: Board) -> set[tuple[int, int]]:
    """Return the (cell, digit) pairs of digits with one place left in a box or region."""
    found = set()
    for house in board.puzzle.geometry.houses:
        if house.kind in BOX:
            empty = [cell for cell in house.cells if not board.digits[cell]]
            for digit in range(1, board.puzzle.order + 1):
                places = [cell for cell in empty if board.masks[cell] >> (digit - 1) & 1]
                if len(places) == 1:
                    found.add((places[0], digit))
    return found


def distance(order: int, before: Step, after: Step) -> float:
    """Return the distance of the nearest changed cells of two steps, in rows and columns."""

    def cells(step: Step) -> list[tuple[int, int]]:
        return [divmod(cell, order) for cell, _ in (*step.placements, *step.eliminations)]

    return min(abs(r - s) + abs(c - d) for r, c in cells(before) for s, d in cells(after))


if __name__ == "__main__":
    main()
