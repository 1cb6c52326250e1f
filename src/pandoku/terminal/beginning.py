"""The game that the application begins with, new or continued."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from pandoku.play import Game, first_sight
from pandoku.play.opening import Opening
from pandoku.play.timer import clock_text
from pandoku.terminal.shelf import Shelf
from pandoku.words import kind_text

__all__ = ["Beginning", "begin", "beginning_of", "continued_text", "game_title", "resume"]


class Beginning(NamedTuple):
    """A game that is saved, and what its screen shows at the start.

    Attributes:
        game: The game, which may have moves.
        game_id: Id among the saved games.
        difficulty: Difficulty in a word, or "".
        daily: Date of a daily puzzle, or None.
        notice: A message about the puzzle, which stays below the rules.
        greeting: A message to show until the first key.
    """

    game: Game
    game_id: int
    difficulty: str = ""
    daily: date | None = None
    notice: str = ""
    greeting: str = ""


def begin(game: Game, shelf: Shelf, notice: str = "") -> Beginning:
    """Save a game.

    A game without moves continues an unfinished saved game of the same puzzle.
    """
    known = None if game.moves else shelf.unfinished(game)
    if known is not None:
        return resume(known, shelf, notice)
    return Beginning(game, shelf.begin(game), notice=notice)


def resume(game_id: int, shelf: Shelf, notice: str = "") -> Beginning:
    """Return a saved game.

    Raises:
        StoreError: There is no such game, or it is damaged.
    """
    saved, game = shelf.find(game_id)
    return Beginning(game, game_id, saved.difficulty, saved.daily, notice, continued_text(game))


def beginning_of(opening: Opening, shelf: Shelf) -> Beginning | None:
    """Return the game that an opening asks for, or None if it asks for another screen.

    Raises:
        StoreError: There is no such game, or it is damaged.
    """
    if opening.saved is not None:
        return resume(opening.saved, shelf)
    if opening.game is not None:
        return begin(opening.game, shelf, opening.notice)
    if opening.puzzle is not None:
        return begin(Game.start(opening.puzzle), shelf, opening.notice)
    if opening.daily is not None:
        known = shelf.daily(opening.daily, opening.daily_kind)
        return None if known is None else resume(known, shelf)
    return None


def game_title(game: Game, difficulty: str = "") -> str:
    """Return the title of a game's screen: the title or kind of the puzzle, and its difficulty."""
    puzzle = first_sight(game.puzzle)
    name = puzzle.title or kind_text(puzzle)
    return ", ".join(part for part in (name, difficulty) if part)


def continued_text(game: Game) -> str:
    """Return a message for a game that continues, or "" if it has no moves or is finished."""
    if not game.moves or game.is_solved:
        return ""
    givens, n_cells = sum(map(bool, game.givens)), len(game.digits)
    done = f"{sum(map(bool, game.digits)) - givens} of {n_cells - givens} cells"
    return f"Continued: {done}, {clock_text(game.played_ms)}. R starts over."
