"""The progress bar and results on one terminal: the bar never starts within a result."""

from __future__ import annotations

import io
import sys
from threading import Event, Thread, current_thread
from typing import TYPE_CHECKING

import pytest

from pandoku.cli import output
from pandoku.cli.output import ProgressLine

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

_PATIENCE_S = 60.0


class Screen(io.StringIO):
    """A terminal that records its input."""

    def isatty(self) -> bool:
        """Return True."""
        return True


def screen_of(monkeypatch: pytest.MonkeyPatch) -> Screen:
    """Return a terminal that is both standard output and standard error."""
    shared = Screen()
    monkeypatch.setattr(sys, "stdout", shared)
    monkeypatch.setattr(sys, "stderr", shared)
    monkeypatch.setenv("TERM", "xterm")
    return shared


def test_a_bar_whose_making_was_overtaken_by_a_result_stays_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    screen = screen_of(monkeypatch)
    begun, may_end = Event(), Event()
    makers: list[Thread] = []
    new_bar = output._new_bar

    def slow_bar() -> Bar:
        makers.append(current_thread())
        begun.set()
        assert may_end.wait(_PATIENCE_S)
        return new_bar()

    monkeypatch.setattr(output, "_new_bar", slow_bar)
    monkeypatch.setattr(output, "_QUIET_S", 0.001)
    with ProgressLine("generating", None) as progress:
        assert begun.wait(_PATIENCE_S)
        monkeypatch.setattr(output, "_QUIET_S", 3600)
        progress.pause()  # from here on the first timer must not show anything
        screen.write("53..7....6..195...\n")
        may_end.set()
        makers[0].join(_PATIENCE_S)
        assert progress._bar is None
    assert screen.getvalue() == "53..7....6..195...\n"


def test_the_bar_comes_back_after_a_result_if_the_next_one_takes_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    screen = screen_of(monkeypatch)
    shown = Event()
    new_bar = output._new_bar

    def noted_bar() -> Bar:
        bar = new_bar()
        start = bar.start

        def noted_start() -> None:
            start()
            shown.set()

        monkeypatch.setattr(bar, "start", noted_start)
        return bar

    monkeypatch.setattr(output, "_new_bar", noted_bar)
    monkeypatch.setattr(output, "_QUIET_S", 0.001)
    with ProgressLine("generating", None) as progress:
        for _ in range(2):
            assert shown.wait(_PATIENCE_S)
            shown.clear()
            progress.pause()
            screen.write("a result\n")
        assert shown.wait(_PATIENCE_S)
    assert screen.getvalue().count("generating") >= 2
