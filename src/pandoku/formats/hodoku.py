"""Format `hodoku`: lines of HoDoKu's library, with a puzzle, progress and an optional step.

    :0300-1:3:1.+5.7..2.(81 cells):113 224:318 348::

A line starts with a colon, and colons separate its fields:

- The code of the step's technique, or 0000 if there is no step.
- The digits of the step, or x.
- The cells. A digit is a given, + and a digit is a placed digit, `.` or 0 is an empty cell.
- The candidates that have been eliminated so far.
- The eliminations of the step.
- The placements of the step.
- HoDoKu's notes. This field may be missing, so a line has 6 or 7 colons.

A candidate is written as three characters: its digit, row and column. Lines that start with # are
comments. The boxes are the default boxes of the order. HoDoKu supports only order 9, but other
orders are written in the same way, with A, B, ... for digits above 9.

The fields of the step are kept verbatim in `extra["hodoku"]` as `code`, `digits`, `eliminations`,
`placements` and `notes`. Progress is stored in `Item.board`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from math import isqrt

from pandoku.formats._alphabet import usual_only
from pandoku.formats._format import Format
from pandoku.formats._text import (
    HEAD_CHARS,
    Item,
    SourceLine,
    char_of,
    digit_of,
    digit_words,
    fail,
    first_line,
    read_each_line,
    rule_losses,
)
from pandoku.model import DIGITS, Board, FrozenMap, Geometry, Puzzle

_NAME = "hodoku"

_MAX_ORDER = len(DIGITS)
_N_COLONS = (6, 7)
_FIELDS = ("code", "digits", "grid", "deleted", "eliminations", "placements", "notes")
_NO_STEP = {"code": "0000", "digits": "x"}
_Candidate = tuple[int, int]  # cell, digit


def _sniff(head: list[str]) -> bool:
    """Return whether the first line starts with a colon and has HoDoKu's number of colons."""
    text = first_line(head)
    is_cut = len(text) >= HEAD_CHARS  # `Lines.head` cuts the long line of a large board
    return text.startswith(":") and (text.count(":") in _N_COLONS or is_cut)


def _why_not(puzzle: Puzzle) -> str | None:
    """Return a description of the rules that a line would lose, or None."""
    if any(set(text) & {":", "\n", "\r"} for text in _step_of(puzzle).values()):
        return f"extra[{_NAME!r}] contains a colon or a newline"
    return rule_losses(puzzle, orders=range(1, _MAX_ORDER + 1))


def _why_not_board(board: Board) -> str | None:
    """Return a description of the rules or candidates that a line cannot store, or None."""
    if reason := _why_not(board.puzzle):
        return reason
    placed = Board.start(board.puzzle, board.digits)
    for cell, (mask, left) in enumerate(zip(board.masks, placed.masks, strict=True)):
        if not board.digits[cell] and mask & ~left:
            digit = (mask & ~left).bit_length()
            name = board.puzzle.geometry.name(cell)
            return f"it cannot store a candidate that a peer excludes, such as {digit} at {name}"
    return None


