"""`pandoku draw`: a puzzle, or a step of its path, as a picture."""

from __future__ import annotations

from pathlib import Path
from textwrap import fill
from typing import IO, Any

import click

from pandoku.cli._input import one_with_progress
from pandoku.cli._options import file_argument, from_option, output_option, theme_option
from pandoku.cli._output import Verdict, output_file, paint
from pandoku.cli._paths import WIDTH, path_of
from pandoku.draw import Drawing, draw_step, svg
from pandoku.draw import draw as drawing_of

_MEDIA = ("terminal", "svg", "png")


@click.command()
@file_argument
@from_option
@click.option(
    "--step",
    "number",
    type=click.IntRange(1),
    metavar="N",
    help="Draw step N of `pandoku explain`, on the board before it.",
)
@click.option(
    "--techniques",
    metavar="NAME,...",
    help="For --step: use only these, in this order.  [default: all]",
)
@click.option("--candidates", is_flag=True, help="Show the candidates too.")
@theme_option
@click.option(
    "--to",
    "medium",
    type=click.Choice(_MEDIA),
    help="Kind of output.  [default: by the suffix of -o, else terminal]",
)
@click.option("--ascii", "ascii_only", is_flag=True, help="Use only ASCII characters.")
@output_option
def draw(
    file: str,
    from_format: str | None,
    number: int | None,
    techniques: str | None,
    candidates: bool,
    theme: str,
    medium: str | None,
    ascii_only: bool,
    output: str | None,
) -> None:
    """Draw a puzzle or one of its steps.

    A puzzle is drawn with its progress; a step with its candidates, pattern, links and
    eliminations. PNG output needs an optional dependency: pip install 'pandoku[png]'.
    """
    medium = medium or _medium_of(output)
    if techniques is not None and number is None:
        raise click.UsageError("--techniques applies only with --step N")
    if number is None:
        puzzle, progress = one_with_progress(file, from_format)
        drawing = drawing_of(progress or puzzle, candidates=candidates)
    else:
        drawing = _step(file, from_format, techniques, number)
    with output_file(output, Verdict(), binary=medium == "png") as stream:
        _write(stream, drawing, medium, theme, ascii_only)


def _medium_of(output: str | None) -> str:
    if output is None or output == "-":
        return "terminal"
    suffix = Path(output).suffix.lower()
    known = {".svg": "svg", ".png": "png", ".txt": "terminal"}
    if suffix not in known:
        raise click.UsageError(
            f"expected an output that ends in .svg, .png or .txt, found {output!r}; "
            "use --to for other names"
        )
    return known[suffix]


def _step(file: str, from_format: str | None, techniques: str | None, number: int) -> Drawing:
    path, _ = path_of(file, from_format, techniques, limit=number)
    if number > len(path):
        count = f"{len(path)} step{'s' * (len(path) != 1)}"
        raise ValueError(f"expected a step from the path's {count}, found {number}")
    _, board, step = path[number - 1]
    return draw_step(board, step)


def _write(stream: IO[Any], drawing: Drawing, medium: str, theme: str, ascii_only: bool) -> None:
    if medium == "svg":
        stream.write(svg(drawing, theme=theme))
    elif medium == "png":
        from pandoku.draw.png import png

        if stream.isatty():
            raise click.UsageError("a PNG cannot be shown in a terminal: add -o FILE.png")
        stream.write(png(drawing, theme=theme))
    else:
        if drawing.caption:
            stream.write(fill(drawing.caption, WIDTH) + "\n")
        paint(stream, drawing, ascii_only=ascii_only)
