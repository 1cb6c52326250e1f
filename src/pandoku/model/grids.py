"""Conversion of grids and cells from lists, arrays, letters and names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import chain
from math import isnan, isqrt
from os import PathLike
from typing import Any, NoReturn, Protocol, SupportsIndex, TypeAlias, runtime_checkable

from pandoku.errors import PuzzleError
from pandoku.model.geometry import MAX_ORDER, cell_name
from pandoku.model.whole import MAX_NUMBER, as_whole

__all__ = [
    "NAMED_CELLS",
    "CellLike",
    "GridLike",
    "HasGrid",
    "HasToList",
    "HousesLike",
    "cell_of",
    "cells_of",
    "digits_from",
    "grid_from",
    "is_missing",
    "plain_list",
    "refusal",
    "regions_from",
    "rows_of",
    "type_of",
]


@runtime_checkable
class HasGrid(Protocol):
    """A value of the model that has digits: a puzzle, a board, or an outcome."""

    def _grid(self) -> tuple[int, ...] | None: ...


class HasToList(Protocol):
    """An array: any object with `tolist()`, such as a numpy array or a pandas Series.

    Columns with `to_list()` (polars) or `to_pylist()` (chunked arrays of pyarrow) are also
    accepted.
    """

    def tolist(self) -> Any:
        """Return the values as nested lists."""


# A grid: n rows of n digits, or all n*n digits row by row. A row or the entire grid may be a
# string. A digit is a whole number 1..n or a text: "5", and "A", "B", ... from 10. An empty cell is
# 0, None, nan, "", " " or one of the characters ".-*_?xX" (X is 33 from order 33). The items of a
# sequence are only checked at run time, because type checkers cannot infer a type for rows if only
# some rows contain None.
GridLike: TypeAlias = str | bytes | Sequence[object] | HasToList

# A cell: a number 0..n*n-1, a pair (row, column) counted from 0, or a name "r1c1" counted from 1.
CellLike: TypeAlias = SupportsIndex | Sequence[SupportsIndex] | str

# Extra houses: the name of a set of houses ("windoku"), a mapping of names to cells, or a list of
# names, mappings and cells. The cells of a house are a list of CellLike, or a text of names
# separated by spaces.
HousesLike: TypeAlias = (
    str
    | Mapping[str, str | Iterable[CellLike]]
    | Iterable[str | Mapping[str, str | Iterable[CellLike]] | Iterable[CellLike]]
)

# Methods that return a list: `tolist` (numpy, pandas), `to_list` (polars) and `to_pylist`
# (pyarrow).
_TO_LIST = ("tolist", "to_list", "to_pylist")
_BLANKS = frozenset(("", ".", "0", "-", "*", "_", "?", "x", "X"))
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"  # the digits 10, 11, ...
_NAME = re.compile(r"[rR]([1-9][0-9]?)[cC]([1-9][0-9]?)")
# A word that `cells_of` accepts: the name of a cell, or a line through several cells.
NAMED_CELLS = re.compile(r"[rR][0-9]+[cC][0-9]+(?:-[rR][0-9]+[cC][0-9]+)*")


def grid_from(values: object) -> tuple[int, tuple[int, ...]]:
    """Return the order of a grid, and its digits row by row, 0 for an empty cell.

    Args:
        values: A grid in any form of `GridLike` except a text.

    Raises:
        PuzzleError: The value is not a square grid of digits.

    >>> grid_from([[1, None], [None, "1"]])
    (2, (1, 0, 0, 1))
    """
    cells = _flat(plain_list(values, "a puzzle"))
    if not cells:
        raise PuzzleError("expected a grid of digits (81 for a 9x9), found no cell")
    order = isqrt(len(cells))
    if order * order != len(cells):
        raise PuzzleError(f"expected a square number of cells (81 for a 9x9), found {len(cells)}")
    if not 1 <= order <= MAX_ORDER:
        raise PuzzleError(f"expected an order from 1 to {MAX_ORDER}, found {order}")
    if set(map(type, cells)) == {int}:
        return order, tuple(cells)
    digits = tuple(_digit(value, order, cell) for cell, value in enumerate(cells))
    _refuse_two_blanks(cells, digits, order)
    return order, digits


def digits_from(what: str, values: object, order: int) -> tuple[int, ...]:
    """Return values as the digits of a grid, row by row. Messages call them *what* ("givens").

    Raises:
        PuzzleError: There are too few or too many values, or a value is not a digit.

    >>> digits_from("givens", ["1.", ".1"], 2)
    (1, 0, 0, 1)
    """
    cells = _flat(plain_list(values, what))
    if len(cells) != order * order:
        raise PuzzleError(f"expected {order * order} {what}, found {len(cells)}")
    digits = tuple(_digit(value, order, cell) for cell, value in enumerate(cells))
    if what != "candidates":
        _refuse_two_blanks(cells, digits, order)
    return digits


def _refuse_two_blanks(cells: Sequence[Any], digits: tuple[int, ...], order: int) -> None:
    """Raise PuzzleError if a grid has both 0 and another blank, so that 0 may be a digit.

    If all n digits occur, or if a row or column has 0 twice, 0 cannot be a digit, and there is no
    error.
    """
    if set(map(type, cells)) == {int}:
        return
    blank = [(cell, value) for cell, value in enumerate(cells) if not digits[cell]]
    zeros = [cell for cell, value in blank if _is_zero(value)]
    if not 0 < len(zeros) < len(blank) or len({*digits}) > order:
        return
    lines = ({cell // order for cell in zeros}, {cell % order for cell in zeros})
    if min(map(len, lines)) < len(zeros):
        return
    other = next(value for _, value in blank if not _is_zero(value))
    raise PuzzleError(
        f"expected one kind of blank, found 0 and {other!r}: write all as 0; "
        "if 0 is a digit, pandoku.loads(text) reads it in a text with dots"
    )


def _is_zero(value: object) -> bool:
    return value.strip() == "0" if isinstance(value, str) else not is_missing(value)


def rows_of(digits: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Return n*n digits as n rows of n.

    >>> rows_of((1, 0, 0, 2))
    ((1, 0), (0, 2))
    """
    order = isqrt(len(digits))
    return tuple(tuple(digits[start : start + order]) for start in range(0, order * order, order))


