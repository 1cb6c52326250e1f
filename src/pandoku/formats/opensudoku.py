"""Format `opensudoku`: the XML files that OpenSudoku exports and imports.

The root `<opensudoku>` contains folders with a `<game>` for each puzzle. The attribute `data` of a
game is either 81 digits, with 0 for an empty cell, or "version: N" and several fields for each
cell. Each field ends with "|". The first field of a cell is its value. The last field is "0" for a
given and "1" for any other cell. The fields between them are the player's marks and colors. The
reader ignores them, because players often mark only some candidates. The attribute `note` is the
title. Attributes that the app does not write are stored in `extra["opensudoku"]`. An unknown
element raises an error, because it may be a rule. Boxes are 3x3.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NoReturn
from xml.parsers.expat import ExpatError, ParserCreate, errors

from pandoku.errors import FormatError
from pandoku.formats._format import Format
from pandoku.formats._text import Item, Lines, SourceLine, first_line, guarded, rule_losses
from pandoku.model import Board, FrozenMap, Geometry, Puzzle

_NAME = "opensudoku"
_FRAME = (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
    '<opensudoku version="2">\n<folder name="pandoku">\n',
    "</folder>\n</opensudoku>\n",
)

_DIGITS = re.compile(r"[0-9]{81}")
_VERSION = re.compile(r"version: *([1-9][0-9]?)\s+")
# The number of fields of a cell in each version. All versions have the value, the marks and whether
# the cell is editable. Version 4 adds a second kind of marks, and version 5 adds a color.
_FIELDS = {1: 3, 2: 3, 3: 3, 4: 4, 5: 5}
_ELEMENTS = ("opensudoku", "folder", "game")
# Elements that describe the puzzles in older files.
_ABOUT = ("name", "author", "description", "comment", "created", "source", "sourceurl", "level")
_ATTRIBUTES = ("data", "note", "created", "state", "time", "last_played", "command_stack")
# This pattern is only compiled when it is used, because compiling takes 10 ms, and every command
# that reads a puzzle loads this module.
_NOT_XML = "[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
# Characters that XML allows, but that would control a terminal. The last two ranges change the
# direction of text.
_OBEYED = (10, *range(127, 160), *range(0x202A, 0x202F), *range(0x2066, 0x206A))
_REFERENCES = {chr(code): f"&#{code};" for code in _OBEYED}
_GEOMETRY = Geometry.sudoku(9)


def _sniff(head: list[str]) -> bool:
    """Return whether the text is XML with the root `opensudoku`."""
    text = "\n".join(head)
    return first_line(head).startswith("<") and re.search(r"<opensudoku[\s>]", text) is not None


def _read(lines: Lines) -> Iterator[Item]:
    """Yield a puzzle for each game, with the digits placed so far."""
    games: list[tuple[int, dict[str, str]]] = []
    parser = ParserCreate()
    first = lines.peek()
    above = first.number - 1 if first else 0
    line = SourceLine(above, "")

    def start(name: str, attributes: dict[str, str]) -> None:
        number = above + parser.CurrentLineNumber
        if name.lower() not in (*_ELEMENTS, *_ABOUT):
            reason = f"expected {', '.join(_ELEMENTS)}, found the element {name[:40]!r}"
            _fail(f"{reason}, which may be a rule", number)
        if name == "game":
            games.append((number, attributes))

    def refuse(*_: object) -> None:
        # Refuse a document type, because it can define entities that expand without bound.
        reason = "expected no document type, found one; delete <!DOCTYPE ...>"
        raise FormatError(reason, format=_NAME, line=line.number)

    parser.StartElementHandler = start
    parser.StartDoctypeDeclHandler = refuse
    try:
        for line in lines:
            parser.Parse(f"{line.text}\n")
            yield from _items(games)
        parser.Parse("", True)
    except ExpatError as error:
        number, column = above + error.lineno, error.offset + 1
        reason = f"expected well-formed XML, found {errors.messages[error.code]}"
        found = FormatError(reason, format=_NAME, line=number)
        if number == line.number:
            found = FormatError(reason, format=_NAME, line=number, column=column, text=line.text)
        yield from _items(games)
        yield Item(number, found)
    except FormatError as error:
        yield from _items(games)
        yield Item(line.number, error)


def _why_not(puzzle: Puzzle) -> str | None:
    """Return the rules that the file would lose, such as cages and candidates, or None."""
    return rule_losses(puzzle, orders=range(9, 10))


def _why_not_board(board: Board) -> str | None:
    """Return the rules or eliminated candidates that the file would lose, or None."""
    if lost := _why_not(board.puzzle):
        return lost
    plain = Board.start(board.puzzle.replace(givens=board.digits))
    return None if board.masks == plain.masks else "it cannot store candidates"


def _write_board(board: Board) -> str:
    """Return a `<game>` that distinguishes givens from placed digits."""
    pairs = zip(board.digits, board.puzzle.givens, strict=True)
    cells = "".join(f"{digit}|0|{0 if given else 1}|" for digit, given in pairs)
    return _game(board.puzzle, f"version: 3&#10;{cells}")


def _game(puzzle: Puzzle, data: str) -> str:
    from xml.sax.saxutils import quoteattr  # imported here because it loads urllib and http

    title = re.sub(_NOT_XML, "\ufffd", puzzle.title or "")
    note = f" note={quoteattr(title, _REFERENCES)}" if title else ""
    return f'<game data="{data}"{note}/>\n'


def _items(games: list[tuple[int, dict[str, str]]]) -> Iterator[Item]:
    """Yield the puzzles of *games*, and clear the list."""
    for number, attributes in games:
        yield guarded(number, _item, number, attributes)
    games.clear()


def _item(number: int, attributes: dict[str, str]) -> Item:
    data = attributes.get("data", "").strip()
    title = attributes.get("note") or None
    others = {name: text for name, text in attributes.items() if name not in _ATTRIBUTES}
    extra = FrozenMap({_NAME: others} if others else {})
    if _DIGITS.fullmatch(data):
        return Item(number, Puzzle(_GEOMETRY, tuple(map(int, data)), title=title, extra=extra))
    cells = _cells(data, number)
    givens = tuple(digit if is_given else 0 for digit, is_given in cells)
    puzzle = Puzzle(_GEOMETRY, givens, title=title, extra=extra)
    board = Board.start(puzzle)
    for cell, (digit, is_given) in enumerate(cells):
        if digit and not is_given:
            board = board.place(cell, digit)
    return Item(number, puzzle, board if board.digits != givens else None)


def _fail(reason: str, number: int) -> NoReturn:
    raise FormatError(reason, format=_NAME, line=number)


def _cells(data: str, number: int) -> list[tuple[int, bool]]:
    """Return each cell's digit (0 if empty) and whether it is a given."""
    version = _VERSION.match(data)
    if version is None:
        found = repr(data[:20]) if data else "nothing"
        _fail(f"expected data of 81 digits, or 'version: N' and 81 cells, found {found}", number)
    size = _FIELDS.get(int(version[1]))
    if size is None:
        _fail(f"expected a version from 1 to {max(_FIELDS)}, found {version[1]}", number)
    # In some files of version 2, the field with the marks ends with two bars.
    fields = data[version.end() :].strip().replace("||", "|").split("|")[:-1]
    if len(fields) != 81 * size:
        _fail(f"expected 81 cells of {size} fields, found {len(fields)} fields", number)
    cells = []
    for cell in range(81):
        value, editable = fields[cell * size], fields[cell * size + size - 1]
        if value not in tuple("0123456789") or editable not in ("0", "1"):
            name = _GEOMETRY.name(cell)
            _fail(f"{name}: expected a digit 0-9 and 0 or 1, found {value!r}, {editable!r}", number)
        cells.append((int(value), editable == "0"))
    return cells


FORMAT = Format(
    name=_NAME,
    summary="OpenSudoku's XML: <opensudoku> with a <game data='...'> for each puzzle",
    carries="givens, digits placed; 9x9 with 3x3 boxes",
    keeps=("title",),
    suffixes=(".opensudoku",),
    example=(
        _FRAME[0] + '<game data="530070000600195000098000060800060003400803001'
        '700020006060000280000419005000080079"/>\n' + _FRAME[1]
    ),
    sniff_order=44,
    frame=_FRAME,
    sniff=_sniff,
    read=_read,
    why_not=_why_not,
    write=lambda puzzle: _game(puzzle, "".join(map(str, puzzle.givens))),
    why_not_board=_why_not_board,
    write_board=_write_board,
)
