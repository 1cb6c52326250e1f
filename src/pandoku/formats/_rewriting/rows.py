"""Layouts of pasted rows, rewritten for the formats `sdk`, `grid`, `line` and `pretty`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from itertools import groupby
from math import isqrt
from typing import NamedTuple

from pandoku.formats._rewriting.form import Form, Rewrite
from pandoku.formats._squares import MARK
from pandoku.formats._text import BLANKS, SourceLine, digit_of, is_content, looks_like_cells
from pandoku.model import DIGITS, MAX_ORDER, default_box

# -------------------------------------------------------------------- gaps between boxes
# Rows with a space between boxes, as people type them: `53. .7. ...`.
#
# The rows are rewritten as a drawing: spaces become bars, and borders are added between the bands.

_BOX_GAPS_SIGN = re.compile(r"^[ \t]*[\w.*?-]{2,9}(?: +[\w.*?-]{2,9})+[ \t]*$", re.MULTILINE)
_ROW = re.compile(r"\S+(?: +\S+)+")
_BOX_GAPS_ORDERS = range(4, len(DIGITS) + 1)


def _box_gaps_rewrite(head: list[str]) -> Rewrite | None:
    """Return the function that rewrites a text of spaced rows, or None for another text."""
    rows = [text.split() for text in head if is_content(text)]
    widths = {len(word) for row in rows for word in row}
    counts = {len(row) for row in rows}
    if len(widths) != 1 or len(counts) != 1:
        return None
    width, n = widths.pop(), sum(map(len, rows[0]))
    box = default_box(n) if n in _BOX_GAPS_ORDERS else None
    if box is None or width != box[1] or len(rows) % n or counts == {n}:
        return None
    digits = [digit_of(char, n) for row in rows for char in "".join(row)]
    # Words without a sign for blanks could be the candidates of cells.
    if digits.count(None) * 4 > len(digits) or 0 not in digits:
        return None
    return lambda lines: _drawn(lines, n, box)


def _drawn(lines: Iterator[SourceLine], n: int, box: tuple[int, int]) -> Iterator[SourceLine]:
    border = "-" * (n + n // box[1])
    n_rows = 0
    for line in lines:
        text = line.text.strip()
        if not text:
            if n_rows % n == 0:
                yield line
            continue
        if line.text.lstrip().startswith("#") or not _ROW.fullmatch(text):
            yield line
            continue
        if n_rows % box[0] == 0:
            yield line.rewritten("" if n_rows % n == 0 else border)
        n_rows += 1
        indent = line.text[: len(line.text) - len(line.text.lstrip())]
        drawn = re.sub(" +", lambda gap: "|".ljust(len(gap[0])), text)
        yield line.rewritten(indent + drawn)


BOX_GAPS_FORM = Form(frozenset(("pretty",)), _BOX_GAPS_SIGN, _box_gaps_rewrite, may_be_spaced=True)


# -------------------------------------------------------------------- blank lines
# Blank lines between the rows or the bands of a puzzle.
#
# A blank line usually ends a puzzle. It is removed if the rows around it clearly belong together.
# All rows of the text must have n cells, and one of two conditions must hold. Either there are
# exactly n rows between two comments, or all blocks between blank lines have the same height and
# several of them form a puzzle. In the second case, the gaps between puzzles must be at least as
# large as the gaps inside them.

_GAPS_SIGN = re.compile(r"\S[^\S\n]*\n\s*\n\s*\S")
_MOST_LINES = 50_000  # maximum number of lines of a text
_ODD = re.compile(r"[^\s\w.,*?-]")


class _Block(NamedTuple):
    """A block of consecutive lines that are not blank.

    Attributes:
        n_before: The number of blank lines before the block.
        lines: The lines of the block.
    """

    n_before: int
    lines: list[SourceLine]


def _gaps_rewrite(head: list[str]) -> Rewrite | None:
    """Return the function that rewrites a text with gaps between its rows, or None."""
    rows = [text for text in head if is_content(text)]
    n = _width(rows[0]) if rows else 0
    if not 4 <= n <= MAX_ORDER and not (2 <= n < 4 and " " in rows[0].strip()):
        return None
    if any(_ODD.search(row) or _width(row) != n for row in rows):
        return None
    first = _blocks([SourceLine(0, text) for text in head])
    if not first or len(first[0].lines) >= n or any(MARK in text for text in head):
        return None
    if all(len(row.split()) == 1 and "," not in row for row in rows):
        root = isqrt(n)
        fits = (digit_of(char, root) is not None for row in rows for char in row.strip())
        if root * root == n and all(fits):  # not blocks of rows: each row may be a complete puzzle
            return None
        are_cells = n <= len(DIGITS) and looks_like_cells("".join(r.strip() for r in rows), n)
    else:
        words: list[str] = [word for row in rows for word in re.split(r"[,\s]+", row.strip())]
        known = sum(len(word) < 3 and (word.isdecimal() or not word.isalnum()) for word in words)
        are_cells = 4 * known >= 3 * len(words)
    return (lambda lines: _without_gaps(lines, n)) if are_cells else None


def _width(row: str) -> int:
    """Return the number of cells in a row.

    The cells are the words of the row. If the row is a single word, they are its characters.
    """
    words = row.split(",") if "," in row else row.split()
    return len(words) if len(words) > 1 else len(words[0])


def _without_gaps(lines: Iterator[SourceLine], n: int) -> Iterator[SourceLine]:
    taken: list[SourceLine] = []
    for line in lines:
        taken.append(line)
        if len(taken) >= _MOST_LINES:
            yield from taken
            yield from lines
            return
    for is_comment, group in groupby(taken, lambda line: line.text.lstrip().startswith("#")):
        part = list(group)
        yield from part if is_comment else _closed(part, n)


def _closed(part: list[SourceLine], n: int) -> list[SourceLine]:
    """Return the lines between two comments without the blank lines inside puzzles."""
    blocks = _blocks(part)
    size = _n_blocks(blocks, n)
    if size < 2:
        return part
    found: list[SourceLine] = []
    for at, block in enumerate(blocks):
        if at % size == 0:
            found.append(block.lines[0].rewritten(""))
        found += block.lines
    return [*found, part[-1].rewritten("")]


def _n_blocks(blocks: list[_Block], n: int) -> int:
    """Return the number of blocks in each puzzle, or 0 if it is unclear."""
    heights = {len(block.lines) for block in blocks}
    n_rows = sum(len(block.lines) for block in blocks)
    if any(_width(line.text) != n for block in blocks for line in block.lines):
        return 0
    if n_rows == n:
        return len(blocks)
    height = min(heights, default=0)
    if len(heights) != 1 or height >= n or n % height or n_rows % n:
        return 0
    size = n // height
    within = [block.n_before for at, block in enumerate(blocks) if at % size]
    between = [block.n_before for block in blocks[size::size]]
    return size if min(between) >= max(within) else 0


def _blocks(lines: list[SourceLine]) -> list[_Block]:
    blocks: list[_Block] = []
    n_before = 0
    for is_blank, group in groupby(lines, lambda line: not line.text.strip()):
        each = list(group)
        if is_blank:
            n_before = len(each)
        elif rows := [line for line in each if not line.text.lstrip().startswith("#")]:
            blocks.append(_Block(n_before, rows))
    return blocks


GAPS_FORM = Form(frozenset(("sdk", "grid")), _GAPS_SIGN, _gaps_rewrite)


# -------------------------------------------------------------------- headings
# Headings above puzzles, such as `Grid 01` in the puzzles of Project Euler.
#
# A heading is a word such as Grid or Puzzle with a number. It becomes the title of the puzzle
# below. In puzzles of programming contests, a line with just the order often comes before the rows.
# This line is removed.

_WORDS = "grid|puzzle|sudoku|board|game|problem|level|example|test|case|number|nummer|no|nr"
_LEVELS = "easy|medium|hard|difficult|expert|extreme|evil|fiendish|simple"
_HEADING = re.compile(
    rf"[-=*_\s]*(?:(?:{_LEVELS})\s+)?(?:{_WORDS}|{_LEVELS})[\s.:_#-]*(?:no|nr|number)?[\s.:#-]*"
    rf"\d{{1,7}}(?:\s*\((?:{_LEVELS})\))?[-=*_\s.:]*",
    re.IGNORECASE,
)
_HEADINGS_SIGN = re.compile(
    rf"(?:{_WORDS}|{_LEVELS})\W*\w*\W*\d|^\s*\d\d?\s*$", re.IGNORECASE | re.MULTILINE
)
_MAX_ORDER = 36


def _headings_rewrite(head: list[str]) -> Rewrite | None:
    """Return the function that rewrites a text with headings or orders, or None otherwise."""
    content = [text.strip() for text in head if is_content(text)]
    if not content:
        return None
    if _is_heading(content[0]):
        n_lines = next(
            (at for at, text in enumerate(content[1:]) if _is_heading(text)), len(content) - 1
        )
        return partial(_without_headings, "# " if n_lines == 1 else "#D")
    n = _order(content[0])
    rows = content[1 : n + 1]
    if n < 2 or len(rows) < n:
        return None
    for row in rows:
        has_n_words = len(re.split(r"\s*[,;]\s*|\s+", row)) == n
        if not has_n_words and not (len(row) == n and looks_like_cells(row, n)):
            return None
    following = content[n + 1 : n + 2]
    return _without_orders if not following or _order(following[0]) else None


def _is_heading(text: str) -> bool:
    return len(text) < 80 and _HEADING.fullmatch(text) is not None


def _order(text: str) -> int:
    """Return the order if a line contains only an order, else 0."""
    is_number = text.isascii() and text.isdecimal() and len(text) < 3 and text[0] != "0"
    return int(text) if is_number and 1 < int(text) <= _MAX_ORDER else 0


def _without_headings(sign: str, lines: Iterator[SourceLine]) -> Iterator[SourceLine]:
    """Yield the lines, with headings turned into comments that start with *sign*.

    *sign* is "#D" for the format `sdk`, where it marks a title, and otherwise "# ".
    """
    for line in lines:
        if _is_heading(line.text):
            yield line.rewritten("")  # a puzzle with missing rows ends here
            yield line.rewritten(sign + line.text.strip())
        else:
            yield line


def _without_orders(lines: Iterator[SourceLine]) -> Iterator[SourceLine]:
    """Yield the lines, with a blank line instead of each order.

    A puzzle with missing rows therefore ends there.
    """
    for line in lines:
        yield line.rewritten("") if _order(line.text.strip()) else line


HEADINGS_FORM = Form(
    frozenset(("sdk", "grid", "line", "pretty")), _HEADINGS_SIGN, _headings_rewrite
)


# -------------------------------------------------------------------- joined rows
# All rows of a puzzle on one line, with a separator between them: `1..2/..../..../2..1`.
#
# A separator is one or more characters that occur between all rows of n cells and nowhere else. The
# line is rewritten as n lines of n characters. A line of n x n numbers is rewritten as n lines of n
# numbers if it is alone or too long for a row.

_JOINED_ROWS_SIGN = re.compile(
    r"(?:[\w.*?-]{1,2}[ ,;\t]+){15}"
    r"|[\w.*?-]{4}[^\w\n]{1,4}(?:[rn]?)[\w.*?-]{4}|[\w.*?]{4}[-_.][\w.*?]{4}"
)
_SEPARATORS = (" / ", " | ", "\\r\\n", "\\n", ", ", "; ", "<br>", *"/|,;:+!~ .-_*")
_ALONE = frozenset(
    (" | ", "|", " ")
)  # not separators in a text of several lines, which may be a drawing
_WORD = re.compile(r"[^\s,;]+")
_EMPTY = re.compile(r"[,;]\s*[,;]")
_JOINED_ROWS_ORDERS = range(4, len(DIGITS) + 1)


def _joined_rows_rewrite(head: list[str]) -> Rewrite | None:
    """Return the function that rewrites lines of joined rows, or None for another text."""
    content = [text for text in head if is_content(text)]
    found = _rows_of(content[0]) if content else None
    if found is None:
        return None
    separator, rows = found
    # If more lines follow, the first line could also be the first row of a larger grid.
    may_follow = separator not in _ALONE and (separator != "" or len(rows) ** 2 > MAX_ORDER)
    return _split if len(content) == 1 or may_follow else None


def _split(lines: Iterator[SourceLine]) -> Iterator[SourceLine]:
    for line in lines:
        found = _rows_of(line.text)
        if found is None:
            yield line
            continue
        yield line.rewritten("")
        for start, row in found[1]:
            yield line.rewritten(" " * start + row)
        yield line.rewritten("")


def _rows_of(text: str) -> tuple[str, list[tuple[int, str]]] | None:
    """Return the separator of a line, and each row with its start in the line, or None."""
    bare = text.strip().strip("\"'").strip()
    for separator in _SEPARATORS:
        n = bare.find(separator, 1)
        if n not in _JOINED_ROWS_ORDERS:
            continue
        rows = bare.removesuffix(separator).removesuffix(separator.rstrip()).split(separator)
        if len(rows) != n or any(len(row) != n for row in rows):
            continue
        known = sum(char != " " and digit_of(char, n) is not None for row in rows for char in row)
        if 4 * known >= 3 * n * n:  # up to a quarter of the characters may be wrong
            at = text.index(bare)
            return separator, [(at + i * (n + len(separator)), r) for i, r in enumerate(rows)]
    return _numbers_of(text)


def _numbers_of(text: str) -> tuple[str, list[tuple[int, str]]] | None:
    """Return the rows of a line of n x n numbers, each with its start, or None for another line.

    The result also contains "" in place of the separator.
    """
    words = list(_WORD.finditer(text))
    n = isqrt(len(words))
    if n not in _JOINED_ROWS_ORDERS or n * n != len(words) or _EMPTY.search(text):
        return None
    for word in (match[0] for match in words):
        is_number = word.isdecimal() and len(word) < 3 and int(word) <= n
        if not is_number and word not in BLANKS and word != "-1":
            return None
    starts = [(words[at].start(), words[at + n - 1].end()) for at in range(0, n * n, n)]
    return "", [(start, text[start:end]) for start, end in starts]


JOINED_ROWS_FORM = Form(frozenset(("sdk", "grid")), _JOINED_ROWS_SIGN, _joined_rows_rewrite)
