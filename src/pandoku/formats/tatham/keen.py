"""Format `keen`: game ids of Simon Tatham's Keen, `6dn:BLOCKS,CLUES`, one per line.

An id has the order, the difficulty (kept in `extra["keen"]`), the borders between cages (see
`edges`), and for each cage a letter and the target. The cages are in reading order of their first
cells. The letters are a (add), m (multiply), s (subtract) and d (divide). Cages with s and d have
two cells. The target of a single cell is its digit. The reader accepts any letter before this
target. The writer always puts the letter a there. There are no boxes, and digits may repeat in a
cage.
"""

from __future__ import annotations

import re
from functools import partial

from pandoku.formats._format import Format
from pandoku.formats._text import SourceLine, fail, first_line, read_each_line
from pandoku.formats.tatham.edges import cage_of_cells, cells_by_region, encode_edges, why_no_edges
from pandoku.formats.tatham.ids import IdPart, decoded_regions, id_losses, matched_id
from pandoku.model import Cage, FrozenMap, Geometry, Puzzle

_NAME = "keen"

_ORDERS = range(2, 17)
_LEVEL = r"(?:d[a-z])?m?"  # the difficulty (m: multiplication only)
_ID = re.compile(rf"([0-9]{{1,4}})({_LEVEL}):([^,]*),(.*)")
_CLUE = re.compile(r"([amsd])([0-9]+)")
_OPERATIONS = {"a": "+", "m": "*", "s": "-", "d": "/"}
_LETTERS = {operation: letter for letter, operation in _OPERATIONS.items()}
_MOST_DIGITS = 18  # maximum number of digits of a target


def _why_not(puzzle: Puzzle) -> str | None:
    """Return the rules that an id would lose, such as boxes, givens and some cages."""
    carried = {"orders": _ORDERS, "cages": True, "givens": False, "boxes": "none"}
    if lost := id_losses(puzzle, _NAME, _LEVEL, **carried):
        return lost
    for cage in puzzle.cages:
        if reason := why_no_clue(cage, _MOST_DIGITS):
            return reason
    regions = cage_of_cells(puzzle.cages, puzzle.order)
    if regions is None:
        return "every cell must be in exactly one cage"
    return why_no_edges(regions, puzzle.order)


def _write(puzzle: Puzzle) -> str:
    """Return one id. It has the difficulty of the puzzle if the puzzle was read from an id."""
    regions = cage_of_cells(puzzle.cages, puzzle.order) or []
    clues = [
        f"{'a' if len(cage.cells) == 1 else _LETTERS[cage.operation]}{cage.target}"
        for cage in sorted(puzzle.cages, key=lambda cage: min(cage.cells))
    ]
    edges = encode_edges(regions, puzzle.order, counted=True)
    return f"{puzzle.order}{puzzle.extra.get('keen', '')}:{edges},{''.join(clues)}\n"


def why_no_clue(cage: Cage, most_digits: int) -> str | None:
    """Return the reason that a clue cannot represent a cage, or None.

    A target has at most *most_digits* digits.
    """
    n_cells = len(cage.cells)
    if cage.operation == "?":
        return "it cannot store hidden operations"
    if cage.target is None or not 0 <= cage.target < 10**most_digits:
        return f"it stores only targets of at least 0 and at most {most_digits} digits"
    if n_cells > 1 and not cage.repeats:
        return "it cannot store cages whose digits must differ"
    if (n_cells > 2 and cage.operation in "-/") or (n_cells > 1 and cage.operation == "="):
        return f"it cannot store a '{cage.operation}' cage of {n_cells} cells"
    return None


def parse_keen(line: SourceLine) -> Puzzle:
    """Return the puzzle of an id.

    Raises:
        FormatError: The id is bad. The message has its line and column.
    """
    match, column = matched_id(_ID, "4dx:BLOCKS,CLUES", line, _NAME, _ORDERS)
    n = int(match[1])
    regions = decoded_regions(IdPart(line, column + match.start(3), match[3]), n, _NAME)
    cells, clues, at = cells_by_region(regions), match[4], 0
    column += match.start(4)
    cages = []
    for where in cells:
        clue = _CLUE.match(clues, at)
        if clue is None:
            found = repr(clues[at : at + 8]) if at < len(clues) else "the end"
            fail(_NAME, f"expected {len(cells)} clues such as a7, found {found}", line, column + at)
        if len(clue[2]) > _MOST_DIGITS:
            reason = f"expected a target of at most {_MOST_DIGITS} digits, found {len(clue[2])}"
            fail(_NAME, reason, line, column + at + 1)
        operation = _OPERATIONS[clue[1]] if len(where) > 1 else "="
        if operation in "-/" and len(where) != 2:
            reason = f"expected a cage of two cells for {clue[0]!r}, found {len(where)}"
            fail(_NAME, reason, line, column + at)
        cages.append(Cage(operation, int(clue[2]), where))
        at = clue.end()
    if at < len(clues):
        reason = f"expected only {len(cells)} clues, found {clues[at:][:8]!r}"
        fail(_NAME, reason, line, column + at)
    extra = FrozenMap({"keen": match[2]} if match[2] else {})
    return Puzzle(Geometry.latin(n), cages=tuple(cages), extra=extra)


FORMAT = Format(
    name=_NAME,
    summary="game ids of Simon Tatham's Keen: 4dx:_aa_4bb__a4,m96d2...",
    carries="connected cages that cover the grid once; no boxes, no givens; orders 2 to 16",
    keeps=("extra:keen",),
    suffixes=(".keen",),
    example="3:a_3aa_a_,a3s1d3a3m2\n",
    sniff_order=12,
    sniff=lambda head: (
        re.match(rf"[0-9]{{1,2}}{_LEVEL}:[_a-z][^:,\s]*,[^:\s]*$", first_line(head)) is not None
    ),
    read=partial(read_each_line, parse=parse_keen),
    why_not=_why_not,
    write=_write,
)
