"""Format `f-puzzles`: puzzles of f-puzzles.com: documents in JSON, and links to it or to SudokuPad.

A link has its document in it, packed, as `?load=N4Ig...` or, for SudokuPad, as `/fpuzN4Ig...`; this
text alone can be read too. There is a link or a text in each line, or there are documents as in the
format `json`.

What these programs call a rule is read as houses, cages and constraints. A rule or a key that is
not known is refused by name, because without it the puzzle would be another one. Drawings, colors
and the digits that a player has entered are left out. A document is written, not a link.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from pandoku.errors import FormatError, PuzzleError
from pandoku.formats._f_links import document_of, packed_in
from pandoku.formats._format import Format
from pandoku.formats._json_stream import json_values
from pandoku.formats._json_values import BadValueError, bad
from pandoku.formats._lz_string import LzError
from pandoku.formats._text import Item, Lines, SourceLine, fail, first_line, read_each_line
from pandoku.model import Puzzle

# The modules with the rules are imported where they are used: the examples of the constraints are
# read as texts, which looks at all formats.

_NAME = "f-puzzles"
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]')
_CELLS = re.compile(r"\s*:\s*\[\s*\[\s*\{")


def _sniff(head: list[str]) -> bool:
    """Return whether the text starts with a link, a packed text or a document with such a grid."""
    first = first_line(head)
    if first.startswith(("{", "[")):
        return _has_grid_of_cells("\n".join(head))
    return packed_in(first) is not None


def _has_grid_of_cells(text: str) -> bool:
    """Return whether the first object of a JSON text has a key "grid" with rows of objects."""
    depth, outside = 0, int(text.lstrip().startswith("["))
    for token in _TOKEN.finditer(text):
        if token[0] in "{[":
            depth += 1
        elif token[0] in "}]":
            depth -= 1
            if depth <= outside:
                return False
        elif token[0] == '"grid"' and depth == outside + 1 and _CELLS.match(text, token.end()):
            return True
    return False


def _read(lines: Lines) -> Iterator[Item]:
    """Yield a puzzle for each document, or for each line."""
    if first_line(lines.head()).startswith(("{", "[")):
        for number, value in json_values(lines, _NAME):
            is_bad = isinstance(value, FormatError)
            yield Item(number, value) if is_bad else _item(number, value)  # type: ignore[arg-type]
    else:
        yield from read_each_line(lines, _of_line)


def _of_line(line: SourceLine) -> Item:
    packed = packed_in(line.text)
    if packed is None:
        shown = line.text.strip()[:20]
        fail(_NAME, f"expected a link with ?load=N4Ig..., or this text, found {shown!r}", line, 1)
    try:
        return _item(line.number, document_of(packed))
    except LzError as error:
        raise FormatError(str(error), format=_NAME, line=line.number) from None


def _item(line: int, document: object) -> Item:
    from pandoku.formats._f_puzzles import puzzle_of_document

    try:
        if not isinstance(document, dict):
            bad("puzzle", "an object", document)
        return Item(line, puzzle_of_document(document))
    except PuzzleError as error:
        return Item(line, PuzzleError(error.reason, problems=error.problems, line=line))
    except BadValueError as error:
        return Item(line, FormatError(str(error), format=_NAME, line=line))


def _why_not(puzzle: Puzzle) -> str | None:
    """Return which rules a document would lose: operations other than sums, some constraints."""
    from pandoku.formats._f_puzzles_writer import why_no_document

    return why_no_document(puzzle)


def _write(puzzle: Puzzle) -> str:
    """Return the document on one line."""
    from pandoku.formats._f_puzzles_writer import document_of_puzzle

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
    keeps=("title", "author", "solution"),
    example=json.dumps({"size": 4, "grid": _ROWS, "thermometer": [{"lines": [_LINE]}]}) + "\n",
    sniff_order=4,
    sniff=_sniff,
    read=_read,
    why_not=_why_not,
    write=_write,
)
