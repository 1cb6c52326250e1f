"""Cages with special rules: rellik cages, equality cages and weighted totals."""

from __future__ import annotations

from bisect import bisect, bisect_left
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Any, ClassVar

from pandoku.constraints._proposing import Canvas, Dice, areas
from pandoku.constraints._rule import Rule
from pandoku.errors import PuzzleError
from pandoku.model import (
    MAX_STATES,
    Automaton,
    Constraint,
    Differ,
    Machine,
    Only,
    Puzzle,
    Tile,
    Total,
    automaton_of,
    center_of,
)
from pandoku.model.constraint import CellsLike, cell_defects, is_placed
from pandoku.model.decoration import labeled_tiles
from pandoku.model.whole import as_whole, parts_of

if TYPE_CHECKING:
    from typing import Self

    from pandoku.model import Decoration, Geometry, Relation


@dataclass(frozen=True, slots=True)
class RellikCage(Constraint):
    """A cage of different digits where no subset adds up to a value.

    Attributes:
        cells: The cells, in any order.
        value: The forbidden sum, at least 1.
    """

    NAME: ClassVar[str] = "rellik cage"
    UNORDERED: ClassVar[tuple[str, ...]] = ("cells",)

    cells: CellsLike
    value: int

    def __post_init__(self) -> None:
        Constraint.__post_init__(self)
        self.require_whole("value")

    def noun(self) -> str:
        """Return the sum and the kind: "13 rellik cage"."""
        return f"{self.value} {self.NAME}"

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield the defects of the cells, and a defect if no digits avoid the sum."""
        yield from cell_defects(self.cells, geometry)
        n, k = geometry.order, len(self.cells)
        if k > n:
            yield f"expected at most {n} cells, as digits are 1..{n}, found {k}"
        elif (machine := _avoiding(n, k, self.value)) is None:
            yield (
                f"expected at most {MAX_STATES:,} sets of digits without the sum {self.value}, "
                "found more; use fewer cells"
            )
        elif not Machine(tuple(range(k)), machine).may_hold([geometry.all_mask] * k):
            yield f"expected {k} digits of 1..{n} without the sum {self.value}, found none"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return relations: the cells differ, and an automaton accepts the set of their digits."""
        machine = _avoiding(puzzle.order, len(self.cells), self.value)
        assert machine is not None  # a cage without an automaton has a defect
        differ = (Differ(self.cells),) if len(self.cells) > 1 else ()
        return (*differ, Machine(self.cells, machine))

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether the digits differ, and no subset of them has the sum."""
        found = [digits[cell] for cell in self.cells]
        return len({*found}) == len(found) and not any(
            sum(part) == self.value
            for size in range(1, len(found) + 1)
            for part in combinations(found, size)
        )

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return the cage at its new place."""
        if digits is not None:
            return None
        return self.moved(cells)

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return the cells, with the sum in the first."""
        return labeled_tiles(self.cells, geometry.order, f"≠{self.value}")


@lru_cache(maxsize=256)
def _avoiding(order: int, length: int, value: int) -> Automaton | None:
    """Return the automaton, or None if it is too large.

    A state is the mask of the digits that have been read, apart from digits above the value.
    """

    def step(state: Hashable, digit: int) -> Hashable | None:
        assert isinstance(state, int)
        if digit > value:
            return state
        if state >> digit & 1 or _sums(state) >> (value - digit) & 1:
            return None
        return state | 1 << digit

    try:
        return automaton_of(order, length, 0, step, lambda state: True)
    except PuzzleError:
        return None


@lru_cache(maxsize=8192)
def _sums(digits: int) -> int:
    """Return the sums of all subsets of digits, including 0, as a mask.

    Args:
        digits: The set, as a mask whose bit d is the digit d.
    """
    sums = 1
    for digit in range(digits.bit_length()):
        if digits >> digit & 1:
            sums |= sums << digit
    return sums


@dataclass(frozen=True, slots=True)
class EqualityCage(Constraint):
    """A cage of different digits. Half of them are even, and half of them are low.

    Low digits are below the middle, such as 1..4 of 1..9 and 1..3 of 1..6. The middle digit of an
    odd order is neither low nor high and does not occur.

    Attributes:
        cells: The cells, in any order.
    """

    NAME: ClassVar[str] = "equality cage"
    HAS_SIZE: ClassVar[bool] = True
    UNORDERED: ClassVar[tuple[str, ...]] = ("cells",)

    cells: CellsLike

    def rule(self, geometry: Geometry) -> str:
        """Return the rule with the low and the high digits of the grid."""
        n, half = geometry.order, geometry.order // 2
        low, high = f"1-{half}" if half > 1 else "1", f"{n - half + 1}-{n}" if half > 1 else f"{n}"
        middle = f"; none is {half + 1}" if n % 2 else ""
        return (
            "Digits in an equality cage differ; half are even, half are odd, "
            f"half are low ({low}), half are high ({high}){middle}."
        )

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield the defects of the cells, and a defect if they cannot be balanced."""
        yield from cell_defects(self.cells, geometry, 2)
        n, k = geometry.order, len(self.cells)
        if k % 2:
            yield f"expected an even number of cells, found {k}"
        elif k > (most := _most_cells(n)):
            yield f"expected at most {most} cells, as digits are 1..{n}, found {k}"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return relations for different digits, half of them even, and half of them low."""
        digits = range(1, puzzle.order + 1)
        sides = tuple(_side(digit, puzzle.order) for digit in digits)
        parities = tuple(1 if digit % 2 else -1 for digit in digits)
        balances = (
            Total(tuple((cell, weights) for cell in self.cells), (0,))
            for weights in (parities, sides)
        )
        not_middle = sum(1 << at for at, side in enumerate(sides) if side)
        banned = (Only(cell, not_middle) for cell in self.cells if puzzle.order % 2)
        return (Differ(self.cells), *banned, *balances)

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether the digits differ, half are even, and half are low."""
        found, n = [digits[cell] for cell in self.cells], puzzle.order
        n_even = sum(digit % 2 == 0 for digit in found)
        n_low, n_high = (sum(d < (n + 1) / 2 for d in found), sum(d > (n + 1) / 2 for d in found))
        return len({*found}) == len(found) == 2 * n_even == 2 * n_low == 2 * n_high

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return the cage at its new place."""
        if digits is not None:
            return None
        return self.moved(cells)

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return the cells, with an equals sign in the first."""
        return labeled_tiles(self.cells, geometry.order, "=")


