"""`pandoku canonical`: print canonical forms."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING

import click
import numpy as np

from pandoku import symmetry
from pandoku.cli import options as opt
from pandoku.cli.input import BatchEntry, Entry, Source
from pandoku.cli.output import (
    ExitStatus,
    ProgressLine,
    identity,
    json_line,
    output_file,
    puzzle_text,
)
from pandoku.errors import PandokuError
from pandoku.formats import Writer, format_for_path, get_format, line
from pandoku.model import Puzzle

if TYPE_CHECKING:
    from numpy.typing import NDArray

HELP_OF_TO = (
    "Format of the output; see `pandoku formats`.  [default: by the suffix of -o, else line]"
)
_LEAST_WIDTH = 36  # cells. A shorter line could be a row of a larger grid, see `line.closing`.


@dataclass(frozen=True, kw_only=True)
class CanonicalOptions(opt.InputOptions):
    """The options of `pandoku canonical`."""

    to_format: str | None = opt.output_format(HELP_OF_TO)
    as_json: bool = opt.json_lines(
        "puzzle",
        "id, source, line, form (a line; an object where a line cannot hold the puzzle), "
        "automorphisms (how many symmetries keep the puzzle; missing with constraints other than "
        "cages); or source, line, error",
    )
    output: str | None = opt.text_output()
    threads: int | None = opt.threads()


@opt.command(CanonicalOptions, short_help="Print canonical forms (minlex).")
def canonical(options: CanonicalOptions) -> None:
    """Print the canonical form of each puzzle.

    Two puzzles have the same form if they differ only by the order of rows, columns, bands and
    stacks, by a transposition or by the names of the digits. The form is the smallest, in reading
    order (minlex), of all puzzles that differ from the given puzzle only in these ways. Cages move
    with their cells. Digits are renamed only if no cage calculates with them. If a puzzle has
    constraints other than cages, only rotations and reflections that preserve every constraint are
    considered. Bad puzzles are reported and skipped.
    """
    if options.as_json and options.to_format is not None:
        raise click.UsageError("expected either --json or --to, found both")
    status, source = ExitStatus(), Source(options)
    with (
        output_file(options.output, status) as stream,
        ProgressLine("comparing", options.files, options.output) as progress,
    ):
        out = PuzzleOutput(stream, options.output, options.to_format, status)
        takes_batches = out.takes_lines and not options.as_json
        for group in source.groups_and_batches() if takes_batches else source.groups():
            forms = forms_of_batch(group, options.threads)
            progress.pause()
            if forms is not None:
                out.put_rows(forms)
            for entry in entries_of(group) if forms is None else ():
                _put(entry, out, status, stream if options.as_json else None)
            stream.flush()
            progress.advance(len(group) if isinstance(group, list) else len(group.batch))
        out.end()
    status.exit()


def _put(entry: Entry, out: PuzzleOutput, status: ExitStatus, json_to: IO[str] | None) -> None:
    if isinstance(entry.value, PandokuError):
        status.bad(entry, entry.value, json_to)
        return
    try:
        form = symmetry.canonical(entry.value)
        if json_to is None:
            out.put(entry, form)
        else:
            is_line = line.FORMAT.why_not(form) is None
            written = line.FORMAT.write(form).rstrip() if is_line else None
            facts: dict[str, object]
            facts = {"form": written or json.loads(get_format("json").write(form))}
            # If a puzzle has constraints other than cages, its automorphisms are not counted.
            if not form.further:
                facts["automorphisms"] = symmetry.automorphisms(form).count
            json_to.write(json_line(identity(entry) | facts) + "\n")
    except PandokuError as error:
        status.bad(entry, error, json_to)


def forms_of_batch(
    group: BatchEntry | list[Entry], threads: int | None
) -> NDArray[np.uint8] | None:
    """Return the canonical forms of a Batch, or None if they must be computed one by one."""
    if not isinstance(group, BatchEntry):
        return None
    batch = group.batch
    if batch.has_masks or batch.has_constraints or batch.geometry.n_cells < _LEAST_WIDTH:
        return None
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


def entries_of(group: BatchEntry | list[Entry]) -> list[Entry]:
    """Return the puzzles of a group one by one."""
    return group if isinstance(group, list) else group.entries()


COMMAND = opt.Command(run=canonical, place=180)
