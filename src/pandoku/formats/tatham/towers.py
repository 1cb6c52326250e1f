"""Format `towers`: game ids of Simon Tatham's Towers, `5de:CLUES,GRID`, one per line.

An id has the order, the difficulty (kept in `extra["towers"]`), and the clues around the grid,
separated by /. The clues above the columns come first, then the clues below the columns, left of
the rows and right of the rows. A missing clue is empty. GRID is optional and has the givens,
encoded as in the format `solo`. There are no boxes.
"""

from __future__ import annotations

import re
from functools import partial

from pandoku.formats._format import Format
from pandoku.formats._text import SourceLine, fail, first_line, read_each_line
from pandoku.formats.tatham.ids import (
    IdPart,
    decoded_numbers,
    encoded_numbers,
    id_losses,
    matched_id,
)
from pandoku.model import FrozenMap, Geometry, Puzzle

# Constraints are imported inside functions. An import at the top would load all formats, because
# the classes of constraints parse the texts of their example puzzles.

_NAME = "towers"
_ORDERS = range(3, 10)
_LEVEL = r"(?:d[a-z])?"
_ID = re.compile(rf"([0-9]{{1,4}})({_LEVEL}):([^,]*)(?:,(.*))?")
_SIDES = ("D", "U", "R", "L")  # the directions of clues into the grid, in the order of an id


def _place(at: int, n: int) -> tuple[int, str]:
    """Return the first cell and the direction of a clue from its position in an id."""
    side, line = divmod(at, n)
    first = (line, n * (n - 1) + line, n * line, n * line + n - 1)[side]
    return first, _SIDES[side]


def parse_towers(line: SourceLine) -> Puzzle:
    """Return the puzzle of an id.

    Raises:
        FormatError: The id is bad. The message has its line and column.
    """
    from pandoku.constraints import Skyscraper

    match, column = matched_id(_ID, "4de:2/2/1/3/...", line, _NAME, _ORDERS)
    n = int(match[1])
    at = column + match.start(3)
    numbers = match[3].split("/")
    if len(numbers) != 4 * n:
        reason = f"expected {4 * n} clues with / between them, found {len(numbers)}"
        fail(_NAME, reason, line, at)
    clues = []
    for position, number in enumerate(numbers):
        if number:
            if not re.fullmatch("[0-9]{1,2}", number) or not 1 <= int(number) <= n:
                reason = f"expected a clue 1-{n} or nothing, found {number[:20]!r}"
                fail(_NAME, reason, line, at)
            first, direction = _place(position, n)
            clues.append(Skyscraper((first,), direction, int(number)))
        at += len(number) + 1
    givens = [0] * (n * n)
    if match[4] is not None:
        givens = decoded_numbers(IdPart(line, column + match.start(4), match[4]), n, n, _NAME)
    extra = FrozenMap({"towers": match[2]} if match[2] else {})
    return Puzzle(Geometry.latin(n), tuple(givens), further=tuple(clues), extra=extra)


def _why_not(puzzle: Puzzle) -> str | None:
    """Return the rules that an id would lose.

    An id can store givens, and one skyscraper clue at each place.
    """
    from pandoku.constraints import Skyscraper
    from pandoku.formats._again import loss_of

    others = [each for each in puzzle.further if not isinstance(each, Skyscraper)]
    bare = puzzle.replace(further=others)
    return id_losses(bare, _NAME, _LEVEL, orders=_ORDERS, boxes="none") or loss_of(
        puzzle, [Skyscraper], lambda each: parse_towers(SourceLine(1, _write(each)))
    )


def _write(puzzle: Puzzle) -> str:
    """Return one id. It has the difficulty of the puzzle if the puzzle was read from an id."""
    from pandoku.constraints import Skyscraper

    n = puzzle.order
    values = {
        (each.start[0], each.direction): str(each.value)
        for each in puzzle.further
        if isinstance(each, Skyscraper)
    }
    clues = "/".join(values.get(_place(at, n), "") for at in range(4 * n))
    grid = f",{encoded_numbers(puzzle.givens)}" if puzzle.n_givens else ""
    return f"{n}{puzzle.extra.get('towers', '')}:{clues}{grid}\n"


FORMAT = Format(
    name=_NAME,
    summary="game ids of Simon Tatham's Towers: 4de:2/2/1/3/..., clues around the grid",
    carries="skyscrapers, givens; no boxes; orders 3 to 9",
    keeps=("extra:towers",),
    suffixes=(".towers",),
    example="4dh:/2///3/2//////3/2/3//1,b2m\n",
    sniff_order=11,
    sniff=lambda head: (
        re.match(rf"[0-9]{{1,2}}{_LEVEL}:[0-9]*/[0-9/]*(?:,[_a-z0-9]*)?$", first_line(head))
        is not None
    ),
    read=partial(read_each_line, parse=parse_towers),
    why_not=_why_not,
    write=_write,
)
