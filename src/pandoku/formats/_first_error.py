"""One error for a text whose puzzles are all unreadable."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from pandoku.errors import FormatError
from pandoku.formats._text import Item
from pandoku.model import Batch

_MOST_HELD = 1000  # maximum number of errors to store while no puzzle has been read
_ItemOrBatch = TypeVar("_ItemOrBatch", Item, Item | Batch)


def one_error(found: Iterator[_ItemOrBatch], name: str) -> Iterator[_ItemOrBatch]:
    """Yield the results of a reader, or only the first error if nothing can be read.

    Args:
        found: The results of a reader: puzzles, and an error in place of each bad puzzle.
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
    """Return an error like *error*, whose message also contains the number *n* of all errors."""
    assert isinstance(error, FormatError)
    reason = f"{error.reason}; nothing else in this text can be read either"
    return FormatError(
        f"{reason} (name the format to see all {n:,} messages)",
        format=error.format,
        line=error.line,
        column=error.column,
        text=error.text,
    )
