"""Checks of the steps that techniques written in Python find. Errors name the technique's file.

Every step that passes changes the board, so a path of these steps always ends.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from pandoku.errors import TechniqueError
from pandoku.model import Board, Step

__all__ = ["checked_steps", "source_of"]


def checked_steps(
    name: str, find: Callable[[Board, int], Iterable[Step]], board: Board, limit: int
) -> Iterator[Step]:
    """Yield the steps of a finder written in Python, at most *limit*.

    Args:
        name: The technique's name.
        find: Called with the board and the limit.
        board: The board to search.
        limit: At least 1.

    Raises:
        TechniqueError: The finder raises an exception, or yields something that is not a step on
            this board.
    """
    for step in islice(_guarded(name, find, board, limit), limit):
        if problem := _problem(name, step, board):
            raise TechniqueError(f"technique {name!r} ({source_of(find)}): {problem}")
        yield step


def source_of(function: Callable[..., object]) -> str:
    """Return the place where a function is defined, "FILE, line N", as far as it is known."""
    code = getattr(function, "__code__", None)
    if code is not None:
        return f"{code.co_filename}, line {code.co_firstlineno}"
    module = sys.modules.get(getattr(function, "__module__", None) or type(function).__module__)
    return getattr(module, "__file__", None) or repr(function)


def _guarded(
    name: str, find: Callable[[Board, int], Iterable[Step]], board: Board, limit: int
) -> Iterator[Step]:
    try:
        yield from find(board, limit)
    except Exception as error:
        raise TechniqueError(
            f"technique {name!r} ({source_of(find)}): its finder raised "
            f"{type(error).__name__}: {error}"
        ) from error


def _problem(name: str, step: object, board: Board) -> str | None:
    """Return the first defect of a step on a board, or None if it is valid."""
    if not isinstance(step, Step):
        return f"expected it to yield a Step, found {step!r}"
    if step.technique != name:
        return f"expected a step of {name!r}, found one of {step.technique!r}"
    if not step.placements and not step.eliminations:
        return "expected a step that places or eliminates something, found one without effect"
    try:
        return (
            _problem_of_facts(step, board)
            or _problem_of_changes("places", step.placements, board)
            or _problem_of_changes("eliminates", step.eliminations, board)
        )
    except (AttributeError, TypeError, ValueError):
        return f"expected pairs (cell, digit) and facts as `Facts` describes them, found {step!r}"


def _problem_of_facts(step: Step, board: Board) -> str | None:
    n, n_cells, facts = board.puzzle.order, len(board.digits), step.facts
    named = [*step.placements, *step.eliminations, *((c, d) for c, d, _ in facts.candidates)]
    named += [pair for link in facts.links for pair in (*link.start, *link.end)]
    named += [(cell, 1) for cell, _ in facts.cells]
    for cell, digit in named:
        if not (0 <= cell < n_cells and 1 <= digit <= n):
            return f"expected cells 0..{n_cells - 1} and digits 1..{n}, found {(cell, digit)}"
    n_cages = len(board.puzzle.cages)
    for fact in facts.cages:
        if not 0 <= fact.cage < n_cages:
            return f"expected one of the puzzle's {n_cages} cages, found cage {fact.cage}"
    n_constraints = len(board.puzzle.constraints)
    for number in facts.constraints:
        if not n_cages <= number < n_constraints:
            return f"expected a constraint {n_cages}..{n_constraints - 1}, found {number}"
    return None


def _problem_of_changes(verb: str, pairs: Iterable[tuple[int, int]], board: Board) -> str | None:
    # A missing candidate cannot be placed or eliminated: the words and the picture of such a step
    # would be wrong, and a step without any effect would be found again and again.
    for cell, digit in pairs:
        if board.digits[cell] or not board.masks[cell] >> (digit - 1) & 1:
            where = board.puzzle.geometry.name(cell)
            return f"it {verb} {digit} at {where}, which is not a candidate there; leave that out"
    return None
