"""Layouts: puzzles whose clues keep their places and get the values of a new full grid.

Clues that show a value of their cells, such as cages and numbers outside the grid, are left out
until a full grid is found that obeys everything else. Then they get its values. If several grids
have these values, a part of the grid is changed, as long as this leaves fewer solutions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

from pandoku.constraints import Canvas, Dice, proposer_of
from pandoku.errors import WishError
from pandoku.generation.digging import dug
from pandoku.generation.drafts import Drafts
from pandoku.generation.sampling import random_solution
from pandoku.generation.steering import walked
from pandoku.generation.wishes import Wishes
from pandoku.kernel.cages import CageResult, search_cages
from pandoku.model import Cage, Constraint, Puzzle
from pandoku.model.geometry import cell_name
from pandoku.registry import plain_name
from pandoku.words import joined

__all__ = ["check_layout", "fill_layout", "solutions_left"]

_NODES = 3_000  # guesses of a search
_MOST_COUNTED = 60  # solutions to compare
_STEPS = 60  # changes of a grid in an attempt
_MOST_NAMED = 8  # cells in a message
_KEPT = (0.45, 0.85)  # the least and the greatest share of cells that a change keeps


class _Filled(NamedTuple):
    """A puzzle with the layout, and its distance from a unique one.

    Attributes:
        puzzle: The puzzle, with the grid as its solution.
        n_solutions: Number of solutions found, or more than are counted if the grid has no value
            for a clue, such as a hidden skyscraper of 1234.
        loose: The cells where the solutions differ.
    """

    puzzle: Puzzle
    n_solutions: int
    loose: tuple[int, ...]


def check_layout(layout: Puzzle) -> None:
    """Raise an error if no full grid fits a layout.

    Raises:
        PuzzleError: A constraint is malformed.
        WishError: No grid obeys the lines, dots and houses.
    """
    blank = _blank(layout)
    blank.require_sound()
    (found,) = search_cages([blank], limit=1, threads=1)
    if not found.count:
        raise WishError(
            "expected a layout that some full grid fits, found lines, dots, candidates or houses "
            "that contradict each other; pandoku.engines.contradiction names them"
        )
    _filled(layout, found.solutions[0]).require_sound()


def fill_layout(wishes: Wishes, keys: Sequence[int]) -> Drafts:
    """Return at most one puzzle for each key, with the layout of the request."""
    layout = wishes.like
    assert layout is not None
    if (
        not layout.constraints and layout.candidates is None
    ):  # the core finds puzzles with a pattern of givens much faster
        pattern = tuple(map(bool, layout.givens))
        return dug(replace(wishes, pattern=pattern, like=None), layout.geometry, keys)
    found = [_made(wishes, layout, key) for key in keys]
    puzzles = [each.puzzle for each in found]
    return Drafts(
        range(len(found)),
        [bytes(each.givens) for each in puzzles],
        [bytes(each.solution or ()) for each in puzzles],
        layout.geometry,
        cages=[each.cages for each in puzzles],
        further=[each.further for each in puzzles],
        lacks=[each.n_solutions - 1 for each in found],
        candidates=_candidates(layout),
    )


def solutions_left(puzzle: Puzzle) -> str:
    """Return the number of solutions in words, and where a clue is missing."""
    (found,) = search_cages([puzzle], limit=_MOST_COUNTED, nodes=_NODES, threads=1)
    return solutions_words(found, puzzle.order)


def solutions_words(found: CageResult, order: int) -> str:
    """Return the number of solutions in words, and the cells where two of them differ.

    An example is "2 solutions, which differ in r1c1, r1c2, r4c1 and r4c2". The cells show where a
    clue is missing. They are left out if they are many.
    """
    words = f"{found.count:,} solution{'s' * (found.count != 1)}"
    if found.stopped:
        words = f"at least {words}"
    cells = min(
        (
            [cell for cell, digit in enumerate(one) if digit != other[cell]]
            for one, other in combinations(found.solutions[:_MOST_COUNTED], 2)
        ),
        key=len,
        default=[],
    )
    if not 0 < len(cells) <= _MOST_NAMED:
        return words
    which = "which" if found.count == 2 and not found.stopped else "two of which"
    return f"{words}, {which} differ in {joined([cell_name(order, cell) for cell in cells])}"


def _blank(layout: Puzzle) -> Puzzle:
    """Return the layout without givens and values. Cells of a killer cage still differ."""
    left = [
        each
        for each in layout.further
        if (proposer := proposer_of(plain_name(each.NAME))) is None or proposer.read is None
    ]
    cages = [Cage("+", None, each.cells) for each in layout.cages if not each.repeats]
    return Puzzle(
        layout.geometry, candidates=_candidates(layout), cages=tuple(cages), further=tuple(left)
    )


def _candidates(layout: Puzzle) -> tuple[int, ...] | None:
    """Return the candidates that the layout gives. The cells of its givens may have any digit."""
    if layout.candidates is None:
        return None
    free = layout.geometry.all_mask
    cells = zip(layout.candidates, layout.givens, strict=True)
    return tuple(free if given else mask for mask, given in cells)


def _filled(layout: Puzzle, solution: tuple[int, ...]) -> Puzzle:
    """Return the puzzle with the values of a full grid."""
    canvas = Canvas(layout.geometry, solution)

    def read(constraint: Constraint) -> Constraint:
        proposer = proposer_of(plain_name(constraint.NAME))
        if proposer is None or proposer.read is None:
            return constraint
        return proposer.read(constraint, canvas)

    made = [read(each) for each in layout.constraints]
    return Puzzle(
        layout.geometry,
        tuple(new if old else 0 for old, new in zip(layout.givens, solution, strict=True)),
        candidates=_candidates(layout),
        cages=tuple(each for each in made if isinstance(each, Cage)),
        further=tuple(each for each in made if not isinstance(each, Cage)),
        solution=solution,
    )


def _made(wishes: Wishes, layout: Puzzle, key: int) -> _Filled:
    dice, blank = Dice(key), _blank(layout)
    solution = wishes.solution or random_solution(blank, dice)
    if solution is None:
        (found,) = search_cages([blank], limit=1, threads=1)
        solution = found.solutions[0]
    best = _measured(layout, solution)
    for _ in range(0 if wishes.solution else _STEPS):
        if best.n_solutions == 1 and walked(wishes, best.puzzle).excess <= 0:
            break
        changed = _changed(blank, best, dice)
        if changed is None:
            continue
        other = _measured(layout, changed)
        if best.n_solutions == 1:  # it is too hard, so any other puzzle with one solution will do
            best = other if other.n_solutions == 1 else best
        elif (other.n_solutions, len(other.loose)) <= (best.n_solutions, len(best.loose)):
            best = other
    return best


def _measured(layout: Puzzle, solution: tuple[int, ...]) -> _Filled:
    puzzle = _filled(layout, solution)
    (found,) = search_cages([puzzle], limit=_MOST_COUNTED, nodes=_NODES, threads=1)
    rows = [solution, *found.solutions]
    loose = tuple(cell for cell, digits in enumerate(zip(*rows, strict=True)) if len({*digits}) > 1)
    # If the search gives up with one solution or none, there may be others.
    count = max(found.count, 2) if found.stopped else found.count or _MOST_COUNTED + 1
    return _Filled(puzzle, count, loose)


def _changed(blank: Puzzle, best: _Filled, dice: Dice) -> tuple[int, ...] | None:
    """Return another grid that obeys everything but the values, or None if a try finds none.

    It has the same digits in many cells, but another digit in a cell where solutions differ.
    """
    solution = best.puzzle.solution
    assert solution is not None
    n_cells = len(solution)
    moved = dice.pick(best.loose or range(n_cells))
    share = _KEPT[0] + (_KEPT[1] - _KEPT[0]) * dice.share()
    givens: Sequence[int] = [digit if dice.share() < share else 0 for digit in solution]
    others = [digit for digit in range(1, blank.order + 1) if digit != solution[moved]]
    givens = [*givens]
    givens[moved] = dice.pick(others)
    for cell in blank.sight[moved]:
        if givens[cell] == givens[moved]:
            givens[cell] = 0
    tried = blank.replace(givens=tuple(givens))
    (found,) = search_cages([tried], limit=1, nodes=_NODES, threads=1)
    return found.solutions[0] if found.count else None
