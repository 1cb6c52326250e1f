"""Format `solo`: game ids of Simon Tatham's Solo, `3x3:GRID`, one per line, including killer ids.

The parameters begin with `CxR` (boxes R cells wide and C cells tall) or `Nj` (jigsaw). Then follow
x (diagonals), k (killer), the symmetry and the difficulty. The last two are kept in
`extra["solo"]`. GRID lists the givens, with letters for runs of blanks (a = 1, ... z = 26) and _
between adjacent numbers. In a jigsaw, `,` and the borders of the regions follow (see `edges`),
written without repeat counts. In a killer, `,` and the borders of the cages follow, then `,` and
the sums in the first cells of the cages. The sums are encoded like GRID. The digits of a cage
differ.
"""

from __future__ import annotations

import re
from functools import partial

from pandoku.formats._format import Format
from pandoku.formats._text import SourceLine, fail, first_line, read_each_line
from pandoku.formats.tatham.edges import cage_of_cells, cells_by_region, encode_edges, why_no_edges
from pandoku.formats.tatham.ids import (
    IdPart,
    decoded_numbers,
    decoded_regions,
    encoded_numbers,
    id_losses,
    matched_id,
)
from pandoku.model import Cage, FrozenMap, Geometry, Puzzle

_NAME = "solo"

_ORDERS = range(2, 32)
_SHAPE = r"(?:([0-9]{1,2})x([0-9]{1,2})|([0-9]{1,2})j)"
_LEVEL = r"(?:m[248]|md[24]|r[24]|a)?(?:d[a-z])?"  # symmetry, difficulty
_ID = re.compile(rf"{_SHAPE}(x?)(k?)({_LEVEL}):(.*)")


def _why_not(puzzle: Puzzle) -> str | None:
    """Return the rules that an id would lose, such as candidates and extra houses."""
    carried = {"cages": True, "boxes": "any", "regions": True, "diagonals": True}
    if lost := id_losses(puzzle, _NAME, _LEVEL, orders=_ORDERS, **carried):
        return lost
    geometry, n = puzzle.geometry, puzzle.order
    if geometry.regions is None:
        return _why_no_cages(puzzle) if geometry.box else "it cannot store a grid without boxes"
    return why_no_edges(geometry.regions, n) or _why_no_cages(puzzle)


def _write(puzzle: Puzzle) -> str:
    """Return one id.

    The id has the symmetry and the difficulty of the puzzle if the puzzle was read from an id.
    """
    geometry, n = puzzle.geometry, puzzle.order
    shape = f"{n}j" if geometry.box is None else f"{geometry.box[0]}x{geometry.box[1]}"
    flags = f"{'x' * geometry.diagonals}{'k' if puzzle.cages else ''}"
    parts = [encoded_numbers(puzzle.givens)]
    if geometry.regions is not None:
        parts.append(encode_edges(geometry.regions, n, counted=False))
    if puzzle.cages:
        parts.append(encode_edges(cage_of_cells(puzzle.cages, n) or [], n, counted=False))
        sums = {min(cage.cells): cage.target or 0 for cage in puzzle.cages}
        parts.append(encoded_numbers([sums.get(cell, 0) for cell in range(n * n)]))
    return f"{shape}{flags}{puzzle.extra.get('solo', '')}:{','.join(parts)}\n"


def _why_no_cages(puzzle: Puzzle) -> str | None:
    n = puzzle.order
    if not puzzle.cages:
        return None
    for cage in puzzle.cages:
        if cage.target is not None and not 1 <= cage.target <= n * (n + 1) // 2:
            return f"it stores only sums from 1 to {n * (n + 1) // 2}"
        if len(cage.cells) == 1 and cage.operation != "?":
            continue
        if cage.target is not None and (cage.repeats or cage.operation != "+"):
            return "it stores only killer cages: sums of different digits"
    owner = cage_of_cells(puzzle.cages, n)
    return "every cell must be in exactly one cage" if owner is None else why_no_edges(owner, n)


def parse_solo(line: SourceLine) -> Puzzle:
    """Return the puzzle of an id.

    Raises:
        FormatError: The id is bad. The message has its line and column.
    """
    match, column = matched_id(_ID, "3x3:GRID or 9jk:GRID,BLOCKS,CAGES,SUMS", line, _NAME)
    _, _, jigsaw, diagonals, killer, level, _ = match.groups()
    n, box = _shape(match, line, column)
    parts = _split(IdPart(line, column + match.start(7), match[7]))
    if len(parts) != (wanted := 1 + bool(jigsaw) + 2 * bool(killer)):
        reason = f"expected {wanted} parts after the colon, found {len(parts)}"
        fail(_NAME, reason, line, parts[0].column)
    givens = decoded_numbers(parts[0], n, n, _NAME)
    regions = tuple(decoded_regions(parts[1], n, _NAME)) if jigsaw else None
    cages = _cages(parts[-2], parts[-1], n) if killer else ()
    extra = FrozenMap({"solo": level} if level else {})
    return Puzzle(Geometry(n, box, regions, bool(diagonals)), tuple(givens), cages, extra=extra)


def _shape(id: re.Match[str], line: SourceLine, column: int) -> tuple[int, tuple[int, int] | None]:
    """Return the order of an id, and the shape of its boxes."""
    tall, wide, jigsaw = id.groups()[:3]
    most = _ORDERS[-1]
    if jigsaw:
        if int(jigsaw) not in _ORDERS:
            reason = f"expected an order from {_ORDERS[0]} to {most}, found {jigsaw}"
            fail(_NAME, reason, line, column)
        return int(jigsaw), None
    box = int(tall), int(wide)
    if min(box) < 2 or box[0] * box[1] > most:
        reason = f"expected boxes of at least 2x2 and at most {most} cells"
        fail(_NAME, f"{reason}, found {tall}x{wide}", line, column)
    return box[0] * box[1], box


def _split(part: IdPart) -> list[IdPart]:
    parts, column = [], part.column
    for text in part.text.split(","):
        parts.append(IdPart(part.line, column, text))
        column += len(text) + 1
    return parts


def _cages(borders: IdPart, clues: IdPart, n: int) -> tuple[Cage, ...]:
    sums = decoded_numbers(clues, n, n * (n + 1) // 2, _NAME)
    cages = []
    for cells in cells_by_region(decoded_regions(borders, n, _NAME)):
        first, *others = cells
        if odd := [cell for cell in others if sums[cell]]:
            reason = f"expected a cage's sum at its first cell, found {sums[odd[0]]} at {odd[0]}"
            fail(_NAME, reason, clues.line, clues.column)
        cages.append(Cage("+", sums[first] or None, cells, repeats=False))
    return tuple(cages)


FORMAT = Format(
    name=_NAME,
    summary="game ids of Simon Tatham's Solo: 3x3:a5b_2..., jigsaw, diagonal and killer too",
    carries="givens, boxes, jigsaw regions, diagonals, connected killer cages; orders 2 to 31",
    keeps=("extra:solo",),
    suffixes=(".solo",),
    example="2x3:b3a1a5_6a3_2b5_4_2a3_2a6_4_5b1_2a4_5a4a1b\n",
    sniff_order=11,
    sniff=lambda head: (
        re.match(rf"{_SHAPE}[a-z0-9]*:[_a-z0-9][^:\s]*$", first_line(head)) is not None
    ),
    read=partial(read_each_line, parse=parse_solo),
    why_not=_why_not,
    write=_write,
)
