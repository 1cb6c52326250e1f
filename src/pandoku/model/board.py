"""Board: a puzzle with placed digits and the candidates left."""

from __future__ import annotations

from dataclasses import dataclass

from pandoku import _hooks
from pandoku.errors import PuzzleError
from pandoku.model.puzzle import Puzzle
from pandoku.model.step import Step

__all__ = ["Board"]


@dataclass(frozen=True, slots=True, repr=False)
class Board:
    """What finders, hints, formats with progress, and drawing take.

    Attributes:
        puzzle: The puzzle being solved.
        digits: Every cell's digit, given or placed, row-major; 0 where there is none yet.
        masks: Every cell's candidates, bit d-1 for digit d; one bit where a digit stands.
    """

    puzzle: Puzzle
    digits: tuple[int, ...]
    masks: tuple[int, ...]

    def __post_init__(self) -> None:
        n_cells = self.puzzle.geometry.n_cells
        if len(self.digits) != n_cells or len(self.masks) != n_cells:
            raise PuzzleError(f"expected a board of {n_cells} digits and {n_cells} masks")

    @classmethod
    def start(cls, puzzle: Puzzle) -> Board:
        """Return the board before the first move: the givens, and what they leave.

        A cell's candidates are those of the puzzle minus the givens of its peers.

        >>> Board.start(Puzzle(4, (1, 2) + (0,) * 14)).candidates(2)
        (3, 4)
        """
        geometry, givens = puzzle.geometry, puzzle.givens
        masks = list(puzzle.candidates or (geometry.all_mask,) * geometry.n_cells)
        for cell, peers in enumerate(geometry.peers):
            if givens[cell]:
                masks[cell] = 1 << (givens[cell] - 1)
            else:
                for peer in peers:
                    if givens[peer]:
                        masks[cell] &= ~(1 << (givens[peer] - 1))
        return cls(puzzle, givens, tuple(masks))

    def candidates(self, cell: int) -> tuple[int, ...]:
        """Return the digits still possible in *cell*, ascending."""
        mask = self.masks[cell]
        return tuple(d for d in range(1, self.puzzle.order + 1) if mask >> (d - 1) & 1)

    def place(self, cell: int, digit: int) -> Board:
        """Return the board with *digit* in *cell* and gone from the cell's peers."""
        bit = 1 << (digit - 1)
        digits, masks = list(self.digits), list(self.masks)
        digits[cell], masks[cell] = digit, bit
        for peer in self.puzzle.geometry.peers[cell]:
            if not digits[peer]:
                masks[peer] &= ~bit
        return Board(self.puzzle, tuple(digits), tuple(masks))

    def eliminate(self, cell: int, digit: int) -> Board:
        """Return the board with the candidate *digit* gone from *cell*."""
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
        """Return the board, with its candidates, as notebooks show it."""
        return _hooks.picture_of(self)

    def __repr__(self) -> str:
        placed = len(self.digits) - self.digits.count(0)
        return f"Board({self.puzzle.geometry.describe()}, {placed} of {len(self.digits)} cells)"
