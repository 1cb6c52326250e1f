"""Format `candidates`: a grid with candidates, in the layout that programs copy and paste.

    .------------.------------.
    | 1    234   | 24   3     |     a single digit is placed in its cell,
    | 23   4     | 12   124   |     several digits are the candidates of a cell
    :------------+------------:
    ...

The reader accepts frames of any kind (HoDoKu's, Simple Sudoku's with * and -, frames of + and |),
and also n rows of n groups without a frame. Characters that mark a solving step (`*` `#` `@` `-`
`+` `!`) are ignored. Up to order 9, letters are also ignored. The group `.` or `0` is a cell
without pencil marks, which has every candidate that its peers allow. Digits above 9 are A, B, ...
The drawing determines the boxes, as in the format `pretty`.

The only candidate of a cell is its digit, unless a peer has the same candidate among several.

A text may have a grid of givens and a grid of all placed digits before the candidates, as in Simple
Sudoku. In that case the candidates are progress, which is stored in `Item.board`. Otherwise the
candidates are a rule of the puzzle. `Item.board` then stores them as well, so that callers can
treat them as progress.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from pandoku.errors import FormatError
from pandoku.formats._alphabet import usual_only
from pandoku.formats._drawings import Drawn, boxes_of_row, drawings, is_border, measured, with_bars
from pandoku.formats._format import Format
from pandoku.formats._masks import digits_among, mask_losses, masks_of, puzzle_of_masks
from pandoku.formats._spaced import are_spaced_lines, spaced_square
from pandoku.formats._text import Item, Lines, SourceLine, char_of, digit_of, fail, rule_losses
from pandoku.model import DIGITS, Board, Geometry, Puzzle

_NAME = "candidates"
_EXAMPLE = """.----------.---------.
| 24   234 | 3    14 |
| 1    23  | 24   4  |
:----------+---------:
| 34   13  | 14   2  |
| 23   4   | 12   13 |
'----------'---------'
"""

_MAX_ORDER = len(DIGITS)
_BLANKS = frozenset(".0_")
_MARKS = "*#@+-!()[]{}"
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class _Grid(NamedTuple):
    """The contents of one drawing. A mask is 0 for a cell without pencil marks."""

    line: SourceLine
    geometry: Geometry
    masks: tuple[int, ...]

    @property
    def has_digits_only(self) -> bool:
        """True if some cells are blank and all others have one digit, as in a grid of givens."""
        return 0 in self.masks and all(mask.bit_count() < 2 for mask in self.masks)

    def shows(self, other: _Grid) -> bool:
        """Return whether this grid has the geometry of *other*, and all digits of *other*."""
        pairs = zip(self.masks, other.masks, strict=True)
        return self.geometry == other.geometry and all(o in (0, m) for m, o in pairs)


def _sniff(head: list[str]) -> bool:
    """Return whether a row has n groups of candidates, and no candidate is greater than n.

    In HoDoKu's frame, rows may also contain blanks, because a grid of givens may come before the
    candidates. Without a frame, the first row must not contain blanks. If it contains blanks, the
    text is a grid of single numbers, and a longer group is a number that is too large by mistake.
    """
    if are_spaced_lines(head) or spaced_square(head):
        return False
    texts = [with_bars(text) for text in head if text.strip()]
    rows = [text for text in texts if not is_border(text)]
    if rows and texts[0].lstrip().startswith(".-") and "|" in rows[0]:
        words = [_words(text) for text in rows if "|" in text]
        are_groups = all(_mask_of(word, len(row)) is not None for row in words for word in row)
        return are_groups or _has_no_blanks(rows[0])
    is_drawn = any("|" in text for text in rows) or len(rows) < len(texts)
    return any(map(_is_row_of_groups, rows)) and (is_drawn or _has_no_blanks(rows[0]))


def _read(lines: Lines) -> Iterator[Item]:
    """Yield the puzzles. A grid of candidates and the grids of digits before it form one puzzle."""
    before: list[_Grid] = []
    for drawing in drawings(lines, _may_start):
        try:
            grid = _grid(drawing)
        except FormatError as error:
            yield from map(_alone, before)
            before = []
            yield Item(drawing[0].line.number, error)
            continue
        while before and not grid.shows(before[-1]):
            yield _alone(before.pop(0))
        if grid.has_digits_only:
            before.append(grid)
            if len(before) > 2:
                yield _alone(before.pop(0))
        else:
            yield _together(before, grid)
            before = []
    yield from map(_alone, before)


def _why_not(puzzle: Puzzle) -> str | None:
    """Return a description of the rules that candidates cannot express, or None."""
    bare = puzzle.replace(candidates=None)
    orders = range(2, _MAX_ORDER + 1)
    return rule_losses(bare, orders=orders, boxes="any") or mask_losses(puzzle)


def _why_not_board(board: Board) -> str | None:
    """Return the reason that the format cannot store a board, or None."""
    puzzle, name = board.puzzle, board.puzzle.geometry.name
    if reason := rule_losses(puzzle, orders=range(2, _MAX_ORDER + 1), boxes="any"):
        return reason
    if board.is_full:
        return "every cell is filled, so there are no candidates"
    if 0 in board.masks:
        return f"no candidate is left at {name(board.masks.index(0))}"
    return None


def _write_board(board: Board) -> str:
    """Return three grids: the givens, the givens with the placed digits, and the candidates."""
    geometry = board.puzzle.geometry
    digits = (
        _drawn(geometry, tuple(1 << digit >> 1 for digit in each))
        for each in (board.puzzle.givens, board.digits)
    )
    return "\n".join((*digits, _drawn(geometry, board.masks)))


def _drawn(geometry: Geometry, masks: tuple[int, ...]) -> str:
    n = geometry.order
    rows, columns = geometry.box or (n, n)
    groups = [
        "".join(char_of(d) for d in range(1, n + 1) if mask >> (d - 1) & 1) or "." for mask in masks
    ]
    widths = [max(len(group) for group in groups[c::n]) for c in range(n)]
    spans = [sum(widths[c : c + columns]) + 2 * columns for c in range(0, n, columns)]

    def border(left: str, middle: str, right: str) -> str:
        return left + middle.join("-" * span for span in spans) + right

    out = [border(".", ".", ".")]
    for r in range(n):
        cells = [f"{groups[r * n + c]:<{widths[c]}}" for c in range(n)]
        parts = ["  ".join(cells[c : c + columns]) for c in range(0, n, columns)]
        out.append("".join(f"| {part} " for part in parts) + "|")
        if (r + 1) % rows == 0 and r + 1 < n:
            out.append(border(":", "+", ":"))
    return "\n".join([*out, border("'", "'", "'")]) + "\n"


def _may_start(text: str) -> bool:
    words = text[: _MAX_ORDER * 50].split()
    n = len(words)
    return "|" in text or (2 <= n <= _MAX_ORDER and all(_mask_of(word, n) for word in words))


def _has_no_blanks(row: str) -> bool:
    return not _BLANKS & set(row)


def _words(row: str) -> list[str]:
    return [word for part in boxes_of_row(row[: _MAX_ORDER * 50]) for _, word in part]


def _is_row_of_groups(text: str) -> bool:
    words = _words(text)
    n = len(words)
    if not 2 <= n <= _MAX_ORDER:
        return False
    masks = [_mask_of(word, n) for word in words]
    # From order 10, a group of two characters may be a number, but a longer group cannot.
    long = [mask and len(word) > 1 + (n > 9) for word, mask in zip(words, masks, strict=True)]
    return any(long) and sum(mask is not None for mask in masks) >= n - 1


def _mask_of(word: str, n: int) -> int | None:
    """Return the mask of a group, 0 for a blank, or None for any other text."""
    bare = word.strip(_MARKS) if n > 9 else word.lstrip(_MARKS + _LETTERS)
    bare = re.sub(f"[{re.escape(_MARKS)}]", "", bare)
    if bare in _BLANKS:
        return 0
    digits = [digit_of(char, n) for char in bare]
    if not digits or not all(digits) or len(set(digits)) < len(digits):
        return None
    return sum(1 << (digit or 1) >> 1 for digit in digits)


def _grid(drawing: list[Drawn]) -> _Grid:
    geometry, rows = measured(_NAME, drawing)
    n = geometry.order
    if not any(drawn.is_border or "|" in drawn.line.text for drawn in drawing):
        geometry = Geometry.sudoku(n)
    words = [word for row in rows for part in row.parts for _, word in part]
    usual_only([word if len(word) == 1 else "?" for word in words], geometry, rows[0].line, _NAME)
    masks = []
    for row in rows:
        for column, word in (cell for part in row.parts for cell in part):
            mask = _mask_of(word, n) if n <= _MAX_ORDER else None
            if mask is None:
                last = char_of(min(n, _MAX_ORDER))
                reason = f"expected candidates 1-{last}, each once, found {word[:12]!r}"
                fail(_NAME, reason, row.line, column)
            masks.append(mask)
    return _Grid(drawing[0].line, geometry, tuple(masks))


def _alone(grid: _Grid) -> Item:
    givens = tuple(mask.bit_length() for mask in grid.masks)
    return Item(grid.line.number, Puzzle(grid.geometry, givens))


def _together(before: list[_Grid], grid: _Grid) -> Item:
    geometry = grid.geometry
    digits = tuple(mask.bit_length() for mask in before[-1].masks) if before[1:] else ()
    digits = digits or digits_among(geometry, grid.masks)
    # Cells without pencil marks have all candidates that their peers allow.
    left = Board.start(Puzzle(geometry, digits)).masks
    masks = tuple(mask or rest for mask, rest in zip(grid.masks, left, strict=True))
    if before:
        givens = tuple(mask.bit_length() for mask in before[0].masks)
        digits = tuple(map(max, digits, givens))
        puzzle = Puzzle(geometry, givens)
        return Item(before[0].line.number, puzzle, Board(puzzle, digits, masks))
    puzzle = puzzle_of_masks(geometry, masks)
    bare = Puzzle(geometry, digits)
    has_progress = puzzle.candidates is not None and any(digits)
    return Item(grid.line.number, puzzle, Board(bare, digits, masks) if has_progress else None)


FORMAT = Format(
    name=_NAME,
    summary="a grid with its candidates, as programs copy and paste it; blanks . 0 _",
    carries="givens, candidates, progress, boxes of any size; orders 2 to 35",
    suffixes=(".pm", ".candidates"),
    example=_EXAMPLE,
    sniff_order=42,
    separator="\n",
    sniff=_sniff,
    read=_read,
    why_not=_why_not,
    write=lambda puzzle: _drawn(puzzle.geometry, masks_of(puzzle)),
    why_not_board=_why_not_board,
    write_board=_write_board,
)
