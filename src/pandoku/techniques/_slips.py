"""The search for slips: conclusions that somebody who makes an error would draw on a board.

Each family of slips has a file with its finders. They yield `Slipped` with a sentence of facts
about the board, whose claims the tests check.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from pandoku.model import Board, House, Pair, Step, open_in
from pandoku.techniques._teaching import Slip, Slipped
from pandoku.techniques._technique import Technique
from pandoku.words import Words, with_capital, words_on
from pandoku.words.claims import Claim

__all__ = [
    "open_in",
    "places_by_house",
    "seen_from",
    "slipped",
    "slips_on",
    "with_candidates",
    "with_digit",
    "words_on",
]

_MOST_STEPS = 500


def slips_on(
    technique: Technique,
    board: Board,
    slips: Iterable[Slip] | None = None,
    *,
    steps: Iterable[Step] | None = None,
) -> Iterator[tuple[Slip, Slipped]]:
    """Yield the wrong conclusions of people who make errors with a technique on a board.

    Conclusions that the technique itself draws are left out.

    Args:
        technique: The technique.
        board: The board.
        slips: The errors, by default all errors of the technique.
        steps: The steps of the technique on the board, if the caller knows them.
    """
    if steps is None:
        steps = technique.steps(board, _MOST_STEPS)
    steps = tuple(steps)
    placed_by = {pair for step in steps for pair in step.placements}
    gone_by = {pair for step in steps for pair in step.eliminations}
    for slip in technique.slips if slips is None else slips:
        for found in slip.find(board):
            gone = tuple(pair for pair in found.eliminations if pair not in gone_by)
            placed = tuple(pair for pair in found.placements if pair not in placed_by)
            if gone or placed:
                yield slip, found._replace(eliminations=gone, placements=placed)


def slipped(
    w: Words,
    why: str,
    *claims: Claim,
    gone: tuple[Pair, ...] = (),
    placed: tuple[Pair, ...] = (),
    cells: tuple[int, ...] = (),
) -> Slipped:
    """Return a wrong conclusion, with its sentence and the claims that the sentence makes."""
    return Slipped(w.read(w.said(with_capital(why), *claims)), gone, placed, cells)


# ---- parts of a board


def seen_from(board: Board, cells: Iterable[int], digit: int) -> tuple[int, ...]:
    """Return the empty cells that can be a digit and see all of some cells."""
    sight, (first, *others) = board.puzzle.sight, tuple(cells)
    seen = (cell for cell in sight[first] if all(cell in sight[other] for other in others))
    return tuple(sorted(open_in(board, seen, digit)))


def with_digit(cells: Iterable[int], digit: int) -> tuple[Pair, ...]:
    """Return the candidates of a digit at some cells."""
    return tuple((cell, digit) for cell in cells)


def with_candidates(board: Board, cells: Iterable[int], digits: Iterable[int]) -> tuple[Pair, ...]:
    """Return the candidates of some digits in the cells that see all of *cells*."""
    seen_by = tuple(cells)
    return tuple((cell, digit) for digit in digits for cell in seen_from(board, seen_by, digit))


@lru_cache(maxsize=4)
def places_by_house(board: Board) -> tuple[tuple[int, House, int, tuple[int, ...]], ...]:
    """Return the index of a house, the house, a digit that it lacks, and the digit's places."""
    return tuple(
        (index, house, digit, open_in(board, house.cells, digit))
        for index, house in enumerate(board.puzzle.geometry.houses)
        for digit in range(1, board.puzzle.order + 1)
        if digit not in {board.digits[cell] for cell in house.cells}
    )
