"""Format `keen`: game ids of Simon Tatham's Keen, `6dn:BLOCKS,CLUES`, one a line.

The order, the difficulty (kept in `extra["keen"]`), the borders between cages (see _edges.py), and
for each cage in reading order of its first cell a letter and the target: a add, m multiply,
s subtract, d divide. A single cell holds its target. No boxes; digits may repeat in a cage.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pandoku.formats._edges import EdgesError, decode_edges, encode_edges
from pandoku.formats._text import Item, Line, Lines, fail, read_each_line, rule_losses
from pandoku.model import Cage, FrozenMap, Geometry, Puzzle

NAME = "keen"
SUMMARY = "game ids of Simon Tatham's Keen: 4dx:_aa_4bb__a4,m96d2..."
CARRIES = "connected cages that cover the grid once; no boxes; orders 2 to 16"
KEEPS = ("extra",)
SUFFIXES = (".keen",)
EXAMPLE = "3:a_3aa_a_,a3s1d3a3m2\n"
SNIFF_ORDER = 12
SEPARATOR = ""

_ID = re.compile(r"(\d{1,2})((?:d[a-z])?m?):([^,]*),(.*)")
_CLUE = re.compile(r"([amsd])(\d{1,18})")
_OPERATIONS = {"a": "+", "m": "*", "s": "-", "d": "/"}


def sniff(head: list[str]) -> bool:
    """Whether the first line is an order, a colon, borders and clues."""
    text = next((t.strip() for t in head if t.strip() and not t.startswith("#")), "")
    return re.match(r"\d{1,2}(d[a-z])?m?:[_a-z0-9]*,[amsd]\d", text) is not None


def read(lines: Lines) -> Iterator[Item]:
    """Yield a puzzle for each line."""
    return read_each_line(lines, _parse)


def why_not(puzzle: Puzzle) -> str | None:
    """What an id would lose: boxes, givens, hidden operations, overlaps, separate parts."""
    lost = rule_losses(puzzle, orders=range(2, 17), cages=True, givens=False, boxes="none")
    if lost:
        return lost
    for cage in puzzle.cages:
        if cage.target is None or cage.target < 0 or cage.operation == "?":
            return "it holds known operations and targets of 0 and more only"
        if not cage.repeats and len(cage.cells) > 1:
            return "it cannot say that the digits of a cage differ"
        if (cage.operation in "-/" and len(cage.cells) != 2 and len(cage.cells) > 1) or (
            cage.operation == "=" and len(cage.cells) > 1
        ):
            return f"'{cage.operation}' of {len(cage.cells)} cells cannot be said"
    regions = _regions(puzzle)
    if regions is None:
        return "its cages cover every cell once"
    text = encode_edges(regions, puzzle.order, counted=True)
    if text is None:
        return "a run of 25 or more open neighbours cannot be written"
    if decode_edges(text, puzzle.order) != regions:
        return "it holds connected cages only"
    return None


def write(puzzle: Puzzle) -> str:
    """One id; the difficulty is the one it was read with, if any."""
    regions = _regions(puzzle)
    assert regions is not None  # why_not
    signs = {sign: letter for letter, sign in _OPERATIONS.items()} | {"=": "a"}
    first = {min(cage.cells): cage for cage in puzzle.cages}
    clues = [
        f"{'a' if len(cage.cells) == 1 else signs[cage.operation]}{cage.target}"
        for _, cage in sorted(first.items())
    ]
    level = puzzle.extra.get("keen", "")
    edges = encode_edges(regions, puzzle.order, counted=True)
    return f"{puzzle.order}{level}:{edges},{''.join(clues)}\n"


def _regions(puzzle: Puzzle) -> list[int] | None:
    """Return every cell's cage, numbered in reading order; None unless each has exactly one."""
    owner: dict[int, int] = {}
    for index, cage in enumerate(puzzle.cages):
        for cell in cage.cells:
            if cell in owner:
                return None
            owner[cell] = index
    if sorted(owner) != list(range(puzzle.geometry.n_cells)):
        return None
    numbers: dict[int, int] = {}
    return [numbers.setdefault(owner[cell], len(numbers)) for cell in range(len(owner))]


def _parse(line: Line) -> Puzzle:
    text = line.text.strip()
    indent = line.text.index(text)
    match = _ID.fullmatch(text)
    if match is None:
        fail(NAME, "expected an id such as 4dx:BLOCKS,CLUES", line, indent + 1)
    n = int(match[1])
    if not 2 <= n <= 16:
        fail(NAME, f"expected an order from 2 to 16, found {n}", line, indent + 1)
    try:
        regions = decode_edges(match[3], n)
    except EdgesError as error:
        fail(NAME, error.reason, line, indent + match.start(3) + error.at + 1)
    cells: list[list[int]] = [[] for _ in range(max(regions) + 1)]
    for cell, region in enumerate(regions):
        cells[region].append(cell)
    cages, at = [], match.start(4)
    for where in cells:
        clue = _CLUE.match(text, at)
        if clue is None:
            found = f"{text[at : at + 8]!r}" if at < len(text) else "the end"
            reason = f"expected {len(cells)} clues such as a7 or m12, found {found}"
            fail(NAME, reason, line, indent + at + 1)
        operation = _OPERATIONS[clue[1]] if len(where) > 1 else "="
        if operation in "-/" and len(where) != 2:
            reason = f"expected two cells for {clue[0]!r}, found {len(where)}"
            fail(NAME, reason, line, indent + at + 1)
        cages.append(Cage(operation, int(clue[2]), tuple(where)))
        at = clue.end()
    if at < len(text):
        fail(NAME, f"expected {len(cells)} clues, found more", line, indent + at + 1)
    extra = FrozenMap({"keen": match[2]} if match[2] else {})
    return Puzzle(Geometry(n), cages=tuple(cages), extra=extra)
