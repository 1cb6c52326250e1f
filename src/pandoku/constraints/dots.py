"""Dots between neighbors: a white one for a difference, a black one for a ratio.

Where all dots of some values are given, neighbors without a dot have none of these differences or
ratios. A dot of either color exempts its pair.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from pandoku.constraints._rule import Rule
from pandoku.errors import PuzzleError
from pandoku.model import Constraint, Disc, Pairs, Puzzle, center_of, table_of
from pandoku.model.constraint import (
    CellsLike,
    are_neighbors,
    cell_defects,
    is_placed,
    neighbor_pairs,
)
from pandoku.model.whole import as_whole, parts_of

if TYPE_CHECKING:
    from typing import Self

    from pandoku.model import Decoration, Geometry, Relation


class _Dot(Constraint):
    """A dot on the border of two cells; their order does not matter."""

    __slots__ = ()
    COLOR: ClassVar[str]
    USUAL: ClassVar[int]  # the value that is not written in the dot

    cells: CellsLike
    value: int

    def __post_init__(self) -> None:
        if is_placed(self.cells):
            object.__setattr__(self, "cells", tuple(sorted(self.cells)))
        object.__setattr__(self, "value", _value(self.NAME, self.value))

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield what is wrong with the cells, or that no two digits have the value."""
        yield from cell_defects(self.cells, geometry, 2)
        n = geometry.order
        if len(self.cells) != 2 or not are_neighbors(self.cells[0], self.cells[1], n):
            yield "expected two cells that share a side"
        if not any(_table(self.NAME, n, (self.value,), False)):
            yield f"no two digits of 1..{n} have the {self.NAME} {self.value}"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return a relation of the two cells."""
        table = _table(self.NAME, puzzle.order, (self.value,), False)
        return (Pairs(table, (self.cells,)),)  # type: ignore[arg-type]

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether the two digits have the difference or ratio."""
        a, b = (digits[cell] for cell in self.cells)
        return _HAVE[self.NAME](a, b, self.value)

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return the same dot elsewhere, if the cells are still neighbors."""
        a, b = (cells[cell] for cell in self.cells)
        if digits is not None or not are_neighbors(a, b, round(len(cells) ** 0.5)):
            return None
        return replace(self, cells=(a, b))  # type: ignore[type-var]

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return the dot, with its value if that is not the usual one."""
        (x, y), (u, v) = (center_of(cell, geometry.order) for cell in self.cells)
        text = "" if self.value == self.USUAL else str(self.value)
        return (Disc(self.COLOR, (((x + u) / 2, (y + v) / 2),), 0.15, text),)


@dataclass(frozen=True, slots=True)
class Difference(_Dot):
    """A white dot: the digits of two neighbors differ by a value.

    Attributes:
        cells: The two cells.
        value: The difference, at least 1.
    """

    NAME: ClassVar[str] = "difference"
    COLOR: ClassVar[str] = "white"
    USUAL: ClassVar[int] = 1

    cells: CellsLike
    value: int = 1


@dataclass(frozen=True, slots=True)
class Ratio(_Dot):
    """A black dot: one of the digits of two neighbors is a multiple of the other.

    Attributes:
        cells: The two cells.
        value: The factor, at least 1; 2 is usual.
    """

    NAME: ClassVar[str] = "ratio"
    COLOR: ClassVar[str] = "black"
    USUAL: ClassVar[int] = 2

    cells: CellsLike
    value: int = 2


