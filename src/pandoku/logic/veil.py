"""The fog over a puzzle, and the part that is visible during play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from pandoku.constraints import Fog, Glimpse, seen_parts
from pandoku.logic._time import UNBOUNDED, Time
from pandoku.logic.uniqueness import claimed_solution, uniqueness_of
from pandoku.model import Cage, Puzzle

__all__ = ["Veil", "is_fogged", "veil_of"]


@dataclass(frozen=True, slots=True)
class Veil:
    """The fog over a puzzle.

    Attributes:
        puzzle: The complete puzzle, as its setter sees it.
        lights: The cells that are clear at the start.
        solution: The digits that lift the fog, row-major, with 0 for an unknown digit.
    """

    puzzle: Puzzle
    lights: frozenset[int]
    solution: tuple[int, ...]

    def clear(self, written: Sequence[int]) -> frozenset[int]:
        """Return the visible cells.

        These are the lights, the cells where the player has written the correct digit, and the
        cells that touch one of these correct cells by a side or a corner. Givens do not lift fog.

        Args:
            written: The digit that the player has written in each cell, or 0. The player can also
                write in cells whose given is hidden.
        """
        found = {*self.lights}
        for cell, (digit, right) in enumerate(zip(written, self.solution, strict=True)):
            if digit and digit == right:
                found |= _around(self.puzzle.order)[cell]
        return frozenset(found)

    def digits(self, written: Sequence[int]) -> tuple[int, ...]:
        """Return the visible digits: givens in clear cells, the player's digits in other cells."""
        clear = self.clear(written)
        pairs = enumerate(zip(self.puzzle.givens, written, strict=True))
        return tuple(given if given and at in clear else digit for at, (given, digit) in pairs)

    def seen(self, clear: frozenset[int]) -> Puzzle:
        """Return the visible part of the puzzle, as a puzzle.

        The result has the givens and candidates of clear cells, and the constraints whose cells are
        all clear. If the visible part of another constraint is itself a constraint, the result
        contains this part. Any other visible drawing becomes a `Glimpse`. The result has fog over
        all cells that are not clear, and does not include the source's solution.
        """
        return _seen(self, self.puzzle.in_full(), clear)


def veil_of(puzzle: Puzzle, time: Time = UNBOUNDED) -> Veil | None:
    """Return the fog over a puzzle, or None if no cell is hidden by fog.

    Fog lifts around the digits of the source's solution, or else of the unique solution. If neither
    solution is known, no digit could ever lift the fog, so no cell is hidden.

    Raises:
        OutOfTimeError: No time is left to look for the solution.
    """
    fog = [each for each in puzzle.further if isinstance(each, Fog)]
    if not fog:
        return None
    solution = claimed_solution(puzzle) or uniqueness_of(puzzle, time).solution
    if solution is None:
        return None
    return Veil(puzzle, frozenset(cell for each in fog for cell in each.lights), solution)


def is_fogged(puzzle: Puzzle) -> bool:
    """Return whether a puzzle has fog over some of its cells."""
    lights = [{*each.lights} for each in puzzle.further if isinstance(each, Fog)]
    return bool(lights) and len(set().union(*lights)) < puzzle.geometry.n_cells


@lru_cache(maxsize=8)
def _around(order: int) -> tuple[frozenset[int], ...]:
    """Return for each cell a set of the cell itself and the cells that touch it."""
    around = []
    for cell in range(order * order):
        row, column = divmod(cell, order)
        rows = range(max(0, row - 1), min(order, row + 2))
        columns = range(max(0, column - 1), min(order, column + 2))
        around.append(frozenset(r * order + c for r in rows for c in columns))
    return tuple(around)


@lru_cache(maxsize=256)
def _seen(veil: Veil, _in_full: tuple[object, ...], clear: frozenset[int]) -> Puzzle:
    puzzle, geometry = veil.puzzle, veil.puzzle.geometry
    masks = puzzle.candidates
    if masks is not None:
        masks = tuple(m if at in clear else geometry.all_mask for at, m in enumerate(masks))
    further = [
        part
        for each in puzzle.further
        if not isinstance(each, Fog)
        for part in seen_parts(each, clear, puzzle)
        if not isinstance(part, Glimpse)
    ]
    return puzzle.replace(
        givens=tuple(given if at in clear else 0 for at, given in enumerate(puzzle.givens)),
        cages=tuple(cage for cage in puzzle.cages if all(cell in clear for cell in cage.cells)),
        candidates=masks if masks is not None and set(masks) != {geometry.all_mask} else None,
        further=(*further, *_glimpses(puzzle, clear), Fog(tuple(sorted(clear)))),
        solution=None,
        extra={},
    )


def _glimpses(puzzle: Puzzle, clear: frozenset[int]) -> list[Glimpse]:
    """Return the different visible parts of drawings, in an order that reveals nothing."""
    found = [
        part
        for each in (*puzzle.cages, *puzzle.further)
        if not isinstance(each, Fog)
        and not (isinstance(each, Cage) and clear.issuperset(each.cells))
        for part in seen_parts(each, clear, puzzle)
        if isinstance(part, Glimpse)
    ]
    return sorted(dict.fromkeys(found), key=repr)
