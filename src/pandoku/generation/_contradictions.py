"""Wishes that contradict each other, or that no puzzle of the kind can meet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from pandoku.errors import WishError
from pandoku.generation._reach import check_rating, why_not
from pandoku.generation.climb import why_no_climb
from pandoku.generation.wishes import Wishes
from pandoku.model import Geometry, Puzzle
from pandoku.rating import DEFAULT_SCALE, in_order
from pandoku.words import joined

__all__ = ["check"]

# Proved by trying them all: McGuire, Tugemann and Civario, "There is no 16-clue Sudoku", 2012.
_FEWEST_CLASSIC = 17


def check(wishes: Wishes) -> None:
    """Raise WishError if no puzzle can be as asked, where that is seen without a search."""
    _check_solution(wishes)
    _check_pattern(wishes)
    _check_givens(wishes)
    _check_techniques(wishes)
    check_rating(wishes)
    _check_goal(wishes)


def _check_solution(wishes: Wishes) -> None:
    if wishes.solution is None:
        return
    geometry = wishes.geometry or Geometry.latin(wishes.order)
    solved = Puzzle(geometry, wishes.solution)
    if not solved.accepts(wishes.solution):
        first = next(each for each in solved.problems() if each.severity == "error")
        raise WishError(f"expected a solution of {wishes.kind.name}, found that {first.message}")


def _check_pattern(wishes: Wishes) -> None:
    pattern = wishes.pattern
    if pattern is None:
        return
    if (orbits := wishes.orbits()) is not None:
        first: dict[int, int] = {}
        for cell, orbit in enumerate(orbits.tolist()):
            other = first.setdefault(orbit, cell)
            if pattern[cell] != pattern[other]:
                _refuse_pattern(
                    wishes,
                    given=cell if pattern[cell] else other,
                    empty=other if pattern[cell] else cell,
                )
    if wishes.solution is not None and wishes.geometry is not None and not wishes.kind.has_cages:
        _require_unique(wishes.geometry, pattern, wishes.solution)


def _refuse_pattern(wishes: Wishes, *, given: int, empty: int) -> NoReturn:
    name = Geometry.latin(wishes.order).name
    raise WishError(
        f"expected a pattern with the symmetry {wishes.symmetry}, found {name(given)} given and "
        f"{name(empty)} empty; change the pattern, or leave the symmetry out"
    )


def _require_unique(geometry: Geometry, pattern: Sequence[bool], solution: Sequence[int]) -> None:
    from pandoku.engines import solve

    givens = tuple(digit * is_given for digit, is_given in zip(solution, pattern, strict=True))
    if not solve(Puzzle(geometry, givens), limit=2).is_unique:
        raise WishError(
            "expected a pattern that leaves the solution as the only one, found several solutions; "
            "add givens to the pattern, or leave the solution out"
        )


def _check_givens(wishes: Wishes) -> None:
    numbers = wishes.numbers_of_givens()
    if not numbers:
        _refuse_number(wishes)
    if wishes.kind.has_cages:
        return
    if wishes.geometry == Geometry.sudoku(9) and numbers[-1] < _FEWEST_CLASSIC:
        raise WishError(
            f"expected at least {_FEWEST_CLASSIC} givens, found {numbers[-1]}: no 9x9 Sudoku with "
            "fewer has exactly one solution"
        )
    fewest = wishes.order - 1
    if numbers[-1] < fewest:
        raise WishError(
            f"expected at least {fewest} givens, found {numbers[-1]}: with fewer, two digits are "
            "missing among the givens and can be exchanged"
        )


def _refuse_number(wishes: Wishes) -> NoReturn:
    asked, possible = wishes.givens, wishes.possible_givens()
    assert asked is not None
    if wishes.pattern is not None:
        raise WishError(f"expected {asked} givens, found a pattern with {possible[0]}")
    below = [n for n in possible if n < asked.least][-1:]
    above = [n for n in possible if n > asked.most][:1]
    near = joined(map(str, below + above), "or")
    raise WishError(
        f"expected {asked} givens with the symmetry {wishes.symmetry}, found that there can be "
        f"{near}; ask for one of these, or for another symmetry"
    )


def _check_techniques(wishes: Wishes) -> None:
    order = [each.name for each in in_order(DEFAULT_SCALE)]
    for name in dict.fromkeys((*wishes.needs, *filter(None, (wishes.at_most,)))):
        if reason := why_not(name, wishes):
            raise WishError(f"expected a technique for {wishes.kind.name}, found {name}: {reason}")
    for name in wishes.needs:
        if wishes.at_most is not None and order.index(name) > order.index(wishes.at_most):
            raise WishError(
                f"expected techniques up to {wishes.at_most}, found that {name} is needed, which "
                "comes after it in the order of search; leave one out"
            )


def _check_goal(wishes: Wishes) -> None:
    if wishes.climb and not wishes.has_goal:
        raise WishError(
            "expected a goal to climb to, found none; add a rating, a technique that is needed, or "
            "a number of givens"
        )
    if wishes.climb and (reason := why_no_climb(wishes)):
        raise WishError(
            f"expected wishes that can be climbed to, found {wishes.kind.name}: {reason}"
        )
