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

_GRACE_S = 0.5  # for a call to notice that it is not wanted; then its process is killed
_BUFFER_BYTES = 1 << 20
# One call uses one core: the pools have as many processes as there are cores.
_ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


class WorkerDiedError(Exception):
    """The process ended during a call."""


class DeadWorkerError(WorkerDiedError):
    """The process had ended before the call: another one can take it."""


class Worker:
    """A process that works on one call at a time."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.number = 0
        self.idle, self.gone = asyncio.Event(), asyncio.Event()
        self.idle.set()
        self.reply: asyncio.Future[Any] | None = None
        self.listening = asyncio.create_task(self.listen())

    @classmethod
    async def start(cls, bounds: Bounds) -> Worker:
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
            DeadWorkerError: The process had ended before.
            WorkerDiedError: The process ended.
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
        self.settle(False, WorkerDiedError())

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
        try:
            # A process that hangs takes no message: to send one is part of what may not last.
            async with asyncio.timeout(_GRACE_S):
                await self.send(framed(("stop", self.number)))
                await self.idle.wait()
        except TimeoutError:
            self.kill()

    def has_ended(self) -> bool:
        """Return whether the process has ended, though `listen` may not have seen it yet."""
        if self.process.returncode is not None:
            return True
        if not hasattr(os, "waitid"):
            return False
        try:
            end = os.WEXITED | os.WNOHANG | os.WNOWAIT  # it stays to be waited for
            return os.waitid(os.P_PID, self.process.pid, end) is not None
        except ChildProcessError:  # somebody has waited for it
            return True

    def kill(self) -> None:
        """End the process at once; one that is gone already is no error."""
        with suppress(ProcessLookupError):
            self.process.kill()

    async def end(self) -> None:
        """Kill the process and wait until nothing of it is left."""
        self.kill()
        await self.process.wait()
        await self.listening
        assert self.process.stdin
        self.process.stdin.close()
