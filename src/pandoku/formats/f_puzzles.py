"""Format `f-puzzles`: puzzles of f-puzzles.com: documents in JSON, and links to it or to SudokuPad.

A link has its document in it, packed, as `?load=N4Ig...` or, for SudokuPad, as `/fpuzN4Ig...`; this
text alone can be read too. There is a link or a text in each line, or there are documents as in the
format `json`.

A cell without `region` lies in the usual box. In an order without boxes, it lies in its row. Null
means no region.

What these programs call a rule is read as houses, cages and constraints. A rule or a key that is
not known is refused by name, because without it the puzzle would be another one. What only shows
something becomes a drawing, and the text about the rules becomes rules in words; neither is
checked. If the puzzle has several solutions, and only that of the file with what they suggest, they
become constraints; a note says so. If it has one solution without the text, the text is kept as
`Puzzle.words`, and is no rule. A rule that its setter has disabled is left out, and a note says
so. Digits and central marks that a player has entered are the progress of a board; marks in
corners are left out, and so are colors of cells beside them, which then are the player's. Other
colors are the setter's, and are drawn. A document is written, not a link.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from pandoku.formats._documents import has_key, is_json, read_packed
from pandoku.formats._f_links import document_of, f_puzzles_link, packed_in
from pandoku.formats._format import Format
from pandoku.formats._text import Item, Lines, first_line, guarded
from pandoku.model import Puzzle

# The modules with the rules are imported where they are used: the examples of the constraints are
# read as texts, which looks at all formats.

_NAME = "f-puzzles"
_CELLS = re.compile(r"\s*:\s*\[\s*\[\s*\{")


def _sniff(head: list[str]) -> bool:
    """Return whether the text starts with a link, a packed text or a document with such a grid."""
    first = first_line(head)
    return has_key(head, "grid", _CELLS) if is_json(first) else packed_in(first) is not None


def _read(lines: Lines) -> Iterator[Item]:
    """Yield a puzzle for each document, or for each line."""
    from pandoku.formats._understood import understood

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
    from pandoku.formats._f_acting import item_of_document

    return item_of_document(document)


def _why_not(puzzle: Puzzle) -> str | None:
    """Return which rules a document would lose: operations other than sums, some constraints."""
    from pandoku.formats._f_puzzles_writer import why_no_document

    return why_no_document(puzzle)


def _write(puzzle: Puzzle) -> str:
    """Return the document on one line."""
    from pandoku.formats._f_puzzles_writer import document_of_puzzle

    return json.dumps(document_of_puzzle(puzzle), separators=(",", ":")) + "\n"


def _link(puzzle: Puzzle) -> str:
    """Return the link that has the document in it."""
    return f_puzzles_link(_write(puzzle).strip())


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
    link=_link,
)
