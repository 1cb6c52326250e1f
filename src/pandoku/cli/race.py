"""`pandoku race`: compare the engines on one puzzle."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click

from pandoku.cli._input import one_puzzle
from pandoku.cli._options import ENGINE, budget_option, file_argument, from_option, json_option
from pandoku.cli._output import json_line
from pandoku.engines import Budget, pick_engine, registry
from pandoku.model import Outcome, Puzzle, thaw

_STATS = ("nodes", "checks", "backtracks", "choices", "undone")  # the columns, in this order

Row = tuple[str, Outcome | str]  # an engine, and its outcome or why it does not support the puzzle


@click.command()
@file_argument
@from_option
@click.option(
    "--engine",
    "engines",
    type=ENGINE,
    multiple=True,
    help="Run only this engine; may be repeated.  [default: all]",
)
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    default=2,
    show_default=True,
    help="Stop after this many solutions.",
)
@budget_option("engine", default="10s")
@json_option
def race(
    file: str,
    from_format: str | None,
    engines: tuple[str, ...],
    limit: int,
    budget: Budget,
    as_json: bool,
) -> None:
    """Compare the engines on one puzzle, run one after the other.

    With --limit 2 (the default) a complete engine also proves that the solution is unique. Ctrl-C
    ends the race and prints the results so far.
    """
    puzzle = one_puzzle(file, from_format)
    names = [pick_engine(puzzle).NAME if name == "auto" else name for name in engines]
    rows: list[Row] = []
    try:
        for name in dict.fromkeys(names or registry()):
            with _status(name, quiet=as_json):
                rows.append((name, _run(name, puzzle, limit, budget)))
            if as_json:
                click.echo(json_line(_object(*rows[-1])))
    finally:
        if rows and not as_json:
            _print_table(sorted(rows, key=lambda row: _rank(row[1])))


@contextmanager
def _status(name: str, *, quiet: bool) -> Iterator[None]:
    """Show on the terminal which engine is running."""
    if quiet or not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(f"{name} is running"):
        yield


def _run(name: str, puzzle: Puzzle, limit: int, budget: Budget) -> Outcome | str:
    engine = registry()[name]
    if reason := engine.supports(puzzle):
        return reason
    return engine.solve(puzzle, limit=limit, budget=budget)


def _rank(result: Outcome | str) -> tuple[int, float]:
    """Return the sort key: engines with an answer first, then those without, by time."""
    if isinstance(result, str):
        return 2, 0.0
    return int(result.stopped not in (None, "limit")), result.elapsed_s


def _answer(result: Outcome) -> str:
    if result.stopped in ("nodes", "seconds"):
        return "out of budget"
    if result.stopped == "stuck":
        return "stuck"
    if result.count == 0:
        return "no solution"
    if result.count == 1:
        return "the only solution" if result.complete else "a solution"
    return f"{result.count} solutions" + ("" if result.complete else " or more")


def _print_table(rows: list[Row]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    stats = [s for s in _STATS if any(isinstance(r, Outcome) and s in r.stats for _, r in rows)]
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 3, 0, 0))
    table.add_column("engine")
    for name in ("time", *stats):
        table.add_column(name, justify="right")
    table.add_column("answer")
    for name, result in rows:
        if isinstance(result, str):
            table.add_row(name, "-", *("" for _ in stats), Text(result, style="bright_black"))
            continue
        counts = [f"{result.stats[s]:,}" if s in result.stats else "" for s in stats]
        table.add_row(name, _time(result.elapsed_s), *counts, _answer(result))
    width = None if sys.stdout.isatty() else 160
    Console(width=width, highlight=False).print(table)


def _time(seconds: float) -> str:
    if seconds >= 1:
        return f"{seconds:.2f} s"
    return f"{seconds * 1e3:.2f} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.0f} us"


def _object(name: str, result: Outcome | str) -> dict[str, object]:
    if isinstance(result, str):
        return {"engine": name, "why_not": result}
    return {
        "engine": name,
        "count": result.count,
        "complete": result.complete,
        "stopped": result.stopped,
        "elapsed_s": round(result.elapsed_s, 6),
        "stats": thaw(result.stats),
    }