def cell_of(order: int, cell: CellLike) -> int:
    """Return the number of a cell.

    Args:
        order: The n of an n x n grid.
        cell: A number 0..n*n-1, a pair (row, column) counted from 0, or a name "r1c1".

    Raises:
        PuzzleError: There is no such cell.

    >>> cell_of(9, "r2c1"), cell_of(9, (1, 0)), cell_of(9, 9)
    (9, 9, 9)
    """
    if type(cell) is int and 0 <= cell < order * order:
        return cell
    row, column = _row_and_column(order, cell)
    if not (0 <= row < order and 0 <= column < order):
        _refuse_cell(order, cell)
    return row * order + column


def cells_of(order: int, cells: object) -> tuple[int, ...]:
    """Return the numbers of cells.

    Args:
        order: The n of an n x n grid.
        cells: Cells, each as in `cell_of`. A text has names separated by spaces, where "r1c1-r1c4"
            is a straight line of cells. Two plain numbers are two cells, not a (row, column) pair.
            A set is read in ascending order.

    Raises:
        PuzzleError: One of the items is not a cell.

    >>> cells_of(9, "r1c1 r1c2"), cells_of(9, [(0, 0), (1, 0)]), cells_of(9, (0, 9))
    ((0, 1), (0, 9), (0, 9))
    >>> cells_of(9, "r1c1-r1c4"), cells_of(9, "r1c1-r3c3-r3c2")
    ((0, 1, 2, 3), (0, 10, 20, 19))
    """
    if isinstance(cells, str):
        names = cells.replace(",", " ").split()
        return tuple(cell for name in names for cell in _cells_named(order, name))
    if isinstance(cells, AbstractSet):
        return tuple(sorted(cell_of(order, cell) for cell in cells))
    return tuple(cell_of(order, cell) for cell in plain_list(cells, "cells"))


def _cells_named(order: int, name: str) -> Iterator[int]:
    """Yield the cell with a name, or the cells of a line such as r1c1-r1c4 or r1c1-r3c3-r3c1."""
    if not NAMED_CELLS.fullmatch(name):
        yield cell_of(order, name)
        return
    corners = [divmod(cell_of(order, corner), order) for corner in name.split("-")]
    row, column = corners[0]
    yield row * order + column
    for end_row, end_column in corners[1:]:
        down, right = end_row - row, end_column - column
        n_steps = max(abs(down), abs(right))
        if 0 not in (down, right) and abs(down) != abs(right):
            raise PuzzleError(
                f"expected a row, a column or a diagonal of cells, found {name!r:.60}"
            )
        for step in range(1, n_steps + 1):
            at = row + down // n_steps * step, column + right // n_steps * step
            yield at[0] * order + at[1]
        row, column = end_row, end_column


