"""All rows of a puzzle on one line, with a separator between them: `1..2/..../..../2..1`.

A separator is one or more characters after each n of n x n cells and nowhere else. The line is
rewritten as n lines of n characters. A line of n x n numbers is rewritten as n lines of n numbers
if it is alone or too long for a row.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import isqrt

from pandoku.formats._form import Form, Rewrite
from pandoku.formats._text import BLANKS, DIGITS, SourceLine, digit_of
from pandoku.model import MAX_ORDER

__all__ = ["FORM"]

_SIGN = re.compile(
    r"(?:[\w.*?-]{1,2}[ ,;\t]+){15}"
    r"|[\w.*?-]{4}[^\w\n]{1,4}(?:[rn]?)[\w.*?-]{4}|[\w.*?]{4}[-_.][\w.*?]{4}"
)
_SEPARATORS = (" / ", " | ", "\\r\\n", "\\n", ", ", "; ", "<br>", *"/|,;:+!~ .-_*")
_ALONE = frozenset(
    (" | ", "|", " ")
)  # only in a text of one line, because several lines may be a drawing
_WORD = re.compile(r"[^\s,;]+")
_EMPTY = re.compile(r"[,;]\s*[,;]")
_ORDERS = range(4, len(DIGITS) + 1)


def _rewrite_of(head: list[str]) -> Rewrite | None:
    """Return the function that rewrites lines of joined rows, or None for another text."""
    content = [text for text in head if text.strip() and not text.lstrip().startswith("#")]
    found = _rows_of(content[0]) if content else None
    if found is None or (len(content) > 1 and not _may_follow(*found)):
        return None
    return _split


def _may_follow(separator: str, rows: list[tuple[int, str]]) -> bool:
    """Return whether other lines may follow, as this one cannot be a row of a larger grid."""
    return separator not in _ALONE and (separator != "" or len(rows) ** 2 > MAX_ORDER)


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
    """Return the separator between the rows of a line, and the rows with their columns, or None."""
    bare = text.strip().strip("\"'").strip()
    for separator in _SEPARATORS:
        n = bare.find(separator, 1)
        if n not in _ORDERS:
            continue
        rows = bare.removesuffix(separator).removesuffix(separator.rstrip()).split(separator)
        if len(rows) == n and _are_rows(rows):
            at = text.index(bare)
            return separator, [(at + i * (n + len(separator)), r) for i, r in enumerate(rows)]
    return _numbers_of(text)


def _numbers_of(text: str) -> tuple[str, list[tuple[int, str]]] | None:
    """Return an empty separator and the rows of a line of n x n numbers, or None."""
    words = list(_WORD.finditer(text))
    n = isqrt(len(words))
    if n not in _ORDERS or n * n != len(words) or _EMPTY.search(text):
        return None
    if not all(_is_number(word[0], n) for word in words):
        return None
    starts = [(words[at].start(), words[at + n - 1].end()) for at in range(0, n * n, n)]
    return "", [(start, text[start:end]) for start, end in starts]


def _is_number(word: str, n: int) -> bool:
    return word in BLANKS or word == "-1" or (word.isdecimal() and len(word) < 3 and int(word) <= n)


def _are_rows(rows: list[str]) -> bool:
    """Return whether texts are rows of cells, except for a few characters."""
    n = len(rows)
    text = "".join(rows)
    known = sum(char != " " and digit_of(char, n) is not None for char in text)
    return all(len(row) == n for row in rows) and 4 * known >= 3 * len(text)


FORM = Form(frozenset(("sdk", "grid")), _SIGN, _rewrite_of)
