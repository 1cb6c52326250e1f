"""Pools of worker processes. A pool limits the number of calls, and clients take turns.

One pool is for quick calls such as hints, and the other is for long calls. The pools have separate
processes, so a quick call never waits for a long call to end. If there are few cores, the processes
of the quick pool have priority.
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
from pandoku.web.responses import ServingError
from pandoku.web.worker import FRAME_BYTES, framed

__all__ = ["DeadWorkerError", "Pool", "Seat", "Worker", "WorkerDiedError"]

_WARM_S = 60.0  # a slow machine may take this time to start a process and import the modules
_PAUSE_S = 1.0  # pause between two attempts to start a process


class Pool:
    """A pool: the processes for one kind of call, and the calls that wait for a process.

    Attributes:
        bounds: Limits of the pool.
        complain: Called with a line of text about a process that died or cannot start.
        restarts: Number of processes that ended and were replaced.
        ready: Number of processes that are ready to work.
        opened: Event that is set when the first process is ready.
    """

    def __init__(
        self, bounds: Bounds, workers: int, warm: Callable[[], object] = os.getpid
    ) -> None:
        self.bounds, self.workers, self.warm = bounds, workers, warm
        self.complain: Callable[[str], object] = lambda text: None
        self.restarts = self.ready = 0
        self.opened = asyncio.Event()
        self._seats = Seats(bounds)
        # If there are several processes, one client never occupies all of them. So other clients
        # get a process soon.
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
        """Start the processes. Calls wait until the first process is ready."""
        for _ in range(self.workers):
            self._spawn(self._keep_one())

    async def stop(self) -> None:
        """Refuse new calls and end all processes."""
        self.refuse()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def refuse(self) -> None:
        """Refuse new calls and calls that wait for a process."""
        self._is_stopping = True
        self.opened.set()  # wake up the calls that wait for the first process
        for turn in self._turns.clear():
            if not turn.done():
                turn.set_exception(_stopping())

    def abandon(self) -> None:
        """Refuse all calls, including the calls that are running."""
        self.refuse()
        for worker in self._workers:
            worker.settle(False, _stopping())

    @contextmanager
    def seat(self, client: str) -> Iterator[Seat]:
        """Admit a client's call for the duration of the context.

        Raises:
            ServingError: There are too many calls in total or from this client, or the server is
                stopping.
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

        If the process dies, the call is repeated once, because the cause may be outside of the
        call. For example, the system may have too little memory. Repeating a call is safe, because
        calls change nothing outside their process.

        Raises:
            WorkerDiedError: Two processes died during the call.
        """
        may_retry = True
        while True:
            worker = await self._turn(client)
            try:
                return await worker.call(function, arguments)
            except DeadWorkerError:  # the process died before it began the call
                continue
            except WorkerDiedError:
                if not may_retry:
                    raise
                may_retry = False
            finally:
                if worker.idle.is_set():
                    self._free(client, worker)
                else:  # the caller was cancelled while the call ran
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
        await worker.idle.wait()  # wait until the call stops or the process ends
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
        """Use a process for calls until it ends."""
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
    """A call that was admitted. It can run several functions, until its time is up."""

    def __init__(self, pool: Pool, client: str) -> None:
        self.pool, self.client = pool, client
        # Until the first process has started, a call gets additional time to wait for it.
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


# ---- processes

_GRACE_S = 0.5  # if a stopped call does not end within this time, its process is killed
_BUFFER_BYTES = 1 << 20
# A call uses only one core, because a pool usually has a process for each core.
_ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


class WorkerDiedError(Exception):
    """Raised if a process ends during a call."""


class DeadWorkerError(WorkerDiedError):
    """Raised if a process ended before the call, so that another process can run the call."""


class Worker:
    """The server's side of a worker process, which works on one call at a time."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.number = 0
        self.idle, self.gone = asyncio.Event(), asyncio.Event()
        self.idle.set()
        self.reply: asyncio.Future[Any] | None = None
        self.listening = asyncio.create_task(self.listen())

    @classmethod
    async def start(cls, bounds: Bounds) -> Worker:
        """Start a process. The process is ready after it has imported its modules."""
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
        """Run *function* in the process and return its result, or raise its exception.

        Raises:
            DeadWorkerError: The process ended before the call.
            WorkerDiedError: The process ended during the call.
        """
        data = framed(("call", self.number + 1, function, arguments))
        if self.gone.is_set() or self.has_ended():
            raise DeadWorkerError
        self.number += 1
        self.idle.clear()
        self.reply = asyncio.get_running_loop().create_future()
        await self.send(data)
        return await self.reply

    async def send(self, data: bytes) -> None:
        """Write a message to the process."""
        assert self.process.stdin
        try:
            self.process.stdin.write(data)
            await self.process.stdin.drain()
        except (ConnectionError, RuntimeError):  # `listen` notices the end of the process
            self.kill()

    async def listen(self) -> None:
        """Pass the results of calls to their callers, until the process ends."""
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
        self.settle(False, WorkerDiedError())

    def settle(self, is_result: bool, value: Any) -> None:
        """Pass the outcome of the call to its caller."""
        if self.reply is None or self.reply.done():  # the caller no longer waits for the outcome
            return
        if is_result:
            self.reply.set_result(value)
        else:
            self.reply.set_exception(value)

    async def stop_call(self) -> None:
        """Stop the running call. If it does not end in time, kill the process."""
        try:
            # The timeout includes sending, because a hanging process does not read messages.
            async with asyncio.timeout(_GRACE_S):
                await self.send(framed(("stop", self.number)))
                await self.idle.wait()
        except TimeoutError:
            self.kill()

    def has_ended(self) -> bool:
        """Return whether the process has ended, even if `listen` has not noticed it yet."""
        if self.process.returncode is not None:
            return True
        if not hasattr(os, "waitid"):
            return False
        try:
            end = os.WEXITED | os.WNOHANG | os.WNOWAIT  # WNOWAIT leaves the exit status unread
            return os.waitid(os.P_PID, self.process.pid, end) is not None
        except ChildProcessError:  # the exit status was already read
            return True

    def kill(self) -> None:
        """Kill the process, unless it has ended already."""
        with suppress(ProcessLookupError):
            self.process.kill()

    async def end(self) -> None:
        """Kill the process, and wait until it has ended and its pipes are closed."""
        self.kill()
        await self.process.wait()
        await self.listening
        assert self.process.stdin
        self.process.stdin.close()
