"""The column `rules`: everything about a puzzle except its givens, as text.

The format `json` reads this text. This module writes it without the code of that format, so that
ids do not depend on the version of the format. Keys have a fixed order, there are no spaces, and
everything that is not a rule is left out. Cages are sorted by their cells.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import fields, replace
from functools import lru_cache
from typing import Any, cast

from pandoku.constraints import RULES
from pandoku.errors import FormatError, PuzzleError
from pandoku.formats import loads
from pandoku.model import HOUSE_SETS, OPERATIONS, Cage, Constraint, Geometry, Puzzle
from pandoku.registry import plain_name

__all__ = ["kind_of", "puzzle_of_rules", "rules_of", "rules_with"]

_OTHER_NAMES = {"kenken": "calcudoku", "mathdoku": "calcudoku"}
_KINDS = ("sudoku", "jigsaw", "killer", "calcudoku", "latin")


def rules_of(puzzle: Puzzle) -> str | None:
    """Return the rules of a puzzle, or None for a Sudoku with the usual boxes of its order.

    Raises:
        PuzzleError: A constraint is not in `pandoku.constraints`, so it cannot be written.

    >>> rules_of(Puzzle(4)), rules_of(Puzzle(Geometry.latin(4)))
    (None, '{"size":4,"box":null}')
    """
    if puzzle.candidates is None and not puzzle.further:
        return rules_with(puzzle.geometry, puzzle.cages)
    parts = [_opening(puzzle.geometry), _cages(puzzle.cages), _constraints(puzzle.further)]
    if puzzle.candidates is not None:
        parts.append(f',"candidates":{json.dumps(puzzle.candidates, separators=(",", ":"))}')
    return f"{''.join(parts)}}}"


def rules_with(geometry: Geometry, cages: Iterable[Cage] = ()) -> str | None:
    """Return the rules of puzzles with this geometry and these cages, in the form of `rules_of`."""
    if not cages and _is_usual(geometry):
        return None
    return f"{_opening(geometry)}{_cages(cages)}}}"


@lru_cache(maxsize=256)
def _is_usual(geometry: Geometry) -> bool:
    return geometry == Geometry.sudoku(geometry.order)


@lru_cache(maxsize=256)
def _opening(geometry: Geometry) -> str:
    """Return the start of the rules, which describes the geometry, without a closing brace."""
    out: dict[str, object] = {"size": geometry.order}
    if geometry.regions is not None:
        out["regions"] = geometry.regions
    else:
        out["box"] = geometry.box
    if geometry.diagonals:
        out["diagonals"] = True
    if geometry.extra:
        # Names that follow from the cells are left out, so that ids do not depend on them.
        has_usual_names = replace(geometry, extra_names=()) == geometry
        named = zip(geometry.extra_names, geometry.extra, strict=True)
        out["houses"] = (
            [*geometry.extra]
            if has_usual_names
            else [{"name": name, "cells": cells} for name, cells in named]
        )
    return json.dumps(out, separators=(",", ":"))[:-1]


def _cages(cages: Iterable[Cage]) -> str:
    if not cages:
        return ""
    by_cells = sorted(
        (tuple(sorted(each.cells)), each.operation, each.target is not None, each.target or 0,
         each.repeats)
        for each in cages
    )  # fmt: skip
    # The texts are formatted here, because `json` would need a dict for each cage and twice the
    # time.
    texts = (
        f'{{"op":"{operation}","target":{target if has_target else "null"},'
        f'"cells":[{",".join(map(str, cells))}],"repeats":{"true" if repeats else "false"}}}'
        for cells, operation, has_target, target, repeats in by_cells
    )
    return f',"cages":[{",".join(texts)}]'


def _constraints(constraints: Iterable[Constraint]) -> str:
    """Return constraints other than cages, sorted by their texts.

    Fields with default values are left out, so a new field does not change existing ids.
    """
    texts = []
    for constraint in constraints:
        name = plain_name(constraint.NAME)
        if name not in RULES or RULES[name].make is not type(constraint):
            raise PuzzleError(f"expected a kind of pandoku.constraints, found {constraint.NAME!r}")
        values = ((each, getattr(constraint, each.name)) for each in fields(cast(Any, constraint)))
        kept = {each.name: value for each, value in values if value != each.default}
        texts.append(json.dumps({"type": name} | kept, separators=(",", ":")))
    return f',"constraints":[{",".join(sorted(texts))}]' if texts else ""


def puzzle_of_rules(rules: str) -> Puzzle:
    """Return the puzzle that a value of the column `rules` describes. It has no givens.

    Raises:
        FormatError, PuzzleError: The text is not a valid value of this column.
    """
    with suppress(ValueError, TypeError, KeyError, AttributeError, RecursionError):
        # Texts in the exact form that `rules_of` writes are parsed here. This is four times as fast
        # as the reader of the format.
        found = json.loads(rules)
        cages = found.pop("cages", [])
        if found.keys() <= _OF_GEOMETRY and ("box" in found or "regions" in found):
            return Puzzle(_geometry(json.dumps(found)), cages=tuple(map(_cage, cages)))
    try:
        puzzle = loads(rules, format="json")
    except PuzzleError as error:
        raise PuzzleError(error.reason, problems=error.problems) from None
    if puzzle.n_givens:
        raise FormatError("expected rules without givens, found some", format="json")
    return puzzle


_OF_GEOMETRY = {"size", "box", "regions", "diagonals", "houses"}
_OF_CAGE = {"op", "target", "cells", "repeats"}


@lru_cache(maxsize=256)
def _geometry(shape: str) -> Geometry:
    return loads(shape, format="json").geometry


def _cage(found: dict[str, Any]) -> Cage:
    """Return a cage of a document. Raise ValueError if it does not have the form of `rules_of`."""
    operation, target, cells, repeats = (found[key] for key in ("op", "target", "cells", "repeats"))
    is_usual = (
        len(found) == len(_OF_CAGE)
        and operation in OPERATIONS
        and (target is None or type(target) is int)
        and type(repeats) is bool
        and bool(cells)
        and all(type(cell) is int for cell in cells)
    )
    if not is_usual:
        raise ValueError("an unusual cage")
    return Cage(operation, target, tuple(cells), repeats)


def kind_of(puzzle: Puzzle) -> str:
    """Return the kind of a puzzle in one word.

    If the source of the puzzle names one of pandoku's kinds, the result is this kind. Otherwise the
    kind is derived from the geometry and the constraints.

    >>> kind_of(Puzzle(9)), kind_of(Puzzle(Geometry.latin(5)))
    ('sudoku', 'latin')
    """
    named = _OTHER_NAMES.get(puzzle.kind or "", puzzle.kind)
    if named in _KINDS or named in HOUSE_SETS or named == "diagonal":
        return named
    geometry = puzzle.geometry
    has_boxes = geometry.box is not None or geometry.regions is not None
    if puzzle.further:
        return "variant"
    if puzzle.cages:
        return "killer" if has_boxes else "calcudoku"
    if geometry.regions is not None:
        return "jigsaw"
    return "sudoku" if geometry.box else "latin"
