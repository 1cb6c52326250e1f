"""Rows with a space between boxes, as people type them: `53. .7. ...`.

They are rewritten as a drawing, with bars for the spaces and borders between the bands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pandoku.formats._form import Form, Rewrite
from pandoku.formats._text import DIGITS, SourceLine, digit_of
from pandoku.model import default_box

__all__ = ["FORM"]

_SIGN = re.compile(r"^[ \t]*[\w.*?-]{2,9}(?: +[\w.*?-]{2,9})+[ \t]*$", re.MULTILINE)
_ROW = re.compile(r"\S+(?: +\S+)+")
_ORDERS = range(4, len(DIGITS) + 1)


def _rewrite_of(head: list[str]) -> Rewrite | None:
    """Return the function that rewrites a text of spaced rows, or None for another text."""
    rows = [text.split() for text in head if text.strip() and not text.lstrip().startswith("#")]
    widths = {len(word) for row in rows for word in row}
    counts = {len(row) for row in rows}
    if len(widths) != 1 or len(counts) != 1:
        return None
    width, n = widths.pop(), sum(map(len, rows[0]))
    box = default_box(n) if n in _ORDERS else None
    if box is None or width != box[1] or len(rows) % n or counts == {n}:
        return None
    digits = [digit_of(char, n) for row in rows for char in "".join(row)]
    # Words without a blank could be the candidates of cells.
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


FORM = Form(frozenset(("pretty",)), _SIGN, _rewrite_of, may_be_spaced=True)
