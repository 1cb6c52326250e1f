"""Rules about different digits: extra regions, and cells with a number of different digits.

An extra region with as many cells as there are digits holds each digit once. Readers of formats
turn an extra region of this size into a house, because more techniques work with houses.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from math import comb
from typing import TYPE_CHECKING, ClassVar

from pandoku.constraints._proposing import Canvas, Dice, Proposer, areas, grown
from pandoku.constraints._rule import Rule
from pandoku.model import (
    MAX_STATES,
    Automaton,
    Constraint,
    Differ,
    Disc,
    Machine,
    Puzzle,
    Stroke,
    Tile,
    automaton_of,
    center_of,
)
from pandoku.model.constraint import CellsLike, cell_defects, listed_cells
from pandoku.model.decoration import labeled_tiles

if TYPE_CHECKING:
    from typing import Self

    from pandoku.model import Decoration, Geometry, Relation


@dataclass(frozen=True, slots=True)
class AllDifferent(Constraint):
    """Cells with different digits.

    Attributes:
        cells: The cells in any order, at least two, and at most as many as there are digits.
    """

    NAME: ClassVar[str] = "extra region"
    HAS_SIZE: ClassVar[bool] = True
    UNORDERED: ClassVar[tuple[str, ...]] = ("cells",)

    cells: CellsLike

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield the defects of the cells, and a defect if there are more cells than digits."""
        yield from cell_defects(self.cells, geometry, 2)
        if len(self.cells) > geometry.order:
            yield f"expected at most {geometry.order} cells, found {len(self.cells)}"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return the relation: all cells differ."""
        return (Differ(self.cells),)

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether no digit occurs twice."""
        found = [digits[cell] for cell in self.cells]
        return len({*found}) == len(found)

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return the region at its new place. Digits may be relabeled in any way."""
        return self.moved(cells)

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return filled cells."""
        return (Tile("region", tuple(center_of(cell, geometry.order) for cell in self.cells)),)


@dataclass(frozen=True, slots=True)
class CountDistinct(Constraint):
    """Cells that hold a given number of different digits.

    Attributes:
        cells: The cells, in any order.
        value: Number of different digits.
    """

    NAME: ClassVar[str] = "count distinct"
    NOUN: ClassVar[str] = "counted group"
    UNORDERED: ClassVar[tuple[str, ...]] = ("cells",)

    cells: CellsLike
    value: int

    def __post_init__(self) -> None:
        Constraint.__post_init__(self)
        self.require_whole("value")

    def noun(self) -> str:
        """Return the cells with their number: "group with 3 different digits"."""
        return f"group with {self.value} different digit{'s' * (self.value != 1)}"

    def spoken_kind(self, geometry: Geometry) -> str:
        """Return the number of different digits: "group of 3 different digits"."""
        return self.noun().replace("with", "of")

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield the defects of the cells, and a defect if they cannot have this many digits."""
        yield from cell_defects(self.cells, geometry)
        n, k = geometry.order, len(self.cells)
        if self.value > min(n, k):
            yield f"expected 1..{min(n, k)} different digits in {k} cells, found {self.value}"
        if self.value < k and (n_sets := _n_sets(n, self.value)) > MAX_STATES:
            yield _too_large(n_sets)

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return an automaton for the set of digits, or the relation `Differ` if it suffices."""
        k = len(self.cells)
        if self.value == k:
            return (Differ(self.cells),) if k > 1 else ()
        machine = _collecting(puzzle.order, min(k, puzzle.order + 1), self.value)
        return (Machine(self.cells, machine),)

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether the cells hold this many different digits."""
        return len({digits[cell] for cell in self.cells}) == self.value

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return the cells at their new place. Digits may be relabeled in any way."""
        return self.moved(cells)

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return the cells, with the number in the first."""
        return labeled_tiles(self.cells, geometry.order, str(self.value))


_REACH = 0.62  # cells: the length of the line from the center of a circle


@dataclass(frozen=True, slots=True)
class DistinctCircle(Constraint):
    """A circle whose digit is the number of different digits in other cells.

    Attributes:
        circle: The circle, as a tuple of one cell.
        cells: The other cells, in any order.
    """

    NAME: ClassVar[str] = "distinct circle"
    CELL_FIELDS: ClassVar[tuple[str, ...]] = ("circle", "cells")
    GROUPS = "one and others"
    UNORDERED: ClassVar[tuple[str, ...]] = ("cells",)

    circle: CellsLike
    cells: CellsLike

    def words_at(self, cell: int, geometry: Geometry) -> str:
        """Return the cells that the circle counts, or the circle."""
        if cell in self.circle:
            return f"distinct circle, counts {listed_cells(self.cells, geometry)}"
        return f"counted by the distinct circle {geometry.name(self.circle[0])}"

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield the defects of the cells, and a defect if the automaton would be too large."""
        if len(self.circle) != 1:
            yield f"expected one cell as its circle, found {len(self.circle)}"
        yield from cell_defects((*self.circle, *self.cells), geometry, 2)
        n = geometry.order
        n_sets = sum(_n_sets(n, min(digit, len(self.cells))) for digit in range(1, n + 1))
        if n_sets > MAX_STATES:
            yield _too_large(n_sets)

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return an automaton that reads the circle, then the set of digits in the other cells."""
        machine = _collecting(puzzle.order, min(len(self.cells), puzzle.order + 1), None)
        return (Machine((*self.circle, *self.cells), machine),)

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether the digit in the circle is the number of different digits."""
        return digits[self.circle[0]] == len({digits[cell] for cell in self.cells})

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return the cells at their new place."""
        if digits is not None:
            return None
        return self.moved(cells)

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return the cells and the circle, with a short line from the circle to a cell next to it.

        Without the line, a circle between two areas could belong to either of them.
        """
        n = geometry.order
        x, y = middle = center_of(self.circle[0], n)
        points = tuple(center_of(cell, n) for cell in self.cells)
        near = (end for end in points if abs(end[0] - x) + abs(end[1] - y) == 1)
        ends = ((x + _REACH * (u - x), y + _REACH * (v - y)) for u, v in near)
        link = [Stroke("count", (middle, end)) for end in islice(ends, 1)]
        return (Tile("region", points), Disc("count", (middle,), 0.38), *link)


