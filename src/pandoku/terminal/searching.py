"""An engine's search in a thread of its own, event by event."""

from __future__ import annotations

from queue import Empty, Full, Queue
from threading import Event as Flag
from threading import Thread

from pandoku.engines import ENGINES, Engine, Event, solve
from pandoku.errors import PandokuError
from pandoku.model import Outcome, Puzzle

__all__ = ["Searching", "engines_for"]

_AHEAD = 4096  # events that the engine may be ahead of what is shown
_WAIT_S = 0.2  # how often a waiting engine looks whether anybody is still there


def engines_for(puzzle: Puzzle) -> dict[str, Engine]:
    """Return the engines that can be watched on a puzzle, by name."""
    return {
        name: module
        for name, module in ENGINES.items()
        if module.events and module.supports(puzzle) is None
    }


class _StoppedError(Exception):
    """Ends a search that nobody watches any more."""


class Searching:
    """The events of a search, in order, while the engine goes on searching.

    Args:
        module: The engine, which reports events and supports the puzzle.
        puzzle: The puzzle.

    Attributes:
        outcome: What the search came to, once it has ended.
        failure: Why it came to nothing, if the engine has a defect; else "".
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
        """Whether the search has ended and all of its events were taken."""
        has_ended = self.outcome is not None or bool(self.failure)
        return has_ended and self._events.empty()

    def take(self, most: int) -> list[Event]:
        """Return the next events, up to *most*; fewer if the engine is not there yet."""
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
