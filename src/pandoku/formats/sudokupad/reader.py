"""Documents of SudokuPad (SCL) as puzzles: rules, drawings, and the meaning of the drawings.

Coordinates are rows and columns from 0, as fractions: the center of the first cell is [0.5, 0.5].
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pandoku.constraints import AntiKing, AntiKnight, Fog, NoDifference
from pandoku.formats._drawn.evidence import Guess
from pandoku.formats._drawn.grid import (
    LIGHTS,
    DrawnCage,
    DrawnGrid,
    DrawnLine,
    DrawnMark,
    drawings_of,
    merged_marks,
    triggers_left_out,
)
from pandoku.formats._drawn.inference import read_drawings, with_words
from pandoku.formats._drawn.looks import setter_color
from pandoku.formats._shapes import diagonals_of, disjoint_groups, shape_of, usual_regions
from pandoku.formats.json.values import NOTHING, BadValueError, bad, refuse_rules
from pandoku.formats.sudokupad.svg_paths import straight_lines
from pandoku.model import MAX_ORDER, Board, Cage, Constraint, Geometry, Puzzle

_KNOWN = frozenset((
    "id", "cellSize", "metadata", "settings", "cells", "regions", "cages", "lines", "arrows",
    "underlays", "overlays", "foglight", "fogofwar", "global", "triggereffect", "title", "author",
    "rules", "solution", "videos", "duration", "version", "type",
))  # fmt: skip
_ABOUT = ("title", "author", "rules", "solution")
_ENTRY = re.compile(r"\s*(\w+)\s*:\s*(.*)", re.DOTALL)
_NAME = re.compile(r"r(\d{1,2})c(\d{1,2})", re.IGNORECASE)
_RANGE = re.compile(r"r(\d{1,2})c(\d{1,2})-r(\d{1,2})c(\d{1,2})", re.IGNORECASE)
_MOST_SHAPES = 20_000
_MOST_TURNED = 360_000  # degrees
_PIXELS = 64  # pixels per cell, because thicknesses and font sizes are in pixels
GLOBAL_RULES: dict[str, Constraint] = {
    "antiknight": AntiKnight(),
    "antiking": AntiKing(),
    "nonconsecutive": NoDifference(),
}
_GLOBAL_HOUSES = ("diagonal+", "diagonal-", "disjointgroups")
_Point = tuple[float, float]  # x and y, in cells


@dataclass(slots=True)
class Scl:
    """The content of a document, before the meaning of drawings is inferred.

    Attributes:
        order: The order of the grid.
        givens: The digits, 0 for empty.
        marks: A mask of the center marks in each cell, or 0.
        regions: The region of each cell, or None.
        about: The texts of title, author, rules and solution.
        sets: Sets of cells that cannot repeat a digit.
        constraints: The constraints for which the document has data, and not just drawings.
        n_paths: Number of SVG paths that are not read, because they have curves or are malformed.
        n_triggers: Number of triggers that lift fog. They are not read.
        lines, shapes, blocks: The drawings.
    """

    order: int
    givens: list[int]
    marks: list[int]
    regions: list[int | None]
    about: dict[str, str] = field(default_factory=dict)
    sets: list[tuple[int, ...]] = field(default_factory=list)
    constraints: list[Constraint] = field(default_factory=list)
    n_paths: int = 0
    n_triggers: int = 0
    lines: list[DrawnLine] = field(default_factory=list)
    shapes: list[DrawnMark] = field(default_factory=list)
    blocks: list[DrawnCage] = field(default_factory=list)

    @property
    def solution(self) -> tuple[int, ...] | None:
        """The digits of the solution, or None if the document does not contain all of them."""
        text = self.about.get("solution", "")
        words = re.split(r"[\s,]+", text.strip()) if "," in text else [*"".join(text.split())]
        if len(words) != self.order**2:
            return None
        digits = [int(each, 36) if each.isalnum() and each.isascii() else 0 for each in words]
        return tuple(digits) if all(1 <= digit <= self.order for digit in digits) else None

    @property
    def drawn(self) -> DrawnGrid:
        """The drawings, and the rules in words."""
        rules = self.about.get("rules", "")
        return DrawnGrid(
            self.order, rules, tuple(self.lines), tuple(self.shapes), tuple(self.blocks)
        )

    def geometry(self, sets: Iterator[tuple[int, ...]] | None = None) -> tuple[Geometry, list[Any]]:
        """Return the geometry with additional sets of cells that cannot repeat a digit.

        A set that is too small for a house is returned as a constraint instead.
        """
        return shape_of(self.order, self.regions, [*self.sets, *(sets or ())])


def read_scl(document: Mapping[str, Any]) -> Scl:
    """Return the content of a document.

    Raises:
        BadValueError: A value has an unexpected form, or a key is unknown.
    """
    rest = {key: value for key, value in document.items() if value not in NOTHING}
    refuse_rules([str(key) for key in rest if key not in _KNOWN])
    rows = rest.get("cells")
    if not isinstance(rows, list) or not 1 <= len(rows) <= MAX_ORDER:
        bad("cells", f"1..{MAX_ORDER} rows of cells", rows)
    n = len(rows)
    for at, row in enumerate(rows):
        if not isinstance(row, list) or len(row) != n:
            found = len(row) if isinstance(row, list) else row
            bad(f"cells[{at}]", f"{n} cells, as there are {n} rows", found)
    cells = [cell for row in rows for cell in row]
    givens = [_given(cell, at, n) for at, cell in enumerate(cells)]
    scl = Scl(n, givens, [_center_marks(cell, n) for cell in cells], _regions(rest, n))
    metadata = rest.get("metadata")
    for source in (rest, metadata if isinstance(metadata, Mapping) else {}):
        scl.about |= {key: _words(source[key]) for key in _ABOUT if key in source}
    for at, entry in enumerate(_entries(rest, "cages")):
        _read_cage(entry, f"cages[{at}]", scl)
    _read_globals(rest, scl)
    _read_fog(rest, scl)
    scl.n_triggers = len(_entries(rest, "triggereffect"))
    _read_shapes(rest, scl)
    return scl


def _given(cell: Any, at: int, n: int) -> int:
    value = cell.get("value") if isinstance(cell, Mapping) else cell
    if value in NOTHING:
        return 0
    if isinstance(value, str) and value.isdecimal() and len(value) < 3:
        value = int(value)
    if type(value) is not int or not 0 <= value <= n:
        bad(f"cells[{at // n}][{at % n}].value", f"a digit 1..{n}", value)
    return value


def _center_marks(cell: Any, n: int) -> int:
    """Return the mask of the center marks of a cell.

    Corner marks are ignored, because their meaning differs between players.
    """
    marks = cell.get("centremarks") if isinstance(cell, Mapping) else None
    listed = marks if isinstance(marks, list) else []
    digits = {int(each) for each in listed if str(each).isdecimal() and len(str(each)) < 3}
    return sum(1 << (digit - 1) for digit in digits if 1 <= digit <= n)


def _regions(rest: Mapping[str, Any], n: int) -> list[int | None]:
    if "regions" not in rest:
        return usual_regions(n)
    regions: list[int | None] = [None] * (n * n)
    for at, part in enumerate(_entries(rest, "regions", list)):
        for cell in _cells(part, f"regions[{at}]", n):
            if regions[cell] is not None:
                bad(f"regions[{at}]", "cells of no other region", part)
            regions[cell] = at
    return regions


def _entries(rest: Mapping[str, Any], key: str, kind: type = dict) -> list[Any]:
    value = rest.get(key, [])
    if not isinstance(value, list) or not all(isinstance(each, kind) for each in value):
        bad(key, f"a list of {'lists' if kind is list else 'objects'}", value)
    if len(value) > _MOST_SHAPES:
        raise BadValueError(f"{key}: expected at most {_MOST_SHAPES:,} entries, found {len(value)}")
    return value


def _words(value: Any) -> str:
    """Return the text of a value that is a text or a list of lines, else ""."""
    if isinstance(value, list):
        return "\n".join(str(each) for each in value if isinstance(each, str | int))
    return str(value) if isinstance(value, str | int) else ""


def _cells(value: Any, path: str, n: int) -> tuple[int, ...]:
    """Return the cells of a list of rows and columns, or of a text such as "r1c1r1c2"."""
    if isinstance(value, str):
        places = [*_named_places(value)]
    elif isinstance(value, list):
        places = [_place(each, path) for each in value]
    else:
        bad(path, "a list of cells", value)
    for row, column in places:
        if not (0 <= row < n and 0 <= column < n):
            bad(path, f"cells [0,0]..[{n - 1},{n - 1}]", [row, column])
    return tuple(dict.fromkeys(row * n + column for row, column in places))


def _place(value: Any, path: str) -> tuple[int, int]:
    is_pair = isinstance(value, list) and len(value) == 2 and {*map(type, value)} <= {int, float}
    if not is_pair:
        bad(path, "a cell such as [0,0]", value)
    return int(value[0] // 1), int(value[1] // 1)


def _named_places(text: str) -> Iterator[tuple[int, int]]:
    for part in text[:20_000].split(","):
        if block := _RANGE.fullmatch(part.strip()):
            r, c, s, d = (int(each) - 1 for each in block.groups())
            yield from ((row, column) for row in range(r, s + 1) for column in range(c, d + 1))
        else:
            yield from ((int(r) - 1, int(c) - 1) for r, c in _NAME.findall(part))


def _read_cage(entry: Mapping[str, Any], path: str, scl: Scl) -> None:
    """Add the content of a cage to *scl*: a rule, a house, data about the puzzle, or a drawing."""
    text = _words(entry.get("value"))
    cells = _cells(entry.get("cells") or [], f"{path}.cells", scl.order)
    if not cells:
        if (found := _ENTRY.fullmatch(text)) and found[1].lower() in _ABOUT:
            scl.about[found[1].lower()] = found[2]
        return
    if text in LIGHTS:
        scl.constraints.append(Fog(cells))
        return
    kind, is_unique = entry.get("type"), entry.get("unique") is True
    if kind in ("rowcol", "region") or (entry.get("hidden") and len(cells) == scl.order):
        # SudokuPad uses hidden cages to check rows, columns and regions. A cage that equals one of
        # these houses is skipped.
        n = scl.order
        lines = ({*range(at * n, at * n + n)} for at in range(n))
        columns = ({*range(at, n * n, n)} for at in range(n))
        names = {each for each in scl.regions if each is not None}
        parts = [{at for at, each in enumerate(scl.regions) if each == name} for name in names]
        if kind != "rowcol" and {*cells} not in (*lines, *columns, *parts):
            scl.sets.append(cells)
        return
    total = entry.get("sum")
    total = int(total) if isinstance(total, str) and total.isdecimal() and len(total) < 6 else total
    if total in NOTHING and not is_unique:
        scl.blocks.append(DrawnCage(cells, text))
        return
    if total in NOTHING:
        number = text.strip()
        total = int(number) if number.isdecimal() and len(number) < 6 else None
        if text and total is None:
            scl.blocks.append(DrawnCage(cells, text))
    elif type(total) is not int:
        bad(f"{path}.sum", "a whole number", total)
    scl.constraints.append(Cage("+", total or None, cells, repeats=not is_unique))


def _read_globals(rest: Mapping[str, Any], scl: Scl) -> None:
    names = rest.get("global", [])
    if not isinstance(names, list) or not all(isinstance(each, str) for each in names):
        bad("global", "a list of names", names)
    known = [each.lower() for each in names]
    refuse_rules(
        [each for each in known if each not in GLOBAL_RULES and each not in _GLOBAL_HOUSES]
    )
    scl.constraints += [GLOBAL_RULES[each] for each in dict.fromkeys(known) if each in GLOBAL_RULES]
    scl.sets += diagonals_of(scl.order, "diagonal-" in known, "diagonal+" in known)
    if "disjointgroups" in known:
        scl.sets += disjoint_groups(scl.geometry()[0])


def _read_fog(rest: Mapping[str, Any], scl: Scl) -> None:
    fog = [each for each in scl.constraints if isinstance(each, Fog)]
    lights: set[int] = {light for each in fog for light in each.lights}
    has_fog = bool(fog)
    for key in ("foglight", "fogofwar"):
        if key in rest:
            has_fog = True
            cells = _cells(rest[key], key, scl.order)
            lights |= {*Fog.around(cells, scl.order).lights}
    if has_fog:
        rules = [each for each in scl.constraints if not isinstance(each, Fog)]
        scl.constraints = [*rules, Fog(tuple(sorted(lights)))]


def _read_shapes(rest: Mapping[str, Any], scl: Scl) -> None:
    for key in ("lines", "arrows"):
        for at, entry in enumerate(_entries(rest, key)):
            points = entry.get("wayPoints")
            if isinstance(points, list):
                found = [tuple(_point(each, f"{key}[{at}].wayPoints") for each in points)]
            else:
                found = _lines_of_path(entry)
                scl.n_paths += not found
            color = entry.get("color") or entry.get("stroke")
            width = _length(entry.get("thickness")) / _PIXELS
            look = _color(color), key == "arrows", _seen(color), width
            scl.lines += [DrawnLine(line, *look) for line in found if len(line) > 1]
    marks = [
        _mark(entry, f"{key}[{at}]", is_over=key == "overlays")
        for key in ("underlays", "overlays")
        for at, entry in enumerate(_entries(rest, key))
    ]
    scl.shapes = merged_marks(marks)


def _lines_of_path(entry: Mapping[str, Any]) -> list[tuple[_Point, ...]]:
    """Return the lines of an SVG path, or [] for areas and for paths with curves."""
    lines = straight_lines(entry.get("d"))
    if lines is None or not (entry.get("color") or entry.get("stroke")):
        return []
    scaled = [tuple((x / _PIXELS, y / _PIXELS) for x, y in line) for line in lines]
    is_near = all(-100 <= each <= 100 for line in scaled for point in line for each in point)
    return scaled if is_near else []


def _point(value: Any, path: str) -> _Point:
    numbers: list[Any] = value if isinstance(value, list) and len(value) == 2 else [None]
    if not all(type(each) in (int, float) and -100 <= each <= 100 for each in numbers):
        bad(path, "a point as [row, column]", value)
    return float(numbers[1]), float(numbers[0])


def _mark(entry: Mapping[str, Any], path: str, *, is_over: bool) -> DrawnMark:
    x, y = _point(entry.get("center"), f"{path}.center")
    angle: Any = entry.get("angle")
    fill, rim, ink = (entry.get(key) for key in ("backgroundColor", "borderColor", "color"))
    return DrawnMark(
        x,
        y,
        _length(entry.get("width")),
        _length(entry.get("height")),
        bool(entry.get("rounded")),
        _words(entry.get("text")).strip(),
        _color(fill),
        _color(rim),
        float(angle) if type(angle) in (int, float) and abs(angle) <= _MOST_TURNED else 0.0,
        (_seen(fill), _seen(rim), _seen(ink)),
        _length(entry.get("fontSize")) / _PIXELS if entry.get("text") else 0.0,
        is_over,
    )


def _length(value: Any) -> float:
    return float(value) if type(value) in (int, float) and 0 < value <= 100 else 0.0


def _color(value: Any) -> str:
    """Return a color in lower case without transparency, or ""."""
    text = value.strip().lower()[:40] if isinstance(value, str) else ""
    if re.fullmatch(r"#[0-9a-f]{3,4}", text):
        text = "#" + "".join(2 * each for each in text[1:])
    if re.fullmatch(r"#[0-9a-f]{8}", text):
        return "" if text.endswith("00") else text[:7]
    return "" if text in ("transparent", "none") else text


def _seen(value: Any) -> str:
    return setter_color(value[:40]) if isinstance(value, str) else ""


_SAVED = 19_000  # maximum number of characters of the rules in words that a puzzle stores


def puzzle_of_scl(document: Mapping[str, Any]) -> tuple[Puzzle, str | None, Board | None]:
    """Return the puzzle of a document, a note on its drawings, and the progress.

    Raises:
        BadValueError: A value has an unexpected form, or a key is unknown.
        PuzzleError: The parts do not form a puzzle.
    """
    scl = read_scl(document)
    reading = read_drawings(scl.drawn, _puzzle(scl, ()), lambda guesses: _puzzle(scl, guesses))
    puzzle = with_words(reading, scl.about.get("rules", "").strip()[:_SAVED])
    puzzle, note = puzzle.with_(*drawings_of(reading.left, scl.order)), reading.note
    left_out = []
    if n := scl.n_paths:
        paths = "a path of SVG is" if n == 1 else f"{n} paths of SVG are"
        left_out.append(f"{paths} neither shown nor checked")
    if scl.n_triggers:
        left_out.append(triggers_left_out(scl.n_triggers))
    note = "; ".join(filter(None, (note, *left_out))) or None
    return puzzle, note, _board(puzzle, scl.marks)


def _board(puzzle: Puzzle, marks: list[int]) -> Board | None:
    """Return a board with the center marks as candidates, or None if there are no marks."""
    if not any(marks):
        return None
    board = Board.start(puzzle)
    masks = [
        left & mark if mark and not digit else left
        for left, mark, digit in zip(board.masks, marks, board.digits, strict=True)
    ]
    return Board(puzzle, board.digits, tuple(masks))


def _puzzle(scl: Scl, found: Sequence[Guess]) -> Puzzle:
    """Return the puzzle of a document with the constraints and sets of the guesses."""
    sets = (each for guess in found for each in guess.sets)
    geometry, smaller = scl.geometry(sets)
    about = scl.about
    return Puzzle(
        geometry,
        scl.givens,
        solution=scl.solution,
        title=about.get("title") or None,
        author=about.get("author") or None,
    ).with_(*smaller, *scl.constraints, *(each for guess in found for each in guess.constraints))
