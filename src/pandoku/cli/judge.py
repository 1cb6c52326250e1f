"""`pandoku count` and `pandoku check`: the number of solutions, and defects."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TypeGuard

import click

from pandoku.cli._batches import Answers, answer
from pandoku.cli._input import BatchEntry, Entry, Source
from pandoku.cli._options import (
    budget_option,
    engine_option,
    files_argument,
    from_option,
    json_option,
)
from pandoku.cli._output import ExitStatus, error_object, json_line, paint
from pandoku.draw import draw
from pandoku.engines import Budget, pick_batch_engine, solve_each
from pandoku.errors import PandokuError
from pandoku.model import Board, Outcome, Puzzle

_MOST_NAMED = 12  # cells named in a message


@click.command()
@files_argument
@from_option
@engine_option
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    default=2,
    show_default=True,
    help="Stop after this many solutions.",
)
@budget_option("puzzle")
@json_option
def count(
    files: tuple[str, ...],
    from_format: str | None,
    engine: str,
    limit: int,
    budget: Budget | None,
    as_json: bool,
) -> None:
    """Count the solutions of each puzzle, up to --limit.

    A puzzle that has as many solutions as the limit may have more; standard error says so.
    """
    status = ExitStatus()
    source = Source(files, from_format)
    for_batches = None if as_json else pick_batch_engine(engine, budget)
    for group in source.groups_and_batches() if for_batches else source.groups():
        if isinstance(group, BatchEntry):
            assert for_batches is not None
            _print_counts(answer(for_batches, group, limit), limit, status)
            continue
        puzzles = [entry.value for entry in group if isinstance(entry.value, Puzzle)]
        results = iter(solve_each(puzzles, limit=limit, engine=engine, budget=budget))
        for entry in group:
            _print_count(entry, _result_of(entry, results), status, as_json)
        sys.stdout.flush()
    status.exit()


def _print_counts(answers: Answers, limit: int, status: ExitStatus) -> None:
    """Print the counts of a Batch; those with a message are printed one by one."""
    lines = [f"{count}\n" for count in answers.counts.tolist()]
    start = 0
    for index, entry, result in answers.each((answers.counts == 0) | (answers.counts >= limit)):
        sys.stdout.write("".join(lines[start:index]))
        _print_count(entry, result, status, as_json=False)
        start = index + 1
    sys.stdout.write("".join(lines[start:]))
    sys.stdout.flush()


def _result_of(entry: Entry, results: Iterator[Outcome | PandokuError]) -> Outcome | PandokuError:
    return next(results) if isinstance(entry.value, Puzzle) else entry.value


def _print_count(
    entry: Entry, result: Outcome | PandokuError, status: ExitStatus, as_json: bool
) -> None:
    if isinstance(result, PandokuError):
        if as_json:
            click.echo(json_line(error_object(entry, result)))
        status.bad(entry, result)
        return
    if as_json:
        fact = {"source": entry.source, "line": entry.line, "count": result.count}
        click.echo(json_line(fact | {"complete": result.complete, "stopped": result.stopped}))
    else:
        click.echo(result.count)
    if result.stopped == "stuck":
        status.says_no(f"{entry.place}: the engine is stuck; there may be more")
    elif result.stopped in ("nodes", "seconds"):
        status.says_no(f"{entry.place}: out of budget; there may be more")
    elif result.stopped == "limit" and not as_json:
        click.echo(f"{entry.place}: {result.count} or more", err=True)


@click.command()
@files_argument
@from_option
@budget_option("puzzle")
@json_option
def check(
    files: tuple[str, ...], from_format: str | None, budget: Budget | None, as_json: bool
) -> None:
    """Check puzzles for defects and a unique solution.

    Lists all defects of each puzzle. If a puzzle has several solutions, two of them are drawn, with
    the cells in which they differ. The exit status is 0 if every puzzle is proper.
    """
    status = ExitStatus()
    for group in Source(files, from_format).groups():
        # A puzzle with errors is already known to have no solution, so it is not searched.
        sound = [entry.value for entry in group if _is_sound(entry.value)]
        results = iter(solve_each(sound, limit=2, budget=budget))
        for entry in group:
            result = next(results) if _is_sound(entry.value) else None
            _print_check(entry, result, status, as_json)
        sys.stdout.flush()
    status.exit()


def _is_sound(value: Puzzle | PandokuError) -> TypeGuard[Puzzle]:
    return isinstance(value, Puzzle) and all(p.severity != "error" for p in value.problems())


def _print_check(
    entry: Entry, result: Outcome | PandokuError | None, status: ExitStatus, as_json: bool
) -> None:
    error = entry.value if isinstance(entry.value, PandokuError) else result
    if isinstance(error, PandokuError):
        if as_json:
            click.echo(json_line(error_object(entry, error)))
        status.bad(entry, error)
        return
    assert isinstance(entry.value, Puzzle)
    assert not isinstance(result, PandokuError)
    word = _word(result)
    if as_json:
        click.echo(json_line(_check_object(entry, word, entry.value, result)))
    else:
        click.echo(f"{entry.place}: {entry.value.describe()}: {word}")
        for problem in entry.value.problems():
            click.echo(f"  {problem.severity}: {problem.message}")
        if result is not None and result.count > 1:
            _show_two(entry.value, result)
    if word != "proper":
        status.code = max(status.code, 1)


def _word(result: Outcome | None) -> str:
    if result is None:
        return "impossible"
    if result.count > 1:
        return "several solutions"
    if not result.complete:
        return "unknown, out of budget"
    return "proper" if result.count else "no solution"


def _show_two(puzzle: Puzzle, result: Outcome) -> None:
    first, second = result.solutions[:2]
    differ = [cell for cell in range(len(first)) if first[cell] != second[cell]]
    names = puzzle.geometry.names(differ[:_MOST_NAMED])
    more = " ..." if len(differ) > _MOST_NAMED else ""
    click.echo(f"  two of its solutions differ in {len(differ)} cells: {names}{more}")
    drawings = [
        draw(Board(puzzle, digits, tuple(1 << (d - 1) for d in digits)), highlights=differ)
        for digits in (first, second)
    ]
    paint(sys.stdout, *drawings)


def _check_object(
    entry: Entry, word: str, puzzle: Puzzle, result: Outcome | None
) -> dict[str, object]:
    return ({"id": puzzle.id} if puzzle.id is not None else {}) | {
        "source": entry.source,
        "line": entry.line,
        "verdict": word,
        "proper": word == "proper",
        "count": result.count if result else 0,
        "problems": [
            {"severity": p.severity, "message": p.message, "cells": list(p.cells), "cage": p.cage}
            for p in puzzle.problems()
        ],
        "solutions": [list(solution) for solution in result.solutions] if result else [],
    }
