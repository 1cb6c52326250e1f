"""Random solutions of puzzles that have many."""

from __future__ import annotations

from pandoku.constraints import Dice
from pandoku.kernel.cages import search_cages
from pandoku.model import Puzzle

__all__ = ["random_solution"]

# Guesses of a search before a solution is known, and after. With some rules about all cells, most
# searches end at this limit.
_NODES, _NODES_AFTER = 3_000, 400
_PATIENCE = 6  # searches that end at the second limit


def random_solution(puzzle: Puzzle, dice: Dice) -> tuple[int, ...] | None:
    """Return a random solution of a puzzle, or None if no search finds one.

    Random digits are added one by one, as long as a search finds a solution with them. All
    solutions are possible, but they are not equally likely.

    Args:
        puzzle: A puzzle without errors.
        dice: The random choices.
    """
    n, givens, best, n_unknown = puzzle.order, [*puzzle.givens], None, 0
    for cell in dice.shuffled([cell for cell, digit in enumerate(givens) if not digit])[: 2 * n]:
        digit = 1 + dice.below(n)
        givens[cell] = digit
        tried = puzzle.replace(givens=tuple(givens))
        n_nodes = _NODES if best is None else _NODES_AFTER
        (found,) = search_cages([tried], limit=1, nodes=n_nodes, threads=1)
        if found.count:
            best = found.solutions[0]
            continue
        givens[cell] = 0
        n_unknown += best is not None and found.stopped == "nodes"
        if n_unknown == _PATIENCE:
            break
    return best