def _side(digit: int, order: int) -> int:
    """Return -1 for a low digit, 1 for a high digit, or 0 for the middle digit."""
    return (2 * digit > order + 1) - (2 * digit < order + 1)


def _most_cells(order: int) -> int:
    """Return the maximum number of cells of an equality cage."""
    counts = dict.fromkeys([(side, parity) for side in (-1, 1) for parity in (0, 1)], 0)
    for digit in range(1, order + 1):
        if side := _side(digit, order):
            counts[side, digit % 2] += 1
    # In a balanced cage, there are as many low odd digits as high even digits, and as many low even
    # digits as high odd digits.
    return 2 * (min(counts[-1, 1], counts[1, 0]) + min(counts[-1, 0], counts[1, 1]))


_MOST_WEIGHT = 10**6  # engines compute in 64 bits
_MOST_SHOWN = 3  # maximum number of totals in a picture


@dataclass(frozen=True, slots=True)
class WeightedTotal(Constraint):
    """Cells whose digits, each multiplied by a weight, add up to one of the allowed totals.

    Digits may repeat unless a house forbids it. The order of the cells does not matter, as long as
    each weight is listed at the same position as its cell.

    Attributes:
        cells: The cells, each once.
        weights: A whole number for each cell, positive or negative, but not 0.
        totals: The allowed totals, ascending.
    """

    NAME: ClassVar[str] = "weighted total"
    HAS_SIZE: ClassVar[bool] = True
    NOUN: ClassVar[str] = "weighted cage"

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

    def rule(self, geometry: Geometry) -> str:
        """Return the rule with its values, or "" if the picture shows them all."""
        if len(self.totals) <= _MOST_SHOWN:
            return ""
        *first, last = map(str, self.totals)
        totals = f"{', '.join(first)} or {last}" if first else last
        weights = ", ".join(map(str, self.weights))
        return f"The digits, times their weights {weights}, add up to {totals}."

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield the defects of the cells and weights, and a defect if no total can be reached."""
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
        """Return the weighted sum and its totals as a relation."""
        terms = zip(self.cells, self.weights, strict=True)
        return (Total.of(terms, self._in_reach(puzzle.order), puzzle.order),)

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether the weighted digits have one of the totals."""
        found = 0
        for cell, weight in zip(self.cells, self.weights, strict=True):
            found += weight * digits[cell]
        return found in self.totals

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return the cells at their new place, with their weights."""
        return self.moved(cells) if digits is None else None

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return squares with the weights other than 1. One square also shows the totals."""
        texts = ["" if weight == 1 else f"×{weight}" for weight in self.weights]
        shortest = texts.index(min(texts, key=len))
        texts[shortest] += "=" + _listed(self.totals).replace(", ", "/")
        points = (center_of(cell, geometry.order) for cell in self.cells)
        return tuple(
            Tile("weighted", (point,), text=text) for point, text in zip(points, texts, strict=True)
        )

    def _in_reach(self, order: int) -> tuple[int, ...]:
        """Return the totals within the bounds of the weighted sum."""
        least, most = _bounds(self.weights, order)
        return tuple(total for total in self.totals if least <= total <= most)


