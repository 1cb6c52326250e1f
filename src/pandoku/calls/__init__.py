"""The calls that a page or another program makes, each described by an `Endpoint`.

An `Endpoint` consists of the type of its requests, the type of its answers, and a function that
turns a request into an answer. The function does not use the network. A server runs it in a worker
process, within a time limit. Each file in `endpoints` defines one or more endpoints, which are
registered automatically.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from time import monotonic, process_time
from types import FrameType
from typing import Any, NamedTuple

from msgspec import Struct

from pandoku.errors import PandokuError
from pandoku.registry import Registry

__all__ = ["ENDPOINTS", "LONGEST_S", "Call", "Endpoint", "Stages", "TooLongError", "within"]

LONGEST_S = 120.0  # time limit of a long call, in wall-clock time

_SOON_S = 0.001
# The timer repeats its signal after this time. The exception that the first signal raises may be
# lost, because Python ignores exceptions in callbacks of the garbage collector, for example.
_AGAIN_S = 1.0


class Call(NamedTuple):
    """A part of a long call: a module-level function and its arguments, which are all pickled.

    The function takes at most a second, so that the server can end a long call soon after the
    client disconnects.
    """

    function: Callable[..., Any]
    arguments: tuple[Any, ...] = ()


# A generator for a long call. If it yields a Call, it receives the result of the Call. If it yields
# a Struct, the client receives the Struct as progress. At the end, the generator returns the
# answer.
Stages = Generator[Call | Struct, Any, Struct]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An endpoint: POST /api/v1/NAME, or GET if it does not need a body.

    Attributes:
        name: Last part of the endpoint's path.
        summary: One line, for the list of all endpoints.
        description: Behavior and limits of the endpoint, in Markdown.
        request: Type of the request: a Struct whose fields have limits and descriptions
            (`msgspec.Meta`).
        answer: Type of the answer.
        work: Function that answers a request in a worker. None for a long endpoint.
        stages: Function that answers a request in parts. None for a quick endpoint.
        progress: Type of the progress reports. None for a quick endpoint.
        method: "POST", or "GET" for an endpoint without a body (it may have a query).
        example: A valid request, for the documentation and the tests.
    """

    name: str
    summary: str
    request: type[Struct]
    answer: Any
    work: Callable[[Any], Any] | None = None
    stages: Callable[[Any], Stages] | None = None
    progress: type[Struct] | None = None
    description: str = ""
    method: str = "POST"
    example: dict[str, Any] | None = None

    @property
    def is_long(self) -> bool:
        """True if the endpoint reports progress and runs in the pool for long calls."""
        return self.stages is not None


# ---- time limits
#
# The limits are in processor time, so that work does not fail because other programs keep the
# machine busy. If another part of the server waits for the work, its wall-clock time is limited as
# well.


class TooLongError(TimeoutError):
    """Raised when work exceeds its time limit."""


@contextmanager
def within(seconds: float, wall_seconds: float | None = None) -> Iterator[None]:
    """Raise TooLongError if the work in the context exceeds *seconds*. Limits can be nested.

    The exception also interrupts the compiled core, as Ctrl-C does. Without timers (on Windows) and
    outside the main thread there is no limit, and the caller has to stop the work.

    Args:
        seconds: Limit in processor time, more than 0.
        wall_seconds: Limit in wall-clock time, more than 0. None means no limit.
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
def _timer(
    name: str, signal_name: str, seconds: float, clock: Callable[[], float]
) -> Iterator[None]:
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


ENDPOINTS = Registry(f"{__name__}.endpoints", Endpoint, PandokuError)
