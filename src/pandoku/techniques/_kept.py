"""Results kept while a puzzle is solved: facts about the puzzle, and steps of its rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import wraps
from typing import TypeVar

from pandoku.model import Board, Puzzle, Step

_T = TypeVar("_T")
_MOST_PUZZLES = 8
_MOST_KNOWN = 2_000  # maximum number of results of each rule


def per_puzzle(make: Callable[[Puzzle], _T]) -> Callable[[Puzzle], _T]:
    """Return a function that keeps its results for the latest puzzles.

    Puzzles are compared by identity, because finders ask at every step of a path, and it takes
    long to compute the hash of a puzzle.
    """
    known: dict[int, tuple[Puzzle, _T]] = {}

    @wraps(make)
    def kept(puzzle: Puzzle) -> _T:
        found = known.get(id(puzzle))
        if found is None or found[0] is not puzzle:
            if len(known) >= _MOST_PUZZLES:
                known.clear()
            found = known[id(puzzle)] = (puzzle, make(puzzle))
        return found[1]

    return kept


@dataclass(frozen=True, slots=True, eq=False)
class KeptSteps:
    """A finder whose steps depend only on some cells. It keeps the steps for each state of them.

    Attributes:
        cells: The cells.
        find: A function that returns the steps on a board.
    """

    cells: Sequence[int]
    find: Callable[[Board], Iterable[Step]]
    _known: dict[tuple[int, ...], tuple[Step, ...]] = field(default_factory=dict)

    def steps(self, board: Board) -> tuple[Step, ...]:
        """Return the steps on a board."""
        masks, digits = board.masks, board.digits
        state = tuple([masks[cell] << 1 | (not digits[cell]) for cell in self.cells])
        found = self._known.get(state)
        if found is None:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            found = self._known[state] = tuple(self.find(board))
        return found


def kept_steps(
    of: Callable[[Puzzle], Iterable[KeptSteps]],
) -> Callable[[Board, int], Iterator[Step]]:
    """Return the finder of a technique whose steps are kept for each puzzle."""

    def find(board: Board, limit: int) -> Iterator[Step]:
        for kept in of(board.puzzle):
            yield from kept.steps(board)

    return find
