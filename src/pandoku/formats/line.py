"""Format `line`: all cells of a puzzle on one line, row by row.

Each line is a puzzle of order 1 to 35. Digits above 9 are A, B, ... in upper or lower case. Blanks
are spaces and `. 0 _ * - ? x X`, except x and X from order 33, where X is a digit. A # starts a
comment. Boxes have the default shape for the order, such as 3x3 for 81 cells and 2x3 for 36 cells.
Puzzles of a prime order are Latin squares. If spaces are blanks, spaces at the start and end of a
line also count as cells.

A rating may follow the cells after a tab or spaces: `7.2`, `7.2/1.2/1.2` or `ED=7.2/1.2/1.2`. Its
numbers are stored in `extra` under the keys `er`, `ep` and `ed`. Any other text after a tab is
stored under the key `beside`.

A square of n lines of n characters, where n is 4, 9, 16 or 25, is usually a single puzzle in the
format `sdk`. It is read as n small puzzles in the format `line` if the file name suggests this, if
a comment contains the words "one per line", or if most of the lines contain a digit twice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache, partial
from math import isqrt

from pandoku.formats._alphabet import alphabet_of, cells_text, kept_symbols
from pandoku.formats._batches import Chunk, read_chunks
from pandoku.formats._format import Format
from pandoku.formats._spaced import are_spaced_lines
from pandoku.formats._squares import MARK, Square
from pandoku.formats._text import (
    BLANKS,
    Item,
    Lines,
    SourceLine,
    char_of,
    digit_of,
    fail,
    looks_like_cells,
    read_each_line,
    rule_losses,
)
from pandoku.model import DIGITS, Batch, FrozenMap, Geometry, Puzzle

_NAME = "line"

_MAX_ORDER = len(DIGITS)
_ORDERS = {n * n: n for n in range(1, _MAX_ORDER + 1)}
_NO_DIGIT = 255  # marks a character that is neither a digit nor a blank
_CHARACTERS = bytes(ord(char_of(d)) if d <= _MAX_ORDER else _NO_DIGIT for d in range(256))
_BESIDE = re.compile(r"(\S{16,})(\t.*|\s+(?:E[RD]=)?\d\d?\.\d(?![^\s/]).*)")
_RATING = re.compile(r"\s(?:E[RD]=)?(\d\d?\.\d)(?:/(\d\d?\.\d)/(\d\d?\.\d))?(?!\S)")
_BLANKS = frozenset((*BLANKS.upper(), " "))
_SHORTEST_ODD = 12  # a shorter line with a wrong length may be in a different format


def _sniff(head: list[str]) -> bool:
    """Return whether the first line consists of digits and blanks without separators.

    A line with a wrong length or a wrong character is also accepted, so that the reader can report
    the mistake.
    """
    if are_spaced_lines(head):
        return True
    bare = (_beside(text.partition("#")[0].strip())[0] for text in head)
    texts = [text for text in bare if text]
    text = texts[0] if texts else ""
    fits = len(text) in _ORDERS or len(text) >= _SHORTEST_ODD
    if len(text) < _SHORTEST_ODD:  # any text may start with a short line, such as a number
        fits = fits and 2 * sum(len(each) == len(text) for each in texts) >= len(texts)
    return fits and looks_like_cells(text, isqrt(len(text)))


def _could_be(head: list[str]) -> bool:
    """Return whether lines that form a grid can also be small puzzles, one per line."""
    square = Square.first_of(head)
    return square.is_whole and square.has_small_digits and _sniff(head)


def closing(n: int, width: int) -> str:
    """Return a comment that marks *n* lines as separate puzzles, or "" if it is not needed."""
    return f"# {n} puzzles, {MARK}\n" if 1 < n == width <= _MAX_ORDER else ""


def line_batches(lines: Lines) -> Iterator[Item | Batch]:
    """Yield the puzzles of *lines*. Consecutive plain lines are combined into a Batch."""
    return read_chunks(lines, batch_of_lines, puzzle_of_line)


def characters(cells: bytes) -> bytes:
    """Return digits 0..35 as ASCII characters, with dots for 0 and without newlines."""
    return cells.translate(_CHARACTERS)


def _beside(text: str) -> tuple[str, str]:
    """Return the cells of a line, and the text after them."""
    found = _BESIDE.fullmatch(text) if " " in text or "\t" in text else None
    return (found[1], found[2]) if found else (text, "")


def cells_of_line(line: str) -> str:
    """Return the cells of a line, without the comment and any text after the cells."""
    return _parts(line)[0]


def _parts(line: str) -> tuple[str, str]:
    text, beside = _beside(line.partition("#")[0].strip())
    if " " in text or len(text) not in _ORDERS:
        # If spaces are blanks, leading and trailing spaces are cells.
        padded = line.partition("#")[0]
        text = padded if len(padded) in _ORDERS else text
    return text, beside


# For the number of cells of each usual order, the characters of a line that can only be a puzzle in
# this format: the digits, and one kind of blank. 64 characters may be the candidates of a 4x4.
_PLAIN = {n * n: tuple(f"{blank}{DIGITS[:n]}".encode() for blank in (".", "0")) for n in (4, 6, 9)}
_VALUES = bytes.maketrans(b".0123456789", bytes((0, *range(10))))


def plain_puzzle(text: str) -> Puzzle | None:
    """Return the puzzle in a line of digits with dots or zeros as blanks, or None.

    This is the most common text. Detecting a format takes longer than a search.
    """
    text = text.removesuffix("\n")
    if not is_plain(text):
        return None
    geometry = Geometry.sudoku(isqrt(len(text)))
    return Puzzle(geometry, tuple(text.encode().translate(_VALUES)))


def is_plain(text: str) -> bool:
    """Return whether a text is a line that only this format reads: digits, and dots or zeros."""
    plain = _PLAIN.get(len(text))
    if plain is None or not text.isascii():
        return False
    raw = text.encode()
    return not all(raw.translate(None, characters) for characters in plain)


def puzzle_of_line(line: SourceLine, format: str = _NAME) -> Item:
    """Return the puzzle of a line that may have a comment, a rating or other text.

    Args:
        line: The line.
        format: The name of the format, for errors.

    Raises:
        FormatError: The number of cells or a character is wrong, or the digits are ambiguous.
    """
    text, beside = _parts(line.text)
    puzzle, note = puzzle_and_note(text, line, format)
    rating = _RATING.search(beside)
    names = zip(("er", "ep", "ed"), rating.groups() if rating else (), strict=False)
    extra = {name: found for name, found in names if found}
    if rest := (beside.replace(rating[0], "", 1) if rating else beside).strip():
        extra["beside"] = rest
    if extra:
        puzzle = puzzle.replace(extra=FrozenMap(extra))
    return Item(line.number, puzzle, note=note)


def puzzle_of_cells(text: str, line: SourceLine, format: str = _NAME) -> Puzzle:
    """Return the puzzle whose cells are the characters of *text*.

    Args:
        text: One character for each cell.
        line: The line that contains the cells, for errors.
        format: The name of the format, for errors.

    Raises:
        FormatError: The number of cells or a character is wrong, or the digits are ambiguous.
    """
    return puzzle_and_note(text, line, format)[0]


def puzzle_and_note(text: str, line: SourceLine, format: str) -> tuple[Puzzle, str | None]:
    """Return the puzzle, and a note if the text was ambiguous (otherwise None)."""
    order = _ORDERS.get(len(text))
    if order is None:
        n = min(max(round(len(text) ** 0.5), 1), _MAX_ORDER)
        column = _column(line, text, min(len(text), n * n))
        reason = f"expected {n * n} characters ({n}x{n}), found {len(text)}"
        if len(text) > (_MAX_ORDER + 1) ** 2 - 1:
            reason = (
                f"expected at most {n * n} characters ({n}x{n}), found {len(text)}; write a larger "
                "grid in rows of numbers with spaces between them"
            )
        fail(format, reason, line, column)
    geometry = Geometry.sudoku(order)
    cells = text.translate(_table(order)).encode("latin-1")
    # With a single kind of blank, no blank can be a digit.
    has_one_blank = len(_BLANKS.intersection(text.upper())) <= 1
    if _NO_DIGIT not in cells and not line.digits and has_one_blank:
        return Puzzle(geometry, tuple(cells)), None
    alphabet = alphabet_of(text, geometry, line, format)
    givens = [alphabet.digit_of(char) for char in text]
    if None in givens:
        at = givens.index(None)
        reason = f"expected {alphabet.words}, found {text[at]!r}"
        fail(format, reason, line, _column(line, text, at))
    digits = tuple(digit or 0 for digit in givens)
    return Puzzle(geometry, digits, symbols=alphabet.symbols), alphabet.note


class _Table(dict[int, str]):
    """A table that maps characters to chr(digit), for the fast method `str.translate`."""

    def __missing__(self, key: int) -> str:
        return chr(_NO_DIGIT)


@lru_cache(maxsize=_MAX_ORDER)
def _table(order: int) -> _Table:
    known = ((c, digit_of(c, order)) for c in {*DIGITS, *DIGITS.lower(), *BLANKS, " "})
    return _Table({ord(c): chr(digit) for c, digit in known if digit is not None})


def batch_of_lines(chunk: Chunk) -> Batch | None:
    """Return a Batch if all lines are plain and have the same length, otherwise None.

    A plain line consists of digits and visible blanks, and no blank in it may be a digit.
    """
    raw, width = chunk.raw, chunk.raw.find(b"\n")
    order = _ORDERS.get(width)
    if order is None:
        return None
    n, rest = divmod(len(raw), width + 1)
    if rest or raw[width :: width + 1] != b"\n" * n:
        return None
    cells = raw.translate(_plain_table(order), b"\n")
    if len(cells) != n * width or _NO_DIGIT in cells or _has_doubtful_line(raw, order):
        return None
    return Batch(order, cells, origins=range(chunk.number, chunk.number + n))


def _has_doubtful_line(raw: bytes, order: int) -> bool:
    """Return whether a line has several kinds of blanks, so that one kind may be a digit.

    Args:
        raw: Lines of order * order characters, with line ends.
        order: The order of their puzzles.
    """
    # Nearly all files have only one kind of blank. A few fast searches detect these files.
    may_be_digits = b"0xX" if order > 9 else b"0"
    if not any(char in raw for char in may_be_digits):
        return False
    if sum(char in raw for char in BLANKS.encode()) < 2:
        return False
    may_be_digit = re.compile(b"[0xX]" if order > 9 else b"0").search
    return any(
        may_be_digit(line) is not None and len(_BLANKS.intersection(line.decode().upper())) > 1
        for line in raw.split(b"\n")
    )


@lru_cache(maxsize=_MAX_ORDER)
def _plain_table(order: int) -> bytes:
    table = _table(order)
    visible = range(ord(" ") + 1, 128)
    return bytes(ord(table[code]) if code in visible else _NO_DIGIT for code in range(256))


def _column(line: SourceLine, text: str, at: int) -> int | None:
    """Return the column (from 1) of character *at* of *text*, or None if it is not in the line.

    For example, *text* is not in the line if it is a csv field that contains quotation marks,
    because these are doubled in the line.
    """
    start = line.text.find(text)
    return start + at + 1 if start >= 0 else None


FORMAT = Format(
    name=_NAME,
    summary=(
        "one puzzle per line, 81 characters for a 9x9, as in most collections; "
        "blanks . 0 _ * - ? x X and spaces"
    ),
    carries="givens; default boxes; orders 1 to 35",
    suffixes=(".line",),
    example="1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..\n",
    sniff_order=90,
    sniff=_sniff,
    read=partial(read_each_line, parse=puzzle_of_line),
    why_not=partial(rule_losses, orders=range(1, _MAX_ORDER + 1)),
    write=lambda puzzle: cells_text(puzzle.givens, kept_symbols(puzzle)) + "\n",
    read_batches=line_batches,
    could_be=_could_be,
    closing=closing,
    takes_digits=True,
)
