"""Format `unequal`: game ids of Simon Tatham's Unequal, `4de:0D,0,0L,...`, one per line.

An id has the order, an `a` for the mode Adjacent, the difficulty (kept in `extra["unequal"]`), and
for each cell its given (or 0) and its signs. The signs U, R, D and L point to the neighbor above,
on the right, below and on the left. In the usual mode, a cell has a greater digit than a neighbor
that its sign points to (Futoshiki). In the mode Adjacent, two neighbors with signs that point to
each other have digits that differ by 1. The digits of neighbors without these signs do not differ
by 1. A letter before a number is a run of cells without givens or signs (a = 1, ... z = 26). The
writer does not use these letters. There are no boxes.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from pandoku.formats._format import Format
from pandoku.formats._text import SourceLine, fail, first_line, read_each_line
from pandoku.formats.tatham.ids import id_losses, matched_id
from pandoku.model import FrozenMap, Geometry, Puzzle

if TYPE_CHECKING:
    from pandoku.model import Constraint

# Constraints are imported inside functions. An import at the top would load all formats, because
# the classes of constraints parse the texts of their example puzzles.

_NAME = "unequal"
_ORDERS = range(3, 33)
_LEVEL = r"(?:d[a-z])?"
_ID = re.compile(rf"([0-9]{{1,4}})(a?)({_LEVEL}):(.*)")
_CELL = re.compile(r"([a-z]*)([0-9]+)([URDL]*)")
_STEPS = {"U": (-1, 0), "R": (0, 1), "D": (1, 0), "L": (0, -1)}
_BACK = {"U": "D", "R": "L", "D": "U", "L": "R"}


def _sniff(head: list[str]) -> bool:
    """Return whether the first line has an order, a colon and cells separated by commas."""
    cell = r"[a-z]*[0-9]+[URDL]*"
    pattern = rf"[0-9]{{1,2}}a?{_LEVEL}:{cell},{cell},[a-z0-9URDL,]*$"
    return re.match(pattern, first_line(head)) is not None


def _neighbor(cell: int, side: str, n: int) -> int | None:
    """Return the neighbor of a cell on one side, or None outside the grid."""
    down, right = _STEPS[side]
    row, column = cell // n + down, cell % n + right
    return row * n + column if 0 <= row < n and 0 <= column < n else None


def parse_unequal(line: SourceLine) -> Puzzle:
    """Return the puzzle of an id.

    Raises:
        FormatError: The id is bad. The message has its line and column.
    """
    from pandoku.constraints import Difference, GreaterThan, NoDifference

    match, column = matched_id(_ID, "4de:0D,0,0L,... or 4ade:0R,0L,...", line, _NAME, _ORDERS)
    n = int(match[1])
    givens, signs = _cells(match[4], n, line, column + match.start(4))
    geometry = Geometry.latin(n)
    for cell, side in signs:
        other = _neighbor(cell, side, n)
        if other is None:
            reason = f"{geometry.name(cell)}: expected a sign towards a cell, found {side!r}"
            fail(_NAME, reason, line)
        if ((other, _BACK[side]) in signs) != bool(match[2]):
            how = "both cells have" if match[2] else "only one of two cells has"
            reason = f"{geometry.name(cell)}: expected a sign {side!r} that {how}"
            fail(_NAME, reason, line)
    pairs = [(cell, side, (cell, _neighbor(cell, side, n))) for cell, side in signs]
    further: list[Constraint]
    if match[2]:
        further = [Difference(cells) for _, side, cells in pairs if side in "RD"]
        further.append(NoDifference())
    else:
        further = [GreaterThan(cells) for _, _, cells in pairs]
    extra = FrozenMap({"unequal": match[3]} if match[3] else {})
    return Puzzle(geometry, tuple(givens), further=tuple(further), extra=extra)


def _cells(
    text: str, n: int, line: SourceLine, column: int
) -> tuple[list[int], dict[tuple[int, str], None]]:
    """Return the givens, and (cell, side) for each sign. *text* starts at *column* of *line*."""
    givens: list[int] = []
    signs: dict[tuple[int, str], None] = {}
    at = column
    for part in text.removesuffix(",").split(","):
        found = _CELL.fullmatch(part)
        if found is None:
            expected = "a number, and U, R, D or L for its signs"
            fail(_NAME, f"expected {expected}, found {part[:20]!r}", line, at)
        givens += [0] * sum(ord(letter) - ord("a") + 1 for letter in found[1])
        if len(found[2]) > 2 or int(found[2]) > n:
            fail(_NAME, f"expected a given 0-{n}, found {found[2][:20]}", line, at)
        signs |= {(len(givens), side): None for side in found[3]}
        givens.append(int(found[2]))
        at += len(part) + 1
        if len(givens) > n * n:
            break
    if len(givens) != n * n:
        shown = len(givens) if len(givens) < n * n else "more"
        fail(_NAME, f"expected {n * n} cells, found {shown}", line, at)
    return givens, signs


def _why_not(puzzle: Puzzle) -> str | None:
    """Return the rules that an id would lose.

    An id can store either inequalities, or all pairs of neighbors whose digits differ by 1.
    """
    from pandoku.constraints import Difference, GreaterThan, NoDifference
    from pandoku.formats._again import loss_of

    kinds = (Difference, GreaterThan, NoDifference)
    others = [each for each in puzzle.further if not isinstance(each, kinds)]
    bare = puzzle.replace(further=others)
    return id_losses(bare, _NAME, _LEVEL, orders=_ORDERS, boxes="none") or loss_of(
        puzzle, kinds, lambda each: parse_unequal(SourceLine(1, _write(each)))
    )


def _write(puzzle: Puzzle) -> str:
    """Return one id. It has the difficulty of the puzzle if the puzzle was read from an id."""
    from pandoku.constraints import Difference, GreaterThan

    n = puzzle.order
    is_unequal = all(isinstance(each, GreaterThan) for each in puzzle.further)
    signs: set[tuple[int, str]] = set()
    for each in puzzle.further:
        if isinstance(each, GreaterThan | Difference):
            first, second = each.cells
            side = next(side for side in _STEPS if _neighbor(first, side, n) == second)
            signs |= {(first, side)} if is_unequal else {(first, side), (second, _BACK[side])}
    cells = [
        str(given) + "".join(side for side in _STEPS if (cell, side) in signs)
        for cell, given in enumerate(puzzle.givens)
    ]
    mode = "" if is_unequal else "a"
    return f"{n}{mode}{puzzle.extra.get('unequal', '')}:{','.join(cells)},\n"


FORMAT = Format(
    name=_NAME,
    summary="game ids of Simon Tatham's Unequal: 4de:0D,0,0L,..., or 4ade:... for Adjacent",
    carries="givens, and inequalities or all differences of 1; no boxes; orders 3 to 32",
    keeps=("extra:unequal",),
    suffixes=(".unequal",),
    example="4dk:0,0L,0,0,3,0URD,0U,0,0R,0,0U,0U,0,0,0L,0,\n",
    sniff_order=10,
    sniff=_sniff,
    read=partial(read_each_line, parse=parse_unequal),
    why_not=_why_not,
    write=_write,
)
