"""Answering plain puzzles by the thousand: arrays from text to text, only odd ones one by one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pandoku.cli._input import Found, FoundBlock
from pandoku.engines import Budget
from pandoku.errors import PandokuError, PuzzleError
from pandoku.formats import line
from pandoku.kernel import why_not_native
from pandoku.model import Outcome, Puzzle

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Answers", "answer", "are_worth_it"]


def are_worth_it(engine: str, budget: Budget | None) -> bool:
    """Whether the engine asked for is the one that takes blocks, with nothing to watch."""
    return engine in ("auto", "lanes") and budget is None and why_not_native() is None


class Answers:
    """What was found of the puzzles of a block.

    Attributes:
        counts: How many solutions each has, at most the limit.
    """

    def __init__(
        self, block: FoundBlock, limit: int, solutions: NDArray[np.uint8], counts: NDArray[np.int64]
    ) -> None:
        self.counts = counts
        self._block, self._limit, self._solutions = block, limit, solutions

    def lines(self) -> str:
        """Return the solutions as lines of equal length; without one a line means nothing."""
        import numpy as np

        n, width = self._solutions.shape
        rows = np.empty((n, width + 1), np.uint8)
        if self._block.block.order <= 9:
            # Where all characters are 1 to 9, adding takes a quarter of the time of looking up.
            np.add(self._solutions, ord("0"), out=rows[:, :width])
        else:
            characters = line.characters(self._solutions.tobytes())
            rows[:, :width] = np.frombuffer(characters, np.uint8).reshape(n, width)
        rows[:, width] = ord("\n")
        return str(rows.data, "ascii")

    def each(self, odd: NDArray[np.bool_]) -> Iterator[tuple[int, Found, Outcome | PandokuError]]:
        """Yield the index of every odd puzzle, the puzzle, and what `solve_each` says of it."""
        for index in odd.nonzero()[0].tolist():
            found = self._block.found(index)
            assert isinstance(found.value, Puzzle)
            yield index, found, self._result(index, found.value)

    def _result(self, index: int, puzzle: Puzzle) -> Outcome | PandokuError:
        count = int(self.counts[index])
        if not count:
            try:
                puzzle.require_sound()
            except PuzzleError as error:
                return error
        solutions = (tuple(self._solutions[index].tolist()),) if count else ()
        stopped = "limit" if count >= self._limit else None
        return Outcome(count, stopped, solutions, engine="lanes")


def answer(found: FoundBlock, limit: int, threads: int | None = None) -> Answers:
    """Search the puzzles of a block for up to *limit* solutions, of which one is kept."""
    import numpy as np

    from pandoku.kernel.arrays import solve_many

    block = found.block
    rows = np.frombuffer(block.cells, np.uint8).reshape(block.n_puzzles, -1)
    return Answers(found, limit, *solve_many(rows, limit=limit, threads=threads))
