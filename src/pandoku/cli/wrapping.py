"""Wrap text at the width of the terminal. Text for a pipe or a file is never wrapped."""

from __future__ import annotations

import os
import re
from typing import IO

__all__ = ["in_lines", "window"]

_LINES = 24  # height, in lines, of a terminal that does not report its size
_NARROWEST = 20  # columns. A terminal that reports less gets lines of this width.
# Spaces where a line must not break: in a combination ("4 7"), a sum, or a short conclusion.
_TOGETHER = re.compile(
    r"(?<=\d) (?=\d)|(?<=\d) (?=[+×÷−] \d)|(?<=[+×÷−]) (?=\d)|(?<==) (?=\d)|(?<= is) (?=\d+\.$)"
)


def window(stream: IO[str]) -> os.terminal_size:
    """Return the terminal's size, or 80x24. The variables COLUMNS and LINES override it."""
    import shutil  # imported here and below, because it loads slowly and pipes do not need it

    try:
        found = os.get_terminal_size(stream.fileno())
    except (OSError, ValueError):
        found = os.terminal_size((80, _LINES))
    return shutil.get_terminal_size(fallback=(found.columns or 80, found.lines or _LINES))


def in_lines(text: str, stream: IO[str], hanging: int = 0) -> str:
    """Return a text whose lines fit a terminal. For other streams, the text does not change.

    A line that is too long breaks between words, and keeps its indentation. A word that is too
    long stays whole, so that a puzzle or a file name can be copied.

    Args:
        text: The text, with one line for each paragraph.
        stream: The stream that will get the text.
        hanging: Additional spaces before each line after a break, at least 0.
    """
    if not stream.isatty():
        return text
    width = max(window(stream).columns, _NARROWEST)
    return "\n".join(
        line if len(line) <= width else _broken(line, width, hanging) for line in text.split("\n")
    )


def _broken(line: str, width: int, hanging: int) -> str:
    from textwrap import fill

    text = line.lstrip(" ")
    spaces = " " * (len(line) - len(text))
    lines = fill(
        _TOGETHER.sub("\N{NO-BREAK SPACE}", text),
        width,
        initial_indent=spaces,
        subsequent_indent=spaces + " " * hanging,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return lines.replace("\N{NO-BREAK SPACE}", " ")
