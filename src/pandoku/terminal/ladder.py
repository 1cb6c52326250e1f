"""The ladder of hints: each rung says more, and the last one does it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pandoku.logic import Hint
    from pandoku.play import Game

__all__ = ["FIRST", "LAST", "Ladder"]

FIRST, LAST = 1, 5  # levels of `pandoku.logic`; level 0 is in the others, which tell mistakes first


class Ladder:
    """Which hint the player has, and which level comes next.

    Attributes:
        hint: The hint shown now, or None.
    """

    def __init__(self) -> None:
        self.hint: Hint | None = None

    @property
    def next_level(self) -> int:
        """The level to ask for next; beyond `LAST`, the hint is to be done."""
        if self.hint is None or self.hint.is_problem:
            return FIRST
        return self.hint.level + 1

    def close(self) -> None:
        """Forget the hint, so that the next one begins at the first level."""
        self.hint = None

    def follow(self, game: Game) -> None:
        """Close the hint if the game has gone past it: a mistake was changed, or the step done."""
        hint = self.hint
        if hint is None or hint.board is None:
            return
        if hint.is_problem or hint.step is None:
            if hint.board.digits != game.digits:
                self.close()
            return
        centre = game.marks.centre
        is_placed = all(game.digits[cell] for cell, _ in hint.step.placements)
        is_struck = all(
            game.digits[cell] or (centre[cell] and not centre[cell] >> (digit - 1) & 1)
            for cell, digit in hint.step.eliminations
        )
        if is_placed and is_struck:
            self.close()
