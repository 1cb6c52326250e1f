"""Candidates as text has them: which of them are digits, and what of a puzzle they can say."""

from __future__ import annotations

from collections.abc import Sequence

from pandoku.model import Board, Geometry, Puzzle

__all__ = ["digits_among", "mask_losses", "masks_of", "puzzle_of_masks"]


def digits_among(geometry: Geometry, masks: Sequence[int]) -> tuple[int, ...]:
    """Return the digits that stand in the cells, 0 where none does.

    A single candidate is a digit, unless a cell in sight has it among others: then it is
    one that nobody has placed yet. This is HoDoKu's rule.
    """

    def stands(cell: int, mask: int) -> bool:
        if mask.bit_count() != 1:
            return False
        return not any(masks[p] & mask and masks[p] != mask for p in geometry.peers[cell])

    return tuple(m.bit_length() if stands(cell, m) else 0 for cell, m in enumerate(masks))


def puzzle_of_masks(geometry: Geometry, masks: Sequence[int]) -> Puzzle:
    """Return the puzzle of these candidates; they are its rule when its digits leave others."""
    puzzle = Puzzle(geometry, digits_among(geometry, masks))
    if Board.start(puzzle).masks == tuple(masks):
        return puzzle
    return puzzle.replace(candidates=tuple(masks))


def masks_of(puzzle: Puzzle) -> tuple[int, ...]:
    """Return the candidates of every cell: one where a given stands, else what givens leave."""
    return Board.start(puzzle).masks


def mask_losses(puzzle: Puzzle) -> str | None:
    """Say what the candidates alone would not tell of the puzzle, or None."""
    masks, name = masks_of(puzzle), puzzle.geometry.name
    if 0 in masks:
        return f"no candidate is left at {name(masks.index(0))}"
    for cell, (digit, found) in enumerate(
        zip(puzzle.givens, digits_among(puzzle.geometry, masks), strict=True)
    ):
        allowed = puzzle.candidates[cell] if puzzle.candidates is not None else masks[cell]
        if digit and not allowed >> (digit - 1) & 1:
            return f"the candidates at {name(cell)} leave out its given {digit}"
        if digit != found:
            return f"the one candidate at {name(cell)} would look like a digit, or it like one"
    return None
