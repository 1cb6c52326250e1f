"""Format `f-puzzles`: JSON documents of f-puzzles.com, and links to it or to SudokuPad.

A link has its document as a packed text, after `?load=N4Ig...` or, for SudokuPad, `/fpuzN4Ig...`.
The packed text can also be read without the link. A text has one link or packed text on each line,
or JSON documents as in the format `json`.

A cell without the key `region` is in its usual box, or in its row if the order has no boxes. The
value null means that the cell is not in a region.

Rules are read as houses, cages and constraints. An unknown rule or key raises an error that
contains its name. If the reader ignored a rule, the puzzle would be a different one. Everything
else that is visible becomes a drawing, and the document's text about the rules becomes rules in
words. Neither the drawings nor the words are checked. Sometimes the puzzle has several solutions,
and constraints inferred from the drawings leave only the solution in the file. These constraints
are then added to the puzzle, and a note lists them. If the puzzle has one solution without the
text, the text is kept as `Puzzle.words` and is not a rule. Rules that the setter has disabled are
left out, and a note lists them. A player's digits and center marks are the progress of a board.
Corner marks are ignored. In a document with progress, the colors of cells are ignored as well,
because they may be the player's. In a document without progress, the colors are the setter's and
become drawings.

Writing gives a document, not a link.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from pandoku.formats._format import Format
from pandoku.formats._text import Item, Lines, first_line, guarded
from pandoku.formats.f_puzzles.links import document_of, f_puzzles_link, packed_in
from pandoku.formats.json.documents import has_key, is_json, read_packed
from pandoku.model import Puzzle

# Modules with rules are imported inside functions. An import at the top would load all formats,
# because the classes of constraints parse the texts of their example puzzles.

_NAME = "f-puzzles"
_CELLS = re.compile(r"\s*:\s*\[\s*\[\s*\{")


def _sniff(head: list[str]) -> bool:
    """Return True if the text starts with a link, a packed text or a document with a grid."""
    first = first_line(head)
    return has_key(head, "grid", _CELLS) if is_json(first) else packed_in(first) is not None


def _read(lines: Lines) -> Iterator[Item]:
    """Yield a puzzle for each document, or for each line."""
    from pandoku.formats._drawn.understood import understood

    found = read_packed(
        lines,
        _NAME,
        _item,
        packed_in=packed_in,
        unpack=document_of,
        expected="a link with ?load=N4Ig..., or this text",
    )
    yield from (guarded(item.line, understood, item) for item in found)


def _item(document: object) -> Item:
    from pandoku.formats.f_puzzles.acting import item_of_document

    return item_of_document(document)


def _why_not(puzzle: Puzzle) -> str | None:
    """Return the rules that a document would lose, such as cages with a product."""
    from pandoku.formats.f_puzzles.writer import why_no_document

    return why_no_document(puzzle)


def _write(puzzle: Puzzle) -> str:
    """Return the document on one line."""
    from pandoku.formats.f_puzzles.writer import document_of_puzzle

    return json.dumps(document_of_puzzle(puzzle), separators=(",", ":")) + "\n"


_ROWS: list[list[dict[str, Any]]] = [
    [{"value": 1, "given": True}, {}, {}, {}],
    [{}, {}, {}, {}],
    [{}, {}, {}, {}],
    [{}, {}, {"value": 2, "given": True}, {}],
]
_LINE = ["R1C4", "R2C3", "R3C2"]

FORMAT = Format(
    name=_NAME,
    summary='documents and links of f-puzzles: ?load=N4Ig..., {"grid":[[{"value":1},...',
    carries="givens, regions, killer cages, candidates and most constraints; orders 1 to 36",
    keeps=("title", "author", "words", "solution"),
    example=json.dumps({"size": 4, "grid": _ROWS, "thermometer": [{"lines": [_LINE]}]}) + "\n",
    sniff_order=4,
    sniff=_sniff,
    read=_read,
    why_not=_why_not,
    write=_write,
    program="f-puzzles",
    link=lambda puzzle: f_puzzles_link(_write(puzzle).strip()),
)
