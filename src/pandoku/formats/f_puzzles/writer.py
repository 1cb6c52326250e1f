"""Puzzles as documents of f-puzzles."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pandoku.constraints import Drawing, NoRatio, NoXV, RulesInWords, words_in
from pandoku.formats._again import loss_of
from pandoku.formats.f_puzzles.cosmetics import DRAWN_KEYS, drawn_parts, keeps_drawing, stripes_of
from pandoku.formats.f_puzzles.kinds import STORED, cell_names, entry_of
from pandoku.formats.f_puzzles.reader import puzzle_of_document
from pandoku.model import Puzzle, default_box


def document_of_puzzle(puzzle: Puzzle) -> dict[str, Any]:
    """Return the document of a puzzle for which `why_no_document` returns None."""
    n = puzzle.order
    out = _shape(puzzle)
    out |= {key: value for key in ("title", "author") if (value := getattr(puzzle, key))}
    out |= {"ruleset": words} if (words := words_in(puzzle)) else {}
    # Readers put the rules of "negative" last. They are also written last, so that a document keeps
    # its order when it is read and written again.
    for each in sorted(puzzle.constraints, key=lambda each: isinstance(each, NoRatio | NoXV)):
        if isinstance(each, RulesInWords | Drawing):
            continue  # the ruleset is already written, and drawings are written below
        key, entry = entry_of(each, n)
        if isinstance(entry, bool):
            out[key] = entry
        else:
            out.setdefault(key, []).extend(entry if isinstance(entry, list) else [entry])
    _draw([each for each in puzzle.further if isinstance(each, Drawing)], n, out)
    if puzzle.solution is not None:
        out["solution"] = list(puzzle.solution)
    return out


def _shape(puzzle: Puzzle) -> dict[str, Any]:
    """Return a document with only the cells and houses of a puzzle."""
    n, geometry = puzzle.order, puzzle.geometry
    cells = [_cell(puzzle, cell) for cell in range(n * n)]
    out: dict[str, Any] = {"size": n, "grid": [cells[at : at + n] for at in range(0, n * n, n)]}
    if geometry.diagonals:
        out |= {"diagonal+": True, "diagonal-": True}
    if geometry.extra:
        out["extraregion"] = [{"cells": cell_names(cells, n)} for cells in geometry.extra]
    return out


def why_no_document(puzzle: Puzzle) -> str | None:
    """Return the rules that a document would lose, or None."""
    geometry = puzzle.geometry
    drawings = [each for each in puzzle.further if isinstance(each, Drawing)]
    named = [each for each in puzzle.constraints if each.IS_CHECKED]
    if geometry.regions is None and geometry.box not in (None, default_box(puzzle.order)):
        return "it cannot store boxes other than the usual ones"
    if lost := loss_of(
        puzzle,
        (*STORED, Drawing, RulesInWords),
        lambda each: puzzle_of_document(document_of_puzzle(each)),
    ):
        return lost
    if not all(keeps_drawing(each, named, geometry) for each in drawings):
        return "it cannot store all shapes of a drawing"
    if _has_colors_on_stripes(drawings, puzzle.order):
        return "it cannot store another color of a cell that has stripes"
    return None


def _cell(puzzle: Puzzle, at: int) -> dict[str, Any]:
    geometry, given = puzzle.geometry, puzzle.givens[at]
    out: dict[str, Any] = {"value": given, "given": True} if given else {}
    if geometry.regions is not None:
        out["region"] = geometry.regions[at]
    elif geometry.box is None and default_box(puzzle.order) is not None:
        out["region"] = None
    if puzzle.candidates is not None and puzzle.candidates[at] != geometry.all_mask:
        mask = puzzle.candidates[at]
        out["givenPencilMarks"] = [d for d in range(1, puzzle.order + 1) if mask >> (d - 1) & 1]
    return out


def _has_colors_on_stripes(drawings: Iterable[Drawing], n: int) -> bool:
    striped = [{*stripes_of(each, n)} for each in drawings]
    colored = [{*drawn_parts(each, n)[0]} for each in drawings]
    return any(
        stripes & other
        for at, stripes in enumerate(striped)
        for further, other in enumerate(colored)
        if further != at
    )


def _draw(drawings: Iterable[Drawing], n: int, out: dict[str, Any]) -> None:
    """Add drawings to a document. Their entries are grouped by kind of shape, as in reading."""
    found: dict[str, list[Any]] = {key: [] for key in DRAWN_KEYS}
    colors: dict[int, list[str]] = {}
    for drawing in drawings:
        new, entries = drawn_parts(drawing, n, colors)
        colors |= new
        for key, entry in entries:
            found[key].append(entry)
    for cell, listed in colors.items():
        row, column = divmod(cell, n)
        out["grid"][row][column] |= {"c": listed[0]} if len(listed) == 1 else {"cArray": listed}
    out |= {key: entries for key, entries in found.items() if entries}
