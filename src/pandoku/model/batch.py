"""Batch: many puzzles of one geometry, stored as rows of numbers."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import and_
from sys import byteorder
from typing import TYPE_CHECKING, Any, Literal, cast, overload

from pandoku.errors import PuzzleError
from pandoku.model.cage import Cage
from pandoku.model.constraint import Constraint
from pandoku.model.geometry import MAX_ORDER, Geometry, geometry_of
from pandoku.model.grids import refusal
from pandoku.model.puzzle import Puzzle
from pandoku.model.whole import as_whole, truth

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer
    from numpy.typing import NDArray

__all__ = ["Batch", "batches_of"]

_TYPECODES: dict[int, Literal["B", "I", "Q"]] = {1: "B", 4: "I", 8: "Q"}  # by item size in bytes
# Format codes of buffers: the formats of digits and of masks that need no conversion, and all
# accepted formats (whole numbers of any size).
_DIGITS, _MASKS, _WHOLE = ("B",), ("I", "L", "Q"), tuple("BbHhIiLlQq")
_MASKS_INSTEAD = "; masks=True takes candidate masks"


@dataclass(frozen=True, slots=True, eq=False, repr=False, init=False)
class Batch(Sequence[Puzzle]):
    """Puzzles of one geometry, stored so that the core can search them without a Python loop.

    A Batch is a sequence of puzzles: `batch[0]` is a Puzzle, and `batch[10:20]` is a Batch that
    shares the memory of the first Batch. Two Batches are equal if they have equal puzzles in the
    same order, whatever their origins. The rows share memory with the buffer that they are made
    from, so they change if the buffer changes. Do not write to the buffer while the Batch is a key
    of a dict.

    Attributes:
        geometry: The geometry of every puzzle; an int means the Sudoku of that order, as in
            `Puzzle`.
        rows: `len(batch) * geometry.n_cells` numbers, puzzle after puzzle, and row by row in each
            puzzle. They are either digits (uint8, 0 for an empty cell) or candidate masks (uint32
            or uint64, bit d-1 for digit d). The constructor accepts any contiguous buffer of
            integers of any shape, such as bytes or a numpy array. The attribute is a flat,
            read-only view of the buffer, or of a copy if the integers have another type. Each
            search checks that the numbers fit the order.
        cages: The cages of each puzzle, or None if no puzzle has cages.
        further: The other constraints of each puzzle, or None if no puzzle has other constraints.
        origins: The position of each puzzle in its source: line numbers (a `range` for consecutive
            lines) or names; None if unknown.

    Args:
        masks: Whether *rows* are candidate masks instead of digits. Stored as `has_masks`.

    Raises:
        TypeError: *rows* is not a buffer of whole numbers, or *masks* is not True or False.
        ValueError: *rows* is not contiguous, has an incomplete puzzle, or has a number that is too
            large for every order. Also raised if *cages*, *further* or *origins* does not have one
            entry per puzzle.
        PuzzleError: *geometry* is neither a geometry nor an order. Also raised if there are cages
            and *geometry* is an order with boxes, because the puzzles could be Killers or KenKens.

    >>> batch = Batch(2, bytes([1, 0, 0, 0, 0, 0, 0, 2]), origins=range(5, 7))
    >>> batch, batch[1].givens, batch.origin(1)
    (Batch(2 puzzles, 2x2), (0, 0, 0, 2), 6)
    """

    geometry: Geometry
    rows: memoryview
    cages: tuple[tuple[Cage, ...], ...] | None
    origins: Sequence[Any] | None
    further: tuple[tuple[Constraint, ...], ...] | None

    def __init__(
        self,
        geometry: Geometry | int,
        rows: ReadableBuffer | NDArray[Any],
        cages: Sequence[tuple[Cage, ...]] | None = None,
        origins: Sequence[Any] | None = None,
        *,
        masks: bool = False,
        further: Sequence[tuple[Constraint, ...]] | None = None,
    ) -> None:
        put = object.__setattr__
        put(self, "geometry", _geometry(geometry, bool(cages)))
        put(self, "rows", _flat(rows, truth("masks", masks)))
        put(self, "cages", None if cages is None else tuple(cages))
        put(self, "origins", origins)
        put(self, "further", None if further is None else tuple(further))
        n_cells = self.geometry.n_cells
        if len(self.rows) % n_cells:
            raise ValueError(f"expected rows of {n_cells} cells, found {len(self.rows)} numbers")
        lists = (("cages", cages), ("origins", origins), ("further", further))
        for name, values in lists:
            if values is not None and len(values) != len(self):
                raise ValueError(f"expected {name} of {len(self)} puzzles, found {len(values)}")

    @classmethod
    def of(cls, puzzles: Sequence[Puzzle], origins: Sequence[Any] | None = None) -> Batch:
        """Return puzzles of one geometry as a Batch.

        The rows are digits, or uint64 masks if any puzzle limits its candidates. Other attributes
        of the puzzles (id, title, solution, ...) are dropped.

        Args:
            puzzles: At least one puzzle.
            origins: As in the attribute *origins*.

        Raises:
            ValueError: There is no puzzle, or the puzzles differ in geometry.
            PuzzleError: A given is out of range for the order.

        >>> list(Batch.of([Puzzle(2, (1, 0, 0, 0))]))
        [Puzzle(2x2, 1 given)]
        """
        if isinstance(puzzles, Batch) and origins is None:
            return puzzles
        if not puzzles:
            raise ValueError("expected at least one puzzle, as a batch has a geometry; found none")
        odd = next((each for each in puzzles if not isinstance(each, Puzzle)), None)
        if odd is not None:
            raise refusal(odd, "puzzles as Puzzle values")
        geometry = puzzles[0].geometry
        for number, puzzle in enumerate(puzzles):
            if puzzle.geometry is not geometry and puzzle.geometry != geometry:
                raise ValueError(
                    f"puzzle {number}: expected puzzles of one geometry, "
                    f"{geometry.describe()}, found {puzzle.geometry.describe()}"
                )
            if min(puzzle.givens) < 0 or max(puzzle.givens) > geometry.order:
                puzzle.require_sound()
        cages = [puzzle.cages for puzzle in puzzles]
        rows = _numbers(puzzles)
        held = cages if any(cages) else None
        further = [puzzle.further for puzzle in puzzles]
        others = further if any(further) else None
        return cls(geometry, rows, held, origins, masks=rows.itemsize > 1, further=others)

    @classmethod
    def joined(cls, batches: Sequence[Batch]) -> Batch:
        """Return the puzzles of *batches* as one Batch with newly allocated memory.

        The result has origins only if every batch has origins.

        Raises:
            ValueError: There is no batch, or the batches differ in geometry or in the type of their
                rows.
        """
        kinds = {(batch.geometry, batch.rows.itemsize) for batch in batches}
        if len(kinds) != 1:
            raise ValueError(
                f"expected batches of one geometry, with rows of one type; found {len(kinds)} kinds"
            )
        ((geometry, itemsize),) = kinds
        rows = array(_TYPECODES[itemsize], b"".join(batch.rows for batch in batches))
        cages = origins = further = None
        if any(batch.cages for batch in batches):
            cages = [each for batch in batches for each in batch.cages_of()]
        if any(batch.further for batch in batches):
            further = [each for batch in batches for each in batch.further_of()]
        if all(batch.origins is not None for batch in batches):
            origins = [each for batch in batches for each in batch.origins or ()]
        return cls(geometry, rows, cages, origins, masks=itemsize > 1, further=further)

    @property
    def has_masks(self) -> bool:
        """True if the rows are candidate masks instead of digits."""
        return self.rows.itemsize > 1

    @property
    def has_constraints(self) -> bool:
        """True if *cages* or *further* is not None."""
        return self.cages is not None or self.further is not None

    def origin(self, index: int) -> Any:
        """Return the position of a puzzle in its source, or None if unknown.

        Raises:
            IndexError: There is no such puzzle.
        """
        at = range(len(self))[index]
        return None if self.origins is None else self.origins[at]

    def cages_of(self) -> Sequence[tuple[Cage, ...]]:
        """Return the cages of each puzzle; () for a puzzle without cages."""
        return self.cages if self.cages is not None else ((),) * len(self)

    def further_of(self) -> Sequence[tuple[Constraint, ...]]:
        """Return the constraints of each puzzle except cages, or () for a puzzle without any."""
        return self.further if self.further is not None else ((),) * len(self)

    def masks(self) -> memoryview:
        """Return the rows as uint64 candidate masks, with all bits for an empty cell.

        Raises:
            PuzzleError: A digit is out of range for the order.
        """
        if self.has_masks:
            return self.rows if self.rows.itemsize == 8 else memoryview(array("Q", self.rows))
        try:
            packed = _packed_masks(self.geometry.order)
            return memoryview(b"".join([packed[digit] for digit in self.rows])).cast("Q")
        except IndexError:
            order = self.geometry.order
            found = next(digit for digit in self.rows if digit > order)
            raise PuzzleError(f"expected digits 0..{order}, found {found}") from None

    def __len__(self) -> int:
        return len(self.rows) // self.geometry.n_cells

    @overload
    def __getitem__(self, index: int) -> Puzzle: ...
    @overload
    def __getitem__(self, index: slice) -> Batch: ...
    def __getitem__(self, index: int | slice) -> Puzzle | Batch:
        """Return the puzzle at an index or, for a slice of step 1, a Batch that shares the rows.

        A puzzle from a row of masks has candidates, but no givens.

        Raises:
            IndexError: There is no such puzzle.
            ValueError: The slice has a step other than 1.
        """
        if isinstance(index, slice):
            return self._part(index)
        at = range(len(self))[index]
        row = tuple(self.rows[self._span(at, at + 1)])
        cages = self.cages[at] if self.cages is not None else ()
        further = self.further[at] if self.further is not None else ()
        if self.has_masks:
            return Puzzle(self.geometry, cages=cages, candidates=row, further=further)
        return Puzzle(self.geometry, row, cages, further=further)

    def __iter__(self) -> Iterator[Puzzle]:
        return (self[index] for index in range(len(self)))

    def _part(self, index: slice) -> Batch:
        start, stop, step = index.indices(len(self))
        if step != 1:
            raise ValueError(f"expected a slice of step 1, found step {step}")
        part = slice(start, max(start, stop))
        return Batch(
            self.geometry,
            self.rows[self._span(part.start, part.stop)],
            self.cages[part] if self.cages is not None else None,
            self.origins[part] if self.origins is not None else None,
            masks=self.has_masks,
            further=self.further[part] if self.further is not None else None,
        )

    def _span(self, start: int, stop: int) -> slice:
        n_cells = self.geometry.n_cells
        return slice(start * n_cells, stop * n_cells)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Batch):
            return NotImplemented
        return (
            self.geometry == other.geometry
            and self.has_masks == other.has_masks
            and self.rows == other.rows
            and (
                (self.cages == other.cages and self.further == other.further) or [*self] == [*other]
            )
        )

    def __hash__(self) -> int:
        # Rows are not hashed, because they may change and are slow to hash.
        return hash((self.geometry, self.has_masks, len(self)))

    def __reduce__(self) -> tuple[Any, ...]:
        rows = array(_TYPECODES[self.rows.itemsize], self.rows.tobytes())
        parts = (self.geometry, rows, self.cages, self.origins, self.has_masks, self.further)
        return _restored, parts

    def __repr__(self) -> str:
        n = len(self)
        cages = ", with cages" if self.cages is not None else ""
        more = ", with other constraints" if self.further is not None else ""
        return f"Batch({n} puzzle{'s' * (n != 1)}, {self.geometry.describe()}{cages}{more})"


def batches_of(puzzles: Iterable[Puzzle]) -> Iterator[Batch]:
    """Group puzzles of any geometries into Batches, whose origins are positions in *puzzles*.

    Puzzles that limit their candidates go into separate Batches, because searching digits is faster
    than searching masks.

    Raises:
        PuzzleError: A given is out of range for the order.

    >>> [list(batch.origins) for batch in batches_of([Puzzle(4), Puzzle(2), Puzzle(4)])]
    [[0, 2], [1]]
    """
    alike: dict[tuple[Geometry, bool], tuple[list[Puzzle], list[int]]] = {}
    for position, puzzle in enumerate(puzzles):
        key = (puzzle.geometry, puzzle.candidates is None)
        members, positions = alike.setdefault(key, ([], []))
        members.append(puzzle)
        positions.append(position)
    return (Batch.of(members, positions) for members, positions in alike.values())


def _geometry(geometry: Any, has_cages: bool) -> Geometry:
    if isinstance(geometry, Geometry):
        return geometry
    if (order := as_whole(geometry)) is None:
        raise refusal(geometry, "a geometry or an order")
    return geometry_of(order, has_cages)


def _restored(
    geometry: Geometry,
    rows: array[int],
    cages: tuple[tuple[Cage, ...], ...] | None,
    origins: Sequence[Any] | None,
    masks: bool,
    further: tuple[tuple[Constraint, ...], ...] | None,
) -> Batch:
    return Batch(geometry, rows, cages, origins, masks=masks, further=further)


def _flat(rows: ReadableBuffer | NDArray[Any], masks: bool) -> memoryview:
    try:
        view = memoryview(cast("ReadableBuffer", rows))
    except TypeError:
        raise refusal(rows, "rows of numbers (bytes or an array)") from None
    if view.format not in _WHOLE:
        raise TypeError(f"expected rows of whole numbers, found numbers of type {view.format!r}")
    if not view.c_contiguous:
        raise ValueError("expected rows that are contiguous in memory; pass a copy")
    if view.format not in (_MASKS if masks else _DIGITS):
        return _copied(view, masks).toreadonly()
    typecode = _TYPECODES[view.itemsize]
    if not view.nbytes:  # memoryview cannot cast a shape that contains 0
        return memoryview(array(typecode)).toreadonly()
    return view.toreadonly().cast("B").cast(typecode)


def _copied(view: memoryview, masks: bool) -> memoryview:
    """Return a copy of numbers of any type as digits in uint8, or as masks in uint64."""
    # An array is used because a memoryview cannot cast a shape that contains 0.
    numbers = array(cast('Literal["Q"]', view.format), view.tobytes())
    try:
        return memoryview(array("Q", numbers) if masks else bytes(numbers.tolist()))
    except (OverflowError, ValueError):
        most, way_out = (2**MAX_ORDER - 1, "") if masks else (MAX_ORDER, _MASKS_INSTEAD)
        found = next(number for number in numbers if not 0 <= number <= most)
        what = "masks" if masks else "digits"
        raise ValueError(f"expected {what} 0..{most}, found {found}{way_out}") from None


def _numbers(puzzles: Sequence[Puzzle]) -> memoryview:
    """Return the rows of checked puzzles: digits, or masks if any puzzle limits its candidates."""
    if all(puzzle.candidates is None for puzzle in puzzles):
        return memoryview(b"".join(bytes(puzzle.givens) for puzzle in puzzles))
    rows = array("Q")
    for puzzle in puzzles:
        masks = map(_masks(puzzle.order).__getitem__, puzzle.givens)
        rows.extend(map(and_, masks, puzzle.candidates) if puzzle.candidates else masks)
    return memoryview(rows)


@lru_cache(maxsize=64)
def _masks(order: int) -> tuple[int, ...]:
    """Return the candidate mask of a cell by its digit. Index 0 is for an empty cell."""
    return ((1 << order) - 1, *(1 << digit for digit in range(order)))


@lru_cache(maxsize=64)
def _packed_masks(order: int) -> tuple[bytes, ...]:
    """Return the masks of `_masks` as 8 bytes each, because joining bytes is fast."""
    return tuple(mask.to_bytes(8, byteorder) for mask in _masks(order))
