"""A puzzle and a board, as the JSON document of a path states them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

Json = dict[str, Any]
Pair = tuple[int, int]  # (cell, digit)
Literal = tuple[int, int, bool]  # (cell, digit, whether it is true)
Cells = tuple[int, ...]

STEPS = {
    **{"R": (0, 1), "L": (0, -1), "D": (1, 0), "U": (-1, 0)},
    **{"DR": (1, 1), "DL": (1, -1), "UR": (-1, 1), "UL": (-1, -1)},
}


class NotJudged(Exception):  # noqa: N818 - it is no error of the path
    """Raised when a claim cannot be judged. The message is the reason, which is counted."""


@dataclass(frozen=True)
class Reading:
    """A puzzle. Cells are numbered from 0, and digits from 1.

    Attributes:
        document: The puzzle in the format json.
    """

    document: Json

    @cached_property
    def n(self) -> int:
        return int(self.document["size"])

    @cached_property
    def cages(self) -> list[Json]:
        return list(self.document.get("cages") or ())

    @cached_property
    def rules(self) -> list[Json]:
        """All constraints in the order of their numbers: cages come first."""
        return [{"type": "cage", **cage} for cage in self.cages] + list(
            self.document.get("constraints") or ()
        )

    @cached_property
    def givens(self) -> list[int]:
        return [digit or 0 for digit in self.document.get("givens") or [0] * self.n**2]

    @cached_property
    def regions(self) -> list[Cells]:
        """The cells of each box, or of each region of a jigsaw; [] in a Latin square."""
        n, document = self.n, self.document
        if document.get("box"):
            height, width = document["box"]
            corners = product(range(0, n, height), range(0, n, width))
            return [
                tuple((row + r) * n + column + c for r, c in product(range(height), range(width)))
                for row, column in corners
            ]
        regions: dict[object, list[int]] = {}
        for cell, region in enumerate(document.get("regions") or ()):
            regions.setdefault(region, []).append(cell)
        return [tuple(cells) for cells in regions.values()]

    @cached_property
    def houses(self) -> dict[tuple[str, int], Cells]:
        """The cells of each house by its kind and number."""
        n, document = self.n, self.document
        kinds: dict[str, list[Cells]] = {
            "row": [tuple(range(start, start + n)) for start in range(0, n * n, n)],
            "column": [tuple(range(start, n * n, n)) for start in range(n)],
            "box" if document.get("box") else "region": self.regions,
        }
        if document.get("diagonals"):
            kinds["diagonal"] = [
                tuple(range(0, n * n, n + 1)),
                tuple(range(n - 1, n * n - 1, n - 1)),
            ]
        extra = document.get("houses") or ()
        kinds["extra"] = [
            tuple(each["cells"] if isinstance(each, dict) else each) for each in extra
        ]
        return {
            (kind, number): cells
            for kind, houses in kinds.items()
            for number, cells in enumerate(houses, 1)
        }

    def region_of(self, cell: int) -> int:
        """Return the position of a cell's box or region in `regions`."""
        return next(at for at, cells in enumerate(self.regions) if cell in cells)

    def neighbors(self, cell: int) -> Iterator[int]:
        """Yield the cells that share a side with a cell."""
        row, column = divmod(cell, self.n)
        for down, right in (STEPS[each] for each in "RLDU"):
            if 0 <= row + down < self.n and 0 <= column + right < self.n:
                yield cell + down * self.n + right

    def line(self, clue: Json) -> Cells:
        """Return the cells that a clue outside the grid looks at, beginning next to it."""
        row, column = divmod(clue["start"][0], self.n)
        down, right = STEPS[clue["direction"]]
        cells = []
        while 0 <= row < self.n and 0 <= column < self.n:
            cells.append(row * self.n + column)
            row, column = row + down, column + right
        return tuple(cells)

    def name(self, cell: int) -> str:
        """Return the name of a cell: "r1c1"."""
        return f"r{cell // self.n + 1}c{cell % self.n + 1}"

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each cell by its name."""
        return {self.name(cell): cell for cell in range(self.n**2)}

    def cells(self, names: Iterable[str]) -> Cells:
        return tuple(self.numbers[name] for name in names)

    def pairs(self, listed: Iterable[Sequence[Any]]) -> list[Pair]:
        return [(self.numbers[name], digit) for name, digit in listed]

    def literals(self, listed: Iterable[Sequence[Any]]) -> list[Literal]:
        return [(self.numbers[name], digit, is_so) for name, digit, is_so in listed]

    def house(self, which: Json) -> Cells:
        return self.houses[which["kind"], which["number"]]


class Position:
    """The digits and the candidates before a step.

    Attributes:
        digits: The digit of each cell, 0 for an empty one.
        candidates: The candidates of each empty cell; an empty set for a filled one.
    """

    def __init__(self, digits: Sequence[int], candidates: Sequence[Collection[int]]) -> None:
        self.digits = list(digits)
        pairs = zip(digits, candidates, strict=True)
        self.candidates = [set() if digit else {*left} for digit, left in pairs]

    @classmethod
    def of(cls, board: Json) -> Position:
        """Return a board of the document."""
        return cls(board["digits"], board["candidates"])

    @classmethod
    def open(cls, n: int) -> Position:
        """Return the empty board with all candidates."""
        return cls([0] * n**2, [range(1, n + 1)] * n**2)

    def values(self, cell: int) -> set[int]:
        """Return the digits that a cell may hold."""
        return {self.digits[cell]} if self.digits[cell] else self.candidates[cell]

    def remove(self, cell: int, digit: int) -> None:
        self.candidates[cell].discard(digit)

    def place(self, cell: int, digit: int, seen: Iterable[int]) -> None:
        self.digits[cell] = digit
        self.candidates[cell] = set()
        for other in seen:
            self.candidates[other].discard(digit)
