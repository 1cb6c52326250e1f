"""Slow work in the background."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import Any, TypeVar

from textual.screen import Screen

from pandoku.errors import PandokuError

__all__ = ["in_background"]

_T = TypeVar("_T")


def in_background(
    screen: Screen[Any],
    work: Callable[[], _T],
    then: Callable[[_T], object],
    otherwise: Callable[[PandokuError], object],
) -> None:
    """Run a function in a thread, and pass the result to the screen if it is still open.

    The thread ends with the program.

    Args:
        screen: The screen that waits.
        work: The function to run in the thread. It must not touch the screen.
        then: Called by the screen with the result.
        otherwise: Called by the screen with an error of pandoku.
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
