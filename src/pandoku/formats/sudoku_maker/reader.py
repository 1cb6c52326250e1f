"""Read documents of Sudoku Maker: the grid, the houses, and the digits.

`kinds` reads and writes the constraints. An error names each type of constraint that is unknown or
has an unexpected form, because it may be a rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pandoku.constraints import Fog, words_of_rules
from pandoku.formats._drawn.grid import with_one_fog
from pandoku.formats._shapes import disjoint_groups, falling_diagonal, rising_diagonal, shape_of
from pandoku.formats._text import with_progress
from pandoku.formats.json.values import (
    NOTHING,
    BadValueError,
    bad,
    elements,
    refuse_rules,
    text_or_none,
    whole,
)
from pandoku.formats.sudoku_maker.cosmetics import (
    COSMETIC,
    colors_of_maker,
    has_fog,
    lifts_fog_otherwise,
    maker_drawings,
)
from pandoku.formats.sudoku_maker.kinds import TYPES, GridPlaces, no_more_keys
from pandoku.model import MAX_ORDER, Board, Puzzle
from pandoku.words import visible

_GIVENS, _REGIONS, _FALLING, _RISING, _DISJOINT, _EXTRA, _REGION_SUM, _CUSTOM, _ROWS = (
    0, 1, 10, 11, 14, 305, 404, 1000, 2003
)  # fmt: skip
_SHAPE = frozenset([_GIVENS, _REGIONS, _FALLING, _RISING, _DISJOINT, _EXTRA, _ROWS])
# For each type of dots, the name of a field. If the field is true, the negative rule of other dots
# does not apply to cells with a dot of this type.
_OVERRIDES = {200: "overrideNegativeRatios", 201: "overrideNegativeDifferences"}
_CELL_KEYS = frozenset(["value", "given", "colors", "candidates", "cornerPencilMarks"])
_DIMENSIONS = ("width", "height", "size", "minDigit", "maxDigit")
_PUZZLE_KEYS = frozenset(["name", "author", "comment", "cells", "constraints", "type", "export"])

_Acting = list[tuple[str, Mapping[str, Any]]]  # the path and the content of each active constraint


def puzzle_of_maker(document: Mapping[str, Any]) -> Puzzle:
    """Return the puzzle of a document of Sudoku Maker.

    Raises:
        BadValueError: A value has an unexpected form, or a type is unknown.
        PuzzleError: The parts do not form a puzzle.
    """
    rest = document.get("puzzle")
    if not isinstance(rest, Mapping):
        bad("puzzle", "an object", rest)
    no_more_keys(rest, _PUZZLE_KEYS.union(_DIMENSIONS), "puzzle")
    order = _order(rest)
    cells = _cells(rest.get("cells"), order)
    acting, has_givens = _acting(rest.get("constraints"))
    _refuse_unknown(acting)
    _check_rows(rest.get("type"), acting, order)
    _check_overrides(acting)
    digits = [_digit(cell, at, order) for at, cell in enumerate(cells)]
    is_given = [bool(cell.get("given")) for cell in cells]
    reader = GridPlaces(order)
    regions = _regions(reader, acting)
    geometry, constraints = shape_of(order, regions, _sets(reader, acting, regions))
    for path, each in acting:
        if each["type"] == _REGION_SUM and geometry.box is None and geometry.regions is None:
            raise BadValueError(
                f"{path}: expected a grid with regions of {order} cells, found none"
            )
        if row := TYPES.get(each["type"]):
            no_more_keys(each, row.keys, path)
            constraints += row.read(reader, each, path)
    # If all cells have digits, and not all of them are givens, the digits are the solution that the
    # setter saved.
    is_solution = 0 not in digits and not all(is_given)
    comment = text_or_none(rest.get("comment"), "puzzle.comment") or ""
    constraints += colors_of_maker(cells, order)
    constraints += maker_drawings(rest.get("constraints"), order)
    constraints += (unchecked := words_of_rules(comment, order))
    givens = [d if given and has_givens else 0 for d, given in zip(digits, is_given, strict=True)]
    is_lit = any(isinstance(each, Fog) for each in constraints)
    if has_fog(rest.get("constraints")) and not is_lit and any(givens):
        # If the file has no lights, the given digits lift the fog.
        constraints.append(Fog.around([at for at, digit in enumerate(givens) if digit], order))
    return Puzzle(
        geometry,
        givens,
        solution=digits if is_solution else None,
        title=text_or_none(rest.get("name"), "puzzle.name"),
        author=text_or_none(rest.get("author"), "puzzle.author"),
        words=None if unchecked else comment.strip() or None,
    ).with_(*with_one_fog(constraints))


def maker_note(document: Mapping[str, Any], puzzle: Puzzle) -> str | None:
    """Return a note if fog was not read, or lifts differently than in the file, else None."""
    constraints = document["puzzle"].get("constraints")
    if not has_fog(constraints):
        return None
    if not any(isinstance(each, Fog) for each in puzzle.further):
        return "the fog of the file is not read: nothing is clear in it"
    if lifts_fog_otherwise(constraints):
        return "the fog does not obey the triggers of the file: it lifts around correct digits"
    return None


def maker_progress(document: Mapping[str, Any], puzzle: Puzzle) -> Puzzle | Board:
    """Return the puzzle of a document, as a board if the player has entered anything.

    Digits in all cells are the solution that the setter saved, not progress.
    """
    cells = [cell or {} for cell in document["puzzle"]["cells"]]
    digits = [cell.get("value") or 0 for cell in cells]
    if 0 not in digits:
        return puzzle
    masks = [whole(cell.get("candidates") or 0, "candidates") for cell in cells]
    marks = [[d for d in range(1, puzzle.order + 1) if mask >> d & 1] for mask in masks]
    return with_progress(puzzle, digits, marks)


def _order(rest: Mapping[str, Any]) -> int:
    """Return the order of a square grid with the digits 1..n.

    A document of a Sudoku has a single size. A grid of the type "custom" has a width, a height, and
    a least and a greatest digit. A missing value counts as the value of a 9x9.
    """
    is_custom = rest.get("type") == "custom"
    size = 9 if is_custom else rest.get("size") or 9
    width, height = rest.get("width") or size, rest.get("height") or size
    for key, value in (("width", width), ("height", height)):
        if type(value) is not int or not 1 <= value <= MAX_ORDER:
            name = key if rest.get(key) else "size"
            bad(f"puzzle.{name}", f"a number 1..{MAX_ORDER}", value)
    if height != width:
        raise BadValueError(f"expected a square grid, found {height} rows and {width} columns")
    least, most = rest.get("minDigit"), rest.get("maxDigit")
    least = 1 if least is None else whole(least, "puzzle.minDigit")
    usual = 9 if is_custom else least + width - 1
    most = usual if most is None else whole(most, "puzzle.maxDigit")
    if (least, most) != (1, width):
        raise BadValueError(f"expected the digits 1..{width}, found {least}..{most}")
    return int(width)


def _cells(value: Any, order: int) -> list[Mapping[str, Any]]:
    if not isinstance(value, list) or len(value) != order * order:
        bad("puzzle.cells", f"{order * order} cells", value)
    for at, cell in enumerate(value):
        if cell is not None and not isinstance(cell, Mapping):
            bad(f"puzzle.cells[{at}]", "an object", cell)
        no_more_keys(cell or {}, _CELL_KEYS, f"puzzle.cells[{at}]")
    return [cell or {} for cell in value]


def _digit(cell: Mapping[str, Any], at: int, order: int) -> int:
    """Return the digit in a cell, or 0."""
    value = cell.get("value")
    if value is None and not cell.get("given"):
        return 0
    if type(value) is not int or not 1 <= value <= order:
        bad(f"puzzle.cells[{at}].value", f"a digit 1..{order}", value)
    return value


def _acting(value: Any) -> tuple[_Acting, bool]:
    """Return the active constraints, and whether the givens are active.

    Constraints that are disabled, or that Sudoku Maker's solver ignores, are not rules.
    """
    acting, has_givens = [], True
    for path, each in elements(value, "puzzle.constraints"):
        if not isinstance(each, Mapping):
            bad(path, "an object", each)
        kind = whole(each.get("type"), f"{path}.type")
        if each.get("disabled") or each.get("solverIgnored"):
            has_givens = has_givens and kind != _GIVENS
        elif kind not in COSMETIC:
            acting.append((path, each))
    return acting, has_givens


def _refuse_unknown(acting: _Acting) -> None:
    """Raise BadValueError if there are unknown types. The message lists all of them."""
    for path, each in acting:
        if each["type"] == _CUSTOM:
            definition = each.get("definition")
            name = definition.get("name") if isinstance(definition, Mapping) else None
            shown = visible(str(each.get("name") or name or path)[:60])
            raise BadValueError(f"has a rule written as a program: {shown}")
    kinds = dict.fromkeys(each["type"] for _, each in acting)
    unknown = [kind for kind in kinds if kind not in TYPES and kind not in _SHAPE]
    refuse_rules([f"type {kind}" for kind in unknown])


def _check_rows(kind: Any, acting: _Acting, order: int) -> None:
    """Raise BadValueError unless the rows and columns of the grid are houses."""
    rules = [(path, each) for path, each in acting if each["type"] == _ROWS]
    if kind == "custom" and not rules:
        raise BadValueError(
            "expected a grid whose rows and columns are houses, found one without this rule"
        )
    if kind not in ("custom", "sudoku", None):
        bad("puzzle.type", '"sudoku" or "custom"', kind)
    everywhere = {"x": 0, "y": 0, "width": order, "height": order}
    for path, each in rules:
        no_more_keys(each, {"areas"}, path)
        if each.get("areas") not in (*NOTHING, [everywhere]):
            bad(f"{path}.areas", "rows and columns of the entire grid", each["areas"])


def _check_overrides(acting: _Acting) -> None:
    """Raise BadValueError if the negative rule of other dots also applies to cells with a dot."""
    for path, each in acting:
        if (override := _OVERRIDES.get(each["type"])) is None or each.get(override) is not False:
            continue
        others = _OVERRIDES.keys() - {each["type"]}
        if each.get("clues") and any(o["type"] in others and o.get("negative") for _, o in acting):
            raise BadValueError(f"{path}.{override}: expected true next to a negative rule")


def _regions(reader: GridPlaces, acting: _Acting) -> list[int | None]:
    """Return the region of each cell."""
    n_cells = reader.order * reader.order
    found: list[int | None] = [None] * n_cells
    for path, each in acting:
        if each["type"] != _REGIONS:
            continue
        no_more_keys(each, {"regions"}, path)
        regions = each.get("regions")
        if not isinstance(regions, list) or len(regions) != n_cells:
            bad(f"{path}.regions", f"a region for each of {n_cells} cells", regions)
        for at, region in elements(regions, f"{path}.regions"):
            if region is not None and type(region) is not int:
                bad(at, "a number", region)
        found = [None if region == -1 else region for region in regions]
    return found


def _sets(
    reader: GridPlaces, acting: _Acting, regions: list[int | None]
) -> Iterator[tuple[int, ...]]:
    """Yield sets of cells that cannot repeat a digit."""
    n = reader.order
    for path, each in acting:
        if each["type"] in (_FALLING, _RISING):
            no_more_keys(each, (), path)
            yield falling_diagonal(n) if each["type"] == _FALLING else rising_diagonal(n)
        elif each["type"] == _EXTRA:
            no_more_keys(each, {"cells"}, path)
            if each.get("cells") not in NOTHING:
                yield reader.cells(each["cells"], f"{path}.cells")
        elif each["type"] == _DISJOINT:
            no_more_keys(each, (), path)
            groups = [*disjoint_groups(shape_of(n, regions)[0])]
            if not groups:
                raise BadValueError(f"{path}: disjoint groups need a grid with boxes of one shape")
            yield from groups
