"""Boards that clients send and receive: digits and candidates, with limits on their number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from pandoku.constraints import is_foggy
from pandoku.errors import PuzzleError
from pandoku.model import MAX_ORDER, Board, Puzzle
from pandoku.play import first_sight

__all__ = [
    "MAX_CELLS",
    "BoardAnswer",
    "Cell",
    "CellDigitPairs",
    "GridDigits",
    "Masks",
    "PositionDocument",
    "board_at",
    "digits_on",
    "masks_sent",
    "position_of",
]

MAX_CELLS = MAX_ORDER * MAX_ORDER

Cell = Annotated[int, Meta(ge=0, lt=MAX_CELLS)]
Digit = Annotated[int, Meta(ge=0, le=MAX_ORDER)]
Mask = Annotated[int, Meta(ge=0, lt=2**MAX_ORDER)]
GridDigits = Annotated[
    list[Digit],
    Meta(max_length=MAX_CELLS, description="The digit of every cell, row by row; 0 for empty."),
]
Masks = Annotated[
    list[Mask | Annotated[list[Digit], Meta(max_length=MAX_ORDER)]],
    Meta(
        max_length=MAX_CELLS,
        description="For every cell a mask (bit d-1 is digit d) or a list of digits.",
    ),
]
CellDigitPairs = Annotated[
    list[tuple[Cell, Annotated[int, Meta(ge=1, le=MAX_ORDER)]]],
    Meta(max_length=MAX_CELLS * 4, description="[cell, digit] pairs; cells are numbered from 0."),
]


class PositionDocument(msgspec.Struct, forbid_unknown_fields=True):
    """Digits and remaining candidates."""

    digits: GridDigits
    candidates: Annotated[
        Masks,
        Meta(description="Masks or lists; empty for all candidates that the digits allow."),
    ] = []


class BoardAnswer(msgspec.Struct):
    """Digits and remaining candidates."""

    digits: Annotated[list[int], Meta(description="Digits row by row, 0 for an empty cell.")]
    candidates: Annotated[list[int], Meta(description="A mask for every cell: bit d-1 is digit d.")]


def board_at(puzzle: Puzzle, position: PositionDocument | None) -> Board:
    """Return the board of a puzzle at a position, or at its start.

    Raises:
        PuzzleError: The position does not fit the puzzle.
    """
    if position is None:
        return Board.start(puzzle)
    board = Board.start(puzzle, digits_on(puzzle, position.digits))
    masks = masks_sent(puzzle, position.candidates, "candidates")
    if not any(masks):
        return board
    # A cell with a digit has no other candidates, even if the client sent some.
    pairs = zip(board.masks, masks, board.digits, strict=True)
    return Board(puzzle, board.digits, tuple(own if digit else mask for own, mask, digit in pairs))


def digits_on(puzzle: Puzzle, digits: Sequence[int]) -> tuple[int, ...]:
    """Return the digits that a client sent for every cell, or the givens if it sent no digits.

    In fog the digits are returned unchanged. The cell of a hidden given may have 0 or any digit.

    Raises:
        PuzzleError: There are too few or too many digits, one is out of range, or one differs from
            a given.
    """
    if not digits:
        return first_sight(puzzle).givens
    geometry = puzzle.geometry
    if len(digits) != geometry.n_cells:
        raise PuzzleError(f"digits: expected {geometry.n_cells}, found {len(digits)}")
    is_fogged = is_foggy(puzzle)
    for cell, (digit, given) in enumerate(zip(digits, puzzle.givens, strict=True)):
        if digit > puzzle.order:
            expected = f"a digit 0..{puzzle.order}"
            raise PuzzleError(f"digits: {geometry.name(cell)}: expected {expected}, found {digit}")
        if given and digit not in (0, given) and not is_fogged:
            expected = f"the given {given}"
            raise PuzzleError(f"digits: {geometry.name(cell)}: expected {expected}, found {digit}")
    if is_fogged:
        return tuple(digits)
    return tuple(given or digit for digit, given in zip(digits, puzzle.givens, strict=True))


def masks_sent(puzzle: Puzzle, sent: Sequence[int | list[int]], name: str) -> tuple[int, ...]:
    """Return candidates or marks that a client sent as masks, or all zeros for an empty list.

    Raises:
        PuzzleError: The number of cells is wrong, or a digit is out of range.
    """
    geometry = puzzle.geometry
    if not sent:
        return (0,) * geometry.n_cells
    if len(sent) != geometry.n_cells:
        raise PuzzleError(f"{name}: expected {geometry.n_cells} cells, found {len(sent)}")
    masks = tuple(each if isinstance(each, int) else _mask(each) for each in sent)
    for cell, mask in enumerate(masks):
        if mask > geometry.all_mask:
            expected = f"digits 1..{puzzle.order}"
            found = mask.bit_length()
            raise PuzzleError(f"{name}: {geometry.name(cell)}: expected {expected}, found {found}")
    return masks


def _mask(digits: Sequence[int]) -> int:
    mask = 0
    for digit in digits:
        mask |= (1 << digit) >> 1
    return mask


def position_of(board: Board) -> BoardAnswer:
    """Return the digits of a board, and its candidates as masks."""
    return BoardAnswer(list(board.digits), list(board.masks))