def _numbers(value: Any, what: str) -> tuple[int, ...]:
    """Return one or more whole numbers as a tuple. A single number need not be in a list."""
    given = (value,) if isinstance(value, str) else parts_of(value) or (value,)
    numbers = tuple(as_whole(each) for each in given)
    if None in numbers:
        raise PuzzleError(f"weighted total: expected whole numbers as {what}, found {value!r:.60}")
    return numbers  # type: ignore[return-value]


def _listed(totals: tuple[int, ...]) -> str:
    more = " ..." if len(totals) > _MOST_SHOWN else ""
    return ", ".join(map(str, totals[:_MOST_SHOWN])) + more


def _bounds(weights: Sequence[int], order: int) -> tuple[int, int]:
    """Return the minimum and the maximum of the weighted sum of digits."""
    return tuple(sum(end(w, w * order) for w in weights) for end in (min, max))  # type: ignore[return-value]


@lru_cache(maxsize=256)
def _is_too_large(weights: tuple[int, ...], totals: tuple[int, ...], order: int) -> bool:
    """Return whether an automaton (see `kernel.relations`) would have too many states.

    In two cases, engines need no automaton. The rule for two cells becomes a table of pairs, and
    weights of 1 and -1 with a single total become a plain sum.
    """
    if len(weights) < 3 or (len(totals) == 1 and {*weights} <= {1, -1}):
        return False
    heavy_first = sorted(weights, key=abs, reverse=True)
    sums, n_states = {0}, 1
    for at, weight in enumerate(heavy_first, 1):
        low, high = _bounds(heavy_first[at:], order)
        after = {total + weight * digit for total in sums for digit in range(1, order + 1)}
        # Keep the sums that can still reach a total. The totals are ascending.
        sums = {s for s in after if bisect(totals, s + high) > bisect_left(totals, s + low)}
        n_states += len(sums)
        if n_states > MAX_STATES:
            return True
    return False


def _rellik(cells: tuple[int, ...], digits: Sequence[int], dice: Dice) -> RellikCage | None:
    """Return a cage with a sum that its digits avoid, and that few other digits avoid.

    A sum that is much smaller or greater than half the digits together is easy to avoid.
    """
    reached, total = _sums(sum(1 << digit for digit in digits)), sum(digits)
    avoided = [value for value in range(max(digits) // 2 + 1, total) if not reached >> value & 1]
    avoided.sort(key=lambda value: abs(2 * value - total))
    return RellikCage(cells, dice.pick(avoided[:3])) if avoided else None


_WEIGHTS = (1, 1, 1, 2, 2, 3)  # weights that setters use, each as often as it should occur


def _weighted(cells: tuple[int, ...], digits: Sequence[int], dice: Dice) -> WeightedTotal | None:
    """Return the total of cells with weights, unless all weights are the same."""
    weights = tuple(dice.pick(_WEIGHTS) for _ in cells)
    total = sum(weight * digit for weight, digit in zip(weights, digits, strict=True))
    return WeightedTotal(cells, weights, (total,)) if len({*weights}) > 1 else None


def _with_total(clue: WeightedTotal, canvas: Canvas) -> WeightedTotal:
    pairs = zip(clue.cells, clue.weights, strict=True)
    return replace(clue, totals=(sum(weight * canvas.digits[cell] for cell, weight in pairs),))


RULES = (
    Rule(
        make=RellikCage,
        text="Digits in a rellik cage differ, and no one or more of them add up to its number.",
        example=Puzzle.sudoku(
            "6........3.......5.......2....1.....",
            solution="631452245316413265562134326541154623",
        ).with_(
            RellikCage("r3c2 r3c3 r3c4", value=7),
            RellikCage("r1c1 r2c2 r2c3", value=7),
            RellikCage("r1c3 r1c4 r2c3", value=7),
            RellikCage("r1c2 r2c1 r2c2", value=8),
        ),
        aliases=("rellik",),
        proposer=areas(_rellik, (3, 3, 4, 4, 5)),
    ),
    Rule(
        make=EqualityCage,
        text=(
            "Digits in an equality cage differ; half are even, half are low, none is the middle "
            "one."
        ),
        example=Puzzle.sudoku(
            "....6.1..........25........4....3...",
            solution="345261162345634152521634256413413526",
        ).with_(
            EqualityCage("r5c1 r5c2 r6c1 r6c2"),
            EqualityCage("r2c4 r2c5 r3c5 r3c6"),
            EqualityCage("r5c4 r5c5 r6c4 r6c5"),
        ),
        proposer=areas(lambda cells, *_: EqualityCage(cells), (2, 4, 4, 4, 6), keeps="reversed"),
    ),
    Rule(
        make=WeightedTotal,
        text=(
            "Digits, each times the weight of its cell, add up to the total, or to one of several."
        ),
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
        proposer=areas(_weighted, (2, 3, 3, 4), may_repeat=True, read=_with_total),
    ),
)
