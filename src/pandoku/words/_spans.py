"""Sentences that know their parts: which characters speak of which cells, houses and cages.

The methods of `Words` surround what they name with marks, characters for private use that no text
has, and f-strings carry them along. `read_marks` takes them out at the end, once for each sentence,
so that whoever writes a technique writes plain text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Union

if TYPE_CHECKING:
    from pandoku.words.claims import Claim

__all__ = [
    "Mark",
    "Sentence",
    "Span",
    "attach",
    "leading_marks",
    "read_marks",
    "run_together",
    "with_mark",
]

_BEGIN, _END, _CLAIMS = "\ue000", "\ue001", "\ue002"
_ZERO = 0xE010  # the ten characters from here on are the digits of a number within marks
_DIGITS = "".join(map(chr, range(_ZERO, _ZERO + 10)))
_TO_DIGITS = str.maketrans("0123456789", _DIGITS)
_FROM_DIGITS = str.maketrans(_DIGITS, "0123456789")
_MARK = re.compile(f"([{_BEGIN}{_CLAIMS}])([{_DIGITS}]+)|{_END}")


class Span(NamedTuple):
    """A part of a sentence, and what it names.

    Attributes:
        start, end: The characters ``sentence[start:end]``.
        about: "cells", "candidates", "house", "cage", "constraint" or "step".
        cells: The cells that it names, or that the house, cage or constraint has; none for a step.
        digits: The digits of candidates, at each of the cells; () for everything else.
        number: The house's position in `Geometry.houses`, the cage's in `Puzzle.cages`, another
            constraint's in `Puzzle.constraints`, or the number of an earlier step of the path, from
            1; 0 for cells and candidates.
    """

    start: int
    end: int
    about: str
    cells: tuple[int, ...] = ()
    digits: tuple[int, ...] = ()
    number: int = 0


class Sentence(str):
    """A text with its spans and claims; it is equal to the plain text.

    Attributes:
        spans: What its parts name, by `start`; one may lie within another.
        claims: What it says about the board, as data.
    """

    __slots__ = ("claims", "spans")

    spans: tuple[Span, ...]
    claims: tuple[Claim, ...]

    def __new__(
        cls, text: str, spans: tuple[Span, ...] = (), claims: tuple[Claim, ...] = ()
    ) -> Sentence:
        """Return the sentence; *spans* are positions in *text*."""
        made = super().__new__(cls, text)
        made.spans, made.claims = spans, claims
        return made

    def __getnewargs__(self) -> tuple[str, tuple[Span, ...], tuple[Claim, ...]]:  # type: ignore[override]
        return str(self), self.spans, self.claims


def run_together(parts: Iterable[str], between: str = " ") -> Sentence:
    """Return texts as one, with the spans and claims of those that are sentences.

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


# What a mark refers to: a span whose positions are not known yet, or claims.
Mark = Union[Span, "tuple[Claim, ...]"]


def with_mark(text: str, span: Span, marks: list[Mark]) -> str:
    """Return *text* with marks that say what it names; *marks* gets the span."""
    return f"{_BEGIN}{_numbered(span, marks)}{text}{_END}"


def attach(text: str, claims: tuple[Claim, ...], marks: list[Mark]) -> str:
    """Return *text* with a mark for the claims of its sentence; *marks* gets them."""
    return f"{text}{_CLAIMS}{_numbered(claims, marks)}" if claims else text


def read_marks(text: str, marks: Sequence[Mark]) -> Sentence:
    """Return a text with marks as a sentence: plain text, its spans and its claims."""
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
    """Return a text with marks as plain text, without what they say."""
    return _MARK.sub("", text)


def leading_marks(text: str) -> int:
    """Return how many characters of *text*, from its start, are marks."""
    at = 0
    while found := _MARK.match(text, at):
        at = found.end()
    return at


def _numbered(mark: Mark, marks: list[Mark]) -> str:
    marks.append(mark)
    return str(len(marks) - 1).translate(_TO_DIGITS)
