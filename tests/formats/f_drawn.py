"""Puzzles as documents of f-puzzles whose rules are only drawn, or only written in words."""

from __future__ import annotations

from typing import Any

from pandoku.model import Puzzle
from tests.formats.scl import scl_of


def drawn_document(puzzle: Puzzle) -> dict[str, Any] | None:
    """Return a document that draws and describes its constraints, or None if one cannot be drawn.

    Args:
        puzzle: A puzzle with its solution and the usual boxes.
    """
    scl = scl_of(puzzle)
    if scl is None or "arrows" in scl or puzzle.solution is None:
        return None
    n = puzzle.order
    digits = [{"value": digit, "given": True} if digit else {} for digit in puzzle.givens]
    document = {
        "size": n,
        "grid": [digits[at : at + n] for at in range(0, n * n, n)],
        "ruleset": scl["metadata"]["rules"],
        "solution": [*puzzle.solution],
        "line": [_line(each) for each in scl.get("lines", ())],
        "cage": [_cage(each) for each in scl.get("cages", ())],
        "circle": [],
        "rectangle": [],
        "text": [],
    }
    for shape in [*scl.get("underlays", ()), *scl.get("overlays", ())]:
        key = "circle" if shape.get("rounded") else "rectangle" if shape["width"] else "text"
        document[key].append(_mark(shape, key))
    return {key: value for key, value in document.items() if value}


def _line(line: dict[str, Any]) -> dict[str, Any]:
    cells = [_name(y, x) for y, x in line["wayPoints"]]
    return {"lines": [cells], "outlineC": line["color"], "width": 0.3}


def _cage(cage: dict[str, Any]) -> dict[str, Any]:
    names = [_name(row + 0.5, column + 0.5) for row, column in cage["cells"]]
    return {"cells": names, "value": cage.get("value", "")}


def _mark(shape: dict[str, Any], key: str) -> dict[str, Any]:
    y, x = shape["center"]
    around = dict.fromkeys(_name(y + v, x + u) for v in (-0.25, 0.25) for u in (-0.25, 0.25))
    look = {} if key == "text" else {"width": shape["width"], "height": shape["height"]}
    colors = {"baseC": shape.get("backgroundColor"), "outlineC": shape.get("borderColor")}
    look |= {field: color for field, color in colors.items() if color}
    return {"cells": [*around], "value": shape.get("text", ""), **look}


def _name(y: float, x: float) -> str:
    return f"R{int(y // 1) + 1}C{int(x // 1) + 1}"
