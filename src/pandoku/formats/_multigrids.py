"""Detection of overlapping grids, such as samurai, which pandoku does not support.

Their cells form a union of 9x9 squares that is not a square. In a text the places outside the grids
are missing or have a special character. A text may also treat all 21x21 places alike and leave the
outside empty.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from pandoku.formats._drawings import is_border, with_bars
from pandoku.formats._text import BLANKS

__all__ = ["multigrid"]

_N, _STEP = 9, 3
# The rows and columns of the first cells of the grids.
_LAYOUTS = {
    "a samurai": ((0, 0), (0, 12), (6, 6), (12, 0), (12, 12)),
    "a sohei": ((0, 6), (6, 0), (6, 12), (12, 6)),
    "a kazaguruma": ((0, 3), (3, 12), (6, 6), (9, 0), (12, 9)),
    "a kazaguruma, mirrored": ((0, 9), (3, 0), (6, 6), (9, 12), (12, 3)),
    "a flower": ((0, 3), (3, 0), (3, 3), (3, 6), (6, 3)),
    "a twodoku": ((0, 0), (6, 6)),
    "a twodoku, mirrored": ((0, 6), (6, 0)),
    "a tripledoku": ((0, 0), (6, 6), (12, 12)),
}
_NAMES = re.compile(
    r"\b(samurai|gattai|sohei|kazaguruma|twodoku|tripledoku|multi-?(?:sudoku|grid|doku))", re.I
)
_GAPS = " .-_#x*0"
_CELLS = frozenset("123456789" + BLANKS)
_ROWS = range(12, 64)
_LINES = range(12, 140)  # the number of lines, with the borders of a drawing
_SAMURAI = 21 * 21  # characters of a samurai on one line
_MOST_WIDE = 200  # the most characters of a line
_FEW = 20  # with more givens, 9 is likely to be the largest digit of the puzzle
_Shape = frozenset[tuple[int, int]]


def multigrid(head: list[str]) -> str | None:
    """Return the error message for a text with these first lines, or None for a single grid."""
    content = [text.rstrip() for text in head if text and (text[0] != "#" or _is_row(text))]
    if len(content) not in _LINES and not any(len(text) == _SAMURAI for text in content):
        return None
    lines = [with_bars(text) for text in content if text]
    lines = [text.replace("|", "") for text in lines if not is_border(text)]
    if len(lines) == 1 and len(lines[0].strip()) == _SAMURAI:
        line = lines[0].strip()
        lines = [line[at : at + 21] for at in range(0, 441, 21)]
    if len(lines) not in _ROWS or max(map(len, lines)) > _MOST_WIDE:
        return None
    rows = _rows(lines)
    if any(cell not in _CELLS and cell not in ("", " ", "#") for row in rows for cell in row):
        return None
    name = next(filter(None, (_named(rows, gap) for gap in ("", *_GAPS))), None)
    name = name or _by_widths(lines) or _by_blanks(rows)
    if name is None:
        return None
    return (
        f"expected a single grid, found {name}; pandoku does not support grids that overlap, and "
        "one of them alone may have several solutions"
    )


def _is_row(text: str) -> bool:
    """Return whether a line that starts with # is a row with gaps rather than a comment."""
    return len(text) >= _ROWS[0] and _CELLS.issuperset(text.replace("#", "").replace(" ", ""))


def named_multigrid(head: list[str]) -> str | None:
    """Return the name of a kind of overlapping grids that a text mentions, or None."""
    found = next(filter(None, map(_NAMES.search, head)), None)
    return None if found is None else found[0]


def _rows(lines: list[str]) -> list[list[str]]:
    """Return the cells of each line, including gaps."""
    separator = next((each for each in "\t;," if any(each in text for text in lines)), None)
    if separator:
        return [[cell.strip() for cell in text.split(separator)] for text in lines]
    indent = min(len(text) - len(text.lstrip()) for text in lines)
    cut = [text[indent:] for text in lines]
    if all(not text[1::2].strip() for text in cut):
        cut = [text[::2] for text in cut]
    return [list(text) for text in cut]


def _named(rows: list[list[str]], gap: str) -> str | None:
    """Return the name of the shape of all cells except gaps, if it is a union of grids."""
    outside = {gap, "", " "}
    cells = {
        (r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell not in outside
    }
    if len(cells) <= _N * _N:
        return None
    top, left = min(r for r, _ in cells), min(c for _, c in cells)
    shape = frozenset((r - top, c - left) for r, c in cells)
    height, width = max(r for r, _ in shape) + 1, max(c for _, c in shape) + 1
    firsts = [
        (r, c)
        for r in range(0, height - _N + 1, _STEP)
        for c in range(0, width - _N + 1, _STEP)
        if _square(r, c) <= shape
    ]
    if len(firsts) < 2 or len(shape) == height * width or shape != _union(firsts):
        return None
    name = next((name for name, firsts in _LAYOUTS.items() if shape == _union(firsts)), None)
    if name is None and _is_apart(firsts):
        return None
    return _shown(name) if name else "several grids of 9x9 that overlap"


def _square(r: int, c: int) -> _Shape:
    return frozenset((r + i, c + j) for i in range(_N) for j in range(_N))


def _union(firsts: list[tuple[int, int]] | tuple[tuple[int, int], ...]) -> _Shape:
    return frozenset().union(*(_square(r, c) for r, c in firsts))


def _is_apart(firsts: list[tuple[int, int]]) -> bool:
    """Return whether the grids are disjoint."""
    return sum(map(len, (_square(r, c) for r, c in firsts))) == len(_union(firsts))


def _shown(name: str) -> str:
    grids = _LAYOUTS[name]
    return f"{name.partition(',')[0]} ({len(grids)} grids of 9x9 that overlap)"


def _by_widths(lines: list[str]) -> str | None:
    """Return the name of the shape whose row lengths match the lines, for texts without gaps."""
    widths = [len(re.sub(r"[\s,;]", "", text)) for text in lines]
    return next(
        (_shown(name) for name in _LAYOUTS if widths == list(_widths(_LAYOUTS[name]))), None
    )


def _widths(firsts: tuple[tuple[int, int], ...]) -> Iterator[int]:
    for _, row in groupby(sorted(_union(firsts)), key=lambda cell: cell[0]):
        yield sum(1 for _ in row)


def _by_blanks(rows: list[list[str]]) -> str | None:
    """Return the name of the shape that contains all digits of a square text, or None."""
    height = len(rows)
    digits = {
        (r, c)
        for r, row in enumerate(rows)
        for c, cell in enumerate(row)
        if cell in "123456789" and cell
    }
    if len(digits) < _FEW or any(len(row) != height for row in rows):
        return None
    for name, firsts in sorted(_LAYOUTS.items(), key=lambda each: len(_union(each[1]))):
        shape = _union(firsts)
        if max(map(max, shape)) + 1 == height and digits <= shape:
            return _shown(name)
    return None
