"""Automorphisms: the symmetries that leave a puzzle unchanged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from itertools import permutations, product
from math import factorial, prod
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar, overload

from pandoku.errors import PuzzleError
from pandoku.kernel.symmetry import MOST_COUNTED, least_maps, line_shape
from pandoku.model import KeptErrors, Puzzle, PuzzleLike, PuzzlesLike, puzzle_of
from pandoku.symmetry._rows import kept_answer, least_of_rows
from pandoku.symmetry.value import Symmetry

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pandoku.kernel.kept import KeptArray

__all__ = ["Automorphisms", "automorphisms", "automorphisms_many"]

_Key = TypeVar("_Key", bound=Hashable)
_TOO_MANY = (
    f"expected fewer than {MOST_COUNTED:,} automorphisms, found more; "
    "automorphisms(puzzle).count has the number"
)


class Automorphisms:
    """The symmetries that leave a puzzle unchanged, as returned by `automorphisms`.

    Iteration yields each `Symmetry` once, starting with the identity. The symmetries are created
    during iteration, because an empty 9x9 grid has more than three million automorphisms.

    Attributes:
        puzzle: The puzzle.
        count: The number of automorphisms, at least 1.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self._maps = list(least_maps(puzzle))
        self._swaps = _Swaps.of(puzzle)
        self.count = len(self._maps) * self._swaps.n_orders()

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[Symmetry]:
        # Each automorphism swaps identical lines, then applies one of the maps to the canonical
        # form, and then the inverse of `self._maps[0]`.
        geometry = self.puzzle.geometry
        back = Symmetry(geometry, *self._maps[0]).inverse()
        for swap in self._swaps.each(self.puzzle):
            for each in self._maps:
                yield swap.then(Symmetry(geometry, *each)).then(back)

    def __repr__(self) -> str:
        return f"Automorphisms({self.count:,} of {self.puzzle!r})"


def automorphisms(puzzle: PuzzleLike) -> Automorphisms:
    """Return the symmetries that preserve the givens and cages of a puzzle.

    Digits that do not occur in the puzzle are not relabeled, so that each permutation of cells
    counts once. Most puzzles have only one automorphism, the identity.

    Args:
        puzzle: As in `canonical`.

    Raises:
        PuzzleError, FormatError, EngineError, KeyboardInterrupt: As in `canonical`.

    >>> found = automorphisms("1......2....4..3")
    >>> found.count, list(found)[0].is_identity
    (2, True)
    """
    return Automorphisms(puzzle_of(puzzle))


@overload
def automorphisms_many(
    puzzles: PuzzlesLike,
    *,
    like: Puzzle | None = ...,
    threads: int | None = ...,
    on_error: Literal["raise"] = ...,
) -> NDArray[np.int64]: ...
@overload
def automorphisms_many(
    puzzles: PuzzlesLike,
    *,
    like: Puzzle | None = ...,
    threads: int | None = ...,
    on_error: Literal["keep"],
) -> KeptArray: ...
def automorphisms_many(
    puzzles: PuzzlesLike,
    *,
    like: Puzzle | None = None,
    threads: int | None = None,
    on_error: Literal["raise", "keep"] = "raise",
) -> NDArray[Any]:
    """Count the automorphisms of many puzzles without cages, all of one geometry.

    This takes hardly longer than `canonical_many`, because the search is the same.

    Args:
        puzzles: As in `canonical_many`.
        like: As in `canonical_many`.
        threads: As in `canonical_many`.
        on_error: As in `canonical_many`.

    Returns:
        int64 (n): the number of automorphisms of each puzzle, at least 1. With on_error="keep", the
        number for a puzzle with an error is -1, and the array has the attribute `errors`, as in
        `canonical_many`.

    Raises:
        PuzzleError: As in `canonical_many`. Also raised if a puzzle has more than 2^63-2
            automorphisms, such as an empty 25x25 grid.
        TypeError, ValueError, FormatError, EngineError, KeyboardInterrupt: As in `canonical_many`.

    >>> automorphisms_many(["1......2....4..3", "12.............."]).tolist()
    [2, 8]
    """
    least, errors = least_of_rows(puzzles, like, threads, on_error, "automorphisms")
    counts = least.n_automorphisms
    too_many = (counts == MOST_COUNTED).nonzero()[0].tolist()
    if errors is None:
        if too_many:
            raise PuzzleError(f"puzzle {too_many[0]}: {_TOO_MANY}")
        return counts
    errors = KeptErrors(errors | dict.fromkeys(too_many, _TOO_MANY), errors.exceptions)
    counts[list(errors)] = -1
    return kept_answer(counts, errors)


