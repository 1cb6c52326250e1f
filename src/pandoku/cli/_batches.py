"""Answering Batches of the input: arrays from text to text, only what needs words one by one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pandoku.cli._input import BatchEntry, Entry
from pandoku.engines import BatchEngine
from pandoku.errors import PandokuError, PuzzleError
from pandoku.formats import line
from pandoku.model import Outcome, Puzzle

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Answers", "answer"]


@dataclass(frozen=True, slots=True)
class Answers:
    """What an engine found of the puzzles of a Batch.

    Attributes:
        asked: The puzzles.
        limit: How many solutions were looked for.
        engine: The engine's name.
        solutions: uint8 (n, cells), one solution of each puzzle; zeros where there is none.
        counts: int64 (n,), how many solutions each puzzle has, at most the limit.
    """

    asked: BatchEntry
    limit: int
    engine: str
    solutions: NDArray[np.uint8]
    counts: NDArray[np.int64]

    def lines(self) -> str:
        """Return the solutions as lines of equal length; one without a solution means nothing."""
        import numpy as np

        n, width = self.solutions.shape
        rows = np.empty((n, width + 1), np.uint8)
        if self.asked.batch.geometry.order <= 9:
            # Where all characters are 1 to 9, adding takes a quarter of the time of looking up.
            np.add(self.solutions, ord("0"), out=rows[:, :width])
        else:
            characters = line.characters(self.solutions.tobytes())
            rows[:, :width] = np.frombuffer(characters, np.uint8).reshape(n, width)
        rows[:, width] = ord("\n")
        return str(rows.data, "ascii")

    def each(self, which: NDArray[np.bool_]) -> Iterator[tuple[int, Entry, Outcome | PandokuError]]:
        """Yield index, puzzle and result of the puzzles marked in *which*, shape (n,).

        The result is that of `solve_each`, with one solution at most.
        """
        for index in which.nonzero()[0].tolist():
            entry = self.asked.entry(index)
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


def answer(
    engine: BatchEngine, asked: BatchEntry, limit: int, threads: int | None = None
) -> Answers:
    """Search the puzzles of a Batch for up to *limit* solutions, of which one is kept."""
    found = engine.solve_many(asked.batch, limit=limit, threads=threads)
    return Answers(asked, limit, engine.NAME, *found)
