"""Search all puzzles of a Batch together, and keep their solutions in an array."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pandoku.cli.input import BatchEntry, Entry
from pandoku.errors import PandokuError, PuzzleError
from pandoku.formats import line
from pandoku.model import Outcome, Puzzle

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pandoku.engines import Engine


def text_of_rows(rows: NDArray[np.uint8], order: int, *, has_blanks: bool = False) -> str:
    """Return rows of digits, shape (n, cells), as lines of equal length.

    Args:
        rows: Digits 0..order.
        order: At most 35.
        has_blanks: Whether the digit 0 is an empty cell, shown as a dot. If False, only the row of
            a puzzle without a solution may contain zeros, and the caller must replace the line of
            this row.
    """
    import numpy as np

    n, width = rows.shape
    cells = np.empty((n, width + 1), np.uint8)
    if order <= 9 and not has_blanks:
        # For the digits 1 to 9, adding the code of "0" takes a quarter of the time of a table
        # lookup.
        np.add(rows, ord("0"), out=cells[:, :width])
    else:
        characters = line.characters(rows.tobytes())
        cells[:, :width] = np.frombuffer(characters, np.uint8).reshape(n, width)
    cells[:, width] = ord("\n")
    return str(cells.data, "ascii")


@dataclass(frozen=True, slots=True)
class Answers:
    """The results of an engine for the puzzles of a Batch.

    Attributes:
        group: The puzzles.
        limit: Number of solutions after which the search of each puzzle stops.
        engine: Name of the engine.
        solutions: One solution of each puzzle, or zeros if it has no solution, uint8 (n, cells).
        counts: Number of solutions of each puzzle, at most *limit*, int64 (n,).
    """

    group: BatchEntry
    limit: int
    engine: str
    solutions: NDArray[np.uint8]
    counts: NDArray[np.int64]

    def lines(self) -> str:
        """Return the solutions as lines of equal length. Lines of unsolved puzzles are invalid."""
        return text_of_rows(self.solutions, self.group.batch.geometry.order)

    def each(self, which: NDArray[np.bool_]) -> Iterator[tuple[int, Entry, Outcome | PandokuError]]:
        """Yield the index, entry and result of each puzzle that the mask *which* selects.

        The result is an Outcome with at most one solution. If the puzzle has defects, the result is
        the error that reports them. The mask has the shape (n,).
        """
        for index in which.nonzero()[0].tolist():
            entry = self.group.entry(index)
            assert isinstance(entry.value, Puzzle)
            yield index, entry, self._result(index, entry.value)

    def _result(self, index: int, puzzle: Puzzle) -> Outcome | PandokuError:
        count = int(self.counts[index])
        if not count:
            try:
                puzzle.require_sound()
            except PuzzleError as error:
                return error
        solutions = (tuple(self.solutions[index].tolist()),) if count else ()
        stopped = "limit" if count >= self.limit else None
        return Outcome(count, stopped, solutions, engine=self.engine)


def search_batch(
    engine: Engine, group: BatchEntry, limit: int, threads: int | None = None
) -> Answers:
    """Count up to *limit* solutions of each puzzle of a Batch, and keep one solution of each."""
    assert engine.solve_many is not None
    found = engine.solve_many(group.batch, limit=limit, threads=threads)
    return Answers(group, limit, engine.name, *found)
