"""`pandoku solve`: one puzzle or a stream of them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from time import monotonic
from typing import IO, Any

import click

from pandoku.cli._common import (
    Found,
    Verdict,
    budget_option,
    engine_option,
    files_argument,
    from_option,
    is_utf8,
    json_line,
    json_option,
    output_file,
    puzzles_in,
    threads_option,
)
from pandoku.engines import Budget, get_engine, solve_each
from pandoku.errors import FormatError, PandokuError
from pandoku.formats import FormatModule, get_format
from pandoku.model import Board, Geometry, Outcome, Puzzle, thaw

_MOST = 4096  # puzzles held at a time
_PATIENCE_S = 0.25  # a batch that took longer to come in is followed by a batch of one


@click.command()
@files_argument
@from_option
@engine_option
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    default=2,
    show_default=True,
    help="Look for so many solutions; 2 tells whether the first is the only one.",
)
@budget_option("For each puzzle: seconds, or nodes.")
@click.option("--to", "to_format", metavar="FORMAT", help="Write the solved puzzle in this format.")
@click.option("-o", "--output", metavar="FILE", help="Write here, all or nothing.")
@click.option("--stats", is_flag=True, help="Tell the engine's counts on standard error.")
@threads_option
@json_option
def solve(
    files: tuple[str, ...],
    from_format: str | None,
    engine: str,
    limit: int,
    budget: Budget | None,
    to_format: str | None,
    output: str | None,
    stats: bool,
    threads: int | None,
    as_json: bool,
) -> None:
    """Solve puzzles.

    Prints one solution of each; says so when it is not the only one. On a terminal a single
    puzzle is drawn, otherwise each solution is a line.
    """
    if engine != "auto":
        get_engine(engine)
    target = get_format(to_format) if to_format else None
    if from_format:
        get_format(from_format)
    verdict = Verdict()
    with output_file(output) as stream, _progress(output) as advance:
        printer = _Printer(stream, target, as_json, stats, verdict, output is None)
        for batch, is_all in _batches(puzzles_in(files, from_format)):
            puzzles = [found.value for found in batch if isinstance(found.value, Puzzle)]
            results = iter(
                solve_each(puzzles, limit=limit, threads=threads, engine=engine, budget=budget)
            )
            for found in batch:
                is_puzzle = isinstance(found.value, Puzzle)
                printer.put(found, next(results) if is_puzzle else found.value, is_all)  # type: ignore[arg-type]
            stream.flush()
            advance(len(batch))
    verdict.exit()


def _batches(found: Iterator[Found]) -> Iterator[tuple[list[Found], bool]]:
    """Yield batches that grow while the input comes fast; True with one that is the only one."""
    size, batch, started = 2, list[Found](), monotonic()
    is_first = True
    for item in found:
        batch.append(item)
        if len(batch) >= size:
            slow = monotonic() - started > _PATIENCE_S
            yield batch, False
            is_first = False
            size = 1 if slow else min(2 * size, _MOST)
            batch, started = [], monotonic()
    if batch:
        yield batch, is_first and len(batch) == 1


def _progress(output: str | None) -> AbstractContextManager[Any]:
    """Return a context that gives a function to tell progress to: a bar, on a terminal."""
    shows = sys.stderr.isatty() and (output is not None or not sys.stdout.isatty())
    return _Bar() if shows else nullcontext(lambda count: None)


class _Bar:
    """A progress bar that appears only when the work takes a while."""

    def __enter__(self) -> Any:
        self._started = monotonic()
        self._done = 0
        self._bar: Any = None
        return self._advance

    def __exit__(self, *details: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def _advance(self, count: int) -> None:
        self._done += count
        if self._bar is None and monotonic() - self._started > 1:
            from rich.console import Console
            from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

            columns = (
                SpinnerColumn(),
                TextColumn("{task.completed:,.0f} puzzles"),
                TimeElapsedColumn(),
            )
            self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
            self._bar.start()
            self._task = self._bar.add_task("", total=None)
        if self._bar is not None:
            self._bar.update(self._task, completed=self._done)


class _Printer:
    """Writes what was found, one way for all puzzles of a call."""

    def __init__(
        self,
        stream: IO[str],
        target: FormatModule | None,
        as_json: bool,
        stats: bool,
        verdict: Verdict,
        to_stdout: bool,
    ) -> None:
        self.stream = stream
        self.target = target
        self.as_json = as_json
        self.stats = stats
        self.verdict = verdict
        self.draws = to_stdout and target is None and not as_json and stream.isatty()
        self.n_written = 0

    def put(self, found: Found, result: Outcome | PandokuError, is_all: bool) -> None:
        """Write one result; what is wrong with it goes to standard error."""
        if isinstance(result, PandokuError):
            if self.as_json:
                error = {"error": _reason(result), "line": found.line, "source": found.source}
                self.stream.write(json_line(error) + "\n")
            self.verdict.bad(found, result)
            return
        assert isinstance(found.value, Puzzle)
        if self.as_json:
            self.stream.write(json_line(_object(found, found.value, result)) + "\n")
        elif result.solution is not None:
            self._write(found, found.value, result.solution, draws=self.draws and is_all)
        self._comment(found, result)

    def _comment(self, found: Found, result: Outcome) -> None:
        if result.count == 0 and result.complete:
            self.verdict.says_no(f"{found.place}: no solution")
        elif result.count == 0:
            why = "the engine is stuck" if result.stopped == "stuck" else "out of budget"
            self.verdict.says_no(f"{found.place}: no solution found ({why})")
        elif result.count > 1:
            note = "not the only solution" if not self.as_json else None
            if note:
                click.echo(f"{found.place}: {note}", err=True)
        elif result.stopped in ("nodes", "seconds"):
            self.verdict.says_no(
                f"{found.place}: out of budget before it was known to be the only one"
            )
        if self.stats:
            counts = ", ".join(f"{name} {value}" for name, value in result.stats.items())
            took = f"{result.elapsed_s * 1000:.3f} ms"
            click.echo(f"{found.place}: {result.engine}, {took}, {counts}", err=True)

    def _write(
        self, found: Found, puzzle: Puzzle, solution: tuple[int, ...], *, draws: bool
    ) -> None:
        if draws:
            from rich.console import Console

            from pandoku.draw import draw, rich_text

            board = Board(puzzle, solution, tuple(1 << (d - 1) for d in solution))
            picture = rich_text(draw(board), ascii_only=not is_utf8(self.stream))
            Console(file=self.stream, highlight=False, soft_wrap=True).print(picture, end="")
        elif self.target is not None:
            text = _written(self.target, puzzle, solution)
            separator = self.target.SEPARATOR if self.n_written else ""
            self.stream.write(separator + text)
        else:
            self.stream.write(_plain(puzzle.order, solution))
        self.n_written += 1


def _plain(n: int, solution: tuple[int, ...]) -> str:
    name = "line" if n <= 35 else "grid"
    return get_format(name).write(Puzzle(Geometry.standard(n), solution))


def _written(target: FormatModule, puzzle: Puzzle, solution: tuple[int, ...]) -> str:
    """Return the solved puzzle in a format; the bare solution where its rules do not fit."""
    solved = puzzle.replace(givens=solution, candidates=None)
    if (reason := target.why_not(solved)) is None:
        return target.write(solved)
    bare = Puzzle(Geometry.standard(puzzle.order), solution)
    if target.why_not(bare) is None:
        return target.write(bare)
    raise FormatError(f"cannot write this solution: {reason}", format=target.NAME)


def _reason(error: PandokuError) -> str:
    return str(getattr(error, "reason", error))


def _object(found: Found, puzzle: Puzzle, result: Outcome) -> dict[str, object]:
    out: dict[str, object] = {"source": found.source, "line": found.line}
    if puzzle.id is not None:
        out["id"] = puzzle.id
    return out | {
        "count": result.count,
        "complete": result.complete,
        "stopped": result.stopped,
        "solutions": [list(solution) for solution in result.solutions],
        "engine": result.engine,
        "stats": thaw(result.stats),
        "elapsed_s": round(result.elapsed_s, 6),
    }
