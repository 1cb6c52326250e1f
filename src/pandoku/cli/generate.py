"""`pandoku generate`: puzzles made to order."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from pandoku.cli._groups import GroupedCommand
from pandoku.cli._options import FORMAT_TYPE, Amount, json_option, output_option, threads_option
from pandoku.cli._output import ExitStatus, is_stdout
from pandoku.cli._progress import ProgressLine
from pandoku.cli._targets import output_file, refuse_pictures
from pandoku.cli._wishes import KIND_TYPE, ORDER_TYPE, SEED_TYPE, attempts_option, wish_options
from pandoku.errors import WishError
from pandoku.formats import format_for_path, get_format

if TYPE_CHECKING:
    from pandoku.generation import SearchPart, Wishes

_USUAL_KIND = "sudoku"


@click.command(cls=GroupedCommand, short_help="Make puzzles to order.")
@click.argument("kind", default=_USUAL_KIND, type=KIND_TYPE, metavar="[KIND]")
@click.argument("order", required=False, type=ORDER_TYPE, metavar="[ORDER]")
@wish_options
@click.option(
    "--count",
    type=Amount("puzzles"),
    metavar="N",
    help="How many puzzles, such as 100 or 1M.  [default: 1]",
)
@click.option(
    "--first",
    type=Amount("puzzles", least=0, most=10**18),
    default=0,
    metavar="N",
    help="Begin with puzzle N of the seed, counted from 0: after --count 1M, --first 1M goes on.  "
    "[default: 0]",
)
@click.option(
    "--seed",
    type=SEED_TYPE,
    metavar="N",
    help="The same seed makes the same puzzles on every machine.  [default: random, and shown]",
)
@attempts_option
@click.option(
    "--to",
    "to_format",
    type=FORMAT_TYPE,
    metavar="FORMAT",
    help="Format of the output.  [default: by the suffix of -o; a picture of a single puzzle on a "
    "terminal; else line, or json if a line cannot hold it]",
)
@output_option
@threads_option
@json_option(
    "puzzle",
    "index, seed, attempts, kind, order, puzzle, solution, and if a difficulty is asked for, "
    "rating, level, is_bound; or index, seed, attempts, kind, order, error, closest",
)
def generate(
    kind: str,
    order: int | None,
    count: int | None,
    first: int,
    to_format: str | None,
    output: str | None,
    as_json: bool,
    **wishes: Any,
) -> None:
    """Make puzzles to order.

    Every puzzle has exactly one solution and meets the request. If none is found within the
    budget, it is reported, and the exit status is 1. KIND is sudoku unless given; `pandoku kinds`
    lists all kinds. ORDER is 9 for a 9x9, which is usual for most kinds.

    \b
    Examples:
      pandoku generate --difficulty hard --symmetry rotate-180
      pandoku generate calcudoku 6 --count 6 --difficulty medium
      pandoku generate --count 1M --givens minimal -o puzzles.sdm
      pandoku generate --count 10 --seed 7 --first 1M
    """  # noqa: D301  # click reads the \b, which keeps the lines apart
    refuse_pictures(output)
    asked = _wishes(kind, order, wishes)
    if wishes["seed"] is None:
        click.echo(f"seed {asked.seed}", err=True)
    suggested = format_for_path(output) if output and to_format is None else None
    target = get_format(to_format) if to_format else suggested
    status = ExitStatus()
    is_single = (count or 1) == 1 and not (asked.climb and count is None)
    from pandoku.cli._generated import Sink  # here, so that the help shows at once

    with (
        output_file(output, status) as stream,
        ProgressLine("generating", None, output) as progress,
    ):
        is_terminal = is_stdout(output) and sys.stdout.isatty()
        sink = Sink(stream, asked, status, target, as_json, is_terminal, is_single)
        _write_all(sink, _parts(asked, count, first, progress), progress)
    status.exit()


def _wishes(kind: str, order: int | None, wishes: dict[str, Any]) -> Wishes:
    from pandoku.generation import kind_and_order, wishes_of

    try:
        kind, order = kind_and_order(kind, order)
    except WishError as error:
        raise click.UsageError(str(error)) from None
    return wishes_of(kind, order, **wishes | {"needs": wishes["needs"] or None})


def _parts(
    wishes: Wishes, count: int | None, first: int, progress: ProgressLine
) -> Iterator[SearchPart]:
    from pandoku.generation import better, find_puzzles

    if wishes.climb and count is None:
        yield from better(wishes, first)
        return
    n_attempts = 0

    def tell(n_more: int) -> None:
        nonlocal n_attempts
        n_attempts += n_more
        progress.tell(f"generating, {n_attempts:,} attempts")

    yield from find_puzzles(wishes, count or 1, tell, first=first)


def _write_all(sink: Any, parts: Iterator[SearchPart], progress: ProgressLine) -> None:
    """Write what is found; what ends it early leaves a complete text of what was found."""
    try:
        for part in parts:
            progress.pause()
            sink.put(part)
            progress.advance(len(part.puzzles))
    except KeyboardInterrupt:
        sink.end()
        raise
    sink.end()
