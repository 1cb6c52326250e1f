"""Format `list`: a Python or JSON list of lists of numbers.

Blanks are 0, -1, None, null, nil, NaN and quoted characters such as ".". Commas are optional,
because NumPy omits them. A row may also be a string of n characters. A single list may contain all
n*n numbers of a grid, with or without semicolons between rows. The text is parsed, never evaluated.
A list may span several lines, and a text may contain several lists. After a broken list, reading
continues at the next line that starts with two brackets. Boxes have the default shape for the
order.

A list copied from a program may have a name, braces or comments, or be inside a call such as
`np.array(...)`. It is rewritten as a plain list before this module reads it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import partial
from itertools import islice
from math import isqrt
from typing import NamedTuple, NoReturn

from pandoku.errors import FormatError
from pandoku.formats._alphabet import alphabet_of, kept_symbols
from pandoku.formats._format import Format
from pandoku.formats._text import BLANKS, Item, Lines, SourceLine, fail, guarded, rule_losses
from pandoku.model import MAX_ORDER, Geometry, Puzzle

_NAME = "list"

_TOKEN = re.compile(
    r"""[\s,]+|;|[\[\]()]|\d+|-1(?![\d.])|(?:None|null|nil|nan|NaN)(?!\w)|"[^"]*"|'[^']*'|\#.*"""
)
_TWO_BRACKETS = re.compile(r"\s*[\[(]\s*[\[(]")
_MOST_LOST = 100_000  # maximum number of lines to skip after a broken list
_FIRST_LINES, _FIRST_CHARS = 40, 400  # numbers of lines and characters that detection examines
_BLANK_WORDS = frozenset(("None", "null", "nil", "nan", "NaN", "-1", "", *BLANKS))
_SMALLEST_FLAT = 16  # minimum number of numbers in a list without rows


class _Cell(NamedTuple):
    line: SourceLine
    column: int  # the column, from 1
    text: str  # the text without quotation marks


class _Row(NamedTuple):
    line: SourceLine
    column: int  # the column of the bracket, from 1
    cells: list[_Cell]


def _sniff(head: list[str]) -> bool:
    """Return whether the text starts like a list of numbers or rows. The list may be malformed."""
    content = (text.strip() for text in head if not text.lstrip().startswith("#"))
    text = "".join(islice(content, _FIRST_LINES))[:_FIRST_CHARS]
    starts = re.match(
        r"""\[\s*\[\s*[\]\d"'.N_n-]|\(\s*[\[(]\s*[\d"'Nn-]|[\[(]\s*["'_]|\[\s*[\]\d-]|\[\w+[(.]""",
        text,
    )
    # A grid in the format `letters` may also start with brackets, but it has no commas.
    return starts is not None and re.search(r",|\d\s+\d|\[\]|^\[\[.\]\]|\]$|\(", text) is not None


def _read(lines: Lines) -> Iterator[Item]:
    """Yield a puzzle for each outermost list."""
    reader = _Reader()
    n_lost: int | None = None  # the number of lines skipped after a broken list
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


def _write(puzzle: Puzzle) -> str:
    """Return a list of rows on one line, with 0 for blanks.

    If the digits are not 1 to n, they are written in quotation marks, with "." for blanks.
    """
    n = puzzle.order
    if symbols := kept_symbols(puzzle):
        cells = [symbols[given - 1] if given else "." for given in puzzle.givens]
        return json.dumps([cells[r * n : r * n + n] for r in range(n)]) + "\n"
    return str([list(puzzle.givens[r * n : r * n + n]) for r in range(n)]) + "\n"


