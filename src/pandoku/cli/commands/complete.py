"""`pandoku complete`: add what a half-done grid lacks."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import IO, TYPE_CHECKING, Any

import click

from pandoku.cli import options as opt
from pandoku.cli.input import Entry, Selection, bare_reason
from pandoku.cli.output import (
    Deadline,
    ExitStatus,
    ProgressLine,
    error_object,
    is_stdout,
    json_line,
    named_format,
    output_file,
    paint,
    record_head,
)
from pandoku.cli.types import Amount
from pandoku.errors import BudgetError, FormatError, PandokuError, WishError
from pandoku.formats import Format, Writer, get_format, why_not_written
from pandoku.formats.json.record import text_in_record
from pandoku.model import OutOfTimeError, Puzzle

if TYPE_CHECKING:
    from pandoku.generation import Completion

_WISHES = (
    *("constraints", "symmetry", "solution", "difficulty", "rating", "needs", "at_most"),
    *("crossings", "minimal"),
)


@dataclass(frozen=True, kw_only=True)
class CompleteOptions(opt.PuzzleOptions):
    """The options of `pandoku complete`."""

    wishes: dict[str, Any] = opt.wishes(_WISHES)
    givens: str | None = opt.option(
        "--givens",
        metavar="0..4",
        help="Number of givens to add, or a range.  [default: any number without --constraints or "
        "with a difficulty, else 0]",
    )
    count: int = opt.option(
        "--count",
        type=Amount("completions", most=1000),
        default=1,
        metavar="N",
        help="Number of different completions.  [default: 1]",
    )
    seed: int | None = opt.seed(
        "The same seed completes a puzzle in the same way on every machine."
    )
    attempts: int | None = opt.option(
        "--attempts",
        type=Amount("attempts"),
        metavar="N",
        help="Maximum number of attempts for each completion.  [default: 40]",
    )
    seconds: float | None = opt.time_to_make("for each puzzle", "completions")
    to_format: str | None = opt.format_of_made()
    output: str | None = opt.text_output()
    as_json: bool = opt.json_lines(
        "completion",
        "id, source, line, puzzle, kind, seed, attempts, solution, "
        "added (in words); or source, line, error, closest",
    )


@opt.command(CompleteOptions, cls=opt.GroupedCommand, short_help="Finish a half-done grid.")
def complete(options: CompleteOptions) -> None:
    """Add constraints or givens until a half-done grid has exactly one solution.

    Nothing of the grid is removed or moved. Without --constraints, givens are added. Additions that
    are not needed are removed again. Standard error lists the additions of each completion. If no
    completion is found in the allowed attempts or time, the command reports what the closest puzzle
    lacks, and the exit status is 1.

    \b
    Examples:
      pandoku complete half.txt --constraints "arrow, thermometer 2" --count 3
      pandoku complete half.txt --givens ..6 --symmetry rotate-180
    """  # noqa: D301  # click reads the \b, which keeps the lines apart
    from pandoku.generation import seed_of  # imported only when the command runs

    if options.as_json and options.to_format is not None:
        raise click.UsageError("expected either --json or --to, found both")
    seed = seed_of(options.seed)
    if options.seed is None:
        click.echo(f"seed {seed}", err=True)
    output, target = options.output, named_format(options.output, options.to_format)
    status = ExitStatus()
    with (
        output_file(output, status) as stream,
        ProgressLine("completing", options.files, output) as progress,
    ):
        draws = is_stdout(output) and sys.stdout.isatty() and target is None
        sink = _Sink(stream, status, target, options, seed, draws)
        for group in Selection(options).groups(batches=False):
            assert isinstance(group, list)
            for entry in group:
                sink.put(entry, progress)
            progress.advance(len(group))
        sink.end()
    status.exit()


@dataclass
class _Sink:
    """Completes puzzles, and writes the completions in the requested format."""

    stream: IO[str]
    status: ExitStatus
    target: Format | None
    options: CompleteOptions
    seed: int
    draws: bool
    _writer: Writer | None = field(default=None, init=False)

    def put(self, entry: Entry, progress: ProgressLine) -> None:
        """Write the completions of a puzzle, or report why nothing completes it."""
        from pandoku.generation import completion_request, find_completions

        if isinstance(entry.value, PandokuError):
            self.status.bad(entry, entry.value, self.stream if self.options.as_json else None)
            return
        options, n_attempts, n_found = self.options, 0, 0

        deadline = Deadline(options.seconds)

        def report() -> None:
            nonlocal n_attempts
            n_attempts += 1
            progress.tell(f"completing, {n_attempts:,} attempts")
            deadline.check()

        wishes = options.wishes | {"needs": options.wishes["needs"] or None}
        try:
            request = completion_request(
                entry.value,
                **wishes,
                givens=options.givens,
                seed=self.seed,
                budget=options.attempts,
            )
            for made in find_completions(request, options.count, report):
                progress.pause()
                n_found += 1
                self._put(entry, made, n_found)
        except BudgetError as error:
            progress.pause()
            self._report(entry, error)
        except OutOfTimeError:
            progress.pause()
            self._report_end_of_time(entry, n_found, n_attempts)
        except WishError as error:  # no puzzle of the input can meet the request
            raise click.UsageError(str(error)) from None
        except PandokuError as error:
            self.status.bad(entry, error, self.stream if options.as_json else None)
        else:
            if 0 < n_found < options.count and n_attempts:
                number = f"{n_found} different completion{'s' * (n_found != 1)}"
                click.echo(f"{entry.place}: found only {number}", err=True)

    def _put(self, entry: Entry, made: Completion, number: int) -> None:
        puzzle = made.puzzle
        if self.options.as_json:
            facts = {"seed": self.seed, "attempts": made.attempts}
            more = {"solution": puzzle.solution, "added": [*made.additions]}
            self.stream.write(json_line(record_head(entry, puzzle) | facts | more) + "\n")
            self.stream.flush()
            return
        which = f"completion {number} " if self.options.count > 1 else ""
        words = str(made) if made.additions else "adds nothing: there is exactly one solution"
        click.echo(f"{entry.place}: {which}{words}", err=True)
        if self.draws:
            from pandoku.draw import draw  # imported only when it is needed

            paint(self.stream, draw(puzzle.replace(solution=None), coordinates=True))
        else:
            self._write(entry, puzzle)
        self.stream.flush()

    def _write(self, entry: Entry, puzzle: Puzzle) -> None:
        line = get_format("line")
        if self.target is None:
            self.target = get_format("json") if line.why_not(puzzle) else line
        if reason := why_not_written(self.target, puzzle, "--without unchecked"):
            name = self.target.name
            way_out = "" if name == "json" else "; --to json writes any puzzle"
            message = f"cannot be written as {name}: {reason}{way_out}"
            self.status.bad(entry, FormatError(message, line=entry.line))
            return
        self._writer = self._writer or Writer(self.target)
        self.stream.write(self._writer.next(self.target.write(puzzle)))

    def _report(self, entry: Entry, error: BudgetError) -> None:
        """Report that no completion was found, and show the puzzle that came closest."""
        reason = bare_reason(error)
        self.status.says_no(f"{entry.place}: {reason}")
        nearest = error.closest
        closest = None if nearest is None else text_in_record(nearest.replace(solution=None))
        if self.options.as_json:
            facts = error_object(entry, reason) | {"closest": closest}
            self.stream.write(json_line(facts) + "\n")
        elif closest is not None and not closest.startswith("{"):
            click.echo(f"the closest: {closest}", err=True)

    def _report_end_of_time(self, entry: Entry, n_found: int, n_attempts: int) -> None:
        """Report that the time of a puzzle has run out."""
        made = (
            f"{n_found} of {self.options.count} in {n_attempts:,} attempt{'s' * (n_attempts != 1)}"
        )
        reason = f"out of time: found {made}; a longer --budget may help"
        self.status.says_no(f"{entry.place}: {reason}")
        if self.options.as_json:
            facts = error_object(entry, reason) | {"closest": None}
            self.stream.write(json_line(facts) + "\n")

    def end(self) -> None:
        """Write the end of the document."""
        if self._writer is not None:
            self.stream.write(self._writer.end())


COMMAND = opt.Command(run=complete, group="Make", place=165)
