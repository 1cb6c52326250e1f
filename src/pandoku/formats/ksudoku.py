"""Format `ksudoku`: XML files that KSudoku saves (read only).

The element `<graph>` describes the shape with these elements:

- `<sudokugroups>` adds rows and columns, and possibly blocks.
- `<clique>` is a set of cells with different digits.
- `<cage>` has an operator (0 to 4: none, division, subtraction, multiplication, addition) and a
  value.

The element `<values>` has a character for each cell: `_` is empty, b is 1, c is 2, and so on. Cells
are numbered column by column. In `<history>`, each event with a value places a digit. Placed digits
are stored in `Item.board`. Markers are the player's notes and are ignored.

Grids with gaps (such as Samurai) and grids in three dimensions raise an error. Unknown elements
also raise an error, because they may be rules. A document type without declarations is allowed.

A file with the root `<ksudoku-graph>` is a shape without a puzzle. KSudoku fills the shape with a
new puzzle in each game. The reader returns an empty grid with the houses of the shape, and a note.
Some shapes also get new cages in each game. These shapes raise an error.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import partial
from math import isqrt
from typing import NoReturn

from pandoku.errors import FormatError
from pandoku.formats._format import Format
from pandoku.formats._text import Item, Lines
from pandoku.formats._xml import Element, is_document, parsed_xml, read_document
from pandoku.formats.json.values import BadValueError
from pandoku.model import Board, Cage, Geometry, Puzzle

_NAME = "ksudoku"
_ROOT = re.compile(r"<ksudoku(?:-graph)?[\s/>]")
_SIGNS = {"0": "=", "1": "/", "2": "-", "3": "*", "4": "+"}
_SHAPE = "ksudoku-graph"
_KINDS = ("Plain", "XSudoku", "Jigsaw", "Aztec", "Mathdoku", "KillerSudoku")
_SHAPES = ("sudokugroups", "clique", "cage")
_ABOUT = ("ksudoku", "game", "puzzle", "graph", "values", "solution", "history")
_EVENTS = ("simple-event", "complex-event")
_ROXDOKU = "roxdokugroups"
_KNOWN = (*_ABOUT, *_SHAPES, *_EVENTS, _SHAPE, _ROXDOKU)
_ORDERS = range(1, 26)  # digits are the letters after a


@dataclass(slots=True)
class _Game:
    """The contents of a file as texts."""

    line: int = 1
    graph: dict[str, str] = field(default_factory=dict)
    shapes: list[tuple[str, dict[str, str], str]] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)
    events: list[dict[str, str]] = field(default_factory=list)


def _item(lines: Lines) -> Item:
    root = parsed_xml(lines, _NAME, _KNOWN)
    if solid := root.first(_ROXDOKU):
        _fail("this is a Roxdoku, in three dimensions, which pandoku does not support", solid.line)
    game = _game(root)
    try:
        return _item_of_shape(game) if root.name == _SHAPE else _item_of(game)
    except BadValueError as error:
        _fail(str(error), 1)


def _game(root: Element) -> _Game:
    game = _Game()
    for graph in root.all("graph"):
        game.graph, game.line = graph.attributes, graph.line
        shapes = [each for each in graph.children if each.name in _SHAPES]
        game.shapes += [(each.name, each.attributes, each.text) for each in shapes]
    for name in ("values", "solution"):
        for each in root.all(name):
            game.texts[name] = each.text
    for history in root.all("history"):  # complex events are the player's notes
        events = [each for each in history.children if each.name == "simple-event"]
        game.events += [each.attributes for each in events]
    return game


def _item_of_shape(game: _Game) -> Item:
    """Return the Item of a shape, which has an empty grid and a note."""
    kind, graph = game.graph.get("specific-type", "Plain"), game.graph
    what = "this is a shape of KSudoku without a puzzle"
    if kind in ("Mathdoku", "KillerSudoku"):
        _fail(f"{what}, whose cages KSudoku makes for each game; save a game there", game.line)
    size = graph.get("order", "")
    if not re.fullmatch("[0-9]{1,2}", size) or int(size) not in _ORDERS:
        expected = f"an order from {_ORDERS[0]} to {_ORDERS[-1]}"
        _fail(f"expected {expected} of the shape, found {size[:20]!r}", game.line)
    is_one_grid = graph.get("sizeX") == graph.get("sizeY") == size and graph.get("sizeZ") == "1"
    starts = [each.get("at", "0") for name, each, _ in game.shapes if name == "sudokugroups"]
    if not is_one_grid or any(start != "0" for start in starts):
        _fail(
            f"{what}, and of several grids or three dimensions, which pandoku does not support",
            game.line,
        )
    game.texts["values"] = "_" * int(size) ** 2
    known = kind if kind in _KINDS else "Plain"
    game.graph = {**graph, "specific-type": known}
    return _item_of(game)._replace(note=f"{what}: read as an empty grid with its houses")


def _item_of(game: _Game) -> Item:
    # An import at the top would load all formats, because the classes of constraints parse the
    # texts of their example puzzles.
    from pandoku.formats._shapes import shape_of, usual_regions

    kind = game.graph.get("specific-type", "Plain")
    if kind not in _KINDS or game.graph.get("type", "sudoku") == "roxdoku":
        _fail(f"expected one of {', '.join(_KINDS)}, found the kind {kind[:40]!r}", game.line)
    values = game.texts.get("values", "")
    n = isqrt(len(values))
    if n * n != len(values) or n not in _ORDERS:
        expected = f"a square number of values up to {_ORDERS[-1] ** 2}"
        _fail(f"expected {expected}, found {len(values)}", game.line)
    depth = game.graph.get("sizeZ", "1")
    if depth != "1":
        _fail(f"expected a grid in two dimensions, found sizeZ {depth[:10]!r}", game.line)
    givens = _digits(values, n, game.line)
    has_rows, has_blocks = False, False
    sets: list[tuple[int, ...]] = []
    cages: list[Cage] = []
    for name, attributes, text in game.shapes:
        if name == "sudokugroups":
            has_rows = True
            has_blocks |= attributes.get("withblocks", "1") not in ("0", "false")
        elif name == "clique":
            sets.append(_cells(text, n, game.line))
        else:
            cages.append(_cage(attributes, _cells(text, n, game.line), kind, game.line))
    lines = [tuple(range(at, at + n)) for at in range(0, n * n, n)]
    lines += [tuple(range(at, n * n, n)) for at in range(n)]
    known = {tuple(sorted(each)) for each in sets}
    if not has_rows and not known.issuperset(lines):
        _fail("expected digits that differ in each row and column, found other cliques", game.line)
    regions, rest = _regions(sets if has_rows else _without(sets, lines), {*lines}, n)
    has_regions = regions is not None
    if regions is None:
        regions = usual_regions(n) if has_blocks else [None] * (n * n)
    geometry, constraints = shape_of(n, regions, rest)
    _check_kind(kind, geometry, cages, game.line, has_regions=has_regions)
    puzzle = Puzzle(
        geometry,
        givens,
        tuple(cages),
        title=game.graph.get("name") or None,
        solution=_solution(game, n),
        further=tuple(constraints),
    )
    digits = [*givens]
    for event in game.events:
        cell, digit = _event(event, n)
        if cell is not None and not givens[cell]:
            digits[cell] = digit
    board = Board.start(puzzle, digits)
    return Item(1, puzzle, board if board.digits != givens else None)


def _check_kind(
    kind: str, geometry: Geometry, cages: list[Cage], line: int, *, has_regions: bool
) -> None:
    """Raise FormatError if the file lacks diagonals, regions or cages that its kind needs."""
    missing = {
        "XSudoku": "" if geometry.diagonals else "diagonals",
        "Jigsaw": "" if has_regions else "regions",
        "Aztec": "" if has_regions else "regions",
        "Mathdoku": "" if cages else "cages",
        "KillerSudoku": "" if cages else "cages",
    }.get(kind)
    if missing:
        _fail(f"expected the {missing} of the kind {kind} in the file, found none", line)


def _without(sets: list[tuple[int, ...]], lines: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Return the sets without the rows and columns in *lines*.

    If a row or column occurs twice, one copy is kept, because it may be a region.
    """
    missing, rest = {*lines}, list[tuple[int, ...]]()
    for each in sets:
        key = tuple(sorted(each))
        if key not in missing:
            rest.append(each)
        missing.discard(key)
    return rest