class _NoDots(Constraint):
    """A rule for all neighbors that have no dot."""

    __slots__ = ()
    CELL_FIELDS: ClassVar[tuple[str, ...]] = ()
    DEPENDS_ON_OTHERS: ClassVar[bool] = True
    DOT: ClassVar[str]

    values: tuple[int, ...]

    def __post_init__(self) -> None:
        given: Any = self.values
        values = (given,) if isinstance(given, str) else parts_of(given) or (given,)
        checked = tuple(sorted({_value(self.NAME, value) for value in values}))
        object.__setattr__(self, "values", checked)

    def label(self, geometry: Geometry) -> str:
        """Return what a text calls it: "rule that all differences of 1 have a dot"."""
        values = " and ".join(map(str, self.values))
        return f"rule that every {self.DOT} of {values} has a dot"

    def rule(self) -> str:
        """Return the rule with its values."""
        verb = "differ by" if self.DOT == "difference" else f"have the {self.DOT}"
        return f"Neighbors without a dot do not {verb} {_joined(self.values)}."

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return one relation of the pairs without a dot."""
        pairs = tuple(_undotted(puzzle))
        table = _table(self.DOT, puzzle.order, self.values, True)
        return (Pairs(table, pairs),) if pairs else ()

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether no neighbors without a dot have one of the values."""
        return not any(
            _HAVE[self.DOT](digits[a], digits[b], value)
            for a, b in _undotted(puzzle)
            for value in self.values
        )

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return the same rule if neighbors stay neighbors."""
        n = round(len(cells) ** 0.5)
        stay = all(are_neighbors(cells[a], cells[b], n) for a, b in neighbor_pairs(n))
        return self if stay and digits is None else None


@dataclass(frozen=True, slots=True)
class NoDifference(_NoDots):
    """All white dots of some values are given; with the value 1, others are non-consecutive.

    Attributes:
        values: The differences that neighbors without a dot do not have, ascending.
    """

    NAME: ClassVar[str] = "no difference"
    DOT: ClassVar[str] = "difference"

    values: tuple[int, ...] = (1,)


@dataclass(frozen=True, slots=True)
class NoRatio(_NoDots):
    """All black dots of some values are given.

    Attributes:
        values: The ratios that neighbors without a dot do not have, ascending.
    """

    NAME: ClassVar[str] = "no ratio"
    DOT: ClassVar[str] = "ratio"

    values: tuple[int, ...] = (2,)


def _joined(values: tuple[int, ...]) -> str:
    """Return numbers in words: "1, 2 or 3"."""
    *first, last = map(str, values)
    return f"{', '.join(first)} or {last}" if first else last


def _value(name: str, value: object) -> int:
    """Return the value of a dot, checked."""
    if (whole := as_whole(value)) is None or whole < 1:
        raise PuzzleError(f"{name}: expected a whole number of at least 1, found {value!r:.60}")
    return whole


def _undotted(puzzle: Puzzle) -> Iterator[tuple[int, int]]:
    """Yield the neighbors that share no dot of either color."""
    dotted = {each.cells for each in puzzle.further if isinstance(each, _Dot)}
    return (pair for pair in neighbor_pairs(puzzle.order) if pair not in dotted)


def _differ_by(a: int, b: int, value: int) -> bool:
    return abs(a - b) == value


def _are_multiples(a: int, b: int, value: int) -> bool:
    return a == value * b or b == value * a


_HAVE = {"difference": _differ_by, "ratio": _are_multiples}


@lru_cache(maxsize=256)
def _table(dot: str, order: int, values: tuple[int, ...], is_not: bool) -> tuple[int, ...]:
    """Return the table of pairs of digits that have one of the values, or none of them."""
    have = _HAVE[dot]
    return table_of(order, lambda a, b: any(have(a, b, value) for value in values) != is_not)


RULES = (
    Rule(
        make=Difference,
        text="Digits beside a white dot differ by 1, or by the number in the dot.",
        example=Puzzle.sudoku(
            ".6................24...3....3....4..",
            solution="462315315624536241241563654132123456",
        ).with_(
            Difference("r6c1 r6c2"),
            Difference("r1c1 r2c1"),
            Difference("r1c6 r2c6"),
            Difference("r5c5 r5c6"),
            Difference("r5c1 r5c2"),
        ),
        aliases=("white dot", "kropki white"),
        noun="white dot",
    ),
    Rule(
        make=Ratio,
        text="Of the digits beside a black dot, one is twice the other, or as the dot says.",
        example=Puzzle.sudoku(
            ".......6........1.............5..1..",
            solution="345621261435456312123546614253532164",
        ).with_(
            Ratio("r1c5 r1c6"),
            Ratio("r5c4 r6c4"),
            Ratio("r2c1 r3c1"),
            Ratio("r4c2 r5c2"),
            Ratio("r4c6 r5c6"),
        ),
        aliases=("black dot", "kropki black"),
        noun="black dot",
    ),
    Rule(
        make=NoDifference,
        text="Neighbors without a dot do not differ by the given numbers; usually by 1.",
        example=Puzzle.sudoku(
            ".......2.............6.......6......",
            solution="351462624135246351513624135246462513",
        ).with_(NoDifference()),
        aliases=("non-consecutive",),
    ),
    Rule(
        make=NoRatio,
        text="Neighbors without a dot do not have the given ratios; usually 2.",
        example=Puzzle.sudoku(
            ".................2......16..........",
            solution="256134314526431652625413162345543261",
        ).with_(NoRatio()),
    ),
)
