"""Format `sudoku-maker`: JSON documents of sudokumaker.app, and links to it.

A link has its document as a packed text after `?puzzle=N4Ig...`. The packed text can also be read
without the link. A text has one link or packed text on each line, or JSON documents as in the
format `json`.

The program's constraints are read as houses, cages and constraints. An unknown constraint raises an
error that contains its name. If the reader ignored the constraint, the puzzle would be a different
one. A constraint that the setter wrote as a program also raises an error. Disabled constraints are
ignored. Everything else that is visible becomes a drawing, and the comment becomes rules in words.
Neither the drawings nor the words are checked. Sometimes the puzzle has several solutions, and
constraints inferred from the drawings leave only the solution in the file. These constraints are
then added to the puzzle, and a note lists them. The note also mentions fog that lifts differently
than in pandoku. If the puzzle has one solution without the comment, the comment is kept as
`Puzzle.words`. A player's digits and candidates are the progress of a board, but a full grid of
digits is the solution. The colors of cells become drawings, unless a player has entered digits or
marks.

Writing gives a link.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from pandoku.formats._format import Format
from pandoku.formats._text import Item, Lines, first_line, guarded
from pandoku.formats.f_puzzles.links import document_in
from pandoku.formats.json.documents import has_key, is_json, read_packed
from pandoku.formats.json.values import bad
from pandoku.formats.sudoku_maker.links import maker_link, packed_by_maker
from pandoku.model import Board, Puzzle

# Modules with rules are imported inside functions. An import at the top would load all formats,
# because the classes of constraints parse the texts of their example puzzles.

_NAME = "sudoku-maker"


def _sniff(head: list[str]) -> bool:
    """Return True if the text starts with a link, a packed text or a document."""
    first = first_line(head)
    return has_key(head, "formatVersion") if is_json(first) else packed_by_maker(first) is not None


def _read(lines: Lines) -> Iterator[Item]:
    """Yield a puzzle for each document, or for each line."""
    from pandoku.formats._drawn.understood import understood
    from pandoku.formats.sudoku_maker.reader import maker_note

    notes: list[str] = []

    def puzzle(document: object) -> Puzzle | Board:
        found = _puzzle(document)
        assert isinstance(document, dict)
        bare = found.puzzle if isinstance(found, Board) else found
        notes.extend(filter(None, [maker_note(document, bare)]))
        return found

    found = read_packed(
        lines,
        _NAME,
        puzzle,
        packed_in=packed_by_maker,
        unpack=document_in,
        expected="a link with ?puzzle=N4Ig..., or this text",
    )
    for item in (guarded(each.line, understood, each) for each in found):
        note = "; ".join(filter(None, [item.note, *notes]))
        notes.clear()
        yield item._replace(note=note or None)


def _puzzle(document: object) -> Puzzle | Board:
    from pandoku.formats.sudoku_maker.reader import maker_progress, puzzle_of_maker

    if not isinstance(document, dict):
        bad("document", "an object", document)
    return maker_progress(document, puzzle_of_maker(document))


def _why_not(puzzle: Puzzle) -> str | None:
    """Return the rules that a link would lose."""
    from pandoku.formats.sudoku_maker.writer import why_no_maker_document

    return why_no_maker_document(puzzle)


def _link(puzzle: Puzzle) -> str:
    from pandoku.formats.sudoku_maker.writer import maker_document

    return maker_link(json.dumps(maker_document(puzzle), separators=(",", ":")))


_EXAMPLE = {
    "formatVersion": "1.5.0",
    "puzzle": {
        "name": "",
        "author": "",
        "comment": "",
        "type": "sudoku",
        "size": 4,
        "cells": [{"value": 1, "given": True}, *([{}] * 13), {"value": 2, "given": True}, {}],
        "constraints": [
            {"type": 0},
            {"type": 1, "regions": [0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3]},
            {"type": 300, "slow": False, "thermometers": [[3, 6, 9]]},
        ],
    },
}

FORMAT = Format(
    name=_NAME,
    summary="links to sudokumaker.app and its documents: ?puzzle=N4IgZg9g..., ...",
    carries="givens, regions, killer cages and most constraints; orders 1 to 36",
    keeps=("title", "author", "words", "solution"),
    example=maker_link(json.dumps(_EXAMPLE, separators=(",", ":"))) + "\n",
    sniff_order=3,
    sniff=_sniff,
    read=_read,
    why_not=_why_not,
    write=lambda puzzle: _link(puzzle) + "\n",
    program="Sudoku Maker",
    link=_link,
)
