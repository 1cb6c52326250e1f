"""`pandoku lesson`: a lesson about a technique as a page, or all of them as a site."""

from __future__ import annotations

import shlex
import sys

import click

from pandoku.cli._lessons import write_encyclopedia, write_lesson
from pandoku.cli._options import theme_option
from pandoku.cli._output import is_stdout
from pandoku.cli._wishes import TECHNIQUE_TYPE


@click.command(short_help="Write lessons about techniques as web pages.")
@click.argument("name", required=False, type=TECHNIQUE_TYPE)
@click.option("--all", "is_all", is_flag=True, help="Write all lessons, with an index: a site.")
@theme_option
@click.option(
    "-o",
    "--output",
    type=click.Path(),
    metavar="FILE",
    help="Write to this file; with --all, a new or empty folder.  [default: standard output]",
)
def lesson(name: str | None, is_all: bool, theme: str, output: str | None) -> None:
    """Write a lesson about a technique as a web page.

    A lesson says what to look for and why it works, shows an example that only this technique
    solves and a near miss, and has boards for practice. With --all, the lessons of all techniques
    make a site with an index; open its index.html, no server is needed. On a terminal, without
    -o, the text of the lesson is shown, as by `pandoku techniques NAME`.

    \b
    Examples:
      pandoku lesson swordfish -o swordfish.html
      pandoku lesson --all -o lessons
    """  # noqa: D301  # click reads the \b, which keeps the lines apart
    if is_all == (name is not None):
        found = "both" if is_all else "neither"
        raise click.UsageError(f"expected the name of a technique or --all, found {found}")
    if not is_all:
        assert name is not None
        if output is None and sys.stdout.isatty():
            _show(name)
        else:
            write_lesson(name, output, theme)
        return
    if output is None or is_stdout(output):
        raise click.UsageError("--all needs a folder for the pages: add -o FOLDER")
    count = write_encyclopedia(output, theme)
    files = "1 file" if count == 1 else f"{count} files"
    click.echo(f"{files} in {output}; open index.html", err=True)


def _show(name: str) -> None:
    """Print the text of a lesson, and say how to get the page: HTML is not for a terminal."""
    from pandoku.cli.techniques import print_technique
    from pandoku.techniques import get_technique

    technique = get_technique(name)
    print_technique(technique)
    page = shlex.quote(f"{technique.name}.html")
    click.echo(f"as a page: pandoku lesson {technique.name} -o {page}", err=True)
