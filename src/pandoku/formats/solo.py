"""Format `solo`: game ids of Simon Tatham's Solo, `3x3:GRID`, one a line; killer ids included.

The parameters: `CxR` (boxes R columns wide and C rows tall) or `Nj` (jigsaw), then x (diagonals),
k (killer), and symmetry and difficulty (kept in `extra["solo"]`). GRID lists the givens, with
letters for runs of blanks (a = 1, ... z = 26) and _ between two numbers that touch. A jigsaw adds
`,` and the borders of its regions; a killer adds `,` borders of its cages `,` and their sums, each
at the cage's first cell, coded as GRID is. Digits of a killer cage differ.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pandoku.formats._edges import EdgesError, decode_edges, encode_edges
from pandoku.formats._text import Item, Line, Lines, fail, read_each_line, rule_losses
from pandoku.model import Cage, FrozenMap, Geometry, Puzzle

NAME = "solo"
SUMMARY = "game ids of Simon Tatham's Solo: 3x3:a5b_2..., jigsaw, diagonal and killer too"
CARRIES = "givens, boxes, jigsaw regions, diagonals, connected killer cages; orders 2 to 31"
KEEPS = ("extra",)
SUFFIXES = (".solo",)
EXAMPLE = "2x3:b3a1a5_6a3_2b5_4_2a3_2a6_4_5b1_2a4_5a4a1b\n"
SNIFF_ORDER = 11
SEPARATOR = ""

_ID = re.compile(r"(?:(\d{1,2})x(\d{1,2})|(\d{1,2})j)(x?)(k?)((?:m[248]|md[24]|r[24]|a)?(?:d[a-z])?):(.*)")
_MAX_ORDER = 31


def sniff(head: list[str]) -> bool:
    """Whether the first line is parameters, a colon and letters or numbers."""
    text = next((t.strip() for t in head if t.strip() and not t.startswith("#")), "")
    return re.match(r"(\d{1,2}x\d{1,2}|\d{1,2}j)[a-z0-9]*:[a-z0-9_,]+$", text) is not None


def read(lines: Lines) -> Iterator[Item]:
    """Yield a puzzle for each line."""
    return read_each_line(lines, _parse)


def why_not(puzzle: Puzzle) -> str | None:
    """What an id would lose: candidates, extra houses, cages that are no killer's, Latin squares."""
    lost = rule_losses(
        puzzle,
        orders=range(2, _MAX_ORDER + 1),
        cages=True,
        boxes="any",
        regions=True,
        diagonals=True,
    )
    if lost:
        return lost
    geometry, n = puzzle.geometry, puzzle.order
    if geometry.box is None and geometry.regions is None:
        return "it holds no grids without boxes or regions"
    if geometry.regions is not None and not _codes(list(geometry.regions), n):
        return "its regions are connected and have runs of fewer than 25 open neighbours"
    if not puzzle.cages:
        return None
    if any(
        c.target is None or c.target < 1 or (len(c.cells) > 1 and (c.repeats or c.operation != "+"))
        for c in puzzle.cages
    ):
        return "it holds killer cages only: sums of different digits"
    owner = _owners(puzzle)
    if owner is None:
        return "its cages cover every cell once"
    return None if _codes(owner, n) else "its cages are connected, with short runs of neighbours"


def write(puzzle: Puzzle) -> str:
    """One id; symmetry and difficulty are those it was read with, if any."""
    geometry, n = puzzle.geometry, puzzle.order
    box = geometry.box
    shape = f"{box[0]}x{box[1]}" if box else f"{n}j"
    flags = "x" * geometry.diagonals + "k" * bool(puzzle.cages) + str(puzzle.extra.get("solo", ""))
    parts = [_encode_numbers(puzzle.givens)]
    if geometry.regions is not None:
        parts.append(encode_edges(list(geometry.regions), n, counted=False) or "")
    if puzzle.cages:
        parts.append(encode_edges(_owners(puzzle) or [], n, counted=False) or "")
        sums = {min(cage.cells): cage.target or 0 for cage in puzzle.cages}
        parts.append(_encode_numbers([sums.get(cell, 0) for cell in range(n * n)]))
    return f"{shape}{flags}:{','.join(parts)}\n"


