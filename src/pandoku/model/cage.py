"""Cages: groups of cells whose digits give a target. Functions convert other forms to cages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from pandoku.errors import PuzzleError
from pandoku.model.arithmetic import OPERATIONS, reaches
from pandoku.model.constraint import Constraint, listed_cells
from pandoku.model.grids import cells_of, refusal
from pandoku.model.whole import MAX_NUMBER, as_whole, parts_of

if TYPE_CHECKING:
    from pandoku.model.geometry import Geometry
    from pandoku.model.puzzle import Puzzle
    from pandoku.model.relations import Relation

__all__ = ["Cage", "CagesLike", "calculated_cages", "sum_cages"]

# The predicate of the rule, for each operation. All visible signs share a sentence, so that the
# rules of a Calcudoku are one sentence, not four.
_RESULTS = dict.fromkeys(OPERATIONS, "make the number in its corner with its sign") | {
    "?": "make the number in its corner with a sign that is not shown"
}

_SPOKEN = {"+": " plus", "-": " minus", "*": " times", "/": " divided", "?": "", "=": ""}
_EACH = tuple(OPERATIONS)  # `in` would also find "" and "+-" in the string
_NUMBERS = {int}


@dataclass(frozen=True, slots=True)
class Cage(Constraint):
    """A group of cells, and an operation on their digits that must give a target.

    `-` subtracts all other digits from the largest digit, and `/` divides the largest digit by all
    others. The classic papers allow these operations only for two cells, but most publishers also
    use them in larger cages.

    Attributes:
        operation: One of ``+ - * / =``, or ``?`` for a hidden operation, which may be any of the
            first four.
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
        # To save time, fields are only set if their value changes: programs create many thousands
        # of cages.
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
            numbers = tuple(map(as_whole, parts_of(cells) or ()))
            if isinstance(cells, str) or not numbers or None in numbers:
                raise PuzzleError(
                    "expected a cage of at least one cell, as numbers 0..n*n-1, "
                    f"found {cells!r}; "
                    "Puzzle.killer and Puzzle.kenken also take (row, column) and names"
                )
            object.__setattr__(self, "cells", numbers)
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

    def rule(self, geometry: Geometry) -> str:
        """Return the rule, or "" for a single cell, whose clue is its digit."""
        if len(self.cells) < 2:
            return ""
        if self.target is None:
            return "No digit repeats in a cage without a number."
        # The sign of a sum is not printed if digits must differ.
        is_plain = self.operation == "+" and not self.repeats
        result = "add up to the number in its corner" if is_plain else _RESULTS[self.operation]
        differ = "" if self.repeats else ", and no digit repeats in a cage"
        return f"The digits of a cage {result}{differ}."

    def spoken_kind(self, geometry: Geometry) -> str:
        """Return the clue in words: "cage 12 plus", "cage 12" in a Killer."""
        if self.target is None:
            return "cage of different digits"
        if self.operation == "+" and not self.repeats:
            return f"cage {self.target}"
        return f"cage {self.target}{_SPOKEN[self.operation]}"

    def words_at(self, cell: int, geometry: Geometry) -> str:
        """Return the clue and the other cells: "cage 12 plus with r1c2"."""
        others = [each for each in self.cells if each != cell]
        kind = self.spoken_kind(geometry)
        return f"{kind} with {listed_cells(others, geometry)}" if others else kind

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return the rule as relations: a target, and different digits unless they may repeat."""
        # Imported here, because puzzles without cages are solved without relations.
        from pandoku.model.relations import Differ, Reaches

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
        """Return the cage at its new place, or None if digits change and the cage has a target."""
        if digits is not None and self.target is not None:
            return None
        return replace(self, cells=tuple(cells[cell] for cell in self.cells))

    def __repr__(self) -> str:
        repeats = "" if self.repeats else ", repeats=False"
        return f"Cage({self.operation!r}, {self.target}, {self.cells}{repeats})"


# Cages, tuples (clue, cells), (cells, clue) or (operation, target, cells), mappings with the keys
# "cells" and "sum" or "clue", or one mapping of cells to clues.
CagesLike: TypeAlias = Iterable[Cage | tuple[Any, ...] | Mapping[str, Any]] | Mapping[Any, Any]

_CLUE_KEYS = ("clue", "sum", "value", "target")  # names of the clue in the files of other programs

_SIGNS = {"x": "*", "X": "*", "×": "*", "·": "*", "÷": "/", ":": "/", "−": "-", "–": "-"}
_CLUE = re.compile(rf"([^\d\s]?)\s*(\d{{1,{MAX_NUMBER}}})\s*([^\d\s]?)")


def sum_cages(order: int, cages: CagesLike) -> tuple[Cage, ...]:
    """Return the cages of a Killer. The digits of a cage all differ, and the target is their sum.

    Args:
        order: The n of an n x n grid.
        cages: A list of `Cage` values, pairs (target, cells) or (cells, target), and mappings such
            as {"cells": "r1c1 r1c2", "sum": 3}, or one mapping of cells to targets. A target is a
            number, or None if the digits only have to differ. Cells may have any form that
            `cells_of` accepts.

    Raises:
        PuzzleError: A cage has an invalid form. The message has the number of the cage.

    >>> sum_cages(9, {((0, 0), (0, 1)): 3})
    (Cage('+', 3, (0, 1), repeats=False),)
    >>> sum_cages(9, [([(0, 0), (0, 1)], 3)]) == sum_cages(9, [{"cells": "r1c1 r1c2", "sum": 3}])
    True
    """
    made = []
    for number, each in enumerate(_listed(cages), 1):
        if isinstance(each, Cage):
            made.append(each)
            continue
        clue, cells = _pair(number, each)
        operation, target = ("", None) if clue is None else _clue(number, clue)
        if operation not in ("", "+", "="):
            raise _bad(number, "a sum, as a number", clue)
        made.append(Cage("+", target, _cells(order, number, cells), repeats=False))
    return tuple(made)


def calculated_cages(order: int, cages: CagesLike) -> tuple[Cage, ...]:
    """Return the cages of a KenKen: each cage has an operation and its result.

    Args:
        order: The n of an n x n grid.
        cages: A list of `Cage` values, triples (operation, target, cells), pairs (clue, cells) or
            (cells, clue), and mappings such as {"cells": "r1c1 r1c2", "clue": "3+"}, or one mapping
            of cells to clues. A clue is "5+", "+5", ("+", 5) or (5, "+"). The operation "?" is
            hidden, and a number without an operation is the digit of a single cell. Cells may have
            any form that `cells_of` accepts.

    Raises:
        PuzzleError: A cage has an invalid form. The message has the number of the cage.

    >>> calculated_cages(4, [("5+", "r1c1 r1c2"), ("-", 1, [(1, 0), (2, 0)]), (3, [15])])
    (Cage('+', 5, (0, 1)), Cage('-', 1, (4, 8)), Cage('=', 3, (15,)))
    """
    return tuple(
        each if isinstance(each, Cage) else _calculated_cage(order, number, *_pair(number, each))
        for number, each in enumerate(_listed(cages), 1)
    )


def _listed(cages: object) -> Sequence[Any]:
    if isinstance(cages, Mapping):
        return [(clue, cells) for cells, clue in cages.items()]
    if isinstance(cages, str | bytes) or (listed := parts_of(cages)) is None:
        raise refusal(cages, "cages as a list or a mapping of cells to clues")
    return listed


def _pair(number: int, cage: object) -> tuple[object, object]:
    """Return the clue and the cells of a cage that is a tuple or a mapping."""
    if isinstance(cage, list | tuple):
        if len(cage) == 2:
            first, second = cage
            # Each of two numbers can be a clue or a cell. Then the first is the clue.
            are_cells_first = _may_be_clue(second) and not _may_be_clue(first)
            return (second, first) if are_cells_first else (first, second)
        if len(cage) == 3:
            return (cage[0], cage[1]), cage[2]
    if isinstance(cage, Mapping):
        keys = [key for key in _CLUE_KEYS if key in cage]
        if len(cage) != 2 or "cells" not in cage or not keys:
            raise _bad(number, "the keys 'cells' and 'sum' or 'clue'", dict(cage))
        return cage[keys[0]], cage["cells"]
    raise _bad(number, "a Cage, (clue, cells) or (operation, target, cells)", cage)


def _calculated_cage(order: int, number: int, clue: object, cells: object) -> Cage:
    operation, target = _clue(number, clue)
    inside = _cells(order, number, cells)
    if not operation and len(inside) > 1:
        raise _bad(
            number,
            f"an operation, as in '{target}+', or '{target}?' if it is hidden, for {len(inside)} "
            "cells (a single cell is [(row, column)])",
            clue,
        )
    return Cage(operation or "=", target, inside)


def _is_clue(value: object) -> bool:
    if isinstance(value, list | tuple):
        return len(value) == 2 and isinstance(value[0], str) != isinstance(value[1], str)
    is_text = isinstance(value, str) and _CLUE.fullmatch(value.strip())
    return bool(is_text) or as_whole(value) is not None


def _may_be_clue(value: object) -> bool:
    return value is None or _is_clue(value)


def _clue(number: int, clue: object) -> tuple[str, int]:
    """Return the operation of a clue ("" if it has no operation) and the target."""
    if isinstance(clue, list | tuple) and len(clue) == 2:
        first, second = clue
        clue = f"{first}{second}" if isinstance(first, str) != isinstance(second, str) else clue
    if (plain := as_whole(clue)) is not None:
        return "", plain
    match = _CLUE.fullmatch(clue.strip()) if isinstance(clue, str) else None
    if match is None or (match[1] and match[3]):
        raise _bad(number, "a clue such as '5+', ('+', 5) or 5", clue)
    sign = match[1] or match[3]
    return _SIGNS.get(sign, sign), int(match[2])


def _cells(order: int, number: int, cells: object) -> tuple[int, ...]:
    try:
        return cells_of(order, cells)
    except PuzzleError as error:
        raise PuzzleError(f"cage {number}: {error.reason}") from None


def _bad(number: int, expected: str, found: object) -> PuzzleError:
    return PuzzleError(f"cage {number}: expected {expected}, found {found!r:.60}")
