"""Puzzles as documents of lisudoku: the way back of _lisudoku."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pandoku.constraints import (
    AntiKing,
    AntiKnight,
    Arrow,
    Difference,
    Even,
    NoDifference,
    NoRatio,
    Odd,
    Palindrome,
    Ratio,
    Renban,
    Thermometer,
)
from pandoku.formats._again import loss_of
from pandoku.formats._lisudoku import puzzle_of_lisudoku
from pandoku.formats._shapes import falling_diagonal, rising_diagonal
from pandoku.model import Cage, Constraint, Puzzle, default_box

__all__ = ["lisudoku_document", "why_no_lisudoku"]

_LINES: dict[type[Constraint], str] = {
    Thermometer: "thermos",
    Renban: "renbans",
    Palindrome: "palindromes",
}
_CELLS: dict[type[Constraint], str] = {Odd: "oddCells", Even: "evenCells"}
_FLAGS: dict[type[Constraint], str] = {
    AntiKnight: "antiKnight",
    AntiKing: "antiKing",
    NoDifference: "kropkiNegative",
    NoRatio: "kropkiNegative",
}
_DOTS: dict[type[Constraint], str] = {Difference: "Consecutive", Ratio: "Double"}
_KNOWN = frozenset([*_LINES, *_CELLS, *_FLAGS, *_DOTS, Arrow, Cage])


def lisudoku_document(puzzle: Puzzle) -> dict[str, Any]:
    """Return the document; `why_no_lisudoku` must be None."""
    n = puzzle.order
    out = _shape(puzzle)
    if puzzle.n_givens:
        given = [(cell, digit) for cell, digit in enumerate(puzzle.givens) if digit]
        out["fixedNumbers"] = [{"position": _place(c, n), "value": digit} for c, digit in given]
    for cage in puzzle.cages:
        entry = {"sum": cage.target, "region": _places(cage.cells, n)}
        out.setdefault("killerCages", []).append(entry)
    for each in puzzle.further:
        if (flag := _FLAGS.get(type(each))) is not None:
            out[flag] = True
        else:
            key, entries = _entries(each, n)
            out.setdefault(key, []).extend(entries)
    return out


def _entries(each: Any, n: int) -> tuple[str, list[Any]]:
    """Return the key of a constraint with cells, and what it adds to the list there."""
    kind = type(each)
    if kind in _LINES:
        return _LINES[kind], [_places(each.cells, n)]
    if kind in _CELLS:
        return _CELLS[kind], _places(each.cells, n)
    if kind in _DOTS:
        first, second = _places(each.cells, n)
        return "kropkiDots", [{"dotType": _DOTS[kind], "cell1": first, "cell2": second}]
    bulb, shaft = _places(each.bulb, n), _places(each.shaft, n)
    return "arrows", [{"circleCells": bulb, "arrowCells": shaft}]


def _shape(puzzle: Puzzle) -> dict[str, Any]:
    """Return a document of the houses; the program knows the usual boxes by itself."""
    n, geometry = puzzle.order, puzzle.geometry
    out: dict[str, Any] = {"gridSize": n}
    if geometry.regions is not None:
        parts: dict[int, list[int]] = {}
        for cell, region in enumerate(geometry.regions):
            parts.setdefault(region, []).append(cell)
        out["regions"] = [_places(cells, n) for cells in parts.values()]
    falling, rising = falling_diagonal(n), rising_diagonal(n)
    if geometry.diagonals or falling in geometry.extra:
        out["primaryDiagonal"] = True
    if geometry.diagonals or rising in geometry.extra:
        out["secondaryDiagonal"] = True
    if extra := [cells for cells in geometry.extra if tuple(cells) not in (falling, rising)]:
        out["extraRegions"] = [_places(cells, n) for cells in extra]
    return out


def why_no_lisudoku(puzzle: Puzzle) -> str | None:
    """Return which of a puzzle's rules a document would lose, or None."""
    geometry = puzzle.geometry
    if geometry.regions is None and geometry.box != default_box(puzzle.order):
        return "it cannot store boxes other than the usual ones"
    return loss_of(puzzle, _KNOWN, lambda each: puzzle_of_lisudoku(lisudoku_document(each)))


def _place(cell: int, n: int) -> dict[str, int]:
    return {"row": cell // n, "col": cell % n}


def _places(cells: Iterable[int], n: int) -> list[dict[str, int]]:
    return [_place(cell, n) for cell in cells]
