"""Format `board`: a board in JSON, as in many web APIs and small programs.

    {"board": [[5, 3, 0, ...], ...]}                rows of numbers
    {"puzzle": "53..7....", "solution": "5346..."}  a text of n*n cells, or n texts of n cells
    [{"val": 5}, {"val": null}, ...]                an object for each cell (sudokuJS)

The key of the cells is board, grid, puzzle, sudoku, quiz, question, problem, mission or cells. The
board may be nested in other objects, as in the web API Dosuku (`{"newboard": {"grids": [{"value":
[...]}]}}`). The boxes have the default shape for the order. If a key such as `size` or `rows` has
the size, this size must match the board.

Blanks are 0, null, -1, false, an empty text, and the blanks of the format `line`. A board cannot
have both 0 and another blank, because 0 might then be a digit.

The id, title, author, source and solution become attributes of the puzzle. Difficulties, ratings,
dates and similar data are kept in `extra`. Any other key raises an error, because it may be a rule.
Pencil marks of sudokuJS are stored in `Item.board`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import partial
from math import isqrt
from typing import Any

from pandoku.errors import FormatError
from pandoku.formats._format import Format
from pandoku.formats._text import (
    BLANKS,
    Item,
    Lines,
    digit_of,
    first_line,
    rule_losses,
    with_progress,
)
from pandoku.formats.json.documents import guarded_value, has_key, is_record, read_documents
from pandoku.formats.json.values import BadValueError, bad
from pandoku.model import DIGITS, MAX_ORDER, Board, FrozenMap, Geometry, Puzzle
from pandoku.words import visible

_NAME = "board"

_BOARDS = ("board", "grid", "puzzle", "sudoku", "quiz", "question", "problem", "mission", "cells")
_SOLUTIONS = ("solution", "solutions", "answer", "solved", "solvedboard", "solved_board")
_ATTRIBUTES = {
    "id": "id",
    "title": "title",
    "name": "title",
    "author": "author",
    "source": "source",
}
_SIZES = ("size", "order", "n", "width", "height", "rows", "columns", "cols")
# Keys, in lower case, that web APIs use to describe a puzzle. They cannot be rules.
_ABOUT_WORDS = (
    "difficulty level rating score date time seed status message success results created "
    "created_at updated_at url hash uuid version clues givens_count hints filled empty"
)
_ABOUT = frozenset(_ABOUT_WORDS.split())
_CELLS = re.compile(
    r'\s*:\s*(?:\[\s*\[\s*(?:-?\d|null|false|"[^"]{0,2}")|\[\s*(?:-?\d+\s*,|null|false|"[^"]*")'
    r'|"(?:[\w.*?-]|\\n){16,}")'
)
_OF_CELLS = re.compile(r'\s*\[\s*\[?\s*\{\s*"val"\s*:')
_OF_DOSUKU = re.compile(r'\s*\{\s*"newboard"\s*:')
_ORDERS = range(2, MAX_ORDER + 1)
_MOST_CHARS = 1_000_000  # maximum length of a text with an object for each cell
_Cells = list[tuple[str, object]]  # the JSON path and the value of each cell


def _sniff(head: list[str]) -> bool:
    """Return whether the text starts with an object that contains a board, or with cell objects."""
    if not first_line(head).startswith(("{", "[")) or has_key(head, "givens") or is_record(head):
        return False
    text = "\n".join(head)
    if _OF_CELLS.match(text) or _OF_DOSUKU.match(text):
        return True
    names = (each for name in _BOARDS for each in (name, name.capitalize(), name.upper()))
    return any(has_key(head, name, _CELLS) for name in names)


def _read(lines: Lines) -> Iterator[Item]:
    """Yield a puzzle for each object, or for each array of cell objects."""
    if _OF_CELLS.match("\n".join(lines.head())):
        yield from _arrays(lines)
    else:
        yield from read_documents(lines, _NAME, _puzzle_of)


def _write(puzzle: Puzzle) -> str:
    """Return an object on one line, with 0 for blanks."""
    n = puzzle.order
    out: dict[str, object] = {"board": _rows(puzzle.givens, n)}
    if puzzle.solution is not None:
        out["solution"] = _rows(puzzle.solution, n)
    return json.dumps(out) + "\n"


def _rows(digits: tuple[int, ...], n: int) -> list[list[int]]:
    return [list(digits[at : at + n]) for at in range(0, n * n, n)]


def _arrays(lines: Lines) -> Iterator[Item]:
    """Yield a puzzle for each array of cell objects."""
    first = lines.peek()
    texts: list[str] = []
    size = 0
    for line in lines:
        texts.append(line.text)
        size += len(line.text)
        if size > _MOST_CHARS:
            reason = f"expected arrays of at most {_MOST_CHARS:,} characters, found more"
            raise FormatError(reason, format=_NAME, line=line.number)
    text, at = "\n".join(texts), 0
    number = first.number if first else 1
    while at < len(text):
        if text[at] in " \t\n\r,;":
            at += 1
            continue
        start = number + text.count("\n", 0, at)
        try:
            value, at = json.JSONDecoder().raw_decode(text, at)
        except (ValueError, RecursionError) as error:
            place = getattr(error, "pos", at)
            at_line = number + text.count("\n", 0, place)
            column = place - text.rfind("\n", 0, place)
            reason = "expected an array of cells in JSON, found none"
            found = FormatError(
                reason, format=_NAME, line=at_line, column=column, text=texts[at_line - number]
            )
            yield Item(at_line, found)
            return
        yield guarded_value(_NAME, start, _puzzle_of_cells, value)


def _puzzle_of_cells(value: object) -> Puzzle | Board:
    """Return the puzzle of an array of cell objects, or of rows of cell objects."""
    if isinstance(value, list) and value and all(isinstance(row, list) for row in value):
        value = [cell for row in value for cell in row]
    if not isinstance(value, list):
        bad("cells", "a list of objects", value)
    n = _order_of(len(value), "cells")
    digits: _Cells = []
    marks: list[list[int]] = []
    for at, cell in enumerate(value):
        path = f"cells[{at}]"
        if not isinstance(cell, dict) or "val" not in cell:
            bad(path, 'an object with "val"', cell)
        for key in cell:
            if key not in ("val", "candidates"):
                raise BadValueError(f"{path}.{visible(key[:40])}: unknown key, which may be a rule")
        digits.append((f"{path}.val", cell["val"]))
        noted = cell.get("candidates") or []
        if not isinstance(noted, list):
            bad(f"{path}.candidates", "a list of digits", noted)
        marks.append([d for d in noted if type(d) is int])
    puzzle = Puzzle(Geometry.sudoku(n), _digits(digits, n))
    full = set(range(1, n + 1))
    return with_progress(puzzle, puzzle.givens, [() if {*m} >= full else m for m in marks])


def _puzzle_of(value: object) -> Puzzle:
    """Return the puzzle of an object that contains a board."""
    if isinstance(value, dict) and [*value] == ["newboard"]:
        value = _inner(value)
    if not isinstance(value, dict):
        bad("the puzzle", "an object with a board", value)
    names = [key for key in value if key.lower() in _BOARDS]
    if len(names) != 1:
        raise BadValueError(f"expected one board, found {len(names)}: {', '.join(names)[:80]}")
    cells, n = _cells_of(value[names[0]], names[0])
    about: dict[str, Any] = {}
    extra: dict[str, object] = {}
    for key, content in value.items():
        plain = key.lower()
        if key == names[0]:
            continue
        if plain in _SOLUTIONS:
            about |= _solution(content, key, n)
        elif plain in _ATTRIBUTES and isinstance(content, str | int):
            about[_ATTRIBUTES[plain]] = str(content)
        elif plain in _SIZES:
            if content != n:
                bad(key, f"{n}, the size of the board", content)
        elif plain in _ABOUT and isinstance(content, str | int | float | None):
            extra[key] = content
        else:
            raise BadValueError(f"{visible(key[:40])}: unknown key, which may be a rule")
    return Puzzle(Geometry.sudoku(n), _digits(cells, n), **about, extra=FrozenMap(extra))


def _inner(value: dict[str, Any]) -> object:
    """Return the inner object of a Dosuku document, with its key `value` renamed to `board`."""
    outer = value["newboard"]
    grids = outer.get("grids") if isinstance(outer, dict) else None
    if not isinstance(grids, list) or len(grids) != 1 or not isinstance(grids[0], dict):
        bad("newboard.grids", "a list of one grid", grids)
    others = [key for key in outer if key not in ("grids", "results", "message")]
    if others:
        raise BadValueError(f"newboard.{visible(others[0][:40])}: unknown key, which may be a rule")
    return {"board" if key == "value" else key: content for key, content in grids[0].items()}


def _solution(content: object, path: str, n: int) -> dict[str, tuple[int, ...]]:
    """Return the solution as a keyword argument of Puzzle, or {} if it is missing or incomplete."""
    if content in (None, False, "", []):
        return {}
    cells, size = _cells_of(content, path)
    if size != n:
        bad(path, f"a solution of {n}x{n} cells", content)
    digits = _digits(cells, n)
    return {"solution": digits} if all(digits) else {}


def _cells_of(value: object, path: str) -> tuple[_Cells, int]:
    """Return the cells and the order of a board."""
    if isinstance(value, str):
        text = "".join(value.split())
        return [(f"{path}[{at}]", char) for at, char in enumerate(text)], _order_of(len(text), path)
    if not isinstance(value, list):
        bad(path, "a list of rows, or a text", value)
    if not any(isinstance(row, list) for row in value) and not any(
        isinstance(row, str) and len(row) > 2 for row in value
    ):
        return [(f"{path}[{at}]", c) for at, c in enumerate(value)], _order_of(len(value), path)
    n = len(value)
    if n not in _ORDERS:
        raise BadValueError(f"{path}: expected 2 to {MAX_ORDER} rows, found {n}")
    cells: _Cells = []
    for at, row in enumerate(value):
        if not isinstance(row, list | str) or len(row) != n:
            bad(f"{path}[{at}]", f"a row of {n} cells", row)
        cells += [(f"{path}[{at}][{i}]", cell) for i, cell in enumerate(row)]
    return cells, n


def _order_of(n_cells: int, path: str) -> int:
    n = isqrt(n_cells)
    if n * n != n_cells or n not in _ORDERS:
        raise BadValueError(f"{path}: expected n*n cells for an n x n grid, found {n_cells}")
    return n


def _digits(cells: _Cells, n: int) -> tuple[int, ...]:
    zero = next((path for path, cell in cells if cell in ("0", 0) and cell is not False), None)
    other = next((path for path, cell in cells if _is_other_blank(cell, n)), None)
    if zero and other:
        raise BadValueError(
            f"expected 0 or another sign for empty cells, found both ({zero} and {other}); "
            "is 0 a digit?"
        )
    digits = []
    for path, cell in cells:
        digit: int | None = None
        if _is_other_blank(cell, n):
            digit = 0
        elif type(cell) is int:
            digit = cell
        elif isinstance(cell, str) and cell.isascii() and cell.isdecimal() and len(cell) < 3:
            digit = int(cell)
        elif isinstance(cell, str) and len(cell) == 1 and n <= len(DIGITS):
            digit = digit_of(cell, n)
        if digit is None or not 0 <= digit <= n:
            bad(path, f"a digit 1-{n}, or 0", cell)
        digits.append(digit)
    return tuple(digits)


def _is_other_blank(cell: object, n: int) -> bool:
    if isinstance(cell, str):
        return cell != "0" and (not cell.strip() or (cell in BLANKS and not digit_of(cell, n)))
    return cell is None or cell is False or cell == -1


FORMAT = Format(
    name=_NAME,
    summary='a board in JSON: {"board": [[0, 3, ...], ...]}, or sudokuJS; blanks 0, null, -1, ""',
    carries="givens, solution; default boxes; orders 2 to 36",
    keeps=("solution",),
    example='{"board": [[0, 0, 3, 0], [1, 0, 0, 0], [0, 0, 0, 2], [0, 4, 0, 0]]}\n',
    sniff_order=4,
    sniff=_sniff,
    read=_read,
    why_not=partial(rule_losses, orders=_ORDERS),
    write=_write,
)