def regions_from(order: int, regions: object) -> tuple[int, ...]:
    """Return the region of each cell, row by row, as numbers.

    Args:
        order: The n of an n x n grid.
        regions: Either a number or letter for each cell, in n rows, in one list, or as a text of
            letters (white space is ignored). Or the cells of each region (see `cells_of`), in a
            list or by the region's name: {"A": "r1c1 r1c2", ...}.

    Raises:
        PuzzleError: The regions have an invalid form.

    >>> regions_from(2, "AB AB"), regions_from(2, [[0, 2], [1, 3]])
    ((0, 1, 0, 1), (0, 1, 0, 1))
    """
    if isinstance(regions, bytes):
        regions = regions.decode("ascii", "replace")
    if isinstance(regions, Mapping):
        owners = _owners(order, list(regions.values()))
        if owners is None:
            raise PuzzleError(
                f"expected regions as a mapping of {order} names, each to the list of its {order} "
                f"cells, found {regions!r:.60}"
            )
        return owners
    marks = list("".join(regions.split())) if isinstance(regions, str) else None
    if marks is None:
        listed = plain_list(regions, "regions")
        if (owners := _owners(order, listed)) is not None:
            return owners
        marks = _flat(listed)
    if len(marks) != order * order:
        raise PuzzleError(
            f"expected regions for {order * order} cells of order {order}, found {len(marks)}"
        )
    numbers: dict[object, int] = {}
    for at, mark in enumerate(marks):
        marks[at] = mark if isinstance(mark, str) else as_whole(mark)
        if marks[at] is None:
            raise refusal(mark, "a region as a number or a letter")
    return tuple(numbers.setdefault(mark, len(numbers)) for mark in marks)


def plain_list(values: object, what: str) -> list[Any]:
    """Return a sequence or an array as a list.

    Args:
        values: Anything.
        what: Description of the expected value, for the message.

    Raises:
        PuzzleError: The value is not a sequence or an array.
    """
    if isinstance(values, list | tuple):
        return list(values)
    to_list = next((name for name in _TO_LIST if hasattr(values, name)), None)
    if to_list is None and _is_square_frame(values):
        return [list(row) for row in values.to_numpy().tolist()]  # type: ignore[attr-defined]
    if to_list is not None and not hasattr(values, "columns"):
        if isinstance(values, type):  # a class instead of an array
            raise refusal(values, what)
        values = getattr(values, to_list)()
    if isinstance(values, Sequence) and not isinstance(values, str | bytes):
        return list(values)
    raise refusal(values, what)


def _is_square_frame(values: object) -> bool:
    """Return whether a value is a table of pandas with as many rows as columns: a grid."""
    shape = getattr(values, "shape", None)
    is_frame = hasattr(values, "columns") and hasattr(values, "to_numpy")
    return is_frame and isinstance(shape, tuple) and len(shape) == 2 and shape[0] == shape[1]


def refusal(found: object, what: str) -> PuzzleError:
    """Return the error for a value that is not *what* ("a puzzle"). The message suggests a fix."""
    shown = repr(found)
    if what in ("a puzzle", "a text") and is_missing(found):
        shown = f"a missing value ({found})"
    elif isinstance(found, int | float) and len(shown) > 40:
        shown = f"{shown[:20]}..."
    elif len(shown) > 40 or "\n" in shown or " at 0x" in shown:
        shown = type_of(found)
    return PuzzleError(
        f"expected {what}{_FORMS.get(what, '')}, found {shown}{_way_out(found, what)}"
    )


def type_of(found: object) -> str:
    """Return the name of a value's type with an article.

    >>> type_of(3), type_of("3")
    ('an int', 'a str')
    """
    name = type(found).__name__
    return f"{'an' if name[0].lower() in 'aeio' else 'a'} {name}"


_SURELY_DIGITS = 10**9  # a larger number can only be meant as the digits of a puzzle
_FORMS = {"a puzzle": " (a Puzzle, a text, or a grid of digits as lists or an array)"}


def _way_out(found: object, what: str) -> str:
    if hasattr(found, "read"):
        return (
            "; pandoku.loads(file.read()) reads an open file, and pandoku.load(path) reads a file"
        )
    if isinstance(found, PathLike):
        return "; pandoku.load(path) reads a file"
    if hasattr(found, "columns"):
        return "; pass a column of texts, or its numbers with to_numpy()"
    if isinstance(found, Mapping) and any(isinstance(key, str) for key in found):
        return "; pandoku.loads reads the dict of a JSON document"
    if isinstance(found, AbstractSet | Mapping):
        return "; its values have no order"
    if isinstance(found, Iterable) and hasattr(found, "__next__"):
        return "; make a list of it first"
    number = found if isinstance(found, float) else as_whole(found)
    if what == "a puzzle" and number is not None:
        if number >= _SURELY_DIGITS:
            return "; pandas read the puzzles as numbers; use read_csv(..., dtype=str)"
        if type(found) is int and 1 <= found <= MAX_ORDER:
            return f"; Puzzle({found}) is the empty Sudoku of that order"
    return ""


