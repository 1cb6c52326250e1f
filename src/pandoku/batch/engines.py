"""What runs the parts of a job: this process, processes of this machine, or a Dask cluster.

An engine runs tasks; it never writes a file, and knows nothing of jobs.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import suppress
from multiprocessing.connection import wait as wait_for
from time import monotonic
from typing import Any, Protocol
from weakref import WeakSet

from pandoku.errors import BatchError, MissingExtraError

__all__ = ["DaskEngine", "GivenEngine", "PartEngine", "PoolEngine"]

_PRELOADED = ["pandoku.batch.part", "pandoku.batch.verbs"]
_CONNECT_S = 20
_COUNTED_S = 2.0  # after which the workers of a cluster are counted again


class PartEngine(Protocol):
    """What the loop of a driver needs of whatever runs tasks side by side."""

    has_twins: bool
    """Whether a task that takes long may end earlier if another worker does it, too."""

    @property
    def n_workers(self) -> int:
        """How many tasks run at the same time."""

    def submit(self, work: Callable[[Any], Any], task: Any) -> Future[Any]:
        """Begin a task."""

    def is_broken_by(self, error: BaseException) -> bool:
        """Return whether an error means that all tasks in flight are lost."""

    def mend(self) -> None:
        """Replace what is broken."""

    def is_alive(self) -> bool:
        """Return whether tasks can still be begun."""

    def stop(self) -> None:
        """End all tasks at once."""

    def close(self) -> None:
        """End, after the tasks."""


class PoolEngine:
    """Processes of this machine, which end when this process does, however it ends."""

    has_twins = False

    def __init__(self, n_workers: int) -> None:
        self._n_workers = n_workers
        self._pool = self._new_pool()

    def _new_pool(self) -> ProcessPoolExecutor:
        methods = multiprocessing.get_all_start_methods()
        context = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
        if "forkserver" in methods:
            context.set_forkserver_preload(_PRELOADED)
        return ProcessPoolExecutor(
            self._n_workers, context, initializer=_begin_worker, initargs=(dict(os.environ),)
        )

    @property
    def n_workers(self) -> int:
        """How many processes there are."""
        return self._n_workers

    def submit(self, work: Callable[[Any], Any], task: Any) -> Future[Any]:
        """Begin a task.

        Raises:
            BrokenExecutor: A process was killed: a worker, or the server that forks them.
        """
        try:
            return self._pool.submit(work, task)
        except (EOFError, ConnectionError) as error:  # the server did not answer
            raise BrokenExecutor("the server that forks workers was killed") from error

    def is_broken_by(self, error: BaseException) -> bool:
        """Return whether a process died, which breaks the pool."""
        return isinstance(error, BrokenExecutor)

    def mend(self) -> None:
        """Begin new processes."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._pool = self._new_pool()

    def is_alive(self) -> bool:
        """Return True."""
        return True

    def stop(self) -> None:
        """Kill the processes."""
        # Not `active_children`: the program may have others.
        processes = list((self._pool._processes or {}).values())
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()

    def close(self) -> None:
        """End, after the tasks."""
        self._pool.shutdown()


def _begin_worker(environment: Mapping[str, str]) -> None:
    """Leave Ctrl-C to the driver, and end when it ends.

    Args:
        environment: That of the driver. The server that forks workers has the one of its start,
            which may be before the keys of a store were set.
    """
    os.environ.update(environment)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    wait_for([sentinel])
    os._exit(1)


class GivenEngine:
    """An executor that the caller made: mpi4py, parsl, a pool of threads."""

    has_twins = False

    def __init__(self, executor: Executor, n_workers: int) -> None:
        self._executor, self._n_workers = executor, n_workers
        self._futures: WeakSet[Future[Any]] = WeakSet()

    @property
    def n_workers(self) -> int:
        """How many tasks run at the same time, as far as it is known."""
        return self._n_workers

    def submit(self, work: Callable[[Any], Any], task: Any) -> Future[Any]:
        """Begin a task."""
        future = self._executor.submit(work, task)
        self._futures.add(future)
        return future

    def is_broken_by(self, error: BaseException) -> bool:
        """Return whether the executor takes no further tasks."""
        return isinstance(error, BrokenExecutor)

    def mend(self) -> None:
        """Raise: only who made the executor can make another.

        Raises:
            BatchError: Always.
        """
        raise BatchError("the executor broke; the parts that are done stand")

    def is_alive(self) -> bool:
        """Return True."""
        return True

    def stop(self) -> None:
        """Cancel what waits; the executor can still be used."""
        for future in list(self._futures):
            future.cancel()

    def close(self) -> None:
        """Leave the executor to who made it."""


class DaskEngine:
    """The workers of a Dask cluster, which may come and go."""

    has_twins = True

    def __init__(self, address: str) -> None:
        try:
            from distributed import Client
        except ImportError:
            raise MissingExtraError("a Dask cluster", "cluster") from None
        how = {"scheduler_file": address} if address.endswith(".json") else {"address": address}
        try:
            self._client = Client(**how, timeout=_CONNECT_S, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            reason = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise BatchError(f"{address}: no Dask scheduler answers there ({reason})") from None
        # No retries here: the loop sees to them.
        self._executor = self._client.get_executor(pure=False)
        self._n_workers, self._counted = 1, -_COUNTED_S

    @property
    def n_workers(self) -> int:
        """How many threads the workers have, or had two seconds ago."""
        if monotonic() - self._counted >= _COUNTED_S:
            self._counted = monotonic()
            with suppress(Exception):  # the scheduler may be gone, which `is_alive` finds
                counts = self._client.nthreads(callback_timeout=_COUNTED_S)
                self._n_workers = max(1, sum(counts.values()))
        return self._n_workers

    def run_on_each(self, work: Callable[..., Any], *arguments: Any) -> Mapping[str, Any]:
        """Call a function once on each worker, and return by address what each returned.

        Raises:
            BatchError: A worker cannot do it.
        """
        try:
            return dict(self._client.run(work, *arguments))
        except Exception as error:
            reason = str(error).strip().splitlines()[0] if str(error) else type(error).__name__
            raise BatchError(f"a worker of the cluster cannot begin: {reason}") from None

    def submit(self, work: Callable[[Any], Any], task: Any) -> Future[Any]:
        """Begin a task."""
        future: Future[Any] = self._executor.submit(work, task)
        return future

    def is_broken_by(self, error: BaseException) -> bool:
        """Return False: Dask begins the tasks of a lost worker again."""
        return False

    def mend(self) -> None:
        """Do nothing."""

    def is_alive(self) -> bool:
        """Return whether the scheduler answers."""
        return bool(self._client.status == "running")

    def stop(self) -> None:
        """Cancel all tasks."""
        with suppress(Exception):  # the scheduler may be gone
            self._executor.shutdown(wait=False)
        self.close()

    def close(self) -> None:
        """Leave the cluster."""
        with suppress(Exception):
            self._client.close(timeout=_COUNTED_S)
