"""Pools of worker processes, with a limited number of calls that take turns.

There are two pools with separate processes, one for quick calls and one for long calls. A long call
never occupies a process that a hint waits for. If there are few cores, the processes of the quick
pool have priority.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from pandoku.web.limits import Bounds, Seats, Turns
from pandoku.web.process import DeadWorkerError, Worker, WorkerDiedError
from pandoku.web.refusals import ServingError

__all__ = ["Pool", "Seat"]

_WARM_S = 60.0  # for a process to start and import its modules, on a slow machine
_PAUSE_S = 1.0  # before another attempt at starting a process


class Pool:
    """Processes for one kind of call, and the calls that wait for them.

    Attributes:
        bounds: Limits of the pool.
        complain: Called with a line about a process that died or cannot start.
        restarts: Number of processes that had to be replaced.
        ready: Number of processes that can work.
        opened: Set once the first process is ready.
    """

    def __init__(
        self, bounds: Bounds, workers: int, warm: Callable[[], object] = os.getpid
    ) -> None:
        self.bounds, self.workers, self.warm = bounds, workers, warm
        self.complain: Callable[[str], object] = lambda text: None
        self.restarts = self.ready = 0
        self.opened = asyncio.Event()
        self._seats = Seats(bounds)
        # One client never occupies all processes, so that other clients get one soon.
        self._turns: Turns[asyncio.Future[Worker]] = Turns(max(1, workers - 1))
        self._idle: list[Worker] = []
        self._workers: set[Worker] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_stopping = False

    @property
    def busy(self) -> int:
        """Number of processes that work on a call."""
        return self.ready - len(self._idle)

    @property
    def waiting(self) -> int:
        """Number of calls that wait for a process."""
        return len(self._turns)

    def start(self) -> None:
        """Start the processes. Calls wait until the first one is ready."""
        for _ in range(self.workers):
            self._spawn(self._keep_one())

    async def stop(self) -> None:
        """Refuse new calls and end all processes."""
        self.refuse()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def refuse(self) -> None:
        """Refuse new calls and waiting calls."""
        self._is_stopping = True
        self.opened.set()  # releases the calls that wait for the first process
        for turn in self._turns.clear():
            if not turn.done():
                turn.set_exception(_stopping())

    def abandon(self) -> None:
        """Refuse all calls, including running ones."""
        self.refuse()
        for worker in self._workers:
            worker.settle(False, _stopping())

    @contextmanager
    def seat(self, client: str) -> Iterator[Seat]:
        """Admit a client's call for the duration of the context.

        Raises:
            ServingError: There are too many calls from all clients or from this one, or the server
                is stopping.
        """
        if self._is_stopping:
            raise _stopping()
        if not self._seats.take(client):
            raise self._full()
        try:
            yield Seat(self, client)
        finally:
            self._seats.leave(client)

    async def run(
        self, client: str, function: Callable[..., Any], arguments: tuple[Any, ...]
    ) -> Any:
        """Run a function in a process when it is the client's turn.

        Calls change nothing outside their process. If the process dies, the call is repeated once,
        because the cause may have been external, such as a system short of memory.

        Raises:
            WorkerDiedError: Two processes died during the call.
        """
        may_retry = True
        while True:
            worker = await self._turn(client)
            try:
                return await worker.call(function, arguments)
            except DeadWorkerError:  # the process was killed while it was idle
                continue
            except WorkerDiedError:
                if not may_retry:
                    raise
                may_retry = False
            finally:
                if worker.idle.is_set():
                    self._free(client, worker)
                else:  # the caller was cancelled
                    self._spawn(self._reclaim(client, worker))

    async def _turn(self, client: str) -> Worker:
        if self._is_stopping:
            raise _stopping()
        turn: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self._turns.add(client, turn)
        self._dispatch()
        try:
            return await turn
        except asyncio.CancelledError:
            self._turns.drop(client, turn)
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self._free(client, turn.result())
            raise

    def _dispatch(self) -> None:
        while self._idle and (taken := self._turns.take()) is not None:
            client, turn = taken
            if turn.done():  # the caller has just been cancelled
                self._turns.give_back(client)
            else:
                turn.set_result(self._idle.pop())

    def _free(self, client: str, worker: Worker) -> None:
        self._turns.give_back(client)
        self._add(worker)

    def _add(self, worker: Worker) -> None:
        if not worker.gone.is_set() and not worker.has_ended():
            self._idle.append(worker)
        self._dispatch()

    async def _reclaim(self, client: str, worker: Worker) -> None:
        await worker.stop_call()
        await worker.idle.wait()  # until the call stops or the process ends
        self._free(client, worker)

    async def _keep_one(self) -> None:
        """Keep one process running, and replace it when it ends."""
        while True:
            try:
                worker = await Worker.start(self.bounds)
            except OSError as error:
                self.complain(f"a {self.bounds.name} process cannot be started: {error}")
                await asyncio.sleep(_PAUSE_S)
                continue
            self._workers.add(worker)
            try:
                await self._use(worker)
            finally:
                self._workers.discard(worker)
                await worker.end()
            self.restarts += 1

    async def _use(self, worker: Worker) -> None:
        """Let a process work until it ends."""
        if not await self._is_warm(worker):
            if not self._is_stopping:
                self.complain(f"a {self.bounds.name} process did not start; another one is tried")
            await asyncio.sleep(_PAUSE_S)
            return
        self.ready += 1
        self.opened.set()
        self._add(worker)
        await worker.gone.wait()
        self.ready -= 1
        if worker in self._idle:
            self._idle.remove(worker)
        self.complain(f"a {self.bounds.name} process ended and is replaced")

    async def _is_warm(self, worker: Worker) -> bool:
        try:
            async with asyncio.timeout(_WARM_S):
                await worker.call(self.warm, ())
        except (TimeoutError, WorkerDiedError, ServingError):
            return False
        return True

    def _spawn(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _full(self) -> ServingError:
        after = self.bounds.retry_after_s
        return ServingError(
            429,
            "TooManyCalls",
            f"expected at most {self.bounds.calls_of_client} {self.bounds.name} calls at once from "
            f"one address, and {self.bounds.calls} in all; try again in {after} s",
            {"Retry-After": str(after)},
            f"The server is busy. Try again in {after} second{'s' * (after != 1)}.",
        )


class Seat:
    """An admitted call, which may run functions one after another until its time is up."""

    def __init__(self, pool: Pool, client: str) -> None:
        self.pool, self.client = pool, client
        # The time that the first process takes to start does not count.
        self.end = self._after(pool.bounds.time_s + (0 if pool.opened.is_set() else _WARM_S))

    async def run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Run *function* in a process and return its result, or raise its exception.

        Args:
            function: A module-level function. It is pickled together with its arguments.
            *arguments: Arguments of the function.

        Raises:
            ServingError: The time is up, the process died, or the server is stopping.
        """
        try:
            async with asyncio.timeout_at(self.end) as time:
                if not self.pool.opened.is_set():
                    await self.pool.opened.wait()
                    self.end = self._after(self.pool.bounds.time_s)
                    time.reschedule(self.end)
                return await self.pool.run(self.client, function, arguments)
        except WorkerDiedError:
            raise ServingError(
                504,
                "WorkerDied",
                "the calculation ended without an answer; try something smaller",
                plain="This was too much for the server. Try something smaller or easier.",
            ) from None
        except TimeoutError:
            if not time.expired():
                raise
            raise ServingError(
                504,
                "TookTooLong",
                f"expected an answer within {self.pool.bounds.time_s:g} s, found none; "
                "try something smaller",
                plain="This takes the server too long. Try something smaller or easier.",
            ) from None

    def _after(self, seconds: float) -> float:
        return asyncio.get_running_loop().time() + seconds


def _stopping() -> ServingError:
    return ServingError(503, "Stopping", "the server is being stopped; try again later")
