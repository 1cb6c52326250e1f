"""The search of an engine in a separate thread, event by event."""

from __future__ import annotations

from queue import Empty, Full, Queue
from threading import Event as Flag
from threading import Thread

from pandoku.engines import ENGINES, Engine, Event, solve
from pandoku.errors import PandokuError
from pandoku.model import Outcome, Puzzle

__all__ = ["Searching", "engines_for"]

_AHEAD = 4096  # number of events that the engine may be ahead of the display
_WAIT_S = 0.2  # time after which a waiting engine checks whether it was stopped


def engines_for(puzzle: Puzzle) -> dict[str, Engine]:
    """Return the engines that report events and support a puzzle, by name."""
    return {
        name: module
        for name, module in ENGINES.items()
        if module.events and module.supports(puzzle) is None
    }


class _StoppedError(Exception):
    """Raised in the thread to end a search that was stopped."""


class Searching:
    """The events of a search in order, taken while the engine continues.

    Args:
        module: The engine, which reports events and supports the puzzle.
        puzzle: The puzzle.

    Attributes:
        outcome: The outcome of the search once it has ended, or None.
        failure: Error message of the engine, or "".
    """

    def __init__(self, module: Engine, puzzle: Puzzle) -> None:
        self.outcome: Outcome | None = None
        self.failure = ""
        self._module, self._puzzle = module, puzzle
        self._events: Queue[Event] = Queue(_AHEAD)
        self._is_stopped = Flag()
        Thread(target=self._run, daemon=True).start()

    @property
    def is_over(self) -> bool:
        """True if the search has ended and all its events were taken."""
        has_ended = self.outcome is not None or bool(self.failure)
        return has_ended and self._events.empty()

    def take(self, most: int) -> list[Event]:
        """Return the next events, at most *most*, or fewer if the engine is slower."""
        taken: list[Event] = []
        try:
            while len(taken) < most:
                taken.append(self._events.get_nowait())
        except Empty:
            pass
        return taken

    def stop(self) -> None:
        """End the search."""
        self._is_stopped.set()

    def _run(self) -> None:
        try:
            self.outcome = solve(
                self._puzzle, engine=self._module.name, limit=1, on_event=self._put
            )
        except _StoppedError:
            return
        except PandokuError as error:
            self.failure = str(error)

    def _put(self, event: Event) -> None:
        while not self._is_stopped.is_set():
            try:
                self._events.put(event, timeout=_WAIT_S)
                return
            except Full:
                continue
        raise _StoppedError
