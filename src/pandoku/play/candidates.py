"""The candidates that the digits on the grid leave, as a player would note them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pandoku.model import Board, Cage, Puzzle

__all__ = ["candidates_left", "rivals", "working_board"]


def candidates_left(puzzle: Puzzle, digits: Sequence[int]) -> tuple[int, ...]:
    """Return the candidates of every cell as masks, bit d-1 for digit d.

    They are those of the puzzle without the digits of the cell's peers and, in a cage whose digits
    differ, of the rest of the cage.

    Args:
        puzzle: The puzzle.
        digits: The digit of every cell, row-major, 0 for empty.
    """
    masks = list(Board.start(puzzle, tuple(digits)).masks)
    for cage in _cages_of_different_digits(puzzle):
        placed = 0
        for cell in cage.cells:
            placed |= (1 << digits[cell]) >> 1
        for cell in cage.cells:
            if not digits[cell]:
                masks[cell] &= ~placed
    return tuple(masks)


def working_board(puzzle: Puzzle, digits: Sequence[int], centre: Sequence[int]) -> Board:
    """Return the board that a player works on: what the digits and the centre marks leave.

    Args:
        puzzle: The puzzle.
        digits: The digit of every cell, row-major, 0 for empty.
        centre: The centre marks of every cell as masks: its candidates, as far as `candidates_left`
            has them too; 0 does not limit a cell.
    """
    masks = (
        mask if digit or not noted else mask & noted
        for mask, digit, noted in zip(candidates_left(puzzle, digits), digits, centre, strict=True)
    )
    return Board(puzzle, tuple(digits), tuple(masks))


def rivals(puzzle: Puzzle, cell: int) -> frozenset[int]:
    """Return the cells that cannot have the same digit as *cell*: its peers and its cage's cells.

    Cages in which a digit may repeat do not count.
    """
    seen = set(puzzle.geometry.peers[cell])
    for cage in _cages_of_different_digits(puzzle):
        if cell in cage.cells:
            seen.update(cage.cells)
    return frozenset(seen - {cell})


def _cages_of_different_digits(puzzle: Puzzle) -> Iterator[Cage]:
    return (cage for cage in puzzle.cages if not cage.repeats)
