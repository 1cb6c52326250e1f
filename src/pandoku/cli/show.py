"""`pandoku show` and `pandoku convert`: puzzles as pictures or in other formats."""

from __future__ import annotations

import click

from pandoku.cli._input import Found, Source
from pandoku.cli._options import FORMAT, files_argument, from_option, output_option, theme_option
from pandoku.cli._output import Verdict, output_file, paint
from pandoku.draw import draw, svg
from pandoku.errors import FormatError, PandokuError
from pandoku.formats import (
    FormatModule,
    Writer,
    format_for_path,
    get_format,
    left_out,
    progress_module,
)


@click.command()
@files_argument
@from_option
@click.option(
    "--to",
    "medium",
    type=click.Choice(["terminal", "svg"]),
    help="Kind of output.  [default: svg if -o ends in .svg, else terminal]",
)
@theme_option
@click.option("--candidates", is_flag=True, help="Show the candidates that the givens leave.")
@click.option("--ascii", "ascii_only", is_flag=True, help="Use only ASCII characters.")
@output_option
def show(
    files: tuple[str, ...],
    from_format: str | None,
    medium: str | None,
    theme: str,
    candidates: bool,
    ascii_only: bool,
    output: str | None,
) -> None:
    """Draw puzzles with their boxes, regions and cages.

    A heavy dashed line is the border of a box inside a cage.
    """
    if medium is None and output and output.lower().endswith(".svg"):
        medium = "svg"
    verdict, n_drawn = Verdict(), 0
    with output_file(output, verdict) as stream:
        for found in Source(files, from_format):
            if isinstance(found.value, PandokuError):
                verdict.bad(found, found.value)
                continue
            drawing = draw(found.value, candidates=candidates)
            if medium == "svg":
                if n_drawn:
                    raise FormatError("expected one puzzle for an SVG, found more")
                stream.write(svg(drawing, theme=theme))
            else:
                stream.write("\n" if n_drawn else "")
                name = found.value.title or found.value.id
                stream.write(f"{name}\n" if name else "")
                paint(stream, drawing, ascii_only=ascii_only)
            n_drawn += 1
    verdict.exit()


@click.command()
@files_argument
@from_option
@click.option(
    "--to",
    "to_format",
    type=FORMAT,
    metavar="FORMAT",
    help="Format of the output; see `pandoku formats`.  [default: by the suffix of -o, else json]",
)
@output_option
def convert(
    files: tuple[str, ...], from_format: str | None, to_format: str | None, output: str | None
) -> None:
    """Convert puzzles to another format.

    It is an error if the format cannot store the rules of a puzzle. Anything else that is lost
    (titles, stored solutions, progress) is reported on standard error.
    """
    suggested = format_for_path(output) if output and to_format is None else None
    target = suggested or get_format(to_format or "json")
    verdict, dropped, writer = Verdict(), set[str](), Writer(target)
    with output_file(output, verdict) as stream:
        for batch in Source(files, from_format).batches():
            for found in batch:
                if (text := _written(found, target, verdict, dropped)) is not None:
                    stream.write(writer.next(text))
            stream.flush()
        stream.write(writer.end())
    if dropped:
        click.echo(f"{target.NAME} leaves out: {', '.join(sorted(dropped))}", err=True)
    verdict.exit()


def _written(found: Found, target: FormatModule, verdict: Verdict, dropped: set[str]) -> str | None:
    """Return a puzzle as text, with its progress if the format can store it; None if it is bad."""
    if isinstance(found.value, PandokuError):
        verdict.bad(found, found.value)
        return None
    with_progress = progress_module(target)
    if found.board and with_progress and not with_progress.why_not_board(found.board):
        dropped.update(left_out(target, found.board.puzzle))
        return with_progress.write_board(found.board)
    if reason := target.why_not(found.value):
        message = f"cannot be written as {target.NAME}: {reason}"
        verdict.bad(found, FormatError(message, line=found.line))
        return None
    dropped.update(left_out(target, found.value))
    if found.board and found.board.puzzle == found.value:
        dropped.add("progress")
    return target.write(found.value)
