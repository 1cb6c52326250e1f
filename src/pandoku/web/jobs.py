"""Work in processes: lanes of workers, with a bounded number of calls that take turns.

There are two lanes, one for quick calls and one for long ones, each with its own processes. A long
call never holds a process that a hint waits for, and its processes give way to those of the quick
lane where cores are few.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from pandoku.web.limits import Bounds, Seats, Turns
from pandoku.web.refusals import ServingError
from pandoku.web.worker import FRAME_BYTES, framed

__all__ = ["Lane", "Seat"]

_WARM_S = 60.0  # for a process to start and load what it needs, on a slow machine
_GRACE_S = 0.5  # for a call to notice that it is not wanted; then its process is killed
_PAUSE_S = 1.0  # before a process that did not even start is tried again
_BUFFER_BYTES = 1 << 20
# One call uses one core: the lanes have as many processes as there are cores.
_ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


class _WorkerDiedError(Exception):
    """The process ended during a call."""


class _Worker:
    """A process that works on one call at a time."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.number = 0
        self.idle, self.gone = asyncio.Event(), asyncio.Event()
        self.idle.set()
        self.reply: asyncio.Future[Any] | None = None
        self.listening = asyncio.create_task(self.listen())

    @classmethod
    async def start(cls, bounds: Bounds) -> _Worker:
        """Return a new process; it cannot work before it has loaded its modules."""
        command = (sys.executable, "-m", "pandoku.web.worker")
        process = await asyncio.create_subprocess_exec(
            *command,
            str(bounds.niceness),
            str(bounds.memory_bytes),
            stdin=PIPE,
            stdout=PIPE,
            limit=_BUFFER_BYTES,
            env={**os.environ, **_ONE_THREAD},
        )
        return cls(process)

    async def call(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        """Return what *function* returns, or raise what it raises.

        Raises:
            _WorkerDiedError: The process ended.
        """
        data = framed(("call", self.number + 1, function, arguments))
        if self.gone.is_set():
            raise _WorkerDiedError
        self.number += 1
        self.idle.clear()
        self.reply = asyncio.get_running_loop().create_future()
        await self.send(data)
        return await self.reply

    async def send(self, data: bytes) -> None:
        assert self.process.stdin
        try:
            self.process.stdin.write(data)
            await self.process.stdin.drain()
        except (ConnectionError, RuntimeError):  # it is gone, or going; listen() says so
            self.kill()

    async def listen(self) -> None:
        """Hand results to whom they belong until the process ends."""
        assert self.process.stdout
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                length = await self.process.stdout.readexactly(FRAME_BYTES)
                data = await self.process.stdout.readexactly(int.from_bytes(length, "big"))
                _, is_result, value = pickle.loads(data)
                self.idle.set()
                self.settle(is_result, value)
        self.gone.set()
        self.idle.set()
        self.settle(False, _WorkerDiedError())

    def settle(self, is_result: bool, value: Any) -> None:
        """Tell who waits for the call how it ended."""
        if self.reply is None or self.reply.done():  # nobody waits any more
            return
        if is_result:
            self.reply.set_result(value)
        else:
            self.reply.set_exception(value)

    async def stop_call(self) -> None:
        """End the call that runs: the process notices, or is killed."""
        await self.send(framed(("stop", self.number)))
        try:
            async with asyncio.timeout(_GRACE_S):
                await self.idle.wait()
        except TimeoutError:
            self.kill()

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            self.process.kill()

    async def end(self) -> None:
        """Kill the process and wait until nothing of it is left."""
        self.kill()
        await self.process.wait()
        await self.listening
        assert self.process.stdin
        self.process.stdin.close()


class Lane:
    """Processes for one sort of calls, and who waits for them.

    Attributes:
        bounds: What it gives.
        complain: Takes a line about a process that was lost or cannot start.
        restarts: Processes that had to be replaced.
        ready: Processes that can work.
        opened: Set when the first process was ready.
    """

    def __init__(
        self, bounds: Bounds, workers: int, warm: Callable[[], object] = os.getpid
    ) -> None:
        self.bounds, self.workers, self.warm = bounds, workers, warm
        self.complain: Callable[[str], object] = lambda text: None
        self.restarts = self.ready = 0
        self.opened = asyncio.Event()
        self._seats = Seats(bounds)
        self._turns: Turns[asyncio.Future[_Worker]] = Turns()
        self._idle: list[_Worker] = []
        self._workers: set[_Worker] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_stopping = False

    @property
    def busy(self) -> int:
        """Processes that work on a call."""
        return self.ready - len(self._idle)

    @property
    def waiting(self) -> int:
        """Calls that wait for a process."""
        return len(self._turns)

    def start(self) -> None:
        """Start the processes; calls wait until the first is ready."""
        for _ in range(self.workers):
            self._spawn(self._keep_one())

    async def stop(self) -> None:
        """Refuse new calls and end all processes."""
        self.refuse()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def refuse(self) -> None:
        """Refuse new calls, and those that wait."""
        self._is_stopping = True
        self.opened.set()  # nobody waits for the first process any more
        while len(self._turns):
            turn = self._turns.take()
            if not turn.done():
                turn.set_exception(_stopping())

    def abandon(self) -> None:
        """Refuse all calls, those that run as well."""
        self.refuse()
        for worker in self._workers:
            worker.settle(False, _stopping())

    @contextmanager
    def seat(self, client: str) -> Iterator[Seat]:
        """Admit a call of a client for as long as the context lasts.

        Raises:
            ServingError: There are too many calls, in all or of this client; or the server stops.
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
        """Run a function in a process when it is its client's turn."""
        worker = await self._turn(client)
        try:
            return await worker.call(function, arguments)
        finally:
            if worker.idle.is_set():
                self._free(worker)
            else:  # the caller was cancelled
                self._spawn(self._reclaim(worker))

    async def _turn(self, client: str) -> _Worker:
        if self._is_stopping:
            raise _stopping()
        turn: asyncio.Future[_Worker] = asyncio.get_running_loop().create_future()
        self._turns.add(client, turn)
        self._dispatch()
        try:
            return await turn
        except asyncio.CancelledError:
            self._turns.drop(client, turn)
            if turn.done() and not turn.cancelled():
                self._free(turn.result())
            raise

    def _dispatch(self) -> None:
        while self._idle and len(self._turns):
            turn = self._turns.take()
            if not turn.done():
                turn.set_result(self._idle.pop())

    def _free(self, worker: _Worker) -> None:
        if not worker.gone.is_set():
            self._idle.append(worker)
            self._dispatch()

    async def _reclaim(self, worker: _Worker) -> None:
        await worker.stop_call()
        if worker.idle.is_set():
            self._free(worker)

    async def _keep_one(self) -> None:
        """Keep one process running."""
        while True:
            try:
                worker = await _Worker.start(self.bounds)
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

    async def _use(self, worker: _Worker) -> None:
        """Let a process work until it ends."""
        if not await self._is_warm(worker):
            if not self._is_stopping:
                self.complain(f"a {self.bounds.name} process did not start; another one is tried")
            await asyncio.sleep(_PAUSE_S)
            return
        self.ready += 1
        self.opened.set()
        self._free(worker)
        await worker.gone.wait()
        self.ready -= 1
        if worker in self._idle:
            self._idle.remove(worker)
        self.complain(f"a {self.bounds.name} process ended and is replaced")

    async def _is_warm(self, worker: _Worker) -> bool:
        try:
            async with asyncio.timeout(_WARM_S):
                await worker.call(self.warm, ())
        except (TimeoutError, _WorkerDiedError, ServingError):
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
        )


