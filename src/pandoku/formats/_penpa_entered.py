"""Digits entered in a puzzle of Penpa+: its solution, or the progress of a player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pandoku.formats._penpa_canvas import PenpaCanvas
from pandoku.formats._penpa_numbers import number_in_entry
from pandoku.formats._penpa_text import PenpaText, answers_in

__all__ = ["Entered", "read_entered"]


class Entered(NamedTuple):
    """The digits and marks that were entered.

    Attributes:
        digits: The digit in each cell, 0 for none.
        marks: The digits that are noted in the center of each cell.
        solution: The digits of the solution, or None.
    """

    digits: tuple[int, ...]
    marks: tuple[set[int], ...]
    solution: tuple[int, ...] | None


def read_entered(text: PenpaText, canvas: PenpaCanvas, answer: str) -> Entered:
    """Return what was entered.

    A link for solvers has the digits that its page checks, which are the solution. In a link for
    setters, a grid that is full is the solution, and no progress.

    Args:
        text: What the link says.
        canvas: Its grid with the givens.
        answer: The unpacked solution of the link, or "".
    """
    n_cells = canvas.n**2
    digits, marks = [0] * n_cells, [set[int]() for _ in range(n_cells)]
    numbers = text.entered.get("number")
    for name, entry in numbers.items() if isinstance(numbers, dict) else ():
        if (cell := canvas.cell_of(name)) is not None:
            number = number_in_entry(entry)
            digits[cell], marks[cell] = number.digit(canvas.n), number.noted()
    for part in answers_in(answer) if answer else ():
        if solution := _full(canvas, _digits(canvas, part)):
            return Entered(tuple(digits), tuple(marks), solution)
    solution = _full(canvas, digits)
    return Entered((0,) * n_cells if solution else tuple(digits), tuple(marks), solution)


def _digits(canvas: PenpaCanvas, texts: Mapping[int, str]) -> list[int]:
    """Return the digit of each cell in a part of a solution, 0 for none."""
    digits = [0] * canvas.n**2
    for point, text in texts.items():
        cell = canvas.cell_of(point)
        if cell is not None and text.isdecimal() and int(text) <= canvas.n:
            digits[cell] = int(text)
    return digits


def _full(canvas: PenpaCanvas, digits: list[int]) -> tuple[int, ...] | None:
    """Return digits together with the givens if they fill the grid, or None."""
    full = tuple(given or digit for given, digit in zip(canvas.givens, digits, strict=True))
    return full if all(full) and any(digits) else None
