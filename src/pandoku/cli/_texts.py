"""Puzzles that are typed in place of a file name."""

from __future__ import annotations

import os

from pandoku.errors import FormatError
from pandoku.formats import Lines, foreign_text, format_for_path, sniff

__all__ = ["advice_for", "is_puzzle_text"]

_SHORTEST = 16  # characters: a 4x4 grid; a shorter text is a file's name, unless it is a list


def is_puzzle_text(name: str, digits: str = "") -> bool:
    """Return whether an argument is a puzzle, rather than the name of a file.

    It is if there is no such file and a format recognizes it. A grid with a wrong character or
    one character too few counts too: reading it reports the mistake. So does a link, or a puzzle of
    another program. *digits* are the digits of its cells, if they are named.
    """
    if (len(name) < _SHORTEST and name[:1] != "[") or os.path.lexists(name):
        return False
    if foreign_text([name]):
        return True
    if name.endswith(".txt") or format_for_path(name):
        return False
    try:
        sniff(Lines.of(name, digits))
    except FormatError:
        return False
    return True


def advice_for(name: str) -> str:
    """Return what to do instead if *name*, which is no file, may be a part of a puzzle; or ""."""
    if not name or set(name) - set("0123456789._*?-"):
        return ""
    return "; a puzzle in place of a file needs all its cells, such as 81 for 9x9"
