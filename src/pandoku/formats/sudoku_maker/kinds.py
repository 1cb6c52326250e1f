"""The constraint types of Sudoku Maker: for each number, how its constraints are read and written.

To support another constraint, add a row to `_ROWS`.

A clue refers to its place by a number. There are four kinds of places: cells, edges between cells,
corners where cells meet, and cells outside the grid for the clues of rows, columns and diagonals.
Each kind is numbered separately, row by row from the upper left corner.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from pandoku import constraints as kinds
from pandoku.constraints import line_beside, thirds
from pandoku.formats.json.values import NOTHING, bad, elements, no_other_keys, whole, wholes
from pandoku.model import Cage, Constraint
from pandoku.model.constraint import are_touching

# Fields that any constraint may have and that are not part of its rule.
_ABOUT = frozenset(["type", "name", "disabled", "solverIgnored", "style"])


def no_more_keys(each: Mapping[str, Any], known: Collection[str], path: str) -> None:
    """Raise BadValueError if a constraint has a key that may be a rule and is not in *known*."""
    no_other_keys(each, _ABOUT.union(known), path)


class GridPlaces:
    """A reader of places in and around a grid."""

    def __init__(self, order: int) -> None:
        self.order = order

    def cells(self, value: Any, path: str) -> tuple[int, ...]:
        """Return a list of cells of the grid."""
        return tuple(self._cell(each, at) for at, each in elements(value, path))

    def _cell(self, value: Any, path: str) -> int:
        if type(value) is not int or not 0 <= value < self.order**2:
            bad(path, f"a cell 0..{self.order**2 - 1}", value)
        return value

    def lines(self, each: Mapping[str, Any], path: str, key: str) -> list[tuple[int, ...]]:
        """Return the lines of a constraint."""
        found = elements(each.get(key) or [], f"{path}.{key}")
        return [self.cells(line, at) for at, line in found]

    def edge(self, value: Any, path: str) -> tuple[int, int]:
        """Return the two cells on both sides of an edge."""
        n = self.order
        row, rest = divmod(whole(value, path), 2 * n)
        is_upright = rest < n
        column = rest if is_upright else rest - n
        if not 0 <= row < n or (column == 0 if is_upright else row == n - 1):
            bad(path, "an edge between two cells", value)
        cell = row * n + column
        return (cell - 1, cell) if is_upright else (cell, cell + n)

    def corner(self, value: Any, path: str) -> tuple[int, ...]:
        """Return the cells that meet in a corner: four, or fewer at the edge of the grid."""
        n = self.order
        row, column = divmod(whole(value, path), n + 1)
        if not 0 <= row <= n:
            bad(path, f"a corner 0..{(n + 1) ** 2 - 1}", value)
        return tuple(
            r * n + c
            for r in (row - 1, row)
            for c in (column - 1, column)
            if 0 <= r < n and 0 <= c < n
        )

    def outside(self, value: Any, path: str) -> tuple[int, int]:
        """Return the row and column of a cell outside the grid.

        The rows and columns of the grid count from 0. A cell above the grid has the row -1, and a
        cell left of the grid has the column -1.
        """
        n = self.order
        row, column = divmod(whole(value, path), n + 2)
        if not 0 <= row <= n + 1 or (1 <= row <= n and 1 <= column <= n):
            bad(path, "a cell outside the grid", value)
        return row - 1, column - 1

    def line_beside(self, value: Any, path: str) -> tuple[int, str]:
        """Return the first cell and the direction of the row or column next to an outside cell."""
        found = line_beside(*self.outside(value, path), self.order)
        if found is None:
            bad(path, "a cell beside a row or a column", value)
        return found

    def clues(
        self, each: Mapping[str, Any], path: str, key: str, *fields: str
    ) -> Iterator[tuple[Mapping[str, Any], str]]:
        """Yield the clues of a constraint. A clue may only have the given *fields*."""
        for at, clue in elements(each.get(key) or [], f"{path}.{key}"):
            if not isinstance(clue, Mapping):
                bad(at, "an object", clue)
            no_more_keys(clue, fields, at)
            yield clue, at


_Read: TypeAlias = Callable[[GridPlaces, Mapping[str, Any], str], Iterator[Constraint]]
# The values shared by all clues of an entry, the key for the list of clues, and the clues.
_Written: TypeAlias = tuple[dict[str, Any], str, list[Any]]
_Write: TypeAlias = Callable[[Any, int], _Written]


@dataclass(frozen=True, slots=True)
class _Type:
    """A type of constraints. Reading reverses writing.

    Attributes:
        number: The number of the type in documents.
        keys: The keys that an entry may have.
        read: Yields the constraints of an entry. Nothing for sets of cells, which may be houses.
        writers: For each class of constraints, the function that writes one.
        usual: Fields of a new entry in addition to the clues.
    """

    number: int
    keys: Collection[str]
    read: _Read
    writers: Mapping[type[Constraint], _Write]
    usual: Mapping[str, Any] = field(default_factory=dict)


def _everywhere(number: int, kind: type[Constraint]) -> _Type:
    def read(_: GridPlaces, each: Mapping[str, Any], path: str) -> Iterator[Constraint]:
        yield kind()

    return _Type(number, (), read, {kind: lambda *_: ({}, "", [])})


def _write_cells(each: Any, _: int) -> _Written:
    return {"cells": list(each.cells)}, "", []


def _cells(number: int, kind: Any, write: _Write = _write_cells) -> _Type:
    """Return a type of constraints that only have cells."""

    def read(reader: GridPlaces, each: Mapping[str, Any], path: str) -> Iterator[Constraint]:
        if each.get("cells") not in NOTHING:
            yield kind(reader.cells(each["cells"], f"{path}.cells"))

    return _Type(number, {"cells"}, read, {kind: write})


def _write_line(line: Any, _: int) -> _Written:
    return {}, "lines", [list(line.cells)]


def _lines(number: int, kind: Any) -> _Type:
    """Return a type of lines without values."""

    def read(reader: GridPlaces, each: Mapping[str, Any], path: str) -> Iterator[Constraint]:
        yield from map(kind, reader.lines(each, path, "lines"))

    return _Type(number, {"lines"}, read, {kind: _write_line})


def _flagged_lines(number: int, kind: Any, key: str, flag: str, attribute: str) -> _Type:
    """Return a type of lines that share a flag, which is an attribute of the constraint."""

    def read(reader: GridPlaces, each: Mapping[str, Any], path: str) -> Iterator[Constraint]:
        for line in reader.lines(each, path, key):
            yield kind(line, **{attribute: bool(each.get(flag))})

    def write(line: Any, _: int) -> _Written:
        return {flag: getattr(line, attribute)}, key, [list(line.cells)]

    return _Type(number, {key, flag}, read, {kind: write})


def _on_edges(number: int, kind: Any, none: Any, usual: int, override: str = "") -> _Type:
    """Return a type of clues on edges, with the negative rule for edges without a clue."""

    def read(reader: GridPlaces, each: Mapping[str, Any], path: str) -> Iterator[Constraint]:
        for clue, at in reader.clues(each, path, "clues", "edge", "value"):
            value = whole(clue.get("value") or usual, f"{at}.value")
            yield kind(reader.edge(clue.get("edge"), f"{at}.edge"), value)
        if negative := wholes(each.get("negative") or [], f"{path}.negative"):
            yield none(negative)

    def write(dot: Any, n: int) -> _Written:
        row, column = divmod(dot.cells[0], n)
        is_upright = dot.cells[1] == dot.cells[0] + 1
        edge = row * 2 * n + column + (1 if is_upright else n)  # the inverse of `GridPlaces.edge`
        return {}, "clues", [{"value": dot.value, "edge": edge}]

    writers = {kind: write, none: lambda rule, _: ({}, "negative", list(rule.values))}
    fields: dict[str, Any] = {"negative": []} | ({override: True} if override else {})
    return _Type(number, {"clues", "negative", override}, read, writers, fields)


def _outside(number: int, kind: Any) -> _Type:
    """Return a type of clues for rows and columns. Clues without a value are skipped."""

    def read(reader: GridPlaces, each: Mapping[str, Any], path: str) -> Iterator[Constraint]:
        for clue, at in reader.clues(each, path, "clues", "value", "outerCell"):
            if clue.get("value") is not None:
                start, direction = reader.line_beside(clue.get("outerCell"), f"{at}.outerCell")
                yield kind((start,), direction, whole(clue["value"], f"{at}.value"))

    def write(clue: Any, n: int) -> _Written:
        return {}, "clues", [{"value": clue.number, "outerCell": _place_outside(clue, n)}]

    return _Type(number, {"clues"}, read, {kind: write})


def _place_outside(clue: kinds.OutsideClue, n: int) -> int:
    """Return the number of the cell outside the grid that contains a clue."""
    row, column = clue.place(n)
    return (row + 1) * (n + 2) + column + 1


def _killer_cages(reader: GridPlaces, each: Mapping[str, Any], path: str) -> Iterator[Constraint]:
    for cage, at in reader.clues(each, path, "cages", "cells", "value"):
        total = whole(cage.get("value") or 0, f"{at}.value")
        # A sum of 0 means no sum.
        yield Cage(
            "+", total or None, reader.cells(cage.get("cells"), f"{at}.cells"), repeats=False
        )


def _whispers(reader: GridPlaces, each: Mapping[str, Any], path: str) -> Iterator[Constraint]:
    least = whole(each.get("minDifference"), f"{path}.minDifference")
    for line in reader.lines(each, path, "lines"):
        # A whisper with the usual difference has the value None, so that equal rules compare equal.
        yield kinds.Whisper(line, None if least == (reader.order + 1) // 2 else least)


def _lockouts(reader: GridPlaces, each: Mapping[str, Any], path: str) -> Iterator[Constraint]:
    least = reader.order // 2  # least difference between the digits at the two ends
    for line in reader.lines(each, path, "lines"):
        usual = kinds.Lockout(line)
        yield usual if usual.difference(reader.order) == least else kinds.Lockout(line, least)


def _look_and_say(reader: GridPlaces, each: Mapping[str, Any], path: str) -> Iterator[Constraint]:
    for cage, at in reader.clues(each, path, "cages", "cells", "value"):
        if (text := cage.get("value")) in NOTHING:
            continue
        if not isinstance(text, str) or not re.fullmatch(r"(?:[0-9]{2})+", text):
            bad(f"{at}.value", 'counts and digits in turn, such as "1522"', text)
        cells = reader.cells(cage.get("cells"), f"{at}.cells")
        yield kinds.LookAndSay(cells, tuple(map(int, text)))


def _entropy(reader: GridPlaces, each: Mapping[str, Any], path: str) -> Iterator[Constraint]:
    if groups := wholes(each.get("groups") or [], f"{path}.groups"):
        masks = _digit_masks(groups, f"{path}.groups")
        yield kinds.GlobalEntropy(() if {*masks} == {*thirds(reader.order)} else masks)


def _digit_groups(reader: GridPlaces, each: Mapping[str, Any], path: str) -> Iterator[Constraint]:
    masks = _digit_masks(wholes(each.get("groups") or [], f"{path}.groups"), f"{path}.groups")
    for line in reader.lines(each, path, "lines"):
        if len(masks) < 2:
            bad(f"{path}.groups", "at least two groups of digits", each.get("groups"))
        named = (kinds.Entropic(line), kinds.Parity(line), kinds.Modular(line, len(masks)))
        same = (one for one in named if sorted(one.classes(reader.order)) == sorted(masks))
        yield next(same, None) or kinds.DigitGroups(line, masks)


def _digit_masks(groups: tuple[int, ...], path: str) -> tuple[int, ...]:
    """Return groups of digits as masks. In Sudoku Maker the digit d is bit d, not bit d - 1."""
    for group in groups:
        if group < 2 or group % 2:
            bad(path, "groups of digits from 1 on", group)
    return tuple(group >> 1 for group in groups)


def _write_groups(
    line: kinds.DigitGroups | kinds.Entropic | kinds.Modular | kinds.Parity, n: int
) -> _Written:
    groups = [group << 1 for group in line.classes(n)]
    return {"groups": groups}, "lines", [list(line.cells)]


def _arrows(reader: GridPlaces, each: Mapping[str, Any], path: str) -> Iterator[Constraint]:
    for entry, at in reader.clues(each, path, "bulbsWithArrows", "bulbCells", "arrows"):
        bulb = reader.cells(entry.get("bulbCells"), f"{at}.bulbCells")
        for line in reader.lines(entry, at, "arrows"):
            shaft = line[1:] if line and line[0] in bulb else line
            if not shaft:
                bad(f"{at}.arrows", "a shaft of at least one cell beside its bulb", entry["arrows"])
            yield kinds.Arrow(bulb, shaft)


def _write_arrow(arrow: kinds.Arrow, n: int) -> _Written:
    start = next((cell for cell in arrow.bulb if are_touching(cell, arrow.shaft[0], n)), -1)
    line = [start, *arrow.shaft] if start >= 0 else list(arrow.shaft)
    bulb = {"bulbCells": list(arrow.bulb), "arrows": [line]}
    return {}, "bulbsWithArrows", [bulb]


def _clones(reader: GridPlaces, each: Mapping[str, Any], path: str) -> Iterator[Constraint]:
    """Yield clones.

    Each group lists a cell of the first clone, then its copies in the other clones.
    """
    groups = reader.lines(each, path, "groups")
    for size in dict.fromkeys(map(len, groups)):
        first, *others = zip(*(group for group in groups if len(group) == size), strict=True)
        for copies in others:
            yield kinds.Clone(first, copies)


def _quadruples(reader: GridPlaces, each: Mapping[str, Any], path: str) -> Iterator[Constraint]:
    for clue, at in reader.clues(each, path, "clues", "corner", "digits"):
        if clue.get("digits") not in NOTHING:
            digits = wholes(clue["digits"], f"{at}.digits")
            yield kinds.Quadruple(reader.corner(clue.get("corner"), f"{at}.corner"), digits)


def _write_quadruple(clue: kinds.Quadruple, n: int) -> _Written:
    row, column = divmod(clue.cells[0], n)
    around = [(row + down) * (n + 1) + column + right for down in (1, 0) for right in (1, 0)]
    corner = next((at for at in around if GridPlaces(n).corner(at, "") == clue.cells), -1)
    return {}, "clues", [{"corner": corner, "digits": list(clue.digits)}]


def _little_killers(reader: GridPlaces, each: Mapping[str, Any], path: str) -> Iterator[Constraint]:
    n = reader.order
    for clue, at in reader.clues(each, path, "clues", "value", "outerCell", "diagonal"):
        if clue.get("value") is None:
            continue
        diagonal = clue.get("diagonal")
        if diagonal not in (1, -1):
            bad(f"{at}.diagonal", "1 or -1", diagonal)
        row, column = reader.outside(clue.get("outerCell"), f"{at}.outerCell")
        for down in (1, -1):
            r, c = row + down, column - down * diagonal
            if 0 <= r < n and 0 <= c < n:
                direction = ("D" if down > 0 else "U") + ("R" if c > column else "L")
                yield kinds.LittleKiller(
                    (r * n + c,), direction, whole(clue["value"], f"{at}.value")
                )
                break
        else:
            bad(f"{at}.outerCell", "a cell beside a diagonal of the grid", clue["outerCell"])


def _write_little_killer(clue: kinds.LittleKiller, n: int) -> _Written:
    down, right = clue.step
    place = {"outerCell": _place_outside(clue, n), "diagonal": -down * right}
    return {}, "clues", [{"value": clue.total} | place]


_GROUPS = (kinds.DigitGroups, kinds.Entropic, kinds.Modular, kinds.Parity)
_ROWS = (
    _everywhere(12, kinds.AntiKing),
    _everywhere(13, kinds.AntiKnight),
    _everywhere(15, kinds.NoDifference),  # written as a negative rule of type 200
    _Type(
        16,
        {"groups"},
        _entropy,
        {
            kinds.GlobalEntropy: lambda rule, n: (
                {"groups": [group << 1 for group in rule.groups or thirds(n)]},
                "",
                [],
            )
        },
    ),
    _cells(100, kinds.Even),
    _cells(101, kinds.Odd),
    _cells(102, kinds.Maximum),
    _cells(103, kinds.Minimum),
    _on_edges(
        200, kinds.Difference, kinds.NoDifference, kinds.Difference.USUAL, "overrideNegativeRatios"
    ),
    _on_edges(201, kinds.Ratio, kinds.NoRatio, kinds.Ratio.USUAL, "overrideNegativeDifferences"),
    _on_edges(202, kinds.XV, kinds.NoXV, 10),
    _flagged_lines(300, kinds.Thermometer, "thermometers", "slow", "slow"),
    _Type(
        301,
        {"cages"},
        _killer_cages,
        {
            Cage: lambda cage, _: (
                {},
                "cages",
                [{"cells": list(cage.cells), "value": cage.target or 0}],
            )
        },
    ),
    _Type(
        302,
        {"groups"},
        _clones,
        {
            kinds.Clone: lambda clone, _: (
                {"groups": [*map(list, zip(clone.cells, clone.copies, strict=False))]},
                "",
                [],
            )
        },
    ),
    _Type(303, {"clues"}, _quadruples, {kinds.Quadruple: _write_quadruple}),
    _Type(
        304,
        {"cages"},
        _look_and_say,
        {
            kinds.LookAndSay: lambda cage, _: (
                {},
                "cages",
                [{"cells": list(cage.cells), "value": "".join(map(str, cage.counts))}],
            )
        },
    ),
    _Type(305, {"cells"}, lambda *_: iter(()), {kinds.AllDifferent: _write_cells}),
    _cells(306, kinds.CountingCircles),
    _lines(400, kinds.Renban),
    _Type(
        401,
        {"lines", "minDifference"},
        _whispers,
        {
            kinds.Whisper: lambda line, n: (
                {"minDifference": line.difference(n)},
                "lines",
                [list(line.cells)],
            )
        },
    ),
    _lines(402, kinds.Palindrome),
    _lines(403, kinds.Between),
    _flagged_lines(404, kinds.RegionSum, "lines", "singleRegionTotals", "joined"),
    _lines(405, kinds.Progression),
    _Type(406, {"lines", "groups"}, _digit_groups, dict.fromkeys(_GROUPS, _write_groups)),
    _Type(407, {"lines"}, _lockouts, {kinds.Lockout: _write_line}),
    _Type(408, {"bulbsWithArrows"}, _arrows, {kinds.Arrow: _write_arrow}),
    _lines(409, kinds.DoubleArrow),
    _Type(500, {"clues"}, _little_killers, {kinds.LittleKiller: _write_little_killer}),
    _outside(501, kinds.Sandwich),
    _outside(502, kinds.XSum),
    _outside(503, kinds.Skyscraper),
    _outside(504, kinds.NumberedRoom),
    _cells(600, kinds.RowIndexer),
    _cells(601, kinds.ColumnIndexer),
    _cells(4000, kinds.Fog, lambda fog, _: ({"cells": list(fog.lights)}, "", [])),
)
TYPES = {row.number: row for row in _ROWS}
TYPE_WRITERS = {kind: (row, write) for row in _ROWS for kind, write in row.writers.items()}
