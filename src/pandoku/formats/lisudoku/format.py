"""Format `lisudoku`: links of lisudoku.xyz, with digits or with a packed document.

A link to a plain grid has the cells after `?import=`, with 0 for an empty cell. A link to any other
puzzle has a JSON document in this place, packed by lz-string. The unpacked document can also be
read. An unknown key raises an error that names the key, because it may be a rule. The top-bottom
constraint of lisudoku also raises an error, because pandoku does not support it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from urllib.parse import quote

from pandoku.errors import FormatError
from pandoku.formats._format import Format
from pandoku.formats._links.cells import cells_in
from pandoku.formats._links.lz_string import pack
from pandoku.formats._text import Item, Lines, SourceLine, first_line, rule_losses
from pandoku.formats.f_puzzles.links import document_of
from pandoku.formats.json.documents import has_key, is_json, read_packed
from pandoku.formats.json.values import BadValueError, bad
from pandoku.formats.line import puzzle_of_cells
from pandoku.model import Puzzle

# Modules with rules are imported inside functions. An import at the top would load all formats,
# because the classes of constraints parse the texts of their example puzzles.

_NAME = "lisudoku"
_HOST = "lisudoku.xyz"
_ADDRESS = f"https://{_HOST}/solver?import="
_CELLS = re.compile(r"[0-9.]+")
_ORDERS = (4, 6, 9)


def _text_in(line: str) -> str | None:
    """Return the digits or the packed document of a link, with plus signs in place of spaces."""
    text = cells_in(line, _HOST)
    return None if text is None else text.replace(" ", "+")


def _sniff(head: list[str]) -> bool:
    """Return True if the text starts with a link to a puzzle, or with a document."""
    first = first_line(head)
    if is_json(first):
        return has_key(head, "gridSize") or has_key(head, "grid_size")
    return _text_in(first) is not None


def _read(lines: Lines) -> Iterator[Item]:
    """Yield a puzzle for each document, or for each line."""
    return read_packed(
        lines,
        _NAME,
        _puzzle,
        packed_in=_text_in,
        unpack=lambda text: text if _CELLS.fullmatch(text) else document_of(text),
        expected="a link with ?import=",
    )


def _puzzle(found: object) -> Puzzle:
    from pandoku.formats.lisudoku.document import puzzle_of_lisudoku

    if isinstance(found, str):
        return _of_cells(found)
    if not isinstance(found, dict):
        bad("puzzle", "an object", found)
    return puzzle_of_lisudoku(found)


def _of_cells(cells: str) -> Puzzle:
    sizes = [order * order for order in _ORDERS]
    if len(cells) not in sizes:
        expected = f"{', '.join(map(str, sizes[:-1]))} or {sizes[-1]} digits in the link"
        raise BadValueError(f"expected {expected}, found {len(cells)}; copy all of the link again")
    try:
        return puzzle_of_cells(cells, SourceLine(1, cells), _NAME)
    except FormatError as error:
        raise BadValueError(error.reason) from None


def _why_not(puzzle: Puzzle) -> str | None:
    """Return the rules that the link would lose."""
    from pandoku.formats.lisudoku.document import why_no_lisudoku

    if puzzle.order not in _ORDERS:
        return f"it stores the orders 4, 6 and 9, found {puzzle.order}"
    return why_no_lisudoku(puzzle)


def _link(puzzle: Puzzle) -> str:
    """Return the link, with digits for a plain grid and otherwise with a document."""
    from pandoku.formats.lisudoku.document import lisudoku_document

    if rule_losses(puzzle, orders=range(1, 10)) is None:
        return _ADDRESS + "".join(map(str, puzzle.givens))
    document = json.dumps(lisudoku_document(puzzle), separators=(",", ":"))
    return _ADDRESS + quote(pack(document), safe="")


FORMAT = Format(
    name=_NAME,
    summary="links of lisudoku: ?import= with the digits, or with a packed document",
    carries="givens, regions, killer cages and some constraints; orders 4, 6 and 9",
    example=f"{_ADDRESS}1000003002000004\n",
    sniff_order=3,
    sniff=_sniff,
    read=_read,
    why_not=_why_not,
    write=lambda puzzle: _link(puzzle) + "\n",
    program="lisudoku",
    link=_link,
)
