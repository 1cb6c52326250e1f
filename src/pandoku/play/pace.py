"""The pace of a player: the time that the player needs, compared with an average player."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from itertools import islice
from math import exp, log
from statistics import median
from typing import Any, NamedTuple

from pandoku.errors import PandokuError
from pandoku.logic import explain
from pandoku.model import Puzzle
from pandoku.play._statistics import statistics
from pandoku.play.position import first_sight
from pandoku.play.store import Saved, Store
from pandoku.rating import PuzzleEffort, effort_weights

__all__ = ["LEAST_GAMES", "ExpectedTime", "Pace", "effort_within", "expected_time", "pace_of"]

LEAST_GAMES = 3  # with fewer games, the pace of a player is not known
_MOST_GAMES = 30  # only the latest games count
_MOST_NEW = 8  # games whose efforts are computed in one call
_EACH_S = 1.0  # seconds for the effort of one game
_AVERAGE = 2  # an average player counts as this number of games, because few games say little
_SHORTEST_MS = 10_000  # shorter games were not solved by thinking
_KEPT_AS = "pace"  # the preference that has the ratios of games


class Pace(NamedTuple):
    """The pace of a player.

    Attributes:
        factor: The player's minutes divided by an average player's minutes, above 0.
        n_games: The number of solved games that the factor is derived from.

    >>> Pace(0.5, 12).minutes(20.0)
    10.0
    """

    factor: float
    n_games: int

    def minutes(self, average: float) -> float:
        """Return the minutes that the player needs where an average player needs *average*."""
        return round(average * self.factor, 1)

    @property
    def sentence(self) -> str:
        """The pace as a sentence.

        >>> Pace(0.84, 12).sentence
        'Judging by 12 games, you need about 84% of the time of an average player.'
        """
        return (
            f"Judging by {self.n_games} games, you need about "
            f"{max(1, round(100 * self.factor))}% of the time of an average player."
        )


class ExpectedTime(NamedTuple):
    """The time that a puzzle takes an average player, and the player if the pace is known.

    Attributes:
        effort: The effort of the puzzle.
        pace: The pace of the player, or None if too few games are known.
    """

    effort: PuzzleEffort
    pace: Pace | None

    @property
    def sentence(self) -> str:
        """The time as a sentence.

        >>> effort = PuzzleEffort(340.0, 20.0, 14.0, 28.0, "medium", False, 1)
        >>> ExpectedTime(effort, Pace(0.5, 12)).sentence
        'Judging by 12 games, you need about 10 minutes. An average player needs about 20.'
        >>> ExpectedTime(effort, None).sentence
        'An average player needs about 20 minutes (14 to 28).'
        """
        if self.pace is None:
            return f"An average player needs {self.effort.time}."
        own, average = self._minutes(self.pace)
        return (
            f"Judging by {self.pace.n_games} games, you need about {_in_words(own)}. "
            f"An average player needs about {average}."
        )

    @property
    def compared(self) -> list[str]:
        """The time in short lines, for a comparison with the time of a solved game.

        >>> effort = PuzzleEffort(340.0, 20.0, 14.0, 28.0, "medium", False, 1)
        >>> ExpectedTime(effort, Pace(0.5, 12)).compared
        ['usual for you: about 10 minutes', 'average player: about 20 minutes']
        """
        average = f"average player: {self.effort.time}"
        if self.pace is None:
            return [average]
        own, usual = map(_in_words, self._minutes(self.pace))
        return [f"usual for you: about {own}", f"average player: about {usual}"]

    def _minutes(self, pace: Pace) -> tuple[int, int]:
        average = self.effort.minutes
        return max(1, round(pace.minutes(average))), max(1, round(average))


def _in_words(minutes: int) -> str:
    return f"{minutes:,} minute{'s' * (minutes != 1)}"


def expected_time(store: Store, puzzle: Puzzle, seconds: float) -> ExpectedTime | None:
    """Return the time that a puzzle takes, or None if its effort is not known after *seconds*.

    The time is also None for a puzzle with fog, because it would be a clue to the hidden rules.
    The call may also take seconds for the pace, as described for `pace_of`.
    """
    if first_sight(puzzle) != puzzle:
        return None
    effort = effort_within(puzzle, seconds)
    return None if effort is None else ExpectedTime(effort, pace_of(store))


def pace_of(store: Store) -> Pace | None:
    """Return the pace of the player of a store, or None if too few games are known.

    Solved games count if the solution was not shown and less than half of the digits came from
    hints. The efforts of games are kept in the store. A call computes only a few new ones, so it
    ends within seconds.
    """
    version = effort_weights().version
    kept = store.preference(_KEPT_AS)
    known: dict[str, Any] = {}
    if isinstance(kept, Mapping) and kept.get("version") == version:
        known = kept["games"] if isinstance(kept.get("games"), dict) else {}
    finished = store.games(finished=True)
    games = [game for game in finished if game.state == "solved"][:_MOST_GAMES]
    ratios = {str(game.id): known[str(game.id)] for game in games if str(game.id) in known}
    unknown = (game for game in games if str(game.id) not in known)
    found = {str(game.id): _ratio(store, game) for game in islice(unknown, _MOST_NEW)}
    if found:
        with suppress(PandokuError):  # the pace is computed again next time
            store.prefer(_KEPT_AS, {"version": version, "games": ratios | found})
    return _pace(each for each in (ratios | found).values() if isinstance(each, float))


def _pace(ratios: Iterable[float]) -> Pace | None:
    logs = [log(each) for each in ratios if each > 0]
    if len(logs) < LEAST_GAMES:
        return None
    share = len(logs) / (len(logs) + _AVERAGE)
    return Pace(exp(share * median(logs)), len(logs))


def _ratio(store: Store, saved: Saved) -> float | None:
    """Return the time of a game divided by an average player's time, or None if it is unknown."""
    try:
        if saved.played_ms < _SHORTEST_MS or statistics(store.game(saved.id)).is_by_hints:
            return None
        effort = effort_within(saved.puzzle, _EACH_S)
    except PandokuError:  # a damaged game
        return None
    return saved.played_ms / 60_000 / effort.minutes if effort else None


def effort_within(puzzle: Puzzle, seconds: float) -> PuzzleEffort | None:
    """Return the effort of a puzzle, or None if it is not known after *seconds*."""
    effort = explain(puzzle, budget=seconds).effort()
    return None if effort.is_bound or not effort.minutes else effort
