"""Readers for the constraint types of Sudoku Maker.

A clue refers to its place by a number. There are four kinds of places: cells, edges between cells,
corners where cells meet, and cells outside the grid for the clues of rows, columns and diagonals.
Each kind is numbered separately, row by row from the upper left corner.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from pandoku import constraints as kinds
from pandoku.constraints import (
    Arrow,
    Clone,
    DigitGroups,
    Entropic,
    GlobalEntropy,
    LittleKiller,
    Lockout,
    LookAndSay,
    Modular,
    Parity,
    Quadruple,
    RegionSum,
    Thermometer,
    Whisper,
    line_beside,
    thirds,
)
from pandoku.formats.json.values import (
    NOTHING,
    bad,
    elements,
    no_other_keys,
    whole,
    wholes,
)
from pandoku.model import Cage, Constraint

# For each type of constraint, the name that setters see.
TYPES = {
    1: "regions",
    10: "negative diagonal",
    11: "positive diagonal",
    12: "antiking",
    13: "antiknight",
    14: "disjoint groups",
    15: "nonconsecutive",
    16: "global entropy",
    100: "even",
    101: "odd",
    102: "maximum",
    103: "minimum",
    200: "difference dots",
    201: "ratio dots",
    202: "XV",
    300: "thermometers",
    301: "killer cages",
    302: "clones",
    303: "quadruples",
    304: "look-and-say cages",
    305: "extra region",
    306: "counting circles",
    400: "renban lines",
    401: "whispers",
    402: "palindromes",
    403: "between lines",
    404: "region sum lines",
    405: "sequence lines",
    406: "digit group lines",
    407: "lockout lines",
    408: "arrows",
    409: "double arrows",
    500: "little killers",
    501: "sandwich sums",
    502: "X-sums",
    503: "skyscrapers",
    504: "numbered rooms",
    600: "row indexers",
    601: "column indexers",
    2003: "rows and columns",
    4000: "fog lights",
}
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
        """Return the row and column of a cell outside the grid. The first row in it is row 0."""
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


_Read = Callable[[GridPlaces, Mapping[str, Any], str], Iterator[Constraint]]
TYPE_READERS: dict[int, _Read] = {}


def _reads(*keys: int) -> Callable[[_Read], _Read]:
    """Return a decorator that registers the reader of some types."""

    def register(read: _Read) -> _Read:
        TYPE_READERS.update(dict.fromkeys(keys, read))
        return read

    return register


@_reads(301)
def _killer_cages(reader: GridPlaces, each: Mapping[str, Any], path: str) -> Iterator[Constraint]:
    no_more_keys(each, {"cages"}, path)
    for cage, at in reader.clues(each, path, "cages", "cells", "value"):
        total = whole(cage.get("value") or 0, f"{at}.value")
        # A sum of 0 means no sum.
        yield Cage(
            "+", total or None, reader.cells(cage.get("cells"), f"{at}.cells"), repeats=False
        )


@_reads(300)
def _thermometers(reader: GridPlaces, each: Mapping[str, Any], path: str) -> Iterator[Constraint]:
    no_more_keys(each, {"slow", "thermometers"}, path)
    for line in reader.lines(each, path, "thermometers"):
        yield Thermometer(line, slow=bool(each.get("slow")))


def _lines(kind: Callable[[tuple[int, ...]], Constraint]) -> _Read:
    def read(reader: GridPlaces, each: Mapping[str, Any], path: str) -> Iterator[Constraint]:
        no_more_keys(each, {"lines"}, path)
        yield from map(kind, reader.lines(each, path, "lines"))

    return read


@_reads(401)
def _whispers(reader: GridPlaces, each: Mapping[str, Any], path: str) -> Iterator[Constraint]:
    no_more_keys(each, {"lines", "minDifference"}, path)
    least = whole(each.get("minDifference"), f"{path}.minDifference")
    for line in reader.lines(each, path, "lines"):
        # A whisper with the usual difference has the value None, so that equal rules are equal.
        yield Whisper(line, None if least == (reader.order + 1) // 2 else least)


@_reads(407)
def _lockouts(reader: GridPlaces, each: Mapping[str, Any], path: str) -> Iterator[Constraint]:
    no_more_keys(each, {"lines"}, path)
    least = reader.order // 2  # least difference between the digits at the two ends
    for line in reader.lines(each, path, "lines"):
        usual = Lockout(line)
        yield usual if usual.difference(reader.order) == least else Lockout(line, least)


@_reads(404)
def _region_sums(reader: GridPlaces, each: Mapping[str, Any], path: str) -> Iterator[Constraint]:
    no_more_keys(each, {"lines", "singleRegionTotals"}, path)
    for line in reader.lines(each, path, "lines"):
        yield RegionSum(line, joined=bool(each.get("singleRegionTotals")))


@_reads(304)
def _look_and_say(reader: GridPlaces, each: Mapping[str, Any], path: str) -> Iterator[Constraint]:
    no_more_keys(each, {"cages"}, path)
    for cage, at in reader.clues(each, path, "cages", "cells", "value"):
        if (text := cage.get("value")) in NOTHING:
            continue
        if not isinstance(text, str) or not re.fullmatch(r"(?:[0-9]{2})+", text):
            bad(f"{at}.value", 'counts and digits in turn, such as "1522"', text)
        cells = reader.cells(cage.get("cells"), f"{at}.cells")
        yield LookAndSay(cells, tuple(map(int, text)))


@_reads(16)
def _entropy(reader: GridPlaces, each: Mapping[str, Any], path: str) -> Iterator[Constraint]:
    no_more_keys(each, {"groups"}, path)
    if groups := wholes(each.get("groups") or [], f"{path}.groups"):
        masks = _digit_masks(groups, f"{path}.groups")
        yield GlobalEntropy(() if {*masks} == {*thirds(reader.order)} else masks)


@_reads(406)
def _digit_groups(reader: GridPlaces, each: Mapping[str, Any], path: str) -> Iterator[Constraint]:
    no_more_keys(each, {"lines", "groups"}, path)
    masks = _digit_masks(wholes(each.get("groups") or [], f"{path}.groups"), f"{path}.groups")
    for line in reader.lines(each, path, "lines"):
        if len(masks) < 2:
            bad(f"{path}.groups", "at least two groups of digits", each.get("groups"))
        named = (Entropic(line), Parity(line), Modular(line, len(masks)))
        same = (one for one in named if sorted(one.classes(reader.order)) == sorted(masks))
        yield next(same, None) or DigitGroups(line, masks)


def _digit_masks(groups: tuple[int, ...], path: str) -> tuple[int, ...]:
    """Return groups of digits as masks. In Sudoku Maker the digit d is bit d, not bit d - 1."""
    for group in groups:
        if group < 2 or group % 2:
            bad(path, "groups of digits from 1 on", group)
    return tuple(group >> 1 for group in groups)


@_reads(408)
def _arrows(reader: GridPlaces, each: Mapping[str, Any], path: str) -> Iterator[Constraint]:
    no_more_keys(each, {"bulbsWithArrows"}, path)
    for entry, at in reader.clues(each, path, "bulbsWithArrows", "bulbCells", "arrows"):
        bulb = reader.cells(entry.get("bulbCells"), f"{at}.bulbCells")
        for line in reader.lines(entry, at, "arrows"):
            shaft = line[1:] if line and line[0] in bulb else line
            if not shaft:
                bad(f"{at}.arrows", "a shaft of at least one cell beside its bulb", entry["arrows"])
            yield Arrow(bulb, shaft)


def _on_edges(
    clue_kind: Callable[[tuple[int, ...], int], Constraint],
    none: Callable[[tuple[int, ...]], Constraint],
    usual: int,
    override: str = "",
) -> _Read:
    """Return a reader of clues on edges, and of the negative rule for edges without a clue."""

    def read(reader: GridPlaces, each: Mapping[str, Any], path: str) -> Iterator[Constraint]:
        no_more_keys(each, {"clues", "negative", override}, path)
        for clue, at in reader.clues(each, path, "clues", "edge", "value"):
            value = whole(clue.get("value") or usual, f"{at}.value")
            yield clue_kind(reader.edge(clue.get("edge"), f"{at}.edge"), value)
        if negative := wholes(each.get("negative") or [], f"{path}.negative"):
            yield none(negative)

    return read


def _cells(kind: Callable[[tuple[int, ...]], Constraint]) -> _Read:
    """Return a reader of constraints that only have cells."""

    def read(reader: GridPlaces, each: Mapping[str, Any], path: str) -> Iterator[Constraint]:
        no_more_keys(each, {"cells"}, path)
        if each.get("cells") not in NOTHING:
            yield kind(reader.cells(each["cells"], f"{path}.cells"))

    return read


@_reads(302)
def _clones(reader: GridPlaces, each: Mapping[str, Any], path: str) -> Iterator[Constraint]:
    """Yield clones. Each group lists a cell of the first clone, then its copies in the others."""
    no_more_keys(each, {"groups"}, path)
    groups = reader.lines(each, path, "groups")
    for size in dict.fromkeys(map(len, groups)):
        first, *others = zip(*(group for group in groups if len(group) == size), strict=True)
        for copies in others:
            yield Clone(first, copies)


@_reads(303)
def _quadruples(reader: GridPlaces, each: Mapping[str, Any], path: str) -> Iterator[Constraint]:
    no_more_keys(each, {"clues"}, path)
    for clue, at in reader.clues(each, path, "clues", "corner", "digits"):
        if clue.get("digits") not in NOTHING:
            digits = wholes(clue["digits"], f"{at}.digits")
            yield Quadruple(reader.corner(clue.get("corner"), f"{at}.corner"), digits)


def _outside_clues(kind: Callable[[tuple[int], str, int], Constraint]) -> _Read:
    """Return a reader of clues for rows and columns. Clues without a value are skipped."""

    def read(reader: GridPlaces, each: Mapping[str, Any], path: str) -> Iterator[Constraint]:
        no_more_keys(each, {"clues"}, path)
        for clue, at in reader.clues(each, path, "clues", "value", "outerCell"):
            if clue.get("value") is not None:
                start, direction = reader.line_beside(clue.get("outerCell"), f"{at}.outerCell")
                yield kind((start,), direction, whole(clue["value"], f"{at}.value"))

    return read


@_reads(500)
def _little_killers(reader: GridPlaces, each: Mapping[str, Any], path: str) -> Iterator[Constraint]:
    no_more_keys(each, {"clues"}, path)
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
                yield LittleKiller((r * n + c,), direction, whole(clue["value"], f"{at}.value"))
                break
        else:
            bad(f"{at}.outerCell", "a cell beside a diagonal of the grid", clue["outerCell"])


def _everywhere(constraint: Constraint) -> _Read:
    def read(_: GridPlaces, each: Mapping[str, Any], path: str) -> Iterator[Constraint]:
        no_more_keys(each, (), path)
        yield constraint

    return read


TYPE_READERS |= {
    12: _everywhere(kinds.AntiKing()),
    13: _everywhere(kinds.AntiKnight()),
    15: _everywhere(kinds.NoDifference()),
    100: _cells(kinds.Even),
    101: _cells(kinds.Odd),
    102: _cells(kinds.Maximum),
    103: _cells(kinds.Minimum),
    200: _on_edges(
        kinds.Difference, kinds.NoDifference, kinds.Difference.USUAL, "overrideNegativeRatios"
    ),
    201: _on_edges(kinds.Ratio, kinds.NoRatio, kinds.Ratio.USUAL, "overrideNegativeDifferences"),
    202: _on_edges(kinds.XV, kinds.NoXV, 10),
    306: _cells(kinds.CountingCircles),
    400: _lines(kinds.Renban),
    402: _lines(kinds.Palindrome),
    403: _lines(kinds.Between),
    405: _lines(kinds.Progression),
    409: _lines(kinds.DoubleArrow),
    501: _outside_clues(kinds.Sandwich),
    502: _outside_clues(kinds.XSum),
    503: _outside_clues(kinds.Skyscraper),
    504: _outside_clues(kinds.NumberedRoom),
    600: _cells(kinds.RowIndexer),
    601: _cells(kinds.ColumnIndexer),
    4000: _cells(kinds.Fog),
}
