"""Why a text or a file is no puzzle at all: what was found instead, and the way out."""

from __future__ import annotations

import re
from os import PathLike
from pathlib import Path

from pandoku.formats._text import BLANKS, looks_like_cells

__all__ = ["blanks_only", "no_path", "no_text", "unknown"]

_ODD_BLANKS = frozenset(BLANKS) - frozenset(".0")
_SHOWN = 40  # characters of a text


def no_text(value: object) -> str | None:
    """Return why *value* is not a text in memory, or None if it is."""
    if isinstance(value, str | bytes):
        return None
    found = f"expected a text (str or bytes), found {type(value).__name__}"
    if isinstance(value, PathLike):
        return f"{found}; pandoku.load(path) reads a file"
    if hasattr(value, "read"):
        return f"{found}; give its text: pandoku.loads(file.read())"
    return found


def no_path(value: object) -> str | None:
    """Return why *value* is not the name of a file, or None if it may be."""
    if isinstance(value, str | PathLike):
        return None if "\0" not in str(value) else "expected the name of a file, found a zero byte"
    return f"expected the name of a file, found {type(value).__name__}"


def blanks_only(head: list[str]) -> str | None:
    """Return why a text that starts with these lines has no puzzle: it is empty, or only blanks.

    Dots and zeros are an empty grid, but a line of dashes, stars or letters x may be anything.
    """
    lines = [text for text in head if text.strip()]
    if not lines:
        return "expected a puzzle, found nothing (the text is empty)"
    found = set().union(*(text for text in lines if not text.startswith("#"))) - set(" \t,")
    if found and found <= _ODD_BLANKS:
        shown = " and ".join(map(repr, sorted(found)))
        return (
            f"expected at least one digit, found only {shown}; "
            "write an empty grid with dots or zeros"
        )
    return None


def unknown(head: list[str], names: list[str]) -> str:
    """Return why no format recognises a text that starts with these lines."""
    lines = [text for text in head if text.strip()]
    content = [text for text in lines if not text.startswith("#")]
    if not content:
        return "expected a puzzle, found only comments"
    first = content[0].strip()
    shown = first if len(first) <= _SHOWN else first[:_SHOWN] + "..."
    if len(content) == 1 and looks_like_cells(first, 9):
        return (
            "expected n*n characters for an n x n grid (81 for 9x9, 16 for 4x4), "
            f"found {len(first)}: {shown!r}"
        )
    if len(lines) == 1 and _looks_like_a_path(first):
        return (
            f"expected a puzzle, found what looks like the name of a file, {shown!r}; "
            "pandoku.load(path) reads a file"
        )
    return (
        f"no format recognises this text, which starts with {shown!r}; "
        f"name one of {', '.join(names)} if you know which it is"
    )


def _looks_like_a_path(text: str) -> bool:
    is_name = re.fullmatch(r"[^\s\[\]{}()<>|=,;]{1,200}\.[A-Za-z]\w{0,9}", text) is not None
    return is_name or (len(text) < 200 and "/" in text and Path(text).suffix != "")
