"""Links that have the cells of a puzzle in them, as digits: which site has them under which key."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, urlsplit

from pandoku.formats._addresses import BEFORE, without_closing
from pandoku.formats._text import SourceLine, fail
from pandoku.formats.line import puzzle_of_cells
from pandoku.model import Puzzle

__all__ = ["SITES", "cells_in", "puzzle_of_link"]

SITES = {"sudokuwiki.org": "bd", "sudokuexchange.com": "s"}  # the key of the cells

_LINK = re.compile(rf"{BEFORE}((?:https?://)?(?:[\w-]+\.)+[a-z]+/[^\s<>\"]*)", re.IGNORECASE)
_LONGEST = 2000  # characters of an address
_CELLS = re.compile(r"([0-9.]{81})(?![\w.]*\w)")  # a full stop may follow them
_N_CELLS = 81  # these sites have no other grids


def cells_in(line: str, *hosts: str) -> str | None:
    """Return the cells in a link to one of these sites, or None if the line has no such link.

    Args:
        line: A line of text.
        hosts: Keys of `SITES`; none means all of them.

    >>> cells_in("see https://www.sudokuwiki.org/sudoku.htm?bd=0100", "sudokuwiki.org")
    '0100'
    """
    found = _LINK.match(line.strip()[:_LONGEST])
    if found is None:
        return None
    address = found[1]
    link = address if "://" in address else f"https://{address}"
    try:
        parts = urlsplit(link)
        known = parts.hostname or ""
    except ValueError:  # brackets that are no address
        return None
    for host in hosts or SITES:
        if known == host or known.endswith(f".{host}"):
            return _bare(dict(parse_qsl(parts.query)).get(SITES[host]))
    return None


def _bare(text: str | None) -> str | None:
    """Return cells without what closes the link; the last cells may be dots themselves."""
    if text is None:
        return None
    cells = _CELLS.match(text)
    return cells[1] if cells else without_closing(text)


def puzzle_of_link(cells: str, line: SourceLine, format: str) -> Puzzle:
    """Return the puzzle of the cells in a link.

    Raises:
        FormatError: There are not 81 cells, or a character is wrong.
    """
    if len(cells) != _N_CELLS:
        reason = f"expected {_N_CELLS} digits in the link, found {len(cells)} characters"
        fail(format, f"{reason}; copy all of the link again", line)
    return puzzle_of_cells(cells, line, format)
