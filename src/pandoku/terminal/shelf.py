"""The saved games, as the screens need them. An error in saving never interrupts the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from pandoku.errors import PandokuError
from pandoku.play import Game
from pandoku.play.learned import Fact, Learned
from pandoku.play.next_thing import NextThing, next_thing
from pandoku.play.store import Saved, Store, open_store
from pandoku.terminal.grid import SIZES, Size

if TYPE_CHECKING:
    from pandoku.model import Puzzle
    from pandoku.play.pace import ExpectedTime, Pace
    from pandoku.play.totals import Totals

__all__ = ["Shelf"]

_T = TypeVar("_T")
# maximum numbers of unfinished and finished games in the list
_MOST, _MOST_FINISHED = 100, 20
_ESTIMATE_S = 4.0  # the time for estimating the effort of a puzzle, in the background
_CELL_SIZES = "cell-sizes"  # preference: the chosen size of cells by order
_UNSAVED = 0  # id of a game if nothing of the game could be saved


class Shelf:
    """The saved games, preferences and results of the player.

    If the file cannot be opened, everything stays in memory. If saving a move fails, the game
    continues, and the next successful save includes the move.

    Args:
        store: The store of the games.
        reason: The message of `open_store` if there was a problem, or "".

    Attributes:
        trouble: Message about the current problem with saving, or "" if saving works.
    """

    def __init__(self, store: Store, reason: str = "") -> None:
        self._store = store
        self._is_in_memory = bool(reason) and store.path is None
        self.trouble = f"not saved, play goes on in memory: {reason}" if self._is_in_memory else ""
        self._news = "" if self._is_in_memory else reason

    @classmethod
    def of(cls, data: Path | None) -> Shelf:
        """Return the saved games of a file, or of the default file if *data* is None."""
        return cls(*open_store(data))

    def take_news(self) -> str:
        """Return a message to show once, for example that the file was damaged, or ""."""
        news, self._news = self._news, ""
        return news

    def close(self) -> None:
        """Close the file. All moves have been saved."""
        self._store.close()

    def games(self, *, finished: bool = False) -> list[Saved]:
        """Return the unfinished or finished games that can be shown, the most recent first."""
        nothing: list[Saved] = []
        limit = _MOST_FINISHED if finished else _MOST
        found = self._tried(lambda store: store.games(finished=finished, limit=limit), nothing)
        shown = list[Saved]()
        for saved in found:
            with suppress(PandokuError):  # a damaged game cannot be shown
                if len(saved.digits) == saved.puzzle.geometry.n_cells:
                    shown.append(saved)
        return shown

    def begin(
        self, game: Game, *, kind: str = "", difficulty: str = "", daily: date | None = None
    ) -> int:
        """Save a new game, and return its id."""
        return self._tried(
            lambda store: store.add(game, kind=kind, difficulty=difficulty, daily=daily), _UNSAVED
        )

    def save(self, game_id: int, game: Game) -> int:
        """Save the new moves, and return the id of the game, which may have changed."""
        if game_id == _UNSAVED:
            return self.begin(game)
        return self._tried(lambda store: store.append(game_id, game), game_id)

    def find(self, game_id: int) -> tuple[Saved, Game]:
        """Return a saved game.

        Raises:
            StoreError: There is no such game, or it is damaged.
        """
        return self._store.saved(game_id), self._store.game(game_id)

    def unfinished(self, game: Game) -> int | None:
        """Return the id of an unfinished game of the same puzzle, or None."""
        return self._tried(lambda store: store.unfinished(game.puzzle), None)

    def remove(self, game_id: int) -> None:
        """Remove a game permanently."""
        self._tried(lambda store: store.remove(game_id), None)

    def preference(self, name: str, default: Any) -> Any:
        """Return a preference of the player."""
        return self._tried(lambda store: store.preference(name, default), default)

    def prefer(self, name: str, value: Any) -> None:
        """Save a preference of the player."""
        self._tried(lambda store: store.prefer(name, value), None)

    def cell_size(self, order: int) -> Size | None:
        """Return the size of cells that the player chose last in a puzzle of this order, or None.

        None means that the size follows the window.
        """
        chosen = self._cell_sizes().get(str(order))
        return next((size for size in SIZES if size == chosen), None)

    def keep_cell_size(self, order: int, size: Size | None) -> None:
        """Save the size of cells for puzzles of an order."""
        self.prefer(_CELL_SIZES, self._cell_sizes() | {str(order): size})

    def _cell_sizes(self) -> dict[str, object]:
        sizes = self.preference(_CELL_SIZES, {})
        return sizes if isinstance(sizes, dict) else {}

    def streak(self, today: date) -> int:
        """Return the length of the current run of days with a solved daily puzzle."""
        return self._tried(lambda store: store.streak(today), 0)

    def next_thing(self, today: date) -> NextThing:
        """Return the thing that the player most likely wants to do next."""
        return self._tried(lambda store: next_thing(store, today), NextThing())

    def totals(self, today: date) -> Totals:
        """Return the number of solved games, and the streak."""
        from pandoku.play.totals import Totals, totals_of

        return self._tried(lambda store: totals_of(store, today), Totals(0, 0, 0, 0))

    def pace(self) -> Pace | None:
        """Return the pace of the player, or None if too few games are known.

        The first call may take seconds, so screens call it in the background.
        """
        from pandoku.play.pace import pace_of

        return self._tried(pace_of, None)

    def expected_time(self, puzzle: Puzzle) -> ExpectedTime | None:
        """Return the time that a puzzle takes, or None if it is not known within seconds.

        The first call may take seconds, so screens call it in the background.
        """
        from pandoku.play.pace import expected_time

        return self._tried(lambda store: expected_time(store, puzzle, _ESTIMATE_S), None)

    def daily(self, day: date, kind: str) -> int | None:
        """Return the id of the game of a daily puzzle, or None."""
        return self._tried(lambda store: store.daily(day, kind), None)

    def record_drill(self, technique: str, was_right: bool, spent_ms: int, board: str) -> None:
        """Save the result of a drill."""
        self._tried(
            lambda store: store.record_drill(technique, was_right, spent_ms=spent_ms, board=board),
            None,
        )

    def drill_results(self) -> dict[str, tuple[int, int]]:
        """Return the number of drills solved and tried for each technique."""
        return self._tried(lambda store: store.drill_results(), {})

    def learned(self) -> Learned:
        """Return the progress in the course."""
        return self._tried(lambda store: store.learned(), Learned())

    def learn(self, facts: Iterable[Fact]) -> None:
        """Add facts to the progress in the course."""
        self._tried(lambda store: store.learn(facts), 0)

    def _tried(self, act: Callable[[Store], _T], otherwise: _T) -> _T:
        try:
            result = act(self._store)
        except PandokuError as error:
            self.trouble = f"not saved for now, play goes on: {error}"
            return otherwise
        if not self._is_in_memory:
            self.trouble = ""
        return result
