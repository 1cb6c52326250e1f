"""Lessons as files: options, and where pages go."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from pandoku.cli._output import ExitStatus, is_stdout
from pandoku.cli._targets import medium_of, new_folder, output_file
from pandoku.draw import THEMES

__all__ = ["page_options", "write_encyclopedia", "write_lesson"]

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