def _write_board(board: Board) -> str:
    """Return one line, with + before each placed digit, and the eliminations sorted by digit."""
    n, puzzle = board.puzzle.order, board.puzzle
    grid = "".join(
        "+" * (digit != given) + char_of(digit)
        for digit, given in zip(board.digits, puzzle.givens, strict=True)
    )
    left = Board.start(puzzle, board.digits).masks
    deleted = " ".join(
        "".join(map(char_of, (digit, cell // n + 1, cell % n + 1)))
        for digit in range(1, n + 1)
        for cell, mask in enumerate(board.masks)
        if not board.digits[cell] and (left[cell] & ~mask) >> (digit - 1) & 1
    )
    step = _NO_STEP | _step_of(puzzle)
    fields = [step.get(key, "") for key in _FIELDS]
    fields[2:4] = grid, deleted
    return ":" + ":".join(fields if any(fields[5:]) else fields[:6]) + "\n"


def _step_of(puzzle: Puzzle) -> dict[str, str]:
    kept = puzzle.extra.get(_NAME)
    return {key: str(text) for key, text in kept.items()} if isinstance(kept, Mapping) else {}


def _parse(line: SourceLine) -> Item:
    start = len(line.text) - len(line.text.lstrip())
    parts = line.text.strip().split(":")
    if parts[0] or len(parts) - 1 not in _N_COLONS:
        found = f"{len(parts) - 1}" if not parts[0] else f"{parts[0][:20]!r} before the first"
        fail(_NAME, f"expected 6 or 7 colons, one of them first, found {found}", line)
    fields: dict[str, tuple[int, str]] = {}
    column = start + 2
    for key, part in zip(_FIELDS, parts[1:], strict=False):
        fields[key] = (column, part)
        column += len(part) + 1
    givens, digits = _cells(line, *fields["grid"])
    n = isqrt(len(givens))
    for key in ("eliminations", "placements"):
        _candidates(line, *fields[key], n)
    step = {
        k: fields[k][1].strip() for k in _FIELDS if k in fields and k not in ("grid", "deleted")
    }
    kept = {key: text for key, text in step.items() if text and _NO_STEP.get(key) != text}
    puzzle = Puzzle(Geometry.sudoku(n), givens, extra=FrozenMap({_NAME: kept} if kept else {}))
    board = Board.start(puzzle, digits)
    deleted = _candidates(line, *fields["deleted"], n)
    for cell, digit in deleted:
        if not board.digits[cell]:
            board = board.eliminate(cell, digit)
    return Item(line.number, puzzle, board if digits != givens or deleted else None)


def _cells(line: SourceLine, column: int, text: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return two grids: the givens, and the givens with the placed digits."""
    n_cells = len(text) - text.count("+")
    n = isqrt(n_cells)
    if n * n != n_cells or not 1 <= n <= _MAX_ORDER:
        near = min(max(round(n_cells**0.5), 1), _MAX_ORDER)
        reason = f"expected {near * near} cells ({near}x{near}), found {n_cells}"
        fail(_NAME, reason, line, column + len(text))
    usual_only(text.replace("+", ""), Geometry.sudoku(n), line, _NAME)
    givens: list[int] = []
    digits: list[int] = []
    is_placed = False
    for at, char in enumerate(text, column):
        if char == "+" and not is_placed:
            is_placed = True
            continue
        digit = digit_of(char, n)
        if digit is None or char == " " or (is_placed and not digit):
            fail(_NAME, f"expected {digit_words(n)}, found {char!r}", line, at)
        digits.append(digit)
        givens.append(0 if is_placed else digit)
        is_placed = False
    return tuple(givens), tuple(digits)


def _candidates(line: SourceLine, column: int, text: str, n: int) -> list[_Candidate]:
    """Return the cell and digit of each candidate in a field."""
    found = []
    for word in re.finditer(r"\S+", text):
        numbers = [digit_of(char, n) for char in word.group()]
        if len(numbers) != 3 or not all(numbers):
            reason = f"expected digit, row and column of a candidate, found {word.group()[:12]!r}"
            fail(_NAME, reason, line, column + word.start())
        digit, row, at = (number or 0 for number in numbers)
        found.append(((row - 1) * n + at - 1, digit))
    return found


FORMAT = Format(
    name=_NAME,
    summary="HoDoKu's library lines: givens, digits placed, candidates eliminated, a step",
    carries="givens, progress; default boxes; orders 1 to 35",
    keeps=("extra:hodoku",),
    suffixes=(".hodoku",),
    example=":0000:x:1...+3.....3..1..:224 234::\n",
    sniff_order=13,
    sniff=_sniff,
    read=partial(read_each_line, parse=_parse),
    why_not=_why_not,
    write=lambda puzzle: _write_board(Board.start(puzzle)),
    why_not_board=_why_not_board,
    write_board=_write_board,
)
