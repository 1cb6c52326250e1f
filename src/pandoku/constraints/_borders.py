"""Clues on the border of two neighbors, and rules for the neighbors that have no such clue."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from pandoku.errors import PuzzleError
from pandoku.model import Constraint, Pairs, Puzzle, center_of, table_of
from pandoku.model.constraint import (
    CellsLike,
    are_neighbors,
    cell_defects,
    neighbor_pairs,
)
from pandoku.model.whole import as_whole, parts_of

if TYPE_CHECKING:
    from typing import Self

    from pandoku.model import Geometry, Relation

__all__ = ["BorderClue", "NoBorderClues", "OnBorder"]

Have = Callable[[int, int, int], bool]


class OnBorder(Constraint):
    """A sign on the border of two neighbors."""

    __slots__ = ()

    cells: CellsLike

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield what is wrong with the cells."""
        yield from cell_defects(self.cells, geometry, 2)
        if len(self.cells) != 2 or not are_neighbors(self.cells[0], self.cells[1], geometry.order):
            yield "expected two cells that share a side"

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return the same sign elsewhere, if the cells are still neighbors."""
        a, b = (cells[cell] for cell in self.cells)
        stay = are_neighbors(a, b, round(len(cells) ** 0.5))
        return self.moved(cells) if stay and digits is None else None

    def middle(self, geometry: Geometry) -> tuple[float, float]:
        """Return the middle of the border as (x, y)."""
        (x, y), (u, v) = (center_of(cell, geometry.order) for cell in self.cells)
        return (x + u) / 2, (y + v) / 2


class BorderClue(OnBorder):
    """A clue on the border of two cells; their order does not matter."""

    __slots__ = ()
    UNORDERED: ClassVar[tuple[str, ...]] = ("cells",)
    HAVE: ClassVar[Have]  # whether two digits have a value

    cells: CellsLike
    value: int

    def __post_init__(self) -> None:
        Constraint.__post_init__(self)
        object.__setattr__(self, "value", _value(self.NAME, self.value))

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield what is wrong with the cells, or that no two digits have the value."""
        yield from OnBorder.defects(self, geometry)
        n = geometry.order
        if not any(_table(type(self).HAVE, n, (self.value,), False)):
            yield f"no two digits of 1..{n} have the {self.NAME} {self.value}"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return a relation of the two cells."""
        table = _table(type(self).HAVE, puzzle.order, (self.value,), False)
        return (Pairs(table, (self.cells,)),)  # type: ignore[arg-type]

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether the two digits have the value."""
        a, b = (digits[cell] for cell in self.cells)
        return type(self).HAVE(a, b, self.value)


class NoBorderClues(Constraint):
    """A rule for all neighbors that have no clue of some kinds."""

    __slots__ = ()
    CELL_FIELDS: ClassVar[tuple[str, ...]] = ()
    DEPENDS_ON_OTHERS: ClassVar[bool] = True
    HAVE: ClassVar[Have]  # whether two digits have a value
    EXEMPT_BY: ClassVar[type[BorderClue]]  # clues that exempt their pair, whatever their values

    values: tuple[int, ...]

    def __post_init__(self) -> None:
        given: Any = self.values
        values = (given,) if isinstance(given, str) else parts_of(given) or (given,)
        checked = tuple(sorted({_value(self.NAME, value) for value in values}))
        object.__setattr__(self, "values", checked)

    def joined_values(self) -> str:
        """Return the values in words: "1, 2 or 3"."""
        *first, last = map(str, self.values)
        return f"{', '.join(first)} or {last}" if first else last

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return one relation of the pairs without a clue."""
        pairs = tuple(self._pairs(puzzle))
        table = _table(type(self).HAVE, puzzle.order, self.values, True)
        return (Pairs(table, pairs),) if pairs else ()

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether no neighbors without a clue have one of the values."""
        return not any(
            type(self).HAVE(digits[a], digits[b], value)
            for a, b in self._pairs(puzzle)
            for value in self.values
        )

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return the same rule if neighbors stay neighbors."""
        n = round(len(cells) ** 0.5)
        stay = all(are_neighbors(cells[a], cells[b], n) for a, b in neighbor_pairs(n))
        return self if stay and digits is None else None

    def _pairs(self, puzzle: Puzzle) -> Iterator[tuple[int, int]]:
        """Yield the neighbors that share no clue."""
        exempt = {each.cells for each in puzzle.further if isinstance(each, self.EXEMPT_BY)}
        return (pair for pair in neighbor_pairs(puzzle.order) if pair not in exempt)


def _value(name: str, value: object) -> int:
    """Return a value, checked."""
    if (whole := as_whole(value)) is None or whole < 1:
        raise PuzzleError(f"{name}: expected a whole number of at least 1, found {value!r:.60}")
    return whole


@lru_cache(maxsize=256)
def _table(have: Have, order: int, values: tuple[int, ...], is_not: bool) -> tuple[int, ...]:
    """Return the table of pairs of digits that have one of the values, or none of them."""
    return table_of(order, lambda a, b: any(have(a, b, value) for value in values) != is_not)
