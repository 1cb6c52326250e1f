"""The loop of a driver, which submits parts to an engine and collects the results."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from statistics import median
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any

from pandoku._files import IS_FULL
from pandoku.errors import BatchError

if TYPE_CHECKING:
    from pandoku.batch.engines import PartEngine

__all__ = ["ClusterGoneError", "drive", "drive_here"]

_AHEAD = 4  # number of submitted parts per worker
_TRIES = 4  # a part fails after this number of errors
_ALONE = 2  # a part fails after this number of workers have died while the part ran alone
_DEAD = 3  # the run stops if this number of parts kill workers before any part is finished
_TURN_S = 1.0
# a part is started a second time if it takes longer than this multiple of the median time
_SLOW = 3
_REFUSED = 3  # the run stops if this number of parts in a row cannot be submitted
_PAUSE_S = 0.3  # seconds to wait for killed processes to end before they are replaced
_DIED = "its worker was killed at every attempt (out of memory?); --resume tries it again"
_KNOWN = 200  # the median is computed over this number of latest parts


class ClusterGoneError(BatchError):
    """Raised when the scheduler of a cluster no longer answers."""


def drive_here(
    parts: Iterable[int],
    work: Callable[[int], Any],
    on_done: Callable[[int, Any], object],
    on_failed: Callable[[int, str], object],
) -> None:
    """Run parts in this process, one after the other.

    Raises:
        OSError: A disk is full, so every later part would fail as well.
    """
    for part in parts:
        for nth in range(1, _TRIES + 1):
            try:
                done = work(part)
            except Exception as error:
                if _is_full(error):
                    raise
                if nth == _TRIES:
                    on_failed(part, failure_line(error))
            else:
                on_done(part, done)
                break


def drive(
    parts: Iterable[int],
    engine: PartEngine,
    work: Callable[[Any], Any],
    task_of: Callable[[int], Any],
    on_done: Callable[[int, Any], object],
    on_failed: Callable[[int, str], object],
    on_turn: Callable[[int], object] = lambda n_workers: None,
) -> None:
    """Run parts on an engine.

    Args:
        parts: Numbers of the parts, in the order in which they are started.
        engine: The engine.
        work: Function that runs a part. A worker calls it with the task of the part.
        task_of: Function that returns the task of a part, given the number of the part.
        on_done: Called once for each finished part, with its number and its result.
        on_failed: Called once for each part whose attempts all failed, with its number and the
            reason.
        on_turn: Called about once a second with the number of workers.

    Raises:
        ClusterGoneError: The scheduler does not answer.
        BatchError: Every worker dies with its first part, or no worker can be started.
        OSError: A disk is full, so every later part would fail as well.
    """
    loop = _Loop(iter(parts), engine, work, task_of, on_done, on_failed)
    while loop.is_open:
        if not engine.is_alive():
            raise ClusterGoneError("the scheduler of the cluster does not answer")
        loop.fill()
        loop.take_ended()
        on_turn(engine.n_workers)


class _Loop:
    def __init__(
        self,
        parts: Iterator[int],
        engine: PartEngine,
        work: Callable[[Any], Any],
        task_of: Callable[[int], Any],
        on_done: Callable[[int, Any], object],
        on_failed: Callable[[int, str], object],
    ) -> None:
        self._parts, self._engine, self._work, self._task_of = parts, engine, work, task_of
        self._on_done, self._on_failed = on_done, on_failed
        self._again: deque[int] = deque()  # parts to run again after an error or a cancellation
        # Parts that were running when a worker died. Each then runs alone, to find the part that
        # kills workers.
        self._suspects: deque[int] = deque()
        self._running: dict[Future[Any], int] = {}
        self._began: dict[int, float] = {}  # start times of unfinished parts
        self._tries: Counter[int] = Counter()
        self._deaths: Counter[int] = Counter()
        self._took: deque[float] = deque(maxlen=_KNOWN)
        self._has_more = True
        self._n_done = self._n_dead = self._n_refused = 0
        self._alone: int | None = None  # the suspect that is running alone

    @property
    def is_open(self) -> bool:
        return bool(self._running or self._again or self._suspects or self._has_more)

    def fill(self) -> None:
        """Start parts until the engine has enough. Start a suspect only if no part is running."""
        if self._suspects:
            if not self._running:
                self._alone = self._suspects.popleft()
                self._begin(self._alone)
            return
        self._alone = None
        room = _AHEAD * self._engine.n_workers - len(self._running)
        while room > 0 and (part := self._next()) is not None:
            self._begin(part)
            room -= 1
        if room > 0 and self._engine.has_twins:
            self._begin_twins()

    def _next(self) -> int | None:
        if self._again:
            return self._again.popleft()
        part = next(self._parts, None)
        self._has_more = part is not None
        return part

    def _begin(self, part: int) -> None:
        self._began.setdefault(part, monotonic())
        try:
            future = self._engine.submit(self._work, self._task_of(part))
        except Exception as error:
            if not self._engine.is_broken_by(error):
                raise
            self._n_refused += 1
            if self._n_refused == _REFUSED:
                raise BatchError(
                    "a process of the pool was killed, and so were its replacements (out of "
                    "memory?); continue with --resume, and with fewer --workers if necessary"
                ) from None
            self._suspects.append(part)
            sleep(_PAUSE_S * self._n_refused)
            self._mend()
            return
        self._n_refused = 0
        self._running[future] = part

    def _begin_twins(self) -> None:
        """Start slow parts a second time. The attempt that finishes first provides the result."""
        if not self._took:
            return
        limit, now = _SLOW * median(self._took), monotonic()
        n_futures = Counter(self._running.values())
        for part, began in list(self._began.items()):
            if n_futures[part] == 1 and now - began > max(limit, _TURN_S):
                self._begin(part)

    def take_ended(self) -> None:
        """Wait up to a second, and handle the parts that ended."""
        if not self._running:
            return
        done, _ = wait(self._running, timeout=_TURN_S, return_when=FIRST_COMPLETED)
        is_broken = False
        for future in done:
            part = self._running.pop(future, None)
            if part is not None and part in self._began:
                is_broken = self._take(future, part) or is_broken
        if is_broken:
            self._mend()

    def _take(self, future: Future[Any], part: int) -> bool:
        """Handle the end of a part, and return whether it ended because the engine broke."""
        try:
            result = future.result()
        except CancelledError:
            self._again.append(part)
        except Exception as error:
            if self._engine.is_broken_by(error):
                self._lost(part)
                return True
            if _is_full(error):
                raise
            self._tries[part] += 1
            if type(error).__name__ == "KilledWorker":  # Dask has already run the part again
                self._fail(part, _DIED)
            elif self._tries[part] < _TRIES:
                self._again.append(part)
            else:
                self._fail(part, failure_line(error))
        else:
            self._took.append(monotonic() - self._began.pop(part))
            self._n_done += 1
            self._forget(part)
            self._on_done(part, result)
        return False

    def _lost(self, part: int) -> None:
        """Make a suspect of a part that was running when a worker died, or let it fail."""
        if part == self._alone:
            self._deaths[part] += 1
        if self._deaths[part] >= _ALONE:
            self._n_dead += 1
            if self._n_dead == _DEAD and not self._n_done:
                raise BatchError(
                    "workers die before they finish a part; check that there is enough memory, "
                    "and that a script calls run_job() below `if __name__ == '__main__':`"
                )
            self._fail(part, _DIED)
        else:
            self._suspects.append(part)

    def _mend(self) -> None:
        """Make suspects of the parts that ended with the broken workers, and start new workers."""
        for future, part in list(self._running.items()):
            del self._running[future]
            if part in self._began:
                ended = future.done() and not future.cancelled() and future.exception() is None
                if ended:
                    self._take(future, part)
                else:
                    self._suspects.append(part)
        self._engine.mend()

    def _fail(self, part: int, reason: str) -> None:
        self._began.pop(part, None)
        self._forget(part)
        self._on_failed(part, reason)

    def _forget(self, part: int) -> None:
        """Cancel the other attempts at a part that are still running."""
        for future, other in list(self._running.items()):
            if other == part:
                del self._running[future]
                future.cancel()


def _is_full(error: Exception) -> bool:
    return isinstance(error, OSError) and error.errno in IS_FULL


def failure_line(error: BaseException) -> str:
    """Return the first line of an error's message, after the error's type if it is unexpected."""
    text = str(error).strip().split("\n", 1)[0]
    if isinstance(error, OSError | BatchError) and text:
        return text
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