def _regions(
    sets: list[tuple[int, ...]], lines: set[tuple[int, ...]], n: int
) -> tuple[list[int | None] | None, list[tuple[int, ...]]]:
    """Return the region of each cell, and the sets that are not regions.

    The regions are n disjoint sets, which may include rows and columns. If fewer than n sets are
    disjoint, the first value is None. The second value omits rows and columns, because they are
    houses in any case.
    """
    plain = [each for each in sets if tuple(sorted(each)) not in lines]
    apart: list[tuple[int, ...]] = []
    rest: list[tuple[int, ...]] = []
    taken: set[int] = set()
    for each in [*plain, *(each for each in sets if tuple(sorted(each)) in lines)]:
        is_apart = len(each) == n and taken.isdisjoint(each)
        (apart if is_apart else rest).append(each)
        taken.update(each if is_apart else ())
    rest = [each for each in rest if tuple(sorted(each)) not in lines]
    if len(apart) < n:
        return None, plain
    of_cell = {cell: number for number, each in enumerate(apart) for cell in each}
    return [of_cell[cell] for cell in range(n * n)], rest


def _cage(attributes: dict[str, str], cells: tuple[int, ...], kind: str, line: int) -> Cage:
    sign = _SIGNS.get(attributes.get("operator", ""))
    value = attributes.get("value", "")
    if sign is None or not re.fullmatch(r"[0-9]{1,18}", value) or not cells:
        expected = "a cage with cells, an operator 0 to 4 and a value"
        _fail(f"expected {expected}, found {str(attributes)[:60]}", line)
    if sign == "=" and len(cells) > 1:
        _fail(f"expected an operator for {len(cells)} cells, found none", line)
    return Cage(sign, int(value), cells, kind != "KillerSudoku")


