"""Format `line`: all cells of a puzzle on one line, row by row; also known as .sdm.

One puzzle a line, orders 1 to 35. Digits above 9 are A, B, ... in either case; `. 0 _ * - ? x X`
are blanks where they are not digits (X is the digit 33 from order 33 on), and so are spaces
inside a line of the right length. Lines that start with # are comments, and so is what follows
a # on a line. Boxes are the usual ones of the order: 3x3 for 81 cells, 2x3 for 36; a prime order
is a Latin square.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import isqrt

from pandoku.formats._text import (
    BLANKS,
    DIGITS,
    Item,
    Line,
    Lines,
    char_of,
    digit_of,
    fail,
    read_each_line,
    rule_losses,
)
from pandoku.model import Geometry, Puzzle

NAME = "line"
SUMMARY = "one puzzle a line, 81 characters for a 9x9 (.sdm and most collections)"
CARRIES = "givens; usual boxes; orders 1 to 35"
KEEPS = ()
SUFFIXES = (".sdm", ".line")
EXAMPLE = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..\n"
SNIFF_ORDER = 90
SEPARATOR = ""

_ORDERS = {n * n: n for n in range(1, 36)}
_BAD = "\xff"


def sniff(head: list[str]) -> bool:
    """Whether the first line is mostly digits and blanks, with nothing between them."""
    text = next((t for t in map(_bare, head) if t), "")
    if not text or any(c in text for c in " \t,:;|[{(<=+"):
        return False
    # A line of the wrong length, or with a wrong character, is still a line: reading it says why.
    known = sum(c in BLANKS or c.upper() in DIGITS for c in text)
    digits = sum(c in BLANKS or c.isdigit() for c in text)
    if len(text) in _ORDERS and known == len(text):
        return digits == known or len(text) > 81 or 10 * digits >= 9 * known
    return len(text) >= 16 and 10 * digits >= 9 * len(text)


def read(lines: Lines) -> Iterator[Item]:
    """Yield a puzzle for each line."""
    return read_each_line(lines, _parse)


def why_not(puzzle: Puzzle) -> str | None:
    """What a line would lose: cages, candidates, unusual boxes, orders above 35."""
    return rule_losses(puzzle, orders=range(1, 36))


def write(puzzle: Puzzle) -> str:
    """One line, blanks as dots."""
    return "".join(map(char_of, puzzle.givens)) + "\n"


def _bare(text: str) -> str:
    return text.partition("#")[0].strip()


def _parse(line: Line) -> Puzzle:
    text = _bare(line.text)
    if len(text) not in _ORDERS:
        # Blanks written as spaces may stand at either end.
        padded = line.text.partition("#")[0]
        text = padded if len(padded) in _ORDERS and set(padded) - {" "} else text
    order = _ORDERS.get(len(text))
    if order is None:
        _fail_length(line, text)
    cells = text.translate(_table(order)).encode("latin-1")
    if 0xFF in cells:
        at = cells.index(0xFF)
        found = f"expected {_expected(order)}, found {text[at]!r}"
        fail(NAME, found, line, line.text.index(text) + at + 1)
    return Puzzle(Geometry.standard(order), tuple(cells))


class _Table(dict[int, str]):
    """Maps characters to chr(digit); what is neither digit nor blank becomes _BAD."""

    def __missing__(self, key: int) -> str:
        return _BAD


@lru_cache(maxsize=40)
def _table(order: int) -> _Table:
    known = ((c, digit_of(c, order)) for c in {*DIGITS, *DIGITS.lower(), *BLANKS, " "})
    return _Table({ord(c): chr(digit) for c, digit in known if digit is not None})


def _expected(order: int) -> str:
    if order < 10:
        return f"a digit 1-{order} or '.'"
    return f"a digit 1-9, A-{DIGITS[order - 1]} or '.'"


def _fail_length(line: Line, text: str) -> None:
    near = min(max(round(len(text) ** 0.5), 1), 35)
    if isqrt(len(text)) > 36:
        near = 35
    column = line.text.index(text) + min(len(text), near * near) + 1
    reason = f"expected {near * near} characters ({near}x{near}), found {len(text)}"
    fail(NAME, reason, line, column)
