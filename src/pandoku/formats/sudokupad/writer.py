"""Write documents of SudokuPad: rules, drawings, and constraints drawn in the usual way.

SudokuPad has no data for most constraints, so a document only draws them and describes them in
words. A document is therefore only written if the reader would infer the same constraints from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import atan2, degrees, hypot
from typing import Any

from pandoku.constraints import Drawing, Fog, RulesInWords, words_in
from pandoku.errors import PandokuError
from pandoku.formats._again import plain_form
from pandoku.formats._drawn.grid import LIGHTS, layered
from pandoku.formats._drawn.looks import fill_and_rim, ink_and_width
from pandoku.formats._shapes import regions_of
from pandoku.formats.json.values import BadValueError, with_values
from pandoku.formats.sudokupad.reader import GLOBAL_RULES, puzzle_of_scl
from pandoku.model import Cage, Constraint, Decoration, Disc, Puzzle, Sign, Stroke, Tile
from pandoku.words import rule_sentences

_PIXELS = 64  # pixels per cell, because line widths and font sizes are in pixels
_OVER = ("white", "black", "mark", "quadruple", "count")  # roles of discs drawn above lines
_TEXT = 0.6  # the font size of a text in a circle, relative to its diameter
_DOT = 0.6  # cells: maximum diameter of a circle whose text is scaled to the circle
_SIGN = 0.4  # cells: the default font size of a text


def shapes_in_scl(decorations: Iterable[Decoration]) -> dict[str, list[dict[str, Any]]]:
    """Return the lines, arrows, underlays, overlays and cages that draw the shapes, by key.

    `drawings_of` turns them into shapes again, so marks remain below or above the lines.
    """
    found: dict[str, list[dict[str, Any]]] = {}
    for shape, over in layered(decorations):
        for key, entry in _entries(shape):
            found.setdefault("overlays" if key == "underlays" and over else key, []).append(entry)
    if cages := found.get("cages"):
        found["cages"] = _joined(cages)
    return found


def _entries(shape: Decoration) -> Iterator[tuple[str, dict[str, Any]]]:
    if isinstance(shape, Stroke):
        yield _line(shape)
    elif isinstance(shape, Sign):
        size = round((shape.size or _SIGN) * _PIXELS, 3)
        look = {"text": shape.text, "fontSize": size} | with_values(color=shape.color)
        yield "overlays", _mark(shape.x, shape.y, 0.0, 0.0) | look
    elif isinstance(shape, Disc):
        yield "overlays" if shape.role in _OVER else "underlays", _disc(shape)
    elif shape.role == "cage":
        cells = [[int(y // 1), int(x // 1)] for x, y in shape.points]
        yield "cages", {"cells": cells} | with_values(value=shape.text)
    else:
        turn = 45.0 if shape.role == "diamond" else shape.angle
        for x, y in shape.points:
            entry = _mark(x, y, shape.size, shape.height or shape.size)
            yield "underlays", entry | {"rounded": False} | with_values(angle=turn) | _colors(shape)


def _line(shape: Stroke) -> tuple[str, dict[str, Any]]:
    color, width = ink_and_width(shape)
    entry: dict[str, Any] = {
        "wayPoints": [[y, x] for x, y in shape.points],
        "color": color,
        "thickness": round(width * _PIXELS, 3),
    }
    return ("arrows", entry | {"headLength": 0.3}) if shape.has_head else ("lines", entry)


def _disc(shape: Disc) -> dict[str, Any]:
    """Return a circle around one point, or a capsule around two points."""
    (x, y), (u, v) = shape.points[0], shape.points[-1]
    diameter = 2 * shape.radius
    entry = _mark((x + u) / 2, (y + v) / 2, hypot(u - x, v - y) + diameter, diameter)
    turn = round(degrees(atan2(v - y, u - x)) % 180, 3)
    size = round(diameter * _TEXT * _PIXELS, 3) if shape.text and diameter <= _DOT else 0
    look = {"rounded": True} | with_values(angle=turn, text=shape.text, fontSize=size)
    return entry | look | _colors(shape)


def _colors(shape: Disc | Tile) -> dict[str, Any]:
    inside, rim = fill_and_rim(shape)
    return with_values(backgroundColor=inside, borderColor=rim)


def _mark(x: float, y: float, width: float, height: float) -> dict[str, Any]:
    return {"center": [y, x], "width": round(width, 4), "height": round(height, 4)}


def _joined(cages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Merge the two shapes of each cage: its first cell with the text, and its other cells."""
    found: list[dict[str, Any]] = []
    for each in cages:
        last = found[-1] if found else {}
        if "value" not in each and len(last.get("cells", ())) == 1:
            last["cells"] += each["cells"]
        else:
            found.append(each)
    return found