def _cells(text: str, n: int, line: int) -> tuple[int, ...]:
    """Parse numbers that count cells column by column, and return cells that count row by row."""
    numbers = [int(word) for word in re.findall(r"[0-9]{1,6}", text)]
    if len(numbers) != len(text.split()) or any(number >= n * n for number in numbers):
        _fail(f"expected numbers of cells 0..{n * n - 1}, found {text[:40]!r}", line)
    return tuple(_place(number, n) for number in numbers)


def _place(number: int, n: int) -> int:
    return number % n * n + number // n


def _digits(text: str, n: int, line: int) -> tuple[int, ...]:
    digits = [0] * (n * n)
    for number, char in enumerate(text):
        digit = 0 if char == "_" else ord(char) - ord("a")
        if not 0 <= digit <= n:
            what = "a gap in the grid" if char == "." else repr(char)
            _fail(f"expected '_' or letters from b to {chr(ord('a') + n)}, found {what}", line)
        digits[_place(number, n)] = digit
    return tuple(digits)


def _solution(game: _Game, n: int) -> tuple[int, ...] | None:
    text = game.texts.get("solution", "")
    if len(text) != n * n:
        return None
    digits = _digits(text, n, game.line)
    return digits if all(digits) else None


def _event(event: dict[str, str], n: int) -> tuple[int | None, int]:
    """Return the cell and the digit of an event. The cell is None if the event changes no digit."""
    index, value = event.get("index", ""), event.get("value", "")
    is_move = re.fullmatch(r"[0-9]{1,4}", index) and re.fullmatch(r"[0-9]{1,2}", value)
    if not is_move or int(index) >= n * n or int(value) > n:
        return None, 0
    return _place(int(index), n), int(value)


def _fail(reason: str, line: int) -> NoReturn:
    raise FormatError(reason, format=_NAME, line=line)


_GRAPH = '<graph order="4" type="sudoku" specific-type="Plain" name="Four">'
FORMAT = Format(
    name=_NAME,
    summary="KSudoku's XML: <ksudoku> with a <graph> and <values>; only read",
    carries="givens, blocks, regions, diagonals, cages, progress; orders 1 to 25",
    suffixes=(".ksudoku",),
    example=(
        f'<!DOCTYPE ksudoku>\n<ksudoku><game><puzzle>{_GRAPH}<sudokugroups at="0" withblocks="1"/>'
        "</graph><values>b____c____d____e</values></puzzle></game></ksudoku>\n"
    ),
    sniff_order=43,
    sniff=partial(is_document, root=_ROOT),
    read=lambda lines: read_document(lines, _item),
    why_not=lambda _: "files of KSudoku are only read",
)
