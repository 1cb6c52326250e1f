"""`pandoku rate`: how difficult puzzles are."""

from __future__ import annotations

import csv
from collections.abc import Callable
from functools import lru_cache
from io import StringIO
from typing import IO, TypeGuard

import click

from pandoku.cli._input import Entry
from pandoku.cli._options import (
    SCALE_TYPE,
    files_argument,
    from_option,
    json_option,
    looks_option,
    output_option,
    selection_options,
    threads_option,
)
from pandoku.cli._output import ExitStatus, error_object, identity, is_stdout, json_line
from pandoku.cli._progress import ProgressLine
from pandoku.cli._ratings import Agreement, RatedEntry, RatingOptions, Refused
from pandoku.cli._select import Selection
from pandoku.cli._targets import output_file, refuse_pictures
from pandoku.formats.csv_format import without_formula
from pandoku.kernel import default_threads
from pandoku.logic import PuzzleRating, explain
from pandoku.model import Puzzle
from pandoku.rating import get_scale

_COLUMNS = ("puzzle", "scale", "score", "er", "ep", "ed", "hardest", "level", "end")


@click.command(short_help="Rate how difficult puzzles are.")
@files_argument
@from_option
@selection_options
@click.option(
    "--scale",
    type=SCALE_TYPE,
    help="se: ER, EP and ED of Sudoku Explainer, for 9x9 Sudokus. pandoku: numbers like ER for "
    "every kind of puzzle.  [default: se where it applies, else pandoku]",
)
@looks_option("puzzle")
@click.option(
    "--at-least",
    type=float,
    metavar="R",
    help="Stop a puzzle when its rating is known to be at least R.",
)
@click.option(
    "--at-most",
    type=float,
    metavar="R",
    help="Stop a puzzle when its rating is known to be above R.",
)
@click.option("--steps", is_flag=True, help="List the steps below each puzzle, with their ratings.")
@click.option(
    "--check",
    "checks",
    is_flag=True,
    help="Compare with the ratings in the files: a csv with a column er (ep, ed) or score, or "
    "lines with ER/EP/ED after the puzzle.",
)
@click.option("--csv", "as_csv", is_flag=True, help=f"Print a table: {', '.join(_COLUMNS)}.")
@json_option(
    "puzzle",
    "id, source, line, scale, score, er, ep, ed, hardest, level, end (rated, bounded, budget or "
    "stuck), is_bound; or source, line, error",
)
@output_option
@threads_option
def rate(
    files: tuple[str, ...],
    from_format: str | None,
    nth: int | None,
    name: str | None,
    scale: str | None,
    budget: int | None,
    at_least: float | None,
    at_most: float | None,
    steps: bool,
    checks: bool,
    as_csv: bool,
    as_json: bool,
    output: str | None,
    threads: int | None,
) -> None:
    """Rate how difficult puzzles are.

    Prints a line for each puzzle, with tabs between the columns: the puzzle, ER/EP/ED (or the
    number of another scale), the hardest technique, a word, and the scale. ">=" marks a lower
    bound: rating stopped early, or no technique applies. Only proper puzzles are rated. The exit
    status is 1 if a puzzle is not proper, if a budget runs out or no technique applies, or if
    --check finds a rating that differs.
    """
    refuse_pictures(output)
    medium = _medium_of({"csv": as_csv, "json": as_json, "steps": steps, "check": checks})
    if checks and not is_stdout(output):
        raise click.UsageError("--check prints a summary; it has no output file")
    selection = Selection(files, from_format, nth, name)
    status, asked = ExitStatus(), RatingOptions(scale, budget, at_least, at_most, threads)
    agreement = Agreement(status)
    put = {**_PUT, "check": agreement.compare}[medium]
    takes_batches = medium in ("text", "csv")  # the others need more than the digits
    with output_file(output, status) as stream, ProgressLine("rating", files, output) as progress:
        if as_csv:
            stream.write(",".join(_COLUMNS) + "\n")
        # Enough for every thread, but no more: the hardest puzzles take seconds each.
        least = 2 * default_threads(threads)
        for group in selection.groups(batches=takes_batches, least=least):
            rated, n = asked.rated(group)
            progress.pause()
            for each in rated:
                if _is_shown(each, status, stream if as_json else None):
                    put(stream, each)
            stream.flush()
            progress.advance(n)
    if checks:
        agreement.summarize()
    status.exit()


