"""Drawings of puzzles and solutions for print."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from pandoku.draw import draw
from pandoku.draw.drawing import candidate_center
from pandoku.draw.items import Drawing, Text
from pandoku.model import Board, Cage, Geometry, Puzzle, digits_of

__all__ = ["marked_places", "puzzle_drawing", "solution_drawing"]


def puzzle_drawing(puzzle: Puzzle, marks: str) -> Drawing:
    """Return the drawing of a puzzle without the numbers of rows and columns."""
    return draw(puzzle, candidates=marks == "candidates", coordinates=False)


def solution_drawing(puzzle: Puzzle, solution: bytes | None) -> Drawing:
    """Return the drawing of a solution: its digits and borders, without most constraints.

    Args:
        puzzle: The puzzle.
        solution: Digits of the solution, or None for the givens only.
    """
    n = puzzle.order
    # Killer cages are not drawn, so all solutions of a geometry have the same lines.
    has_bold = any(cage.repeats for cage in puzzle.cages)
    base = _empty(puzzle.geometry, puzzle.cages if has_bold else ())
    digits = solution if solution is not None else puzzle.givens
    texts = tuple(
        Text(
            cell % n + 0.5,
            cell // n + 0.5,
            puzzle.label_of(digit),
            "given" if puzzle.givens[cell] else "digit",
        )
        for cell, digit in enumerate(digits)
        if digit
    )
    return Drawing(n, base.title, base.fills, base.lines, texts)


@lru_cache(maxsize=64)
def _empty(geometry: Geometry, cages: tuple[Cage, ...]) -> Drawing:
    return draw(Puzzle(geometry, cages=cages), coordinates=False)


def marked_places(puzzle: Puzzle) -> Iterator[tuple[float, float, int]]:
    """Yield (x, y, digit) for each candidate of the empty cells, with x and y in cells."""
    if puzzle.candidates is None:
        masks = (2**puzzle.order - 1,) * len(puzzle.givens)
    else:
        masks = Board.start(puzzle).masks
    for cell, given in enumerate(puzzle.givens):
        if not given:
            for digit in digits_of(masks[cell]):
                yield *candidate_center(puzzle, cell, digit), digit
