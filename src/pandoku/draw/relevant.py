"""The candidates that matter in a step, which are the only ones in its picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from pandoku.draw.decorated import cells_of_constraint, used_constraints
from pandoku.model import Board, Pair, Puzzle, Step

__all__ = ["cells_of_step", "relevant_candidates"]


def relevant_candidates(board: Board, step: Step) -> set[Pair]:
    """Return the candidates that a reader of a step has to see, as pairs of a cell and a digit.

    In a step about one digit, such as a fish, these are the candidates of this digit in its houses.
    In any other step, they are also all candidates in the cells of the step.

    Args:
        board: The board before the step.
        step: The step.
    """
    facts, pairs = step.facts, {*_pairs(step)}
    digits = {digit for _, digit in pairs}
    near = {cell for house in facts.houses for cell in house.cells} | {cell for cell, _ in pairs}
    is_about_rules = facts.cages or facts.constraints or facts.branches
    if len(digits) == 1 and len(pairs) > 1 and not is_about_rules:
        # Chains and colors have no houses: whether a link is strong shows only on the entire board.
        cells: Iterable[int] = near if facts.houses else range(len(board.digits))
        return {each for each in _candidates(board, cells) if each[1] in digits}
    shown = {*_candidates(board, cells_of_step(board.puzzle, step))}
    return shown.union(each for each in _candidates(board, near) if each[1] in digits)


def cells_of_step(puzzle: Puzzle, step: Step) -> set[int]:
    """Return the cells in the pattern of a step, in its branches, and in its cages and rules."""
    facts = step.facts
    cells = {cell for cell, _ in (*_pairs(step), *facts.cells)}
    for index in used_constraints(facts):
        cells.update(cells_of_constraint(puzzle, index))
    return cells.union(*(cells_of_step(puzzle, each) for each in chain(*facts.branches)))


def _pairs(step: Step) -> Iterator[Pair]:
    yield from (*step.placements, *step.eliminations)
    yield from ((cell, digit) for cell, digit, _ in step.facts.candidates)
    for link in step.links:
        yield from (*link.start, *link.end)


def _candidates(board: Board, cells: Iterable[int]) -> Iterator[Pair]:
    return (
        (cell, digit)
        for cell in cells
        if not board.digits[cell]
        for digit in board.candidates(cell)
    )
