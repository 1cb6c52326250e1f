"""`pandoku count` and `pandoku check`: how many solutions, and what is wrong."""

from __future__ import annotations

import click

from pandoku.cli._common import (
    Found,
    Verdict,
    budget_option,
    engine_option,
    files_argument,
    from_option,
    json_line,
    json_option,
    puzzles_in,
)
from pandoku.engines import Budget, solve_each
from pandoku.errors import PandokuError, PuzzleError
from pandoku.model import Outcome, Puzzle


@click.command()
@files_argument
@from_option
@engine_option
@click.option(
    "--limit", type=click.IntRange(min=1), default=2, show_default=True, help="Count no further."
)
@budget_option("For each puzzle: seconds, or nodes.")
@json_option
def count(
    files: tuple[str, ...],
    from_format: str | None,
    engine: str,
    limit: int,
    budget: Budget | None,
    as_json: bool,
) -> None:
    """Count solutions: 0, 1, 2 or up to --limit."""
    verdict = Verdict()
    for found in puzzles_in(files, from_format):
        result = _search(found, limit, engine, budget)
        if isinstance(result, PandokuError):
            if as_json:
                click.echo(
                    json_line(
                        {
                            "error": str(getattr(result, "reason", result)),
                            "line": found.line,
                            "source": found.source,
                        }
                    )
                )
            verdict.bad(found, result)
            continue
        if as_json:
            click.echo(
                json_line(
                    {
                        "source": found.source,
                        "line": found.line,
                        "count": result.count,
                        "complete": result.complete,
                        "stopped": result.stopped,
                    }
                )
            )
        else:
            click.echo(result.count)
        if result.stopped in ("nodes", "seconds", "stuck"):
            verdict.says_no(f"{found.place}: out of budget; there may be more")
        elif result.stopped == "limit" and not as_json:
            click.echo(f"{found.place}: {result.count} or more", err=True)
    verdict.exit()


@click.command()
@files_argument
@from_option
@budget_option("For each puzzle: seconds, or nodes.")
@json_option
def check(
    files: tuple[str, ...], from_format: str | None, budget: Budget | None, as_json: bool
) -> None:
    """Tell all defects, and whether there is exactly one solution.

    Exit status 0: every puzzle is proper. When one has several solutions, two are shown.
    """
    verdict = Verdict()
    for found in puzzles_in(files, from_format):
        if isinstance(found.value, PandokuError):
            if as_json:
                error = str(getattr(found.value, "reason", found.value))
                click.echo(json_line({"error": error, "line": found.line, "source": found.source}))
            verdict.bad(found, found.value)
            continue
        puzzle = found.value
        problems = puzzle.problems()
        has_errors = any(problem.severity == "error" for problem in problems)
        result = None if has_errors else _search(found, 2, "auto", budget)
        if isinstance(result, PandokuError):
            verdict.bad(found, result)
            continue
        word = _word(result)
        if as_json:
            click.echo(json_line(_check_object(found, word, puzzle, result)))
        else:
            click.echo(f"{found.place}: {puzzle.describe()}: {word}")
            for problem in problems:
                click.echo(f"  {problem.severity}: {problem.message}")
            if result is not None and result.count > 1:
                click.echo(_two(puzzle, result))
        if word != "proper":
            verdict.status = max(verdict.status, 1)
    verdict.exit()


def _search(found: Found, limit: int, engine: str, budget: Budget | None) -> Outcome | PandokuError:
    if not isinstance(found.value, Puzzle):
        return found.value
    result = solve_each([found.value], limit=limit, engine=engine, budget=budget)[0]
    return PuzzleError(result.reason) if isinstance(result, PuzzleError) else result


def _word(result: Outcome | None) -> str:
    if result is None:
        return "impossible"
    if result.count > 1:
        return "several solutions"
    if not result.complete:
        return "unknown: out of budget"
    return "proper" if result.count else "no solution"


def _two(puzzle: Puzzle, result: Outcome) -> str:
    first, second = result.solutions[:2]
    differ = [cell for cell in range(len(first)) if first[cell] != second[cell]]
    lines = [
        f"  two solutions differ in {len(differ)} cells: {puzzle.geometry.names(differ[:12])}"
        + (" ..." if len(differ) > 12 else "")
    ]
    n, width = puzzle.order, len(str(puzzle.order))
    marks = set(differ)
    for row in range(n):
        halves = []
        for solution in (first, second):
            cells = range(row * n, row * n + n)
            # Cells that differ are marked, so that it can be seen without colours.
            halves.append(
                " ".join(f"{solution[c]:>{width}}{'*' if c in marks else ' '}" for c in cells)
            )
        lines.append(f"    {halves[0]}    {halves[1]}".rstrip())
    return "\n".join(lines)


def _check_object(
    found: Found, word: str, puzzle: Puzzle, result: Outcome | None
) -> dict[str, object]:
    return {
        "source": found.source,
        "line": found.line,
        "verdict": word,
        "proper": word == "proper",
        "count": result.count if result else 0,
        "problems": [
            {"severity": p.severity, "message": p.message, "cells": list(p.cells), "cage": p.cage}
            for p in puzzle.problems()
        ],
        "solutions": [list(s) for s in result.solutions] if result else [],
    }