_GLOBAL = {rule: name for name, rule in GLOBAL_RULES.items()}
_NORMAL = "Normal sudoku rules apply."
_DIAGONALS = "Digits do not repeat along both diagonals."


def scl_document(puzzle: Puzzle) -> dict[str, Any] | None:
    """Return a document that is read back as the puzzle, or None if there is no such document.

    The first attempt only has the rules in words of the puzzle. The second attempt adds sentences
    for its constraints.
    """
    drawn = (each for each in puzzle.further if each.IS_CHECKED and each not in _GLOBAL)
    if puzzle.solution is None and not all(isinstance(each, Fog) for each in drawn):
        return None  # nothing confirms the meaning of drawings without the solution
    if any(each.first_defect(puzzle.geometry) for each in puzzle.further):
        return None
    for words in dict.fromkeys([words_in(puzzle) or _NORMAL, _all_words(puzzle)]):
        document = _document(puzzle, words)
        if _is_read_as(document, puzzle):
            return document
    return None


def _document(puzzle: Puzzle, words: str) -> dict[str, Any]:
    n = puzzle.order
    digits = [{"value": digit} if digit else {} for digit in puzzle.givens]
    shapes = shapes_in_scl(_decorations(puzzle))
    cages = [*_cages(puzzle), *shapes.pop("cages", [])]
    names = [_GLOBAL[each] for each in puzzle.further if each in _GLOBAL]
    regions = [[[*divmod(cell, n)] for cell in cells] for cells in regions_of(puzzle.geometry)]
    return {
        "cellSize": 50,
        "metadata": _about(puzzle, words),
        "cells": [digits[at : at + n] for at in range(0, n * n, n)],
        "regions": regions or [[]],  # [[]] is a grid without boxes and regions
        **({"cages": cages} if cages else {}),
        **({"global": names} if names else {}),
        **shapes,
    }


def _is_read_as(document: dict[str, Any], puzzle: Puzzle) -> bool:
    """Return True if a document is read back with the rules and shapes of the puzzle."""
    try:
        again, _, _ = puzzle_of_scl(document)
    except (PandokuError, BadValueError):
        return False
    return (
        _rules(again) == _rules(puzzle)
        and again.solution == puzzle.solution
        and (again.title or None, again.author or None) == (puzzle.title, puzzle.author)
        and words_in(puzzle).strip() in words_in(again)
    )


def _rules(puzzle: Puzzle) -> tuple[Puzzle, frozenset[Constraint]]:
    """Return a puzzle without constraints, and the set of its constraints except rules in words."""
    plain = plain_form(puzzle)
    named = (each for each in plain.constraints if not isinstance(each, RulesInWords))
    return plain.replace(cages=(), further=()), frozenset(named)


def _decorations(puzzle: Puzzle) -> Iterator[Decoration]:
    """Yield the shapes of the constraints, followed by the shapes of the drawings."""
    for each in puzzle.further:
        if each.IS_CHECKED and each not in _GLOBAL and not isinstance(each, Fog):
            yield from each.decorations(puzzle.geometry)
    for drawing in puzzle.unchecked:
        if isinstance(drawing, Drawing):
            yield from drawing.decorations(puzzle.geometry)


def _about(puzzle: Puzzle, words: str) -> dict[str, str]:
    about = {"title": puzzle.title, "author": puzzle.author, "rules": words}
    if puzzle.solution is not None:
        mark = "" if puzzle.order < 10 else ","
        about["solution"] = mark.join(map(str, puzzle.solution))
    return {key: value for key, value in about.items() if value}


def _all_words(puzzle: Puzzle) -> str:
    """Return the rules in words, completed by sentences for the constraints."""
    known = words_in(puzzle)
    checked = [each for each in puzzle.constraints if each.IS_CHECKED]
    # A rule starts with the name of its constraint, so that people and `read_drawings` recognize
    # it.
    rules = [
        f"{each.NAME.capitalize()}: {rule}"
        for each in checked
        for rule in rule_sentences([each], puzzle.geometry)
    ]
    rules = [*dict.fromkeys(rules)]
    if puzzle.geometry.diagonals:
        rules.append(_DIAGONALS)
    return "\n".join([known or _NORMAL, *(each for each in rules if each not in known)])


def _cages(puzzle: Puzzle) -> Iterator[dict[str, Any]]:
    """Yield the entries of cages with a sum, and of the cages that mark the lights in fog."""
    for cage in puzzle.cages:
        yield {"unique": True, "sum": cage.target, "value": str(cage.target)} | _cells(cage, puzzle)
    for each in puzzle.further:
        if isinstance(each, Fog):
            yield {"value": LIGHTS[0]} | _cells(each, puzzle)


def _cells(each: Cage | Fog, puzzle: Puzzle) -> dict[str, Any]:
    cells = each.cells if isinstance(each, Cage) else each.lights
    return {"cells": [[*divmod(cell, puzzle.order)] for cell in cells]}
