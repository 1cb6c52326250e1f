"""Format `list`: a Python or JSON list of lists of numbers.

0, None, null and quoted blanks are blanks. The text is read as a literal by a reader of its own,
never evaluated. It may span lines, and several lists may follow each other. Boxes are the usual
ones of the order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pandoku.errors import FormatError
from pandoku.formats._text import BLANKS, Item, Line, Lines, fail, guarded, rule_losses
from pandoku.model import MAX_ORDER, Geometry, Puzzle

NAME = "list"
SUMMARY = "a Python or JSON list of lists: [[0, 3, ...], ...]"
CARRIES = "givens; usual boxes; orders 1 to 36"
KEEPS = ()
SUFFIXES = (".list",)
EXAMPLE = "[[0, 0, 3, 0], [1, 0, 0, 0], [0, 0, 0, 2], [0, 4, 0, 0]]\n"
SNIFF_ORDER = 20
SEPARATOR = ""

_TOKEN = re.compile(r"""\s+|[\[\](),;]|\d+|None|null|"[^"]?"|'[^']?'|\#.*""")
_OPEN, _CLOSE = "[(", "])"


def sniff(head: list[str]) -> bool:
    """Whether the text starts with a bracket that is neither JSON objects nor a section head."""
    text = "".join(t.strip() for t in head[:40] if not t.startswith("#"))
    return re.match(r"[\[(]\s*(?:[^\[\]{}a-zA-Z]|[\[(]|$|[a-zA-Z_]\w*[(.])", text) is not None


def read(lines: Lines) -> Iterator[Item]:
    """Yield a puzzle for each outermost list."""
    reader = _Reader()
    for line in lines:
        try:
            for rows in reader.feed(line):
                yield guarded(reader.start.number, lambda rows=rows: _puzzle(rows, reader.start))  # type: ignore[misc]
        except FormatError as error:
            yield Item(line.number, error)
            return  # what follows a broken list has no beginning to find
    if reader.depth:
        missing = FormatError(
            f"expected {reader.depth} more ']', found the end",
            format=NAME,
            line=reader.start.number,
        )
        yield Item(reader.start.number, missing)


def why_not(puzzle: Puzzle) -> str | None:
    """What the list would lose: cages, candidates, unusual boxes."""
    return rule_losses(puzzle, orders=range(1, MAX_ORDER + 1))


def write(puzzle: Puzzle) -> str:
    """One line, 0 for blanks."""
    n = puzzle.order
    return str([list(puzzle.givens[r * n : r * n + n]) for r in range(n)]) + "\n"


class _Reader:
    """Reads lists of lists of numbers, line by line."""

    def __init__(self) -> None:
        self.depth = 0
        self.start = Line(1, "")
        self._rows: list[list[int]] = []

    def feed(self, line: Line) -> Iterator[list[list[int]]]:
        """Yield the outermost lists that end on this line."""
        at = 0
        while at < len(line.text):
            match = _TOKEN.match(line.text, at)
            if match is None:
                found = line.text[at : at + 12]
                fail(NAME, f"expected numbers and brackets, found {found!r}", line, at + 1)
            token = match.group()
            if token in _OPEN:
                self._open(line, at)
            elif token in _CLOSE:
                if self.depth == 0:
                    fail(NAME, "expected '[', found ']'", line, at + 1)
                self.depth -= 1
                if self.depth == 0:
                    yield self._rows
            elif token[0] not in ",;# \t\r\f\v":
                self._number(token, line, at)
            at = match.end()

    def _open(self, line: Line, at: int) -> None:
        if self.depth == 2:
            fail(NAME, "expected a number, found a list within a row", line, at + 1)
        if self.depth == 0:
            self.start, self._rows = line, []
        else:
            self._rows.append([])
        if len(self._rows) > MAX_ORDER:
            fail(NAME, f"expected at most {MAX_ORDER} rows", line, at + 1)
        self.depth += 1

    def _number(self, token: str, line: Line, at: int) -> None:
        if self.depth != 2:
            fail(NAME, f"expected a row in brackets, found {token!r}", line, at + 1)
        bare = token.strip("'\"")
        if token in ("None", "null") or bare in ("", " ", *BLANKS):
            digit = 0
        elif bare.isdecimal() and len(bare) < 4 and int(bare) <= MAX_ORDER:
            digit = int(bare)
        else:
            fail(NAME, f"expected a digit, found {token[:20]}", line, at + 1)
        self._rows[-1].append(digit)
        if len(self._rows[-1]) > MAX_ORDER:
            fail(NAME, f"expected at most {MAX_ORDER} cells a row", line, at + 1)


def _puzzle(rows: list[list[int]], start: Line) -> Puzzle:
    n = len(rows)
    for number, row in enumerate(rows, 1):
        if len(row) != n:
            fail(NAME, f"row {number}: expected {n} cells, found {len(row)}", start)
        for column, digit in enumerate(row, 1):
            if digit > n:
                fail(NAME, f"r{number}c{column}: expected a digit 0..{n}, found {digit}", start)
    if n == 0:
        fail(NAME, "expected rows, found an empty list", start)
    return Puzzle(Geometry.standard(n), tuple(digit for row in rows for digit in row))
