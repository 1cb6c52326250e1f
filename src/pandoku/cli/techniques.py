"""`pandoku techniques` and `pandoku lesson`: describe techniques, and write lessons on them."""

from __future__ import annotations

import shlex
import sys
from dataclasses import dataclass
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING

import click

from pandoku.cli import _options as opt
from pandoku.cli._output import (
    ExitStatus,
    is_stdout,
    json_line,
    medium_of,
    new_folder,
    output_file,
    paint,
)
from pandoku.cli._types import TECHNIQUE_TYPE
from pandoku.draw import THEMES
from pandoku.model import Step

if TYPE_CHECKING:
    from pandoku.rating import Rating
    from pandoku.techniques import Technique


_MEDIA = {".html": "html", ".htm": "html"}


def _write_lesson(name: str, output: str | None, theme: str) -> None:
    """Write the lesson about a technique as a page.

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


@dataclass(frozen=True, kw_only=True)
class TechniquesOptions:
    """The options of `pandoku techniques`. The hidden -o and --theme are those of `lesson`."""

    name: str | None = opt.argument(required=False)
    output: str | None = opt.option(
        "-o", "--output", type=click.Path(), metavar="FILE", hidden=True
    )
    theme: str = opt.option("--theme", type=click.Choice(THEMES), default="auto", hidden=True)
    as_json: bool = opt.json_lines(
        "technique", "name, aliases, summary, ratings (by scale: level and score)"
    )


@opt.command(TechniquesOptions, short_help="List the techniques, or describe one.")
def techniques(options: TechniquesOptions) -> None:
    """List the techniques, or describe one of them.

    The description explains how to find the pattern and why it works, and shows an example. The
    rating is a level and a score in each scale. It applies to the step of the example. `pandoku
    lesson NAME -o FILE.html` writes a page with pictures, a near miss, and boards for practice.
    """
    name = options.name
    if options.output is not None:
        if name is None:
            raise click.UsageError(
                "-o is for one technique, which must be named; "
                "`pandoku lesson --all -o FOLDER` writes all"
            )
        if options.as_json:
            raise click.UsageError("expected either --json or -o, found both")
        _write_lesson(name, options.output, options.theme)
        return
    from pandoku.techniques import TECHNIQUES, get_technique

    chosen = list(TECHNIQUES.values()) if name is None else [get_technique(name)]
    if options.as_json:
        for each in chosen:
            fact = {"name": each.name, "aliases": list(each.aliases), "summary": each.summary}
            ratings = {scale: rating._asdict() for scale, rating in _ratings(each).items()}
            click.echo(json_line(fact | {"ratings": ratings}))
    elif name is not None:
        _print_technique(chosen[0])
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
    """Return the ratings of a technique's example. The keys are names of scales."""
    from pandoku.rating import scales_with_numbers as scales

    step = _example_step(technique)
    rated = {name: scale.rate(step) for name, scale in scales().items()}
    return {name: rating for name, rating in rated.items() if rating is not None}


def _example_step(technique: Technique) -> Step:
    """Return the step of a technique's example, or an empty step if it has no example."""
    from pandoku.techniques import example_of

    example = example_of(technique.name)
    steps = technique.steps(example.board, 1) if example else iter(())
    return next(steps, Step(technique.name))


def _print_technique(technique: Technique) -> None:
    """Print the description of a technique and its example."""
    from pandoku.cli._paths import WIDTH, in_lines
    from pandoku.draw import draw_step
    from pandoku.techniques import example_of, get_technique, practice_of, why_none

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
    if technique.is_case_of:
        click.echo(f"It is a special case of the {get_technique(technique.is_case_of).title}.")
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
        if output is None and sys.stdout.isatty():  # a terminal shows the text instead of HTML
            from pandoku.techniques import get_technique

            technique = get_technique(name)
            _print_technique(technique)
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