def _codes(region_of: list[int], n: int) -> bool:
    text = encode_edges(region_of, n, counted=False)
    return text is not None and decode_edges(text, n) == region_of


def _owners(puzzle: Puzzle) -> list[int] | None:
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


def _encode_numbers(numbers: Sequence[int]) -> str:
    out, run = "", 0
    for number in [*numbers, None]:
        if number == 0:
            run += 1
            continue
        while run > 0:
            out += chr(ord("a") + min(run, 26) - 1)
            run -= 26
        run = 0
        if number is not None:
            out += ("_" if out and out[-1].isdecimal() else "") + str(number)
    return out


class _Parser:
    """Reads one id; remembers where each part stands for the error messages."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.text = line.text.strip()
        self.indent = line.text.index(self.text)

    def fail(self, reason: str, at: int) -> None:
        fail(NAME, reason, self.line, self.indent + at + 1)

    def numbers(self, start: int, text: str, n_cells: int, most: int) -> list[int]:
        values: list[int] = []
        at = 0
        for match in re.finditer(r"(\d+)|([a-z])|(_)|(.)", text):
            at = start + match.start()
            if match[4]:
                self.fail(f"expected numbers, letters or '_', found {match[4]!r}", at)
            if match[2]:
                values += [0] * (ord(match[2]) - ord("a") + 1)
            elif match[1]:
                number = int(match[1]) if len(match[1]) < 6 else most + 1
                if not 1 <= number <= most:
                    self.fail(f"expected a number 1-{most}, found {match[1][:20]}", at)
                values.append(number)
            if len(values) > n_cells:
                break
        if len(values) != n_cells:
            self.fail(f"expected {n_cells} cells, found {len(values)}", at)
        return values

    def regions(self, start: int, text: str, n: int) -> list[int]:
        try:
            return decode_edges(text, n)
        except EdgesError as error:
            self.fail(error.reason, start + error.at)
            raise

    def puzzle(self) -> Puzzle:
        match = _ID.fullmatch(self.text)
        if match is None:
            self.fail("expected an id such as 3x3:GRID or 9jk:GRID,BLOCKS,CAGES,SUMS", 0)
            raise AssertionError
        rows, columns, jigsaw, x, k, level, rest = match.groups()
        n = int(jigsaw) if jigsaw else int(rows) * int(columns)
        if not 2 <= n <= _MAX_ORDER:
            self.fail(f"expected an order from 2 to {_MAX_ORDER}, found {n}", 0)
        parts = rest.split(",")
        wanted = 1 + bool(jigsaw) + 2 * bool(k)
        if len(parts) != wanted:
            self.fail(f"expected {wanted} parts after the colon, found {len(parts)}", match.start(7))
        starts = [match.start(7)]
        for part in parts:
            starts.append(starts[-1] + len(part) + 1)
        givens = self.numbers(starts[0], parts[0], n * n, n)
        if jigsaw:
            regions = tuple(self.regions(starts[1], parts[1], n))
            geometry = Geometry(n, regions=regions, diagonals=bool(x))
        else:
            geometry = Geometry(n, (int(rows), int(columns)), diagonals=bool(x))
        cages = self.cages(starts[-3], parts[-2:], n) if k else ()
        extra = FrozenMap({"solo": level} if level else {})
        return Puzzle(geometry, tuple(givens), cages, extra=extra)

    def cages(self, start: int, parts: list[str], n: int) -> tuple[Cage, ...]:
        owner = self.regions(start, parts[0], n)
        sums = self.numbers(start + len(parts[0]) + 1, parts[1], n * n, n * (n + 1) // 2)
        cells: list[list[int]] = [[] for _ in range(max(owner) + 1)]
        for cell, number in enumerate(owner):
            cells[number].append(cell)
        cages = []
        for where in cells:
            target = sums[where[0]] or None
            if any(sums[cell] for cell in where[1:]):
                self.fail("expected sums at the first cells of cages only", start)
            cages.append(Cage("+", target, tuple(where), repeats=False))
        return tuple(cages)


def _parse(line: Line) -> Puzzle:
    return _Parser(line).puzzle()
