"""`pandoku race`: compare the engines on one puzzle."""

from __future__ import annotations

import click

from pandoku.cli._input import Entry
from pandoku.cli._options import (
    ENGINE_TYPE,
    budget_option,
    file_argument,
    from_option,
    json_option,
    limit_option,
    selection_options,
)
from pandoku.cli._output import console, identity, json_line
from pandoku.cli._progress import ProgressLine
from pandoku.cli._select import Selection, sound_puzzle
from pandoku.engines import ENGINES, Budget, pick_engine, solve
from pandoku.model import Outcome, Puzzle, thaw
from pandoku.words import outcome_words

_STATS = ("nodes", "checks", "backtracks", "choices", "undone")  # the columns, in this order

Row = tuple[str, Outcome | str]  # an engine, and its outcome or why it does not support the puzzle


@click.command(short_help="Compare the engines on one puzzle.")
@file_argument
@from_option
@selection_options
@click.option(
    "--engine",
    "engines",
    type=ENGINE_TYPE,
    multiple=True,
    help="Run only this engine; may be repeated.  [default: all]",
)
@limit_option("Stop after this many solutions.")
@budget_option("engine", default="10s")
@json_option(
    "engine",
    "id, source, line, engine, count, complete, stopped, elapsed_s, stats; "
    "or source, line, engine, why_not",
)
def race(
    file: str,
    from_format: str | None,
    nth: int | None,
    name: str | None,
    engines: tuple[str, ...],
    limit: int,
    budget: Budget,
    as_json: bool,
) -> None:
    """Compare the engines on one puzzle, run one after the other.

    With --limit 2 (the default) a complete engine also proves that the solution is unique. Ctrl-C
    ends the race and prints the results so far.
    """
    entry = Selection((file,), from_format, nth, name).one()
    puzzle = sound_puzzle(entry)
    names = [pick_engine(puzzle).name if each == "auto" else each for each in engines]
    rows: list[Row] = []
    try:
        for each in dict.fromkeys(names or ENGINES):
            with ProgressLine(f"{each} is running", (file,)):
                rows.append((each, _run(each, puzzle, limit, budget)))
            if as_json:
                click.echo(json_line(_object(entry, *rows[-1])))
    finally:
        if rows and not as_json:
            _print_table(sorted(rows, key=lambda row: _rank(row[1])))


def _run(name: str, puzzle: Puzzle, limit: int, budget: Budget) -> Outcome | str:
    if reason := ENGINES[name].supports(puzzle):
        return reason
    return solve(puzzle, engine=name, limit=limit, budget=budget)


def _rank(result: Outcome | str) -> tuple[int, float]:
    """Return the sort key: engines with an answer first, then those without, by time."""
    if isinstance(result, str):
        return 2, 0.0
    return int(result.stopped not in (None, "limit")), result.elapsed_s


def _print_table(rows: list[Row]) -> None:
    from rich.table import Table

    ran = [(name, result) for name, result in rows if isinstance(result, Outcome)]
    stats = [each for each in _STATS if any(each in result.stats for _, result in ran)]
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 3, 0, 0))
    table.add_column("engine")
    for name in ("time", *stats):
        table.add_column(name, justify="right")
    table.add_column("answer")
    for name, result in ran:
        counts = [f"{result.stats[s]:,}" if s in result.stats else "" for s in stats]
        table.add_row(name, _time(result.elapsed_s), *counts, outcome_words(result))
    if ran:
        console().print(table)
    for name, reason in rows:
        if isinstance(reason, str):
            click.echo(f"{name} did not run: {reason.removeprefix(f'{name} ')}")


def _time(seconds: float) -> str:
    if seconds >= 1:
        return f"{seconds:.2f} s"
    return f"{seconds * 1e3:.2f} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.0f} us"


def _object(entry: Entry, name: str, result: Outcome | str) -> dict[str, object]:
    head = identity(entry) | {"engine": name}
    if isinstance(result, str):
        return head | {"why_not": result}
    return head | {
        "count": result.count,
        "complete": result.complete,
        "stopped": result.stopped,
        "elapsed_s": round(result.elapsed_s, 6),
        "stats": thaw(result.stats),
    }
