"""Drawn grids whose blank cells are spaces in fixed columns, as py-sudoku prints them.

    +-------+-------+
    | 1   3 |   2   |      the cells of a box are at equal distances
    ...

Each blank cell becomes a dot if the bars of all rows are in the same columns and there is only one
way to divide the space between them into cells.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise, product
from typing import NamedTuple

from pandoku.errors import FormatError
from pandoku.formats._drawings import is_border, with_bars
from pandoku.formats._form import Form, Rewrite
from pandoku.formats._text import BLANKS, DIGITS, SourceLine
from pandoku.model import MAX_ORDER

__all__ = ["FORM"]

_SIGN = re.compile("[|│┃║¦]")
_TITLE = re.compile(r"\d+x\d+ \(\d+x\d+\) (?P<rule>\w+ )?SUDOKU PUZZLE")
_DIFFICULTY = re.compile(r"Difficulty: [\w .()]+")
_MOST_LINES = 2 * MAX_ORDER + 1  # the most lines of a drawing
_CELL = re.compile(rf"[{re.escape(DIGITS + DIGITS.lower() + BLANKS)}]|\d\d")


class _Slots(NamedTuple):
    """The positions of the cells between two bars, counted from the first bar.

    Attributes:
        start: The number of spaces before the first cell.
        size: The number of characters in a cell.
        gap: The number of spaces between two cells.
    """

    start: int
    size: int
    gap: int

    def spans(self, n: int) -> list[tuple[int, int]]:
        """Return the start and end of each of *n* cells."""
        firsts = [self.start + i * (self.size + self.gap) for i in range(n)]
        return [(first, first + self.size) for first in firsts]


def _rewrite_of(head: list[str]) -> Rewrite | None:
    """Return the function that rewrites a text with blanks in columns, or None for another text."""
    lines = [SourceLine(number, text) for number, text in enumerate(head, 1)]
    changed = any(line.original is not None for line in _filled(iter(lines)))
    return _filled if changed else None


def _filled(lines: Iterator[SourceLine]) -> Iterator[SourceLine]:
    drawing: list[SourceLine] = []
    is_titled = False
    for line in lines:
        text = with_bars(line.text)
        is_new = bool(drawing) and is_border(text) and is_border(with_bars(drawing[-1].text))
        title = _TITLE.fullmatch(text.strip())
        if title and len(drawing) == 1 and _is_rule(drawing[0].text):
            yield drawing[0].rewritten("")
            drawing = []
        if is_new or len(drawing) > _MOST_LINES or not ("|" in text or is_border(text)):
            yield from _dotted(drawing)
            drawing = []
        if title and title["rule"]:
            _refuse(title["rule"].strip().lower(), line)
        if title or (is_titled and (_DIFFICULTY.fullmatch(text.strip()) or _is_rule(text))):
            is_titled = True
            yield line.rewritten("")
        elif "|" in text or is_border(text):
            is_titled = False
            drawing.append(line)
        else:
            yield line
    yield from _dotted(drawing)


def _is_rule(text: str) -> bool:
    return text.strip() != "" and set(text.strip()) == {"-"}


def _refuse(rule: str, line: SourceLine) -> None:
    reason = (
        f"expected a Sudoku without additional rules, found a {rule} Sudoku of py-sudoku; write "
        "its rows, and its rule on a line below them (format setter)"
    )
    raise FormatError(reason, line=line.number, column=1, text=line.text)


def _dotted(drawing: list[SourceLine]) -> list[SourceLine]:
    """Return the lines of a drawing with dots for its blank cells, or unchanged."""
    texts = [with_bars(line.text) for line in drawing]
    rows = [at for at, text in enumerate(texts) if not is_border(text)]
    n = len(rows)
    if not 4 <= n <= MAX_ORDER or all(len(texts[at].replace("|", " ").split()) == n for at in rows):
        return drawing
    bars = {tuple(i for i, char in enumerate(texts[at].rstrip()) if char == "|") for at in rows}
    if len(bars) != 1:
        return drawing
    places = bars.pop()
    widths = {after - before - 1 for before, after in pairwise(places)}
    n_boxes = len(places) - 1
    is_closed = all(texts[at].strip()[:1] == texts[at].strip()[-1:] == "|" for at in rows)
    if len(widths) != 1 or n % n_boxes or n == n_boxes or not is_closed:
        return drawing
    found = {
        tuple(filled)
        for slots in _slots(widths.pop(), n // n_boxes)
        if (filled := _read(texts, rows, places, slots.spans(n // n_boxes)))
    }
    readings = {tuple(" ".join(row.replace("|", " ").split()) for row in each) for each in found}
    if len(readings) != 1:
        return drawing
    dotted = dict(zip(rows, found.pop(), strict=True))
    return [line.rewritten(dotted[at]) if at in dotted else line for at, line in enumerate(drawing)]


def _slots(width: int, n: int) -> Iterator[_Slots]:
    """Yield the ways to divide a width into n cells, with up to two spaces at each end."""
    for start, size, gap, end in product(range(3), (1, 2), range(4), range(3)):
        fits = start + n * size + (n - 1) * gap + end == width
        if fits and (gap or size == 1):
            yield _Slots(start, size, gap)


def _read(
    texts: list[str], rows: list[int], places: tuple[int, ...], spans: list[tuple[int, int]]
) -> list[str]:
    """Return the rows with dots for blanks, or [] if there is text between the cells."""
    filled = []
    for at in rows:
        chars = list(texts[at])
        rest = list(texts[at])
        for bar in places[:-1]:
            for first, last in spans:
                where = slice(bar + 1 + first, bar + 1 + last)
                cell = texts[at][where].strip()
                if cell and not _CELL.fullmatch(cell):
                    return []
                if not cell:
                    chars[where.stop - 1] = "."
                rest[where] = " " * (last - first)
        if "".join(rest).replace("|", " ").strip():
            return []
        filled.append("".join(chars))
    return filled


FORM = Form(frozenset(("pretty", "candidates")), _SIGN, _rewrite_of)
