"""Boards: puzzles with the digits placed so far and the remaining candidates."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from types import EllipsisType
from typing import TYPE_CHECKING, Any, NoReturn, SupportsIndex, overload

from pandoku import _hooks, _instead
from pandoku.errors import PuzzleError
from pandoku.model.frozen import made_again
from pandoku.model.geometry import Geometry, digits_of
from pandoku.model.grids import CellLike, GridLike, cell_of, digits_from, refusal
from pandoku.model.puzzle import Puzzle
from pandoku.model.whole import as_whole

if TYPE_CHECKING:
    from pandoku.model.step import Step

__all__ = ["Board", "open_in"]


@_instead.suggests
@dataclass(frozen=True, slots=True, repr=False)
class Board:
    """A partly solved puzzle: the input of finders, hints, drawings and formats.

    `Board(puzzle)` is the board before the first step, as is `Board.start(puzzle)`.

    Attributes:
        puzzle: The puzzle being solved.
        digits: The digit of every cell, row-major, whether given or placed; 0 for an empty cell.
        masks: The candidates of every cell, bit d-1 for digit d; a single bit for a filled cell.

    Raises:
        PuzzleError: A digit or a mask is out of range, or the numbers of digits, masks and cells
            differ.
    """

    puzzle: Puzzle
    digits: tuple[int, ...] = ()
    masks: tuple[int, ...] = ()

    __reduce__ = made_again

    def __post_init__(self) -> None:
        if type(self.digits) is type(self.masks) is tuple and not self.digits and not self.masks:
            start = Board.start(self.puzzle)
            for name in ("puzzle", "digits", "masks"):
                object.__setattr__(self, name, getattr(start, name))
            return
        if not isinstance(self.puzzle, Puzzle):
            raise refusal(self.puzzle, "a Puzzle")
        geometry = self.puzzle.geometry
        try:
            # `bytes` is fast, but it reads an int as a length, and an array as raw memory.
            is_tuple = type(self.digits) is tuple
            digits = tuple(bytes(self.digits) if is_tuple else array("B", self.digits))
            masks = tuple(array("Q", self.masks))
        except (TypeError, ValueError, OverflowError):
            raise PuzzleError(
                f"expected a board of digits 0..{geometry.order} and masks of candidates as whole "
                f"numbers, found {self.digits!r:.60} and {self.masks!r:.60}"
            ) from None
        if not len(digits) == len(masks) == geometry.n_cells:
            raise PuzzleError(
                f"expected a board of {geometry.n_cells} digits and {geometry.n_cells} masks, "
                f"found {len(digits)} and {len(masks)}"
            )
        if max(digits) > geometry.order or max(masks) > geometry.all_mask:
            _refuse_numbers(geometry, digits, masks)
        object.__setattr__(self, "digits", digits)
        object.__setattr__(self, "masks", masks)

    @classmethod
    def start(cls, puzzle: Puzzle | GridLike, digits: GridLike = ()) -> Board:
        """Return the board of a puzzle before any step, or with some digits placed.

        An empty cell has the candidates that the puzzle allows in the cell, minus the digits of all
        cells that the cell sees. All digits are placed at once, and are not checked against the
        rules.

        Args:
            puzzle: A Puzzle, a text or a grid. Its givens take precedence over *digits*.
            digits: The digit of every cell, row-major, 0 for empty; () to place only the givens.

        Raises:
            PuzzleError: There are too few or too many digits, or a digit is out of range.

        >>> Board.start(Puzzle(4, (1,) + (0,) * 15), (0, 2) + (0,) * 14).candidates(2)
        (3, 4)
        """
        if not isinstance(puzzle, Puzzle):
            puzzle = Puzzle(puzzle)
        geometry, placed = puzzle.geometry, puzzle.givens
        if not isinstance(digits, list | tuple) or digits:
            others: Any = digits
            if (
                type(digits) is not tuple
                or len(digits) != len(placed)
                or {*map(type, digits)} != {int}
            ):
                others = digits_from("digits", digits, geometry.order)
            placed = tuple(given or digit for given, digit in zip(placed, others, strict=True))
        if min(placed) < 0 or max(placed) > geometry.order:
            _refuse_numbers(geometry, placed)
        masks = puzzle.candidates or (geometry.all_mask,) * geometry.n_cells
        return cls(puzzle, placed, _left(puzzle, placed, masks))

    def consistent(self) -> Board:
        """Return the board without the candidates that its digits exclude.

        A digit excludes the same digit in every cell that its cell sees.

        Boards from `start`, `place` and `after` do not have these candidates and are returned
        unchanged.

        >>> board = Board(Puzzle(4, (1,) + (0,) * 15), (1,) + (0,) * 15, (15,) * 16)
        >>> board.consistent().candidates(1)
        (2, 3, 4)
        """
        masks = _left(self.puzzle, self.digits, self.masks)
        return self if masks == self.masks else self._changed(self.digits, masks)

    def as_puzzle(self) -> Puzzle:
        """Return the position as a puzzle whose givens are the placed digits.

        The puzzle limits candidates only if eliminations have removed candidates from the board.
        """
        position = self.puzzle.replace(givens=self.digits)
        is_plain = Board.start(position).masks == self.masks
        return position if is_plain else position.replace(candidates=self.masks)

    @overload
    def candidates(self, cell: CellLike) -> tuple[int, ...]: ...
    @overload
    def candidates(self) -> tuple[tuple[int, ...], ...]: ...
    def candidates(
        self, cell: CellLike | EllipsisType = ...
    ) -> tuple[int, ...] | tuple[tuple[int, ...], ...]:
        """Return the remaining candidates of *cell*, ascending. Without *cell*, include all cells.

        Raises:
            PuzzleError: There is no such cell.

        >>> Board.start(Puzzle(2, "1...")).candidates()
        ((1,), (2,), (2,), (1, 2))
        """
        if cell is ...:  # not None, which is a mistake of the caller
            return tuple(map(digits_of, self.masks))
        return digits_of(self.masks[self._cell(cell)])

    def place(self, cell: CellLike, digit: SupportsIndex) -> Board:
        """Return the board with *digit* placed in a cell.

        The candidate *digit* is removed from all cells that the cell sees.

        Args:
            cell: A number 0..n*n-1, a pair (row, column) counted from 0, or a name "r1c1".
            digit: A digit 1..n. It is not checked against the rules.

        Raises:
            PuzzleError: There is no such cell or digit.
        """
        at = self._cell(cell)
        number, bit = self._digit(at, digit)
        digits, masks = list(self.digits), list(self.masks)
        digits[at], masks[at] = number, bit
        for peer in self.puzzle.sight[at]:
            if not digits[peer]:
                masks[peer] &= ~bit
        return self._changed(tuple(digits), tuple(masks))

    def eliminate(self, cell: CellLike, digit: SupportsIndex) -> Board:
        """Return the board with the candidate *digit* removed from *cell*.

        Raises:
            PuzzleError: There is no such cell or digit.
        """
        at, masks = self._cell(cell), list(self.masks)
        masks[at] &= ~self._digit(at, digit)[1]
        return self._changed(self.digits, tuple(masks))

    def after(self, step: Step) -> Board:
        """Return the board after the eliminations and then the placements of a step.

        Raises:
            PuzzleError: The step has a cell or a digit that the board does not have.
        """
        digits, masks, sight = list(self.digits), list(self.masks), self.puzzle.sight
        for cell, digit in step.eliminations:
            masks[self._cell(cell)] &= ~self._digit(cell, digit)[1]
        for cell, digit in step.placements:
            at = self._cell(cell)
            digits[at], masks[at] = self._digit(at, digit)
            for peer in sight[at]:
                if not digits[peer]:
                    masks[peer] &= ~masks[at]
        return self._changed(tuple(digits), tuple(masks))

    @property
    def is_full(self) -> bool:
        """True if every cell has a digit, right or wrong."""
        return 0 not in self.digits

    def _grid(self) -> tuple[int, ...]:
        return self.digits

    def _changed(self, digits: tuple[int, ...], masks: tuple[int, ...]) -> Board:
        """Return a board without checking its numbers, to save time while solving."""
        board = object.__new__(Board)
        for name, value in (("puzzle", self.puzzle), ("digits", digits), ("masks", masks)):
            object.__setattr__(board, name, value)
        return board

    def _cell(self, cell: CellLike) -> int:
        return cell_of(self.puzzle.geometry.order, cell)

    def _digit(self, cell: int, digit: SupportsIndex) -> tuple[int, int]:
        """Return a digit as an int, and the bit of the digit."""
        order, number = self.puzzle.geometry.order, as_whole(digit)
        if number is None or not 1 <= number <= order:
            name = self.puzzle.geometry.name(cell)
            raise PuzzleError(f"{name}: expected a digit 1..{order}, found {digit!r}")
        return number, 1 << (number - 1)

    def __str__(self) -> str:
        return _hooks.text_of(self)

    def __rich__(self) -> Any:
        return _hooks.rich_of(self)

    def _repr_svg_(self) -> str:
        """Return the board with its candidates as an SVG picture, for notebooks."""
        picture: str = _hooks.picture_of(self)
        return picture

    def __repr__(self) -> str:
        placed = len(self.digits) - self.digits.count(0)
        return f"Board({self.puzzle.geometry.describe()}, {placed} of {len(self.digits)} cells)"


def open_in(board: Board, cells: Iterable[int], digit: int) -> tuple[int, ...]:
    """Return those of some cells that are empty and can be a digit, without duplicates."""
    bit, digits, masks = 1 << (digit - 1), board.digits, board.masks
    return tuple([cell for cell in dict.fromkeys(cells) if not digits[cell] and masks[cell] & bit])


def _refuse_numbers(
    geometry: Geometry, digits: Sequence[int], masks: Sequence[int] = ()
) -> NoReturn:
    for cell, digit in enumerate(digits):
        if not 0 <= digit <= geometry.order:
            way_out = "; an empty cell is 0" if digit < 0 else ""
            raise PuzzleError(
                f"{geometry.name(cell)}: expected a digit 0..{geometry.order}, "
                f"found {digit}{way_out}"
            )
    cell, mask = next((c, mask) for c, mask in enumerate(masks) if mask > geometry.all_mask)
    raise PuzzleError(
        f"{geometry.name(cell)}: expected a mask of candidates 1..{geometry.order} "
        f"(at most {geometry.all_mask}), found {mask}"
    )


def _left(puzzle: Puzzle, digits: Sequence[int], masks: Sequence[int]) -> tuple[int, ...]:
    """Return the candidates of each cell, without the digits of the cells that it sees."""
    sight, gone = puzzle.sight, [0] * len(digits)
    for cell, digit in enumerate(digits):
        if digit:
            bit = 1 << (digit - 1)
            for other in sight[cell]:
                gone[other] |= bit
    return tuple(
        [
            1 << (digit - 1) if digit else mask & ~held
            for digit, mask, held in zip(digits, masks, gone, strict=True)
        ]
    )
