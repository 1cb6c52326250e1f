"""Weighted totals: digits times their weights add up to a total, or to one of several."""

from __future__ import annotations

from bisect import bisect, bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from pandoku.constraints._rule import Rule
from pandoku.errors import PuzzleError
from pandoku.model import MAX_STATES, Constraint, Puzzle, Tile, Total, center_of
from pandoku.model.constraint import CellsLike, cell_defects, is_placed
from pandoku.model.whole import as_whole, parts_of

if TYPE_CHECKING:
    from typing import Self

    from pandoku.model import Decoration, Geometry, Relation

_MOST_WEIGHT = 10**6  # engines compute in 64 bits
_MOST_SHOWN = 3  # totals in a picture


@dataclass(frozen=True, slots=True)
class WeightedTotal(Constraint):
    """Cells whose digits, each times a weight, add up to one of some totals.

    Digits may repeat where houses permit. The order of the cells does not matter, as long as each
    keeps its weight.

    Attributes:
        cells: The cells, each once.
        weights: For each cell a whole number other than 0, which may be negative.
        totals: The totals that are allowed, ascending.
    """

    NAME: ClassVar[str] = "weighted total"

    cells: CellsLike
    weights: tuple[int, ...]
    totals: tuple[int, ...]

    def __post_init__(self) -> None:
        weights = _numbers(self.weights, "weights other than 0")
        if 0 in weights:
            raise PuzzleError("weighted total: expected weights other than 0, found 0")
        if is_placed(self.cells) and len(weights) == len(self.cells):
            pairs = sorted(zip(self.cells, weights, strict=True))
            object.__setattr__(self, "cells", tuple(cell for cell, _ in pairs))
            weights = tuple(weight for _, weight in pairs)
        object.__setattr__(self, "weights", weights)
        object.__setattr__(self, "totals", tuple(sorted({*_numbers(self.totals, "totals")})))

    def rule(self) -> str:
        """Return the rule with its values."""
        *first, last = map(str, self.totals)
        totals = f"{', '.join(first)} or {last}" if first else last
        weights = ", ".join(map(str, self.weights))
        return f"The digits, times their weights {weights}, add up to {totals}."

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield what is wrong with the cells, or why no total is in reach."""
        yield from cell_defects(self.cells, geometry)
        n, k = geometry.order, len(self.cells)
        if len(self.weights) != k:
            yield f"expected a weight for each of {k} cells, found {len(self.weights)}"
            return
        least, most = _bounds(self.weights, n)
        heaviest = max(self.weights, key=abs)
        if abs(heaviest) > _MOST_WEIGHT:
            yield f"expected weights of at most {_MOST_WEIGHT:,}, found {heaviest}"
        elif not self._in_reach(n):
            yield f"expected a total of {least}..{most}, found {_listed(self.totals)}"
        elif _is_too_large(self.weights, self._in_reach(n), n):
            yield f"expected at most {MAX_STATES} partial sums, found more; use smaller weights"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return one total."""
        terms = zip(self.cells, self.weights, strict=True)
        return (Total.of(terms, self._in_reach(puzzle.order), puzzle.order),)

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether the weighted digits have one of the totals."""
        found = 0
        for cell, weight in zip(self.cells, self.weights, strict=True):
            found += weight * digits[cell]
        return found in self.totals

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return the same weights elsewhere."""
        return self.moved(cells) if digits is None else None

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return squares with weights other than 1, and the totals where there is most room."""
        texts = ["" if weight == 1 else f"×{weight}" for weight in self.weights]
        shortest = texts.index(min(texts, key=len))
        texts[shortest] += "=" + _listed(self.totals).replace(", ", "/")
        points = (center_of(cell, geometry.order) for cell in self.cells)
        return tuple(
            Tile("weighted", (point,), text=text) for point, text in zip(points, texts, strict=True)
        )

    def _in_reach(self, order: int) -> tuple[int, ...]:
        """Return the totals that digits can have."""
        least, most = _bounds(self.weights, order)
        return tuple(total for total in self.totals if least <= total <= most)


def _numbers(value: Any, what: str) -> tuple[int, ...]:
    """Return whole numbers, at least one; a single one may stand alone."""
    given = (value,) if isinstance(value, str) else parts_of(value) or (value,)
    numbers = tuple(as_whole(each) for each in given)
    if None in numbers:
        raise PuzzleError(f"weighted total: expected whole numbers as {what}, found {value!r:.60}")
    return numbers  # type: ignore[return-value]


def _listed(totals: tuple[int, ...]) -> str:
    more = " ..." if len(totals) > _MOST_SHOWN else ""
    return ", ".join(map(str, totals[:_MOST_SHOWN])) + more


def _bounds(weights: Sequence[int], order: int) -> tuple[int, int]:
    """Return the least and the greatest sum."""
    return tuple(sum(end(w, w * order) for w in weights) for end in (min, max))  # type: ignore[return-value]


@lru_cache(maxsize=256)
def _is_too_large(weights: tuple[int, ...], totals: tuple[int, ...], order: int) -> bool:
    """Return whether an automaton would have too many states; see `kernel.relations`.

    Two cells are a table, and weights of 1 and -1 with one total are a sum: these are never large.
    """
    if len(weights) < 3 or (len(totals) == 1 and {*weights} <= {1, -1}):
        return False
    heavy_first = sorted(weights, key=abs, reverse=True)
    sums, n_states = {0}, 1
    for at, weight in enumerate(heavy_first, 1):
        low, high = _bounds(heavy_first[at:], order)
        after = {total + weight * digit for total in sums for digit in range(1, order + 1)}
        # Those from which one of the totals, which ascend, can still be reached.
        sums = {s for s in after if bisect(totals, s + high) > bisect_left(totals, s + low)}
        n_states += len(sums)
        if n_states > MAX_STATES:
            return True
    return False


RULE = Rule(
    make=WeightedTotal,
    text="Digits, each times the weight of its cell, add up to the total, or to one of several.",
    example=Puzzle.sudoku(
        "....6...............................",
        solution="512463364251236145451632145326623514",
    ).with_(
        WeightedTotal("r1c1 r1c2 r2c2", (2, 1, -2), (-1,)),
        WeightedTotal("r2c3 r2c4 r3c4", (-2, 3, 2), (-2, 0)),
        WeightedTotal("r5c1 r5c2 r6c1", (-2, 1, 3), (20,)),
        WeightedTotal("r4c5 r5c4", (-2, 3), (3, 5)),
        WeightedTotal("r1c5 r2c6", (1, 1), (7,)),
    ),
    aliases=("weighted sum",),
)
