"""Format `list`: a Python or JSON list of lists of numbers.

0, None, null and quoted blanks are blanks; commas are optional (NumPy prints none). The text is
parsed, never evaluated. A list may span several lines, and several lists may follow each other.
After a broken list, reading continues at the next line that starts with two brackets. Boxes are the
default ones of the order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple, NoReturn

from pandoku.errors import FormatError
from pandoku.formats._format import Format
from pandoku.formats._text import BLANKS, Item, Lines, SourceLine, fail, guarded, rule_losses
from pandoku.model import MAX_ORDER, Geometry, Puzzle

_NAME = "list"

_TOKEN = re.compile(r"""[\s,;]+|[\[\]()]|\d+|None|null|"[^"\s]{0,3}"|'[^'\s]{0,3}'|\#.*""")
_TWO_BRACKETS = re.compile(r"\s*[\[(]\s*[\[(]")
_MOST_LOST = 100_000  # lines
_FIRST_LINES, _FIRST_CHARS = 40, 400  # that say whether a text is a list
_BLANK_WORDS = frozenset(("None", "null", "", *BLANKS))


class _Row(NamedTuple):
    line: SourceLine
    column: int  # 1-based, of the bracket
    digits: list[int]
    columns: list[int]  # 1-based, of the digits


def _sniff(head: list[str]) -> bool:
    """Return whether the text starts with a list of lists, even if it is malformed."""
    content = (text.strip() for text in head if not text.lstrip().startswith("#"))
    text = "".join(islice(content, _FIRST_LINES))[:_FIRST_CHARS]
    starts = re.match(r"\[\s*\[\s*[\]\d\"'.N_n-]|\(\s*[\[(]\s*\d|\[\s*[\]\d\"'_]|\[\w+[(.]", text)
    # A grid of the format `letters` may start with brackets too, but has no commas between them.
    return starts is not None and re.search(r",|\d\s+\d|\[\]|^\[\[.\]\]|\]$|\(", text) is not None


def _read(lines: Lines) -> Iterator[Item]:
    """Yield a puzzle for each outermost list."""
    reader = _Reader()
    n_lost: int | None = None  # lines after a broken list, until the next one starts
    for line in lines:
        starts = _TWO_BRACKETS.match(line.text) is not None
        if n_lost is not None and not starts:
            n_lost += 1
            if n_lost < _MOST_LOST:
                continue
            yield guarded(line.number, _give_up, line)
            return
        n_lost = None
        if starts and reader.depth:
            yield reader.unclosed()
            reader = _Reader()
        try:
            for rows in reader.feed(line):
                yield guarded(reader.start.number, _puzzle, rows, reader.start)
        except FormatError as error:
            yield Item(reader.start.number if reader.depth else line.number, error)
            reader, n_lost = _Reader(), 0
    if reader.depth:
        yield reader.unclosed()


def _why_not(puzzle: Puzzle) -> str | None:
    """Return which rules the list would lose: cages, candidates, boxes other than the default."""
    return rule_losses(puzzle, orders=range(1, MAX_ORDER + 1))


def _write(puzzle: Puzzle) -> str:
    """Return one line with 0 for blanks."""
    n = puzzle.order
    return str([list(puzzle.givens[r * n : r * n + n]) for r in range(n)]) + "\n"


class _Reader:
    """Reads lists of lists of numbers, line by line.

    Attributes:
        depth: The number of open brackets, 0 to 2.
        start: The line with the outermost open bracket.
    """

    def __init__(self) -> None:
        self.depth = 0
        self.start = SourceLine(1, "")
        self._rows: list[_Row] = []

    def feed(self, line: SourceLine) -> Iterator[list[_Row]]:
        """Yield the outermost lists that end on this line."""
        at = 0
        while at < len(line.text):
            match = _TOKEN.match(line.text, at)
            if match is None:
                found = line.text[at : at + 12]
                fail(_NAME, f"expected numbers and brackets, found {found!r}", line, at + 1)
            token = match.group()
            if token in "[(":
                self._open(line, at)
            elif token in "])":
                if self._close(line, at):
                    yield self._rows
            elif token[0] not in ",;#" and not token[0].isspace():
                self._number(token, line, at)
            at = match.end()

    def unclosed(self) -> Item:
        """Return the error for a list that does not end."""
        reason = f"expected {self.depth} more ']', found the end of the text or another list"
        error = FormatError(reason, format=_NAME, line=self.start.number)
        return Item(self.start.number, error)

    def _open(self, line: SourceLine, at: int) -> None:
        if self.depth == 2:
            fail(_NAME, "expected a number, found a list within a row", line, at + 1)
        if self.depth == 0:
            self.start, self._rows = line, []
        elif len(self._rows) == MAX_ORDER:
            fail(_NAME, f"expected at most {MAX_ORDER} rows, found more", line, at + 1)
        else:
            self._rows.append(_Row(line, at + 1, [], []))
        self.depth += 1

    def _close(self, line: SourceLine, at: int) -> bool:
        if self.depth == 0:
            fail(_NAME, f"expected '[', found {line.text[at]!r}", line, at + 1)
        self.depth -= 1
        return self.depth == 0

    def _number(self, token: str, line: SourceLine, at: int) -> None:
        if self.depth != 2:
            fail(_NAME, f"expected a row in brackets, found {token[:20]}", line, at + 1)
        bare = token.strip("'\"")
        if bare in _BLANK_WORDS:
            digit = 0
        elif bare.isascii() and bare.isdecimal() and len(bare) < 3 and int(bare) <= MAX_ORDER:
            digit = int(bare)
        else:
            fail(_NAME, f"expected a digit, found {token[:20]}", line, at + 1)
        row = self._rows[-1]
        if len(row.digits) == MAX_ORDER:
            fail(_NAME, f"expected at most {MAX_ORDER} cells a row, found more", line, at + 1)
        row.digits.append(digit)
        row.columns.append(at + 1)


def _give_up(line: SourceLine) -> NoReturn:
    reason = f"expected a list within {_MOST_LOST:,} lines after a broken one, found none"
    fail(_NAME, f"{reason}, so the rest is not read", line)


def _puzzle(rows: list[_Row], start: SourceLine) -> Puzzle:
    n = len(rows)
    if n == 0:
        fail(_NAME, "expected rows, found an empty list", start)
    for row in rows:
        if len(row.digits) != n:
            reason = f"expected a row of {n} cells, found {len(row.digits)}"
            fail(_NAME, reason, row.line, row.column)
        for digit, column in zip(row.digits, row.columns, strict=True):
            if digit > n:
                fail(_NAME, f"expected a digit 1-{n}, or 0, found {digit}", row.line, column)
    return Puzzle(Geometry.sudoku(n), tuple(digit for row in rows for digit in row.digits))


FORMAT = Format(
    name=_NAME,
    summary="a Python or JSON list of lists: [[0, 3, ...], ...]; blanks 0, None, null and '.'",
    carries="givens; default boxes; orders 1 to 36",
    suffixes=(".list",),
    example="[[0, 0, 3, 0], [1, 0, 0, 0], [0, 0, 0, 2], [0, 4, 0, 0]]\n",
    sniff_order=20,
    sniff=_sniff,
    read=_read,
    why_not=_why_not,
    write=_write,
)
