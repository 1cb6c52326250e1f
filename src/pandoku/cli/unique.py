"""`pandoku unique`: puzzles without those that are isomorphic to an earlier one."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click
import numpy as np

from pandoku.cli._forms import PuzzleOutput, entries_of, forms_of_batch
from pandoku.cli._input import BatchEntry, Entry, Source
from pandoku.cli._options import (
    files_argument,
    from_option,
    lines_or_option,
    output_option,
    threads_option,
)
from pandoku.cli._output import ExitStatus
from pandoku.cli._progress import ProgressLine
from pandoku.cli._seen import Seen, digests_of
from pandoku.cli._targets import output_file, refuse_pictures
from pandoku.errors import PandokuError
from pandoku.kernel.rows import array_of
from pandoku.model import Puzzle
from pandoku.symmetry import canonical

if TYPE_CHECKING:
    from numpy.typing import NDArray


@click.command(short_help="Drop isomorphic duplicates.")
@files_argument
@from_option
@lines_or_option
@output_option
@threads_option
def unique(
    files: tuple[str, ...],
    from_format: str | None,
    to_format: str | None,
    output: str | None,
    threads: int | None,
) -> None:
    """Write puzzles without isomorphic duplicates.

    A puzzle is dropped if it has the same canonical form as an earlier one (see `pandoku
    canonical`): if it differs only by the order of rows, columns, bands and stacks, by a
    transposition or by the names of the digits; with constraints other than cages, if it is rotated
    or mirrored. The others are written in order, as they come.
    Standard error says how many were dropped. Memory is bounded: of many millions of puzzles,
    what is known lies in temporary files.
    """
    refuse_pictures(output)
    status, source = ExitStatus(), Source(files, from_format)
    with (
        TemporaryDirectory(prefix="pandoku-") as folder,
        output_file(output, status) as stream,
        ProgressLine("comparing", files, output) as progress,
    ):
        out = PuzzleOutput(stream, output, to_format, status)
        sieve = _Sieve(Seen(Path(folder)), out, status, threads)
        for group in source.groups_and_batches() if out.takes_lines else source.groups():
            forms = forms_of_batch(group, threads)
            progress.pause()
            if forms is not None and isinstance(group, BatchEntry):
                sieve.put_batch(group, forms)
            else:
                sieve.put_all(entries_of(group))
            stream.flush()
            progress.advance(len(group) if isinstance(group, list) else len(group.batch))
        out.end()
    click.echo(
        f"{sieve.n:,} puzzles: {sieve.n_kept:,} kept, {sieve.n - sieve.n_kept:,} dropped", err=True
    )
    status.exit()


class _Sieve:
    """Writes the puzzles that are not isomorphic to an earlier one, and counts.

    Attributes:
        n: The puzzles that were compared.
        n_kept: Those that were written.
    """

    def __init__(
        self, seen: Seen, out: PuzzleOutput, status: ExitStatus, threads: int | None
    ) -> None:
        self.n = self.n_kept = 0
        self._seen, self._out, self._status, self._threads = seen, out, status, threads

    def put_batch(self, group: BatchEntry, forms: NDArray[np.uint8]) -> None:
        """Take the puzzles of a Batch, whose canonical forms are known."""
        is_new = self._seen.add(digests_of(group.batch.geometry, forms))
        self._out.put_rows(array_of(group.batch)[is_new])
        self.n += len(is_new)
        self.n_kept += int(is_new.sum())

    def put_all(self, entries: list[Entry]) -> None:
        """Take puzzles of any kinds, and report bad ones."""
        for entry in entries:
            try:
                if isinstance(entry.value, PandokuError):
                    raise entry.value
                self._put(entry, entry.value, canonical(entry.value))
            except PandokuError as error:
                self._status.bad(entry, error)

    def _put(self, entry: Entry, puzzle: Puzzle, form: Puzzle) -> None:
        row = np.array([form.givens], np.uint8)
        self.n += 1
        if self._seen.add(digests_of(form.geometry, row, form.cages, form.further))[0]:
            self.n_kept += self._out.put(entry, puzzle)
