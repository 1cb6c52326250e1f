"""The first screen of the application."""

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
        kind: Kind of puzzle (see `pandoku.generate`).
        order: The order n of an n x n puzzle. None means the usual order of the kind.
        difficulty: "easy", "medium", "hard", "expert" or "extreme". None means any difficulty.
    """

    kind: str = "sudoku"
    order: int | None = None
    difficulty: str | None = None

    def __str__(self) -> str:
        size = f"{self.order}x{self.order}" if self.order else ""
        return " ".join(part for part in (self.difficulty, self.kind, size) if part)


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """The first screen of the application. At most one game or screen may be set.

    Attributes:
        puzzle: A puzzle to play. If there is an unfinished saved game of this puzzle, the game
            continues.
        game: A game to continue, such as a game from a file. It need not be a saved game.
        saved: Id of a saved game.
        wish: A puzzle to make and play.
        daily: Date of a daily puzzle.
        daily_kind: Kind of the daily puzzle.
        drill: Name of a technique to practice.
        drill_kind: Kind of the boards of drills (see `pandoku.play.drill`). None means any kind.
        stop: Name of a stop of the course.
        part: The part of the stop to begin with, one of `pandoku.play.learned.PARTS`. "" means the
            first part that is not done.
        replay: A game to replay.
        speed: Speed of the replay relative to the game, more than 0.
        notice: A message to show first, such as how an ambiguous text was interpreted.
    """

    puzzle: Puzzle | None = None
    game: Game | None = None
    saved: int | None = None
    wish: PuzzleRequest | None = None
    daily: date | None = None
    daily_kind: str = "sudoku"
    drill: str | None = None
    drill_kind: str | None = None
    stop: str | None = None
    part: str = ""
    replay: Game | None = None
    speed: float = 1.0
    notice: str = ""
