"""Read documents of f-puzzles as houses and constraints.

An error names each key that is unknown or has an unexpected form, because the key may be a rule.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pandoku import constraints as kinds
from pandoku.constraints import (
    XV,
    AntiKing,
    AntiKnight,
    Arrow,
    Clone,
    Difference,
    Even,
    Fog,
    LittleKiller,
    NoDifference,
    NoRatio,
    NoXV,
    Odd,
    Quadruple,
    Ratio,
    Sandwich,
    Skyscraper,
    Thermometer,
    Whisper,
    XSum,
    line_beside,
    words_of_rules,
)
from pandoku.formats._drawn.grid import with_one_fog
from pandoku.formats._shapes import (
    disjoint_groups,
    falling_diagonal,
    rising_diagonal,
    shape_of,
)
from pandoku.formats._text import with_progress
from pandoku.formats.f_puzzles.cosmetics import DRAWN_KEYS, colors_in, drawings_in
from pandoku.formats.json.values import (
    NOTHING,
    BadValueError,
    bad,
    no_other_keys,
    refuse_rules,
    text_or_none,
)
from pandoku.model import MAX_ORDER, Board, Cage, Constraint, Geometry, Puzzle, default_box

NEEDS_REGIONS = (
    kinds.RegionSum,
    kinds.BoxIndexer,
)  # constraints that need a grid with regions
_NO_REGION = -1  # a userscript writes -1 where f-puzzles itself writes null

# Keys that are not rules: drawings, settings of the program, and marks.
_COSMETIC = frozenset(
    [
        *DRAWN_KEYS,
        "highlightConflicts",
        "disabledlogic",
        "truecandidatesoptions",
        "successMessage",
    ]
)
_CELL_KEYS = frozenset(
    [
        "value",
        "given",
        "region",
        "parity",
        "centerPencilMarks",
        "cornerPencilMarks",
        "givenPencilMarks",
        "c",
        "cArray",
        "highlight",
    ]
)
# Fields that only describe the look or the origin of an entry.
_LOOKS = frozenset(
    [
        "outlineC",
        "baseC",
        "fontC",
        "width",
        "height",
        "size",
        "angle",
        "fromConstraint",
        "isLLConstraint",
        "isNewConstraint",
    ]
)
_NAME = re.compile(r"R(\d{1,2})C(\d{1,2})", re.IGNORECASE)


def puzzle_of_document(document: Mapping[str, Any]) -> Puzzle:
    """Return the puzzle of a document of f-puzzles.

    Raises:
        BadValueError: A value has an unexpected form, or a key is unknown.
        PuzzleError: The parts do not form a puzzle.
    """
    rest = {key: value for key, value in document.items() if value not in NOTHING}
    grid = rest.pop("grid", None)
    if not isinstance(grid, list) or not 1 <= len(grid) <= MAX_ORDER:
        bad("grid", f"1..{MAX_ORDER} rows of cells", grid)
    order = len(grid)
    if (size := rest.pop("size", order)) != order:
        bad("size", f"{order}, as the grid has {order} rows", size)
    cells = [cell for at, row in enumerate(grid) for cell in _cells_of_row(row, at, order)]
    title, author = (text_or_none(rest.pop(key, None), key) for key in ("title", "author"))
    solution = _solution(rest.pop("solution", None), order)
    words = text_or_none(rest.pop("ruleset", None), "ruleset") or ""
    regions = _regions(cells, order)
    sets, constraints = _rules(rest, _Reader(order, regions))
    geometry, smaller = shape_of(order, regions, sets)
    geometry = _without_rows(geometry, constraints)
    constraints += [*smaller, *_parities(cells, order)]
    constraints += [*colors_in(cells, order), *drawings_in(document, constraints, geometry)]
    constraints += (unchecked := words_of_rules(words, order))
    return Puzzle(
        geometry,
        [_given(cell, at, order) for at, cell in enumerate(cells)],
        candidates=_candidates(cells, order),
        solution=solution,
        title=title,
        author=author,
        words=None if unchecked else words.strip() or None,
    ).with_(*constraints)


def progress_in(document: Mapping[str, Any], puzzle: Puzzle) -> Puzzle | Board:
    """Return the puzzle of a document, as a board if the player has entered anything.

    Raises:
        BadValueError: A player's digit or mark is not a digit of the grid.
    """
    n = puzzle.order
    digits, marks = [], []
    for at, cell in enumerate(cell for row in document["grid"] for cell in row):
        path = f"grid[{at // n}][{at % n}]"
        value, noted = cell.get("value"), cell.get("centerPencilMarks")
        if value not in (*NOTHING, 0) and not _is_digit(value, n):
            bad(f"{path}.value", f"a digit 1..{n}", value)
        if noted not in NOTHING and not (
            isinstance(noted, list) and all(_is_digit(mark, n) for mark in noted)
        ):
            bad(f"{path}.centerPencilMarks", f"digits 1..{n}", noted)
        digits.append(value or 0)
        marks.append(noted or [])
    return with_progress(puzzle, digits, marks)


def _is_digit(value: Any, n: int) -> bool:
    return type(value) is int and 1 <= value <= n


def _rules(rest: dict[str, Any], reader: _Reader) -> tuple[list[tuple[int, ...]], list[Constraint]]:
    """Return the sets of cells that cannot repeat a digit, and the constraints of a document.

    Raises:
        BadValueError: Keys are unknown. The message lists them all.
    """
    negative = rest.pop("negative", [])
    if not isinstance(negative, list) or not all(isinstance(each, str) for each in negative):
        bad("negative", "a list of names", negative)
    sets: list[tuple[int, ...]] = []
    constraints: list[Constraint] = []
    for key in [key for key in rest if key in _HOUSES or key in _READERS]:
        value = rest.pop(key)
        if key in _FLAGS and value is not True:
            bad(key, "true or false", value)
        if key in _READERS:
            constraints += _READERS[key](reader, key, value)
        if key in _HOUSES:
            sets += _HOUSES[key](reader, key, value)
    ratios = {each.value for each in constraints if isinstance(each, Ratio)}
    negatives = {"ratio": NoRatio(tuple(ratios) or (2,)), "xv": NoXV()}
    constraints += [negatives[each] for each in negative if each in negatives]
    unknown = [key for key in rest if key not in _COSMETIC]
    unknown += [f"negative {each}" for each in negative if each not in negatives]
    refuse_rules(unknown)
    return sets, with_one_fog(constraints)


def _cells_of_row(row: Any, at: int, order: int) -> list[Mapping[str, Any]]:
    if not isinstance(row, list) or len(row) != order:
        bad(f"grid[{at}]", f"{order} cells", row)
    for column, cell in enumerate(row):
        if not isinstance(cell, Mapping):
            bad(f"grid[{at}][{column}]", "a cell as an object", cell)
        no_other_keys(cell, _CELL_KEYS, f"grid[{at}][{column}]")
    return row


def _given(cell: Mapping[str, Any], at: int, order: int) -> int:
    if not cell.get("given"):
        return 0  # a player's digits are not part of the puzzle
    value = cell.get("value")
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= order:
        bad(f"grid[{at // order}][{at % order}].value", f"a digit 1..{order}", value)
    return value


def _candidates(cells: list[Mapping[str, Any]], order: int) -> list[int] | None:
    """Return the masks of the given pencil marks, or None if there are no such marks."""
    every, masks = (1 << order) - 1, []
    for at, cell in enumerate(cells):
        marks = cell.get("givenPencilMarks") or []
        if not isinstance(marks, list) or not all(
            type(m) is int and 1 <= m <= order for m in marks
        ):
            bad(f"grid[{at // order}][{at % order}].givenPencilMarks", f"digits 1..{order}", marks)
        masks.append(sum(1 << (digit - 1) for digit in {*marks}) or every)
    return None if all(mask == every for mask in masks) else masks


def _parities(cells: list[Mapping[str, Any]], order: int) -> Iterator[Constraint]:
    """Yield the even and odd cells that old documents mark in the cells themselves."""
    for at, cell in enumerate(cells):
        parity = cell.get("parity")
        if parity in NOTHING:
            continue
        kind = {"even": Even, "odd": Odd}.get(parity.lower()) if isinstance(parity, str) else None
        if kind is None:
            bad(f"grid[{at // order}][{at % order}].parity", "Even or Odd", parity)
        yield kind((at,))


def default_regions(order: int) -> list[int]:
    """Return the default region of each cell, row by row.

    The default regions are the usual boxes, numbered in reading order. In an order without boxes,
    f-puzzles uses the rows as regions.

    >>> default_regions(4)[:8], default_regions(3)
    ([0, 0, 1, 1, 0, 0, 1, 1], [0, 0, 0, 1, 1, 1, 2, 2, 2])
    """
    rows, columns = default_box(order) or (1, order)
    return [
        row // rows * rows + column // columns for row in range(order) for column in range(order)
    ]


def _regions(cells: Sequence[Mapping[str, Any]], order: int) -> list[int | None]:
    """Return the region of each cell, or None for a cell outside all regions."""
    found = []
    for at, (cell, default) in enumerate(zip(cells, default_regions(order), strict=True)):
        region = cell.get("region", default)
        if region is not None and (type(region) is not int or region < _NO_REGION):
            path = f"grid[{at // order}][{at % order}].region"
            bad(path, "the number of a region from 0, or null for none", region)
        found.append(None if region == _NO_REGION else region)
    return found


def _without_rows(geometry: Geometry, constraints: Iterable[Constraint]) -> Geometry:
    """Return the geometry without regions if they equal its rows and no constraint needs them."""
    n = geometry.order
    are_rows = geometry.regions == tuple(cell // n for cell in range(n * n))
    if not are_rows or any(isinstance(each, NEEDS_REGIONS) for each in constraints):
        return geometry
    return replace(geometry, regions=None)


def _solution(value: Any, order: int) -> list[int] | None:
    if isinstance(value, str):
        if not (value.isdigit() and len(value) == order * order):
            return None
        value = [*map(int, value)]
    if not isinstance(value, list) or len(value) != order * order:
        return None
    whole = all(type(digit) is int and 1 <= digit <= order for digit in value)
    return value if whole else None


class _Reader:
    """A reader of the entries of a document.

    Attributes:
        order: The order of the grid.
        regions: The region of each cell, or None for a cell outside all regions.
    """

    def __init__(self, order: int, regions: list[int | None]) -> None:
        self.order = order
        self.regions = regions

    def entries(self, key: str, value: Any, *fields: str) -> Iterator[Mapping[str, Any]]:
        """Yield the entries of a key. An entry may only have *fields* and fields about its look."""
        if not isinstance(value, list):
            bad(key, "a list of entries", value)
        for at, entry in enumerate(value):
            if not isinstance(entry, Mapping):
                bad(f"{key}[{at}]", "an object", entry)
            no_other_keys(entry, _LOOKS.union(fields), f"{key}[{at}]")
            yield entry

    def place(self, name: Any, path: str) -> tuple[int, int]:
        """Return the row and column of a name such as "R1C1", from 0, perhaps outside the grid."""
        match = _NAME.fullmatch(name) if isinstance(name, str) else None
        if match is None:
            bad(path, 'a cell such as "R1C1"', name)
        return int(match[1]) - 1, int(match[2]) - 1

    def cell(self, name: Any, path: str) -> int:
        """Return the number of a cell of the grid."""
        row, column = self.place(name, path)
        if not (0 <= row < self.order and 0 <= column < self.order):
            bad(path, f"a cell R1C1..R{self.order}C{self.order}", name)
        return row * self.order + column

    def cells(self, entry: Mapping[str, Any], field: str, key: str) -> tuple[int, ...]:
        """Return the cells of a field of an entry."""
        names = entry.get(field)
        if not isinstance(names, list):
            bad(f"{key}.{field}", "a list of cells", names)
        if not names:
            bad(f"{key}.{field}", "at least one cell", names)
        return tuple(self.cell(name, f"{key}.{field}") for name in names)

    def lines(self, entry: Mapping[str, Any], key: str) -> Iterator[tuple[int, ...]]:
        """Yield the lines of an entry."""
        lines = entry.get("lines")
        if not isinstance(lines, list):
            bad(f"{key}.lines", "a list of lines", lines)
        for line in lines:
            yield self.cells({"lines": line}, "lines", key)

    def number(self, entry: Mapping[str, Any], key: str) -> int | None:
        """Return the value of an entry as a number, or None if it is missing or empty."""
        value = entry.get("value", "")
        if value in ("", None):
            return None
        if isinstance(value, bool) or not re.fullmatch(r"\s*-?\d{1,9}\s*", str(value)):
            bad(f"{key}.value", "a whole number", value)
        return int(value)


# Constraints whose entries only have lines.
_LINES: dict[str, Callable[[tuple[int, ...]], Constraint]] = {
    "betweenline": kinds.Between,
    "doublearrow": kinds.DoubleArrow,
    "entropicline": kinds.Entropic,
    "lockout": kinds.Lockout,
    "modularline": kinds.Modular,
    "nabner": kinds.Nabner,
    "palindrome": kinds.Palindrome,
    "regionsumline": kinds.RegionSum,
    "renban": kinds.Renban,
    "zipperline": kinds.Zipper,
}
# Constraints whose entries are single cells.
_MARKED_CELLS: dict[str, Callable[[tuple[int, ...]], Constraint]] = {
    "even": Even,
    "odd": Odd,
    "minimum": kinds.Minimum,
    "maximum": kinds.Maximum,
}
_INDEXERS: dict[str, Callable[[tuple[int, ...]], Constraint]] = {
    "rowindexer": kinds.RowIndexer,
    "columnindexer": kinds.ColumnIndexer,
    "boxindexer": kinds.BoxIndexer,
}

_Read = Callable[[_Reader, str, Any], Iterator[Constraint]]
_READERS: dict[str, _Read] = {}


def _reads(*keys: str) -> Callable[[_Read], _Read]:
    """Return a decorator that registers the reader of some keys."""

    def register(read: _Read) -> _Read:
        _READERS.update(dict.fromkeys(keys, read))
        return read

    return register


@_reads("killercage")
def _killer_cages(reader: _Reader, key: str, value: Any) -> Iterator[Constraint]:
    for entry in reader.entries(key, value, "cells", "value"):
        # In all programs a sum of 0 means no sum.
        total = reader.number(entry, key) or None
        yield Cage("+", total, reader.cells(entry, "cells", key), repeats=False)


@_reads("littlekillersum")
def _little_killers(reader: _Reader, key: str, value: Any) -> Iterator[Constraint]:
    n = reader.order
    for entry in reader.entries(key, value, "cell", "cells", "direction", "value"):
        if (total := reader.number(entry, key)) is None:
            continue
        direction = entry.get("direction")
        if direction not in ("DR", "DL", "UR", "UL"):
            bad(f"{key}.direction", "DR, DL, UR or UL", direction)
        row, column = reader.place(entry.get("cell"), f"{key}.cell")
        if not (0 <= row < n and 0 <= column < n):
            row += 1 if direction[0] == "D" else -1
            column += 1 if direction[1] == "R" else -1
        if not (0 <= row < n and 0 <= column < n):
            bad(f"{key}.cell", "a cell beside a diagonal of the grid", entry.get("cell"))
        found = LittleKiller((row * n + column,), direction, total)
        named = reader.cells(entry, "cells", key) if entry.get("cells") else None
        if named is not None and {*named} != {*found.cells_on(Geometry.latin(n))}:
            bad(f"{key}.cells", "the cells of its diagonal", entry["cells"])
        yield found


@_reads("sandwichsum", "skyscraper", "xsum")
def _outside_clues(reader: _Reader, key: str, value: Any) -> Iterator[Constraint]:
    kind = {"sandwichsum": Sandwich, "xsum": XSum, "skyscraper": Skyscraper}[key]
    for entry in reader.entries(key, value, "cell", "value"):
        if (number := reader.number(entry, key)) is None:
            continue
        line = line_beside(*reader.place(entry.get("cell"), f"{key}.cell"), reader.order)
        if line is None:
            bad(f"{key}.cell", "a cell beside a row or column of the grid", entry.get("cell"))
        yield kind(line[:1], line[1], number)


@_reads("arrow")
def _arrows(reader: _Reader, key: str, value: Any) -> Iterator[Constraint]:
    for entry in reader.entries(key, value, "cells", "lines"):
        bulb = reader.cells(entry, "cells", key)
        for line in reader.lines(entry, key):
            # The first cell of a line is in the bulb.
            shaft = line[1:] if line and line[0] in bulb else line
            if not shaft:
                bad(f"{key}.lines", "a shaft of at least one cell beside its bulb", entry["lines"])
            yield Arrow(bulb, shaft)


@_reads("thermometer", "slowthermometer")
def _thermometers(reader: _Reader, key: str, value: Any) -> Iterator[Constraint]:
    for entry in reader.entries(key, value, "lines"):
        for line in reader.lines(entry, key):
            yield Thermometer(line, slow=key == "slowthermometer")


@_reads(*_LINES)
def _lines(reader: _Reader, key: str, value: Any) -> Iterator[Constraint]:
    for entry in reader.entries(key, value, "lines"):
        for line in reader.lines(entry, key):
            yield _LINES[key](line)


@_reads("whispers")
def _whispers(reader: _Reader, key: str, value: Any) -> Iterator[Constraint]:
    for entry in reader.entries(key, value, "lines", "value"):
        for line in reader.lines(entry, key):
            yield Whisper(line, reader.number(entry, key))


@_reads("difference", "ratio")
def _dots(reader: _Reader, key: str, value: Any) -> Iterator[Constraint]:
    for entry in reader.entries(key, value, "cells", "value"):
        cells, number = reader.cells(entry, "cells", key), reader.number(entry, key)
        kind = Difference if key == "difference" else Ratio
        yield kind(cells) if number is None else kind(cells, number)


@_reads("xv")
def _marks(reader: _Reader, key: str, value: Any) -> Iterator[Constraint]:
    for entry in reader.entries(key, value, "cells", "value"):
        letter = entry.get("value")
        total = {"V": 5, "X": 10}.get(letter.upper()) if isinstance(letter, str) else None
        if total is None:
            bad(f"{key}.value", "X or V", letter)
        yield XV(reader.cells(entry, "cells", key), total)


@_reads("quadruple")
def _quadruples(reader: _Reader, key: str, value: Any) -> Iterator[Constraint]:
    for entry in reader.entries(key, value, "cells", "values"):
        cells, digits = reader.cells(entry, "cells", key), entry.get("values") or []
        if not isinstance(digits, list) or not all(type(digit) is int for digit in digits):
            bad(f"{key}.values", "a list of digits", digits)
        if digits:  # a quadruple without digits is not a rule
            yield Quadruple(cells, tuple(digits))


@_reads(*_MARKED_CELLS)
def _marked_cells(reader: _Reader, key: str, value: Any) -> Iterator[Constraint]:
    for entry in reader.entries(key, value, "cell"):
        yield _MARKED_CELLS[key]((reader.cell(entry.get("cell"), f"{key}.cell"),))


@_reads(*_INDEXERS)
def _indexers(reader: _Reader, key: str, value: Any) -> Iterator[Constraint]:
    for entry in reader.entries(key, value, "cells"):
        yield _INDEXERS[key](reader.cells(entry, "cells", key))


@_reads("clone")
def _clones(reader: _Reader, key: str, value: Any) -> Iterator[Constraint]:
    for entry in reader.entries(key, value, "cells", "cloneCells"):
        yield Clone(reader.cells(entry, "cells", key), reader.cells(entry, "cloneCells", key))


# "foglight" lists cells without fog. "fogofwar" lists lamps: the neighbors of a lamp have no fog
# either.
@_reads("foglight", "fogofwar")
def _fog(reader: _Reader, key: str, value: Any) -> Iterator[Constraint]:
    if not isinstance(value, list):
        bad(key, "a list of cells", value)
    lights = tuple(dict.fromkeys(reader.cell(name, key) for name in value))
    yield Fog(lights) if key == "foglight" else Fog.around(lights, reader.order)


def _diagonal(reader: _Reader, key: str, _: Any) -> Iterator[tuple[int, ...]]:
    yield rising_diagonal(reader.order) if key == "diagonal+" else falling_diagonal(reader.order)


def _disjoint_groups(reader: _Reader, key: str, _: Any) -> Iterator[tuple[int, ...]]:
    groups = [*disjoint_groups(shape_of(reader.order, reader.regions)[0])]
    if not groups:
        raise BadValueError(f"{key}: expected a grid with boxes, found none")
    yield from groups


_HOUSES: dict[str, Callable[[_Reader, str, Any], Iterator[tuple[int, ...]]]] = {
    "diagonal+": _diagonal,
    "diagonal-": _diagonal,
    "extraregion": lambda reader, key, value: (
        reader.cells(entry, "cells", key) for entry in reader.entries(key, value, "cells")
    ),
    "disjointgroups": _disjoint_groups,
}
_FLAGS = frozenset(
    ["antiking", "antiknight", "diagonal+", "diagonal-", "disjointgroups", "nonconsecutive"]
)
_READERS |= {
    "nonconsecutive": lambda *_: iter([NoDifference()]),
    "antiknight": lambda *_: iter([AntiKnight()]),
    "antiking": lambda *_: iter([AntiKing()]),
}
