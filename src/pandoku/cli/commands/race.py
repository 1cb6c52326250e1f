"""`pandoku race`: run several engines on one puzzle, and compare their times."""

from __future__ import annotations

import sys
from dataclasses import dataclass

import click

from pandoku.cli import options as opt
from pandoku.cli.input import Entry, Selection, sound_puzzle
from pandoku.cli.output import ProgressLine, json_line, outcome_of_record, print_table, record_head
from pandoku.cli.types import ENGINE_TYPE
from pandoku.cli.wrapping import in_lines
from pandoku.engines import ENGINES, Budget, pick_engine, solve
from pandoku.model import Outcome
from pandoku.words import outcome_words

_STATS = ("nodes", "checks", "backtracks", "choices", "undone")  # columns of the table, in order

# the name of an engine, and its outcome or the reason why it did not run
Row = tuple[str, Outcome | str]


@dataclass(frozen=True, kw_only=True)
class RaceOptions(opt.PuzzleOptions):
    """The options of `pandoku race`."""

    files: tuple[str, ...] = opt.single_file()
    engines: tuple[str, ...] = opt.option(
        "--engine",
        type=ENGINE_TYPE,
        multiple=True,
        help="Run only this engine; may be repeated.  [default: all]",
    )
    limit: int = opt.limit("Stop after this many solutions.")
    budget: Budget = opt.budget("engine", default="10s")
    as_json: bool = opt.json_lines(
        "engine",
        "id, source, line, puzzle, kind, engine, count, complete, stopped, elapsed_s, stats; or "
        "source, line, engine, why_not",
    )


@opt.command(RaceOptions, short_help="Compare the engines on one puzzle.")
def race(options: RaceOptions) -> None:
    """Run the engines on one puzzle, one after the other, and compare their times.

    With --limit 2, which is the default, a complete engine also proves that the solution is unique.
    Ctrl-C ends the race and prints the results so far.

    \b
    Examples:
      pandoku race puzzle.txt
      pandoku race puzzle.txt --engine lanes --engine dancing-links
    """  # noqa: D301  # click reads the \b, which keeps the lines apart
    entry = Selection(options).one()
    puzzle = sound_puzzle(entry)
    names = [pick_engine(puzzle).name if name == "auto" else name for name in options.engines]
    rows: list[Row] = []
    try:
        for name in dict.fromkeys(names or ENGINES):
            with ProgressLine(f"{name} is running", options.files):
                result = ENGINES[name].supports(puzzle) or solve(
                    puzzle, engine=name, limit=options.limit, budget=options.budget
                )
                rows.append((name, result))
            if options.as_json:
                click.echo(json_line(_object(entry, *rows[-1])))
    finally:
        if rows and not options.as_json:
            _print_table(sorted(rows, key=_rank))


def _rank(row: Row) -> tuple[int, float]:
    """Return a sort key: answers come before failures, and shorter times before longer ones."""
    _, result = row
    if isinstance(result, str):
        return 2, 0.0
    return int(result.stopped not in (None, "limit")), result.elapsed_s


def _print_table(rows: list[Row]) -> None:
    ran = [(name, result) for name, result in rows if isinstance(result, Outcome)]
    stats = [each for each in _STATS if any(each in result.stats for _, result in ran)]
    table = [
        (
            name,
            _time(result.elapsed_s),
            *(f"{result.stats[each]:,}" if each in result.stats else "" for each in stats),
            outcome_words(result),
        )
        for name, result in ran
    ]
    if table:
        print_table(("engine", "time", *stats, "answer"), table, numbers=("time", *stats))
    for name, reason in rows:
        if isinstance(reason, str):
            text = f"{name} did not run: {reason.removeprefix(f'{name} ')}"
            click.echo(in_lines(text, sys.stdout, hanging=4))


def _time(seconds: float) -> str:
    if seconds >= 1:
        return f"{seconds:.2f} s"
    return f"{seconds * 1e3:.2f} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.0f} us"


def _object(entry: Entry, name: str, result: Outcome | str) -> dict[str, object]:
    head = record_head(entry) | {"engine": name}
    if isinstance(result, str):
        return head | {"why_not": result}
    return head | outcome_of_record(result)


COMMAND = opt.Command(run=race, group="Engines", place=210)
