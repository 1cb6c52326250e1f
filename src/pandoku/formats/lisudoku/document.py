"""Read and write documents of lisudoku.

An error names each key that is unknown or has an unexpected form, because the key may be a rule.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pandoku import constraints as kinds
from pandoku.formats._again import loss_of
from pandoku.formats._shapes import (
    diagonals_of,
    falling_diagonal,
    regions_of,
    rising_diagonal,
    shape_of,
    usual_regions,
)
from pandoku.formats.json.values import NOTHING, bad, elements, no_other_keys, refuse_rules, whole
from pandoku.model import Cage, Constraint, Puzzle, default_box

_ORDERS = (4, 6, 9)
_SHAPE_KEYS = ("gridSize", "fixedNumbers", "regions", "extraRegions")
_DIAGONALS = ("primaryDiagonal", "secondaryDiagonal")
_DOTS = {"Consecutive": kinds.Difference, "Double": kinds.Ratio}
_WORD_START = re.compile(r"_([a-z0-9])")  # old documents have names such as grid_size


def puzzle_of_lisudoku(document: Mapping[str, Any]) -> Puzzle:
    """Return the puzzle of a document of lisudoku.

    Raises:
        BadValueError: A value has an unexpected form, or a key is unknown.
        PuzzleError: The parts do not form a puzzle.
    """
    rest = {_camel(key): value for key, value in document.items() if value not in NOTHING}
    refuse_rules([key for key in rest if key not in {*_SHAPE_KEYS, *_DIAGONALS, *_KEYS}])
    order = rest.get("gridSize")
    if order not in _ORDERS or type(order) is not int:
        bad("gridSize", "4, 6 or 9", order)
    for flag in (*_DIAGONALS, *(key.name for key in _KEYS.values() if key.is_flag)):
        if rest.get(flag, True) is not True:
            bad(flag, "true or false", rest[flag])
    grid = _Places(order)
    geometry, constraints = shape_of(order, _regions(rest, grid), _sets(rest, grid))
    givens = _givens(rest, grid)
    return Puzzle(geometry, givens).with_(
        *constraints,
        *(each for key in _KEYS.values() if key.name in rest for each in key.read(grid, rest)),
    )


def _camel(name: str) -> str:
    return _WORD_START.sub(lambda found: found[1].upper(), name)


class _Places:
    """A reader of cells, which are objects with a row and a column from 0."""

    def __init__(self, order: int) -> None:
        self.order = order

    def cell(self, value: object, path: str) -> int:
        """Return the number of a cell."""
        place = value if isinstance(value, Mapping) else {}
        row, column = place.get("row"), place.get("col")
        if type(row) is not int or type(column) is not int:
            bad(path, 'a cell such as {"row": 0, "col": 0}', value)
        if not (0 <= row < self.order and 0 <= column < self.order):
            bad(path, f"a row and a column 0..{self.order - 1}", value)
        return row * self.order + column

    def cells(self, value: object, path: str) -> tuple[int, ...]:
        """Return the numbers of a list of cells."""
        return tuple(self.cell(each, where) for where, each in elements(value, path))


def _objects(rest: Mapping[str, Any], key: str, *fields: str) -> Iterator[tuple[str, Any]]:
    """Yield the path and the content of each entry of a key, with field names in camel case."""
    for path, each in elements(rest.get(key, []), key):
        if not isinstance(each, Mapping):
            bad(path, "an object", each)
        entry = {_camel(str(name)): value for name, value in each.items()}
        no_other_keys(entry, fields, path)
        yield path, entry


def _givens(rest: Mapping[str, Any], grid: _Places) -> list[int]:
    givens = [0] * grid.order**2
    for path, entry in _objects(rest, "fixedNumbers", "position", "value"):
        digit = whole(entry.get("value"), f"{path}.value")
        if not 1 <= digit <= grid.order:
            bad(f"{path}.value", f"a digit 1..{grid.order}", digit)
        givens[grid.cell(entry.get("position"), f"{path}.position")] = digit
    return givens


def _regions(rest: Mapping[str, Any], grid: _Places) -> list[int | None]:
    if "regions" not in rest:
        return usual_regions(grid.order)
    found: list[int | None] = [None] * grid.order**2
    for number, (path, region) in enumerate(elements(rest["regions"], "regions")):
        for cell in grid.cells(region, path):
            if found[cell] is not None:
                bad(path, "cells of no other region", region)
            found[cell] = number
    return found


def _sets(rest: Mapping[str, Any], grid: _Places) -> Iterator[tuple[int, ...]]:
    """Yield sets of cells that cannot repeat a digit."""
    yield from diagonals_of(grid.order, *(bool(rest.get(flag)) for flag in _DIAGONALS))
    for path, region in elements(rest.get("extraRegions", []), "extraRegions"):
        yield grid.cells(region, path)


@dataclass(frozen=True, slots=True)
class _Key:
    """A key of a document. Reading reverses writing.

    Attributes:
        name: The key.
        read: Yields the constraints of the key in a document.
        writers: For each class of constraints, the function that returns the entries of a
            constraint.
        is_flag: Whether the value of the key is true instead of a list of entries.
    """

    name: str
    read: Callable[[_Places, Mapping[str, Any]], Iterable[Constraint]]
    writers: Mapping[type[Constraint], Callable[[Any, int], list[Any]]]
    is_flag: bool = False


def _flag(name: str, *classes: Any) -> _Key:
    return _Key(
        name, lambda *_: [each() for each in classes], dict.fromkeys(classes, lambda *_: []), True
    )


def _lines(name: str, kind: Any) -> _Key:
    def read(grid: _Places, rest: Mapping[str, Any]) -> Iterator[Constraint]:
        for path, line in elements(rest[name], name):
            yield kind(grid.cells(line, path))

    return _Key(name, read, {kind: lambda line, n: [_places(line.cells, n)]})


def _marked(name: str, kind: Any) -> _Key:
    """Return a key with an entry for each cell."""
    return _Key(
        name,
        lambda grid, rest: [kind((cell,)) for cell in grid.cells(rest[name], name)],
        {kind: lambda each, n: _places(each.cells, n)},
    )


def _cages(grid: _Places, rest: Mapping[str, Any]) -> Iterator[Constraint]:
    for path, entry in _objects(rest, "killerCages", "sum", "region"):
        total = entry.get("sum")
        total = None if total is None else whole(total, f"{path}.sum")
        # A sum of 0 means that the cage has no sum, as in other programs.
        yield Cage("+", total or None, grid.cells(entry.get("region"), f"{path}.region"), False)


def _arrows(grid: _Places, rest: Mapping[str, Any]) -> Iterator[Constraint]:
    for path, entry in _objects(rest, "arrows", "circleCells", "arrowCells"):
        # The program ignores the order of the cells in the document. It reads the digits in a bulb
        # from left to right or from top to bottom.
        bulb = sorted(grid.cells(entry.get("circleCells"), f"{path}.circleCells"))
        shaft = grid.cells(entry.get("arrowCells"), f"{path}.arrowCells")
        yield kinds.Arrow(tuple(bulb), shaft)


def _dots(grid: _Places, rest: Mapping[str, Any]) -> Iterator[Constraint]:
    for path, entry in _objects(rest, "kropkiDots", "dotType", "cell1", "cell2"):
        kind = entry.get("dotType")
        if not isinstance(kind, str) or kind not in _DOTS:
            bad(f"{path}.dotType", " or ".join(_DOTS), kind)
        cells = tuple(grid.cell(entry.get(each), f"{path}.{each}") for each in ("cell1", "cell2"))
        yield _DOTS[kind](cells)


def _write_dot(dot: Any, n: int) -> list[Any]:
    first, second = _places(dot.cells, n)
    name = next(name for name, kind in _DOTS.items() if type(dot) is kind)
    return [{"dotType": name, "cell1": first, "cell2": second}]


# To support another constraint, add a row.
_ROWS = (
    _Key(
        "killerCages",
        _cages,
        {Cage: lambda cage, n: [{"sum": cage.target, "region": _places(cage.cells, n)}]},
    ),
    _lines("thermos", kinds.Thermometer),
    _lines("renbans", kinds.Renban),
    _lines("palindromes", kinds.Palindrome),
    _Key(
        "arrows",
        _arrows,
        {
            kinds.Arrow: lambda arrow, n: [
                {"circleCells": _places(arrow.bulb, n), "arrowCells": _places(arrow.shaft, n)}
            ]
        },
    ),
    _Key("kropkiDots", _dots, dict.fromkeys(_DOTS.values(), _write_dot)),
    _flag("kropkiNegative", kinds.NoDifference, kinds.NoRatio),
    _marked("oddCells", kinds.Odd),
    _marked("evenCells", kinds.Even),
    _flag("antiKnight", kinds.AntiKnight),
    _flag("antiKing", kinds.AntiKing),
)
_KEYS = {key.name: key for key in _ROWS}
_KEY_OF = {kind: key for key in _ROWS for kind in key.writers}


def lisudoku_document(puzzle: Puzzle) -> dict[str, Any]:
    """Return the document of a puzzle for which `why_no_lisudoku` returns None."""
    n = puzzle.order
    out = _shape(puzzle)
    if puzzle.n_givens:
        given = [(cell, digit) for cell, digit in enumerate(puzzle.givens) if digit]
        out["fixedNumbers"] = [{"position": _place(c, n), "value": digit} for c, digit in given]
    for each in puzzle.constraints:
        key = _KEY_OF[type(each)]
        entries = key.writers[type(each)](each, n)
        out[key.name] = key.is_flag or [*out.get(key.name, []), *entries]
    return out


def _shape(puzzle: Puzzle) -> dict[str, Any]:
    """Return a document with only the size and the houses. The usual boxes are omitted."""
    n, geometry = puzzle.order, puzzle.geometry
    out: dict[str, Any] = {"gridSize": n}
    if geometry.regions is not None:
        out["regions"] = [_places(cells, n) for cells in regions_of(geometry)]
    falling, rising = falling_diagonal(n), rising_diagonal(n)
    if geometry.diagonals or falling in geometry.extra:
        out["primaryDiagonal"] = True
    if geometry.diagonals or rising in geometry.extra:
        out["secondaryDiagonal"] = True
    if extra := [cells for cells in geometry.extra if tuple(cells) not in (falling, rising)]:
        out["extraRegions"] = [_places(cells, n) for cells in extra]
    return out


def why_no_lisudoku(puzzle: Puzzle) -> str | None:
    """Return the rules that a document would lose, or None."""
    geometry = puzzle.geometry
    if geometry.regions is None and geometry.box != default_box(puzzle.order):
        return "it cannot store boxes other than the usual ones"
    return loss_of(puzzle, _KEY_OF, lambda each: puzzle_of_lisudoku(lisudoku_document(each)))


def _place(cell: int, n: int) -> dict[str, int]:
    return {"row": cell // n, "col": cell % n}


def _places(cells: Iterable[int], n: int) -> list[dict[str, int]]:
    return [_place(cell, n) for cell in cells]
