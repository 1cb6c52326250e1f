"""The composition of pieces and givens in a picture: where more of them look good."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, reduce
from operator import or_
from typing import NamedTuple, TypeAlias

from pandoku.constraints import Canvas
from pandoku.generation.pieces import MixPiece

__all__ = ["Composition"]

# The penalty of a piece whose cells are all next to other pieces.
_CROWDED = 0.6
# The bonus of a line that crosses another line once, if lines may cross.
_CROSSING = 4
# The penalty of a given that hides a line or an area.
_HIDING = 0.9
# The penalty of a given in a cell with a mark, which would say nothing then.
_OVER_MARK = 0.95
# The weight of the emptiness of a quarter of the grid, 0 to 1.
_SPREAD = 0.75
# The order is this number times the cells that pieces should cover in each quarter of the grid.
_LEAST_COVERED = 3
# A house may show this share of its digits. The appeal of each further given has this factor.
_SHOWN, _TOO_MANY = 0.5, 0.4


# The number of cells in each quarter, and their sum, which is at least 1.
_Shares: TypeAlias = tuple[int, int, int, int, int]


class _Group(NamedTuple):
    """Cells that become givens together: a mask of them, their houses, and their quarters."""

    spot: int
    houses: tuple[int, ...]
    shares: _Shares


@dataclass(slots=True)
class Composition:
    """The places that pieces and givens take in the picture of a puzzle.

    Attributes:
        canvas: The grid of the picture.
        ink: The cells that the pieces cover, as a mask.
    """

    canvas: Canvas
    ink: int = 0
    _marked: int = 0  # the cells with marks and numbers
    _taken: int = 0
    _barred: int = 0
    _near: int = 0
    _ends: int = 0  # the ends of lines
    _continued: int = 0  # the cells where another line would seem to continue a line
    _quarters: tuple[int, ...] = field(init=False)  # the cells of each quarter, as a mask
    _n_shown: list[int] = field(init=False)  # the givens in each house
    _known: dict[tuple[int, ...], _Group] = field(init=False, default_factory=dict)
    # The cells with pieces, and with pieces or givens, in each quarter.
    _n_covered: list[int] = field(init=False, default_factory=lambda: [0] * 4)
    _n_filled: list[int] = field(init=False, default_factory=lambda: [0] * 4)

    def __post_init__(self) -> None:
        n = self.canvas.order
        self._n_shown = [0] * len(self.canvas.geometry.houses)
        half = (n + 1) // 2  # the quarters share the middle row and column
        self._quarters = tuple(
            sum(1 << row * n + column for row in rows for column in columns)
            for rows in (range(half), range(n - half, n))
            for columns in (range(half), range(n - half, n))
        )

    def add(self, piece: MixPiece) -> None:
        """Draw a piece."""
        self.reserve(piece)
        self.ink |= piece.ink
        if piece.form == "cell":
            self._marked |= piece.ink
        elif piece.form == "area":
            self._marked |= piece.ink & -piece.ink  # the first cell has the number of the area
        self._ends, self._continued = self._ends | piece.ends, self._continued | piece.continued
        self.add_neighborhood(piece)
        self._count(piece.spot, self._n_covered, self._n_filled)

    def reserve(self, piece: MixPiece) -> None:
        """Reserve the places of a piece, which does not make the picture fuller."""
        self._taken, self._barred = self._taken | piece.takes, self._barred | piece.bars

    def add_neighborhood(self, piece: MixPiece) -> None:
        """Note that the cells next to a piece are a worse place."""
        for cell, around in enumerate(self.canvas.beside):
            if piece.ink >> cell & 1:
                self._near |= sum(1 << near for near in around)

    def add_drawn(self, piece: MixPiece) -> None:
        """Note a piece that a setter has drawn, which may be in the way of others."""
        self.add_neighborhood(piece)
        self._ends, self._continued = self._ends | piece.ends, self._continued | piece.continued
        self._count(piece.spot, self._n_covered, self._n_filled)

    def add_givens(self, cells: Iterable[int]) -> None:
        """Print givens."""
        for cell in cells:
            for house in self.canvas.geometry.houses_of[cell]:
                self._n_shown[house] += 1
            self._count(1 << cell, self._n_filled)

    def has_room(self, piece: MixPiece) -> bool:
        """Return whether the places of a piece are free."""
        return not (self._taken & piece.bars or self._barred & piece.takes)

    def looks_continued(self, piece: MixPiece) -> bool:
        """Return whether a line and a line of the picture would look like one longer line."""
        return bool(self._ends & piece.continued or self._continued & piece.ends)

    def appeal(self, piece: MixPiece) -> float:
        """Return the appeal of a piece, a factor: greater in an empty quarter of the grid."""
        crowd = (self._near & piece.ink).bit_count() / max(1, piece.ink.bit_count())
        n_shared = (self.ink & piece.ink).bit_count()
        crossing = _CROSSING / n_shared**2 if n_shared else 1.0
        spread = _spread(_shares(piece.spot, self._quarters), self._n_covered)
        return (1 - _CROWDED * crowd) * crossing * spread

    def appeal_of_givens(self, cells: tuple[int, ...]) -> float:
        """Return the appeal of givens, a factor: greater in free cells of open houses."""
        if (group := self._known.get(cells)) is None:
            group = self._known[cells] = self._group(cells)
        hiding = (self.ink & group.spot).bit_count() / len(cells)
        over_mark = 1 - _OVER_MARK * bool(self._marked & group.spot)
        n_shown = self._n_shown
        fullest = max([n_shown[house] for house in group.houses])
        excess = fullest + 1 - _SHOWN * self.canvas.order
        too_many: float = _TOO_MANY**excess if excess > 0 else 1.0
        spread = _spread(group.shares, self._n_filled)
        return (1 - _HIDING * hiding) * over_mark * too_many * spread

    def _group(self, cells: tuple[int, ...]) -> _Group:
        spot = sum(1 << cell for cell in cells)
        houses_of = self.canvas.geometry.houses_of
        houses = {house for cell in cells for house in houses_of[cell]}
        return _Group(spot, tuple(houses), _shares(spot, self._quarters))

    def hiding(self, cells: Sequence[int]) -> float:
        """Return the share of some cells where a given would hide a line, a mark or an area."""
        return sum([self.ink >> cell & 1 for cell in cells]) / len(cells)

    def leaves_gap(self, piece: MixPiece, others: Iterable[MixPiece]) -> bool:
        """Return whether a quarter of the grid would be nearly empty without a piece.

        Numbers outside the grid leave no gap: many puzzles have them on two sides only.
        """
        if piece.form == "outside":
            return False
        spot = reduce(or_, (other.spot for other in others), 0)
        least = self.canvas.order // _LEAST_COVERED
        return any(
            piece.spot & quarter and (spot & quarter).bit_count() < least
            for quarter in self._quarters
        )

    def _count(self, spot: int, *counts: list[int]) -> None:
        for at, quarter in enumerate(self._quarters):
            for each in counts:
                each[at] += (spot & quarter).bit_count()


def _spread(shares: _Shares, counts: Sequence[int]) -> float:
    """Return a factor that is greater the emptier the quarters of some cells are.

    Args:
        shares: The result of `_shares` for the cells.
        counts: Number of filled cells in each quarter.
    """
    n_all = sum(counts)
    if not n_all:
        return 1.0
    one, two, three, four, n_shares = shares
    there = one * counts[0] + two * counts[1] + three * counts[2] + four * counts[3]
    return 1 / (1 - _SPREAD + _SPREAD * 4 * there / (n_all * n_shares))


@lru_cache(maxsize=1 << 14)
def _shares(spot: int, quarters: tuple[int, ...]) -> _Shares:
    """Return the number of cells in each of four quarters, and their sum, which is at least 1."""
    one, two, three, four = ((spot & quarter).bit_count() for quarter in quarters)
    return one, two, three, four, max(1, one + two + three + four)
