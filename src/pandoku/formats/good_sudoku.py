"""Format `good-sudoku`: links of Good Sudoku, with the cells of a 9x9 puzzle in 41 bytes.

A link has the bytes in base64 after `/puzzle/$`. Each byte stores two cells, with the first cell in
the upper four bits. Empty cells and the unused half of the last byte are 0. In a shell, put the
link in single quotation marks, because it contains a $.
"""

from __future__ import annotations

import base64
from functools import partial

from pandoku.formats._format import Format
from pandoku.formats._links.cells import N_CELLS, cells_in
from pandoku.formats._text import SourceLine, fail, first_line, read_each_line, rule_losses
from pandoku.model import Geometry, Puzzle

_NAME = "good-sudoku"
_HOST = "playgoodsudoku.com"
_ADDRESS = f"https://{_HOST}/puzzle/$"
_N_BYTES = (N_CELLS + 1) // 2
_GEOMETRY = Geometry.sudoku(9)


def _parse(line: SourceLine) -> Puzzle:
    text = cells_in(line.text, _HOST)
    if text is None:
        found = line.text.strip()[:20]
        fail(_NAME, f"expected a link with /puzzle/$ and base64, found {found!r}", line)
    bare = text.rstrip("=")  # the padding with = is optional
    try:
        packed = base64.b64decode(bare + "=" * (-len(bare) % 4), validate=True)
    except ValueError:
        reason = "expected base64 in the link, found that it is damaged; copy all of the link again"
        fail(_NAME, reason, line)
    if len(packed) != _N_BYTES:
        reason = f"expected {_N_BYTES} bytes in the link, two cells in each, found {len(packed)}"
        fail(_NAME, f"{reason}; copy all of the link again", line)
    cells = [half for byte in packed for half in divmod(byte, 16)]
    odd = next((at for at, digit in enumerate(cells[:N_CELLS]) if digit > _GEOMETRY.order), None)
    if odd is not None:
        fail(_NAME, f"{_GEOMETRY.name(odd)}: expected a digit 0-9, found {cells[odd]}", line)
    return Puzzle(_GEOMETRY, cells[:N_CELLS])


def _link(puzzle: Puzzle) -> str:
    """Return the link.

    The base64 of digits never contains + or /, so the link needs no escaped characters.
    """
    cells = [*puzzle.givens, 0]
    pairs = zip(cells[::2], cells[1::2], strict=True)
    packed = base64.b64encode(bytes(16 * first + second for first, second in pairs))
    return _ADDRESS + packed.decode()


FORMAT = Format(
    name=_NAME,
    summary="links of Good Sudoku: /puzzle/$ and base64",
    carries="givens; 9x9 with 3x3 boxes",
    example=f"{_ADDRESS}AAABIwEjAIBAgEAHZQdlAAAAAAAAAAAAAAEjASMAgECAQAdlB2UAAAA=\n",
    sniff_order=6,
    sniff=lambda head: cells_in(first_line(head), _HOST) is not None,
    read=partial(read_each_line, parse=_parse),
    why_not=partial(rule_losses, orders=range(9, 10)),
    write=lambda puzzle: _link(puzzle) + "\n",
    program="Good Sudoku",
    link=_link,
)
