"""Rays from the digits that see the empty cells of a house, with a cross in each of these cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pandoku.draw.drawing import middle_of
from pandoku.draw.items import Line
from pandoku.model import Board, Puzzle, Step

__all__ = ["cross", "rays"]

_START = 0.36  # cells: distance of a ray from the middle of its digit
_ARM = 0.15  # cells: half the width of a cross


def rays(board: Board, step: Step) -> Iterator[Line]:
    """Yield rays and crosses that show why a digit has no other place in the house of a step.

    A step has rays if it is about one digit, and if all places of this digit are in the first
    house of the step: hidden singles and locked candidates.

    Args:
        board: The board before the step.
        step: The step.
    """
    facts = step.facts
    pairs = {(cell, digit) for cell, digit, _ in facts.candidates} | {*step.placements}
    digits, kept = {digit for _, digit in pairs}, {cell for cell, _ in pairs}
    if not facts.houses or facts.links or facts.branches or len(digits) != 1:
        return
    [digit], house = digits, facts.houses[0].cells
    if not kept < {*house} or facts.constraints or facts.cages:
        return
    empty = [cell for cell in house if not board.digits[cell] and cell not in kept]
    named = {cell for cell, role in facts.cells if role == "excludes"}
    for source, cells in _sources(board, digit, empty, named):
        yield from _from_source(board.puzzle, source, cells)


def _sources(
    board: Board, digit: int, empty: Iterable[int], named: set[int]
) -> Iterator[tuple[int, list[int]]]:
    """Yield digits, each with the cells that it rules out. Few digits rule out all cells."""
    sight, left = board.puzzle.sight, {*empty}
    placed = [cell for cell, each in enumerate(board.digits) if each == digit]
    while left:
        reach = {source: [cell for cell in left if source in sight[cell]] for source in placed}
        best = max(placed, key=lambda each: (each in named, len(reach[each])), default=None)
        if best is None:
            return
        named = named - {best}
        placed.remove(best)
        if reach[best]:
            yield best, sorted(reach[best])
            left.difference_update(reach[best])


def _from_source(puzzle: Puzzle, source: int, cells: Sequence[int]) -> Iterator[Line]:
    n = puzzle.order
    row, column = divmod(source, n)
    x, y = middle_of(puzzle, source)
    ends: dict[tuple[int, int], tuple[float, float]] = {}
    for cell in cells:
        down, right = cell // n - row, cell % n - column
        at = middle_of(puzzle, cell)
        yield from cross(at, _ARM)
        # One ray reaches all cells in its direction. It ends at the farthest cell.
        way = (_sign(down), _sign(right)) if not down or not right else (down, right)
        far = ends.get(way)
        if far is None or abs(at[0] - x) + abs(at[1] - y) > abs(far[0] - x) + abs(far[1] - y):
            ends[way] = at
    for (down, right), end in ends.items():
        start = (end[0] if not right else x, end[1] if not down else y)
        yield _ray(start, end)


def cross(at: tuple[float, float], arm: float) -> Iterator[Line]:
    """Yield the two lines of a cross. *arm* is half its width, in cells."""
    for side in (arm, -arm):
        yield Line(at[0] - arm, at[1] - side, at[0] + arm, at[1] + side, "cross")


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _ray(start: tuple[float, float], end: tuple[float, float]) -> Line:
    """Return the ray between two points without its ends, which would touch digit and cross."""
    (x1, y1), (x2, y2) = start, end
    length = max(abs(x2 - x1), abs(y2 - y1))
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    after = 1.6 * _ARM
    first, last = (x1 + _START * ux, y1 + _START * uy), (x2 - after * ux, y2 - after * uy)
    first, last = sorted((first, last))
    return Line(*first, *last, "ray")
