"""Error messages for texts without any puzzle."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeVar

from pandoku.errors import FormatError
from pandoku.formats._drawings import with_bars
from pandoku.formats._multigrids import named_multigrid
from pandoku.formats._text import BLANKS, Item, looks_like_cells, usual_width
from pandoku.model import Batch

__all__ = ["blanks_only", "likely_format", "one_error", "unknown"]

_ODD_BLANKS = frozenset(BLANKS) - frozenset(".0")
_SHOWN = 40  # characters of a text in a message
_MOST_HELD = 1000  # the most errors before the first puzzle
_WORD = re.compile(r"[^\s,;]+")
_NUMBER_OR_BLANK = re.compile(r"\d{1,2}|[-.*_?xX]|-1")
_LIST = re.compile(r"[^\"'#|]{0,200}?[\[({]\s*[\[({]\s*[\d\"'.-]")
_ItemOrBatch = TypeVar("_ItemOrBatch", Item, Item | Batch)


def blanks_only(head: list[str]) -> str | None:
    """Return the error message for a text that is empty or only has blanks, or None.

    Dots and zeros form an empty grid, but a line of dashes, stars or letters x may be anything.
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
    """Return the error message for a text that no format recognizes."""
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
    if name := named_multigrid(head):
        return (
            f"no format recognizes this text, which names {name!r}; pandoku does not support grids "
            "that overlap"
        )
    return (
        f"no format recognizes this text, which starts with {shown!r}; "
        "name the format if you know which it is (`pandoku formats` lists all)"
    )


def likely_format(head: list[str]) -> str | None:
    """Return the name of the most similar format for a text that no format recognizes."""
    lines = [text for text in head if text.strip() and not text.lstrip().startswith("#")]
    if not lines:
        return None
    if _LIST.match(lines[0]) or _LIST.match("".join(lines[:3])):
        return "list"
    if 2 * sum("|" in with_bars(text) for text in lines) > len(lines) > 2:
        return "pretty"
    words = [_WORD.findall(text) for text in lines]
    width = usual_width(map(len, words))
    known = sum(_NUMBER_OR_BLANK.fullmatch(word) is not None for row in words for word in row)
    if width > 1 and len(lines) > 1 and 2 * known > sum(map(len, words)):
        return "grid"
    texts = [row[0] for row in words if len(row) == 1]
    size = usual_width(map(len, texts))
    if 2 * len(texts) > len(lines) > 1 and size > 2 and looks_like_cells("".join(texts), size):
        return "sdk"
    return None


def one_error(found: Iterator[_ItemOrBatch], name: str) -> Iterator[_ItemOrBatch]:
    """Yield the results of a reader, or only the first error if nothing can be read.

    Args:
        found: The puzzles, and errors in place of bad ones.
        name: The name of the detected format.
    """
    bad: list[Item] = []
    n_bad = 0
    for each in found:
        if isinstance(each, Item) and isinstance(each.value, FormatError):
            n_bad += 1
            if len(bad) < _MOST_HELD:
                bad.append(each)
            continue
        yield from bad
        if n_bad > len(bad):
            reason = f"{n_bad - len(bad):,} more puzzles after this one cannot be read"
            yield Item(bad[-1].line, FormatError(reason, format=name, line=bad[-1].line))
        yield each
        yield from found
        return
    if n_bad > 1:
        yield bad[0]._replace(value=_first_of(bad[0].value, n_bad))
    else:
        yield from bad


def _first_of(error: object, n: int) -> FormatError:
    """Return the first error of a text, with the number of errors."""
    assert isinstance(error, FormatError)
    reason = f"{error.reason}; nothing else in this text can be read either"
    return FormatError(
        f"{reason} (name the format to see all {n:,} messages)",
        format=error.format,
        line=error.line,
        column=error.column,
        text=error.text,
    )
