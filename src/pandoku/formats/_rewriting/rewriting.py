"""Line-by-line rewriting of pasted texts for a format.

The first lines identify the layout of a text. The function of the layout then rewrites every line.
All characters keep their positions, so that errors show the lines and columns of the source.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from io import BytesIO
from math import isqrt
from typing import NamedTuple

from pandoku.formats._rewriting.form import Rewrite
from pandoku.formats._rewriting.programs import DECLARATIONS_FORM, STRINGS_FORM
from pandoku.formats._rewriting.rows import (
    BOX_GAPS_FORM,
    GAPS_FORM,
    HEADINGS_FORM,
    JOINED_ROWS_FORM,
)
from pandoku.formats._rewriting.tables import COLUMNS_FORM, TABLES_FORM
from pandoku.formats._rewriting.wide import WIDE_FORM
from pandoku.formats._spaced import are_spaced_lines, spaced_square
from pandoku.formats._text import Lines, SourceLine
from pandoku.model import MAX_ORDER

_PLAIN = re.compile(r"[\w.*?-]+", re.ASCII)
# The layouts are tried in this order. Several layouts may apply to a text: each one rewrites the
# result of the layouts before it.
_FORMS = (
    WIDE_FORM,
    BOX_GAPS_FORM,
    STRINGS_FORM,
    JOINED_ROWS_FORM,
    HEADINGS_FORM,
    DECLARATIONS_FORM,
    TABLES_FORM,
    COLUMNS_FORM,
    GAPS_FORM,
)


class _Rewritten(Lines):
    """A source that consists of the rewritten lines of another source."""

    def __init__(self, lines: Iterable[SourceLine], digits: str) -> None:
        super().__init__(BytesIO(), digits=digits)
        self._lines = iter(lines)

    def _read(self) -> SourceLine | None:
        line = next(self._lines, None)
        if line is not None:
            self._number = line.number
        return line

    def take_raw(self) -> tuple[int, bytes] | None:
        """Consume a single line, because rewritten lines may have gaps in their numbers."""
        line = self.take()
        if line is None:
            return None
        self.raw_end = line.number
        return line.number, f"{line.text}\n".encode()


def is_plain_line(head: list[str]) -> bool:
    """Return whether a text starts with a line of n*n characters that is too long to be a row."""
    first = next((text for text in head if text and text[0] != "#"), "")
    size = len(first)
    return size > MAX_ORDER and isqrt(size) ** 2 == size and _PLAIN.fullmatch(first) is not None


class Rewriting(NamedTuple):
    """The rewriting of a text.

    Attributes:
        steps: The functions to apply in order. The tuple is usually empty.
        head: The first lines of the text after rewriting.
        formats: The names of the formats that may read the rewritten text. None means all formats.
    """

    steps: tuple[Rewrite, ...]
    head: list[str]
    formats: frozenset[str] | None

    @classmethod
    def of(cls, head: list[str], format: str | None = None) -> Rewriting:
        """Return the rewriting of a text.

        Args:
            head: The first lines of the text.
            format: The name of the format that will read the text. None means any format.

        Raises:
            FormatError: Rewriting would lose a part of the text that may be a rule.
        """
        found = cls((), head, None if format is None else frozenset((format,)))
        if is_plain_line(head):
            return found
        text = "\n".join(head)
        for form in _FORMS:
            allowed = form.formats if found.formats is None else found.formats & form.formats
            if not allowed or not form.sign.search(text):
                continue
            is_spaced = are_spaced_lines(found.head) or bool(spaced_square(found.head))
            if is_spaced and not form.may_be_spaced:  # spaces are cells and must not be removed
                break
            if step := form.rewrite_of(found.head):
                lines = [SourceLine(at, line) for at, line in enumerate(found.head, 1)]
                head = [line.text for line in step(iter(lines))]
                found, text = cls((*found.steps, step), head, allowed), "\n".join(head)
        return found

    @classmethod
    def for_format(cls, lines: Lines, format: str) -> Rewriting:
        """Return the rewriting of a text for the named format.

        If the first line is a puzzle, the text is not rewritten. In that case only this line is
        read. The source may be a pipe whose writer waits for an answer before it sends another
        line.

        Raises:
            FormatError: As for `of`.
        """
        if any(format in form.formats for form in _FORMS):
            first = lines.peek()
            text = "" if first is None else first.text
            may_be_row = format in GAPS_FORM.formats  # n*n cells may be one row
            is_puzzle = is_plain_line([text]) if may_be_row else _PLAIN.fullmatch(text)
            if not is_puzzle:
                return cls.of(lines.head(), format)
        return cls((), [], frozenset((format,)))

    def apply(self, lines: Lines) -> Lines:
        """Return the lines of the text after rewriting."""
        if not self.steps:
            return lines
        found: Iterator[SourceLine] = iter(lines)
        for step in self.steps:
            found = step(found)
        return _Rewritten(found, lines.digits)
