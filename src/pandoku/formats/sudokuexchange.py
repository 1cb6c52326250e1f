"""Format `sudokuexchange`: the links of SudokuExchange, and the lines of its puzzle bank.

After `?s=`, a link has either 81 digits (0 for an empty cell) or a short form. In the short form, a
character encodes a digit and up to five empty cells after the digit. A line of the bank has the
first 12 characters of a hash, 81 digits and a rating of SukakuExplainer. The 12 characters become
the id of the puzzle, and the rating is stored in `extra` under the key `er`.
"""

from __future__ import annotations

import re
from functools import partial

from pandoku.formats._format import Format
from pandoku.formats._links.cells import N_CELLS, cells_in, puzzle_of_link
from pandoku.formats._links.lz_string import LzError
from pandoku.formats._text import SourceLine, fail, first_line, read_each_line, rule_losses
from pandoku.formats.line import puzzle_of_cells
from pandoku.formats.sudokupad.links import unpacked_digits
from pandoku.model import FrozenMap, Puzzle

_NAME = "sudokuexchange"
_HOST = "sudokuexchange.com"
_ADDRESS = "https://sudokuexchange.com/play/?s="
_BANK = re.compile(r"([0-9a-f]{12}) +([0-9.]{81}) +(\d{1,2}\.\d)")


def _sniff(head: list[str]) -> bool:
    """Return whether the first line is a link with a puzzle, or a line of the bank."""
    first = first_line(head)
    return _BANK.fullmatch(first) is not None or cells_in(first, _HOST) is not None


def _parse(line: SourceLine) -> Puzzle:
    if bank := _BANK.fullmatch(line.text.strip()):
        puzzle = puzzle_of_cells(bank[2], line, _NAME)
        return puzzle.replace(id=bank[1], extra=FrozenMap({"er": bank[3]}))
    cells = cells_in(line.text, _HOST)
    if cells is None:
        expected = "a link with ?s=, or a hash, 81 digits and a rating"
        fail(_NAME, f"expected {expected}, found {line.text.strip()[:20]!r}", line)
    # A short form contains letters. Fewer than 81 digits without letters are from a truncated link.
    if len(cells) < N_CELLS and cells.isalnum() and not cells.isdecimal():
        try:
            digits, rest = unpacked_digits(cells)
        except LzError as error:
            fail(_NAME, f"{error}; {error.advice}", line)
        if rest:
            fail(_NAME, f"expected the end of the link after 81 cells, found {rest[:20]!r}", line)
        cells = "".join(map(str, digits))
    return puzzle_of_link(cells, line, _NAME)


def _write(puzzle: Puzzle) -> str:
    """Return the link with 81 digits."""
    return f"{_ADDRESS}{''.join(map(str, puzzle.givens))}\n"


FORMAT = Format(
    name=_NAME,
    summary="links of SudokuExchange: ?s= with 81 digits or a short form; lines of its puzzle bank",
    carries="givens; 9x9 with 3x3 boxes",
    example=(
        f"{_ADDRESS}00000123012300804080400765076500000000000000000000012301230080408040076507650000"
        "0\n"
    ),
    sniff_order=6,
    sniff=_sniff,
    read=partial(read_each_line, parse=_parse),
    why_not=partial(rule_losses, orders=range(9, 10)),
    write=_write,
    program="SudokuExchange",
    link=lambda puzzle: _write(puzzle).strip(),
)
