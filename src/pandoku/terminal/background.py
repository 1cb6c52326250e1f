"""Do slow work, such as making a puzzle, in the background, so that the screen stays responsive."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import date
from threading import Event, Thread
from typing import Any, TypeVar

from textual.screen import Screen

from pandoku.errors import BudgetError, PandokuError
from pandoku.model import Puzzle
from pandoku.play.opening import PuzzleRequest

__all__ = ["Making", "in_background"]

_T = TypeVar("_T")


def in_background(
    screen: Screen[Any],
    work: Callable[[], _T],
    then: Callable[[_T], object],
    otherwise: Callable[[PandokuError], object],
) -> None:
    """Run a function in a thread. If the screen is still open, pass the result to the screen.

    The thread does not delay the end of the program.

    Args:
        screen: The screen that waits for the result.
        work: The function to run in the thread. It must not touch the screen.
        then: Called with the result, in the thread of the screen.
        otherwise: Called with a PandokuError, in the thread of the screen.
    """

    def run() -> None:
        try:
            result = work()
        except PandokuError as error:
            hand_over(otherwise, error)
        else:
            hand_over(then, result)

    def hand_over(call: Callable[[Any], object], value: object) -> None:
        if screen.is_running and screen.is_attached:
            screen.call_later(call, value)

    Thread(target=run, daemon=True).start()


class _CancelledError(Exception):
    """Raised in the thread to end a search that was cancelled."""


class Making:
    """The making of a puzzle in a separate thread.

    The thread is a daemon, so a running search does not delay the end of the program.

    Args:
        wish: The requested puzzle.
        seed: The seed (see `pandoku.generate`).
        on_done: Called in the thread with the puzzle or an error, unless `cancel` was called.

    Attributes:
        n_attempts: Number of attempts so far.
    """

    def __init__(
        self,
        wish: PuzzleRequest,
        on_done: Callable[[Puzzle | PandokuError], object],
        seed: int | None = None,
    ) -> None:
        self.wish, self.n_attempts = wish, 0
        self._seed, self._on_done, self._cancelled = seed, on_done, Event()
        self._make: Callable[[], Puzzle] = self._made

    @classmethod
    def daily(
        cls, day: date, kind: str, on_done: Callable[[Puzzle | PandokuError], object]
    ) -> Making:
        """Return an object that makes a daily puzzle after `start`.

        `cancel` does not stop the thread, but makes it discard its result.
        """
        from pandoku.play.daily import daily, difficulty_on

        making = cls(PuzzleRequest(kind, None, difficulty_on(day, kind)), on_done)
        making._make = lambda: daily(day, kind)
        return making

    def start(self) -> None:
        """Start the thread."""
        Thread(target=self._run, name=f"making a {self.wish}", daemon=True).start()

    def cancel(self) -> None:
        """Cancel the search. The thread ends after its current attempts."""
        self._cancelled.set()

    def _run(self) -> None:
        try:
            made: Puzzle | PandokuError = self._make()
        except _CancelledError:
            return
        except PandokuError as error:
            made = error
        if not self._cancelled.is_set():
            self._on_done(made)

    def _made(self) -> Puzzle:
        from pandoku.generation import find_puzzles, not_found, puzzle_at, wishes_of

        kind, order, difficulty = self.wish
        # Use all cores but one, which is left for the screen.
        threads = max(1, (os.cpu_count() or 2) - 1)
        wishes = wishes_of(kind, order, difficulty=difficulty, seed=self._seed, threads=threads)
        (part,) = find_puzzles(wishes, 1, self._count)
        if part.missing:
            (missing,) = part.missing
            raise BudgetError(
                not_found(wishes, missing),
                closest=missing.closest,
                why=missing.why,
                attempts=missing.attempts,
            )
        return puzzle_at(wishes, part.puzzles, 0)

    def _count(self, n_attempts: int) -> None:
        self.n_attempts += n_attempts
        if self._cancelled.is_set():
            raise _CancelledError
