"""Readers: the notes of the person who reads a step, names of boxes, and new words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from pandoku.model import Board, Geometry, House, Noting, Step

__all__ = ["ANYONE", "TERMS", "StepReader", "cell_words", "meaning_of", "new_terms", "place_of_box"]
__all__ += ["term_words"]


class StepReader(NamedTuple):
    """The person who reads a step.

    Attributes:
        noting: The notes that the reader writes and strikes for the step. None means that all
            pencil marks are written, so that the reader removes candidates from them.
        names_places: Whether a box is named by its place, such as "the top left box".
    """

    noting: Noting | None = None
    names_places: bool = False


ANYONE = StepReader()

_DOWN = {1: ("",), 2: ("top", "bottom"), 3: ("top", "middle", "bottom")}
_ACROSS = {1: ("",), 2: ("left", "right"), 3: ("left", "middle", "right")}


def place_of_box(house: House, geometry: Geometry) -> str | None:
    """Return the name of a box by its place, or None if a place would not be clear.

    Regions of a jigsaw, and boxes of grids with more than three boxes in a row or column, have no
    such name.

    >>> g = Geometry.sudoku(9)
    >>> [place_of_box(g.houses[18 + at], g) for at in (0, 3, 4)]
    ['the top left box', 'the middle left box', 'the middle box']
    """
    if house.kind != "box" or geometry.box is None:
        return None
    rows, columns = geometry.box
    down = _DOWN.get(geometry.order // rows)
    across = _ACROSS.get(geometry.order // columns)
    if down is None or across is None:
        return None
    row, column = divmod(house.cells[0], geometry.order)
    words = dict.fromkeys((down[row // rows], across[column // columns]))
    return " ".join(("the", *filter(None, words), "box"))


# The words that a path for beginners explains where they first occur: for each word, its forms as a
# pattern, and its meaning.
TERMS = {
    "full house": (r"full house", "the last empty cell of a row, column or box"),
    "hidden single": (r"hidden single", "the only cell of a row, column or box for a digit"),
    "naked single": (r"naked single", "a cell where all digits but one are ruled out"),
    "cage": (r"cages?\b", "cells with a border around them, and a clue for all their digits"),
    "cage single": (r"cage single", "the last empty cell of a cage"),
    "cage combinations": (r"cage combinations", "the digits that reach the target of a cage"),
    "innie": (r"innie", "the only cell of some rows, columns or boxes outside their cages"),
    "outie": (r"outie", "the only cell of some cages outside a row, column or box"),
    "locked candidates": (
        r"locked candidates",
        "all places of a digit in one row, column or box are also in another",
    ),
    "pointing": (r"\(pointing\)", "the digit of a box is confined to a row or a column"),
    "claiming": (r"\(claiming\)", "the digit of a row or a column is confined to a box"),
    "hidden pair": (r"hidden pair", "two digits with the same two places in a box"),
    "naked pair": (r"naked pair", "two cells with the same two digits"),
    "candidate": (r"(?<!locked )candidates?\b", "a digit that a cell can still hold"),
    "pencil mark": (r"pencil marks?\b", "a candidate written small in its cell"),
    "note": (r"\bnote [\d, and]+ at r", "a digit written small in the only cells of a box for it"),
    "list": (r"\blist \d", "all digits that a cell can hold, written small in it"),
}
_WORD = {name: re.compile(pattern, re.IGNORECASE) for name, (pattern, _) in TERMS.items()}


def meaning_of(term: str) -> str:
    """Return the meaning of a word in a short clause, or "" if the word needs no explanation.

    >>> meaning_of("full house")
    'the last empty cell of a row, column or box'
    """
    return TERMS[term][1] if term in TERMS else ""


def term_words(term: str) -> str:
    """Return the sentence that explains a word.

    >>> term_words("full house")
    'Full house: the last empty cell of a row, column or box.'
    """
    return f"{term[:1].upper()}{term[1:]}: {TERMS[term][1]}."


def cell_words(step: Step, board: Board) -> str:
    """Return the sentence that explains the names of cells: "r2c5 is row 2, column 5."."""
    pairs = (*step.placements, *step.eliminations)
    cell = pairs[0][0] if pairs else 0
    row, column = divmod(cell, board.puzzle.order)
    return f"{board.puzzle.geometry.name(cell)} is row {row + 1}, column {column + 1}."


def new_terms(text: str, known: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the words in a text that a beginner may not know, except those in *known*.

    >>> new_terms("hidden single: only r1c2 can hold 9 in box 1", {"naked single"})
    ('hidden single',)
    """
    known = {*known}
    return tuple(
        name for name, pattern in _WORD.items() if name not in known and pattern.search(text)
    )
