"""Format `sukaku`: the candidates of each cell as n characters, as in Sukaku Explainer.

    1.3...7..123456789....5....12.4.....  and so on, 729 characters for a 9x9

A puzzle is one line of n*n*n characters, n lines of n*n characters, or one line of n*n groups of
digits with spaces between them. The candidates of a cell are the digits among its n characters, in
any position. Blanks are `. 0 _ * -`. Digits above 9 are A, B, ... in upper or lower case. Lines
that start with # are comments. Boxes have the default shape for the order. The format `candidates`
reads rows of candidates, with or without a frame.

A cell with a single candidate is a given, unless a peer has this candidate among several. A puzzle
is always written as one line of n*n*n characters, where each candidate has a fixed position.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pandoku.formats._format import Format
from pandoku.formats._masks import mask_losses, masks_of, puzzle_of_masks
from pandoku.formats._text import (
    Item,
    Lines,
    SourceLine,
    char_of,
    digit_of,
    digit_words,
    fail,
    first_line,
    guarded,
    rule_losses,
)
from pandoku.model import DIGITS, MAX_ORDER, Geometry, Puzzle

_NAME = "sukaku"

_MAX_ORDER = len(DIGITS)
_BLANKS = frozenset(".0_*-")
_CUBES = {n**3: n for n in range(1, _MAX_ORDER + 1)}
_SQUARES = {n * n: n for n in range(1, _MAX_ORDER + 1)}
_Cell = tuple[SourceLine, int, str]  # line, column (from 1) and characters of a cell


def _sniff(head: list[str]) -> bool:
    """Return whether the first line has candidates rather than one digit per cell.

    729 characters could also be a puzzle of order 27 in the format `line`. In the format `line`, a
    column has each digit at most once. In this format, a digit usually has a fixed position, so
    every n-th character is the same digit or a blank.
    """
    text = first_line(head)
    words = text.split()
    if len(words) > 1:
        n = _SQUARES.get(len(words), 0)
        return any(len(w) > 2 for w in words) and sum(_is_group(w, n) for w in words) > 0.9 * n * n
    n = _CUBES.get(len(text), 0) or _SQUARES.get(len(text), 0)
    if n < 2:
        return False
    if len(text) not in _CUBES:  # n lines, and each of them must have candidates
        lines = [row.strip() for row in head if row.strip() and not row.startswith("#")]
        empty = (len(row) == n * n and not set(row) - _BLANKS for row in lines[:n])
        if len(lines) < n or any(empty):
            return False
    in_place = sum(char != "." and digit_of(char, n) == i % n + 1 for i, char in enumerate(text))
    odd = sum(char not in _BLANKS and digit_of(char, n) != i % n + 1 for i, char in enumerate(text))
    if in_place > int(len(text) ** 0.5) and odd <= len(text) // 50 + 1:
        return True
    return len(text) in _CUBES and all(
        _is_group(text[at : at + n], n) for at in range(0, len(text), n)
    )


def _read(lines: Lines) -> Iterator[Item]:
    """Yield a puzzle for each line, or for each n lines of n*n characters."""
    for line in lines:
        text = line.text.strip()
        if not text or text.startswith("#"):
            continue
        rows = [line]
        n = _SQUARES.get(len(text), 0)
        if len(text.split()) == 1 and len(text) not in _CUBES and n:
            rows += _more_rows(lines, n)
        yield guarded(line.number, _puzzle, rows)


def _why_not(puzzle: Puzzle) -> str | None:
    """Return the rules that a text of candidates would lose, or None."""
    bare = puzzle.replace(candidates=None)
    return rule_losses(bare, orders=range(1, _MAX_ORDER + 1)) or mask_losses(puzzle)


def _write(puzzle: Puzzle) -> str:
    """Return one line with each candidate in its fixed position, and dots for blanks."""
    n = puzzle.order
    return (
        "".join(
            "".join(char_of(d) if mask >> (d - 1) & 1 else "." for d in range(1, n + 1))
            for mask in masks_of(puzzle)
        )
        + "\n"
    )


def _is_group(text: str, n: int) -> bool:
    digits = [digit_of(char, n) for char in text if char not in _BLANKS]
    return bool(digits) and None not in digits and len(set(digits)) == len(digits)


def _more_rows(lines: Lines, n: int) -> Iterator[SourceLine]:
    for _ in range(n - 1):
        following = lines.peek()
        if following is None or not following.text.strip() or following.text.startswith("#"):
            return
        yield following
        lines.take()


def _puzzle(rows: list[SourceLine]) -> Puzzle:
    words = list(re.finditer(r"\S+", rows[0].text))
    if len(words) > 1:
        n = _SQUARES.get(len(words), 0)
        if not n:
            fail(_NAME, f"expected n*n groups of candidates, found {len(words)}", rows[0])
        cells = [(rows[0], word.start() + 1, word.group()) for word in words]
    else:
        n, cells = _cut(rows)
    return puzzle_of_masks(Geometry.sudoku(n), [_mask(cell, n) for cell in cells])


def _cut(rows: list[SourceLine]) -> tuple[int, list[_Cell]]:
    """Return the order and the n characters of each cell."""
    length = len(rows[0].text.strip())
    n = _CUBES.get(length, 0) or _SQUARES.get(length, 0)
    if not n:
        near = min(max(round(length ** (1 / 3)), 1), _MAX_ORDER)
        reason = f"expected {near**3} characters, {near} for each of {near * near} cells"
        fail(_NAME, f"{reason}, found {length}", rows[0], len(rows[0].text.rstrip()) + 1)
    if length not in _CUBES and len(rows) != n:
        fail(_NAME, f"expected {n} rows of {length} characters, found {len(rows)}", rows[-1])
    cells: list[_Cell] = []
    for row in rows:
        text = row.text.strip()
        start = row.text.index(text)
        if len(text) != length:
            reason = f"expected a row of {length} characters, found {len(text)}"
            fail(_NAME, reason, row, start + min(length, len(text)) + 1)
        cells += [(row, start + at + 1, text[at : at + n]) for at in range(0, length, n)]
    return n, cells


def _mask(cell: _Cell, n: int) -> int:
    line, column, text = cell
    mask = 0
    for at, char in enumerate(text, column):
        digit = 0 if char in _BLANKS else digit_of(char, n)
        if digit is None or (not digit and char not in _BLANKS):
            fail(_NAME, f"expected {digit_words(n)}, found {char!r}", line, at)
        mask |= 1 << digit >> 1
    if not mask:
        fail(_NAME, f"expected at least one candidate, found {text[:MAX_ORDER]!r}", line, column)
    return mask


FORMAT = Format(
    name=_NAME,
    summary=(
        "n characters of candidates per cell, 729 for a 9x9 (Sukaku Explainer); blanks . 0 _ * -"
    ),
    carries="givens, candidates; default boxes; orders 1 to 35",
    suffixes=(".sukaku",),
    example="1...12...23...34.234.2.412...2..12341234..3.12.4.2.41.3....41.34\n",
    sniff_order=45,
    sniff=_sniff,
    read=_read,
    why_not=_why_not,
    write=_write,
)
