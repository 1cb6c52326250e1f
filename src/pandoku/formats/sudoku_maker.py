"""Format `sudoku-maker`: puzzles of sudokumaker.app: links to it, and its documents in JSON.

A link has its document in it, packed, as `?puzzle=N4Ig...`; this text alone can be read too. There
is a link or a text in each line, or there are documents as in the format `json`.

What Sudoku Maker calls a constraint is read as houses, cages and constraints. One that is not known
is refused by name, because without it the puzzle would be another one, and so is a constraint that
its setter wrote as a program. Constraints that are disabled do not act. Drawings, colors, marks and
the digits that a player has entered are left out, but a full grid of digits is the solution. A link
is written.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from pandoku.errors import FormatError, PuzzleError
from pandoku.formats._f_links import document_in
from pandoku.formats._format import Format
from pandoku.formats._json_stream import json_values
from pandoku.formats._json_values import BadValueError, bad
from pandoku.formats._lz_string import LzError
from pandoku.formats._maker_links import maker_link, packed_by_maker
from pandoku.formats._text import Item, Lines, SourceLine, fail, first_line, read_each_line
from pandoku.model import Puzzle

# The modules with the rules are imported where they are used: the examples of the constraints are
# read as texts, which looks at all formats.

_NAME = "sudoku-maker"
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]')


def _sniff(head: list[str]) -> bool:
    """Return whether the text starts with a link, a packed text or a document."""
    first = first_line(head)
    if first.startswith(("{", "[")):
        return _has_version("\n".join(head))
    return packed_by_maker(first) is not None


def _has_version(text: str) -> bool:
    """Return whether the first object of a JSON text has a key "formatVersion"."""
    depth, outside = 0, int(text.lstrip().startswith("["))
    for token in _TOKEN.finditer(text):
        if token[0] in "{[":
            depth += 1
        elif token[0] in "}]":
            depth -= 1
            if depth <= outside:
                return False
        elif depth == outside + 1 and token[0] == '"formatVersion"':
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
    packed = packed_by_maker(line.text)
    if packed is None:
        shown = line.text.strip()[:20]
        fail(_NAME, f"expected a link with ?puzzle=N4Ig..., or this text, found {shown!r}", line, 1)
    try:
        return _item(line.number, document_in(packed))
    except LzError as error:
        raise FormatError(str(error), format=_NAME, line=line.number) from None


def _item(line: int, document: object) -> Item:
    from pandoku.formats._sudoku_maker import puzzle_of_maker

    try:
        if not isinstance(document, dict):
            bad("document", "an object", document)
        return Item(line, puzzle_of_maker(document))
    except PuzzleError as error:
        return Item(line, PuzzleError(error.reason, problems=error.problems, line=line))
    except BadValueError as error:
        return Item(line, FormatError(str(error), format=_NAME, line=line))


def _why_not(puzzle: Puzzle) -> str | None:
    """Return which rules a link would lose."""
    from pandoku.formats._sudoku_maker_writer import why_no_maker_document

    return why_no_maker_document(puzzle)


def _write(puzzle: Puzzle) -> str:
    """Return the link on one line."""
    from pandoku.formats._sudoku_maker_writer import maker_document

    return maker_link(json.dumps(maker_document(puzzle), separators=(",", ":"))) + "\n"


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
    keeps=("title", "author", "solution"),
    example=maker_link(json.dumps(_EXAMPLE, separators=(",", ":"))) + "\n",
    sniff_order=3,
    sniff=_sniff,
    read=_read,
    why_not=_why_not,
    write=_write,
)
