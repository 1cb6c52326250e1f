"""A progress bar on the terminal for long work."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from threading import RLock, Timer, current_thread
from time import monotonic
from typing import TYPE_CHECKING, Self

from pandoku.cli._input import reads_terminal
from pandoku.cli._output import console, is_stdout

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

__all__ = ["ProgressLine"]

_QUIET_S = 1.0


class ProgressLine:
    """Shows on standard error, if that is a terminal, what has taken more than a second.

    It counts the puzzles done. The bar also turns while a single puzzle takes long.

    Args:
        doing: The work, such as "solving".
        files: The input, or None if there is none. While somebody types it, there is no bar.
        output: The file for the results; None or "-" means standard output. If that is a terminal
            too, the bar is taken away before each result (`pause`), and comes back if the next one
            takes long.
    """

    def __init__(self, doing: str, files: Sequence[str] | None, output: str | None = None) -> None:
        self._doing = doing
        is_typed = files is not None and reads_terminal(files)
        self._shows = sys.stderr.isatty() and not is_typed
        self._shares = is_stdout(output) and sys.stdout.isatty()
        self._started = monotonic()
        self._done = 0
        # On Python 3.14 Ctrl-C may come after `with` has taken a lock and before it would give it
        # back, so the main thread must be able to take its own once more.
        self._lock = RLock()
        self._bar: Bar | None = None
        self._timer: Timer | None = None

    def __enter__(self) -> Self:
        self._wait()
        return self

    def __exit__(self, *details: object) -> None:
        self._take_away()

    def advance(self, count: int = 1) -> None:
        """Count *count* more puzzles as done."""
        self._done += count
        with self._lock:
            if self._bar is not None:
                self._bar.update(self._bar.task_ids[0], what=self._words())

    def tell(self, doing: str) -> None:
        """Change what is being done."""
        self._doing = doing
        self.advance(0)

    def pause(self) -> None:
        """Take the bar away before a result is written to the same terminal."""
        if self._shares:
            self._take_away()
            self._wait()

    def _wait(self) -> None:
        if self._shows:
            self._timer = Timer(_QUIET_S, self._show)
            self._timer.daemon = True
            self._timer.start()

    def _show(self) -> None:
        """Show the bar; called by the timer, unless another one has taken its place by now."""
        bar = _new_bar()  # importing it takes a while, in which a result may come
        bar.add_task("", total=None, what=self._words())
        with self._lock:
            if self._timer is current_thread() and self._bar is None:
                self._bar = bar
                bar.start()

    def _take_away(self) -> None:
        with self._lock:
            bar, timer = self._bar, self._timer
            self._bar = self._timer = None
        if timer is not None:
            timer.cancel()
        if bar is not None:
            bar.stop()

    def _words(self) -> str:
        if not self._done:
            return self._doing
        rate = self._done / max(monotonic() - self._started, 1e-6)
        return f"{self._doing}: {self._done:,} puzzles, {rate:,.0f} per second"


def _new_bar() -> Bar:
    from rich.progress import Progress as Bar
    from rich.progress import SpinnerColumn, TextColumn, TimeElapsedColumn

    words = TextColumn("{task.fields[what]}", markup=False)
    columns = (SpinnerColumn(), words, TimeElapsedColumn())
    # Messages to standard error appear above the bar; results go elsewhere, or pause it.
    return Bar(*columns, console=console(sys.stderr), transient=True, redirect_stdout=False)
