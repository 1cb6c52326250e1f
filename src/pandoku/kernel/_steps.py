"""Boards on their way into the core, and steps on their way out."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from pandoku.model import Board, CageFact, Facts, Link, Puzzle, Step, refusal

if TYPE_CHECKING:
    from pandoku import _native

__all__ = ["puzzle_of", "state_of", "step_of"]


def puzzle_of(board: Board) -> Puzzle:
    """Return the puzzle of a board that the core can take; a Board has checked its own numbers.

    Raises:
        PuzzleError: *board* is no board, or a given is out of range for the order.
    """
    if not isinstance(board, Board):
        raise refusal(board, "a Board")
    puzzle = board.puzzle
    if min(puzzle.givens) < 0 or max(puzzle.givens) > puzzle.order:
        puzzle.require_sound()
    return puzzle


def state_of(board: Board) -> tuple[memoryview, memoryview, memoryview]:
    """Return the digits (uint8), the masks of candidates (uint64), and the givens (uint8)."""
    return (
        memoryview(bytes(board.digits)),
        memoryview(array("Q", board.masks)),
        memoryview(bytes(board.puzzle.givens)),
    )


def step_of(puzzle: Puzzle, raw: _native._Step) -> Step:
    """Return a step of the core, with the steps of its branches, as a value."""
    geometry = puzzle.geometry
    technique, placements, eliminations, cells, candidates, houses, cages, links, branches = raw
    facts = Facts(
        cells=cells,
        candidates=candidates,
        houses=tuple(geometry.houses[house] for house in houses),
        cages=tuple(
            CageFact(cage, _fillings(puzzle, cage, digits), combinations)
            for cage, digits, combinations in cages
        ),
        links=tuple(
            Link(start, end, strong, None if house < 0 else geometry.houses[house])
            for start, end, strong, house in links
        ),
        branches=tuple(tuple(step_of(puzzle, inner) for inner in branch) for branch in branches),
    )
    return Step(technique, placements, eliminations, facts)


def _fillings(
    puzzle: Puzzle, cage: int, digits: tuple[int, ...]
) -> tuple[tuple[int, ...], ...]:
    size = len(puzzle.cages[cage].cells)
    return tuple(digits[i : i + size] for i in range(0, len(digits), size))