def _medium_of(flags: dict[str, bool]) -> str:
    """Return what to print: the name of the only flag that is set, or "text"."""
    chosen = [name for name, is_set in flags.items() if is_set]
    if len(chosen) > 1:
        first, second, *_ = chosen
        raise click.UsageError(f"expected either --{first} or --{second}, found both")
    return chosen[0] if chosen else "text"


def _is_shown(
    each: RatedEntry | Refused, status: ExitStatus, json_to: IO[str] | None
) -> TypeGuard[RatedEntry]:
    """Return whether there is something to show; report bad input and puzzles without a rating."""
    if isinstance(each, Refused):
        status.bad(each.entry, each.error, json_to)
        return False
    if each.rating.is_proper:
        if each.rating.end in ("budget", "stuck"):
            status.code = max(status.code, 1)
        return True
    assert each.entry is not None
    reason = f"not rated: {_why_not_proper(each.entry, each.rating)}"
    status.says_no(f"{each.entry.place}: {reason}")
    if json_to is not None:
        json_to.write(json_line(error_object(each.entry, reason)) + "\n")
    return json_to is None


def _why_not_proper(entry: Entry, rating: PuzzleRating) -> str:
    """Return why a puzzle has no rating, with the first of its defects if it has any."""
    problems = entry.value.problems() if isinstance(entry.value, Puzzle) else ()
    defects = [problem.message for problem in problems if problem.severity == "error"]
    return ": ".join((rating.end, *defects[:1]))


def _put_text(stream: IO[str], each: RatedEntry) -> None:
    stream.write(f"{each.text}\t{_columns(each.rating)}\n")


@lru_cache(maxsize=4096)  # many puzzles of a collection have the same rating
def _columns(rating: PuzzleRating) -> str:
    if not rating.is_proper:
        return f"-\t{rating.end}\t-\t-"
    bound = ">=" * rating.is_bound
    return f"{bound}{rating.numbers}\t{rating.hardest or '-'}\t{rating.level}\t{rating.scale}"


def _put_steps(stream: IO[str], each: RatedEntry) -> None:
    _put_text(stream, each)
    if each.rating.is_proper and each.entry is not None and isinstance(each.entry.value, Puzzle):
        scale = each.rating.scale
        order = None if get_scale(scale).program else get_scale(scale).order
        path = explain(each.entry.value, techniques=order, scale=scale, is_proper=True)
        for score, words in zip(path.scores(), path.explanations(), strict=True):
            stream.write(f"{score or '-':>8}  {words.short}\n")


def _put_csv(stream: IO[str], each: RatedEntry) -> None:
    text = without_formula(each.text)
    text = _row(text) if "," in text or '"' in text else text
    stream.write(f"{text},{_fields(each.rating)}\n")


@lru_cache(maxsize=4096)
def _fields(rating: PuzzleRating) -> str:
    fact = rating.to_dict()
    return _row(*(fact[name] for name in _COLUMNS[1:]))


def _row(*values: object) -> str:
    row = StringIO()
    csv.writer(row, lineterminator="").writerow(values)
    return row.getvalue()


def _put_json(stream: IO[str], each: RatedEntry) -> None:
    assert each.entry is not None
    stream.write(json_line(identity(each.entry) | each.rating.to_dict()) + "\n")


_PUT: dict[str, Callable[[IO[str], RatedEntry], None]] = {
    "text": _put_text,
    "steps": _put_steps,
    "csv": _put_csv,
    "json": _put_json,
}
