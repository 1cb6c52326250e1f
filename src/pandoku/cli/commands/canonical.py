"""`pandoku canonical`: print canonical forms, or drop isomorphic duplicates."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, TYPE_CHECKING

import click

from pandoku.cli import options as opt
from pandoku.cli.input import BatchEntry, Entry, Selection
from pandoku.cli.output import (
    ExitStatus,
    ProgressLine,
    json_line,
    output_file,
    puzzle_text,
    record_head,
)
from pandoku.errors import PandokuError
from pandoku.formats import Writer, format_for_path, get_format, line
from pandoku.model import Puzzle

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pandoku.cli.commands._isomorphs import Seen

_HELP_OF_TO = (
    "Format of the output; see `pandoku formats`.  [default: by the suffix of -o, else line]"
)
_LEAST_WIDTH = 36  # cells. A shorter line could be a row of a larger grid, see `line.closing`.


@dataclass(frozen=True, kw_only=True)
class CanonicalOptions(opt.PuzzleOptions):
    """The options of `pandoku canonical`."""

    unique: bool = opt.option(
        "--unique",
        is_flag=True,
        help="Drop each puzzle that is isomorphic to an earlier one, and write the others "
        "unchanged.",
    )
    to_format: str | None = opt.output_format(_HELP_OF_TO)
    as_json: bool = opt.json_lines(
        "puzzle",
        "id, source, line, puzzle, kind, automorphisms (how many symmetries keep the puzzle; "
        "missing with --unique, and with constraints other than cages); or source, line, error",
    )
    output: str | None = opt.text_output()
    threads: int | None = opt.threads()


@opt.command(CanonicalOptions, short_help="Print canonical forms, or drop duplicates.")
def canonical(options: CanonicalOptions) -> None:
    """Print the canonical form of each puzzle, or with --unique the puzzles without duplicates.

    Two puzzles have the same form if they differ only by the order of rows, columns, bands and
    stacks, by a transposition or by the names of the digits. The form is the smallest, in reading
    order (minlex), of all puzzles that differ from the given puzzle only in these ways. Cages move
    with their cells. Digits are renamed only if no cage calculates with them. If a puzzle has
    constraints other than cages, only rotations and reflections that preserve every constraint are
    considered. Bad puzzles are reported and skipped.

    With --unique, a puzzle is dropped if it has the same form as an earlier puzzle. The others are
    written unchanged, in the order of the input, and the number of dropped puzzles is reported on
    standard error. If there are many millions of puzzles, temporary files limit the memory that the
    command needs.

    \b
    Examples:
      pandoku canonical puzzles.txt
      pandoku canonical puzzles.txt --unique -o different.txt
    """  # noqa: D301  # click reads the \b, which keeps the lines apart
    if options.as_json and options.to_format is not None:
        raise click.UsageError("expected either --json or --to, found both")
    status, selection = ExitStatus(), Selection(options)
    with (
        ExitStack() as stack,
        output_file(options.output, status) as stream,
        ProgressLine("comparing", options.files, options.output) as progress,
    ):
        out = PuzzleOutput(stream, options.output, options.to_format, status)
        json_to = stream if options.as_json else None
        writer: _Forms | _Sieve = _Forms(out, status, json_to)
        if options.unique:
            folder = Path(stack.enter_context(TemporaryDirectory(prefix="pandoku-")))
            from pandoku.cli.commands._isomorphs import Seen  # which loads numpy

            writer = _Sieve(Seen(folder), out, status, json_to)
        takes_batches = out.takes_lines and not options.as_json
        for group in selection.groups(batches=takes_batches):
            forms = _forms_of_batch(group, options.threads)
            progress.pause()
            if forms is not None and isinstance(group, BatchEntry):
                writer.put_batch(group, forms)
            else:
                writer.put_all(group if isinstance(group, list) else group.entries())
            stream.flush()
            progress.advance(len(group) if isinstance(group, list) else len(group.batch))
        out.end()
    writer.report()
    status.exit()


class _Forms:
    """Writes the canonical form of each puzzle."""

    def __init__(self, out: PuzzleOutput, status: ExitStatus, json_to: IO[str] | None) -> None:
        self._out, self._status, self._json_to = out, status, json_to

    def put_batch(self, group: BatchEntry, forms: NDArray[np.uint8]) -> None:
        """Write the canonical forms of a Batch."""
        self._out.put_rows(forms)

    def put_all(self, entries: list[Entry]) -> None:
        """Write the canonical forms of puzzles of any kinds, and report bad puzzles."""
        from pandoku import symmetry

        for entry in entries:
            try:
                if isinstance(entry.value, PandokuError):
                    raise entry.value
                self._put(entry, symmetry.canonical(entry.value))
            except PandokuError as error:
                self._status.bad(entry, error, self._json_to)

    def report(self) -> None:
        """Report nothing: every puzzle has a form."""

    def _put(self, entry: Entry, form: Puzzle) -> None:
        if self._json_to is None:
            self._out.put(entry, form)
            return
        # If a puzzle has constraints other than cages, its automorphisms are not counted.
        facts: dict[str, object] = {}
        if not form.further:
            from pandoku import symmetry

            facts["automorphisms"] = symmetry.automorphisms(form).count
        self._json_to.write(json_line(record_head(entry, form) | facts) + "\n")


class _Sieve:
    """Writes the puzzles that are not isomorphic to an earlier puzzle, and counts them."""

    def __init__(
        self, seen: Seen, out: PuzzleOutput, status: ExitStatus, json_to: IO[str] | None
    ) -> None:
        self._n = self._n_kept = 0
        self._seen, self._out, self._status, self._json_to = seen, out, status, json_to

    def put_batch(self, group: BatchEntry, forms: NDArray[np.uint8]) -> None:
        """Write the puzzles of a Batch whose canonical forms are new."""
        from pandoku.cli.commands._isomorphs import digests_of
        from pandoku.kernel.rows import array_of

        is_new = self._seen.add(digests_of(group.batch.geometry, forms))
        self._out.put_rows(array_of(group.batch)[is_new])
        self._n += len(is_new)
        self._n_kept += int(is_new.sum())

    def put_all(self, entries: list[Entry]) -> None:
        """Write puzzles of any kinds whose canonical forms are new, and report bad puzzles."""
        from pandoku import symmetry

        for entry in entries:
            try:
                if isinstance(entry.value, PandokuError):
                    raise entry.value
                self._put(entry, entry.value, symmetry.canonical(entry.value))
            except PandokuError as error:
                self._status.bad(entry, error, self._json_to)

    def report(self) -> None:
        """Report the number of puzzles that were kept and dropped."""
        n_dropped = self._n - self._n_kept
        click.echo(f"{self._n:,} puzzles: {self._n_kept:,} kept, {n_dropped:,} dropped", err=True)

    def _put(self, entry: Entry, puzzle: Puzzle, form: Puzzle) -> None:
        import numpy as np

        from pandoku.cli.commands._isomorphs import digests_of

        row = np.array([form.givens], np.uint8)
        self._n += 1
        if not self._seen.add(digests_of(form.geometry, row, form.cages, form.further))[0]:
            return
        if self._json_to is None:
            self._n_kept += self._out.put(entry, puzzle)
        else:
            self._json_to.write(json_line(record_head(entry)) + "\n")
            self._n_kept += 1


def _forms_of_batch(
    group: BatchEntry | list[Entry], threads: int | None
) -> NDArray[np.uint8] | None:
    """Return the canonical forms of a Batch, or None if they must be computed one by one."""
    if not isinstance(group, BatchEntry):
        return None
    batch = group.batch
    if batch.has_masks or batch.has_constraints or batch.geometry.n_cells < _LEAST_WIDTH:
        return None
    from pandoku import symmetry

    try:
        return symmetry.canonical_many(batch, threads=threads)
    except PandokuError:  # at least one puzzle has no form
        return None


class PuzzleOutput:
    """Writes puzzles to a stream in one format.

    Args:
        stream: The output.
        output: The value of -o. If *to_format* is None, the suffix of *output* decides the format.
        to_format: The value of --to, or None. The format is `line` if neither --to nor the suffix
            decides it.
        status: The exit status of the command, which is set if the format cannot store a puzzle.

    Attributes:
        takes_lines: Whether the format is `line`, so that `write_lines` can be used.
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
        """Write a puzzle computed from *entry*, and return whether the format can store it."""
        text = puzzle_text(
            entry, puzzle, self._target, self._status, self._dropped, way_out=self._way_out
        )
        if text is not None:
            self._stream.write(self._writer.next(text))
        return text is not None

    def put_rows(self, rows: NDArray[np.uint8]) -> None:
        """Write the digits of puzzles, uint8 (n, cells), as lines. Requires `takes_lines`."""
        import numpy as np

        n, width = rows.shape
        text = np.full((n, width + 1), ord("\n"), np.uint8)
        cells = np.frombuffer(line.characters(rows.tobytes()), np.uint8)
        text[:, :width] = cells.reshape(n, width)
        self._stream.write(str(text.data, "ascii"))

    def end(self) -> None:
        """Write the end of the document, and report the facts that the format could not store."""
        self._stream.write(self._writer.end())
        if self._dropped:
            names = ", ".join(sorted(self._dropped))
            click.echo(f"{self._target.name} leaves out: {names}", err=True)


COMMAND = opt.Command(run=canonical, group="Change", place=180)
