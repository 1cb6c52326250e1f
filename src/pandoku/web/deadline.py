"""The time that a piece of work may take, kept by the process that does it.

It is time of the processor: on a machine that is busy with other things, work is not refused.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import process_time
from types import FrameType

__all__ = ["TooLongError", "within"]

_SOON_S = 0.001


class TooLongError(TimeoutError):
    """The work took longer than it may."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raise TooLongError in work that goes on after *seconds*; one such time may be within another.

    The compiled core stops for it too, as it does for Ctrl-C. Without effect where there are no
    timers (Windows) and outside the main thread: there, whoever waits for the work has to stop it.

    Args:
        seconds: More than 0.
    """
    if (
        not hasattr(signal, "setitimer")
        or threading.current_thread() is not threading.main_thread()
    ):
        yield
        return

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise TooLongError(
            f"expected work of at most {seconds:g} seconds, found more; "
            "ask for less, or use pandoku on your own machine"
        )

    before, began = signal.signal(signal.SIGPROF, stop), process_time()
    left, _ = signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
        if left:
            signal.setitimer(signal.ITIMER_PROF, max(_SOON_S, left - (process_time() - began)))