class _Swaps(NamedTuple):
    """The permutations that only swap identical rows, columns, bands or stacks.

    Attributes:
        bands: For each band, the keys of its rows. Identical rows have equal keys.
        stacks: For each stack, the keys of its columns.
    """

    bands: tuple[tuple[Hashable, ...], ...]
    stacks: tuple[tuple[Hashable, ...], ...]

    @classmethod
    def of(cls, puzzle: Puzzle) -> _Swaps:
        shape = line_shape(puzzle.geometry)
        if shape is None:  # `least_maps` already includes every swap
            return cls((), ())
        order, digits = shape.order, puzzle.givens
        caged = {cell for cage in puzzle.cages for cell in cage.cells}
        rows = [range(row * order, (row + 1) * order) for row in range(order)]
        columns = [range(column, order * order, order) for column in range(order)]

        def groups(lines: list[range], size: int) -> tuple[tuple[Hashable, ...], ...]:
            # A line that has a cell of a cage counts as different from every other line.
            keys: list[Hashable] = [
                line if caged.intersection(line) else tuple(digits[cell] for cell in line)
                for line in lines
            ]
            return tuple(tuple(keys[at : at + size]) for at in range(0, order, size))

        return cls(groups(rows, shape.band_rows), groups(columns, shape.stack_columns))

    def n_orders(self) -> int:
        return _n_orders(self.bands) * _n_orders(self.stacks)

    def each(self, puzzle: Puzzle) -> Iterator[Symmetry]:
        """Yield the swaps as symmetries, the identity first."""
        if not self.bands:
            yield Symmetry.identity(puzzle.geometry)
            return
        for rows in _orders_of_groups(self.bands):
            for columns in _orders_of_groups(self.stacks):
                yield Symmetry.of(puzzle.geometry, rows=rows, columns=columns)


def _n_orders(groups: tuple[tuple[Hashable, ...], ...]) -> int:
    within = prod(factorial(n) for group in groups for n in Counter(group).values())
    return within * prod(factorial(n) for n in Counter(map(_without_order, groups)).values())


def _without_order(keys: tuple[Hashable, ...]) -> frozenset[tuple[Hashable, int]]:
    """Return the multiset of keys, as pairs (key, count)."""
    return frozenset(Counter(keys).items())


def _orders(keys: tuple[_Key, ...]) -> Iterator[tuple[int, ...]]:
    """Yield every permutation of positions that preserves the keys. The identity comes first."""
    places: dict[_Key, list[int]] = {}
    for place, key in enumerate(keys):
        places.setdefault(key, []).append(place)
    for chosen in product(*(permutations(each) for each in places.values())):
        order = list(range(len(keys)))
        for targets, sources in zip(places.values(), chosen, strict=True):
            for target, source in zip(targets, sources, strict=True):
                order[target] = source
        yield tuple(order)


def _orders_of_groups(groups: tuple[tuple[Hashable, ...], ...]) -> Iterator[tuple[int, ...]]:
    """Yield every order of lines that only swaps equal groups, or equal lines within a group."""
    size = len(groups[0])
    for group_order in _orders(tuple(map(_without_order, groups))):
        within = [
            _matches(groups[source], group)
            for source, group in zip(group_order, groups, strict=True)
        ]
        for lines in product(*within):
            yield tuple(
                source * size + line
                for source, group_lines in zip(group_order, lines, strict=True)
                for line in group_lines
            )


def _matches(source: tuple[Hashable, ...], target: tuple[Hashable, ...]) -> list[tuple[int, ...]]:
    """Return every way to match the lines of one group with the equal lines of another group."""
    left = list(range(len(source)))
    first = []
    for key in target:
        place = next(each for each in left if source[each] == key)
        left.remove(place)
        first.append(place)
    return [tuple(first[at] for at in order) for order in _orders(target)]
