"""The column `rules`: everything of a puzzle but its givens, as a text.

The text is read by the format `json`, but written here, so that ids do not depend on the version of
that format: keys in one order, no spaces, and only what is a rule. Cages stand in the order of
their cells.
"""

from __future__ import annotations

import json
from functools import lru_cache

from pandoku.errors import FormatError, PuzzleError
from pandoku.formats import loads
from pandoku.model import Cage, Geometry, Puzzle

__all__ = ["kind_of", "puzzle_of_rules", "rules_of"]

_OTHER_NAMES = {"kenken": "calcudoku", "mathdoku": "calcudoku"}
_KINDS = ("sudoku", "jigsaw", "killer", "calcudoku", "latin")


def rules_of(puzzle: Puzzle) -> str | None:
    """Return the rules of a puzzle; None for a Sudoku with the usual boxes of its order.

    >>> rules_of(Puzzle(4)), rules_of(Puzzle(Geometry.latin(4)))
    (None, '{"size":4,"box":null}')
    """
    geometry = puzzle.geometry
    if puzzle.cages or puzzle.candidates is not None:
        return _written(puzzle)
    return _rules_of_geometry(geometry)


@lru_cache(maxsize=256)
def _rules_of_geometry(geometry: Geometry) -> str | None:
    if geometry == Geometry.sudoku(geometry.order):
        return None
    return _written(Puzzle(geometry))


def _written(puzzle: Puzzle) -> str:
    geometry = puzzle.geometry
    out: dict[str, object] = {"size": geometry.order}
    if geometry.regions is not None:
        out["regions"] = geometry.regions
    else:
        out["box"] = geometry.box
    if geometry.diagonals:
        out["diagonals"] = True
    if geometry.extra:
        out["houses"] = geometry.extra
    if puzzle.cages:
        out["cages"] = [_cage(each) for each in sorted(puzzle.cages, key=_place_of)]
    if puzzle.candidates is not None:
        out["candidates"] = puzzle.candidates
    return json.dumps(out, separators=(",", ":"))


def _place_of(cage: Cage) -> tuple[tuple[int, ...], str, int, bool]:
    target = -1 if cage.target is None else cage.target
    return tuple(sorted(cage.cells)), cage.operation, target, cage.repeats


def _cage(cage: Cage) -> dict[str, object]:
    return {
        "op": cage.operation,
        "target": cage.target,
        "cells": sorted(cage.cells),
        "repeats": cage.repeats,
    }


def puzzle_of_rules(rules: str) -> Puzzle:
    """Return the puzzle without givens that a text of the column `rules` describes.

    Raises:
        FormatError, PuzzleError: The text is no such rules.
    """
    try:
        puzzle = loads(rules, format="json")
    except PuzzleError as error:
        raise PuzzleError(error.reason, problems=error.problems) from None
    if puzzle.n_givens:
        raise FormatError("expected rules without givens, found some", format="json")
    return puzzle


def kind_of(puzzle: Puzzle) -> str:
    """Return the kind of a puzzle in one word: as its source says, if that is a known one.

    >>> kind_of(Puzzle(9)), kind_of(Puzzle(Geometry.latin(5)))
    ('sudoku', 'latin')
    """
    named = _OTHER_NAMES.get(puzzle.kind or "", puzzle.kind)
    if named in _KINDS:
        return named
    geometry = puzzle.geometry
    has_boxes = geometry.box is not None or geometry.regions is not None
    if puzzle.cages:
        return "killer" if has_boxes else "calcudoku"
    if geometry.regions is not None:
        return "jigsaw"
    return "sudoku" if geometry.box else "latin"
