"""`pandoku show` and `pandoku convert`: a puzzle as a picture, and as other text."""

from __future__ import annotations

import sys

import click

from pandoku.cli._common import (
    Verdict,
    files_argument,
    from_option,
    is_utf8,
    output_file,
    puzzles_in,
)
from pandoku.errors import FormatError, PandokuError
from pandoku.formats import format_for_path, get_format, left_out


@click.command()
@files_argument
@from_option
@click.option(
    "--to", "medium", type=click.Choice(["terminal", "svg"]), default="terminal", show_default=True
)
@click.option(
    "--theme",
    type=click.Choice(["auto", "light", "dark"]),
    default="auto",
    show_default=True,
    help="Of an SVG.",
)
@click.option("--candidates", is_flag=True, help="Show the candidates the givens leave (SVG only).")
@click.option("--ascii", "ascii_only", is_flag=True, help="Plain characters only.")
@click.option("-o", "--output", metavar="FILE", help="Write here, all or nothing.")
def show(
    files: tuple[str, ...],
    from_format: str | None,
    medium: str,
    theme: str,
    candidates: bool,
    ascii_only: bool,
    output: str | None,
) -> None:
    """Draw puzzles: boxes, regions, cages with their clues."""
    from pandoku.draw import draw, rich_text, svg, text

    if output and output.endswith(".svg"):
        medium = "svg"
    verdict = Verdict()
    with output_file(output) as stream:
        plain = ascii_only or not (output or is_utf8(sys.stdout))
        for number, found in enumerate(puzzles_in(files, from_format)):
            if isinstance(found.value, PandokuError):
                verdict.bad(found, found.value)
                continue
            drawing = draw(found.value, candidates=candidates)
            if medium == "svg":
                if number:
                    raise FormatError("an SVG holds one puzzle; the input has more")
                stream.write(svg(drawing, theme=theme))
                continue
            if number:
                stream.write("\n")
            title = found.value.title or found.value.id
            stream.write(f"{title}\n" if title else "")
            if stream.isatty():
                from rich.console import Console

                Console(file=stream, highlight=False, soft_wrap=True).print(
                    rich_text(drawing, ascii_only=plain), end=""
                )
            else:
                stream.write(text(drawing, ascii_only=plain) + "\n")
    verdict.exit()


@click.command()
@files_argument
@from_option
@click.option("--to", "to_format", metavar="FORMAT", help="See `pandoku formats`; json if absent.")
@click.option("-o", "--output", metavar="FILE", help="Write here, all or nothing.")
def convert(
    files: tuple[str, ...], from_format: str | None, to_format: str | None, output: str | None
) -> None:
    """Write puzzles in another format.

    A puzzle whose rules the format cannot hold is refused; what else it leaves out (titles,
    stored solutions) is told on standard error.
    """
    suggested = format_for_path(output) if output and to_format is None else None
    target = get_format(to_format) if to_format else suggested or get_format("json")
    if from_format:
        get_format(from_format)
    verdict, dropped, n_written = Verdict(), set[str](), 0
    with output_file(output) as stream:
        for found in puzzles_in(files, from_format):
            if isinstance(found.value, PandokuError):
                verdict.bad(found, found.value)
                continue
            if reason := target.why_not(found.value):
                error = FormatError(
                    f"cannot be written as {target.NAME}: {reason}", line=found.line
                )
                verdict.bad(found, error)
                continue
            dropped.update(left_out(target, found.value))
            stream.write((target.SEPARATOR if n_written else "") + target.write(found.value))
            n_written += 1
    if dropped:
        click.echo(f"{target.NAME} leaves out: {', '.join(sorted(dropped))}", err=True)
    verdict.exit()
