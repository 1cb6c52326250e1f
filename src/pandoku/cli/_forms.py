"""Canonical forms of the puzzles of the input, and puzzles in the output, as lines if possible."""

from __future__ import annotations

from typing import IO, TYPE_CHECKING

import click

from pandoku.cli._input import BatchEntry, Entry
from pandoku.cli._output import ExitStatus, puzzle_text
from pandoku.errors import PandokuError
from pandoku.formats import Writer, format_for_path, get_format, line
from pandoku.model import Puzzle
from pandoku.symmetry import canonical_many

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["PuzzleOutput", "entries_of", "forms_of_batch"]

_LEAST_WIDTH = 36  # a few shorter lines could be read as one grid, see `line.closing`


def entries_of(group: BatchEntry | list[Entry]) -> list[Entry]:
    """Return the puzzles of a group one by one."""
    if isinstance(group, BatchEntry):
        return [group.entry(index) for index in range(len(group.batch))]
    return group


def forms_of_batch(
    group: BatchEntry | list[Entry], threads: int | None
) -> NDArray[np.uint8] | None:
    """Return the canonical forms of a Batch, or None for what has to be taken one by one."""
    if not isinstance(group, BatchEntry):
        return None
    batch = group.batch
    if batch.has_masks or batch.has_constraints or batch.geometry.n_cells < _LEAST_WIDTH:
        return None
    try:
        return canonical_many(batch, threads=threads)
    except PandokuError:  # about one puzzle: the others have a form
        return None


class PuzzleOutput:
    """Puzzles that are written in a format, one after the other.

    Args:
        stream: Where they go.
        output: The value of -o; its suffix decides if *to_format* is None.
        to_format: The value of --to; None and no known suffix mean lines.
        status: Hears of puzzles that the format cannot store.

    Attributes:
        takes_lines: Whether the format is `line`.
    """

    def __init__(
        self, stream: IO[str], output: str | None, to_format: str | None, status: ExitStatus
    ) -> None:
        suggested = format_for_path(output) if output and to_format is None else None
        self._target = suggested or get_format(to_format or line.FORMAT.name)
        self._way_out = "" if suggested or to_format else "; --to json writes any puzzle"
        self._stream, self._status = stream, status
        self._writer, self._dropped = Writer(self._target), set[str]()
        self.takes_lines = self._target.name == line.FORMAT.name

    def put(self, entry: Entry, puzzle: Puzzle) -> bool:
        """Write a puzzle that comes from *entry*; return whether the format can store it."""
        text = puzzle_text(
            entry, puzzle, self._target, self._status, self._dropped, way_out=self._way_out
        )
        if text is not None:
            self._stream.write(self._writer.next(text))
        return text is not None

    def put_rows(self, rows: NDArray[np.uint8]) -> None:
        """Write digits as lines, which the format takes: uint8 (n, cells)."""
        import numpy as np

        n, width = rows.shape
        text = np.full((n, width + 1), ord("\n"), np.uint8)
        cells = np.frombuffer(line.characters(rows.tobytes()), np.uint8)
        text[:, :width] = cells.reshape(n, width)
        self._stream.write(str(text.data, "ascii"))

    def end(self) -> None:
        """Write what comes after the last puzzle, and report what the format left out."""
        self._stream.write(self._writer.end())
        if self._dropped:
            names = ", ".join(sorted(self._dropped))
            click.echo(f"{self._target.name} leaves out: {names}", err=True)
