"""A screen that shows how an engine, which runs in a thread, solves a puzzle event by event."""

from __future__ import annotations

from collections import Counter
from queue import Empty, Full, Queue
from threading import Event as Flag
from threading import Thread
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content

from pandoku.engines import ENGINES, Engine, Event, solve
from pandoku.errors import PandokuError
from pandoku.model import Board, Marks, Outcome, Puzzle
from pandoku.terminal.screens.dialogs import Choose
from pandoku.terminal.screens.showing import Showing, Shown
from pandoku.terminal.widgets import show_message

__all__ = ["Searching", "Watch", "engines_for"]

_AHEAD = 4096  # the engine pauses when it is this number of events ahead of the display
_WAIT_S = 0.2  # a waiting engine checks after this time whether it was stopped


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
    """The events of a search, in order. They can be taken while the engine continues.

    Args:
        module: The engine, which reports events and supports the puzzle.
        puzzle: The puzzle.

    Attributes:
        outcome: The outcome of the search, or None before its end.
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
        """True if the search has ended and all its events have been taken."""
        has_ended = self.outcome is not None or bool(self.failure)
        return has_ended and self._events.empty()

    def take(self, most: int) -> list[Event]:
        """Return the next events that the engine has already made, at most *most*."""
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


# ------------------------------------------------------------------ the screen

_SPEEDS = (2, 5, 15, 50, 150, 500, 2_000, 10_000, 50_000)  # events per second
_USUAL, _AT = "backtracking", 3
_KINDS = {
    "try": "tries",
    "reject": "rejections",
    "place": "placements",
    "remove": "removals",
    "backtrack": "steps back",
}


class Watch(Showing):
    """A screen with an engine at work.

    It shows every digit that the engine tries, places or removes again.

    Args:
        puzzle: The puzzle.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("e", "engine", "engine")]

    def __init__(self, puzzle: Puzzle) -> None:
        super().__init__("Watch an engine", puzzle, _SPEEDS, _AT)
        self._puzzle, self._engines = puzzle, engines_for(puzzle)
        self._engine = _USUAL if _USUAL in self._engines else next(iter(self._engines))
        self._searching: Searching | None = None

    def start(self) -> None:
        """Start a new search."""
        self._stop()
        board = Board.start(self._puzzle)
        self._digits, self._masks = list(board.digits), list(board.masks)
        self._counts, self._last, self._due = Counter[str](), Event("", 0, 0), 0.0
        self._searching = Searching(self._engines[self._engine], self._puzzle)
        self._paint()

    def on_unmount(self) -> None:
        """End the search."""
        self._stop()

    def _stop(self) -> None:
        if self._searching is not None:
            self._searching.stop()

    def advance(self, seconds: float) -> bool:
        """Show the events that are due."""
        self._due += seconds * self.speed
        n, self._due = int(self._due), self._due % 1
        return self._show_next(n)

    def step(self) -> None:
        """Show one event."""
        self._show_next(1)

    def _show_next(self, n: int) -> bool:
        searching = self._searching
        if searching is None or not n:
            return False
        for event in searching.take(n):
            self._apply(event)
        if searching.is_over and searching.outcome and searching.outcome.solution:
            self._digits = list(searching.outcome.solution)
        self._paint()
        return True

    def _apply(self, event: Event) -> None:
        name, cell, digit = event
        self._counts[name] += 1
        self._last = event
        if name == "place":
            self._digits[cell], self._masks[cell] = digit, 1 << (digit - 1)
        elif name == "remove" and self._digits[cell] == digit:
            self._digits[cell] = 0
        elif name == "remove":
            self._masks[cell] &= ~(1 << (digit - 1))

    def _paint(self) -> None:
        has_marks = not self._engines[self._engine].complete
        marks = Marks(self._puzzle.order, center=tuple(self._masks)) if has_marks else None
        self.board.position = Shown(tuple(self._digits), marks)
        self.board.select([self._last.cell], self._last.cell)

    def describe(self) -> tuple[Content, Content]:
        """Return the state of the engine, its last event, and the number of events by name."""
        outcome = self._searching.outcome if self._searching else None
        failure = self._searching.failure if self._searching else ""
        is_over = self._searching is not None and self._searching.is_over
        state = "paused" if self.is_paused else f"{self.speed:,} events a second"
        if is_over and outcome is not None:
            state = "solved" if outcome.count else "no solution"
            state = outcome.stopped or state if not outcome.count else state
        if is_over and failure:
            state = failure
        name, cell, digit = self._last
        shown = self._puzzle.label_of(digit) if digit else ""
        last = f"{name} {shown} at {self._puzzle.geometry.name(cell)}" if name else ""
        head = Content.assemble((self._engine, "bold"), f"\n{state}")
        lines = [Content(last), Content("")]
        for name, words in _KINDS.items():
            if self._counts[name]:
                lines.append(
                    Content.assemble((f"{words:<11}", "$muted"), f"{self._counts[name]:>8,}")
                )
        return head, Content("\n").join(lines)

    def action_engine(self) -> None:
        """Choose another engine."""
        rows = [(name, name, module.summary) for name, module in self._engines.items()]
        self.app.push_screen(Choose("Engine", rows), self._change)

    def _change(self, name: str | None) -> None:
        if name is not None:
            self._engine = name
            show_message(self, "")
            self.action_again()
