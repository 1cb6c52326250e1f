"""Cages: groups of cells whose digits give a target by an operation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from pandoku.errors import PuzzleError
from pandoku.model.arithmetic import OPERATIONS, reaches
from pandoku.model.constraint import Constraint
from pandoku.model.relations import Differ, Reaches
from pandoku.model.whole import as_whole, parts_of

if TYPE_CHECKING:
    from pandoku.model.puzzle import Puzzle
    from pandoku.model.relations import Relation

__all__ = ["Cage"]

_EACH = tuple(OPERATIONS)  # "" and "+-" are in the string
_NUMBERS = {int}


@dataclass(frozen=True, slots=True)
class Cage(Constraint):
    """Cells, an operation, and the target that it must give.

    `-` and `/` take the largest digit and subtract, or divide by, all the others. The classic
    papers allow only two cells, but most publishers use this rule for larger cages.

    Attributes:
        operation: One of ``+ - * / =``, or ``?`` for a hidden one (any of the first four).
        target: The result of the operation. None means that the digits only have to differ.
        cells: The cells, in the order of the source.
        repeats: Whether a digit may occur more than once in the cage, unless a house forbids it.
            False for killer cages, and always False for a cage without a target.

    Raises:
        PuzzleError: The operation is unknown or a value has the wrong type. Cells outside
            the grid and unreachable targets are reported by `Puzzle.problems`.

    >>> Cage("-", 3, (0, 1)).allows((1, 4))
    True
    """

    NAME: ClassVar[str] = "cage"

    operation: str
    target: int | None
    cells: tuple[int, ...]
    repeats: bool = True

    def __post_init__(self) -> None:
        # Values that need no change are not set again, because puzzles are made by the thousand.
        if not isinstance(self.operation, str) or self.operation not in _EACH:
            raise PuzzleError(
                f"expected an operation out of {' '.join(OPERATIONS)}, found {self.operation!r}"
            )
        target, cells = self.target, self.cells
        if target is not None and type(target) is not int:
            target = as_whole(target)
            if target is None:
                raise PuzzleError(
                    f"expected a whole number as a cage's target, found {self.target!r}"
                )
            object.__setattr__(self, "target", target)
        if type(cells) is not tuple or not set(map(type, cells)) <= _NUMBERS:
            object.__setattr__(self, "cells", _plain_cells(cells))
        elif not cells:
            raise PuzzleError("expected a cage of at least one cell, found ()")
        repeats = bool(self.repeats) and target is not None
        if self.repeats is not repeats:
            object.__setattr__(self, "repeats", repeats)

    @property
    def clue(self) -> str:
        """The clue in the corner: "12+", "3-", "7", or "" without a target.

        >>> Cage("*", 48, (0, 1, 2)).clue, Cage("=", 3, (5,)).clue
        ('48*', '3')
        """
        if self.target is None:
            return ""
        return f"{self.target}{'' if self.operation == '=' else self.operation}"

    def allows(self, digits: tuple[int, ...]) -> bool:
        """Return whether *digits*, one for each cell, satisfy the cage.

        Houses are ignored: two equal digits in one row are allowed if `repeats` is True.
        """
        if not self.repeats and len(set(digits)) != len(digits):
            return False
        if self.target is None:
            return True
        return reaches(self.operation, self.target, digits)

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return the relations that the digits differ, and that they reach the target."""
        differ = () if self.repeats else (Differ(self.cells),)
        if self.target is None:
            return differ
        return (*differ, Reaches(self.operation, self.target, self.cells))

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether a full grid satisfies the cage.

        Raises:
            IndexError: The grid has too few cells.
        """
        return self.allows(tuple(digits[cell] for cell in self.cells))

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Cage | None:
        """Return the cage at its new place. Digits may only change if it has no target."""
        if digits is not None and self.target is not None:
            return None
        return replace(self, cells=tuple(cells[cell] for cell in self.cells))

    def __repr__(self) -> str:
        repeats = "" if self.repeats else ", repeats=False"
        return f"Cage({self.operation!r}, {self.target}, {self.cells}{repeats})"


def _plain_cells(cells: object) -> tuple[int, ...]:
    numbers = tuple(map(as_whole, parts_of(cells) or ()))
    if isinstance(cells, str) or not numbers or None in numbers:
        raise PuzzleError(
            f"expected a cage of at least one cell, as numbers 0..n*n-1, found {cells!r}; "
            "Puzzle.killer and Puzzle.kenken also take (row, column) and names"
        )
    return numbers  # type: ignore[return-value]
