"""`pandoku techniques` and `pandoku lesson`: the techniques, and lessons about them."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pandoku.cli._options import json_option, theme_option
from pandoku.cli._output import (
    ExitStatus,
    is_stdout,
    json_line,
    medium_of,
    new_folder,
    output_file,
    paint,
)
from pandoku.cli._paths import WIDTH, in_lines
from pandoku.cli._wishes import TECHNIQUE_TYPE
from pandoku.draw import THEMES, draw_step
from pandoku.model import Step

if TYPE_CHECKING:
    from pandoku.rating import Rating
    from pandoku.techniques import Technique


_F = TypeVar("_F", bound=Callable[..., Any])

_MEDIA = {".html": "html", ".htm": "html"}


def page_options(command: _F) -> _F:
    """Add -o, a page, and --theme to a command; not listed, as `pandoku lesson` has both."""
    output = click.option(
        "-o",
        "--output",
        type=click.Path(),
        metavar="FILE",
        hidden=True,
    )
    theme = click.option("--theme", type=click.Choice(THEMES), default="auto", hidden=True)
    return output(theme(command))


def write_lesson(name: str, output: str | None, theme: str) -> None:
    """Write the lesson about a technique as a page.

    Args:
        name: The technique's.
        output: The file; None or "-" is standard output.
        theme: Of the page.

    Raises:
        click.UsageError: The file's suffix is not that of a page.
        PandokuError, OSError: There is no such technique, or no such folder.
    """
    from pandoku.lessons import lesson_of, lesson_page

    if not is_stdout(output):
        medium_of(output, None, _MEDIA)
    lesson = lesson_of(name)
    with output_file(output, ExitStatus()) as stream:
        stream.writelines(lesson_page(lesson, theme=theme))


def write_encyclopedia(folder: str, theme: str) -> int:
    """Write the lessons of all techniques as a site, and return how many files it has.

    Raises:
        OSError: The folder cannot be created, or is not empty; the error has its name.
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


@click.command(short_help="List the techniques, or describe one.")
@click.argument("name", required=False)
@page_options
@json_option("technique", "name, aliases, summary, ratings (by scale: level and score)")
def techniques(name: str | None, as_json: bool, output: str | None, theme: str) -> None:
    """List the techniques, or describe one of them.

    The description says what to look for and why it works, and shows an example. The ratings, a
    level and a score in each scale, are those of the example. `pandoku lesson NAME -o FILE.html`
    writes a page with pictures, a near miss, and boards for practice.
    """
    if output is not None:
        if name is None:
            raise click.UsageError(
                "-o is for one technique, which must be named; "
                "`pandoku lesson --all -o FOLDER` writes all"
            )
        if as_json:
            raise click.UsageError("expected either --json or -o, found both")
        write_lesson(name, output, theme)
        return
    from pandoku.techniques import TECHNIQUES, get_technique

    chosen = list(TECHNIQUES.values()) if name is None else [get_technique(name)]
    if as_json:
        for each in chosen:
            fact = {"name": each.name, "aliases": list(each.aliases), "summary": each.summary}
            ratings = {scale: rating._asdict() for scale, rating in _ratings(each).items()}
            click.echo(json_line(fact | {"ratings": ratings}))
    elif name is not None:
        print_technique(chosen[0])
    else:
        _list_all(chosen)


def _list_all(techniques: list[Technique]) -> None:
    from pandoku.cli.lists import print_table
    from pandoku.rating import scales_with_numbers as scales

    rows = []
    for each in techniques:
        ratings = {scale: str(rating) for scale, rating in _ratings(each).items()}
        rows.append((each.name, *(ratings.get(scale, "") for scale in scales()), each.summary))
    print_table(("technique", *scales(), "what it is"), rows)


def _ratings(technique: Technique) -> dict[str, Rating]:
    """Return the ratings of the technique's example, by the scales that rate it."""
    from pandoku.rating import scales_with_numbers as scales

    step = _example_step(technique)
    rated = {name: scale.rate(step) for name, scale in scales().items()}
    return {name: rating for name, rating in rated.items() if rating is not None}


def _example_step(technique: Technique) -> Step:
    """Return the step of the technique's example, or, without one, a step without facts."""
    from pandoku.techniques import example_of

    example = example_of(technique.name)
    steps = technique.steps(example.board, 1) if example else iter(())
    return next(steps, Step(technique.name))


def print_technique(technique: Technique) -> None:
    """Print what a technique is, what to look for and why it works, with its example."""
    from pandoku.techniques import example_of, practice_of, why_none

    names = f" ({', '.join(technique.aliases)})" if technique.aliases else ""
    click.echo(f"{technique.title}{names}")
    ratings = (f"{scale}: {rating}" for scale, rating in _ratings(technique).items())
    click.echo(f"{'; '.join(ratings) or 'no scale rates it'}\n")
    for head, text in (
        ("What it is", technique.summary),
        ("What to look for", technique.look_for),
        ("Why it works", technique.why),
    ):
        click.echo(fill(f"{head}: {text}", WIDTH, subsequent_indent="    "))
    if "unique" in technique.needs:
        click.echo("It assumes that the puzzle has exactly one solution.")
    example = example_of(technique.name)
    if example is None:
        return
    step = _example_step(technique)
    click.echo("\nAn example:")
    explanation = technique.explain(step, example.board)
    paint(sys.stdout, draw_step(example.board, step, explanation))
    for sentence in explanation.full:
        click.echo(in_lines(sentence))
    if example.unless:
        why = why_none(technique, step, example)
        click.echo(in_lines(f"If {example.condition}, the technique would not apply. {why}"))
    if count := len(practice_of(technique.name)):
        click.echo(f"\n{count} boards for practice: pandoku drill {technique.name}")


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
    from pandoku.techniques import get_technique

    technique = get_technique(name)
    print_technique(technique)
    page = shlex.quote(f"{technique.name}.html")
    click.echo(f"as a page: pandoku lesson {technique.name} -o {page}", err=True)
