"""`pandoku count`: count the solutions of each puzzle."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass

import click

from pandoku.cli import options as opt
from pandoku.cli.batches import Answers, search_batch
from pandoku.cli.input import BatchEntry, Entry, Selection, sound_puzzle
from pandoku.cli.output import ExitStatus, ProgressLine, json_line, record_head
from pandoku.engines import candidate_counts, pick_batch_engine, solve_all
from pandoku.engines import count as count_solutions
from pandoku.errors import PandokuError
from pandoku.model import Budget, Outcome, Puzzle

_LONG = 1_000_000  # from this limit on, puzzles are counted one by one


@dataclass(frozen=True, kw_only=True)
class CountOptions(opt.PuzzleOptions):
    """The options of `pandoku count`."""

    engine: str = opt.engine()
    limit: int = opt.limit("Stop after this many solutions; there may be more.")
    by_candidate: bool = opt.option(
        "--candidates",
        is_flag=True,
        help="For each cell and digit, count the solutions with this digit in this cell, up to "
        "--limit.",
    )
    budget: Budget | None = opt.budget("puzzle")
    as_json: bool = opt.json_lines(
        "puzzle",
        "id, source, line, puzzle, kind, count, complete (if false, there may be more), stopped "
        "(limit, nodes, seconds or stuck); candidates (n numbers for each cell) and limit (in "
        "place of these three, with --candidates); or source, line, error",
    )


@opt.command(CountOptions, short_help="Count the solutions of each puzzle.")
def count(options: CountOptions) -> None:
    """Count the solutions of each puzzle, up to --limit.

    If the count reaches the limit, there may be more solutions, so the result is "2 or more". The
    exit status is 1 if a search stops early for another reason. With --candidates, a line for each
    empty cell lists its possible digits. The number after a digit counts the solutions with this
    digit in this cell: "r1c2: 3 (1), 4 (2 or more)".

    \b
    Examples:
      pandoku count puzzles.txt --limit 100
      pandoku count puzzle.txt --candidates
    """  # noqa: D301  # click reads the \b, which keeps the lines apart
    if options.by_candidate:
        _count_candidates(options)
        return
    status, selection = ExitStatus(), Selection(options)
    limit, engine, budget = options.limit, options.engine, options.budget
    is_long = limit >= _LONG
    for_batches = None if options.as_json or is_long else pick_batch_engine(engine, budget)
    with ProgressLine("counting", options.files) as progress:
        for group in selection.groups(batches=for_batches is not None):
            if isinstance(group, BatchEntry):
                assert for_batches is not None
                answers = search_batch(for_batches, group, limit)
                progress.pause()
                _print_counts(answers, limit, status)
                progress.advance(len(group.batch))
                continue
            puzzles = [entry.value for entry in group if isinstance(entry.value, Puzzle)]
            if len(puzzles) == len(group) == 1:
                results = iter([_counted(group[0], options, progress)])
            else:
                results = solve_all(
                    puzzles, limit=limit, engine=engine, budget=budget, on_error="keep"
                ).each()
            progress.pause()
            for entry in group:
                value = entry.value
                result = next(results) if isinstance(value, Puzzle) else value
                _print_count(entry, result, status, options.as_json)
            sys.stdout.flush()
            progress.advance(len(group))
    status.exit()


def _count_candidates(options: CountOptions) -> None:
    """Print, for each candidate of each puzzle, the number of solutions that contain it."""
    limit = options.limit
    if options.engine != "auto":
        raise click.UsageError("--candidates has its own search: leave out --engine")
    if limit > opt.MOST_PER_CANDIDATE:
        raise click.UsageError(
            f"--candidates counts up to --limit {opt.MOST_PER_CANDIDATE}, found {limit}"
        )
    status, (is_many, entries) = ExitStatus(), Selection(options).several()
    for _, entry in entries:
        try:
            puzzle = sound_puzzle(entry)
            counts = candidate_counts(puzzle, limit, budget=options.budget)
        except PandokuError as error:
            status.bad(entry, error, sys.stdout if options.as_json else None)
            continue
        if options.as_json:
            click.echo(json_line(record_head(entry) | {"candidates": counts, "limit": limit}))
        elif counts is not None:
            click.echo(f"{entry.place}:\n" * is_many + _candidate_lines(puzzle, counts, limit))
        if counts is None:
            status.says_no(f"{entry.place}: out of budget")
        elif not any(map(any, counts)):
            status.says_no(f"{entry.place}: no solution")
    status.exit()


def _candidate_lines(puzzle: Puzzle, counts: Sequence[Sequence[int]], limit: int) -> str:
    """Return a line for each empty cell with its candidates and their numbers of solutions."""
    return "\n".join(
        f"{puzzle.geometry.name(cell)}: "
        + ", ".join(
            f"{puzzle.label_of(digit)} ({_count_words(number, number < limit)})"
            for digit, number in enumerate(numbers, 1)
            if number
        )
        for cell, numbers in enumerate(counts)
        if not puzzle.givens[cell] and any(numbers)
    )


def _counted(entry: Entry, options: CountOptions, progress: ProgressLine) -> Outcome | PandokuError:
    """Count the solutions of a puzzle. During a long count, show the number so far."""
    assert isinstance(entry.value, Puzzle)
    found = 0

    def report(n: int) -> None:
        nonlocal found
        found = n
        progress.tell(f"counting: {n:,} solutions so far")

    try:
        number = count_solutions(
            entry.value,
            options.limit,
            engine=options.engine,
            budget=options.budget,
            on_count=report,
        )
        return Outcome(int(number), number.stopped)
    except PandokuError as error:
        return error
    except KeyboardInterrupt:
        progress.pause()
        if found:
            click.echo(f"{entry.place}: at least {found} solutions", err=True)
        raise


def _print_counts(answers: Answers, limit: int, status: ExitStatus) -> None:
    """Print the counts of a Batch. If a puzzle has no solution, print its defects instead."""
    lines = [_count_words(n, n < limit) + "\n" for n in answers.counts.tolist()]
    start = 0
    for index, entry, result in answers.each(answers.counts == 0):
        sys.stdout.write("".join(lines[start:index]))
        _print_count(entry, result, status, as_json=False)
        start = index + 1
    sys.stdout.write("".join(lines[start:]))
    sys.stdout.flush()


def _count_words(n: int, is_exact: bool) -> str:
    return str(n) if is_exact else f"{n} or more"


def _print_count(
    entry: Entry, result: Outcome | PandokuError, status: ExitStatus, as_json: bool
) -> None:
    if isinstance(result, PandokuError):
        status.bad(entry, result, sys.stdout if as_json else None)
        return
    if as_json:
        fact = {"count": result.count, "complete": result.complete, "stopped": result.stopped}
        click.echo(json_line(record_head(entry) | fact))
    else:
        click.echo(_count_words(result.count, result.complete))
    if result.stopped == "stuck":
        status.says_no(f"{entry.place}: the engine is stuck; there may be more")
    elif result.stopped in ("nodes", "seconds"):
        status.says_no(f"{entry.place}: out of budget; there may be more")


COMMAND = opt.Command(run=count, group="Solve and explain", place=20)
