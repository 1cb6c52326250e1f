"""Puzzles as documents of f-puzzles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from pandoku import constraints as kinds
from pandoku.constraints import (
    XV,
    AllDifferent,
    Drawing,
    Fog,
    Lockout,
    Modular,
    NoDifference,
    NoRatio,
    NoXV,
    Ratio,
    RegionSum,
    RulesInWords,
    Sandwich,
    Skyscraper,
    XSum,
    words_in,
    words_of_rules,
)
from pandoku.formats.f_puzzles.cosmetics import DRAWN_KEYS, drawn_parts, keeps_drawing, stripes_of
from pandoku.formats.f_puzzles.reader import NEEDS_REGIONS, puzzle_of_document
from pandoku.model import Cage, Constraint, Geometry, Puzzle, default_box
from pandoku.model.constraint import are_touching

_TOO_LARGE = 10**9  # sums must be smaller than this
_LETTERS = {5: "V", 10: "X"}


def document_of_puzzle(puzzle: Puzzle) -> dict[str, Any]:
    """Return the document of a puzzle, after `why_no_document` has returned None for it."""
    n = puzzle.order
    out = _shape(puzzle)
    out |= {key: value for key in ("title", "author") if (value := getattr(puzzle, key))}
    out |= {"ruleset": words} if (words := words_in(puzzle)) else {}
    for cage in puzzle.cages:
        value = {} if cage.target is None else {"value": str(cage.target)}
        out.setdefault("killercage", []).append({"cells": _names(cage.cells, n)} | value)
    # Readers put the rules of "negative" last. They are also written last, so that a document keeps
    # its order when it is read and written again.
    for constraint in sorted(puzzle.further, key=lambda each: isinstance(each, NoRatio | NoXV)):
        if isinstance(constraint, RulesInWords | Drawing):
            continue  # the ruleset is already written, and drawings are written below
        key, entry = _WRITERS[type(constraint)](constraint, n)
        if isinstance(entry, bool):
            out[key] = entry
        elif isinstance(entry, list):  # one entry for each cell of the constraint
            out.setdefault(key, []).extend(entry)
        else:
            out.setdefault(key, []).append(entry)
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
        out["extraregion"] = [{"cells": _names(cells, n)} for cells in geometry.extra]
    return out


def why_no_document(puzzle: Puzzle) -> str | None:
    """Return the first reason why a document would lose a rule, or None."""
    return next(_losses(puzzle), None)


def _losses(puzzle: Puzzle) -> Iterator[str]:
    geometry, n = puzzle.geometry, puzzle.order
    if geometry.regions is None and geometry.box not in (None, default_box(n)):
        yield "it cannot store boxes other than the usual ones"
    if (geometry.extra or geometry.regions) and not _keeps_shape(puzzle):
        yield "it cannot store the names of extra houses, or boxes as regions"
    odd = next((given for given in puzzle.givens if not 0 <= given <= n), None)
    if odd is not None:
        yield f"it stores givens up to {n}, found {odd}"
    if 0 in (puzzle.candidates or ()):
        yield "it cannot store a cell without candidates"
    for cage in puzzle.cages:
        if reason := _why_no_cage(cage, geometry):
            yield reason
    yield from _losses_of(puzzle)


def _keeps_shape(puzzle: Puzzle) -> bool:
    """Return True if the houses are read back unchanged.

    If the regions equal the rows, a reader only keeps them if a constraint needs regions. The check
    therefore includes a constraint of this kind if the puzzle has one.
    """
    going = (each for each in puzzle.further if isinstance(each, NEEDS_REGIONS))
    sound = [each for each in going if each.is_sound(puzzle.geometry)]
    bare = Puzzle(puzzle.geometry, further=tuple(sound[:1]))
    return puzzle_of_document(document_of_puzzle(bare)).geometry == puzzle.geometry


def _losses_of(puzzle: Puzzle) -> Iterator[str]:
    """Yield reasons why a document would lose constraints."""
    ratios = {each.value for each in puzzle.further if isinstance(each, Ratio)}
    named = [each for each in puzzle.constraints if each.IS_CHECKED]
    for each in puzzle.further:
        if type(each) not in (*_WRITERS, Drawing, RulesInWords):
            yield f"it cannot store {each.NAME}"
        elif defect := each.first_defect(puzzle.geometry):
            yield f"it cannot store a {each.NAME} with a defect: {defect}"
        elif (getattr(each, "value", None) or 0) >= _TOO_LARGE:
            yield f"it stores only values below {_TOO_LARGE:,}"
        elif isinstance(each, RegionSum) and each.joined:
            yield f"it cannot store a {each.NAME} whose visits to a box are joined"
        elif isinstance(each, Lockout) and each.value is not None:
            yield f"it cannot store a {each.NAME} with a value"
        elif isinstance(each, Modular) and each.value != 3:
            yield f"it cannot store a {each.NAME} with another value than 3"
        elif isinstance(each, NoDifference) and each.values != (1,):
            yield f"it cannot store {each.NAME} for other values than 1"
        elif isinstance(each, NoRatio) and {*each.values} != (ratios or {2}):
            yield f"it cannot store {each.NAME} for other values than those of the dots"
        elif isinstance(each, XV | NoXV) and not _has_letters(each):
            yield f"it cannot store {each.NAME} for other values than 5 and 10"
        elif isinstance(each, AllDifferent) and len(each.cells) == puzzle.order:
            yield f"it stores {each.NAME} of {puzzle.order} cells as a house, not as a constraint"
        elif isinstance(each, RulesInWords) and words_of_rules(each.text, puzzle.order) != (each,):
            yield f"it cannot store {each.NAME} that say only the rules of every Sudoku"
        elif isinstance(each, Drawing) and not keeps_drawing(each, named, puzzle.geometry):
            yield f"it cannot store such a {each.NAME}"
    once = [
        type(each) for each in puzzle.further if not (each.CELL_FIELDS or isinstance(each, Drawing))
    ]
    if _has_colors_on_stripes(puzzle):
        yield "it cannot store another color of a cell that has stripes"
    if len({*once}) < len(once):
        yield "it cannot store a rule for all cells twice"
    if sum(isinstance(each, Fog) for each in puzzle.further) > 1:
        yield "it cannot store fog twice"


def _has_letters(rule: XV | NoXV) -> bool:
    """Return True if X and V can express the sum of an XV mark, or the sums of a NoXV rule."""
    return rule.value in _LETTERS if isinstance(rule, XV) else {*rule.values} == {*_LETTERS}


def _why_no_cage(cage: Cage, geometry: Geometry) -> str | None:
    is_digit = len(cage.cells) == 1 and cage.target is not None
    if not is_digit and (cage.operation != "+" or (cage.repeats and len(cage.cells) > 1)):
        return "it stores only cages with a sum, in which digits do not repeat"
    if cage.target is not None and not 0 < cage.target < _TOO_LARGE:
        return f"it stores only sums from 1 to below {_TOO_LARGE:,}, found {cage.target}"
    if not all(0 <= cell < geometry.n_cells for cell in cage.cells):
        return "it stores only cages in the grid"
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


def _name(row: int, column: int) -> str:
    return f"R{row + 1}C{column + 1}"


def _names(cells: Iterable[int], n: int) -> list[str]:
    return [_name(*divmod(cell, n)) for cell in cells]


def _arrow(arrow: kinds.Arrow, n: int) -> tuple[str, Any]:
    start = next(cell for cell in arrow.bulb if are_touching(cell, arrow.shaft[0], n))
    line = _names((start, *arrow.shaft), n)
    return "arrow", {"cells": _names(arrow.bulb, n), "lines": [line]}


def _dot(dot: kinds.Difference | Ratio, n: int) -> tuple[str, Any]:
    is_usual = dot.value == dot.USUAL
    value = {} if is_usual else {"value": str(dot.value)}
    return dot.NAME, {"cells": _names(dot.cells, n)} | value


def _little_killer(clue: kinds.LittleKiller, n: int) -> tuple[str, Any]:
    return "littlekillersum", {
        "cell": _name(*clue.place(n)),
        "cells": _names(clue.cells_on(Geometry.latin(n)), n),
        "direction": clue.direction,
        "value": str(clue.total),
    }


def _whisper(line: kinds.Whisper, n: int) -> tuple[str, Any]:
    value = {} if line.value is None else {"value": str(line.value)}
    return "whispers", {"lines": [_names(line.cells, n)]} | value


def _outside_clue(clue: Sandwich | Skyscraper | XSum, n: int) -> tuple[str, Any]:
    key = {Sandwich: "sandwichsum", Skyscraper: "skyscraper", XSum: "xsum"}[type(clue)]
    return key, {"cell": _name(*clue.place(n)), "value": str(clue.number)}


def _has_colors_on_stripes(puzzle: Puzzle) -> bool:
    drawings = [each for each in puzzle.further if isinstance(each, Drawing)]
    striped = [{*stripes_of(each, puzzle.order)} for each in drawings]
    colored = [{*drawn_parts(each, puzzle.order)[0]} for each in drawings]
    return any(
        stripes & other
        for at, stripes in enumerate(striped)
        for further, other in enumerate(colored)
        if further != at
    )


def _draw(drawings: Iterable[Drawing], n: int, out: dict[str, Any]) -> None:
    """Add drawings to a document, grouped by kind of shape, as a reader yields them."""
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


_WRITERS: dict[type[Constraint], Callable[[Any, int], tuple[str, Any]]] = {
    AllDifferent: lambda region, n: ("extraregion", {"cells": _names(region.cells, n)}),
    kinds.AntiKing: lambda *_: ("antiking", True),
    kinds.AntiKnight: lambda *_: ("antiknight", True),
    kinds.Arrow: _arrow,
    **dict.fromkeys(
        (kinds.RowIndexer, kinds.ColumnIndexer, kinds.BoxIndexer),
        lambda each, n: (type(each).__name__.lower(), {"cells": _names(each.cells, n)}),
    ),
    **dict.fromkeys(
        (kinds.Even, kinds.Odd, kinds.Minimum, kinds.Maximum),
        lambda marked, n: (
            type(marked).__name__.lower(),
            [{"cell": name} for name in _names(marked.cells, n)],
        ),
    ),
    kinds.Between: lambda line, n: ("betweenline", {"lines": [_names(line.cells, n)]}),
    kinds.Clone: lambda clone, n: (
        "clone",
        {"cells": _names(clone.cells, n), "cloneCells": _names(clone.copies, n)},
    ),
    kinds.Difference: _dot,
    kinds.DoubleArrow: lambda line, n: ("doublearrow", {"lines": [_names(line.cells, n)]}),
    kinds.Entropic: lambda line, n: ("entropicline", {"lines": [_names(line.cells, n)]}),
    Fog: lambda fog, n: ("foglight", _names(fog.lights, n)),
    kinds.LittleKiller: _little_killer,
    Lockout: lambda line, n: ("lockout", {"lines": [_names(line.cells, n)]}),
    Modular: lambda line, n: ("modularline", {"lines": [_names(line.cells, n)]}),
    NoDifference: lambda *_: ("nonconsecutive", True),
    NoRatio: lambda *_: ("negative", "ratio"),
    NoXV: lambda *_: ("negative", "xv"),
    kinds.Nabner: lambda line, n: ("nabner", {"lines": [_names(line.cells, n)]}),
    kinds.Palindrome: lambda line, n: ("palindrome", {"lines": [_names(line.cells, n)]}),
    kinds.Quadruple: lambda clue, n: (
        "quadruple",
        {"cells": _names(clue.cells, n), "values": list(clue.digits)},
    ),
    Ratio: _dot,
    Sandwich: _outside_clue,
    Skyscraper: _outside_clue,
    RegionSum: lambda line, n: ("regionsumline", {"lines": [_names(line.cells, n)]}),
    kinds.Renban: lambda line, n: ("renban", {"lines": [_names(line.cells, n)]}),
    kinds.Thermometer: lambda line, n: (
        "slow" * line.slow + "thermometer",
        {"lines": [_names(line.cells, n)]},
    ),
    XSum: _outside_clue,
    XV: lambda mark, n: ("xv", {"cells": _names(mark.cells, n), "value": _LETTERS[mark.value]}),
    kinds.Whisper: _whisper,
    kinds.Zipper: lambda line, n: ("zipperline", {"lines": [_names(line.cells, n)]}),
}
