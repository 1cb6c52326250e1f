"""A position: the digits and the marks on the grid at one moment of a game."""

from __future__ import annotations

from dataclasses import dataclass

from pandoku.errors import PuzzleError
from pandoku.model import Marks, Puzzle
from pandoku.play.edits import Edit

__all__ = ["Position"]

_MASKS = {"corner": "corner", "center": "center", "color": "colors"}  # layers in Marks


@dataclass(frozen=True, slots=True)
class Position:
    """What is on the grid: an immutable value that shares what an edit does not change.

    A digit hides the marks of its cell: they stay in `marks`, and show again when the digit goes.

    Attributes:
        digits: The digit of every cell, given or placed, row-major; 0 for empty.
        marks: The player's marks and colors, also those under a digit.
    """

    digits: tuple[int, ...]
    marks: Marks

    @classmethod
    def start(cls, puzzle: Puzzle) -> Position:
        """Return the position before the first move: the givens, and no marks.

        Raises:
            PuzzleError: The puzzle has a given or a cage that its grid cannot hold.
        """
        _require_grid(puzzle)
        return cls(puzzle.givens, Marks(puzzle.order))

    def after(self, edit: Edit) -> Position:
        """Return the position after an edit, which must suit the puzzle (`check_edit`)."""
        layer, number, cells = edit
        if layer == "digit":
            digits = list(self.digits)
            for cell in cells:
                digits[cell] = number
            return Position(tuple(digits), self.marks)
        layer_name = _MASKS[layer]
        if number > 0:
            return Position(self.digits, self.marks.add(layer_name, cells, number))
        if number < 0:
            return Position(self.digits, self.marks.remove(layer_name, cells, -number))
        return Position(self.digits, self.marks.clear(layer_name, cells))

    def has(self, layer: str, number: int, cell: int) -> bool:
        """Return whether a cell has this digit, mark or color, shown or hidden.

        Args:
            layer: One of `LAYERS`.
            number: The digit or color; 0 asks whether the cell has anything in the layer.
            cell: 0 .. n*n-1.
        """
        if layer == "digit":
            digit = self.digits[cell]
            return digit == number if number else digit > 0
        masks: tuple[int, ...] = getattr(self.marks, _MASKS[layer])
        mask = masks[cell]
        return bool(mask >> (number - 1) & 1 if number else mask)


def _require_grid(puzzle: Puzzle) -> None:
    """Raise PuzzleError if a given or a constraint does not fit the grid.

    Other defects of givens and cages can be played.
    """
    n, n_cells = puzzle.order, puzzle.geometry.n_cells
    for cell, given in enumerate(puzzle.givens):
        if not 0 <= given <= n:
            name = puzzle.geometry.name(cell)
            raise PuzzleError(f"{name}: expected a digit 1..{n}, found {given}")
    for number, cage in enumerate(puzzle.cages, 1):
        if not all(0 <= cell < n_cells for cell in cage.cells):
            raise PuzzleError(f"cage {number}: expected cells 0..{n_cells - 1}, found {cage.cells}")
    for number, constraint in enumerate(puzzle.further, len(puzzle.cages) + 1):
        for defect in constraint.defects(puzzle.geometry):
            raise PuzzleError(f"constraint {number} ({constraint.NAME}): {defect}")
