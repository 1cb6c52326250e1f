"""Read and write puzzles of Interactive Sudoku Solver: the grid, the houses and the digits.

`kinds` reads and writes the constraints. An unknown type of constraint raises an error that
contains the type.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from pandoku.constraints import NoDifference, NoRatio
from pandoku.formats._again import loss_of
from pandoku.formats._shapes import (
    disjoint_groups,
    falling_diagonal,
    regions_of,
    rising_diagonal,
    shape_of,
    usual_regions,
)
from pandoku.formats.iss.kinds import CLAUSES, WRITTEN, cell_args, clause_text
from pandoku.formats.iss.text import LETTERS, Clause, ClauseReader, clauses_of, place_name
from pandoku.formats.json.values import BadValueError, refuse_rules
from pandoku.model import Geometry, Puzzle, default_box, digits_of
from pandoku.words import visible

_SHAPE = frozenset(["Diagonal", "DisjointSets", "Given", "Jigsaw", "NoBoxes", "RegionSize"])
# Types that add no rule: `Shape` is the size, which is read separately, `SearchPriority` only
# guides the solver, and `RegionSameValues` is always true in a square grid with regions.
_NO_RULE = frozenset(["Shape", "SearchPriority", "RegionSameValues"])
_HOUSES = frozenset(["AllDifferent", "Windoku"])


def puzzle_of_text(text: str) -> Puzzle:
    """Return the puzzle of a constraint string.

    Raises:
        BadValueError: The text is malformed, or a type is unknown.
        PuzzleError: The parts do not form a puzzle.
    """
    clauses, order = clauses_of(text)
    clauses = [clause for clause in clauses if clause.kind not in _NO_RULE]
    types = dict.fromkeys(clause.kind for clause in clauses)
    refuse_rules(
        [type_ for type_ in types if type_ not in CLAUSES and type_ not in _SHAPE | _HOUSES]
    )
    reader = ClauseReader(order, clauses)
    regions = _regions(clauses, order)
    geometry, constraints = shape_of(order, regions, _sets(reader, regions))
    for clause in clauses:
        if clause.kind == "RegionSumLine" and geometry.box is None and geometry.regions is None:
            if any(each.kind == "Jigsaw" for each in clauses):
                raise BadValueError(f"{clause.shown}: expected regions of {order} cells everywhere")
            continue  # a region sum line has no effect in a grid without regions
        if clause.kind in CLAUSES:
            constraints += CLAUSES[clause.kind](reader, clause)
    givens, candidates = _digits(reader)
    return Puzzle(geometry, givens, candidates=candidates).with_(*constraints)


def _regions(clauses: Sequence[Clause], order: int) -> list[str | int | None]:
    """Return the region of each cell: the number of its box, the name of its region, or None."""
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
    """Return the region of each cell, or None for a cell outside all regions."""
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
    """Yield sets of cells that cannot repeat a digit."""
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
            if layout != regions:  # a jigsaw in addition to boxes or to another jigsaw
                for letter in dict.fromkeys(layout):
                    if letter is not None:
                        yield tuple(at for at, own in enumerate(layout) if own == letter)


def _windows(order: int, box: tuple[int, int]) -> Iterator[tuple[int, ...]]:
    """Yield windows: boxes at a distance of one row or column from each other and the edges."""
    rows, columns = box
    for top in range(1, order - rows, rows + 1):
        for left in range(1, order - columns, columns + 1):
            yield tuple(
                (top + row) * order + left + column
                for row in range(rows)
                for column in range(columns)
            )


def _digits(reader: ClauseReader) -> tuple[list[int], list[int] | None]:
    """Return the givens, and the candidates of cells for which clauses allow several digits.

    If several clauses are about the same cell, it can only have the digits that all of them allow.
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
    if n == 1:  # the single candidate of a 1x1 grid is a given if a clause contains the digit
        named = any(clause.kind == "Given" and clause.args for clause in reader.clauses)
        givens = [int(named)]
    left = [every if given else mask for given, mask in zip(givens, masks, strict=True)]
    return givens, None if all(mask == every for mask in left) else left


_REGIONS = "0123456789abcdefg"
_MOST_LINES = len(LETTERS)  # maximum number of rows


def text_of_puzzle(puzzle: Puzzle) -> str:
    """Return the string of a puzzle for which `why_no_text` returns None."""
    n = puzzle.order
    parts = [f".Shape~{n}x{n}", *_houses(puzzle), *_digit_clauses(puzzle)]
    present = {type(each) for each in puzzle.further}
    for each in puzzle.constraints:
        if isinstance(each, NoDifference) and NoRatio not in present:
            parts.append(".AntiConsecutive")
        elif not isinstance(each, NoDifference):
            parts.append("." + clause_text(each, n))
    return "".join(parts)


def why_no_text(puzzle: Puzzle) -> str | None:
    """Return a description of the rules that the string of a puzzle would lack, or None."""
    n, masks = puzzle.order, puzzle.candidates or ()
    if n > _MOST_LINES:
        return f"it stores orders up to {_MOST_LINES}, found {n}"
    for given, mask in zip(puzzle.givens, masks, strict=False):
        if given and not mask >> (given - 1) & 1:
            return "it cannot store a given that is not a candidate"
        if not given and mask.bit_count() < 2 and n > 1:
            return "it stores a cell with one candidate as a given"
    return loss_of(puzzle, WRITTEN, lambda each: puzzle_of_text(text_of_puzzle(each)))


def _houses(puzzle: Puzzle) -> Iterator[str]:
    """Yield boxes or regions, diagonals and extra houses."""
    n, geometry = puzzle.order, puzzle.geometry
    usual = default_box(n)
    if usual is not None and geometry.box != usual:
        yield ".NoBoxes"
    if geometry.regions is not None or geometry.box not in (usual, None):
        places = zip(_REGIONS, regions_of(geometry), strict=False)
        letters = {cell: letter for letter, cells in places for cell in cells}
        yield f".Jigsaw~{''.join(letters.get(cell, '') for cell in range(n * n))}"
    names = {falling_diagonal(n): ".Diagonal~-1", rising_diagonal(n): ".Diagonal~1"}
    if geometry.diagonals:
        yield from dict.fromkeys(names.values())
    for house in geometry.extra:
        yield names.get(house) or f".AllDifferent~{cell_args(house, n)}"


def _digit_clauses(puzzle: Puzzle) -> Iterator[str]:
    """Yield the given digits and the candidates."""
    n, masks = puzzle.order, puzzle.candidates
    said = []
    for cell, given in enumerate(puzzle.givens):
        digits = (given,) if given else digits_of(masks[cell]) if masks is not None else ()
        if given or 0 < len(digits) < n:
            said.append(f"{place_name(cell, n)}_{'_'.join(map(str, digits))}")
    if said:
        yield f".~{'~'.join(said)}"
