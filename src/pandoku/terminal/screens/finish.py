"""The end of a solved game: the time, the help used, and what to do next."""

from __future__ import annotations

from datetime import date

from textual.content import Content

from pandoku.play import Game, statistics
from pandoku.play.timer import clock_text
from pandoku.terminal.screens.asking import Choose
from pandoku.terminal.words import count_text

__all__ = ["Finish", "about_end"]

_ROWS = (
    ("review", "What the coach says", "your moves, and what was easier"),
    ("new", "Another puzzle", ""),
    ("home", "Home", ""),
)


class Finish(Choose):
    """A dialog that shows the time and the help used for a solved puzzle.

    Args:
        game: The game.
        solution: The only solution, or None if it is unknown.
        daily: Date of a daily puzzle, or None.
        streak: Number of consecutive days on which the daily puzzle was solved.
    """

    def __init__(
        self, game: Game, solution: tuple[int, ...] | None, daily: date | None, streak: int
    ) -> None:
        title = "The solution" if game.is_revealed else _title(game)
        super().__init__(title, _ROWS, about_end(game, solution, daily, streak))


def _title(game: Game) -> str:
    return "Solved with hints" if statistics(game).is_by_hints else "Solved"


def about_end(
    game: Game, solution: tuple[int, ...] | None, daily: date | None, streak: int
) -> Content:
    """Return the time and the help that a game took."""
    took = statistics(game, solution)
    if took.was_revealed:
        return Content("The solution was shown.")
    help_ = [
        count_text(n, word)
        for n, word in (
            (took.n_hints, "hint"),
            (took.n_checks, "check"),
            (took.n_mistakes or 0, "mistake"),
        )
        if n
    ]
    lines = [
        Content.assemble((clock_text(took.played_ms), "bold $success")),
        Content(", ".join(help_) or "no hint, no check, no mistake").stylize("$muted"),
    ]
    if daily is not None:
        lines.append(Content.assemble((f"{count_text(streak, 'day')} in a row", "bold $accent")))
    return Content("\n").join(lines)
