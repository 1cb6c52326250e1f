"""`pandoku count` and `pandoku check`: the number of solutions, and defects."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TypeGuard

import click

from pandoku.cli._blocks import Answers, answer, are_worth_it
from pandoku.cli._input import Found, FoundBlock, Source
from pandoku.cli._options import (
    budget_option,
    engine_option,
    files_argument,
    from_option,
    json_option,
)
from pandoku.cli._output import Verdict, error_object, json_line, paint
from pandoku.draw import draw
from pandoku.engines import Budget, solve_each
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
    verdict = Verdict()
    source = Source(files, from_format)
    as_blocks = not as_json and are_worth_it(engine, budget)
    for batch in source.batches_and_blocks() if as_blocks else source.batches():
        if isinstance(batch, FoundBlock):
            _print_counts(answer(batch, limit), limit, verdict)
            continue
        puzzles = [found.value for found in batch if isinstance(found.value, Puzzle)]
        results = iter(solve_each(puzzles, limit=limit, engine=engine, budget=budget))
        for found in batch:
            _print_count(found, _result_of(found, results), verdict, as_json)
        sys.stdout.flush()
    verdict.exit()


def _print_counts(answers: Answers, limit: int, verdict: Verdict) -> None:
    """Print the counts of a block; those with a message are printed one by one."""
    lines = [f"{count}\n" for count in answers.counts.tolist()]
    start = 0
    for index, found, result in answers.each((answers.counts == 0) | (answers.counts >= limit)):
        sys.stdout.write("".join(lines[start:index]))
        _print_count(found, result, verdict, as_json=False)
        start = index + 1
    sys.stdout.write("".join(lines[start:]))
    sys.stdout.flush()


def _result_of(found: Found, results: Iterator[Outcome | PandokuError]) -> Outcome | PandokuError:
    return next(results) if isinstance(found.value, Puzzle) else found.value


def _print_count(
    found: Found, result: Outcome | PandokuError, verdict: Verdict, as_json: bool
) -> None:
    if isinstance(result, PandokuError):
        if as_json:
            click.echo(json_line(error_object(found, result)))
        verdict.bad(found, result)
        return
    if as_json:
        fact = {"source": found.source, "line": found.line, "count": result.count}
        click.echo(json_line(fact | {"complete": result.complete, "stopped": result.stopped}))
    else:
        click.echo(result.count)
    if result.stopped == "stuck":
        verdict.says_no(f"{found.place}: the engine is stuck; there may be more")
    elif result.stopped in ("nodes", "seconds"):
        verdict.says_no(f"{found.place}: out of budget; there may be more")
    elif result.stopped == "limit" and not as_json:
        click.echo(f"{found.place}: {result.count} or more", err=True)


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
    verdict = Verdict()
    for batch in Source(files, from_format).batches():
        # A puzzle with errors is already known to have no solution, so it is not searched.
        sound = [found.value for found in batch if _is_sound(found.value)]
        results = iter(solve_each(sound, limit=2, budget=budget))
        for found in batch:
            result = next(results) if _is_sound(found.value) else None
            _print_check(found, result, verdict, as_json)
        sys.stdout.flush()
    verdict.exit()


def _is_sound(value: Puzzle | PandokuError) -> TypeGuard[Puzzle]:
    return isinstance(value, Puzzle) and all(p.severity != "error" for p in value.problems())


def _print_check(
    found: Found, result: Outcome | PandokuError | None, verdict: Verdict, as_json: bool
) -> None:
    error = found.value if isinstance(found.value, PandokuError) else result
    if isinstance(error, PandokuError):
        if as_json:
            click.echo(json_line(error_object(found, error)))
        verdict.bad(found, error)
        return
    assert isinstance(found.value, Puzzle)
    assert not isinstance(result, PandokuError)
    word = _word(result)
    if as_json:
        click.echo(json_line(_check_object(found, word, found.value, result)))
    else:
        click.echo(f"{found.place}: {found.value.describe()}: {word}")
        for problem in found.value.problems():
            click.echo(f"  {problem.severity}: {problem.message}")
        if result is not None and result.count > 1:
            _show_two(found.value, result)
    if word != "proper":
        verdict.status = max(verdict.status, 1)


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
    found: Found, word: str, puzzle: Puzzle, result: Outcome | None
) -> dict[str, object]:
    return ({"id": puzzle.id} if puzzle.id is not None else {}) | {
        "source": found.source,
        "line": found.line,
        "verdict": word,
        "proper": word == "proper",
        "count": result.count if result else 0,
        "problems": [
            {"severity": p.severity, "message": p.message, "cells": list(p.cells), "cage": p.cage}
            for p in puzzle.problems()
        ],
        "solutions": [list(solution) for solution in result.solutions] if result else [],
    }
