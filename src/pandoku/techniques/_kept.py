"""Steps that are kept while a puzzle is solved, for each state of the cells of a rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from pandoku.model import Board, Puzzle, Step

_MOST_KNOWN = 2_000  # maximum number of results of each rule


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
