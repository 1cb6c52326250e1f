"""Singles as people see them: all of a board, without the facts of a step."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from pandoku.kernel.logic import Finder
from pandoku.model import Board, Geometry, Step
from pandoku.rating import Single
from pandoku.techniques import Technique

__all__ = ["SINGLES", "singles", "step_of"]

SINGLES = ("full-house", "hidden-single", "naked-single")

_Houses = tuple[tuple[int, str, tuple[int, ...]], ...]


def singles(board: Board, in_sight: Board) -> Iterator[Single]:
    """Yield the singles of a board: full houses, hidden singles by house, then naked singles.

    Args:
        board: The board.
        in_sight: The board that its digits leave if nothing else was eliminated.
    """
    digits, geometry = board.digits, board.puzzle.geometry
    masks = [0 if digit else mask for digit, mask in zip(digits, board.masks, strict=True)]
    # Where nothing was eliminated, all there is to see is in sight.
    is_bare = board.masks == in_sight.masks
    shown = masks if is_bare else _where_open(in_sight, digits)
    n_open = []
    for house, kind, cells in _houses(geometry):
        once, twice, n_empty = _counted(masks, cells)
        n_open.append(n_empty)
        sole = once & ~twice
        if not sole:
            continue
        if n_empty == 1:
            if not sole & (sole - 1):
                (cell,) = (each for each in cells if masks[each])
                yield Single("full-house", cell, sole.bit_length(), house, kind, 1, True)
            continue
        once, twice, _ = (once, twice, 0) if is_bare else _counted(shown, cells)
        seen = once & ~twice
        while sole:
            bit = sole & -sole
            sole ^= bit
            cell = next(each for each in cells if masks[each] & bit)
            yield Single(
                "hidden-single", cell, bit.bit_length(), house, kind, n_empty, bool(seen & bit)
            )
    for cell, mask in enumerate(masks):
        if mask and not mask & (mask - 1):
            n_empty = min(n_open[house] for house in geometry.houses_of[cell])
            seen = shown[cell] == mask
            yield Single("naked-single", cell, mask.bit_length(), -1, "", n_empty, seen)


def step_of(single: Single, board: Board, technique: Technique) -> Step:
    """Return a single as the step that its technique finds."""
    assert isinstance(technique.find, Finder)
    placement = ((single.cell, single.digit),)
    house = board.puzzle.geometry.houses[single.house] if single.house >= 0 else None
    return next(
        step
        for step in technique.steps(board)
        if step.placements == placement and (house is None or house in step.facts.houses)
    )


def _where_open(board: Board, digits: tuple[int, ...]) -> list[int]:
    return [0 if digit else mask for digit, mask in zip(digits, board.masks, strict=True)]


def _counted(masks: list[int], cells: tuple[int, ...]) -> tuple[int, int, int]:
    """Return the digits that some cell can hold, those that several can, and the empty cells."""
    once = twice = n_empty = 0
    for cell in cells:
        mask = masks[cell]
        if mask:
            twice |= once & mask
            once |= mask
            n_empty += 1
    return once, twice, n_empty


@lru_cache(maxsize=16)
def _houses(geometry: Geometry) -> _Houses:
    return tuple((at, house.kind, house.cells) for at, house in enumerate(geometry.houses))
