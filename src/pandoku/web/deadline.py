"""Time limits for work, enforced by the process that does it.

They limit processor time, so that work does not fail because the machine is busy with other things.
Work that others wait for can have a limit in wall-clock time as well.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from time import monotonic, process_time
from types import FrameType

__all__ = ["TooLongError", "within"]

_SOON_S = 0.001
# The signal repeats, because an exception raised in a callback of the interpreter, such as one of
# its garbage collector, is reported and lost.
_AGAIN_S = 1.0

Clock = Callable[[], float]


class TooLongError(TimeoutError):
    """The work exceeded its time limit."""


@contextmanager
def within(seconds: float, wall_seconds: float | None = None) -> Iterator[None]:
    """Raise TooLongError in work that exceeds *seconds*. Time limits can be nested.

    The exception also interrupts the compiled core, as Ctrl-C does. Without timers (on Windows) and
    outside the main thread there is no limit, and the caller has to stop the work.

    Args:
        seconds: Limit in processor time, more than 0.
        wall_seconds: Limit in wall-clock time, more than 0; None for no limit.
    """
    if (
        not hasattr(signal, "setitimer")
        or threading.current_thread() is not threading.main_thread()
    ):
        yield
        return
    with ExitStack() as timers:
        timers.enter_context(_timer("ITIMER_PROF", "SIGPROF", seconds, process_time))
        if wall_seconds is not None:
            timers.enter_context(_timer("ITIMER_REAL", "SIGALRM", wall_seconds, monotonic))
        yield


@contextmanager
def _timer(name: str, signal_name: str, seconds: float, clock: Clock) -> Iterator[None]:
    timer, number = getattr(signal, name), getattr(signal, signal_name)

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise TooLongError(
            f"expected work of at most {seconds:.3g} seconds, found more; "
            "ask for less, or use pandoku on your own machine"
        )

    before, began = signal.signal(number, stop), clock()
    left, again = signal.setitimer(timer, seconds, _AGAIN_S)
    try:
        yield
    finally:
        signal.setitimer(timer, 0)
        signal.signal(number, before)
        if left:
            signal.setitimer(timer, max(_SOON_S, left - (clock() - began)), again)
