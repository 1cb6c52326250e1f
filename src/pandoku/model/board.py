"""Board: a puzzle with the digits placed so far and the remaining candidates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pandoku import _hooks
from pandoku.errors import PuzzleError
from pandoku.model.geometry import digits_of
from pandoku.model.puzzle import Puzzle
from pandoku.model.step import Step

__all__ = ["Board"]


@dataclass(frozen=True, slots=True, repr=False)
class Board:
    """A partly solved puzzle: the input of finders, hints, drawings and formats.

    Attributes:
        puzzle: The puzzle being solved.
        digits: The digit of every cell, given or placed, row-major; 0 for an empty cell.
        masks: The candidates of every cell, bit d-1 for digit d; a single bit for a filled cell.
    """

    puzzle: Puzzle
    digits: tuple[int, ...]
    masks: tuple[int, ...]

    def __post_init__(self) -> None:
        n_cells = self.puzzle.geometry.n_cells
        if len(self.digits) != n_cells or len(self.masks) != n_cells:
            raise PuzzleError(f"expected a board of {n_cells} digits and {n_cells} masks")

    @classmethod
    def start(cls, puzzle: Puzzle, digits: Sequence[int] = ()) -> Board:
        """Return the board at the start of a puzzle, or with the digits placed so far.

        The candidates of an empty cell are those of the puzzle minus the digits of its peers. The
        digits are placed all at once and are not checked against the rules.

        Args:
            puzzle: Its givens take precedence over *digits*.
            digits: The digit of every cell, row-major, 0 for empty; () for the givens alone.

        Raises:
            PuzzleError: The number of digits differs from the number of cells.

        >>> Board.start(Puzzle(4, (1,) + (0,) * 15), (0, 2) + (0,) * 14).candidates(2)
        (3, 4)
        """
        geometry, placed = puzzle.geometry, puzzle.givens
        if digits:
            if len(digits) != geometry.n_cells:
                raise PuzzleError(f"expected {geometry.n_cells} digits, found {len(digits)}")
            placed = tuple(given or digit for given, digit in zip(placed, digits, strict=True))
        bits = [1 << (digit - 1) if digit else 0 for digit in placed]
        masks = list(puzzle.candidates or (geometry.all_mask,) * geometry.n_cells)
        for cell, peers in enumerate(geometry.peers):
            seen = 0
            for peer in peers:
                seen |= bits[peer]
            masks[cell] = bits[cell] or masks[cell] & ~seen
        return cls(puzzle, placed, tuple(masks))

    def candidates(self, cell: int) -> tuple[int, ...]:
        """Return the digits still possible in *cell*, ascending."""
        return digits_of(self.masks[cell])

    def place(self, cell: int, digit: int) -> Board:
        """Return the board with *digit* placed in *cell* and removed from the cell's peers."""
        bit = 1 << (digit - 1)
        digits, masks = list(self.digits), list(self.masks)
        digits[cell], masks[cell] = digit, bit
        for peer in self.puzzle.geometry.peers[cell]:
            if not digits[peer]:
                masks[peer] &= ~bit
        return Board(self.puzzle, tuple(digits), tuple(masks))

    def eliminate(self, cell: int, digit: int) -> Board:
        """Return the board with the candidate *digit* removed from *cell*."""
        masks = list(self.masks)
        masks[cell] &= ~(1 << (digit - 1))
        return Board(self.puzzle, self.digits, tuple(masks))

    def after(self, step: Step) -> Board:
        """Return the board after a step: its eliminations, then its placements."""
        masks = list(self.masks)
        for cell, digit in step.eliminations:
            masks[cell] &= ~(1 << (digit - 1))
        board = Board(self.puzzle, self.digits, tuple(masks))
        for cell, digit in step.placements:
            board = board.place(cell, digit)
        return board

    @property
    def is_full(self) -> bool:
        """Whether every cell holds a digit (right or wrong)."""
        return 0 not in self.digits

    def _repr_svg_(self) -> str | None:
        """Return the board with its candidates as an SVG picture, for notebooks."""
        return _hooks.picture_of(self)

    def __repr__(self) -> str:
        placed = len(self.digits) - self.digits.count(0)
        return f"Board({self.puzzle.geometry.describe()}, {placed} of {len(self.digits)} cells)"
