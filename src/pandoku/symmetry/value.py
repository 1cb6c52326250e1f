"""Symmetry: a permutation of cells that maps houses to houses, and a relabeling of digits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from pandoku.errors import PuzzleError
from pandoku.model import (
    Batch,
    Cage,
    Constraint,
    Geometry,
    Puzzle,
    PuzzleLike,
    as_whole,
    digits_of,
    puzzle_of,
    refusal,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Symmetry"]


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A permutation of cells that maps houses to houses, and a relabeling of the digits.

    A symmetry that is applied to a puzzle and to its solutions gives another puzzle and the
    solutions of that puzzle.

    Attributes:
        geometry: The geometry.
        cells: For each cell of the image, its source cell in the puzzle.
        digits: The images of the digits 1..n.

    Raises:
        PuzzleError: *cells* or *digits* is not a permutation, or a house does not become a house.

    >>> turn = Symmetry.of(Geometry.sudoku(4), rows=(3, 2, 1, 0), columns=(3, 2, 1, 0))
    >>> turn.apply("1...2...3...4...").givens
    (0, 0, 0, 4, 0, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0, 1)
    >>> turn.then(turn).is_identity
    True
    """

    geometry: Geometry
    cells: tuple[int, ...]
    digits: tuple[int, ...]

    def __post_init__(self) -> None:
        geometry = self.geometry
        if not isinstance(geometry, Geometry):
            raise refusal(geometry, "a Geometry")
        put = object.__setattr__
        put(self, "cells", _permutation("cells", self.cells, 0, geometry.n_cells))
        put(self, "digits", _permutation("digits", self.digits, 1, geometry.order))
        came_from = self.cells
        houses = _houses(geometry)
        for house in geometry.houses:
            if frozenset([came_from[cell] for cell in house.cells]) not in houses:
                names = geometry.names(sorted(came_from[cell] for cell in house.cells))
                raise PuzzleError(
                    f"expected a symmetry of {geometry.describe()}, found one that makes "
                    f"{house.name} of cells that are not a house: {names}"
                )

    @classmethod
    def _known(
        cls, geometry: Geometry, cells: tuple[int, ...], digits: tuple[int, ...]
    ) -> Symmetry:
        """Return a symmetry without checking it, because the checks would take most of the time."""
        made = object.__new__(cls)
        for name, value in (("geometry", geometry), ("cells", cells), ("digits", digits)):
            object.__setattr__(made, name, value)
        return made

    @classmethod
    def identity(cls, geometry: Geometry) -> Symmetry:
        """Return the symmetry that changes nothing."""
        return cls.of(geometry)

    @classmethod
    def of(
        cls,
        geometry: Geometry,
        *,
        rows: Sequence[int] | None = None,
        columns: Sequence[int] | None = None,
        transpose: bool = False,
        digits: Mapping[int, int] | Sequence[int] | None = None,
    ) -> Symmetry:
        """Return the symmetry that reorders rows and columns and relabels digits.

        Args:
            geometry: The geometry.
            rows: For each row of the image, its source row, counted from 0. None keeps the order of
                rows.
            columns: For each column of the image, its source column, counted from 0. None keeps the
                order of columns.
            transpose: Whether to exchange rows and columns first. If True, *rows* and *columns*
                refer to the transposed grid.
            digits: The images of the digits 1..n, or a mapping from some digits to their images.
                Digits that are not keys of the mapping do not change. None means that no digits
                change.

        Raises:
            PuzzleError: An argument is not a permutation, or a house does not become a house.

        >>> Symmetry.of(Geometry.sudoku(4), digits={1: 2, 2: 1}).digits
        (2, 1, 3, 4)
        """
        if not isinstance(geometry, Geometry):
            raise refusal(geometry, "a Geometry")
        order = geometry.order
        lines = range(order)
        from_rows = lines if rows is None else _permutation("rows", rows, 0, order)
        from_columns = lines if columns is None else _permutation("columns", columns, 0, order)
        step_down, step_right = (1, order) if transpose else (order, 1)
        cells = (
            row * step_down + column * step_right for row in from_rows for column in from_columns
        )
        return cls(geometry, tuple(cells), _images(digits, order))

    @property
    def is_identity(self) -> bool:
        """True if the symmetry changes nothing."""
        return self.cells == tuple(range(len(self.cells))) and not self.relabels

    @property
    def relabels(self) -> bool:
        """True if the symmetry changes digits."""
        return self.digits != tuple(range(1, len(self.digits) + 1))

    def then(self, after: Symmetry) -> Symmetry:
        """Return the symmetry that applies this symmetry first, and then *after*.

        Raises:
            PuzzleError: The symmetries have different geometries.
        """
        if self.geometry != after.geometry:
            raise PuzzleError(
                f"expected another symmetry of {self.geometry.describe()}, found one of "
                f"{after.geometry.describe()}"
            )
        cells = tuple(self.cells[cell] for cell in after.cells)
        digits = tuple(after.digits[digit - 1] for digit in self.digits)
        return self._known(self.geometry, cells, digits)

    def inverse(self) -> Symmetry:
        """Return the symmetry that undoes this one."""
        cells, digits = [0] * len(self.cells), [0] * len(self.digits)
        for cell, came_from in enumerate(self.cells):
            cells[came_from] = cell
        for digit, image in enumerate(self.digits, 1):
            digits[image - 1] = digit
        return self._known(self.geometry, tuple(cells), tuple(digits))

    def apply(self, puzzle: PuzzleLike) -> Puzzle:
        """Return the image of a puzzle, including its constraints, candidates and stored solution.

        All other attributes (id, title, ...) are kept, with one exception: `words` may name cells,
        so it is removed unless the symmetry is the identity. Cages keep their order. The cells
        within each cage are sorted.

        Args:
            puzzle: A puzzle in any form that `puzzle_of` accepts.

        Raises:
            PuzzleError: The puzzle has a different geometry or a given that is out of range. Also
                raised if the symmetry does not preserve a constraint, or relabels digits that cages
                calculate with.
            FormatError: The puzzle is a text in an unknown format.
        """
        puzzle = puzzle_of(puzzle)
        self._require_geometry(puzzle.geometry)
        if self.relabels and any(cage.target is not None for cage in puzzle.cages):
            raise PuzzleError(
                "expected a symmetry that keeps the digits, because cages calculate with them; "
                f"found one that makes {self.digits} of 1..{puzzle.order}"
            )
        return puzzle.replace(
            givens=self._moved("givens", puzzle.givens),
            cages=self._moved_cages(puzzle.cages),
            candidates=puzzle.candidates and self._moved_masks(puzzle.candidates),
            solution=puzzle.solution and self._moved("solution digits", puzzle.solution),
            further=self._moved_further(puzzle),
            words=puzzle.words if self.is_identity else None,
        )

    def apply_rows(self, rows: NDArray[Any] | Batch) -> NDArray[np.uint8]:
        """Return the images of many puzzles without cages.

        Args:
            rows: Digits of puzzles of this geometry, in any form that `pandoku.solve_many` accepts.

        Returns:
            A new array, uint8 (n, cells).

        Raises:
            TypeError, ValueError, FormatError, PuzzleError: As in `pandoku.solve_many`.
        """
        import numpy as np

        from pandoku.kernel.rows import digit_rows_of

        like = None if isinstance(rows, Batch) else Puzzle(self.geometry)
        found, geometry, cages, further = digit_rows_of(rows, like)
        self._require_geometry(geometry)
        if cages is not None or further is not None:
            what = "cages" if further is None else "constraints"
            raise ValueError(f"expected puzzles without {what}, found {what}; use apply for each")
        images: NDArray[np.uint8] = np.array((0, *self.digits), np.uint8)
        moved: NDArray[np.uint8] = images[found[:, self.cells]]
        return moved

    def _require_geometry(self, geometry: Geometry) -> None:
        if geometry != self.geometry:
            raise PuzzleError(
                f"expected a puzzle of {self.geometry.describe()}, found {geometry.describe()}"
            )

    def _moved(self, what: str, numbers: tuple[int, ...]) -> tuple[int, ...]:
        order = self.geometry.order
        if numbers and not 0 <= min(numbers) <= max(numbers) <= order:
            odd = next(number for number in numbers if not 0 <= number <= order)
            raise PuzzleError(f"expected {what} from 1 to {order}, and 0 for empty, found {odd}")
        images = (0, *self.digits)
        return tuple([images[numbers[cell]] for cell in self.cells])

    def _moved_masks(self, masks: tuple[int, ...]) -> tuple[int, ...]:
        images = {
            mask: sum(1 << (self.digits[digit - 1] - 1) for digit in digits_of(mask))
            for mask in set(masks)
        }
        return tuple(images[masks[cell]] for cell in self.cells)

    def _moved_cages(self, cages: tuple[Cage, ...]) -> tuple[Cage, ...]:
        if not cages:
            return ()
        goes_to = self._goes_to()
        return tuple(
            Cage(
                cage.operation,
                cage.target,
                tuple(sorted(goes_to[cell] for cell in cage.cells)),
                cage.repeats,
            )
            for cage in cages
        )

    def _moved_further(self, puzzle: Puzzle) -> tuple[Constraint, ...]:
        if not puzzle.further:
            return ()
        if not all(each.is_sound(puzzle.geometry) for each in puzzle.further):
            puzzle.require_sound()
        goes_to, digits = self._goes_to(), self.digits if self.relabels else None
        moved = []
        for each in puzzle.further:
            if (image := each.image(goes_to, digits)) is None:
                does = "moves cells and relabels digits" if self.relabels else "moves cells"
                raise PuzzleError(
                    f"expected a symmetry that keeps the rule {each.NAME!r} "
                    f"({each.label(puzzle.geometry)}), found one that {does} and breaks it"
                )
            moved.append(image)
        return tuple(moved)

    def _goes_to(self) -> list[int]:
        """Return the new place of each cell of the puzzle, in the order of the old cells."""
        goes_to = [0] * len(self.cells)
        for cell, came_from in enumerate(self.cells):
            goes_to[came_from] = cell
        return goes_to

    def __repr__(self) -> str:
        if self.is_identity:
            return f"Symmetry({self.geometry.describe()}, identity)"
        n_moved = sum(cell != came_from for cell, came_from in enumerate(self.cells))
        relabels = ", relabels digits" if self.relabels else ""
        return f"Symmetry({self.geometry.describe()}, moves {n_moved} cells{relabels})"


