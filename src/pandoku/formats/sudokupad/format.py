"""Format `sudokupad`: JSON documents of SudokuPad (SCL), and links to it.

A link has its puzzle as a packed text: `scl...`, `ctc...`, `fpuz...`, `scf...` or `classic...`. The
packed text can also be read without the link. A text has one link or packed text on each line, or
JSON documents as in the format `json`. A link that only has the number of a puzzle on a server
raises an error, because nothing is downloaded.

SudokuPad stores drawings, not their meaning. The drawings and the rules in words may suggest
constraints. If only the solution in the file satisfies all of them, the constraints are added to
the puzzle. A note lists them, and the words are kept as `Puzzle.words`. Otherwise the drawings and
the words become constraints that are never checked. Marks in the center of cells are the progress
of a board.

Writing gives a link.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from pandoku.errors import FormatError
from pandoku.formats._format import Format
from pandoku.formats._links.lz_string import LzError, pack
from pandoku.formats._text import Item, Lines, SourceLine, fail, first_line, guarded, read_each_line
from pandoku.formats.f_puzzles.links import packed_in
from pandoku.formats.json.documents import guarded_value, has_key, is_json
from pandoku.formats.json.stream import json_values
from pandoku.formats.json.values import bad
from pandoku.formats.sudokupad.links import (
    Packed,
    digits_link,
    document_link,
    packed_by_pad,
    why_no_packed_puzzle,
)
from pandoku.model import Geometry, Puzzle

# Modules with rules are imported inside functions. An import at the top would load all formats,
# because the classes of constraints parse the texts of their example puzzles.

_NAME = "sudokupad"
_CELLS = re.compile(r"\s*:\s*\[\s*\[\s*\{")


def _sniff(head: list[str]) -> bool:
    """Return True if the text starts with a link, a packed text or a document with cells.

    An f-puzzles document belongs to the format `f-puzzles`, unless its packed text is damaged.
    """
    first = first_line(head)
    if is_json(first):
        return has_key(head, "cells", _CELLS)
    packed = packed_by_pad(first)
    return packed is not None and (packed.form != "fpuz" or packed_in(first) is None)


def _read(lines: Lines) -> Iterator[Item]:
    """Yield a puzzle for each document, or for each line."""
    if is_json(first_line(lines.head())):
        for line, value in json_values(lines, _NAME):
            yield Item(line, value) if isinstance(value, FormatError) else _of_document(line, value)
    else:
        yield from read_each_line(lines, _of_line)


def _of_line(line: SourceLine) -> Item:
    packed = packed_by_pad(line.text)
    if packed is None:
        fail(_NAME, why_no_packed_puzzle(line.text), line, 1)
    try:
        if packed.form in ("scl", "fpuz"):
            return _of_document(line.number, packed.document(), packed.form)
        return guarded_value(_NAME, line.number, _of_digits, packed)
    except LzError as error:
        reason = f"{error}; {error.advice}"
        raise FormatError(reason, format=_NAME, line=line.number) from None


def _of_digits(packed: Packed) -> Puzzle:
    digits, houses = packed.digits()
    geometry = Geometry.sudoku(9, diagonals="x" in houses, windows="w" in houses)
    return Puzzle(geometry, digits)


def _of_document(line: int, document: object, form: str = "scl") -> Item:
    """Return the puzzle of a document with its progress and a note on its drawings."""
    from pandoku.formats._drawn.understood import understood
    from pandoku.formats.f_puzzles.acting import item_of_document

    if form == "fpuz" or (isinstance(document, dict) and "grid" in document):
        return guarded(line, understood, guarded_value(_NAME, line, item_of_document, document))
    return guarded_value(_NAME, line, _of_scl, document)


def _of_scl(document: object) -> Item:
    from pandoku.formats.sudokupad.reader import puzzle_of_scl

    if not isinstance(document, dict):
        bad("puzzle", "an object", document)
    puzzle, note, board = puzzle_of_scl(document)
    return Item(0, puzzle, board, note)


def _why_not(puzzle: Puzzle) -> str | None:
    """Return the rules that a link would lose."""
    from pandoku.formats.f_puzzles.writer import why_no_document
    from pandoku.formats.sudokupad.writer import scl_document

    reason = why_no_document(puzzle)
    return None if reason is None or scl_document(puzzle) else reason


def _link(puzzle: Puzzle) -> str:
    """Return the shortest link that stores the complete puzzle."""
    rules = (puzzle.constraints, puzzle.candidates)
    about = (puzzle.title, puzzle.author, puzzle.words, puzzle.solution)
    if puzzle.geometry == Geometry.sudoku(9) and not any((*rules, *about)):
        return digits_link([*puzzle.givens])
    form, document = _document(puzzle)
    return document_link(json.dumps(document, separators=(",", ":")), form)


def _document(puzzle: Puzzle) -> tuple[str, dict[str, Any]]:
    """Return the form of the document to write, and the document.

    A document of f-puzzles has data for most constraints. A document of SudokuPad has all drawings
    and their layers.
    """
    from pandoku.formats.f_puzzles.cosmetics import is_drawn_alike
    from pandoku.formats.f_puzzles.writer import document_of_puzzle, why_no_document
    from pandoku.formats.sudokupad.writer import scl_document

    has_names = why_no_document(puzzle) is None
    scl = None if has_names and is_drawn_alike(puzzle) else scl_document(puzzle)
    return ("scl", scl) if scl else ("fpuz", document_of_puzzle(puzzle))


_EXAMPLE = {
    "cellSize": 50,
    "metadata": {
        "title": "A line",
        "rules": "Normal sudoku rules apply. Digits along a thermometer increase from the bulb.",
        "solution": "1234341221434321",
    },
    "cells": [[{"value": 1}, {}, {}, {}], [{}] * 4, [{}] * 4, [{"value": 4}, {}, {}, {"value": 1}]],
    "lines": [{"wayPoints": [[0.5, 1.5], [0.5, 3.5]], "color": "#CFCFCF", "thickness": 21}],
    "underlays": [
        {
            "center": [0.5, 1.5],
            "width": 0.85,
            "height": 0.85,
            "rounded": True,
            "backgroundColor": "#CFCFCF",
        }
    ],
}

FORMAT = Format(
    name=_NAME,
    summary="links to sudokupad.app and its documents: sclN4Ig..., fpuzN4Ig..., scf..., ...",
    carries="givens, regions, killer cages, candidates and most constraints; orders 1 to 36",
    keeps=("title", "author", "words", "solution"),
    example=f"https://sudokupad.app/scl{pack(json.dumps(_EXAMPLE))}\n",
    sniff_order=3,
    sniff=_sniff,
    read=_read,
    why_not=_why_not,
    write=lambda puzzle: _link(puzzle) + "\n",
    program="SudokuPad",
    link=_link,
)
