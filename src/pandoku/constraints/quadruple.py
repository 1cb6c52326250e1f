"""Quadruples: the digits in a circle on a corner occur in the cells around it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from pandoku.constraints._rule import Rule
from pandoku.errors import PuzzleError
from pandoku.model import Constraint, Disc, Only, Puzzle, Total
from pandoku.model.constraint import CellsLike, cell_defects
from pandoku.model.whole import as_whole, parts_of

if TYPE_CHECKING:
    from typing import Self

    from pandoku.model import Decoration, Geometry, Relation

_MOST = 4  # cells around a corner


@dataclass(frozen=True, slots=True)
class Quadruple(Constraint):
    """Digits on a corner, each of which occurs in the cells around it.

    A digit that is listed twice occurs at least twice. The order of the cells and of the digits
    does not matter.

    Attributes:
        cells: The cells around the corner: four, or fewer at the edge of the grid.
        digits: The digits, at least one, and at most as many as cells.
    """

    NAME: ClassVar[str] = "quadruple"
    UNORDERED: ClassVar[tuple[str, ...]] = ("cells",)

    cells: CellsLike
    digits: tuple[int, ...]

    def __post_init__(self) -> None:
        Constraint.__post_init__(self)
        object.__setattr__(self, "digits", _digits(self.digits))

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield whether the cells do not meet in a corner, or cannot hold the digits."""
        n = geometry.order
        yield from cell_defects(self.cells, geometry)
        if self.cells and not _meet(self.cells, n):
            yield "expected cells around one corner, found others"
        if len(self.cells) < len(self.digits):
            yield f"expected at most {len(self.cells)} digits, found {len(self.digits)}"
        for digit in sorted({*self.digits}):
            if not 1 <= digit <= n:
                yield f"expected digits 1..{n}, found {digit}"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return a count of each digit; if they fill all cells, also that no others occur."""
        n, k = puzzle.order, len(self.cells)
        relations: list[Relation] = []
        if len(self.digits) == k:
            mask = sum(1 << (digit - 1) for digit in {*self.digits})
            relations += [Only(cell, mask) for cell in self.cells]
        for digit in dict.fromkeys(self.digits):
            weights = tuple(int(each == digit) for each in range(1, n + 1))
            least = self.digits.count(digit)
            terms = tuple((cell, weights) for cell in self.cells)
            relations.append(Total(terms, tuple(range(least, k + 1))))
        return tuple(relations)

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether each digit occurs as often as it is listed."""
        found = [digits[cell] for cell in self.cells]
        return all(found.count(digit) >= self.digits.count(digit) for digit in self.digits)

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return the same digits elsewhere, if the cells still meet in a corner."""
        moved = tuple(cells[cell] for cell in self.cells)
        if not _meet(moved, round(len(cells) ** 0.5)):
            return None
        listed = self.digits if digits is None else tuple(digits[d - 1] for d in self.digits)
        return replace(self, cells=moved, digits=listed)

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return a circle on the corner, with the digits."""
        rows, columns = _lines(self.cells, geometry.order)
        corner = _middle(columns, geometry.order), _middle(rows, geometry.order)
        return (Disc("quadruple", (corner,), 0.25, " ".join(map(str, self.digits))),)


def _digits(given: Any) -> tuple[int, ...]:
    """Return digits in ascending order, checked to be whole numbers."""
    listed = None if isinstance(given, str) else parts_of(given)
    wholes = [as_whole(digit) for digit in listed or ()]
    if not wholes or None in wholes:
        raise PuzzleError(f"quadruple: expected a list of digits, found {given!r:.60}")
    return tuple(sorted(digit for digit in wholes if digit is not None))


def _lines(cells: Sequence[int], order: int) -> tuple[list[int], list[int]]:
    """Return the rows and the columns of cells, counted from 0, each once in ascending order."""
    return sorted({cell // order for cell in cells}), sorted({cell % order for cell in cells})


def _meet(cells: Sequence[int], order: int) -> bool:
    """Return whether cells lie around one corner."""
    return all(lines[-1] - lines[0] <= 1 for lines in _lines(cells, order))


def _middle(lines: list[int], order: int) -> float:
    """Return the coordinate between two lines, or the nearer edge of the grid beside one."""
    if len(lines) > 1:
        return float(lines[1])
    return float(lines[0] + 1 if 2 * lines[0] + 1 > order else lines[0])


RULE = Rule(
    make=Quadruple,
    text="Digits in a circle on a corner occur in the cells around it, as often as listed.",
    example=Puzzle.sudoku(
        ".4..3...........2.............32....",
        solution="246135513462465321132654651243324516",
    ).with_(
        Quadruple("r3c5 r3c6 r4c5 r4c6", (2, 4, 5)),
        Quadruple("r1c2 r1c3 r2c2 r2c3", (1, 4, 6)),
        Quadruple("r5c5 r5c6 r6c5 r6c6", (1, 3, 6)),
        Quadruple("r2c5 r2c6 r3c5 r3c6", (1, 2, 2)),
        Quadruple("r4c2 r4c3 r5c3", (1, 2, 3)),
    ),
    aliases=("quad",),
)