class Seat:
    """A call that was admitted: it may run functions, one after the other, until its time is up."""

    def __init__(self, lane: Lane, client: str) -> None:
        self.lane, self.client = lane, client
        # What the first process takes to start is not the caller's time.
        self.end = self._after(lane.bounds.time_s + (0 if lane.opened.is_set() else _WARM_S))

    async def run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Return what *function* returns in a process, or raise what it raises there.

        Args:
            function: A function of a module; it and its arguments are pickled.
            *arguments: What it is called with.

        Raises:
            ServingError: The time is up, the process died, or the server stops.
        """
        try:
            async with asyncio.timeout_at(self.end) as time:
                if not self.lane.opened.is_set():
                    await self.lane.opened.wait()
                    self.end = self._after(self.lane.bounds.time_s)
                    time.reschedule(self.end)
                return await self.lane.run(self.client, function, arguments)
        except _WorkerDiedError:
            raise ServingError(
                504, "WorkerDied", "the calculation ended without an answer; try something smaller"
            ) from None
        except TimeoutError:
            if not time.expired():
                raise
            raise ServingError(
                504,
                "TookTooLong",
                f"expected an answer within {self.lane.bounds.time_s:g} s, found none; "
                "try something smaller",
            ) from None

    def _after(self, seconds: float) -> float:
        return asyncio.get_running_loop().time() + seconds


def _stopping() -> ServingError:
    return ServingError(503, "Stopping", "the server is being stopped; try again later")
