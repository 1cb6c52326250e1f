"""Cages and regions in the notation of Simon Tatham's programs: the borders between cells.

Pairs of neighboring cells come in a fixed order: first across, row by row, then down, column by
column. A pair is called open if there is no border between its cells. A character encodes a run of
open pairs and the border after the run: `_` for a border alone, `a` for one open pair and a border,
... `x` for 24 open pairs and a border. The text always ends as if a border followed the last pair.
A character may have a repeat count (`a3` is `aaa`). Programs disagree about runs of 25 or more open
pairs, so these runs are neither read nor written.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from pandoku.model import Cage

_LONGEST = 24
_CODE = re.compile(r"(.)([0-9]*)", re.DOTALL)


class EdgesError(ValueError):
    """Raised for a text that does not encode borders.

    Attributes:
        reason: The expected and the found text.
        at: The 0-based position in the text.
    """

    def __init__(self, reason: str, at: int) -> None:
        self.reason = reason
        self.at = at
        super().__init__(reason)


def decode_edges(text: str, n: int) -> list[int]:
    """Return the number of each cell's region.

    Regions are numbered in the order of their first cells.

    Raises:
        EdgesError: A character is unknown, or the text is too short or too long.

    >>> decode_edges("b__", 2)
    [0, 0, 1, 1]
    """
    is_border = _borders(text, n)
    region = list(range(n * n))

    def root(cell: int) -> int:
        while region[cell] != cell:
            cell = region[cell]
        return cell

    for (first, second), border in zip(_neighbors(n), is_border, strict=True):
        if not border:
            low, high = sorted((root(first), root(second)))
            region[high] = low
    return _renumbered([root(cell) for cell in range(n * n)])


def encode_edges(region_of: Sequence[int], n: int, *, counted: bool) -> str:
    """Return the borders between regions as text.

    It is only called after `why_no_edges` has returned None.

    Args:
        region_of: The region of every cell, row-major.
        n: The order.
        counted: Whether three or more equal characters become one character with a repeat count.

    >>> encode_edges([0, 0, 1, 1], 2, counted=True)
    'b__'
    """
    text = "".join("_" if run == 0 else chr(ord("a") + run - 1) for run in _runs(region_of, n))
    return re.sub(r"(.)\1{2,}", lambda m: f"{m[1]}{len(m[0])}", text) if counted else text


def why_no_edges(region_of: Sequence[int], n: int) -> str | None:
    """Return the reason why borders cannot describe the regions, or None."""
    if max(_runs(region_of, n)) > _LONGEST:
        return f"it cannot store a run of more than {_LONGEST} open neighbors"
    text = encode_edges(region_of, n, counted=False)
    if decode_edges(text, n) != _renumbered(region_of):
        return "it stores only connected cages and regions"
    return None


def cage_of_cells(cages: Sequence[Cage], n: int) -> list[int] | None:
    """Return the number of each cell's cage, or None unless every cell is in exactly one cage.

    Cages are numbered in the order of their first cells.

    >>> cage_of_cells([Cage("+", 5, (1, 2, 3)), Cage("=", 1, (0,))], 2)
    [0, 1, 1, 1]
    """
    owner = {cell: index for index, cage in enumerate(cages) for cell in cage.cells}
    cells = sorted(cell for cage in cages for cell in cage.cells)
    if cells != list(range(n * n)):
        return None
    return _renumbered([owner[cell] for cell in cells])


def cells_by_region(region_of: Sequence[int]) -> list[tuple[int, ...]]:
    """Return the cells of each region, ascending.

    >>> cells_by_region([0, 1, 1, 1])
    [(0,), (1, 2, 3)]
    """
    cells: list[list[int]] = [[] for _ in range(max(region_of) + 1)]
    for cell, region in enumerate(region_of):
        cells[region].append(cell)
    return [tuple(c) for c in cells]


@lru_cache(maxsize=8)
def _neighbors(n: int) -> list[tuple[int, int]]:
    across = [(r * n + c, r * n + c + 1) for r in range(n) for c in range(n - 1)]
    down = [(r * n + c, r * n + n + c) for c in range(n) for r in range(n - 1)]
    return across + down


def _borders(text: str, n: int) -> list[bool]:
    """Return True for every pair of neighbors with a border between them, and False for others."""
    n_pairs = len(_neighbors(n))
    borders: list[bool] = []
    for match in _CODE.finditer(text):
        char, times = match.groups()
        run = 0 if char == "_" else ord(char) - ord("a") + 1
        if run > _LONGEST and char <= "z":
            reason = f"programs disagree about {char!r} (a run of 25 or more): it cannot be read"
            raise EdgesError(reason, match.start())
        if char != "_" and not 1 <= run <= _LONGEST:
            raise EdgesError(f"expected '_' or a letter a-x, found {char!r}", match.start())
        if len(times) > 4 or (times and int(times) == 0):
            reason = f"expected a repeat count 1-9999 after {char!r}, found {times[:20]}"
            raise EdgesError(reason, match.start(2))
        borders += ([False] * run + [True]) * int(times or 1)
        if len(borders) > n_pairs + 1:
            reason = f"expected {n_pairs} pairs of neighbors and a final border, found too many"
            raise EdgesError(reason, match.start())
    if len(borders) != n_pairs + 1:
        found = max(0, len(borders) - 1)
        reason = f"expected {n_pairs} pairs of neighbors and a final border, found {found}"
        raise EdgesError(reason, len(text))
    return borders[:-1]


def _runs(region_of: Sequence[int], n: int) -> list[int]:
    """Return the number of open pairs before each border, including the border at the end."""
    runs = [0]
    for first, second in _neighbors(n):
        if region_of[first] == region_of[second]:
            runs[-1] += 1
        else:
            runs.append(0)
    return runs


def _renumbered(regions: Sequence[int]) -> list[int]:
    numbers: dict[int, int] = {}
    return [numbers.setdefault(region, len(numbers)) for region in regions]