def is_missing(value: object) -> bool:
    """Return whether a value is None, nan, or pandas' NA or NaT."""
    if isinstance(value, float):
        return isnan(value)
    return value is None or type(value).__name__ in ("NAType", "NaTType")


def _flat(values: list[Any]) -> list[Any]:
    """Return the cells of a grid in one list. The grid may be a list of rows, or a flat list."""
    if set(map(type, values)) == {list} and set(map(len, values)) == {len(values)}:
        return list(chain.from_iterable(values))
    rows = [_row(value, len(values)) for value in values]
    if all(row is None for row in rows):
        return values
    for number, (row, value) in enumerate(zip(rows, values, strict=True), 1):
        if row is None:
            raise refusal(value, f"row {number} as {len(values)} cells")
        if len(row) != len(values):
            many = (
                ""
                if len(row) != isqrt(len(row)) ** 2
                else "; functions such as solve_many take many puzzles"
            )
            raise PuzzleError(
                f"row {number}: expected {len(values)} cells, the number of rows, "
                f"found {len(row)}{many}"
            )
    return [cell for row in rows for cell in row or ()]


def _row(value: object, n_rows: int) -> list[Any] | None:
    """Return an item of a grid as a row of cells, or None if the item is a single cell."""
    if isinstance(value, str):
        if len(value) == 2 * n_rows - 1 > 1 and set(value[1::2]) == {" "}:
            return value.split(" ")  # "5 3 . . 7": one space between cells
        return list(value) if len(value) > 2 or len(value) == n_rows > 1 else None
    if isinstance(value, list | tuple | range) or getattr(value, "ndim", False):
        return plain_list(value, "a row")
    return None


def _digit(value: Any, order: int, cell: int) -> int:
    digit: int | None
    if type(value) is int:
        return value
    if value is None or type(value).__name__ == "NAType":  # an empty value in pandas
        return 0
    if isinstance(value, str):
        text = value.strip()
        if text.isascii() and text.isdigit() and len(text) <= MAX_NUMBER:
            digit = int(text)
        elif len(text) == 1 and (at := _LETTERS.find(text.upper())) >= 0 and at + 10 <= order:
            digit = at + 10
        else:
            digit = 0 if text in _BLANKS else None
    elif isinstance(value, float):
        digit = 0 if isnan(value) else int(value) if value.is_integer() else None
    else:
        digit = as_whole(value)
    if digit is None:
        letters = f", {_LETTERS[0]}..{_LETTERS[order - 10]}" if 9 < order < 36 else ""
        raise PuzzleError(
            f"{cell_name(order, cell)}: expected a digit 1..{order}{letters}, "
            f"or 0, None or '.' for empty, found {value!r:.60}"
        )
    return digit


def _row_and_column(order: int, cell: object) -> tuple[int, int]:
    if isinstance(cell, str):
        match = _NAME.fullmatch(cell.strip())
        return (int(match[1]) - 1, int(match[2]) - 1) if match else _refuse_cell(order, cell)
    if hasattr(cell, "tolist"):
        cell = cell.tolist()
    if isinstance(cell, list | tuple):
        row, column = map(as_whole, cell) if len(cell) == 2 else (None, None)
        return (
            (row, column) if row is not None and column is not None else _refuse_cell(order, cell)
        )
    number = as_whole(cell)
    return divmod(number, order) if number is not None else _refuse_cell(order, cell)


def _refuse_cell(order: int, cell: object) -> NoReturn:
    last = order - 1
    raise PuzzleError(
        f"expected a cell 0..{order * order - 1}, a pair (row, column) of 0..{last}, "
        f"or a name r1c1..r{order}c{order}, found {cell!r}"
    )


def _owners(order: int, listed: list[Any]) -> tuple[int, ...] | None:
    """Return the region of each cell, or None if *listed* does not list the cells of regions."""
    if len(listed) != order or not all(map(_may_be_cells, listed)):
        return None
    try:
        cells = [cells_of(order, each) for each in listed]
    except PuzzleError:
        return None
    owner = {cell: number for number, group in enumerate(cells) for cell in group}
    if len(owner) != order * order or sum(map(len, cells)) != order * order:
        return None
    return tuple(owner[cell] for cell in range(order * order))


def _may_be_cells(what: Any) -> bool:
    if isinstance(what, str) and _NAME.match(what.strip()):
        return True
    return isinstance(what, AbstractSet) or _row(what, 0) is not None
