"""Read documents of f-puzzles as houses and constraints.

An error names each key that is unknown or has an unexpected form, because the key may be a rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pandoku import constraints as kinds
from pandoku.constraints import words_of_rules
from pandoku.formats._drawn.grid import with_one_fog
from pandoku.formats._shapes import box_numbers, shape_of
from pandoku.formats._text import with_progress
from pandoku.formats.f_puzzles.cosmetics import DRAWN_KEYS, colors_in, drawings_in
from pandoku.formats.f_puzzles.kinds import ENTRIES, Reader
from pandoku.formats.json.values import NOTHING, bad, no_other_keys, refuse_rules, text_or_none
from pandoku.model import MAX_ORDER, Board, Constraint, Geometry, Puzzle, default_box

_NO_REGION = -1  # a userscript writes -1 where f-puzzles itself writes null

# Keys that are not rules: drawings, settings of the program, and marks.
_COSMETIC = frozenset((
    *DRAWN_KEYS, "highlightConflicts", "disabledlogic", "truecandidatesoptions", "successMessage",
))  # fmt: skip
_CELL_KEYS = frozenset((
    "value", "given", "region", "parity", "centerPencilMarks", "cornerPencilMarks",
    "givenPencilMarks", "c", "cArray", "highlight",
))  # fmt: skip


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
    sets, constraints = _rules(rest, Reader(order, regions))
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


def _rules(rest: dict[str, Any], reader: Reader) -> tuple[list[tuple[int, ...]], list[Constraint]]:
    """Return the sets of cells that cannot repeat a digit, and the constraints of a document.

    Raises:
        BadValueError: Keys are unknown. The message lists them all.
    """
    negative = rest.pop("negative", [])
    if not isinstance(negative, list) or not all(isinstance(each, str) for each in negative):
        bad("negative", "a list of names", negative)
    sets: list[tuple[int, ...]] = []
    constraints: list[Constraint] = []
    for key in [key for key in rest if key in ENTRIES]:
        for found in ENTRIES[key].read(reader, rest.pop(key)):
            if isinstance(found, tuple):
                sets.append(found)
            else:
                constraints.append(found)
    ratios = {each.value for each in constraints if isinstance(each, kinds.Ratio)}
    negatives = {"ratio": kinds.NoRatio(tuple(ratios) or (2,)), "xv": kinds.NoXV()}
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
        kind = (
            {"even": kinds.Even, "odd": kinds.Odd}.get(parity.lower())
            if isinstance(parity, str)
            else None
        )
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
    return box_numbers(order, *(default_box(order) or (1, order)))


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
    """Return the geometry.

    Regions that equal the rows are removed unless a constraint needs them.
    """
    n = geometry.order
    are_rows = geometry.regions == tuple(cell // n for cell in range(n * n))
    if not are_rows or any(
        isinstance(each, kinds.RegionSum | kinds.BoxIndexer) for each in constraints
    ):
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
