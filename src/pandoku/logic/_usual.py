"""The usual order of cages and constraints."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any, cast

from pandoku.model import Board, Cage, Constraint, Puzzle

__all__ = ["in_usual_order", "with_usual_order"]


def in_usual_order(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle with its cages and constraints in an order that only depends on them.

    The techniques look at cages and constraints in their order, so the steps of two equal puzzles
    can differ. Cages are sorted by their cells, and other constraints by their names. The result is
    *puzzle* itself if it already has this order.
    """
    if not puzzle.cages and len(puzzle.further) < 2:
        return puzzle
    cages = tuple(sorted(map(_with_sorted_cells, puzzle.cages), key=_cage_key))
    further = tuple(sorted(puzzle.further, key=_constraint_key))
    if cages == puzzle.cages and further == puzzle.further:
        return puzzle
    return puzzle.replace(cages=cages, further=further)


def with_usual_order(board: Board) -> Board:
    """Return a board with its puzzle in the usual order, or *board* itself."""
    puzzle = in_usual_order(board.puzzle)
    return board if puzzle is board.puzzle else replace(board, puzzle=puzzle)


def _with_sorted_cells(cage: Cage) -> Cage:
    cells = tuple(sorted(cage.cells))
    return cage if cells == cage.cells else replace(cage, cells=cells)


def _cage_key(cage: Cage) -> tuple[object, ...]:
    return cage.cells, cage.operation, cage.target is not None, cage.target or 0, cage.repeats


def _constraint_key(constraint: Constraint) -> tuple[str, str]:
    values = [getattr(constraint, each.name) for each in fields(cast(Any, constraint))]
    return constraint.NAME, repr(values)
