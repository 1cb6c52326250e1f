"""The games that a player has solved, in numbers."""

from __future__ import annotations

from datetime import date, timedelta
from typing import NamedTuple

from pandoku.play.store import Store

__all__ = ["Totals", "totals_of"]

_WEEK = timedelta(days=7)


class Totals(NamedTuple):
    """The number of solved games, and the streak.

    Attributes:
        n_solved: Number of games that were solved.
        n_this_week: Number of games that were solved during the last seven days.
        played_ms: Milliseconds played in these games.
        streak: Number of consecutive days with a solved daily puzzle.
    """

    n_solved: int
    n_this_week: int
    played_ms: int
    streak: int

    @property
    def sentence(self) -> str:
        """The numbers as a sentence, or "" if no game was solved.

        >>> Totals(14, 3, 5_400_000, 4).sentence
        '14 games solved in 1 hour 30 minutes, 3 this week. Streak: 4 days.'
        >>> Totals(1, 1, 23_000, 0).sentence
        '1 game solved in less than a minute, 1 this week.'
        """
        if not self.n_solved:
            return ""
        hours, minutes = divmod(round(self.played_ms / 60_000), 60)
        parts = [_counted(n, noun) for n, noun in ((hours, "hour"), (minutes, "minute")) if n]
        time = " ".join(parts) or "less than a minute"
        week = f", {self.n_this_week} this week" if self.n_this_week else ""
        streak = f" Streak: {_counted(self.streak, 'day')}." if self.streak else ""
        return f"{_counted(self.n_solved, 'game')} solved in {time}{week}.{streak}"


def totals_of(store: Store, today: date) -> Totals:
    """Return the totals of the games in a store. Games whose solution was shown do not count."""
    solved = [game for game in store.games(finished=True) if game.state == "solved"]
    recent = [game for game in solved if game.touched.date() > today - _WEEK]
    played_ms = sum(game.played_ms for game in solved)
    return Totals(len(solved), len(recent), played_ms, store.streak(today))


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'s' * (count != 1)}"
