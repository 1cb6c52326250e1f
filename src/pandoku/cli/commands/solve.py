"""`pandoku solve`: solve one puzzle or a stream of puzzles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import IO

import click

from pandoku.cli import options as opt
from pandoku.cli.batches import Answers, search_batch
from pandoku.cli.input import BatchEntry, Entry, Selection
from pandoku.cli.output import ExitStatus, ProgressLine, json_line, output_file, paint, record_head
from pandoku.engines import Budget, pick_batch_engine, solve_all, where_to_turn
from pandoku.errors import FormatError, PandokuError
from pandoku.formats import Format, Writer, get_format, relabeling
from pandoku.model import Board, Geometry, Outcome, Puzzle
from pandoku.words import several_solutions, stats_words


@dataclass(frozen=True, kw_only=True)
class SolveOptions(opt.PuzzleOptions):
    """The options of `pandoku solve`."""

    engine: str = opt.engine()
    limit: int = opt.limit("Stop after this many solutions; with 2 or more, uniqueness is checked.")
    budget: Budget | None = opt.budget("puzzle")
    to_format: str | None = opt.output_format(
        "Format of the output.  [default: a picture on a terminal, else line]"
    )
    output: str | None = opt.text_output()
    stats: bool = opt.option(
        "--stats", is_flag=True, help="Print the engine's counters on standard error."
    )
    threads: int | None = opt.threads()
    as_json: bool = opt.json_lines(
        "puzzle",
        "id, source, line, puzzle, kind, count, complete, stopped (limit, nodes, seconds or "
        "stuck), solutions, engine, stats, elapsed_s; or source, line, error",
    )


@opt.command(SolveOptions, short_help="Solve puzzles.")
def solve(options: SolveOptions) -> None:
    """Solve puzzles.

    The command prints one solution of each puzzle, and reports on standard error if there are more
    solutions. On a terminal, the solution of a single puzzle is drawn. Otherwise, each solution is
    a line of digits. Bad puzzles are reported and skipped.

    \b
    Examples:
      pandoku solve puzzles.txt
      pandoku solve 1.....2..3.....4
    """  # noqa: D301  # click reads the \b, which keeps the lines apart
    status, selection = ExitStatus(), Selection(options)
    engine, budget, output = options.engine, options.budget, options.output
    with output_file(output, status) as stream:
        target = get_format(options.to_format) if options.to_format else None
        is_for_people = output is None and target is None and not options.as_json
        draws = is_for_people and stream.isatty()
        printer = _Printer(stream, status, target, options.as_json, options.stats, draws)
        with ProgressLine("solving", options.files, output) as progress:
            for_batches = pick_batch_engine(engine, budget) if printer.takes_lines() else None
            for group in selection.groups(batches=for_batches is not None):
                if isinstance(group, BatchEntry):
                    assert for_batches is not None
                    answers = search_batch(for_batches, group, options.limit, options.threads)
                    progress.pause()
                    printer.put_batch(answers)
                    progress.advance(len(group.batch))
                    continue
                puzzles = [entry.value for entry in group if isinstance(entry.value, Puzzle)]
                found = solve_all(
                    puzzles,
                    limit=options.limit,
                    threads=options.threads,
                    engine=engine,
                    budget=budget,
                    on_error="keep",
                )
                progress.pause()
                printer.put_all(group, found.each())
                progress.advance(len(group))
        printer.end()
    status.exit()


@dataclass
class _Printer:
    """Writes all results in one form: in a format, as JSON, as drawings or as lines of digits."""

    stream: IO[str]
    status: ExitStatus
    target: Format | None
    as_json: bool
    stats: bool
    draws: bool
    writer: Writer | None = field(init=False)

    def __post_init__(self) -> None:
        self.writer = Writer(self.target) if self.target else None

    def put_all(self, group: list[Entry], results: Iterator[Outcome | PandokuError]) -> None:
        """Write the results of a group. *results* has one result for each puzzle, in order."""
        if len(group) > 1:
            self.draws = False  # only a single puzzle is drawn
        for entry in group:
            self._put(entry, entry.value, results)
        self.stream.flush()

    def takes_lines(self) -> bool:
        """Return whether the output for a proper puzzle is only a line of digits."""
        as_lines = self.target is None or self.target.name in ("line", "sdm")
        return as_lines and not (self.as_json or self.stats or self.draws)

    def put_batch(self, answers: Answers) -> None:
        """Write the answers for a Batch. Adjacent lines without a message are written together."""
        lines = answers.lines()
        width = len(lines) // len(answers.counts)
        start = 0
        for index, entry, result in answers.each(answers.counts != 1):
            self.stream.write(lines[start * width : index * width])
            self._put(entry, entry.value, iter([result]))
            start = index + 1
        self.stream.write(lines[start * width :])
        self.stream.flush()

    def _put(
        self,
        entry: Entry,
        value: Puzzle | PandokuError,
        results: Iterator[Outcome | PandokuError],
    ) -> None:
        if isinstance(value, Puzzle):
            result = next(results)
            if isinstance(result, Outcome):
                self._put_outcome(entry, value, result)
                return
            value = result
        self.status.bad(entry, value, self.stream if self.as_json else None)

    def _put_outcome(self, entry: Entry, puzzle: Puzzle, outcome: Outcome) -> None:
        if self.as_json:
            self.stream.write(json_line(record_head(entry) | outcome.to_dict()) + "\n")
        elif outcome.solution is not None:
            self._write(entry, puzzle, outcome, outcome.solution)
        if reason := _why_no(outcome):
            self.status.says_no(f"{entry.place}: {reason}")
        elif outcome.count > 1 and not self.as_json:
            reason = several_solutions(puzzle) if puzzle.unchecked else "not the only solution"
            click.echo(f"{entry.place}: {reason}", err=True)
        if self.stats:
            facts = filter(None, (outcome.engine, _ms(outcome), stats_words(outcome)))
            click.echo(f"{entry.place}: {', '.join(facts)}", err=True)

    def _write(
        self, entry: Entry, puzzle: Puzzle, outcome: Outcome, solution: tuple[int, ...]
    ) -> None:
        if self.draws:
            from pandoku.draw import draw  # imported here, because lines of digits do not need it

            masks = tuple(1 << (digit - 1) for digit in solution)
            paint(self.stream, draw(Board(puzzle, solution, masks), coordinates=False))
            if outcome.complete and outcome.count == 1:
                click.echo(f"the only solution ({outcome.engine}, {_ms(outcome)})")
        elif self.target is None or self.writer is None:
            self.stream.write(_digits_alone(puzzle, solution))
        else:
            try:
                solved = _written(entry, self.target, puzzle, solution)
            except FormatError as error:
                self.status.bad(entry, error)
                return
            self.stream.write(self.writer.next(solved))

    def end(self) -> None:
        """Write the end of the document."""
        if self.writer is not None:
            self.stream.write(self.writer.end())


def _why_no(outcome: Outcome) -> str | None:
    """Return the reason why an outcome is a negative answer, or None if it is not negative."""
    if outcome.stopped == "stuck":
        return "no solution found (the engine is stuck)"
    if outcome.stopped in ("nodes", "seconds"):
        found = "it was proved to be the only one" if outcome.count else "a solution was found"
        if outcome.count > 1:
            return None
        return "; ".join(filter(None, (f"out of budget before {found}", where_to_turn(outcome))))
    return None if outcome.count else "no solution"


def _ms(outcome: Outcome) -> str:
    return f"{outcome.elapsed_s * 1000:,.2f} ms"


def _digits_alone(puzzle: Puzzle, solution: tuple[int, ...]) -> str:
    if puzzle.symbols:
        return "".join(map(puzzle.label_of, solution)) + "\n"
    bare = Puzzle(Geometry.sudoku(puzzle.order), solution)
    line = get_format("line")
    return line.write(bare) if line.why_not(bare) is None else get_format("grid").write(bare)


def _written(entry: Entry, target: Format, puzzle: Puzzle, solution: tuple[int, ...]) -> str:
    """Return the solved puzzle in a format.

    If the format cannot store the rules, the text contains only the digits. If the format renames
    digits, this is reported.

    Raises:
        FormatError: The format cannot even store the digits.
    """
    solved = puzzle.replace(givens=solution, candidates=None)
    bare = Puzzle(Geometry.sudoku(puzzle.order), solution, symbols=puzzle.symbols)
    for each in (solved, bare):
        if target.why_not(each) is None:
            if digits := relabeling(target, each):
                click.echo(f"{entry.place}: {target.name} leaves out {digits}", err=True)
            return target.write(each)
    reason = target.why_not(solved)
    raise FormatError(f"the solution cannot be written as {target.name}: {reason}")


COMMAND = opt.Command(run=solve, group="Solve and explain", place=10)
