"""A position: the digits and the marks on the grid at one moment of a game."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pandoku.errors import PuzzleError
from pandoku.model import Marks, Puzzle
from pandoku.play.edits import Edit

if TYPE_CHECKING:
    from pandoku.logic import Veil

__all__ = ["Position", "first_sight"]

# names of layers in `Marks`
_MASKS = {
    "corner": "corner",
    "center": "center",
    "color": "colors",
    "letter": "letters",
    "pen": "pen",
}


@dataclass(frozen=True, slots=True)
class Position:
    """The immutable state of the grid.

    After an edit, the new position shares the unchanged parts with the old position. A digit hides
    the marks of its cell. The hidden marks stay in `marks`, and reappear when the digit is removed.

    For the player, a cell with a hidden given is empty and can take a digit. A correct digit lifts
    the fog around it (see `pandoku.logic.Veil`). A given that becomes visible replaces the player's
    digit, which reappears if the fog comes back.

    Attributes:
        digits: The visible digit of every cell (given or placed), row-major, or 0 for an empty
            cell.
        marks: The player's marks and colors, including those under a digit.
        written: The digits that the player wrote, including digits under a given. None without fog.
        veil: The fog, or None.
    """

    digits: tuple[int, ...]
    marks: Marks
    written: tuple[int, ...] | None = None
    veil: Veil | None = field(default=None, compare=False, repr=False)

    @classmethod
    def start(cls, puzzle: Puzzle) -> Position:
        """Return the position before the first move: the visible givens and no marks.

        Raises:
            PuzzleError: A given or a constraint of the puzzle does not fit the grid.
        """
        _require_grid(puzzle)
        veil = _veil_over(puzzle)
        if veil is None:
            return cls(puzzle.givens, Marks(puzzle.order))
        written = (0,) * len(puzzle.givens)
        return cls(veil.digits(written), Marks(puzzle.order), written, veil)

    @property
    def own(self) -> tuple[int, ...]:
        """The digits that the player has written. Without fog, they include givens."""
        return self.digits if self.written is None else self.written

    @property
    def clear(self) -> frozenset[int] | None:
        """The visible cells, or None if all cells are visible."""
        return None if self.veil is None else self.veil.clear(self.own)

    def givens(self, puzzle: Puzzle) -> tuple[int, ...]:
        """Return the visible givens of the puzzle, with 0 elsewhere."""
        clear = self.clear
        if clear is None:
            return puzzle.givens
        return tuple(given if at in clear else 0 for at, given in enumerate(puzzle.givens))

    def seen(self, puzzle: Puzzle) -> Puzzle:
        """Return the visible part of the puzzle. Without fog, this is the complete puzzle."""
        clear = self.clear
        return puzzle if self.veil is None or clear is None else self.veil.seen(clear)

    def after(self, edit: Edit) -> Position:
        """Return the position after an edit, which must suit the puzzle (`check_edit`)."""
        layer, number, cells = edit
        if layer == "digit":
            changed = list(self.own)
            for cell in cells:
                changed[cell] = number
            own = tuple(changed)
            if self.veil is None:
                return Position(own, self.marks)
            return Position(self.veil.digits(own), self.marks, own, self.veil)
        layer_name = _MASKS[layer]
        if number > 0:
            marks = self.marks.add(layer_name, cells, number)
        elif number < 0:
            marks = self.marks.remove(layer_name, cells, -number)
        else:
            marks = self.marks.clear(layer_name, cells)
        return replace(self, marks=marks)

    def has(self, layer: str, number: int, cell: int) -> bool:
        """Return True if a cell has this digit, mark, color or line, even if a digit hides it.

        Args:
            layer: One of `LAYERS`.
            number: The digit or color. 0 means any digit, mark or color in the layer.
            cell: 0 .. n*n-1.
        """
        if layer == "digit":
            digit = self.digits[cell]
            return digit == number if number else digit > 0
        masks: tuple[int, ...] = getattr(self.marks, _MASKS[layer])
        mask = masks[cell]
        return bool(mask >> (number - 1) & 1 if number else mask)


def first_sight(puzzle: Puzzle) -> Puzzle:
    """Return the visible part of a puzzle before the first move.

    Raises:
        PuzzleError: A given or a constraint of the puzzle does not fit the grid.
    """
    return Position.start(puzzle).seen(puzzle)


def _veil_over(puzzle: Puzzle) -> Veil | None:
    """Return the fog over a puzzle, or None. Other modules are loaded only if necessary."""
    if not puzzle.further:
        return None
    from pandoku.constraints import is_foggy

    if not is_foggy(puzzle):
        return None
    from pandoku.logic import veil_of

    return veil_of(puzzle)


def _require_grid(puzzle: Puzzle) -> None:
    """Raise PuzzleError if a given or a constraint does not fit the grid.

    Puzzles with other defects can still be played.
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
