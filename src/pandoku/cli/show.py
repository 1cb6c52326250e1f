"""`pandoku show` and `pandoku convert`: puzzles as pictures or in other formats."""

from __future__ import annotations

import click

from pandoku.cli._input import Entry, Source
from pandoku.cli._options import FORMAT, files_argument, from_option, output_option, theme_option
from pandoku.cli._output import ExitStatus, output_file, paint
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
    status, n_drawn = ExitStatus(), 0
    with output_file(output, status) as stream:
        for entry in Source(files, from_format):
            if isinstance(entry.value, PandokuError):
                status.bad(entry, entry.value)
                continue
            drawing = draw(entry.value, candidates=candidates)
            if medium == "svg":
                if n_drawn:
                    raise FormatError("expected one puzzle for an SVG, found more")
                stream.write(svg(drawing, theme=theme))
            else:
                stream.write("\n" if n_drawn else "")
                name = entry.value.title or entry.value.id
                stream.write(f"{name}\n" if name else "")
                paint(stream, drawing, ascii_only=ascii_only)
            n_drawn += 1
    status.exit()


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
    status, dropped, writer = ExitStatus(), set[str](), Writer(target)
    with output_file(output, status) as stream:
        for group in Source(files, from_format).groups():
            for entry in group:
                if (text := _written(entry, target, status, dropped)) is not None:
                    stream.write(writer.next(text))
            stream.flush()
        stream.write(writer.end())
    if dropped:
        click.echo(f"{target.NAME} leaves out: {', '.join(sorted(dropped))}", err=True)
    status.exit()


def _written(
    entry: Entry, target: FormatModule, status: ExitStatus, dropped: set[str]
) -> str | None:
    """Return a puzzle as text, with its progress if the format can store it; None if it is bad."""
    if isinstance(entry.value, PandokuError):
        status.bad(entry, entry.value)
        return None
    with_progress = progress_module(target)
    if entry.board and with_progress and not with_progress.why_not_board(entry.board):
        dropped.update(left_out(target, entry.board.puzzle))
        return with_progress.write_board(entry.board)
    if reason := target.why_not(entry.value):
        message = f"cannot be written as {target.NAME}: {reason}"
        status.bad(entry, FormatError(message, line=entry.line))
        return None
    dropped.update(left_out(target, entry.value))
    if entry.board and entry.board.puzzle == entry.value:
        dropped.add("progress")
    return target.write(entry.value)
