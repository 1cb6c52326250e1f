"""Format `dzn`: MiniZinc data with the givens of a Sudoku (read only).

    S = 3;                        n = 9;  % sudoku
    puzzle = [|                   x = array2d(1..n, 1..n, [
      5, 3, _, _, 7, ...            5, 3, _, _, 7, ...
    |];                           ]);  % the end

Empty cells are _, <> or 0. A file with 0 cannot also contain _ or <>. A type may come before a name
(`int: S = 3;`).

The meaning of the data is defined in a separate MiniZinc model, so the reader accepts only files
whose meaning is clear. A file contains one array of n rows and n columns. It may also contain
integers for the order (n, N, order, size, ...) and for the size of the box (S, box, m, ...). Any
other data raise an error, because they may be rules.

The array must also be recognizable as a Sudoku, by one of these signs:

- The file has the size of the box.
- A comment or the name of the array contains "sudoku".
- The name of the array is puzzle, board, grid, givens, clues or problem.

Without these signs, the array may be a Latin square and raises an error. An example is an array
called x or start. The boxes are square, so the order must be a square number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import isqrt
from typing import NoReturn

from pandoku.errors import FormatError
from pandoku.formats._format import Format
from pandoku.formats._text import Item, Lines, SourceLine, guarded
from pandoku.model import MAX_ORDER, Geometry, Puzzle

_NAME = "dzn"
_ORDER_NAMES = frozenset(["n", "order", "size", "side", "dim", "dimension", "length"])
_BOX_NAMES = frozenset(
    ["s", "m", "b", "box", "boxsize", "box_size", "block", "block_size", "reg", "region", "subgrid"]
)
_CLEAR_NAMES = frozenset(["puzzle", "board", "grid", "givens", "clues", "problem"])
_DECLARED = r"(?:(?:array\s*\[[^\]]*\]\s*of\s+)?(?:par\s+|var\s+)?(?:opt\s+)?[\w.]+\s*:\s*)?"
_STATEMENT = re.compile(rf"\s*{_DECLARED}(\w+)\s*=\s*(.*)", re.DOTALL)
_START = re.compile(rf"\s*{_DECLARED}\w+\s*=\s*(?:\[\||array2d\s*\(|[0-9]+\s*;)")
_FLAT = re.compile(
    r"array2d\s*\(\s*([\w.]+\s*\.\.\s*\w+|\w+)\s*,\s*([\w.]+\s*\.\.\s*\w+|\w+)\s*,\s*"
    r"\[([^\[\]|]*)\]\s*\)",
    re.DOTALL,
)
_CELL = re.compile(r"[0-9]{1,2}|_|<>")
_BLANKS = ("_", "<>")
_RANGE = re.compile(r"([0-9]{1,3})\s*\.\.\s*([0-9]{1,3})")
_MOST_CHARS = 1_000_000  # maximum length of a file (the largest grid has a few thousand characters)


@dataclass(frozen=True, slots=True)
class _Data:
    """The values of a file.

    Attributes:
        numbers: The value and the line number of each integer, by name.
        name: The name of the array.
        rows: The rows of the array, with cells as texts.
        line: The line number of the array.
        says_sudoku: Whether a comment contains "sudoku".
    """

    numbers: dict[str, tuple[int, int]]
    name: str
    rows: list[list[str]]
    line: int
    says_sudoku: bool


def _sniff(head: list[str]) -> bool:
    """Return whether a text starts with an integer or an array of rows, and contains an array.

    Comments are ignored.
    """
    text, _ = _without_comments("\n".join(head))
    return ("[|" in text or "array2d" in text) and _START.match(text) is not None


def _read(lines: Lines) -> Iterator[Item]:
    """Yield the puzzle of the file."""
    all_lines: list[SourceLine] = []
    n_chars = 0
    for line in lines:
        n_chars += len(line.text) + 1
        if n_chars <= _MOST_CHARS:
            all_lines.append(line)
    yield guarded(all_lines[0].number if all_lines else 1, _puzzle, all_lines, n_chars)


def _without_comments(text: str) -> tuple[str, str]:
    """Return a text without its comments, and the comments. All line numbers stay the same."""
    ends = {"%": "\n", "/*": "*/"}
    starts = {mark: text.find(mark) for mark in ends}
    kept, comments, at = list[str](), list[str](), 0
    while any(start >= 0 for start in starts.values()):
        mark = min((each for each in starts if starts[each] >= 0), key=starts.__getitem__)
        start = starts[mark]
        end = text.find(ends[mark], start + len(mark))
        end = len(text) if end < 0 else end + (len(ends[mark]) if mark == "/*" else 0)
        comment = text[start:end]
        kept += [text[at:start], "\n" * comment.count("\n")]
        comments.append(comment)
        at = end
        for each, found in starts.items():
            if 0 <= found < at:
                starts[each] = text.find(each, at)
    return "".join([*kept, text[at:]]), "\n".join(comments)


def _puzzle(lines: list[SourceLine], n_chars: int) -> Item:
    if n_chars > _MOST_CHARS:
        at = lines[-1].number if lines else 1
        _fail(f"expected at most {_MOST_CHARS:,} characters, found {n_chars:,}", at)
    data = _data(lines)
    n = len(data.rows)
    if not 1 <= n <= MAX_ORDER or any(len(row) != n for row in data.rows):
        odd = next((len(row) for row in data.rows if len(row) != n), n)
        _fail(f"expected as many columns as rows, {n}, found {odd}", data.line)
    root = isqrt(n)
    has_box = False
    for name, (number, at) in data.numbers.items():
        if name.lower() in _BOX_NAMES and number == root and root * root == n:
            has_box = True
        elif name.lower() not in _ORDER_NAMES or number != n:
            what = f"the order {n}" if root * root != n else f"the order {n} or the box {root}"
            _fail(f"expected {what}, found {name} = {number}, which may be a rule", at)
    is_clear = data.name.lower() in _CLEAR_NAMES or "sudoku" in data.name.lower()
    if not (has_box or is_clear or data.says_sudoku):
        _fail(
            f"expected a Sudoku, found {data.name} and its order, which may also be a Latin "
            f"square; add 'S = {root};' if it is a Sudoku",
            data.line,
        )
    if root * root != n:
        _fail(f"expected an order with square boxes, such as 9 or 16, found {n}", data.line)
    puzzle = Puzzle(Geometry.sudoku(n), tuple(_givens(data, n)))
    is_said = has_box or data.says_sudoku or "sudoku" in data.name.lower()
    note = None if is_said else f"read {data.name} as a Sudoku with boxes of {root}x{root}"
    return Item(data.line, puzzle, note=note)


def _data(lines: list[SourceLine]) -> _Data:
    text, comments = _without_comments("\n".join(line.text for line in lines))
    numbers: dict[str, tuple[int, int]] = {}
    arrays: list[tuple[str, list[list[str]], int]] = []
    above = lines[0].number if lines else 1
    for part in text.split(";"):
        at = above + part[: len(part) - len(part.lstrip())].count("\n")
        above += part.count("\n")
        if not part.strip():
            continue
        found = _STATEMENT.fullmatch(part)
        if found is None:
            shown = " ".join(part.split())[:30]
            _fail(f"expected data such as 'S = 3;', found {shown!r}, which may be a rule", at)
        name, value = found[1], found[2].strip()
        if re.fullmatch("[0-9]{1,3}", value):
            if name in numbers:
                _fail(f"expected {name} once, found it again", at)
            numbers[name] = int(value), at
        elif (rows := _rows(value)) is not None:
            arrays.append((name, rows, at))
        else:
            shown = f"{name} = {' '.join(value.split())[:20]}"
            _fail(f"expected a whole number or an array, found {shown!r}, which may be a rule", at)
    if len(arrays) != 1:
        names = " and ".join(name for name, _, _ in arrays) or "none"
        reason = f"expected one array of givens, found {names}"
        _fail(reason + (", which may be a rule" if arrays else ""), arrays[-1][2] if arrays else 1)
    return _Data(numbers, *arrays[0], "sudoku" in comments.lower())


def _rows(value: str) -> list[list[str]] | None:
    """Return the rows of a two-dimensional array, or None for any other value."""
    if value.startswith("[|") and value.endswith("]"):
        rows = value[2:-1].rstrip().removesuffix("|").split("|")
        return [[cell.strip() for cell in _listed(row)] for row in rows]
    found = _FLAT.fullmatch(value)
    if found is None:
        return None
    cells = [cell.strip() for cell in _listed(found[3])]
    ranges = [_RANGE.fullmatch(found[at]) for at in (1, 2)]
    lengths = [int(each[2]) - int(each[1]) + 1 for each in ranges if each]
    n = lengths[-1] if lengths else isqrt(len(cells))
    if n < 1 or len(cells) != n * (lengths[0] if lengths else n):
        return [cells]
    return [cells[at : at + n] for at in range(0, len(cells), n)]


def _listed(row: str) -> list[str]:
    """Return the parts of a list with commas. A comma after the last part is optional."""
    return row.strip().removesuffix(",").split(",")


def _givens(data: _Data, n: int) -> Iterator[int]:
    geometry = Geometry.sudoku(n)
    cells = [cell for row in data.rows for cell in row]
    has_blanks = any(cell in _BLANKS for cell in cells)
    for at, cell in enumerate(cells):
        if not _CELL.fullmatch(cell) or (cell.isdecimal() and int(cell) > n):
            expected = f"a digit 1-{n}, 0 or _"
            _fail(f"{geometry.name(at)}: expected {expected}, found {cell[:20]!r}", data.line)
        if has_blanks and cell == "0":
            reason = f"{geometry.name(at)}: expected one kind of empty cell, found _ and 0"
            _fail(f"{reason}; write all empty cells as _", data.line)
        yield 0 if cell in _BLANKS else int(cell)


def _fail(reason: str, line: int) -> NoReturn:
    raise FormatError(reason, format=_NAME, line=line)


FORMAT = Format(
    name=_NAME,
    summary="MiniZinc data: S = 3; puzzle = [|5, 3, _, ...|]; or array2d(...); only read",
    carries="givens; square boxes",
    suffixes=(".dzn",),
    example="S = 2;\npuzzle = [|\n1, _, _, _|\n_, _, 3, _|\n_, 4, _, _|\n_, _, _, 2|];\n",
    sniff_order=19,
    sniff=_sniff,
    read=_read,
    why_not=lambda _: "data of MiniZinc are only read",
)
