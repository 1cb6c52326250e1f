"""The mistakes that a player wants to see while playing."""

from __future__ import annotations

from typing import Final

from pandoku.model import GridLike
from pandoku.play import mistakes
from pandoku.play.game import Game

__all__ = ["CHECKS", "shown_mistakes"]

CHECKS: Final = ("off", "conflicts", "solution")


def shown_mistakes(game: Game, mode: str, solution: GridLike | None = None) -> frozenset[int]:
    """Return the cells to show as mistakes.

    Args:
        game: The game.
        mode: "off" for no cells, "conflicts" for the cells of every broken rule, including givens,
            or "solution" for the digits that differ from the solution.
        solution: The right digits (`Judge.solution`), in any form of `GridLike`, with 0 for an
            unknown digit, or None. If the solution is None or has an unknown digit, the mode
            "solution" also shows conflicts.

    Raises:
        ValueError: *mode* is unknown.
        PuzzleError: The solution is not a grid with the puzzle's givens.

    >>> game = Game.start("1...|....|....|....".replace("|", "")).place("r1c2", 1)
    >>> sorted(shown_mistakes(game, "conflicts"))
    [0, 1]
    """
    if mode not in CHECKS:
        raise ValueError(f"expected a mode out of {', '.join(CHECKS)}, found {mode!r}")
    if mode == "off":
        return frozenset()
    wrong = frozenset[int]()
    if mode == "solution" and solution is not None:
        digits = mistakes.solution_digits(game.puzzle, solution)
        wrong = frozenset(game.wrong_cells(digits))
        if 0 not in digits:
            return wrong
    return wrong.union(*(conflict.cells for conflict in game.conflicts()))
