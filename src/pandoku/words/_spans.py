"""Sentences with spans: the parts that name cells, houses, cages or steps.

The methods of `Words` put marks around names. Marks are Unicode characters for private use, which
do not occur in other texts. A marked name can therefore be used in an f-string like any other text.
`read_marks` turns the marks of a finished sentence into spans. So the author of a technique writes
only plain text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Union

if TYPE_CHECKING:
    from pandoku.words.claims import Claim

_BEGIN, _END, _CLAIMS = "\ue000", "\ue001", "\ue002"
_ZERO = 0xE010  # the first of ten characters that stand for the digits 0 to 9 in marks
_DIGITS = "".join(map(chr, range(_ZERO, _ZERO + 10)))
_TO_DIGITS = str.maketrans("0123456789", _DIGITS)
_FROM_DIGITS = str.maketrans(_DIGITS, "0123456789")
_MARK = re.compile(f"([{_BEGIN}{_CLAIMS}])([{_DIGITS}]+)|{_END}")


class Span(NamedTuple):
    """A part of a sentence, and the thing that it names.

    Attributes:
        start, end: The part is ``sentence[start:end]``.
        about: "cells", "candidates", "house", "cage", "constraint" or "step".
        cells: The named cells, or the cells of the house, cage or constraint. () for a step.
        digits: The digits of the named candidates, which are the same in each cell. () for other
            spans.
        number: Index into `Geometry.houses`, `Puzzle.cages` or `Puzzle.constraints`, or the number
            of an earlier step of the path, from 1. 0 for cells and candidates.
    """

    start: int
    end: int
    about: str
    cells: tuple[int, ...] = ()
    digits: tuple[int, ...] = ()
    number: int = 0


class Sentence(str):
    """A text with spans and claims. It is equal to the same text without spans and claims.

    Attributes:
        spans: The spans, ascending by `start`. They may be nested.
        claims: The statements of the text about the board, as data.
    """

    __slots__ = ("claims", "spans")

    spans: tuple[Span, ...]
    claims: tuple[Claim, ...]

    def __new__(
        cls, text: str, spans: tuple[Span, ...] = (), claims: tuple[Claim, ...] = ()
    ) -> Sentence:
        """Create a sentence from a text, its spans and its claims."""
        made = super().__new__(cls, text)
        made.spans, made.claims = spans, claims
        return made

    def __getnewargs__(self) -> tuple[str, tuple[Span, ...], tuple[Claim, ...]]:  # type: ignore[override]
        return str(self), self.spans, self.claims


def run_together(parts: Iterable[str], between: str = " ") -> Sentence:
    """Join texts and sentences. The result has the spans and claims of all sentences.

    >>> run_together(["Look:", Sentence("r1c2 is 4.", (Span(0, 4, "cells", (1,)),))]).spans[0].start
    6
    """
    text, spans, claims = "", list[Span](), list["Claim"]()
    for number, part in enumerate(parts):
        text += between if number else ""
        at = len(text)
        for span in getattr(part, "spans", ()):
            spans.append(span._replace(start=span.start + at, end=span.end + at))
        claims += getattr(part, "claims", ())
        text += part
    return Sentence(text, tuple(spans), tuple(claims))


# The data of a mark: claims, or a span whose start and end are not known yet.
Mark = Union[Span, "tuple[Claim, ...]"]


def with_mark(text: str, span: Span, marks: list[Mark]) -> str:
    """Return *text* with marks for a span, which is added to *marks*."""
    return f"{_BEGIN}{_numbered(span, marks)}{text}{_END}"


def attach(text: str, claims: tuple[Claim, ...], marks: list[Mark]) -> str:
    """Return *text* with a mark for claims, which are added to *marks*."""
    return f"{text}{_CLAIMS}{_numbered(claims, marks)}" if claims else text


def read_marks(text: str, marks: Sequence[Mark]) -> Sentence:
    """Convert a text with marks into a sentence with spans and claims."""
    parts: list[str] = []
    spans: list[Span] = []
    claims: list[Claim] = []
    open_at: list[tuple[int, Span]] = []
    length = at = 0
    for mark in _MARK.finditer(text):
        parts.append(text[at : mark.start()])
        length, at = length + mark.start() - at, mark.end()
        if mark[0] == _END:
            start, span = open_at.pop()
            spans.append(span._replace(start=start, end=length))
            continue
        kept = marks[int(mark[2].translate(_FROM_DIGITS))]
        if isinstance(kept, Span):
            open_at.append((length, kept))
        else:
            claims += kept
    parts.append(text[at:])
    spans.sort(key=lambda span: (span.start, -span.end))
    return Sentence("".join(parts), tuple(spans), tuple(dict.fromkeys(claims)))


def without_marks(text: str) -> str:
    """Return a text without its marks."""
    return _MARK.sub("", text)


def divided(text: str, at: str) -> tuple[str, str]:
    """Divide a text at the last *at*. All claims stay with the first part.

    The first part is "" if *at* does not occur.
    """
    head, _, tail = text.rpartition(at)
    moved = [mark[0] for mark in _MARK.finditer(tail) if mark[1] == _CLAIMS] if head else []
    for each in moved:
        tail = tail.replace(each, "", 1)
    return head + "".join(moved), tail


def leading_marks(text: str) -> int:
    """Return the number of characters of the marks at the start of *text*."""
    at = 0
    while found := _MARK.match(text, at):
        at = found.end()
    return at


def _numbered(mark: Mark, marks: list[Mark]) -> str:
    marks.append(mark)
    return str(len(marks) - 1).translate(_TO_DIGITS)
