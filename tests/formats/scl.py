"""Puzzles as documents of SudokuPad, drawn as setters draw them: shapes and rules in words only."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pandoku.constraints import (
    XV,
    AntiKing,
    AntiKnight,
    Arrow,
    Between,
    Clone,
    Difference,
    Entropic,
    Even,
    LittleKiller,
    Modular,
    NoDifference,
    NoRatio,
    NoXV,
    Odd,
    Palindrome,
    Quadruple,
    Ratio,
    RegionSum,
    Renban,
    Sandwich,
    Skyscraper,
    Thermometer,
    Whisper,
    XSum,
    Zipper,
)
from pandoku.model import Puzzle

_LINES: dict[type, tuple[str, str]] = {
    Between: ("#CFCFCF", "Digits on a line between two circles lie strictly between their digits."),
    Entropic: ("#FFCCAA", "Any three cells in a row on an entropic line are low, middle and high."),
    Modular: ("#33BBBB", "Three cells in a row on a modular line have different remainders by 3."),
    Palindrome: ("#B0B0B0", "Gray lines are palindromes."),
    RegionSum: ("#2ECBFF", "Box borders divide blue lines into parts with the same sum."),
    Renban: ("#F067F0", "Purple lines hold consecutive digits in any order."),
    Thermometer: ("#CFCFCF", "Digits along a thermometer increase from the bulb."),
    Whisper: ("#67F067", "Neighbors on a green line have a difference of at least {value}."),
    Zipper: ("#A020F0", "Cells equidistant from the center of a zipper line add up to it."),
}
_WORDS: dict[type, str] = {
    AntiKing: "Cells a king's move apart do not repeat a digit.",
    AntiKnight: "Cells a knight's move apart do not repeat a digit.",
    Arrow: "Digits along an arrow add up to the number in its circle.",
    Clone: "Clones have the same digits in the same places.",
    Difference: "White dots separate digits with the difference in them, or 1.",
    Even: "A square has an even digit.",
    LittleKiller: "A little killer clue is the sum of its diagonal.",
    NoDifference: "The rule is nonconsecutive.",
    NoRatio: "All black dots are given.",
    NoXV: "All X and V are given.",
    Odd: "A circle has an odd digit.",
    Quadruple: "Digits in a small circle occur in the four cells around it.",
    Ratio: "Black dots separate digits with the ratio in them, or 2.",
    Sandwich: "Numbers outside are sandwich sums.",
    Skyscraper: "Numbers outside are skyscraper clues.",
    XSum: "Numbers outside are X-sums.",
    XV: "An X joins digits that sum to 10, a V those that sum to 5.",
}


def scl_of(puzzle: Puzzle, *, flags: bool = False) -> dict[str, Any] | None:
    """Return the document of a puzzle, or None if it has a constraint that is not drawn here.

    Args:
        puzzle: A puzzle with its solution.
        flags: Whether cages say what they are.
    """
    if puzzle.candidates or not all(type(c) in _LINES or type(c) in _WORDS for c in puzzle.further):
        return None
    n = puzzle.order
    words = ["Normal sudoku rules apply."]
    shapes: dict[str, list[Any]] = {"lines": [], "arrows": [], "underlays": [], "overlays": []}
    for each in puzzle.further:
        kind = type(each)
        text = _LINES[kind][1] if kind in _LINES else _WORDS[kind]
        words.append(text.format(value=getattr(each, "value", None) or (n + 1) // 2))
        if getattr(each, "slow", False):
            words.append("On slow thermometers digits never decrease.")
        for key, shape in _drawn(each, n):
            shapes[key].append(shape)
    cages = []
    for cage in puzzle.cages:
        total = {} if cage.target is None else {"value": str(cage.target)}
        sums = {"unique": not cage.repeats, "sum": cage.target} if flags else {}
        cages.append({"cells": [[*divmod(cell, n)] for cell in cage.cells]} | total | sums)
    if cages:
        words.append("Digits in a cage add up to its number and do not repeat.")
    geometry = puzzle.geometry
    if geometry.diagonals:
        words.append("Digits do not repeat along both diagonals.")
        for ends in ([[0, 0], [n, n]], [[0, n], [n, 0]]):
            shapes["lines"].append({"wayPoints": ends, "color": "#34BBE6", "thickness": 2})
    if geometry.extra:
        return None
    digits = [{"value": digit} if digit else {} for digit in puzzle.givens]
    cells = [digits[at : at + n] for at in range(0, n * n, n)]
    metadata = {"rules": " ".join(dict.fromkeys(words))}
    if puzzle.title:
        metadata["title"] = puzzle.title
    if puzzle.solution and n < 10:
        metadata["solution"] = "".join(map(str, puzzle.solution))
    regions = [
        [[*divmod(cell, n)] for cell in house.cells]
        for house in geometry.houses
        if house.kind in ("box", "region")
    ]
    shown = {key: value for key, value in shapes.items() if value}
    document = {"cellSize": 50, "metadata": metadata, "cells": cells, "regions": regions, **shown}
    return document | ({"cages": cages} if cages else {})


def _drawn(each: Any, n: int) -> Iterator[tuple[str, dict[str, Any]]]:
    kind = type(each)
    if kind in _LINES:
        color = _LINES[kind][0]
        yield "lines", {"wayPoints": _points(each.cells, n), "color": color, "thickness": 12}
        if kind is Thermometer:
            yield "underlays", _circle(_point(each.cells[0], n), 0.85, color)
        if kind is Between:
            for cell in (each.cells[0], each.cells[-1]):
                yield "underlays", _circle(_point(cell, n), 0.8, "#FFFFFF", "#CFCFCF")
    elif kind is Arrow:
        yield from _arrow(each, n)
    elif kind in (Difference, Ratio):
        fill = "#FFFFFF" if kind is Difference else "#000000"
        text = {} if each.value == each.USUAL else {"text": str(each.value)}
        yield "overlays", _circle(_middle(each.cells, n), 0.35, fill, "#000000") | text
    elif kind is XV:
        yield "overlays", _text(_middle(each.cells, n), {5: "V", 10: "X"}[each.value])
    elif kind in (Even, Odd):
        for cell in each.cells:
            shape = _circle(_point(cell, n), 0.7, "#CFCFCF")
            yield "underlays", shape | {"rounded": kind is Odd}
    elif kind is Quadruple:
        yield "overlays", _circle(_middle(each.cells, n), 0.5, "#FFFFFF", "#000000")
        yield "overlays", _text(_middle(each.cells, n), " ".join(map(str, each.digits)))
    elif kind in (Sandwich, Skyscraper, XSum, LittleKiller):
        row, column = each.place(n)
        yield "overlays", _text([row + 0.5, column + 0.5], str(each.number))
        if kind is LittleKiller:
            down, right = each.step
            way = [[row + 0.5 + t * down, column + 0.5 + t * right] for t in (0.25, 0.49)]
            yield "arrows", {"wayPoints": way, "color": "#000000", "headLength": 0.2}
    elif kind is Clone:
        for cell in (*each.cells, *each.copies):
            shape = _circle(_point(cell, n), 1.0, "#D9D9D9")
            yield "underlays", shape | {"rounded": False}


def _arrow(arrow: Arrow, n: int) -> Iterator[tuple[str, dict[str, Any]]]:
    (r, c), (s, d) = _point(arrow.bulb[0], n), _point(arrow.bulb[-1], n)
    ring = _circle([(r + s) / 2, (c + d) / 2], 0.8, "#FFFFFF", "#A1A1A1")
    ring |= {"height": 0.8 + abs(s - r), "width": 0.8 + abs(d - c)}
    yield "underlays", ring

    def far(cell: int) -> int:
        (a, b), (e, f) = divmod(cell, n), divmod(arrow.shaft[0], n)
        return max(abs(a - e), abs(b - f))

    start = min(arrow.bulb, key=far)
    way = _points((start, *arrow.shaft), n)
    yield "arrows", {"wayPoints": way, "color": "#A1A1A1", "headLength": 0.3}


def _point(cell: int, n: int) -> list[float]:
    return [cell // n + 0.5, cell % n + 0.5]


def _points(cells: tuple[int, ...], n: int) -> list[list[float]]:
    return [_point(cell, n) for cell in cells]


def _middle(cells: tuple[int, ...], n: int) -> list[float]:
    points = _points(cells, n)
    return [sum(each[at] for each in points) / len(points) for at in (0, 1)]


def _circle(center: list[float], size: float, fill: str, rim: str | None = None) -> dict[str, Any]:
    shape = {"center": center, "width": size, "height": size, "rounded": True}
    return shape | {"backgroundColor": fill} | ({"borderColor": rim} if rim else {})


def _text(center: list[float], text: str) -> dict[str, Any]:
    return {"center": center, "width": 0, "height": 0, "text": text, "fontSize": 20}
