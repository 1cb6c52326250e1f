"""What the application shows first."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pandoku.model import Puzzle
    from pandoku.play import Game

__all__ = ["Opening", "PuzzleRequest"]


class PuzzleRequest(NamedTuple):
    """A puzzle to be made.

    Attributes:
        kind: As in `pandoku.generate`.
        order: The n of n x n, or None for the usual one of the kind.
        difficulty: "easy" to "extreme", or None for any.
    """

    kind: str = "sudoku"
    order: int | None = None
    difficulty: str | None = None

    def __str__(self) -> str:
        size = f"{self.order}x{self.order}" if self.order else ""
        return " ".join(part for part in (self.difficulty, self.kind, size) if part)


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """What the application shows first; at most one of the fields that name a game or a screen.

    Attributes:
        puzzle: A puzzle to play from its start, or to go on with if it is among the saved games.
        game: A game to go on with that is not among the saved games, such as one from a file.
        saved: The id of a saved game.
        wish: A puzzle to make first.
        daily: The date of a daily puzzle.
        daily_kind: The kind of the daily puzzle.
        drill: The name of a technique to practise.
        drill_kind: The kind of its boards, as in `pandoku.play.drill`; None means any.
        replay: A game to show move by move.
        speed: How many times as fast as it was played a replay is; above 0.
        notice: A line to show at once, such as how the text of the puzzle was read.
    """

    puzzle: Puzzle | None = None
    game: Game | None = None
    saved: int | None = None
    wish: PuzzleRequest | None = None
    daily: date | None = None
    daily_kind: str = "sudoku"
    drill: str | None = None
    drill_kind: str | None = None
    replay: Game | None = None
    speed: float = 1.0
    notice: str = ""
