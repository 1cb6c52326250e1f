"""Error messages for texts without a puzzle, and for texts with overlapping grids."""

from __future__ import annotations

import re
from itertools import groupby

from pandoku.formats._drawings import is_border, with_bars
from pandoku.formats._text import BLANKS, is_content, looks_like_cells, other_file, usual_width

_ODD_BLANKS = frozenset(BLANKS) - frozenset(".0")
_SHOWN = 40  # maximum number of characters that a message quotes from a text
_WORD = re.compile(r"[^\s,;]+")
_NUMBER_OR_BLANK = re.compile(r"\d{1,2}|[-.*_?xX]|-1")
_LIST = re.compile(r"[^\"'#|]{0,200}?[\[({]\s*[\[({]\s*[\d\"'.-]")


def blanks_only(head: list[str]) -> str | None:
    """Return the error message for a text that is empty or has only unusual blanks, or None.

    A text of dots or zeros is accepted as a grid without givens. A text of dashes, stars or the
    letter x is refused, because it may not be a puzzle at all.
    """
    lines = [text for text in head if text.strip()]
    if not lines:
        return "expected a puzzle, found nothing (the text is empty)"
    found = set().union(*(text for text in lines if not text.startswith("#"))) - set(" \t,")
    if found and found <= _ODD_BLANKS:
        shown = " and ".join(map(repr, sorted(found)))
        return (
            f"expected at least one digit, found only {shown}; "
            "write an empty grid with dots or zeros"
        )
    return None


def unknown(head: list[str]) -> str:
    """Return the error message for a text that no format recognizes."""
    lines = [text for text in head if text.strip()]
    content = [text for text in lines if not text.startswith("#")]
    if not content:
        return "expected a puzzle, found only comments"
    first = content[0].strip()
    shown = first if len(first) <= _SHOWN else first[:_SHOWN] + "..."
    if found := other_file(first.encode()):
        return found
    if len(content) == 1 and looks_like_cells(first, 9):
        return (
            "expected n*n characters for an n x n grid (81 for 9x9, 16 for 4x4), "
            f"found {len(first)}: {shown!r}"
        )
    if name := named_multigrid(head):
        return (
            f"no format recognizes this text, which names {name!r}; pandoku does not support grids "
            "that overlap"
        )
    return (
        f"no format recognizes this text, which starts with {shown!r}; "
        "name the format if you know which it is (`pandoku formats` lists all)"
    )


def likely_format(head: list[str]) -> str | None:
    """Return the name of the format that an unrecognized text resembles most, or None."""
    lines = [text for text in head if is_content(text)]
    if not lines:
        return None
    if _LIST.match(lines[0]) or _LIST.match("".join(lines[:3])):
        return "list"
    if 2 * sum("|" in with_bars(text) for text in lines) > len(lines) > 2:
        return "pretty"
    words = [_WORD.findall(text) for text in lines]
    width = usual_width(map(len, words))
    known = sum(_NUMBER_OR_BLANK.fullmatch(word) is not None for row in words for word in row)
    if width > 1 and len(lines) > 1 and 2 * known > sum(map(len, words)):
        return "grid"
    texts = [row[0] for row in words if len(row) == 1]
    size = usual_width(map(len, texts))
    if 2 * len(texts) > len(lines) > 1 and size > 2 and looks_like_cells("".join(texts), size):
        return "sdk"
    return None


# -------------------------------------------------------------------- overlapping grids
# pandoku does not support overlapping grids, such as samurai. These functions detect them, so that
# the error can name the layout.
#
# Overlapping grids are 9x9 squares whose union is not a square. Texts represent the places outside
# the grids in three ways. Some texts omit these places. Some have a special character there. Others
# are a larger square, such as 21x21, where these places look like empty cells.

_N, _STEP = 9, 3
# For each layout of overlapping grids: the row and column of the top left cell of each grid.
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
_LINES = range(12, 140)  # possible numbers of lines, including the borders of a drawing
_SAMURAI = 21 * 21  # number of characters of a samurai that is written on one line
_MOST_WIDE = 200  # maximum number of characters of a line
_FEW = 20  # with fewer digits, the text may be one large grid that has no digits above 9 by chance
_Shape = frozenset[tuple[int, int]]


def multigrid(head: list[str]) -> str | None:
    """Return the error message if the first lines contain overlapping grids, or None."""
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
    """Return the first word in a text that names a layout of overlapping grids, or None."""
    found = next(filter(None, map(_NAMES.search, head)), None)
    return None if found is None else found[0]


def _rows(lines: list[str]) -> list[list[str]]:
    """Split each line into cells. The places outside the grids also count as cells.

    Tabs, semicolons or commas separate the cells. In a text without these separators, each cell is
    one character.
    """
    separator = next((each for each in "\t;," if any(each in text for text in lines)), None)
    if separator:
        return [[cell.strip() for cell in text.split(separator)] for text in lines]
    indent = min(len(text) - len(text.lstrip()) for text in lines)
    cut = [text[indent:] for text in lines]
    if all(not text[1::2].strip() for text in cut):
        cut = [text[::2] for text in cut]
    return [list(text) for text in cut]


def _named(rows: list[list[str]], gap: str) -> str | None:
    """Return a name for the overlapping grids that the rows contain, or None.

    *gap* is the character for places outside the grids.
    """
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
    are_disjoint = sum(len(_square(r, c)) for r, c in firsts) == len(_union(firsts))
    if name is None and are_disjoint:
        return None
    return _shown(name) if name else "several grids of 9x9 that overlap"


def _square(r: int, c: int) -> _Shape:
    return frozenset((r + i, c + j) for i in range(_N) for j in range(_N))


def _union(firsts: list[tuple[int, int]] | tuple[tuple[int, int], ...]) -> _Shape:
    return frozenset().union(*(_square(r, c) for r, c in firsts))


def _shown(name: str) -> str:
    grids = _LAYOUTS[name]
    return f"{name.partition(',')[0]} ({len(grids)} grids of 9x9 that overlap)"


def _by_widths(lines: list[str]) -> str | None:
    """Return the name of the layout whose rows are as long as the lines, or None.

    This finds texts that omit the places outside the grids.
    """
    widths = [len(re.sub(r"[\s,;]", "", text)) for text in lines]
    for name, firsts in _LAYOUTS.items():
        rows = groupby(sorted(_union(firsts)), key=lambda cell: cell[0])
        if widths == [sum(1 for _ in row) for _, row in rows]:
            return _shown(name)
    return None


def _by_blanks(rows: list[list[str]]) -> str | None:
    """Return the name of the smallest layout that covers all digits of a square text, or None."""
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