def _too_large(n_sets: int) -> str:
    return (
        f"expected at most {MAX_STATES:,} possible sets of digits, found {n_sets:,}; "
        "use fewer cells or a smaller number"
    )


def _n_sets(order: int, most: int) -> int:
    """Return the number of sets of at most *most* digits."""
    return sum(comb(order, size) for size in range(min(most, order) + 1))


@lru_cache(maxsize=256)
def _collecting(order: int, length: int, value: int | None) -> Automaton:
    """Return the automaton for cells with *value* different digits.

    If *value* is None, the first cell holds that number. A state is the required number and the set
    of digits that have been read. A *length* above order + 1 makes no difference, because the
    automaton reaches the same states with any longer line.
    """

    def step(state: Hashable, digit: int) -> Hashable | None:
        assert isinstance(state, tuple)
        target, seen = state
        if target is None:
            return (digit, 0)
        seen |= 1 << digit
        return (target, seen) if seen.bit_count() <= target else None

    def accepts(state: Hashable) -> bool:
        assert isinstance(state, tuple)
        target, seen = state
        return bool(target == seen.bit_count())

    return automaton_of(order, length + (value is None), (value, 0), step, accepts)


def _counted(clue: CountDistinct, canvas: Canvas) -> CountDistinct:
    return replace(clue, value=len({canvas.digits[cell] for cell in clue.cells}))


_COUNTED = (3, 4, 4, 5, 5, 6)  # numbers of cells that a circle counts, each as often as it occurs


def _circles(canvas: Canvas, dice: Dice) -> Iterator[DistinctCircle | None]:
    """Yield connected areas, each with a circle next to it."""
    while True:
        cells = grown(canvas, dice, dice.pick(_COUNTED), may_repeat=True)
        n_different = len({canvas.digits[cell] for cell in cells})
        circles = [
            near
            for cell in cells
            for near in canvas.beside[cell]
            if near not in cells and canvas.digits[near] == n_different
        ]
        found = DistinctCircle((dice.pick(circles),), cells) if circles else None
        yield found if found is not None and canvas.holds(found) else None


RULES = (
    Rule(
        make=AllDifferent,
        text="Digits in an extra region do not repeat.",
        example=Puzzle.sudoku(
            ".....12.6.....51......6....3..4...5.",
            solution="354621216543645132123465562314431256",
        ).with_(
            AllDifferent("r1c6 r2c5 r2c6"),
            AllDifferent("r5c1 r5c2 r6c1 r6c2 r6c3"),
            AllDifferent("r4c2 r5c1 r6c2"),
            AllDifferent("r3c5 r4c6 r5c6"),
            AllDifferent("r5c1 r5c2 r5c3 r6c1 r6c2"),
        ),
        aliases=("all different",),
        proposer=areas(lambda cells, *_: AllDifferent(cells), (0,), keeps="relabeled"),
    ),
    Rule(
        make=CountDistinct,
        text="The number in a marked group of cells says how many different digits they hold.",
        example=Puzzle.sudoku(
            "..3.......1....2...314...6..........",
            solution="413625625314546231231456162543354162",
        ).with_(
            CountDistinct("r4c5 r4c6 r5c4 r6c3", value=3),
            CountDistinct("r2c3 r3c4 r4c4 r4c5", value=3),
            CountDistinct("r3c4 r4c5 r5c4", value=2),
        ),
        aliases=("distinct count",),
        noun="counted group",
        proposer=areas(
            lambda cells, digits, _: CountDistinct(cells, len({*digits})),
            (4, 4, 5, 5, 6),
            may_repeat=True,
            keeps="relabeled",
            read=_counted,
        ),
    ),
    Rule(
        make=DistinctCircle,
        text="The digit in a circle is the number of different digits in the marked cells.",
        example=Puzzle.sudoku(
            ".6...........2..1....26......5.5....",
            solution="361452245631426513513264632145154326",
        ).with_(
            DistinctCircle("r5c5", "r3c4 r4c3 r4c4 r5c4"),
            DistinctCircle("r2c3", "r3c1 r3c2 r4c2 r5c1 r5c2"),
            DistinctCircle("r4c3", "r3c1 r4c1 r4c2"),
        ),
        proposer=Proposer(propose=_circles, form="area"),
    ),
)
