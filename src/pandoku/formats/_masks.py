"""Convert puzzles to the candidates of every cell, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pandoku.model import Board, Geometry, Puzzle, sight_of


def digits_among(geometry: Geometry, masks: Sequence[int]) -> tuple[int, ...]:
    """Return the digit of every cell, or 0 for a cell without a digit.

    The only candidate of a cell is its digit, unless a peer has the same candidate among several.
    In that case the cell is a naked single whose digit has not been placed yet. HoDoKu reads
    candidates in the same way.
    """
    peers = sight_of(geometry)

    def is_placed(cell: int, mask: int) -> bool:
        is_single = mask.bit_count() == 1
        return is_single and not any(masks[p] & ~mask and masks[p] & mask for p in peers[cell])

    return tuple(m.bit_length() if is_placed(cell, m) else 0 for cell, m in enumerate(masks))


def puzzle_of_masks(geometry: Geometry, masks: Sequence[int]) -> Puzzle:
    """Return the puzzle with these candidates.

    The candidates become a rule of the puzzle, unless its digits already imply all of them.
    """
    puzzle = Puzzle(geometry, digits_among(geometry, masks))
    if Board.start(puzzle).masks == tuple(masks):
        return puzzle
    return puzzle.replace(candidates=tuple(masks))


def masks_of(puzzle: Puzzle) -> tuple[int, ...]:
    """Return a mask of candidates for every cell. A given is the only candidate of its cell."""
    return Board.start(puzzle).masks


def mask_losses(puzzle: Puzzle) -> str | None:
    """Return the reason that candidates alone cannot store the puzzle, or None."""
    masks, name = masks_of(puzzle), puzzle.geometry.name
    if 0 in masks:
        return f"no candidate is left at {name(masks.index(0))}"
    for cell, (digit, found) in enumerate(
        zip(puzzle.givens, digits_among(puzzle.geometry, masks), strict=True)
    ):
        allowed = puzzle.candidates[cell] if puzzle.candidates is not None else masks[cell]
        if digit and not allowed >> (digit - 1) & 1:
            return f"the candidates at {name(cell)} exclude its given {digit}"
        if digit != found:
            return f"the single candidate at {name(cell)} would be read as a given"
    return None


def progress_of(puzzle: Puzzle, digits: Sequence[int], left: Mapping[int, int]) -> Board | None:
    """Return the board with these digits and candidates, or None if nothing has been entered.

    Args:
        puzzle: The puzzle.
        digits: Given and placed digits, 0 for empty cells.
        left: A map from empty cells to masks of the candidates that remain. A cell that is not in
            the map has all candidates that the digits allow.
    """
    board = Board.start(puzzle, digits)
    for cell, mask in left.items():
        for digit in board.candidates(cell):
            if not mask >> (digit - 1) & 1:
                board = board.eliminate(cell, digit)
    return None if board == Board.start(puzzle) else board
