"""A game that is played line by line: its state, its clock, and how it is saved."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import date
from functools import cached_property
from time import monotonic
from typing import TYPE_CHECKING, TypedDict

from pandoku.errors import PandokuError
from pandoku.play import Game, Timer
from pandoku.terminal.preferences import Preferences

if TYPE_CHECKING:
    from pandoku.logic import Judge
    from pandoku.play.store import Store

__all__ = ["Keeper", "SavedAs", "Table"]

_SETTINGS = "settings"  # where the application saves them


class SavedAs(TypedDict, total=False):
    """What is saved with a game."""

    kind: str
    difficulty: str
    daily: date | None


class Keeper:
    """Saves a game from its first move on; an error never stops the play.

    Args:
        store: Where to save; None saves nothing.
        number: The id of a game that is saved already, or None.
        facts: What to save with a new game.

    Attributes:
        number: The id of the game, or None as long as it is not saved.
    """

    def __init__(
        self, store: Store | None, number: int | None = None, facts: SavedAs | None = None
    ):
        self.number = number
        self._store, self._facts, self._trouble = store, facts or SavedAs(), ""

    def save(self, game: Game) -> str:
        """Save what is new, and return a sentence if the player should know something."""
        if self._store is None:
            return ""
        was, self._trouble = self._trouble, ""
        try:
            if self.number is None:
                self.number = self._store.add(game, **self._facts)
                return ""
            number = self._store.append(self.number, game)
        except PandokuError as error:
            self._trouble = str(error)
            said = f"This move is not saved: {error}. Play goes on."
            return "" if self._trouble == was else said
        if number != self.number:
            told = f"Game {self.number} goes on elsewhere too. From here on this is game {number}."
            self.number = number
            return told
        return "All moves are saved again." if was else ""

    def preferences(self) -> Preferences:
        """Return what the player prefers, on the whole screen too."""
        if self._store is None:
            return Preferences()
        try:
            return Preferences.of(self._store.preference(_SETTINGS))
        except PandokuError:
            return Preferences()

    def prefer(self, preferences: Preferences) -> None:
        """Save what the player prefers, if it can be saved."""
        if self._store is not None:
            with suppress(PandokuError):
                self._store.prefer(_SETTINGS, preferences.as_dict())


class Table:
    """A game being played line by line.

    Args:
        game: The game, which may have moves already.
        keeper: Saves it.
        clock: Returns seconds from any start.

    Attributes:
        game: The game as it stands.
        keeper: Saves it.
        preferences: Which mistakes are reported at once, and whether marks are kept tidy.
        level: The level of the last hint; -1 if the board has changed since.
        is_over: Whether the player has left.
    """

    def __init__(
        self, game: Game, keeper: Keeper, *, clock: Callable[[], float] = monotonic
    ) -> None:
        self.game, self.keeper, self._clock = game, keeper, clock
        self.preferences, self.level, self.is_over = keeper.preferences(), -1, False
        self._timer = Timer(game.played_ms).start(self._now())

    def now_ms(self) -> int:
        """Return the milliseconds played."""
        return self._timer.played(self._now())

    def pause(self) -> None:
        """Stop the clock."""
        self._timer = self._timer.pause(self._now())

    def go_on(self) -> None:
        """Let the clock run."""
        self._timer = self._timer.start(self._now())

    def prefer(self, preferences: Preferences) -> None:
        """Take other preferences, and save them."""
        self.preferences = preferences
        self.keeper.prefer(preferences)

    def change(self, game: Game) -> list[str]:
        """Make *game*, which has grown by a move, the game; return what saving it has to say."""
        if game.position != self.game.position:
            self.level = -1
        self.game = game
        said = self.keeper.save(game)
        return [said] if said else []

    @cached_property
    def judge(self) -> Judge:
        """The judge of the digits."""
        return self.game.judge()

    def _now(self) -> int:
        return int(self._clock() * 1000)
