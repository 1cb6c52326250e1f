"""A progress bar on the terminal for long work."""

from __future__ import annotations

import sys
from time import monotonic
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

__all__ = ["Progress"]

_QUIET_S = 1.0


class Progress:
    """Counts puzzles, and after one second shows a bar on standard error.

    No bar is shown if standard error is not a terminal or *quiet* is true.
    """

    def __init__(self, *, quiet: bool) -> None:
        self._shows = sys.stderr.isatty() and not quiet
        self._started = monotonic()
        self._done = 0
        self._bar: Bar | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *details: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def advance(self, count: int) -> None:
        """Count *count* more puzzles as done."""
        self._done += count
        seconds = monotonic() - self._started
        if not self._shows or seconds < _QUIET_S:
            return
        if self._bar is None:
            self._bar = _new_bar()
        rate = f"{self._done / seconds:,.0f} per second"
        self._bar.update(self._bar.task_ids[0], completed=self._done, rate=rate)


def _new_bar() -> Bar:
    from rich.console import Console
    from rich.progress import Progress as Bar
    from rich.progress import SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (
        SpinnerColumn(),
        TextColumn("{task.completed:,.0f} puzzles"),
        TextColumn("{task.fields[rate]}"),
        TimeElapsedColumn(),
    )
    bar = Bar(*columns, console=Console(stderr=True), transient=True)
    bar.add_task("", total=None, rate="")
    bar.start()
    return bar
