"""Little killers: the digits along a diagonal add up to the number beside the grid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from pandoku.constraints._rule import Rule
from pandoku.errors import PuzzleError
from pandoku.model import Constraint, Puzzle, Sign, Stroke, Total, center_of
from pandoku.model.constraint import CellsLike
from pandoku.model.whole import as_whole

if TYPE_CHECKING:
    from pandoku.model import Decoration, Geometry, Relation

_STEPS = {"DR": (1, 1), "DL": (1, -1), "UR": (-1, 1), "UL": (-1, -1)}


@dataclass(frozen=True, slots=True)
class LittleKiller(Constraint):
    """A number outside the grid, and the diagonal that its arrow points along.

    Digits may repeat where houses permit.

    Attributes:
        start: The first cell of the diagonal, at the edge of the grid, as a tuple of one cell.
        direction: "DR", "DL", "UR" or "UL": down or up, then right or left.
        total: The sum of the digits.
    """

    NAME: ClassVar[str] = "little killer"
    CELL_FIELDS: ClassVar[tuple[str, ...]] = ("start",)

    start: CellsLike
    direction: str
    total: int

    def __post_init__(self) -> None:
        if not isinstance(self.direction, str) or self.direction not in _STEPS:
            raise PuzzleError(
                f"little killer: expected a direction {', '.join(_STEPS)}, "
                f"found {self.direction!r:.60}"
            )
        if (total := as_whole(self.total)) is None:
            raise PuzzleError(
                f"little killer: expected a whole number as the total, found {self.total!r:.60}"
            )
        object.__setattr__(self, "total", total)

    def cells_on(self, geometry: Geometry) -> tuple[int, ...]:
        """Return the cells of the diagonal, from the number on."""
        return _diagonal(self.start[0], self.direction, geometry.order) if self.start else ()

    def heading(self) -> str:
        """Return its kind and its total; the order of its cells shows the direction."""
        return f"{self.NAME} {self.total}"

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield whether the diagonal does not begin at the edge, or its sum is out of reach."""
        n = geometry.order
        if len(self.start) != 1 or not 0 <= self.start[0] < n * n:
            yield f"expected one cell 0..{n * n - 1} as its start, found {self.start}"
            return
        down, right = _STEPS[self.direction]
        row, column = self.start[0] // n - down, self.start[0] % n - right
        if 0 <= row < n and 0 <= column < n:
            yield "expected a diagonal that begins at the edge of the grid, found a cell before it"
        k = len(self.cells_on(geometry))
        if not k <= self.total <= k * n:
            yield f"expected a total of {k}..{k * n} for {k} cells, found {self.total}"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return one total."""
        terms = ((cell, 1) for cell in self.cells_on(puzzle.geometry))
        return (Total.of(terms, (self.total,), puzzle.order),)

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether the diagonal has the sum."""
        n = puzzle.order
        (row, column), (down, right) = divmod(self.start[0], n), _STEPS[self.direction]
        found = 0
        while 0 <= row < n and 0 <= column < n:
            found += digits[row * n + column]
            row, column = row + down, column + right
        return found == self.total

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> LittleKiller | None:
        """Return the same diagonal elsewhere, if it is still one from the edge on."""
        n = round(len(cells) ** 0.5)
        line = tuple(cells[cell] for cell in _diagonal(self.start[0], self.direction, n))
        if digits is not None:
            return None
        # A diagonal of one cell keeps its sum in any corner, whatever its direction.
        for direction in (self.direction, *_STEPS):
            if _diagonal(line[0], direction, n) == line and not _has_before(line[0], direction, n):
                return LittleKiller(line[:1], direction, self.total)
        return None

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return the number outside the grid, and an arrow from it."""
        down, right = _STEPS[self.direction]
        x, y = center_of(self.start[0], geometry.order)
        x, y = x - right, y - down
        tip = (x + 0.5 * right, y + 0.5 * down)
        shaft = Stroke("diagonal", ((x + 0.28 * right, y + 0.28 * down), tip), has_head=True)
        return (Sign(x, y, str(self.total)), shaft)


def _diagonal(cell: int, direction: str, n: int) -> tuple[int, ...]:
    """Return the cells from one on in a direction."""
    (row, column), (down, right) = divmod(cell, n), _STEPS[direction]
    cells = []
    while 0 <= row < n and 0 <= column < n:
        cells.append(row * n + column)
        row, column = row + down, column + right
    return tuple(cells)


def _has_before(cell: int, direction: str, n: int) -> bool:
    """Return whether the cell before one lies in the grid."""
    (row, column), (down, right) = divmod(cell, n), _STEPS[direction]
    return 0 <= row - down < n and 0 <= column - right < n


RULE = Rule(
    make=LittleKiller,
    text="Digits along the diagonal that an arrow outside the grid points at add up to its number.",
    example=Puzzle.sudoku(
        "............4..............6........",
        solution="526134134265462351315426251643643512",
    ).with_(
        LittleKiller("r1c5", "DL", 10),
        LittleKiller("r1c2", "DL", 3),
        LittleKiller("r1c4", "DL", 14),
        LittleKiller("r1c3", "DL", 13),
        LittleKiller("r1c6", "DL", 29),
    ),
)
