"""The constraints of f-puzzles: for each key of a document, how its entries are read and written.

To support another constraint, add a row to `_ROWS`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from pandoku import constraints as kinds
from pandoku.constraints import Fog, line_beside
from pandoku.formats._shapes import disjoint_groups, falling_diagonal, rising_diagonal, shape_of
from pandoku.formats.json.values import BadValueError, bad, no_other_keys
from pandoku.model import Cage, Constraint, Geometry
from pandoku.model.constraint import are_touching

# Fields that only describe the look or the origin of an entry.
_LOOKS = frozenset((
    "outlineC", "baseC", "fontC", "width", "height", "size", "angle",
    "fromConstraint", "isLLConstraint", "isNewConstraint",
))  # fmt: skip
_NAME = re.compile(r"R(\d{1,2})C(\d{1,2})", re.IGNORECASE)
_LETTERS = {"V": 5, "X": 10}
_MARKS = {total: letter for letter, total in _LETTERS.items()}
# Rules about all pairs without a mark, by their names in the list "negative".
NEGATIVE = {"ratio": kinds.NoRatio, "xv": kinds.NoXV}


class Reader:
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
        """Return the row and column of a name such as "R1C1".

        Rows and columns count from 0. The place may be outside the grid.
        """
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


def cell_names(cells: Iterable[int], n: int) -> list[str]:
    """Return the names of cells."""
    return [_name(*divmod(cell, n)) for cell in cells]


def _name(row: int, column: int) -> str:
    return f"R{row + 1}C{column + 1}"


# A constraint, or a set of cells whose digits differ.
_Read: TypeAlias = Constraint | tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Key:
    """A key of a document. Reading reverses writing.

    Attributes:
        name: The key.
        kind: The class of constraints that are written under this key, or None.
        read: Yields the constraints and sets of cells of the key's value.
        write: Returns true, an entry, or a list of entries.
        holds: Whether a constraint of the class is written under this key rather than another key.
    """

    name: str
    kind: type[Constraint] | None
    read: Callable[[Reader, Any], Iterable[_Read]]
    write: Callable[[Any, int], Any] = lambda *_: True
    holds: Callable[[Any], bool] = lambda _: True


def _flag(name: str, read: Callable[[Reader], Iterable[_Read]], kind: Any = None) -> _Key:
    """Return a key whose value is true. A document without the rule has no such key."""

    def read_flag(reader: Reader, value: Any) -> Iterator[_Read]:
        if value is not True:
            bad(name, "true or false", value)
        yield from read(reader)

    return _Key(name, kind, read_flag)


def _everywhere(name: str, kind: type[Constraint]) -> _Key:
    return _flag(name, lambda _: [kind()], kind)


def _entries(
    name: str,
    kind: Any,
    read: Callable[[Reader, Mapping[str, Any]], Iterable[_Read]],
    holds: Callable[[Any], bool] = lambda _: True,
    **fields: Callable[[Any, int], Any],
) -> _Key:
    """Return a key with a list of entries.

    Args:
        name: The key.
        kind: The class of constraints.
        read: Yields the constraints of an entry.
        holds: As in `_Key`.
        fields: For each field of an entry, a function that returns its value, or None if the
            constraint does not need the field.
    """

    def read_all(reader: Reader, value: Any) -> Iterator[_Read]:
        for entry in reader.entries(name, value, *fields):
            yield from read(reader, entry)

    def write(each: Any, n: int) -> Any:
        found = {field: of(each, n) for field, of in fields.items()}
        return {field: value for field, value in found.items() if value is not None}

    return _Key(name, kind, read_all, write, holds)


def _names(attribute: str) -> Callable[[Any, int], list[str]]:
    """Return a function that returns the names of the cells in an attribute."""
    return lambda each, n: cell_names(getattr(each, attribute), n)


def _text(attribute: str) -> Callable[[Any, int], str | None]:
    """Return a function that returns a number in an attribute as text, or None without number."""
    return lambda each, _: None if (found := getattr(each, attribute)) is None else str(found)


_cells = _names("cells")


def _group(name: str, kind: Any, make: Callable[[tuple[int, ...]], _Read] | None = None) -> _Key:
    """Return a key of entries with cells only."""
    make = make or kind
    return _entries(
        name, kind, lambda reader, entry: [make(reader.cells(entry, "cells", name))], cells=_cells
    )


def _lines(
    name: str, kind: Any, holds: Callable[[Any], bool] = lambda _: True, **more: Any
) -> _Key:
    return _entries(
        name,
        kind,
        lambda reader, entry: (kind(line, **more) for line in reader.lines(entry, name)),
        holds,
        lines=_line,
    )


def _line(line: Any, n: int) -> list[list[str]]:
    return [_cells(line, n)]


def _marked(name: str, kind: Any) -> _Key:
    """Return a key with an entry for each cell."""

    def read(reader: Reader, value: Any) -> Iterator[_Read]:
        for entry in reader.entries(name, value, "cell"):
            yield kind((reader.cell(entry.get("cell"), f"{name}.cell"),))

    return _Key(name, kind, read, lambda each, n: [{"cell": cell} for cell in _cells(each, n)])


def _dot(name: str, kind: Any) -> _Key:
    def read(reader: Reader, entry: Mapping[str, Any]) -> Iterator[_Read]:
        cells, number = reader.cells(entry, "cells", name), reader.number(entry, name)
        yield kind(cells) if number is None else kind(cells, number)

    return _entries(
        name,
        kind,
        read,
        cells=_cells,
        value=lambda dot, _: None if dot.value == dot.USUAL else str(dot.value),
    )


def _outside(name: str, kind: Any) -> _Key:
    """Return a key of clues next to rows and columns. Clues without a number are skipped."""

    def read(reader: Reader, entry: Mapping[str, Any]) -> Iterator[_Read]:
        if (number := reader.number(entry, name)) is None:
            return
        line = line_beside(*reader.place(entry.get("cell"), f"{name}.cell"), reader.order)
        if line is None:
            bad(f"{name}.cell", "a cell beside a row or column of the grid", entry.get("cell"))
        yield kind(line[:1], line[1], number)

    return _entries(name, kind, read, cell=_place, value=_text("number"))


def _place(clue: kinds.OutsideClue, n: int) -> str:
    return _name(*clue.place(n))


def _cage(reader: Reader, entry: Mapping[str, Any]) -> Iterator[_Read]:
    # In all programs a sum of 0 means no sum.
    total = reader.number(entry, "killercage") or None
    yield Cage("+", total, reader.cells(entry, "cells", "killercage"), repeats=False)


def _little_killer(reader: Reader, entry: Mapping[str, Any]) -> Iterator[_Read]:
    key, n = "littlekillersum", reader.order
    if (total := reader.number(entry, key)) is None:
        return
    direction = entry.get("direction")
    if direction not in ("DR", "DL", "UR", "UL"):
        bad(f"{key}.direction", "DR, DL, UR or UL", direction)
    row, column = reader.place(entry.get("cell"), f"{key}.cell")
    if not (0 <= row < n and 0 <= column < n):
        row += 1 if direction[0] == "D" else -1
        column += 1 if direction[1] == "R" else -1
    if not (0 <= row < n and 0 <= column < n):
        bad(f"{key}.cell", "a cell beside a diagonal of the grid", entry.get("cell"))
    found = kinds.LittleKiller((row * n + column,), direction, total)
    named = reader.cells(entry, "cells", key) if entry.get("cells") else None
    if named is not None and {*named} != {*found.cells_on(Geometry.latin(n))}:
        bad(f"{key}.cells", "the cells of its diagonal", entry["cells"])
    yield found


def _arrows(reader: Reader, entry: Mapping[str, Any]) -> Iterator[_Read]:
    bulb = reader.cells(entry, "cells", "arrow")
    for line in reader.lines(entry, "arrow"):
        # The first cell of a line is in the bulb.
        shaft = line[1:] if line and line[0] in bulb else line
        if not shaft:
            bad("arrow.lines", "a shaft of at least one cell beside its bulb", entry["lines"])
        yield kinds.Arrow(bulb, shaft)


def _arrow_lines(arrow: kinds.Arrow, n: int) -> list[list[str]]:
    start = next(cell for cell in arrow.bulb if are_touching(cell, arrow.shaft[0], n))
    return [cell_names((start, *arrow.shaft), n)]


def _mark(reader: Reader, entry: Mapping[str, Any]) -> Iterator[_Read]:
    letter = entry.get("value")
    total = _LETTERS.get(letter.upper()) if isinstance(letter, str) else None
    if total is None:
        bad("xv.value", "X or V", letter)
    yield kinds.XV(reader.cells(entry, "cells", "xv"), total)


def _quadruple(reader: Reader, entry: Mapping[str, Any]) -> Iterator[_Read]:
    cells, digits = reader.cells(entry, "cells", "quadruple"), entry.get("values") or []
    if not isinstance(digits, list) or not all(type(digit) is int for digit in digits):
        bad("quadruple.values", "a list of digits", digits)
    if digits:  # a quadruple without digits is not a rule
        yield kinds.Quadruple(cells, tuple(digits))


def _fog(name: str, make: Callable[[tuple[int, ...], int], Fog], kind: Any = None) -> _Key:
    def read(reader: Reader, value: Any) -> Iterator[_Read]:
        if not isinstance(value, list):
            bad(name, "a list of cells", value)
        yield make(tuple(dict.fromkeys(reader.cell(cell, name) for cell in value)), reader.order)

    return _Key(name, kind, read, lambda fog, n: cell_names(fog.lights, n))


def _groups(reader: Reader) -> Iterator[_Read]:
    groups = [*disjoint_groups(shape_of(reader.order, reader.regions)[0])]
    if not groups:
        raise BadValueError("disjointgroups: expected a grid with boxes, found none")
    yield from groups


_ROWS = (
    _everywhere("antiking", kinds.AntiKing),
    _everywhere("antiknight", kinds.AntiKnight),
    _everywhere("nonconsecutive", kinds.NoDifference),
    _flag("diagonal+", lambda reader: [rising_diagonal(reader.order)]),
    _flag("diagonal-", lambda reader: [falling_diagonal(reader.order)]),
    _flag("disjointgroups", _groups),
    _group("extraregion", kinds.AllDifferent, tuple),
    _group("rowindexer", kinds.RowIndexer),
    _group("columnindexer", kinds.ColumnIndexer),
    _group("boxindexer", kinds.BoxIndexer),
    _marked("even", kinds.Even),
    _marked("odd", kinds.Odd),
    _marked("minimum", kinds.Minimum),
    _marked("maximum", kinds.Maximum),
    _lines("betweenline", kinds.Between),
    _lines("doublearrow", kinds.DoubleArrow),
    _lines("entropicline", kinds.Entropic),
    _lines("lockout", kinds.Lockout),
    _lines("modularline", kinds.Modular),
    _lines("nabner", kinds.Nabner),
    _lines("palindrome", kinds.Palindrome),
    _lines("regionsumline", kinds.RegionSum),
    _lines("renban", kinds.Renban),
    _lines("slowthermometer", kinds.Thermometer, lambda line: line.slow, slow=True),
    _lines("thermometer", kinds.Thermometer, lambda line: not line.slow),
    _lines("zipperline", kinds.Zipper),
    _dot("difference", kinds.Difference),
    _dot("ratio", kinds.Ratio),
    _outside("sandwichsum", kinds.Sandwich),
    _outside("skyscraper", kinds.Skyscraper),
    _outside("xsum", kinds.XSum),
    _entries(
        "whispers",
        kinds.Whisper,
        lambda reader, entry: (
            kinds.Whisper(line, reader.number(entry, "whispers"))
            for line in reader.lines(entry, "whispers")
        ),
        lines=_line,
        value=_text("value"),
    ),
    _entries("killercage", Cage, _cage, cells=_cells, value=_text("target")),
    _entries(
        "littlekillersum",
        kinds.LittleKiller,
        _little_killer,
        cell=_place,
        cells=lambda clue, n: cell_names(clue.cells_on(Geometry.latin(n)), n),
        direction=_text("direction"),
        value=_text("total"),
    ),
    _entries("arrow", kinds.Arrow, _arrows, cells=_names("bulb"), lines=_arrow_lines),
    _entries("xv", kinds.XV, _mark, cells=_cells, value=lambda mark, _: _MARKS.get(mark.value)),
    _entries(
        "quadruple",
        kinds.Quadruple,
        _quadruple,
        cells=_cells,
        values=lambda each, _: [*each.digits],
    ),
    _entries(
        "clone",
        kinds.Clone,
        lambda reader, entry: [
            kinds.Clone(*(reader.cells(entry, each, "clone") for each in ("cells", "cloneCells")))
        ],
        cells=_cells,
        cloneCells=_names("copies"),
    ),
    _fog("foglight", lambda lights, _: Fog(lights), Fog),
    _fog("fogofwar", Fog.around),  # lamps, which also light their neighbors
)
ENTRIES = {key.name: key for key in _ROWS}
STORED = frozenset(key.kind for key in _ROWS if key.kind).union(NEGATIVE.values())


def entry_of(constraint: Constraint, n: int) -> tuple[str, Any]:
    """Return the key of a constraint, and its value: true, an entry, or a list of entries."""
    for key in _ROWS:
        if type(constraint) is key.kind and key.holds(constraint):
            return key.name, key.write(constraint, n)
    return "negative", [name for name, kind in NEGATIVE.items() if type(constraint) is kind]
