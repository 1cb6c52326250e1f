"""The kind of a puzzle of Penpa+, Sudoku or Latin square, by its words or its digits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from pandoku import _hooks
from pandoku.formats._penpa_points import PenpaSquare, PointKind, Points
from pandoku.formats._penpa_text import PenpaText
from pandoku.formats._shapes import usual_regions
from pandoku.model import Geometry, Puzzle

__all__ = ["has_digits", "is_proper_sudoku", "names_grid", "names_latin_square"]

_SUDOKU = re.compile(r"sudoku|数独|normal rules|\birregular\b|\bkiller\b")
_LATIN = re.compile(r"latin|no (?:boxes|regions)")
_LATIN_KIND = re.compile(r"futoshiki|skyscraper|kropki")  # without boxes, unless it is a Sudoku
_LARGE = ("1", "10")  # kinds of numbers


def names_grid(text: PenpaText) -> bool:
    """Return whether the words or the kind of the grid say that it is a Sudoku or Latin square."""
    words = text.words.lower()
    return text.kind == "sudoku" or bool(_SUDOKU.search(words)) or names_latin_square(text)


def names_latin_square(text: PenpaText) -> bool:
    """Return whether the words say that the grid has no boxes."""
    words = text.words.lower()
    has_boxes = text.kind == "sudoku" or _SUDOKU.search(words)
    return bool(_LATIN.search(words) or (not has_boxes and _LATIN_KIND.search(words)))


def has_digits(text: PenpaText, square: PenpaSquare) -> bool:
    """Return whether the puzzle or what was entered has digits, and none out of range."""
    found = [*_digits(text, square, text.question), *_digits(text, square, text.entered)]
    return bool(found) and all(1 <= digit <= square.n for _, digit in found)


def is_proper_sudoku(text: PenpaText, square: PenpaSquare) -> bool:
    """Return whether the digits leave exactly one solution in the usual boxes."""
    if None in usual_regions(square.n) or not has_digits(text, square):
        return False
    digits = dict(_digits(text, square, text.question))
    givens = [digits.get(cell, 0) for cell in square.cells]
    return _hooks.is_proper(Puzzle(Geometry.sudoku(square.n), givens))


def _digits(
    text: PenpaText, square: PenpaSquare, layer: Mapping[str, Any]
) -> Iterator[tuple[tuple[int, int], int]]:
    """Yield the large numbers in a square, by cell; -1 stands for another text."""
    points, inside = Points(text.n_columns, text.n_rows), {*square.cells}
    numbers = layer.get("number")
    for key, entry in numbers.items() if isinstance(numbers, dict) else ():
        point = points.point(str(key))
        is_large = isinstance(entry, list) and len(entry) > 2 and entry[2] in _LARGE
        if point is None or point.kind is not PointKind.CENTER or not is_large:
            continue
        word, cell = str(entry[0]).strip(), (point.row, point.column)
        is_number = word.isascii() and word.isdecimal() and len(word) < 3
        if cell in inside:
            yield cell, int(word) if is_number else -1
