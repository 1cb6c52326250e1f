"""Canonical forms of puzzles with constraints other than cages.

Most constraints concern adjacent cells, so hardly any symmetries but rotations and reflections of
the grid preserve them. These are tried one by one.
"""

from __future__ import annotations

from collections.abc import Iterator

from pandoku.errors import PuzzleError
from pandoku.model import Puzzle
from pandoku.symmetry.transforms import moves_that_keep
from pandoku.symmetry.value import Symmetry

__all__ = ["least_of_drawn", "read_in_order"]


def least_of_drawn(puzzle: Puzzle) -> Symmetry:
    """Return the rotation or reflection, with a relabeling, whose image comes first.

    Only symmetries that preserve every constraint count.

    Raises:
        PuzzleError: The puzzle has defects, or limits its candidates.
    """
    if puzzle.candidates is not None:
        raise PuzzleError("expected a puzzle of givens and constraints, found candidates")
    puzzle.require_sound()
    images = _images(puzzle)
    return min(images, key=lambda each: read_in_order(each[1]))[0]


def read_in_order(puzzle: Puzzle) -> tuple[object, ...]:
    """Return a sort key for the images of a puzzle, made of its givens and constraints."""
    cages = sorted(
        (tuple(sorted(cage.cells)), cage.operation, cage.target is None, cage.target or 0)
        for cage in puzzle.cages
    )
    return puzzle.givens, cages, sorted(map(repr, puzzle.further))


def _images(puzzle: Puzzle) -> Iterator[tuple[Symmetry, Puzzle]]:
    is_free = puzzle.numeric_rule is None
    for move in moves_that_keep(puzzle.geometry):
        for digits in _relabelings(puzzle, move, is_free):
            symmetry = Symmetry(puzzle.geometry, move.cells, digits)
            try:
                yield symmetry, symmetry.apply(puzzle)
            except PuzzleError:  # the symmetry breaks a constraint
                continue


def _relabelings(puzzle: Puzzle, move: Symmetry, is_free: bool) -> Iterator[tuple[int, ...]]:
    """Yield the relabelings to try. One of them gives the first of all images of this move."""
    everything = tuple(range(1, puzzle.order + 1))
    if not is_free:
        yield everything
        yield everything[::-1]  # exchanges low and high digits, which preserves some constraints
        return
    order_of = dict.fromkeys(puzzle.givens[cell] for cell in move.cells if puzzle.givens[cell])
    listed = (*order_of, *(digit for digit in everything if digit not in order_of))
    yield tuple(listed.index(digit) + 1 for digit in everything)
