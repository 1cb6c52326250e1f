"""Format `penpa`: links to Penpa+ (penpa-edit), read only.

After `p=`, a link has its puzzle as a packed text. The packed text can also be read without the
link. Each line contains one link or one packed text. Only grids of squares are read: grids of
hexagons, triangles and other shapes are refused.

Penpa+ stores drawings, not their meaning. Digits in the grid are givens, and thick lines show the
boxes or regions. Cages, thermometers, arrows, dots and numbers outside the grid become constraints
if only the solution in the link satisfies all of them. A note lists these constraints. Otherwise
the drawings and the words are kept as constraints that are never checked.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from itertools import pairwise
from typing import Any

from pandoku.formats._format import Format
from pandoku.formats._text import Item, SourceLine, fail, first_line, read_each_line
from pandoku.formats.json.documents import guarded_value
from pandoku.formats.penpa.text import PenpaLink, inflated, penpa_in, read_penpa_text
from pandoku.model import Board, Puzzle

# Modules with rules are imported inside functions. An import at the top would load all formats,
# because the classes of constraints parse the texts of their example puzzles.

_NAME = "penpa"


def _of_line(line: SourceLine) -> Item:
    link = penpa_in(line.text)
    if link is None:
        expected = "a link to Penpa+ with #m=edit&p=... or #m=solve&p=..."
        fail(_NAME, f"expected {expected}, found {line.text.strip()[:20]!r}", line, 1)
    note: str | None = None
    board: Board | None = None

    def puzzle(link: PenpaLink) -> Puzzle:
        nonlocal note, board
        from pandoku.formats.penpa.reader import puzzle_of_penpa

        answer = inflated(link.answer) if link.answer else ""
        read, note, board = puzzle_of_penpa(read_penpa_text(inflated(link.puzzle)), answer)
        return read

    return guarded_value(_NAME, line.number, puzzle, link)._replace(note=note, board=board)


def _example() -> str:
    """Return a link to a 4x4 with three digits."""
    width = 8  # including the columns left and right of the grid
    cells = [width * (row + 2) + column + 2 for row in range(4) for column in range(4)]
    middle = 8 * 8 + 8 * 3 + 1  # the left end of the line between the boxes
    across = {f"{middle + at},{middle + at + 1}": 2 for at in range(4)}
    top = 8 * 8 + 8 * 1 + 3
    down = {f"{top + 8 * at},{top + 8 * at + 8}": 2 for at in range(4)}
    question: dict[str, Any] = {
        "number": {str(cells[5 * at]): [str(at + 1), 1, "1"] for at in range(3)},
        "lineE": across | down,
    }
    steps = [cells[0], *(b - a for a, b in pairwise(cells))]
    head = "sudoku,4,4,38,0,1,1,190,190,100,100,0,0,0,0,Title: Four,Author: ,,,OFF,false"
    lines = [head, "[0,0,0,0]", "{}", json.dumps(question), "{}", json.dumps(steps)]
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress("\n".join(lines).encode()) + packer.flush()
    return f"https://swaroopg92.github.io/penpa-edit/#m=edit&p={b64encode(packed).decode()}\n"


FORMAT = Format(
    name=_NAME,
    summary="links to Penpa+: penpa-edit/#m=edit&p=..., #m=solve&p=...; only read",
    carries="givens, regions, drawings, words about the rules, solution, progress; orders 1 to 36",
    keeps=("kind", "title", "author", "source", "words", "solution"),
    example=_example(),
    sniff_order=3,
    sniff=lambda head: penpa_in(first_line(head)) is not None,
    read=lambda lines: read_each_line(lines, _of_line),
    why_not=lambda _: "links to Penpa+ are only read",
    program="Penpa+",
)
