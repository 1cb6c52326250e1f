"""Conversion of cages: from Cage values, tuples, or a mapping of cells to clues."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from pandoku.errors import PuzzleError
from pandoku.model.cage import Cage
from pandoku.model.grids import cells_of, refusal
from pandoku.model.whole import MAX_NUMBER, as_whole, parts_of

__all__ = ["CagesLike", "calculated_cages", "sum_cages"]

# Cages, tuples (clue, cells) or (operation, target, cells), or a mapping of cells to clues.
CagesLike: TypeAlias = Iterable[Cage | tuple[Any, ...]] | Mapping[Any, Any]

_SIGNS = {"x": "*", "X": "*", "×": "*", "·": "*", "÷": "/", ":": "/", "−": "-", "–": "-"}
_CLUE = re.compile(rf"([^\d\s]?)\s*(\d{{1,{MAX_NUMBER}}})\s*([^\d\s]?)")


def sum_cages(order: int, cages: CagesLike) -> tuple[Cage, ...]:
    """Return the cages of a killer, which are sums of different digits.

    Args:
        order: The n of n x n.
        cages: Each as a Cage, as (target, cells), or as a mapping of cells to targets. A target is
            a number, or None if the digits only have to differ. Cells as in `cells_of`.

    Raises:
        PuzzleError: A cage has another form. The message has its number.

    >>> sum_cages(9, {((0, 0), (0, 1)): 3})
    (Cage('+', 3, (0, 1), repeats=False),)
    """
    return tuple(
        each if isinstance(each, Cage) else _sum_cage(order, number, *_pair(number, each))
        for number, each in enumerate(_listed(cages), 1)
    )


def calculated_cages(order: int, cages: CagesLike) -> tuple[Cage, ...]:
    """Return the cages of a KenKen, which are operations with their results.

    Args:
        order: The n of n x n.
        cages: Each as a Cage, as (operation, target, cells), as (clue, cells), or as a mapping of
            cells to clues. A clue is "5+", "+5", ("+", 5) or (5, "+"); "?" is a hidden operation,
            and a plain number is the digit of a single cell. Cells as in `cells_of`.

    Raises:
        PuzzleError: A cage has another form. The message has its number.

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
    """Return the clue and the cells of a tuple of two or three values."""
    if isinstance(cage, list | tuple):
        if len(cage) == 2:
            return cage[0], cage[1]
        if len(cage) == 3:
            return (cage[0], cage[1]), cage[2]
    raise _bad(number, "a Cage, (clue, cells) or (operation, target, cells)", cage)


def _sum_cage(order: int, number: int, clue: object, cells: object) -> Cage:
    operation, target = ("", None) if clue is None else _clue(number, clue)
    if operation not in ("", "+", "="):
        raise _bad(number, "a sum, as a number", clue)
    return Cage("+", target, _cells(order, number, cells), repeats=False)


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


def _clue(number: int, clue: object) -> tuple[str, int]:
    """Return the operation of a clue, or "" without one, and the target."""
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
