"""Puzzles as documents of Sudoku Maker."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from pandoku import constraints as kinds
from pandoku.constraints import Drawing, GlobalEntropy, RulesInWords, thirds, words_in
from pandoku.formats._again import loss_of
from pandoku.formats._shapes import falling_diagonal, rising_diagonal
from pandoku.formats.sudoku_maker.cosmetics import drawn_by_maker
from pandoku.formats.sudoku_maker.kinds import GridPlaces
from pandoku.formats.sudoku_maker.reader import puzzle_of_maker
from pandoku.model import Cage, Constraint, Puzzle
from pandoku.model.constraint import are_touching

_VERSION = "1.5.0"
_USUAL_SIZE = 9
# For some types of constraints, the fields that a document must have in addition to the clues.
_USUAL: dict[int, dict[str, Any]] = {
    200: {"negative": [], "overrideNegativeRatios": True},
    201: {"negative": [], "overrideNegativeDifferences": True},
    202: {"negative": []},
}

# The type and the values that all clues share, the key of the list of clues, and the clues.
_Written = tuple[dict[str, Any], str, list[Any]]


def maker_document(puzzle: Puzzle) -> dict[str, Any]:
    """Return the document of a puzzle, after `why_no_maker_document` has returned None for it."""
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
    if puzzle.candidates is not None:
        return "it cannot store candidates"
    bare = puzzle.replace(words=None)  # the words are stored in the comment
    return loss_of(
        bare, (*_WRITERS, Drawing, RulesInWords), lambda each: puzzle_of_maker(maker_document(each))
    )


def _cell(puzzle: Puzzle, at: int) -> dict[str, Any]:
    if given := puzzle.givens[at]:
        return {"value": given, "given": True}
    return {"value": puzzle.solution[at]} if puzzle.solution else {}


def _shape(puzzle: Puzzle) -> Iterator[dict[str, Any]]:
    """Yield regions, diagonals and extra houses."""
    n, geometry = puzzle.order, puzzle.geometry
    places = [house.cells for house in geometry.houses if house.kind in ("box", "region")]
    if places:
        regions = [0] * (n * n)
        for number, cells in enumerate(places):
            for cell in cells:
                regions[cell] = number
        yield {"type": 1, "regions": regions}
    types = {falling_diagonal(n): 10, rising_diagonal(n): 11}
    both = [falling_diagonal(n), rising_diagonal(n)] if geometry.diagonals else []
    for house in (*both, *geometry.extra):
        kind = types.get(house)
        yield {"type": kind} if kind else {"type": 305, "cells": list(house)}


def _merged(puzzle: Puzzle) -> list[dict[str, Any]]:
    """Return the constraints of a document. Constraints that only differ in clues are merged."""
    found: list[dict[str, Any]] = []
    for each in puzzle.constraints:
        if isinstance(each, RulesInWords | Drawing):
            continue  # maker_document writes these separately
        shared, key, clues = _WRITERS[type(each)](each, puzzle.order)
        before = next(
            (
                other
                for other in found
                if key and all(other.get(name) == value for name, value in shared.items())
            ),
            None,
        )
        if before is None:
            found.append(_USUAL.get(shared["type"], {}) | shared | ({key: clues} if key else {}))
        elif key:
            before[key] = before.get(key, []) + clues
        else:
            found.append(shared)
    return found


def _edge(cells: Sequence[int], n: int) -> int:
    """Return the number of the edge between two neighbors. The smaller cell comes first."""
    row, column = divmod(cells[0], n)
    return row * 2 * n + column + (1 if cells[1] == cells[0] + 1 else n)


def _arrow(arrow: kinds.Arrow, n: int) -> _Written:
    start = next((cell for cell in arrow.bulb if are_touching(cell, arrow.shaft[0], n)), -1)
    line = [start, *arrow.shaft] if start >= 0 else list(arrow.shaft)
    bulb = {"bulbCells": list(arrow.bulb), "arrows": [line]}
    return {"type": 408}, "bulbsWithArrows", [bulb]


def _place_outside(clue: kinds.OutsideClue, n: int) -> int:
    """Return the number of the cell outside the grid that contains a clue."""
    row, column = clue.place(n)
    return (row + 1) * (n + 2) + column + 1


def _little_killer(clue: kinds.LittleKiller, n: int) -> _Written:
    down, right = clue.step
    place = {"outerCell": _place_outside(clue, n), "diagonal": -down * right}
    return {"type": 500}, "clues", [{"value": clue.total} | place]


def _outside_clue(kind: int) -> Callable[[Any, int], _Written]:
    return lambda clue, n: (
        {"type": kind},
        "clues",
        [{"value": clue.number, "outerCell": _place_outside(clue, n)}],
    )


def _quadruple(clue: kinds.Quadruple, n: int) -> _Written:
    row, column = divmod(clue.cells[0], n)
    around = [(row + down) * (n + 1) + column + right for down in (1, 0) for right in (1, 0)]
    corner = next((at for at in around if GridPlaces(n).corner(at, "") == clue.cells), -1)
    return {"type": 303}, "clues", [{"corner": corner, "digits": list(clue.digits)}]


def _digit_groups(
    line: kinds.DigitGroups | kinds.Entropic | kinds.Modular | kinds.Parity, n: int
) -> _Written:
    groups = [group << 1 for group in line.classes(n)]
    return {"type": 406, "groups": groups}, "lines", [list(line.cells)]


def _cells(kind: int) -> Callable[[Any, int], _Written]:
    return lambda each, _: ({"type": kind, "cells": list(each.cells)}, "", [])


def _on_edge(kind: int) -> Callable[[Any, int], _Written]:
    return lambda dot, n: (
        {"type": kind},
        "clues",
        [{"value": dot.value, "edge": _edge(dot.cells, n)}],
    )


def _negative(kind: int) -> Callable[[Any, int], _Written]:
    return lambda rule, _: ({"type": kind}, "negative", list(rule.values))


def _lines(kind: int) -> Callable[[Any, int], _Written]:
    return lambda line, _: ({"type": kind}, "lines", [list(line.cells)])


def _everywhere(kind: int) -> Callable[[Any, int], _Written]:
    return lambda *_: ({"type": kind}, "", [])


_WRITERS: dict[type[Constraint], Callable[[Any, int], _Written]] = {
    kinds.AllDifferent: _cells(305),
    kinds.AntiKing: _everywhere(12),
    kinds.AntiKnight: _everywhere(13),
    kinds.Arrow: _arrow,
    kinds.Between: _lines(403),
    Cage: lambda cage, _: (
        {"type": 301},
        "cages",
        [{"cells": list(cage.cells), "value": cage.target or 0}],
    ),
    kinds.Clone: lambda clone, _: (
        {"type": 302, "groups": [*map(list, zip(clone.cells, clone.copies, strict=False))]},
        "",
        [],
    ),
    kinds.ColumnIndexer: _cells(601),
    kinds.CountingCircles: _cells(306),
    kinds.Difference: _on_edge(200),
    kinds.DigitGroups: _digit_groups,
    kinds.DoubleArrow: _lines(409),
    kinds.Entropic: _digit_groups,
    kinds.Even: _cells(100),
    kinds.Fog: lambda fog, _: ({"type": 4000, "cells": list(fog.lights)}, "", []),
    GlobalEntropy: lambda rule, n: (
        {"type": 16, "groups": [group << 1 for group in rule.groups or thirds(n)]},
        "",
        [],
    ),
    kinds.LittleKiller: _little_killer,
    kinds.Lockout: _lines(407),
    kinds.LookAndSay: lambda cage, _: (
        {"type": 304},
        "cages",
        [{"cells": list(cage.cells), "value": "".join(map(str, cage.counts))}],
    ),
    kinds.Maximum: _cells(102),
    kinds.Minimum: _cells(103),
    kinds.Modular: _digit_groups,
    kinds.NoDifference: _negative(200),
    kinds.NoRatio: _negative(201),
    kinds.NoXV: _negative(202),
    kinds.NumberedRoom: _outside_clue(504),
    kinds.Odd: _cells(101),
    kinds.Palindrome: _lines(402),
    kinds.Parity: _digit_groups,
    kinds.Progression: _lines(405),
    kinds.Quadruple: _quadruple,
    kinds.Ratio: _on_edge(201),
    kinds.RegionSum: lambda line, _: (
        {"type": 404, "singleRegionTotals": line.joined},
        "lines",
        [list(line.cells)],
    ),
    kinds.Renban: _lines(400),
    kinds.RowIndexer: _cells(600),
    kinds.Sandwich: _outside_clue(501),
    kinds.Skyscraper: _outside_clue(503),
    kinds.Thermometer: lambda line, _: (
        {"type": 300, "slow": line.slow},
        "thermometers",
        [list(line.cells)],
    ),
    kinds.Whisper: lambda line, n: (
        {"type": 401, "minDifference": line.difference(n)},
        "lines",
        [list(line.cells)],
    ),
    kinds.XSum: _outside_clue(502),
    kinds.XV: _on_edge(202),
}
