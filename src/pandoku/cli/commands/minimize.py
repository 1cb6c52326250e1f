"""`pandoku minimize`: remove givens that are not needed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import compress
from typing import IO

import click

from pandoku.cli import options as opt
from pandoku.cli.input import BatchEntry, Entry, Selection, bare_reason
from pandoku.cli.output import (
    ExitStatus,
    ProgressLine,
    error_object,
    json_line,
    named_format,
    output_file,
    record_head,
)
from pandoku.errors import FormatError, PandokuError
from pandoku.formats import Format, Writer, get_format, relabeling, why_not_written
from pandoku.model import Puzzle


@dataclass(frozen=True, kw_only=True)
class MinimizeOptions(opt.PuzzleOptions):
    """The options of `pandoku minimize`."""

    clues: bool = opt.option(
        "--clues", is_flag=True, help="Take away clues of cages too, after the givens."
    )
    constraints: bool = opt.option(
        "--constraints",
        is_flag=True,
        help="Take away cages and other constraints too, after the givens.",
    )
    seed: int | None = opt.seed("The same seed takes away the same givens.")
    to_format: str | None = opt.output_format(
        "Format of the output.  [default: by the suffix of -o, else line, or json if the first "
        "puzzle does not fit in a line]"
    )
    as_json: bool = opt.json_lines(
        "puzzle",
        "id, source, line, puzzle, kind, n_givens; or source, line, error",
    )
    output: str | None = opt.text_output()
    threads: int | None = opt.threads()


@opt.command(MinimizeOptions, short_help="Take away givens that are not needed.")
def minimize(options: MinimizeOptions) -> None:
    """Take away givens that are not needed.

    Givens are removed one by one, in a random order, as long as the solution remains unique. No
    given of the result can be removed, but another order of removal may leave fewer givens. A
    puzzle that is not proper is reported and skipped, and the exit status is then 1.

    \b
    Examples:
      pandoku minimize puzzles.txt
      pandoku minimize killer.txt --constraints --seed 7
    """  # noqa: D301  # click reads the \b, which keeps the lines apart
    from pandoku.generation import seed_of  # imported only when the command runs

    if options.clues and options.constraints:
        raise click.UsageError("expected one of --clues and --constraints, found both")
    if options.as_json and options.to_format is not None:
        raise click.UsageError("expected either --json or --to, found both")
    seed = seed_of(options.seed)
    if options.seed is None:
        click.echo(f"seed {seed}", err=True)
    output, target = options.output, named_format(options.output, options.to_format)
    status, minimizer = ExitStatus(), _Minimizer(options, seed)
    printer: _Printer | _JsonPrinter
    with (
        output_file(output, status) as stream,
        ProgressLine("minimizing", options.files, output) as progress,
    ):
        printer = (
            _JsonPrinter(stream, status) if options.as_json else _Printer(stream, status, target)
        )
        for group in _groups(options, minimizer):
            results = list(minimizer.each(group))
            progress.pause()
            for entry, result in results:
                printer.put(entry, result)
            stream.flush()
            progress.advance(len(results))
        printer.end()
    status.exit()


def _groups(options: MinimizeOptions, minimizer: _Minimizer) -> Iterator[list[Entry] | BatchEntry]:
    """Yield the puzzles of the input. A puzzle that --nth or --id chooses keeps its position."""
    selection = Selection(options)
    if options.nth is None and options.name is None:
        yield from selection.groups(batches=True)
        return
    for number, entry in selection.several()[1]:
        minimizer.skip_to(max(number - 1, 0))
        yield [entry]


_Result = tuple[Entry, Puzzle | PandokuError]


class _Minimizer:
    """Minimizes puzzles. The seed and the position of a puzzle determine the order of removals."""

    def __init__(self, options: MinimizeOptions, seed: int) -> None:
        self._options, self._seed = options, seed
        self._n_read = 0

    def skip_to(self, position: int) -> None:
        """Count the puzzles before *position* as read."""
        self._n_read = position

    def each(self, group: list[Entry] | BatchEntry) -> Iterator[_Result]:
        """Yield each entry of a group with its minimal puzzle, or with an error."""
        if isinstance(group, BatchEntry):
            yield from self._of_batch(group)
            return
        for entry in group:
            yield entry, self._of(entry.value)

    def _of(self, value: Puzzle | PandokuError) -> Puzzle | PandokuError:
        from pandoku.generation import minimized
        from pandoku.kernel.generate import keys

        (key,) = keys(self._seed, self._n_read)
        self._n_read += 1
        if isinstance(value, PandokuError):
            return value
        try:
            return minimized(
                value, key, clues=self._options.clues, constraints=self._options.constraints
            )
        except PandokuError as error:
            return error

    def _of_batch(self, group: BatchEntry) -> Iterator[_Result]:
        """Minimize the proper puzzles of a Batch together, and other puzzles one by one."""
        from pandoku.generation import minimized_rows
        from pandoku.kernel.generate import keys
        from pandoku.kernel.lanes import solve_rows
        from pandoku.kernel.tables import divided_rows

        threads = self._options.threads
        geometry = group.batch.geometry
        if group.batch.has_constraints or group.batch.has_masks:
            for entry in group.entries():
                yield entry, self._of(entry.value)
            return
        first, n = self._n_read, len(group.batch)
        rows = divided_rows(memoryview(group.batch.rows).cast("B").cast("B", (n, geometry.n_cells)))
        proper = [count == 1 for count in solve_rows(geometry, rows, threads=threads)[1]]
        drawn = keys(self._seed, compress(range(first, first + n), proper))
        minimal = minimized_rows(geometry, [*compress(rows, proper)], drawn, threads=threads)
        left = iter(minimal)
        for index, is_proper in enumerate(proper):
            entry = group.entry(index)
            self._n_read = first + index
            if is_proper:
                assert isinstance(entry.value, Puzzle)
                yield entry, entry.value.replace(givens=tuple(next(left)))
            else:
                yield entry, self._of(entry.value)
        self._n_read = first + n


class _Printer:
    def __init__(self, stream: IO[str], status: ExitStatus, target: Format | None) -> None:
        self._stream, self._status, self._target = stream, status, target
        self._writer = Writer(target) if target else None

    def put(self, entry: Entry, result: Puzzle | PandokuError) -> None:
        """Write a minimal puzzle, or report an error."""
        if isinstance(result, PandokuError):
            if isinstance(entry.value, Puzzle) and not getattr(result, "problems", ()):
                self._status.says_no(f"{entry.place}: {bare_reason(result)}")
            else:
                self._status.bad(entry, result)
            return
        target, writer = self._opened(result)
        if reason := why_not_written(target, result, "--without unchecked"):
            way_out = "" if target.name == "json" else "; --to json writes any puzzle"
            message = f"cannot be written as {target.name}: {reason}{way_out}"
            self._status.bad(entry, FormatError(message, line=entry.line))
            return
        if reason := relabeling(target, result):
            click.echo(f"{entry.place}: {target.name} leaves out {reason}", err=True)
        self._stream.write(writer.next(target.write(result)))

    def _opened(self, puzzle: Puzzle) -> tuple[Format, Writer]:
        """Return the format and its writer. Without --to, the first puzzle decides the format."""
        if self._target is None or self._writer is None:
            line = get_format("line")
            self._target = get_format("json") if line.why_not(puzzle) else line
            self._writer = Writer(self._target)
        return self._target, self._writer

    def end(self) -> None:
        """Write the end of the document."""
        if self._writer is not None:
            self._stream.write(self._writer.end())


class _JsonPrinter:
    def __init__(self, stream: IO[str], status: ExitStatus) -> None:
        self._stream, self._status = stream, status

    def put(self, entry: Entry, result: Puzzle | PandokuError) -> None:
        """Write an object with a minimal puzzle, or with an error."""
        if isinstance(result, Puzzle):
            fact = {"n_givens": result.n_givens}
            self._stream.write(json_line(record_head(entry, result) | fact) + "\n")
        elif isinstance(entry.value, Puzzle) and not getattr(result, "problems", ()):
            reason = bare_reason(result)
            self._status.says_no(f"{entry.place}: {reason}")
            self._stream.write(json_line(error_object(entry, reason)) + "\n")
        else:
            self._status.bad(entry, result, self._stream)

    def end(self) -> None:
        """Do nothing, because JSON lines have no end mark."""


COMMAND = opt.Command(run=minimize, group="Make", place=160)