class _Reader:
    """A reader of lists that takes one line at a time.

    Attributes:
        depth: The number of open brackets, 0 to 2.
        start: The line that has the outermost open bracket.
    """

    def __init__(self) -> None:
        self.depth = 0
        self.start = SourceLine(1, "")
        self._rows: list[_Row] = []
        self._flat: list[_Cell] = []  # cells outside the brackets of a row
        self._ends: list[int] = []  # the number of cells in `_flat` at each semicolon

    def feed(self, line: SourceLine) -> Iterator[list[_Row]]:
        """Yield the rows of each outermost list that ends on this line."""
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
            elif token == ";":
                self._ends.append(len(self._flat))
            elif token[0] not in ",#" and not token[0].isspace():
                self._number(token, line, at)
            at = match.end()

    def unclosed(self) -> Item:
        """Return the error for an unclosed list."""
        reason = f"expected {self.depth} more ']', found the end of the text or another list"
        error = FormatError(reason, format=_NAME, line=self.start.number)
        return Item(self.start.number, error)

    def _open(self, line: SourceLine, at: int) -> None:
        if self.depth == 2:
            fail(_NAME, "expected a number, found a list within a row", line, at + 1)
        if self.depth == 0:
            self.start, self._rows, self._flat, self._ends = line, [], [], []
        else:
            self._start_row(line, at)
        self.depth += 1

    def _start_row(self, line: SourceLine, at: int) -> None:
        if self._flat:
            self._refuse_flat()
        if len(self._rows) == MAX_ORDER:
            fail(_NAME, f"expected at most {MAX_ORDER} rows, found more", line, at + 1)
        self._rows.append(_Row(line, at + 1, []))

    def _close(self, line: SourceLine, at: int) -> bool:
        if self.depth == 0:
            fail(_NAME, f"expected '[', found {line.text[at]!r}", line, at + 1)
        self.depth -= 1
        if self.depth == 0 and self._flat:
            self._rows = self._rows_of_flat()
        return self.depth == 0

    def _number(self, token: str, line: SourceLine, at: int) -> None:
        is_quoted = token[0] in "\"'"
        bare = token[1:-1] if is_quoted else token
        if self.depth == 1 and is_quoted and len(bare) > 2:
            self._start_row(line, at)
            cells = [_Cell(line, at + 2 + i, char) for i, char in enumerate(bare)]
            self._rows[-1].cells.extend(cells[: MAX_ORDER + 1])
            return
        if self.depth == 0 or (self.depth == 1 and self._rows):
            fail(_NAME, f"expected a row in brackets, found {token[:20]}", line, at + 1)
        bare = bare.strip()
        is_letter = len(bare) == 1 and bare.isascii() and bare.isalpha()
        if is_quoted and (len(bare) > 3 or " " in bare):
            fail(_NAME, f"expected numbers and brackets, found {token[:12]!r}", line, at + 1)
        if not (
            bare in _BLANK_WORDS
            or (bare.isascii() and bare.isdecimal() and len(bare) < 3 and int(bare) <= MAX_ORDER)
            or is_letter
        ):
            fail(_NAME, f"expected a digit, found {token[:20]}", line, at + 1)
        cells = self._flat if self.depth == 1 else self._rows[-1].cells
        most = MAX_ORDER if self.depth == 2 else MAX_ORDER**2
        if len(cells) == most:
            what = "a row" if self.depth == 2 else "in a list"
            fail(_NAME, f"expected at most {most} cells {what}, found more", line, at + 1)
        cells.append(_Cell(line, at + 1, bare))

    def _rows_of_flat(self) -> list[_Row]:
        """Split a list of n*n cells without rows into n rows."""
        n, size = isqrt(len(self._flat)), len(self._flat)
        if size < _SMALLEST_FLAT or n * n != size:
            self._refuse_flat()
        if any(end != n * i for i, end in enumerate(self._ends, 1)):
            end = next(end for i, end in enumerate(self._ends, 1) if end != n * i)
            cell = self._flat[min(end, size - 1)]
            reason = f"expected a semicolon after each {n} numbers, found another"
            fail(_NAME, reason, cell.line, cell.column)
        rows = [self._flat[at : at + n] for at in range(0, size, n)]
        return [_Row(row[0].line, row[0].column, row) for row in rows]

    def _refuse_flat(self) -> NoReturn:
        cell = self._flat[0]
        reason = f"expected a row in brackets, found {cell.text or repr('')}"
        if len(self._flat) >= _SMALLEST_FLAT:
            reason = f"expected n*n numbers in a list without rows, found {len(self._flat)}"
        fail(_NAME, reason, cell.line, cell.column)


def _give_up(line: SourceLine) -> NoReturn:
    reason = f"expected a list within {_MOST_LOST:,} lines after a broken one, found none"
    fail(_NAME, f"{reason}, so the rest is not read", line)


def _puzzle(rows: list[_Row], start: SourceLine) -> Item:
    n = len(rows)
    if n == 0:
        fail(_NAME, "expected rows, found an empty list", start)
    for row in rows:
        if len(row.cells) != n:
            reason = f"expected a row of {n} cells, found {len(row.cells)}"
            fail(_NAME, reason, row.line, row.column)
    cells = [cell for row in rows for cell in row.cells]
    geometry = Geometry.sudoku(n)
    alphabet = alphabet_of([cell.text for cell in cells], geometry, start, _NAME)
    givens = []
    for cell in cells:
        if (digit := alphabet.digit_of(cell.text)) is None:
            words = alphabet.words if alphabet.symbols else f"a digit 1-{n}, or 0"
            fail(_NAME, f"expected {words}, found {cell.text}", cell.line, cell.column)
        givens.append(digit)
    puzzle = Puzzle(geometry, tuple(givens), symbols=alphabet.symbols)
    return Item(start.number, puzzle, note=alphabet.note)


FORMAT = Format(
    name=_NAME,
    summary=(
        "a list of lists of a program: [[0, 3, ...], ...]; blanks 0, -1, None, null, NaN and '.'"
    ),
    carries="givens; default boxes; orders 1 to 36",
    suffixes=(".list",),
    example="[[0, 0, 3, 0], [1, 0, 0, 0], [0, 0, 0, 2], [0, 4, 0, 0]]\n",
    sniff_order=20,
    sniff=_sniff,
    read=_read,
    why_not=partial(rule_losses, orders=range(1, MAX_ORDER + 1)),
    write=_write,
    takes_digits=True,
)
