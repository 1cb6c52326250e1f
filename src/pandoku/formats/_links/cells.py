"""Web links that contain the cells of a puzzle, for each site."""

from __future__ import annotations

import re
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from pandoku.formats._links.addresses import BEFORE, LABEL, without_closing
from pandoku.formats._text import SourceLine, fail
from pandoku.formats.line import puzzle_of_cells
from pandoku.model import Puzzle

# For each site, the text before the cells: a key of the query, or the start of the path.
SITES = {
    "sudokuwiki.org": "?bd=",
    "sudokuexchange.com": "?s=",
    "lisudoku.xyz": "?import=",
    "playgoodsudoku.com": "/puzzle/$",
}

_LINK = re.compile(
    rf"{BEFORE}((?:https?://)?{LABEL}{{1,8}}[a-z]{{2,63}}/[^\s<>\"]*)", re.IGNORECASE
)
_LONGEST = 50_000  # maximum number of characters of an address
_CELLS = re.compile(r"([0-9.]{81})(?![\w.]*\w)")  # a period after the cells may end a sentence
N_CELLS = 81  # these sites only have 9x9 grids


def cells_in(line: str, *hosts: str) -> str | None:
    """Return the cells in a link to one of the given sites, or None for other lines.

    Args:
        line: A line of text.
        hosts: Keys of `SITES`, by default all of them.

    >>> cells_in("see https://www.sudokuwiki.org/sudoku.htm?bd=0100", "sudokuwiki.org")
    '0100'
    >>> cells_in("https://playgoodsudoku.com/puzzle/$AQAC", "playgoodsudoku.com")
    'AQAC'
    """
    found = _LINK.match(line.strip()[:_LONGEST])
    if found is None:
        return None
    address = found[1]
    link = address if "://" in address else f"https://{address}"
    try:
        parts = urlsplit(link)
        known = parts.hostname or ""
    except ValueError:  # a bracket that makes the address invalid
        return None
    for host in hosts or SITES:
        if known == host or known.endswith(f".{host}"):
            return _bare(_after(SITES[host], parts))
    return None


def _after(mark: str, parts: SplitResult) -> str | None:
    """Return the part of an address after a mark, or None if the address does not have the mark."""
    if mark.startswith("?"):
        return dict(parse_qsl(parts.query)).get(mark.strip("?="))
    path = unquote(parts.path)
    return path.removeprefix(mark).rstrip("/") if path.startswith(mark) else None


def _bare(text: str | None) -> str | None:
    """Return the cells without the punctuation after them. Dots may be cells."""
    if text is None:
        return None
    cells = _CELLS.match(text)
    return cells[1] if cells else without_closing(text)


def puzzle_of_link(cells: str, line: SourceLine, format: str) -> Puzzle:
    """Return the puzzle of the cells in a link.

    Raises:
        FormatError: There are not 81 cells, or a character is wrong.
    """
    if len(cells) != N_CELLS:
        reason = f"expected {N_CELLS} digits in the link, found {len(cells)} characters"
        fail(format, f"{reason}; copy all of the link again", line)
    return puzzle_of_cells(cells, line, format)
