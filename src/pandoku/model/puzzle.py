"""Puzzle: geometry, givens, cages, candidates and the metadata from its source."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pandoku import _hooks
from pandoku.errors import PuzzleError
from pandoku.model.cage import Cage
from pandoku.model.frozen import FrozenMap
from pandoku.model.geometry import Geometry
from pandoku.model.problems import Problem, find_problems

__all__ = ["Puzzle"]


@dataclass(frozen=True, slots=True, repr=False)
class Puzzle:
    """A puzzle of any kind, as a value; its houses and cages define its rules.

    Attributes:
        geometry: The shape; an int means the standard geometry of that order.
        givens: The printed digits, row-major, 0 for empty; () means no givens.
        cages: The cages, which may overlap and need not cover the grid.
        candidates: A mask for every cell (bit d-1 is digit d) if the puzzle limits them, else
            None. A puzzle may consist of candidates only.
        solution: The digits that the source claims as the solution, or None.
        id, kind, title, author, source: Metadata from the source; `kind` in the source's own word.
        extra: Data in the source that pandoku does not interpret, kept for writing it back.

    Raises:
        PuzzleError: A part has the wrong length or type. Defects of the puzzle itself (equal
            givens in a row, an unreachable target) are listed by `problems`.

    >>> Puzzle(4, (1, 0, 0, 0) + (0,) * 12)
    Puzzle(4x4, boxes 2x2, 1 given)
    """

    geometry: Geometry
    givens: tuple[int, ...] = ()
    cages: tuple[Cage, ...] = ()
    candidates: tuple[int, ...] | None = None
    solution: tuple[int, ...] | None = None
    id: str | None = None
    kind: str | None = None
    title: str | None = None
    author: str | None = None
    source: str | None = None
    extra: FrozenMap = field(default_factory=FrozenMap)

    if TYPE_CHECKING:
        # The constructor accepts more types than the attributes have.
        def __init__(
            self,
            geometry: Geometry | int,
            givens: Sequence[int] = (),
            cages: Iterable[Cage] = (),
            candidates: Sequence[int] | None = None,
            solution: Sequence[int] | None = None,
            id: str | None = None,
            kind: str | None = None,
            title: str | None = None,
            author: str | None = None,
            source: str | None = None,
            extra: Mapping[str, object] = ...,
        ) -> None: ...

    def __post_init__(self) -> None:
        put = object.__setattr__
        if isinstance(self.geometry, int):
            put(self, "geometry", Geometry.standard(self.geometry))
        n_cells = self.geometry.n_cells
        put(self, "givens", _numbers("givens", self.givens or (0,) * n_cells, n_cells))
        if type(self.cages) is not tuple:
            put(self, "cages", tuple(self.cages))
        if self.candidates is not None:
            put(self, "candidates", _numbers("candidates", self.candidates, n_cells))
        if self.solution is not None:
            put(self, "solution", _numbers("solution", self.solution, n_cells))
        if not isinstance(self.extra, FrozenMap):
            put(self, "extra", FrozenMap(self.extra))

    @property
    def order(self) -> int:
        """The n of n x n."""
        return self.geometry.order

    @property
    def n_givens(self) -> int:
        """The number of cells with a printed digit."""
        return len(self.givens) - self.givens.count(0)

    def problems(self) -> tuple[Problem, ...]:
        """Return every defect that can be found without searching: errors, then warnings.

        >>> [p.message for p in Puzzle(4, (1, 1) + (0,) * 14).problems()]
        ['row 1 has 1 at r1c1 and r1c2', 'box 1 has 1 at r1c1 and r1c2']
        """
        return find_problems(self)

    def require_sound(self) -> None:
        """Raise PuzzleError with every error that `problems` lists, if there is any."""
        errors = [p for p in self.problems() if p.severity == "error"]
        if errors:
            raise PuzzleError("; ".join(p.message for p in errors), problems=errors)

    def accepts(self, digits: Sequence[int]) -> bool:
        """Return whether *digits* (row-major, none empty) solve the puzzle."""
        whole = set(range(1, self.order + 1))
        if len(digits) != self.geometry.n_cells:
            return False
        return (
            all(given in (0, digit) for given, digit in zip(self.givens, digits, strict=True))
            and all({digits[cell] for cell in h.cells} == whole for h in self.geometry.houses)
            and all(_cage_holds(cage, digits) for cage in self.cages)
            and all(
                mask >> (digit - 1) & 1
                for mask, digit in zip(self.candidates or (), digits, strict=False)
            )
        )

    def replace(self, **changes: object) -> Puzzle:
        """Return a copy with some attributes changed."""
        return replace(self, **changes)  # type: ignore[arg-type]

    def describe(self) -> str:
        """Return the puzzle in words: "9x9, boxes 3x3, 24 givens, 3 cages"."""
        parts = [self.geometry.describe()]
        counts = [(self.n_givens, "given"), (len(self.cages), "cage")]
        parts += [f"{count} {noun}{'s' * (count != 1)}" for count, noun in counts if count]
        if self.candidates is not None:
            parts.append("candidates")
        return ", ".join(parts)

    def _repr_svg_(self) -> str | None:
        """Return the puzzle as an SVG picture, for notebooks."""
        return _hooks.picture_of(self)

    def __repr__(self) -> str:
        names = [f"{key}={value!r}" for key in ("id", "kind") if (value := getattr(self, key))]
        return f"Puzzle({', '.join([self.describe(), *names])})"


def _numbers(what: str, values: Sequence[int], n_cells: int) -> tuple[int, ...]:
    numbers = values if type(values) is tuple else tuple(values)
    if len(numbers) != n_cells:
        raise PuzzleError(f"expected {n_cells} {what}, found {len(numbers)}")
    if set(map(type, numbers)) != {int}:
        odd = next(value for value in numbers if type(value) is not int)
        raise PuzzleError(f"expected whole numbers as {what}, found {odd!r}")
    return numbers


def _cage_holds(cage: Cage, digits: Sequence[int]) -> bool:
    inside = all(0 <= cell < len(digits) for cell in cage.cells)
    return inside and cage.allows(tuple(digits[cell] for cell in cage.cells))
