"""Puzzles as documents of Sudoku Maker."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pandoku.constraints import Drawing, RulesInWords, words_in
from pandoku.formats._again import loss_of
from pandoku.formats._shapes import falling_diagonal, regions_of, rising_diagonal
from pandoku.formats.sudoku_maker.cosmetics import drawn_by_maker
from pandoku.formats.sudoku_maker.kinds import TYPE_WRITERS
from pandoku.formats.sudoku_maker.reader import puzzle_of_maker
from pandoku.model import Puzzle

_VERSION = "1.5.0"
_USUAL_SIZE = 9


def maker_document(puzzle: Puzzle) -> dict[str, Any]:
    """Return the document of a puzzle for which `why_no_maker_document` returns None."""
    n = puzzle.order
    drawings = [each for each in puzzle.further if isinstance(each, Drawing)]
    shapes = (shape for each in drawings for shape in each.decorations(puzzle.geometry))
    return {
        "formatVersion": _VERSION,
        "puzzle": {
            "name": puzzle.title or "",
            "author": puzzle.author or "",
            "comment": words_in(puzzle),
            **({} if n == _USUAL_SIZE else {"type": "sudoku", "size": n}),
            "cells": [_cell(puzzle, at) for at in range(n * n)],
            "constraints": [
                {"type": 0},
                *_shape(puzzle),
                *_merged(puzzle),
                *drawn_by_maker(shapes, n),
            ],
        },
    }


def why_no_maker_document(puzzle: Puzzle) -> str | None:
    """Return the rules that a document would lose, or None."""
    return loss_of(
        puzzle,
        (*TYPE_WRITERS, Drawing, RulesInWords),
        lambda each: puzzle_of_maker(maker_document(each)),
    )


def _cell(puzzle: Puzzle, at: int) -> dict[str, Any]:
    if given := puzzle.givens[at]:
        return {"value": given, "given": True}
    return {"value": puzzle.solution[at]} if puzzle.solution else {}


def _shape(puzzle: Puzzle) -> Iterator[dict[str, Any]]:
    """Yield regions, diagonals and extra houses."""
    n, geometry = puzzle.order, puzzle.geometry
    numbers = {cell: at for at, cells in enumerate(regions_of(geometry)) for cell in cells}
    if numbers:
        yield {"type": 1, "regions": [numbers[cell] for cell in range(n * n)]}
    types = {falling_diagonal(n): 10, rising_diagonal(n): 11}
    both = [falling_diagonal(n), rising_diagonal(n)] if geometry.diagonals else []
    for house in (*both, *geometry.extra):
        kind = types.get(house)
        yield {"type": kind} if kind else {"type": 305, "cells": list(house)}


def _merged(puzzle: Puzzle) -> list[dict[str, Any]]:
    """Return the constraints of a document.

    Constraints that differ only in their clues are merged into one.
    """
    found: list[dict[str, Any]] = []
    for each in puzzle.constraints:
        if isinstance(each, RulesInWords | Drawing):
            continue  # maker_document writes these separately
        row, write = TYPE_WRITERS[type(each)]
        fields, key, clues = write(each, puzzle.order)
        shared = {"type": row.number, **fields}
        before = next(
            (
                other
                for other in found
                if key and all(other.get(name) == value for name, value in shared.items())
            ),
            None,
        )
        if before is None:
            found.append({**row.usual, **shared} | ({key: clues} if key else {}))
        elif key:
            before[key] = before.get(key, []) + clues
        else:
            found.append(shared)
    return found
