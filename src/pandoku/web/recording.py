"""The record of a search, from the first event to the last, in few enough frames to be sent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import msgspec
from msgspec import Meta

from pandoku.engines import EVENT_NAMES, Engine, Event
from pandoku.engines.backtracking import is_choice
from pandoku.model import Outcome, Puzzle
from pandoku.web.shared import counters_of

__all__ = ["Recorder", "Trace"]

_EACH = 300  # events at the beginning that have a frame each
_MOST = 300  # frames for the rest. At twice as many, every second frame is dropped.


class Trace(msgspec.Struct):
    """The search of an engine in frames. All lists but `counters` have an entry for each frame."""

    counters: Annotated[list[str], Meta(description="The names of the numbers in `counts`.")]
    at: Annotated[list[int], Meta(description="The number of events up to the frame.")]
    events: Annotated[
        list[int],
        Meta(
            description="The last event: "
            + ", ".join(f"{at} {name}" for at, name in enumerate(EVENT_NAMES))
            + "."
        ),
    ]
    cells: Annotated[list[int], Meta(description="The cell of the event.")]
    digits: Annotated[list[int], Meta(description="The digit of the event; 0 for a backtrack.")]
    changes: Annotated[
        list[list[int]],
        Meta(description="The changes since the frame before: cell, digit, cell, digit, ..."),
    ]
    counts: Annotated[list[list[int]], Meta(description="The counters so far.")]


class _Frame(msgspec.Struct):
    at: int
    event: int
    cell: int
    digit: int
    grid: bytes
    counts: tuple[int, ...]


class Recorder:
    """A callback for engine events that records the first ones, and a sample of the rest."""

    def __init__(self, puzzle: Puzzle, engine: Engine) -> None:
        self._order = puzzle.order
        self._givens = bytes(puzzle.givens)
        self._grid = bytearray(puzzle.givens)
        self._masks = list(puzzle.candidates or [(1 << puzzle.order) - 1] * len(puzzle.givens))
        open_cells = [cell for cell, given in enumerate(puzzle.givens) if not given]
        self._n_empty = {cell: len(open_cells) - at for at, cell in enumerate(open_cells)}
        self._counted = engine.counters
        self._seen = dict.fromkeys((*EVENT_NAMES, "choice"), 0)
        self._numbers = {name: at for at, name in enumerate(EVENT_NAMES)}
        self._at, self._stride = 0, 1
        self._last: Event | None = None
        self._first: list[_Frame] = []
        self._rest: list[_Frame] = []

    def __call__(self, event: Event) -> None:
        """Record an event."""
        name, cell, digit = self._last = event
        self._at += 1
        self._seen[name] += 1
        if name == "place":
            self._grid[cell] = digit
        elif name == "remove":
            self._remove(cell, digit)
        elif name == "backtrack" and cell in self._n_empty:
            self._seen["choice"] += is_choice(self._order, self._n_empty[cell])
        if self._at <= _EACH:
            self._first.append(self._frame())
        elif self._at % self._stride == 0:
            self._rest.append(self._frame())
            if len(self._rest) == 2 * _MOST:
                self._rest = self._rest[1::2]
                self._stride *= 2

    def _remove(self, cell: int, digit: int) -> None:
        """Remove a digit or a candidate. A single remaining candidate becomes the digit."""
        if self._grid[cell] == digit:
            self._grid[cell] = 0
            return
        self._masks[cell] &= ~(1 << (digit - 1))
        if self._masks[cell].bit_count() == 1 and not self._grid[cell]:
            self._grid[cell] = self._masks[cell].bit_length()

    def _frame(self) -> _Frame:
        assert self._last
        name, cell, digit = self._last
        counts = tuple(self._seen[each] for each in self._counted.values())
        return _Frame(self._at, self._numbers[name], cell, digit, bytes(self._grid), counts)

    def trace(self, outcome: Outcome) -> Trace | None:
        """Return the record, or None if there were no events.

        Args:
            outcome: The outcome of the search. Its counters go into the last frame.
        """
        if not self._last:
            return None
        frames = [*self._first, *self._rest]
        if frames[-1].at != self._at:
            frames.append(self._frame())
        counts = counters_of(outcome)
        frames[-1].counts = tuple(counts[name] for name in self._counted)
        before = [self._givens, *(frame.grid for frame in frames)]
        return Trace(
            counters=[*self._counted],
            at=_each(frames, lambda frame: frame.at),
            events=_each(frames, lambda frame: frame.event),
            cells=_each(frames, lambda frame: frame.cell),
            digits=_each(frames, lambda frame: frame.digit),
            changes=[_changes(a, frame.grid) for a, frame in zip(before, frames, strict=False)],
            counts=[list(frame.counts) for frame in frames],
        )


def _each(frames: list[_Frame], number: Callable[[_Frame], int]) -> list[int]:
    return [number(frame) for frame in frames]


def _changes(before: bytes, after: bytes) -> list[int]:
    pairs = enumerate(zip(before, after, strict=True))
    return [number for cell, (a, b) in pairs if a != b for number in (cell, b)]
