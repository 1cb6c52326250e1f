"""`pandoku race`: the engines side by side on one puzzle."""

from __future__ import annotations

import sys

import click

from pandoku.cli._common import budget_option, from_option, json_line, json_option, one_puzzle
from pandoku.engines import Budget, registry
from pandoku.model import Outcome, Puzzle, thaw


@click.command()
@click.argument("file", default="-", type=click.Path())
@from_option
@click.option("--engine", "engines", multiple=True, help="Only these (may be repeated).")
@click.option("--limit", type=click.IntRange(min=1), default=2, show_default=True)
@budget_option("For each engine: seconds, or nodes.", default="10s")
@json_option
def race(
    file: str,
    from_format: str | None,
    engines: tuple[str, ...],
    limit: int,
    budget: Budget,
    as_json: bool,
) -> None:
    """Let the engines search one puzzle, one after the other, and compare.

    With --limit 2 (the default) a complete engine also proves that the solution is the only one.
    """
    from pandoku.engines import get_engine

    puzzle = one_puzzle(file, from_format)
    names = [get_engine(name).NAME for name in engines] or list(registry())
    rows: list[tuple[str, Outcome | str]] = []
    for name in names:
        rows.append((name, _run(name, puzzle, limit, budget)))
        if as_json:
            click.echo(json_line(_object(*rows[-1])))
    if not as_json:
        rows.sort(key=lambda row: _rank(row[1]))
        _print_table(rows)


def _run(name: str, puzzle: Puzzle, limit: int, budget: Budget) -> Outcome | str:
    engine = registry()[name]
    if reason := engine.supports(puzzle):
        return reason
    return engine.solve(puzzle, limit=limit, budget=budget)


def _rank(result: Outcome | str) -> tuple[int, float]:
    if isinstance(result, str):
        return 2, 0.0
    finished = result.stopped in (None, "limit")
    return (0 if finished else 1), result.elapsed_s


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


def _print_table(rows: list[tuple[str, Outcome | str]]) -> None:
    from rich.console import Console
    from rich.table import Table

    known = ("nodes", "checks", "backtracks", "choices", "undone")
    stats = [s for s in known if any(isinstance(r, Outcome) and s in r.stats for _, r in rows)]
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("engine")
    table.add_column("time", justify="right")
    for name in stats:
        table.add_column(name, justify="right")
    table.add_column("answer")
    for name, result in rows:
        if isinstance(result, str):
            table.add_row(name, "-", *("" for _ in stats), f"[bright_black]{result}[/]")
            continue
        counts = [f"{result.stats[s]:,}" if s in result.stats else "" for s in stats]
        table.add_row(name, _time(result.elapsed_s), *counts, _answer(result))
    width = None if sys.stdout.isatty() else 140
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
