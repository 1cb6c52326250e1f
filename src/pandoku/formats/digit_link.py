"""Format `digit-link`: a link to any site, with the cells of a Sudoku in it (read only).

    https://sudoku.secuso.org/0874630251195...      https://example.org/play?grid=..7.3....

The path, query or fragment of the link has exactly one run of 16, 36, 81, 256 or 625 digits, with 0
or a dot for an empty cell. Each line has one link. Links are not opened. A link with an unusual
word raises an error, because the puzzle may be a variant. Common words such as play, puzzle and
level=hard are accepted. The name of a rule in the text around a link also raises an error. The
links of some sites, such as SudokuWiki.org, have separate formats.
"""

from __future__ import annotations

import re
from functools import partial

from pandoku.formats._foreign import foreign_text, may_hold_rules
from pandoku.formats._format import Format
from pandoku.formats._links.payloads import digits_in
from pandoku.formats._text import SourceLine, fail, first_line, read_each_line
from pandoku.formats.line import puzzle_of_cells
from pandoku.model import Puzzle

_NAME = "digit-link"
_WORD = re.compile(r"[A-Za-z][a-z]+")
_ADDRESS = re.compile(r"\S*://\S*|\S+/\S*")


def _parse(line: SourceLine) -> Puzzle:
    found = digits_in(line.text)
    if found is None or found.rule:
        shown = f"found {line.text.strip()[:20]!r}"
        reason = foreign_text([line.text]) if found else None
        fail(_NAME, reason or f"expected a link with 81 digits in it, {shown}", line)
    words = _WORD.findall(_ADDRESS.sub(" ", line.text))
    if word := next(filter(may_hold_rules, words), None):
        reason = f"expected words without a rule, found {word!r}"
        fail(_NAME, f"{reason}; copy only the link if it is not a rule", line)
    return puzzle_of_cells(found.cells, line, _NAME)


def _note(head: list[str]) -> str | None:
    """Return a note that only the cells were read, or None if the puzzle may be a variant."""
    found = digits_in(first_line(head))
    if found is None or found.rule:
        return None
    return f"read the {len(found.cells)} cells in the link, and nothing else (format {_NAME})"


FORMAT = Format(
    name=_NAME,
    summary="links of any site with 81 digits in them, and nothing that may be a rule; only read",
    carries="givens; 9x9, 4x4, 6x6, 16x16 and 25x25 with default boxes",
    example=(
        "https://example.org/sudoku/play?puzzle=100007090030020008009600500005300900010080002600004"
        "000300000010040000007007000300&level=hard\n"
    ),
    sniff_order=9,
    sniff=lambda head: digits_in(first_line(head)) is not None,
    read=partial(read_each_line, parse=_parse),
    why_not=lambda _: (
        "links of any site are only read; the formats sudokuwiki and lisudoku write links"
    ),
    note=_note,
)
