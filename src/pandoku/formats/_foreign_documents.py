"""Recognize JSON documents of other programs, to give helpful errors.

This module is apart from `_foreign`, which loads slowly, because every JSON text needs it.
"""

from __future__ import annotations

from collections.abc import Mapping

from pandoku.words import joined

__all__ = ["F_PUZZLES_RULES", "foreign_document"]

# Names of rules in f-puzzles and its extensions, except names that are also common words.
_F_PUZZLES_WORDS = (
    "antiking antiknight betweenline boxindexer columnindexer diagonal+ diagonal- disjointgroups "
    "doublearrow entropicline extraregion foglight fogofwar killercage littlekillersum lockout "
    "modularline nabner nonconsecutive palindrome quadruple regionsumline renban rowindexer "
    "sandwichsum skyscraper slowthermometer thermometer whispers xsum xv zipperline"
)
F_PUZZLES_RULES = frozenset(_F_PUZZLES_WORDS.split())
_MOST_NAMED = 6  # maximum number of rules listed in a message


def foreign_document(document: Mapping[str, object]) -> str | None:
    """Return the reason that a document of another program is not in the format `json`, or None."""
    if _is_rows_of_objects(document.get("grid")):
        return "this is an f-puzzles puzzle, which the format f-puzzles reads"
    cells = document.get("cells")
    if _is_rows_of_objects(cells) or (_is_rows(cells) and {"regions", "cages"} & {*document}):
        return "this is a SudokuPad puzzle (SCL), which the format sudokupad reads"
    if "formatVersion" in document and "puzzle" in document:
        return "this is a Sudoku Maker puzzle, which the format sudoku-maker reads"
    if isinstance(cells, list) and any(_has(cell, "position") for cell in cells):
        return "this is a game saved by GNOME Sudoku, which the format gnome-sudoku reads"
    constraints = document.get("constraints")
    is_own = "size" in document
    if isinstance(constraints, list) and not is_own and any(_has(c, "type") for c in constraints):
        return (
            "this is a part of a Sudoku Maker puzzle; the format sudoku-maker reads a link, or the "
            "entire document with its formatVersion"
        )
    if rules := [key for key in document if key in F_PUZZLES_RULES]:
        if len(rules) > _MOST_NAMED:
            rules = [*rules[:_MOST_NAMED], f"{len(rules) - _MOST_NAMED} more"]
        return f"this is an f-puzzles puzzle with {joined(rules)}, but without its grid of cells"
    return None


def _is_rows_of_objects(value: object) -> bool:
    return (
        isinstance(value, list)
        and _is_rows(value)
        and any(isinstance(cell, dict) for row in value for cell in row)
    )


def _is_rows(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(row, list) for row in value)


def _has(value: object, key: str) -> bool:
    return isinstance(value, dict) and key in value
