"""`pandoku lesson`: write lessons about techniques as web pages."""

from __future__ import annotations

import shlex
import sys
from dataclasses import dataclass
from pathlib import Path

import click

from pandoku.cli import options as opt
from pandoku.cli.commands.techniques import print_technique
from pandoku.cli.output import ExitStatus, is_stdout, medium_of, new_folder, output_file
from pandoku.cli.types import TECHNIQUE_TYPE

_MEDIA = {".html": "html", ".htm": "html"}


@dataclass(frozen=True, kw_only=True)
class LessonOptions:
    """The options of `pandoku lesson`."""

    name: str | None = opt.argument(required=False, type=TECHNIQUE_TYPE)
    is_all: bool = opt.option(
        "--all", is_flag=True, help="Write a site with all lessons and an index."
    )
    theme: str = opt.theme()
    output: str | None = opt.option(
        "-o",
        "--output",
        type=click.Path(),
        metavar="FILE",
        help="Write to this file; with --all, a new or empty folder.  [default: standard output]",
    )


@opt.command(LessonOptions, short_help="Write lessons about techniques as web pages.")
def lesson(options: LessonOptions) -> None:
    """Write a lesson about a technique as a web page.

    A lesson explains how to find the pattern and why it works, and shows an example that only this
    technique solves. It also has a near miss and boards for practice. With --all, the lessons of
    all techniques form a site. Open its index.html in a browser, without a server. Without -o, a
    terminal shows the text of the lesson, like `pandoku techniques NAME`.

    \b
    Examples:
      pandoku lesson swordfish -o swordfish.html
      pandoku lesson --all -o lessons
    """  # noqa: D301  # click reads the \b, which keeps the lines apart
    name, output = options.name, options.output
    if options.is_all == (name is not None):
        found = "both" if options.is_all else "neither"
        raise click.UsageError(f"expected the name of a technique or --all, found {found}")
    if name is not None:
        if output is None and sys.stdout.isatty():  # in a terminal, show the text instead of HTML
            from pandoku.techniques import get_technique

            technique = get_technique(name)
            print_technique(technique)
            page = shlex.quote(f"{technique.name}.html")
            click.echo(f"as a page: pandoku lesson {technique.name} -o {page}", err=True)
        else:
            _write_lesson(name, output, options.theme)
        return
    if output is None or is_stdout(output):
        raise click.UsageError("--all needs a folder for the pages: add -o FOLDER")
    count = _write_encyclopedia(output, options.theme)
    files = "1 file" if count == 1 else f"{count} files"
    click.echo(f"{files} in {output}; open index.html", err=True)


def _write_lesson(name: str, output: str | None, theme: str) -> None:
    """Write the lesson about a technique as a web page.

    Args:
        name: Name of the technique.
        output: Name of the file. None or "-" means standard output.
        theme: Theme of the page.

    Raises:
        click.UsageError: The suffix of the file is not .html or .htm.
        PandokuError, OSError: The technique or the folder does not exist.
    """
    from pandoku.lessons import lesson_of, lesson_page

    if not is_stdout(output):
        medium_of(output, None, _MEDIA)
    lesson = lesson_of(name)
    with output_file(output, ExitStatus()) as stream:
        stream.writelines(lesson_page(lesson, theme=theme))


def _write_encyclopedia(folder: str, theme: str) -> int:
    """Write the lessons of all techniques as a site, and return the number of files.

    Raises:
        OSError: The folder, named in the error, cannot be created or is not empty.
    """
    from pandoku.lessons import encyclopedia

    count = 0

    def fill_folder(into: Path) -> None:
        nonlocal count
        for name, text in encyclopedia(theme=theme):
            (into / name).write_text(text, encoding="utf-8")
            count += 1

    new_folder(folder, fill_folder)
    return count


COMMAND = opt.Command(run=lesson, place=280)
