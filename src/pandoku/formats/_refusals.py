"""Why a text has no puzzle at all: what was found instead, and the way out."""

from __future__ import annotations

from pandoku.formats._text import BLANKS, looks_like_cells

__all__ = ["blanks_only", "unknown"]

_ODD_BLANKS = frozenset(BLANKS) - frozenset(".0")
_SHOWN = 40  # characters of a text


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


def unknown(head: list[str]) -> str:
    """Return why no format recognizes a text that starts with these lines."""
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
    return (
        f"no format recognizes this text, which starts with {shown!r}; "
        "name the format if you know which it is (`pandoku formats` lists all)"
    )