@lru_cache(maxsize=64)
def _houses(geometry: Geometry) -> frozenset[frozenset[int]]:
    return frozenset(frozenset(house.cells) for house in geometry.houses)


def _permutation(what: str, numbers: Any, least: int, n: int) -> tuple[int, ...]:
    listed = tuple(map(as_whole, numbers)) if isinstance(numbers, Sequence) else None
    if listed is None and hasattr(numbers, "tolist"):
        plain = numbers.tolist()
        listed = tuple(map(as_whole, plain)) if isinstance(plain, list) else None
    if listed is None or len(listed) != n or set(listed) != set(range(least, least + n)):
        raise PuzzleError(
            f"expected {what} as each number {least}..{least + n - 1} once, found {numbers!r}"
        )
    return listed  # type: ignore[return-value]


def _images(digits: Mapping[int, int] | Sequence[int] | None, order: int) -> tuple[int, ...]:
    if isinstance(digits, Mapping):
        unknown = [digit for digit in digits if digit not in range(1, order + 1)]
        if unknown:
            raise PuzzleError(f"expected images of digits 1..{order}, found one of {unknown[0]!r}")
        digits = [digits.get(digit, digit) for digit in range(1, order + 1)]
    if digits is None:
        return tuple(range(1, order + 1))
    return _permutation("digits", digits, 1, order)
