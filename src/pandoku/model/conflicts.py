"""Conflicts: rules that the digits on a board break, found without knowing the solution."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pandoku.errors import PuzzleError
from pandoku.model.accept import PuzzleLike, puzzle_of
from pandoku.model.constraint import Constraint
from pandoku.model.geometry import House
from pandoku.model.grids import GridLike, HasGrid, digits_from
from pandoku.model.puzzle import Puzzle
from pandoku.model.relations import Pairs, Relation

__all__ = ["Conflict", "find_conflicts"]


class Conflict(NamedTuple):
    """One rule that the digits on the board break.

    Attributes:
        where: The house or constraint whose rule is broken.
        digit: The repeated digit, or 0 if no digit is repeated. In that case, a full cage misses
            its target, or the digits in a constraint other than a cage leave no way to fill its
            empty cells.
        cells: The filled cells that break the rule, in the order of the house or constraint.
    """

    where: House | Constraint
    digit: int
    cells: tuple[int, ...]


def find_conflicts(puzzle: PuzzleLike, digits: GridLike) -> tuple[Conflict, ...]:
    """Return a conflict for every rule of a puzzle that digits break.

    Conflicts in houses come first, in the geometry's order, and by ascending digit within a house.
    Conflicts in cages follow, in the puzzle's order. Conflicts in other constraints come last. A
    cage with empty cells is in conflict only if it has a forbidden repeat. Any other constraint is
    in conflict if one of its relations cannot be met by any digits 1..n in the empty cells. The
    digits are not compared with the givens.

    Args:
        puzzle: A puzzle in any form that `pandoku.solve` takes.
        digits: A grid of the puzzle's order in any form, 0 for an empty cell.

    Raises:
        PuzzleError: There are more or fewer digits than cells, a cage has a cell outside the grid,
            or another constraint is malformed.
        FormatError: A text is malformed or in an unknown format.

    >>> [conflict.where.name for conflict in find_conflicts("1...............", "1.1.............")]
    ['row 1']
    """
    puzzle = puzzle_of(puzzle)
    n_cells = puzzle.geometry.n_cells
    if isinstance(digits, str | bytes | HasGrid):
        digits = Puzzle(puzzle.geometry, digits, symbols=puzzle.symbols).givens
    elif not isinstance(digits, list | tuple) or len(digits) != n_cells:
        digits = digits_from("digits", digits, puzzle.order)
    if not all(0 <= cell < n_cells for cage in puzzle.cages for cell in cage.cells):
        raise PuzzleError("expected cages inside the grid, found one with a cell outside")
    in_houses = (
        Conflict(house, digit, cells)
        for house in puzzle.geometry.houses
        for digit, cells in _repeated(house.cells, digits)
    )
    return (*in_houses, *_in_cages(puzzle, digits), *_in_others(puzzle, digits))


def _in_cages(puzzle: Puzzle, digits: Sequence[int]) -> Iterator[Conflict]:
    for cage in puzzle.cages:
        repeated = [] if cage.repeats else _repeated(cage.cells, digits)
        for digit, cells in repeated:
            yield Conflict(cage, digit, cells)
        filling = tuple(digits[cell] for cell in cage.cells)
        if not repeated and 0 not in filling and not cage.allows(filling):
            yield Conflict(cage, 0, cage.cells)


def _in_others(puzzle: Puzzle, digits: Sequence[int]) -> Iterator[Conflict]:
    if not puzzle.further:
        return
    for constraint in puzzle.further:
        for defect in constraint.defects(puzzle.geometry):
            raise PuzzleError(f"{constraint.NAME}: {defect}")
    if min(digits) < 0 or max(digits) > puzzle.order:
        raise PuzzleError(f"expected digits 0..{puzzle.order}, found others")
    every = puzzle.geometry.all_mask
    masks = [1 << (digit - 1) if digit else every for digit in digits]
    for constraint in puzzle.further:
        broken = {
            cell
            for relation in constraint.relations(puzzle)
            if not relation.may_hold(masks)
            for cell in _concerned(relation, masks)
        }
        in_order = [cell for cell in constraint.cells_on(puzzle.geometry) if cell in broken]
        if cells := tuple(cell for cell in in_order or sorted(broken) if digits[cell]):
            yield Conflict(constraint, 0, cells)


def _concerned(relation: Relation, masks: Sequence[int]) -> Iterator[int]:
    """Yield the cells of an impossible relation. For `Pairs`, only impossible pairs count."""
    if isinstance(relation, Pairs):
        for pair in relation.pairs:
            if not Pairs(relation.table, (pair,)).may_hold(masks):
                yield from pair
    else:
        yield from relation.cells


def _repeated(cells: Sequence[int], digits: Sequence[int]) -> list[tuple[int, tuple[int, ...]]]:
    """Return each digit that occurs more than once in *cells*, ascending, with its cells."""
    at: dict[int, list[int]] = {}
    for cell in cells:
        if digits[cell]:
            at.setdefault(digits[cell], []).append(cell)
    return [(digit, tuple(at[digit])) for digit in sorted(at) if len(at[digit]) > 1]
