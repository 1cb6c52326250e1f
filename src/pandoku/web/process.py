"""A process that works on one call at a time, as the server sees it; `worker` is its other side."""

from __future__ import annotations

import asyncio
import os
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from pandoku.web.limits import Bounds
from pandoku.web.worker import FRAME_BYTES, framed

__all__ = ["DeadWorkerError", "Worker", "WorkerDiedError"]

_GRACE_S = 0.5  # for a stopped call to end, before its process is killed
_BUFFER_BYTES = 1 << 20
# One call uses one core, because the pools have as many processes as there are cores.
_ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


class WorkerDiedError(Exception):
    """Raised if a process ends during a call."""


class DeadWorkerError(WorkerDiedError):
    """Raised if the process ended before the call, so that another process can take it."""


class Worker:
    """A process that works on one call at a time, as seen by the server."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.number = 0
        self.idle, self.gone = asyncio.Event(), asyncio.Event()
        self.idle.set()
        self.reply: asyncio.Future[Any] | None = None
        self.listening = asyncio.create_task(self.listen())

    @classmethod
    async def start(cls, bounds: Bounds) -> Worker:
        """Start a process. It cannot work until it has loaded its modules."""
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
        """Write to the process."""
        assert self.process.stdin
        try:
            self.process.stdin.write(data)
            await self.process.stdin.drain()
        except (ConnectionError, RuntimeError):  # listen() reports the end of the process
            self.kill()

    async def listen(self) -> None:
        """Pass on the results of calls until the process ends."""
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
        if self.reply is None or self.reply.done():  # the caller no longer waits
            return
        if is_result:
            self.reply.set_result(value)
        else:
            self.reply.set_exception(value)

    async def stop_call(self) -> None:
        """Stop the running call, and kill the process if the call does not end in time."""
        try:
            # Sending is inside the timeout, because a hanging process does not read messages.
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
            end = os.WEXITED | os.WNOHANG | os.WNOWAIT  # does not reap it
            return os.waitid(os.P_PID, self.process.pid, end) is not None
        except ChildProcessError:  # already reaped
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
