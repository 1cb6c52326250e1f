"""Constraint strings of Interactive Sudoku Solver: the grid, the houses, and the digits.

A type that is not known is refused by name. `_iss_kinds` reads the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from pandoku.formats._iss_kinds import CLAUSES, ClauseReader
from pandoku.formats._iss_text import Clause, clauses_of
from pandoku.formats._json_values import BadValueError, refuse_rules
from pandoku.formats._shapes import (
    disjoint_groups,
    falling_diagonal,
    rising_diagonal,
    shape_of,
    usual_regions,
)
from pandoku.model import Geometry, Puzzle, default_box
from pandoku.words import visible

__all__ = ["puzzle_of_text"]

_SHAPE = frozenset(["Diagonal", "DisjointSets", "Given", "Jigsaw", "NoBoxes", "RegionSize"])
# Types without a rule: the size was read before, the others guide a search, or say what follows
# from the houses of a square grid.
_NO_RULE = frozenset(["Shape", "SearchPriority", "RegionSameValues"])
_HOUSES = frozenset(["AllDifferent", "Windoku"])


def puzzle_of_text(text: str) -> Puzzle:
    """Return the puzzle of a constraint string.

    Raises:
        BadValueError: The text is malformed, or a type is not known.
        PuzzleError: The parts make no puzzle.
    """
    clauses, order = clauses_of(text)
    clauses = [clause for clause in clauses if clause.kind not in _NO_RULE]
    _refuse_unknown(clauses)
    reader = ClauseReader(order, clauses)
    regions = _regions(clauses, order)
    geometry, constraints = shape_of(order, regions, _sets(reader, regions))
    for clause in clauses:
        if clause.kind == "RegionSumLine" and geometry.box is None and geometry.regions is None:
            if any(each.kind == "Jigsaw" for each in clauses):
                raise BadValueError(f"{clause.shown}: expected regions of {order} cells everywhere")
            continue  # without regions it says nothing
        if clause.kind in CLAUSES:
            constraints += CLAUSES[clause.kind](reader, clause)
    givens, candidates = _digits(reader)
    return Puzzle(geometry, givens, candidates=candidates).with_(*constraints)


def _refuse_unknown(clauses: Sequence[Clause]) -> None:
    """Refuse types that are not known: the message lists all of them."""
    kinds = dict.fromkeys(clause.kind for clause in clauses)
    unknown = [kind for kind in kinds if kind not in CLAUSES and kind not in _SHAPE | _HOUSES]
    refuse_rules(unknown)


def _regions(clauses: Sequence[Clause], order: int) -> list[str | int | None]:
    """Return the box of each cell, or its region in a grid without boxes."""
    for clause in clauses:
        if clause.kind == "RegionSize" and clause.args != (str(order),):
            raise BadValueError(f"{clause.shown}: expected regions of {order} cells")
        if clause.kind == "NoBoxes" and clause.args:
            raise BadValueError(f"{clause.shown}: expected no arguments, found more")
    has_boxes = not any(clause.kind == "NoBoxes" for clause in clauses)
    if has_boxes and default_box(order) is not None:
        return [*usual_regions(order)]
    layouts = [clause for clause in clauses if clause.kind == "Jigsaw"]
    return _layout(layouts[0], order) if len(layouts) == 1 else [None] * (order * order)


def _layout(clause: Clause, order: int) -> list[str | int | None]:
    """Return the region of each cell; one region of another size is what the regions leave."""
    layout = clause.args[-1] if clause.args else ""
    if len(layout) != order * order:
        raise BadValueError(f"{clause.shown}: expected {order * order} letters, one for each cell")
    counts = Counter(layout)
    if len(counts) == 1:
        return [None] * (order * order)
    others = [letter for letter, count in counts.items() if count != order]
    if len(others) > 1:
        raise BadValueError(f"{clause.shown}: expected regions of {order} cells")
    return [None if letter in others else letter for letter in layout]


def _sets(reader: ClauseReader, regions: list[str | int | None]) -> Iterator[tuple[int, ...]]:
    """Yield sets of cells whose digits differ."""
    n = reader.order
    for clause in reader.clauses:
        if clause.kind == "Diagonal":
            if clause.args not in (("1",), ("-1",)):
                raise BadValueError(f"{clause.shown}: expected 1 or -1")
            yield rising_diagonal(n) if clause.args == ("1",) else falling_diagonal(n)
        elif clause.kind == "AllDifferent":
            yield reader.cells(clause)
        elif clause.kind in ("Windoku", "DisjointSets"):
            if (box := default_box(n)) is None:
                raise BadValueError(f"{clause.kind}: expected a grid with boxes, found none")
            yield from (
                _windows(n, box) if clause.kind == "Windoku" else disjoint_groups(Geometry(n, box))
            )
        elif clause.kind == "Jigsaw":
            layout = _layout(clause, n)
            if layout != regions:  # pieces beside boxes, or beside other pieces
                for letter in dict.fromkeys(layout):
                    if letter is not None:
                        yield tuple(at for at, own in enumerate(layout) if own == letter)


def _windows(order: int, box: tuple[int, int]) -> Iterator[tuple[int, ...]]:
    """Yield boxes with a row and a column between them, and around them."""
    rows, columns = box
    for top in range(1, order - rows, rows + 1):
        for left in range(1, order - columns, columns + 1):
            yield tuple(
                (top + row) * order + left + column
                for row in range(rows)
                for column in range(columns)
            )


def _digits(reader: ClauseReader) -> tuple[list[int], list[int] | None]:
    """Return the given digits, and the candidates of cells with several given ones.

    What is said of a cell several times holds together.
    """
    n = reader.order
    every = (1 << n) - 1
    masks = [every] * (n * n)
    for clause in reader.clauses:
        for arg in clause.args if clause.kind == "Given" else ():
            name, *digits = arg.split("_")
            cell = reader.cell(name, clause)
            mask = sum({1 << (reader.digit(digit, clause) - 1) for digit in digits})
            if not mask:
                raise BadValueError(f"{clause.shown}: expected a digit for {visible(name)}")
            masks[cell] &= mask
    givens = [mask.bit_length() if mask.bit_count() == 1 else 0 for mask in masks]
    if n == 1:  # a single candidate is a given only if a clause says so
        named = any(clause.kind == "Given" and clause.args for clause in reader.clauses)
        givens = [int(named)]
    left = [every if given else mask for given, mask in zip(givens, masks, strict=True)]
    return givens, None if all(mask == every for mask in left) else left
