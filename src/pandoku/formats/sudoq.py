"""Format `sudoq`: the XML files of SudoQ, an app for Android (read only).

A `<sudoku>` has a type, and a `<fieldmap>` for each cell. A `<fieldmap>` has the position of the
cell, its digit in the solution (digits start at 0), and whether the cell is editable. Cells that
are not editable are givens. The types are:

- 0 to 3: 9x9, 4x4, 6x6 and 16x16 with boxes
- 5: X-Sudoku
- 6: Hyper-Sudoku
- 7 to 9: 9x9 jigsaws

Type 4 (Samurai) and all other types raise an error.

A saved `<game>` also has a tree of actions. The reader applies the actions on the path from the
root to the current action, and stores the digits in `Item.board`. It ignores the player's notes.
"""

from __future__ import annotations

import re
from functools import lru_cache, partial

from pandoku.formats._format import Format
from pandoku.formats._text import Item, Lines
from pandoku.formats._xml import Element, is_document, parsed_xml, read_document
from pandoku.model import Board, Geometry, Puzzle

_NAME = "sudoq"
_ROOT = re.compile(r"<(?:sudoku|game)(?=\s)[^>]*>\s*(?:<gameSettings|<sudoku\s|<fieldmap\s)")
_KNOWN = ("game", "sudoku", "fieldmap", "position", "action")
_SETTINGS = ("gameSettings",)
_SAMURAI = 4
_BOXES = {0: 9, 1: 4, 2: 6, 3: 16, 5: 9, 6: 9}  # the order for each type with boxes
_REGIONS = {  # the region of each cell as a letter, for each type of jigsaw
    7: "aabbbbbcc aaabbbccc daaabccce ddafffcee dddfffeee ddgfffhee dgggihhhe gggiiihhh ggiiiiihh",
    8: "aaaaabbbb aaccccdbb accefcddb aeeefccdb gefffffdb gehhfdddi geehfdhhi ggehhhhii ggggiiiii",
    9: "aaaabbbcc aaabbbccc aabbbcccc ddddeeeff dddeeefff ddeeeffff gggghhhii ggghhhiii gghhhiiii",
}
_NUMBER = re.compile(r"-?[0-9]{1,6}")


def _item(lines: Lines) -> Item:
    root = parsed_xml(lines, _NAME, _KNOWN, ignored=_SETTINGS, may_name_dtd=True)
    found = [root] if root.name == "sudoku" else [*root.all("sudoku")]
    if len(found) != 1:
        root.fail(f"expected one sudoku, found {len(found)}")
    puzzle, cells = _puzzle(found[0])
    if root.name != "game":
        return Item(root.line, puzzle)
    digits = _digits(root, puzzle, cells)
    board = Board.start(puzzle, digits) if tuple(digits) != puzzle.givens else None
    return Item(root.line, puzzle, board)


def _puzzle(sudoku: Element) -> tuple[Puzzle, dict[int, int]]:
    """Return the puzzle, and a dict that maps the ids in actions to cells."""
    kind = _number(sudoku, "type")
    geometry = _geometry(kind)
    if geometry is None:
        what = "Samurai, which is five grids" if kind == _SAMURAI else f"the type {kind}"
        sudoku.fail(f"this is a puzzle of SudoQ of {what}; pandoku does not support it")
    n = geometry.order
    solution, givens = [0] * (n * n), [0] * (n * n)
    cells: dict[int, int] = {}
    for each in sudoku.all("fieldmap"):
        position = each.first("position")
        if position is None:
            each.fail("expected a position of each fieldmap, found none")
        column, row = _number(position, "x"), _number(position, "y")
        if not (0 <= column < n and 0 <= row < n):
            position.fail(f"expected a position 0..{n - 1}, found x {column}, y {row}")
        cell = row * n + column
        if cell in cells.values():
            each.fail(f"expected each cell once, found {geometry.name(cell)} again")
        cells[_number(each, "id")] = cell
        digit = _number(each, "solution") + 1  # 0 if the file has no solution
        if not 0 <= digit <= n:
            each.fail(f"expected a solution 0..{n - 1}, found {digit - 1}")
        editable = each.attributes.get("editable", "")
        if editable not in ("true", "false"):
            each.fail(f"expected editable to be true or false, found {editable[:20]!r}")
        solution[cell] = digit
        givens[cell] = digit if editable == "false" else 0
        if editable == "false" and not digit:
            each.fail(f"expected the digit of the given {geometry.name(cell)}, found none")
    if len(cells) != n * n:
        sudoku.fail(f"expected {n * n} cells, found {len(cells)}")
    known = tuple(solution) if all(solution) else None
    return Puzzle(geometry, tuple(givens), solution=known), cells


def _digits(game: Element, puzzle: Puzzle, cells: dict[int, int]) -> list[int]:
    """Return the digits after all actions on the path from the first to the current action."""
    actions = {_number(each, "id"): each for each in game.all("action")}
    digits, path = [*puzzle.givens], list[Element]()
    at = _number(game, "currentTurnId")
    while at in actions:
        path.append(actions.pop(at))  # `pop` avoids an endless loop if the actions form a cycle
        at = _number(path[-1], "parent")
    for each in reversed(path):
        kind = each.attributes.get("action_type", "")
        if kind == "NoteAction":
            continue
        cell = cells.get(_number(each, "field_id"))
        if kind != "SolveAction" or cell is None:
            each.fail("expected a SolveAction or a NoteAction of a cell, found another action")
        # An action stores the new digit minus the old one. The digit of an empty cell is 0.
        digit = digits[cell] + _number(each, "value")
        if not 0 <= digit <= puzzle.order:
            each.fail(f"expected a change to a digit 0..{puzzle.order}, found {digit}")
        digits[cell] = puzzle.givens[cell] or digit
    return digits


@lru_cache(maxsize=16)
def _geometry(kind: int) -> Geometry | None:
    if kind in _REGIONS:
        letters = _REGIONS[kind].replace(" ", "")
        return Geometry(9, regions=tuple(ord(letter) - ord("a") for letter in letters))
    if kind not in _BOXES:
        return None
    return Geometry.sudoku(_BOXES[kind], diagonals=kind == 5, windows=kind == 6)


def _number(element: Element, key: str) -> int:
    text = element.attributes.get(key, "")
    if not _NUMBER.fullmatch(text):
        element.fail(f"expected a number as {key} of {element.name}, found {text[:20]!r}")
    return int(text)


def _example() -> str:
    fields = [
        f'<fieldmap id="{cell + 1}" editable="{"true" if cell % 3 else "false"}" '
        f'solution="{int(digit) - 1}"><position x="{cell % 4}" y="{cell // 4}"/></fieldmap>\n'
        for cell, digit in enumerate("1234341221434321")
    ]
    return f'<sudoku id="1" type="1" complexity="0">\n{"".join(fields)}</sudoku>\n'


FORMAT = Format(
    name=_NAME,
    summary="SudoQ's XML: <sudoku type=...> with a <fieldmap> for each cell; only read",
    carries="givens, the solution, progress; 9x9, 4x4, 6x6, 16x16, X, Hyper, three jigsaws",
    example=_example(),
    sniff_order=44,
    sniff=partial(is_document, root=_ROOT),
    read=lambda lines: read_document(lines, _item),
    why_not=lambda _: "files of SudoQ are only read",
)
