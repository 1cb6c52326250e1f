"""Format `sdku`: the XML files of the Sudoku Solver for Windows (read only).

The root `<Sudoku>` may have a version:

- Without a version, `<Cell x="0" y="0">5</Cell>` is a given.
- In versions 1 and 2, a `<Cell>` has the elements x, y, value and origin.
- In version 3, `<c>` has an entry for each cell: a digit and a number for its origin, or 0 and
  notes. Each entry ends with "|".

The origin of a digit is Provided (1), User (2), Calculated (3) or Trial. Digits with the origin
User are givens, unless a file of version 2 or 3 also has provided digits. In that case, the digits
of the user are progress, which is stored in `Item.board`. The reader ignores digits with the origin
Calculated or Trial, because the program found them. It also ignores notes. Boxes are 3x3.

Some programs use the suffix .sdku for a grid of dots and digits. The formats `grid` and `line` read
these files.
"""

from __future__ import annotations

import re
from functools import partial

from pandoku.formats._format import Format
from pandoku.formats._text import Item, Lines
from pandoku.formats._xml import Element, is_document, parsed_xml, read_document
from pandoku.model import Board, Geometry, Puzzle

_NAME = "sdku"
_ROOT = re.compile(r"<Sudoku[\s/>]")
_KNOWN = ("Sudoku", "Cell", "x", "y", "value", "origin", "c")
_VERSIONS = range(4)
_PROVIDED, _USER = "Provided", "User"
_FOUND = ("Calculated", "Trial", "NotDefined", "")
_ORIGINS = {"0": "", "1": _PROVIDED, "2": _USER, "3": "Calculated"}
_CELL = re.compile(r"([1-9])([1-3])|0[0-9.]{0,20}")
_GEOMETRY = Geometry.sudoku(9)


def _item(lines: Lines) -> Item:
    root = parsed_xml(lines, _NAME, _KNOWN)
    if root.name != "Sudoku":
        root.fail(f"expected the root Sudoku, found {root.name}")
    text = root.attributes.get("version", "0")
    if not re.fullmatch("[0-9]{1,3}", text) or int(text) not in _VERSIONS:
        root.fail(f"expected version {_VERSIONS[0]} to {_VERSIONS[-1]}, found {text[:20]!r}")
    version = int(text)
    cells = _packed(root) if version == 3 else _listed(root, version)
    provided = {cell: digit for cell, (digit, origin) in cells.items() if origin == _PROVIDED}
    of_user = {cell: digit for cell, (digit, origin) in cells.items() if origin == _USER}
    # By mistake, version 1 of the program labeled digits of the user as Provided.
    givens = provided if provided and version > 1 else {**provided, **of_user}
    puzzle = Puzzle(_GEOMETRY, tuple(givens.get(cell, 0) for cell in range(81)))
    if not of_user or givens is not provided:
        return Item(root.line, puzzle)
    digits = [givens.get(cell, of_user.get(cell, 0)) for cell in range(81)]
    return Item(root.line, puzzle, Board.start(puzzle, digits))


def _listed(root: Element, version: int) -> dict[int, tuple[int, str]]:
    """Return the digit and origin of each filled cell."""
    cells: dict[int, tuple[int, str]] = {}
    for each in root.children:
        if each.name != "Cell":
            each.fail(f"expected Cell, found the element {each.name!r}")
        column, row = _number(each, "x", 0, 8), _number(each, "y", 0, 8)
        digit = _number(each, "value", 0, 9)
        origin = _text(each, "origin") if version else _USER
        if origin not in (_PROVIDED, _USER, *_FOUND):
            each.fail(f"expected the origin Provided, User or Calculated, found {origin[:20]!r}")
        cell = row * 9 + column
        if cell in cells:
            each.fail(f"expected each cell once, found {_GEOMETRY.name(cell)} again")
        if digit:
            cells[cell] = digit, origin
    return cells


def _packed(root: Element) -> dict[int, tuple[int, str]]:
    element = root.first("c")
    if element is None or len(root.children) != 1:
        root.fail("expected one element c in version 3, found other elements")
    parts = element.text.removesuffix("|").split("|")
    if len(parts) != 81:
        element.fail(f"expected 81 cells, each ended by '|', found {len(parts)}")
    cells = {}
    for cell, part in enumerate(parts):
        found = _CELL.fullmatch(part)
        if found is None:
            expected = "a digit and its origin, or 0 and notes"
            element.fail(f"{_GEOMETRY.name(cell)}: expected {expected}, found {part[:20]!r}")
        if found[1]:
            cells[cell] = int(found[1]), _ORIGINS[found[2]]
    return cells


def _text(cell: Element, key: str) -> str:
    """Return a value of a cell, which is in a child element, in an attribute or in the text."""
    child = cell.first(key)
    if child is not None:
        return child.text
    return cell.text if key == "value" else cell.attributes.get(key, "")


def _number(cell: Element, key: str, low: int, high: int) -> int:
    text = _text(cell, key)
    if not re.fullmatch("[0-9]", text) or not low <= int(text) <= high:
        cell.fail(f"expected {key} of a cell from {low} to {high}, found {text[:20]!r}")
    return int(text)


def _example() -> str:
    givens = [(0, 0, 8), (4, 1, 3), (7, 3, 5), (2, 6, 9)]
    cells = [
        f"  <Cell>\n    <x>{x}</x>\n    <y>{y}</y>\n    <value>{digit}</value>\n"
        "    <origin>User</origin>\n  </Cell>\n"
        for x, y, digit in givens
    ]
    return f'<Sudoku version="2">\n{"".join(cells)}</Sudoku>\n'


FORMAT = Format(
    name=_NAME,
    summary="the .sdku files of Sudoku Solver for Windows: <Sudoku version=...>; only read",
    carries="givens, progress; 9x9 with 3x3 boxes",
    example=_example(),
    sniff_order=44,
    sniff=partial(is_document, root=_ROOT),
    read=lambda lines: read_document(lines, _item),
    why_not=lambda _: "files of Sudoku Solver are only read",
)
